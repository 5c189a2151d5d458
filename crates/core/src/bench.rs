//! The bench: fixed positions of all rules, each searched to a fixed depth by a new searcher.
//!
//! The total node count is the checksum of the search. It is the same on every machine, and it
//! changes with anything that changes the search. The positions come from games of the engine
//! against itself.

use std::time::Duration;

use crate::clock::Instant;
use crate::control::{Control, Limits};
use crate::geometry::BoardSize;
use crate::position::Position;
use crate::rule::Rule;
use crate::search::{Request, Searcher};

/// Default depth of the search, in plies.
pub(crate) const DEFAULT_DEPTH: u32 = 13;
/// Size of the transposition table, in bytes.
const TABLE_BYTES: usize = 16 << 20;

/// The positions: rule, side of the square board, and moves from the empty board.
const POSITIONS: [(Rule, i64, &str); 15] = [
    (Rule::Freestyle, 15, "k7 k5 h10 i8 j10 k10"),
    (Rule::Freestyle, 15, "h8 j9 e8 i7 e6 i8 i9 g7 h7 h9 g10 j11 f9"),
    (Rule::Freestyle, 15, "f5 g5 e8 e10 e6 d7 f6 f7 d6 g6 e5 e7 g7 c7 b7 d4 g4 h3 i4 h4 h5 f3"),
    (Rule::Freestyle, 20, "m8 k11 h13 k12 k13 j11 l11"),
    (Rule::Freestyle, 20, "k13 i12 m8 l10 m9 k12 l12 m11 k9 j11 l9 n9 j10 k11 l11 i10"),
    (
        Rule::Freestyle,
        20,
        "m8 m10 n9 n8 p9 o9 p11 o10 p10 p8 o11 p12 q7 l10 k10 o7 m9 q9 r10 l9 m5 m7 l8 k7 k8 j8 \
         i7 l12",
    ),
    (Rule::Standard, 15, "h8 k8 g9 k7 k6 i7 j7 i8"),
    (Rule::Standard, 15, "j11 e6 f9 h9 k10 l9 j9 i8 g10 h11 h10 j10 e10 f10 g8 d11 e11 e9 g7"),
    (Rule::Renju, 15, "k6 j11 i9 f11 k7 k8 j7"),
    (Rule::Renju, 15, "e5 e9 f7 g9 d9 e8 e10 f11 f5 f8 d5 g5 g8 e6"),
    (Rule::Renju, 15, "h5 j6 h6 j8 j5 k5 f5 h8 i7 i5 k7 i8 k8 j7 j9 h9 g10 i10 g8 i11 h7"),
    (Rule::CaroOverline, 15, "g9 h10 k11 g5 k10 k8 j11 h11 h9 i9"),
    (
        Rule::CaroOverline,
        15,
        "f11 e7 j9 g7 e10 d9 e11 d7 f7 g11 d11 f9 g9 e12 k9 h8 e5 l9 k10 d5 d8 k8 l11 i8",
    ),
    (Rule::Caro, 15, "i9 e6 f6 j10 i11 f5 i10 i12 j9 h9 h11 k8 g4 f11 e5"),
    (Rule::Standard, 10, "f2 e3 d6 c6 e7 c5 e5 c7 c4 e8 f5 f6"),
];

/// Searches every position to `depth` plies, or `DEFAULT_DEPTH`.
///
/// Calls `on_position` with a description, the nodes and the time of each position. Returns the
/// total nodes and the total time.
pub fn run(
    depth: Option<u32>,
    on_position: &mut dyn FnMut(&str, u64, Duration),
) -> (u64, Duration) {
    let limits = Limits { depth: Some(depth.unwrap_or(DEFAULT_DEPTH)), ..Limits::default() };
    let mut total = (0, Duration::ZERO);
    for (rule, side, moves) in POSITIONS {
        let Some(position) = position(rule, side, moves) else { continue };
        let mut searcher = Searcher::new();
        searcher.set_memory(TABLE_BYTES);
        let control = Control::new(Instant::now(), limits);
        let outcome = searcher.think(&position, &Request::default(), &control, &mut |_| {});
        let best = outcome.best_move.map_or_else(String::new, |p| p.label(position.size()));
        let text = format!("{rule} {} after {moves}: {best}", position.size());
        on_position(&text, outcome.nodes, outcome.elapsed);
        total = (total.0 + outcome.nodes, total.1 + outcome.elapsed);
    }
    total
}

fn position(rule: Rule, side: i64, moves: &str) -> Option<Position> {
    let size = BoardSize::square(side)?;
    let mut position = Position::new(size, rule);
    for label in moves.split(' ') {
        position.play(size.parse_label(label)?);
    }
    Some(position)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_can_be_set_up_and_is_not_decided() {
        for (rule, side, moves) in POSITIONS {
            let position = position(rule, side, moves).expect("a legal position");
            let colors = crate::geometry::Color::ALL;
            assert!(!colors.into_iter().any(|color| position.has_five(color)), "{moves}");
        }
    }

    #[test]
    fn two_runs_count_the_same() {
        let count = || run(Some(3), &mut |_, _, _| {}).0;
        assert_eq!(count(), count());
    }
}
