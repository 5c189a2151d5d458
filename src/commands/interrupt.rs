//! What Ctrl-C does to a command.

/// Exit status after a Ctrl-C that ended the program, as in shells.
pub(crate) const KILLED: i32 = 130;

/// Makes each Ctrl-C call `handle`.
pub(crate) fn on_interrupt(handle: impl FnMut() + Send + 'static) {
    if let Err(error) = ctrlc::set_handler(handle) {
        log::warn!("Ctrl-C will not be answered: {error}");
    }
}

/// Makes the first Ctrl-C end the work by calling `stop`, so that its results are kept, and the
/// second one end the program.
pub(crate) fn stop_on_interrupt(stop: impl Fn() + Send + 'static) {
    let mut is_stopped = false;
    on_interrupt(move || {
        if std::mem::replace(&mut is_stopped, true) {
            std::process::exit(KILLED);
        }
        stop();
    });
}
