//! What Ctrl-C does to a command.

/// Exit status after a second Ctrl-C, as shells have it.
const KILLED: i32 = 130;

/// The first Ctrl-C ends the work by `stop`, so that what it came to is kept; the second ends the
/// program.
pub(crate) fn stop_on_interrupt(stop: impl Fn() + Send + 'static) {
    let mut is_stopped = false;
    let handler = move || {
        if std::mem::replace(&mut is_stopped, true) {
            std::process::exit(KILLED);
        }
        stop();
    };
    if let Err(error) = ctrlc::set_handler(handler) {
        log::warn!("Ctrl-C will not be answered: {error}");
    }
}
