//! `fukumi datagen` and `fukumi samples` as a person runs them: the built program, its files and
//! exit status.

use std::fs::{self, File};
use std::io::BufReader;
use std::path::PathBuf;
use std::process::{Command, Output};

use fukumi_selfplay::file::Reader;
use fukumi_selfplay::record::{GameRecord, Start};

/// A path with this name at which there is no file yet.
fn new_file(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}

fn command(out: &PathBuf, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fukumi"));
    command.args(["datagen", "--nodes", "200", "--opening-nodes", "200", "--out"]);
    command.arg(out).args(arguments);
    command
}

fn datagen(out: &PathBuf, arguments: &[&str]) -> Output {
    command(out, arguments).output().expect("the program starts")
}

/// The games of a file, sorted by number; none is cut off.
fn games(path: &PathBuf) -> Vec<GameRecord> {
    let file = File::open(path).expect("a file");
    let mut reader = Reader::new(BufReader::new(file)).expect("a file of games");
    let games: Result<Vec<GameRecord>, _> = reader.by_ref().collect();
    assert!(!reader.is_cut_off());
    let mut games = games.expect("whole games");
    games.sort_by_key(|game| game.number);
    games
}

#[test]
fn a_file_that_was_cut_off_is_completed() {
    let (whole, parts) = (new_file("whole.fkg"), new_file("parts.fkg"));
    let output = datagen(&whole, &["--games", "8"]);
    assert!(output.status.success(), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("8 games, "), "{output:?}");
    assert_eq!(games(&whole).len(), 8);

    assert!(datagen(&parts, &["--games", "5", "--threads", "2"]).status.success());
    let bytes = fs::read(&parts).expect("a file");
    for length in [bytes.len() - 7, 3, 0] {
        fs::write(&parts, &bytes[..length]).expect("written");
        assert!(datagen(&parts, &["--games", "8", "--threads", "2"]).status.success());
        assert_eq!(games(&parts), games(&whole), "{length} bytes");
    }
    assert!(datagen(&parts, &["--games", "2"]).status.success());
    assert_eq!(games(&parts), games(&whole));
}

#[test]
fn the_sum_tells_kinds_of_openings_and_positions() {
    let path = new_file("sum.fkg");
    let kinds = ["--unbalanced", "20", "--crowded", "40", "--recalled", "20", "--branches", "60"];
    let output = datagen(&path, &[&["--games", "10", "--threads", "2"], &kinds[..]].concat());
    assert!(output.status.success(), "{output:?}");
    let games = games(&path);
    let branches: usize = games.iter().map(|game| game.branches.len()).sum();
    let positions = branches + games.iter().map(|game| game.moves.len()).sum::<usize>();
    let count = |start| games.iter().filter(|game| game.start == start).count();
    let [even, unbalanced, crowded, recalled] = Start::ALL.map(count);
    assert!(branches > 0 && crowded > 0);
    let text = String::from_utf8_lossy(&output.stdout);
    let begins = format!("10 games, {positions} positions, {branches} of them in branches, ");
    assert!(text.starts_with(&begins), "{text}");
    let ends = format!(
        "; openings: even {even}, unbalanced {unbalanced}, crowded {crowded}, recalled {recalled}\n"
    );
    assert!(text.ends_with(&ends), "{text}");

    let output = datagen(&path, &["--crowded", "60", "--recalled", "50"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("at most 100"), "{output:?}");
    let output = datagen(&path, &["--stones", "2-41"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("a number up to 40"), "{output:?}");
}

#[test]
fn even_openings_come_from_a_list() {
    let (path, list) = (new_file("list.fkg"), new_file("list.txt"));
    let even = ["--unbalanced", "0", "--crowded", "0", "--recalled", "0", "--openings"];
    let arguments = |games| {
        let list = list.to_str().expect("a path that is text");
        [&["--games", games], &even[..], &[list]].concat()
    };
    fs::write(&list, "a turn=w moves=h8,i9,j11\nb turn=w moves=h8,h9,j9\n").expect("written");
    assert!(datagen(&path, &arguments("4")).status.success());
    let games = games(&path);
    assert!(games.iter().all(|game| game.start == Start::Even && game.opening.len() == 3));

    // A file with games of one list accepts no games of another list.
    fs::write(&list, "a turn=w moves=h8,i9,j11\nb turn=w moves=h8,h9,i9\n").expect("written");
    let output = datagen(&path, &arguments("5"));
    assert!(String::from_utf8_lossy(&output.stderr).contains("expected games with openings="));
    fs::write(&list, "a size=20 turn=w moves=h8,i9,j11\n").expect("written");
    let output = datagen(&path, &arguments("5"));
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("no openings for"), "{output:?}");
    assert_eq!(self::games(&path), games);
}

#[test]
fn a_file_with_anything_else_is_left_alone() {
    let path = new_file("other.fkg");
    assert!(datagen(&path, &["--games", "2"]).status.success());
    let good = fs::read(&path).expect("a file");
    let mut damaged = good.clone();
    damaged[good.len() - 10] ^= 1;
    let picture = b"\x89PNG and whatever else a picture has".to_vec();
    for (bytes, rule, message) in [
        (good, "renju", "expected games with rule=renju, found rule=freestyle\n"),
        (damaged, "freestyle", "is damaged"),
        (picture, "freestyle", "something else"),
    ] {
        fs::write(&path, &bytes).expect("written");
        let output = datagen(&path, &["--games", "3", "--rule", rule]);
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains(message), "{output:?}");
        assert_eq!(fs::read(&path).expect("a file"), bytes);
    }
}

/// Runs `fukumi samples` on these files. Returns its output and the lengths of its files, heads and
/// points.
fn samples(files: &[&PathBuf], paths: &[PathBuf; 2]) -> (Output, [usize; 2]) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fukumi"));
    command.arg("samples").args(files).arg("--out").arg(paths[0].with_extension(""));
    let output = command.output().expect("the program starts");
    let length = |path: &PathBuf| fs::metadata(path).map_or(0, |data| data.len() as usize);
    (output, [length(&paths[0]), length(&paths[1])])
}

#[test]
fn samples_are_taken_from_files_of_one_rule() {
    let (freestyle, renju) = (new_file("freestyle.fkg"), new_file("renju.fkg"));
    assert!(datagen(&freestyle, &["--games", "4"]).status.success());
    assert!(datagen(&renju, &["--games", "1", "--rule", "renju"]).status.success());

    let paths = ["samples.head", "samples.points"].map(new_file);
    let (output, [heads, points]) = samples(&[&freestyle, &freestyle], &paths);
    assert!(output.status.success(), "{output:?}");
    let text = format!("8 games, {} positions\n", heads / 18);
    assert_eq!(String::from_utf8_lossy(&output.stdout), text);
    assert!(heads > 0 && heads.is_multiple_of(18) && points > heads, "{heads} {points}");

    let (output, kept) = samples(&[&freestyle, &renju], &paths);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("another rule"), "{output:?}");
    assert_eq!(kept, [heads, points], "earlier samples stay");
    let (output, kept) = samples(&[&new_file("missing.fkg")], &paths);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(kept, [heads, points]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot open"), "{output:?}");
}

#[test]
fn a_file_that_another_process_writes_to_is_left_alone() {
    let path = new_file("locked.fkg");
    let writer = File::create(&path).expect("a file");
    writer.lock().expect("a lock");
    let output = datagen(&path, &["--games", "1"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("another process"), "{output:?}");
    // Closing it is not enough: a process that another test starts may hold the file for a moment.
    writer.unlock().expect("no lock");
    assert!(datagen(&path, &["--games", "1"]).status.success());
    assert_eq!(games(&path).len(), 1);
}

#[cfg(unix)]
#[test]
fn ctrl_c_leaves_whole_games() {
    use std::process::Stdio;
    use std::thread;
    use std::time::{Duration, Instant};

    let path = new_file("interrupted.fkg");
    let arguments = ["--games", "1000000", "--threads", "2"];
    let child = command(&path, &arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    let mut child = child.expect("the program starts");
    let start = Instant::now();
    let is_begun = || fs::metadata(&path).is_ok_and(|data| data.len() > 1_000);
    while !is_begun() && start.elapsed() < Duration::from_secs(600) {
        thread::sleep(Duration::from_millis(20));
    }
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.expect("kill").success());
    assert!(child.wait().expect("a child").success());
    assert!(!games(&path).is_empty());
}
