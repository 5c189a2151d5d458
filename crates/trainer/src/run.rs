//! A training run: its plan, its steps, its checks, and how it resumes after an interruption.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};

use crate::checkpoint::Checkpoint;
use crate::export;
use crate::games::Games;
use crate::kernels::Kernels;
use crate::learner::{Bin, Learner, Times, calibration};
use crate::losses::{Losses, Sums};
use crate::model::{Model, Params};
use crate::optimiser::{self, Optimiser, Rates};
use crate::plan::{Check, Plan, RunSettings};
use crate::plot;
use crate::replay::Sample;
use crate::stream::Stream;
use crate::whole;

/// Number of points of the calibration curve.
const BINS: usize = 20;

/// What a run reports while it goes on.
pub enum Event<'a> {
    /// A step was made.
    Step(&'a Progress),
    /// Losses on the samples held out, one entry for each board size that has some.
    Checked(&'a [Check]),
    /// Number of parameters that were too large for the file and were clipped.
    Cut(usize),
}

/// How far a run is.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Steps made.
    pub step: u64,
    /// Steps of the whole run.
    pub steps: u64,
    /// Samples that this process has learned from.
    pub samples: u64,
    /// Time that this process took for them.
    pub time: Duration,
    /// Mean losses since the last check.
    pub learned: Losses,
    /// Where the time went, over all steps of this process.
    pub stages: Stages,
}

/// Time by stage. [`Times`] adds up over threads; the other stages are wall-clock times.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stages {
    /// Replaying games and drawing batches.
    pub replay: Duration,
    /// Computing losses and gradients, by part.
    pub learner: Times,
    /// Wall-clock time of the learner, including the addition of the threads' gradients.
    pub learning: Duration,
    /// Steps of the parameters, and the tables made from them.
    pub optimiser: Duration,
}

/// A training run.
pub struct Run<'a> {
    games: &'a Games,
    settings: RunSettings,
    threads: usize,
    model: Model,
    optimiser: Optimiser,
    learner: Learner,
    held_out: Vec<Vec<Sample>>,
    history: Vec<Check>,
    steps: u64,
}

impl<'a> Run<'a> {
    /// Begins a run with new parameters, or with those in the bytes of `start`, a network or a
    /// checkpoint.
    ///
    /// # Errors
    /// If there are too few samples, or if `start` does not fit the run.
    pub fn new(
        games: &'a Games,
        plan: Plan,
        start: Option<&[u8]>,
        threads: usize,
    ) -> anyhow::Result<Self> {
        ensure!(plan.batch > 0 && plan.check_every > 0, "a batch and a check take at least one");
        ensure!(plan.epochs > 0.0 && plan.epochs.is_finite(), "the epochs must be more than 0");
        let is_power = plan.policy_power > 0.0 && plan.policy_power.is_finite();
        ensure!(is_power, "the power of the policy target must be more than 0");
        let colors = if plan.by_color { 2 } else { 1 };
        let params = match start {
            None => Params::new(plan.seed, colors),
            Some(bytes) => {
                let params = export::read(bytes).context("cannot begin with these numbers")?;
                match (params.layout.colors(), colors) {
                    (2, 1) => bail!(
                        "a run that is not by color cannot begin with the numbers of one that is"
                    ),
                    (1, 2) => params.by_color(),
                    _ => params,
                }
            }
        };
        let samples = games.samples_in(&games.numbers(false));
        ensure!(
            samples >= plan.batch,
            "there are {samples} samples to learn from, fewer than a batch of {}",
            plan.batch
        );
        let per_epoch = (samples / plan.batch) as f64;
        let steps = ((plan.epochs * per_epoch).round() as u64).max(1);
        let mut held_out = games.held_out(plan.held_out, threads);
        held_out.iter_mut().flatten().for_each(|sample| sample.sharpen(plan.policy_power));
        let model = Model::new(params, &games.sizes);
        let settings = RunSettings {
            plan,
            games: (games.count(), samples, games.checksum()),
            start: start.map(crc32fast::hash),
        };
        Ok(Self {
            optimiser: Optimiser::new(&model.params),
            learner: Learner::new(&model, threads, Kernels::best()),
            games,
            settings,
            threads,
            model,
            held_out,
            history: Vec::new(),
            steps,
        })
    }

    /// Steps of the whole run.
    pub const fn steps(&self) -> u64 {
        self.steps
    }

    /// Steps made.
    pub const fn step(&self) -> u64 {
        self.optimiser.steps
    }

    /// The network in its current state.
    pub const fn model(&self) -> &Model {
        &self.model
    }

    /// All checks so far.
    pub fn history(&self) -> &[Check] {
        &self.history
    }

    /// Resumes from the checkpoint in this folder, if there is one.
    ///
    /// # Errors
    /// If the checkpoint cannot be read or belongs to a run with other settings.
    pub fn resume(&mut self, folder: &Path) -> anyhow::Result<()> {
        let path = folder.join("checkpoint.bin");
        if !path.exists() {
            return Ok(());
        }
        let context = || format!("cannot go on with {}", path.display());
        let bytes = fs::read(&path).with_context(context)?;
        let checkpoint = Checkpoint::decode(&bytes).with_context(context)?;
        let (Some(settings), Some(optimiser)) = (checkpoint.settings, checkpoint.optimiser) else {
            bail!("{} has numbers alone, not a run", path.display());
        };
        if settings != self.settings {
            let differences = settings.plan.differences(&self.settings.plan)?;
            let games = (settings.games != self.settings.games).then(|| "other games".into());
            let start = (settings.start != self.settings.start).then(|| "another start".into());
            let all: Vec<String> = differences.into_iter().chain(games).chain(start).collect();
            bail!("{} is of a run with other settings: {}", path.display(), all.join("; "));
        }
        self.model.params = checkpoint.params;
        self.model.update(self.threads);
        self.optimiser = optimiser;
        self.history = checkpoint.history;
        Ok(())
    }

    fn save(&self, folder: &Path) -> anyhow::Result<()> {
        let checkpoint = Checkpoint {
            params: self.model.params.clone(),
            optimiser: Some(self.optimiser.clone()),
            settings: Some(self.settings.clone()),
            history: self.history.clone(),
        };
        whole::write(&folder.join("checkpoint.bin"), &checkpoint.encode()?)?;
        let losses = serde_json::to_vec_pretty(&self.history)?;
        whole::write(&folder.join("losses.json"), &losses)
    }

    /// Trains until step `until` or the end of the run. Writes a checkpoint and the losses to
    /// `folder` at each check and at the last step.
    ///
    /// # Errors
    /// If the folder or a file cannot be written.
    pub fn train(
        &mut self,
        folder: &Path,
        until: u64,
        report: &mut dyn FnMut(&Event<'_>),
    ) -> anyhow::Result<()> {
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        let plan = self.settings.plan.clone();
        let until = until.min(self.steps);
        if self.step() >= until {
            return Ok(());
        }
        let begun = Instant::now();
        let stream =
            Stream::new(self.games, plan.batch, plan.buffer, plan.seed, self.threads, self.step());
        let mut stream = stream.context("there are fewer samples than a batch")?;
        let (mut samples, mut stages, mut recent) = (0, Stages::default(), Sums::default());
        while self.step() < until {
            let started = Instant::now();
            let mut batch = stream.batch();
            batch.iter_mut().for_each(|sample| sample.sharpen(plan.policy_power));
            let drawn = Instant::now();
            recent.add(&self.learner.learn(&self.model, &batch, &plan.weights));
            let learned = Instant::now();
            let rates = Rates {
                rate: optimiser::rate(self.step(), self.steps, plan.rate),
                policy: plan.policy_rate,
                decay: plan.decay,
            };
            let gradient = &self.learner.gradient;
            self.optimiser.step(&mut self.model.params, gradient, &rates, self.threads);
            self.model.update(self.threads);
            samples += batch.len() as u64;
            stages.replay += drawn - started;
            stages.learning += learned - drawn;
            stages.optimiser += learned.elapsed();
            stages.learner.add(&self.learner.take_times());
            report(&Event::Step(&Progress {
                step: self.step(),
                steps: self.steps,
                samples,
                time: begun.elapsed(),
                learned: recent.losses(),
                stages,
            }));
            if self.step().is_multiple_of(plan.check_every) || self.step() == until {
                let checks = self.check(&recent.losses());
                recent = Sums::default();
                report(&Event::Checked(&checks));
                self.history.extend(checks);
                self.save(folder)?;
            }
        }
        Ok(())
    }

    fn check(&mut self, learned: &Losses) -> Vec<Check> {
        let (step, weights) = (self.step(), self.settings.plan.weights);
        let mut checks = Vec::new();
        for (samples, &size) in self.held_out.iter().zip(&self.games.sizes) {
            if !samples.is_empty() {
                let (sums, _) = self.learner.ask(&self.model, samples, &weights);
                let (board, losses) = (size.to_string(), sums.losses());
                checks.push(Check { step, board, losses, learned: *learned });
            }
        }
        self.learner.take_times();
        checks
    }

    /// Expected results and outcomes of the samples held out, by board size.
    pub fn calibration(&mut self) -> Vec<(String, Vec<Bin>)> {
        let weights = self.settings.plan.weights;
        let mut curves = Vec::new();
        for (samples, &size) in self.held_out.iter().zip(&self.games.sizes) {
            if !samples.is_empty() {
                let (_, values) = self.learner.ask(&self.model, samples, &weights);
                curves.push((size.to_string(), calibration(samples, &values, BINS)));
            }
        }
        curves
    }

    /// Writes `network.net`, `losses.svg` and `calibration.svg`.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn finish(
        &mut self,
        folder: &Path,
        report: &mut dyn FnMut(&Event<'_>),
    ) -> anyhow::Result<()> {
        let (bytes, cut) = export::encode(&self.model.params);
        if cut > 0 {
            report(&Event::Cut(cut));
        }
        whole::write(&folder.join("network.net"), &bytes)?;
        let losses = plot::losses(&self.history)?;
        whole::write(&folder.join("losses.svg"), losses.as_bytes())?;
        let curves = plot::calibration(&self.calibration())?;
        whole::write(&folder.join("calibration.svg"), curves.as_bytes())
    }
}
