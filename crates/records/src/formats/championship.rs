//! Records of the Chinese computer game championship:
//! `{[C5][team B][team W][先手胜][2017.07.29 14:00 重庆][2017 CCGC];B(J,10);W(L,10)}`.
//!
//! The first bracket names the game, `C5` for Gomoku. Then come the teams of Black and White, the
//! result, when and where the game was played, and the event. A move is a colour, a column letter
//! and a row from the bottom. A file may have several games. Source: records and programs of
//! participants, which agree on this.

use fukumi_core::board::Stone;
use fukumi_core::geometry::{BoardSize, Color, Point};

use crate::collector::Collector;
use crate::diagram::Diagram;
use crate::error::{NotationError, Problem};
use crate::formats::labels;
use crate::formats::list::Format;
use crate::hints::{Hints, moves_to_play};
use crate::lost::Losses;
use crate::names::counted_name;
use crate::result::GameResult;
use crate::source::{NumberedDiagram, Source};

/// The side of the board.
const SIDE: i64 = 15;
/// The game in the first bracket.
const GOMOKU: &str = "C5";
/// Maximum number of letters of the code of a game.
const MAX_CODE: usize = 4;
const EXPECTED: &str = "a move such as B(H,8)";

/// Whether the text begins with such a record.
pub(super) fn begins(text: &str) -> bool {
    let Some(rest) = text.strip_prefix("{[") else { return false };
    let length = rest.bytes().take(MAX_CODE + 1).take_while(u8::is_ascii_alphanumeric).count();
    (1..=MAX_CODE).contains(&length) && rest.as_bytes().get(length) == Some(&b']')
}

/// Reads each game, with its number.
pub(super) fn read_all(source: Source<'_>, hints: &Hints) -> Vec<NumberedDiagram> {
    source.numbered(games(source.text()), |game| read_game(game, hints))
}

/// The texts of the games.
fn games(text: &str) -> Vec<&str> {
    let mut begins: Vec<usize> =
        text.match_indices("{[").map(|(at, _)| at).filter(|&at| begins(&text[at..])).collect();
    begins.push(text.len());
    begins.windows(2).filter_map(|ends| text.get(ends[0]..ends[1])).collect()
}

fn read_game(source: Source<'_>, hints: &Hints) -> Result<Diagram, NotationError> {
    let text = source.within_limit()?;
    let (head, moves) = text.split_once(';').unwrap_or((text, ""));
    let mut items = brackets(head);
    let code = items.next().unwrap_or_default();
    check_game(source, code)?;
    let mut lost = Losses::default();
    let mut team = |item: Option<&str>, letter: char| {
        let item = item.unwrap_or_default().trim();
        let own = item.strip_suffix(letter).filter(|own| own.ends_with(' '));
        counted_name(own.unwrap_or(item), &mut lost)
    };
    let players = [team(items.next(), 'B'), team(items.next(), 'W')];
    let of_game: Vec<&str> = items.filter(|item| result(item).is_none()).collect();
    let mut collector =
        Collector::new(BoardSize::square(SIDE).filter(|_| hints.size.is_none()), hints)?;
    let moves = read_moves(source, moves, &collector)?;
    let count = moves_to_play(moves.len(), hints)?;
    for &(stone, text) in moves.iter().take(count) {
        let placed = collector.stone(stone.color, stone.point);
        placed.map_err(|problem| source.error(text, problem))?;
    }
    let mut text = |index: usize| counted_name(of_game.get(index)?, &mut lost);
    let (date, event) = (text(0), text(1));
    Ok(Diagram {
        players,
        date,
        event,
        lost,
        result: result(head).filter(|_| count == moves.len()),
        ..collector.finish_game(Format::Championship)
    })
}

/// The texts in the brackets at the beginning.
fn brackets(head: &str) -> impl Iterator<Item = &str> {
    head.split('[').skip(1).filter_map(|item| item.split_once(']')).map(|(item, _)| item)
}

/// Refuses a game of another kind.
fn check_game(source: Source<'_>, code: &str) -> Result<(), NotationError> {
    match code.to_ascii_uppercase().as_str() {
        GOMOKU => Ok(()),
        "C6" => Err(source.error(code, Problem::OtherRule("Connect6"))),
        "GO" => Err(source.error(code, Problem::OtherRule("Go"))),
        _ => Err(source.expected("C5, a game of Gomoku", code)),
    }
}

/// The result that a text states.
fn result(text: &str) -> Option<GameResult> {
    let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
    if has(&["先手胜", "先手勝", "黑胜", "黑棋胜"]) {
        Some(GameResult::Win(Color::Black))
    } else if has(&["后手胜", "後手勝", "白胜", "白棋胜"]) {
        Some(GameResult::Win(Color::White))
    } else if has(&["平局", "和棋", "和局"]) {
        Some(GameResult::Draw)
    } else {
        None
    }
}

/// The stones of the moves, each with its text.
fn read_moves<'a>(
    source: Source<'a>,
    text: &'a str,
    collector: &Collector,
) -> Result<Vec<(Stone, &'a str)>, NotationError> {
    let text = text.trim_end().trim_end_matches('}');
    let words = text.split(';').map(str::trim).filter(|word| !word.is_empty());
    let one = |word: &'a str| {
        let (color, label) = colored_label(word).ok_or_else(|| source.expected(EXPECTED, word))?;
        let point: Point =
            collector.label(&label).map_err(|problem| source.error(word, problem))?;
        Ok((Stone { color, point }, word))
    };
    words.map(one).collect()
}

/// The colour and the label in a move such as `B(H,8)`.
fn colored_label(word: &str) -> Option<(Color, String)> {
    let color = match word.chars().next()? {
        'B' | 'b' => Color::Black,
        'W' | 'w' => Color::White,
        _ => return None,
    };
    let inside = word.get(1..)?.trim().strip_prefix('(')?.strip_suffix(')')?;
    let (letter, row) = inside.split_once(',')?;
    let label = format!("{}{}", letter.trim(), row.trim());
    (labels::label(&label) == Some(&label)).then_some((color, label))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encoding;
    use crate::file::{self, Request};
    use crate::{parse, parse_all};

    const GAME: &str = "{[C5][北方队 B][南方队 W][先手胜][2017.07.29 14:00 重庆][2017 CCGC];\
                        B(J,10);W(L,10);B(J,11);W(H,8)}";

    fn labels(diagram: &Diagram) -> Vec<String> {
        diagram.stones.iter().map(|stone| stone.point.label(diagram.size)).collect()
    }

    #[test]
    fn a_record_has_moves_teams_and_a_result() {
        let game = parse(GAME, &Hints::default()).expect("a game");
        assert_eq!((game.format, game.size), (Format::Championship, BoardSize::DEFAULT));
        assert_eq!(labels(&game), ["j10", "l10", "j11", "h8"]);
        assert_eq!(game.players, ["北方队", "南方队"].map(|name| Some(name.into())));
        assert_eq!(game.result, Some(GameResult::Win(Color::Black)));
        assert_eq!(game.date.as_deref(), Some("2017.07.29 14:00 重庆"));
        assert_eq!(game.event.as_deref(), Some("2017 CCGC"));
    }

    #[test]
    fn records_differ_a_little() {
        for (text, result) in [
            ("{[C5][a][b][后手胜][2020][x];B(h,8);W(i,9)}", Some(GameResult::Win(Color::White))),
            ("{[C5][a B][b W]平局[2020 c][x];B(H,8); W(I, 9);}\n", Some(GameResult::Draw)),
            ("{[C5][a][b][未知结果];B(H,8);W(I,9)", None),
            ("{[c5][a][b];B(H,8)\n;W(I,9)}", None),
        ] {
            let game = parse(text, &Hints::default()).expect(text);
            assert_eq!(
                (labels(&game), game.result),
                (vec!["h8".into(), "i9".into()], result),
                "{text}"
            );
        }
        assert_eq!(parse_all(&format!("{GAME}\n{GAME}"), &Hints::default()).expect("two").len(), 2);
    }

    #[test]
    fn a_record_in_gb_2312_is_read() {
        let encoding = encoding::Encoding::named("gb18030").expect("known");
        let bytes = encoding.encoder().expect("known").encode(GAME);
        let reading = file::read(&bytes, &Request::default()).expect("a game");
        assert_eq!(reading.games[0].game.players[0].as_deref(), Some("北方队"));
        assert_eq!(reading.games[0].game.moves().count(), 4);
    }

    #[test]
    fn other_games_and_mistakes_are_refused() {
        for (text, message) in [
            (
                "{[C6][a][b];B(J,10)}",
                "line 1, column 3: expected Gomoku or Renju, found the rule of another game, \
                 Connect6",
            ),
            ("{[AM][a][b];B(J,10)}", "line 1, column 3: expected C5, a game of Gomoku, found 'AM'"),
            (
                "{[C5][a][b];B(J,10);X}",
                "line 1, column 21: expected a move such as B(H,8), found 'X'",
            ),
            (
                "{[C5][a][b];B(J,10);W(J,10)}",
                "line 1, column 21: expected an empty point, found j10 taken",
            ),
            (
                "{[C5][a][b];B(Z,1)}",
                "line 1, column 13: expected a point on the board of 15x15, found 'Z1'",
            ),
        ] {
            assert_eq!(parse(text, &Hints::default()).expect_err(text).to_string(), message);
        }
    }
}
