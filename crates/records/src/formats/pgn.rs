//! Lists of moves with tags, as PlayOK writes them: PGN, which comes from chess.
//!
//! Tags such as `[Black "one"]` are followed by moves, `1. h8 i9 2. i7 g9`, Black first. Remarks in
//! braces or after a semicolon, and variations in brackets, are left out and counted. Marks such as
//! `$1` or `!` are skipped. A tag after moves begins the next game. What `1-0` means differs
//! between sites, so the result is left to the position.

use fukumi_core::geometry::Color;

use crate::collector::Collector;
use crate::diagram::Diagram;
use crate::error::{NotationError, Problem};
use crate::formats::labels::{first_word, is_pass, label, skip_number};
use crate::formats::list::Format;
use crate::hints::{Hints, moves_to_play};
use crate::lost::{Loss, Losses};
use crate::names::counted_name;
use crate::result::GameResult;
use crate::source::{NumberedDiagram, Source};

/// Whether the line is a tag.
fn tag(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.trim().strip_prefix('[')?.split_once(char::is_whitespace)?;
    let value = value.trim().strip_suffix(']')?.trim_end();
    let value = value.strip_prefix('"')?.strip_suffix('"')?;
    key.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_').then_some((key, value))
}

/// Whether the text begins with a tag.
pub(super) fn is_list(text: &str) -> bool {
    text.lines().find(|line| !line.trim().is_empty()).is_some_and(|line| tag(line).is_some())
}

/// The texts of the games.
fn games(text: &str) -> Vec<&str> {
    let mut games = Vec::new();
    let (mut begin, mut at, mut has_moves) = (0, 0, false);
    for line in text.split_inclusive('\n') {
        if tag(line).is_none() {
            has_moves |= !line.trim().is_empty();
        } else if has_moves {
            games.extend(text.get(begin..at));
            (begin, has_moves) = (at, false);
        }
        at += line.len();
    }
    games.extend(text.get(begin..).filter(|rest| !rest.trim().is_empty()));
    games
}

/// Reads each game, with its number.
pub(super) fn read_all(source: Source<'_>, hints: &Hints) -> Vec<NumberedDiagram> {
    source.numbered(games(source.text()), |game| read_game(game, hints))
}

fn read_game(source: Source<'_>, hints: &Hints) -> Result<Diagram, NotationError> {
    let text = source.within_limit()?;
    let mut collector = Collector::new(None, hints)?;
    let (mut players, mut event, mut date, mut result) = ([None, None], None, None, None);
    let mut lost = Losses::default();
    let mut begin = 0;
    for line in text.split_inclusive('\n') {
        match tag(line) {
            Some((_, "?" | "-" | "")) => {}
            Some(("Black", value)) => players[0] = counted_name(value, &mut lost),
            Some(("White", value)) => players[1] = counted_name(value, &mut lost),
            Some(("Event", value)) => event = counted_name(value, &mut lost),
            Some(("Date", value)) => date = counted_name(value, &mut lost),
            // Who has won by 1-0 differs between sites, but a draw is a draw.
            Some(("Result", "1/2-1/2")) if hints.moves.is_none() => result = Some(GameResult::Draw),
            Some(_) => {}
            None if line.trim().is_empty() => {}
            None => break,
        }
        begin += line.len();
    }
    let moves = moves(source, text.get(begin..).unwrap_or_default(), &mut lost)?;
    let count = moves_to_play(moves.len(), hints)?;
    let mut to_move = None;
    for (color, label) in Color::ALL.into_iter().cycle().zip(moves.into_iter().take(count)) {
        to_move = Some(!color);
        if is_pass(label) {
            collector.pass();
            continue;
        }
        let placed = collector.label(label).and_then(|point| collector.stone(color, point));
        placed.map_err(|problem| source.error(label, problem))?;
    }
    Ok(Diagram {
        players,
        event,
        date,
        result,
        to_move,
        lost,
        ..collector.finish_game(Format::Pgn)
    })
}

/// The labels of the moves. `lost` gets what stands between them.
fn moves<'a>(
    source: Source<'a>,
    text: &'a str,
    lost: &mut Losses,
) -> Result<Vec<&'a str>, NotationError> {
    let mut moves = Vec::new();
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '!' | '?' | '+'));
        let Some(first) = rest.chars().next() else { return Ok(moves) };
        let word = first_word(rest, char::is_whitespace);
        match first {
            '{' => rest = after_remark(source, rest, lost)?,
            ';' | '%' => {
                let (remark, after) = rest.split_once('\n').unwrap_or((rest, ""));
                count_remark(&remark[1..], lost);
                rest = after;
            }
            '$' | '*' => rest = after_word(rest),
            '(' => rest = after_variation(source, rest, lost)?,
            _ if is_pass(word) => {
                moves.push(word);
                rest = rest.get(word.len()..).unwrap_or_default();
            }
            _ if is_result(word) => rest = after_word(rest),
            '0'..='9' => {
                let after = skip_number(rest);
                rest = after.ok_or_else(|| source.expected("a move such as h8", word))?;
            }
            _ => {
                let label =
                    label(rest).ok_or_else(|| source.expected("a move such as h8", word))?;
                moves.push(label);
                rest = rest.get(label.len()..).unwrap_or_default();
            }
        }
    }
}

/// What follows the word at the beginning of the text.
fn after_word(text: &str) -> &str {
    text.find(char::is_whitespace).map_or("", |end| &text[end..])
}

/// Whether a word is how a game ended, as in `1-0` or `1/2-1/2`.
fn is_result(word: &str) -> bool {
    let score =
        |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit() || b == b'/');
    word.split_once('-').is_some_and(|(first, second)| score(first) && score(second))
}

/// What follows a remark in braces, which counts as lost.
fn after_remark<'a>(
    source: Source<'_>,
    text: &'a str,
    lost: &mut Losses,
) -> Result<&'a str, NotationError> {
    let inside = text.get(1..).unwrap_or_default();
    match inside.split_once('}') {
        Some((remark, after)) => {
            count_remark(remark, lost);
            Ok(after)
        }
        None if inside.trim().is_empty() => Ok(""),
        // It may have swallowed moves.
        None => Err(source.expected("a remark that ends with }", text)),
    }
}

fn count_remark(remark: &str, lost: &mut Losses) {
    lost.add(Loss::Comment, usize::from(!remark.trim().is_empty()));
}

/// What follows a variation, and those within it. Their moves count as lost. Words in brackets
/// without any move count as a comment.
fn after_variation<'a>(
    source: Source<'_>,
    text: &'a str,
    lost: &mut Losses,
) -> Result<&'a str, NotationError> {
    let (mut depth, mut moves, mut words) = (0_usize, 0, 0);
    let mut rest = text;
    loop {
        rest = rest.trim_start();
        let word = first_word(rest, |c: char| c.is_whitespace() || matches!(c, '(' | ')' | '{'));
        let length = match rest.chars().next() {
            None if moves + words == 0 => break,
            None => return Err(source.expected("a variation that ends with )", text)),
            Some('(') => {
                depth += 1;
                1
            }
            Some(')') => {
                depth -= 1;
                1
            }
            Some('{') => {
                rest = after_remark(source, rest, lost)?;
                continue;
            }
            Some(_) => {
                let after_number = skip_number(rest).map(|after| rest.len() - after.len());
                let played = label(rest).or_else(|| is_pass(word).then_some(word));
                moves += usize::from(played.is_some());
                words += usize::from(played.is_none() && after_number.is_none());
                played.map(str::len).or(after_number).unwrap_or(word.len())
            }
        };
        rest = rest.get(length..).unwrap_or_default();
        if depth == 0 {
            break;
        }
    }
    lost.add(Loss::Variation, moves);
    lost.add(Loss::Comment, usize::from(moves == 0 && words > 0));
    Ok(rest)
}

/// Reads the game that the hints choose, or the only one.
pub(super) fn read(source: Source<'_>, hints: &Hints) -> Result<Diagram, NotationError> {
    choose(read_all(source, hints), hints)
}

/// The entry that the hints choose by its id, or the only one.
pub(super) fn choose(
    entries: Vec<NumberedDiagram>,
    hints: &Hints,
) -> Result<Diagram, NotationError> {
    let ids: Vec<String> = entries.iter().map(|(id, _)| id.clone()).collect();
    let index = match &hints.id {
        None if ids.len() > 1 => return Err(Problem::Several(ids).into()),
        None => Some(0),
        Some(wanted) => ids.iter().position(|id| id == wanted),
    };
    let found = index.and_then(|index| entries.into_iter().nth(index));
    let wanted = hints.id.as_deref().unwrap_or_default();
    found.map_or_else(|| Err(Problem::no_record(wanted, &ids).into()), |(_, diagram)| diagram)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{parse, parse_all};

    const GAME: &str = "[Event \"?\"]\n[Site \"PlayOK\"]\n[Date \"2020.05.05\"]\n[Black \"one\"]\n\
                        [White \"two\"]\n[Result \"1-0\"]\n\n1. h8 i9 {a (b} 2. i7 (2. a1 (b2) c3) \
                        g9\n3. j7! $1 k7 ; a remark\n4. j8 1-0\n";

    fn labels(diagram: &Diagram) -> Vec<String> {
        diagram.stones.iter().map(|stone| stone.point.label(diagram.size)).collect()
    }

    #[test]
    fn tags_and_moves_are_read() {
        let diagram = parse(GAME, &Hints::default()).expect("a game");
        assert_eq!(diagram.format, Format::Pgn);
        assert_eq!(labels(&diagram), ["h8", "i9", "i7", "g9", "j7", "k7", "j8"]);
        assert_eq!(diagram.players, ["one", "two"].map(|name| Some(name.into())));
        assert_eq!((diagram.event, diagram.date.as_deref()), (None, Some("2020.05.05")));
    }

    #[test]
    fn a_draw_is_read_and_what_sites_disagree_about_is_not() {
        for (tag, result) in
            [("1/2-1/2", Some(GameResult::Draw)), ("1-0", None), ("0-1", None), ("*", None)]
        {
            let text = format!("[Result \"{tag}\"]\n\n1. h8 i9 {tag}");
            assert_eq!(parse(&text, &Hints::default()).expect(tag).result, result, "{tag}");
        }
    }

    #[test]
    fn a_pass_gives_the_turn_away() {
        let text = "[A \"b\"]\n\n1. h8 -- 2. i9 pass 1-0";
        let diagram = parse(text, &Hints::default()).expect("a game");
        assert!(diagram.stones.iter().all(|stone| stone.color == Color::Black));
        assert_eq!((labels(&diagram).len(), diagram.to_move), (2, Some(Color::Black)));
    }

    #[test]
    fn a_tag_after_moves_begins_the_next_game() {
        let text = format!("{GAME}\n{}\n{GAME}", GAME.replace("g9", "h8"));
        let all = parse_all(&text, &Hints::default()).expect("three games");
        assert_eq!(all.len(), 3);
        let error = all[1].1.as_ref().expect_err("a taken point").to_string();
        assert_eq!(error, "line 19, column 39: expected an empty point, found h8 taken");
        assert_eq!(labels(all[2].1.as_ref().expect("a game")).len(), 7);
        assert!(parse(&text, &Hints::default()).is_err());
        let third = Hints { id: Some("3".into()), ..Hints::default() };
        assert_eq!(labels(&parse(&text, &third).expect("a game")).len(), 7);
    }

    #[test]
    fn remarks_and_variations_are_counted() {
        for (text, lost) in [
            (GAME, "3 moves of variations, 2 comments"),
            ("[A \"b\"]\n1. h8 {} i9 ( ) ;\n2. i7 {x}", "1 comment"),
            ("[A \"b\"]\n1. h8 (see (below)) i9 2. i7", "1 comment"),
            (
                "[A \"b\"]\n1. h8 i9 (1... j9! $1 2.k9 (--) {a ) b} h7i7 1-0) i7\n% more",
                "5 moves of variations, 2 comments",
            ),
        ] {
            let game = parse(text, &Hints::default()).expect(text);
            assert_eq!(game.lost.to_string(), lost, "{text}");
            assert_eq!(labels(&game)[..3], ["h8", "i9", "i7"], "{text}");
        }
    }

    #[test]
    fn what_never_closes_does_not_swallow_moves() {
        for (open, message) in [
            ("{oops", "expected a remark that ends with }, found '{oops 2. i7 g9...'"),
            (
                "(2. a1 (b2)",
                "expected a variation that ends with ), found '(2. a1 (b2) 2. i7 g9...'",
            ),
            ("(2. a1 {x) b2", "expected a remark that ends with }, found '{x) b2 2. i7 g9...'"),
        ] {
            let text = format!("[A \"b\"]\n\n1. h8 i9\n{open} 2. i7 g9\n3. j7 k7 4. j8 1-0\n");
            let error = parse(&text, &Hints::default()).expect_err(open).to_string();
            assert!(error.starts_with("line 4, column "), "{error}");
            assert!(error.ends_with(message), "{error}");
            // The games around it are whole.
            let all = parse_all(&format!("{GAME}{text}{GAME}"), &Hints::default()).expect(open);
            let are_read: Vec<bool> = all.iter().map(|(_, game)| game.is_ok()).collect();
            assert_eq!(are_read, [true, false, true], "{open}");
        }
    }

    #[test]
    fn what_never_closes_may_end_the_text() {
        for end in ["{", "(((", "( {", "$", "1-0", ";", "*"] {
            let text = format!("[A \"b\"]\n\n1. h8 {end}");
            assert_eq!(labels(&parse(&text, &Hints::default()).expect("a game")), ["h8"], "{end}");
        }
        let long = format!("[A \"b\"]\n\n1. h8 ${} i9 *{}", "1".repeat(99), "x".repeat(99));
        assert_eq!(labels(&parse(&long, &Hints::default()).expect("a game")), ["h8", "i9"]);
        assert!(parse("[A \"b\"]\n1. Nf3", &Hints::default()).is_err());
    }
}
