//! Whole runs on games of the engine.

#![allow(clippy::unwrap_used, reason = "a test may fail anywhere")]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use fukumi_core::eval::{Evaluation, Network, features};
use fukumi_core::geometry::{BoardSize, Point};
use fukumi_core::rule::Rule;
use fukumi_selfplay::record::GameRecord;
use fukumi_selfplay::samples::{Sample as Expected, Sampler};
use fukumi_selfplay::{SelfplaySettings, Stop, generate};
use fukumi_trainer::export;
use fukumi_trainer::games::Games;
use fukumi_trainer::losses::SideResult;
use fukumi_trainer::plan::{Check, Plan};
use fukumi_trainer::replay::Sample;
use fukumi_trainer::run::Run;
use fukumi_trainer::validate::validate;

/// A folder for one test, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path =
            std::env::temp_dir().join(format!("fukumi-trainer-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Games on two board sizes.
fn games() -> &'static [GameRecord] {
    static GAMES: LazyLock<Vec<GameRecord>> = LazyLock::new(|| {
        let mut games = Vec::new();
        for side in [9, 11] {
            let mut settings =
                SelfplaySettings::new(Rule::Freestyle, BoardSize::square(side).unwrap(), 1);
            settings.nodes = 30;
            settings.opening.nodes = 30;
            let stop = Stop::new(&settings);
            let mut games_of_size = Vec::new();
            let mut keep = |game| {
                games_of_size.push(game);
                Ok::<(), ()>(())
            };
            generate(&settings, 0..48, 2, &stop, &mut keep).unwrap();
            games_of_size.sort_by_key(|game| game.number);
            games.extend(games_of_size);
        }
        games
    });
    &GAMES
}

fn plan() -> Plan {
    Plan { epochs: 3.0, batch: 128, rate: 6e-3, check_every: 4, buffer: 400, ..Plan::default() }
}

fn train(games: &Games, plan: Plan, folder: &Path, until: u64) -> Vec<Check> {
    let mut run = Run::new(games, plan, None, 2).unwrap();
    run.resume(folder).unwrap();
    run.train(folder, until, &mut |_| {}).unwrap();
    if until >= run.steps() {
        run.finish(folder, &mut |_| {}).unwrap();
    }
    run.history().to_vec()
}

#[test]
fn a_run_learns_and_leaves_a_network_that_the_engine_reads() {
    let folder = Folder::new("learns");
    let games = Games::of(games(), 2).unwrap();
    let plan = Plan { epochs: 6.0, ..plan() };
    let history = train(&games, plan, &folder.0, u64::MAX);
    for board in ["9x9", "11x11"] {
        let losses = history.iter().filter(|check| check.board == board);
        let losses: Vec<f64> = losses.map(|check| check.losses.policy).collect();
        // With so few games, the network learns more by heart than holds for other games.
        let best = losses.iter().copied().fold(f64::INFINITY, f64::min);
        assert!(best < losses[0] - 0.15, "{board}: {losses:?}");
    }
    let (first, last) = (&history[0].learned, &history[history.len() - 1].learned);
    assert!(last.value < first.value && last.policy < first.policy - 0.5, "{first:?} {last:?}");
    let network = fs::read(folder.0.join("network.net")).unwrap();
    Network::read(&network).unwrap();
    for picture in ["losses.svg", "calibration.svg"] {
        assert!(fs::read_to_string(folder.0.join(picture)).unwrap().contains("9x9"));
    }
    let losses = fs::read_to_string(folder.0.join("losses.json")).unwrap();
    let losses: Vec<Check> = serde_json::from_str(&losses).unwrap();
    assert_eq!(losses, history);

    let phases = validate(&games, export::read(&network).unwrap(), 0.75, 2);
    let (all, parts) = phases.split_last().unwrap();
    assert_eq!(all.samples, parts.iter().map(|phase| phase.samples).sum::<usize>());
    assert!(parts.iter().filter(|phase| phase.samples > 0).count() >= 3);
    assert!(all.losses.policy < 4.0 && all.losses.value < 0.7, "{all:?}");
}

#[test]
fn a_run_that_was_cut_off_takes_the_same_steps() {
    let games = Games::of(games(), 2).unwrap();
    let (whole, parts) = (Folder::new("whole"), Folder::new("parts"));
    let expected = train(&games, plan(), &whole.0, u64::MAX);
    // The first interruption is in the middle of an epoch, the second in another epoch.
    for until in [4, 16] {
        train(&games, plan(), &parts.0, until);
    }
    // A process that is killed while it writes leaves a partial file, which is ignored.
    fs::write(parts.0.join("checkpoint.bin.partial"), b"FKTRAIN1").unwrap();
    let found = train(&games, plan(), &parts.0, u64::MAX);
    assert_eq!(found, expected);
    for file in ["checkpoint.bin", "network.net", "losses.json", "losses.svg"] {
        let [whole, parts] = [&whole, &parts].map(|folder| fs::read(folder.0.join(file)).unwrap());
        assert!(whole == parts, "{file}");
    }
}

#[test]
fn a_run_with_other_settings_is_refused() {
    let games = Games::of(games(), 2).unwrap();
    let folder = Folder::new("refused");
    train(&games, plan(), &folder.0, 4);
    let before = fs::read(folder.0.join("checkpoint.bin")).unwrap();
    let mut other = Run::new(&games, Plan { rate: 0.5, ..plan() }, None, 2).unwrap();
    let error = other.resume(&folder.0).unwrap_err().to_string();
    let rate = plan().rate;
    let expected = format!("is of a run with other settings: rate {rate}, now 0.5");
    assert!(error.ends_with(&expected), "{error}");
    let mut weighed = plan();
    weighed.weights.policy = 0.75;
    let mut other = Run::new(&games, weighed, Some(&before), 2).unwrap();
    let error = other.resume(&folder.0).unwrap_err().to_string();
    assert!(error.ends_with(", now 0.75; another start"), "{error}");
    assert_eq!(fs::read(folder.0.join("checkpoint.bin")).unwrap(), before);
    let large = Run::new(&games, Plan { batch: 1 << 20, ..plan() }, None, 2);
    assert!(large.err().unwrap().to_string().contains("fewer than a batch"));
    // The parameters of a checkpoint can start another run.
    let start = Run::new(&games, Plan { by_color: true, ..plan() }, Some(&before), 2);
    assert_eq!(start.unwrap().model().params.layout.colors(), 2);
}

#[test]
fn samples_are_the_quiet_positions_of_games_and_branches() {
    let recorded = games();
    let games = Games::of(recorded, 2).unwrap();
    let numbers: Vec<u32> = (0..games.count() as u32).collect();
    let mut seen = [0, 0];
    for (game, samples) in recorded.iter().zip(games.replay(&numbers, 2)) {
        let evaluation = Evaluation::of(game.rule, game.size);
        let cell = |point: Point| {
            u16::from(point.x()) + u16::from(point.y()) * u16::from(game.size.width())
        };
        let mut samples = samples.into_iter();
        let mut compare = |expected: &Expected<'_>| {
            let (position, sample) = (expected.position, samples.next().unwrap());
            let stones = position.board().stones().iter();
            let stones = stones.map(|s| 2 * cell(s.point) + s.color.index() as u16);
            assert!(sample.stones.iter().copied().eq(stones));
            assert_eq!(sample.to_move, position.to_move().index() as u8);
            assert_eq!(i32::from(sample.classical), evaluation.score(position).points());
            assert_eq!(usize::from(sample.threats), features::threats(position));
            assert_eq!(sample.score, expected.points());
            let outcome = expected.outcome.map(|outcome| match outcome.winner() {
                None => SideResult::Drawn,
                Some(winner) if winner == position.to_move() => SideResult::Won,
                Some(_) => SideResult::Lost,
            });
            assert_eq!(sample.outcome, outcome);
            // A move that is only a knight's move away from stones is left out.
            let mut policy = expected.policy.iter();
            for share in &sample.shares {
                let found = policy.find(|expected| cell(expected.point) == share.cell).unwrap();
                assert_eq!(share.share, f32::from(found.share) / 255.0);
            }
            seen[usize::from(expected.outcome.is_none())] += sample.shares.len();
            Ok(())
        };
        Sampler::default().sample(game, &mut compare).unwrap();
        assert!(samples.next().is_none());
    }
    assert!(seen.iter().all(|&count| count > 1_000), "{seen:?}");
}

#[test]
fn a_sharper_policy_target_has_the_same_sum_and_the_same_best_move() {
    let games = Games::of(games(), 2).unwrap();
    let samples: Vec<_> = games.replay(&games.numbers(false), 2).into_iter().flatten().collect();
    let sum = |sample: &Sample| sample.shares.iter().map(|share| share.share).sum::<f32>();
    let mut sharper = 0;
    for before in &samples {
        let [mut same, mut squared, mut single] =
            [1.0, 2.0, 50.0].map(|power| (before.clone(), power));
        for (sample, power) in [&mut same, &mut squared, &mut single] {
            sample.sharpen(*power);
            assert!((sum(sample) - sum(before)).abs() < 1e-5);
        }
        assert_eq!(same.0, *before);
        let [best, second, ..] = *before.shares else { continue };
        let ratio = best.share / second.share;
        let [best, second, ..] = *squared.0.shares else { panic!("a share is gone") };
        assert!((best.share / second.share / ratio.powi(2) - 1.0).abs() < 1e-4);
        let is_alone = ratio > 1.5 && single.0.shares[0].share > 0.999 * sum(before);
        sharper += usize::from(is_alone);
    }
    assert!(sharper > samples.len() / 4, "{sharper} of {}", samples.len());
    for power in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        let run = Run::new(&games, Plan { policy_power: power, ..plan() }, None, 2);
        assert!(run.err().unwrap().to_string().contains("power of the policy target"));
    }
}

#[test]
fn samples_are_held_out_by_game() {
    let games = Games::of(games(), 2).unwrap();
    let held_out = games.numbers(true);
    assert_eq!(held_out, (0..96).step_by(16).collect::<Vec<_>>());
    let learned = games.numbers(false);
    assert_eq!(learned.len(), 90);
    let replayed = games.replay(&learned, 2);
    for (&number, samples) in learned.iter().zip(&replayed) {
        assert_eq!(samples.len(), usize::from(games.samples_of(number)));
    }
    let all: Vec<_> = games.replay(&held_out, 2).into_iter().flatten().collect();
    let by_size = games.held_out(usize::MAX, 2);
    assert_eq!(by_size.iter().map(Vec::len).sum::<usize>(), all.len());
    let few = games.held_out(5, 2);
    assert!(few.iter().all(|samples| samples.len() == 5));
    assert_eq!((&few[0][0], &few[0][4]), (&by_size[0][0], by_size[0].last().unwrap()));
}
