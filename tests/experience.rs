//! What the engine learns from its games, in real files: the built program plays, processes are
//! killed while they write, several write at the same time, and the disk is full.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use fukumi::control::{Control, Limits};
use fukumi::experience::store::Store;
use fukumi::experience::{Record, Tally};
use fukumi::geometry::{BoardSize, Point};
use fukumi::identity::Key;
use fukumi::position::Position;
use fukumi::rule::Rule;
use fukumi::score::Score;
use fukumi::search::{Request, STACK_BYTES, Searcher};

const PATIENCE: Duration = Duration::from_secs(60);
/// Number of records that a game adds in these tests, each about another position.
const POSITIONS: u64 = 16;

/// An empty folder with this name.
fn new_folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a folder");
    path
}

fn record(key: u64, time: u32) -> Record {
    Record {
        key: Key(key),
        rule: Rule::Renju,
        size: BoardSize::square(15).expect("in range"),
        stones: 9,
        score: Score::from_points(-77),
        tally: Tally { losses: 1, ..Tally::default() },
        time,
    }
}

/// A file so small that it is rewritten again and again, although all positions fit.
fn small(path: &Path) -> Store {
    Store::new(path.to_path_buf(), 4_096)
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
    let store = small(Path::new(&path));
    for game in 1..=count {
        let records: Vec<Record> = (1..=POSITIONS).map(|key| record(key, game)).collect();
        store.append(&records, PATIENCE).expect("written");
        println!("\nwritten {game}");
    }
}

fn writer(path: &Path) -> Command {
    let mut command = Command::new(std::env::current_exe().expect("this program"));
    command.args(["--exact", "a_process_that_writes", "--ignored", "--nocapture"]);
    command.env("FUKUMI_TEST_FILE", path).stdout(Stdio::piped()).stderr(Stdio::null());
    command
}

/// The least and the largest number of lost games that the file has for a position.
fn games(path: &Path) -> (u32, u32) {
    let memory = small(path).read(PATIENCE).expect("a file that can be read").memory;
    let losses = (1..=POSITIONS).map(|key| memory.get(Key(key)).map_or(0, |r| r.tally.losses));
    losses.fold((u32::MAX, 0), |(least, most), losses| (least.min(losses), most.max(losses)))
}

#[test]
fn a_process_killed_while_it_writes_loses_nothing_older() {
    let path = new_folder("killed").join("experience.fkx");
    let mut total = 0;
    let (mut in_one_go, mut cut_off) = (0, 0);
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
        let (least, most) = games(&path);
        assert!(
            least >= total + told,
            "round {round}: {told} games told, {total} before, {least} kept"
        );
        // The game that was being written may be there, wholly or in part.
        assert!(most <= total + told + 1, "round {round}: {most}");
        if least == most {
            in_one_go += 1
        } else {
            cut_off += 1
        }
        total = least;
        // Otherwise parts of games would add up to differences between positions.
        fs::remove_file(&path).expect("removed");
        let mut start = record(0, 0);
        start.tally.losses = total;
        let records: Vec<Record> =
            (1..=POSITIONS).map(|key| Record { key: Key(key), ..start }).collect();
        small(&path).append(&records, PATIENCE).expect("written");
    }
    println!("{total} games, {in_one_go} times whole, {cut_off} times with a part of the last");
    assert!(total >= 100);
}

#[test]
fn processes_that_write_to_one_file_lose_nothing() {
    let path = new_folder("together").join("experience.fkx");
    let start = || writer(&path).env("FUKUMI_TEST_GAMES", "50").spawn().expect("a process");
    let children: Vec<Child> = (0..4).map(|_| start()).collect();
    for child in children {
        assert!(child.wait_with_output().expect("an end").status.success());
    }
    assert_eq!(games(&path), (200, 200));
    assert!(fs::metadata(&path).expect("a file").len() <= 4_096);
}

fn fukumi(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_fukumi")).args(arguments).output().expect("the program starts")
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a path in UTF-8")
}

#[cfg(unix)]
#[test]
fn a_full_disk_costs_what_is_new_and_nothing_older() {
    let folder = new_folder("full");
    let (path, other) = (folder.join("experience.fkx"), folder.join("other.fkx"));
    let large = |path: &Path| Store::new(path.to_path_buf(), 1 << 20);
    let records = |from: u64| (from..from + 30).map(|key| record(key, 1)).collect::<Vec<_>>();
    large(&path).append(&records(1), PATIENCE).expect("written");
    large(&other).append(&records(101), PATIENCE).expect("written");
    // No file may grow beyond one block, which is 512 or 1024 bytes depending on the shell's
    // builtin.
    let limited = r#"trap "" XFSZ; ulimit -f 1; exec "$0" "$@""#;
    let output = Command::new("sh")
        .args(["-c", limited, env!("CARGO_BIN_EXE_fukumi"), "experience", "import"])
        .args([&path, &other])
        .output()
        .expect("a shell");
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(error.contains("cannot write") && error.contains("experience.fkx"), "{error}");
    let memory = large(&path).read(PATIENCE).expect("a file").memory;
    assert!((1..31).all(|key| memory.get(Key(key)) == Some(&record(key, 1))));
    // Now there is room again.
    assert!(fukumi(&["experience", "import", text(&path), text(&other)]).status.success());
    let memory = large(&path).read(PATIENCE).expect("a file").memory;
    assert!((1..31).chain(101..131).all(|key| memory.get(Key(key)).is_some()));
}

#[test]
fn the_command_lists_exports_merges_and_clears() {
    let folder = new_folder("command");
    let store = Store::below(&folder);
    store.append(&[record(1, 5), record(2, 6), record(1, 7)], PATIENCE).expect("written");
    let output = fukumi(&["experience", "list", text(&folder)]);
    let listed = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(listed.starts_with("renju, 15x15: 2 positions\n"), "{listed}");
    assert!(
        listed.contains("    0     0    2     -77  9 stones (key 0000000000000001)"),
        "{listed}"
    );
    let output = fukumi(&["experience", "list", "--json", text(&folder)]);
    let listed: Vec<serde_json::Value> = String::from_utf8_lossy(&output.stdout)
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(listed.len(), 2);
    assert_eq!((&listed[0]["losses"], &listed[0]["time"]), (&2.into(), &7.into()));

    let out = folder.join("out.fkx");
    assert!(fukumi(&["experience", "export", text(&folder), text(&out)]).status.success());
    let again = fukumi(&["experience", "export", text(&folder), text(&out)]);
    assert_eq!(again.status.code(), Some(1), "an old file is not replaced");
    assert!(fukumi(&["experience", "import", text(&folder), text(&out)]).status.success());
    let memory = store.read(PATIENCE).expect("a file").memory;
    assert_eq!(memory.get(Key(1)).expect("a record").tally.losses, 4);

    assert!(fukumi(&["experience", "clear", text(&folder)]).status.success());
    assert!(!store.path().exists());
    let none = fukumi(&["experience", "list", text(&folder)]);
    let error = String::from_utf8_lossy(&none.stderr);
    assert!(none.status.code() == Some(1) && error.contains("there is no file"), "{error}");
    let garbage = folder.join("garbage");
    fs::write(&garbage, vec![7; 10_000]).expect("written");
    let refused = fukumi(&["experience", "import", text(&folder), text(&garbage)]);
    let error = String::from_utf8_lossy(&refused.stderr);
    assert!(refused.status.code() == Some(1) && error.contains("no experience"), "{error}");
}

#[test]
fn the_command_touches_nothing_but_an_experience() {
    let folder = new_folder("foreign");
    let other = folder.join("other.fkx");
    Store::new(other.clone(), 1 << 20).append(&[record(1, 5)], PATIENCE).expect("written");
    let diary = folder.join("diary.txt");
    let files = ["txt", "damaged", "new"].map(|ending| diary.with_extension(ending));
    for path in &files {
        fs::write(path, format!("dear diary, {}", path.display())).expect("written");
    }
    for arguments in [&["clear"][..], &["import"], &["list"], &["export"]] {
        let mut command = vec!["experience", arguments[0], text(&diary)];
        match arguments[0] {
            "import" => command.push(text(&other)),
            "export" => command.push("never"),
            _ => {}
        }
        let refused = fukumi(&command);
        let error = String::from_utf8_lossy(&refused.stderr);
        assert_eq!(refused.status.code(), Some(1), "{command:?}");
        assert!(error.contains("diary.txt") && error.contains("no experience"), "{error}");
        for path in &files {
            let content = fs::read_to_string(path).expect("it is there");
            assert_eq!(content, format!("dear diary, {}", path.display()));
        }
    }
    let count = fs::read_dir(&folder).expect("a folder").count();
    // The other file has a lock beside it.
    assert_eq!(count, files.len() + 2);
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
    let memory = Store::below(&folder).read(PATIENCE).expect("a file").memory;
    assert!(memory.records().any(|record| record.tally.wins == 6), "the first stones of all games");
}

#[test]
fn nothing_is_written_without_permission_and_nothing_fails_without_a_file() {
    let weak = ["timeout_turn 600000", "max_node 150", "book 0"];
    let folder = new_folder("permission");
    let named = format!("folder {}", text(&folder));
    for options in [&[named.as_str()][..], &[&named, "learning 1", "game_type 2"]] {
        lose(&[&weak[..], options].concat(), &[]);
        assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 0, "{options:?}");
    }
    // The folder does not exist; a file lies where the engine's folder would be; the file is
    // rubbish.
    let missing = format!("folder {}", text(&folder.join("missing")));
    lose(&[&weak[..], &[&missing, "learning 1"]].concat(), &[]);
    assert!(!folder.join("missing").exists());
    fs::write(folder.join("fukumi"), "a file").expect("written");
    lose(&[&weak[..], &[&named, "learning 1"]].concat(), &[]);
    assert_eq!(fs::read(folder.join("fukumi")).expect("a file"), b"a file");
    fs::remove_file(folder.join("fukumi")).expect("removed");
    fs::create_dir(folder.join("fukumi")).expect("a folder");
    let path = Store::below(&folder).path().to_path_buf();
    fs::write(&path, vec![0xa5; 5_000]).expect("written");
    lose(&[&weak[..], &[&named, "learning 1"]].concat(), &[]);
    let contents = Store::below(&folder).read(PATIENCE).expect("a file");
    assert!(contents.has_head && contents.records > 0 && contents.damaged == 0);
    assert_eq!(fs::read(path.with_extension("damaged")).expect("a copy"), vec![0xa5; 5_000]);
}
