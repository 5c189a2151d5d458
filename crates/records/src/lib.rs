//! Positions from text: what people and programs have at hand when they ask about a position.
//!
//! [`load`] takes the text itself, the name of a file or `-`; [`parse`] takes text. [`load_all`]
//! and [`parse_all`] read all positions of a text instead of one. The text itself shows its format,
//! see [`Format`]; a module of its own reads each format. All of them produce a [`Diagram`], which
//! holds what the text says and nothing else. [`Diagram::position`] settles what the text leaves
//! open (the rule, the side to move), and refuses a position in which no move is possible.
//!
//! The one idea: nothing is guessed that could be wrong. A stone off the board, a second stone on a
//! point, or stones that do not show whose move it is are errors. Errors give their place in the
//! text if they have one.
//!
//! [`mod@write`] goes the other way, for games.
//!
//! The files of other programs often hold more than a position: a [`tree`] of moves with comments.
//! [`game::Game`] is what `sgf::tree`, `renlib`, `pos`, `rif` and `rapfi` read; `flat` writes
//! one line of it.

use fukumi_core::board::Stone;
use fukumi_core::geometry::{BoardSize, Color, MIN_SIDE, Point, PointSet};
use fukumi_core::position::Position;
use fukumi_core::position::ending::Ending;
use fukumi_core::rule::Rule;

mod analysed;
mod block;
mod championship;
pub mod collection;
mod copied;
pub mod encoding;
mod error;
pub mod file;
pub mod flat;
pub mod game;
mod json;
mod lines;
mod load;
mod moves;
mod offsets;
mod pairs;
mod pgn;
mod picture;
mod piskvork;
pub mod pos;
mod protocol_log;
pub mod rapfi;
pub mod reading;
mod record;
pub mod renlib;
pub mod replay;
pub mod rif;
mod rules;
pub mod same;
mod saved;
pub mod scores;
pub mod sgf;
mod sides;
mod source;
pub mod tree;
pub mod write;

pub use error::{ByteError, NotationError, Problem, TextPlace};
pub use load::{load, load_all, read_bytes, split_id};

use reading::Notices;
use rules::rule_named;
use source::Source;
use write::GameResult;

/// Maximum length in bytes of a text that is read.
pub const MAX_BYTES: usize = 1 << 20;

/// Maximum length in bytes of a file that is read.
pub const MAX_FILE_BYTES: usize = 1 << 28;

/// Maximum length in characters of the name of a player, an event or a date.
const MAX_NAME: usize = 60;

/// The notation of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A line `id key=value …`, as in collections of positions.
    Record,
    /// Moves such as `h8i9h10`, Black first; or two sets of stones, `h8,h10/i9`.
    Moves,
    /// A picture of the board.
    Picture,
    /// A game saved by Piskvork, a `.psq` file.
    Piskvork,
    /// Smart Game Format.
    Sgf,
    /// Lines of the Gomocup protocol, usually a `BOARD` block.
    Block,
    /// Moves with tags, as PlayOK writes them.
    Pgn,
    /// Openings as columns and rows from the middle of the board, `0,0, 1,-1`.
    Offsets,
    /// A game saved by Yixin-Board, a `.sav` file.
    Sav,
    /// A game saved by Piskvork as a `.rec` file.
    Rec,
    /// A library of RenLib, a `.lib` file.
    Library,
    /// Positions of RenLib or Yixin-Board, a `.pos` file.
    Positions,
    /// The games of RenjuNet, a `.rif` file.
    RenjuNet,
    /// The text of a database of Rapfi.
    Rapfi,
    /// Points in brackets, `[[7,7],[8,8]]` or `(8,8) (9,9)`.
    Pairs,
    /// A log of the Gomocup protocol, with the engine's answers.
    Log,
    /// A record of the Chinese computer game championship, `{[C5]…;B(J,10)}`.
    Championship,
}

impl Format {
    /// The name of the notation in one word, as in `sgf`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Record => "record",
            Self::Moves => "moves",
            Self::Picture => "picture",
            Self::Piskvork => "psq",
            Self::Sgf => "sgf",
            Self::Block => "block",
            Self::Pgn => "pgn",
            Self::Offsets => "offsets",
            Self::Sav => "sav",
            Self::Rec => "rec",
            Self::Library => "lib",
            Self::Positions => "pos",
            Self::RenjuNet => "rif",
            Self::Rapfi => "rapfi",
            Self::Pairs => "pairs",
            Self::Log => "log",
            Self::Championship => "championship",
        }
    }
}

/// What a reader knows besides the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hints {
    /// Which of several positions to read: the id of a record, or the number of a game, from 1. A
    /// record without an id of its own also goes by its number.
    pub id: Option<String>,
    /// The size of the board if the text does not state it. If it does, both have to agree.
    pub size: Option<BoardSize>,
    /// The size of boards of which neither the text nor `size` states it, in place of 15x15.
    pub default_size: Option<BoardSize>,
    /// How many of the moves to play; all of them if `None`.
    pub moves: Option<usize>,
    /// Which game a file is of that states another one than Gomoku and Renju.
    pub game: GameKind,
}

/// Which game a file is of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GameKind {
    /// What the file states, its board and its moves show it.
    #[default]
    Judged,
    /// Gomoku or Renju, whatever the file states.
    Gomoku,
}

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
}

/// One of the positions of a text: its id, if there are several, and what the text says about it.
pub type NamedDiagram = (Option<String>, Result<Diagram, NotationError>);

impl Diagram {
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
            None => Color::ALL.into_iter().find(|&c| position.has_five(c)).map(Ending::Five),
        };
        match ending {
            Some(ending) => Err(Problem::Over(ending).into()),
            None if position.board().empty_count() == 0 => Err(Problem::Full.into()),
            None => Ok(position),
        }
    }
}

/// Reads a position from text in any of the formats.
///
/// # Errors
/// If the text is in none of the formats, or makes no sense in the format that it seems to be in.
pub fn parse(text: &str, hints: &Hints) -> Result<Diagram, NotationError> {
    parse_noted(text, hints, &mut Notices::default())
}

/// Reads a position like [`parse`]. `notices` gets what a person should know.
///
/// # Errors
/// As [`parse`].
pub fn parse_noted(
    text: &str,
    hints: &Hints,
    notices: &mut Notices,
) -> Result<Diagram, NotationError> {
    if text.len() > MAX_BYTES {
        return Err(Problem::TooLong.into());
    }
    parse_one(&normalised(text), hints, notices)
}

/// Reads all positions of a text, in one pass. If there are several, each one comes with its id.
///
/// # Errors
/// As [`parse`], except for errors in one of several positions, which are part of the result.
pub fn parse_all(text: &str, hints: &Hints) -> Result<Vec<NamedDiagram>, NotationError> {
    parse_all_noted(text, hints, &mut Notices::default())
}

/// Reads all positions like [`parse_all`]. `notices` gets what a person should know.
///
/// # Errors
/// As [`parse_all`].
pub fn parse_all_noted(
    text: &str,
    hints: &Hints,
    notices: &mut Notices,
) -> Result<Vec<NamedDiagram>, NotationError> {
    if text.len() > MAX_BYTES {
        return Err(Problem::TooLong.into());
    }
    parse_each(text, hints, None, notices)
}

/// Reads a position from a normalised text.
fn parse_one(text: &str, hints: &Hints, notices: &mut Notices) -> Result<Diagram, NotationError> {
    let source = Source::new(text);
    let format = format(text);
    refuse_json(text, format)?;
    let diagram = match format {
        Some(Format::Sgf) => sgf::read(source, hints, notices),
        Some(Format::Record) => record::read(source, hints),
        Some(Format::Pgn) => pgn::read(source, hints),
        Some(Format::Offsets) => pgn::choose(offsets::read_all(source, hints), hints),
        Some(Format::Championship) => pgn::choose(championship::read_all(source, hints), hints),
        Some(Format::Log) => pgn::choose(protocol_log::read_all(source, hints), hints),
        // These are read as a whole.
        _ if text.len() > MAX_BYTES => Err(Problem::TooLong.into()),
        Some(Format::Piskvork) => piskvork::read(source, hints, notices),
        Some(Format::Pairs) => pairs::read(source, hints, notices),
        Some(Format::Sav) => saved::read_sav(source, hints),
        Some(Format::Rec) => saved::read_rec(source, hints),
        Some(Format::Block) => block::read(source, hints),
        Some(Format::Moves) if sides::is_list(text) => sides::read(source, hints),
        Some(Format::Moves) => moves::read(source, hints),
        Some(Format::Picture) => picture::read(source, hints),
        Some(Format::Library | Format::Positions | Format::RenjuNet | Format::Rapfi) | None => {
            Err(Problem::Unrecognised(error::excerpt(text.trim())).into())
        }
    }?;
    Ok(with_last_at_the_end(diagram))
}

/// Reads all positions like [`parse_all`], of a text of any length whose records have at most
/// [`MAX_BYTES`]. `format` states the format if it is known.
fn parse_each(
    text: &str,
    hints: &Hints,
    known: Option<Format>,
    notices: &mut Notices,
) -> Result<Vec<NamedDiagram>, NotationError> {
    let text = normalised(text);
    if hints.id.is_none() {
        let source = Source::new(&text);
        let format = known.or_else(|| format(&text));
        refuse_json(&text, format)?;
        let entries = match format {
            Some(Format::Sgf) => sgf::read_all(source, hints, notices),
            Some(Format::Record) => record::read_all(source, hints).collect(),
            Some(Format::Pgn) => pgn::read_all(source, hints),
            Some(Format::Offsets) => offsets::read_all(source, hints),
            Some(Format::Championship) => championship::read_all(source, hints),
            Some(Format::Log) => protocol_log::read_all(source, hints),
            Some(Format::Moves) if known.is_some() || moves::are_games(&text) => {
                lines::read_all(source, hints)
            }
            _ => Vec::new(),
        };
        // A single position needs no id.
        if entries.len() > 1 {
            let finish = |(id, diagram): (String, Result<Diagram, _>)| {
                (Some(id), diagram.map(with_last_at_the_end))
            };
            return Ok(entries.into_iter().map(finish).collect());
        }
        // It was read already, and its notices are known.
        if let Some((_, diagram)) = entries.into_iter().next() {
            return Ok(vec![(None, Ok(with_last_at_the_end(diagram?)))]);
        }
    }
    Ok(vec![(hints.id.clone(), Ok(parse_one(&text, hints, notices)?))])
}

/// Refuses JSON, whose words may look like moves, a record or a picture.
fn refuse_json(text: &str, format: Option<Format>) -> Result<(), NotationError> {
    let may_be = matches!(
        format,
        None | Some(Format::Moves | Format::Record | Format::Picture | Format::Rec)
    );
    if may_be && json::begins(text) {
        return Err(Problem::Foreign(json::NAME).into());
    }
    Ok(())
}

/// The text without a byte order mark, with line feeds as the only line ends.
fn normalised(text: &str) -> String {
    #[cfg(test)]
    tests::count_work(text.len());
    // Old programs end a text with a mark of its end.
    let text = text.trim_start_matches('\u{feff}').trim_end_matches('\u{1a}');
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    copied::tidied(&text).into_owned()
}

/// Moves the last move to the end of the stones, so that the position would take it back first.
fn with_last_at_the_end(mut diagram: Diagram) -> Diagram {
    if let Some(last) = diagram.last {
        diagram.stones.sort_by_key(|stone| stone.point == last);
    }
    diagram
}

/// The format that the text seems to be in.
fn format(text: &str) -> Option<Format> {
    let text = text.trim_start();
    if sgf::begins(text) {
        Some(Format::Sgf)
    } else if piskvork::is_header(text) {
        Some(Format::Piskvork)
    } else if championship::begins(text) {
        Some(Format::Championship)
    } else if pgn::is_list(text) {
        Some(Format::Pgn)
    } else if saved::is_sav(text) {
        Some(Format::Sav)
    } else if offsets::is_list(text) {
        Some(Format::Offsets)
    } else if sgf::has_game(text) {
        // Of a mail, for example.
        Some(Format::Sgf)
    } else if text.lines().any(record::is_record) {
        Some(Format::Record)
    } else if pairs::is_list(text) {
        Some(Format::Pairs)
    } else if piskvork::is_headless(text) {
        Some(Format::Piskvork)
    } else if protocol_log::is_log(text) {
        Some(Format::Log)
    } else if block::is_block(text) {
        Some(Format::Block)
    } else if saved::is_rec(text) {
        Some(Format::Rec)
    } else if sides::is_list(text) || moves::is_empty_game(text) {
        Some(Format::Moves)
    } else {
        picture_or_moves(text)
    }
}

/// Whether the text seems to be a picture or moves.
fn picture_or_moves(text: &str) -> Option<Format> {
    let longest_row = text.lines().map(picture::row_length).max().unwrap_or(0);
    if longest_row >= usize::from(MIN_SIDE) {
        // The line below a picture may contain labels.
        Some(Format::Picture)
    } else if moves::has_label(text) {
        Some(Format::Moves)
    } else if longest_row > 0 {
        Some(Format::Picture)
    } else {
        None
    }
}

/// The size of the board from the stated and the hinted size, or the default.
fn board_size(stated: Option<BoardSize>, hints: &Hints) -> Result<BoardSize, Problem> {
    match (stated, hints.size) {
        (Some(stated), Some(hinted)) if stated != hinted => {
            Err(Problem::OtherSize { stated, hinted })
        }
        (Some(size), _) | (None, Some(size)) => Ok(size),
        (None, None) => Ok(hints.default_size.unwrap_or(BoardSize::DEFAULT)),
    }
}

/// Collects the stones of a text and refuses those that are off the board or on a taken point.
struct Collector {
    size: BoardSize,
    /// Whether the size is neither stated nor hinted.
    is_size_assumed: bool,
    taken: PointSet,
    stones: Vec<Stone>,
    dead: Vec<Point>,
}

impl Collector {
    fn new(stated: Option<BoardSize>, hints: &Hints) -> Result<Self, Problem> {
        Ok(Self {
            size: board_size(stated, hints)?,
            is_size_assumed: stated.is_none() && hints.size.is_none(),
            taken: PointSet::EMPTY,
            stones: Vec::new(),
            dead: Vec::new(),
        })
    }

    /// The point that a label such as `h8` names.
    fn label(&self, label: &str) -> Result<Point, Problem> {
        self.size.parse_label(label).ok_or_else(|| self.off_board(label))
    }

    /// The point in column `x` and row `y`, counted from 0 at the top left; `found` is the text for
    /// it.
    fn point(&self, x: i64, y: i64, found: &str) -> Result<Point, Problem> {
        self.size.point(x, y).ok_or_else(|| self.off_board(found))
    }

    fn off_board(&self, found: &str) -> Problem {
        Problem::OffBoard {
            found: error::excerpt(found),
            size: self.size,
            is_size_assumed: self.is_size_assumed,
        }
    }

    fn take(&mut self, point: Point) -> Result<(), Problem> {
        if self.taken.contains(point) {
            return Err(Problem::Taken(point.label(self.size)));
        }
        self.taken.insert(point);
        Ok(())
    }

    fn stone(&mut self, color: Color, point: Point) -> Result<(), Problem> {
        self.take(point)?;
        self.stones.push(Stone { color, point });
        Ok(())
    }

    fn dead(&mut self, point: Point) -> Result<(), Problem> {
        self.take(point)?;
        self.dead.push(point);
        Ok(())
    }

    /// A diagram of stones whose order is unknown.
    fn finish(self, format: Format) -> Diagram {
        Diagram {
            format,
            size: self.size,
            rule: None,
            stones: self.stones,
            played: 0,
            last: None,
            dead: self.dead,
            to_move: None,
            players: [None, None],
            event: None,
            date: None,
            result: None,
        }
    }

    /// A diagram of stones that were played in this order.
    fn finish_game(self, format: Format) -> Diagram {
        let last = self.stones.last();
        let (point, color) = (last.map(|stone| stone.point), last.map(|stone| stone.color));
        let played = self.stones.len();
        Diagram { played, last: point, to_move: color.map(|color| !color), ..self.finish(format) }
    }
}

/// The name of a player, an event or a date, reduced to what fits on one line; `None` if nothing is
/// left.
fn name(text: &str) -> Option<String> {
    let words = text.split(|c: char| c.is_whitespace() || c.is_control());
    let name: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let name: String = name.join(" ").chars().take(MAX_NAME).collect();
    (!name.is_empty()).then_some(name)
}

/// How many of `played` moves the hints ask for.
fn moves_to_play(played: usize, hints: &Hints) -> Result<usize, Problem> {
    match hints.moves {
        None => Ok(played),
        Some(asked) if asked <= played => Ok(asked),
        Some(asked) => Err(Problem::TooFewMoves { asked, played }),
    }
}

/// Refuses to play only some of the stones if their order is unknown.
fn refuse_moves(hints: &Hints) -> Result<(), Problem> {
    match hints.moves {
        None => Ok(()),
        Some(_) => Err(Problem::NoOrder),
    }
}

/// Refuses to choose among positions if there is only one.
fn refuse_id(hints: &Hints) -> Result<(), Problem> {
    match &hints.id {
        None => Ok(()),
        Some(id) => Err(Problem::no_record(id, &[])),
    }
}

#[cfg(test)]
mod tests;
