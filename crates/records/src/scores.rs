//! Results of tournaments as Gomocup's organisers publish them for rating: one line for each pair
//! of programs.
//!
//! `EMBRYO25 - LAVENDER: 24 : 0` has two programs and how many games each has won against the
//! other. The number of draws is not stated. Source: the files `records/*.txt` of
//! <https://github.com/Gomocup/GomocupEloRating>.

use std::fmt::Write;

use crate::error::{NotationError, Problem};
use crate::limits::{AT_MOST_FAULTS, MAX_FAULTS};
use crate::normal::normalised;
use crate::reading::Fault;
use crate::source::{Source, filled_lines};

const EXPECTED: &str = "two programs and their wins, as in A - B: 3 : 1";

/// What two programs made of their games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// The names of the programs.
    pub players: [String; 2],
    /// How many games each has won.
    pub wins: [u32; 2],
}

/// Whether the first line with something on it has the form of such a result.
pub fn is_table(text: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}');
    text.lines().find(|line| !line.trim().is_empty()).is_some_and(|line| pairing(line).is_some())
}

/// The results of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scores {
    /// The results, in the order of the file.
    pub pairings: Vec<Pairing>,
    /// What is wrong with the lines that are left out.
    pub faults: Vec<Fault>,
}

/// Reads all results, and leaves out the lines that have another form.
///
/// # Errors
/// If there is no result.
pub fn read(text: &str) -> Result<Scores, NotationError> {
    let text = normalised(text);
    let source = Source::new(&text);
    let mut scores = Scores::default();
    for line in source.parts(filled_lines(source.text())) {
        let error = match line.within_limit().map(pairing) {
            Ok(Some(pairing)) => {
                scores.pairings.push(pairing);
                continue;
            }
            Ok(None) => line.expected(EXPECTED, line.text()),
            Err(error) => error,
        };
        if scores.faults.len() >= MAX_FAULTS {
            scores.faults.push(line.error(line.text(), Problem::too_many(AT_MOST_FAULTS)).into());
            break;
        }
        scores.faults.push(error.into());
    }
    match (scores.pairings.is_empty(), scores.faults.first()) {
        (true, Some(fault)) => Err(fault.error.clone()),
        (true, None) => Err(source.expected(EXPECTED, "")),
        (false, _) => Ok(scores),
    }
}

fn pairing(line: &str) -> Option<Pairing> {
    let (rest, second) = line.rsplit_once(':')?;
    let (players, first) = rest.rsplit_once(':')?;
    let (one, other) = players.split_once(" - ")?;
    let players = [one, other].map(|name| name.trim().to_owned());
    let count = |text: &str| text.trim().parse().ok();
    let is_named = players.iter().all(|name| !name.is_empty());
    is_named.then_some(Pairing { players, wins: [count(first)?, count(second)?] })
}

/// The results as comma-separated values, with a head.
pub fn csv(pairings: &[Pairing]) -> String {
    let mut text = String::from("player,opponent,wins,losses\n");
    for Pairing { players, wins: [wins, losses] } in pairings {
        let [player, opponent] = players.each_ref().map(|name| quoted(name));
        // Writing to a string does not fail.
        let _ = writeln!(text, "{player},{opponent},{wins},{losses}");
    }
    text
}

/// A field in quotation marks, if it needs them.
fn quoted(name: &str) -> String {
    if name.contains([',', '"']) {
        format!("\"{}\"", name.replace('"', "\"\""))
    } else {
        name.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_become_a_table() {
        let text = "ONIX - TITO: 4 : 2\r\n\r\nA.B-C 1 - \"D\", E : 0 :10\r\n";
        assert!(is_table(text));
        let table = csv(&read(text).expect("two results").pairings);
        let expected =
            "player,opponent,wins,losses\nONIX,TITO,4,2\nA.B-C 1,\"\"\"D\"\", E\",0,10\n";
        assert_eq!(table, expected);
    }

    #[test]
    fn other_lines_are_refused_with_their_place() {
        for (text, message) in [
            ("", "line 1, column 1: "),
            ("A - B: 1 : 2\n A - B: 1\n", "line 2, column 2: "),
            ("A - B: 1 : 2\nA: 1 : 2\n", "line 2, column 1: "),
            ("A - B: 1 : -2\n", "line 1, column 1: "),
            (" - B: 1 : 2\n", "line 1, column 2: "),
        ] {
            let error = match read(text) {
                Ok(scores) => {
                    assert_eq!(scores.pairings.len(), 1, "the sound line stays");
                    scores.faults[0].to_string()
                }
                Err(error) => error.to_string(),
            };
            assert!(error.starts_with(&format!("{message}expected {EXPECTED}")), "{error}");
        }
        assert!(!is_table("h8 i9") && !is_table("1. h8 - i9"));
    }

    #[test]
    fn a_table_of_nonsense_is_given_up() {
        let nonsense = "A\n".repeat(MAX_FAULTS);
        let scores = read(&format!("A - B: 3 : 1\n{nonsense}C - D: 2 : 2\n")).expect("results");
        assert_eq!((scores.pairings.len(), scores.faults.len()), (2, MAX_FAULTS));
        let scores = read(&format!("A - B: 3 : 1\n{nonsense}A\nC - D: 2 : 2\n")).expect("one");
        assert_eq!((scores.pairings.len(), scores.faults.len()), (1, MAX_FAULTS + 1));
        let last = scores.faults[MAX_FAULTS].to_string();
        assert!(last.ends_with("found more"), "{last}");
    }
}
