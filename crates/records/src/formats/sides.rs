//! Moves or stones with the side before them: `black: h8 white: i9`.
//!
//! If each side has one move at a time, in turn, they are a game. Otherwise they are two sets of
//! stones in no order. Lines at the beginning with something else after the side, as in
//! `Black: Ann`, name the players of the moves that follow.

use fukumi_core::geometry::Color;

use crate::collector::Collector;
use crate::diagram::Diagram;
use crate::error::NotationError;
use crate::formats::labels::{self, is_pass, label, skip_number};
use crate::formats::list::Format;
use crate::formats::moves;
use crate::hints::{Hints, moves_to_play, refuse_id, refuse_moves};
use crate::lost::Losses;
use crate::names::counted_name;
use crate::source::Source;

/// The words for the sides.
const WORDS: [(&str, Color); 10] = [
    ("black", Color::Black),
    ("white", Color::White),
    ("b", Color::Black),
    ("w", Color::White),
    ("黑棋", Color::Black),
    ("白棋", Color::White),
    ("黑", Color::Black),
    ("黒", Color::Black),
    ("白", Color::White),
    ("x", Color::Black),
];

/// The moves after the name of a side.
struct Part<'a> {
    color: Color,
    /// Labels and passes.
    moves: Vec<&'a str>,
}

/// Whether the text begins with a side, and has moves.
pub(super) fn is_list(text: &str) -> bool {
    side(text.trim_start()).is_some() && labels::has_label(text)
}

/// The side at the beginning of a text, and what follows its colon.
fn side(text: &str) -> Option<(Color, &str)> {
    WORDS.iter().find_map(|(word, color)| {
        let (begin, rest) = text.split_at_checked(word.len())?;
        let after = rest.trim_start_matches([' ', '\t']).strip_prefix(':')?;
        begin.to_lowercase().eq(word).then_some((*color, after))
    })
}

/// Reads such a text.
pub(super) fn read(source: Source<'_>, hints: &Hints) -> Result<Diagram, NotationError> {
    refuse_id(hints)?;
    let mut lost = Losses::default();
    let (players, text) = players(source.text(), &mut lost);
    if side(text.trim_start()).is_none() {
        let rest = source.parts([text]).next().unwrap_or(source);
        return Ok(Diagram { players, lost, ..moves::read(rest, hints)? });
    }
    let parts = parts(source, text)?;
    let mut collector = Collector::new(None, hints)?;
    let mut place = |color, label: &str| {
        if is_pass(label) {
            collector.pass();
            return Ok(());
        }
        let placed = collector.label(label).and_then(|point| collector.stone(color, point));
        placed.map_err(|problem| source.error(label, problem))
    };
    if is_game(&parts) {
        let count = moves_to_play(parts.len(), hints)?;
        for part in parts.iter().take(count) {
            part.moves.iter().try_for_each(|label| place(part.color, label))?;
        }
        let to_move = if count % 2 == 0 { Color::Black } else { Color::White };
        let diagram = collector.finish_game(Format::Moves);
        return Ok(Diagram { players, to_move: Some(to_move), lost, ..diagram });
    }
    refuse_moves(hints)?;
    for part in &parts {
        part.moves.iter().try_for_each(|label| place(part.color, label))?;
    }
    Ok(Diagram { players, lost, ..collector.finish(Format::Moves) })
}

/// The players in the lines at the beginning, and the text after those.
fn players<'a>(text: &'a str, lost: &mut Losses) -> ([Option<String>; 2], &'a str) {
    let mut players = [None, None];
    let mut rest = text;
    while let Some(line) = rest.split_inclusive('\n').next() {
        let named = side(line.trim()).filter(|(_, after)| !labels::has_label(after));
        match named {
            Some((color, player)) => {
                players[usize::from(color == Color::White)] = counted_name(player, lost);
            }
            None if line.trim().is_empty() => {}
            None => break,
        }
        rest = rest.get(line.len()..).unwrap_or_default();
    }
    (players, rest)
}

/// Whether each side has one move at a time, Black first.
fn is_game(parts: &[Part<'_>]) -> bool {
    let turns = Color::ALL.into_iter().cycle();
    parts.iter().zip(turns).all(|(part, turn)| part.color == turn && part.moves.len() == 1)
}

/// The moves of each side, in the order of the text.
fn parts<'a>(source: Source<'_>, text: &'a str) -> Result<Vec<Part<'a>>, NotationError> {
    let mut parts: Vec<Part<'a>> = Vec::new();
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '-'));
        if rest.is_empty() {
            return Ok(parts);
        }
        if let Some((color, after)) = side(rest) {
            parts.push(Part { color, moves: Vec::new() });
            rest = after;
            continue;
        }
        if rest.starts_with(|c: char| c.is_ascii_digit())
            && let Some(after) = skip_number(rest)
        {
            rest = after;
            continue;
        }
        let word = labels::first_word(rest, |c| c.is_whitespace() || c == ',');
        let found = if is_pass(word) { Some(word) } else { label(rest) };
        let found = found.ok_or_else(|| source.expected("a move such as h8", word))?;
        if let Some(part) = parts.last_mut() {
            part.moves.push(found);
        }
        rest = rest.get(found.len()..).unwrap_or_default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    fn read(text: &str) -> Diagram {
        parse(text, &Hints::default()).unwrap_or_else(|error| panic!("{error}: {text}"))
    }

    fn labels(diagram: &Diagram) -> Vec<String> {
        diagram.stones.iter().map(|stone| stone.point.label(diagram.size)).collect()
    }

    #[test]
    fn sides_in_turn_are_a_game() {
        for text in [
            "black: h8 white: i9",
            "Black: h8\nWhite: i9\n",
            "B:h8, W:i9",
            "1. black: h8 2. white: i9".trim_start_matches("1. "),
            "黑：h8 白：i9",
            "黑棋: Ｈ８\n白棋: Ｉ９",
        ] {
            let game = read(text);
            assert_eq!((labels(&game), game.played), (vec!["h8".into(), "i9".into()], 2), "{text}");
            assert_eq!(game.to_move, Some(Color::Black), "{text}");
        }
        let game = read("black: h8 white: pass black: i9");
        assert_eq!((labels(&game).len(), game.to_move), (2, Some(Color::White)));
    }

    #[test]
    fn several_stones_of_a_side_are_in_no_order() {
        for text in ["black: h8, j9 white: i9", "white: i9\nblack: h8 j9"] {
            let position = read(text);
            assert_eq!((position.stones.len(), position.played, position.last), (3, 0, None));
            assert_eq!(position.to_move(), Ok(Color::White), "{text}");
        }
    }

    #[test]
    fn players_may_come_before_the_moves() {
        for text in [
            "Black: Ann\nWhite: Bob B.\n\n1. h8 2. i9",
            "White: Bob B.\nBlack: Ann\nblack: h8\nwhite: i9",
        ] {
            let game = read(text);
            assert_eq!((labels(&game).len(), game.played), (2, 2), "{text}");
            assert_eq!(game.players, [Some("Ann".into()), Some("Bob B.".into())], "{text}");
        }
        let error = parse("black: h8 white: zz", &Hints::default()).expect_err("no move");
        assert_eq!(error.to_string(), "line 1, column 18: expected a move such as h8, found 'zz'");
    }
}
