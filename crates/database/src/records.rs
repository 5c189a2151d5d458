//! The records of a table of text, one after the other, in bounded memory.
//!
//! A record ends with its line, unless a quotation mark is open: then it goes on through the next
//! lines. The one idea: a mark that is never closed must not swallow the rest of the file. If no
//! other mark follows within the limit, only its own line is damaged.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read};

/// Maximum length of a record, and of a line, in bytes.
pub(super) const MAX_BYTES: usize = 1 << 20;
/// How many marks that are never closed are looked for the end of. Each takes the time of
/// [`MAX_BYTES`].
const MAX_OPEN: usize = 100;
/// The most fields that a record may have.
const MAX_FIELDS: usize = 64;

/// A record, or why there is none.
pub(super) struct Found {
    /// The number of its first line, from 1.
    pub(super) line: u64,
    /// The fields, or what is wrong.
    pub(super) fields: Result<Fields, &'static str>,
}

/// The fields of a record.
#[derive(Clone, Debug, Default)]
pub(super) struct Fields {
    text: String,
    /// Where each field ends.
    ends: Vec<usize>,
}

impl Fields {
    /// A field, if the record has that many.
    pub(super) fn get(&self, index: usize) -> Option<&str> {
        let begin =
            index.checked_sub(1).map_or(Some(0), |before| self.ends.get(before).copied())?;
        self.text.get(begin..*self.ends.get(index)?)
    }

    /// All fields.
    pub(super) fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.ends.len()).filter_map(|index| self.get(index))
    }
}

/// Reads records.
pub(super) struct Records<R> {
    input: BufReader<R>,
    /// Lines that were read and belong to later records.
    waiting: VecDeque<Vec<u8>>,
    /// The number of the next line, from 1.
    line: u64,
    /// How many marks were never closed.
    open: usize,
}

impl<R: Read> Records<R> {
    pub(super) fn new(input: R) -> Self {
        Self { input: BufReader::new(input), waiting: VecDeque::new(), line: 1, open: 0 }
    }

    /// The next record; `None` at the end.
    ///
    /// # Errors
    /// If the input cannot be read, or a line has no end within the limit.
    pub(super) fn next(&mut self) -> io::Result<Option<Found>> {
        loop {
            let line = self.line;
            let Some(first) = self.next_line()? else { return Ok(None) };
            if first.iter().all(u8::is_ascii_whitespace) {
                continue;
            }
            let fields = match self.complete(first)? {
                Some(record) => split(&record),
                None => Err("a quotation mark is not closed"),
            };
            return Ok(Some(Found { line, fields }));
        }
    }

    /// The record that begins with a line; `None` if it does not end.
    fn complete(&mut self, first: Vec<u8>) -> io::Result<Option<Vec<u8>>> {
        let is_open = |bytes: &[u8]| bytes.iter().filter(|byte| **byte == b'"').count() % 2 == 1;
        let (mut record, mut more) = (first, Vec::new());
        let mut is_whole = !is_open(&record);
        while !is_whole && record.len() <= MAX_BYTES {
            let Some(line) = self.next_line()? else { break };
            is_whole = is_open(&line);
            record.extend_from_slice(&line);
            more.push(line);
        }
        if is_whole && record.len() <= MAX_BYTES {
            return Ok(Some(record));
        }
        self.open += 1;
        if self.open > MAX_OPEN {
            return Err(io::Error::other("too many quotation marks are not closed"));
        }
        self.line -= more.len() as u64;
        more.into_iter().rev().for_each(|line| self.waiting.push_front(line));
        Ok(None)
    }

    fn next_line(&mut self) -> io::Result<Option<Vec<u8>>> {
        let line = match self.waiting.pop_front() {
            Some(line) => line,
            None => {
                let mut line = Vec::new();
                self.input.by_ref().take(MAX_BYTES as u64 + 1).read_until(b'\n', &mut line)?;
                if line.len() > MAX_BYTES {
                    let problem = format!(
                        "line {}: expected at most {MAX_BYTES} bytes a record, found more",
                        self.line
                    );
                    return Err(io::Error::new(io::ErrorKind::InvalidData, problem));
                }
                line
            }
        };
        if line.is_empty() {
            return Ok(None);
        }
        self.line += 1;
        Ok(Some(line))
    }
}

/// The fields of a whole record.
fn split(record: &[u8]) -> Result<Fields, &'static str> {
    // A mark of the order of bytes may be before the first heading.
    let record = record.strip_prefix(b"\xef\xbb\xbf").unwrap_or(record);
    let mut reader = csv_core::Reader::new();
    let (mut output, mut ends) = (vec![0; record.len()], vec![0; MAX_FIELDS]);
    let (mut read, mut written, mut count) = (0, 0, 0);
    loop {
        let input = record.get(read..).unwrap_or_default();
        let (output, ends) = (output.get_mut(written..), ends.get_mut(count..));
        let (result, taken, put, ended) =
            reader.read_record(input, output.unwrap_or_default(), ends.unwrap_or_default());
        (read, written, count) = (read + taken, written + put, count + ended);
        match result {
            // The next call says that the end has come.
            csv_core::ReadRecordResult::InputEmpty => {}
            csv_core::ReadRecordResult::Record | csv_core::ReadRecordResult::End => break,
            csv_core::ReadRecordResult::OutputFull => return Err("it has more text than bytes"),
            csv_core::ReadRecordResult::OutputEndsFull => return Err("it has too many fields"),
        }
    }
    output.truncate(written);
    ends.truncate(count);
    let text = String::from_utf8(output).map_err(|_| "it is no text in UTF-8")?;
    Ok(Fields { text, ends })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines and fields of all records.
    fn all(text: &[u8]) -> Vec<(u64, Result<Vec<String>, &'static str>)> {
        let mut records = Records::new(text);
        let mut found = Vec::new();
        while let Some(Found { line, fields }) = records.next().unwrap() {
            found.push((line, fields.map(|fields| fields.iter().map(Into::into).collect())));
        }
        found
    }

    #[test]
    fn a_record_may_have_several_lines() {
        let found = all(b"\xef\xbb\xbfa,b\r\n\n\"x \"\"y\"\"\n,z\",2\n\n3,");
        let fields = |fields: &[&str]| Ok(fields.iter().map(ToString::to_string).collect());
        assert_eq!(
            found,
            [(1, fields(&["a", "b"])), (3, fields(&["x \"y\"\n,z", "2"])), (6, fields(&["3", ""]))]
        );
    }

    #[test]
    fn a_mark_that_is_not_closed_damages_its_own_line() {
        let lines = "7,8\n".repeat(300_000);
        let found = all(format!("1,2\n3,\"4\n{lines}").as_bytes());
        assert_eq!(found.len(), 300_002);
        assert_eq!(found[1], (2, Err("a quotation mark is not closed")));
        assert_eq!(found[300_001].0, 300_002);
        let broken = all(b"1,\xff\n2,3\n");
        assert_eq!(broken[0], (1, Err("it is no text in UTF-8")));
        assert!(broken[1].1.is_ok());
        assert_eq!(all(",".repeat(99).as_bytes())[0], (1, Err("it has too many fields")));
    }

    #[test]
    fn a_line_without_an_end_is_refused() {
        let mut records = Records::new(b"a,b\n".chain(io::repeat(b'x')));
        assert!(records.next().unwrap().is_some());
        let error = records.next().err().unwrap().to_string();
        assert_eq!(error, "line 2: expected at most 1048576 bytes a record, found more");
        // Nor can marks without end take time without end.
        let line = format!("{}\"\n", "x".repeat(1000));
        let mut records = Records::new(line.as_bytes().chain(io::repeat(b'x')));
        assert!(records.next().is_err());
    }
}
