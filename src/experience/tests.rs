//! Tests of the experience as bytes and in a file: what is lost when something is damaged, and what
//! never is.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use rand::{Rng, RngCore, SeedableRng};

use super::bytes::{self, UNIT};
use super::store::{Store, StoreError};
use super::*;
use crate::random::Generator;

const PATIENCE: Duration = Duration::from_secs(60);

/// Returns a record with this key and random contents.
fn record(key: u64, rng: &mut Generator) -> Record {
    let score = match rng.random_range(0..4) {
        0 => Score::win_in(rng.random_range(0..200)),
        1 => Score::loss_in(rng.random_range(0..200)),
        _ => Score::from_points(rng.random_range(-20_000..=20_000)),
    };
    Record {
        key: Key(key),
        rule: Rule::ALL[rng.random_range(0..Rule::ALL.len())],
        size: BoardSize::new(rng.random_range(5..=22), rng.random_range(5..=22)).unwrap(),
        stones: rng.random_range(0..=25),
        score,
        tally: Tally {
            wins: rng.random_range(0..9),
            draws: rng.random_range(0..9),
            losses: rng.random_range(0..9),
        },
        time: rng.random(),
    }
}

/// Returns `count` records with the keys 1, 2, …
fn records(count: u64) -> Vec<Record> {
    let mut rng = Generator::seed_from_u64(count);
    (1..=count).map(|key| record(key, &mut rng)).collect()
}

/// Returns a store in an empty folder of its own.
fn store(name: &str, max_bytes: u64) -> Store {
    let folder = std::env::temp_dir().join(format!("fukumi-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    Store::new(folder.join("experience.fkx"), max_bytes)
}

fn beside(store: &Store, extension: &str) -> PathBuf {
    store.path().with_extension(extension)
}

#[test]
fn a_record_survives_its_bytes() {
    for record in records(1000) {
        assert_eq!(bytes::read(&bytes::write(&record)), Some(record));
    }
}

#[test]
fn bytes_that_are_sealed_but_make_no_sense_are_no_record() {
    let good = bytes::write(&records(1)[0]);
    // An unknown rule, a board that is too large, a board of no height, more stones than points,
    // and a score out of range.
    for (at, value) in [(8, 2), (9, 23), (10, 0), (13, 0xff), (15, 0x7f)] {
        let mut bad = good;
        bad[at] = value;
        let sum = crc32fast::hash(&bad[..28]);
        bad[28..].copy_from_slice(&sum.to_le_bytes());
        assert_eq!(bytes::read(&bad), None, "byte {at}");
    }
}

#[test]
fn a_file_cut_off_anywhere_keeps_what_stands_before() {
    let records = records(20);
    let file = bytes::write_all(records.iter());
    for length in 0..=file.len() {
        let contents = bytes::read_all(&file[..length]).unwrap();
        let whole = (length / UNIT).saturating_sub(1);
        assert_eq!(contents.records, whole, "{length}");
        assert!(records[..whole].iter().all(|r| contents.memory.get(r.key) == Some(r)));
        assert_eq!(contents.has_head, length == 0 || length >= UNIT);
    }
}

#[test]
fn a_flipped_bit_costs_one_record_at_most() {
    let records = records(20);
    let file = bytes::write_all(records.iter());
    let mut rng = Generator::seed_from_u64(7);
    for at in 0..file.len() {
        let mut file = file.clone();
        file[at] ^= 1 << rng.random_range(0..8);
        let contents = bytes::read_all(&file).unwrap();
        assert_eq!(contents.records, if at < UNIT { 20 } else { 19 }, "byte {at}");
        assert_eq!(contents.has_head, at >= UNIT);
        let damaged = at / UNIT;
        for (index, record) in (1..).zip(&records).filter(|(index, _)| *index != damaged) {
            assert_eq!(contents.memory.get(record.key), Some(record), "record {index}, byte {at}");
        }
    }
}

#[test]
fn garbage_is_no_experience() {
    let mut rng = Generator::seed_from_u64(3);
    for length in (0..200).chain([4_096, 100_003]) {
        let mut garbage = vec![0; length];
        rng.fill_bytes(&mut garbage);
        let contents = bytes::read_all(&garbage).unwrap();
        assert!(contents.memory.is_empty() && contents.has_head == (length == 0));
    }
}

#[test]
fn games_add_up_and_what_is_proven_stays() {
    let mut rng = Generator::seed_from_u64(1);
    let tally = |wins| Tally { wins, draws: 1, losses: 0 };
    let first = Record { score: Score::ZERO, tally: tally(1), time: 5, ..record(1, &mut rng) };
    let later = Record { score: Score::from_points(-300), tally: tally(2), time: 6, ..first };
    assert_eq!(first.plus(later).score, later.score);
    assert_eq!(later.plus(first).score, later.score, "whatever the order");
    assert_eq!(first.plus(later).tally, Tally { wins: 3, draws: 2, losses: 0 });
    assert_eq!(first.plus(later).time, 6);
    let proven = Record { score: Score::win_in(9), ..first };
    assert_eq!(proven.plus(later).score, proven.score);
    assert_eq!(later.plus(proven).score, proven.score);
    let full = Record { tally: tally(u32::MAX), ..first };
    assert_eq!(full.plus(first).tally.wins, u32::MAX);
}

#[test]
fn what_was_appended_is_read_again() {
    let store = store("append", 1 << 20);
    let records = records(50);
    assert!(store.read(PATIENCE).unwrap().memory.is_empty(), "there is no file yet");
    for part in records.chunks(7) {
        store.append(part, PATIENCE).unwrap();
    }
    let contents = store.read(PATIENCE).unwrap();
    assert_eq!((contents.records, contents.damaged, contents.has_head), (50, 0, true));
    assert!(records.iter().all(|r| contents.memory.get(r.key) == Some(r)));
}

#[test]
fn what_was_cut_off_is_not_in_the_way_of_what_follows() {
    let records = records(8);
    let (old, new) = records.split_at(4);
    for cut in 1..UNIT {
        let store = store("tail", 1 << 20);
        let mut file = bytes::write_all(old.iter());
        file.truncate(file.len() - cut);
        fs::write(store.path(), file).unwrap();
        store.append(new, PATIENCE).unwrap();
        let contents = store.read(PATIENCE).unwrap();
        assert_eq!((contents.records, contents.damaged), (7, 1), "{cut}");
        assert!(new.iter().all(|r| contents.memory.get(r.key) == Some(r)));
    }
}

#[test]
fn a_damaged_head_costs_nothing_and_a_copy_is_kept() {
    let store = store("head", 1 << 20);
    let records = records(8);
    let mut file = bytes::write_all(records[..4].iter());
    file[3] ^= 1;
    fs::write(store.path(), &file).unwrap();
    store.append(&records[4..], PATIENCE).unwrap();
    let contents = store.read(PATIENCE).unwrap();
    assert_eq!((contents.records, contents.damaged, contents.has_head), (8, 0, true));
    assert_eq!(fs::read(beside(&store, "damaged")).unwrap(), file);
    // The file is damaged once more. The older copy stays.
    fs::write(store.path(), "damaged").unwrap();
    store.append(&records[..2], PATIENCE).unwrap();
    assert_eq!(fs::read(beside(&store, "damaged")).unwrap(), file);
    assert_eq!(fs::read(beside(&store, "damaged-2")).unwrap(), b"damaged");
    store.clear(PATIENCE).unwrap();
    assert!(!store.path().exists() && beside(&store, "damaged").exists());
}

#[test]
fn nothing_but_an_experience_is_cleared() {
    let foreign = store("clear", 1 << 20).path().with_file_name("diary.txt");
    let diary = Store::new(foreign, 1 << 20);
    let others = ["damaged", "new", "aside-1-1", "new-1-1"].map(|ending| beside(&diary, ending));
    for content in [&b"dear diary"[..], &[0xa5; 10_000], b""] {
        for path in others.iter().map(PathBuf::as_path).chain([diary.path()]) {
            fs::write(path, content).unwrap();
        }
        let refused = diary.clear(PATIENCE);
        assert!(matches!(refused, Err(StoreError::Foreign)), "{refused:?}");
        assert_eq!(fs::read(diary.path()).unwrap(), content);
    }
    // The name does not matter, and a damaged head does not make the records foreign.
    let mut file = bytes::write_all(records(3).iter());
    for head in [b'F', b'?'] {
        file[0] = head;
        fs::write(diary.path(), &file).unwrap();
        for path in &others {
            fs::write(path, "dear diary").unwrap();
        }
        diary.clear(PATIENCE).unwrap();
        assert!(!diary.path().exists());
        assert!(others.iter().all(|path| fs::read(path).unwrap() == b"dear diary"));
    }
    diary.clear(PATIENCE).unwrap();
}

#[test]
fn what_is_set_aside_counts_and_is_taken_over() {
    let store = store("aside", 1 << 20);
    let records = records(9);
    store.set_aside(&records[..2]).unwrap();
    assert_eq!(store.read(PATIENCE).unwrap().memory.len(), 2, "before there is any other file");
    store.append(&records[2..4], PATIENCE).unwrap();
    assert_eq!(fs::metadata(store.path()).unwrap().len(), 5 * UNIT as u64);
    let lock = fs::File::create(beside(&store, "lock")).unwrap();
    lock.lock().unwrap();
    let aside = [&records[4..6], &records[6..8]].map(|part| store.set_aside(part).unwrap());
    assert_eq!(store.read(Duration::ZERO).unwrap().memory.len(), 8);
    drop(lock);
    store.append(&records[8..], PATIENCE).unwrap();
    assert!(aside.iter().all(|path| !path.exists()));
    let contents = store.read(PATIENCE).unwrap();
    assert_eq!((contents.records, contents.damaged), (9, 0));
    assert!(records.iter().all(|r| contents.memory.get(r.key) == Some(r)));
    store.set_aside(&records).unwrap();
    store.clear(PATIENCE).unwrap();
    assert!(store.read(PATIENCE).unwrap().memory.is_empty());
}

#[test]
fn of_a_large_file_the_most_valuable_positions_are_kept() {
    let mut all = records(10_000);
    for (time, record) in (1..).zip(&mut all) {
        let games = if time % 100 == 0 { 2 } else { 1 };
        *record = Record { time, tally: Tally { wins: games, ..Tally::default() }, ..*record };
    }
    let file = bytes::write_all(all.iter());
    for most in [0, 1, 100, 500, 9_999, 10_000, usize::MAX] {
        let contents = bytes::read_from(file.as_slice(), most).unwrap().unwrap();
        assert_eq!((contents.records, contents.damaged), (10_000, 0), "{most}");
        assert_eq!(contents.memory.len(), most.min(10_000));
        let twice = contents.memory.records().filter(|record| record.tally.wins == 2).count();
        assert_eq!(twice, most.min(100));
    }
    let contents = bytes::read_from(file.as_slice(), usize::MAX).unwrap().unwrap();
    assert_eq!(contents, bytes::read_all(&file).unwrap());
}

#[test]
fn what_killed_processes_left_is_tidied_up() {
    let store = store("left", 64 * UNIT as u64);
    let left = beside(&store, "new-4194305-3");
    fs::write(&left, &bytes::head()[..20]).unwrap();
    let foreign = beside(&store, "new-4194305-4");
    fs::write(&foreign, "dear diary").unwrap();
    store.append(&records(100), PATIENCE).unwrap();
    assert!(!left.exists());
    assert_eq!(fs::read(foreign).unwrap(), b"dear diary");
}

#[test]
fn a_file_of_another_version_is_left_alone() {
    let store = store("version", 1 << 20);
    let mut file = bytes::write_all(records(4).iter());
    file[8] = 2;
    let sum = crc32fast::hash(&file[..28]);
    file[28..32].copy_from_slice(&sum.to_le_bytes());
    fs::write(store.path(), &file).unwrap();
    assert!(matches!(store.read(PATIENCE), Err(StoreError::Version(2))));
    assert!(matches!(store.append(&records(1), PATIENCE), Err(StoreError::Version(2))));
    assert_eq!(fs::read(store.path()).unwrap(), file);
}

#[test]
fn a_file_stays_within_its_bound_and_keeps_what_is_met_often() {
    let max = 64 * UNIT as u64;
    let store = store("bound", max);
    let often = Record { tally: Tally { wins: 9, draws: 9, losses: 9 }, ..records(1)[0] };
    store.append(&[often], PATIENCE).unwrap();
    let once = Tally { wins: 1, ..Tally::default() };
    for (time, mut record) in (1..).zip(records(500)).skip(1) {
        (record.tally, record.time) = (once, time);
        store.append(&[record], PATIENCE).unwrap();
        assert!(fs::metadata(store.path()).unwrap().len() <= max);
        let contents = store.read(PATIENCE).unwrap();
        assert_eq!(contents.memory.get(often.key), Some(&often));
        assert_eq!(contents.memory.get(record.key), Some(&record), "the newest");
    }
    assert!(store.read(PATIENCE).unwrap().memory.len() > 40);
    // Add more records at once than there is room for.
    store.append(&records(500), PATIENCE).unwrap();
    assert!(fs::metadata(store.path()).unwrap().len() <= max);
}

#[test]
fn a_lock_that_another_has_is_waited_for_so_long() {
    let store = store("lock", 1 << 20);
    store.append(&records(1), PATIENCE).unwrap();
    let lock = fs::File::create(beside(&store, "lock")).unwrap();
    lock.lock().unwrap();
    let refused = store.append(&records(2), Duration::from_millis(20));
    assert!(matches!(refused, Err(StoreError::Busy)), "{refused:?}");
    assert_eq!(store.read(Duration::ZERO).unwrap().records, 1, "reading goes on");
    drop(lock);
    store.append(&records(2), PATIENCE).unwrap();
    assert_eq!(store.read(PATIENCE).unwrap().records, 3);
}

#[test]
fn only_the_own_folder_is_made_and_nothing_but_files_are_used() {
    let base = store("folder", 0).path().parent().unwrap().to_path_buf();
    let missing = Store::below(&base.join("missing"));
    assert!(missing.append(&records(1), PATIENCE).is_err());
    assert!(!base.join("missing").exists());
    let store = Store::below(&base);
    store.append(&records(1), PATIENCE).unwrap();
    assert!(store.path().starts_with(&base));
    fs::remove_file(store.path()).unwrap();
    fs::create_dir(store.path()).unwrap();
    assert!(matches!(store.read(PATIENCE), Err(StoreError::Unusual(_))));
    assert!(matches!(store.append(&records(1), PATIENCE), Err(StoreError::Unusual(_))));
    let elsewhere = base.join("elsewhere");
    fs::create_dir(&elsewhere).unwrap();
    fs::write(elsewhere.join("fukumi"), "a file where the folder should be").unwrap();
    assert!(Store::below(&elsewhere).append(&records(1), PATIENCE).is_err());
}

#[cfg(unix)]
#[test]
fn a_link_is_not_followed_out_of_the_folder() {
    use std::os::unix::fs::symlink;

    let base = store("link", 0).path().parent().unwrap().to_path_buf();
    let (folder, outside) = (base.join("folder"), base.join("outside"));
    fs::create_dir(&folder).unwrap();
    fs::create_dir(&outside).unwrap();
    let store = Store::below(&folder);
    symlink(&outside, folder.join("fukumi")).unwrap();
    assert!(matches!(store.append(&records(1), PATIENCE), Err(StoreError::Unusual(_))));
    fs::remove_file(folder.join("fukumi")).unwrap();
    fs::create_dir(folder.join("fukumi")).unwrap();
    for name in ["experience.fkx", "experience.lock"] {
        let link = folder.join("fukumi").join(name);
        symlink(outside.join("file"), &link).unwrap();
        assert!(matches!(store.append(&records(1), PATIENCE), Err(StoreError::Unusual(_))));
        fs::remove_file(link).unwrap();
    }
    assert_eq!(fs::read_dir(&outside).unwrap().count(), 0);

    // The files made beside the main one: a copy of a damaged file, and a replacement.
    fs::write(store.path(), "damaged").unwrap();
    for extension in ["new", "damaged"] {
        symlink(outside.join(extension), beside(&store, extension)).unwrap();
    }
    store.append(&records(1), PATIENCE).unwrap();
    assert_eq!(store.read(PATIENCE).unwrap().records, 1);
    assert_eq!(fs::read(beside(&store, "damaged-2")).unwrap(), b"damaged");
    assert_eq!(fs::read_dir(&outside).unwrap().count(), 0);
}

#[cfg(unix)]
#[test]
fn a_pipe_is_not_waited_for() {
    let store = store("pipe", 1 << 20);
    let make = |path: PathBuf| {
        assert!(std::process::Command::new("mkfifo").arg(path).status().unwrap().success());
    };
    make(beside(&store, "aside-1-1"));
    store.append(&records(1), PATIENCE).unwrap();
    assert_eq!(store.read(PATIENCE).unwrap().records, 1);
    fs::remove_file(store.path()).unwrap();
    make(store.path().to_path_buf());
    for result in [
        store.read(PATIENCE).map(|_| ()),
        store.append(&records(1), PATIENCE),
        store.settle(PATIENCE),
        store.clear(PATIENCE),
        store.check().map(|_| ()),
    ] {
        assert!(matches!(result, Err(StoreError::Unusual(_))), "{result:?}");
    }
    fs::remove_file(beside(&store, "lock")).unwrap();
    make(beside(&store, "lock"));
    fs::remove_file(store.path()).unwrap();
    let refused = store.append(&records(1), PATIENCE);
    assert!(matches!(refused, Err(StoreError::Unusual(_))), "{refused:?}");
}
