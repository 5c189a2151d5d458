//! A file of results, one JSON object on each line, with which long work goes on.

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

use anyhow::{Context, bail};
use serde_json::Value;

use super::exclusive;

/// The file, open for one process.
pub(super) struct Kept {
    file: File,
}

impl Kept {
    /// Opens the file, new or with results, and calls `take` for each of them. Every result begins
    /// with `beginning`. A last line that was not written to its end is cut off.
    ///
    /// # Errors
    /// If the file cannot be used, another process uses it, or `take` does not know a line. The
    /// file stays as it is then.
    pub(super) fn open(
        path: &Path,
        beginning: &str,
        take: &mut dyn FnMut(Value) -> Option<()>,
    ) -> anyhow::Result<Self> {
        let name = || format!("cannot use {}", path.display());
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path).with_context(name)?;
        exclusive::claim(&file, path)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).with_context(name)?;
        let mut lines: Vec<&[u8]> = bytes.split(|&byte| byte == b'\n').collect();
        // What follows the last end of a line.
        let cut = lines.pop().unwrap_or_default();
        let mut take = |line| serde_json::from_slice(line).ok().and_then(&mut *take).is_some();
        // In the order of the file: of two results for the same thing, the later one counts.
        let unknown = lines.iter().position(|line| !line.is_empty() && !take(line));
        let is_whole = !cut.is_empty() && take(cut);
        let is_begun =
            cut.starts_with(beginning.as_bytes()) || beginning.as_bytes().starts_with(cut);
        let is_cut_unknown = !is_whole && (!is_begun || is_json(cut));
        if let Some(line) = unknown.or(is_cut_unknown.then_some(lines.len())) {
            bail!("{}: line {} is no result of this command", path.display(), line + 1);
        }
        let length = bytes.len() - if is_whole { 0 } else { cut.len() };
        file.set_len(length as u64).with_context(name)?;
        file.seek(SeekFrom::End(0)).with_context(name)?;
        if is_whole {
            file.write_all(b"\n").with_context(name)?;
        }
        Ok(Self { file })
    }

    /// Adds a result.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(super) fn add(&mut self, line: &str) -> anyhow::Result<()> {
        self.file.write_all(format!("{line}\n").as_bytes()).context("cannot keep a result")
    }
}

fn is_json(text: &[u8]) -> bool {
    serde_json::from_slice::<Value>(text).is_ok()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// Opens a file with this content. Returns the names of its results, and what it has then.
    fn opened(name: &str, content: &str) -> (anyhow::Result<Vec<String>>, String) {
        let name = format!("fukumi-kept-{name}-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::write(&path, content).expect("a file");
        let mut names = Vec::new();
        let result = Kept::open(&path, "{\"id\":", &mut |value| {
            names.push(value["id"].as_str()?.to_owned());
            Some(())
        });
        let result = result.map(|_| names);
        let content = fs::read_to_string(&path).expect("text");
        fs::remove_file(&path).expect("a file");
        (result, content)
    }

    #[test]
    fn a_line_that_was_not_written_to_its_end_is_cut_off_and_nothing_else() {
        let opened = |content: &str| opened("cut", content);
        let one = "{\"id\":\"a\"}\n";
        for end in ["", "{", "{\"id", "{\"id\":\"b"] {
            let (names, content) = opened(&format!("{one}{end}"));
            assert_eq!((names.expect("results").len(), content.as_str()), (1, one), "{end}");
        }
        let (names, content) = opened(&format!("{one}{{\"id\":\"b\"}}"));
        assert_eq!(names.expect("results").len(), 2);
        assert_eq!(content, format!("{one}{{\"id\":\"b\"}}\n"), "only its end was missing");
        for other in ["(;GM[4]SZ[15];B[hh])", "h8 i9", "{\"id\":7}", "{\"a\":", "\u{feff}"] {
            for content in [other.to_owned(), format!("{one}{other}")] {
                let (names, after) = opened(&content);
                assert!(names.is_err(), "{content}");
                assert_eq!(after, content);
            }
        }
    }

    #[test]
    fn results_are_taken_in_the_order_of_the_file() {
        let lines = ["{\"id\":\"a\"}", "{\"id\":\"b\"}", "{\"id\":\"c\"}"].join("\n");
        for end in ["\n", ""] {
            let (names, _) = opened("order", &format!("{lines}{end}"));
            assert_eq!(names.expect("results"), ["a", "b", "c"], "{end:?}");
        }
    }
}
