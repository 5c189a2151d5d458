//! Labels of deep searches for recorded games, from which a teacher learns, and a choice of the
//! positions that a teacher labels.
//!
//! The one idea: the new file has the games of another file, and in them only the labels of the
//! positions that were chosen: those of deep searches, or the old ones. The other positions lose
//! their score and policy, and the other branches are left out. What is chosen depends on the seed
//! and the number of the game, and each game is searched by itself. So neither the number of
//! threads nor an interruption changes a byte, and parts that several machines label make up the
//! whole.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs::File;
use std::path::Path;
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;

use anyhow::Context;
use fukumi_core::clock::Instant;
use fukumi_core::control::{Control, Limits};
use fukumi_core::position::Position;
use fukumi_core::random::Generator;
use fukumi_core::score::Score;
use fukumi_core::search::{Request, STACK_BYTES, Searcher};
use fukumi_selfplay::file::{FileError, Writer};
use fukumi_selfplay::policy;
use fukumi_selfplay::record::{GameRecord, Share};
use fukumi_selfplay::samples::Sampler;
use rand::{Rng, SeedableRng};

use crate::games::Games;

/// What the settings of a file of deep labels contain, and those of no other.
const MARK: &str = " label-nodes=";
/// Size of a transposition table in bytes. A search of some thousand nodes fills a tenth of it, and
/// it is cleared for each game.
const TABLE_BYTES: usize = 2 << 20;

/// What is labelled. Its text form is part of the settings of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Nodes of each search, which a proven win ends earlier. `None` keeps the label of a position.
    pub nodes: Option<u64>,
    /// On average one quiet position in this many is chosen, at least 1.
    pub every: u32,
    /// Decides which positions are chosen.
    pub seed: u64,
    /// The games whose number leaves this remainder when divided by `parts` are taken.
    pub part: u32,
    /// Number of parts, at least 1.
    pub parts: u32,
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { nodes, every, seed, part, parts } = self;
        if let Some(nodes) = nodes {
            write!(f, "{MARK}{nodes}")?;
        }
        write!(f, " label-every={every} label-seed={seed} label-part={part}/{parts}")
    }
}

impl Plan {
    /// The random choices of a game.
    fn random(&self, number: u32) -> Generator {
        // The seed is mixed first, so that neighbouring seeds do not share their choices.
        let mixed: u64 = Generator::seed_from_u64(self.seed).random();
        Generator::seed_from_u64(mixed ^ u64::from(number))
    }

    fn has(&self, game: &GameRecord) -> bool {
        game.number % self.parts == self.part
    }
}

/// Whether a file with these settings holds labels of deep searches.
pub fn is_deep(settings: &str) -> bool {
    settings.contains(MARK)
}

/// What a labelled file holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Number of games.
    pub games: usize,
    /// Number of positions with a label.
    pub labels: usize,
}

impl Tally {
    fn add(&mut self, game: &GameRecord) {
        self.games += 1;
        self.labels += game.moves.iter().filter(|ply| ply.score.is_some()).count();
        self.labels += game.branches.len();
    }
}

/// Labels the games of one file and writes them to another, in the same order. A file that was cut
/// off is continued. Calls `progress` after each game with what the file then holds.
///
/// # Errors
/// If a file cannot be read or written, if the games are damaged, or if `out` has anything but
/// games of these settings.
pub fn label(
    games: &Path,
    out: &Path,
    plan: &Plan,
    threads: usize,
    progress: &mut dyn FnMut(Tally),
) -> anyhow::Result<Tally> {
    let reader = Games::reader(games)?;
    let name = out.display();
    let mut options = File::options();
    let file = options.read(true).write(true).create(true).truncate(false).open(out);
    let file = file.with_context(|| format!("cannot open {name}"))?;
    let (mut tally, mut present) = (Tally::default(), BTreeSet::new());
    let settings = format!("{}{plan}", reader.settings());
    let mut writer = Writer::resume(file, &settings, &mut |game| {
        tally.add(&game);
        present.insert(game.number);
    })
    .with_context(|| format!("cannot add to {name}"))?;
    let is_missing = |game: &GameRecord| plan.has(game) && !present.contains(&game.number);
    let missing = reader.filter(|game| game.as_ref().map_or(true, is_missing));
    in_order(missing, plan, threads, |game| {
        let game = game.with_context(|| format!("cannot read {}", games.display()))?;
        writer.write(&game).with_context(|| format!("cannot write {name}"))?;
        tally.add(&game);
        progress(tally);
        Ok(())
    })?;
    Ok(tally)
}

/// Labels games on several threads, and passes them on in their order. Ends after the first error.
fn in_order(
    games: impl Iterator<Item = Result<GameRecord, FileError>> + Send,
    plan: &Plan,
    threads: usize,
    mut keep: impl FnMut(Result<GameRecord, FileError>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let games = Mutex::new(games.enumerate());
    let next = || games.lock().unwrap_or_else(PoisonError::into_inner).next();
    let (sender, labelled) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            let (next, sender) = (&next, sender.clone());
            let work = move || {
                let mut labeller = Labeller::new();
                while let Some((index, game)) = next() {
                    let game = game.map(|game| labeller.label(game, plan));
                    if sender.send((index, game)).is_err() {
                        break;
                    }
                }
            };
            let builder = thread::Builder::new().name("labels".into()).stack_size(STACK_BYTES);
            builder.spawn_scoped(scope, work).context("cannot start a thread")?;
        }
        drop(sender);
        let (mut waiting, mut written) = (BTreeMap::new(), 0);
        for (index, game) in labelled {
            waiting.insert(index, game);
            while let Some(game) = waiting.remove(&written) {
                keep(game)?;
                written += 1;
            }
        }
        Ok(())
    })
}

/// The number of moves before a position, and whether it is a branch.
type Place = (usize, bool);
/// Score and policy of a position.
type Label = (Option<Score>, Vec<Share>);
type Labels = BTreeMap<Place, Label>;

/// A position that a plan takes, with the label that it has in its game.
struct Chosen {
    place: Place,
    position: Position,
    label: Label,
}

/// Labels positions of games.
struct Labeller {
    sampler: Sampler,
    searcher: Searcher,
}

impl Labeller {
    fn new() -> Self {
        let mut searcher = Searcher::new();
        searcher.set_memory(TABLE_BYTES);
        Self { sampler: Sampler::default(), searcher }
    }

    /// The game with the labels of this plan alone.
    fn label(&mut self, game: GameRecord, plan: &Plan) -> GameRecord {
        self.searcher.clear();
        let mut labels = Labels::new();
        // Later positions first, so that what they found helps the earlier ones.
        for chosen in self.choose(&game, plan).into_iter().rev() {
            let label = match plan.nodes {
                Some(nodes) => self.search(&chosen.position, nodes),
                None => chosen.label,
            };
            labels.insert(chosen.place, label);
        }
        with_labels(game, labels)
    }

    fn search(&mut self, position: &Position, nodes: u64) -> Label {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let control = Control::new(Instant::now(), limits);
        let found = self.searcher.think(position, &Request::default(), &control, &mut |_| {});
        (found.score(), policy::target(&found))
    }

    /// The quiet positions that the plan takes, in the order of play.
    fn choose(&mut self, game: &GameRecord, plan: &Plan) -> Vec<Chosen> {
        let mut random = plan.random(game.number);
        let mut chosen = Vec::new();
        let visited = self.sampler.sample(game, |sample| {
            if random.random_range(0..plan.every) == 0 {
                chosen.push(Chosen {
                    place: (sample.index, sample.outcome.is_none()),
                    position: sample.position.clone(),
                    label: (Some(sample.score), sample.policy.to_vec()),
                });
            }
            Ok(())
        });
        // The visitor has no errors, so the sampler has none either.
        visited.map(|_| chosen).unwrap_or_default()
    }
}

/// The game with these labels in place of its own.
fn with_labels(mut game: GameRecord, mut labels: Labels) -> GameRecord {
    for (index, ply) in game.moves.iter_mut().enumerate() {
        (ply.score, ply.policy) = labels.remove(&(index, false)).unwrap_or_default();
    }
    game.branches.retain_mut(|branch| match labels.remove(&(branch.index, true)) {
        Some((score, policy)) => {
            (branch.score, branch.policy) = (score, policy);
            true
        }
        None => false,
    });
    game
}
