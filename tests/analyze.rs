//! `fukumi analyze` as a person runs it: the built program, its arguments, output, files and exit
//! status.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use fukumi_records::Format;
use serde_json::Value;

/// White ignores an open three of Black, and Black makes five.
const WON: &str = "f8 f9 g8 g7 h8 a1 e8 i8 d8";

/// Black does not extend an open three to a four, and White stops it.
const MISSED: &str = "f8 f9 g8 g7 h8 a1 o15 e8";

/// An empty folder with this name.
fn new_folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a folder");
    path
}

fn name(path: &std::path::Path) -> &str {
    path.to_str().expect("a name in UTF-8")
}

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fukumi"));
    command.args(["analyze", "--memory", "2"]).args(arguments);
    command
}

/// Runs the command with few nodes, which are enough for these games.
fn analyze(arguments: &[&str]) -> Output {
    command(&["--nodes", "2000"]).args(arguments).output().expect("the program starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The objects that `--json` prints, one per line.
fn json(output: &Output) -> Vec<Value> {
    assert!(output.status.success(), "{output:?}");
    let lines = text(&output.stdout);
    lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

#[test]
fn a_game_is_not_replaced_by_its_picture_or_page() {
    let folder = new_folder("analyze-input");
    let game = folder.join("game.sgf");
    let content = "(;SZ[15];B[hh];W[ii])";
    fs::write(&game, content).expect("a file");
    let numbered = format!("{}:1", name(&game));
    for (option, input) in [("--svg", name(&game)), ("--html", name(&game)), ("--svg", &numbered)] {
        let output = analyze(&[option, name(&game), input]);
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        let errors = text(&output.stderr);
        assert!(errors.contains("name another file to write"), "{errors}");
        assert!(output.stdout.is_empty(), "it is said before the analysis");
        assert_eq!(fs::read_to_string(&game).expect("a file"), content);
    }
    let picture = folder.join("game.svg");
    fs::write(&picture, "old").expect("a file");
    assert!(analyze(&["--svg", name(&picture), name(&game)]).status.success());
    assert!(fs::read_to_string(&picture).expect("a file").contains("</svg>"));
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 2);
}

#[test]
fn a_game_is_told_move_by_move() {
    let output = analyze(&[WON]);
    assert!(output.status.success(), "{output:?}");
    let told = text(&output.stdout);
    assert!(told.contains("freestyle, 15x15, 9 moves, Black has won\n"), "{told}");
    for row in ["  6 o a1  ?", "  9 x d8      100.0 % "] {
        assert!(told.contains(row), "{row} in {told}");
    }
    assert!(told.contains("        allows a win by fours in 2 moves: "), "{told}");
    assert!(told.contains("\nWhite       4 "), "{told}");
}

#[test]
fn json_has_all_there_is_to_know() {
    let games = json(&analyze(&["--json", MISSED]));
    let [game] = games.as_slice() else { panic!("{games:?}") };
    assert_eq!((&game["rule"], &game["width"]), (&"freestyle".into(), &15.into()));
    assert_eq!((&game["ending"], &game["complete"]), (&Value::Null, &true.into()));
    assert_eq!((list(&game["positions"]).len(), list(&game["moves"]).len()), (9, 8));
    let before = &game["positions"][6];
    assert_eq!((&before["to_move"], &before["plies"]), (&"black".into(), &3.into()));
    assert_eq!(before["black_win_rate"], 1.0);
    assert_eq!((&before["win"]["threats"], &before["win"]["moves"]), (&"fours".into(), &2.into()));
    let missed = &game["moves"][6];
    assert_eq!((&missed["move"], &missed["number"]), (&"o15".into(), &7.into()));
    assert_eq!((&missed["missed_win"], &missed["win_rate_before"]), (&true.into(), &1.0.into()));
    assert_eq!(missed["remarks"][0], "misses a win by fours in 2 moves");
    let loss = missed["loss"].as_f64().expect("a number");
    let after = missed["win_rate_after"].as_f64().expect("a number");
    assert!(loss > 0.0 && (loss - (1.0 - after)).abs() < 1e-3);
    assert_eq!(missed["best"], before["lines"][0]["moves"][0]);
    let last = &game["positions"][8];
    assert!(last["score"].is_i64() || last["plies"].is_i64(), "{last}");
    assert!(last["lines"][0]["depth"].is_u64() || last["win"].is_object(), "{last}");
    assert_eq!(game["summary"]["black"]["missed_wins"], 1);
}

#[test]
fn threads_change_nothing() {
    let run = |threads: &str| analyze(&["--json", "--threads", threads, WON, MISSED]);
    let (alone, together) = (run("1"), run("3"));
    assert_eq!(json(&alone).len(), 2);
    assert_eq!(text(&alone.stdout), text(&together.stdout));
}

#[test]
fn the_graph_shows_the_win_rates() {
    let folder = new_folder("analyze-graph");
    let file = folder.join("graph.svg");
    let games = json(&analyze(&["--json", "--svg", name(&file), MISSED]));
    let svg = fs::read_to_string(&file).expect("a file");
    let attribute = |element: &str, key: &str| -> String {
        let begin = svg.split(&format!("<{element} ")).nth(1).expect(element);
        let value = begin.split(&format!(" {key}=\"")).nth(1).expect(key);
        value.split('"').next().unwrap_or_default().into()
    };
    let ground = ["x", "y", "width", "height"].map(|key| {
        attribute("rect", key).parse::<f64>().unwrap_or_else(|error| panic!("{key}: {error}"))
    });
    let [left, top, width, height] = ground;
    let points = attribute("polyline", "points");
    let points: Vec<(f64, f64)> = points
        .split(' ')
        .filter_map(|point| point.split_once(','))
        .map(|(x, y)| (x.parse().expect("a number"), y.parse().expect("a number")))
        .collect();
    let positions = list(&games[0]["positions"]);
    assert_eq!(points.len(), positions.len());
    for (played, ((x, y), position)) in points.iter().zip(positions).enumerate() {
        let rate = position["black_win_rate"].as_f64().expect("a number");
        assert!((x - (left + width * played as f64 / 8.0)).abs() < 0.01, "{played}: {x}");
        assert!((y - (top + height * (1.0 - rate))).abs() < 0.05, "{played}: {y}, {rate}");
    }
    // After move 6 Black has won, as far as a search could know.
    assert!((points[6].1 - top).abs() < 0.01);
    assert_eq!(svg.matches("<polyline").count(), 1);
    assert!(svg.contains("<title>7. o15"), "{svg}");
    assert!(svg.contains("misses a win by fours in 2 moves"), "{svg}");
}

#[test]
fn foreign_text_stays_text() {
    let folder = new_folder("analyze-foreign");
    let game = folder.join("it's a & b.sgf");
    let sgf = "(;SZ[15]PB[</script><script>alert(1)</script>]PW[\"&'\u{1b}];B[hh];W[ii])";
    fs::write(&game, sgf).expect("written");
    let (page, picture) = (folder.join("page.html"), folder.join("graph.svg"));
    let files = ["--html", name(&page), "--svg", name(&picture), name(&game)];
    let output = analyze(&files);
    assert!(output.status.success(), "{output:?}");
    assert!(!text(&output.stdout).contains('\u{1b}'));
    for file in [page, picture] {
        let written = fs::read_to_string(&file).expect("a file");
        assert!(!written.contains("<script>alert"), "{}", file.display());
        assert!(!written.contains('\u{1b}'), "{}", file.display());
        assert!(written.contains("&lt;/script&gt;"), "{}", file.display());
    }
}

#[test]
fn of_several_games_each_gets_its_files() {
    let folder = new_folder("analyze-several");
    let (games, pages) = (folder.join("games"), folder.join("new").join("pages"));
    fs::create_dir(&games).expect("a folder");
    let psq = "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\nAda\nBob\n-1\n";
    fs::write(games.join("a.psq"), psq).expect("written");
    fs::write(games.join("b.txt"), "one moves=h8,i9\nmoves=h8,i8\n").expect("written");
    fs::write(games.join("c.md"), "no game").expect("written");
    fs::write(games.join("broken.sgf"), "(;SZ[15];B[hh").expect("written");
    let output = analyze(&["--html", name(&pages), name(&games), "h8", "missing.psq"]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let errors = text(&output.stderr);
    assert!(errors.contains("broken.sgf: line 1, column 14: "), "{errors}");
    assert!(errors.contains("error: game: cannot read missing.psq"), "{errors}");
    assert_eq!(errors.matches("error: ").count(), 2, "{errors}");
    let mut written: Vec<String> = fs::read_dir(&pages)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    written.sort();
    assert_eq!(written, ["a.html", "b-2.html", "b-one.html", "game.html", "index.html"]);
    let index = fs::read_to_string(pages.join("index.html")).expect("a page");
    assert!(index.contains("<title>4 games</title>"), "{index}");
    for link in [
        "<a href=\"a.html\">Ada – Bob</a>",
        "<a href=\"b-one.html\">b, one</a>",
        "<a href=\"b-2.html\">b, 2</a>",
        "<a href=\"game.html\">Game</a>",
    ] {
        assert!(index.contains(link), "{link} in {index}");
    }
    assert!(!index.contains(name(&folder)), "{index}");
    let told = text(&output.stdout);
    assert!(told.starts_with("Ada – Bob ("), "{told}");
    assert_eq!(told.matches("freestyle, 15x15, ").count(), 4, "{told}");
}

#[test]
fn a_folder_stands_for_files_with_all_endings_of_games() {
    let folder = new_folder("analyze-endings");
    let file = |ending: &str| folder.join(format!("game.{ending}"));
    // Each file has a game of its own.
    for (ending, number) in Format::endings().zip(1..) {
        let moves = format!("h8 a{number}");
        match ending {
            "rif" => fs::write(file(ending), format!("<game><move>{moves}</move></game>")),
            "pos" => fs::write(file(ending), [2, 112, number]),
            "lib" => {
                let mut convert = Command::new(env!("CARGO_BIN_EXE_fukumi"));
                fs::write(folder.join("moves"), moves).expect("written");
                convert.arg("convert").arg(folder.join("moves")).arg(file(ending));
                assert!(convert.status().expect("it starts").success());
                Ok(())
            }
            _ => fs::write(file(ending), moves),
        }
        .expect("written");
    }
    fs::write(folder.join("notes.md"), "h8 i9").expect("written");
    let games = json(&analyze(&["--json", name(&folder)]));
    assert_eq!(games.len(), Format::endings().count());
    let output = analyze(&[name(&new_folder("analyze-no-endings"))]);
    let expected =
        "no file of games in this folder: .sgf, .psq, .rec, .sav, .pgn, .rif, .pos, .lib";
    assert!(text(&output.stderr).contains(expected), "{output:?}");
}

#[test]
fn a_game_that_a_match_left_in_two_formats_is_taken_once_and_under_its_rule() {
    let folder = new_folder("analyze-match");
    let psq = |moves: &str, end: &str| format!("Piskvorky 15x15, 11:11, 0\n{moves}a\nb\n-1\n{end}");
    let sgf = |moves: &str, rule: &str| format!("(;SZ[15]RU[{rule}]PB[a]PW[b]{moves})");
    for (file, text) in [
        ("game-1.psq", psq("8,8,0\n9,9,0\n", "9,caro\n")),
        ("game-1.sgf", sgf(";B[hh];W[ii]", "caro (9)")),
        ("game-2.psq", psq("8,8,0\n9,9,0\n", "")),
        ("game-2.sgf", sgf(";B[hh];W[ii]", "caro-overline (8)")),
        ("game-3.psq", psq("8,8,0\n9,8,0\n", "8,caro-overline\n")),
        // This is not the same game.
        ("game-4.psq", psq("8,8,0\n9,9,0\n", "4,renju\n")),
        ("game-4.sgf", sgf(";B[hh];W[ih]", "renju (4)")),
        ("game-4.txt", "two moves=h8,i8 rule=caro\nthree moves=h8,i8 rule=caro\n".into()),
    ] {
        fs::write(folder.join(file), text).expect("written");
    }
    let games = json(&analyze(&["--json", name(&folder)]));
    let rules: Vec<&Value> = games.iter().map(|game| &game["rule"]).collect();
    let expected = ["caro", "caro-overline", "caro-overline", "renju", "renju", "caro", "caro"];
    assert_eq!(rules, expected);
}

#[test]
fn the_index_tells_results_and_mistakes() {
    let folder = new_folder("analyze-index");
    let output = analyze(&["--html", name(&folder), WON, MISSED]);
    assert!(output.status.success(), "{output:?}");
    let index = fs::read_to_string(folder.join("index.html")).expect("a page");
    let rows: Vec<&str> = index.lines().filter(|line| line.starts_with("<tr><th")).collect();
    let [won, missed] = rows[..] else { panic!("{index}") };
    assert!(won.contains(">9</td>") && won.contains(">Black has won</td>"), "{won}");
    assert!(won.contains(" href=\"game.html#6\">6. a1 ?"), "{won}");
    assert!(missed.contains(">not over, Black ") && missed.contains(">8</td>"), "{missed}");
    assert!(missed.contains(" href=\"game-2.html#"), "{missed}");
    assert!(missed.contains("</a>, lost ") && !missed.contains(">none<"), "{missed}");
}

#[test]
fn an_index_replaces_its_like_and_nothing_else() {
    let folder = new_folder("analyze-foreign-index");
    let (index, game) = (folder.join("index.html"), folder.join("index.txt"));
    fs::write(&index, "<html>mine</html>").expect("written");
    fs::write(&game, "h8i9").expect("written");
    let arguments = ["--html", name(&folder), name(&game), "h8"];
    let refused = analyze(&arguments);
    assert_eq!(refused.status.code(), Some(1), "{refused:?}");
    assert!(text(&refused.stderr).contains("index.html is not by this program"), "{refused:?}");
    assert_eq!(fs::read_to_string(&index).expect("a file"), "<html>mine</html>");
    assert!(!folder.join("game.html").exists());
    fs::remove_file(&index).expect("a file");
    // A game named like the index does not take its place.
    for _ in 0..2 {
        assert!(analyze(&arguments).status.success());
        assert!(fs::read_to_string(&index).expect("a file").contains("<title>2 games</title>"));
        assert!(folder.join("index-2.html").is_file());
    }
}

#[test]
fn several_games_do_not_become_one_page() {
    let folder = new_folder("analyze-one-page");
    for (option, file) in [("--html", "games.html"), ("--svg", "games.svg")] {
        let page = folder.join(file);
        let output = analyze(&[option, name(&page), "h8", "i9"]);
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        let advice =
            format!("several games take a folder, such as {}\n", name(&folder.join("games")));
        assert!(text(&output.stderr).ends_with(&advice), "{output:?}");
        assert!(!page.exists());
        assert_eq!(text(&output.stdout), "", "nothing is looked at before that");
    }
    // An existing folder with such a name is used as a folder.
    let page = folder.join("pages.html");
    fs::create_dir(&page).expect("a folder");
    assert!(analyze(&["--html", name(&page), "h8", "i9"]).status.success());
    assert!(page.join("index.html").is_file());
}

#[test]
fn a_title_is_no_path() {
    let folder = new_folder("analyze-title");
    let titled = |file: &str, content: &str| {
        let (game, page) = (folder.join(file), folder.join("page.html"));
        fs::write(&game, content).expect("written");
        let output = analyze(&["--html", name(&page), name(&game)]);
        assert!(output.status.success(), "{output:?}");
        let page = fs::read_to_string(&page).expect("a page");
        assert!(!page.contains("analyze-title"), "{page}");
        let title = page.split("<title>").nth(1).expect("a title");
        let title = title.split("</title>").next().unwrap_or_default().to_owned();
        assert!(page.contains(&format!("<h1>{title}</h1>")), "{page}");
        title
    };
    let full = "(;SZ[15]PB[Ada]PW[Bob]EV[Spring Cup]DT[2024-05-01];B[hh])";
    assert_eq!(titled("a.sgf", full), "Ada – Bob, Spring Cup, 2024-05-01");
    assert_eq!(titled("b.sgf", "(;SZ[15]PW[Bob];B[hh])"), "? – Bob");
    assert_eq!(titled("c.sgf", "(;SZ[15]EV[Spring Cup];B[hh])"), "Spring Cup");
    assert_eq!(titled("my game.sgf", "(;SZ[15]DT[2024];B[hh])"), "my game, 2024");
    let psq = "Piskvorky 15x15, 11:11, 0\n8,8,0\nC:\\engines\\pbrain-a.exe\n../b/pbrain-b\n-1\n";
    assert_eq!(titled("d.psq", psq), "pbrain-a.exe – pbrain-b");
    assert_eq!(titled("e.txt", "h8i9"), "e");
    let games = json(&analyze(&["--json", name(&folder.join("a.sgf"))]));
    assert_eq!(
        (&games[0]["event"], &games[0]["date"]),
        (&"Spring Cup".into(), &"2024-05-01".into())
    );
    assert_eq!(games[0]["name"], name(&folder.join("a.sgf")));
}

#[test]
fn the_winning_row_is_named() {
    let row = ["d8", "e8", "f8", "g8", "h8"];
    for arguments in [&["--json", WON][..], &["--json", "--last", "--turn", "white", WON]] {
        let games = json(&analyze(arguments));
        assert_eq!(games[0]["ending"]["row"], serde_json::json!(row), "{arguments:?}");
    }
    let foul = "h6 a1 h7 a3 f8 a5 g8 a7 h8";
    let games = json(&analyze(&["--json", "--rule", "renju", foul]));
    assert_eq!(games[0]["ending"]["winner"], "white");
    assert_eq!(games[0]["ending"]["row"], serde_json::json!([]));
}

#[test]
fn each_of_several_lines_has_its_value() {
    let told = text(&analyze(&["--multi-pv", "3", "h8 i9 g7"]).stdout);
    let table: Vec<&str> = told.split("\n\n").nth(1).expect("a table").lines().collect();
    assert_eq!((table.len(), table[0].ends_with("value  best lines")), (1 + 3 * 3, true), "{told}");
    // The values are in the same column as the others.
    let column = table[0].find("value").expect("a heading") + "value".len();
    for row in &table[1..] {
        let value = row.get(column - 8..column).unwrap_or_default();
        assert!(value.ends_with(" %"), "{row} in {told}");
    }
}

#[test]
fn a_name_that_is_not_there_is_told_with_those_that_are() {
    let folder = new_folder("analyze-names");
    let few = folder.join("few.txt");
    fs::write(&few, "one moves=h8\ntwo moves=h8,i9\n").expect("written");
    let output = analyze(&[&format!("{}:1", name(&few))]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let told = text(&output.stderr);
    assert!(told.ends_with("there is no position '1', only: one, two\n"), "{told}");
    let many = folder.join("many.sgf");
    fs::write(&many, "(;SZ[15];B[hh])\n".repeat(250)).expect("written");
    let told = text(&analyze(&[&format!("{}:251", name(&many))]).stderr);
    assert!(told.contains("'251', but 250 others; the nearest are: "), "{told}");
    assert!(told.len() < 300, "{told}");
}

#[test]
fn a_position_is_analysed_too() {
    let games = json(&analyze(&["--json", "--last", "--turn", "white", "--multi-pv", "2", WON]));
    assert_eq!(
        (list(&games[0]["moves"]).len(), &games[0]["ending"]["winner"]),
        (0, &"black".into())
    );
    let games = json(&analyze(&["--json", "--rule", "renju", "--multi-pv", "2", "h8,j9/i9"]));
    let position = &games[0]["positions"][0];
    assert_eq!((&games[0]["rule"], &position["to_move"]), (&"renju".into(), &"white".into()));
    assert_eq!(list(&position["lines"]).len(), 2);
    let games = json(&analyze(&["--json", "--moves", "2", "--depth", "2", WON]));
    assert_eq!(list(&games[0]["moves"]).len(), 2);
    assert_eq!(games[0]["limits"]["depth"], 2);
    let output = analyze(&["h8,j9/i9"]);
    assert!(text(&output.stdout).contains("\nWhite to move, Black "), "{output:?}");
}

#[test]
fn games_come_from_standard_input() {
    let mut child = command(&["--json", "--time", "0.05", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child.stdin.take().expect("a pipe").write_all(b"h8\r\ni9\r\n").expect("written");
    let games = json(&child.wait_with_output().expect("an answer"));
    assert_eq!(
        (&games[0]["name"], &games[0]["limits"]["time_ms"]),
        (&"standard input".into(), &50.into())
    );
}

#[test]
fn what_cannot_be_analysed_is_an_error_that_says_why() {
    let after_end = format!("{WON} b2");
    for (arguments, part) in [
        (&["z9"][..], "error: game: line 1, column 1: "),
        (&["h8 h8"], "h8 taken"),
        (&[after_end.as_str()], "Black has won with move 9 (of a game, --moves N"),
        (&["--svg", "missing-folder/x/graph.svg", "h8"], "cannot write missing-folder"),
        (&["--html", "Cargo.toml", "h8", "i9"], "Cargo.toml is a file"),
    ] {
        let output = analyze(arguments);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {output:?}");
        assert!(text(&output.stderr).contains(part), "{arguments:?}: {output:?}");
    }
    for arguments in [
        &[][..],
        &["--nodes", "0", "h8"],
        &["--multi-pv", "0", "h8"],
        &["--threads", "0", "h8"],
        &["--mistake", "101", "h8"],
        &["--blunder", "0", "h8"],
        &["--time", "-1", "h8"],
    ] {
        let output = command(arguments).output().expect("the program starts");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {output:?}");
        assert!(text(&output.stderr).contains("--help"), "{arguments:?}: {output:?}");
    }
}

#[test]
fn thresholds_decide_what_is_marked() {
    let marks = |arguments: &[&str]| {
        let games = json(&analyze(&[&["--json", MISSED], arguments].concat()));
        list(&games[0]["moves"]).iter().filter(|entry| !entry["mark"].is_null()).count()
    };
    assert!(
        marks(&["--mistake", "0.1", "--blunder", "0.2"])
            > marks(&["--mistake", "99", "--blunder", "100"])
    );
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_the_work_with_what_is_known() {
    use std::io::{BufRead, BufReader, Read};
    // A win by fours needs no search; the search of an open position never ends.
    let mut child = command(&["--json", "--last", "--nodes", "1000000000000", "f8 a1 g8 a3 h8 a5"])
        .arg("h8 i9")
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut first = String::new();
    stdout.read_line(&mut first).expect("the first game");
    assert!(first.contains("\"win\":{\"threats\":\"fours\""), "{first}");
    let interrupt = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(interrupt.expect("kill").success());
    let mut rest = String::new();
    stdout.read_to_string(&mut rest).expect("text");
    assert_eq!(child.wait().expect("a child").code(), Some(3));
    assert_eq!(rest, "", "nothing is known of the second game");
}

#[test]
fn an_opening_of_renju_has_its_name() {
    let told = |rule: &str| text(&analyze(&["--rule", rule, "h8 i8 g8 h9"]).stdout);
    assert!(told("renju").contains("renju, 15x15, 4 moves, D8 Shogetsu (松月)\n"));
    assert!(told("standard").contains("standard, 15x15, 4 moves\n"));
}

/// A loser has a move from which on the loss is proven, which is marked, and the costliest move of
/// a side is marked too. Returns the color of the loser, if there is one.
fn check_defeat(game: &Value) -> Option<String> {
    let moves = list(&game["moves"]);
    for side in ["black", "white"] {
        if let Some(number) = game["summary"][side]["costliest"].as_u64() {
            let costliest = &moves[number as usize - 1];
            assert_eq!(costliest["color"], side, "{costliest}");
            assert!(costliest["mark"].is_string(), "{costliest}");
        }
    }
    let loser = game["defeat"]["loser"].as_str()?.to_string();
    assert_eq!(game["positions"][moves.len()]["black_win_rate"], f64::from(loser == "white"));
    let number = game["defeat"]["number"].as_u64().expect("a move") as usize;
    let lost = &moves[number - 1];
    assert_eq!((&lost["color"], &lost["loses_game"]), (&loser.as_str().into(), &true.into()));
    assert!(lost["mark"] == "mistake" || lost["mark"] == "blunder", "{}: {lost}", game["name"]);
    assert!(lost["loss"].as_f64() > Some(0.0) && lost["win_rate_after"] == 0.0, "{lost}");
    assert_eq!(moves.iter().filter(|played| played["loses_game"] == true).count(), 1);
    Some(loser)
}

#[test]
fn a_decided_game_says_where_it_was_lost() {
    let games = json(&analyze(&["--json", WON]));
    assert_eq!(check_defeat(&games[0]).as_deref(), Some("white"));
    assert_eq!(games[0]["defeat"]["number"], 6);
    assert!(games[0]["limits"]["mistake_log_odds"].is_number(), "{}", games[0]["limits"]);
    let told = text(&analyze(&[WON]).stdout);
    assert!(told.contains("\nWhite lost with move 6, a1: from there on the loss is"), "{told}");
    assert!(told.contains("\nWhite's costliest move: 6, a1, from "), "{told}");

    let open = json(&analyze(&["--json", "h8 i9"]));
    assert_eq!((check_defeat(&open[0]), &open[0]["defeat"]), (None, &Value::Null));
}

#[test]
fn thresholds_of_log_odds_are_numbers_above_0() {
    for wrong in ["0", "-1", "x", "inf"] {
        let output = analyze(&["--mistake-log-odds", wrong, WON]);
        assert_eq!(output.status.code(), Some(2), "{wrong}");
    }
}

/// Real games, with few nodes: the fewer there are, the more losses are proven late.
#[test]
fn no_loser_of_the_collected_games_goes_without_a_marked_move() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/data/games");
    for name in ["freestyle15.txt", "renju15.txt"] {
        let file = folder.join(name);
        let Some(file) = file.to_str().filter(|_| file.exists()) else {
            let absent = format!("{} is absent: its games are left out", file.display());
            let _ = writeln!(std::io::stderr(), "{absent}");
            continue;
        };
        let output = command(&["--nodes", "100", "--json", file]).output();
        let games = json(&output.expect("the program starts"));
        let decided = games.iter().filter_map(check_defeat).count();
        assert!(decided * 10 > games.len() * 9, "{decided} of {} games", games.len());
    }
}

#[test]
fn what_cannot_be_written_is_told_before_the_work() {
    let folder = new_folder("analyze-unwritable");
    let missing = folder.join("none").join("page");
    for option in ["--html", "--svg"] {
        let output = analyze(&[option, name(&missing), "h8i9h9"]);
        assert_eq!(output.status.code(), Some(1));
        assert!(output.stdout.is_empty(), "nothing is analysed");
        let errors = text(&output.stderr);
        assert!(errors.contains("there is no folder"), "{errors}");
    }
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 0);
}

/// Five games in a file, two of which are the same.
fn collection(name: &str) -> PathBuf {
    let file = new_folder(name).join("games.txt");
    let games = [("a", WON), ("b", MISSED), ("c", "h8 i9 h9"), ("d", "h8 i9"), ("d2", "h8 i9")];
    let line = |(id, moves): (&str, &str)| format!("{id} moves={}\n", moves.replace(' ', ","));
    fs::write(&file, games.map(line).concat()).expect("a file");
    file
}

/// Runs the command with a file of reports.
fn keep(file: &std::path::Path, reports: &std::path::Path, more: &[&str]) -> Output {
    analyze(&[&["--json", "--out", name(reports), name(file)][..], more].concat())
}

#[test]
fn a_file_of_reports_is_the_same_however_often_the_work_was_killed() {
    let file = collection("killed");
    let (whole, killed) = (file.with_file_name("whole.jsonl"), file.with_file_name("killed.jsonl"));
    let output = keep(&file, &whole, &[]);
    assert!(output.status.success(), "{output:?}");
    let expected = fs::read_to_string(&whole).expect("reports");
    assert_eq!((expected.lines().count(), &expected), (5, &text(&output.stdout)));
    let arguments = ["--nodes", "2000", "--out", name(&killed), name(&file)];
    for lines in [1, 3] {
        let mut child = command(&arguments).stdout(Stdio::null()).spawn().expect("it starts");
        let count = || fs::read_to_string(&killed).unwrap_or_default().lines().count();
        while count() < lines && child.try_wait().expect("a child").is_none() {
            std::thread::yield_now();
        }
        let _ = child.kill();
        child.wait().expect("a child");
    }
    // What a kill leaves at worst: a report that was not written to its end.
    let kept = fs::read_to_string(&killed).expect("reports");
    fs::write(&killed, &kept[..kept.len() - 7]).expect("reports");
    let left = json(&keep(&file, &killed, &["--threads", "3"])).len();
    assert!((1..5).contains(&left), "{left} games were left");
    assert_eq!(fs::read_to_string(&killed).expect("reports"), expected);
    let again = keep(&file, &killed, &[]);
    assert_eq!((json(&again).len(), text(&again.stderr).as_str()), (0, "note: 5 games known\n"));
}

#[test]
fn runs_that_share_the_games_give_the_reports_of_one() {
    let file = collection("shared");
    let whole = text(&analyze(&["--json", name(&file)]).stdout);
    let share = |numbers| text(&analyze(&["--json", name(&file), "--only", numbers]).stdout);
    assert_eq!(["1-2", "3-3", "4-9"].map(share).concat(), whole);
    let list = text(&analyze(&[name(&file), "--list"]).stdout);
    let named = |line| serde_json::from_str::<Value>(line).expect("JSON")["name"].clone();
    assert_eq!(list.lines().collect::<Vec<_>>(), whole.lines().map(named).collect::<Vec<_>>());
}

#[test]
fn reports_count_for_the_same_games_and_limits_only() {
    let file = collection("same");
    let reports = file.with_file_name("reports.jsonl");
    assert_eq!(json(&keep(&file, &reports, &["--last"])).len(), 5);
    assert_eq!(json(&keep(&file, &reports, &[])).len(), 5);
}

#[test]
fn a_file_of_something_else_is_no_file_of_reports() {
    let file = collection("else");
    for content in ["no report\n", "{\"name\": \"a\"}\n", "{\"complete\": true}\n"] {
        let other = file.with_file_name("other.jsonl");
        fs::write(&other, content).expect("a file");
        let output = keep(&file, &other, &[]);
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        assert!(text(&output.stderr).contains("line 1 is no result of this command"), "{output:?}");
        assert_eq!(fs::read_to_string(&other).expect("a file"), content);
    }
}
