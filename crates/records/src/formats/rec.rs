//! Games saved by Piskvork as `.rec` files.
//!
//! They have the names of the players, the one who began first, then a line `x,y,time` for each
//! move, from 0 at the top left, and a number for how the game ended. They do not state the board,
//! which Piskvork takes to be 20x20. Source of these facts: the public source code of Piskvork
//! (<https://github.com/plastovicka/Piskvork>).

use fukumi_core::geometry::{BoardSize, Color};

use crate::collector::Collector;
use crate::diagram::Diagram;
use crate::error::NotationError;
use crate::formats::list::Format;
use crate::hints::{Hints, moves_to_play, refuse_id};
use crate::lost::Losses;
use crate::names::counted_name;
use crate::source::{Source, filled_lines};

/// Side of the board.
const SIDE: i64 = 20;

/// Whether the text is a `.rec` file: two names, and a move.
pub(super) fn is_file(text: &str) -> bool {
    let mut lines = filled_lines(text);
    let mut is_name = || lines.next().is_some_and(|line| move_of(line).is_none());
    is_name() && is_name() && lines.next().is_some_and(|line| move_of(line).is_some())
}

/// The column and the row of a line `x,y,time`.
fn move_of(line: &str) -> Option<[i64; 2]> {
    let mut fields = line.split(',').map(|field| field.trim().parse::<i32>().ok());
    let (x, y) = (fields.next()??, fields.next()??);
    fields.next()??;
    fields.next().is_none().then_some([x.into(), y.into()])
}

/// Reads a `.rec` file.
pub(super) fn read(source: Source<'_>, hints: &Hints) -> Result<Diagram, NotationError> {
    refuse_id(hints)?;
    let mut lines = filled_lines(source.text());
    let mut lost = Losses::default();
    let mut player = || {
        let path = lines.next().unwrap_or_default();
        counted_name(path.rsplit(['/', '\\']).next().unwrap_or(path), &mut lost)
    };
    let players = [player(), player()];
    let size = hints.size.or_else(|| BoardSize::square(SIDE));
    let mut collector = Collector::new(size, hints)?;
    let moves: Vec<&str> = lines.take_while(|line| line.contains(',')).collect();
    let played = moves_to_play(moves.len(), hints)?;
    for (color, line) in Color::ALL.into_iter().cycle().zip(moves.into_iter().take(played)) {
        let [x, y] = move_of(line)
            .ok_or_else(|| source.expected("a move x,y,time with numbers from 0", line))?;
        let placed = collector.point(x, y, line);
        let placed = placed.and_then(|point| collector.stone(color, point));
        placed.map_err(|problem| source.error(line, problem))?;
    }
    Ok(Diagram { players, lost, ..collector.finish_game(Format::Rec) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    fn labels(text: &str) -> Vec<String> {
        let diagram = parse(text, &Hints::default()).expect(text);
        diagram.stones.iter().map(|stone| stone.point.label(diagram.size)).collect()
    }

    #[test]
    fn a_record_of_piskvork_has_names_first() {
        let text = "C:\\pbrain-a.exe\n2048.exe\n7,7,0\n8,8,100\n6,6,20\n0\n";
        let diagram = parse(text, &Hints::default()).expect("a game");
        assert_eq!((diagram.format, diagram.size.width()), (Format::Rec, 20));
        assert_eq!(diagram.players, ["pbrain-a.exe", "2048.exe"].map(|name| Some(name.into())));
        assert_eq!(labels(text), ["h13", "i12", "g14"]);
        let hints = Hints { size: BoardSize::square(15), ..Hints::default() };
        assert_eq!(parse(text, &hints).expect("a game").size.width(), 15);
    }

    #[test]
    fn mistakes_are_told_with_their_place() {
        let error = parse("a\nb\n7,7,0\n20,7,0\n", &Hints::default()).expect_err("off the board");
        let expected = "line 4, column 1: expected a point on the board of 20x20, found '20,7,0'";
        assert_eq!(error.to_string(), expected);
    }
}
