//! The main line of a game as a diagram.
//!
//! Only properties about the position, the players or the event are read: `SZ`, `RU`, `B`, `W`,
//! `AB`, `AW`, `AE`, `PL`, `PB`, `PW`, `EV` and `DT`. Variations are skipped. If a file has several
//! games, their number chooses one.

use fukumi_core::board::Stone;
use fukumi_core::geometry::{BoardSize, Color, Point, PointSet};
use fukumi_core::rule::Rule;

use super::moves::Moves;
use super::property::{Node, unescape};
use super::tokens::main_line;
use super::values::{point, read_color, read_rule, read_size, rectangle};
use super::{kind, parts, quest};
use crate::collector::Collector;
use crate::diagram::Diagram;
use crate::error::{NotationError, Problem};
use crate::formats::list::Format;
use crate::hints::{Hints, moves_to_play};
use crate::lost::Losses;
use crate::names::counted_name;
use crate::reading::{Notice, Notices};
use crate::source::{NumberedDiagram, Source};

pub(crate) fn read(
    source: Source<'_>,
    hints: &Hints,
    notices: &mut Notices,
) -> Result<Diagram, NotationError> {
    let mut games = split(source, notices);
    let count = games.len();
    let numbers = || (1..=count).map(|number| number.to_string()).collect::<Vec<_>>();
    let number = match &hints.id {
        None if count > 1 => return Err(Problem::Several(numbers()).into()),
        None => 1,
        Some(id) => id.parse().unwrap_or(0),
    };
    if !(1..=count).contains(&number) {
        let id = hints.id.as_deref().unwrap_or_default();
        return Err(Problem::no_record(id, &numbers()).into());
    }
    let game = games.swap_remove(number - 1);
    read_game(game.source, &game.nodes?, hints, notices)
}

/// Reads every game on its own, with its number.
pub(crate) fn read_all(
    source: Source<'_>,
    hints: &Hints,
    notices: &mut Notices,
) -> Vec<NumberedDiagram> {
    let games = split(source, notices).into_iter().zip(1_usize..);
    let mut read = |game: Tree<'_>| read_game(game.source, &game.nodes?, hints, notices);
    games.map(|(game, number)| (number.to_string(), read(game))).collect()
}

/// Plays the main line of a game; `source` is the text of the game.
fn read_game(
    source: Source<'_>,
    nodes: &[Node<'_>],
    hints: &Hints,
    notices: &mut Notices,
) -> Result<Diagram, NotationError> {
    let (mut size, mut rule): (Option<BoardSize>, Option<Rule>) = (None, None);
    let mut players = [None, None];
    let (mut event, mut date) = (None, None);
    let mut lost = Losses::default();
    let mut text = |value: &str| counted_name(&unescape(value), &mut lost);
    if let Some(first) = nodes.first() {
        kind::check(source, first, hints, notices)?;
        kind::check_turns(source, kind::colors(nodes), hints)?;
    }
    for property in nodes.iter().flatten() {
        let Some(&value) = property.values.first() else { continue };
        match property.name.as_str() {
            "SZ" => size = Some(read_size(value).map_err(|problem| source.error(value, problem))?),
            "RU" => rule = read_rule(value, notices).or(rule),
            "PB" => players[0] = text(value),
            "PW" => players[1] = text(value),
            "EV" => event = text(value),
            "DT" => date = text(value),
            _ => {}
        }
    }
    let lines: Vec<Moves<'_, '_>> = nodes.iter().map(Moves::of).collect();
    lines.iter().for_each(|line| line.notice(notices));
    let of_opening = nodes.iter().flatten().flat_map(quest::points).count();
    notices.add(Notice::QuestOpening, of_opening);
    nodes
        .iter()
        .enumerate()
        .for_each(|(index, node)| quest::note_unknown(node, index == 0, notices));
    let played = lines.iter().map(|line| line.moves.len()).sum::<usize>() + of_opening;
    let moves = moves_to_play(played, hints)?;
    let mut game = PlayedGame {
        source,
        collector: Collector::new(size, hints)?,
        to_move: None,
        last: None,
        played: 0,
        moves_left: moves,
        is_cut: moves < played,
        opening: PointSet::EMPTY,
        left_out: 0,
    };
    for (node, line) in nodes.iter().zip(&lines) {
        if !game.play(node, line)? {
            break;
        }
    }
    let PlayedGame { mut collector, to_move, last, played, left_out, .. } = game;
    notices.add(Notice::TakenByOpening, left_out);
    let passes = std::mem::take(&mut collector.passes);
    let diagram = collector.finish(Format::Sgf);
    Ok(Diagram { rule, to_move, last, played, passes, players, event, date, lost, ..diagram })
}

/// A game while its moves are played.
struct PlayedGame<'a> {
    source: Source<'a>,
    collector: Collector,
    to_move: Option<Color>,
    last: Option<Point>,
    /// Number of moves since stones were last set up.
    played: usize,
    moves_left: usize,
    /// Whether only some of the moves are asked for.
    is_cut: bool,
    /// The points of the moves of an opening, see [`quest`].
    opening: PointSet,
    /// Number of later moves to such points.
    left_out: usize,
}

impl PlayedGame<'_> {
    /// Plays the moves and sets up the stones of a node. Returns whether to go on.
    fn play(&mut self, node: &Node<'_>, line: &Moves<'_, '_>) -> Result<bool, NotationError> {
        for property in node {
            let color = match property.name.as_str() {
                "AB" | "B" => Some(Color::Black),
                "AW" | "W" => Some(Color::White),
                _ => None,
            };
            match (property.name.as_str(), color) {
                ("B" | "W", Some(color)) => {
                    if !line.has(property) {
                        continue;
                    }
                    if self.is_cut && self.moves_left == 0 {
                        return Ok(false);
                    }
                    self.moves_left = self.moves_left.saturating_sub(1);
                    let value = property.values.first().copied().unwrap_or_default();
                    self.play_move(color, value)?;
                }
                (name, _) if quest::is_opening(name) => {
                    for value in quest::points(property) {
                        if self.is_cut && self.moves_left == 0 {
                            return Ok(false);
                        }
                        self.moves_left = self.moves_left.saturating_sub(1);
                        self.play_opening(value)?;
                    }
                }
                ("AB" | "AW" | "AE", _) => {
                    for value in &property.values {
                        self.put(color, value)?;
                    }
                }
                ("PL", _) => {
                    let value = property.values.first().copied().unwrap_or_default();
                    self.to_move =
                        Some(read_color(value).ok_or_else(|| {
                            self.source.expected("a side to move, B or W", value)
                        })?);
                }
                _ => {}
            }
        }
        Ok(true)
    }

    /// Plays a move of an opening, Black and White in turn.
    fn play_opening(&mut self, value: &str) -> Result<(), NotationError> {
        self.play_move(self.to_move.unwrap_or(Color::Black), value)?;
        self.last.into_iter().for_each(|point| self.opening.insert(point));
        Ok(())
    }

    fn play_move(&mut self, color: Color, value: &str) -> Result<(), NotationError> {
        let fail = |problem| self.source.error(value, problem);
        let point = point(&self.collector, value).map_err(fail)?;
        if point.is_some_and(|point| self.opening.contains(point)) {
            self.left_out += 1;
        } else if let Some(point) = point {
            self.collector.stone(color, point).map_err(fail)?;
            self.last = Some(point);
            self.played += 1;
        } else {
            self.collector.pass();
        }
        self.to_move = Some(!color);
        Ok(())
    }

    /// Sets up stones on a point or on a rectangle of points, or removes stones if `color` is
    /// `None`. Whatever was there before is replaced.
    fn put(&mut self, color: Option<Color>, value: &str) -> Result<(), NotationError> {
        let [from, to] = rectangle(self.source, &self.collector, value)?;
        let (columns, rows) = (from.x()..=to.x(), from.y()..=to.y());
        let is_inside = |point: Point| columns.contains(&point.x()) && rows.contains(&point.y());
        let collector = &mut self.collector;
        collector.stones.retain(|stone| !is_inside(stone.point));
        collector.passes.clear();
        self.played = 0;
        self.last = self.last.filter(|&point| !is_inside(point));
        for point in collector.size.points().filter(|&point| is_inside(point)) {
            match color {
                Some(color) => {
                    collector.taken.insert(point);
                    collector.stones.push(Stone { color, point });
                }
                None => collector.taken.remove(point),
            }
        }
        Ok(())
    }
}

/// A game of a file.
struct Tree<'a> {
    /// The text of the game.
    source: Source<'a>,
    /// The nodes of the game's main line, or what is wrong with the text.
    nodes: Result<Vec<Node<'a>>, NotationError>,
}

/// Splits a file into its games, and reads the main line of each.
///
/// The main line takes the first branch wherever there are several. So it ends where a branch is
/// closed for the first time.
fn split<'a>(source: Source<'a>, notices: &mut Notices) -> Vec<Tree<'a>> {
    let parts = parts::split(source.text());
    let texts = parts.iter().map(|part| part.text);
    let trees = source.parts(texts).zip(&parts).map(|(source, part)| {
        let nodes = main_line(source);
        let is_cut = !part.is_closed && nodes.is_ok();
        notices.add(Notice::MissingEnd, usize::from(is_cut));
        Tree { source, nodes }
    });
    trees.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    fn read(text: &str) -> Result<Diagram, NotationError> {
        parse(text, &Hints::default())
    }

    fn labels(diagram: &Diagram) -> Vec<String> {
        diagram.stones.iter().map(|stone| stone.point.label(diagram.size)).collect()
    }

    #[test]
    fn the_main_line_is_read() {
        for text in [
            "(;FF[4]GM[4]SZ[15]RU[Renju];B[hh];W[ig];B[ii])",
            "(;FF[4]GM[4]SZ[15]RU[renju];B[hh](;W[ig];B[ii])(;W[aa];B[bb](;W[cc])(;W[dd])))",
            " ( ;GM[4]\r\nSZ[15]\r\nRU[4]\r\n;B[hh]C[a \\] (; b \\\\]\r\n;W[ig];B[ii])\r\n",
            "\u{feff}(;SiZe[15]RUles[Renju];Black[H8];White[i9];Black[i7])",
            "(;SZ[15:15]RU[RIF renju];B[h8];W[I9](;B[i7]))trailing text",
            "(;RU[Renju]SZ[15];B[hh]BL[12.5];W[ig]WL[3]N[x];B[ii]LB[aa:1][bb:2])",
        ] {
            let game = read(text).unwrap_or_else(|error| panic!("{error} in {text:?}"));
            assert_eq!(labels(&game), ["h8", "i9", "i7"], "{text:?}");
            assert_eq!((game.rule, game.to_move), (Some(Rule::Renju), Some(Color::White)));
            assert_eq!(game.last, Some(Point::new(8, 8)));
        }
    }

    #[test]
    fn a_backslash_escapes_what_follows() {
        let text = "(;PB[A\\\\]PW[\\]B\\:]EV[one\\\ntwo\nthree];B[hh])";
        let game = read(text).expect("a game");
        assert_eq!(game.players, ["A\\", "]B:"].map(|name| Some(name.into())));
        assert_eq!(game.event.as_deref(), Some("onetwo three"));
    }

    #[test]
    fn stones_are_put_and_taken_away() {
        let game =
            read("(;GM[4]SZ[20:10]PL[W]AB[aa:ca][tj]AW[ba][bb]AE[ca:da];AB[ee])").expect("a game");
        assert_eq!(game.size, BoardSize::new(20, 10).expect("in range"));
        let mut stones: Vec<(Point, Color)> =
            game.stones.iter().map(|stone| (stone.point, stone.color)).collect();
        stones.sort_by_key(|(point, _)| *point);
        let (black, white) = (Color::Black, Color::White);
        assert_eq!(
            stones,
            [
                (Point::new(0, 0), black),
                (Point::new(1, 0), white),
                (Point::new(1, 1), white),
                (Point::new(4, 4), black),
                (Point::new(19, 9), black),
            ]
        );
        assert_eq!((game.to_move, game.last), (Some(white), None));
    }

    #[test]
    fn moves_are_told_from_stones_that_were_put() {
        for (text, played) in [
            ("(;SZ[15];B[hh];W[];B[ii])", 2),
            ("(;SZ[15]AB[aa]AW[bb];B[hh];W[ig])", 2),
            ("(;SZ[15];B[hh];W[ig];AB[aa];W[bb])", 1),
            ("(;SZ[15];B[hh];W[ig];AE[aa])", 0),
        ] {
            assert_eq!(read(text).expect(text).played, played, "{text}");
        }
    }

    #[test]
    fn players_have_names() {
        let game = read("(;PB[ A\\]\n\u{1b}[1m  b ]PW[];B[hh])").expect("a game");
        assert_eq!(game.players, [Some("A] [1m b".into()), None]);
        let game = read(&format!("(;PW[{}];B[hh])", "ü".repeat(99))).expect("a game");
        assert_eq!(game.players, [None, Some("ü".repeat(60))]);
    }

    #[test]
    fn event_and_date_are_read() {
        let game = read("(;EV[ World\n Cup \\] 1]DT[2023-08-12];B[hh])").expect("a game");
        assert_eq!(game.event.as_deref(), Some("World Cup ] 1"));
        assert_eq!(game.date.as_deref(), Some("2023-08-12"));
        let game = read("(;EV[]DT[\u{1b}];B[hh])").expect("a game");
        assert_eq!((game.event, game.date), (None, None));
    }

    #[test]
    fn a_pass_gives_the_turn_away() {
        let game = read("(;SZ[15];B[hh];W[];B[ii];W[tt])").expect("a game");
        assert_eq!((game.stones.len(), game.to_move), (2, Some(Color::Black)));
        assert_eq!(game.last, Some(Point::new(8, 8)));
    }

    #[test]
    fn only_the_first_moves_are_played_on_request() {
        let hints = Hints { moves: Some(2), ..Hints::default() };
        let text = "(;SZ[15]AB[aa]AW[bb];B[hh];W[ig];B[ii])";
        let game = parse(text, &hints).expect("a game");
        assert_eq!(labels(&game), ["a15", "b14", "h8", "i9"]);
        assert_eq!(game.to_move, Some(Color::Black));
    }

    #[test]
    fn one_of_several_games_is_chosen_by_its_number() {
        let text = "(;SZ[15];B[hh])\n\n(;SZ[15];B[aa];W[bb](;B[cc])(;B[dd]))\n";
        let with = |id: &str| Hints { id: Some(id.into()), ..Hints::default() };
        assert_eq!(labels(&parse(text, &with("2")).expect("the second")), ["a15", "b14", "c13"]);
        let problem = read(text).expect_err("two games").problem;
        assert!(matches!(problem, Problem::Several(ids) if ids == ["1", "2"]));
        for id in ["0", "3", "x", ""] {
            assert!(matches!(
                parse(text, &with(id)).expect_err(id).problem,
                Problem::NoRecord { .. }
            ));
        }
    }

    #[test]
    fn a_word_for_the_game_says_nothing() {
        for kind in ["", "GM[4]", "GM[]", "GM[ 4 ]", "GM[Renju]"] {
            assert_eq!(labels(&read(&format!("(;{kind};B[hh])")).expect(kind)), ["h8"], "{kind}");
        }
    }

    #[test]
    fn a_rule_that_is_not_known_is_reported() {
        for (rule, remark) in [
            ("renju", None),
            ("Non-Renju", Some("the rule 'Non-Renju' is not known: the game states none that is")),
            ("Renju of the club", Some("the rule 'Renju of the club' is read as renju")),
        ] {
            let mut notices = Notices::default();
            let text = format!("(;RU[{rule}];B[hh])");
            let game = crate::parse_noted(&text, &Hints::default(), &mut notices).expect(rule);
            assert_eq!(game.rule.is_some(), rule != "Non-Renju", "{rule}");
            assert_eq!(notices.lines().next().as_deref(), remark, "{rule}");
        }
    }

    #[test]
    fn a_deep_game_needs_no_deep_stack() {
        let depth = 100_000;
        let text = format!("(;SZ[15]{}{}", ";C[]".repeat(depth), ")");
        assert_eq!(read(&text).expect("nothing").stones.len(), 0);
        let text = format!("{}{}", "(;".repeat(depth), ")".repeat(depth));
        assert_eq!(read(&text).expect("nothing").stones.len(), 0);
    }

    #[test]
    fn mistakes_are_told_with_their_place() {
        for (text, message) in [
            (
                "(;SZ[15];B[hh]\n;W[pa])",
                "line 2, column 4: expected a point on the board of 15x15, found 'pa'",
            ),
            ("(;SZ[15];B[hh];W[hh])", "line 1, column 18: expected an empty point, found h8 taken"),
            ("(;SZ[15];B[h])", "line 1, column 12: expected a point such as hh or h8, found 'h'"),
            (
                "(;SZ[99];B[hh])",
                "line 1, column 6: expected a board of 5x5 to 22x22 points, found '99'",
            ),
            ("(;SZ[15];B[hh", "line 1, column 14: expected ] at the end of a value, found nothing"),
            (
                "(;SZ[15];B;W[hh])",
                "line 1, column 11: expected [ after the name of a property, found ';W[hh])'",
            ),
            (
                "(;SZ[15];B[hh]?)",
                "line 1, column 15: expected (, ), ; or a property such as B[hh], found '?)'",
            ),
            ("(;SZ[15]PL[x])", "line 1, column 12: expected a side to move, B or W, found 'x'"),
            ("(;SZ[15]AB[aa:])", "line 1, column 12: expected a point such as hh, found 'aa:'"),
        ] {
            assert_eq!(read(text).expect_err(text).to_string(), message);
        }
    }
}
