//! The one list of formats: the help of `fukumi convert` and the table of its page follow it.

use std::fs;
use std::path::Path;
use std::process::Command;

use fukumi_records::{Content, Format};

/// The table of formats, as the page has it.
fn table() -> String {
    let mut lines = vec![
        "| Name | What it is | Ending | Recognised by | Written | Kept besides the moves |".into(),
        "|---|---|---|---|---|---|".into(),
    ];
    lines.extend(Format::ALL.into_iter().map(|format| {
        let about = format.describe();
        let endings: Vec<String> =
            about.endings.iter().map(|ending| format!("`.{ending}`")).collect();
        let kept: Vec<&str> = about.holds.iter().map(|content| content.name()).collect();
        let kept = if kept.len() == Content::ALL.len() { "all".into() } else { kept.join(", ") };
        format!(
            "| `{}` | {} | {} | {} | {} | {kept} |",
            about.name,
            about.summary,
            endings.join(", "),
            about.sign,
            if format.is_written() { "yes" } else { "no" },
        )
    }));
    lines.join("\n") + "\n"
}

#[test]
fn the_page_has_the_list_of_formats() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/convert.md");
    let page = fs::read_to_string(page).expect("the page");
    let table = table();
    assert!(page.contains(&table), "docs/convert.md should have this table:\n{table}");
}

#[test]
fn the_help_names_all_formats_in_their_order() {
    let output = Command::new(env!("CARGO_BIN_EXE_fukumi"))
        .args(["convert", "--help"])
        .output()
        .expect("the program starts");
    let help = String::from_utf8(output.stdout).expect("a text");
    let (_, of_from) = help.split_once("--from <FORMAT>").expect("--from");
    let (of_from, of_to) = of_from.split_once("--to <FORMAT>").expect("--to");
    for part in [of_from, of_to] {
        let listed = part.lines().filter_map(|line| {
            let (name, summary) = line.trim().strip_prefix("- ")?.split_once(':')?;
            Some((name, summary.trim()))
        });
        let listed: Vec<(&str, &str)> = listed.take(Format::ALL.len()).collect();
        let names: Vec<&str> = listed.iter().map(|(name, _)| *name).collect();
        assert_eq!(names, Format::ALL.map(Format::name));
        for (format, (_, summary)) in Format::ALL.into_iter().zip(listed) {
            let is_read_only = summary.contains("can only be read");
            assert_eq!(is_read_only, !format.is_written(), "{summary}");
        }
    }
}

#[test]
fn what_the_page_says_about_endings_holds_for_the_program() {
    for format in Format::ALL {
        for ending in format.describe().endings {
            let output = Command::new(env!("CARGO_BIN_EXE_fukumi"))
                .args(["convert", "no-such-file.txt", &format!("no-such-folder/x.{ending}")])
                .output()
                .expect("the program starts");
            let errors = String::from_utf8_lossy(&output.stderr).into_owned();
            let refusal = format!("{} can only be read", format.name());
            assert_eq!(errors.contains(&refusal), !format.is_written(), "{ending}: {errors}");
        }
    }
}
