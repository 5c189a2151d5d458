//! The clock by which times are measured: that of the standard library.
//!
//! WebAssembly in a browser has no clock of its own, and the standard library's panics there. A
//! program for `wasm32-unknown-unknown` therefore gives the library its host's, by `clock::set`,
//! which exists on that target alone. Without a clock, time does not pass, and every time limit
//! counts as reached.

#[cfg(any(test, all(target_family = "wasm", target_os = "unknown")))]
#[cfg_attr(
    not(all(target_family = "wasm", target_os = "unknown")),
    expect(dead_code, unreachable_pub, reason = "tested everywhere, used on one target")
)]
mod host;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use host::{Instant, is_set, set};
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use std::time::Instant;

/// Whether times can be measured.
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub(crate) const fn is_set() -> bool {
    true
}
