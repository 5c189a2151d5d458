//! The pages of `docs/` have the levels, options, commands and opening rules of the program.

use std::collections::BTreeSet;
use std::fs;

use fukumi::protocol::info::InfoReader;
use fukumi_core::control::Limits;
use fukumi_core::decide::level::{FULL_STRENGTH, HIGHEST, Level};
use fukumi_core::opening::OpeningRule;
use regex::Regex;

/// The source of the words of `INFO`.
const KEYS: &str = include_str!("../src/protocol/info.rs");
/// The source of the words of commands.
const COMMANDS: &str = include_str!("../src/protocol/command/parse.rs");

/// A file of the repository.
fn file(name: &str) -> String {
    let path = format!("{}/{name}", env!("CARGO_MANIFEST_DIR"));
    fs::read_to_string(path).expect("a file of the repository").replace("\r\n", "\n")
}

/// What the first group of a pattern finds.
fn found<'a>(pattern: &str, text: &'a str) -> Vec<&'a str> {
    let pattern = Regex::new(pattern).expect("a pattern");
    pattern.captures_iter(text).map(|found| found.extract::<1>().1[0]).collect()
}

/// The part of a text from one piece to the next occurrence of another.
fn part<'a>(text: &'a str, from: &str, to: &str) -> &'a str {
    let (_, after) = text.split_once(from).expect(from);
    after.split_once(to).expect(to).0
}

#[test]
fn the_page_of_levels_has_their_strengths_and_ratings() {
    let mut table = String::from("| Level | `strength` | Elo |\n|-------|------------|-----|\n");
    for number in 1..HIGHEST {
        let (from, to) = (Level::strength(number), Level::strength(number + 1) - 1);
        let elo = Level::elo(number).expect("a rating");
        table += &format!("| {number} | {from}–{to} | {elo} |\n");
    }
    table += &format!("| {HIGHEST} | {FULL_STRENGTH} | by time |\n");
    let page = file("docs/levels.md");
    assert!(page.contains(&table), "docs/levels.md should have:\n{table}");
    let said = found("play the best move of a search of ([0-9, and]+) positions", &page);
    let nodes = [9, 10, 11].map(|number| {
        let level = Level::of_strength(Level::strength(number)).expect("a level");
        level.within(Limits::default()).nodes.expect("a limit")
    });
    let numbers = said[0].replace(" and", ",").replace(", ", " ").replace(',', "");
    assert_eq!(numbers, nodes.map(|count| count.to_string()).join(" "));
}

#[test]
fn the_ladder_has_every_level_at_its_lowest_strength() {
    let ladder = file("scripts/ladder.toml");
    let levels: Vec<&str> = found(r#"name = "level ([0-9]+)""#, &ladder);
    let strengths: Vec<&str> = found(r"info = \{strength = ([0-9]+)\}", &ladder);
    let expected: Vec<String> = (1..=HIGHEST).map(|number| number.to_string()).collect();
    assert_eq!(levels, expected);
    let expected: Vec<String> =
        (1..=HIGHEST).map(|number| Level::strength(number).to_string()).collect();
    assert_eq!(strengths, expected);
}

#[test]
fn the_page_of_options_has_every_key_that_the_program_reads() {
    let page = file("docs/options.md");
    let arms = part(KEYS, "fn setting(", "fn rule(");
    let mut keys = found(r#"\n +"([A-Z_]+)"(?: if [^\n]*?)? =>"#, arms);
    keys.extend(found(r#"const TAKE_BACK: &str = "([A-Z]+)""#, KEYS));
    let read: BTreeSet<String> = keys.iter().map(|key| key.to_ascii_lowercase()).collect();
    let listed: BTreeSet<String> =
        found(r"\n\| `([a-z_]+)` \|", &page).into_iter().map(String::from).collect();
    assert!(listed.len() > 20, "{listed:?}");
    assert_eq!(listed, read);
    let without_effect = part(&page, "Fukumi accepts these keys without effect:", "and every key");
    for key in found("`([a-z_]+)`", without_effect) {
        assert_eq!(InfoReader::default().read(key, "1"), Ok(vec![]), "{key}");
    }
}

#[test]
fn the_page_of_options_has_every_name_of_points() {
    let page = file("docs/options.md");
    let list = part(&page, "`coordinates` has these values", "are the values of Rapfi's");
    let mut listed: BTreeSet<&str> = BTreeSet::new();
    for line in list.lines().filter(|line| line.starts_with("- ")) {
        listed.extend(found("`([^`]+)`", line.split_once(':').expect("an example").0));
    }
    let mut read: BTreeSet<&str> =
        found(r#"\("([^"]+)", PointNames::"#, KEYS).into_iter().collect();
    read.insert("auto");
    assert_eq!(listed, read);
}

/// The pages that say what each command does.
fn pages_of_commands() -> String {
    ["docs/protocol.md", "docs/yixin.md", "docs/database-commands.md"].map(file).concat()
}

/// The commands that the program obeys.
fn obeyed() -> Vec<&'static str> {
    let mut words = found(r#""([A-Z][A-Z0-9]+)"(?: \| "[A-Z]+")? =>"#, COMMANDS);
    words.extend(found(r#"\| "([A-Z]+)" =>"#, COMMANDS));
    // All but `FileAction::Unsupported`.
    words.extend(found(r#"\("(YX[A-Z]+)", FileAction::(?:[A-TV-Z]|Un[^s])"#, COMMANDS));
    words.extend(found(r#"const EDIT_TEXT: &str = "([A-Z]+)""#, COMMANDS));
    words.extend(part(COMMANDS, "const FAREWELLS", "];").split('"').skip(1).step_by(2));
    words
}

#[test]
fn the_pages_of_the_protocol_have_every_command() {
    let (pages, words) = (pages_of_commands(), obeyed());
    assert!(words.len() > 60, "{words:?}");
    let starts = found("`(YX[A-Z0-9]+)…`", &pages);
    for word in words {
        let whole = Regex::new(&format!(r"(?-u:\b){word}(?-u:\b)")).expect("a pattern");
        let is_short = starts.iter().any(|start| word.starts_with(start));
        // `YXSWAP2STEP1`, `2`, `3`; `YXSOOSORVSTEP2` to `YXSOOSORVSTEP6`.
        let step = word.trim_end_matches(|sign: char| sign.is_ascii_digit());
        let is_step = step.ends_with("STEP") && pages.contains(step);
        assert!(whole.is_match(&pages) || is_short || is_step, "{word} is in no page");
    }
}

#[test]
fn the_pages_of_the_protocol_have_no_command_that_is_unknown() {
    let (pages, all) = (pages_of_commands(), found(r#""([A-Z][A-Z0-9]+)""#, COMMANDS));
    for word in found(r"(?-u:\b)(YX[A-Z0-9]+)(?:[^…A-Z0-9]|$)", &pages) {
        assert!(all.contains(&word), "{word} is no command");
    }
    for end in found("`…([A-Z]+)`", &pages) {
        let is_end = |word: &&str| word.starts_with("YXQUERYDATABASE") && word.ends_with(end);
        assert!(all.iter().any(is_end), "no command ends in {end}");
    }
}

#[test]
fn the_page_of_openings_has_every_rule_in_order() {
    let page = file("docs/openings.md");
    let list = part(&page, "\n## The rules\n", "\nAfter the fourth stone");
    assert_eq!(found(r"\n- `([a-z0-9-]+)`: ", list), OpeningRule::ALL.map(OpeningRule::name));
}
