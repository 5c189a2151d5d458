//! What the engine learns from its games, in real files: the built program plays, processes are
//! killed while they write, several write at the same time, and the disk is full.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use fukumi_core::control::{Control, Limits};
use fukumi_core::geometry::{BoardSize, Point};
use fukumi_core::identity::Key;
use fukumi_core::learning::{Record, Tally};
use fukumi_core::position::Position;
use fukumi_core::rule::Rule;
use fukumi_core::score::Score;
use fukumi_core::search::{Request, STACK_BYTES, Searcher};
use fukumi_database::{Access, Database};
use serde_json::{Value, json};

const PATIENCE: Duration = Duration::from_secs(600);
/// Number of records that a game adds in these tests, each about another position.
const POSITIONS: u64 = 16;

/// An empty folder with this name.
fn new_folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("learning").join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a folder");
    path
}

fn record(key: u64, met: u32) -> Record {
    Record {
        key: Key(key),
        rule: Rule::Renju,
        size: BoardSize::square(15).expect("in range"),
        stones: 9,
        score: Some(Score::from_points(-77)),
        tally: Tally { losses: 1, ..Tally::default() },
        met,
    }
}

fn records(keys: std::ops::Range<u64>) -> Vec<Record> {
    keys.map(|key| record(key, 1)).collect()
}

fn open(path: &Path, access: Access) -> Database {
    Database::open(path, access, PATIENCE).expect("a database")
}

/// All that was learnt.
fn learned(path: &Path) -> Vec<Record> {
    let mut records = Vec::new();
    let read = open(path, Access::Read).each_learned(|record| {
        records.push(record);
        Ok(())
    });
    read.expect("sound rows");
    records
}

/// This is not a test but the process that the tests below start. It adds games to the file that
/// the environment names, a given number or until it is killed, and prints the number of each game
/// that is written.
#[test]
#[ignore = "started by other tests"]
fn a_process_that_writes() {
    let Ok(path) = std::env::var("FUKUMI_TEST_FILE") else { return };
    let count =
        std::env::var("FUKUMI_TEST_GAMES").map_or(u32::MAX, |n| n.parse().expect("a number"));
    let mut database = open(Path::new(&path), Access::Create);
    for game in 1..=count {
        let records: Vec<Record> = (1..=POSITIONS).map(|key| record(key, game)).collect();
        database.learn(&records).expect("written");
        println!("\nwritten {game}");
    }
}

fn writer(path: &Path) -> Command {
    let mut command = Command::new(std::env::current_exe().expect("this program"));
    command.args(["--exact", "a_process_that_writes", "--ignored", "--nocapture"]);
    command.env("FUKUMI_TEST_FILE", path).stdout(Stdio::piped()).stderr(Stdio::null());
    command
}

/// The number of lost games that the file has for every position.
fn games(path: &Path) -> u32 {
    let records = learned(path);
    assert_eq!(records.len() as u64, POSITIONS);
    let losses = records[0].tally.losses;
    assert!(records.iter().all(|record| record.tally.losses == losses), "no game is there in part");
    losses
}

#[test]
fn a_process_killed_while_it_writes_loses_nothing_older() {
    let path = new_folder("killed").join("positions.db");
    let mut total = 0;
    for round in 0..100u64 {
        let mut child = writer(&path).spawn().expect("a process");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut written = output.lines().map_while(Result::ok).filter_map(|line| {
            line.strip_prefix("written ").map(|game| game.parse::<u32>().expect("a number"))
        });
        written.next().expect("a first game");
        // The kill may come at any moment of the games that follow; no precise clock is needed.
        thread::sleep(Duration::from_micros(round * 7_919 % 20_000));
        child.kill().expect("killed");
        child.wait().expect("gone");
        let told = written.last().unwrap_or(1);
        let kept = games(&path);
        // The game that was being written may be there as well.
        let expected = total + told..=total + told + 1;
        assert!(
            expected.contains(&kept),
            "round {round}: {told} told, {total} before, {kept} kept"
        );
        total = kept;
    }
    assert!(open(&path, Access::Read).check(9).expect("read").is_empty());
    println!("{total} games");
}

#[test]
fn processes_that_write_to_one_file_lose_nothing() {
    let path = new_folder("together").join("positions.db");
    let start = || writer(&path).env("FUKUMI_TEST_GAMES", "50").spawn().expect("a process");
    let children: Vec<Child> = (0..4).map(|_| start()).collect();
    for child in children {
        assert!(child.wait_with_output().expect("an end").status.success());
    }
    assert_eq!(games(&path), 200);
}

/// Runs `fukumi database`, and returns whether it succeeded, with all that it printed.
fn run(arguments: &[&str]) -> (bool, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_fukumi"))
        .arg("database")
        .args(arguments)
        .output()
        .expect("the program starts");
    let text = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("text"));
    (output.status.success(), text.concat())
}

/// What `fukumi database` prints when it succeeds.
fn done(arguments: &[&str]) -> String {
    let (is_done, text) = run(arguments);
    assert!(is_done, "{arguments:?}: {text}");
    text
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a path in UTF-8")
}

#[cfg(unix)]
#[test]
fn a_full_disk_costs_what_is_new_and_nothing_older() {
    let folder = new_folder("full");
    let (path, other) = (folder.join("positions.db"), folder.join("other.db"));
    open(&path, Access::Create).learn(&records(1..31)).expect("written");
    open(&other, Access::Create).learn(&records(101..6_000)).expect("written");
    // No file may grow beyond so many blocks of 512 or 1024 bytes, depending on the shell's
    // builtin: not one of those that are needed to write at all, and not the log of changes.
    for blocks in [1, 128] {
        let limited = format!(r#"ulimit -f {blocks}; exec "$0" "$@""#);
        let output = Command::new("sh")
            .args(["-c", &limited, env!("CARGO_BIN_EXE_fukumi"), "database", "import"])
            .args([&path, &other])
            .output()
            .expect("a shell");
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        assert_eq!(learned(&path), records(1..31), "{blocks}");
    }
    // Now there is room again.
    done(&["import", text(&path), text(&other)]);
    assert_eq!(learned(&path), [records(1..31), records(101..6_000)].concat());
}

/// A stone in the centre, and what was learnt of it and of a reply.
fn lessons() -> [Record; 2] {
    let size = BoardSize::square(15).expect("in range");
    let mut position = Position::new(size, Rule::Renju);
    let mut lesson = |x, y, score, tally| {
        position.play(Point::new(x, y));
        let key = fukumi_core::identity::Identity::of(&position).key();
        let stones = position.board().stones().len() as u16;
        Record { key, stones, score: Some(score), tally, ..record(0, 1_700_000_000) }
    };
    let first = lesson(7, 7, Score::from_points(-120), Tally { losses: 3, ..Tally::default() });
    let second = lesson(8, 6, Score::win_in(7), Tally { wins: 2, draws: 1, losses: 0 });
    [first, second]
}

#[test]
fn the_commands_show_count_add_and_forget_what_was_learnt() {
    let folder = new_folder("command");
    let (path, other) = (folder.join("a.db"), folder.join("b.db"));
    open(&path, Access::Create).learn(&lessons()).expect("written");
    done(&["set", text(&path), "h8 i9", "--rule", "renju", "--comment", "a reply"]);
    let query = |path: &Path, place| {
        let told = done(&["query", text(path), place, "--rule", "renju", "--json"]);
        serde_json::from_str::<Value>(&told).expect("JSON")
    };
    let known = query(&path, "h8");
    assert!(known["entry"].is_null());
    assert_eq!(
        (&known["learned"]["score"], &known["learned"]["losses"]),
        (&json!(-120), &json!(3))
    );
    let moves = known["moves"].as_array().expect("moves");
    assert_eq!(moves.len(), 1, "the reply and its symmetric ones are one");
    let (reply, learned) = (&moves[0], &moves[0]["learned"]);
    assert_eq!((&reply["move"], &reply["same"]), (&json!("g9"), &json!(["i9", "g7", "i7"])));
    assert_eq!(reply["entry"]["comment"], "a reply");
    // As the side that plays it sees it.
    assert_eq!((&learned["plies"], &learned["losses"]), (&json!(-8), &json!(2)));
    assert_eq!(learned["met"], 1_700_000_000);
    let told = done(&["query", text(&path), "h8", "--rule", "renju"]);
    assert!(told.starts_with("learnt: -120 (35 %)  games +0 =0 -3\n"), "{told}");
    assert!(told.contains("  g9  known  learnt: loss in 8  games +0 =1 -2\n"), "{told}");
    let counts: Value =
        serde_json::from_str(&done(&["statistics", text(&path), "--json"])).expect("JSON");
    assert_eq!((&counts["positions"], &counts["learned"]), (&json!(1), &json!(2)));
    assert_eq!(done(&["check", text(&path)]), "nothing is wrong\n");

    let first = lessons()[0];
    let without = Record { score: None, ..first };
    let unvalued = folder.join("c.db");
    open(&unvalued, Access::Create).learn(&[without]).expect("written");
    let told = done(&["query", text(&unvalued), "h8", "--rule", "renju"]);
    assert_eq!(told, "learnt: games +0 =0 -3\n");
    let learned = &query(&unvalued, "h8")["learned"];
    assert_eq!([&learned["score"], &learned["win_rate"]], [&Value::Null; 2]);
    done(&["import", text(&unvalued), text(&path)]);
    open(&unvalued, Access::Write)
        .learn(&[Record { met: first.met + 1, ..without }])
        .expect("written");
    assert_eq!(query(&unvalued, "h8")["learned"]["score"], -120, "a later game without a value");

    // Games of two databases add up.
    let told = done(&["import", text(&other), text(&path), text(&path)]);
    let line = format!("1 position and what was learnt of 2 from {}\n", path.display());
    assert_eq!(told, line.repeat(2));
    assert_eq!(query(&other, "h8")["learned"]["losses"], 6);

    assert_eq!(done(&["forget", text(&path)]), "2 positions forgotten\n");
    assert!(query(&path, "h8")["learned"].is_null());
    assert_eq!(query(&path, "h8 i9")["entry"]["comment"], "a reply", "notes stay");
    done(&["remove", text(&other), "h8 i9", "--rule", "renju"]);
    assert_eq!(query(&other, "h8 i9")["learned"]["wins"], 4, "what was learnt stays");
}

/// The program in a game, as White.
struct Player {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Player {
    fn start(options: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_fukumi"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let input = child.stdin.take().expect("a pipe");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut player = Self { child, input, output };
        for option in options {
            player.tell(&format!("INFO {option}"));
        }
        player.tell("START 15");
        assert_eq!(player.answer(), "OK");
        player
    }

    fn tell(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("it listens");
    }

    /// The next line that is not a message.
    fn answer(&mut self) -> String {
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).expect("it answers") > 0, "it is gone");
            if !line.starts_with("MESSAGE") {
                return line.trim_end().into();
            }
        }
    }

    fn reply(&mut self, point: Point) -> Point {
        self.tell(&format!("TURN {point}"));
        let answer = self.answer();
        let (x, y) = answer.split_once(',').expect("a move");
        Point::new(x.parse().expect("a number"), y.parse().expect("a number"))
    }

    fn end(mut self) {
        self.tell("END");
        assert!(self.child.wait().expect("an end").success());
    }
}

/// A move of a stronger player than the program is here. It depends only on the position.
fn strong_move(position: &Position) -> Point {
    let position = position.clone();
    let search = move || {
        let mut searcher = Searcher::new();
        searcher.set_memory(1 << 20);
        let limits = Limits { nodes: Some(8_000), ..Limits::default() };
        let control = Control::new(Instant::now(), limits);
        searcher.think(&position, &Request::default(), &control, &mut |_| {}).best_move
    };
    let thread = thread::Builder::new().stack_size(STACK_BYTES).spawn(search).expect("a thread");
    thread.join().expect("a search").expect("a move")
}

/// Plays a game that a strong player wins as Black, and returns all its moves. If the position is
/// on a line that once won, the strong player continues that line without thinking.
fn lose(options: &[&str], scripts: &[Vec<Point>]) -> Vec<Point> {
    let mut player = Player::start(options);
    let size = BoardSize::square(15).expect("in range");
    let mut position = Position::new(size, Rule::Freestyle);
    let mut moves: Vec<Point> = Vec::new();
    loop {
        let script = scripts.iter().find(|script| script.starts_with(&moves));
        let scripted = script.and_then(|script| script.get(moves.len()).copied());
        let point = match scripted {
            Some(point) => point,
            None if moves.is_empty() => size.center(),
            None => strong_move(&position),
        };
        position.play(point);
        moves.push(point);
        let reply = player.reply(point);
        if position.ending().is_some() {
            break;
        }
        position.play(reply);
        moves.push(reply);
        assert!(position.ending().is_none(), "the program is too strong for this test");
    }
    player.end();
    moves
}

#[test]
fn a_line_that_won_does_not_win_three_times() {
    let weak = ["timeout_turn 600000", "max_node 150", "book 0"];
    let forgetful: Vec<Vec<Point>> = (0..3).map(|_| lose(&weak, &[])).collect();
    assert!(forgetful.iter().all(|moves| *moves == forgetful[0]), "it is the same game every time");

    let folder = new_folder("opponent");
    let named = format!("folder {}", text(&folder));
    let learning = [&weak[..], &[&named, "learning 1"]].concat();
    let mut games: Vec<Vec<Point>> = Vec::new();
    for _ in 0..6 {
        let game = lose(&learning, &games);
        games.push(game);
        let last = games.last().expect("a game");
        let times = games.iter().filter(|moves| *moves == last).count();
        assert!(times < 3, "the same line wins {times} times: {last:?}");
    }
    assert_eq!(games[0], forgetful[0]);
    let known = learned(&folder.join("fukumi/positions.db"));
    let most = known.iter().map(|record| record.tally.losses).max();
    assert_eq!(most, Some(6), "the opponent's first stone, which all games have");
}

#[test]
fn nothing_is_written_without_permission_and_nothing_fails_without_a_file() {
    let weak = ["timeout_turn 600000", "max_node 150", "book 0"];
    let folder = new_folder("permission");
    let named = format!("folder {}", text(&folder));
    for options in [
        &[named.as_str()][..],
        &[&named, "learning 1", "game_type 2"],
        &[&named, "learning 1", "database_readonly 1"],
    ] {
        lose(&[&weak[..], options].concat(), &[]);
        assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 0, "{options:?}");
    }
    // The folder does not exist; a file lies where the engine's folder would be; the file is
    // rubbish, or another database.
    let missing = format!("folder {}", text(&folder.join("missing")));
    lose(&[&weak[..], &[&missing, "learning 1"]].concat(), &[]);
    assert!(!folder.join("missing").exists());
    fs::write(folder.join("fukumi"), "a file").expect("written");
    lose(&[&weak[..], &[&named, "learning 1"]].concat(), &[]);
    assert_eq!(fs::read(folder.join("fukumi")).expect("a file"), b"a file");
    fs::remove_file(folder.join("fukumi")).expect("removed");
    fs::create_dir(folder.join("fukumi")).expect("a folder");
    let path = folder.join("fukumi/positions.db");
    fs::write(&path, vec![0xa5; 5_000]).expect("written");
    lose(&[&weak[..], &[&named, "learning 1"]].concat(), &[]);
    assert_eq!(fs::read(&path).expect("the file"), vec![0xa5; 5_000], "left as it was");
    fs::remove_file(&path).expect("removed");

    // In a tournament it learns if it is told to. A file to read only stays as it is.
    lose(&[&weak[..], &[&named, "learning 2", "game_type 2"]].concat(), &[]);
    let known = learned(&path);
    assert!(!known.is_empty());
    lose(&[&weak[..], &[&named, "learning 1", "database_readonly 1"]].concat(), &[]);
    assert_eq!(learned(&path), known);
}
