//! What `fukumi convert` makes of a small file in each format.
//!
//! Each file of `tests/formats` is converted to all formats that are written, and what comes of it
//! is kept beside it in `NAME.expected`. After a wanted change, `FUKUMI_WRITE_EXPECTED=1 cargo test
//! --test convert_golden` writes these files anew. Where `../shared/cases` is beside the checkout,
//! its files are converted as well: each gives games that are the same when they are read again, or
//! an error that names a place or what the file is.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use fukumi_driver::finish::{Finished, finish};
use fukumi_records::Format;

/// The ending of the files that keep what is expected.
const EXPECTED: &str = "expected";

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/formats")
}

/// All files below a folder, in the order of their names.
fn files(folder: &Path) -> BTreeSet<PathBuf> {
    let entries =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path());
    let below = |path: PathBuf| if path.is_dir() { files(&path) } else { BTreeSet::from([path]) };
    entries.flat_map(below).collect()
}

/// The files to convert, without what is expected of them.
fn inputs() -> BTreeSet<PathBuf> {
    let mut all = files(&folder());
    all.retain(|path| path.extension().is_none_or(|ending| ending != EXPECTED));
    all
}

/// Converts a file, from within its folder, so that messages name it alone.
fn convert(path: &Path, to: Format) -> (Option<i32>, Vec<u8>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_fukumi"))
        .current_dir(path.parent().expect("a folder"))
        .arg("convert")
        .arg(path.file_name().expect("a name"))
        .args(["-", "--to", to.name()])
        .output()
        .expect("the program starts");
    let errors = String::from_utf8(output.stderr).expect("messages in UTF-8");
    (output.status.code(), output.stdout, errors)
}

/// Text as it is, other bytes as numbers.
fn shown(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) if !text.contains(|c: char| c.is_control() && c != '\n') => text.into(),
        _ => {
            let numbers: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            numbers.chunks(20).map(|line| line.join(" ") + "\n").collect()
        }
    }
}

/// What a file becomes in each format, and what is reported.
fn converted(path: &Path) -> String {
    let mut all = String::new();
    for to in Format::ALL.into_iter().filter(|format| format.is_written()) {
        let (status, output, errors) = convert(path, to);
        let status = status.expect("an exit status");
        let _ = write!(all, "== {}, status {status}\n{}", to.name(), shown(&output));
        errors.lines().for_each(|line| all += &format!("> {line}\n"));
    }
    all
}

#[test]
fn every_format_has_a_file() {
    let formats: BTreeSet<Format> = inputs()
        .iter()
        .filter_map(|path| {
            let bytes = fs::read(path).expect("a file");
            let name = path.to_str().expect("a name in UTF-8");
            let format = match fukumi_records::file::format_of(
                &bytes,
                &fukumi_records::file::Request { name: Some(name), ..Default::default() },
            ) {
                Ok(Some(format)) => format,
                Ok(None) => {
                    let text = String::from_utf8(bytes).expect("UTF-8");
                    let all = fukumi_records::parse_all(&text, &Default::default()).ok()?;
                    all.into_iter().find_map(|(_, diagram)| Some(diagram.ok()?.format))?
                }
                Err(_) => return None,
            };
            Some(format)
        })
        .collect();
    assert_eq!(formats, Format::ALL.into_iter().collect());
}

#[test]
fn each_file_becomes_what_is_expected() {
    let is_to_write = std::env::var_os("FUKUMI_WRITE_EXPECTED").is_some();
    for path in inputs() {
        let converted = converted(&path);
        let mut name = path.file_name().expect("a name").to_owned();
        name.push(format!(".{EXPECTED}"));
        let expected = path.with_file_name(name);
        if is_to_write {
            fs::write(&expected, &converted).expect("a file");
        }
        let expected = fs::read_to_string(&expected).expect("what is expected");
        assert_eq!(converted, expected, "{}", path.display());
    }
}

/// The games of a text in SGF, written as SGF again.
fn again(sgf: &[u8]) -> Vec<u8> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_fukumi"))
        .args(["convert", "-", "--from", "sgf", "--to", "sgf", "--game", "gomoku"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child.stdin.take().expect("a pipe").write_all(sgf).expect("the program reads");
    let Finished { ending, output, errors } = finish(child);
    assert!(ending.is_success(), "{errors}");
    output.into_bytes()
}

/// Checks that a file gives games which are the same when they are read again, or an error that
/// says where or what is wrong.
fn check(path: &Path) {
    let (status, sgf, errors) = convert(path, Format::Sgf);
    let name = path.display();
    assert!(matches!(status, Some(0 | 1)), "{name}: {status:?}: {errors}");
    assert!(!errors.contains("panicked"), "{name}: {errors}");
    if status == Some(1) {
        let signs = ["line ", "byte ", "found ", "use --to csv"];
        let is_reported =
            |line: &str| line.starts_with("error: ") && signs.iter().any(|s| line.contains(s));
        assert!(errors.lines().any(is_reported), "{name}: {errors}");
    }
    if !sgf.is_empty() {
        assert_eq!(String::from_utf8_lossy(&again(&sgf)), String::from_utf8_lossy(&sgf), "{name}");
    }
}

#[test]
fn what_is_written_is_read_again_as_the_same_games() {
    inputs().iter().for_each(|path| check(path));
}

#[test]
fn shared_cases_give_games_or_an_error_with_a_place() {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/cases");
    if cases.is_dir() {
        files(&cases).iter().for_each(|path| check(path));
    }
}
