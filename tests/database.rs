//! The database of positions, in real files: the commands of the program, a session of Yixin-Board,
//! processes that are killed while they write, and several that write at the same time.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use fukumi_core::geometry::{BoardSize, Point};
use fukumi_core::position::Position;
use fukumi_core::rule::Rule;
use fukumi_database::{Access, Database, Entry};
use fukumi_records::pos;
use serde_json::Value;

const PATIENCE: Duration = Duration::from_secs(600);
/// Number of positions that are written in one piece.
const PIECE: u64 = 16;

/// An empty folder with this name.
fn new_folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a folder");
    path
}

/// The program, with no other database than those that the test names.
fn program(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fukumi"));
    for name in ["HOME", "XDG_DATA_HOME", "LOCALAPPDATA"] {
        command.env(name, folder);
    }
    command.current_dir(folder);
    command
}

/// Runs `fukumi database`, and returns whether it succeeded, with all that it printed.
fn run(folder: &Path, arguments: &[&str]) -> (bool, String) {
    let output = program(folder).arg("database").args(arguments).output().expect("the program");
    let text = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("text"));
    (output.status.success(), text.concat())
}

/// What `fukumi database` prints when it succeeds.
fn done(folder: &Path, arguments: &[&str]) -> String {
    let (is_done, text) = run(folder, arguments);
    assert!(is_done, "{arguments:?}: {text}");
    text
}

/// What the engine answers to a front end that sends these lines.
fn conversation(folder: &Path, lines: &str) -> String {
    let mut child =
        program(folder).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program");
    child.stdin.take().expect("a pipe").write_all(lines.as_bytes()).expect("written");
    let output = child.wait_with_output().expect("an answer");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn what_is_set_is_found_and_what_is_removed_is_gone() {
    let folder = new_folder("database-set");
    let set = ["set", "a.db", "h8 i9", "--rule", "renju"];
    done(&folder, &[&set[..], &["--win", "7", "--label", "l", "--mark", "h9=A"]].concat());
    done(&folder, &[&set[..], &["--comment", "two\nlines", "--best", "h9 g7"]].concat());
    // The same position, turned.
    let query = ["query", "a.db", "h8 g9", "--rule", "renju", "--json"];
    let known: Value = serde_json::from_str(&done(&folder, &query)).expect("JSON");
    let entry = &known["entry"];
    assert_eq!((&entry["plies"], &entry["win_rate"]), (&7.into(), &1.0.into()));
    assert_eq!(entry["best"], serde_json::json!(["h9", "i7"]));
    assert_eq!(entry["marks"], serde_json::json!([{ "point": "h9", "text": "A" }]));
    let before: Value =
        serde_json::from_str(&done(&folder, &["query", "a.db", "h8", "--rule", "renju", "--json"]))
            .expect("JSON");
    assert!(before["entry"].is_null() && before["moves"].as_array().expect("moves").len() == 1);
    let reply = &before["moves"][0];
    assert_eq!((&reply["move"], &reply["entry"]["plies"]), (&"g9".into(), &(-8).into()));
    assert_eq!(reply["same"], serde_json::json!(["i9", "g7", "i7"]));
    let text = done(&folder, &["query", "a.db", "h8 i9", "--rule", "renju"]);
    assert_eq!(text, "[l]  win in 7\nbest: h9 g7\nat h9: A\n| two\n| lines\n");
    assert!(done(&folder, &["query", "a.db", "h8 i9"]).starts_with("nothing is known"));
    done(&folder, &[&set[..], &["--label", "", "--comment", "", "--mark", "h9="]].concat());
    let text = done(&folder, &["query", "a.db", "h8 i9", "--rule", "renju"]);
    assert_eq!(text, "win in 7\nbest: h9 g7\n");

    for (arguments, expected) in [
        (&["set", "a.db", "h8", "--mark", "h9"][..], "expected a point and a text"),
        (&["set", "a.db", "h8", "--best", "z9"], "expected a point of a board of 15x15"),
        (&["set", "a.db", "h8", "--depth", "3"], "there is no value yet"),
        (&["set", "a.db", "h8"], "required"),
        (&["set", "a.db", "h8 h8", "--label", "w"], "h8"),
        (&["query", "b.db", "h8"], "there is no file b.db"),
        (&["remove", "a.db", "h8"], "nothing is known of this position"),
    ] {
        let (is_done, text) = run(&folder, arguments);
        assert!(!is_done && text.contains(expected), "{arguments:?}: {text}");
    }
    let remove = ["remove", "a.db", "h8", "--rule", "renju", "--below"];
    assert_eq!(done(&folder, &remove), "1 position removed\n");
    assert!(done(&folder, &["statistics", "a.db"]).starts_with("0 positions"));
}

#[test]
fn what_is_too_long_is_refused_or_counted() {
    let folder = new_folder("database-too-long");
    let (long, comment) = ("x".repeat(100), "y".repeat(70_000));
    for (name, text, reason) in [
        ("--label", long.clone(), "a label of at most 64 bytes"),
        ("--comment", comment.clone(), "a comment of at most 65536 bytes"),
        ("--mark", format!("h9={long}"), "texts on points of at most 64 bytes"),
        ("--best", "h9 ".repeat(17), "at most 16 best moves"),
    ] {
        let (is_done, told) = run(&folder, &["set", "a.db", "h8", name, &text]);
        assert!(!is_done && told.contains(reason), "{name}: {told}");
    }
    assert!(done(&folder, &["statistics", "a.db"]).starts_with("0 positions"));
    let game = format!("(;FF[4]GM[4]SZ[15];B[hh]C[{comment}]LB[aa:{long}])");
    fs::write(folder.join("game.sgf"), game).expect("a file");
    let cut = "too long, not kept whole: 1 comment, 1 text on the board";
    // A repeated import changes nothing.
    for line in ["2 positions from game.sgf\n", "0 positions from game.sgf; 1 game known"] {
        let told = done(&folder, &["import", "a.db", "game.sgf"]);
        assert!(told.contains(line) && told.contains(&format!("game.sgf: {cut}\n")), "{told}");
    }
    done(&folder, &["set", "b.db", "h8", "--comment", "late"]);
    let path = folder.join("b.db");
    let told = conversation(
        &folder,
        &format!("START 15\nyxsetdatabase a.db\nyxdbmerge\n{}\n", path.display()),
    );
    assert!(told.contains("1 position added; too long, not kept whole: 1 comment in "), "{told}");
    let told = done(&folder, &["import", "a.db", "b.db"]);
    assert_eq!(told, "1 position from b.db\nb.db: too long, not kept whole: 1 comment\n");
    let told = done(&folder, &["split", "b.db", "h8", "--to", "a.db"]);
    assert_eq!(told, "1 position\na.db: too long, not kept whole: 1 comment\n");
    let known = done(&folder, &["query", "a.db", "h8", "--json"]);
    let known: Value = serde_json::from_str(&known).expect("JSON");
    assert_eq!(known["entry"]["comment"], "y".repeat(1 << 16));
}

#[test]
fn a_table_of_a_damaged_database_is_not_there_in_part() {
    let folder = new_folder("database-damaged-export");
    fs::write(folder.join("game.txt"), "h8 a1 h9 a2 h10").expect("a file");
    done(&folder, &["import", "a.db", "game.txt"]);
    let last = "(SELECT key FROM position ORDER BY key DESC LIMIT 1)";
    let connection = rusqlite::Connection::open(folder.join("a.db")).expect("a database");
    let damage = format!("UPDATE position SET marks = 'zz' WHERE key = {last}");
    connection.execute_batch(&damage).expect("written");
    drop(connection);
    let (is_done, text) = run(&folder, &["export", "a.db", "a.csv"]);
    assert!(!is_done && text.contains("a.db: it is damaged"), "{text}");
    let (is_done, text) = run(&folder, &["import", "b.db", "a.db"]);
    assert!(!is_done && text.contains("a.db: it is damaged"), "{text}");
    // A front end can try again under the same name.
    let lines = format!("START 15\nyxsetdatabase a.db\n{}", "yxdbtotxtall\na.csv\n".repeat(2));
    let text = conversation(&folder, &lines);
    assert_eq!(text.matches("MESSAGE the database: it is damaged").count(), 2, "{text}");
    assert!(done(&folder, &["statistics", "b.db"]).starts_with("0 positions"));
    let names =
        fs::read_dir(&folder).expect("a folder").map(|entry| entry.expect("it").file_name());
    let mut names: Vec<_> = names.collect();
    names.sort();
    assert_eq!(names, ["a.db", "b.db", "game.txt"]);
}

#[cfg(unix)]
#[test]
fn a_pipe_is_refused_before_anything_of_it_is_read() {
    let folder = new_folder("database-pipe");
    let pipe = folder.join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    let (is_done, text) = run(&folder, &["import", "a.db", "pipe"]);
    assert!(!is_done && text.contains("pipe: cannot open it; - reads standard input"), "{text}");
}

#[test]
fn what_files_know_is_added_and_taken_out_again() {
    let folder = new_folder("database-files");
    fs::write(folder.join("game.txt"), "h8 a1 h9 a2 h10 a3 h11 a4 h12").expect("a file");
    fs::write(folder.join("short.txt"), "h8 a1 h9").expect("a file");
    fs::write(folder.join("bad.csv"), "rule,size,turn\nrenju,15x15,black\nchess,8x8,black\n")
        .expect("a file");
    let text = done(&folder, &["import", "a.db", "game.txt", "short.txt"]);
    assert_eq!(text, "10 positions from game.txt\n4 positions from short.txt\n");
    let known = done(&folder, &["query", "a.db", "h8"]);
    assert!(known.starts_with("games +0 =0 -1  visits 2\n"), "{known}");
    let (is_done, text) = run(&folder, &["import", "a.db", "bad.csv", "none.txt", "game.txt"]);
    let again = "0 positions from game.txt; 1 game known already, not counted again\n";
    assert!(!is_done && text.contains(again), "{text}");
    assert!(text.contains("bad.csv: line 3: \"chess\" is no rule"), "{text}");
    assert!(text.contains("1 position from bad.csv"), "the sound row is added: {text}");
    assert!(text.contains("none.txt: cannot open it"), "{text}");

    assert_eq!(done(&folder, &["export", "a.db", "a.csv"]), "11 positions\n");
    assert!(!run(&folder, &["export", "a.db", "a.csv"]).0, "what is there stays");
    done(&folder, &["import", "b.db", "a.csv"]);
    assert_eq!(done(&folder, &["export", "b.db", "-"]), done(&folder, &["export", "a.db", "-"]));
    let table = fs::read_to_string(folder.join("a.csv")).expect("a table");
    let (headings, rows) = table.split_once('\n').expect("headings");
    let quoted = format!("\"{}\"", headings.trim().replace(',', "\",\""));
    for (name, table) in [
        ("mark.csv", format!("\u{feff}{table}")),
        ("quoted.csv", format!("{quoted}\n{rows}")),
        ("both.csv", format!("\u{feff}{quoted}\r\n{rows}")),
    ] {
        fs::write(folder.join(name), table).expect("a file");
        let text = done(&folder, &["import", &format!("{name}.db"), name]);
        assert_eq!(text, format!("11 positions from {name}\n"));
    }
    let none = done(&folder, &["export", "a.db", "-", "--rule", "standard"]);
    assert_eq!(none.lines().count(), 1, "the headings");
    done(&folder, &["import", "c.db", "a.db", "b.db"]);
    let known = done(&folder, &["query", "c.db", "h8"]);
    assert!(known.starts_with("games +0 =0 -2  visits 4\n"), "twice as much: {known}");

    assert_eq!(done(&folder, &["split", "a.db", "h8 a1", "--to", "part.db"]), "10 positions\n");
    let statistics = done(&folder, &["statistics", "part.db", "--json"]);
    let counts: Value = serde_json::from_str(&statistics).expect("JSON");
    assert_eq!((&counts["positions"], &counts["most_stones"]), (&10.into(), &9.into()));
    assert_eq!(done(&folder, &["check", "part.db"]), "nothing is wrong\n");
    done(&folder, &["vacuum", "part.db"]);
    let (is_done, text) = run(&folder, &["check", "a.csv"]);
    assert!(!is_done && text.contains("it is no database of positions"), "{text}");
}

#[test]
fn a_front_end_writes_reads_and_removes() {
    let folder = new_folder("database-yixin");
    let conversation = |lines: &str| conversation(&folder, lines);
    let begin = "START 15\nINFO rule 4\nINFO usedatabase 1\n";
    let replies = conversation(&format!(
        "{begin}yxquerydatabaseallt\ndone\nyxeditlabeldatabase 7,7 A b\ndone\n\
         yxedittextdatabase \"a \\\"q\\\" \\\\\nsecond\"7,7\ndone\n\
         yxedittvddatabase 1 119 0 0\n7,7\ndone\nyxedittvddatabase 6 -1 -29990 12\n7,7\ndone\n\
         yxedittvddatabase 2 0 120 0\n7,7\n8,8\ndone\nyxsetbestmovedatabase\n7,7\n8,8\ndone\n"
    ));
    assert_eq!(
        replies,
        "OK\nMESSAGE DATABASE REFRESH\nMESSAGE DATABASE DONE\nMESSAGE DATABASE TEXT \"\"\n\
         MESSAGE DATABASE ONE 119 0 0 0 w*\nMESSAGE DATABASE ONE 119 -29990 12 3 w10\n\
         MESSAGE DATABASE ONE -1 120 0 3 35%\n"
    );
    // Another day; the user has turned the board.
    let replies = conversation(&format!(
        "{begin}yxquerydatabaseallt\n7,7\ndone\nyxquerydatabaseall\ndone\nyxquerydatabaseone\n\
         7,7\n6,6\ndone\nyxquerydatabaseone\n0,0\n0,0\ndone\nyxquerydatabaseone\n99,1\ndone\n"
    ));
    let children = [(6, 6), (8, 6), (6, 8), (8, 8)]
        .map(|(x, y)| format!("MESSAGE DATABASE {x} {y} {} 120 0 3 0 \n", 0x33_35_25));
    let w10 = i32::from_be_bytes(*b"\0w10");
    let unknown = "MESSAGE DATABASE ONE 0 0 0 0\n";
    assert_eq!(
        replies,
        format!(
            "OK\nMESSAGE DATABASE REFRESH\n{}MESSAGE DATABASE DONE\n\
             MESSAGE DATABASE TEXT \"a \\\"q\\\" \\\\\\nsecond\"\nMESSAGE DATABASE REFRESH\n\
             MESSAGE DATABASE 7 7 {w10} -29990 12 3 1 Ab\nMESSAGE DATABASE DONE\n\
             MESSAGE DATABASE ONE -1 120 0 3 35%\n{unknown}{unknown}",
            children.concat()
        )
    );
    let replies = conversation(&format!(
        "{begin}INFO database_readonly 1\nyxdeletedatabaseone\n7,7\ndone\nyxquerydatabaseone\n7,7\n\
         done\nINFO database_readonly 0\nyxdbtotxtall\n{0}/all.csv\nyxdbsplit {0}/part.db\n\
         yxdeletedatabaseall W\ndone\nyxdeletedatabaseall\n7,7\ndone\nyxdeletedatabaseone\n7,7\n\
         done\nyxquerydatabaseone\n7,7\ndone\nyxsetdatabase {0}/all.csv\nyxdbcheck\n\
         yxsetdatabase\n{0}/other.db\nyxtxttodb {0}/all.csv\nyxquerydatabaseone\n7,7\ndone\n",
        folder.display()
    ));
    let told: Vec<&str> = replies.lines().filter(|line| !line.contains(" ms")).collect();
    let name = folder.display();
    let refreshed = ["MESSAGE DATABASE REFRESH", "MESSAGE DATABASE DONE"];
    let expected = [
        "OK".into(),
        "MESSAGE the database: it cannot be written".into(),
        "MESSAGE DATABASE ONE 119 -29990 12 3 w10".into(),
        refreshed[0].into(),
        // The text on the point is the empty board's.
        "MESSAGE DATABASE 7 7 -1 0 0 0 0 Ab".into(),
        refreshed[1].into(),
        refreshed[0].into(),
        refreshed[1].into(),
        unknown.trim().into(),
        format!("MESSAGE the database: it is no database of positions; not used: {name}/all.csv"),
        format!("MESSAGE DATABASE LOAD START {name}/fukumi/positions.db"),
        "MESSAGE DATABASE LOAD DONE".into(),
        "MESSAGE the database: nothing is wrong".into(),
        format!("MESSAGE DATABASE LOAD START {name}/other.db"),
        "MESSAGE DATABASE LOAD DONE".into(),
        "MESSAGE DATABASE ONE 119 -29990 12 3 w10".into(),
    ];
    assert_eq!(told, expected, "{replies}");
    assert!(folder.join("part.db").exists() && replies.contains("MESSAGE 3 positions written"));
}

#[test]
fn a_front_end_writes_moves_and_mends_what_is_damaged() {
    let folder = new_folder("database-repair");
    let path = folder.join("a b.db");
    let shown = path.display();
    let begin = format!("START 15\nINFO rule 4\nyxsetdatabase\n{shown}\n");
    let told = |lines: &str| {
        let text = conversation(&folder, &format!("{begin}{lines}"));
        let all: Vec<String> = text.lines().skip(3).map(String::from).collect();
        all
    };
    let known = ["", "7,7\n", "7,7\n8,8\n", "7,7\n8,7\n", "7,7\n8,7\n7,6\n"].map(|moves| {
        format!("yxedittextdatabase \"ü 棋\"{moves}done\nyxedittvddatabase 2 0 9 0\n{moves}done\n")
    });
    told(&format!("{}yxeditlabeldatabase 0,0 äöüß\n7,7\ndone\n", known.concat()));
    // The front end takes six bytes of a text on the board.
    let marks = told("yxquerydatabaseall\n7,7\ndone\n");
    assert!(marks.contains(&"MESSAGE DATABASE 0 0 -1 0 0 0 0 äöü".into()), "{marks:?}");
    let comment = "yxquerydatabasetext\n7,7\ndone\n";
    let shown_comment = "MESSAGE DATABASE TEXT \"ü 棋\"".to_owned();
    let moves = told(&format!("yxdbtopos\n{}/all.pos\n", folder.display()));
    let written = "MESSAGE 12 positions written; left out: 5 comments, 1 text on the board, \
                   1 rule, 5 values in ";
    assert!(moves[0].starts_with(written), "{moves:?}");
    let bytes = fs::read(folder.join("all.pos")).expect("a file");
    let game = pos::read(&bytes).expect("positions");
    assert_eq!(game.tree.len(), 12, "turned, they are met more often");
    assert_eq!(told("yxdbfix\n"), ["MESSAGE the database: nothing is wrong"]);

    let database = rusqlite::Connection::open(&path).expect("a database");
    for change in [
        "UPDATE position SET marks = 'nonsense' WHERE stones = 1",
        "UPDATE position SET stones = 7 WHERE stones = 0",
        "UPDATE position SET white = black WHERE stones = 3",
        "INSERT INTO learned (key, game, stones, value, wins, draws, losses, met) \
         VALUES (5, 1, 3, 99999, 1, 0, 0, 1)",
    ] {
        assert_eq!(database.execute(change, []).expect("changed"), 1, "{change}");
    }
    drop(database);
    let fix = "INFO database_readonly 1\nyxdbfix\n";
    assert_eq!(told(fix), ["MESSAGE the database: it cannot be written"]);
    let copy = folder.join("a b.db.before-repair-1");
    assert!(!copy.exists());
    let fixed = told("yxdbfix\nyxdbcheck\nyxdbfix\nyxquerydatabasetext\n7,7\ndone\n");
    let told_first =
        "MESSAGE the database: 1 position mended, 1 position put right, 2 positions removed; ";
    assert!(fixed[0].starts_with(told_first), "{fixed:?}");
    let fine = "MESSAGE the database: nothing is wrong";
    assert_eq!(fixed[1..], [fine, fine, "MESSAGE DATABASE TEXT \"ü 棋\""]);
    let damage = "UPDATE position SET value = 99999 WHERE stones = 1";
    let database = rusqlite::Connection::open(&path).expect("a database");
    assert_eq!(database.execute(damage, []).expect("changed"), 1);
    drop(database);
    let repair = ["repair", &path.to_string_lossy()];
    let second = "a b.db.before-repair-2 has all as it was\n";
    let text = done(&folder, &repair);
    assert!(text.starts_with("1 position mended; ") && text.ends_with(second), "{text}");
    assert_eq!(done(&folder, &repair), "nothing is wrong\n");
    // What cannot be used does not take the place of the file before.
    let missing = folder.join("none");
    let refused = told(&format!("yxsetdatabase {}/b.db\n{comment}", missing.display()));
    let reason = format!("MESSAGE the database: there is no folder {}; not", missing.display());
    assert!(
        refused[0].starts_with(&reason)
            && refused[1].ends_with("/a b.db")
            && refused.contains(&shown_comment),
        "{refused:?}"
    );
    let count = |path: &Path| {
        let database = Database::open(path, Access::Read, PATIENCE).expect("a database");
        (database.count().expect("a count"), database.check(9).expect("faults").len())
    };
    assert_eq!((count(&path), count(&copy)), ((4, 0), (5, 4)));
}

#[test]
fn a_comment_cannot_be_taken_for_another_line() {
    let folder = new_folder("database-comment");
    let path = folder.join("a.db");
    let comment = "7,6\r\nOK\rMESSAGE DATABASE DONE\u{2028}8,8\u{85}\u{1b}[2J\\\"";
    done(&folder, &["set", "a.db", "h8", "--comment", comment]);
    let asked = |begin: &str| {
        let lines = format!(
            "START 15\n{begin}yxsetdatabase {}\nyxquerydatabasetext\n7,7\ndone\n\
             yxquerydatabaseallt\n7,7\ndone\n",
            path.display()
        );
        let text = conversation(&folder, &lines);
        assert!(text.lines().all(|line| line == "OK" || line.starts_with("MESSAGE ")), "{text}");
        assert_eq!(text.lines().filter(|line| *line == "OK").count(), 1, "{text}");
        let all: Vec<String> =
            text.lines().filter(|line| line.contains(" TEXT ")).map(Into::into).collect();
        assert_eq!(all.len(), 2, "{text}");
        assert_eq!(all[0], all[1]);
        all[0].clone()
    };
    let quoted = r#"MESSAGE DATABASE TEXT "7,6\nOK\nMESSAGE DATABASE DONE\n8,8\n [2J\\\"""#;
    assert_eq!(asked(""), quoted);
    // Yixin-Board shows this separator as the end of a line.
    assert_eq!(asked("yxshowinfo\n"), quoted.replace(r"\n", "\u{2028}"));
    // Both forms come back as they were.
    let edit = |text: &str| {
        let lines = format!(
            "START 15\nyxsetdatabase {}\nyxedittextdatabase \"{text}\"8,8\ndone\n",
            path.display()
        );
        conversation(&folder, &lines);
        done(&folder, &["query", "a.db", "i7"])
    };
    assert_eq!(edit(r"one\ntwo \\n"), "known\n| one\n| two \\n\n");
    assert_eq!(edit("three\u{2028}four"), "known\n| three\n| four\n");
    assert_eq!(edit(&"五".repeat(30_000)).matches('五').count(), (1 << 16) / 3, "cut");
}

#[test]
fn a_label_is_the_character_that_was_sent() {
    let folder = new_folder("database-label");
    let label = |label: &str| {
        let lines = format!("START 15\nINFO usedatabase 1\nyxedittvddatabase {label}\n7,7\ndone\n");
        conversation(&folder, &lines).lines().nth(1).expect("an answer").to_owned()
    };
    assert_eq!(label("1 65 0 0"), "MESSAGE DATABASE ONE 65 0 0 0 A");
    assert_eq!(label("1 97 0 0"), "MESSAGE DATABASE ONE 97 0 0 0 a");
    assert_eq!(label("1 87 0 0"), "MESSAGE DATABASE ONE 119 0 0 0 w*", "a win");
    let expected = "ERROR expected mask label value depth, such as 1 119 0 0, got";
    assert_eq!(label("a b c d"), format!("{expected} a"));
    assert_eq!(label("1 b c d"), format!("{expected} b"));
    assert_eq!(label("1 2 3 d"), format!("{expected} d"));
}

#[test]
fn an_edit_that_is_not_made_is_refused_aloud() {
    let folder = new_folder("database-refused");
    let edits = [
        "yxedittvddatabase 1 119 0 0\n7,7\n",
        "yxeditlabeldatabase 8,8 A\n7,7\n",
        "yxedittextdatabase \"text\"7,7\n",
        "yxsetbestmovedatabase\n7,7\n",
        "yxclearbestmovedatabase\n7,7\n",
        "yxdeletedatabaseone\n7,7\n",
        "yxdeletedatabaseall\n7,7\n",
    ];
    let begin = "START 15\nINFO usedatabase 1\n";
    for edit in edits {
        let refused = |lines: String, reason: &str| {
            let text = conversation(&folder, &lines);
            assert_eq!(text, format!("OK\nMESSAGE the database: {reason}\n"), "{edit}");
        };
        refused(format!("{begin}INFO database_readonly 1\n{edit}done\n"), "it cannot be written");
        let reason = "these moves lead to no position";
        refused(format!("{begin}{}7,7\ndone\n", edit), reason);
        refused(format!("{begin}{}99,7\ndone\n", edit), reason);
    }
    let text = conversation(&folder, &format!("{begin}yxsetbestmovedatabase\ndone\n"));
    assert_eq!(text, "OK\nMESSAGE the database: there is no move before this position\n");
    for name in ["", " ", ":memory:"] {
        let text = conversation(&folder, &format!("{begin}yxsetdatabase\n{name}\n"));
        assert_eq!(text, "OK\nMESSAGE the database: expected the name of a file\n", "{name:?}");
    }
}

#[test]
fn a_file_is_never_added_to_itself() {
    let folder = new_folder("database-itself");
    fs::write(folder.join("game.txt"), "h8 a1 h9").expect("a file");
    done(&folder, &["import", "a.db", "game.txt"]);
    fs::hard_link(folder.join("a.db"), folder.join("hard.db")).expect("a link");
    fs::create_dir(folder.join("sub")).expect("a folder");
    let mut names = vec!["a.db", "./a.db", "sub/../a.db", "hard.db"];
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("../a.db", folder.join("sub/soft.db")).expect("a link");
        names.push("sub/soft.db");
    }
    let known = done(&folder, &["export", "a.db", "-"]);
    for name in names {
        for arguments in [&["import", "a.db", name][..], &["split", "a.db", "h8", "--to", name]] {
            let (is_done, text) = run(&folder, arguments);
            assert!(!is_done && text.contains("it is the same file"), "{arguments:?}: {text}");
        }
        let lines = format!("START 15\nyxsetdatabase a.db\nyxdbmerge {name}\nyxdbsplit\n{name}\n");
        let text = conversation(&folder, &lines);
        let refused = "MESSAGE the database: it is the same file\n";
        assert!(text.ends_with(&refused.repeat(2)), "{name}: {text}");
        assert_eq!(done(&folder, &["export", "a.db", "-"]), known, "{name}");
    }
    done(&folder, &["import", "b.db", "a.db"]);
}

#[test]
fn a_library_of_a_database_adds_each_position_once() {
    let folder = new_folder("database-library");
    fs::write(folder.join("game.txt"), "h8 i9 g7 j10").expect("a file");
    done(&folder, &["import", "a.db", "game.txt"]);
    done(&folder, &["export", "a.db", "a.lib"]);
    let text = done(&folder, &["import", "b.db", "a.lib"]);
    assert!(!text.starts_with("5 "), "mirrored copies are among them: {text}");
    let visits = |moves: &str| {
        let known = done(&folder, &["query", "b.db", moves, "--json"]);
        let known: Value = serde_json::from_str(&known).expect("JSON");
        known["entry"]["visits"].clone()
    };
    for moves in ["h8", "h8 i9", "h8 i9 g7", "h8 i9 g7 j10"] {
        assert_eq!(visits(moves), 1, "{moves:?}");
    }
}

#[test]
fn an_export_of_moves_says_what_it_leaves_out() {
    let folder = new_folder("database-left-out");
    done(&folder, &["set", "a.db", "h8 i9", "--label", "w", "--value", "7", "--comment", "no way"]);
    let export = |name: &str, options: &[&str]| {
        run(&folder, &[&["export", "a.db", name][..], options].concat())
    };
    let told = |name: &str| {
        let text =
            conversation(&folder, &format!("START 15\nyxsetdatabase a.db\nyxdbtolib\n{name}\n"));
        text.lines().last().expect("an answer").to_owned()
    };
    let none = "no moves from the empty board lead to a known position";
    for name in ["a.lib", "a.pos", "a.sgf"] {
        let (is_done, text) = export(name, &[]);
        let reason = format!("a.db: {none} under freestyle on 15x15");
        assert!(!is_done && text.contains(&reason), "{text}");
        assert!(!folder.join(name).exists());
    }
    assert_eq!(told("b.lib"), format!("MESSAGE the database: {none}"));
    assert!(!folder.join("b.lib").exists());

    done(&folder, &["set", "a.db", "h8", "--best", "i9"]);
    done(&folder, &["set", "a.db", "h8 g7 i9", "--comment", "reached"]);
    done(&folder, &["set", "a.db", "h8 a1 b2 c3", "--comment", "not reached"]);
    done(&folder, &["set", "a.db", "h8", "--rule", "renju", "--label", "l"]);
    let left_out = "1 value, 1 list of best moves";
    for (name, options, expected) in [
        (
            "a.sgf",
            &[][..],
            [format!("{left_out}, 2 labels\n"), "a.sgf has 3 of 5 positions: ".into()],
        ),
        (
            "b.sgf",
            &["--rule", "freestyle"],
            [format!("{left_out}, 1 label\n"), "b.sgf has 3 of 4 positions: ".into()],
        ),
    ] {
        let (is_done, text) = export(name, options);
        assert!(is_done && expected.iter().all(|line| text.contains(line)), "{text}");
        let reason =
            "moves from the empty board under freestyle on 15x15 do not lead to the others";
        assert!(text.contains(reason), "{text}");
    }
    let (is_done, text) = export("a.pos", &["--rule", "renju"]);
    assert!(is_done && text.contains("a.pos cannot hold, left out: 1 rule, 1 label\n"), "{text}");
    assert!(!text.contains("a.pos has"), "{text}");
    let written =
        "positions written; not reached from the empty board: 1 position; left out: 1 rule";
    let text = told("a.lib");
    assert!(text.contains(&format!("{written}, {left_out}, 1 label in ")), "{text}");
    // An empty database has nothing to leave out.
    done(&folder, &["remove", "a.db", "h8", "--rule", "renju"]);
    done(&folder, &["remove", "a.db", "h8", "--below"]);
    done(&folder, &["remove", "a.db", "h8 a1 b2 c3"]);
    assert_eq!(done(&folder, &["export", "a.db", "empty.sgf"]), "0 moves\n");
}

#[test]
fn a_position_after_a_pass_is_another_one() {
    let folder = new_folder("database-pass");
    let lines = |action: &str, moves: &str| format!("{action}\n{moves}\ndone\n");
    let begin = "START 15\nINFO usedatabase 1\n";
    let edit = |value: i32, moves: &str| lines(&format!("yxedittvddatabase 2 0 {value} 0"), moves);
    let one = |moves: &str| lines("yxquerydatabaseone", moves);
    let text = conversation(
        &folder,
        &format!(
            "{begin}{}{}{}{}{}{}yxboard 7,7,1 -1,-1,2 done\nyxdbsplit {}/part.db\n",
            edit(11, "7,7"),
            edit(22, "7,7\n-1,-1"),
            edit(33, "7,7\n-1,-1,2\n8,8"),
            one("7,7"),
            one("7,7\n-1,-1"),
            lines("yxquerydatabaseall", "7,7\n-1,-1"),
            folder.display()
        ),
    );
    let value = |points: i32| format!("MESSAGE DATABASE ONE -1 {points} 0 3 ");
    let told: Vec<&str> = text.lines().collect();
    for (index, points) in [(1, 11), (2, 22), (3, 33), (4, 11), (5, 22)] {
        assert!(told[index].starts_with(&value(points)), "{index}: {text}");
    }
    assert!(told.iter().any(|line| line.starts_with("MESSAGE DATABASE 8 8 ")), "{text}");
    assert!(text.contains("MESSAGE 3 positions written"), "{text}");
    let text = conversation(&folder, &format!("{begin}yxsetbestmovedatabase 7,7 -1,-1 done\n"));
    assert!(text.contains("MESSAGE the database: there is no move"), "{text}");
}

#[test]
fn nothing_is_made_or_told_unless_a_front_end_uses_a_database() {
    let folder = new_folder("database-unused");
    let mut child =
        program(&folder).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program");
    let lines = "START 15\nyxedittextdatabase \"text\"7,7\ndone\nyxquerydatabaseone\n7,7\ndone\n\
                 INFO usedatabase 1\nyxquerydatabaseone\n7,7\ndone\n";
    child.stdin.take().expect("a pipe").write_all(lines.as_bytes()).expect("written");
    let output = child.wait_with_output().expect("an answer");
    let unknown = "MESSAGE DATABASE ONE 0 0 0 0\n";
    assert_eq!(String::from_utf8(output.stdout).expect("text"), format!("OK\n{unknown}{unknown}"));
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 0);
}

/// The position number `number`, each with other stones.
fn position(number: u64) -> Position {
    let size = BoardSize::square(15).expect("in range");
    let mut position = Position::new(size, Rule::Freestyle);
    // The first stone breaks all symmetries of what follows.
    position.play(Point::new(1, 0));
    for bit in 0..20 {
        let column = if number >> bit & 1 == 1 { 2 } else { 9 };
        position.play(Point::new(column + bit % 5, 2 + 2 * (bit / 5)));
    }
    position
}

/// This is not a test but the process that the tests below start. It writes pieces of positions,
/// beginning with the number in the environment, and prints each piece that is written.
#[test]
#[ignore = "started by other tests"]
fn a_process_that_writes() {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let Ok(path) = std::env::var("FUKUMI_TEST_FILE") else { return };
    let first = number("FUKUMI_TEST_FIRST").expect("a number");
    let count = number("FUKUMI_TEST_PIECES").expect("a number");
    let mut database =
        Database::open(Path::new(&path), Access::Create, PATIENCE).expect("a database");
    for piece in first..first + count {
        let mut writer = database.write().expect("a writer");
        for number in piece * PIECE..(piece + 1) * PIECE {
            let entry = Entry { visits: piece, ..Entry::default() };
            writer.merge(&position(number), entry).expect("written");
        }
        writer.commit().expect("committed");
        println!("piece {piece}");
        std::io::stdout().flush().expect("told");
    }
}

fn writer(path: &Path, first: u64, count: u64) -> Child {
    Command::new(std::env::current_exe().expect("this program"))
        .args(["--exact", "a_process_that_writes", "--ignored", "--nocapture"])
        .env("FUKUMI_TEST_FILE", path)
        .env("FUKUMI_TEST_FIRST", first.to_string())
        .env("FUKUMI_TEST_PIECES", count.to_string())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the process")
}

/// The pieces of a line of a process that writes, if the line tells one.
fn piece(line: &str) -> Option<u64> {
    line.split_once("piece ")?.1.parse().ok()
}

fn has_piece(database: &Database, piece: u64) -> bool {
    (piece * PIECE..(piece + 1) * PIECE).all(|number| {
        let entry = database.get(&position(number)).expect("read");
        entry.is_some_and(|entry| entry.visits == piece)
    })
}

#[test]
fn a_process_that_is_killed_loses_nothing_that_it_had_written() {
    let path = new_folder("database-killed").join("a.db");
    let mut next = 1;
    for kill in 0..200 {
        let mut child = writer(&path, next, u64::MAX >> 8);
        let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        // Some are killed while they open the file, others after some pieces.
        let pieces = kill % 4;
        let mut told = Vec::new();
        while told.len() < pieces {
            told.extend(piece(&lines.next().expect("a line").expect("text")));
        }
        child.kill().expect("killed");
        // What it told before it was killed counts as well.
        told.extend(lines.map_while(Result::ok).filter_map(|line| piece(&line)));
        child.wait().expect("its end");
        if let Some(last) = told.last() {
            let database = Database::open(&path, Access::Read, PATIENCE).expect("a database");
            assert!(told.iter().all(|&piece| has_piece(&database, piece)), "kill {kill}");
            // The next one may have been written, but was not told.
            next = last + 2;
        }
    }
    let database = Database::open(&path, Access::Read, PATIENCE).expect("a database");
    assert!(next > 200 && database.check(9).expect("read").is_empty());
    assert_eq!(database.count().expect("read") % PIECE, 0, "no piece is there in part");
}

#[test]
fn four_processes_write_at_the_same_time() {
    let path = new_folder("database-four").join("a.db");
    let children: Vec<Child> = (0..4).map(|n| writer(&path, 1 + 50 * n, 50)).collect();
    let waiting = children.into_iter().map(|child| thread::spawn(|| child.wait_with_output()));
    for child in waiting.collect::<Vec<_>>() {
        assert!(child.join().expect("no panic").expect("its end").status.success());
    }
    let database = Database::open(&path, Access::Read, PATIENCE).expect("a database");
    assert!((1..=200).all(|piece| has_piece(&database, piece)));
    assert_eq!(database.count().expect("read"), 200 * PIECE);
    assert!(database.check(9).expect("read").is_empty());
}

/// The last line that the program answers in a game with a database, with this number of nodes a
/// move.
///
/// The input stays open until all is answered. At its end the program would not search for as long
/// as it takes.
fn last_reply(folder: &Path, nodes: u32, lines: &str) -> String {
    let mut child =
        program(folder).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program");
    let lines = format!(
        "START 15\nINFO max_node {nodes}\nINFO seed 1\nINFO book 0\nINFO usedatabase 1\n{lines}\n"
    );
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(lines.as_bytes()).expect("written");
    let begins_with = |words: &[&str]| {
        lines.lines().filter(|line| words.iter().any(|word| line.starts_with(word))).count()
    };
    let mut moves = begins_with(&["BOARD"]);
    let mut entries = begins_with(&["yxedittvddatabase", "yxquerydatabaseone"]);
    let mut output = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let mut last = None;
    while moves > 0 || entries > 0 {
        let line = output.next().expect("an answer").expect("text");
        moves -= usize::from(is_move(&line));
        entries -= usize::from(line.starts_with("MESSAGE DATABASE ONE"));
        last = Some(line);
    }
    drop(input);
    let last = output.map(|line| line.expect("text")).last().or(last).expect("an answer");
    assert!(child.wait().expect("an end").success());
    last
}

fn is_move(line: &str) -> bool {
    let is_number = |text: &str| text.parse::<u8>().is_ok();
    line.split_once(',').is_some_and(|(x, y)| is_number(x) && is_number(y))
}

#[test]
fn a_move_that_the_database_loses_is_not_played() {
    let folder = new_folder("database-advice");
    // Black has four in a row with one end open: any other reply loses at once.
    let game = "YXBOARD 5,7,2 4,7,1 6,7,2 0,0,1 7,7,2 0,14,1 8,7,2 DONE";
    let moves = "5,7\n4,7\n6,7\n0,0\n7,7\n0,14\n8,7";
    let play = |lines: &str| last_reply(&folder, 300, lines);
    let board = game.replace("YXBOARD", "BOARD");
    assert_eq!(play(&board), "9,7", "it stops the four");
    let label = |label: u8, reply: &str| {
        format!("yxedittvddatabase 1 {label} 0 0\n{moves}\n{reply}\ndone\n")
    };
    let told = play(&format!("{}{}", label(b'l', "9,7"), label(b'w', "2,2")));
    assert_eq!(told, "MESSAGE DATABASE ONE 119 0 0 0 w*");
    // No label makes it lose on the board: the only move that does not lose at once stays.
    assert_eq!(play(&board), "9,7");
    let quiet = "BOARD 7,7,2 8,8,1 8,6,2 DONE";
    let first = play(quiet);
    assert_eq!(play(quiet), first, "the same seed and nodes");
    let told = play(&format!("yxedittvddatabase 1 108 0 0\n7,7\n8,8\n8,6\n{first}\ndone\n"));
    assert_eq!(told, "MESSAGE DATABASE ONE 108 0 0 0 l*");
    let second = play(quiet);
    assert_ne!(second, first);
    assert!(is_move(&second), "{second}");
}

#[test]
fn a_search_believes_what_the_database_has_proven_two_plies_ahead() {
    let folder = new_folder("database-ahead");
    let play = |lines: &str| last_reply(&folder, 2_000, lines);
    let quiet = "BOARD 7,7,2 8,8,1 8,6,2 DONE";
    let first = play(quiet);
    // The reply that the search expects, so that it looks at it.
    let reply = play(&format!("BOARD 7,7,1 8,8,2 8,6,1 {first},2 DONE"));
    // The value is that of the side to move, which is the engine again after the reply. The move
    // itself is only known, not judged.
    play(&format!(
        "yxedittvddatabase 6 0 -29980 1\n7,7\n8,8\n8,6\n{first}\n{reply}\ndone\n\
         yxedittvddatabase 2 0 10 1\n7,7\n8,8\n8,6\n{first}\ndone\n"
    ));
    let second = play(quiet);
    assert!(is_move(&second) && second != first, "{second}, at first {first}");
    // A search that was told so forgets it when the user takes it back.
    let both = play(&format!(
        "{quiet}\nyxdeletedatabaseone\n7,7\n8,8\n8,6\n{first}\n{reply}\ndone\nYXBOARD DONE\n{quiet}"
    ));
    assert_eq!(both, first);
}

#[test]
fn what_a_search_finds_is_written_if_that_is_wanted() {
    let folder = new_folder("database-write");
    let asked = "yxquerydatabaseone\n7,7\n8,8\n8,6\ndone\n";
    let quiet = "BOARD 7,7,2 8,8,1 8,6,2 DONE\n";
    let unknown = "MESSAGE DATABASE ONE 0 0 0 0";
    for lines in [
        quiet.to_owned(),
        format!("INFO database_write 1\nINFO database_readonly 1\n{quiet}"),
        format!("INFO database_write 1\nINFO strength 50\n{quiet}"),
    ] {
        last_reply(&folder, 20_000, &lines);
        assert_eq!(last_reply(&folder, 1, asked), unknown, "{lines}");
    }
    let played = last_reply(&folder, 20_000, &format!("INFO database_write 1\n{quiet}"));
    let found = last_reply(&folder, 1, asked);
    let numbers: Vec<i64> = found
        .strip_prefix("MESSAGE DATABASE ONE ")
        .map(|rest| rest.split(' ').filter_map(|word| word.parse().ok()).collect())
        .expect("an entry");
    let [_, value, depth, bound] = numbers[..] else { panic!("{found}") };
    assert!(value.abs() < 2_000 && depth >= 8 && bound == 3, "{found}");
    let path = folder.join("fukumi").join("positions.db");
    let database = Database::open(&path, Access::Read, PATIENCE).expect("a database");
    assert!(database.count().expect("read") >= 2, "the position, and what it leads to");
    let shown = done(&folder, &["query", &path.to_string_lossy(), "h8 i7 i9"]);
    let (x, y) = played.split_once(',').expect("a move");
    let column = char::from(b'a' + x.parse::<u8>().expect("a number"));
    let label = format!("{column}{}", 15 - y.parse::<u8>().expect("a number"));
    assert!(shown.contains(&label), "{label} is the best move:\n{shown}");
}
