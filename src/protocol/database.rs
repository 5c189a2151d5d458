//! Yixin-Board's commands for a database of positions.
//!
//! Values and labels are written as the front end has them: a value is that of the side to move, a
//! label that of the side that moved last. Source of the forms: the front end, and Rapfi, which
//! answers it.

use std::fs::File;
use std::io::{BufWriter, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;

use fukumi_core::clock::Instant;
use fukumi_core::geometry::{BoardSize, Color, Point};
use fukumi_core::position::Position;
use fukumi_core::rule::Rule;
use fukumi_core::score::Score;
use fukumi_database::branch::{Child, Fate};
use fukumi_database::{Access, Bound, Database, DatabaseError, Entry, Imported, Mark, Value};
use fukumi_records::{Problem, pos, renlib};

use super::Answered;
use super::command::{DatabaseAction, FileAction, Filter, Selection, printable};
use super::inbox::Inbox;
use super::raw;
use super::reply::Axes;
use crate::engine::Engine;
use crate::engine::positions::Positions;
use crate::engine::setup::Coordinates;

/// Largest number of characters of a label on the board.
const LABEL_WIDTH: usize = 4;
/// Largest number of bytes of a text on the board. The front end cuts what is longer, in the middle
/// of a character too, and then shows nothing of it.
const MARK_WIDTH: usize = 6;
/// Largest library that is read, in bytes.
const MAX_LIBRARY: u64 = 1 << 28;
/// Largest number of faults that are reported.
const MAX_FAULTS: usize = 10;
/// Largest number of bytes of a comment that goes out or comes in.
const MAX_COMMENT: usize = 1 << 16;
/// Largest number of characters of a message.
const MESSAGE_LENGTH: usize = 200;

/// A position to ask about, and the moves that lead to it.
struct Place {
    rule: Rule,
    size: BoardSize,
    /// `None` is a pass.
    moves: Vec<Option<Point>>,
}

impl Place {
    /// The position after these moves, Black first; `None` if one of them cannot be played.
    fn new(rule: Rule, size: BoardSize, moves: &[Coordinates]) -> Option<Self> {
        let read = |at: &Coordinates| match at.is_pass() {
            true => Some(None),
            false => at.on(size).ok().map(Some),
        };
        let moves = moves.iter().map(read).collect::<Option<_>>()?;
        let place = Self { rule, size, moves };
        place.is_possible().then_some(place)
    }

    /// The place of a position without dead cells. Where one side has moved twice, the other one
    /// has passed.
    fn of(position: &Position) -> Option<Self> {
        let board = position.board();
        let (mut moves, mut to_move) = (Vec::new(), Color::Black);
        for stone in board.stones() {
            if stone.color != to_move {
                moves.push(None);
            }
            moves.push(Some(stone.point));
            to_move = !stone.color;
        }
        if board.to_move() != to_move {
            moves.push(None);
        }
        let place = Self { rule: position.rule(), size: position.size(), moves };
        (place.last().key() == position.key()).then_some(place)
    }

    /// Whether all moves can be played one after the other.
    fn is_possible(&self) -> bool {
        let mut position = Position::new(self.size, self.rule);
        self.moves.iter().flatten().all(|&point| position.try_play(point).is_ok())
    }

    /// The same place under another rule.
    fn under(self, rule: Rule) -> Self {
        Self { rule, ..self }
    }

    /// The position after this many moves.
    fn position(&self, count: usize) -> Position {
        let mut position = Position::new(self.size, self.rule);
        self.moves.iter().take(count).for_each(|played| match *played {
            Some(point) => position.play(point),
            None => position.pass(),
        });
        position
    }

    fn last(&self) -> Position {
        self.position(self.moves.len())
    }
}

/// Does what a front end asks about the position after these moves. The lines to answer come to the
/// inbox when they are known.
pub(super) fn act(
    engine: &Engine,
    inbox: &Arc<Inbox>,
    action: &DatabaseAction,
    moves: &[Coordinates],
    axes: Axes,
) -> Answered {
    let place = engine.size().and_then(|size| Place::new(engine.rule(), size, moves));
    let action = action.clone();
    later(engine, inbox, move |positions| positions.act(&action, place.as_ref(), axes))
}

/// Does something with a file.
pub(super) fn act_on_file(
    engine: &mut Engine,
    inbox: &Arc<Inbox>,
    action: FileAction,
    name: &str,
) -> Answered {
    // The front end may have chosen another rule since it set up the board.
    let rule = engine.rule();
    let place = engine.position().and_then(Place::of).map(|place| place.under(rule));
    if matches!(action, FileAction::Open) {
        engine.note_database();
    }
    let name = name.to_string();
    later(engine, inbox, move |positions| positions.act_on_file(action, &name, place.as_ref()))
}

/// Everything is written already.
pub(super) fn save(engine: &Engine, inbox: &Arc<Inbox>) -> Answered {
    later(engine, inbox, |positions| positions.save())
}

/// Looks for damage.
pub(super) fn check(engine: &Engine, inbox: &Arc<Inbox>) -> Answered {
    later(engine, inbox, Positions::check)
}

/// Mends what can be mended.
pub(super) fn repair(engine: &Engine, inbox: &Arc<Inbox>) -> Answered {
    later(engine, inbox, Positions::repair)
}

/// Has the thread that owns the database find the lines to answer.
fn later(
    engine: &Engine,
    inbox: &Arc<Inbox>,
    find: impl FnOnce(&mut Positions) -> Vec<String> + Send + 'static,
) -> Answered {
    let inbox = Arc::clone(inbox);
    let has_room = engine.memory().run(move |positions| {
        // A panic must not leave a command without an answer.
        let lines = catch_unwind(AssertUnwindSafe(|| find(positions)))
            .unwrap_or_else(|_| vec![message("the database: an error inside the program")]);
        inbox.add_reply(lines);
    });
    if has_room {
        Answered::Later
    } else {
        Answered::Now(vec![message("the database: too many commands wait for it")])
    }
}

impl Positions {
    fn act(&mut self, action: &DatabaseAction, place: Option<&Place>, axes: Axes) -> Vec<String> {
        let result = match action {
            DatabaseAction::Children => self.children(place),
            DatabaseAction::ChildrenAndComment => self.children(place).and_then(|mut lines| {
                lines.extend(self.comment(place, axes)?);
                Ok(lines)
            }),
            DatabaseAction::Entry => self.entry(place),
            DatabaseAction::Comment => self.comment(place, axes),
            DatabaseAction::SetBest(is_best) => self.set_best(place, *is_best),
            DatabaseAction::Remove => self.remove(place),
            DatabaseAction::RemoveAll(filter) => self.remove_all(place, *filter),
            DatabaseAction::SetValue { label, value, depth } => self
                .update(place, |entry| set_value(entry, *label, *value, *depth))
                .and_then(|()| self.entry(place)),
            DatabaseAction::SetMark { at, text } => {
                match place.map(|place| at.on(place.size)).transpose() {
                    Err(error) => Err(DatabaseError::Other(error.to_string())),
                    Ok(point) => self.update(place, |entry| {
                        point.into_iter().for_each(|point| entry.set_mark(point, text));
                    }),
                }
                .map(|()| Vec::new())
            }
            DatabaseAction::SetComment(text) => self
                .update(place, |entry| entry.comment = Some(plain(text).trim().into()))
                .map(|()| Vec::new()),
        };
        result.unwrap_or_else(|error| vec![message(&format!("the database: {error}"))])
    }

    fn act_on_file(
        &mut self,
        action: FileAction,
        name: &str,
        place: Option<&Place>,
    ) -> Vec<String> {
        let start = Instant::now();
        if !self.has_files() {
            return vec![message("the database: no file may be used here")];
        }
        let path = match raw::path(name) {
            Ok(path) => path,
            Err(refusal) => return vec![message(&format!("the database: {refusal}"))],
        };
        let path = path.as_path();
        // To SQLite, such names are not those of files.
        if name.is_empty() || name.starts_with(':') {
            return vec![message("the database: expected the name of a file")];
        }
        let result = match action {
            FileAction::Open => return self.load(path),
            FileAction::Merge => self.merge(path).map(|count| format!("{} added", counted(count))),
            FileAction::Import => self.import(path),
            FileAction::ImportLibrary => self.import_library(path, place),
            FileAction::ExportLibrary => {
                self.export_library(path, place).map(|count| format!("{} written", counted(count)))
            }
            FileAction::ExportMoves => {
                self.export_moves(path, place).map(|count| format!("{} written", counted(count)))
            }
            FileAction::Split => {
                self.split(path, place).map(|count| format!("{} written", counted(count)))
            }
            FileAction::Export { all } => {
                self.export(path, all, place).map(|count| format!("{} written", counted(count)))
            }
            FileAction::Unsupported(known) => {
                return vec![message(&format!("{} is not supported", known.name))];
            }
        };
        let text = match result {
            Ok(text) => format!("{text} in {} ms", start.elapsed().as_millis()),
            Err(error) => format!("the database: {error}"),
        };
        vec![message(&text)]
    }

    fn save(&self) -> Vec<String> {
        let name = self.used_path().map(|path| shown(&path)).unwrap_or_default();
        let start = format!("MESSAGE DATABASE SAVE START {name}");
        vec![start.trim_end().into(), "MESSAGE DATABASE SAVE DONE".into()]
    }

    fn check(&mut self) -> Vec<String> {
        let faults = match self.reader() {
            Ok(Some(database)) => database.check(MAX_FAULTS),
            Ok(None) => Ok(Vec::new()),
            Err(error) => Err(error),
        };
        match faults {
            Ok(faults) if faults.is_empty() => vec![message("the database: nothing is wrong")],
            Ok(faults) => {
                faults.iter().map(|fault| message(&format!("the database: {fault}"))).collect()
            }
            Err(error) => vec![message(&format!("the database: {error}"))],
        }
    }

    /// Repairs invalid rows, or removes them. A copy keeps what was there.
    fn repair(&mut self) -> Vec<String> {
        let result = match self.reader() {
            Ok(Some(_)) => self.needed_writer().and_then(Database::repair),
            Ok(None) => Ok(None),
            Err(error) => Err(error),
        };
        let text = match result {
            Ok(None) => "nothing is wrong".into(),
            Ok(Some(repair)) => format!("{repair}; {} has all as it was", repair.copy.display()),
            Err(error) => error.to_string(),
        };
        vec![message(&format!("the database: {text}"))]
    }

    // --- Entries --------------------------------------------------------------------------------

    fn children(&mut self, place: Option<&Place>) -> Result<Vec<String>, DatabaseError> {
        let mut lines = vec!["MESSAGE DATABASE REFRESH".into()];
        if let (Some(place), Some(database)) = (place, self.reader()?) {
            let position = place.last();
            let children = database.children(&position)?;
            let marks = database.get(&position)?.unwrap_or_default().marks;
            for child in &children {
                let mark = marks.iter().find(|mark| mark.point == child.point);
                lines.push(child_line(child, mark));
            }
            let is_told = |mark: &&Mark| children.iter().any(|child| child.point == mark.point);
            for mark in marks.iter().filter(|mark| !is_told(mark)) {
                let (x, y) = (mark.point.x(), mark.point.y());
                lines.push(format!("MESSAGE DATABASE {x} {y} -1 0 0 0 0 {}", one_word(&mark.text)));
            }
        }
        lines.push("MESSAGE DATABASE DONE".into());
        Ok(lines)
    }

    fn entry(&mut self, place: Option<&Place>) -> Result<Vec<String>, DatabaseError> {
        let entry = match (place, self.reader()?) {
            (Some(place), Some(database)) => database.get(&place.last())?,
            _ => None,
        };
        let line = entry.map_or_else(
            || "0 0 0 0".into(),
            |entry| {
                let label = label(&entry).map_or(-1, |label| i32::from(label as u8));
                format!("{label} {} {}", value_words(&entry), display(&entry))
            },
        );
        Ok(vec![format!("MESSAGE DATABASE ONE {line}").trim_end().into()])
    }

    fn comment(&mut self, place: Option<&Place>, axes: Axes) -> Result<Vec<String>, DatabaseError> {
        let comment = match (place, self.reader()?) {
            (Some(place), Some(database)) => database.get(&place.last())?.and_then(|e| e.comment),
            _ => None,
        };
        let quoted = quoted(&comment.unwrap_or_default(), axes);
        Ok(vec![format!("MESSAGE DATABASE TEXT \"{quoted}\"")])
    }

    fn update(
        &mut self,
        place: Option<&Place>,
        change: impl FnOnce(&mut Entry),
    ) -> Result<(), DatabaseError> {
        let Some(database) = self.writer()? else { return Ok(()) };
        database.update(&needed(place)?.last(), |entry| {
            change(entry);
            entry.touch();
        })
    }

    fn set_best(
        &mut self,
        place: Option<&Place>,
        is_best: bool,
    ) -> Result<Vec<String>, DatabaseError> {
        let Some(database) = self.writer()? else { return Ok(Vec::new()) };
        let place = needed(place)?;
        let Some((&Some(last), before)) = place.moves.split_last() else {
            return Err(DatabaseError::Other("there is no move before this position".into()));
        };
        database.update(&place.position(before.len()), |entry| {
            entry.best.retain(|&point| point != last);
            if is_best {
                entry.best.insert(0, last);
            }
            entry.touch();
        })?;
        Ok(Vec::new())
    }

    fn remove(&mut self, place: Option<&Place>) -> Result<Vec<String>, DatabaseError> {
        if let Some(database) = self.writer()? {
            let mut writer = database.write()?;
            writer.remove(&needed(place)?.last())?;
            writer.commit()?;
        }
        Ok(Vec::new())
    }

    fn remove_all(
        &mut self,
        place: Option<&Place>,
        filter: Filter,
    ) -> Result<Vec<String>, DatabaseError> {
        let mut lines = Vec::new();
        if let Some(database) = self.writer()? {
            let start = Instant::now();
            let count = database.remove_below(&needed(place)?.last(), |entry| {
                match (is_selected(entry, filter.selection), filter.is_recursive) {
                    (true, _) => Fate::Remove,
                    (false, true) => Fate::Keep,
                    (false, false) => Fate::KeepAll,
                }
            })?;
            let time = start.elapsed().as_millis();
            lines.push(message(&format!("{} removed in {time} ms", counted(count))));
        }
        lines.extend(self.children(place)?);
        Ok(lines)
    }

    // --- Files ----------------------------------------------------------------------------------

    /// Makes a file the database. If it cannot be used, the answer names the one that stays: the
    /// front end shows the name in its title.
    fn load(&mut self, path: &Path) -> Vec<String> {
        let mut lines = Vec::new();
        if let Err(error) = self.choose(path) {
            lines.push(message(&format!("the database: {error}; not used: {}", shown(path))));
        }
        if let Some(used) = self.used_path() {
            lines.push(format!("MESSAGE DATABASE LOAD START {}", shown(&used)));
            lines.push("MESSAGE DATABASE LOAD DONE".into());
        }
        lines
    }

    fn merge(&mut self, path: &Path) -> Result<u64, DatabaseError> {
        let (other, interrupt) = (self.open_other(path, Access::Read)?, self.interrupt());
        let database = self.needed_writer()?;
        let count = database.merge(&other, |_| !interrupt.is_raised())?;
        database.merge_learned(&other)?;
        Ok(count)
    }

    /// Merges the rows of a table, and says what became of them.
    fn import(&mut self, path: &Path) -> Result<String, DatabaseError> {
        let (file, interrupt) = (self.open_text(path)?, self.interrupt());
        let goes_on = |_| !interrupt.is_raised();
        let Imported { rows, damaged, faults } = self.needed_writer()?.import(file, goes_on)?;
        Ok(added(rows, damaged, faults.first()))
    }

    /// Adds the moves of a library, and says what became of them.
    fn import_library(
        &mut self,
        path: &Path,
        place: Option<&Place>,
    ) -> Result<String, DatabaseError> {
        let mut bytes = Vec::new();
        self.open_text(path)?.take(MAX_LIBRARY + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > MAX_LIBRARY {
            return Err(DatabaseError::Other(format!("more than {} MB", MAX_LIBRARY >> 20)));
        }
        let interrupt = self.interrupt();
        let read = interrupt
            .computing(|| renlib::read_encoded(&bytes, None))
            .map_err(|error| DatabaseError::Other(error.to_string()))?;
        let rule = place.map_or(Rule::Freestyle, |place| place.rule);
        let mut count = 0;
        for entry in &read.games {
            let goes_on = |_| !interrupt.is_raised();
            count += self.needed_writer()?.add_game(&entry.game, rule, goes_on)?.nodes;
        }
        let faults: Vec<String> = read.faults.iter().map(ToString::to_string).collect();
        Ok(added(count, faults.len() as u64, faults.first()))
    }

    /// Writes a new file; one that is there stays as it is.
    fn export_library(&mut self, path: &Path, place: Option<&Place>) -> Result<u64, DatabaseError> {
        let (Some(place), Some(database)) = (place, self.reader()?) else { return Ok(0) };
        let game = database.game(place.rule, place.size)?;
        // RenLib of today reads UTF-8.
        let (bytes, _) =
            renlib::write(&game, &mut |text| text.as_bytes().to_vec()).map_err(other)?;
        File::create_new(path)?.write_all(&bytes)?;
        Ok(game.tree.len() as u64)
    }

    /// Writes a new file; one that is there stays as it is.
    fn export_moves(&mut self, path: &Path, place: Option<&Place>) -> Result<u64, DatabaseError> {
        let (Some(place), Some(database)) = (place, self.reader()?) else { return Ok(0) };
        let game = database.game(place.rule, place.size)?;
        let bytes = pos::lines(&game).map_err(other)?;
        File::create_new(path)?.write_all(&bytes)?;
        Ok(game.tree.len() as u64)
    }

    fn split(&mut self, path: &Path, place: Option<&Place>) -> Result<u64, DatabaseError> {
        let Some(place) = place else { return Ok(0) };
        if self.reader()?.is_none() {
            return Ok(0);
        }
        let before: Vec<Position> = (0..place.moves.len()).map(|n| place.position(n)).collect();
        let mut other = self.open_other(path, Access::Create)?;
        let Some(database) = self.reader()? else { return Ok(0) };
        database.split(&place.last(), &before, &mut other)
    }

    /// Writes a new file; one that is there stays as it is.
    fn export(
        &mut self,
        path: &Path,
        all: bool,
        place: Option<&Place>,
    ) -> Result<u64, DatabaseError> {
        let Some(database) = self.reader()? else { return Ok(0) };
        let file = BufWriter::new(File::create_new(path)?);
        let game = place.map(|place| (place.rule, place.size));
        database.export(file, |rule, size| all || game.is_none_or(|game| game == (rule, size)))
    }
}

/// The position that is to be changed.
fn needed(place: Option<&Place>) -> Result<&Place, DatabaseError> {
    place.ok_or_else(|| DatabaseError::Other("these moves lead to no position".into()))
}

/// A comment without control characters, with one kind of line end, cut to its largest length.
fn plain(comment: &str) -> String {
    let (mut text, mut length) = (String::new(), 0);
    let mut chars = comment.chars().peekable();
    while let Some(char) = chars.next() {
        let char = match char {
            '\r' if chars.peek() == Some(&'\n') => continue,
            '\r' | '\n' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}' => '\n',
            char if char.is_control() => ' ',
            char => char,
        };
        length += raw::width(char);
        if length > MAX_COMMENT {
            break;
        }
        text.push(char);
    }
    text
}

/// A comment as it stands between quotation marks on one line, so that no part of it can be taken
/// for another line of the protocol. A line end is written as `\n`. Yixin-Board skips that, but
/// shows a separator of lines (U+2028) as the end of a line, and sends it back.
fn quoted(comment: &str, axes: Axes) -> String {
    let line_end = match axes {
        Axes::ColumnRow => "\\n",
        Axes::RowColumn => "\u{2028}",
    };
    let comment = plain(comment).replace('\\', "\\\\").replace('"', "\\\"");
    comment.replace('\n', line_end)
}

fn other(problem: Problem) -> DatabaseError {
    DatabaseError::Other(problem.to_string())
}

/// The name of a file for a person, in the characters that it has.
fn shown(path: &Path) -> String {
    raw::name(path).chars().filter(|char| !char.is_control()).take(MESSAGE_LENGTH).collect()
}

fn counted(count: u64) -> String {
    if count == 1 { "1 position".into() } else { format!("{count} positions") }
}

/// How many positions were added, and the first of the faults for which others were left out.
fn added(count: u64, damaged: u64, fault: Option<&String>) -> String {
    let added = format!("{} added", counted(count));
    fault.map_or_else(|| added.clone(), |fault| format!("{added}, {damaged} left out: {fault}"))
}

/// A line of text. Yixin-Board takes a text that begins with the word "database", in any case, for
/// one of the forms above, and ends if it is none.
fn message(text: &str) -> String {
    format!("MESSAGE {}", printable(text, MESSAGE_LENGTH))
}

fn set_value(
    entry: &mut Entry,
    label: Option<Option<char>>,
    value: Option<i64>,
    depth: Option<i64>,
) {
    if let Some(label) = label {
        // The letters with a meaning may come in both cases.
        let letter = |label: char| match label {
            'W' | 'L' | 'D' | 'X' => label.to_ascii_lowercase(),
            other => other,
        };
        entry.label = label.map(|label| letter(label).into());
    }
    if let Some(points) = value {
        let most = i64::from(Score::WIN.points());
        let points = points.clamp(-most, most) as i16;
        let depth = entry.value.and_then(|value| value.depth);
        entry.value =
            Some(Value { score: Score::from_table(points, 0), bound: Bound::Exact, depth });
    }
    if let (Some(depth), Some(value)) = (depth, &mut entry.value) {
        value.depth = u32::try_from(depth).ok();
    }
}

/// The label of a position: the one that was put there, or what a proven value says. It is that of
/// the side that moved last.
fn label(entry: &Entry) -> Option<char> {
    let proven = || {
        let value = entry.value.filter(Value::is_proven)?;
        Some(if value.score.is_win() { 'l' } else { 'w' })
    };
    entry
        .label
        .as_ref()
        .and_then(|label| label.chars().next().filter(char::is_ascii_graphic))
        .or_else(proven)
}

/// Value, depth and bound, as numbers.
fn value_words(entry: &Entry) -> String {
    let bound = entry.value.map_or(0, |value| match value.bound {
        Bound::Upper => 1,
        Bound::Lower => 2,
        Bound::Exact => 3,
    });
    let points = entry.value.map_or(0, |value| value.score.points());
    let depth = entry.value.and_then(|value| value.depth).unwrap_or(0);
    format!("{points} {depth} {bound}")
}

/// What the front end writes on the point: the label, of a win or loss with its plies, or else the
/// chance of the side that moved last, in percent.
fn display(entry: &Entry) -> String {
    let plies = entry.value.filter(Value::is_proven).and_then(|v| v.score.plies_to_end());
    match (label(entry), plies) {
        (Some(label @ ('w' | 'l')), Some(plies)) => format!("{label}{}", plies.abs()),
        (Some(label @ ('w' | 'l')), None) => format!("{label}*"),
        (Some(label), _) => label.into(),
        (None, _) => match entry.value.filter(|value| value.bound == Bound::Exact) {
            Some(value) => format!("{}%", ((-value.score).win_rate() * 100.0).min(99.0) as u32),
            None => String::new(),
        },
    }
}

/// The line about a move. The front end takes what it writes on the point as a number whose bytes
/// are the characters.
fn child_line(child: &Child, mark: Option<&Mark>) -> String {
    let Child { point, entry } = child;
    let shown = display(entry);
    let shown = match shown.len().min(LABEL_WIDTH) {
        0 => -1,
        length => shown.bytes().take(length).fold(0, |sum, byte| sum << 8 | i32::from(byte)),
    };
    let comment = u8::from(entry.comment.is_some());
    let mark = mark.map(|mark| one_word(&mark.text)).unwrap_or_default();
    let (x, y, value) = (point.x(), point.y(), value_words(entry));
    format!("MESSAGE DATABASE {x} {y} {shown} {value} {comment} {mark}")
}

/// The beginning of a text without blanks, as the front end reads it.
fn one_word(text: &str) -> String {
    let (mut word, mut width) = (String::new(), 0);
    for char in text.chars().filter(|char| !char.is_whitespace() && !char.is_control()) {
        width += raw::width(char);
        if width > MARK_WIDTH {
            break;
        }
        word.push(char);
    }
    word
}

fn is_selected(entry: &Entry, selection: Selection) -> bool {
    let label = label(entry);
    let plies = entry.value.filter(Value::is_proven).and_then(|v| v.score.plies_to_end());
    let is_decided = matches!(label, Some('w' | 'l'));
    match selection {
        Selection::All => true,
        Selection::Labels { win, loss, draw, is_inverted } => {
            let is_one = match label {
                Some('w') => win,
                Some('l') => loss,
                Some('d') => draw,
                _ => false,
            };
            is_one != is_inverted
        }
        Selection::WithoutLength => is_decided && plies.is_none(),
        Selection::Within(most) => {
            is_decided && plies.is_some_and(|plies| i64::from(plies.abs()) <= most)
        }
    }
}
