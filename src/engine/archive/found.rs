//! What searches find, kept in the database of a front end if that is wanted.

use fukumi_core::position::Position;
use fukumi_core::score::Score;
use fukumi_core::search::report::{Info, Source, Variation};
use fukumi_database::{Bound, DatabaseError, Entry, Value};

use crate::engine::positions::{Positions, Target};

/// Smallest depth, in plies, of a search whose value is kept, unless it is proven.
const MIN_DEPTH: u32 = 8;
/// Largest number of positions that are kept of a line.
const MAX_POSITIONS: usize = 16;

/// The lines of a search.
#[derive(Clone)]
pub(crate) struct Findings {
    /// The position that was searched.
    pub(crate) position: Position,
    /// The lines, the best one first.
    pub(crate) lines: Vec<Info>,
    /// Whether the search looked at all moves.
    pub(crate) saw_all: bool,
}

impl Findings {
    /// Writes what the lines say. The file is made if there is none.
    pub(super) fn write(
        &self,
        positions: &mut Positions,
        target: &Target,
    ) -> Result<(), DatabaseError> {
        let entries = entries(&self.position, &self.lines, self.saw_all);
        if entries.is_empty() {
            return Ok(());
        }
        positions.with(target, |database| {
            let mut writer = database.write()?;
            for (position, entry) in entries {
                writer.merge(&position, entry)?;
            }
            writer.commit()
        })
    }
}

/// What the lines say about the position and those on the way.
fn entries(position: &Position, lines: &[Info], saw_all: bool) -> Vec<(Position, Entry)> {
    let mut entries = Vec::new();
    for (index, info) in lines.iter().enumerate() {
        let line = &info.line;
        // A loss that is presumed says nothing about the position elsewhere.
        let is_score =
            line.score.is_proven() || line.score.points().abs() <= Score::EVAL_MAX.points();
        if info.source != Source::Search || !is_score {
            continue;
        }
        let mut at = position.clone();
        for (ply, &point) in line.moves.iter().enumerate().take(MAX_POSITIONS) {
            let Some(value) = value(line, ply, saw_all).filter(|_| at.ending().is_none()) else {
                break;
            };
            // The other lines say nothing more about the position itself.
            if index == 0 || ply > 0 {
                let visits = u64::from(ply == 0);
                let mut entry =
                    Entry { value: Some(value), best: vec![point], visits, ..Entry::default() };
                entry.touch();
                entries.push((at.clone(), entry));
            }
            if !at.board().is_empty(point) {
                break;
            }
            at.play(point);
        }
    }
    entries
}

/// The value after this many moves of a line, for the side to move there; `None` if the search was
/// not deep enough to say.
fn value(line: &Variation, ply: usize, saw_all: bool) -> Option<Value> {
    let score = if ply.is_multiple_of(2) { line.score } else { -line.score };
    let depth = line.depth.checked_sub(ply as u32).filter(|&depth| depth > 0);
    if !score.is_proven() && depth.is_none_or(|depth| depth < MIN_DEPTH) {
        return None;
    }
    // The moves that were left out may be better.
    let bound = if ply == 0 && !saw_all { Bound::Lower } else { Bound::Exact };
    let score = Score::from_table(score.to_table(ply), 0);
    Some(Value { score, bound, depth })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use fukumi_core::geometry::{BoardSize, Point};
    use fukumi_core::rule::Rule;

    use super::*;

    fn info(score: Score, moves: &[(u8, u8)], depth: u32) -> Info {
        let moves = moves.iter().map(|&(x, y)| Point::new(x, y)).collect();
        Info::new(
            Variation { score, moves, depth, selective_depth: depth, nodes: 0 },
            0,
            Duration::ZERO,
        )
    }

    /// Returns number of stones, points, bound, depth, and x of the best move of each entry.
    fn found(lines: &[Info], saw_all: bool) -> Vec<(usize, i32, Bound, Option<u32>, u8)> {
        let mut position = Position::new(BoardSize::square(15).unwrap(), Rule::Freestyle);
        position.play(Point::new(7, 7));
        entries(&position, lines, saw_all)
            .into_iter()
            .map(|(position, entry)| {
                let value = entry.value.unwrap();
                let stones = position.board().stones().len();
                (stones, value.score.points(), value.bound, value.depth, entry.best[0].x())
            })
            .collect()
    }

    #[test]
    fn a_line_says_what_the_positions_on_it_are_worth() {
        let line = [(8, 8), (9, 9), (10, 10), (11, 11)];
        let score = Score::from_points(40);
        let all = [
            (1, 40, Bound::Exact, Some(10), 8),
            (2, -40, Bound::Exact, Some(9), 9),
            (3, 40, Bound::Exact, Some(8), 10),
        ];
        assert_eq!(found(&[info(score, &line, 10)], true), all);
        let second = info(Score::from_points(-5), &[(1, 1), (2, 2)], 10);
        let more = (2, 5, Bound::Exact, Some(9), 2);
        assert_eq!(found(&[info(score, &line, 10), second], true), [&all[..], &[more]].concat());
        let lower = (1, 40, Bound::Lower, Some(10), 8);
        assert_eq!(found(&[info(score, &line[..1], 10)], false), [lower]);
    }

    #[test]
    fn a_proven_line_counts_its_plies_from_each_position() {
        let win = [
            (1, Score::win_in(3).points(), Bound::Exact, Some(2), 8),
            (2, Score::loss_in(2).points(), Bound::Exact, Some(1), 9),
            (3, Score::win_in(1).points(), Bound::Exact, None, 10),
        ];
        let moves = [(8, 8), (9, 9), (10, 10)];
        assert_eq!(found(&[info(Score::win_in(3), &moves, 2)], true), win);
    }

    #[test]
    fn what_is_not_known_well_is_not_kept() {
        let moves = [(8, 8), (9, 9)];
        let quick = info(Score::ZERO, &moves, MIN_DEPTH - 1);
        let presumed = info(Score::presumed_loss(4), &moves, 20);
        let mut book = info(Score::ZERO, &moves, 20);
        book.source = Source::Book;
        for info in [quick, presumed, book] {
            assert_eq!(found(std::slice::from_ref(&info), true), [], "{info:?}");
        }
    }
}
