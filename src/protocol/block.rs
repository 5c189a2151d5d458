//! Lines -> commands: blocks up to `DONE`, file names on the next line, texts over several lines.
//!
//! Inside a block, `INFO` is obeyed and stop commands have no effect. Any other command shows that
//! the `DONE` was lost. Then the block is dropped; otherwise one lost line would silence the
//! engine.

use super::command::{
    BlockKind, Command, CommandError, DatabaseAction, FileAction, Parsed, breaks_off_text,
    coordinates, entries, fifths, is_command, parse, placement, split_word,
};
use super::line::InputLine;
use super::question::Question;

/// Maximum number of entries kept of a block; no board needs so many.
const MAX_ENTRIES: usize = 10_000;
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
            State::FileName(_) if split_word(text).0.eq_ignore_ascii_case("END") => {
                vec![Ok(Command::End)]
            }
            State::FileName(action) => vec![Ok(action.with(text))],
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
                self.state = State::Block(block);
                Vec::new()
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
                vec![Err(CommandError::TooLong)]
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

    fn keep(&mut self, entry: String) {
        if self.entries.len() < MAX_ENTRIES {
            self.entries.push(entry);
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
    let (fifths, entries) = fifths(entries, question.most_fifths())?;
    let moves = entries.iter().map(|entry| coordinates(entry)).collect::<Result<_, _>>()?;
    Ok(Command::Opening { question, fifths, moves })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::setup::{Coordinates, Owner, Placement};
    use crate::protocol::command::{Filter, Selection};

    fn feed(lines: &str) -> Vec<Item> {
        let mut assembler = Assembler::default();
        lines.lines().flat_map(|line| assembler.feed(&InputLine::Text(line.into()))).collect()
    }

    /// The command of a single line.
    fn parsed(line: &str) -> Item {
        match parse(line)? {
            Parsed::Whole(command) => Ok(command),
            other => panic!("{line}: {other:?}"),
        }
    }

    fn board(stones: &[(i64, i64, Owner)]) -> Vec<Placement> {
        stones.iter().map(|&(x, y, owner)| Placement { at: Coordinates { x, y }, owner }).collect()
    }

    #[test]
    fn a_block_has_a_line_for_each_stone_or_one_for_all() {
        let stones = board(&[(7, 7, Owner::Own), (8, 8, Owner::Opponent)]);
        for lines in [
            "BOARD\n7,7,1\n8,8,2\nDONE",
            "board 7,7,1 8,8,2 done",
            "BOARD 7,7,1\n\n8, 8, 2 DONE",
            "BOARD\n 7 , 7 , 1 \n8,8,2\n  DONE  ",
        ] {
            assert_eq!(feed(lines), [Ok(Command::Board(stones.clone()))], "{lines:?}");
        }
        assert_eq!(feed("YXBOARD DONE"), [Ok(Command::YxBoard(Vec::new()))]);
    }

    #[test]
    fn a_bad_line_spoils_the_block_but_not_what_follows() {
        for bad in ["1,1", "1,1,0", "hello", ",,,", "x,y,z", "1,1,1,1"] {
            let items = feed(&format!("BOARD\n1,1,1\n{bad}\n2,2,2\nDONE\nABOUT"));
            assert!(items[0].as_ref().is_err_and(|error| !error.is_unknown()), "{bad}");
            assert_eq!(items[1..], [Ok(Command::About)], "{bad}");
        }
    }

    #[test]
    fn info_goes_through_a_block_and_stop_is_lost_in_it() {
        let items = feed("BOARD\n7,7,1\nINFO rule 1\nYXSTOP\nSTOP\n8,8,2\nDONE");
        assert_eq!(items.len(), 2);
        assert!(matches!(&items[0], Ok(Command::Info { key, .. }) if key == "rule"));
        assert!(matches!(&items[1], Ok(Command::Board(stones)) if stones.len() == 2));
    }

    #[test]
    fn another_command_breaks_a_block_off() {
        let interrupted = CommandError::Interrupted.of_position();
        assert_eq!(feed("BOARD\n7,7,1\nRESTART"), [Err(interrupted.clone()), Ok(Command::Restart)]);
        assert_eq!(feed("BOARD\n7,7,1\nEND"), [Ok(Command::End)]);
        assert_eq!(feed("yxquerydatabaseall\n7,7\nRESTART"), [Ok(Command::Restart)]);
        assert_eq!(
            feed("BOARD\nTURN x"),
            [
                Err(interrupted),
                Err(CommandError::Arguments { expected: "x,y", found: "x".into() }.of_position())
            ]
        );
    }

    #[test]
    fn the_moves_behind_a_database_command_are_read_to_their_end() {
        let at = |x, y| Coordinates { x, y };
        let value = |label, value, depth| DatabaseAction::SetValue { label, value, depth };
        let mark = |text: &str| DatabaseAction::SetMark { at: at(7, 7), text: text.into() };
        let comment = |text: &str| DatabaseAction::SetComment(text.into());
        let remove =
            |selection, is_recursive| DatabaseAction::RemoveAll(Filter { selection, is_recursive });
        let two = vec![at(7, 7), at(8, 8)];
        let labels = Selection::Labels { win: true, loss: true, draw: false, is_inverted: false };
        for (lines, action, moves) in [
            ("yxquerydatabaseall\n7,7\n8,8\ndone", DatabaseAction::Children, two.clone()),
            ("YXQUERYDATABASEALL 7,7 8,8 DONE", DatabaseAction::Children, two.clone()),
            ("yxquerydatabaseallt\ndone", DatabaseAction::ChildrenAndComment, vec![]),
            ("yxquerydatabaseone\n7,7\ndone", DatabaseAction::Entry, vec![at(7, 7)]),
            ("yxquerydatabasetext\n7,7\ndone", DatabaseAction::Comment, vec![at(7, 7)]),
            ("yxsetbestmovedatabase\n7,7\ndone", DatabaseAction::SetBest(true), vec![at(7, 7)]),
            ("yxclearbestmovedatabase\ndone", DatabaseAction::SetBest(false), vec![]),
            ("yxdeletedatabaseone\n7,7\ndone", DatabaseAction::Remove, vec![at(7, 7)]),
            ("yxdeletedatabaseall\n7,7\ndone", remove(Selection::All, false), vec![at(7, 7)]),
            ("yxdeletedatabaseall 7,7 done", remove(Selection::All, false), vec![at(7, 7)]),
            ("yxdeletedatabaseall wlinstep 3\ndone", remove(Selection::Within(3), false), vec![]),
            (
                "yxdeletedatabaseall WLNOSTEPRECURSIVE\n7,7\ndone",
                remove(Selection::WithoutLength, true),
                vec![at(7, 7)],
            ),
            ("yxdeletedatabaseall wlrecursive\ndone", remove(labels, true), vec![]),
            ("yxdeletedatabaseall WL RECURSIVE\n7,7\ndone", remove(labels, true), vec![at(7, 7)]),
            ("yxdeletedatabaseall WL 7,7 done", remove(labels, false), vec![at(7, 7)]),
            (
                "yxdeletedatabaseall wlinsteprecursive 3\ndone",
                remove(Selection::Within(3), true),
                vec![],
            ),
            (
                "yxdeletedatabaseall wlinstep 3 recursive 7,7 done",
                remove(Selection::Within(3), true),
                vec![at(7, 7)],
            ),
            ("yxeditlabeldatabase 7,7 A b\n7,7\n8,8\ndone", mark("A b"), two.clone()),
            ("yxeditlabeldatabase 7,7 \ndone", mark(""), vec![]),
            ("yxedittvddatabase 1 119 5 6\ndone", value(Some(Some('w')), None, None), vec![]),
            ("yxedittvddatabase 7 -1 5 6 7,7\n8,8 done", value(Some(None), Some(5), Some(6)), two),
            ("yxedittextdatabase \"a \\\"b\\\" c\"7,7\ndone", comment("a \"b\" c"), vec![at(7, 7)]),
            (
                "yxedittextdatabase \"1\ndone\nend\nlast\"done",
                comment("1\ndone\nend\nlast"),
                vec![],
            ),
            ("yxedittextdatabase \"\"done", comment(""), vec![]),
            ("yxedittextdatabase \"\\\\\"done", comment("\\"), vec![]),
            ("yxedittextdatabase\ndone", comment(""), vec![]),
        ] {
            let command = Command::YxDatabase { action, moves };
            let items = feed(&format!("{lines}\nABOUT"));
            assert_eq!(items, [Ok(command), Ok(Command::About)], "{lines:?}");
        }
        assert!(feed("yxquerydatabaseone\n7,7\nnonsense\ndone")[0].is_err());
        assert_eq!(feed("yxblockpath\n7,7\ndone"), [Ok(Command::YxBlockPath(vec![at(7, 7)]))]);
    }

    #[test]
    fn a_block_whose_first_line_is_refused_is_read_to_its_end() {
        for head in [
            "yxeditlabeldatabase f9 A",
            "YXEDITLABELDATABASE",
            "yxedittvddatabase 1 2 3",
            "yxedittvddatabase",
            "YXDELETEDATABASEALL WLINSTEP x",
            "YXDELETEDATABASEALL WLINSTEP",
        ] {
            let error = |items: &[Item]| items[0].as_ref().is_err_and(|error| !error.is_unknown());
            let items = feed(&format!("{head}\n7,7\nINFO rule 1\nhello\n6,8\nDONE\nABOUT"));
            assert!(error(&items) && items.len() == 3, "{head}: {items:?}");
            assert_eq!(items[2], Ok(Command::About), "{head}");
            // The end is on the same line, or it is lost.
            let inline = feed("yxedittvddatabase 1 x DONE\nFOO");
            assert!(error(&inline) && inline.len() == 2, "{inline:?}");
            let items = feed(&format!("{head}\nRESTART\nFOO"));
            assert!(error(&items) && items.len() == 3, "{head}: {items:?}");
            assert_eq!(items[1], Ok(Command::Restart), "{head}");
        }
    }

    #[test]
    fn a_text_without_end_ends_at_the_next_command() {
        for command in ["ABOUT", "END", "TURN 7,7", "start 15"] {
            let items = feed(&format!("YXEDITTEXTDATABASE \"open\n7,7\ndone\n{command}"));
            assert_eq!(items, [Err(CommandError::Unclosed), parsed(command)], "{command}");
        }
    }

    #[test]
    fn a_comment_is_bounded() {
        let mut assembler = Assembler::default();
        let mut feed = |text: &str| assembler.feed(&InputLine::Text(text.into()));
        feed("yxedittextdatabase \"begin");
        (0..100).for_each(|_| drop(feed(&"五".repeat(1_000))));
        let items = feed("\"done");
        let [Ok(Command::YxDatabase { action: DatabaseAction::SetComment(text), .. })] =
            items.as_slice()
        else {
            panic!("{items:?}")
        };
        assert!((MAX_TEXT - 3..=MAX_TEXT).contains(&text.len()), "{}", text.len());
    }

    #[test]
    fn a_file_name_is_no_command() {
        assert_eq!(
            feed("yxhashdump\nSTART 15\nABOUT"),
            [parsed("yxhashdump x"), Ok(Command::About)]
        );
    }

    #[test]
    fn a_step_of_an_opening_may_have_a_number_before_its_points() {
        let moves = || vec![Coordinates { x: 7, y: 7 }, Coordinates { x: 8, y: 8 }];
        for (lines, fifths) in [
            ("yxsoosorvstep4 3\n7,7\n8,8\ndone", 3),
            ("YXSOOSORVSTEP4 3 7,7 8,8 DONE", 3),
            ("yxsoosorvstep4\n7,7\n8,8\ndone", 1),
            ("yxsoosorvstep4 0\n7,7\n8,8\ndone", 1),
            ("yxsoosorvstep4 99\n7,7\n8,8\ndone", 8),
        ] {
            let question = Question::SoosorvSecondSwap;
            let command = Command::Opening { question, fifths, moves: moves() };
            assert_eq!(feed(lines), [Ok(command)], "{lines:?}");
        }
        for bad in ["yxsoosorvstep2\n7,7\nx\ndone", "yxsoosorvstep4 x\n7,7\n8,8\ndone"] {
            assert!(matches!(feed(bad)[..], [Err(CommandError::Position(_))]), "{bad:?}");
        }
    }

    #[test]
    fn a_line_too_long_is_unknown_or_spoils_its_block() {
        let mut assembler = Assembler::default();
        let long = |beginning: &str| InputLine::TooLong(beginning.into());
        assert_eq!(assembler.feed(&long("xxx")), [Err(CommandError::TooLong)]);
        assert_eq!(assembler.feed(&InputLine::Text("ABOUT".into())), [Ok(Command::About)]);
        for head in ["YXEDITTEXTDATABASE \"xxx", "yxboard 1,1,1", "yxeditlabeldatabase 1,1 xxx"] {
            assert_eq!(assembler.feed(&long(head)), [Err(CommandError::TooLong)]);
            assert!(assembler.feed(&InputLine::Text("7,7".into())).is_empty());
            assert!(assembler.feed(&InputLine::Text("done".into())).is_empty());
        }
        assembler.feed(&InputLine::Text("BOARD".into()));
        assert!(assembler.feed(&long("xxx")).is_empty());
        let items = assembler.feed(&InputLine::Text("DONE".into()));
        assert!(matches!(items.as_slice(), [Err(CommandError::Position(_))]));
    }

    #[test]
    fn a_byte_order_mark_is_no_part_of_a_command() {
        assert_eq!(feed("\u{feff}ABOUT"), [Ok(Command::About)]);
    }

    #[test]
    fn blank_lines_are_nothing() {
        assert!(feed("\n  \n\t\n").is_empty());
    }
}
