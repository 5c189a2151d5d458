//! The engine as an opponent to wait for.

use std::io::{self, IsTerminal};
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use fukumi::engine::error::EngineError;
use fukumi::engine::options::{Occasion, Setting};
use fukumi::engine::setup::Coordinates;
use fukumi::engine::thinker::ThinkEvent;
use fukumi::engine::{Engine, Finding};
use fukumi_core::decide::level::Level;
use fukumi_core::decide::task::{Answer, Goal};
use fukumi_core::geometry::{BoardSize, Point};
use fukumi_core::opening::{Opening, Step};
use fukumi_core::position::Position;
use fukumi_core::rule::Rule;
use fukumi_core::search::report::Variation;

use super::leaving::Leaving;
use crate::commands::effort::Budget;
use crate::commands::interrupt::{self, KILLED};
use crate::commands::progress::Progress;

/// Default time for a move.
const DEFAULT_TIME: Duration = Duration::from_secs(2);
/// Time between two updates of the sign that the engine thinks.
const SIGN_INTERVAL: Duration = Duration::from_millis(100);

/// What the engine may spend on a move, and the seed of its choices.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    pub(super) budget: Budget,
    pub(super) seed: Option<u64>,
}

enum Event {
    Think(ThinkEvent),
    Interrupt,
}

/// A move that the engine found.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub(super) point: Point,
    /// The line that the engine expects, if it has searched.
    pub(super) line: Option<Variation>,
}

/// An engine with a game.
pub(super) struct Opponent {
    engine: Engine,
    events: Receiver<Event>,
    is_thinking: Arc<AtomicBool>,
    /// Whether a person watches, who sees a sign that the engine thinks.
    is_watched: bool,
    /// Whether Ctrl-C ended the last think.
    was_interrupted: bool,
}

impl Opponent {
    /// An engine that plays against a person, without a game. Ctrl-C makes it move; if it is not
    /// thinking, the person is asked whether to leave.
    pub(super) fn new(effort: Effort, leaving: Leaving) -> Self {
        let (sender, events) = channel();
        let is_thinking = Arc::new(AtomicBool::new(false));
        let (interrupts, is_asked) = (sender.clone(), Arc::clone(&is_thinking));
        interrupt::on_interrupt(move || {
            let is_heard =
                is_asked.load(Ordering::Acquire) && interrupts.send(Event::Interrupt).is_ok();
            if !is_heard && leaving.ask() {
                process::exit(KILLED);
            }
        });
        let mut engine = Engine::new(move |event| {
            // If this has no receiver, the program is about to end.
            let _ = sender.send(Event::Think(event));
        });
        engine.set(Setting::Occasion(Occasion::Person));
        let Budget { nodes, time } = effort.budget;
        let has_limit = time.is_some() || nodes.is_some();
        if let Some(time) = time.or((!has_limit).then_some(DEFAULT_TIME)) {
            engine.set(Setting::turn(time));
        }
        engine.set(Setting::Nodes(nodes));
        if let Some(seed) = effort.seed {
            engine.set(Setting::Seed(seed));
        }
        let is_watched = io::stdout().is_terminal() && io::stderr().is_terminal();
        Self { engine, events, is_thinking, is_watched, was_interrupted: false }
    }

    /// Begins a game.
    pub(super) fn start(&mut self, rule: Rule, size: BoardSize) -> Result<(), EngineError> {
        self.engine.set(Setting::Rule(rule));
        self.engine.start(size.width().into(), size.height().into())
    }

    /// Sets the level with this number.
    pub(super) fn set_level(&mut self, number: usize) {
        self.engine.set(Setting::Strength(Level::strength(number)));
    }

    /// The position of the game.
    pub(super) fn position(&self) -> Result<&Position, EngineError> {
        self.engine.position().ok_or(EngineError::NoGame)
    }

    /// Plays a move of either side.
    pub(super) fn play(&mut self, point: Point) -> Result<(), EngineError> {
        self.engine.play(coordinates(point)).map(|_| ())
    }

    /// Takes back the last move.
    pub(super) fn take_back(&mut self, point: Point) -> Result<(), EngineError> {
        self.engine.take_back(coordinates(point))
    }

    /// Whether Ctrl-C ended the last think.
    pub(super) fn was_interrupted(&self) -> bool {
        self.was_interrupted
    }

    /// Puts the stones of an opening on the board.
    pub(super) fn set_opening(&mut self, opening: &Opening) -> Result<(), EngineError> {
        self.engine.set_opening(opening)
    }

    /// Waits for the engine's step in an opening, which is left as it is.
    pub(super) fn step(&mut self, opening: &Opening) -> Result<Step, EngineError> {
        self.forget_interrupts();
        self.engine.decide_opening(*opening, Instant::now())?;
        match self.wait().0 {
            Answer::Step { step, .. } => Ok(step),
            Answer::Moves(_) => opening.first_step().ok_or(EngineError::BoardFull),
        }
    }

    /// Waits for the engine's move and plays it.
    pub(super) fn reply(&mut self) -> Result<Found, EngineError> {
        self.find(|engine| engine.think(Goal::Move, Instant::now()))
    }

    /// Waits for the move that the engine would play at full strength.
    pub(super) fn hint(&mut self) -> Result<Found, EngineError> {
        self.look(1)
    }

    /// Waits for an evaluation of the position at full strength; `None` if the time was too short
    /// for one.
    pub(super) fn evaluate(&mut self) -> Result<Option<Variation>, EngineError> {
        let line = self.look(1)?.line;
        // The first stones need no search, unless several lines are requested.
        if line.is_some() { Ok(line) } else { Ok(self.look(2)?.line) }
    }

    fn look(&mut self, lines: usize) -> Result<Found, EngineError> {
        self.find(|engine| engine.look(lines, Instant::now()))
    }

    fn find(
        &mut self,
        begin: impl FnOnce(&mut Engine) -> Result<(), EngineError>,
    ) -> Result<Found, EngineError> {
        self.forget_interrupts();
        begin(&mut self.engine)?;
        let (answer, best) = self.wait();
        let point = match answer {
            Answer::Moves(moves) => moves.first().copied(),
            Answer::Step { .. } => None,
        };
        let point = point.ok_or(EngineError::BoardFull)?;
        let line = best.filter(|line| line.moves.first() == Some(&point));
        Ok(Found { point, line })
    }

    /// A Ctrl-C that came too late for the last move is not meant for the next one.
    fn forget_interrupts(&mut self) {
        while self.events.try_recv().is_ok() {}
        self.was_interrupted = false;
    }

    /// Waits for the answer and the last line of the best move.
    fn wait(&mut self) -> (Answer, Option<Variation>) {
        self.is_thinking.store(true, Ordering::Release);
        let mut best: Option<Variation> = None;
        let mut sign = self.is_watched.then(Progress::new);
        let answer = loop {
            if let Some(sign) = &mut sign {
                sign.show(|elapsed| {
                    format!(
                        "thinking, {:.1} s; Ctrl-C has it answer at once",
                        elapsed.as_secs_f64()
                    )
                });
            }
            let wait = self.engine.wake_at().map(|at| at.saturating_duration_since(Instant::now()));
            let until_sign = sign.as_ref().map(|_| SIGN_INTERVAL);
            let event = match wait.into_iter().chain(until_sign).min() {
                Some(wait) => self.events.recv_timeout(wait),
                None => self.events.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            let finding = match event {
                Ok(Event::Think(event)) => self.engine.handle(event),
                Ok(Event::Interrupt) | Err(RecvTimeoutError::Disconnected) => {
                    self.was_interrupted = true;
                    self.engine.stop();
                    None
                }
                Err(RecvTimeoutError::Timeout) => None,
            };
            match finding {
                Some(Finding::Answer(answer)) => break answer,
                Some(Finding::Info(info)) if info.index == 0 => {
                    best = Some(info.line);
                }
                Some(Finding::Info(_) | Finding::Note(_)) | None => {}
            }
            if let Some(answer) = self.engine.tick(Instant::now()) {
                break answer;
            }
        };
        self.is_thinking.store(false, Ordering::Release);
        if let Some(sign) = &mut sign {
            sign.clear();
        }
        (answer, best)
    }
}

fn coordinates(point: Point) -> Coordinates {
    Coordinates { x: point.x().into(), y: point.y().into() }
}
