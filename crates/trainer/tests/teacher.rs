//! What comes between games and a network that learns from a teacher: labels of deep searches,
//! arrays of positions, and games with the teacher's labels.

#![allow(clippy::unwrap_used, reason = "a test may fail anywhere")]

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use fukumi_core::board::Cell;
use fukumi_core::geometry::BoardSize;
use fukumi_core::rule::Rule;
use fukumi_core::score::Score;
use fukumi_selfplay::file::{Reader, Writer};
use fukumi_selfplay::record::{GameRecord, Share};
use fukumi_selfplay::samples::Sampler;
use fukumi_selfplay::{SelfplaySettings, Stop, generate};
use fukumi_trainer::arrays::{self, About, MOST};
use fukumi_trainer::label::{Plan, Tally, is_deep, label};
use fukumi_trainer::npy::{Kind, Reader as Array, Writer as ArrayWriter};
use fukumi_trainer::scored;
use fukumi_trainer::teach::{self, teach};

const PLAN: Plan = Plan { nodes: Some(600), every: 3, seed: 1, part: 0, parts: 1 };

/// A folder with games of 9x9 in the file `games.fkg`, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path =
            std::env::temp_dir().join(format!("fukumi-teacher-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        let folder = Self(path);
        let file = File::create(folder.file("games.fkg")).unwrap();
        let mut writer = Writer::new(file, "rule=freestyle").unwrap();
        games().iter().for_each(|game| writer.write(game).unwrap());
        folder
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// Labels the games and returns the bytes of the file.
    fn label(&self, name: &str, plan: Plan, threads: usize) -> Vec<u8> {
        let out = self.file(name);
        label(&self.file("games.fkg"), &out, &plan, threads, &mut |_| {}).unwrap();
        fs::read(out).unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn games() -> &'static [GameRecord] {
    static GAMES: LazyLock<Vec<GameRecord>> = LazyLock::new(|| {
        let mut settings = SelfplaySettings::new(Rule::Freestyle, BoardSize::square(9).unwrap(), 5);
        settings.nodes = 30;
        settings.opening.nodes = 30;
        let mut games = Vec::new();
        let stop = Stop::new(&settings);
        let mut keep = |game| {
            games.push(game);
            Ok::<(), ()>(())
        };
        generate(&settings, 0..24, 2, &stop, &mut keep).unwrap();
        games.sort_by_key(|game| game.number);
        games
    });
    &GAMES
}

fn read(path: &Path) -> Vec<GameRecord> {
    let reader = Reader::new(BufReader::new(File::open(path).unwrap())).unwrap();
    reader.map(Result::unwrap).collect()
}

/// The places of the quiet positions of a game: moves before, and whether it is a branch.
fn quiet(game: &GameRecord) -> Vec<(usize, bool)> {
    let mut places = Vec::new();
    let keep = |sample: &fukumi_selfplay::samples::Sample<'_>| {
        places.push((sample.index, sample.outcome.is_none()));
        Ok(())
    };
    Sampler::default().sample(game, keep).unwrap();
    places
}

/// The places of a game that have a score.
fn scored(game: &GameRecord) -> Vec<(usize, bool)> {
    let moves = game.moves.iter().enumerate().filter(|(_, ply)| ply.score.is_some());
    let branches = game.branches.iter().filter(|branch| branch.score.is_some());
    moves.map(|(index, _)| (index, false)).chain(branches.map(|b| (b.index, true))).collect()
}

#[test]
fn only_some_quiet_positions_keep_a_label_and_it_is_that_of_the_deep_search() {
    let folder = Folder::new("some");
    folder.label("some.fkg", PLAN, 2);
    let some = Reader::new(File::open(folder.file("some.fkg")).unwrap()).unwrap();
    assert!(is_deep(some.settings()) && !is_deep("rule=freestyle"));
    let labelled = read(&folder.file("some.fkg"));
    assert_eq!(labelled.len(), games().len());
    let (mut all, mut with_label, mut changed) = (0, 0, 0);
    for (before, after) in games().iter().zip(&labelled) {
        assert_eq!((before.number, before.outcome), (after.number, after.outcome));
        let quiet = quiet(before);
        for (index, is_branch) in scored(after) {
            assert!(quiet.contains(&(index, is_branch)));
            let find = |game: &'_ GameRecord| -> Option<(_, Vec<Share>)> {
                if is_branch {
                    let branch = game.branches.iter().find(|branch| branch.index == index)?;
                    return Some((branch.score?, branch.policy.clone()));
                }
                Some((game.moves[index].score?, game.moves[index].policy.clone()))
            };
            let (score, policy) = find(after).unwrap();
            assert!(!policy.is_empty());
            changed += usize::from(find(before).unwrap().0 != score);
            with_label += 1;
        }
        all += quiet.len();
    }
    // One in three, with five standard errors of room.
    let (all, with_label) = (all as f64, f64::from(with_label));
    assert!(
        (with_label - all / 3.0).abs() < 5.0 * (all * 2.0 / 9.0).sqrt(),
        "{with_label} of {all}"
    );
    assert!(changed as f64 > 0.7 * with_label, "{changed} of {with_label}");
}

#[test]
fn neither_threads_nor_an_interruption_changes_a_byte() {
    let folder = Folder::new("same");
    let whole = folder.label("one.fkg", PLAN, 1);
    assert_eq!(folder.label("three.fkg", PLAN, 3), whole);
    fs::write(folder.file("cut.fkg"), &whole[..whole.len() / 2]).unwrap();
    assert_eq!(folder.label("cut.fkg", PLAN, 2), whole);
    // Once more adds nothing.
    assert_eq!(folder.label("cut.fkg", PLAN, 2), whole);
}

#[test]
fn parts_make_up_the_whole() {
    let folder = Folder::new("parts");
    folder.label("whole.fkg", PLAN, 2);
    let mut parts = Vec::new();
    for part in 0..3 {
        let name = format!("part-{part}.fkg");
        folder.label(&name, Plan { part, parts: 3, ..PLAN }, 2);
        let games = read(&folder.file(&name));
        assert_eq!(games.len(), 8);
        parts.extend(games);
    }
    parts.sort_by_key(|game| game.number);
    assert_eq!(parts, read(&folder.file("whole.fkg")));
}

#[test]
fn another_seed_labels_other_positions_and_every_one_means_all() {
    let folder = Folder::new("seeds");
    let labelled = |seed, every| {
        let name = format!("{seed}-{every}.fkg");
        folder.label(&name, Plan { seed, every, nodes: Some(40), ..PLAN }, 2);
        read(&folder.file(&name)).iter().map(scored).collect::<Vec<_>>()
    };
    assert_ne!(labelled(1, 3), labelled(2, 3));
    let quiet: Vec<Vec<_>> = games()
        .iter()
        .map(|game| {
            let (moves, branches) =
                quiet(game).into_iter().partition::<Vec<_>, _>(|place| !place.1);
            [moves, branches].concat()
        })
        .collect();
    assert_eq!(labelled(1, 1), quiet);
}

#[test]
fn a_plan_without_nodes_keeps_the_labels_of_the_same_positions() {
    let folder = Folder::new("choose");
    folder.label("searched.fkg", PLAN, 2);
    folder.label("chosen.fkg", Plan { nodes: None, ..PLAN }, 2);
    let chosen = Reader::new(File::open(folder.file("chosen.fkg")).unwrap()).unwrap();
    assert!(chosen.settings().ends_with(" label-every=3 label-seed=1 label-part=0/1"));
    assert!(!is_deep(chosen.settings()));
    let (searched, chosen) = (read(&folder.file("searched.fkg")), read(&folder.file("chosen.fkg")));
    for ((before, searched), chosen) in games().iter().zip(&searched).zip(&chosen) {
        assert_eq!(scored(chosen), scored(searched));
        for (ply, old) in chosen.moves.iter().zip(&before.moves) {
            assert_eq!((ply.point, ply.by_lot), (old.point, old.by_lot));
            assert!(ply.score.is_none() || (ply.score, &ply.policy) == (old.score, &old.policy));
        }
        assert!(chosen.branches.iter().all(|branch| before.branches.contains(branch)));
    }
}

#[test]
fn progress_counts_up_to_what_the_file_holds() {
    let folder = Folder::new("progress");
    let mut seen = Vec::new();
    let plan = Plan { nodes: Some(40), ..PLAN };
    let (games, out) = (folder.file("games.fkg"), folder.file("out.fkg"));
    let last = label(&games, &out, &plan, 2, &mut |tally| seen.push(tally)).unwrap();
    let file = read(&out);
    let labels = file.iter().map(|game| scored(game).len()).sum();
    assert_eq!(last, Tally { games: file.len(), labels });
    assert_eq!(seen.last(), Some(&last));
    assert!(seen.is_sorted_by(|a, b| a.games < b.games));
}

#[test]
fn a_file_of_other_settings_is_left_as_it_is() {
    let folder = Folder::new("other");
    let before = folder.label("out.fkg", Plan { nodes: Some(20), ..PLAN }, 1);
    let (games, out) = (folder.file("games.fkg"), folder.file("out.fkg"));
    let error = label(&games, &out, &PLAN, 1, &mut |_| {}).unwrap_err();
    assert!(format!("{error:#}").contains("label-nodes=600"), "{error:#}");
    assert_eq!(fs::read(&out).unwrap(), before);
}

/// All numbers of an array of a folder, as 64-bit ones.
fn numbers(folder: &Path, name: &str, kind: Kind, dimensions: usize) -> Vec<i64> {
    let mut array = Array::open(&folder.join(name), kind, dimensions).unwrap();
    let mut numbers = Vec::new();
    for _ in 0..array.shape()[0] {
        let row = array.next_row().unwrap();
        match kind {
            Kind::U8 => numbers.extend(row.iter().map(|&byte| i64::from(byte))),
            Kind::U16 | Kind::I16 => numbers.extend(row.chunks_exact(2).map(|bytes| {
                let (bytes, is_signed) = ([bytes[0], bytes[1]], kind == Kind::I16);
                let unsigned = i64::from(u16::from_le_bytes(bytes));
                if is_signed { i64::from(i16::from_le_bytes(bytes)) } else { unsigned }
            })),
            Kind::U32 | Kind::F32 => numbers.extend(
                row.chunks_exact(4)
                    .map(|bytes| i64::from(u32::from_le_bytes(bytes.try_into().unwrap()))),
            ),
        }
    }
    numbers
}

#[test]
fn arrays_have_every_position_with_a_score_as_its_side_sees_it() {
    let folder = Folder::new("arrays");
    folder.label("deep.fkg", Plan { nodes: Some(40), ..PLAN }, 2);
    let files = [folder.file("games.fkg"), folder.file("deep.fkg")];
    let about = arrays::write(&files, &folder.0).unwrap();
    assert_eq!((about.rule.as_str(), about.width, about.height), ("freestyle", 9, 9));
    assert_eq!(about.games, 48);
    let array = |name, kind, dimensions| numbers(&folder.0, name, kind, dimensions);
    let cells = array("cells.npy", Kind::U16, 3);
    let (color, score) = (array("color.npy", Kind::U8, 1), array("score.npy", Kind::I16, 1));
    let (outcome, deep) = (array("outcome.npy", Kind::U8, 1), array("deep.npy", Kind::U8, 1));
    let (game, moves) = (array("game.npy", Kind::U32, 1), array("moves.npy", Kind::U16, 2));
    let shares = array("shares.npy", Kind::U8, 2);
    // The games of both files are the same ones.
    let names = |games: &[i64]| games.iter().copied().collect::<BTreeSet<_>>();
    let shallow = deep.iter().filter(|&&is_deep| is_deep == 0).count();
    assert_eq!(names(&game[..shallow]), names(&game));
    assert_eq!(names(&game).len(), 24);
    let mut row = 0;
    for (number, record) in files.iter().flat_map(|file| read(file)).enumerate() {
        scored::visit(&record, |scored| {
            let us = scored.position.to_move();
            assert_eq!(deep[row], i64::from(number >= 24));
            assert_eq!(color[row], us.index() as i64);
            assert_eq!(score[row], i64::from(scored.score.points().clamp(-MOST, MOST)));
            let expected = match scored.outcome.map(|end| end.winner()) {
                None => 3,
                Some(None) => 1,
                Some(Some(winner)) => {
                    if winner == us {
                        2
                    } else {
                        0
                    }
                }
            };
            assert_eq!(outcome[row], expected);
            for (cell, point) in record.size.points().enumerate() {
                let state = cells[81 * row + cell] & 3;
                match scored.position.board().cell(point) {
                    Cell::Empty => assert_eq!(state, 0),
                    stone => {
                        let expected = if stone == Cell::of(us) { 1 } else { 2 };
                        assert_eq!(cells[81 * row + cell], expected);
                    }
                }
            }
            let policy = &shares[15 * row..15 * (row + 1)];
            assert_eq!(policy.iter().sum::<i64>(), if scored.policy.is_empty() { 0 } else { 255 });
            for (index, share) in scored.policy.iter().enumerate() {
                let cell = i64::from(share.point.x()) + 9 * i64::from(share.point.y());
                assert_eq!((moves[15 * row + index], policy[index]), (cell, share.share.into()));
            }
            row += 1;
            Ok::<(), ()>(())
        })
        .unwrap();
    }
    assert_eq!(row, about.positions);
    assert!(row > 300 && outcome.contains(&3) && outcome.contains(&2) && outcome.contains(&0));
}

#[test]
fn games_of_another_board_do_not_belong_to_the_arrays() {
    let folder = Folder::new("boards");
    let mut other = games()[0].clone();
    other.size = BoardSize::square(15).unwrap();
    let mut writer = Writer::new(File::create(folder.file("b.fkg")).unwrap(), "").unwrap();
    writer.write(&other).unwrap();
    let files = [folder.file("games.fkg"), folder.file("b.fkg")];
    let error = arrays::write(&files, &folder.0).unwrap_err();
    assert!(format!("{error:#}").contains("found one of freestyle on 15x15"), "{error:#}");
}

/// Labels for the games of a folder: for each position this logit and two moves, the first of them
/// that of the policy if there is one.
fn label_all(folder: &Folder, logit: f32) -> About {
    let about = arrays::write(&[folder.file("games.fkg")], &folder.0).unwrap();
    let moves = numbers(&folder.0, "moves.npy", Kind::U16, 2);
    let shares = numbers(&folder.0, "shares.npy", Kind::U8, 2);
    let cells = numbers(&folder.0, "cells.npy", Kind::U16, 3);
    let labels = folder.file("labels");
    fs::create_dir_all(&labels).unwrap();
    fs::copy(folder.file(About::FILE), labels.join(About::FILE)).unwrap();
    let array =
        |name, kind, row: &[usize]| ArrayWriter::create(&labels.join(name), kind, row).unwrap();
    let mut value = array("value.npy", Kind::F32, &[]);
    let mut moves_array = array("moves.npy", Kind::U16, &[2]);
    let mut shares_array = array("shares.npy", Kind::F32, &[2]);
    for row in 0..about.positions {
        let mut empty = (0..81_u16).filter(|&cell| cells[81 * row + usize::from(cell)] & 3 == 0);
        let known = (shares[15 * row] > 0).then_some(moves[15 * row] as u16);
        let first = known.or_else(|| empty.next()).unwrap();
        // On a full board but for one cell there is no other move.
        let second = empty.find(|&cell| cell != first);
        let shares = [0.5_f32, if second.is_some() { 0.25 } else { 0.0 }];
        let second = second.unwrap_or(first);
        value.write(&logit.to_le_bytes()).unwrap();
        moves_array.write(&[first, second].map(u16::to_le_bytes).concat()).unwrap();
        shares_array.write(&shares.map(f32::to_le_bytes).concat()).unwrap();
    }
    [value, moves_array, shares_array].into_iter().for_each(|array| array.finish().unwrap());
    about
}

/// The scores of all positions of games, in their order, and the shares of their first moves.
fn scores(games: &[GameRecord]) -> Vec<(Score, u8)> {
    let mut all = Vec::new();
    for game in games {
        scored::visit(game, |scored| {
            all.push((scored.score, scored.policy.first().map_or(0, |share| share.share)));
            Ok::<(), ()>(())
        })
        .unwrap();
    }
    all
}

#[test]
fn taught_games_have_the_teachers_scores_and_moves_at_the_same_positions() {
    let folder = Folder::new("taught");
    let about = label_all(&folder, 1.5);
    let (files, out) = ([folder.file("games.fkg")], folder.file("taught.fkg"));
    let tally = teach(&files, &folder.file("labels"), &[], 1.0, &out).unwrap();
    assert_eq!(tally, teach::Tally { games: 24, positions: about.positions, deep: 0 });
    let taught = read(&out);
    for (before, after) in games().iter().zip(&taught) {
        assert_eq!((&before.opening, before.outcome), (&after.opening, after.outcome));
        assert_eq!(before.moves.len(), after.moves.len());
        assert!(before.moves.iter().zip(&after.moves).all(|(a, b)| a.point == b.point));
    }
    let found = scores(&taught);
    assert_eq!(found.len(), about.positions);
    assert!(found.iter().all(|&(score, _)| score == Score::from_points(300)));
    // Two moves with shares of 0.5 and 0.25, but for boards with one empty cell.
    assert!(found.iter().all(|&(_, share)| share == 170 || share == 255));
    assert!(found.iter().filter(|&&(_, share)| share == 170).count() > found.len() * 9 / 10);
    // Without any weight of the teacher the scores are the old ones, as far as chances go.
    teach(&files, &folder.file("labels"), &[], 0.0, &out).unwrap();
    let points = |score: Score| score.points().clamp(-MOST, MOST);
    for ((before, _), (after, _)) in scores(games()).into_iter().zip(scores(&read(&out))) {
        assert!((points(before) - points(after)).abs() <= 1, "{before:?} {after:?}");
    }
}

#[test]
fn deep_scores_take_the_place_of_those_of_the_games() {
    let folder = Folder::new("deep");
    let about = label_all(&folder, 0.0);
    folder.label("deep.fkg", PLAN, 2);
    let deep = read(&folder.file("deep.fkg"));
    let (files, out) = ([folder.file("games.fkg")], folder.file("taught.fkg"));
    let deep_files = [folder.file("deep.fkg")];
    let tally = teach(&files, &folder.file("labels"), &deep_files, 0.0, &out).unwrap();
    let labels = deep.iter().map(|game| scored(game).len()).sum::<usize>();
    assert_eq!((tally.positions, tally.deep), (about.positions, labels));
    let points = |score: Option<Score>| score.unwrap().points().clamp(-MOST, MOST);
    for (taught, deep) in read(&out).iter().zip(&deep) {
        for (index, is_branch) in scored(deep) {
            let (found, expected) = if is_branch {
                let of = |game: &GameRecord| {
                    game.branches.iter().find(|branch| branch.index == index).unwrap().score
                };
                (of(taught), of(deep))
            } else {
                (taught.moves[index].score, deep.moves[index].score)
            };
            assert!((points(found) - points(expected)).abs() <= 1);
        }
    }
}

#[test]
fn labels_of_other_games_are_an_error_and_leave_no_file() {
    let folder = Folder::new("wrong");
    label_all(&folder, 0.0);
    let (files, out) = ([folder.file("games.fkg")], folder.file("taught.fkg"));
    let labels = folder.file("labels");
    let taught = |name: &str| teach(&[folder.file(name)], &labels, &[], 0.5, &out);
    // Fewer games, and as many with one move of the opening changed places with another.
    let write = |name: &str, games: &[GameRecord]| {
        let mut writer = Writer::new(File::create(folder.file(name)).unwrap(), "").unwrap();
        games.iter().for_each(|game| writer.write(game).unwrap());
    };
    write("fewer.fkg", &games()[..20]);
    let mut other = games().to_vec();
    other[3].number = 99;
    write("other.fkg", &other);
    write("twice.fkg", &[games(), games()].concat());
    for name in ["fewer.fkg", "other.fkg", "twice.fkg"] {
        let error = taught(name).unwrap_err();
        assert!(format!("{error:#}").contains("of other games"), "{name}: {error:#}");
    }
    assert!(!out.exists() && !out.with_extension("fkg.partial").exists());
    fs::write(labels.join("value.npy"), b"nothing").unwrap();
    assert!(teach(&files, &labels, &[], 0.5, &out).is_err());
}
