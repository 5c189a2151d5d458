//! The bytes of files in requests.

use fukumi_records::{NotationError, Problem};

use crate::error::Error;

/// The largest file, in bytes.
pub(super) const MAX_FILE_BYTES: usize = 16 << 20;

/// The bytes of a file, which a request has as a text or as the characters of these numbers.
pub(super) fn content(text: Option<&str>, bytes: Option<&str>) -> Result<Vec<u8>, Error> {
    match (text, bytes) {
        (Some(text), None) if text.len() <= MAX_FILE_BYTES => Ok(text.as_bytes().to_vec()),
        (None, Some(bytes)) if bytes.chars().count() <= MAX_FILE_BYTES => {
            let bytes: Option<Vec<u8>> =
                bytes.chars().map(|byte| u8::try_from(u32::from(byte)).ok()).collect();
            bytes.ok_or_else(|| Error::argument("bytes are characters up to 255"))
        }
        (Some(_), None) | (None, Some(_)) => Err(too_long()),
        (Some(_), Some(_)) | (None, None) => Err(Error::argument("either text or bytes")),
    }
}

/// Says that a file has more bytes than it may.
fn too_long() -> Error {
    let mut error = Error::from(NotationError::from(Problem::TooLong));
    error.message = format!("expected at most {MAX_FILE_BYTES} bytes, found more");
    error
}
