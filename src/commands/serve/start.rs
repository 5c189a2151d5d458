//! The game of a query: stones that were set up, moves, and which of its positions are meant.

use fukumi_core::analysis::AnalysisGame;
use fukumi_core::board::Stone;
use fukumi_core::geometry::{BoardSize, Color, MAX_SIDE, MIN_SIDE, Point, PointSet};
use fukumi_core::position::Position;
use fukumi_core::rule::Rule;
use fukumi_records::{Diagram, Format};
use serde_json::Value;

use super::fields::{Fault, Fields};

/// Maximum number of moves, passes included.
const MAX_MOVES: usize = 1000;

/// The game of a query, in little memory.
#[derive(Debug)]
pub(super) struct Start {
    diagram: Diagram,
    rule: Rule,
    /// The side to move after the last move.
    to_move: Color,
    /// Number of positions that can be examined: all but the last one if that ended the game.
    open: usize,
}

impl Start {
    /// Takes the fields of a game and checks it.
    pub(super) fn take(fields: &mut Fields) -> Result<Self, Fault> {
        let rules = Rule::ALL.map(|rule| (rule.name(), rule));
        let rule = fields.choice("rule", &rules)?.unwrap_or_default();
        let sides = i64::from(MIN_SIDE)..=i64::from(MAX_SIDE);
        let width = fields.integer("width", sides.clone())?;
        let width = width.unwrap_or(BoardSize::DEFAULT.width().into());
        let height = fields.integer("height", sides)?.unwrap_or(width);
        let size = BoardSize::new(width, height)
            .ok_or_else(|| Fault::new("width", format!("no board of {width}x{height}")))?;
        let mut setup = Setup { size, taken: PointSet::EMPTY };
        let mut both = fields.object("stones")?;
        let stones = setup.stones(&mut both).map_err(|fault| fault.within("stones"))?;
        both.finish("stones").map_err(|fault| fault.within("stones"))?;
        let dead = setup.points(fields, "dead")?;
        let first =
            fields.choice("first_to_move", &Color::ALL.map(|color| (color.name(), color)))?;
        let first = first.map_or_else(|| side_to_move(&stones), Ok)?;
        let (moves, to_move) = setup.moves(fields, first)?;
        let played = moves.len();
        let stones = [stones, moves].concat();
        let diagram = diagram(size, stones, played, dead);
        let mut start = Self { diagram, rule, to_move, open: 0 };
        start.open = start.build()?.positions();
        Ok(start)
    }

    /// Takes the numbers of the positions that are meant. If one `needs_moves`, the game must go on
    /// there. If the game `is_whole`, all of them are meant.
    pub(super) fn take_positions(
        &self,
        fields: &mut Fields,
        needs_moves: bool,
        is_whole: bool,
    ) -> Result<Vec<usize>, Fault> {
        let last = self.diagram.played;
        let positions = match fields.take("positions") {
            None if is_whole => (0..self.open).collect(),
            None => vec![last],
            Some(Value::String(text)) if text == "all" => (0..self.open).collect(),
            Some(found) if is_whole => {
                let expected = "\"all\" where the game is asked about";
                return Err(Fault::expected("positions", expected, &found));
            }
            Some(Value::Array(list)) if (1..=last + 1).contains(&list.len()) => {
                numbers(&list, last)?
            }
            Some(found) => {
                let expected = format!("\"all\" or a list of 1 to {} numbers of moves", last + 1);
                return Err(Fault::expected("positions", &expected, &found));
            }
        };
        let end = if needs_moves { self.open } else { last + 1 };
        if positions.is_empty() || positions.iter().any(|&position| position >= end) {
            let reason = "expected a game that goes on, found one that is over";
            return Err(Fault::new("positions", reason));
        }
        Ok(positions)
    }

    /// The game, which was checked before; `None` never happens.
    pub(super) fn game(&self) -> Option<AnalysisGame> {
        self.build().ok()
    }

    fn build(&self) -> Result<AnalysisGame, Fault> {
        if self.diagram.stones.is_empty() {
            let mut position = Position::new(self.diagram.size, self.rule);
            for &point in &self.diagram.dead {
                position.kill(point);
            }
            position.set_to_move(self.to_move);
            return Ok(AnalysisGame::from(position));
        }
        let game = self.diagram.game(Some(self.rule), Some(self.to_move));
        game.map_err(|error| Fault::new("moves", error.to_string()))
    }
}

/// Reads different numbers of moves, each at most `most`.
fn numbers(list: &[Value], most: usize) -> Result<Vec<usize>, Fault> {
    let mut numbers = Vec::with_capacity(list.len());
    for (index, found) in list.iter().enumerate() {
        let number = found.as_u64().and_then(|number| usize::try_from(number).ok());
        let number = number.filter(|number| *number <= most && !numbers.contains(number));
        numbers.push(number.ok_or_else(|| {
            let expected = format!("a number of moves from 0 to {most}, each one once");
            Fault::expected(&format!("positions[{index}]"), &expected, found)
        })?);
    }
    Ok(numbers)
}

/// The side to move after these stones, by their numbers.
fn side_to_move(stones: &[Stone]) -> Result<Color, Fault> {
    let black = stones.iter().filter(|stone| stone.color == Color::Black).count();
    let white = stones.len() - black;
    match black.checked_sub(white) {
        Some(0) => Ok(Color::Black),
        Some(1) => Ok(Color::White),
        _ => Err(Fault::new(
            "first_to_move",
            format!(
                "expected the side to move, found {black} black and {white} white stones, which do \
                 not tell it"
            ),
        )),
    }
}

fn diagram(size: BoardSize, stones: Vec<Stone>, played: usize, dead: Vec<Point>) -> Diagram {
    Diagram { stones, played, dead, ..Diagram::new(Format::Moves, size) }
}

/// The board while it is being filled.
struct Setup {
    size: BoardSize,
    taken: PointSet,
}

impl Setup {
    /// Takes the stones of both colours.
    fn stones(&mut self, fields: &mut Fields) -> Result<Vec<Stone>, Fault> {
        let mut stones = Vec::new();
        for color in Color::ALL {
            let points = self.points(fields, color.name())?;
            stones.extend(points.into_iter().map(|point| Stone { color, point }));
        }
        Ok(stones)
    }

    /// Takes a list of points, all of them empty so far.
    fn points(&mut self, fields: &mut Fields, name: &str) -> Result<Vec<Point>, Fault> {
        let list = fields.list(name)?;
        let points = list.iter().enumerate();
        points.map(|(index, found)| self.point(found, &format!("{name}[{index}]"))).collect()
    }

    /// Takes the moves. Returns the stones and the side to move after them.
    fn moves(&mut self, fields: &mut Fields, first: Color) -> Result<(Vec<Stone>, Color), Fault> {
        let list = fields.list("moves")?;
        if list.len() > MAX_MOVES {
            let found = list.len();
            return Err(Fault::new(
                "moves",
                format!("expected at most {MAX_MOVES}, found {found}"),
            ));
        }
        let (mut stones, mut color) = (Vec::with_capacity(list.len()), first);
        for (index, found) in list.iter().enumerate() {
            if found.as_str() != Some("pass") {
                let point = self.point(found, &format!("moves[{index}]"))?;
                stones.push(Stone { color, point });
            }
            color = !color;
        }
        Ok((stones, color))
    }

    /// Reads the label of an empty point, and takes the point.
    fn point(&mut self, found: &Value, field: &str) -> Result<Point, Fault> {
        let size = self.size;
        let point = found.as_str().and_then(|label| size.parse_label(label));
        let point = point.ok_or_else(|| {
            let expected = format!("the label of a point of {size}, such as h8");
            Fault::expected(field, &expected, found)
        })?;
        if self.taken.contains(point) {
            return Err(Fault::expected(field, "an empty point", found));
        }
        self.taken.insert(point);
        Ok(point)
    }
}
