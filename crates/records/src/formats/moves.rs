//! Moves by their labels: `h8i9h10`, `1. h8 2. i9`, `h8-i9-h10`, Black first.
//!
//! A link to a board that ends in moves is read as these. `pass` is a move without a stone, and so
//! are `tt`, as in SGF, and `--`, as in PGN, where they are words of their own. A result such as
//! `1-0` may end a game; only a draw says who has won, for sites differ in the rest. A text with a
//! slash is not a game but two sets of stones, Black's before the slash: `h8,h10/i9`. Lines that go
//! to the same points, or begin with a first move, are games of their own. A line that begins with
//! `#` is a remark.

use std::collections::BTreeSet;

use fukumi_core::geometry::{BoardSize, Color, Point};

use crate::collector::Collector;
use crate::diagram::Diagram;
use crate::error::{NotationError, Problem};
use crate::formats::labels::{
    self, NO_MOVES, PASS, PASSES, is_pass, label, point_text, skip_number,
};
use crate::formats::list::Format;
use crate::game::Game;
use crate::hints::{Hints, moves_to_play, refuse_id, refuse_moves};
use crate::lost::{Loss, Losses};
use crate::main_line;
use crate::result::GameResult;
use crate::source::{Source, contents};

/// Words for how a game ended.
const RESULTS: [&str; 6] = ["1-0", "0-1", "1/2-1/2", "1/2", "½-½", "0.5-0.5"];
/// The results among them that are draws.
const DRAWS: [&str; 4] = ["1/2-1/2", "1/2", "½-½", "0.5-0.5"];
const EXPECTED: &str = "a move such as h8";

/// Whether the text is games without moves.
pub(super) fn are_empty_games(text: &str) -> bool {
    let is_empty = |line: &str| skip_number(line).unwrap_or(line).trim() == NO_MOVES;
    contents(text).next().is_some() && contents(text).all(is_empty)
}

/// The result at the end of a line, and the line before it.
fn split_result(line: &str) -> (&str, Option<&str>) {
    let line = line.trim_end();
    let ending = |result: &&&str| {
        line.strip_suffix(**result).is_some_and(|before| before.ends_with(char::is_whitespace))
    };
    match RESULTS.iter().find(ending) {
        Some(result) => (&line[..line.len() - result.len()], Some(result)),
        None => (line, None),
    }
}

/// The moves in a link to a board, such as `https://gomocalc.com/#/h8i9`: the last part of it that
/// consists of labels.
fn of_link(text: &str) -> Option<&str> {
    let link = text.trim();
    let is_link = link.starts_with("http://") || link.starts_with("https://");
    if !is_link || link.contains(char::is_whitespace) {
        return None;
    }
    let parts = link.rsplit(['/', '#', '?', '=', '&']);
    parts.map(|part| part.trim_matches('_')).find(|part| {
        let mut rest = *part;
        while let Some(label) = label(rest) {
            rest = rest[label.len()..].trim_start_matches(['_', ',', '-']);
        }
        rest.is_empty() && !part.is_empty()
    })
}

/// Whether a line begins with the number of the first move. `1...` stands before White's.
fn has_first_number(line: &str) -> bool {
    line.strip_prefix('1')
        .is_some_and(|after| after.starts_with(['.', ')', ':']) && !after.starts_with(".."))
}

/// Whether each line is a game: the moves of one line cannot follow those of the lines before,
/// since they go to the same points, or since another line has the first move as well.
///
/// Of points, the second line with moves decides, or most of those after the first: one such line
/// in a game of many lines is a mistake.
pub(super) fn are_games(text: &str) -> bool {
    if contents(text).all(|line| of_link(line).is_some()) {
        return contents(text).nth(1).is_some();
    }
    let lines = contents(text).map(|line| {
        let bytes = line.as_bytes();
        let begins = |at: &usize| {
            let before = at.checked_sub(1).and_then(|at| bytes.get(at));
            bytes[*at].is_ascii_alphabetic() && !before.is_some_and(u8::is_ascii_alphabetic)
        };
        let labels = (0..bytes.len()).filter(begins).filter_map(|at| label(line.get(at..)?));
        labels.map(str::to_ascii_lowercase).collect::<BTreeSet<String>>()
    });
    let is_other = |line: &str| {
        let (moves, _) = split_result(line);
        let is_numbered = line.starts_with(|c: char| c.is_ascii_digit());
        moves.contains('/') || (is_numbered && !has_first_number(line))
    };
    if contents(text).any(is_other) {
        return false;
    }
    if contents(text).filter(|line| has_first_number(line)).nth(1).is_some() {
        return true;
    }
    let mut known = BTreeSet::new();
    let (mut followers, mut repeats) = (0_usize, 0_usize);
    for labels in lines.filter(|labels| !labels.is_empty()) {
        followers += usize::from(!known.is_empty());
        repeats += usize::from(labels.iter().any(|label| known.contains(label)));
        if (followers, repeats) == (1, 1) {
            return true;
        }
        known.extend(labels);
    }
    2 * repeats > followers
}

pub(super) fn read(source: Source<'_>, hints: &Hints) -> Result<Diagram, NotationError> {
    if !are_games(source.text()) {
        refuse_id(hints)?;
        return read_game(source, hints);
    }
    let games: Vec<&str> = contents(source.text()).collect();
    let numbers = || (1..=games.len()).map(|number| number.to_string()).collect::<Vec<_>>();
    let Some(id) = &hints.id else { return Err(Problem::Several(numbers()).into()) };
    let index = id.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    let line = index.and_then(|index| games.get(index));
    let line = line.ok_or_else(|| Problem::no_record(id, &numbers()))?;
    let game = source.parts([*line]).next();
    read_game(game.unwrap_or(source), hints)
}

pub(super) fn read_game(source: Source<'_>, hints: &Hints) -> Result<Diagram, NotationError> {
    let mut collector = Collector::new(None, hints)?;
    let mut moves: Vec<(Option<Point>, &str)> = Vec::new();
    let mut slash = None;
    let (text, result) = split_result(of_link(source.text()).unwrap_or(source.text()));
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let before = text.get(..text.len() - rest.len()).unwrap_or_default();
        if let Some(pass) = pass(before, rest) {
            moves.push((None, pass));
            rest = &rest[pass.len()..];
            continue;
        }
        match first {
            ',' | ';' | '-' | '–' | '_' => rest = &rest[first.len_utf8()..],
            _ if first.is_whitespace() => rest = &rest[first.len_utf8()..],
            '#' if begins_line(before) => {
                rest = rest.find('\n').map_or("", |end| &rest[end..]);
            }
            '/' if slash.is_none() => {
                slash = Some(moves.len());
                rest = &rest[1..];
            }
            '0'..='9' => {
                let number = skip_number(rest);
                rest = number.ok_or_else(|| source.expected(EXPECTED, first_word(rest)))?;
            }
            _ => {
                let label = label(rest);
                let label = label.ok_or_else(|| source.expected(EXPECTED, first_word(rest)))?;
                let point =
                    collector.label(label).map_err(|problem| source.error(label, problem))?;
                moves.push((Some(point), label));
                rest = &rest[label.len()..];
            }
        }
    }
    let mut place = |color, (point, label): (Option<Point>, &str)| match point {
        Some(point) => {
            collector.stone(color, point).map_err(|problem| source.error(label, problem))
        }
        None => {
            collector.pass();
            Ok(())
        }
    };
    if let Some(slash) = slash {
        refuse_moves(hints)?;
        for (index, item) in moves.into_iter().enumerate() {
            place(if index < slash { Color::Black } else { Color::White }, item)?;
        }
        return Ok(collector.finish(Format::Moves));
    }
    let is_draw = result.is_some_and(|result| DRAWS.contains(&result));
    let mut color = Color::Black;
    let played = moves.len();
    let count = moves_to_play(played, hints)?;
    for item in moves.into_iter().take(count) {
        place(color, item)?;
        color = !color;
    }
    let result = (is_draw && count == played).then_some(GameResult::Draw);
    Ok(Diagram { to_move: Some(color), result, ..collector.finish_game(Format::Moves) })
}

/// Whether what comes after `before` is the first thing on its line.
fn begins_line(before: &str) -> bool {
    let before = before.trim_end_matches([' ', '\t']);
    before.is_empty() || before.ends_with('\n')
}

/// The pass at the beginning of `rest`, which comes after `before`.
fn pass<'a>(before: &str, rest: &'a str) -> Option<&'a str> {
    let is_between = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '.' | ')' | ':');
    let begins = before.chars().next_back().is_none_or(is_between);
    let found = PASSES.iter().filter_map(|pass| rest.split_at_checked(pass.len()));
    let mut words = found.filter(|(word, after)| {
        // As moves need not be separated, neither need the word for a pass.
        let is_spelt = word.eq_ignore_ascii_case(PASS)
            && (label(after).is_some() || !after.starts_with(|c: char| c.is_alphabetic()));
        is_spelt || is_pass(word) && begins && (after.is_empty() || after.starts_with(is_between))
    });
    words.next().map(|(word, _)| word)
}

/// The text up to a separator, or the beginning of it.
fn first_word(text: &str) -> &str {
    let is_separator =
        |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '/' | '-' | '–' | '_');
    labels::first_word(text, is_separator)
}

/// Writes each game as a list of moves on one line. Lines that would be read as a single game begin
/// with the number of the first move.
pub fn write_all(games: &[Game]) -> (String, Losses) {
    let mut lost = Losses::default();
    let mut text = String::new();
    for game in games {
        let (line, own) = write(game);
        text += &line;
        lost.add_all(&own);
    }
    if games.len() > 1 && !are_games(&text) {
        text = text.lines().map(|line| format!("1. {line}\n")).collect();
    }
    (text, lost)
}

/// Writes a game as a list of moves on one line, from which the board cannot be seen.
pub fn write(game: &Game) -> (String, Losses) {
    let mut lost = Losses::default();
    let moves = main_line::points(game, &mut lost);
    game.count_header(&mut lost);
    lost.add(Loss::Rule, usize::from(game.rule.is_some()));
    lost.add(Loss::Size, usize::from(game.size != BoardSize::DEFAULT));
    let labels: Vec<String> = moves.iter().map(|&point| point_text(point, game.size)).collect();
    let line = if labels.is_empty() { NO_MOVES.into() } else { labels.join(" ") };
    (line + "\n", lost)
}

#[cfg(test)]
mod tests {
    use fukumi_core::geometry::{BoardSize, Color, Point};

    use crate::file::{self, Request};
    use crate::{Diagram, Format, Hints, NotationError, Problem, parse, parse_all};

    fn read(text: &str) -> Result<Diagram, NotationError> {
        parse(text, &Hints::default())
    }

    fn labels(diagram: &Diagram) -> Vec<String> {
        diagram.stones.iter().map(|stone| stone.point.label(diagram.size)).collect()
    }

    #[test]
    fn moves_may_be_separated_and_numbered_in_many_ways() {
        for text in [
            "h8i9h10",
            "H8I9H10",
            "h8 i9 h10",
            "h8,i9,h10",
            "h8-i9-h10",
            "h8;i9;h10;",
            "h8_i9_h10",
            "1.h8 2.i9 3.h10",
            "1. h8 i9 2. h10",
            "1) h8\r\n2) i9\r\n3) h10\r\n",
            "  1: h8, 2: i9, 3: h10 ",
            "\u{feff}h8 i9\nh10",
            "h8 i9 h10\r\n\u{1a}",
            "1.h8,2.i9,3.h10",
        ] {
            let diagram = read(text).unwrap_or_else(|error| panic!("{text:?}: {error}"));
            assert_eq!(diagram.format, Format::Moves, "{text:?}");
            assert_eq!(labels(&diagram), ["h8", "i9", "h10"], "{text:?}");
            assert_eq!(diagram.to_move, Some(Color::White), "{text:?}");
            assert_eq!(diagram.last, Some(Point::new(7, 5)), "{text:?}");
        }
    }

    #[test]
    fn a_result_may_end_a_game() {
        let draw = Some(crate::write::GameResult::Draw);
        for (text, result) in [
            ("h8 i9 j10 1-0", None),
            ("h8 i9 j10  0-1\n", None),
            ("1. h8 i9 2. j10 1/2-1/2", draw),
            ("h8i9j10 ½-½", draw),
        ] {
            let game = read(text).expect(text);
            assert_eq!((labels(&game).len(), game.result), (3, result), "{text}");
        }
        let two = parse_all("1. h8 i9 1-0\n1. h8 g9 1/2-1/2\n", &Hints::default()).expect("two");
        assert!(two.len() == 2 && two.iter().all(|(_, game)| game.is_ok()), "{two:?}");
        assert!(read("h8 1-0 i9").is_err(), "a result ends a game");
    }

    #[test]
    fn a_dash_alone_is_a_game_without_moves() {
        let game = read("-\n").expect("no moves");
        assert_eq!((game.format, game.stones.len()), (Format::Moves, 0));
        let all = parse_all("-\nh8i9\n-\nh8g9\n", &Hints::default()).expect("four games");
        assert_eq!(all.iter().filter(|(_, game)| game.is_ok()).count(), 4);
    }

    #[test]
    fn a_link_to_a_board_has_its_moves_at_the_end() {
        for text in [
            "https://gomocalc.com/#/h8i9h10",
            "https://www.gomocalc.com/#/h8i9h10\n",
            "http://dhbloo.github.io/gomoku-calculator/#/h8i9h10?lang=en",
            "https://example.org/board?moves=h8_i9_h10&size=15",
        ] {
            assert_eq!(labels(&read(text).expect(text)), ["h8", "i9", "h10"], "{text}");
        }
        let two = "https://gomocalc.com/#/h8i9\nhttps://gomocalc.com/#/a1b2c3\n";
        assert_eq!(parse_all(two, &Hints::default()).expect("two games").len(), 2);
        assert!(read("https://example.org/").is_err());
    }

    #[test]
    fn lines_that_go_to_the_same_points_are_games() {
        let text = "h8 i9 h9\n\nh8 i9 i9\nh8g9\n";
        let all = parse_all(text, &Hints::default()).expect("three games");
        let ids: Vec<_> = all.iter().map(|(id, _)| id.as_deref().unwrap_or_default()).collect();
        assert_eq!(ids, ["1", "2", "3"]);
        assert_eq!(labels(all[2].1.as_ref().expect("the third")), ["h8", "g9"]);
        let error = all[1].1.as_ref().expect_err("the second").to_string();
        assert_eq!(error, "line 3, column 7: expected an empty point, found i9 taken");
        let problem = read(text).expect_err("three games").problem;
        assert!(matches!(problem, Problem::Several(ids) if ids == ["1", "2", "3"]));
        let third = Hints { id: Some("3".into()), ..Hints::default() };
        assert_eq!(labels(&parse(text, &third).expect("the third")), ["h8", "g9"]);
        assert!(parse(text, &Hints { id: Some("4".into()), ..Hints::default() }).is_err());
        assert_eq!(labels(&read("h8 i9\nh9 i10").expect("one game")).len(), 4);
    }

    #[test]
    fn lines_with_a_first_move_are_games() {
        for (text, moves) in [
            ("1. h8 i9\n1. a1 b2 c3\n", &[2, 3][..]),
            ("1) h8\n1) -\n\n1) a1 2) b2", &[1, 0, 2]),
            ("h8 i9\n1. a1\n1. b2\n", &[2, 1, 1]),
            ("1. -\n1. -\n", &[0, 0]),
            ("1. h8\n1... i9\n", &[2]),
            ("1. h8\n2. i9\n", &[2]),
            ("1. h8 i9\na1 b2\n", &[4]),
        ] {
            let all = parse_all(text, &Hints::default()).expect(text);
            let counts: Vec<_> =
                all.iter().map(|(_, game)| game.as_ref().expect(text).stones.len()).collect();
            assert_eq!(counts, moves, "{text}");
        }
    }

    #[test]
    fn games_are_read_again_as_they_were_written() {
        for (sgf, text) in [
            ("(;B[hh];W[ii])(;B[aa];W[bb])", "1. h8 i7\n1. a15 b14\n"),
            ("(;B[hh])(;SZ[15])(;B[aa];W[];B[bb])", "1. h8\n1. -\n1. a15 pass b14\n"),
            ("(;SZ[15])(;SZ[15])", "1. -\n1. -\n"),
            // These cannot be one game.
            ("(;B[hh];W[ii])(;B[hh];W[bb])", "h8 i7\nh8 b14\n"),
            ("(;B[hh];W[ii])", "h8 i7\n"),
        ] {
            let (games, _) = crate::sgf::tree::read(sgf, &Hints::default()).expect(sgf);
            assert_eq!(super::write_all(&games).0, text);
            let again = file::read(text.as_bytes(), &Request::default()).expect(text);
            let again: Vec<_> = again.games.into_iter().map(|entry| entry.game).collect();
            assert_eq!(again, games, "{text}");
        }
    }

    #[test]
    fn remarks_and_broken_lines_leave_the_other_games_alone() {
        let listed = |text: &str| parse_all(text, &Hints::default()).expect(text);
        let text = "# freestyle, 15x15, seed 1: 4/8 stones\nh8i9\n  # h8\nh8h9\n";
        assert!(listed(text).iter().all(|(_, read)| read.is_ok()) && listed(text).len() == 2);
        for text in ["h8i9\ngarbage\nh8g8\n", "garbage\nh8i9\nh8g8\n", "a1b2\nh8i9\nh8g8\nh8g7\n"] {
            let all = listed(text);
            let good = all.iter().filter(|(_, read)| read.is_ok()).count();
            let bad = text.matches("garbage").count();
            assert_eq!((all.len(), good + bad), (text.lines().count(), all.len()), "{text}");
        }
        // One game on several lines, also with a remark, or with a mistake far from its beginning.
        assert_eq!(labels(&read("# a game\nh8 i9\n # more\nh9 i10").expect("a game")).len(), 4);
        let error = read("h8 i9\nh9 i10\nh10 h8\ng7 g6").expect_err("h8 twice").to_string();
        assert_eq!(error, "line 3, column 5: expected an empty point, found h8 taken");
        assert!(read("h8 # i9").is_err(), "remarks have lines of their own");
    }

    #[test]
    fn a_pass_gives_the_turn_away() {
        for text in [
            "h8 pass i9 PASS",
            "h8passi9Pass",
            "h8,tt,i9,tt",
            "1. h8 -- 2. i9 --",
            "1.h8 2.-- 3.i9 4.TT",
            "h8 -- i9 --",
            "h8-pass-i9-pass",
        ] {
            let diagram = read(text).expect(text);
            assert!(diagram.stones.iter().all(|stone| stone.color == Color::Black), "{text}");
            let found = (diagram.stones.len(), diagram.to_move);
            assert_eq!(found, (2, Some(Color::Black)), "{text}");
        }
        assert_eq!(labels(&read("h8--i9--h10").expect("separators")).len(), 3);
        assert_eq!(read("h8--i9").expect("separators").to_move, Some(Color::Black));
        assert!(read("h8 passed").is_err() && read("h8 tti9").is_err());
        let first = Hints { moves: Some(2), ..Hints::default() };
        let diagram = parse("h8 pass i9", &first).expect("two moves");
        assert_eq!((diagram.stones.len(), diagram.to_move), (1, Some(Color::Black)));
    }

    #[test]
    fn a_slash_parts_two_sets_of_stones() {
        let diagram = read("H8,J9/I9").expect("sets");
        let black = diagram.stones.iter().filter(|stone| stone.color == Color::Black).count();
        assert_eq!((black, diagram.stones.len(), diagram.last), (2, 3, None));
        assert_eq!(diagram.to_move().expect("one more black stone"), Color::White);
    }

    #[test]
    fn only_the_first_moves_are_played_on_request() {
        let hints = |count| Hints { moves: Some(count), ..Hints::default() };
        let diagram = parse("h8i9h10", &hints(2)).expect("moves");
        assert_eq!(labels(&diagram), ["h8", "i9"]);
        assert_eq!(
            parse("h8i9h10", &hints(4)).expect_err("three moves").problem,
            Problem::TooFewMoves { asked: 4, played: 3 }
        );
        assert_eq!(parse("h8/i9", &hints(1)).expect_err("sets").problem, Problem::NoOrder);
    }

    #[test]
    fn the_size_of_the_board_decides_where_a_label_lies() {
        let hints = Hints { size: BoardSize::square(20), ..Hints::default() };
        let diagram = parse("t20a1", &hints).expect("moves");
        assert_eq!(diagram.stones[0].point, Point::new(19, 0));
        assert_eq!(diagram.stones[1].point, Point::new(0, 19));
        let default = Hints { default_size: BoardSize::square(20), ..Hints::default() };
        assert_eq!(parse("t20a1", &default).expect("moves"), diagram);
        // A text that states another size is not refused then.
        for text in ["(;SZ[9];B[aa])", "size=9 moves=a9", "Piskvorky 9x9, 11:11, 0\n1,1,0\n"] {
            assert!(matches!(parse(text, &hints), Err(error) if error.place.is_none()), "{text}");
            let diagram = parse(text, &default).expect(text);
            assert_eq!(Some(diagram.size), BoardSize::square(9), "{text}");
        }
    }

    #[test]
    fn mistakes_are_told_with_their_place() {
        for (text, message) in [
            (
                "h8 z9",
                "line 1, column 4: expected a point on the board, which is 15x15 if no other \
                       size is stated, found 'z9'",
            ),
            (
                "h8 h16",
                "line 1, column 4: expected a point on the board, which is 15x15 if no other \
                        size is stated, found 'h16'",
            ),
            ("h8 i9 h8", "line 1, column 7: expected an empty point, found h8 taken"),
            ("h8 i", "line 1, column 4: expected a move such as h8, found 'i'"),
            ("h8 9", "line 1, column 4: expected a move such as h8, found '9'"),
            ("h8 i9/j9/k9", "line 1, column 9: expected a move such as h8, found nothing"),
            ("h8\nhello", "line 2, column 1: expected a move such as h8, found 'hello'"),
        ] {
            assert_eq!(read(text).expect_err(text).to_string(), message);
        }
    }
}
