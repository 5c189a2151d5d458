//! Texts as people copy them: quoted in a mail, or typed with an East Asian keyboard.
//!
//! The one idea: each character becomes another single one, so that places in the text stay as they
//! are. Only texts of no other format are changed; within a game of SGF, for example, such
//! characters belong to comments.

use std::borrow::Cow;

use crate::formats::{Format, labels, recognise};

/// The text with blanks for marks of quotation, and with letters, digits and signs of usual width.
pub(super) fn tidied(text: &str) -> Cow<'_, str> {
    let (is_quoted, is_wide) = (text.lines().any(is_quote), text.contains(is_wide));
    if !(is_quoted || is_wide) || is_known(text) {
        return text.into();
    }
    let narrow = if is_wide { text.chars().map(narrow).collect() } else { text.to_owned() };
    if is_known(&narrow) { narrow.into() } else { unquoted(&narrow).into() }
}

/// Whether the text is of a format in which such characters have a meaning.
fn is_known(text: &str) -> bool {
    !matches!(recognise::format(text), None | Some(Format::Moves))
}

fn is_quote(line: &str) -> bool {
    line.trim_start().starts_with('>')
}

/// Blanks for the marks of quotation. If moves are only in the quotation, what a person wrote
/// around it becomes blank as well.
fn unquoted(text: &str) -> String {
    let has_moves = |line: &&str| !is_quote(line) && labels::has_label(line);
    let is_all = !text.lines().any(is_quote) || text.lines().any(|line| has_moves(&line));
    let line = |line: &str| -> String {
        if !is_quote(line) {
            let kept = |c: char| if is_all || c == '\n' { c } else { ' ' };
            return line.chars().map(kept).collect();
        }
        let marks = line.chars().take_while(|c| c.is_whitespace() || *c == '>').count();
        let blank = |(index, c): (usize, char)| if index < marks && c == '>' { ' ' } else { c };
        line.chars().enumerate().map(blank).collect()
    };
    text.split_inclusive('\n').map(line).collect()
}

fn is_wide(c: char) -> bool {
    narrow(c) != c
}

/// The sign of usual width for a full-width one.
fn narrow(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => {
            u32::from(c).checked_sub(0xfee0).and_then(char::from_u32).unwrap_or(c)
        }
        '\u{3000}' => ' ',
        '、' | '。' => ',',
        _ => c,
    }
}

#[cfg(test)]
mod tests {
    use crate::{Diagram, Hints, parse};

    fn labels(text: &str) -> Vec<String> {
        let diagram: Diagram =
            parse(text, &Hints::default()).unwrap_or_else(|error| panic!("{error}: {text}"));
        diagram.stones.iter().map(|stone| stone.point.label(diagram.size)).collect()
    }

    #[test]
    fn full_width_letters_and_digits_are_read() {
        for text in [
            "Ｈ８ Ｉ９",
            "ｈ８，ｉ９",
            "１．ｈ８\u{3000}２．ｉ９",
            "h8、Ｉ９。",
            "（７，７）（８，６）",
        ] {
            assert_eq!(labels(text), ["h8", "i9"], "{text}");
        }
        let game = parse("(;PB[Ａ８];B[hh])", &Hints::default()).expect("a game");
        assert_eq!(game.players[0].as_deref(), Some("Ａ８"), "names stay as they are");
    }

    #[test]
    fn a_quotation_in_a_mail_is_read() {
        for text in [
            "> 1. h8 i9",
            ">> h8\n>> i9\n",
            " > 1. h8\n > 2. i9",
            "Ann wrote:\n> 1. h8 2. i9\n\nA fine opening!\n",
            "> h8\ni9",
        ] {
            assert_eq!(labels(text), ["h8", "i9"], "{text}");
        }
        assert_eq!(labels("> (;B[hh]\n> ;W[ig])"), ["h8", "i9"]);
        let error = parse("> h8\n> z9", &Hints::default()).expect_err("no point").to_string();
        assert!(error.starts_with("line 2, column 3:"), "{error}");
    }
}
