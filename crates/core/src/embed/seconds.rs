//! Times for `serde`: a number of seconds.

use std::time::Duration;

use serde::Serializer;

/// A time in seconds.
pub(super) fn seconds<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(time.as_secs_f64())
}
