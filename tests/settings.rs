//! The file of options beside the program, read by the program in a folder of its own.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Puts the program under another name beside these options. A hard link is used because no file is
/// written that way. A child that another test starts at the same time would hold a written copy
/// open for writing, and such a file cannot be run.
fn program(name: &str, settings: &[u8]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("settings-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("pbrain-fukumi").with_extension(std::env::consts::EXE_EXTENSION);
    fs::hard_link(env!("CARGO_BIN_EXE_fukumi"), &path).expect("a link");
    fs::write(path.with_extension("txt"), settings).expect("a file");
    path
}

/// What the program answers to these lines and a search to depth 3.
fn answers(program: &Path, lines: &str) -> Vec<String> {
    let mut child = Command::new(program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let game = "START 15\nINFO book 0\nINFO max_depth 3\nBOARD\n7,7,1\n8,8,2\nDONE\n";
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(format!("{lines}{game}").as_bytes()).expect("it reads");
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).expect("text");
    text.lines().map(str::to_owned).collect()
}

fn is_detailed(answers: &[String]) -> bool {
    answers.iter().any(|line| line.starts_with("MESSAGE REALTIME"))
}

#[test]
fn options_beside_the_program_are_in_force_until_the_manager_sends_others() {
    let program = program("sound", b"# tell more\r\nshow_detail 1\r\n");
    assert!(is_detailed(&answers(&program, "")));
    assert!(!is_detailed(&answers(&program, "INFO show_detail 0\n")));
}

#[test]
fn a_file_that_makes_no_sense_costs_nothing() {
    for (name, bytes) in [("noise", vec![0xff; 100]), ("huge", b"show_detail 1\n".repeat(10_000))] {
        let answers = answers(&program(name, &bytes), "");
        assert!(!is_detailed(&answers), "{name}");
        let last = answers.last().expect("an answer");
        assert!(last.split(',').all(|number| number.parse::<u8>().is_ok()), "{name}: {last}");
    }
}

#[cfg(unix)]
#[test]
fn what_is_no_file_is_not_waited_for() {
    let program = program("pipe", b"");
    let options = program.with_extension("txt");
    let is_playing = || {
        let answers = answers(&program, "");
        let last = answers.last().expect("an answer");
        last.split(',').all(|number| number.parse::<u8>().is_ok())
    };
    fs::remove_file(&options).expect("removed");
    // Nobody ever writes to this pipe.
    let made = Command::new("mkfifo").arg(&options).status().expect("mkfifo");
    assert!(made.success());
    assert!(is_playing());
    for device in ["/dev/zero", "/dev/tty", "/"] {
        fs::remove_file(&options).expect("removed");
        std::os::unix::fs::symlink(device, &options).expect("a link");
        assert!(is_playing(), "{device}");
    }
}
