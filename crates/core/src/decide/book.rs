//! The move of the book, and when a search would know better.

use std::time::Duration;

use super::means::Means;
use super::task::{Answer, Task};
use crate::book::{self, BookMove};
use crate::control::Limits;
use crate::search::report::{Source, Variation};

/// Upper bound on the nodes that a thread searches in a second. The machine that made the book was
/// slower.
const NODES_PER_SECOND: f64 = 400_000.0;
/// How many times the nodes of a search a book reply must have to count as better founded.
const BOOK_LEAD: f64 = 2.0;

/// Whether a book reply is better founded than a search within `limits` on `threads` threads would
/// be.
pub fn is_well_founded(reply: &BookMove, limits: &Limits, threads: usize) -> bool {
    let time = |time: Duration| time.as_secs_f64() * NODES_PER_SECOND * threads as f64;
    let nodes = limits.nodes.map(|nodes| nodes as f64);
    let work = [limits.planned().map(time), nodes].into_iter().flatten().reduce(f64::min);
    work.is_some_and(|work| work * BOOK_LEAD <= reply.nodes as f64)
        || limits.depth.is_some_and(|depth| depth < reply.depth)
}

impl Task {
    /// Returns the task with the reply of the shipped book, if there is one and a search within
    /// `limits` on `threads` threads would not know better.
    #[must_use]
    pub fn with_shipped_book(self, limits: &Limits, threads: usize) -> Self {
        let book = book::shipped(self.position.rule(), self.position.size());
        let reply = book.and_then(|book| book.reply(&self.position));
        Self { book: reply.filter(|reply| is_well_founded(reply, limits, threads)), ..self }
    }
}

/// Returns the move of the book and reports it like a line of a search. Leaves out moves that are
/// excluded or known to be bad.
pub(super) fn answer(task: &Task, means: &mut Means<'_>) -> Option<Answer> {
    let BookMove { point, score, depth, .. } = task.book?;
    let is_open = task.position.board().is_empty(point) && !task.position.is_forbidden(point);
    if !is_open || task.excluded.union(&task.advice.avoid).contains(point) {
        return None;
    }
    let line = Variation { score, moves: vec![point], depth, selective_depth: depth, nodes: 0 };
    means.report_line(&line, Source::Book, 0);
    Some(Answer::one(point))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decide::task::Goal;
    use crate::decide::tests::{ask, nodes, task};
    use crate::geometry::{Point, PointSet};
    use crate::learning::advice::Advice;
    use crate::score::Score;

    const FEW: [(u8, u8); 3] = [(7, 7), (8, 8), (7, 9)];

    /// Returns the move played, and the line that was reported last.
    fn play(book: Option<BookMove>, avoid: PointSet) -> (Point, Variation) {
        let advice = Advice { avoid, ..Advice::default() };
        let task = Task { book, advice, ..task(Goal::Move, &FEW) };
        let (answer, _, lines) = ask(&task, &nodes(10_000));
        let Some(Answer::Moves(moves)) = answer else { panic!("{answer:?}") };
        (moves[0], lines.last().expect("a line").clone())
    }

    #[test]
    fn the_book_comes_first_unless_its_move_is_known_to_be_bad() {
        let point = Point::new(2, 12);
        let reply = BookMove { point, score: Score::from_points(5), depth: 30, nodes: 1 };
        let (played, line) = play(Some(reply), PointSet::EMPTY);
        assert_eq!((played, line.depth, line.score.points()), (point, 30, 5));
        assert_ne!(play(Some(reply), [point].into_iter().collect()).0, point);
        let taken = Point::new(7, 7);
        let reply = BookMove { point: taken, ..reply };
        assert_ne!(play(Some(reply), PointSet::EMPTY).0, taken);
    }

    #[test]
    fn the_shipped_book_is_asked_unless_a_search_is_longer() {
        let task = || task(Goal::Move, &[(7, 7)]);
        let limits = |nodes| Limits { nodes: Some(nodes), ..Limits::default() };
        assert!(task().with_shipped_book(&limits(1_000), 1).book.is_some());
        assert_eq!(task().with_shipped_book(&limits(u64::MAX), 1).book, None);
    }

    #[test]
    fn a_book_is_no_match_for_a_search_that_is_longer() {
        let reply =
            BookMove { point: Point::new(7, 7), score: Score::ZERO, depth: 20, nodes: 4_000_000 };
        let soft =
            |seconds| Limits { soft: Some(Duration::from_secs(seconds)), ..Limits::default() };
        let is_enough = |limits: Limits, threads| is_well_founded(&reply, &limits, threads);
        assert!(is_enough(soft(5), 1) && !is_enough(soft(6), 1) && !is_enough(soft(5), 2));
        assert!(!is_enough(Limits::default(), 1), "an endless search");
        let nodes = |nodes| Limits { nodes: Some(nodes), ..soft(60) };
        assert!(is_enough(nodes(2_000_000), 1) && !is_enough(nodes(2_000_001), 1));
        let depth = |depth| Limits { depth: Some(depth), ..Limits::default() };
        assert!(is_enough(depth(19), 1) && !is_enough(depth(20), 1));
    }
}
