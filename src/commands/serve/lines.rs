//! The lines of the input, each of bounded length.

use std::io::{self, BufRead, ErrorKind};

/// Maximum number of bytes of a line, without its end. A game that fills the largest board, with
/// all fields, takes a tenth of it.
pub(super) const MAX_BYTES: usize = 1 << 16;

/// A line without its end.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum RequestLine {
    Text(Vec<u8>),
    /// The line has more than [`MAX_BYTES`] bytes, which are gone.
    TooLong,
}

/// Reads the next line; `None` at the end of input. A last line without an end counts.
pub(super) fn next_line(source: &mut impl BufRead) -> io::Result<Option<RequestLine>> {
    let mut text = Vec::new();
    let (mut is_too_long, mut is_begun) = (false, false);
    loop {
        let buffer = match source.fill_buf() {
            Ok(buffer) => buffer,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        let is_end = buffer.is_empty();
        is_begun |= !is_end;
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let part = &buffer[..end.unwrap_or(buffer.len())];
        is_too_long |= text.len() + part.len() > MAX_BYTES;
        if is_too_long {
            text = Vec::new();
        } else {
            text.extend_from_slice(part);
        }
        let used = part.len() + usize::from(end.is_some());
        source.consume(used);
        if is_end || end.is_some() {
            let line = if is_too_long { RequestLine::TooLong } else { RequestLine::Text(text) };
            return Ok(is_begun.then_some(line));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    fn lines(input: &[u8], buffer: usize) -> Vec<RequestLine> {
        let mut source = BufReader::with_capacity(buffer, input);
        std::iter::from_fn(|| next_line(&mut source).expect("bytes can be read")).collect()
    }

    #[test]
    fn lines_end_where_they_end_whatever_the_pieces_are() {
        let text = |text: &str| RequestLine::Text(text.into());
        for buffer in [1, 2, 3, 100] {
            assert_eq!(lines(b"ab\n\ncde", buffer), [text("ab"), text(""), text("cde")]);
            assert_eq!(lines(b"ab\n", buffer), [text("ab")]);
            assert_eq!(lines(b"", buffer), []);
        }
    }

    #[test]
    fn a_line_that_is_too_long_costs_itself_alone() {
        let longest = vec![b'x'; MAX_BYTES];
        let input = [&longest[..], b"\n", &longest, b"y\nz\n"].concat();
        let expected =
            [RequestLine::Text(longest), RequestLine::TooLong, RequestLine::Text(b"z".into())];
        assert_eq!(lines(&input, 4096), expected);
    }
}
