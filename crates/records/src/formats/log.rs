//! Logs of the Gomocup protocol: the commands of a manager, and the engine's answers.
//!
//! `TURN 7,7` is a stone of the opponent and a line `7,7` the engine's answer. `BEGIN` lets the
//! engine play first, and a `BOARD` block sets up stones. `START`, `RESTART` and `BOARD` begin a
//! game of their own if stones are on the board. Arrows, times and names such as `engine:` before a
//! line are skipped.
//!
//! Nothing is guessed: a log without the engine's answers has only the moves of one side and is
//! refused.

use fukumi_core::geometry::{BoardSize, Color, Point};
use fukumi_core::rule::Rule;

use crate::collector::Collector;
use crate::diagram::Diagram;
use crate::error::{self, NotationError, Problem};
use crate::formats::block::{self, Field};
use crate::formats::list::Format;
use crate::hints::{Hints, moves_to_play};
use crate::reading::Notices;
use crate::source::{NumberedDiagram, Source};

/// Words before a line that say who wrote it.
const WRITERS: [&str; 12] = [
    "brain", "engine", "from", "gui", "in", "manager", "out", "received", "recv", "send", "sent",
    "to",
];
/// Maximum number of arrows, times and names before a line.
const MAX_MARKS: usize = 4;
const ANSWER: &str = "the engine's answer, such as 7,7, before the next command";

/// What a line of a log says.
enum LogLine<'a> {
    Start(&'a str),
    Restart,
    Begin,
    Turn(&'a str),
    Takeback(&'a str),
    Board(&'a str),
    Rule(&'a str),
    Answer([i64; 2]),
    /// The openings that both sides agree on, which a log does not show in moves.
    Swap,
    Other,
}

/// Whether the text is such a log. A block without answers is read as a block.
pub(super) fn is_log(text: &str) -> bool {
    if !text.contains(['T', 't', 'B', 'b']) {
        return false;
    }
    let (mut has_play, mut has_answer, mut has_board, mut in_board) = (false, false, false, false);
    for (index, line) in lines(text).enumerate() {
        let entry = entry(line);
        if index == 0 && matches!(entry, LogLine::Answer(_)) {
            return false;
        }
        match entry {
            _ if in_board => in_board = !ends_block(line),
            LogLine::Board(rest) => {
                has_board = true;
                in_board = !ends_block(rest);
            }
            LogLine::Begin | LogLine::Turn(_) => has_play = true,
            LogLine::Answer(_) => has_answer = true,
            LogLine::Start(_)
            | LogLine::Restart
            | LogLine::Takeback(_)
            | LogLine::Rule(_)
            | LogLine::Swap
            | LogLine::Other => {}
        }
    }
    has_play && (has_answer || !has_board)
}

/// The lines with something on them, without what comes before the command.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(command).filter(|line| !line.is_empty())
}

/// A line without arrows, times and names before the command.
fn command(line: &str) -> &str {
    let mut line = line.trim();
    for _ in 0..MAX_MARKS {
        let after = without_mark(line);
        if after.len() == line.len() {
            break;
        }
        line = after;
    }
    line
}

fn without_mark(line: &str) -> &str {
    let arrow = line.trim_start_matches(['<', '>', '=', '→', '←']);
    let arrow = arrow.strip_prefix("->").unwrap_or(arrow).trim_start();
    if arrow.len() < line.len() {
        return arrow.trim_start_matches(['>', '-']).trim_start();
    }
    if let Some((_, after)) = line.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        return after.trim_start_matches(':').trim_start();
    }
    let (word, after) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let is_time = word.contains(':')
        && word.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b':' | b'.' | b','));
    let writer = word.strip_suffix(':').unwrap_or_default();
    let is_writer = WRITERS.iter().any(|known| known.eq_ignore_ascii_case(writer));
    if is_time || is_writer { after.trim_start() } else { line }
}

fn entry(line: &str) -> LogLine<'_> {
    if let Some(point) = block::point(line) {
        return LogLine::Answer(point);
    }
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    match word.to_ascii_uppercase().as_str() {
        "START" | "RECTSTART" => LogLine::Start(rest),
        "RESTART" => LogLine::Restart,
        "BEGIN" if rest.is_empty() => LogLine::Begin,
        "TURN" => LogLine::Turn(rest),
        "TAKEBACK" => LogLine::Takeback(rest),
        "BOARD" | "YXBOARD" => LogLine::Board(rest),
        "SWAP2BOARD" => LogLine::Swap,
        "INFO" if block::rule_value(rest).is_some() => LogLine::Rule(rest),
        "PLAY" => block::point(rest).map_or(LogLine::Other, LogLine::Answer),
        _ => LogLine::Other,
    }
}

fn ends_block(line: &str) -> bool {
    line.to_ascii_uppercase().ends_with("DONE")
}

/// A game of a log.
struct LoggedGame<'a> {
    /// The text from the game's first line to the end of the log.
    text: &'a str,
    size: Option<BoardSize>,
    rule: Option<Rule>,
    /// The entries of a block.
    setup: Vec<Field<'a>>,
    /// The moves after the block, each with the line that says it.
    moves: Vec<(Color, [i64; 2], &'a str)>,
    /// The side to move after a block.
    to_move: Option<Color>,
    /// Whether the engine has to answer.
    is_asked: bool,
}

impl<'a> LoggedGame<'a> {
    const fn new(text: &'a str, size: Option<BoardSize>, rule: Option<Rule>) -> Self {
        Self {
            text,
            size,
            rule,
            setup: Vec::new(),
            moves: Vec::new(),
            to_move: None,
            is_asked: false,
        }
    }

    fn is_empty(&self) -> bool {
        self.setup.is_empty() && self.moves.is_empty()
    }

    fn turn(&self) -> Color {
        let after = self.moves.last().map(|&(color, ..)| !color);
        after.or(self.to_move).unwrap_or(Color::Black)
    }

    fn play(&mut self, point: [i64; 2], line: &'a str) {
        self.moves.push((self.turn(), point, line));
        self.is_asked = !self.is_asked;
    }

    fn diagram(&self, source: Source<'_>, hints: &Hints) -> Result<Diagram, NotationError> {
        let mut collector = Collector::new(self.size, hints)?;
        for field in &self.setup {
            block::place(source, &mut collector, field, self.to_move.unwrap_or(Color::Black))?;
        }
        let count = moves_to_play(self.moves.len(), hints)?;
        let mut last = None;
        for &(color, [x, y], line) in self.moves.iter().take(count) {
            let point = collector.point(x, y, line).and_then(|point| {
                collector.stone(color, point)?;
                Ok::<Point, Problem>(point)
            });
            last = Some(point.map_err(|problem| source.error(line, problem))?);
        }
        let to_move = match self.moves.get(count) {
            Some(&(color, ..)) => color,
            None => self.turn(),
        };
        let diagram = collector.finish(Format::Log);
        Ok(Diagram { rule: self.rule, played: count, last, to_move: Some(to_move), ..diagram })
    }
}

/// Reads each game, with its number.
pub(super) fn read_all(
    source: Source<'_>,
    hints: &Hints,
    notices: &mut Notices,
) -> Vec<NumberedDiagram> {
    let games = match games(source, notices) {
        Ok(games) => games,
        Err(error) => return vec![("1".into(), Err(error))],
    };
    let sources = source.parts(games.iter().map(|game| game.text));
    let games = games.iter().zip(sources).zip(1_usize..);
    games
        .map(|((game, source), number)| (number.to_string(), game.diagram(source, hints)))
        .collect()
}

/// The games of a log, without those that have no stone.
fn games<'a>(
    source: Source<'a>,
    notices: &mut Notices,
) -> Result<Vec<LoggedGame<'a>>, NotationError> {
    let mut games = vec![LoggedGame::new(source.text(), None, None)];
    let mut lines = lines(source.text());
    while let Some(line) = lines.next() {
        let Some(game) = games.last_mut() else { break };
        // A game on the same board by the same rule.
        let next = LoggedGame::new(source.from(line), game.size, game.rule);
        match entry(line) {
            LogLine::Start(rest) => {
                let size = block::read_size(rest);
                let problem = || source.error(line, Problem::Size(error::excerpt(rest)));
                games.push(LoggedGame { size: Some(size.ok_or_else(problem)?), ..next });
            }
            LogLine::Restart => games.push(next),
            LogLine::Rule(rest) => game.rule = block::read_rule(rest, notices).or(game.rule),
            LogLine::Board(rest) => {
                let mut board = next;
                block::read_entries(source, rest, &mut board.setup)?;
                let mut is_open = !ends_block(rest);
                while is_open && let Some(line) = lines.next() {
                    block::read_entries(source, line, &mut board.setup)?;
                    is_open = !ends_block(line);
                }
                board.to_move = Some(block::own_color(&board.setup));
                board.is_asked = true;
                games.push(board);
            }
            LogLine::Begin if game.is_empty() && !game.is_asked => game.is_asked = true,
            LogLine::Turn(rest) if !game.is_asked => {
                let point = block::point(rest);
                game.play(point.ok_or_else(|| source.expected("TURN x,y", line))?, line);
            }
            LogLine::Begin | LogLine::Turn(_) | LogLine::Swap => {
                return Err(source.expected(ANSWER, line));
            }
            LogLine::Answer(point) if game.is_asked => game.play(point, line),
            LogLine::Answer(_) => return Err(source.expected("a command such as TURN 7,7", line)),
            LogLine::Takeback(rest) => {
                let taken = game
                    .moves
                    .pop()
                    .filter(|(_, point, _)| rest.is_empty() || block::point(rest) == Some(*point));
                taken.ok_or_else(|| source.expected("the last move after TAKEBACK", line))?;
                game.is_asked = false;
            }
            LogLine::Other => {}
        }
    }
    let has_stones = games.iter().any(|game| !game.is_empty());
    games.retain(|game| !game.is_empty() || !has_stones);
    games.truncate(if has_stones { games.len() } else { 1 });
    Ok(games)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{parse, parse_all};

    fn labels(diagram: &Diagram) -> Vec<String> {
        diagram.stones.iter().map(|stone| stone.point.label(diagram.size)).collect()
    }

    fn read(text: &str) -> Diagram {
        parse(text, &Hints::default()).unwrap_or_else(|error| panic!("{error}: {text}"))
    }

    #[test]
    fn commands_and_answers_are_moves() {
        for text in [
            "START 15\nOK\nINFO rule 4\nTURN 7,7\n8,6\nTURN 8,8\nEND\n",
            "> START 15\n< OK\n> INFO rule 4\n> TURN 7,7\n< MESSAGE depth 1\n< 8,6\n> TURN 8,8\n",
            "-> START 15\n<- OK\n-> INFO rule 4\n-> TURN 7,7\n<- 8,6\n-> TURN 8,8",
            "[12:01:02] manager: START 15\n[12:01:02] engine: OK\nmanager: INFO RULE 4\n\
             12:01:03.5 TURN 7,7\n12:01:04.0 8,6\n12:01:05.0 turn 8,8",
            "START 15\nINFO rule 4\nBEGIN\n7,7\nTURN 8,6\n8,8\n",
        ] {
            let game = read(text);
            assert_eq!((game.format, game.rule), (Format::Log, Some(Rule::Renju)), "{text}");
            assert_eq!(
                (labels(&game), game.played),
                (vec!["h8".into(), "i9".into(), "i7".into()], 3)
            );
            assert_eq!(game.to_move, Some(Color::White), "{text}");
        }
    }

    #[test]
    fn a_move_is_taken_back_and_a_board_set_up() {
        let game = read("START 15\nTURN 7,7\n8,6\nTURN 0,0\nTAKEBACK 0,0\nTURN 8,8\n9,9\n");
        assert_eq!(labels(&game), ["h8", "i9", "i7", "j6"]);
        let game = read("START 15\nBOARD\n7,7,2\n8,8,1\n9,9,2\nDONE\n5,5\nTURN 4,4\n");
        assert_eq!((game.stones.len(), game.played), (5, 2));
        assert_eq!((game.to_move, game.last), (Some(Color::White), Some(Point::new(4, 4))));
    }

    #[test]
    fn each_start_is_a_game() {
        let text = "START 15\nTURN 7,7\n8,6\nRESTART\nBEGIN\n7,7\nSTART 20\nTURN 9,9\n1,1\n";
        let all = parse_all(text, &Hints::default()).expect("three games");
        let sizes: Vec<_> = all
            .iter()
            .map(|(_, game)| game.as_ref().map(|game| (game.size.width(), game.played)))
            .collect();
        assert_eq!(sizes, [Ok((15, 2)), Ok((15, 1)), Ok((20, 2))]);
    }

    #[test]
    fn mistakes_of_later_games_are_told_with_their_place() {
        let text = "START 15\nTURN 7,7\n8,6\n> RESTART\nTURN 0,0\n1,1\n< BOARD\n7,7,1\n7,7,2\n\
                    DONE\n0,0\nSTART 20\nTURN 9,9\n   engine: 9,9\n";
        let all = parse_all(text, &Hints::default()).expect("four games");
        let places: Vec<_> = all
            .iter()
            .map(|(_, game)| game.as_ref().err().and_then(|error| error.place))
            .map(|place| place.map(|place| (place.line, place.column)))
            .collect();
        assert_eq!(places, [None, None, Some((9, 1)), Some((14, 12))]);
    }

    #[test]
    fn a_log_without_the_answers_is_refused() {
        for (text, line) in [
            ("START 15\nINFO timeout_turn 1000\nBEGIN\nTURN 8,8\nTURN 9,6\nEND", 4),
            ("START 15\nTURN 7,7\nTURN 8,8\n", 3),
        ] {
            let error = parse(text, &Hints::default()).expect_err(text);
            assert_eq!(error.place.map(|place| place.line), Some(line), "{text}");
            assert!(error.to_string().contains("expected the engine's answer"), "{error}");
        }
        for text in
            ["START 15\nTURN 7,7\n7,7\n", "START 15\nTURN 7\n8,8", "START 99\nTURN 7,7\n8,8"]
        {
            assert!(parse(text, &Hints::default()).is_err(), "{text}");
        }
        assert_eq!(read("BOARD\n7,7,1\nDONE\nBEGIN\n").format, Format::Block);
    }
}
