//! A line of a collection of positions: `id key=value key=value …`. The id may be missing.
//!
//! The stones are in `black` and `white`, or the moves in `moves`, with `pass` for a pass. `size`,
//! `rule` and `turn` (or `side`) give the rest, and for a game `result` (`b`, `w` or `draw`),
//! `bplayer` and `wplayer`; other keys are ignored. Lines that begin with `#` are comments.

use std::collections::BTreeSet;

use fukumi_core::geometry::{BoardSize, Color, Point};
use fukumi_core::rule::Rule;

use crate::board_text::side_text;
use crate::collector::Collector;
use crate::diagram::Diagram;
use crate::error::{self, NotationError, Problem};
use crate::formats::labels::{NO_MOVES, is_pass, point_text};
use crate::formats::list::Format;
use crate::game::Game;
use crate::hints::{Hints, moves_to_play, refuse_moves};
use crate::lost::{Loss, Losses};
use crate::main_line;
use crate::names::counted_name;
use crate::result::GameResult;
use crate::source::Source;

/// The keys that say something about the position.
const KEYS: [&str; 7] = ["size", "rule", "turn", "side", "black", "white", "moves"];
/// The keys that say something about the game. They alone make no record.
const GAME_KEYS: [&str; 3] = ["result", "bplayer", "wplayer"];

/// Whether a line of the text is a record.
pub(super) fn has_record(text: &str) -> bool {
    text.lines().any(is_record)
}

/// Whether the line is a record.
pub(super) fn is_record(line: &str) -> bool {
    !line.trim_start().starts_with('#') && line.split_whitespace().any(|word| field(word).is_some())
}

/// The key and the value, if the key says something about the position.
fn field(word: &str) -> Option<(&str, &str)> {
    word.split_once('=').filter(|(key, _)| KEYS.contains(key))
}

pub(super) fn read(source: Source<'_>, hints: &Hints) -> Result<Diagram, NotationError> {
    let lines = lines(source);
    let line = match (&hints.id, lines.as_slice()) {
        (None, [line]) => line,
        (None, _) => {
            return Err(Problem::Several(ids(&lines)).into());
        }
        (Some(wanted), _) => {
            let ids = ids(&lines);
            let index = ids.iter().position(|id| id == wanted);
            let missing = || Problem::no_record(wanted, &ids);
            index.and_then(|index| lines.get(index)).ok_or_else(missing)?
        }
    };
    read_line(source, line, hints)
}

/// Reads every record on its own, with its id.
pub(super) fn read_all<'a>(
    source: Source<'a>,
    hints: &Hints,
) -> impl Iterator<Item = (String, Result<Diagram, NotationError>)> {
    let lines = lines(source);
    let ids = ids(&lines);
    let read = |line: Source<'a>| read_line(line, line.within_limit()?, hints);
    ids.into_iter().zip(source.parts(lines).map(read))
}

/// The lines that are records.
fn lines(source: Source<'_>) -> Vec<&str> {
    let is_said = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
    source.text().lines().filter(is_said).collect()
}

/// The ids of the records: their own, or their number from 1 if the id is missing or already used.
fn ids(lines: &[&str]) -> Vec<String> {
    let mut known = BTreeSet::new();
    let mut own = |line| id(line).filter(|id| known.insert(*id));
    let numbered = lines.iter().zip(1..);
    numbered
        .map(|(line, number)| own(line).map_or_else(|| number.to_string(), Into::into))
        .collect()
}

/// The first word of a record, unless it is a field.
fn id(line: &str) -> Option<&str> {
    line.split_whitespace().next().filter(|word| !word.contains('='))
}

pub(super) fn read_line(
    source: Source<'_>,
    line: &str,
    hints: &Hints,
) -> Result<Diagram, NotationError> {
    let mut values = [None; KEYS.len()];
    for (key, value) in line.split_whitespace().filter_map(field) {
        let index = KEYS.iter().position(|known| *known == key);
        let Some(slot) = index.and_then(|index| values.get_mut(index)) else { continue };
        if slot.replace(value).is_some() {
            return Err(source.error(key, Problem::Twice(key.into())));
        }
    }
    let [size, rule, turn, side, black, white, moves] =
        values.map(|value| value.filter(|value| *value != "-"));
    let [result, black_player, white_player] = GAME_KEYS.map(|key| game_value(line, key));

    let size = size
        .map(|text| parse_size(text).map_err(|problem| source.error(text, problem)))
        .transpose()?;
    let mut collector = Collector::new(size, hints)?;
    let mut place = |color, label: &str| {
        if moves.is_some() && is_pass(label) {
            collector.pass();
            return Ok(());
        }
        let placed = collector.label(label).and_then(|point| collector.stone(color, point));
        placed.map_err(|problem| source.error(label, problem))
    };
    let mut next = None;
    if let Some(moves) = moves {
        let labels: Vec<&str> = items(moves).collect();
        let count = moves_to_play(labels.len(), hints)?;
        for (color, label) in Color::ALL.into_iter().cycle().zip(labels.into_iter().take(count)) {
            place(color, label)?;
            next = Some(!color);
        }
    } else {
        refuse_moves(hints)?;
        for (color, labels) in [(Color::Black, black), (Color::White, white)] {
            for label in labels.into_iter().flat_map(items) {
                place(color, label)?;
            }
        }
    }

    let turn = turn
        .or(side)
        .map(|text| {
            let expected = "a side to move, b or w";
            parse_color(text).ok_or_else(|| source.expected(expected, text))
        })
        .transpose()?;
    let mut lost = Losses::default();
    let players = [black_player, white_player]
        .map(|player| player.and_then(|player| counted_name(player, &mut lost)));
    // What is stated of a game holds for all its moves, and of a mere position nothing is stated.
    let is_whole = moves.is_some() && hints.moves.is_none();
    let result = result.filter(|_| is_whole).and_then(parse_result);
    let rule = rule
        .map(|text| {
            let expected = "freestyle, standard, renju, caro-overline or caro";
            Rule::named(text).ok_or_else(|| source.expected(expected, text))
        })
        .transpose()?;
    let diagram = if moves.is_some() {
        collector.finish_game(Format::Record)
    } else {
        collector.finish(Format::Record)
    };
    // The stated turn is the one after all moves.
    let turn = if hints.moves.is_some() { None } else { turn };
    Ok(Diagram { rule, to_move: turn.or(next), players, result, lost, ..diagram })
}

/// The value of a key of the game, unless it is `-`.
fn game_value<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    let mut fields = line.split_whitespace().filter_map(|word| word.split_once('='));
    fields.find(|(its, _)| *its == key).map(|(_, value)| value).filter(|value| *value != "-")
}

fn items(list: &str) -> impl Iterator<Item = &str> {
    list.split(',').filter(|item| !item.is_empty())
}

/// Parses a side, or width and height as in `20x15`.
fn parse_size(text: &str) -> Result<BoardSize, Problem> {
    let (width, height) = text.split_once('x').unwrap_or((text, text));
    let size = width.parse().ok().zip(height.parse().ok());
    size.and_then(|(width, height)| BoardSize::new(width, height))
        .ok_or_else(|| Problem::Size(error::excerpt(text)))
}

fn parse_color(text: &str) -> Option<Color> {
    match text {
        "b" | "black" => Some(Color::Black),
        "w" | "white" => Some(Color::White),
        _ => None,
    }
}

/// Parses a result; any other word states none.
fn parse_result(text: &str) -> Option<GameResult> {
    match text {
        "draw" => Some(GameResult::Draw),
        _ => parse_color(text).map(GameResult::Win),
    }
}

/// The record of a game that both sides played move by move, Black first.
pub(crate) fn line(size: BoardSize, rule: Rule, moves: &[Point]) -> String {
    let labels: Vec<String> = moves.iter().map(|point| point.label(size)).collect();
    let moves = if labels.is_empty() { NO_MOVES.into() } else { labels.join(",") };
    format!("size={} rule={rule} moves={moves}\n", side_text(size, 'x'))
}

/// Writes a game as a record of one line. If stones were set up, it has all stones in no order.
pub fn write(game: &Game) -> (String, Losses) {
    let mut lost = Losses::default();
    let mut fields = vec![format!("size={}", side_text(game.size, 'x'))];
    fields.extend(game.rule.map(|rule| format!("rule={rule}")));
    let list = |points: &[Option<Point>]| {
        let labels: Vec<String> =
            points.iter().map(|&point| point_text(point, game.size)).collect();
        if labels.is_empty() { NO_MOVES.into() } else { labels.join(",") }
    };
    if game.setup.is_empty() {
        fields.push(format!("moves={}", list(&main_line::points(game, &mut lost))));
    } else {
        main_line::count_notes(&game.tree, &mut lost);
        let played: Vec<_> = game.moves().collect();
        lost.add(Loss::Sequence, played.len());
        for (key, color) in [("black", Color::Black), ("white", Color::White)] {
            let set_up = game.setup.iter().filter(|stone| stone.color == color).map(|s| s.point);
            let own = played.iter().filter(|action| action.color == color);
            let points = set_up.chain(own.filter_map(|action| action.point)).map(Some);
            let points: Vec<Option<Point>> = points.collect();
            fields.push(format!("{key}={}", list(&points)));
        }
        let turn = played.last().map(|action| !action.color).or(game.to_move);
        let letter = |color| if color == Color::Black { "turn=b" } else { "turn=w" };
        fields.extend(turn.map(|color| letter(color).to_owned()));
    }
    game.count_header(&mut lost);
    (fields.join(" ") + "\n", lost)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    fn read(text: &str) -> Result<Diagram, NotationError> {
        parse(text, &Hints::default())
    }

    #[test]
    fn a_pass_gives_the_turn_away() {
        for (text, to_move) in
            [("moves=h8,pass,i9", Color::White), ("moves=h8,tt,i9,PASS", Color::Black)]
        {
            let diagram = read(text).expect(text);
            assert!(diagram.stones.iter().all(|stone| stone.color == Color::Black), "{text}");
            assert_eq!((diagram.stones.len(), diagram.to_move), (2, Some(to_move)), "{text}");
        }
    }

    #[test]
    fn a_record_has_sets_of_stones_or_moves() {
        let sets =
            read("p1 size=20 rule=renju turn=w black=a1,t20,b2 white=c3,d4 win=x check=full");
        let sets = sets.expect("a record");
        assert_eq!(sets.size, BoardSize::square(20).expect("in range"));
        assert_eq!((sets.rule, sets.to_move), (Some(Rule::Renju), Some(Color::White)));
        assert_eq!((sets.stones.len(), sets.last), (5, None));
        let game = read("moves=h8,i9,h10 rule=caro\r\n").expect("a record without an id");
        assert_eq!((game.rule, game.to_move), (Some(Rule::Caro), Some(Color::White)));
        assert_eq!(game.last, Some(Point::new(7, 5)));
    }

    #[test]
    fn a_record_has_players_and_a_result() {
        let text = "1 moves=h8,i9 result=draw bplayer=EMBRYO21 wplayer=-";
        let game = read(text).expect("a record");
        assert_eq!(game.result, Some(GameResult::Draw));
        assert_eq!(game.players, [Some("EMBRYO21".into()), None]);
        for (word, color) in [("b", Color::Black), ("white", Color::White)] {
            let game = read(&format!("moves=h8,i9 result={word}")).expect("a record");
            assert_eq!(game.result, Some(GameResult::Win(color)));
        }
        // Only a whole game has it.
        let cut = Hints { moves: Some(1), ..Hints::default() };
        assert_eq!(parse(text, &cut).expect("a move").result, None);
        assert_eq!(read("black=h8 result=holds").expect("a position").result, None);
        for unknown in ["-", "?", "adjourned"] {
            let text = format!("moves=h8 result={unknown}");
            assert_eq!(read(&text).expect("a game").result, None);
        }
    }

    #[test]
    fn a_dash_is_nothing() {
        let record = read("id black=a1 white=- turn=- size=-").expect("a record");
        assert_eq!(record.stones.len(), 1);
        assert_eq!(record.to_move().expect("by the number of stones"), Color::White);
    }

    #[test]
    fn one_of_several_records_is_chosen_by_its_id() {
        let text = "# a comment=1\n\none moves=h8\ntwo moves=h8,i9\nthree moves=x\n";
        let with = |id: &str| Hints { id: Some(id.into()), ..Hints::default() };
        assert_eq!(parse(text, &with("two")).expect("the second").stones.len(), 2);
        assert_eq!(
            read(text).expect_err("three records").to_string(),
            "expected one position, found 3; name the one you mean: one, two, three"
        );
        assert!(parse(text, &with("four")).is_err());
        assert_eq!(
            parse(text, &with("three")).expect_err("a bad move").place.map(|place| place.line),
            Some(5)
        );
    }

    #[test]
    fn the_turn_stated_is_that_behind_the_last_move() {
        let text = "moves=h8,i9,h10 turn=w";
        let hints = Hints { moves: Some(2), ..Hints::default() };
        assert_eq!(parse(text, &hints).expect("two moves").to_move, Some(Color::Black));
    }

    #[test]
    fn mistakes_are_told_with_their_place() {
        for (text, message) in [
            (
                "a size=30 moves=h8",
                "line 1, column 8: expected a board of 5x5 to 22x22 points, found '30'",
            ),
            ("a black=h8 black=h9", "line 1, column 12: expected one black, found a second"),
            (
                "a size=15 black=h8,q1",
                "line 1, column 20: expected a point on the board of 15x15, found 'q1'",
            ),
            ("a black=h8 white=h8", "line 1, column 18: expected an empty point, found h8 taken"),
            ("a black=h8 turn=x", "line 1, column 17: expected a side to move, b or w, found 'x'"),
            (
                "a black=h8 rule=go",
                "line 1, column 17: expected freestyle, standard, renju, caro-overline or caro, \
                 found 'go'",
            ),
        ] {
            assert_eq!(read(text).expect_err(text).to_string(), message);
        }
    }
}
