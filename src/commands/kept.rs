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
    /// Opens the file, new or with results, and calls `take` for each of them. A line that was not
    /// written to its end is cut off.
    ///
    /// # Errors
    /// If the file cannot be used, another process uses it, or `take` does not know a line.
    pub(super) fn open(
        path: &Path,
        take: &mut dyn FnMut(Value) -> Option<()>,
    ) -> anyhow::Result<Self> {
        let name = || format!("cannot use {}", path.display());
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path).with_context(name)?;
        exclusive::claim(&file, path)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).with_context(name)?;
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        for (number, line) in bytes[..whole].split(|&byte| byte == b'\n').enumerate() {
            let is_known =
                line.is_empty() || serde_json::from_slice(line).ok().and_then(&mut *take).is_some();
            if !is_known {
                bail!("{}: line {} is no result of this command", path.display(), number + 1);
            }
        }
        file.set_len(whole as u64).with_context(name)?;
        file.seek(SeekFrom::End(0)).with_context(name)?;
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
