//! Which game a file is of: Gomoku and Renju, or another one.
//!
//! The one idea: what `GM` states is one witness among several. Many Gomoku programs write `GM[1]`,
//! which is Go, or another number. So the board, the moves and the other properties decide, and a
//! remark says what was assumed. What a person states with [`GameKind`] settles it.

use fukumi_core::geometry::{BoardSize, Color, Point, PointSet};

use super::property::Node;
use super::tokens::main_line;
use super::values::{point, read_size};
use crate::collector::Collector;
use crate::error::{NotationError, Problem};
use crate::hints::{GameKind, Hints};
use crate::reading::{Notice, Notices};
use crate::rules::{self, Named};
use crate::source::Source;

/// The number of Gomoku and Renju in `GM`.
const GOMOKU: u32 = 4;
/// The number of Go in `GM`.
const GO: u32 = 1;
/// The games with these numbers have a board of their own, of fewer points than [`LARGE`] a side.
const SMALL_GAMES: [u32; 8] = [2, 3, 5, 6, 7, 8, 9, 10];
/// From this side on, a board is none of the small games.
const LARGE: u8 = 12;
/// Words in `RU` of the rules of Go.
const GO_WORDS: [&str; 11] = [
    "aga",
    "area",
    "baduk",
    "chinese",
    "goe",
    "ing",
    "japanese",
    "korean",
    "nz",
    "territory",
    "tromp",
];
/// Within how many points of the middle a game of Gomoku begins, and within how many of an earlier
/// stone each of the next ones lies.
const NEAR: u8 = 3;
/// How many moves at the beginning are looked at, and how many are enough.
const BEGINNING: usize = 9;
const ENOUGH: usize = 5;
/// How many stones in a row win.
const FIVE: usize = 5;
/// With so many moves their order shows whether a side has two stones a turn.
const TWO_A_TURN: usize = 5;

/// What the moves and the properties show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Evidence {
    /// The game is Gomoku or Renju, for this reason.
    Gomoku(&'static str),
    /// It is another game, for this reason.
    Other(&'static str),
    /// Nothing shows which game it is.
    None,
}

/// Refuses a game that is another one than Gomoku and Renju. `first` is its first node, `source`
/// its text.
///
/// # Errors
/// If the first node states another game and the rest does not contradict it, or if it states a
/// rule of another game.
pub(super) fn check(
    source: Source<'_>,
    first: &Node<'_>,
    hints: &Hints,
    notices: &mut Notices,
) -> Result<(), NotationError> {
    if hints.game == GameKind::Gomoku {
        return Ok(());
    }
    if let Some(value) = value(first, "RU")
        && let Named::OtherGame(game) = rules::named(value)
    {
        return Err(source.error(value, Problem::OtherRule(game)));
    }
    let stated = value(first, "GM").unwrap_or_default();
    // A word in `GM` says nothing.
    let Ok(number) = stated.trim().parse::<u32>() else { return Ok(()) };
    if number == GOMOKU {
        return Ok(());
    }
    let nodes = main_line(source)?;
    match evidence(number, &nodes, hints) {
        Evidence::Gomoku(reason) => {
            notices.add(Notice::AssumedGomoku { number, reason }, 1);
            Ok(())
        }
        Evidence::Other(reason) => {
            Err(source.error(stated, Problem::OtherGame { number, reason: Some(reason) }))
        }
        Evidence::None => Err(source.error(stated, Problem::OtherGame { number, reason: None })),
    }
}

/// Refuses a game in which each side has two stones a turn after Black's first, as in Connect6.
///
/// # Errors
/// If the moves of these colours show it.
pub(super) fn check_turns(
    source: Source<'_>,
    colors: impl Iterator<Item = Color>,
    hints: &Hints,
) -> Result<(), NotationError> {
    let [black, white] = Color::ALL;
    let turns = std::iter::once(black).chain([white, white, black, black].into_iter().cycle());
    let mut count = 0;
    let is_two_a_turn = colors.zip(turns).all(|(color, turn)| {
        count += 1;
        color == turn
    });
    if is_two_a_turn && count >= TWO_A_TURN && hints.game == GameKind::Judged {
        return Err(source.error(source.text(), Problem::TwoATurn));
    }
    Ok(())
}

/// The colours of all moves of a line, also of those of which one node has several.
pub(super) fn colors<'a>(nodes: &'a [Node<'_>]) -> impl Iterator<Item = Color> + 'a {
    nodes.iter().flatten().flat_map(|property| {
        let color = color_of(&property.name);
        color.into_iter().flat_map(|color| property.values.iter().map(move |_| color))
    })
}

fn color_of(property: &str) -> Option<Color> {
    match property {
        "B" => Some(Color::Black),
        "W" => Some(Color::White),
        _ => None,
    }
}

/// The first value of a property.
fn value<'a>(node: &Node<'a>, name: &str) -> Option<&'a str> {
    let property = node.iter().find(|property| property.name == name)?;
    property.values.first().copied()
}

/// What the main line shows of a game whose `GM` states another number than that of Gomoku.
fn evidence(number: u32, nodes: &[Node<'_>], hints: &Hints) -> Evidence {
    let Some(first) = nodes.first() else { return Evidence::None };
    let stated = value(first, "SZ").and_then(|value| read_size(value).ok()).or(hints.size);
    let line = MainLine::of(nodes, stated, hints);
    let shown = [of_play(&line), of_header(first, &line)];
    if let Some(evidence) = shown.into_iter().find(|evidence| *evidence != Evidence::None) {
        return evidence;
    }
    match (number, stated) {
        (GO, _) => of_go_board(first, stated, &line),
        (_, Some(size))
            if SMALL_GAMES.contains(&number) && size.width().min(size.height()) >= LARGE =>
        {
            Evidence::Gomoku("the size of the board")
        }
        _ if SMALL_GAMES.contains(&number) && line.is_close => Evidence::Gomoku(CLOSE),
        _ => Evidence::None,
    }
}

const CLOSE: &str = "moves close to each other";

/// What the moves show without doubt.
fn of_play(line: &MainLine) -> Evidence {
    match line.five {
        _ if line.is_taken => Evidence::Other("a stone goes where one was"),
        Some(number) if number < line.moves => Evidence::Other("play goes on after five in a row"),
        _ if line.has_territory => Evidence::Other("territory is marked"),
        Some(_) => Evidence::Gomoku("five in a row at the end"),
        None if line.ends_with_passes => Evidence::Other("both sides pass at the end"),
        None => Evidence::None,
    }
}

/// What the first node says without doubt.
fn of_header(first: &Node<'_>, line: &MainLine) -> Evidence {
    let number = |name| value(first, name).and_then(|value| value.trim().parse::<f64>().ok());
    if number("HA").is_some_and(|handicap| handicap >= 2.0) {
        return Evidence::Other("there is a handicap");
    }
    let is_score = |result: &str| {
        let score = result.split_once('+').and_then(|(_, score)| score.trim().parse::<f64>().ok());
        score.is_some_and(|score| score > 0.0)
    };
    if value(first, "RE").is_some_and(is_score) && !line.is_close {
        return Evidence::Other("the result is a score");
    }
    let rule = value(first, "RU").unwrap_or_default();
    match rules::rule_named(rule) {
        Some(_) if !rule.trim().bytes().all(|byte| byte.is_ascii_digit()) => {
            Evidence::Gomoku("the rule")
        }
        _ => Evidence::None,
    }
}

/// What the board shows of a game that states to be Go.
fn of_go_board(first: &Node<'_>, stated: Option<BoardSize>, line: &MainLine) -> Evidence {
    let has_komi = value(first, "KM")
        .is_some_and(|komi| komi.trim().parse::<f64>().is_ok_and(|komi| komi != 0.0));
    let rule = value(first, "RU").unwrap_or_default().to_ascii_lowercase();
    let has_go_rule =
        rule.split(|c: char| !c.is_alphanumeric()).any(|word| GO_WORDS.contains(&word));
    let is_go_like = has_komi || has_go_rule;
    let why_go = if has_komi { "there is a komi" } else { "the rule is one of Go" };
    match stated.map(is_go_board) {
        // Templates of Go programs have a komi and a rule that mean nothing on such a board.
        Some(false) if line.is_close => Evidence::Gomoku(CLOSE),
        Some(false) if !is_go_like => Evidence::Gomoku("the size of the board"),
        _ if is_go_like => Evidence::Other(why_go),
        _ if line.has_setup => Evidence::Other("stones are set up on a board of Go"),
        _ if line.is_close => Evidence::Gomoku(CLOSE),
        _ => Evidence::None,
    }
}

/// Whether Go is played on such a board: a square one with an odd side, except that of Gomoku.
fn is_go_board(size: BoardSize) -> bool {
    size.width() == size.height() && size.width() % 2 == 1 && size != BoardSize::DEFAULT
}

/// What the moves of the main line are like.
#[derive(Default)]
struct MainLine {
    /// Number of moves, passes included.
    moves: usize,
    /// The number of the move that made the first five in a row.
    five: Option<usize>,
    /// Whether a stone goes to a point that had one.
    is_taken: bool,
    ends_with_passes: bool,
    has_territory: bool,
    /// Whether stones are set up before the first move.
    has_setup: bool,
    /// Whether the first moves begin in the middle and stay close to each other.
    is_close: bool,
}

impl MainLine {
    fn of(nodes: &[Node<'_>], stated: Option<BoardSize>, hints: &Hints) -> Self {
        let mut line = Self::default();
        let Ok(collector) = Collector::new(stated, hints) else { return line };
        let mut stones = [PointSet::EMPTY; 2];
        let mut order: Vec<Point> = Vec::new();
        let mut passes = 0;
        for property in nodes.iter().flatten() {
            match property.name.as_str() {
                "TB" | "TW" => line.has_territory = true,
                "AB" | "AW" => line.has_setup |= line.moves == 0,
                _ => {}
            }
            let Some(color) = color_of(&property.name) else { continue };
            let Some(Ok(point)) = property.values.first().map(|value| point(&collector, value))
            else {
                continue;
            };
            line.moves += 1;
            let Some(point) = point else {
                passes += 1;
                continue;
            };
            passes = 0;
            line.is_taken |= stones.iter().any(|own| own.contains(point));
            let own = &mut stones[usize::from(color == Color::White)];
            own.insert(point);
            order.push(point);
            if line.five.is_none() && has_five(own, point, collector.size) {
                line.five = Some(line.moves);
            }
        }
        line.ends_with_passes = passes >= 2;
        line.is_close = is_close(&order, collector.size);
        line
    }
}

/// Whether the stone on `point` is one of exactly five in a row.
fn has_five(own: &PointSet, point: Point, size: BoardSize) -> bool {
    let count = |dx: i64, dy: i64| {
        let at = |n: i64| size.point(i64::from(point.x()) + n * dx, i64::from(point.y()) + n * dy);
        (1..=FIVE as i64).take_while(|&n| at(n).is_some_and(|next| own.contains(next))).count()
    };
    let directions = [(1, 0), (0, 1), (1, 1), (1, -1)];
    directions.into_iter().any(|(dx, dy)| 1 + count(dx, dy) + count(-dx, -dy) == FIVE)
}

/// Whether a game begins in the middle of the board, and the next moves are close to earlier ones.
fn is_close(order: &[Point], size: BoardSize) -> bool {
    let beginning = &order[..order.len().min(BEGINNING)];
    let Some((first, rest)) = beginning.split_first() else { return false };
    let middle = Point::new(size.width() / 2, size.height() / 2);
    let is_near = |(index, point): (usize, &Point)| {
        beginning[..=index].iter().any(|before| before.distance(*point) <= NEAR)
    };
    beginning.len() >= ENOUGH
        && first.distance(middle) <= NEAR
        && rest.iter().enumerate().all(is_near)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sgf::tree::read_each;
    use crate::{Diagram, parse};

    const OPENING: &str = ";B[hh];W[ig];B[ii];W[gg];B[ji];W[gh]";

    fn read(text: &str) -> Result<Diagram, NotationError> {
        parse(text, &Hints::default())
    }

    /// The remark with which both readers read a game.
    fn remark(text: &str) -> String {
        let reading = read_each(text, &Hints::default()).expect(text);
        assert_eq!(reading.games.len(), 1, "{text}: {:?}", reading.faults);
        let mut notices = Notices::default();
        crate::parse_noted(text, &Hints::default(), &mut notices).expect(text);
        assert_eq!(notices, reading.notices, "{text}");
        notices.lines().next().expect("a remark")
    }

    #[test]
    fn gomoku_that_states_another_game_is_read_with_a_remark() {
        let five = ";B[aa];W[dp];B[ab];W[pd];B[ac];W[pp];B[ad];W[dd];B[ae]";
        let center19 = ";B[jj];W[ki];B[kk];W[ij];B[kj];W[lj]";
        for (text, reason) in [
            (format!("(;GM[1]CA[gb2312]SZ[15]{OPENING})"), CLOSE),
            ("(;GM[1]SZ[15]KM[0];B[aa];W[oo])".into(), "the size of the board"),
            ("(;GM[1]SZ[20];B[aa];W[oo])".into(), "the size of the board"),
            (format!("(;GM[1]SZ[15]KM[6.5]RU[Chinese]{OPENING})"), CLOSE),
            (format!("(;GM[1]SZ[15]RE[B+1]{OPENING})"), CLOSE),
            (format!("(;GM[1]SZ[19]{center19})"), CLOSE),
            (format!("(;GM[1]{OPENING})"), CLOSE),
            (format!("(;GM[1]SZ[19]RU[Freestyle]{five})"), "five in a row at the end"),
            ("(;GM[1]SZ[19]RU[Freestyle];B[pd];W[dp])".into(), "the rule"),
            (format!("(;GM[1]SZ[19]{five})"), "five in a row at the end"),
        ] {
            let expected = format!(
                "1 game states GM[1], which is Go, and is read as Gomoku or Renju: {reason}"
            );
            assert_eq!(remark(&text), expected, "{text}");
        }
        for (text, start) in [
            (format!("(;GM[5]SZ[15]{OPENING})"), "1 game states GM[5], which is Nine Men's Morris"),
            (format!("(;GM[2]{OPENING})"), "1 game states GM[2], which is Othello"),
            (format!("(;GM[99]SZ[15]RU[renju]{OPENING})"), "1 game states GM[99] and is"),
        ] {
            assert!(remark(&text).starts_with(start), "{text}: {}", remark(&text));
        }
    }

    #[test]
    fn go_is_refused_and_the_reason_stated() {
        for (text, reason) in [
            ("(;GM[1]SZ[19];B[pd];W[dp];B[pp];W[dd];B[fq])", ""),
            ("(;GM[1]SZ[19]KM[6.5];B[jj];W[ki];B[kk];W[ij];B[kj])", " (there is a komi)"),
            ("(;GM[1]SZ[19]RU[Japanese];B[pd])", " (the rule is one of Go)"),
            ("(;GM[1]SZ[19]HA[2]AB[pd][dp];W[pp])", " (there is a handicap)"),
            ("(;GM[1]SZ[19]AB[pd][dp];W[pp])", " (stones are set up on a board of Go)"),
            ("(;GM[1]SZ[19]RE[B+3.5];B[pd];W[dp])", " (the result is a score)"),
            ("(;GM[1]SZ[19];B[pd];W[dp];B[];W[tt])", " (both sides pass at the end)"),
            ("(;GM[1]SZ[15];B[hh];W[ig];B[];W[])", " (both sides pass at the end)"),
            ("(;GM[1]SZ[9];B[ee];W[ed];B[dd];W[ee])", " (a stone goes where one was)"),
            ("(;GM[1]SZ[19];B[pd];W[dp];TB[aa:cc])", " (territory is marked)"),
        ] {
            let error = read(text).expect_err(text).to_string();
            let expected = format!("found GM[1], which is Go{reason};");
            assert!(error.contains(&expected), "{text}: {error}");
            assert!(read_each(text, &Hints::default()).expect(text).games.is_empty(), "{text}");
        }
        let long = "(;GM[1]SZ[19];B[aa];W[dp];B[ab];W[pd];B[ac];W[pp];B[ad];W[dd];B[ae];W[fq])";
        assert!(read(long).expect_err(long).to_string().contains("goes on after five in a row"));
        for text in ["(;GM[11]SZ[15];B[hh];W[ig])", "(;GM[2]SZ[8];B[d3];W[c5])"] {
            assert!(read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn what_a_person_states_settles_it() {
        let hints = Hints { game: GameKind::Gomoku, ..Hints::default() };
        for text in [
            "(;GM[1]SZ[19]KM[6.5];B[pd];W[dp])",
            "(;GM[11]SZ[15];B[hh];W[ig])",
            "(;GM[4]RU[connect6];B[hh];W[ig];W[ih];B[jj];B[kk])",
        ] {
            assert!(read(text).is_err(), "{text}");
            assert!(parse(text, &hints).is_ok(), "{text}");
            assert_eq!(read_each(text, &hints).expect(text).games.len(), 1, "{text}");
        }
    }

    #[test]
    fn two_stones_a_turn_are_another_game() {
        for text in [
            "(;GM[4]SZ[19];B[aa];W[bb];W[cc];B[dd];B[ee])",
            "(;SZ[19];B[aa];W[bb]W[cc];B[dd]B[ee])",
            "(;SZ[19];B[aa];W[bb][cc];B[dd][ee];W[ff])",
        ] {
            let error = read(text).expect_err(text).to_string();
            assert!(
                error.ends_with("expected one stone a turn, found two, as in Connect6"),
                "{error}"
            );
            let reading = read_each(text, &Hints::default()).expect(text);
            assert!(reading.games.is_empty(), "{text}");
        }
        let error = read("(;GM[4]RU[QLizzie-Connect6]SZ[19];B[aa])").expect_err("Connect6");
        assert_eq!(
            error.to_string(),
            "line 1, column 11: expected Gomoku or Renju, found the rule of another game, Connect6"
        );
        for text in ["(;B[aa];W[bb];W[cc];B[dd])", "(;B[aa];W[bb];W[cc];B[dd];W[ee])"] {
            assert!(read(text).is_ok(), "{text}");
        }
    }
}
