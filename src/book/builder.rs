//! Makes a book larger, one entry after the other.
//!
//! Which position is next is decided by drop-out expansion (T. R. Lincke, "Strategies for the
//! Automatic Construction of Opening Books", 2000): the one that is reached by giving away least,
//! where every ply costs something as well. So the book grows deep along good play and wide where
//! several moves are nearly as good, and has an answer to what is likely to be played.
//!
//! Every entry is searched from scratch with the same nodes on one thread. So it depends on its
//! position alone, and a book that was interrupted and continued is the same as one made in one go.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};
use std::time::Instant;

use super::{Book, BookEntry, Choice};
use crate::control::{Control, Limits};
use crate::geometry::{Point, PointSet};
use crate::identity::Identity;
use crate::position::Position;
use crate::score::Score;
use crate::search::{Request, Searcher};
use crate::threat::{Situation, assess};

/// What a ply costs, in points; reasoned: ten plies of best play weigh as much as one of 300 points
/// lost.
const PLY_COST: i32 = 30;
/// Moves that an entry has besides the best one, at most.
const OTHERS: usize = 7;
/// The nodes for these are this part of those for the best one.
const OTHERS_PART: u64 = 4;
/// Moves so many points worse than the best one are left out.
const WORST: i32 = 250;
/// Beyond these scores the game is decided, and there is nothing for a book to do.
const DECIDED: i32 = 600;
/// Bytes of the table of a search.
const TABLE_BYTES: usize = 128 << 20;

/// Something to look at, the cheapest first; of those that cost the same, the one that was found
/// first.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Lead {
    cost: Reverse<i32>,
    number: Reverse<usize>,
    moves: Vec<Point>,
}

/// The position that the book lacks most, as the moves that lead to it; `None` if nothing is worth
/// adding.
///
/// The leads begin at `starts`, positions as the moves that lead to them, and at the stone in the
/// centre.
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

/// The entry of the position after these moves, by a search of its own; `None` if there is no use
/// for one, because the position is decided.
///
/// To be called on a thread with [`STACK_BYTES`](crate::search::STACK_BYTES) of stack.
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

/// Leaves one of several moves that are the same up to symmetry.
fn drop_mirrored(position: &Position, choices: &mut Vec<Choice>) {
    let identity = Identity::of(position);
    let mut seen = BTreeSet::new();
    choices.retain(|choice| seen.insert(identity.after(choice.point).key()));
}
