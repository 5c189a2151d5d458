//! A game move by move, and the pictures of its positions.

use std::ops::RangeInclusive;

use fukumi_core::board::Stone;
use fukumi_core::geometry::{Color, Point};
use fukumi_core::position::Position;
use fukumi_core::rule::Rule;
use fukumi_records::game::Game;
use fukumi_records::sgf::marks::{Mark, marks};

use crate::drawing::{Look, Picture};
use crate::shape::Drawing;
use crate::size::Error;

/// A position, and the moves played from it.
#[derive(Clone, Debug)]
pub struct Sequence {
    /// The position before the first move, which has its own marks.
    start: Position,
    start_marks: Vec<Mark>,
    moves: Vec<MarkedMove>,
    /// The side to move after the last move.
    to_move: Color,
}

#[derive(Clone, Debug)]
struct MarkedMove {
    color: Color,
    /// `None` is a pass.
    point: Option<Point>,
    /// The marks on the board after it.
    marks: Vec<Mark>,
}

/// What the pictures of a sequence show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Show {
    /// The moves, counted from 1, as [`Sequence::range`] gives them. A picture of one position
    /// shows the one after the last of them.
    pub moves: RangeInclusive<usize>,
    /// Whether these moves have their number on the stone.
    pub has_numbers: bool,
    /// Whether the last move is marked.
    pub has_last: bool,
    /// Whether forbidden points have a cross.
    pub has_forbidden: bool,
    /// How it looks.
    pub look: Look,
}

impl Sequence {
    /// The main line of a game; under `rule` if it states none.
    ///
    /// # Errors
    /// If a stone goes to a point that is taken.
    pub fn of_game(game: &Game, rule: Rule) -> Result<Self, Error> {
        let mut start = Position::new(game.size, game.rule.unwrap_or(rule));
        for stone in &game.setup {
            place(&mut start, *stone)?;
        }
        let to_move = Color::Black;
        let mut sequence = Self { start, start_marks: Vec::new(), moves: Vec::new(), to_move };
        let mut end = sequence.start.clone();
        for id in game.tree.main_line() {
            if let Some(action) = game.tree.action(id) {
                let (color, point) = (action.color, action.point);
                if let Some(point) = point {
                    place(&mut end, Stone { color, point })?;
                }
                sequence.moves.push(MarkedMove { color, point, marks: Vec::new() });
            }
            if let Some(notes) = game.tree.notes(id) {
                // A node without a move is about the position before it.
                sequence.last_marks().extend(marks(notes, game.size));
            }
        }
        let (first, last) = (sequence.moves.first(), sequence.moves.last());
        let first = first.map(|first| first.color).or(game.to_move).unwrap_or(Color::Black);
        sequence.to_move = last.map_or(first, |last| !last.color);
        sequence.start.set_to_move(first);
        Ok(sequence)
    }

    /// The moves of a position, of which the first `setup` stones were set up, and marks on its
    /// last picture.
    pub fn of_position(position: &Position, setup: usize, marks: Vec<Mark>) -> Self {
        let stones = position.board().stones();
        let played = stones.get(setup..).unwrap_or_default();
        let mut start = position.clone();
        played.iter().for_each(|_| start.undo());
        let of_stone = |stone: &Stone| MarkedMove {
            color: stone.color,
            point: Some(stone.point),
            marks: Vec::new(),
        };
        let moves = played.iter().map(of_stone).collect();
        let to_move = position.to_move();
        let mut sequence = Self { start, start_marks: Vec::new(), moves, to_move };
        *sequence.last_marks() = marks;
        sequence
    }

    /// The number of moves.
    pub fn count(&self) -> usize {
        self.moves.len()
    }

    /// The marks on the board after the last move.
    fn last_marks(&mut self) -> &mut Vec<Mark> {
        self.moves.last_mut().map_or(&mut self.start_marks, |last| &mut last.marks)
    }

    /// The texts on points in the pictures of these moves.
    pub fn texts(&self, moves: &RangeInclusive<usize>) -> impl Iterator<Item = &str> {
        let shown = self.moves.iter().take(*moves.end()).skip(moves.start().saturating_sub(1));
        let marks = self.start_marks.iter().chain(shown.flat_map(|step| &step.marks));
        marks.filter_map(|mark| match mark {
            Mark::Text(_, text) => Some(text.as_str()),
            Mark::Sign(..) | Mark::Arrow(..) => None,
        })
    }

    /// The moves from `first` to `last`, counted from 1; without these, all from the beginning or
    /// to the end.
    ///
    /// # Errors
    /// If there are no such moves.
    pub fn range(
        &self,
        first: Option<usize>,
        last: Option<usize>,
    ) -> Result<RangeInclusive<usize>, Error> {
        let count = self.count();
        let (start, end) = (first.unwrap_or(1), last.unwrap_or(count));
        // Without a first move, the position before all moves can be shown.
        let is_right = end <= count && start >= 1 && (start <= end || first.is_none());
        if is_right { Ok(start..=end) } else { Err(Error::Moves { first, last, count }) }
    }

    /// The picture of the position after the last of the moves that are shown.
    pub fn drawing(&self, show: &Show) -> Drawing {
        let mut scene = Scene::new(self, show);
        scene.go_to(*show.moves.end());
        scene.draw()
    }

    /// The pictures of all positions from the one before the moves to the one after them.
    pub fn drawings<'a>(&'a self, show: &'a Show) -> impl Iterator<Item = Drawing> + 'a {
        let mut scene = Scene::new(self, show);
        (show.moves.start().saturating_sub(1)..=*show.moves.end()).map(move |count| {
            scene.go_to(count);
            scene.draw()
        })
    }
}

/// A position of a sequence.
struct Scene<'a> {
    sequence: &'a Sequence,
    show: &'a Show,
    position: Position,
    /// How many moves are played.
    count: usize,
    /// The numbers of the stones, 0 for none.
    numbers: Vec<usize>,
}

impl<'a> Scene<'a> {
    fn new(sequence: &'a Sequence, show: &'a Show) -> Self {
        let position = sequence.start.clone();
        let numbers = vec![0; position.board().stones().len()];
        Self { sequence, show, position, count: 0, numbers }
    }

    /// Plays on to the position after so many moves.
    fn go_to(&mut self, count: usize) {
        let moves = self.sequence.moves.iter().take(count).skip(self.count);
        for (number, step) in (self.count + 1..).zip(moves) {
            if let Some(point) = step.point {
                self.position.place(step.color, point);
                let is_shown = self.show.has_numbers && self.show.moves.contains(&number);
                self.numbers.push(if is_shown { number } else { 0 });
            }
            self.position.set_to_move(!step.color);
        }
        if count == self.sequence.count() {
            self.position.set_to_move(self.sequence.to_move);
        }
        self.count = count;
    }

    fn draw(&self) -> Drawing {
        let Self { sequence, show, position, count, numbers } = self;
        let last = count.checked_sub(1).and_then(|index| sequence.moves.get(index));
        let marks = last.map_or(&sequence.start_marks, |last| &last.marks);
        let picture = Picture {
            position,
            numbers,
            last: last.and_then(|last| last.point).filter(|_| show.has_last),
            marks,
            has_forbidden: show.has_forbidden,
            look: show.look,
        };
        picture.draw()
    }
}

fn place(position: &mut Position, stone: Stone) -> Result<(), Error> {
    let Stone { color, point } = stone;
    if !position.size().contains(point) || !position.board().is_empty(point) {
        return Err(Error::Taken(point.label(position.size())));
    }
    position.place(color, point);
    Ok(())
}
