//! Options in a file beside the program, for front ends that have no switch for them.
//!
//! The file of `pbrain-fukumi.exe` is `pbrain-fukumi.txt`. A line is what would follow `INFO`, as
//! in `strength 60`; a leading `INFO` is allowed. Empty lines and lines that begin with `#` are
//! ignored. Options that a manager sends later take precedence.

use std::env;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use log::{info, warn};

use super::command::split_word;
use super::raw;

/// Maximum size of the file in bytes. A larger file is not a list of options.
const MAX_BYTES: u64 = 1 << 16;

/// A key and its value, as in `INFO`.
pub(crate) type Setting = (String, String);

/// The options of the file beside the program; none if there is no file. If the file cannot be
/// read, the log says so.
pub fn beside_program() -> Vec<Setting> {
    let Ok(program) = env::current_exe() else { return Vec::new() };
    let path = path_for(&program);
    let name = path.display();
    match open(&path).and_then(read) {
        Ok(text) => {
            let settings = parse(&text);
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

/// Opens a regular file and nothing else. Opening a named pipe would wait until a program writes to
/// it, and a device need not end.
fn open(path: &Path) -> io::Result<File> {
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is no usual file"));
    }
    File::open(path)
}

fn read(file: impl Read) -> io::Result<String> {
    let mut bytes = Vec::new();
    file.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, "more than 64 KiB"));
    }
    Ok(raw::decode(&bytes))
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

    #[test]
    fn only_a_small_file_is_read() {
        let read_all = read(&b"folder \xce\xe5\n"[..]).unwrap();
        assert_eq!(raw::encode(&read_all), b"folder \xce\xe5\n");
        assert!(read(io::repeat(b'\n').take(MAX_BYTES)).is_ok());
        let error = read(io::repeat(b'\n')).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::FileTooLarge);
    }
}
