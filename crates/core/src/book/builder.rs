//! Builds a book, one entry after the other.
//!
//! Drop-out expansion (T. R. Lincke, "Strategies for the Automatic Construction of Opening Books",
//! 2000) chooses the next position: the one that is reached by giving away least, where every ply
//! costs something as well. So the book grows deep along good play, and wide where several moves
//! are nearly as good. It has an answer to what is likely to be played.
//!
//! Each entry is searched from scratch with the same number of nodes on one thread, so it depends
//! on its position alone. A book whose building was interrupted and continued is therefore the same
//! as one built in one go.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

use super::{Book, BookEntry, Choice};
use crate::clock::Instant;
use crate::control::{Control, Limits};
use crate::geometry::{Point, PointSet};
use crate::identity::Identity;
use crate::position::Position;
use crate::score::Score;
use crate::search::{Request, Searcher};
use crate::threat::{Situation, assess};

/// Cost of a ply, in points; reasoned: ten plies of best play weigh as much as a loss of 300
/// points.
const PLY_COST: i32 = 30;
/// Largest number of moves in an entry besides the best one.
const OTHERS: usize = 7;
/// Divisor of the nodes for the best move that gives the nodes for the other moves.
const OTHERS_PART: u64 = 4;
/// Largest difference from the score of the best move, in points. Worse moves are left out.
const WORST: i32 = 250;
/// Score, in points for either side, beyond which the game is decided and a book has nothing to do.
const DECIDED: i32 = 600;
/// Size of the transposition table of a search, in bytes.
const TABLE_BYTES: usize = 128 << 20;

/// A position to look at. The cheapest comes first; of equal costs, the one found first.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Lead {
    cost: Reverse<i32>,
    number: Reverse<usize>,
    moves: Vec<Point>,
}

/// Returns the moves to the position that the book lacks most; `None` if nothing is worth adding.
///
/// The search for it begins at `starts`, positions given as the moves that lead to them, and at the
/// stone in the centre. Positions in `settled` are passed over.
pub fn next(
    book: &Book,
    starts: &[Vec<Point>],
    settled: &BTreeSet<Vec<Point>>,
) -> Option<Vec<Point>> {
    let mut leads = BinaryHeap::new();
    let mut count = 0;
    let mut push = |leads: &mut BinaryHeap<Lead>, cost: i32, moves: Vec<Point>| {
        count += 1;
        leads.push(Lead { cost: Reverse(cost), number: Reverse(count), moves });
    };
    push(&mut leads, 0, vec![book.size().center()]);
    for start in starts {
        push(&mut leads, 0, start.clone());
    }
    let mut seen = BTreeSet::new();
    while let Some(Lead { cost: Reverse(cost), moves, .. }) = leads.pop() {
        let Some(mut position) = book.position(&moves) else { continue };
        if !seen.insert(Identity::of(&position).key()) {
            continue;
        }
        let Some(choices) = book.choices(&position) else {
            let is_open = assess(&mut position) == Situation::Free && !settled.contains(&moves);
            if is_open {
                return Some(moves);
            }
            continue;
        };
        let best = choices.iter().map(|choice| choice.score).max()?;
        if best.points().abs() > DECIDED {
            continue;
        }
        for choice in choices {
            let mut next = moves.clone();
            next.push(choice.point);
            push(&mut leads, cost + PLY_COST + (best - choice.score), next);
        }
    }
    None
}

/// Searches the position after these moves and returns its entry. `None` if the position is
/// decided, so that an entry is of no use.
///
/// Call it on a thread with [`STACK_BYTES`](crate::search::STACK_BYTES) of stack.
pub fn search(book: &Book, moves: &[Point]) -> Option<BookEntry> {
    let position = book.position(moves)?;
    let mut searcher = Searcher::new();
    searcher.set_memory(TABLE_BYTES);
    let mut think = |request: &Request, nodes: u64| {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let control = Control::new(Instant::now(), limits);
        searcher.think(&position, request, &control, &mut |_| {})
    };
    let outcome = think(&Request::default(), book.nodes());
    let best = outcome.lines.first()?;
    let first = Choice { point: best.moves[0], score: best.score };
    let excluded: PointSet = [first.point].into_iter().collect();
    let others = Request { lines: OTHERS, excluded };
    let others = think(&others, (book.nodes() / OTHERS_PART).max(1));
    let mut choices = vec![first];
    choices.extend(
        others
            .lines
            .iter()
            .map(|line| Choice { point: line.moves[0], score: line.score })
            .filter(|other| first.score - other.score <= WORST),
    );
    drop_mirrored(&position, &mut choices);
    let is_open = |choice: &Choice| Score::from_points(choice.score.points()) == choice.score;
    choices.retain(is_open);
    (is_open(&first) && first.score.points().abs() <= DECIDED).then(|| BookEntry {
        moves: moves.to_vec(),
        depth: best.depth,
        choices,
    })
}

/// Keeps only the first of several moves that are the same up to symmetry.
fn drop_mirrored(position: &Position, choices: &mut Vec<Choice>) {
    let identity = Identity::of(position);
    let mut seen = BTreeSet::new();
    choices.retain(|choice| seen.insert(identity.after(choice.point).key()));
}
