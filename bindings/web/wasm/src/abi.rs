//! The functions between WebAssembly and its host.
//!
//! To ask, the host takes room for the request by `fukumi_room`, writes the text there, calls
//! `fukumi_ask`, and reads the answer from `fukumi_answer`, whose length `fukumi_ask` returned. The
//! file of a network takes the same way, with `fukumi_provide` instead of `fukumi_ask`.
//!
//! The feature `files` makes the program that reads and writes files instead of the engine.
//!
//! Built for `wasm32-wasip1-threads`, the engine searches on several threads: the standard library
//! asks the host for each of them. The main thread alone answers requests.

#![expect(unsafe_code, reason = "the interface to the host: names for the linker, and imports")]

use std::cell::RefCell;
use std::panic;

#[cfg(feature = "files")]
use crate::files::Files as Program;
use crate::host::Host;
#[cfg(not(feature = "files"))]
use crate::session::Session as Program;

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// Whether to end what is running; anything but 0 says so.
    fn interrupted() -> i32;
    /// Receives the text of a report.
    fn report(text: *const u8, length: usize);
    /// Receives the message of a panic, after which the program is of no more use.
    fn fault(text: *const u8, length: usize);
}

thread_local! {
    /// The program, the request that the host writes, and the last answer.
    static STATE: RefCell<State> = RefCell::new(State::new());
}

struct State {
    program: Program,
    request: Vec<u8>,
    answer: Vec<u8>,
}

impl State {
    fn new() -> Self {
        #[cfg(target_os = "unknown")]
        clock::set();
        panic::set_hook(Box::new(|info| {
            let text = info.to_string();
            // SAFETY: the pointer and the length are those of a string that lives until the end.
            unsafe { fault(text.as_ptr(), text.len()) }
        }));
        let host = Host { is_interrupted, report: send_report };
        Self { program: Program::new(host), request: Vec::new(), answer: Vec::new() }
    }
}

/// The clock, where the standard library has none.
#[cfg(target_os = "unknown")]
mod clock {
    use std::time::Duration;

    #[link(wasm_import_module = "host")]
    unsafe extern "C" {
        /// Milliseconds since a fixed moment.
        fn now() -> f64;
    }

    pub(super) fn set() {
        fukumi_core::clock::set(time);
    }

    fn time() -> Duration {
        // SAFETY: an import without arguments.
        Duration::try_from_secs_f64(unsafe { now() } / 1e3).unwrap_or_default()
    }
}

fn is_interrupted() -> bool {
    // SAFETY: an import without arguments.
    unsafe { interrupted() != 0 }
}

fn send_report(text: &str) {
    // SAFETY: the pointer and the length are those of a string that lives until the call returns.
    unsafe { report(text.as_ptr(), text.len()) }
}

/// Makes room for a request of `length` bytes and returns its address.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn fukumi_room(length: usize) -> *mut u8 {
    STATE.with_borrow_mut(|state| {
        state.request.clear();
        state.request.resize(length, 0);
        state.request.as_mut_ptr()
    })
}

/// Answers the request that was written and returns the length of the answer.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn fukumi_ask() -> usize {
    STATE.with_borrow_mut(|state| {
        state.answer = state.program.ask(&state.request).into_bytes();
        state.answer.len()
    })
}

/// Takes the file that was written as the network that the last answer needed, and returns the
/// length of the answer.
#[cfg(not(feature = "files"))]
#[unsafe(no_mangle)]
pub(crate) extern "C" fn fukumi_provide() -> usize {
    STATE.with_borrow_mut(|state| {
        let file = std::mem::take(&mut state.request);
        state.answer = state.program.provide(&file).into_bytes();
        state.answer.len()
    })
}

/// The address of the last answer.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn fukumi_answer() -> *const u8 {
    STATE.with_borrow(|state| state.answer.as_ptr())
}
