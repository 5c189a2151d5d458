//! Answers requests to the engine of the package without WebAssembly: a line of JSON comes in, a
//! line of JSON goes out.
//!
//! The tests of the package compare both, so that the same seeds are shown to give the same games
//! on 32 and 64 bits.
//!
//! ```sh
//! request='{"ask":"think","with":{"level":3,"seed":1}}'
//! echo "$request" | cargo run --release -p fukumi-web --example ask
//! ```

use std::io::{self, BufRead, Write};
use std::thread;

use fukumi_core::search::STACK_BYTES;
use fukumi_web::host::Host;
use fukumi_web::session::Session;

fn main() -> io::Result<()> {
    let answer = || {
        let mut session = Session::new(Host { is_interrupted: || false, report: |_| {} });
        let mut output = io::stdout().lock();
        for line in io::stdin().lock().lines() {
            writeln!(output, "{}", session.ask(line?.as_bytes()))?;
        }
        Ok(())
    };
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, answer)?;
        thread.join().unwrap_or_else(|_| Err(io::Error::other("the engine failed")))
    })
}
