//! What a database knows about positions before a search: proven results as facts, and best moves
//! for the order in which moves are tried.
//!
//! Both go into the transposition table before the search begins, so the search itself costs
//! nothing more. A fact has a depth that no search reaches. So it also counts where a principal
//! variation passes, and other entries do not replace it.

use super::table::{Bound, Table, TableEntry};
use crate::geometry::Point;
use crate::position::Position;
use crate::score::Score;

/// What is known of a position some moves after another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// The moves that lead to it.
    pub moves: Vec<Point>,
    /// A proven win or loss for the side to move there. Its plies count from there, and are taken
    /// as they are: the search looks for no shorter win.
    pub proven: Option<Score>,
    /// The move to try first.
    pub best: Option<Point>,
}

/// Puts what is known of positions after this one into the table. Leaves out what cannot be: moves
/// on points that are taken, games that are over, and results that are not proven.
pub(super) fn store(known: &[Known], position: &Position, table: &Table) {
    let mut position = position.clone();
    for Known { moves, proven, best } in known {
        let mut played = 0;
        for &point in moves {
            if !position.board().is_empty(point) || position.ending().is_some() {
                break;
            }
            position.play(point);
            played += 1;
        }
        if played == moves.len() && position.ending().is_none() {
            let best = best
                .filter(|&point| position.board().is_empty(point) && !position.is_forbidden(point));
            let proven = proven.filter(|score| score.is_proven());
            if let Some(entry) = entry(proven, best) {
                table.store(position.key(), entry);
            }
        }
        (0..played).for_each(|_| position.undo());
    }
}

fn entry(proven: Option<Score>, best: Option<Point>) -> Option<TableEntry> {
    let (score, bound, depth) = match proven {
        Some(score) => (score.to_table(0), Bound::Exact, TableEntry::FACT_DEPTH),
        None => {
            best?;
            (0, Bound::None, 0)
        }
    };
    Some(TableEntry { best, score, eval: None, depth, bound, was_pv: false })
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;
    use crate::control::{Control, Limits};
    use crate::geometry::BoardSize;
    use crate::rule::Rule;
    use crate::search::report::Outcome;
    use crate::search::{Request, Searcher};

    const QUIET: &str = "h8 i9 h10 j8 g7 i7";

    fn points(labels: &str) -> Vec<Point> {
        let size = BoardSize::square(15).unwrap();
        labels.split_whitespace().map(|label| size.parse_label(label).unwrap()).collect()
    }

    fn position() -> Position {
        let mut position = Position::new(BoardSize::square(15).unwrap(), Rule::Freestyle);
        points(QUIET).into_iter().for_each(|point| position.play(point));
        position
    }

    fn proven(labels: &str, score: Score) -> Known {
        Known { moves: points(labels), proven: Some(score), best: None }
    }

    /// Searches the position with this knowledge; only `root`, if it is given.
    fn search(known: &[Known], root: Option<Point>, depth: u32) -> Outcome {
        let mut searcher = Searcher::new();
        searcher.set_memory(4 << 20);
        let position = position();
        searcher.know(&position, known);
        let others =
            position.board().empty_points().filter(|&point| root.is_some_and(|root| point != root));
        let request = Request { lines: 1, excluded: others.collect() };
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        searcher.think(&position, &request, &Control::new(Instant::now(), limits), &mut |_| {})
    }

    #[test]
    fn a_position_that_is_known_to_be_lost_is_avoided_and_sought() {
        let size = BoardSize::square(15).unwrap();
        let usual = search(&[], None, 6).best_move.unwrap();
        let reply = search(&[], Some(usual), 6).lines[0].moves[1];
        let line = format!("{} {}", usual.label(size), reply.label(size));
        let known = [proven(&line, Score::loss_in(20))];
        for depth in [2, 6] {
            let only = search(&known, Some(usual), depth);
            assert_eq!(only.score(), Some(Score::loss_in(22)), "depth {depth}");
        }
        assert_ne!(search(&known, None, 6).best_move, Some(usual));
        // Two plies deeper, the same moves of White win.
        let known = [proven(&line, Score::win_in(31))];
        assert_ne!(search(&known, Some(usual), 6).lines[0].moves.get(1), Some(&reply));
        let known = [proven("a1", Score::loss_in(30))];
        assert_eq!(search(&known, Some(points("a1")[0]), 4).score(), Some(Score::win_in(31)));
    }

    #[test]
    fn a_move_to_try_first_is_no_result() {
        let position = position();
        let table = Table::new(1 << 12);
        let best = Some(points("g9")[0]);
        store(&[Known { moves: points("k8"), proven: None, best }], &position, &table);
        let mut after = position.clone();
        after.play(points("k8")[0]);
        let entry = table.probe(after.key()).unwrap();
        assert_eq!((entry.best, entry.bound, entry.is_fact()), (best, Bound::None, false));
    }

    #[test]
    fn what_cannot_be_is_left_out() {
        let position = position();
        let presumed = Score::presumed_loss(4);
        let five = "g8 a1 f8 a2 e8 a3 d8 a4";
        let best = Some(points("h8")[0]);
        for (known, path) in [
            (proven("h8", Score::loss_in(2)), ""),
            (proven("k8 k8", Score::loss_in(2)), "k8"),
            (proven("k8", presumed), "k8"),
            (proven(five, Score::loss_in(2)), five),
            (Known { moves: points("k8"), proven: None, best }, "k8"),
        ] {
            let table = Table::new(1 << 12);
            store(std::slice::from_ref(&known), &position, &table);
            let mut at = position.clone();
            points(path).into_iter().for_each(|point| at.play(point));
            assert_eq!(table.probe(at.key()), None, "{known:?}");
        }
    }
}
