//! What Ctrl-C does to a command.

/// Exit status after a Ctrl-C that ended the program, as shells have it.
pub(crate) const KILLED: i32 = 130;

/// Has Ctrl-C call `handle`, each time.
pub(crate) fn on_interrupt(handle: impl FnMut() + Send + 'static) {
    if let Err(error) = ctrlc::set_handler(handle) {
        log::warn!("Ctrl-C will not be answered: {error}");
    }
}

/// The first Ctrl-C ends the work by `stop`, so that what it came to is kept; the second ends the
/// program.
pub(crate) fn stop_on_interrupt(stop: impl Fn() + Send + 'static) {
    let mut is_stopped = false;
    on_interrupt(move || {
        if std::mem::replace(&mut is_stopped, true) {
            std::process::exit(KILLED);
        }
        stop();
    });
}
