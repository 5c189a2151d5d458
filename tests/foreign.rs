//! Text of others: it survives byte by byte where it is kept, and controls no terminal where it is
//! shown.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A new folder for files of a test.
fn new_folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("foreign-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn program(arguments: &[&str], folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fukumi"));
    command.args(arguments).current_dir(folder).stdin(Stdio::piped()).stdout(Stdio::piped());
    command.stderr(Stdio::piped());
    command
}

/// Folders and comments in a Chinese code page, of which UTF-8 knows nothing.
#[cfg(unix)]
#[test]
fn bytes_that_are_not_utf8_survive_in_paths_and_comments() {
    use std::ffi::OsStr;
    use std::io::{BufRead, BufReader, Write};
    use std::os::unix::ffi::OsStrExt;

    let folder = new_folder("bytes");
    let name = folder.to_str().expect("a path of the tests").as_bytes();
    let [first, second]: [&[u8]; 2] = [b"\xce\xe5", b"\xd7\xd3"];
    let comment = b"\xd7\xd3\\\\ and \xe4\xba\x94 and \x81\x30";
    let lines = [
        b"START 15\nINFO folder ",
        name,
        b"/",
        first,
        b"\nINFO usedatabase 1\nYXEDITTEXTDATABASE \"",
        comment,
        b"\"7,7\nDONE\nYXEDITLABELDATABASE 7,7 \xb0\xa1\nDONE\n",
        b"YXQUERYDATABASETEXT 7,7 DONE\nYXQUERYDATABASEALL DONE\nINFO folder ",
        name,
        b"/",
        second,
        b"\nYXQUERYDATABASETEXT 7,7 DONE\nYXSETDATABASE ",
        name,
        b"/",
        second,
        b".db\n",
    ]
    .concat();
    for folder_name in [first, second] {
        fs::create_dir_all(folder.join(OsStr::from_bytes(folder_name))).expect("a folder");
    }
    let mut child = program(&[], &folder).spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(&lines).expect("it reads");
    let mut replies = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut output = Vec::new();
    while !output.ends_with(b"MESSAGE DATABASE LOAD DONE\n") {
        assert!(replies.read_until(b'\n', &mut output).expect("it writes") > 0, "it has ended");
    }
    drop(stdin);
    assert!(child.wait().expect("it ends").success());
    let has = |line: &[u8]| output.split(|&byte| byte == b'\n').any(|found| found == line);
    assert!(has(&[b"MESSAGE DATABASE TEXT \"".as_slice(), comment, b"\""].concat()));
    assert!(has(b"MESSAGE DATABASE 7 7 -1 0 0 0 1 \xb0\xa1"));
    assert!(has(b"MESSAGE DATABASE TEXT \"\""), "another folder has another database");
    let loaded = [b"MESSAGE DATABASE LOAD START ", name, b"/", second, b".db"].concat();
    assert!(has(&loaded), "{}", output.escape_ascii());
    let replaced = "\u{fffd}".as_bytes();
    assert!(!output.windows(replaced.len()).any(|window| window == replaced));
    let file = Path::new("fukumi").join("positions.db");
    assert!(folder.join(OsStr::from_bytes(first)).join(&file).exists());
    assert!(!folder.join(OsStr::from_bytes(second)).join(file).exists());
}

#[test]
fn names_and_errors_of_files_control_no_terminal() {
    let folder = new_folder("terminal");
    let wicked = format!("\u{1b}[2J\u{9b}31m\u{202e}{}", "x".repeat(4096));
    let game = format!("(;GM[4]SZ[15]PB[{wicked}]PW[{wicked}]EV[{wicked}];B[hh];W[ii])");
    fs::write(folder.join("game.sgf"), game).expect("a file");
    fs::write(folder.join("bad.txt"), format!("h8 i9 {wicked}")).expect("a file");
    fs::write(folder.join("bad.json"), format!("{{\"rule\":\"{wicked}\"}}")).expect("a file");
    for arguments in [
        ["analyze", "--nodes", "100", "game.sgf"].as_slice(),
        &["analyze", "--nodes", "100", "bad.txt", "bad.json"],
        &["solve", "bad.txt"],
        &["play", "bad.txt"],
        &["convert", "bad.txt", "bad.sgf"],
        &["convert", "game.sgf", "game.psq"],
        &["database", "import", "new.db", "game.sgf", "bad.txt"],
        &["explore", "new.db", &wicked],
    ] {
        let output = program(arguments, &folder).output().expect("the program starts");
        for text in [output.stdout, output.stderr] {
            let text = String::from_utf8(text).expect("text");
            let is_wicked = |c: char| c != '\n' && c.is_control() || c == '\u{202e}';
            assert!(!text.contains(is_wicked), "{:?}: {text:?}", &arguments[..2]);
            let longest = text.lines().map(|line| line.chars().count()).max().unwrap_or(0);
            assert!(longest <= 320, "{:?}: {longest} characters", &arguments[..2]);
        }
    }
}
