//! The largest boards, full of stones.

use super::engine::Engine;

const SIDE: u8 = 22;

/// All points, in an order in which stones of two colours, played in turn, make no row longer than
/// two.
fn points() -> Vec<(u8, u8)> {
    let all = || (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| (x, y)));
    let is_black = |&(x, y): &(u8, u8)| (x / 2 + y) % 2 == 0;
    let (black, white): (Vec<_>, Vec<_>) = all().partition(is_black);
    black.into_iter().zip(white).flat_map(|(black, white)| [black, white]).collect()
}

fn board(stones: &[(u8, u8)]) -> String {
    let field = |index: usize| if index % 2 == stones.len() % 2 { 1 } else { 2 };
    let lines = stones.iter().enumerate().map(|(i, (x, y))| format!("{x},{y},{}\n", field(i)));
    format!("BOARD\n{}DONE\n", lines.collect::<String>())
}

#[test]
fn large_boards_full_of_stones_are_played_to_the_last_point() {
    let points = points();
    assert_eq!(points.len(), 484);
    for (rule, options) in [
        (0, "INFO max_node 2000"),
        (1, "INFO timeout_turn 30"),
        (4, "INFO max_depth 3"),
        (8, "INFO timeout_turn 0"),
        (9, "INFO thread_num 4\nINFO timeout_turn 50"),
    ] {
        let mut engine = Engine::start();
        engine.tell(&format!("INFO rule {rule}\n{options}\nSTART {SIDE}\n"));
        engine.expect("OK");
        for empty in [200, 24, 3, 1] {
            let stones = &points[..points.len() - empty];
            engine.tell(&board(stones));
            engine.expect_move(SIDE, stones);
        }
        // Now the board is full.
        engine.tell("YXNBEST 3\n");
        assert!(engine.answer().starts_with("ERROR "));
        engine.tell(&board(&points));
        assert!(engine.answer().starts_with("ERROR "));
        // The question was one of a front end that may name any point to take a stone back.
        engine.tell("INFO takeback 0\nBEGIN\nTURN 0,0\nTAKEBACK 0,0\n");
        for _ in 0..3 {
            assert!(engine.answer().starts_with("ERROR "));
        }
        engine.expect_ready();
        engine.end();
    }
}

#[test]
fn many_lines_on_a_large_board_with_stones_all_over_it() {
    let points = points();
    let stones = &points[..240];
    let mut engine = Engine::start();
    engine.tell(&format!("INFO max_node 20000\nINFO checkmate 1\nSTART {SIDE}\n"));
    engine.expect("OK");
    let set = board(stones).replacen("BOARD", "YXBOARD", 1);
    for command in ["YXNBEST 484", "YXSEARCHDEFEND", "YXBALANCEONE 0"] {
        engine.tell(&format!("{set}{command}\n"));
        engine.expect_move(SIDE, stones);
    }
    engine.expect_ready();
    engine.end();
}
