//! Lines -> commands: blocks up to `DONE`, file names on the next line, texts over several lines.
//!
//! Inside a block, `INFO` is obeyed and stop commands have no effect, except in blocks that have
//! none themselves: refused ones, and those for the database. Any other command shows that
//! the `DONE` was lost. Then the block is dropped; otherwise one lost line would silence the
//! engine.

use std::cmp::Ordering;

use super::command::{
    BlockKind, Command, CommandError, DatabaseAction, FileAction, Parsed, breaks_off_text,
    coordinates, entries, fifth_count, is_command, parse, placement, split_word,
};
use super::line::{InputLine, is_end};
use super::question::Question;

/// Maximum number of entries of a block; no board needs so many.
const MAX_ENTRIES: usize = 10_000;
/// Maximum number of characters of an entry; no point needs so many.
const MAX_ENTRY: usize = 64;
/// Maximum number of bytes kept of a text in quotation marks. A byte that is not UTF-8 takes four.
const MAX_TEXT: usize = 1 << 18;

/// A command, or the reason why there is none.
pub type Item = Result<Command, CommandError>;

/// Assembles commands from lines.
#[derive(Debug, Default)]
pub struct Assembler {
    state: State,
}

#[derive(Debug, Default)]
enum State {
    /// Between commands.
    #[default]
    Idle,
    /// Inside a block.
    Block(Block),
    /// The next line is a file name.
    FileName(FileAction),
    /// Inside a text in quotation marks, of which this is the beginning.
    Quoted(String),
}

#[derive(Debug)]
struct Block {
    kind: BlockKind,
    entries: Vec<String>,
}

impl Assembler {
    /// Whether this line, if it comes next, begins a command. A command may break off a block.
    pub(crate) fn begins_with(&self, line: &InputLine) -> bool {
        match &self.state {
            State::Idle => true,
            State::Block(_) => text_of(line).is_some_and(breaks_off),
            State::Quoted(_) => text_of(line).is_some_and(breaks_off_text),
            State::FileName(_) => false,
        }
    }

    /// Takes the next line and returns the items that it completes, in order.
    pub fn feed(&mut self, line: &InputLine) -> Vec<Item> {
        let text = match line {
            InputLine::Text(text) => without_mark(text),
            InputLine::TooLong(beginning) => return self.feed_too_long(without_mark(beginning)),
        };
        match std::mem::take(&mut self.state) {
            State::Idle => self.feed_idle(text),
            State::Block(block) => self.feed_block(block, text),
            // No file is called END, but a manager that sends `END` will not wait.
            State::FileName(_) if is_end(line) => vec![Ok(Command::End)],
            State::FileName(action) => vec![Ok(Command::of_file(action, text))],
            State::Quoted(_) if breaks_off_text(text) => {
                let mut items = vec![Err(CommandError::Unclosed)];
                items.extend(self.feed_idle(text));
                items
            }
            State::Quoted(mut begun) => {
                keep(&mut begun, '\n');
                self.feed_quoted(begun, text)
            }
        }
    }

    fn feed_idle(&mut self, text: &str) -> Vec<Item> {
        let (word, rest) = split_word(text);
        if word.is_empty() {
            return Vec::new();
        }
        match parse(text) {
            Ok(Parsed::Whole(command)) => vec![Ok(command)],
            Ok(Parsed::Open(kind)) => self.add(Block { kind, entries: Vec::new() }, rest),
            Ok(Parsed::OpenWith(kind, after)) => {
                self.add(Block { kind, entries: Vec::new() }, &after)
            }
            Ok(Parsed::Refused(error, after)) => {
                self.add(Block::refused(), &after);
                vec![Err(error)]
            }
            Ok(Parsed::FileName(action)) => {
                self.state = State::FileName(action);
                Vec::new()
            }
            Ok(Parsed::Quoted) => match rest.strip_prefix('"') {
                Some(quoted) => self.feed_quoted(String::new(), quoted),
                None => self.add(Block::for_comment(String::new()), rest),
            },
            Err(error) => vec![Err(error)],
        }
    }

    fn feed_block(&mut self, block: Block, text: &str) -> Vec<Item> {
        if breaks_off(text) {
            let mut items = if block.kind.needs_end() {
                vec![Err(block.kind.error(CommandError::Interrupted))]
            } else {
                Vec::new()
            };
            items.extend(self.feed_idle(text));
            return items;
        }
        match parse(text) {
            Ok(Parsed::Whole(info @ Command::Info { .. })) => {
                self.state = State::Block(block);
                vec![Ok(info)]
            }
            Ok(Parsed::Whole(Command::Stop)) => {
                // Nobody sees that these are open.
                let is_seen = block.kind.needs_end();
                self.state = State::Block(block);
                if is_seen { Vec::new() } else { vec![Ok(Command::Stop)] }
            }
            Ok(Parsed::Whole(Command::End)) => vec![Ok(Command::End)],
            _ => self.add(block, text),
        }
    }

    /// Reads a text up to a quotation mark without a backslash before it; after the mark, a block
    /// begins.
    fn feed_quoted(&mut self, mut begun: String, text: &str) -> Vec<Item> {
        let mut chars = text.char_indices();
        while let Some((index, char)) = chars.next() {
            match char {
                '\\' => match chars.next() {
                    Some((_, 'n')) => keep(&mut begun, '\n'),
                    Some((_, quoted)) => keep(&mut begun, quoted),
                    None => {}
                },
                '"' => return self.add(Block::for_comment(begun), &text[index + 1..]),
                char => keep(&mut begun, char),
            }
        }
        self.state = State::Quoted(begun);
        Vec::new()
    }

    fn feed_too_long(&mut self, beginning: &str) -> Vec<Item> {
        match &mut self.state {
            State::Idle => {
                if begins_block(beginning) {
                    self.state = State::Block(Block::refused());
                }
                let error = CommandError::TooLong;
                let is_position = match parse(split_word(beginning).0) {
                    Ok(Parsed::Open(kind) | Parsed::OpenWith(kind, _)) => kind.sets_position(),
                    Err(error) => matches!(error, CommandError::Position(_)),
                    Ok(_) => false,
                };
                vec![Err(if is_position { error.of_position() } else { error })]
            }
            State::Block(block) => {
                block.keep("a line that is too long".into());
                Vec::new()
            }
            State::FileName(_) => {
                self.state = State::Idle;
                vec![Err(CommandError::TooLong)]
            }
            State::Quoted(_) => Vec::new(),
        }
    }

    /// Adds the entries on a line to the block, which ends with `DONE`.
    fn add(&mut self, mut block: Block, text: &str) -> Vec<Item> {
        for entry in entries(text) {
            if entry.eq_ignore_ascii_case("DONE") {
                return block.finish().into_iter().collect();
            }
            block.keep(entry);
        }
        self.state = State::Block(block);
        Vec::new()
    }
}

/// The text of a line without a byte order mark, unless the line was too long.
fn text_of(line: &InputLine) -> Option<&str> {
    line.text().map(without_mark)
}

fn without_mark(text: &str) -> &str {
    text.trim_start_matches('\u{feff}')
}

/// Whether a line with this beginning is the first one of a block.
fn begins_block(beginning: &str) -> bool {
    let parsed = parse(split_word(beginning).0);
    matches!(
        parsed,
        Ok(Parsed::Open(_) | Parsed::OpenWith(..) | Parsed::Refused(..) | Parsed::Quoted)
    )
}

/// Whether a line inside a block is a command that shows that the `DONE` was lost.
fn breaks_off(text: &str) -> bool {
    let is_obeyed_inside =
        |command: &Command| matches!(command, Command::Info { .. } | Command::Stop | Command::End);
    is_command(split_word(text).0)
        && !matches!(parse(text), Ok(Parsed::Whole(command)) if is_obeyed_inside(&command))
}

/// Adds to a text, unless it is too long.
fn keep(text: &mut String, char: char) {
    if text.len() + char.len_utf8() <= MAX_TEXT {
        text.push(char);
    }
}

impl BlockKind {
    /// The error of a block of this kind.
    fn error(&self, error: CommandError) -> CommandError {
        if self.sets_position() { error.of_position() } else { error }
    }
}

impl Block {
    /// A block without effect, whose first line was refused.
    const fn refused() -> Self {
        Self { kind: BlockKind::Refused, entries: Vec::new() }
    }

    /// The block after the text of a comment.
    fn for_comment(text: String) -> Self {
        let kind = BlockKind::Database(DatabaseAction::SetComment(text));
        Self { kind, entries: Vec::new() }
    }

    /// Keeps an entry. Of one that is too long, and of all that are too many, something is kept
    /// that makes the block an error.
    fn keep(&mut self, mut entry: String) {
        if let Some((end, _)) = entry.char_indices().nth(MAX_ENTRY) {
            entry.truncate(end);
            entry.push_str("...");
            entry.shrink_to_fit();
        }
        match self.entries.len().cmp(&MAX_ENTRIES) {
            Ordering::Less => self.entries.push(entry),
            Ordering::Equal => self.entries.push("too many entries".into()),
            Ordering::Greater => {}
        }
    }

    /// What the block is; `None` if it was refused at its beginning.
    fn finish(self) -> Option<Item> {
        let kind = self.kind.clone();
        Some(self.command()?.map_err(|error| kind.error(error)))
    }

    fn command(self) -> Option<Item> {
        let placements =
            || self.entries.iter().map(|entry| placement(entry)).collect::<Result<_, _>>();
        let points =
            || self.entries.iter().map(|entry| coordinates(entry)).collect::<Result<_, _>>();
        Some(match self.kind {
            BlockKind::Refused => return None,
            BlockKind::Board => placements().map(Command::Board),
            BlockKind::YxBoard => placements().map(Command::YxBoard),
            BlockKind::Block => points().map(Command::YxBlock),
            BlockKind::BlockUndo => points().map(Command::YxBlockUndo),
            BlockKind::Database(action) => {
                points().map(|moves| Command::YxDatabase { action, moves })
            }
            BlockKind::BlockPath => points().map(Command::YxBlockPath),
            BlockKind::BlockPathUndo => points().map(Command::YxBlockPathUndo),
            BlockKind::Opening(question) => opening(question, &self.entries),
        })
    }
}

/// The question about an opening that a block with these entries asks.
fn opening(question: Question, entries: &[String]) -> Item {
    let (fifths, entries) = fifth_count(entries, question.most_fifths())?;
    let moves = entries.iter().map(|entry| coordinates(entry)).collect::<Result<_, _>>()?;
    Ok(Command::Opening { question, fifths, moves })
}

#[cfg(test)]
mod tests;
