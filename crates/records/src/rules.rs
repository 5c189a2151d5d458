//! Names of rules in free text, as in `RU[RIF renju]` of SGF.
//!
//! The one idea: words decide, never parts of words. A text is split into words, and a name counts
//! only if nothing around it may turn it into its opposite: `Non-Renju` names no rule that is
//! known, and neither does `renju or freestyle`.

use fukumi_core::rule::Rule;

/// What a text says about the rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Named {
    /// Nothing.
    Nothing,
    /// This rule.
    Rule(Rule),
    /// This rule, with words beside it that are not known.
    Partly(Rule),
    /// No rule that is known.
    Unknown,
    /// Another game than Gomoku and Renju.
    OtherGame(&'static str),
}

impl Named {
    /// The rule, if one is named.
    pub(super) const fn rule(self) -> Option<Rule> {
        match self {
            Self::Rule(rule) | Self::Partly(rule) => Some(rule),
            Self::Nothing | Self::Unknown | Self::OtherGame(_) => None,
        }
    }
}

/// What a word says.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Word {
    /// It names this rule.
    Rule(Rule),
    /// Only five in a row win, as in `exact`; `standard` says so as well, of any game.
    Exact,
    /// More than five in a row, as in `overline`.
    Overline,
    /// What follows does not hold, or is one of several.
    Not,
    /// It changes nothing: a number, the game itself, a rule for openings.
    Neutral,
    Unknown,
}

/// Words that say nothing about which rows win.
const NEUTRAL: [&str; 46] = [
    "a",
    "and",
    "association",
    "black",
    "board",
    "by",
    "five",
    "fives",
    "for",
    "free",
    "game",
    "gobang",
    "gomocup",
    "gomoku",
    "in",
    "international",
    "is",
    "last",
    "long",
    "move",
    "moves",
    "next",
    "o",
    "official",
    "open",
    "opening",
    "pro",
    "rif",
    "row",
    "rule",
    "rules",
    "soosorv",
    "soosorv8",
    "style",
    "swap",
    "swap1",
    "swap2",
    "taraguchi",
    "taraguchi10",
    "tarannikov",
    "the",
    "to",
    "white",
    "with",
    "x",
    "yamaguchi",
];
/// Words after which the name of a rule means something else.
const NEGATIONS: [&str; 12] = [
    "anti", "besides", "except", "neither", "no", "non", "nor", "not", "or", "than", "un",
    "without",
];
/// Words for other games, and what these are called.
const OTHER_GAMES: [(&str, &str); 12] = [
    ("connectk", "Connect(k)"),
    ("hex", "Hex"),
    ("keryo", "Keryo-Pente"),
    ("ninuki", "Ninuki-Renju"),
    ("ninukirenju", "Ninuki-Renju"),
    ("othello", "Othello"),
    ("pente", "Pente"),
    ("reversi", "Reversi"),
    ("tictactoe", "Tic-Tac-Toe"),
    ("六子棋", "Connect6"),
    ("六子", "Connect6"),
    ("weiqi", "Go"),
];
/// The names that Connect6 and its relatives have, by the length of the row that wins.
const CONNECT: [(&str, &str); 4] =
    [("3", "Connect3"), ("4", "Connect4"), ("6", "Connect6"), ("7", "Connect7")];

/// What a free text says about the rule. A number stands for a rule of the protocol's `INFO rule`.
pub(super) fn named(text: &str) -> Named {
    let text = text.trim();
    if text.is_empty() {
        return Named::Nothing;
    }
    if let Ok(code) = text.parse::<u8>() {
        return Rule::of_bits(code).map_or(Named::Unknown, Named::Rule);
    }
    let compounds: Vec<Vec<String>> = compounds(text);
    let words: Vec<&str> = compounds.iter().flatten().map(String::as_str).collect();
    if let Some(game) = other_game(&words) {
        return Named::OtherGame(game);
    }
    let meanings = meanings(&words);
    if is_turned_around(&meanings) || compounds.iter().any(|compound| is_made_up(compound)) {
        return Named::Unknown;
    }
    let Some(rule) = rule_of(&meanings, &words) else { return Named::Unknown };
    if meanings.contains(&Word::Unknown) { Named::Partly(rule) } else { Named::Rule(rule) }
}

/// The rule that a free text names, if it is a known one.
pub(super) fn rule_named(text: &str) -> Option<Rule> {
    named(text).rule()
}

/// The words of a text in small letters. Words with nothing but a hyphen, a point or a capital
/// letter between them are one compound.
fn compounds(text: &str) -> Vec<Vec<String>> {
    let between = |c: char| c.is_whitespace() || ",;:/|&+()[]{}<>\"'".contains(c);
    let compounds = text.split(between).map(words).filter(|words| !words.is_empty());
    compounds.collect()
}

/// The words of a compound. A capital letter after a small one begins a word, as in `FreeStyle`.
fn words(compound: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut before = ' ';
    for c in compound.chars() {
        if !c.is_alphanumeric() || (c.is_uppercase() && before.is_lowercase()) {
            words.push(String::new());
        }
        if c.is_alphanumeric()
            && let Some(word) = words.last_mut()
        {
            word.extend(c.to_lowercase());
        }
        before = c;
    }
    words.retain(|word| !word.is_empty());
    words
}

/// The other game that the words name.
fn other_game(words: &[&str]) -> Option<&'static str> {
    let connect = |index: usize, word: &str| {
        let number = match word.strip_prefix("connect")? {
            "" => words.get(index + 1)?,
            number => number,
        };
        CONNECT.iter().find(|(known, _)| *known == number).map(|(_, game)| *game)
    };
    let one = |(index, word): (usize, &&str)| {
        let known = OTHER_GAMES.iter().find(|(known, _)| known == word).map(|(_, game)| *game);
        known.or_else(|| connect(index, word))
    };
    words.iter().enumerate().find_map(one)
}

/// What each word says.
fn meanings(words: &[&str]) -> Vec<Word> {
    let is_free_style = |index: usize| {
        words[index] == "style" && index.checked_sub(1).map(|before| words[before]) == Some("free")
    };
    let one = |(index, word): (usize, &&str)| match *word {
        "renju" => Word::Rule(Rule::Renju),
        "caro" => Word::Rule(Rule::Caro),
        "freestyle" => Word::Rule(Rule::Freestyle),
        "style" if is_free_style(index) => Word::Rule(Rule::Freestyle),
        "standard" | "exact" | "exactly" => Word::Exact,
        "overline" | "overlines" => Word::Overline,
        "connect5" => Word::Neutral,
        word if NEGATIONS.contains(&word) => Word::Not,
        word if NEUTRAL.contains(&word) => Word::Neutral,
        word if word.bytes().all(|byte| byte.is_ascii_digit()) => Word::Neutral,
        _ => Word::Unknown,
    };
    words.iter().enumerate().map(one).collect()
}

/// Whether a negation stands before anything but an overline.
fn is_turned_around(meanings: &[Word]) -> bool {
    let mut pairs = meanings.iter().zip(meanings.iter().skip(1).chain([&Word::Neutral]));
    pairs.any(|(word, next)| *word == Word::Not && *next != Word::Overline)
}

/// Whether a compound joins the name of a rule with a word that is not known, as `pseudo-renju`
/// does: it names a rule of its own.
fn is_made_up(compound: &[String]) -> bool {
    let words: Vec<&str> = compound.iter().map(String::as_str).collect();
    let meanings = meanings(&words);
    let is_rule = |word: &Word| matches!(word, Word::Rule(_) | Word::Exact);
    meanings.contains(&Word::Unknown) && meanings.iter().any(is_rule)
}

/// The only rule that the words name.
fn rule_of(meanings: &[Word], words: &[&str]) -> Option<Rule> {
    let rules = meanings.iter().filter_map(|word| match word {
        Word::Rule(rule) => Some(*rule),
        Word::Exact | Word::Overline | Word::Not | Word::Neutral | Word::Unknown => None,
    });
    let mut rules: Vec<Rule> = rules.collect();
    rules.dedup();
    let has = |word| meanings.contains(&word);
    match rules.as_slice() {
        [] => has(Word::Exact).then_some(Rule::Standard),
        // Some programs add the number of the protocol, as in `caro (8)`.
        [Rule::Caro] => {
            let has_overlines =
                words.last() == Some(&"8") || has(Word::Overline) && !has(Word::Not);
            Some(if has_overlines { Rule::CaroOverline } else { Rule::Caro })
        }
        [Rule::Freestyle] if has(Word::Exact) => None,
        [rule] => Some(*rule),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_is_recognised_by_its_name_or_number() {
        for (text, rule) in [
            ("Renju", Some(Rule::Renju)),
            ("RIF renju", Some(Rule::Renju)),
            ("Renju, Soosorv-8", Some(Rule::Renju)),
            ("RIF", None),
            ("Gomoku, exact five", Some(Rule::Standard)),
            ("Standard (no overlines)", Some(Rule::Standard)),
            ("Standard gomoku, Swap2", Some(Rule::Standard)),
            ("GomokuStandard", Some(Rule::Standard)),
            ("caro-exact", Some(Rule::Caro)),
            ("Caro", Some(Rule::Caro)),
            ("caro (9)", Some(Rule::Caro)),
            ("caro (8)", Some(Rule::CaroOverline)),
            ("caro-overline (8)", Some(Rule::CaroOverline)),
            ("Caro-Overline", Some(Rule::CaroOverline)),
            ("caro, no overline", Some(Rule::Caro)),
            ("8", Some(Rule::CaroOverline)),
            (" Freestyle ", Some(Rule::Freestyle)),
            ("Free style", Some(Rule::Freestyle)),
            ("FreeStyle gomoku", Some(Rule::Freestyle)),
            ("0", Some(Rule::Freestyle)),
            ("4", Some(Rule::Renju)),
            ("9", Some(Rule::Caro)),
            ("255", None),
            ("", None),
        ] {
            assert_eq!(rule_named(text), rule, "{text:?}");
        }
    }

    #[test]
    fn a_part_of_a_word_or_a_negated_one_names_no_rule() {
        for text in [
            "Non-Renju",
            "NonRenju",
            "nonrenju",
            "not renju",
            "no renju rules",
            "anything but not standard",
            "pseudo-renju",
            "Semi-Standard",
            "renju or freestyle",
            "renju/freestyle",
            "carousel",
            "inexact",
            "freestyler",
            "standardised",
            "Go",
            "gomoku without double threes",
        ] {
            assert_eq!(named(text), Named::Unknown, "{text:?}");
        }
        assert_eq!(named("Renju of the club"), Named::Partly(Rule::Renju));
        assert_eq!(named(" "), Named::Nothing);
    }

    #[test]
    fn another_game_is_recognised() {
        for (text, game) in [
            ("connect6", "Connect6"),
            ("QLizzie-Connect6", "Connect6"),
            ("Connect 6", "Connect6"),
            ("Connect-Four 4", ""),
            ("connect4", "Connect4"),
            ("Ninuki-Renju", "Ninuki-Renju"),
            ("Keryo-Pente", "Keryo-Pente"),
        ] {
            let found = match named(text) {
                Named::OtherGame(game) => game,
                Named::Nothing | Named::Rule(_) | Named::Partly(_) | Named::Unknown => "",
            };
            assert_eq!(found, game, "{text:?}");
        }
        assert_eq!(named("connect5 freestyle"), Named::Rule(Rule::Freestyle));
    }
}
