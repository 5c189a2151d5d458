//! Files that cannot be written, and files with unexpected content. The log reports it, and play
//! goes on.

use std::fs;
use std::path::{Path, PathBuf};
#[cfg(unix)]
use std::process::Command;
use std::time::Duration;

use fukumi::experience::store::Store;

use super::engine::{Engine, program};
use super::finish::Finished;

/// Black has an open four, White to move: a lost position, so there is something to learn.
const LOST: &str = "BOARD\n5,7,2\n0,0,1\n6,7,2\n0,2,1\n7,7,2\n0,4,1\n8,7,2\nDONE\n";
const STONES: [(u8, u8); 7] = [(5, 7), (6, 7), (7, 7), (8, 7), (0, 0), (0, 2), (0, 4)];

/// An empty folder with this name.
pub(crate) fn new_folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("faults").join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a folder");
    path
}

/// Makes `engine` learn from a lost position in this folder and play on. Returns what it logs.
pub(crate) fn learn(engine: Engine, folder: &Path) -> String {
    learn_rows(engine, folder, &[7, 7])
}

/// A position that is lost like the one above, another one for each row.
fn lost(row: u8) -> (String, Vec<(u8, u8)>) {
    let stones: Vec<(u8, u8)> = STONES.map(|(x, y)| (x, if y == 7 { row } else { y })).to_vec();
    (LOST.replace(",7,2", &format!(",{row},2")), stones)
}

/// Makes `engine` lose games in these rows, one after another, and learn from them. Returns what it
/// logs.
fn learn_rows(mut engine: Engine, folder: &Path, rows: &[u8]) -> String {
    engine.tell(&format!("INFO folder {}\nINFO learning 1\nINFO max_node 500\n", folder.display()));
    for &row in rows {
        let (board, stones) = lost(row);
        engine.tell("START 15\n");
        engine.expect("OK");
        engine.tell(&board);
        engine.expect_move(15, &stones);
        engine.expect_ready();
    }
    engine.tell("END\n");
    let Finished { status, output, errors } = engine.finish();
    assert!(status.success() && output.is_empty(), "{status}, {output}");
    errors
}

fn logging() -> Engine {
    let mut command = program();
    command.env("RUST_LOG", "warn");
    Engine::listen(command)
}

#[cfg(unix)]
#[test]
fn a_full_disk_is_told_and_play_goes_on() {
    let folder = new_folder("full");
    // No file may grow at all, as on a disk without room.
    let mut command = Command::new("sh");
    let limited = r#"trap "" XFSZ; ulimit -f 0; exec "$0""#;
    command.args(["-c", limited, env!("CARGO_BIN_EXE_fukumi")]).env("RUST_LOG", "warn");
    let errors = learn(Engine::listen(command), &folder);
    assert!(errors.contains("what games have taught is not written"), "{errors}");
    // Now there is room again.
    let errors = learn(logging(), &folder);
    assert_eq!(errors, "");
}

#[cfg(unix)]
#[test]
fn a_read_only_folder_is_told_and_play_goes_on() {
    use std::os::unix::fs::PermissionsExt;

    let folder = new_folder("read-only");
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o555)).expect("changed");
    // A user who may write anywhere has no such folder except `/proc`.
    let is_free = fs::write(folder.join("probe"), "").is_ok();
    let place =
        if is_free && cfg!(target_os = "linux") { PathBuf::from("/proc") } else { folder.clone() };
    if !is_free || cfg!(target_os = "linux") {
        let errors = learn(logging(), &place);
        assert!(errors.contains("what games have taught is not written"), "{errors}");
    }
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).expect("changed");
}

/// Number of positions known in a folder: two for each game.
fn known(folder: &Path) -> usize {
    Store::below(folder).read(Duration::ZERO).expect("an experience").memory.len()
}

#[test]
fn no_game_is_lost_though_another_process_has_the_file() {
    let folder = new_folder("locked");
    fs::create_dir(folder.join("fukumi")).expect("a folder");
    let lock = fs::File::create(folder.join("fukumi/experience.lock")).expect("a file");
    lock.lock().expect("nobody else has it");
    let errors = learn_rows(logging(), &folder, &[5, 6, 7]);
    assert!(errors.contains("it is kept in"), "{errors}");
    assert_eq!(known(&folder), 6);
    drop(lock);
    // The next session takes the records over.
    assert_eq!(learn_rows(logging(), &folder, &[8]), "");
    assert_eq!(known(&folder), 8);
    let files = fs::read_dir(folder.join("fukumi")).expect("a folder").count();
    assert_eq!(files, 2, "the file and its lock");
}

#[cfg(target_os = "linux")]
#[test]
fn no_game_is_lost_on_a_slow_disk() {
    let folder = new_folder("slow");
    let Some(library) = super::clock::library(&folder, "slow_disk") else { return };
    let mut command = program();
    command.env("LD_PRELOAD", &library).env("RUST_LOG", "warn");
    let errors = learn_rows(Engine::listen(command), &folder, &[5, 6, 7]);
    assert_eq!(errors, "");
    assert_eq!(known(&folder), 6);
}

#[cfg(target_os = "linux")]
#[test]
fn a_large_experience_is_within_the_memory_limit() {
    use std::io::{BufRead, BufReader, Write};
    use std::process::Stdio;

    use fukumi::experience::{Record, Tally, bytes};
    use fukumi::geometry::BoardSize;
    use fukumi::identity::Key;
    use fukumi::rule::Rule;
    use fukumi::score::Score;

    /// Half of what may be read; in memory it is ten times what there is room for.
    const RECORDS: u64 = 1 << 20;
    let folder = new_folder("large");
    let mut file = bytes::head().to_vec();
    for number in 0..RECORDS {
        file.extend(bytes::write(&Record {
            key: Key(number.wrapping_mul(0x9e37_79b9_7f4a_7c15)),
            rule: Rule::Freestyle,
            size: BoardSize::square(15).expect("in range"),
            stones: 9,
            score: Score::ZERO,
            tally: Tally { wins: 1, ..Tally::default() },
            time: number as u32,
        }));
    }
    fs::create_dir(folder.join("fukumi")).expect("a folder");
    fs::write(folder.join("fukumi/experience.fkx"), file).expect("written");
    let mut child = program()
        .env("RUST_LOG", "info")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("a pipe");
    let named = format!("INFO folder {}\nINFO learning 1\n", folder.display());
    let play = "INFO timeout_turn 200\nSTART 15\nTURN 7,7\nTURN 0,0\n";
    write!(input, "INFO max_memory 67108864\n{named}{play}").expect("it listens");
    let mut log = BufReader::new(child.stderr.take().expect("a pipe")).lines();
    let told = log.find(|line| line.as_ref().is_ok_and(|line| line.contains("are remembered")));
    let told = told.expect("the file is read").expect("UTF-8");
    assert!(told.contains("65535 positions"), "{told}");
    let peak = super::pipes::kib(child.id(), "VmHWM").expect("a process");
    println!("{peak} KiB at the peak");
    assert!(peak << 10 <= 64 << 20, "{peak} KiB");
    input.write_all(b"END\n").expect("it listens");
    assert!(child.wait().expect("an end").success());
}

/// A book whose first two lines are sound.
fn sound_book() -> String {
    let crc = |line: &str| {
        format!("{line} {:08x}\n", crc32fast::hash(line.trim_end_matches(';').as_bytes()))
    };
    let lines = ["h8; 21; i9 -135;", "h8 i9; 21; j9 148;"].map(crc);
    format!("fukumi book 1\nrule freestyle\nsize 15x15\nnodes 4000000\n{}", lines.concat())
}

/// Plays the answer to a stone in the centre with this book, without a long search. Returns the
/// reply and what was logged.
fn play_with(book: &[u8], name: &str) -> ((u8, u8), String) {
    let folder = new_folder(name);
    fs::create_dir(folder.join("fukumi")).expect("a folder");
    fs::write(folder.join("fukumi/freestyle-15x15.book"), book).expect("written");
    let mut engine = logging();
    engine.tell(&format!("INFO folder {}\nINFO max_node 500\nSTART 15\n", folder.display()));
    engine.expect("OK");
    engine.tell("TURN 7,7\n");
    let reply = engine.expect_move(15, &[(7, 7)]);
    engine.expect_ready();
    engine.tell("END\n");
    let Finished { status, output, errors } = engine.finish();
    assert!(status.success() && output.is_empty(), "{status}, {output}");
    (reply, errors)
}

#[test]
fn a_damaged_book_is_told_and_its_sound_lines_are_played() {
    let book = sound_book();
    let (reply, errors) = play_with(book.as_bytes(), "sound");
    assert_eq!(errors, "");
    let is_diagonal = |(x, y): (u8, u8)| x.abs_diff(7) == 1 && y.abs_diff(7) == 1;
    assert!(is_diagonal(reply), "{reply:?} is not what the book says");
    // The second line is cut off and lost; the first one is sound.
    let (reply, errors) = play_with(&book.as_bytes()[..book.len() - 20], "cut");
    assert!(errors.contains("1 lines are not sound, the first is line 6"), "{errors}");
    assert!(is_diagonal(reply), "{reply:?} is not what the book says");
    // Nothing of these books is sound.
    for (name, bytes) in
        [("empty", &[][..]), ("rubbish", &[0xa5; 5_000]), ("head", &book.as_bytes()[..30])]
    {
        let (_, errors) = play_with(bytes, name);
        assert!(errors.contains("freestyle-15x15.book is not read: "), "{name}: {errors}");
    }
}

/// The weights are in the executable, so the test damages a copy of it.
#[cfg(target_os = "linux")]
#[test]
fn damaged_weights_are_told_and_the_classical_evaluation_plays() {
    use std::os::unix::fs::PermissionsExt;

    let folder = new_folder("weights");
    let mut bytes = fs::read(env!("CARGO_BIN_EXE_fukumi")).expect("the program");
    let network = fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/src/eval/weights/freestyle.net"))
        .expect("the weights");
    let found: Vec<usize> =
        (0..bytes.len() - 64).filter(|&at| bytes[at..].starts_with(&network[..64])).collect();
    assert_eq!(found.len(), 1, "the weights lie in the program once");
    bytes[found[0] + 3] ^= 1;
    let path = folder.join("fukumi");
    fs::write(&path, bytes).expect("written");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("changed");
    let mut command = Command::new(&path);
    command.env("RUST_LOG", "warn");
    let mut engine = Engine::listen(command);
    engine.tell("INFO max_node 2000\nINFO book 0\nSTART 15\n");
    engine.expect("OK");
    engine.tell("BOARD\n7,7,2\n8,8,1\n9,7,2\nDONE\n");
    engine.expect_move(15, &[(7, 7), (8, 8), (9, 7)]);
    engine.tell("END\n");
    let Finished { status, errors, .. } = engine.finish();
    assert!(status.success(), "{status}");
    assert!(errors.contains("no network: not a network"), "{errors}");
}
