//! The C interface, for programs in other languages that embed the engine; see `docs/embedding.md`.
//!
//! `cargo build --release -p fukumi-c` builds the shared library. The header is
//! `include/fukumi.h`; a test compares it with this file and with `types.rs`.
//!
//! This module is only the boundary: it catches panics and hands the work to `state`. A pointer
//! from the caller arrives as an optional reference, which is the same to C: null is `None`, and
//! the caller has to make sure that other pointers are valid. An engine is only ever borrowed as
//! shared. A lock that is tried, not waited for, keeps out a second call. So wrong use from several
//! threads is an error and does no damage.

#![expect(
    unsafe_code,
    reason = "the boundary to callers in other languages: names for the linker, an array and a \
              function \
              that only the caller can vouch for"
)]
#![expect(
    clippy::missing_safety_doc,
    reason = "the header says once what all pointers have to be, and these texts go there"
)]

use std::ffi::{c_char, c_void};
use std::mem::MaybeUninit;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;
use std::slice;
use std::sync::{Arc, Mutex, PoisonError, TryLockError};
use std::time::Duration;

use fukumi_core::clock::Instant;
use fukumi_core::control::{self, Control};

mod state;
#[cfg(test)]
mod tests;
pub mod types;

use state::State;
use types::{
    Cell, Ending, Judgement, Limits, Line, Named, Point, Solution, Status, Stone, Value, Verdict,
};

/// Version of this interface. It grows with every change that requires programs to change.
pub const FUKUMI_ABI: u32 = 1;

/// One board, with what the engine has learnt about the positions on it.
pub struct Engine {
    state: Mutex<State>,
    /// The control of the running search, for `fukumi_stop`.
    running: Mutex<Option<Arc<Control>>>,
}

/// Function that is called for every line of every finished iteration of a search, on the thread
/// that began the search. The line is valid until the function returns. Return 0 to continue; any
/// other value ends the search. Of the functions for this engine, only `fukumi_stop` may be called
/// in here; the others return `FUKUMI_STATUS_BUSY`. No exception may leave the function.
pub type Report = Option<unsafe extern "C" fn(line: *const Line, context: *mut c_void) -> i32>;

/// The value of `FUKUMI_ABI` with which the library was built. Never fails.
#[unsafe(no_mangle)]
pub extern "C" fn fukumi_abi() -> u32 {
    FUKUMI_ABI
}

/// The version of the engine, such as `0.1.0`. Never fails; the text stays valid for ever.
#[unsafe(no_mangle)]
pub extern "C" fn fukumi_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// The meaning of a status, in English. Never fails; the text stays valid for ever.
#[unsafe(no_mangle)]
pub extern "C" fn fukumi_status_text(status: i32) -> *const c_char {
    Status::read(status).map_or(c"an unknown status", Status::text).as_ptr()
}

/// Makes an engine with an empty board, Black to move. `rule` is a `FukumiRule`; width and height
/// are 5 to 22 each. Writes the engine to `*engine`, or null after an error.
#[unsafe(no_mangle)]
pub extern "C" fn fukumi_engine_new(
    rule: i32,
    width: i32,
    height: i32,
    engine: Option<&mut MaybeUninit<*mut Engine>>,
) -> Status {
    guarded(|| {
        let place = engine.ok_or(Status::NullPointer)?.write(ptr::null_mut());
        let state = Mutex::new(State::new(rule, width, height)?);
        *place = Box::into_raw(Box::new(Engine { state, running: Mutex::new(None) }));
        Ok(())
    })
}

/// Frees an engine. No other call with it may be running, and none may follow. Passing null does
/// nothing.
#[unsafe(no_mangle)]
pub extern "C" fn fukumi_engine_free(engine: Option<Box<Engine>>) -> Status {
    guarded(|| {
        drop(engine);
        Ok(())
    })
}

/// Sets how many threads a search uses, 1 to 256. A new engine uses one. With one thread and no
/// time limit, the same calls in the same order give the same answers.
#[unsafe(no_mangle)]
pub extern "C" fn fukumi_set_threads(engine: Option<&Engine>, threads: u32) -> Status {
    with_state(engine, |state, _| state.set_threads(threads))
}

/// Sets the memory for the tables of an engine in bytes, 1 MiB to 4 GiB. A new engine uses 128 MiB.
/// The rest of an engine takes a few MiB, and 2 MiB for each further thread.
#[unsafe(no_mangle)]
pub extern "C" fn fukumi_set_memory(engine: Option<&Engine>, bytes: u64) -> Status {
    with_state(engine, |state, _| state.set_memory(bytes))
}

/// Sets the source of static scores, a `FukumiEvaluation`.
#[unsafe(no_mangle)]
pub extern "C" fn fukumi_set_evaluation(engine: Option<&Engine>, evaluation: i32) -> Status {
    with_state(engine, |state, _| state.set_evaluation(evaluation))
}

/// Sets how many best lines a search looks for, at least 1. A new engine looks for one. More lines
/// take more time for the same depth.
#[unsafe(no_mangle)]
pub extern "C" fn fukumi_set_lines(engine: Option<&Engine>, lines: u32) -> Status {
    with_state(engine, |state, _| state.set_lines(lines))
}

/// Forgets what searches have learnt, for a new game that shall not depend on the last one.
#[unsafe(no_mangle)]
pub extern "C" fn fukumi_forget(engine: Option<&Engine>) -> Status {
    with_state(engine, |state, _| {
        state.forget();
        Ok(())
    })
}

/// Plays a stone of the side to move; then it is the other side's turn. A forbidden point can be
/// played; `fukumi_ending` reports it.
#[unsafe(no_mangle)]
pub extern "C" fn fukumi_play(engine: Option<&Engine>, x: i32, y: i32) -> Status {
    with_state(engine, |state, _| state.play(x, y))
}

/// Takes back the last stone; then it is the turn of that stone's owner.
#[unsafe(no_mangle)]
pub extern "C" fn fukumi_undo(engine: Option<&Engine>) -> Status {
    with_state(engine, |state, _| state.undo())
}

/// Replaces everything on the board by these stones and dead cells, and sets the side to move,
/// `FUKUMI_CELL_BLACK` or `FUKUMI_CELL_WHITE`. `fukumi_undo` takes the stones back, beginning with
/// the last one. After an error the board is as it was. `stones` may be null if `count` is 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fukumi_set_stones(
    engine: Option<&Engine>,
    stones: *const Stone,
    count: usize,
    to_move: i32,
) -> Status {
    with_state(engine, |state, _| {
        let stones = match (stones.is_null(), count) {
            (_, 0) => &[],
            (true, _) => return Err(Status::NullPointer),
            // SAFETY: the caller guarantees that `stones` points to `count` stones.
            (false, _) => unsafe { slice::from_raw_parts(stones, count) },
        };
        state.set_stones(stones, to_move)
    })
}

/// Writes what is on a point to `*cell`.
#[unsafe(no_mangle)]
pub extern "C" fn fukumi_cell(
    engine: Option<&Engine>,
    x: i32,
    y: i32,
    cell: Option<&mut MaybeUninit<Cell>>,
) -> Status {
    with_state(engine, |state, _| put(cell, || state.cell(x, y)))
}

/// Writes the side to move to `*side`: `FUKUMI_CELL_BLACK` or `FUKUMI_CELL_WHITE`.
#[unsafe(no_mangle)]
pub extern "C" fn fukumi_to_move(
    engine: Option<&Engine>,
    side: Option<&mut MaybeUninit<Cell>>,
) -> Status {
    with_state(engine, |state, _| put(side, || Ok(state.to_move())))
}

/// Writes to `*ending` whether the game is over, and why. Stones can still be played and taken
/// back.
#[unsafe(no_mangle)]
pub extern "C" fn fukumi_ending(
    engine: Option<&Engine>,
    ending: Option<&mut MaybeUninit<Ending>>,
) -> Status {
    with_state(engine, |state, _| put(ending, || Ok(state.ending())))
}

/// Finds the points that the side to move may not take; none after the end of the game. Writes
/// their array to `*points` and its length to `*count`.
#[unsafe(no_mangle)]
pub extern "C" fn fukumi_forbidden_points(
    engine: Option<&Engine>,
    points: Option<&mut MaybeUninit<*const Point>>,
    count: Option<&mut MaybeUninit<usize>>,
) -> Status {
    with_state(engine, |state, _| put_all(points, count, || Ok(state.forbidden_points())))
}

/// Writes the value of the position without a search to `*value`. Fails if the game is over.
#[unsafe(no_mangle)]
pub extern "C" fn fukumi_evaluate(
    engine: Option<&Engine>,
    value: Option<&mut MaybeUninit<Value>>,
) -> Status {
    with_state(engine, |state, _| put(value, || state.evaluate()))
}

/// Searches for the best move until a limit is reached, `fukumi_stop` is called, `report` ends the
/// search, or there is nothing left to find out. Writes the best line to `*best`. Its first move is
/// the move to play, which is forbidden only if there is no other. The board stays as it is.
/// `limits` may be null for no limits, and `report` null for no reports; `context` is passed to
/// `report`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fukumi_think(
    engine: Option<&Engine>,
    limits: Option<&Limits>,
    report: Report,
    context: *mut c_void,
    best: Option<&mut MaybeUninit<Line>>,
) -> Status {
    with_state(engine, |state, running| {
        put(best, || {
            let control = begin(limits, running);
            state.think(&control, &mut |line| match report {
                // SAFETY: the caller guarantees that `report` is such a function.
                Some(report) => unsafe { report(line, context) == 0 },
                None => true,
            })
        })
    })
}

/// Ends the running search or solver call of this engine, if there is one: that call returns soon
/// with what it has found. This is the one function that may be called while another call with the
/// same engine is running, from any thread. It does not end a search that has not begun yet.
#[unsafe(no_mangle)]
pub extern "C" fn fukumi_stop(engine: Option<&Engine>) -> Status {
    guarded(|| {
        let engine = engine.ok_or(Status::NullPointer)?;
        let running = engine.running.lock().unwrap_or_else(PoisonError::into_inner);
        running.iter().for_each(|control| control.stop());
        Ok(())
    })
}

/// Finds out whether the side to move wins by such threats (a `FukumiThreats`), and writes the
/// result to `*solution`. A win is proven: it holds against every defence. `limits` may be null for
/// no limits.
#[unsafe(no_mangle)]
pub extern "C" fn fukumi_solve(
    engine: Option<&Engine>,
    threats: i32,
    limits: Option<&Limits>,
    solution: Option<&mut MaybeUninit<Solution>>,
) -> Status {
    with_state(engine, |state, running| {
        put(solution, || state.solve(threats, &begin(limits, running)))
    })
}

/// Finds the first moves of the side to move that win by such threats, and those that may win.
/// Writes their array to `*moves` and its length to `*count`.
#[unsafe(no_mangle)]
pub extern "C" fn fukumi_winning_moves(
    engine: Option<&Engine>,
    threats: i32,
    limits: Option<&Limits>,
    moves: Option<&mut MaybeUninit<*const Judgement>>,
    count: Option<&mut MaybeUninit<usize>>,
) -> Status {
    with_state(engine, |state, running| {
        put_all(moves, count, || state.winning_moves(threats, &begin(limits, running)))
    })
}

/// Finds out whether the opponent would win by such threats if the side to move passed, and writes
/// the answer to `*threat`. If so, judges every legal move by the win of the opponent after it;
/// otherwise there are no moves. Writes the array of moves to `*moves` and its length to `*count`.
/// Moves with `FUKUMI_VERDICT_NO_WIN` hold.
#[unsafe(no_mangle)]
pub extern "C" fn fukumi_defences(
    engine: Option<&Engine>,
    threats: i32,
    limits: Option<&Limits>,
    threat: Option<&mut MaybeUninit<Verdict>>,
    moves: Option<&mut MaybeUninit<*const Judgement>>,
    count: Option<&mut MaybeUninit<usize>>,
) -> Status {
    with_state(engine, |state, running| {
        let threat = threat.ok_or(Status::NullPointer)?;
        put_all(moves, count, || {
            let (verdict, judgements) = state.defences(threats, &begin(limits, running))?;
            threat.write(verdict);
            Ok(judgements)
        })
    })
}

/// What `fukumi_stop` can end while it runs; dropping this takes it away again.
struct Running<'a>(&'a Mutex<Option<Arc<Control>>>);

impl Running<'_> {
    fn set(&self, control: Option<Arc<Control>>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = control;
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.set(None);
    }
}

/// The control of a search that begins now. [`fukumi_stop`] can end it.
fn begin(limits: Option<&Limits>, running: &Running<'_>) -> Arc<Control> {
    let limits = limits.copied().unwrap_or_default();
    let time = Some(limits.time_ms).filter(|&time| time > 0).map(Duration::from_millis);
    let limits = control::Limits {
        soft: time,
        hard: time,
        nodes: Some(limits.nodes).filter(|&nodes| nodes > 0),
        depth: Some(limits.depth).filter(|&depth| depth > 0),
    };
    let control = Arc::new(Control::new(Instant::now(), limits));
    running.set(Some(Arc::clone(&control)));
    control
}

/// Calls `act` with the state of an engine, unless another call is using it.
fn with_state(
    engine: Option<&Engine>,
    act: impl FnOnce(&mut State, &Running<'_>) -> Result<(), Status>,
) -> Status {
    guarded(|| {
        let engine = engine.ok_or(Status::NullPointer)?;
        let mut state = engine.state.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => Status::Busy,
            TryLockError::Poisoned(_) => Status::Internal,
        })?;
        act(&mut state, &Running(&engine.running))
    })
}

/// The status that results from `act`; a panic goes no further.
fn guarded(act: impl FnOnce() -> Result<(), Status>) -> Status {
    match catch_unwind(AssertUnwindSafe(act)) {
        Ok(Ok(())) => Status::Ok,
        Ok(Err(status)) => status,
        Err(_) => Status::Internal,
    }
}

/// Writes a result to the caller's place, which need not be initialized.
fn put<T>(
    place: Option<&mut MaybeUninit<T>>,
    result: impl FnOnce() -> Result<T, Status>,
) -> Result<(), Status> {
    let place = place.ok_or(Status::NullPointer)?;
    place.write(result()?);
    Ok(())
}

/// Writes the address and the number of the results to the caller's places.
fn put_all<'a, T: 'a>(
    place: Option<&mut MaybeUninit<*const T>>,
    count: Option<&mut MaybeUninit<usize>>,
    results: impl FnOnce() -> Result<&'a [T], Status>,
) -> Result<(), Status> {
    let (place, count) = place.zip(count).ok_or(Status::NullPointer)?;
    let results = results()?;
    place.write(results.as_ptr());
    count.write(results.len());
    Ok(())
}
