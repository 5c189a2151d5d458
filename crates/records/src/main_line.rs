//! The main line of a game, for formats that hold one line of moves.
//!
//! Variations and notes are left out and counted. Stones that were set up are written as moves,
//! Black and White in turn, where the format has no other way to hold them.

use fukumi_core::geometry::{Color, Point};

use crate::game::{Game, alternating_setup};
use crate::lost::{Loss, Losses};
use crate::tree::{Notes, Tree};

/// The points of the main line, from the empty board on, Black first. `None` is a pass. One stands
/// wherever the other side would be to move.
pub(crate) fn points(game: &Game, lost: &mut Losses) -> Vec<Option<Point>> {
    count_notes(&game.tree, lost);
    lost.add(Loss::Order, game.setup.len());
    let setup = alternating_setup(&game.setup);
    let stones = setup.iter().map(|stone| (stone.color, Some(stone.point)));
    let played = game.moves().map(|action| (action.color, action.point));
    let mut turn = Color::Black;
    let mut points = Vec::new();
    for (color, point) in stones.chain(played) {
        if color != turn {
            points.push(None);
        }
        points.push(point);
        turn = !color;
    }
    let is_other = game.to_move.is_some_and(|color| color != turn);
    lost.add(Loss::Turn, usize::from(is_other && game.tree.len() == 1));
    points
}

/// Counts what lies outside the moves of the main line.
pub(crate) fn count_notes(tree: &Tree, lost: &mut Losses) {
    let main = tree.main_line().filter(|&id| tree.action(id).is_some()).count();
    let all = tree.walk().filter(|&id| tree.action(id).is_some()).count();
    lost.add(Loss::Variation, all - main);
    count_texts(tree, lost);
}

/// Counts what stands at the nodes besides their moves.
pub(crate) fn count_texts(tree: &Tree, lost: &mut Losses) {
    for notes in tree.walk().filter_map(|id| tree.notes(id)) {
        let Notes { title, comment, labels, is_marked, is_start, others } = notes;
        lost.add(Loss::Comment, usize::from(!title.is_empty()) + usize::from(!comment.is_empty()));
        lost.add(Loss::Label, labels.len());
        lost.add(Loss::Mark, usize::from(*is_marked) + usize::from(*is_start));
        lost.add(Loss::Field, others.len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::sgf::tree::read;
    use crate::formats::{moves, pos, psq, record};
    use crate::game::tests::position;
    use crate::{Diagram, Hints, parse};

    const GAME: &str = "(;SZ[15]RU[renju]PB[A]DT[2020]RE[B+];B[hh];W[ig]C[x](;B[ii]LB[aa:A])\
                        (;B[jj];W[kk]HO[1]))";

    fn sgf(text: &str) -> Game {
        read(text, &Hints::default()).expect(text).0.remove(0)
    }

    #[test]
    fn one_line_is_written_and_the_rest_counted() {
        let game = sgf(GAME);
        let notes = "2 moves of variations, 1 comment, 1 text on the board, 1 mark";
        let (text, lost) = psq::write(&game).expect("a line");
        assert_eq!(text, "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,7,0\n9,9,0\nA\nWhite\n-1\n4,renju\n");
        assert_eq!(lost.to_string(), format!("{notes}, 1 name or date, 1 result"));
        let (bytes, lost) = pos::write(&game).expect("a line");
        assert_eq!(bytes, [3, 112, 98, 128]);
        assert_eq!(lost.to_string(), format!("{notes}, 2 names or dates, 1 result, 1 rule"));
        assert_eq!(moves::write(&game).0, "h8 i9 i7\n");
        assert_eq!(record::write(&game).0, "size=15 rule=renju moves=h8,i9,i7\n");
    }

    #[test]
    fn a_game_without_moves_is_read_again() {
        let empty = sgf("(;SZ[15])");
        for text in
            [moves::write(&empty).0, record::write(&empty).0, psq::write(&empty).expect("a line").0]
        {
            let again = parse(&text, &Hints::default()).expect(&text);
            assert_eq!((again.stones.len(), again.size), (0, empty.size), "{text}");
        }
        let lines = moves::write(&empty).0
            + &moves::write(&sgf("(;B[hh])")).0
            + &moves::write(&sgf("(;B[hh];W[ii])")).0;
        let all = crate::parse_all(&lines, &Hints::default()).expect("three games");
        let counts: Vec<_> =
            all.iter().map(|(_, game)| game.as_ref().map(|g| g.stones.len())).collect();
        assert_eq!(counts, [Ok(0), Ok(1), Ok(2)]);
    }

    #[test]
    fn stones_in_no_order_are_written_where_that_is_possible() {
        let game = position();
        let (text, lost) = record::write(&game);
        assert_eq!(text, "size=20x10 black=a10,t1 white=d6 turn=w\n");
        assert!(lost.is_empty());
        let again = parse(&text, &Hints::default()).expect("our own");
        assert_eq!((again.stones.len(), again.to_move), (3, Some(Color::White)));
        let (text, lost) = moves::write(&game);
        assert_eq!(
            (text.as_str(), lost.to_string()),
            ("a10 d6 t1\n", "1 size of a board, 3 stones without an order".into())
        );
        let later = sgf("(;AB[aa]AW[bb];B[cc])");
        let (text, lost) = record::write(&later);
        assert_eq!(text, "size=15 black=a15,c13 white=b14 turn=w\n");
        assert_eq!(lost.to_string(), "1 place of a move in the order");
    }

    #[test]
    fn passes_are_written_where_the_format_has_them() {
        for (text, expected) in [
            ("(;B[hh];W[];B[ii])", "h8 pass i7"),
            ("(;B[hh];B[ii])", "h8 pass i7"),
            ("(;B[hh];W[])", "h8 pass"),
            ("(;W[hh])", "pass h8"),
            ("(;AB[aa:ba]PL[W])", "a15 pass b15"),
        ] {
            let game = sgf(text);
            let written = moves::write(&game).0;
            assert_eq!(written.trim_end(), expected, "{text}");
            let again = parse(&written, &Hints::default()).expect(text);
            let diagram = parse(text, &Hints::default()).expect(text);
            let key = |diagram: Diagram| diagram.position(None, None).expect(text).key();
            assert_eq!(key(again), key(diagram), "{text}");
            let bytes = pos::write(&game).expect("a line").0;
            assert_eq!(usize::from(bytes[0]), expected.split(' ').count(), "{text}");
            let error = psq::write(&game).expect_err(text).to_string();
            assert_eq!(
                error,
                "expected Black and White in turn, found a pass, or two moves of one side"
            );
        }
        let game = sgf("(;B[hh];W[];B[ii];W[tt])");
        assert_eq!(record::write(&game).0, "size=15 moves=h8,pass,i7,pass\n");
        assert!(pos::write(&sgf("(;SZ[19];B[aa])")).is_err());
    }
}
