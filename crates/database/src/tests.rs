//! Tests of the database.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use fukumi_core::clock::Instant;
use fukumi_core::geometry::{BoardSize, Color, Point, Symmetry};
use fukumi_core::identity::{Identity, Key};
use fukumi_core::learning::{Record, Tally};
use fukumi_core::position::Position;
use fukumi_core::random::Generator;
use fukumi_core::rule::Rule;
use fukumi_core::score::Score;
use rand::{Rng, SeedableRng};

use super::DatabaseError::TooLong;
use super::branch::{Fate, Reach};
use super::guard::Interrupt;
use super::learned::KEPT;
use super::*;

const PATIENCE: Duration = Duration::from_secs(60);

/// The path of a file in an empty folder of its own.
fn path(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("fukumi-{}-db-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder.join("positions.db")
}

fn open(name: &str) -> Database {
    Database::open(&path(name), Access::Create, PATIENCE).unwrap()
}

/// Changes rows as no method does.
fn change(database: &mut Database, sql: &str) {
    let writer = database.write().unwrap();
    writer.connection().execute_batch(sql).unwrap();
    writer.commit().unwrap();
}

fn clean(database: Database) {
    let folder = database.path().parent().unwrap().to_path_buf();
    drop(database);
    fs::remove_dir_all(folder).unwrap();
}

fn random_position(rng: &mut Generator) -> Position {
    let size = BoardSize::new(rng.random_range(5..=22), rng.random_range(5..=22)).unwrap();
    let size = if rng.random() { BoardSize::square(size.width().into()).unwrap() } else { size };
    let mut position = Position::new(size, Rule::ALL[rng.random_range(0..Rule::ALL.len())]);
    for _ in 0..rng.random_range(0..size.area().min(40)) {
        let points: Vec<Point> = position.board().empty_points().collect();
        position.play(points[rng.random_range(0..points.len())]);
    }
    let empty: Vec<Point> = position.board().empty_points().collect();
    if rng.random_ratio(1, 4) {
        position.kill(empty[0]);
    }
    if rng.random_ratio(1, 4) {
        position.pass();
    }
    position
}

fn random_entry(rng: &mut Generator, position: &Position) -> Entry {
    let points: Vec<Point> = position.board().empty_points().collect();
    let point = |rng: &mut Generator| points[rng.random_range(0..points.len())];
    let score = match rng.random_range(0..4) {
        0 => Score::win_in(rng.random_range(0..200)),
        1 => Score::loss_in(rng.random_range(0..200)),
        _ => Score::from_points(rng.random_range(-20_000..=20_000)),
    };
    let value = Value {
        score,
        bound: Bound::ALL[rng.random_range(0..3)],
        depth: rng.random::<bool>().then(|| rng.random_range(0..99)),
    };
    let mut entry = Entry {
        value: rng.random::<bool>().then_some(value),
        best: (0..rng.random_range(0..3)).map(|_| point(rng)).collect(),
        visits: rng.random_range(0..1_000),
        tally: Tally { wins: rng.random_range(0..9), draws: 1, losses: rng.random() },
        label: rng.random::<bool>().then(|| "w".into()),
        comment: rng
            .random::<bool>()
            .then(|| "zwei\nZeilen, \"五\", '; DROP TABLE position".into()),
        changed: rng.random::<bool>().then(|| rng.random()),
        ..Entry::default()
    };
    entry.set_mark(point(rng), "A b");
    entry.set_mark(point(rng), "ж");
    entry
}

/// The position and the entry on a board that is turned.
fn turned(position: &Position, entry: &Entry, symmetry: Symmetry) -> (Position, Entry) {
    let size = position.size();
    let turn = |point| symmetry.apply(point, size);
    let mut other = Position::new(size, position.rule());
    let board = position.board();
    let walls = size.points().filter(|&p| board.cell(p) == fukumi_core::board::Cell::Wall);
    walls.for_each(|point| other.kill(turn(point)));
    board.stones().iter().for_each(|stone| other.place(stone.color, turn(stone.point)));
    other.set_to_move(position.to_move());
    (other, entry.clone().turned(turn))
}

fn sorted(mut entry: Entry) -> Entry {
    entry.marks.sort_by_key(|mark| mark.point.index());
    entry
}

#[test]
fn an_entry_is_found_on_any_turned_board() {
    let mut database = open("turned");
    let mut rng = Generator::seed_from_u64(1);
    for _ in 0..300 {
        let position = random_position(&mut rng);
        let entry = random_entry(&mut rng, &position);
        let mut writer = database.write().unwrap();
        writer.put(&position, entry.clone()).unwrap();
        assert_eq!(writer.get(&position).unwrap().map(sorted), Some(sorted(entry.clone())));
        writer.commit().unwrap();
        for symmetry in Symmetry::all(position.size()) {
            let (other, expected) = turned(&position, &entry, symmetry);
            let found = database.get(&other).unwrap().expect("the same position");
            // A symmetrical position may have its points on either side.
            let is_symmetrical = Symmetry::all(position.size()).skip(1).any(|s| {
                let own = turned(&position, &entry, s).0;
                own.board().key() == position.board().key()
            });
            if !is_symmetrical {
                assert_eq!(sorted(found), sorted(expected));
            }
        }
    }
    assert!(database.check(10).unwrap().is_empty());
    clean(database);
}

fn game(moves: &str) -> Position {
    let size = BoardSize::square(15).unwrap();
    let mut position = Position::new(size, Rule::Renju);
    moves.split_whitespace().for_each(|label| position.play(size.parse_label(label).unwrap()));
    position
}

fn labelled(label: &str) -> Entry {
    Entry { label: Some(label.into()), ..Entry::default() }
}

#[test]
fn what_was_committed_is_there_when_the_file_is_opened_again() {
    let mut database = open("reopen");
    let path = database.path().to_path_buf();
    database.update(&game("h8"), |entry| entry.visits += 1).unwrap();
    database.update(&game("h8"), |entry| entry.visits += 1).unwrap();
    let mut writer = database.write().unwrap();
    writer.put(&game("h8 i9"), labelled("w")).unwrap();
    drop(writer);
    drop(database);
    let read = Database::open(&path, Access::Read, PATIENCE).unwrap();
    assert_eq!(read.get(&game("h8")).unwrap().unwrap().visits, 2);
    assert_eq!(read.get(&game("h8 i9")).unwrap(), None, "not committed");
    assert_eq!((read.count().unwrap(), read.access()), (1, Access::Read));
    let mut read = read;
    assert!(read.snapshot().unwrap().execute("DELETE FROM position", []).is_err());
    assert!(matches!(read.write(), Err(DatabaseError::ReadOnly)));
    assert!(matches!(read.vacuum(), Err(DatabaseError::ReadOnly)));
    let mut write = Database::open(&path, Access::Write, PATIENCE).unwrap();
    assert!(write.write().unwrap().remove(&game("h8")).unwrap(), "dropped again");
    write.vacuum().unwrap();
    assert_eq!(read.count().unwrap(), 1);
    drop(write);
    drop(read);
    assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1, "no log is left");
    clean(Database::open(&path, Access::Read, PATIENCE).unwrap());
}

#[cfg(unix)]
#[test]
fn a_file_that_nobody_can_write_is_read() {
    use std::os::unix::fs::PermissionsExt;
    for mode in ["delete", "wal"] {
        let mut database = open("unwritable");
        database.update(&game("h8"), |entry| entry.visits = 1).unwrap();
        let path = database.path().to_path_buf();
        drop(database);
        let other = rusqlite::Connection::open(&path).unwrap();
        other.pragma_update(None, "journal_mode", mode).unwrap();
        drop(other);
        let folder = path.parent().unwrap();
        let allow = |path: &std::path::Path, mode| {
            fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
        };
        allow(&path, 0o444);
        allow(folder, 0o555);
        let database = Database::open(&path, Access::Read, PATIENCE).unwrap();
        assert_eq!(database.get(&game("h8")).unwrap().unwrap().visits, 1, "{mode}");
        allow(folder, 0o755);
        clean(database);
    }
}

#[test]
fn a_file_of_another_kind_stays_as_it_is() {
    let file = path("foreign");
    fs::write(&file, "a letter to a friend, which is longer than the head of a database\n")
        .unwrap();
    let before = fs::read(&file).unwrap();
    for access in [Access::Read, Access::Write, Access::Create] {
        let result = Database::open(&file, access, PATIENCE);
        assert!(matches!(result, Err(DatabaseError::Foreign)), "{result:?}");
    }
    assert_eq!(fs::read(&file).unwrap(), before);

    fs::remove_file(&file).unwrap();
    let other = rusqlite::Connection::open(&file).unwrap();
    other.execute_batch("CREATE TABLE bookmark (url TEXT)").unwrap();
    drop(other);
    for access in [Access::Read, Access::Create] {
        let result = Database::open(&file, access, PATIENCE);
        assert!(matches!(result, Err(DatabaseError::Foreign)), "{result:?}");
    }

    fs::remove_file(&file).unwrap();
    assert!(Database::open(&file, Access::Write, PATIENCE).is_err());
    assert!(!file.exists(), "only made when that is asked for");
    fs::write(&file, "").unwrap();
    let mut database = Database::open(&file, Access::Create, PATIENCE).unwrap();
    change(&mut database, "PRAGMA user_version = 7");
    let result = Database::open(&file, Access::Read, PATIENCE);
    assert!(matches!(result, Err(DatabaseError::Version(7))), "{result:?}");
    clean(database);
}

#[test]
fn who_writes_excludes_others_who_write_but_nobody_who_reads() {
    let mut first = open("two");
    let mut second = Database::open(first.path(), Access::Write, Duration::from_millis(1)).unwrap();
    let mut writer = first.write().unwrap();
    writer.put(&game("h8"), labelled("a")).unwrap();
    assert!(matches!(second.write(), Err(DatabaseError::Busy)));
    assert_eq!(second.get(&game("h8")).unwrap(), None);
    writer.commit().unwrap();
    assert_eq!(second.get(&game("h8")).unwrap(), Some(labelled("a")));
    second.update(&game("h8"), |entry| entry.visits = 3).unwrap();
    assert_eq!(first.get(&game("h8")).unwrap().unwrap().visits, 3);
    drop(second);
    clean(first);
}

#[test]
fn what_is_exported_is_the_same_when_it_is_imported() {
    let mut database = open("export");
    let mut rng = Generator::seed_from_u64(2);
    let mut writer = database.write().unwrap();
    for _ in 0..200 {
        let position = random_position(&mut rng);
        writer.put(&position, random_entry(&mut rng, &position)).unwrap();
    }
    let lost = Value { score: Score::loss_in(0), bound: Bound::Exact, depth: None };
    writer.put(&game("a1"), Entry { value: Some(lost), ..Entry::default() }).unwrap();
    writer.commit().unwrap();
    let mut text = Vec::new();
    let count = database.export(&mut text, |_, _| true).unwrap();
    assert_eq!(count, database.count().unwrap());
    let mut copy = open("import");
    assert_eq!(copy.import(text.as_slice(), |_| true).unwrap().rows, count);
    let mut again = Vec::new();
    copy.export(&mut again, |_, _| true).unwrap();
    assert_eq!(String::from_utf8(again).unwrap(), String::from_utf8(text).unwrap());
    assert_eq!(copy.get(&game("a1")).unwrap().unwrap().value, Some(lost));

    let mut renju = Vec::new();
    let count = database.export(&mut renju, |rule, _| rule == Rule::Renju).unwrap();
    assert_eq!(count as usize, String::from_utf8(renju).unwrap().matches("\nrenju,").count());

    let mut merged = open("merged");
    let mut reported = Vec::new();
    assert_eq!(
        merged
            .merge(&copy, |count| {
                reported.push(count);
                true
            })
            .unwrap(),
        copy.count().unwrap()
    );
    assert_eq!(reported.last(), Some(&copy.count().unwrap()));
    let stopped = merged.merge(&copy, |_| false);
    assert!(matches!(stopped, Err(DatabaseError::Stopped)));
    [database, copy, merged].into_iter().for_each(clean);
}

#[test]
fn a_row_that_makes_no_sense_is_named() {
    let mut database = open("rows");
    let mut import = |text: &str| database.import(text.as_bytes(), |_| true);
    for (text, expected) in [
        ("rule,colour\n", "line 1: expected rule, size"),
        (
            "rule,size,turn,black\nrenju,15x15,white,h8\nchess,8x8,white,a1\n",
            "line 3: \"chess\" is no rule",
        ),
        ("rule,size,turn,black\nrenju,15x15,white,h8h8\n", "line 2: two stones"),
        ("rule,size,turn,black\nrenju,15x15,white,h99\n", "line 2: \"h99\" is no black"),
        ("rule,size,turn,black\nrenju,15x15,red,h8\n", "line 2: \"red\" is no turn"),
        ("rule,size,turn,plies\nrenju,15x15,white,5000\n", "line 2: \"5000\" is no plies"),
        ("rule,size,turn,value\nrenju,15x15,white,99999\n", "line 2: \"99999\" is no value"),
        ("rule,size\nrenju,15x15\n", "line 2: there are neither a turn nor a key"),
        ("rule,size,turn\nrenju,15x15,\u{1f}\n", "line 2:"),
    ] {
        let error = match import(text) {
            Ok(imported) => {
                assert_eq!(imported.damaged, 1, "{text:?}");
                imported.faults[0].clone()
            }
            Err(error) => error.to_string(),
        };
        assert!(error.starts_with(expected), "{text:?}: {error}");
    }
    // One row without sense leaves the others whole.
    let good = "size,turn,rule,black,plies\n9,white,renju,h8,1\n15x15,white,renju,h8,-4\n";
    let imported = import(good).unwrap();
    assert_eq!((imported.rows, imported.damaged), (1, 1));
    let value = database.get(&game("h8")).unwrap().unwrap().value.unwrap();
    assert_eq!((value.score, value.bound), (Score::loss_in(4), Bound::Exact));
    clean(database);
}

#[test]
fn entries_merge_without_losing_what_either_says() {
    let value = |score, depth| Value { score, bound: Bound::Exact, depth: Some(depth) };
    let (near, far) = (Point::new(7, 7), Point::new(1, 1));
    let mut own = Entry {
        value: Some(value(Score::from_points(50), 12)),
        best: vec![near],
        visits: 3,
        tally: Tally { wins: 1, draws: 0, losses: 2 },
        comment: Some("mine".into()),
        ..Entry::default()
    };
    let other = Entry {
        value: Some(value(Score::win_in(9), 4)),
        best: vec![far],
        visits: 4,
        tally: Tally { wins: 1, draws: 1, losses: 0 },
        label: Some("l".into()),
        comment: Some("yours".into()),
        changed: Some(5),
        ..Entry::default()
    };
    own.merge(&other);
    assert_eq!(own.value, other.value, "a fact before a deeper opinion");
    assert_eq!((own.best.as_slice(), own.visits), ([far].as_slice(), 7));
    assert_eq!(own.tally, Tally { wins: 2, draws: 1, losses: 2 });
    assert_eq!(own.label.as_deref(), Some("l"));
    assert_eq!(own.comment.as_deref(), Some("mine\nyours"));
    own.merge(&other);
    assert_eq!(own.comment.as_deref(), Some("mine\nyours"), "not twice");
    let shallow =
        Entry { value: Some(value(Score::ZERO, 1)), best: vec![near], ..Entry::default() };
    own.merge(&shallow);
    assert_eq!((own.value, own.best.as_slice()), (other.value, [far].as_slice()));
    assert!(Entry { changed: Some(1), ..Entry::default() }.is_blank() && !own.is_blank());
}

#[test]
fn a_comment_that_is_a_piece_of_another_one_is_kept() {
    let said = |comment: &str| Entry { comment: Some(comment.into()), ..Entry::default() };
    for (own, others, expected) in [
        ("not a win", "a win", "not a win\na win"),
        ("a win?\nno", "a win", "a win?\nno\na win"),
        ("one\ntwo\nthree", "one\nthree", "one\ntwo\nthree\none\nthree"),
        ("one\ntwo\nthree", "two\nthree", "one\ntwo\nthree"),
        ("one\ntwo", "one", "one\ntwo"),
        ("one", "", "one"),
        ("one\n", "two\n", "one\n\ntwo\n"),
    ] {
        let mut entry = said(own);
        for _ in 0..2 {
            entry.merge(&said(others));
            assert_eq!(entry.comment.as_deref(), Some(expected));
        }
    }
}

#[test]
fn of_proven_values_the_one_that_says_more_counts() {
    let exact = |score| Value { score, bound: Bound::Exact, depth: None };
    let win = |plies| exact(Score::win_in(plies));
    let loss = |plies| exact(Score::loss_in(plies));
    assert_eq!(win(9).better(win(5)), win(5));
    assert_eq!(loss(4).better(loss(8)), loss(8));
    let upper = Value { bound: Bound::Upper, ..win(3) };
    assert!(!upper.is_proven());
    assert_eq!(upper.better(win(99)), win(99));
    let deep = Value { depth: Some(20), ..exact(Score::from_points(7)) };
    assert_eq!(deep.better(exact(Score::from_points(9))), deep);
    let bound = Value { bound: Bound::Lower, ..deep };
    assert_eq!(bound.better(deep), deep);
}

#[test]
fn texts_are_bounded() {
    let mut database = open("bounded");
    let mut entry = labelled(&"ж".repeat(1_000));
    entry.comment = Some("五\0".repeat(1 << 16));
    entry.set_mark(Point::new(0, 0), "  two\nlines ");
    entry.set_mark(Point::new(1, 0), " \n");
    entry.best = vec![Point::new(3, 3); 100];
    entry.set_mark(Point::new(2, 0), &"x".repeat(65));
    assert!(matches!(database.write().unwrap().put(&game("h8"), entry.clone()), Err(TooLong(_))));
    database.write().unwrap().merge(&game("h8"), entry.clone()).unwrap();
    assert!(database.take_cuts().is_empty(), "nothing was committed");
    let mut writer = database.write().unwrap();
    writer.merge(&game("h8"), entry.clone()).unwrap();
    writer.commit().unwrap();
    let cuts = Cuts { labels: 1, comments: 1, marks: 1, best: 1 };
    assert_eq!(database.take_cuts(), cuts);
    let words = "1 label, 1 comment, 1 text on the board, 1 list of best moves";
    assert_eq!(cuts.to_string(), words);
    let found = database.get(&game("h8")).unwrap().unwrap();
    assert!(found.label.unwrap().len() <= 64 && found.comment.unwrap().len() <= 1 << 16);
    assert_eq!((found.best.len(), found.marks.len()), (16, 2));
    assert_eq!(found.marks[0].text, "two lines");
    // What fills an entry is put whole, and a comment that has no room there is counted.
    let full = Entry {
        label: Some("x".repeat(64)),
        comment: Some("y".repeat(1 << 16)),
        best: vec![Point::new(3, 3); Entry::MAX_BEST],
        marks: vec![Mark { point: Point::new(2, 0), text: "x".repeat(64) }],
        ..Entry::default()
    };
    database.update(&game("h8"), |entry| *entry = full.clone()).unwrap();
    let mut writer = database.write().unwrap();
    let late = Entry { comment: Some("too late".into()), visits: 1, ..Entry::default() };
    writer.merge(&game("h8"), late).unwrap();
    writer.commit().unwrap();
    assert_eq!(database.take_cuts(), Cuts { comments: 1, ..Cuts::default() });
    assert!(database.take_cuts().is_empty(), "told once");
    assert_eq!(database.get(&game("h8")).unwrap(), Some(Entry { visits: 1, ..full.clone() }));
    for (longer, reason) in [
        (Entry { label: Some("x".repeat(65)), ..full.clone() }, "a label of at most 64 bytes"),
        (
            Entry { comment: Some("y".repeat(65_537)), ..full.clone() },
            "a comment of at most 65536 bytes",
        ),
        (Entry { best: vec![Point::new(3, 3); 17], ..full.clone() }, "at most 16 best moves"),
    ] {
        let refused = database.update(&game("h8"), |entry| *entry = longer).unwrap_err();
        assert_eq!(refused.to_string(), format!("expected {reason}, found more"));
    }
    assert!(database.check(9).unwrap().is_empty());
    clean(database);
}

#[test]
fn moves_and_branches_are_found_up_to_symmetry() {
    let mut database = open("branch");
    let mut writer = database.write().unwrap();
    for (moves, label) in [
        ("h8", "root"),
        ("h8 h9", "w"),
        ("h8 h9 i9", "x"),
        ("h8 h9 i9 a1", "below x"),
        ("h8 i9", "l"),
        ("h8 i9 h9", "also below l"),
        ("h8 i9 a15", "kept"),
    ] {
        writer.put(&game(moves), labelled(label)).unwrap();
    }
    writer.commit().unwrap();
    let children = |database: &Database, moves| {
        let label = |child: branch::Child| child.entry.label.unwrap_or_default();
        let mut labels: Vec<String> =
            database.children(&game(moves)).unwrap().into_iter().map(label).collect();
        labels.sort_unstable();
        labels
    };
    assert_eq!(children(&database, ""), ["root"]);
    assert_eq!(children(&database, "h8"), ["l", "l", "l", "l", "w", "w", "w", "w"]);

    let mut part = open("part");
    let count = database.split(&game("h8 h9"), &[game("h8")], &mut part).unwrap();
    assert_eq!((count, part.count().unwrap()), (4, 4));
    assert_eq!(
        part.get(&game("h8 g8 g9 a15")).unwrap(),
        database.get(&game("h8 g8 g9 a15")).unwrap()
    );

    let is_label = |entry: &Entry, label: &str| entry.label.as_deref() == Some(label);
    let removed = database
        .remove_below(
            &game("h8"),
            |entry| {
                if is_label(entry, "x") { Fate::Remove } else { Fate::Keep }
            },
        )
        .unwrap();
    assert_eq!(removed, 2);
    let removed = database.remove_below(&game("h8"), |entry| {
        if is_label(entry, "l") { Fate::KeepAll } else { Fate::Remove }
    });
    assert_eq!(removed.unwrap(), 1, "what is below l is not looked at");
    assert_eq!(database.count().unwrap(), 4);
    assert_eq!(database.remove_below(&game("h8"), |_| Fate::Remove).unwrap(), 3);
    assert!(database.get(&game("h8")).unwrap().is_some(), "the position itself stays");
    [database, part].into_iter().for_each(clean);
}

#[test]
fn positions_ahead_are_found_the_nearest_first() {
    let mut database = open("ahead");
    let mut writer = database.write().unwrap();
    let won = Value { score: Score::win_in(9), bound: Bound::Exact, depth: None };
    for (moves, value) in [
        ("h8 i9", None),
        ("h8 i9 g7", None),
        ("h8 i9 g7 a1", None),
        ("h8 i9 b2", Some(won)),
        ("h8 i9 b2 a1", None),
        ("h8 i9 c3 a1", None),
    ] {
        let best = vec![game(moves).board().empty_points().last().unwrap()];
        writer.put(&game(moves), Entry { value, best, ..Entry::default() }).unwrap();
    }
    writer.commit().unwrap();
    let position = game("h8 i9");
    let found = |reach| {
        let found = database.ahead(&position, reach).unwrap();
        let label = |point: &Point| point.label(position.size());
        let name = |ahead: &branch::Ahead| {
            assert_eq!(ahead.entry.best, [Point::new(14, 14)], "turned as the board is");
            ahead.moves.iter().map(label).collect::<Vec<_>>().join(" ")
        };
        found.iter().map(name).collect::<Vec<_>>()
    };
    let ahead = |positions, looks| found(Reach { positions, looks, until: None });
    // Nothing after what is proven is there, and nothing that no entry leads to.
    assert_eq!(ahead(100, 100), ["", "g7", "b2", "g7 a1"]);
    assert_eq!(ahead(2, 100), ["", "g7"]);
    assert_eq!(ahead(100, 1), ["", "g7", "b2"]);
    assert_eq!(ahead(100, 0), [""]);
    let now = Some(Instant::now());
    assert_eq!(found(Reach { positions: 100, looks: 100, until: now }), [""]);
    assert!(database.children_until(&position, now).unwrap().is_empty());
    clean(database);
}

#[test]
fn a_position_with_the_key_of_another_one_is_not_taken_for_it() {
    let mut database = open("collision");
    database.update(&game("h8"), |entry| entry.visits = 1).unwrap();
    change(&mut database, "UPDATE position SET black = 'h9'");
    assert_eq!(database.get(&game("h8")).unwrap(), None);
    let result = database.update(&game("h8"), |entry| entry.visits = 1);
    assert!(matches!(result, Err(DatabaseError::Collision)), "{result:?}");
    let faults = database.check(9).unwrap();
    assert_eq!(faults.len(), 1);
    assert!(faults[0].ends_with("other stones"), "{faults:?}");
    change(&mut database, "UPDATE position SET marks = 'h8'");
    assert!(database.check(9).unwrap()[0].contains("another mark"));
    clean(database);
}

#[test]
fn a_position_of_which_only_the_key_is_known_gets_its_stones_later() {
    let mut database = open("keys");
    let position = game("h8 i9");
    let key = Identity::of(&position).key();
    let row = format!("rule,size,visits,key\nrenju,15x15,7,2:{:016x}\n", key.0);
    database.import(row.as_bytes(), |_| true).unwrap();
    assert_eq!(database.get(&position).unwrap().unwrap().visits, 7);
    assert_eq!(database.children(&game("h8")).unwrap().len(), 4);
    let mut writer = database.write().unwrap();
    writer.merge(&position, Entry { visits: 1, ..Entry::default() }).unwrap();
    writer.commit().unwrap();
    let mut names = Vec::new();
    database
        .each(|name, entry| {
            names.push((name, entry.visits));
            Ok(())
        })
        .unwrap();
    let [(name, 8)] = names.as_slice() else { panic!("{names:?}") };
    let found = name.position().expect("its stones");
    assert_eq!((Identity::of(&found).key(), found.to_move()), (key, Color::Black));
    database.import(row.as_bytes(), |_| true).unwrap();
    assert!(database.check(9).unwrap().is_empty());
    clean(database);
}

/// A tree of moves, by lines that begin at the empty board.
fn library(lines: &[&str]) -> fukumi_records::game::Game {
    let size = BoardSize::square(15).unwrap();
    let mut game = fukumi_records::game::Game::new(size);
    game.rule = Some(Rule::Renju);
    for line in lines {
        let mut node = game.tree.root();
        for (label, color) in line.split_whitespace().zip(Color::ALL.into_iter().cycle()) {
            let action = fukumi_records::tree::Move { color, point: size.parse_label(label) };
            node = game.tree.find_or_add(node, action).unwrap();
        }
    }
    game
}

#[test]
fn a_library_comes_back_with_its_moves_and_texts() {
    let mut game = library(&["h8 h9 i9", "h8 i9 a1 a2", "g7"]);
    let root = game.tree.root();
    game.tree.notes_mut(root).comment = "all".into();
    let first = game.tree.children(root).next().unwrap();
    game.tree.notes_mut(first).set_label(Point::new(7, 6), "A".into());
    game.tree.notes_mut(first).title = "title".into();
    game.tree.notes_mut(first).comment = "two\nlines".into();
    let mut database = open("library");
    let mut reported = Vec::new();
    let count = database.add_game(&game, Rule::Freestyle, |count| {
        reported.push(count);
        true
    });
    let all = AddedGame { nodes: 8, is_known: false };
    assert_eq!((count.unwrap(), reported.last()), (all, Some(&8)));
    assert_eq!(database.count().unwrap(), 8);
    let entry = database.get(&self::game("h8")).unwrap().unwrap();
    assert_eq!(entry.comment.as_deref(), Some("title\ntwo\nlines"));
    assert_eq!(entry.marks, [Mark { point: Point::new(7, 6), text: "A".into() }]);

    let size = BoardSize::square(15).unwrap();
    let known = |rule| database.game(rule, size, |other, _| other == rule).unwrap();
    let none = known(Rule::Freestyle);
    assert_eq!((none.game.tree.len(), none.positions, none.wanted), (1, 0, 0));
    let KnownMoves { game: found, positions, wanted, .. } = known(Rule::Renju);
    assert_eq!((positions, wanted), (8, 8));
    let mut again = open("library-again");
    again.add_game(&found, Rule::Renju, |_| true).unwrap();
    let rows = |database: &Database| {
        let mut rows = Vec::new();
        database
            .each(|name, entry| {
                rows.push((name.key, entry.comment, entry.marks));
                Ok(())
            })
            .unwrap();
        rows
    };
    assert_eq!(rows(&again), rows(&database));

    let stopped = database.add_game(&library(&["g7 g8"]), Rule::Renju, |_| false);
    assert!(matches!(stopped, Err(DatabaseError::Stopped)));
    let error = database.add_game(&library(&["h8 h9 h8"]), Rule::Renju, |_| true).unwrap_err();
    assert_eq!(error.to_string(), "two stones are on h8");
    [database, again].into_iter().for_each(clean);
}

#[test]
fn a_game_that_was_broken_off_is_there_and_known_or_neither() {
    let mut database = open("broken-off");
    let moves = library(&["h8 i9 h9", "h8 i9 h10"]);
    let mut visits = Vec::new();
    // Each time the work goes on once more before it is broken off.
    for times in 0.. {
        let mut asked = 0;
        let added = database.add_game(&moves, Rule::Renju, |_| {
            asked += 1;
            asked <= times
        });
        let count = database.get(&game("h8 i9")).unwrap().map_or(0, |entry| entry.visits);
        visits.push(count);
        let is_there = added.is_ok();
        assert_eq!(count, u64::from(is_there), "{added:?}");
        if is_there {
            break;
        }
    }
    assert!(visits.len() > 1, "it was never broken off");
    assert!(database.add_game(&moves, Rule::Renju, |_| true).unwrap().is_known);
    clean(database);
}

/// Number of commits that have changed the file, as its header counts them.
fn commits(database: &Database) -> u32 {
    let bytes = fs::read(database.path()).unwrap();
    u32::from_be_bytes(bytes[24..28].try_into().unwrap())
}

#[test]
fn an_import_that_has_nothing_to_write_commits_nothing() {
    let mut database = open("nothing-to-write");
    let moves = library(&["h8 i9 h9"]);
    let before = commits(&database);
    database.add_game(&moves, Rule::Renju, |_| true).unwrap();
    assert_eq!(commits(&database), before + 1, "the game and the memory of it together");
    assert!(database.add_game(&moves, Rule::Renju, |_| true).unwrap().is_known);
    assert_eq!(commits(&database), before + 1, "the game is known");
    let stopped = database.add_game(&moves, Rule::Renju, |_| false);
    assert!(matches!(stopped, Err(DatabaseError::Stopped)), "{stopped:?}");
    let mut table = Vec::new();
    database.export(&mut table, |_, _| true).unwrap();
    let imported = database.import(table.as_slice(), |_| true).unwrap();
    assert_eq!((imported.rows, commits(&database)), (4, before + 2), "one piece");
    let headings = &table[..table.iter().position(|&byte| byte == b'\n').unwrap()];
    assert_eq!(database.import(headings, |_| true).unwrap().rows, 0);
    assert_eq!(commits(&database), before + 2, "a table without rows");
    clean(database);
}

#[test]
fn nothing_is_merged_from_a_database_with_a_damaged_row() {
    let (mut database, mut other) = (open("merged-into"), open("merged-damaged"));
    other.add_game(&library(&["h8 i9 h9"]), Rule::Renju, |_| true).unwrap();
    let last = "(SELECT key FROM position ORDER BY key DESC LIMIT 1)";
    let damage = format!("UPDATE position SET marks = 'zz' WHERE key = {last}");
    change(&mut other, &damage);
    assert!(matches!(database.merge(&other, |_| true), Err(DatabaseError::Damaged(_))));
    assert_eq!(database.count().unwrap(), 0);
    [database, other].into_iter().for_each(clean);
}

#[test]
fn the_check_before_a_merge_reports_and_can_be_broken_off() {
    let (mut database, mut other) = (open("check-into"), open("check-from"));
    let mut writer = other.write().unwrap();
    let mut position = Position::new(BoardSize::square(15).unwrap(), Rule::Renju);
    for point in position.size().points().take(200) {
        position.play(point);
        writer.put(&position, labelled("x")).unwrap();
    }
    writer.commit().unwrap();
    let mut reported = Vec::new();
    let merged = database.merge(&other, |count| {
        reported.push(count);
        true
    });
    assert_eq!(merged.unwrap(), 200);
    assert!(reported.iter().filter(|&&count| count == 0).count() >= 3, "{reported:?}");
    // The damage is in the last row, which the check does not reach.
    let last = "(SELECT key FROM position ORDER BY key DESC LIMIT 1)";
    change(&mut other, &format!("UPDATE position SET marks = 'zz' WHERE key = {last}"));
    let stopped = database.merge(&other, |_| false);
    assert!(matches!(stopped, Err(DatabaseError::Stopped)), "{stopped:?}");
    [database, other].into_iter().for_each(clean);
}

#[test]
fn a_game_counts_for_who_won_it() {
    let mut database = open("won");
    let five = "h8 a1 i8 a2 j8 a3 k8 a4 l8";
    database.add_game(&library(&[five, "h8 a1 b1"]), Rule::Renju, |_| true).unwrap();
    let tally = |moves: &str| database.get(&game(moves)).unwrap().unwrap().tally;
    assert_eq!(tally("h8"), Tally { losses: 1, ..Tally::default() });
    assert_eq!(tally("h8 a1"), Tally { wins: 1, ..Tally::default() });
    assert_eq!(tally(five), Tally { losses: 1, ..Tally::default() });
    assert_eq!(tally("h8 a1 b1"), Tally::default(), "not a move of the game");
    let mut drawn = library(&["g7"]);
    drawn.result = Some(fukumi_records::write::GameResult::Draw);
    database.add_game(&drawn, Rule::Renju, |_| true).unwrap();
    let entry = database.get(&game("g7")).unwrap().unwrap();
    assert_eq!((entry.tally, entry.visits), (Tally { draws: 1, ..Tally::default() }, 1));
    clean(database);
}

#[test]
fn a_game_counts_once_and_its_texts_are_added() {
    let mut database = open("once");
    let five = "h8 a1 i8 a2 j8 a3 k8 a4 l8";
    let add = |database: &mut Database, game: &fukumi_records::game::Game| {
        database.add_game(game, Rule::Renju, |_| true).unwrap()
    };
    let known = AddedGame { nodes: 0, is_known: true };
    assert!(!add(&mut database, &library(&[five])).is_known);
    let rows = |database: &Database| {
        let mut rows = Vec::new();
        let row = |name: name::Name, entry: Entry| {
            rows.push((name.key, entry.visits, entry.tally));
            Ok(())
        };
        database.each(row).unwrap();
        rows
    };
    let before = rows(&database);
    assert_eq!(before.len(), 10);
    // The same game on a board that is turned by half, with a comment.
    let mut turned = library(&["h8 o15 g8 o14 f8 o13 e8 o12 d8"]);
    let root = turned.tree.root();
    turned.tree.notes_mut(root).comment = "new".into();
    assert_eq!(add(&mut database, &turned), known);
    assert_eq!(rows(&database), before);
    let entry = database.get(&game("")).unwrap().unwrap();
    assert_eq!(entry.comment.as_deref(), Some("new"));
    turned.players = ["Ada", "Bob"].map(|name| Some(name.into()));
    assert_eq!(add(&mut database, &turned), known, "the first record knows no players");
    assert!(!add(&mut database, &library(&[five, "h8 a1 b1"])).is_known, "one more variation");

    // What one database knows, another one learns with its positions.
    let mut other = open("once-other");
    other.merge(&database, |_| true).unwrap();
    assert_eq!(add(&mut other, &library(&[five])), known);
    // Removed positions come back.
    other.remove_below(&game("h8"), |_| Fate::Remove).unwrap();
    assert!(!add(&mut other, &library(&[five])).is_known);
    assert_eq!(add(&mut other, &library(&[five])), known);
    [database, other].into_iter().for_each(clean);
}

/// What `games` lost games have taught of the position with this key.
fn lesson(key: u64, games: u32, met: u32) -> Record {
    Record {
        key: Key(key),
        rule: Rule::Renju,
        size: BoardSize::square(15).unwrap(),
        stones: 9,
        score: Some(Score::from_points(-77)),
        tally: Tally { losses: games, ..Tally::default() },
        met,
    }
}

fn lessons(database: &Database) -> Vec<Record> {
    let mut records = Vec::new();
    let read = database.each_learned(|record| {
        records.push(record);
        Ok(())
    });
    read.unwrap();
    records
}

#[test]
fn what_was_learnt_is_kept_apart_and_known_from_every_side() {
    let mut rng = Generator::seed_from_u64(5);
    let mut database = Database::in_memory().unwrap();
    for _ in 0..200 {
        let position = random_position(&mut rng);
        if position.board().empty_count() == 0 {
            continue;
        }
        let identity = Identity::of(&position);
        let point = position.board().empty_points().next().unwrap();
        let of = |key: Key| Record {
            rule: position.rule(),
            size: position.size(),
            met: 7,
            ..lesson(key.0, 1, 7)
        };
        let (before, after) = (of(identity.key()), of(identity.after(point).key()));
        database.learn(&[before, after]).unwrap();
        assert_eq!(database.learned(&position).unwrap().map(|record| record.key), Some(before.key));
        let moves = database.learned_moves(&position).unwrap();
        assert!(moves.iter().all(|(at, record)| record.key == identity.after(*at).key()));
        assert!(moves.iter().any(|(at, _)| *at == point));
        assert!(database.get(&position).unwrap().is_none(), "no entry");
    }
    assert!(database.check(9).unwrap().is_empty());
    assert_eq!(database.count().unwrap(), 0);
    let count = lessons(&database).len() as u64;
    assert_eq!(database.forget_learned().unwrap(), count);
    assert!(count > 200 && lessons(&database).is_empty());
}

#[test]
fn of_too_much_the_least_valuable_is_forgotten() {
    let mut database = Database::in_memory().unwrap();
    let records: Vec<Record> = (1..=MAX_LEARNED).map(|key| lesson(key, 1, key as u32)).collect();
    database.learn(&records).unwrap();
    assert_eq!(database.count_learned().unwrap(), MAX_LEARNED, "there is room for so many");
    // The oldest one is met again, and then one more is learnt.
    database.learn(&[lesson(1, 1, 1), lesson(MAX_LEARNED + 1, 1, u32::MAX)]).unwrap();
    assert_eq!(database.count_learned().unwrap(), MAX_LEARNED + 1, "no game waits for that");
    let mut pieces = 0;
    while database.trim_learned().unwrap() {
        pieces += 1;
    }
    assert!(pieces > 3, "{pieces} pieces");
    let kept = lessons(&database);
    assert_eq!(kept.len() as u64, KEPT);
    assert_eq!(kept[0], lesson(1, 2, 1), "met in most games");
    assert!(kept[1..].iter().all(|record| record.key.0 > MAX_LEARNED + 1 - KEPT), "met last");
}

#[test]
fn a_piece_that_is_broken_off_costs_nothing_that_was_learnt() {
    let mut database = Database::in_memory().unwrap();
    let records: Vec<Record> =
        (1..=MAX_LEARNED + 1).map(|key| lesson(key, 1, key as u32)).collect();
    database.learn(&records).unwrap();
    let interrupt = Interrupt::default();
    database.heed(&interrupt).unwrap();
    interrupt.raise();
    assert!(matches!(database.trim_learned(), Err(DatabaseError::Stopped)));
    interrupt.lower();
    assert_eq!(database.count_learned().unwrap(), MAX_LEARNED + 1);
    assert!(database.trim_learned().unwrap());
    // What comes in between is learnt as ever.
    database.learn(&[lesson(MAX_LEARNED + 2, 1, u32::MAX)]).unwrap();
    while database.trim_learned().unwrap() {}
    assert_eq!(lessons(&database).last().unwrap().key.0, MAX_LEARNED + 2);
}

#[test]
fn a_file_without_a_table_of_what_was_learnt_gets_one() {
    let path = path("early");
    let early = || {
        let mut database = Database::open(&path, Access::Create, PATIENCE).unwrap();
        let drop = "DROP VIEW learned_positions; DROP TABLE learned; DROP TABLE imported";
        change(&mut database, drop);
    };
    early();
    let reader = Database::open(&path, Access::Read, PATIENCE).unwrap();
    assert_eq!((reader.count_learned().unwrap(), lessons(&reader)), (0, Vec::new()));
    assert!(reader.check(9).unwrap().is_empty());
    for access in [Access::Write, Access::Create] {
        early();
        let mut database = Database::open(&path, access, PATIENCE).unwrap();
        database.learn(&[lesson(1, 1, 1)]).unwrap();
        let view = "SELECT losses FROM learned_positions WHERE met = '1970-01-01 00:00:01'";
        let losses: i64 =
            database.snapshot().unwrap().query_row(view, [], |row| row.get(0)).unwrap();
        assert_eq!(losses, 1);
    }
    drop(reader);
    fs::remove_dir_all(path.parent().unwrap()).unwrap();
}

#[test]
fn rows_of_what_was_learnt_that_make_no_sense_are_found() {
    let mut database = Database::in_memory().unwrap();
    database.learn(&[lesson(1, 1, 1), lesson(2, 1, 1)]).unwrap();
    change(&mut database, "UPDATE learned SET value = 31000 WHERE key = 2");
    let faults = database.check(9).unwrap();
    assert!(faults.len() == 1 && faults[0].contains("0000000000000002"), "{faults:?}");
    assert!(matches!(database.each_learned(|_| Ok(())), Err(DatabaseError::Damaged(_))));
    // What is learnt of such a position cannot be added up.
    assert!(database.learn(&[lesson(1, 1, 1), lesson(2, 1, 1)]).is_err());
    let position = Position::new(BoardSize::square(15).unwrap(), Rule::Renju);
    assert!(database.learned(&position).unwrap().is_none());
    assert_eq!(database.count_learned().unwrap(), 2);
}

#[test]
fn games_that_taught_something_add_up_and_what_is_proven_stays() {
    let tally = |wins| Tally { wins, draws: 1, losses: 0 };
    let first = Record { score: Some(Score::ZERO), tally: tally(1), ..lesson(1, 1, 5) };
    let later = Record { score: Some(Score::from_points(-300)), tally: tally(2), met: 6, ..first };
    assert_eq!(first.plus(later).score, later.score);
    assert_eq!(later.plus(first).score, later.score, "whatever the order");
    assert_eq!(first.plus(later).tally, Tally { wins: 3, draws: 2, losses: 0 });
    assert_eq!(first.plus(later).met, 6);
    let unknown = Record { score: None, met: 7, ..first };
    assert_eq!(later.plus(unknown).score, later.score);
    assert_eq!(unknown.plus(later).score, later.score);
    assert_eq!(later.plus(unknown).met, 7, "its game counts");
    let proven = Record { score: Some(Score::win_in(9)), ..first };
    assert_eq!(proven.plus(later).score, proven.score);
    assert_eq!(later.plus(proven).score, proven.score);
    let full = Record { tally: tally(u32::MAX), ..first };
    assert_eq!(full.plus(first).tally.wins, u32::MAX);
}

#[test]
fn what_has_no_value_stays_without_one() {
    let path = path("no-value");
    let mut database = Database::open(&path, Access::Create, PATIENCE).unwrap();
    let lost = Record { score: None, ..lesson(1, 1, 1) };
    database.learn(&[lost, lesson(2, 1, 1)]).unwrap();
    assert_eq!(lessons(&database), [lost, lesson(2, 1, 1)]);
    assert_eq!(database.check(9).unwrap(), Vec::<String>::new());
    // An earlier program took the number for a long loss.
    let view = "SELECT sql FROM sqlite_schema WHERE name = 'learned_positions'";
    let view = |database: &Database| -> String {
        database.snapshot().unwrap().query_row(view, [], |row| row.get(0)).unwrap()
    };
    let expected = view(&database);
    let early = "DROP VIEW learned_positions; \
                 CREATE VIEW learned_positions AS \
                 SELECT value, -30000 - value AS plies FROM learned";
    change(&mut database, early);
    drop(database);
    let mut database = Database::open(&path, Access::Write, PATIENCE).unwrap();
    assert_eq!(view(&database), expected);
    let seen = "SELECT count(*) FROM learned_positions WHERE value IS NULL AND plies IS NULL";
    let seen: i64 = database.snapshot().unwrap().query_row(seen, [], |row| row.get(0)).unwrap();
    assert_eq!(seen, 1);
    // A later game without a value leaves the value, and a value comes to one without.
    let later = [Record { key: Key(2), met: 5, ..lost }, Record { key: Key(1), ..lesson(2, 1, 0) }];
    database.learn(&later).unwrap();
    assert!(lessons(&database).iter().all(|record| record.score == lesson(1, 1, 1).score));
    clean(database);
}

/// Runs statements on a new database, as another program could, and returns what opening it says.
fn tampered(name: &str, sql: &str) -> Result<Database, DatabaseError> {
    let path = path(name);
    drop(Database::open(&path, Access::Create, PATIENCE).unwrap());
    let other = rusqlite::Connection::open(&path).unwrap();
    other.execute_batch(sql).unwrap();
    other.close().unwrap();
    let opened = Database::open(&path, Access::Create, PATIENCE);
    let again = Database::open(&path, Access::Read, PATIENCE);
    assert_eq!(opened.is_ok(), again.is_ok(), "whatever may be done with it");
    if opened.is_err() {
        fs::remove_dir_all(path.parent().unwrap()).unwrap();
    }
    opened
}

/// A table that never ends.
const ENDLESS: &str = "WITH RECURSIVE c(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM c)";

#[test]
fn a_file_in_which_something_acts_on_its_own_is_refused() {
    let view = format!(
        "DROP TABLE position; CREATE VIEW position AS {ENDLESS} SELECT n AS key, 1 AS game FROM c"
    );
    // SQLite is built without any such module here, so the schema is written directly.
    let virtual_table =
        "DROP TABLE position; PRAGMA writable_schema = ON; INSERT INTO sqlite_schema
        VALUES ('table', 'position', 'position', 0,
            'CREATE VIRTUAL TABLE position USING fts5(key)')";
    for (name, sql) in [
        ("view", view.as_str()),
        ("learned-view", "DROP TABLE learned; CREATE VIEW learned AS SELECT 1 AS key"),
        ("upper-case", "DROP TABLE game; CREATE VIEW GAME AS SELECT 1 AS id"),
        ("trigger", "CREATE TRIGGER t AFTER UPDATE ON position BEGIN DELETE FROM position; END"),
        ("virtual", virtual_table),
    ] {
        let error = tampered(&format!("hostile-{name}"), sql).expect_err(name);
        assert!(matches!(error, DatabaseError::Unsafe(_)), "{name}: {error}");
    }
    let harmless = "CREATE TABLE notes (text TEXT); CREATE INDEX i ON position (stones);
        CREATE VIEW mine AS SELECT key FROM position";
    clean(tampered("harmless", harmless).unwrap());
}

#[test]
fn a_question_is_broken_off_at_its_time() {
    let database = open("deadline");
    let endless = format!("{ENDLESS} SELECT count(*) FROM c");
    let start = Instant::now();
    let limited = database.deadline().during(Some(start + Duration::from_millis(20)));
    let result = database.snapshot().unwrap().query_row(&endless, [], |row| row.get::<_, i64>(0));
    assert!(matches!(result.map_err(DatabaseError::from), Err(DatabaseError::Stopped)));
    assert!(start.elapsed() >= Duration::from_millis(20));
    let mut position = Position::new(BoardSize::square(15).unwrap(), Rule::Renju);
    position.play(Point::new(7, 7));
    assert!(database.children_until(&position, Some(start)).unwrap().is_empty());
    drop(limited);
    assert_eq!(database.count().unwrap(), 0, "and then no more");
    clean(database);
}

#[test]
fn a_number_of_visits_below_zero_is_damage() {
    let mut database = open("visits");
    database.update(&game("h8"), |entry| entry.label = Some("w".into())).unwrap();
    change(&mut database, "UPDATE position SET visits = -5");
    let faults = database.check(9).unwrap();
    assert!(faults.len() == 1 && faults[0].ends_with("another number of visits"), "{faults:?}");
    assert!(matches!(database.get(&game("h8")), Err(DatabaseError::Damaged(_))));
    assert_eq!(database.repair().unwrap().expect("something was wrong").mended, 1);
    assert_eq!(database.get(&game("h8")).unwrap(), Some(labelled("w")));
    clean(database);
}

#[test]
fn a_row_that_is_too_large_is_damage() {
    let mut position = Position::new(BoardSize::square(15).unwrap(), Rule::Renju);
    position.play(Point::new(7, 7));
    let mut database = open("large");
    database.update(&position, |entry| entry.visits = 1).unwrap();
    let path = database.path().to_path_buf();
    drop(database);
    let other = rusqlite::Connection::open(&path).unwrap();
    other.execute_batch("UPDATE position SET comment = hex(zeroblob(1000000))").unwrap();
    other.close().unwrap();
    let database = Database::open(&path, Access::Create, PATIENCE).unwrap();
    assert!(matches!(database.get(&position), Err(DatabaseError::Damaged(_))));
    clean(database);
}

#[test]
fn a_row_that_is_too_large_is_found_and_loses_what_is_too_large() {
    let mut positions = Vec::new();
    let mut position = Position::new(BoardSize::square(15).unwrap(), Rule::Renju);
    let mut database = open("large-rows");
    for (x, column) in ["comment", "label", "marks", "visits"].into_iter().enumerate() {
        position.play(Point::new(x as u8, 7));
        database.update(&position, |entry| entry.visits = 1 + x as u64).unwrap();
        positions.push((position.clone(), column));
    }
    let path = database.path().to_path_buf();
    drop(database);
    let other = rusqlite::Connection::open(&path).unwrap();
    for (x, (_, column)) in positions.iter().enumerate().take(3) {
        let change =
            format!("UPDATE position SET {column} = hex(zeroblob(4000000)) WHERE visits = ?1");
        other.execute(&change, [1 + x as i64]).unwrap();
    }
    other.close().unwrap();
    let mut database = Database::open(&path, Access::Write, PATIENCE).unwrap();
    let faults = database.check(10).unwrap();
    assert_eq!(faults.len(), 3, "{faults:?}");
    assert!(faults.iter().all(|fault| fault.ends_with("a row is too large")), "{faults:?}");
    assert_eq!(database.check(2).unwrap().len(), 2);
    let repair = database.repair().unwrap().expect("something was wrong");
    assert_eq!((repair.mended, repair.moved, repair.removed), (3, 0, 0));
    assert_eq!(database.check(10).unwrap(), Vec::<String>::new());
    for (x, (position, _)) in positions.iter().enumerate() {
        assert_eq!(database.get(position).unwrap().unwrap().visits, 1 + x as u64);
    }
    clean(database);
}

#[cfg(unix)]
#[test]
fn only_regular_files_are_opened() {
    let fifo = |path: &std::path::Path| {
        assert!(std::process::Command::new("mkfifo").arg(path).status().unwrap().success());
    };
    let file = path("kinds");
    let folder = file.parent().unwrap();
    fifo(&file);
    assert!(Database::open(&file, Access::Create, PATIENCE).is_err());
    fs::remove_file(&file).unwrap();
    drop(Database::open(&file, Access::Create, PATIENCE).unwrap());
    for end in super::guard::BESIDE {
        let beside = folder.join(format!("positions.db{end}"));
        let _ = fs::remove_file(&beside);
        fifo(&beside);
        for access in [Access::Read, Access::Write, Access::Create] {
            assert!(Database::open(&file, access, PATIENCE).is_err(), "{end}");
        }
        fs::remove_file(&beside).unwrap();
    }
    assert!(Database::open(folder, Access::Read, PATIENCE).is_err(), "a folder");
    let link = folder.join("link.db");
    std::os::unix::fs::symlink(&file, &link).unwrap();
    drop(Database::open(&link, Access::Read, PATIENCE).unwrap());
    fs::remove_dir_all(folder).unwrap();
}
