//! The command line of the program, and what a person sees who starts it without arguments.

use std::process::{Command, Stdio};

use fukumi_driver::finish::{Finished, finish};

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
        let Finished { ending, output, errors } = run(&[argument]);
        assert_eq!((ending.code(), output.as_str()), (Some(2), ""), "{argument}");
        assert!(errors.starts_with("error: ") && errors.contains(meant), "{argument}: {errors}");
    }
}

#[test]
fn what_is_asked_for_is_no_error() {
    for argument in ["--version", "-V", "--help", "-h", "help"] {
        let Finished { ending, output, errors } = run(&[argument]);
        assert!(ending.is_success() && errors.is_empty(), "{argument}: {errors}");
        assert!(output.to_lowercase().contains("fukumi"), "{argument}: {output}");
    }
}

#[test]
fn without_an_argument_nothing_is_said_to_a_manager() {
    for arguments in [&[][..], &["--force-utf8"]] {
        let Finished { ending, output, errors } = run(arguments);
        assert!(ending.is_success(), "{arguments:?}");
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
    let Finished { ending, output, errors } = finish(child);
    assert!(ending.is_success());
    assert!(output.starts_with("name=") && output.lines().count() == 1, "{output}");
    for hint in ["protocol", "HELP", "END", "fukumi play", "fukumi --help"] {
        assert!(errors.contains(hint), "{hint}: {errors}");
    }
}

/// The commands below a heading of the help.
fn commands_below<'a>(help: &'a str, heading: &str) -> Vec<&'a str> {
    let lines = help.lines().skip_while(|line| *line != heading).skip(1);
    let lines = lines.take_while(|line| !line.is_empty());
    lines.filter_map(|line| line.split_whitespace().next()).collect()
}

#[test]
fn the_help_has_the_commands_of_players_first_and_says_what_happens_without_one() {
    let Finished { output, .. } = run(&["--help"]);
    let players = ["play", "analyze", "solve", "explore", "database", "convert", "book"];
    assert_eq!(commands_below(&output, "Commands:"), players, "{output}");
    let programs = ["serve", "completions", "man"];
    assert_eq!(commands_below(&output, "Commands for programs and shells:"), programs, "{output}");
    let developers = ["bench", "datagen", "samples"];
    assert_eq!(commands_below(&output, "Commands for developers:"), developers, "{output}");
    let headings =
        ["Usage: ", "\nCommands:", " shells:", " developers:", "\nOptions:", "\nWithout"];
    let places = headings.map(|heading| output.find(heading));
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{places:?}\n{output}");
    assert!(output.contains("--version") && output.contains("speaks the Gomocup"), "{output}");
    assert_eq!(run(&["-h"]).output, output, "both forms say it");
}

#[test]
fn every_command_is_below_a_heading_of_the_help_and_of_the_manual() {
    let (help, manual) = (run(&["--help"]).output, run(&["man"]).output);
    // The shells learn all commands from the parser itself.
    let fish = run(&["completions", "fish"]).output;
    let prefix = "complete -c fukumi -n \"__fish_fukumi_needs_command\" -f -a \"";
    let names = fish.lines().filter_map(|line| line.strip_prefix(prefix)?.split('"').next());
    let names: Vec<&str> = names.filter(|name| *name != "help").collect();
    assert!(names.len() >= 13, "{fish}");
    for name in names {
        assert!(help.contains(&format!("\n  {name} ")), "{name}: {help}");
        assert!(manual.contains(&format!("\nfukumi\\-{name}(1)\n")), "{name}: {manual}");
    }
    assert!(!manual.contains("fukumi\\-help"), "it has no page: {manual}");
    let place = |text: &str| manual.find(text).expect(text);
    assert!(place("fukumi\\-play(1)") < place("COMMANDS FOR DEVELOPERS"), "{manual}");
    assert!(place("COMMANDS FOR DEVELOPERS") < place("fukumi\\-bench(1)"), "{manual}");
}

#[test]
fn an_option_of_several_commands_has_the_default_of_each() {
    for (command, option, default) in [
        ("analyze", "--memory", "32"),
        ("solve", "--memory", "256"),
        ("serve", "--memory", "32"),
        ("datagen", "--nodes", "2000"),
    ] {
        let help = run(&[command, "-h"]).output;
        let line = help.lines().find(|line| line.trim_start().starts_with(option));
        let end = format!("[default: {default}]");
        assert!(line.is_some_and(|line| line.ends_with(&end)), "{command}: {help}");
    }
}

#[test]
fn shells_learn_the_commands_and_their_options() {
    for (shell, word) in
        [("bash", "complete -F"), ("zsh", "#compdef fukumi"), ("fish", "-a \"analyze\"")]
    {
        let Finished { ending, output, errors } = run(&["completions", shell]);
        assert!(ending.is_success() && errors.is_empty(), "{shell}: {errors}");
        assert!(output.contains(word) && output.contains("multi-pv"), "{shell}: {output}");
    }
    for shell in ["powershell", "elvish"] {
        assert!(run(&["completions", shell]).output.contains("fukumi"), "{shell}");
    }
    assert_eq!(run(&["completions", "cmd"]).ending.code(), Some(2));
}

#[test]
fn every_command_has_a_page_of_the_manual() {
    let page = run(&["man"]).output;
    assert!(page.contains(".TH fukumi 1") && page.contains("speaks the Gomocup"), "{page}");
    for (command, name) in
        [(&["play"][..], "fukumi\\-play"), (&["database", "query"], "fukumi\\-database\\-query")]
    {
        let Finished { ending, output, errors } = run(&[&["man"], command].concat());
        assert!(ending.is_success() && output.contains(name), "{command:?}: {errors}{output}");
    }
    let Finished { ending, errors, .. } = run(&["man", "plya"]);
    assert!(!ending.is_success() && errors.contains("there is no command \"plya\""), "{errors}");

    let folder = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("man");
    let _ = std::fs::remove_dir_all(&folder);
    let out = folder.to_str().expect("text");
    let Finished { ending, errors, .. } = run(&["man", "--out", out]);
    assert!(!ending.is_success() && errors.contains("there is no folder"), "{errors}");
    std::fs::create_dir_all(&folder).expect("a folder");
    assert!(run(&["man", "--out", out]).ending.is_success());
    for name in ["fukumi.1", "fukumi-analyze.1", "fukumi-database-query.1"] {
        assert!(folder.join(name).is_file(), "{name}");
    }
    assert!(!folder.join("fukumi-help.1").exists());
}
