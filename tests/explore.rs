//! `fukumi explore`: the built program tells what was played.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use fukumi_core::geometry::BoardSize;
use serde_json::{Value, json};

fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a folder");
    path
}

fn run(folder: &Path, arguments: &[&str]) -> (bool, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fukumi"));
    let output = command.current_dir(folder).args(arguments).output().expect("the program");
    let text = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("text"));
    (output.status.success(), text.concat())
}

fn done(folder: &Path, arguments: &[&str]) -> String {
    let (is_done, text) = run(folder, arguments);
    assert!(is_done, "{arguments:?}: {text}");
    text
}

#[test]
fn moves_are_counted_up_to_symmetry() {
    let folder = folder("explore");
    let games = [
        // Black wins, then White; the second move is the same but for symmetry.
        ("won.txt", "h8 h9 a1 a2 b1 b2 c1 c2 d1 d2 e1"),
        ("lost.txt", "h8 g8 a1 a15 c1 b15 e1 c15 g1 d15 i1 e15"),
        ("open.sgf", "(;GM[4]FF[4]SZ[15];B[hh];W[ii](;B[aa])(;B[bb]))"),
    ];
    for (name, text) in games {
        fs::write(folder.join(name), text).expect("a file");
    }
    let from = ["--from", "won.txt", "--from", "lost.txt", "--from", "open.sgf"];
    let found = done(&folder, &[&["explore", "h8", "--json"], &from[..]].concat());
    let found: Value = serde_json::from_str(&found).expect("JSON");
    assert_eq!(found["visits"], 3);
    let moves = found["moves"].as_array().expect("moves");
    assert_eq!(moves.len(), 2, "{found}");
    assert_eq!(moves[0]["move"], "h9");
    assert_eq!(moves[0]["same"], json!(["g8", "i8", "h7"]));
    assert_eq!((&moves[0]["visits"], &moves[0]["points"]), (&json!(2), &json!(0.5)));
    assert_eq!((&moves[0]["wins"], &moves[0]["losses"]), (&json!(1), &json!(1)));
    assert_eq!((&moves[1]["visits"], &moves[1]["points"]), (&json!(1), &Value::Null));

    let text = done(&folder, &[&["explore", ""], &from[..]].concat());
    assert_eq!(
        text,
        "move   times  share  won drawn lost  points  value\n\
         h8         3  100 %    1     0    1    50 %\n"
    );
    let text = done(&folder, &[&["explore", "h8 i9", "--most", "1"], &from[..]].concat());
    assert!(text.ends_with("1 more; --most 0 shows all\n"), "{text}");

    // The same from a database, with a value of White's win in 7 after its move.
    done(&folder, &["database", "import", "a.db", "won.txt", "lost.txt"]);
    done(&folder, &["database", "set", "a.db", "h8 h9", "--loss", "6", "--label", "w"]);
    let text = done(&folder, &["explore", "h8", "--from", "a.db"]);
    assert!(text.contains("h9         2  100 %    1     0    1    50 %  win in 7  [w]"), "{text}");
    let text = done(&folder, &["explore", "a1", "--from", "a.db"]);
    assert_eq!(text, "nothing was played here\n");

    for (arguments, expected) in [
        (&["explore", "h8"][..], "--from"),
        (&["explore", "h8", "--from", "none.db"], "cannot open none.db"),
        (&["explore", "zz", "--from", "a.db"], "zz"),
    ] {
        let (is_done, text) = run(&folder, arguments);
        assert!(!is_done && text.contains(expected), "{arguments:?}: {text}");
    }
}

/// A game without a five that fills a small board: pairs of columns, which the rows shift.
fn full_board() -> String {
    let size = BoardSize::square(5).expect("a size");
    let is_black = |x: u8, y: u8| (x + 2 * y) % 4 < 2;
    let cells: Vec<(u8, u8)> = (0..5).flat_map(|y| (0..5).map(move |x| (x, y))).collect();
    let (mut black, mut white): (Vec<_>, Vec<_>) =
        cells.into_iter().partition(|&(x, y)| is_black(x, y));
    while black.len() > 13 {
        white.extend(black.pop());
    }
    while black.len() < 13 {
        black.extend(white.pop());
    }
    let label = |&(x, y): &(u8, u8)| fukumi_core::geometry::Point::new(x, y).label(size);
    let mut moves = vec![label(&black[0])];
    for (white, black) in white.iter().zip(&black[1..]) {
        moves.extend([label(white), label(black)]);
    }
    moves.join(",")
}

#[test]
fn a_database_and_files_have_the_same_numbers_with_stated_results_and_draws() {
    let folder = folder("explore-records");
    let records = format!(
        "one size=5 rule=freestyle moves={}\n\
         two size=5 moves=c3,c4,a1 result=draw bplayer=Anna wplayer=Bo\n\
         three size=5 moves=c3,b3,a2 result=w\n\
         four size=5 moves=c3,d3,a2 result=b\n\
         five size=5 moves=c3,d4,a2\n",
        full_board()
    );
    fs::write(folder.join("records.txt"), records).expect("a file");
    done(&folder, &["database", "import", "a.db", "records.txt"]);
    for place in ["", "c3", "  "] {
        let asked = [place, "--size", "5", "--json"];
        let explore = |from: &str| -> Value {
            let arguments = [&["explore"], &asked[..], &["--from", from]].concat();
            serde_json::from_str(&done(&folder, &arguments)).expect("JSON")
        };
        let known = done(&folder, &[&["database", "query", "a.db"], &asked[..]].concat());
        let known: Value = serde_json::from_str(&known).expect("JSON");
        let (files, database) = (explore("records.txt"), explore("a.db"));
        assert_eq!(files, database, "{place:?}");
        assert_eq!(files["visits"], known["entry"]["visits"]);
        for result in ["wins", "draws", "losses"] {
            assert_eq!(files[result], known["entry"][result]);
        }
        let (played, moves) = (files["moves"].as_array(), known["moves"].as_array());
        let (played, moves) = (played.expect("moves"), moves.expect("moves"));
        assert_eq!(played.len(), moves.len());
        for row in played {
            let same = moves.iter().find(|other| other["move"] == row["move"]).expect("the move");
            assert_eq!(same["same"], row["same"]);
            for number in ["visits", "wins", "draws", "losses"] {
                assert_eq!(same["entry"][number], row[number], "{number} of {row}");
            }
        }
    }
    let text = done(&folder, &["explore", "c3", "--size", "5", "--from", "a.db"]);
    assert!(text.contains("c4         3   75 %    1     1    1    50 %\n"), "{text}");
    let start = done(&folder, &["database", "query", "a.db", "", "--size", "5"]);
    assert!(start.starts_with("games +1 =2 -1  visits 5\n"), "{start}");

    let text = done(&folder, &["convert", "records.txt", "games.sgf", "--to", "sgf"]);
    let games = fs::read_to_string(folder.join("games.sgf")).expect("a file");
    assert!(games.contains("PB[Anna]PW[Bo]") && games.contains("RE[0]"), "{text}{games}");
}

#[test]
fn a_damaged_game_leaves_the_others_counted() {
    let folder = folder("explore-damaged");
    fs::write(folder.join("games.txt"), "h8 i9 h9\nh8 i9 i9\nh8 g9 h10\n").expect("a file");
    let (is_done, text) = run(&folder, &["explore", "", "--from", "games.txt"]);
    assert!(!is_done && text.contains("h8         2  100 %"), "{text}");
    assert!(
        text.contains("games.txt: game 2: line 2, column 7: expected an empty point"),
        "{text}"
    );
    let (is_done, text) = run(&folder, &["database", "import", "new.db", "games.txt"]);
    assert!(!is_done && text.contains("8 positions from games.txt"), "{text}");
    assert!(text.contains("games.txt: game 2: line 2, column 7"), "{text}");
    let rows = "rule,size,turn,black\nfreestyle,15x15,white,h8\nchess,8x8,white,a1\n\
                freestyle,15x15,white,a1\n";
    fs::write(folder.join("rows.csv"), rows).expect("a file");
    let (is_done, text) = run(&folder, &["database", "import", "new.db", "rows.csv"]);
    assert!(!is_done && text.contains("2 positions from rows.csv"), "{text}");
    assert!(text.contains("error: rows.csv: line 3: \"chess\" is no rule"), "{text}");
}
