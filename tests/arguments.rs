//! The command line of the program, and what a person sees who starts it without arguments.

use std::process::{Command, Stdio};

use common::finish::{Finished, finish};

mod common {
    pub(crate) mod finish;
}

/// Runs the program with these arguments and an empty input.
fn run(arguments: &[&str]) -> Finished {
    let child = Command::new(env!("CARGO_BIN_EXE_fukumi"))
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    finish(child)
}

#[test]
fn a_mistyped_argument_is_an_error_that_says_what_may_have_been_meant() {
    for (argument, meant) in [
        ("plya", "play"),
        ("anlyze", "analyze"),
        ("--vesion", "--version"),
        ("-v", "--version"),
        ("--hlep", "--help"),
        ("foo", "--help"),
        ("15", "--help"),
        ("", "--help"),
    ] {
        let Finished { status, output, errors } = run(&[argument]);
        assert_eq!((status.code(), output.as_str()), (Some(2), ""), "{argument}");
        assert!(errors.starts_with("error: ") && errors.contains(meant), "{argument}: {errors}");
    }
}

#[test]
fn what_is_asked_for_is_no_error() {
    for argument in ["--version", "-V", "--help", "-h", "help"] {
        let Finished { status, output, errors } = run(&[argument]);
        assert!(status.success() && errors.is_empty(), "{argument}: {errors}");
        assert!(output.to_lowercase().contains("fukumi"), "{argument}: {output}");
    }
}

#[test]
fn without_an_argument_nothing_is_said_to_a_manager() {
    for arguments in [&[][..], &["--force-utf8"]] {
        let Finished { status, output, errors } = run(arguments);
        assert!(status.success(), "{arguments:?}");
        assert_eq!((output.as_str(), errors.as_str()), ("", ""), "{arguments:?}");
    }
}

#[cfg(unix)]
#[test]
fn without_an_argument_a_person_at_a_terminal_is_told_where_they_are() {
    use std::fs::File;
    use std::io::Write;

    let terminal = nix::pty::openpty(None, None).expect("a terminal");
    let mut keyboard = File::from(terminal.master);
    keyboard.write_all(b"ABOUT\nEND\n").expect("the terminal takes what is typed");
    let child = Command::new(env!("CARGO_BIN_EXE_fukumi"))
        .stdin(terminal.slave)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let Finished { status, output, errors } = finish(child);
    assert!(status.success());
    assert!(output.starts_with("name=") && output.lines().count() == 1, "{output}");
    for hint in ["protocol", "HELP", "END", "fukumi play", "fukumi --help"] {
        assert!(errors.contains(hint), "{hint}: {errors}");
    }
}
