//! What a text says about a position, and the position that it describes.

use fukumi_core::board::Stone;
use fukumi_core::geometry::{BoardSize, Color, Point};
use fukumi_core::position::Position;
use fukumi_core::position::ending::Ending;
use fukumi_core::rule::Rule;

use crate::error::{NotationError, Problem};
use crate::formats::Format;
use crate::lost::Losses;
use crate::result::GameResult;

/// What a text says about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// The format of the text.
    pub format: Format,
    /// Width and height.
    pub size: BoardSize,
    /// The rule, if it is stated.
    pub rule: Option<Rule>,
    /// The stones. First come stones that were set up, then moves in the order of play.
    pub stones: Vec<Stone>,
    /// How many of the stones, counted from the end, are moves in the order of play.
    pub played: usize,
    /// The passes, in the order of play: for each, how many of the stones come before it. Empty if
    /// the stones are in no order.
    pub passes: Vec<usize>,
    /// Where the last stone was played, if the text says which one that was.
    pub last: Option<Point>,
    /// Dead cells: no stone can ever go there.
    pub dead: Vec<Point>,
    /// The side to move, if it is stated or follows from the moves.
    pub to_move: Option<Color>,
    /// The names of Black and White, if they are stated; each fits on one line of a terminal.
    pub players: [Option<String>; 2],
    /// The event of the game, if it is stated, fit for one line of a terminal.
    pub event: Option<String>,
    /// When the game was played, in the words of the text, if it is stated, fit for one line of a
    /// terminal.
    pub date: Option<String>,
    /// How the game ended, if a record of one line states it and all its moves were taken.
    pub result: Option<GameResult>,
    /// What the text says and this does not hold: the rest of names and dates that are cut off.
    pub lost: Losses,
}

/// One of the positions of a text: its id, if there are several, and what the text says about it.
pub type NamedDiagram = (Option<String>, Result<Diagram, NotationError>);

impl Diagram {
    /// An empty board of this size, of which nothing else is known.
    pub fn new(format: Format, size: BoardSize) -> Self {
        Self {
            format,
            size,
            rule: None,
            stones: Vec::new(),
            played: 0,
            passes: Vec::new(),
            last: None,
            dead: Vec::new(),
            to_move: None,
            players: [None, None],
            event: None,
            date: None,
            result: None,
            lost: Losses::default(),
        }
    }

    /// The side to move: the stated one, else the one that the numbers of stones imply, else the
    /// opponent of the last move.
    ///
    /// # Errors
    /// If none of these gives the side to move.
    pub fn to_move(&self) -> Result<Color, NotationError> {
        let count = |color| self.stones.iter().filter(|stone| stone.color == color).count();
        let (black, white) = (count(Color::Black), count(Color::White));
        let by_count = match black.checked_sub(white) {
            Some(0) => Some(Color::Black),
            Some(1) => Some(Color::White),
            _ => None,
        };
        let by_last = self.last.and_then(|point| {
            self.stones.iter().find(|stone| stone.point == point).map(|stone| !stone.color)
        });
        let to_move = self.to_move.or(by_count).or(by_last);
        to_move.ok_or_else(|| Problem::Turn { black, white }.into())
    }

    /// The position. A given `rule` or `to_move` takes precedence over what the text states.
    /// Without any rule it is freestyle.
    ///
    /// # Errors
    /// If there are no stones or no empty points, if a row has won already, or if nothing gives the
    /// side to move.
    pub fn position(
        &self,
        rule: Option<Rule>,
        to_move: Option<Color>,
    ) -> Result<Position, NotationError> {
        if self.stones.is_empty() {
            return Err(Problem::NoStones.into());
        }
        let to_move = to_move.map_or_else(|| self.to_move(), Ok)?;
        let mut position = Position::new(self.size, rule.or(self.rule).unwrap_or_default());
        for &point in &self.dead {
            position.kill(point);
        }
        for stone in &self.stones {
            position.place(stone.color, stone.point);
        }
        position.set_to_move(to_move);
        let ending = match self.last {
            // The last stone of the list is the last move, which may have been a foul.
            Some(_) => position.ending(),
            None => Ending::of_setup(&position),
        };
        match ending {
            Some(ending) => Err(Problem::Over(ending).into()),
            None if position.board().empty_count() == 0 => Err(Problem::Full.into()),
            None => Ok(position),
        }
    }
}
