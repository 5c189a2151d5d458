//! `fukumi solve` as a person runs it: the built program, its arguments, output and exit status.

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use fukumi_driver::finish::{Finished, finish};
use fukumi_reports::words;
use serde_json::Value;

/// Three black stones in a row, Black to move.
const THREE: &str = "f8a1g8a3h8a5";

/// Stones so close together that there are endless threats; no answer was found within minutes.
const HARD: &str = "rule=standard moves=f6,h7,f9,g7,f8,h6,j6";

/// Far more than it takes to end at once, on a machine that is slow and busy.
const PATIENCE: Duration = Duration::from_secs(600);

/// The result of a run.
struct Run {
    status: Option<i32>,
    output: String,
    errors: String,
}

impl Run {
    fn json(&self) -> Value {
        let parsed = serde_json::from_str(&self.output);
        parsed.unwrap_or_else(|error| panic!("{error} in {:?} {:?}", self.output, self.errors))
    }
}

fn start(arguments: &[&str], input: &str) -> Child {
    let mut child = Command::new(env!("CARGO_BIN_EXE_fukumi"))
        .arg("solve")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    // The program may have ended already, or not read the input.
    let _ = stdin.write_all(input.as_bytes());
    child
}

fn end(child: Child) -> Run {
    let Finished { ending, output, errors } = finish(child);
    Run { status: ending.code(), output, errors }
}

fn solve(arguments: &[&str]) -> Run {
    end(start(arguments, ""))
}

fn strings(value: &Value) -> Vec<&str> {
    value.as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

#[test]
fn every_notation_gives_the_same_answer() {
    let picture = ". . . . . . . . . . . . . . .\n".repeat(7)
        + ". . . . . x x x . . . . . . .\n"
        + &". . . . . . . . . . . . . . .\n".repeat(2)
        + "o . . . . . . . . . . . . . .\n. . . . . . . . . . . . . . .\n"
        + "o . . . . . . . . . . . . . .\n. . . . . . . . . . . . . . .\n"
        + "o . . . . . . . . . . . . . .\n";
    let blocks = "START 15\nBOARD\n5,7,1\n0,14,2\n6,7,1\n0,12,2\n7,7,1\n0,10,2\nDONE\n";
    let psq = "Piskvorky 15x15, 11:11, 0\n6,8,0\n1,15,0\n7,8,0\n1,13,0\n8,8,0\n1,11,0\nx\ny\n-1\n";
    let sgf =
        "(;FF[4]GM[4]SZ[15]C[a (small\\] game];B[fh];W[ao];B[gh];W[am];B[h8](;W[a5])(;W[b5]))";
    for text in [
        THREE,
        "1. f8 a1 2. g8 a3 3. h8 a5",
        "f8,g8,h8/a1,a3,a5",
        "id size=15 rule=freestyle turn=b black=f8,g8,h8 white=a1,a3,a5",
        &picture,
        &picture.replace(' ', ""),
        blocks,
        psq,
        sgf,
    ] {
        let direct = solve(&["--vcf", "--shortest", "--json", text]);
        let piped =
            end(start(&["--vcf", "--shortest", "--json", "-"], &text.replace('\n', "\r\n")));
        for run in [direct, piped] {
            assert_eq!(run.status, Some(0), "{text}: {}", run.errors);
            let answer = run.json();
            assert_eq!(answer["position"]["to_move"], "black", "{text}");
            assert_eq!(strings(&answer["position"]["black"]), ["f8", "g8", "h8"], "{text}");
            assert_eq!(strings(&answer["position"]["white"]), ["a5", "a3", "a1"], "{text}");
            assert_eq!(
                (&answer["verdict"], &answer["plies"]),
                (&"win".into(), &3.into()),
                "{text}"
            );
            let line = strings(&answer["line"]);
            assert!(["e8", "i8"].contains(&line[0]), "{text}: {line:?}");
        }
    }
}

#[test]
fn the_answer_is_told_in_words_below_a_picture() {
    let run = solve(&["--shortest", "--rule", "renju", THREE]);
    assert_eq!((run.status, run.errors.as_str()), (Some(0), ""));
    assert!(run.output.contains("Black wins by fours in 2 moves (3 plies)"), "{}", run.output);
    assert!(
        run.output.contains("renju, Black (x) to move; last move a5, * wins"),
        "{}",
        run.output
    );
    assert!(run.output.contains(" 5 (o). "), "{}", run.output);
    // The program can read what it prints.
    let picture = run.output.split("\n\n").next().expect("a picture");
    let again = solve(&["--shortest", picture]);
    assert_eq!(again.output.split("\n\n").next(), Some(picture));
}

#[test]
fn json_has_all_there_is_to_know() {
    let answer = solve(&["--json", THREE]).json();
    for key in ["position", "question", "threats", "verdict", "moves", "plies", "line", "tried"] {
        assert!(!answer[key].is_null(), "{key} in {answer}");
    }
    for key in ["nodes", "time_ms", "nps", "proof_size"] {
        assert!(answer[key].is_number(), "{key} in {answer}");
    }
    assert!(answer["ended_by"].is_null());
    assert_eq!(answer["threats"], "fours");
    assert_eq!(strings(&answer["line"]).len() % 2, 1);
}

/// A text without line ends and without what begins the lines of comments and lists.
fn unwrapped(text: &str) -> String {
    let marks: &[char] = &[' ', '/', '*', '#', '>', '-'];
    let lines: Vec<&str> = text.lines().map(|line| line.trim_matches(marks)).collect();
    lines.join(" ")
}

#[test]
fn what_no_win_means_is_said_in_the_same_words_everywhere() {
    // The board does not ask for fours alone.
    let of_board = words::NO_WIN.replace(", or by fours alone if asked", "");
    assert_ne!(of_board, words::NO_WIN);
    let files = [
        "docs/solve.md",
        "docs/analysis.md",
        "docs/json.md",
        "docs/options.md",
        "docs/python.md",
        "bindings/web/README.md",
        "bindings/web/src/data.ts",
        "docs/json-solver-keys.md",
        "bindings/python/fukumi/_data.py",
        "bindings/c/include/fukumi.h",
        "crates/core/src/solver/verdict.rs",
    ];
    let all = files.map(|file| (file, words::NO_WIN));
    for (file, sentence) in all.into_iter().chain([("docs/board.md", of_board.as_str())]) {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
        let text = unwrapped(&fs::read_to_string(path).expect("a file of the repository"));
        assert!(text.contains(sentence), "{file} has another sentence than {sentence:?}");
    }
    for command in ["solve", "analyze", "serve"] {
        let mut program = Command::new(env!("CARGO_BIN_EXE_fukumi"));
        let help = program.args([command, "--help"]).output().expect("the program starts");
        let help = unwrapped(&String::from_utf8_lossy(&help.stdout));
        assert!(help.contains(words::NO_WIN), "{command} --help: {help}");
    }
}

#[test]
fn no_win_is_an_answer_too() {
    let run = solve(&["h8"]);
    assert_eq!(run.status, Some(0));
    let text = "no win by fours\nno win by fours and threes; other wins may exist\n";
    assert!(run.output.contains(text), "{}", run.output);
    let run = solve(&["--vcf", "h8"]);
    assert!(run.output.contains("\nno win by fours; other wins may exist\n"), "{}", run.output);
    let run = solve(&["--all", "h8"]);
    assert!(run.output.contains("\nno win by fours and threes; other wins may exist\n"));
    let answer = solve(&["--vcf", "--json", "h8"]).json();
    assert_eq!(
        (&answer["verdict"], &answer["line"]),
        (&"no-win".into(), &Value::Array(Vec::new()))
    );
}

#[test]
fn all_first_moves_of_a_win_are_listed() {
    let answer = solve(&["--vcf", "--all", "--json", THREE]).json();
    assert_eq!((&answer["question"], &answer["verdict"]), (&"all".into(), &"win".into()));
    let moves = answer["first_moves"].as_array().expect("a list");
    let first: Vec<&str> = moves.iter().filter_map(|entry| entry["move"].as_str()).collect();
    assert!(first.contains(&"e8") && first.contains(&"i8"), "{first:?}");
    assert!(moves.iter().all(|entry| entry["verdict"] == "win" && entry["plies"].is_u64()));
    let text = solve(&["--vcf", "--all", THREE]).output;
    assert!(text.contains("moves begin a win of Black by fours:\n"), "{text}");
}

#[test]
fn the_moves_that_stop_a_threat_are_listed() {
    let threatened = "f8a1g8a3h8";
    let answer = solve(&["--vcf", "--defend", "--json", threatened]).json();
    assert_eq!((&answer["question"], &answer["verdict"]), (&"defend".into(), &"holds".into()));
    assert_eq!(answer["threat"]["verdict"], "win");
    let replies = answer["replies"].as_array().expect("a list");
    let outcome = |label: &str| {
        let reply = replies.iter().find(|reply| reply["move"] == label);
        reply.map(|reply| reply["verdict"].as_str().unwrap_or_default())
    };
    assert_eq!((outcome("e8"), outcome("i8")), (Some("no-win"), Some("no-win")));
    assert_eq!((outcome("o15"), outcome("h8")), (Some("win"), None));
    let text = solve(&["--vcf", "--defend", threatened]).output;
    assert!(
        text.contains("Black threatens to win by fours in 2 moves (3 plies)\nline: "),
        "{text}"
    );
    assert!(text.contains("; last move h8, * holds\n"), "{text}");
    let text = solve(&["--vcf", "--defend", "h8"]).output;
    let no = "Black threatens no win by fours; other wins may exist\n";
    assert!(text.contains(no), "{text}");
}

#[test]
fn a_rule_a_turn_and_a_number_of_moves_can_be_given() {
    let run = solve(&["--json", "--vcf", "--turn", "white", "--rule", "caro", THREE]);
    let position = run.json()["position"].clone();
    assert_eq!((&position["to_move"], &position["rule"]), (&"white".into(), &"caro".into()));
    let position = solve(&["--json", "--vcf", "--moves", "3", "--size", "20x16", THREE]).json();
    let position = &position["position"];
    assert_eq!((&position["width"], &position["height"]), (&20.into(), &16.into()));
    assert_eq!((&position["to_move"], &position["last"]), (&"white".into(), &"g8".into()));
}

#[test]
fn a_bad_position_is_an_error_that_says_why() {
    for (arguments, part) in [
        (&["z9"][..], "'z9'"),
        (&["h8 h8"], "h8 taken"),
        (&["hello"], "expected moves such as"),
        (&[""], "found nothing"),
        (&["h8i8t20"], "--size"),
        (&["black=a1,b2,c3"], "--turn"),
        (&["h8a1i8a2j8a3k8a4l8"], "Black has won"),
        (&["h8a1i8a2j8a3k8a4l8"], "--moves"),
        (&["a moves=h8\nb moves=h9"], "found 2"),
        (&["missing-folder/game.sgf"], "no such file"),
        (&["(;SZ[15];B[hh"], "line 1, column 14"),
        (&["size=15"], "expected stones"),
        (&["--size", "20", "size=15 moves=h8"], "expected a board of 20x20"),
    ] {
        let run = solve(arguments);
        assert_eq!((run.status, run.output.as_str()), (Some(1), ""), "{arguments:?}");
        assert!(run.errors.starts_with("error: "), "{arguments:?}: {}", run.errors);
        assert!(run.errors.contains(part), "{arguments:?}: {}", run.errors);
    }
    let run = end(start(&["-"], &".\n".repeat(1 << 20)));
    assert_eq!(run.status, Some(1));
}

#[test]
fn a_bad_command_line_is_answered_with_the_usage() {
    for arguments in [
        &[][..],
        &["--vcf"],
        &["--bogus", "h8"],
        &["--vcf", "--vct", "h8"],
        &["--all", "--defend", "h8"],
        &["--rule", "go", "h8"],
        &["--size", "4", "h8"],
        &["--time", "-1", "h8"],
        &["--time", "nan", "h8"],
        &["--nodes", "0", "h8"],
        &["--memory", "0", "h8"],
    ] {
        let run = solve(arguments);
        assert_eq!((run.status, run.output.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(run.errors.contains("--help"), "{arguments:?}: {}", run.errors);
    }
}

#[test]
fn a_proof_is_written_to_a_file() {
    let file = std::env::temp_dir().join(format!("fukumi-proof-{}.txt", std::process::id()));
    let name = file.to_str().expect("a name in UTF-8");
    let run = solve(&["--vcf", "--proof", name, THREE]);
    let proof = std::fs::read_to_string(&file);
    let _ = std::fs::remove_file(&file);
    assert_eq!(run.status, Some(0), "{}", run.errors);
    assert!(proof.expect("a file").contains("8"));
    let run = solve(&["--vcf", "--proof", "missing-folder/proof.txt", THREE]);
    assert_eq!(run.status, Some(1));
    assert!(run.errors.contains("cannot write missing-folder/proof.txt"), "{}", run.errors);
    assert_eq!(run.output, "", "it is said before the search");
    std::fs::write(&file, THREE).expect("a file");
    let run = solve(&["--vcf", "--proof", name, name]);
    let content = std::fs::read_to_string(&file);
    let _ = std::fs::remove_file(&file);
    assert_eq!((run.status, content.expect("a file").as_str()), (Some(1), THREE));
    assert!(run.errors.contains("name another file to write"), "{}", run.errors);
}

#[test]
fn a_budget_that_is_used_up_leaves_the_answer_open() {
    let run = solve(&["--nodes", "1000", "--json", HARD]);
    assert_eq!(run.status, Some(3), "{}", run.errors);
    let answer = run.json();
    assert_eq!((&answer["verdict"], &answer["ended_by"]), (&"unknown".into(), &"nodes".into()));
    let start = Instant::now();
    let run = solve(&["--time", "0.2", HARD]);
    assert_eq!(run.status, Some(3), "{}", run.errors);
    assert!(run.output.contains("budget used up"), "{}", run.output);
    assert!(start.elapsed() < PATIENCE);
}

/// A position in which a node limit once made the solver ask for ever.
#[test]
fn a_node_limit_ends_the_list_of_defences() {
    let crowded = "black=e11,g8,g9,g10,h8,i10,j9,k6,k9 white=f8,g11,h6,h9,i9,j6,j10,k8 turn=w \
                   rule=standard size=15";
    for nodes in ["5", "20", "1000"] {
        for threats in [&["--vcf"][..], &[]] {
            let run =
                solve(&[&["--defend", "--nodes", nodes, "--json", crowded], threats].concat());
            let answer = run.json();
            let status = if answer["ended_by"].is_null() { 0 } else { 3 };
            assert_eq!(run.status, Some(status), "{nodes} {threats:?}: {answer}");
            let most = nodes.parse::<u64>().expect("a number") + 2;
            assert!(answer["nodes"].as_u64().is_some_and(|used| used <= most), "{answer}");
        }
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_the_work_with_what_is_known() {
    let mut child = start(&["--json", HARD], "");
    // The first line of progress comes after a second, when the handler is long installed.
    let mut byte = [0];
    child.stderr.as_mut().expect("a pipe").read_exact(&mut byte).expect("a line of progress");
    let interrupt = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(interrupt.expect("kill").success());
    let sent = Instant::now();
    let run = end(child);
    assert!(sent.elapsed() < PATIENCE);
    assert_eq!(run.status, Some(3), "{}", run.errors);
    let answer = run.json();
    assert_eq!((&answer["verdict"], &answer["ended_by"]), (&"unknown".into(), &"interrupt".into()));
}

/// Three positions in a folder of their own: a win, none, and a name that two of them have.
fn puzzles(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    let text = "win moves=f8,a1,g8,a3,h8,a5\nnone moves=h8,i9\nhard rule=standard \
                moves=f6,h7,f9,g7,f8,h6,j6\n";
    fs::write(folder.join("puzzles.txt"), text).expect("a file");
    folder
}

fn lines(run: &Run) -> Vec<Value> {
    let parse = |line| serde_json::from_str(line).expect("an object on each line");
    run.output.lines().map(parse).collect()
}

#[test]
fn several_positions_are_solved_in_their_order_on_any_number_of_threads() {
    let folder = puzzles("several");
    let file = folder.join("puzzles.txt");
    let file = file.to_str().expect("a name in Unicode");
    let verdicts = |run: &Run| -> Vec<String> {
        lines(run).iter().map(|line| format!("{} {}", line["id"], line["verdict"])).collect()
    };
    let one = solve(&[file, "--nodes", "2000", "--json"]);
    let many = solve(&[file, "--nodes", "2000", "--json", "--threads", "3"]);
    assert_eq!(one.status, Some(3), "{}", one.errors);
    assert_eq!(verdicts(&one), verdicts(&many));
    let found = verdicts(&one);
    assert!(found[0].ends_with("puzzles.txt:win\" \"win\""), "{found:?}");
    assert!(found[1].ends_with("puzzles.txt:none\" \"no-win\""), "{found:?}");
    assert!(found[2].ends_with("puzzles.txt:hard\" \"unknown\""), "{found:?}");
    let text = solve(&[file, &format!("{file}:win"), "--nodes", "2000"]);
    assert_eq!(text.output.lines().count(), 5, "{}", text.output);
    assert!(text.output.contains("puzzles.txt:win: Black wins by fours in"), "{}", text.output);
    assert!(text.output.ends_with("4 positions, 1 unknown\n"), "{}", text.output);
}

#[test]
fn runs_that_share_the_positions_give_the_answers_of_one() {
    let folder = puzzles("shared");
    let file = folder.join("puzzles.txt");
    let text = fs::read_to_string(&file).expect("a file");
    fs::write(&file, text.replacen('\n', "\nbroken moves=h8,h8\n", 1)).expect("a file");
    let file = file.to_str().expect("a name in Unicode");
    // The same positions twice: the second ones have names of their own.
    let answers = |only: &[&str]| -> Vec<String> {
        let run = solve(&[&["--nodes", "2000", "--json", file, file], only].concat());
        let without_times = |mut line: Value| {
            let keys = line.as_object_mut().expect("an object");
            keys.retain(|key, _| key != "time_ms" && key != "nps");
            line.to_string()
        };
        lines(&run).into_iter().map(without_times).collect()
    };
    let shares = ["1-3", "4-5", "6-6", "7-7", "8-8", "9-12"];
    let shared = shares.map(|share| answers(&["--only", share]));
    assert_eq!(shared.each_ref().map(Vec::len), [2, 2, 0, 1, 1, 0]);
    assert_eq!(shared.concat(), answers(&[]));
    assert!(shared[4][0].contains("puzzles.txt:hard#2\""), "{}", shared[4][0]);

    let run = solve(&[file, "h8", "--list"]);
    assert_eq!(run.status, Some(1), "one of them cannot be read");
    let names = ["win", "", "none", "hard"].map(|id| match id {
        "" => String::new(),
        id => format!("{file}:{id}"),
    });
    assert_eq!(run.output.lines().collect::<Vec<_>>(), [&names[..], &["game".into()]].concat());
    assert!(run.errors.contains("puzzles.txt:broken: "), "{}", run.errors);
    for share in ["0-1", "2-1", "2", "a-b", "-1"] {
        let run = solve(&[file, &format!("--only={share}")]);
        assert_eq!(run.status, Some(2), "{share}");
        assert!(run.errors.contains("as in 1001-2000"), "{share}: {}", run.errors);
    }
}

#[test]
fn moves_in_several_words_are_no_positions() {
    let run = solve(&["h8", "h9"]);
    assert_eq!((run.status, run.output.as_str()), (Some(1), ""));
    assert!(run.errors.contains("there is no file h8"), "{}", run.errors);
}

#[test]
fn a_file_of_answers_is_gone_on_with() {
    let folder = puzzles("answers");
    let answers = folder.join("answers.jsonl");
    let arguments = |nodes| {
        let folder = folder.to_str().expect("a name in Unicode");
        let answers = answers.to_str().expect("a name in Unicode");
        solve(&[folder, "--nodes", nodes, "--json", "--out", answers])
    };
    let first = arguments("2000");
    assert_eq!(lines(&first).len(), 3, "{}", first.errors);
    let kept = fs::read_to_string(&answers).expect("answers");
    assert_eq!(kept, first.output);
    // The last answer was not written to its end.
    fs::write(&answers, &kept[..kept.len() - 9]).expect("answers");
    let second = arguments("2000");
    assert_eq!(lines(&second).len(), 1, "{}", second.output);
    assert_eq!(fs::read_to_string(&answers).expect("answers").lines().count(), 3);
    assert_eq!(arguments("2000").output, "");
    // What is not known is asked again with other limits, what is known is not.
    let third = arguments("3000");
    assert_eq!(lines(&third).len(), 1);
    assert_eq!(lines(&third)[0]["verdict"], "unknown");
    fs::write(&answers, "no answer\n").expect("answers");
    let refused = arguments("2000");
    assert_eq!(refused.status, Some(1));
    assert!(refused.errors.contains("line 1 is no result of this command"), "{}", refused.errors);
}
