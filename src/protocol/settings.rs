//! Options in a file beside the program, for front ends that have no switch for them.
//!
//! The file of `pbrain-fukumi.exe` is `pbrain-fukumi.txt`. A line is what would follow `INFO`, as
//! in `strength 60`; a leading `INFO` is allowed. Empty lines and lines that begin with `#` are
//! ignored. Options that a manager sends later take precedence.

use std::env;
use std::io;
use std::path::{Path, PathBuf};

use log::{info, warn};

use super::command::split_word;
use super::raw;
use crate::engine::reading::read_file;

/// Maximum size of the file in bytes. A larger file is not a list of options.
const MAX_BYTES: u64 = 1 << 16;

/// A key and its value, as in `INFO`.
pub(crate) type Setting = (String, String);

/// The options of the file beside the program; none if there is no file. If the file cannot be
/// read, the log says so.
pub(super) fn beside_program() -> Vec<Setting> {
    let Ok(program) = env::current_exe() else { return Vec::new() };
    let path = path_for(&program);
    let name = path.display();
    match read_file(&path, MAX_BYTES) {
        Ok(bytes) => {
            let settings = parse(&raw::decode(&bytes));
            info!("{} options in {name}", settings.len());
            settings
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
        Err(error) => {
            warn!("{name} is not read: {error}");
            Vec::new()
        }
    }
}

/// The file that belongs to a program with this path.
fn path_for(program: &Path) -> PathBuf {
    program.with_extension("txt")
}

fn parse(text: &str) -> Vec<Setting> {
    let lines = text.trim_start_matches('\u{feff}').lines().map(str::trim);
    let said = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    said.map(|line| {
        let (word, rest) = split_word(line);
        let (key, value) =
            if word.eq_ignore_ascii_case("INFO") { split_word(rest) } else { (word, rest) };
        (key.to_owned(), value.to_owned())
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_keys_and_values() {
        let text = "\u{feff}# for my evenings\r\n\r\nstrength 60\r\n  info  folder  /my \
                    games/2026 \nseed\n";
        let expected = [("strength", "60"), ("folder", "/my games/2026"), ("seed", "")];
        assert_eq!(parse(text), expected.map(|(key, value)| (key.to_owned(), value.to_owned())));
    }

    #[test]
    fn the_file_has_the_name_of_the_program() {
        assert_eq!(path_for(Path::new("/a/pbrain-fukumi.exe")), Path::new("/a/pbrain-fukumi.txt"));
        assert_eq!(path_for(Path::new("/a/fukumi")), Path::new("/a/fukumi.txt"));
    }
}
