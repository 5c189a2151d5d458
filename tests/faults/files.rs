//! Files that cannot be written, and files with unexpected content. The log reports it, and play
//! goes on.

use std::fs;
use std::path::{Path, PathBuf};
#[cfg(unix)]
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use fukumi_core::geometry::{BoardSize, Color, Point};
use fukumi_core::identity::Key;
use fukumi_core::learning::{Record, Tally};
use fukumi_core::position::Position;
use fukumi_core::rule::Rule;
use fukumi_core::score::Score;
use fukumi_database::{Access, Database, MAX_LEARNED};
use fukumi_driver::finish::{DEADLINE, Finished};
#[cfg(target_os = "linux")]
use fukumi_driver::usage;

use super::engine::{Engine, program};

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

/// The position in which the engine loses in this row.
pub(crate) fn lost_position(row: u8) -> Position {
    let mut position = Position::new(BoardSize::square(15).expect("in range"), Rule::Freestyle);
    let (_, stones) = lost(row);
    for (index, (x, y)) in stones.into_iter().enumerate() {
        let color = if index < 4 { Color::Black } else { Color::White };
        position.place(color, Point::new(x, y));
    }
    position.set_to_move(Color::White);
    position
}

pub(crate) fn allow_learning(engine: &mut Engine, folder: &Path) {
    engine.tell(&format!("INFO folder {}\nINFO learning 1\nINFO max_node 500\n", folder.display()));
}

/// Makes `engine` lose a game in this row.
pub(crate) fn play(engine: &mut Engine, row: u8) {
    let (board, stones) = lost(row);
    engine.tell("START 15\n");
    engine.expect("OK");
    engine.tell(&board);
    engine.expect_move(15, &stones);
    engine.expect_ready();
}

/// Makes `engine` lose games in these rows, one after another, and learn from them. Returns what it
/// logs.
fn learn_rows(mut engine: Engine, folder: &Path, rows: &[u8]) -> String {
    allow_learning(&mut engine, folder);
    rows.iter().for_each(|&row| play(&mut engine, row));
    engine.tell("END\n");
    let Finished { ending, output, errors } = engine.finish();
    assert!(ending.is_success() && output.is_empty(), "it ended {ending}, {output}");
    errors
}

/// Makes `engine` lose games in these rows and waits until so many positions are known, before the
/// session ends. Nothing goes wrong.
pub(crate) fn learn_and_keep(mut engine: Engine, folder: &Path, rows: &[u8], positions: u64) {
    allow_learning(&mut engine, folder);
    rows.iter().for_each(|&row| play(&mut engine, row));
    wait_for(folder, positions);
    engine.tell("END\n");
    let Finished { ending, errors, .. } = engine.finish();
    assert!(ending.is_success() && errors.is_empty(), "it ended {ending}, {errors}");
}

/// Waits until so many positions are known in a folder.
pub(crate) fn wait_for(folder: &Path, positions: u64) {
    let start = Instant::now();
    while known(folder) != positions {
        assert!(start.elapsed() < DEADLINE, "{} positions", known(folder));
        thread::sleep(Duration::from_millis(5));
    }
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
    let limited = r#"ulimit -f 0; exec "$0""#;
    command.args(["-c", limited, env!("CARGO_BIN_EXE_fukumi")]).env("RUST_LOG", "warn");
    let errors = learn(Engine::listen(command), &folder);
    assert!(errors.contains("what games have taught is not written"), "{errors}");
    // Now there is room again.
    learn_and_keep(logging(), &folder, &[7], 2);
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

/// The database in a folder, which is made if there is none.
pub(crate) fn database(folder: &Path) -> Database {
    let path = folder.join("fukumi/positions.db");
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    Database::open(&path, Access::Create, DEADLINE).expect("a database")
}

/// Number of positions known in a folder: two for each game. There may be no database yet.
pub(crate) fn known(folder: &Path) -> u64 {
    let path = folder.join("fukumi/positions.db");
    let count = Database::open(&path, Access::Read, DEADLINE).and_then(|d| d.count_learned());
    count.unwrap_or(0)
}

#[test]
fn no_move_waits_and_no_older_game_is_lost_though_another_process_writes() {
    let folder = new_folder("locked");
    learn_and_keep(logging(), &folder, &[5], 2);
    let mut database = database(&folder);
    let writer = database.write().expect("nobody else writes");
    // Nothing can be written to the end of the session.
    let errors = learn_rows(logging(), &folder, &[6, 7]);
    assert!(errors.contains("what 2 games have taught is lost: there is no time"), "{errors}");
    // The other process is done before the session ends.
    let mut engine = logging();
    allow_learning(&mut engine, &folder);
    play(&mut engine, 8);
    drop(writer);
    wait_for(&folder, 4);
    engine.end();
    drop(database);
    learn_and_keep(logging(), &folder, &[9], 6);
}

/// Learns in a folder what as many positions teach as are kept at most.
pub(crate) fn fill_with_lessons(folder: &Path) {
    let records: Vec<Record> = (0..MAX_LEARNED)
        .map(|number| Record {
            key: Key(number.wrapping_mul(0x9e37_79b9_7f4a_7c15)),
            rule: Rule::Freestyle,
            size: BoardSize::square(15).expect("in range"),
            stones: 9,
            score: Some(Score::ZERO),
            tally: Tally { wins: 1, ..Tally::default() },
            met: number as u32,
        })
        .collect();
    database(folder).learn(&records).expect("room on the disk");
}

#[cfg(target_os = "linux")]
#[test]
fn all_that_can_be_learnt_is_within_the_memory_limit() {
    let folder = new_folder("large");
    fill_with_lessons(&folder);
    let mut engine = logging();
    allow_learning(&mut engine, &folder);
    engine.tell("INFO max_memory 67108864\nINFO usedatabase 1\n");
    // The second game makes others be forgotten.
    for row in [5, 6] {
        play(&mut engine, row);
    }
    let start = Instant::now();
    while known(&folder) >= MAX_LEARNED {
        assert!(start.elapsed() < DEADLINE);
        thread::sleep(Duration::from_millis(50));
    }
    let peak = usage::peak_memory_bytes(engine.id()).expect("a process");
    println!("{peak} bytes at the peak");
    assert!(peak <= 64 << 20, "{peak} bytes");
    engine.end();
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
    let Finished { ending, output, errors } = engine.finish();
    assert!(ending.is_success() && output.is_empty(), "it ended {ending}, {output}");
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
    let (reply, errors) = play_with(&book.as_bytes()[..book.len() - 20], "cut-book");
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
    let network = fs::read(
        Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/core/src/eval/weights/freestyle.net"),
    )
    .expect("the weights");
    let found: Vec<usize> =
        (0..bytes.len() - 64).filter(|&at| bytes[at..].starts_with(&network[..64])).collect();
    assert_eq!(found.len(), 1, "the weights lie in the program once");
    bytes[found[0]] ^= 1;
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
    let Finished { ending, errors, .. } = engine.finish();
    assert!(ending.is_success(), "it ended {ending}");
    assert!(errors.contains("no network: not a network"), "{errors}");
}
