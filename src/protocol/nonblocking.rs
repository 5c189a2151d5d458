//! Pipes and terminals that do not wait.
//!
//! A parent that has set `O_NONBLOCK` on what it shares with the engine has set it for the engine,
//! too. A system call that would wait then fails, and is made again a little later.

use std::io::{ErrorKind, Result, Write};
use std::thread;
use std::time::Duration;

/// Time between two tries.
pub(super) const RETRY: Duration = Duration::from_millis(1);

/// Writes all bytes and flushes them, however long that takes.
///
/// # Errors
/// If they cannot be written.
pub(super) fn write_whole(output: &mut impl Write, mut bytes: &[u8]) -> Result<()> {
    while !bytes.is_empty() {
        match output.write(bytes) {
            Ok(0) => return Err(ErrorKind::WriteZero.into()),
            Ok(length) => bytes = &bytes[length..],
            Err(error) => wait_after(error)?,
        }
    }
    loop {
        match output.flush() {
            Ok(()) => return Ok(()),
            Err(error) => wait_after(error)?,
        }
    }
}

/// Waits if an error says only that the call should be made again.
fn wait_after(error: std::io::Error) -> Result<()> {
    match error.kind() {
        ErrorKind::Interrupted => {}
        ErrorKind::WouldBlock => thread::sleep(RETRY),
        _ => return Err(error),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::io::{self, Read};

    use super::*;
    use crate::protocol::converse;

    /// Takes or gives a few bytes at every second call, and refuses the others.
    struct Nonblocking<T> {
        inner: T,
        calls: usize,
    }

    impl<T> Nonblocking<T> {
        fn new(inner: T) -> Self {
            Self { inner, calls: 0 }
        }

        fn call(&mut self) -> Result<&mut T> {
            self.calls += 1;
            if self.calls % 2 == 1 {
                Err(ErrorKind::WouldBlock.into())
            } else {
                Ok(&mut self.inner)
            }
        }
    }

    impl Write for Nonblocking<&mut Vec<u8>> {
        fn write(&mut self, bytes: &[u8]) -> Result<usize> {
            self.call()?.write(&bytes[..bytes.len().min(3)])
        }

        fn flush(&mut self) -> Result<()> {
            self.call().map(drop)
        }
    }

    impl Read for Nonblocking<&'static [u8]> {
        fn read(&mut self, bytes: &mut [u8]) -> Result<usize> {
            let length = bytes.len().min(5);
            self.call()?.read(&mut bytes[..length])
        }
    }

    #[test]
    fn a_session_goes_on_where_pipes_do_not_wait() {
        let input: &[u8] = b"START 15\nPLAY 7,7\nNONSENSE\nEND\n";
        let mut output = Vec::new();
        converse(Nonblocking::new(input), Nonblocking::new(&mut output)).expect("a session");
        let text = String::from_utf8(output).expect("UTF-8");
        let lines: Vec<&str> = text.lines().collect();
        assert!(
            matches!(lines[..], ["OK", "7,7", unknown] if unknown.starts_with("UNKNOWN")),
            "{text}"
        );
    }

    #[test]
    fn other_errors_end_the_writing() {
        let full = write_whole(&mut [0; 2].as_mut_slice(), b"abc");
        assert_eq!(full.map_err(|error| error.kind()), Err(io::ErrorKind::WriteZero));
    }
}
