//! Games with all their lines are read, written, and read again.

use proptest::prelude::*;

use fukumi_core::geometry::{Color, Point};

use super::*;
use crate::error::NotationError;
use crate::formats::sgf::kind;
use crate::game::Game;
use crate::game::tests::{Shape, game, position};
use crate::hints::Hints;
use crate::lost::Losses;
use crate::reading::{Notice, Notices};
use crate::result::GameResult;
use crate::source::Source;

const SET_UP_LATER: &str = "1 branch sets up stones after moves, or otherwise than the first \
                            branch, and is left out from there";

fn parse(text: &str) -> Result<Vec<Game>, NotationError> {
    read(text, &Hints::default()).map(|(games, _)| games)
}

#[test]
fn variations_are_read_and_written() {
    let text = "(;FF[4]GM[4]CA[UTF-8]SZ[15]RU[renju]PB[A\\\\]PW[\\]]DT[2020]\
                RE[W+]N[root]C[a\nb]\n;B[hh];W[ig]C[1](;B[ii]LB[aa:A][bb:x\\:y]HO[1])\n\
                (;B[jj];W[](;B[kk])\n(;B[ll])\n)\n)\n";
    let games = parse(text).expect("a game");
    let [game] = games.as_slice() else { panic!("one game") };
    assert_eq!(game.players, ["A\\", "]"].map(|name| Some(name.into())));
    assert_eq!(game.result, Some(GameResult::Win(Color::White)));
    assert_eq!((game.tree.len(), game.moves().count()), (8, 3));
    assert_eq!(write(game, "UTF-8"), (text.into(), Losses::default()));
}

#[test]
fn stones_are_set_up_before_the_first_move() {
    let game = &parse("(;SZ[20:10]AB[aa:ba]AW[ca]PL[W];AE[aa]AB[td];W[ee])").expect("one")[0];
    let stones: Vec<_> = game.setup.iter().map(|s| (s.color, s.point)).collect();
    let (black, white) = (Color::Black, Color::White);
    let expected =
        [(black, Point::new(1, 0)), (white, Point::new(2, 0)), (black, Point::new(19, 3))];
    assert_eq!(stones, expected);
    assert_eq!((game.to_move, game.tree.len()), (Some(white), 2));
    for game in [game, &position()] {
        let (text, lost) = write(game, "UTF-8");
        let mut again = parse(&text).expect("our own").remove(0);
        assert!(lost.is_empty());
        again.setup.sort_by_key(|stone| stone.point);
        let mut game = game.clone();
        game.setup.sort_by_key(|stone| stone.point);
        assert_eq!(again, game);
    }
}

#[test]
fn how_a_game_was_won_is_kept() {
    for result in ["B+R", "W+T", "W+Resign", "B+3.5", "B+", "0", "Void", "no result"] {
        let text = format!("(;FF[4]GM[4]CA[UTF-8]SZ[15]RE[{result}]\n;B[hh])\n");
        assert_eq!(write(&parse(&text).expect("a game")[0], "UTF-8").0, text);
    }
    let mut game = parse("(;RE[Void];B[hh])").expect("a game").remove(0);
    set_result(&mut game, "W+R");
    let text = write(&game, "UTF-8").0;
    assert!(text.contains("RE[W+R]") && !text.contains("Void"));
    assert!(!write(&parse("(;RE[?];B[hh])").expect("a game")[0], "UTF-8").0.contains("RE"));
}

#[test]
fn several_games_and_what_is_lost() {
    let text = "a (;B[hh]KM[6]) b (;SZ[19]FF[4]RU[Go]RE[?];W[aa]CR[hh]BL[1];PL[B]) c";
    let (games, lost) = read(text, &Hints::default()).expect("two games");
    assert_eq!(games.len(), 2);
    assert_eq!(games[0].moves().count(), 1);
    assert_eq!(lost.to_string(), "1 rule, 1 side to move");
    let names =
        format!("(;PB[{}]PW[{}]EV[{}];B[hh])", "ü".repeat(60), "ü".repeat(61), "e ".repeat(31));
    let (games, lost) = read(&names, &Hints::default()).expect("a game");
    let lengths = games[0].players.each_ref().map(|name| name.as_ref().map(|n| n.chars().count()));
    assert_eq!((lengths, lost.to_string()), ([Some(60); 2], "2 names or dates".into()));
}

#[test]
fn what_is_not_understood_is_written_again() {
    let text = "(;FF[4]GM[4]CA[UTF-8]SZ[15]KM[0]GC[a\\]\nb\\\\]\n;B[hh]TR[aa][bb]BL[1.5]\
                (;W[ig]C[x]PM[1])\n(;W[hi]LB[aa:1]SZ[9]))\n";
    let games = parse(text).expect("a game");
    assert_eq!(write(&games[0], "UTF-8").0.replace(")\n)", "))"), text);
    let twice = parse("(;B[hh]XX[1]XX[1])").expect("a game");
    assert!(write(&twice[0], "UTF-8").0.ends_with("XX[1]XX[1])\n"));
    // Small letters in a name are left out, and so are blanks around the values.
    let game = &parse("(;TRiangle [aa]\n [bb];B[hh])").expect("a game")[0];
    assert!(write(game, "UTF-8").0.contains("TR[aa][bb]\n"));
}

#[test]
fn repeated_properties_and_further_values_are_joined_or_counted() {
    let text = "(;SZ[15]PB[Ann]PB[Bob]PW[Cy]PW[Cy]C[];B[hh]N[a]C[first]C[second]N[b];W[ii]C[a][b]\
                LB[aa:x][aa:y][bb:z]LB[bb:z][cc:][cc:u];B[jj]LB[aa:x][aa:])";
    let (games, lost) = read(text, &Hints::default()).expect("a game");
    let text = write(&games[0], "UTF-8").0;
    assert!(text.contains("PB[Bob]PW[Cy]\n"), "{text}");
    assert!(text.contains(";B[hh]N[a / b]C[first\nsecond];W[ii]C[a\nb]"), "{text}");
    assert!(text.ends_with("LB[aa:y][bb:z][cc:u];B[jj])\n"), "{text}");
    assert_eq!(lost.to_string(), "2 texts on the board, 1 name or date");
}

#[test]
fn a_name_in_small_letters_is_read_in_capitals() {
    let text = "(;SZ[15]pb[Ann];b[hh]c[x];w[ii]foo[y])";
    let game = &parse(text).expect("a game")[0];
    assert_eq!((game.moves().count(), game.players[0].as_deref()), (2, Some("Ann")));
    assert!(write(game, "UTF-8").0.ends_with("\n;B[hh]C[x];W[ii]FOO[y])\n"));
    assert_eq!(crate::parse(text, &Hints::default()).expect("a game").played, 2);
    let text = "(;sz[15];b[hh];w[ii])";
    assert_eq!(parse(text).expect("a game")[0].moves().count(), 2);
    assert_eq!(crate::parse(text, &Hints::default()).expect("a game").played, 2);
}

#[test]
fn mistakes_are_told_with_their_place() {
    for (text, message) in [
        ("", "line 1, column 1: expected a game such as (;B[hh]), found nothing"),
        ("(;B[hh]\n;W[hh])", "line 2, column 4: expected an empty point, found h8 taken"),
        ("(;AB[hh];W[hh])", "line 1, column 12: expected an empty point, found h8 taken"),
        ("(;LB[hh])", "line 1, column 6: expected a point and a text such as hh:A, found 'hh'"),
    ] {
        assert_eq!(parse(text).expect_err(text).to_string(), message);
    }
    // A point is taken only on the way to it.
    assert!(parse("(;B[hh](;W[ii])(;W[ii];B[jj]))").is_ok());
}

#[test]
fn a_damaged_game_leaves_the_others_whole() {
    let text = "(;SZ[15];B[hh])\n(;SZ[15];B[hh];W[hh])\n(;SZ[15];B[hh]?)\n(;SZ[9];B[aa";
    let text = format!("{text}\n(;GM[1]SZ[19];B[pd])\n(;SZ[9];B[bb])");
    let reading = read_each(&text, &Hints::default()).expect("games");
    let numbers: Vec<usize> = reading.games.iter().map(|entry| entry.number).collect();
    assert_eq!(numbers, [1, 6]);
    let faults: Vec<String> = reading.faults.iter().map(ToString::to_string).collect();
    let expected = [
        "game 2: line 2, column 18: expected an empty point, found h8 taken",
        "game 3: line 3, column 15: expected (, ), ; or a property such as B[hh], found '?)'",
        "game 4: line 4, column 13: expected ] at the end of a value, found nothing",
        "game 5: line 5, column 6: expected Gomoku or Renju, GM[4], found GM[1], which is Go; \
         give gomoku as the game to read it all the same",
    ];
    assert_eq!(faults, expected);
    assert_eq!(reading.count(), 6);
}

#[test]
fn what_programs_leave_out_or_add_is_read_with_a_notice() {
    for (text, moves, notice) in [
        ("Date: x (JST)\n\n(;SiZe[15];Black[hh];White[ii];)\n-- \n(:-)", 2, ""),
        ("(B[hh];W[ii])", 2, ""),
        ("(SZ[15];B[hh](W[ii])(W[jj]))", 2, ""),
        ("(;B[hh];W[ii]", 2, "1 game has no ) at its end and is read as far as it goes"),
        (
            "(;B[hh]W[ii];B[jj])",
            3,
            "1 node has moves of both sides, which are read one after the other",
        ),
        (
            "(;B[hh]B[aa];W[ii]W[bb])",
            2,
            "2 nodes have two moves of one side, and the second is left out",
        ),
        ("(;B[hh];AB[cc];W[dd](;B[ee])(;B[ff]))", 1, SET_UP_LATER),
        ("(;B[hh](;W[ii];B[jj])(;AE[hh](;B[kk]))(;W[kk]))", 3, SET_UP_LATER),
    ] {
        let reading = read_each(text, &Hints::default()).expect(text);
        let [entry] = reading.games.as_slice() else { panic!("{text}: {:?}", reading.faults) };
        assert_eq!(entry.game.moves().count(), moves, "{text}");
        assert_eq!(reading.notices.lines().collect::<Vec<_>>().join("; "), notice, "{text}");
    }
}

#[test]
fn stones_set_up_in_one_variation_are_not_in_the_others() {
    for (text, stones, moves, left_out) in [
        ("(;SZ[15](;AB[hh]AW[ii])(;AB[aa]AW[bb]))", "h8 i7", 0, 1),
        ("(;SZ[15](;AB[hh];W[ii](;B[jj])(;B[kk]))(;AB[aa];W[bb])(;B[cc]))", "h8", 3, 2),
        ("(;SZ[15](;AB[hh];W[ii])(;B[hh](;W[ii])(;W[jj])))", "h8", 1, 1),
        ("(;SZ[15]AB[hh](;AW[ii](;AB[jj];W[kk])(;W[ll]))(;AW[aa]))", "h8 i7 j6", 1, 2),
        ("(;SZ[15](;PL[W])(;AB[aa];W[bb]))", "", 0, 1),
        ("(;SZ[15]AB[hh](;AW[ii]);B[jj];W[kk])", "h8 i7", 0, 1),
        ("(;SZ[15]AB[hh](;W[ii])(;W[jj]))", "h8", 2, 0),
        ("(;SZ[15](;AB[hh];AW[ii](;B[jj])(;B[kk])))", "h8 i7", 2, 0),
    ] {
        let reading = read_each(text, &Hints::default()).expect(text);
        let game = &reading.games[0].game;
        let labels: Vec<_> = game.setup.iter().map(|s| s.point.label(game.size)).collect();
        assert_eq!(labels.join(" "), stones, "{text}");
        let played = game.tree.walk().filter(|&id| game.tree.action(id).is_some()).count();
        assert_eq!(played, moves, "{text}");
        let mut expected = Notices::default();
        expected.add(Notice::SetUpLater, left_out);
        assert_eq!(reading.notices, expected, "{text}");
        let main = crate::parse(text, &Hints::default()).expect(text);
        assert_eq!(main.stones.len() - main.played, game.setup.len(), "{text}");
    }
}

#[test]
fn deep_nesting_needs_no_stack() {
    const DEPTH: usize = 200_000;
    let text = format!("{}{}", "(;".repeat(DEPTH), ")".repeat(DEPTH));
    let games = parse(&text).expect("a game");
    assert_eq!(games[0].tree.len(), DEPTH);
    assert_eq!(parse(&write(&games[0], "UTF-8").0).expect("our own"), games);
}

proptest! {
    #[test]
    fn a_tree_is_read_as_it_was_written(game in game(Shape::Sgf)) {
        // What looks like Connect6 is refused.
        let colors = game.moves().map(|action| action.color);
        let hints = Hints::default();
        prop_assume!(kind::check_turns(Source::new(""), colors, &hints).is_ok());
        let (text, lost) = write(&game, "UTF-8");
        prop_assert!(lost.is_empty());
        prop_assert_eq!(parse(&text).expect("our own game"), [game]);
    }
}
