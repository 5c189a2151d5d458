//! What a program needs of its host.

/// The functions of the host.
#[derive(Clone, Copy, Debug)]
pub struct Host {
    /// Whether to end what is running.
    pub is_interrupted: fn() -> bool,
    /// Receives a report in JSON.
    pub report: fn(&str),
}
