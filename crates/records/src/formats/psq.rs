//! Games saved by Piskvork, the manager of Gomocup: `.psq` files.
//!
//! A heading `Piskvorky 15x15, 11:11, 0` is followed by a line `x,y,time` for each move, Black
//! first. Both coordinates count from 1 at the top left. Then come the names of the players, and
//! results. The names `Black` and `White` stand for players who are not known. Of the results, only
//! a line like `1,Freestyle` says something about the game; a name that is no known rule becomes a
//! notice. A file that was copied without its heading is read as well, on a board that a remark
//! names.

use std::fmt::Write;

use fukumi_core::geometry::{BoardSize, Color, Point};
use fukumi_core::rule::Rule;

use crate::collector::Collector;
use crate::diagram::Diagram;
use crate::error::{self, NotationError, Problem};
use crate::formats::labels;
use crate::formats::list::Format;
use crate::game::Game;
use crate::hints::{Hints, moves_to_play, refuse_id};
use crate::lost::{Loss, Losses};
use crate::main_line;
use crate::names::counted_name;
use crate::reading::{Notice, Notices};
use crate::rules::{self, Named};
use crate::source::Source;

const NAME: &str = "Piskvorky";
const EXPECTED: &str = "a move x,y,time with numbers from 1";
/// What is written for names that are not known.
const STAND_INS: [&str; 2] = ["Black", "White"];
/// The sides of the boards that a file without a heading may have; the first one that holds its
/// moves is assumed.
const SIDES: [i64; 3] = [15, 20, 22];

/// Whether the text begins like such a file.
pub(super) fn is_header(text: &str) -> bool {
    text.get(..NAME.len()).is_some_and(|start| start.eq_ignore_ascii_case(NAME))
}

/// Whether the text begins with moves of such a file and lacks the heading. The times, or the names
/// after the moves, distinguish it from a block of the protocol.
pub(super) fn is_headless(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty()).peekable();
    let mut has_time = false;
    let mut count = 0;
    while let Some(line) = lines.next_if(|line| triple(line).is_some()) {
        let Some([x, y, time]) = triple(line) else { break };
        if x < 1 || y < 1 {
            return false;
        }
        has_time |= !(1..=3).contains(&time);
        count += 1;
    }
    let has_names = lines.next().is_some_and(|line| {
        line.starts_with(|c: char| c.is_alphabetic()) && !line.eq_ignore_ascii_case("DONE")
    });
    count > 0 && (has_time || has_names)
}

/// The three numbers of a move with its time.
fn triple(line: &str) -> Option<[i64; 3]> {
    let mut fields = line.split(',').map(|field| field.trim().parse::<i32>().ok().map(i64::from));
    let numbers = [fields.next()??, fields.next()??, fields.next()??];
    fields.next().is_none().then_some(numbers)
}

/// The board of a file without a heading.
fn assumed_size(text: &str, hints: &Hints, notices: &mut Notices) -> Option<BoardSize> {
    if hints.size.is_some() {
        return hints.size;
    }
    let moves = text.lines().map_while(|line| triple(line.trim()));
    let largest = moves.map(|[x, y, _]| x.max(y)).max().unwrap_or(0);
    let side = SIDES.into_iter().find(|side| largest <= *side)?;
    notices.add(Notice::AssumedSize(side), 1);
    BoardSize::square(side)
}

pub(super) fn read(
    source: Source<'_>,
    hints: &Hints,
    notices: &mut Notices,
) -> Result<Diagram, NotationError> {
    refuse_id(hints)?;
    let mut lines = source.text().lines().skip_while(|line| line.trim().is_empty()).peekable();
    let size = if is_headless(source.text()) {
        assumed_size(source.text().trim_start(), hints, notices)
    } else {
        let header = lines.next().unwrap_or_default().trim();
        Some(read_header(header).map_err(|problem| source.error(header, problem))?)
    };
    let mut collector = Collector::new(size, hints)?;

    let mut lines = lines.map(str::trim).peekable();
    let mut moves = Vec::new();
    while let Some(line) = lines.next_if(|line| is_move(line) || line.is_empty()) {
        if line.is_empty() {
            continue;
        }
        let [x, y] = read_move(line).ok_or_else(|| source.expected(EXPECTED, line))?;
        let point = collector.point(x - 1, y - 1, line);
        moves.push((line, point.map_err(|problem| source.error(line, problem))?));
    }
    let has_moves = !moves.is_empty();
    let count = moves_to_play(moves.len(), hints)?;
    for (color, (line, point)) in Color::ALL.into_iter().cycle().zip(moves.into_iter().take(count))
    {
        collector.stone(color, point).map_err(|problem| source.error(line, problem))?;
    }
    // A program is named by the path of its file.
    let mut lost = Losses::default();
    let mut without_folders =
        |line: &str| counted_name(line.rsplit(['/', '\\']).next().unwrap_or(line), &mut lost);
    let mut player = || lines.next_if(|line| !is_result(line));
    let names = [player(), player()];
    let rest: Vec<&str> = lines.collect();
    refuse_lost_moves(source, has_moves, &names, &rest)?;
    let are_known = names != STAND_INS.map(Some);
    let players = names.map(|line| line.filter(|_| are_known).and_then(&mut without_folders));
    let results = rest.into_iter().filter(|line| is_result(line));
    let names = results.filter_map(|line| line.split_once(',')).map(|(_, name)| name);
    let rule = read_rule(source, names, notices)?;
    Ok(Diagram { rule, players, lost, ..collector.finish_game(Format::Psq) })
}

/// The first known rule among the names after the results. If there is none, `notices` gets the
/// names.
fn read_rule<'a>(
    source: Source<'_>,
    names: impl Iterator<Item = &'a str>,
    notices: &mut Notices,
) -> Result<Option<Rule>, NotationError> {
    let mut unknown = Vec::new();
    for name in names {
        let named = rules::named(name);
        match named {
            Named::OtherGame(game) => return Err(source.error(name, Problem::OtherRule(game))),
            Named::Rule(rule) | Named::Partly(rule) => {
                notices.add_rule(named, name);
                return Ok(Some(rule));
            }
            Named::Unknown => unknown.push(name),
            Named::Nothing => {}
        }
    }
    unknown.into_iter().for_each(|name| notices.add_rule(Named::Unknown, name));
    Ok(None)
}

/// Refuses a file whose moves are not written as moves: a name that is numbers, or, in a file
/// without any move, a name that is a label or more lines than names.
fn refuse_lost_moves(
    source: Source<'_>,
    has_moves: bool,
    names: &[Option<&str>; 2],
    rest: &[&str],
) -> Result<(), NotationError> {
    let is_move = |line: &str| {
        is_numbers(line) || (!has_moves && labels::label(line).is_some_and(|l| l == line))
    };
    let is_lost = |line: &str| !line.is_empty() && (is_numbers(line) || !is_result(line));
    let of_names = names.iter().flatten().find(|line| is_move(line));
    let lost = of_names.or_else(|| rest.iter().find(|line| !has_moves && is_lost(line)));
    lost.map_or(Ok(()), |line| Err(source.expected(EXPECTED, line)))
}

/// Whether a line is at least two numbers with signs or blanks between them.
fn is_numbers(line: &str) -> bool {
    let is_between = |c: char| c.is_whitespace() || ",;:./|x()[]-".contains(c);
    let numbers = line.split(is_between).filter(|number| !number.is_empty());
    line.chars().all(|c| c.is_ascii_digit() || is_between(c)) && numbers.count() >= 2
}

/// The size in `Piskvorky 15x15, 11:11, 0`.
fn read_header(header: &str) -> Result<BoardSize, Problem> {
    let after = header.get(NAME.len()..).unwrap_or_default();
    let text = after.split(',').next().unwrap_or_default().trim();
    let Some((width, height)) = text.split_once(['x', 'X']) else {
        return Err(Problem::expected("a board such as 15x15 after Piskvorky", text));
    };
    let sides = width.trim().parse().ok().zip(height.trim().parse().ok());
    sides
        .and_then(|(width, height)| BoardSize::new(width, height))
        .ok_or_else(|| Problem::Size(error::excerpt(text)))
}

/// Whether the line is meant as a move. A result is not: it is a number, or a number with a name.
fn is_move(line: &str) -> bool {
    let mut fields = line.split(',').map(str::trim);
    let starts_with_digit =
        |field: &str| field.trim_start_matches('-').starts_with(|c: char| c.is_ascii_digit());
    fields.next().is_some_and(starts_with_digit)
        && fields.next().is_some_and(|field| starts_with_digit(field) || fields.next().is_some())
}

/// Whether the line is a result: a number, possibly followed by the name of a rule.
fn is_result(line: &str) -> bool {
    line.split(',').next().is_some_and(|number| number.trim().parse::<i64>().is_ok())
}

fn read_move(line: &str) -> Option<[i64; 2]> {
    let mut fields = line.split(',').map(|field| field.trim().parse::<i64>().ok());
    let (x, y) = (fields.next()??, fields.next()??);
    let time = fields.next().unwrap_or(Some(0))?;
    // These numbers are far from the limits of their type, so arithmetic on them is safe.
    let is_small = |n: i64| n.unsigned_abs() < 1 << 40;
    (fields.next().is_none() && [x, y, time].into_iter().all(is_small)).then_some([x, y])
}

/// Writes a game as Piskvork saves it.
///
/// # Errors
/// If a side passes, or moves twice in a row.
pub fn write(game: &Game) -> Result<(String, Losses), Problem> {
    let mut lost = Losses::default();
    let pass = || Problem::Expected {
        expected: "Black and White in turn",
        found: "a pass, or two moves of one side".into(),
    };
    let moves = main_line::points(game, &mut lost).into_iter().map(|point| point.ok_or_else(pass));
    let moves: Vec<Point> = moves.collect::<Result<_, _>>()?;
    let players = [&game.players[0], &game.players[1]].map(|name| name.as_deref());
    let players = players.map(Option::unwrap_or_default);
    let others = [&game.event, &game.date];
    lost.add(Loss::Name, others.into_iter().flatten().count());
    let is_changed =
        |&(name, stand_in): &(&str, _)| !name.is_empty() && piskvork_name(name, stand_in) != name;
    lost.add(Loss::Name, players.into_iter().zip(STAND_INS).filter(is_changed).count());
    lost.add(Loss::Result, usize::from(game.result.is_some()));
    Ok((text(game.size, players, &moves, game.rule), lost))
}

/// A game as Piskvork saves it.
pub(crate) fn text(
    size: BoardSize,
    players: [&str; 2],
    moves: &[Point],
    rule: Option<Rule>,
) -> String {
    let mut text = format!("Piskvorky {}x{}, 11:11, 0\n", size.width(), size.height());
    for point in moves {
        // Writing to a string does not fail.
        let _ = writeln!(text, "{},{},0", point.x() + 1, point.y() + 1);
    }
    for (name, stand_in) in players.into_iter().zip(STAND_INS) {
        text += &piskvork_name(name, stand_in);
        text.push('\n');
    }
    text += "-1\n";
    if let Some(rule) = rule {
        let _ = writeln!(text, "{},{rule}", rule.code());
    }
    text
}

/// A name that is neither taken for the path of a program nor for a move or a result. An empty name
/// becomes `stand_in`.
fn piskvork_name(name: &str, stand_in: &str) -> String {
    let name = name.replace(['/', '\\'], "_");
    let words: Vec<&str> = name
        .split(|c: char| c.is_whitespace() || c.is_control())
        .filter(|w| !w.is_empty())
        .collect();
    let name = words.join(" ");
    if name.is_empty() {
        stand_in.into()
    } else if name.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '+') {
        format!("{stand_in} {name}")
    } else {
        name
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    const GAME: &str = "Piskvorky 20x15, 11:11, 0\n10,8,0\n11,9,15\n20,15,1000\npbrain-a.exe\n\
                        pbrain-b\n-1\n1,Renju\n";

    fn read(text: &str) -> Result<Diagram, NotationError> {
        parse(text, &Hints::default())
    }

    #[test]
    fn a_game_is_read_from_the_top_left() {
        for text in [GAME.to_owned(), GAME.replace('\n', "\r\n"), format!("\u{feff}\n{GAME}")] {
            let game = read(&text).expect("a game");
            assert_eq!(game.size, BoardSize::new(20, 15).expect("in range"));
            let points: Vec<Point> = game.stones.iter().map(|stone| stone.point).collect();
            assert_eq!(points, [Point::new(9, 7), Point::new(10, 8), Point::new(19, 14)]);
            assert_eq!((game.rule, game.to_move), (Some(Rule::Renju), Some(Color::White)));
            assert_eq!(game.players, ["pbrain-a.exe", "pbrain-b"].map(|name| Some(name.into())));
            assert_eq!(game.played, 3);
        }
    }

    #[test]
    fn moves_that_are_not_written_as_moves_are_refused() {
        let head = "Piskvorky 15x15, 0:0, 0\n";
        for (rest, line) in [
            ("8 8 0\n9 9 0\n", 2),
            ("8;8;0\n9;9;0\nAnn\nBob\n-1\n", 2),
            ("8.8.0\n", 2),
            ("8\t8\n", 2),
            ("h8\ni9\nAnn\nBob\n-1\n", 2),
            ("Ann\nBob\nh8 i9\n-1\n", 4),
            ("8,8,0\n9 9 0\nAnn\nBob\n", 3),
        ] {
            let text = format!("{head}{rest}");
            let error = read(&text).expect_err(&text);
            assert_eq!(error.place.map(|place| place.line), Some(line), "{text}: {error}");
            assert!(error.to_string().contains("expected a move x,y,time"), "{text}: {error}");
        }
        let empty = read(&format!("{head}Ann\nBob\n-1\n1,Renju\n")).expect("no moves");
        assert_eq!((empty.stones.len(), empty.rule), (0, Some(Rule::Renju)));
        assert_eq!(read(&format!("{head}8,8,0\n2048\nB2\n-1\n")).expect("names").stones.len(), 1);
    }

    #[test]
    fn a_file_without_its_heading_is_read_with_a_remark() {
        for (text, side) in [
            ("8,8,0\n9,7,15\n", 15),
            ("8,8,1\n9,7,2\nAnn\nBob\n-1\n1,Renju\n", 15),
            ("\n8,8,0\n20,7,1\nAnn\nBob\n-1\n", 20),
        ] {
            let mut notices = Notices::default();
            let game = crate::parse_noted(text, &Hints::default(), &mut notices).expect(text);
            let found = (game.format, game.stones.len(), game.size.width());
            assert_eq!(found, (Format::Psq, 2, side), "{text}");
            assert_eq!(game.stones[0].point, Point::new(7, 7), "{text}");
            let remark = format!("the board is not stated: one of {side}x{side} is assumed");
            assert_eq!(notices.lines().collect::<Vec<_>>(), [remark], "{text}");
        }
        for text in ["7,7,1\n8,8,2", "7,7,1\n8,8,2\nDONE\n", "7,7,2 8,8,1\n9,9,2 0,0,3"] {
            assert_eq!(read(text).expect(text).format, Format::Block, "{text}");
        }
        let hints = Hints { size: BoardSize::square(20), ..Hints::default() };
        assert_eq!(parse("8,8,0\n9,7,15\n", &hints).expect("a game").size.width(), 20);
    }

    #[test]
    fn names_that_are_not_known_are_not_invented() {
        let written = |players: [Option<&str>; 2]| {
            let mut game = Game::new(BoardSize::DEFAULT);
            game.players = players.map(|name| name.map(Into::into));
            let (text, lost) = write(&game).expect("a game");
            (read(&text).expect("our own").players, lost.to_string())
        };
        for (players, read, lost) in [
            ([None, None], [None, None], ""),
            ([Some("Ann"), Some("Bob")], [Some("Ann"), Some("Bob")], ""),
            ([Some("Ann"), None], [Some("Ann"), Some("White")], ""),
            ([Some("White"), Some("Black")], [Some("White"), Some("Black")], ""),
            ([Some("3x"), Some("a/b")], [Some("Black 3x"), Some("a_b")], "2 names or dates"),
        ] {
            let read = read.map(|name| name.map(String::from));
            assert_eq!(written(players), (read, lost.into()), "{players:?}");
        }
    }

    #[test]
    fn a_player_is_no_path() {
        let paths = GAME
            .replace("pbrain-a.exe", "C:\\My games\\pbrain-a.exe")
            .replace("pbrain-b", "../b/pbrain-b");
        let players = read(&paths).expect("a game").players;
        assert_eq!(players, ["pbrain-a.exe", "pbrain-b"].map(|name| Some(name.into())));
    }

    #[test]
    fn a_game_may_end_anywhere() {
        for text in [
            "Piskvorky 15x15, 0:0, 1\n8,8\n9,9,0",
            "Piskvorky 15x15\n8,8,1\n\n9,9,2\n0\n",
            "piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\n1,Freestyle\n3,3,0\n",
        ] {
            let game = read(text).expect(text);
            assert_eq!((game.stones.len(), game.players), (2, [None, None]), "{text}");
        }
    }

    #[test]
    fn only_the_first_moves_are_played_on_request() {
        let hints = Hints { moves: Some(1), ..Hints::default() };
        let game = parse(GAME, &hints).expect("a game");
        assert_eq!((game.stones.len(), game.to_move), (1, Some(Color::White)));
    }

    #[test]
    fn mistakes_are_told_with_their_place() {
        for (text, message) in [
            (
                "Piskvorky",
                "line 1, column 1: expected a board such as 15x15 after Piskvorky, found nothing",
            ),
            (
                "Piskvorky 30x30, 1:1, 0",
                "line 1, column 1: expected a board of 5x5 to 22x22 points, found '30x30'",
            ),
            (
                "Piskvorky 15x15\n16,1,0",
                "line 2, column 1: expected a point on the board of 15x15, found '16,1,0'",
            ),
            (
                "Piskvorky 15x15\n0,1,0",
                "line 2, column 1: expected a point on the board of 15x15, found '0,1,0'",
            ),
            (
                "Piskvorky 15x15\n8,8,0\n 8,8,0",
                "line 3, column 2: expected an empty point, found h8 taken",
            ),
            (
                "Piskvorky 15x15\n8,8,0\n8,x,0",
                "line 3, column 1: expected a move x,y,time with numbers from 1, found '8,x,0'",
            ),
            (
                "Piskvorky 15x15\n9223372036854775807,-9223372036854775808,0",
                "line 2, column 1: expected a move x,y,time with numbers from 1, found \
                 '9223372036854775807,-922...'",
            ),
        ] {
            assert_eq!(read(text).expect_err(text).to_string(), message);
        }
    }
}
