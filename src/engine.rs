//! One game: position, options, clock, and the thread that searches.
//!
//! The engine belongs to one thread, which never waits for a search. [`Engine::think`] only begins
//! a search, and the events of the search come back through [`Engine::handle`]. Meanwhile the owner
//! can change options, stop the search or answer questions. If a search does not keep its time, for
//! whatever reason, [`Engine::tick`] answers with the best move so far.

use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, SystemTime};

use log::{info, warn};

use self::books::Books;
use self::clock::{Clock, MoveContext, Plan};
use self::error::EngineError;
use self::learning::{Learning, LearningThread};
#[cfg(not(feature = "database"))]
pub(crate) use self::no_learning as learning;
use self::options::{Change, Detail, Options, PointNames};
use self::pondering::Pondering;
#[cfg(feature = "database")]
use self::positions::Positions;
use self::running::RunningTask;
use self::setup::{Coordinates, Placement};
use self::thinker::{ThinkEvent, Thinker, Upcoming};
use crate::book::Reply;
use crate::clock::Instant;
use crate::control::{Control, Limits};
use crate::decide::book;
use crate::decide::means::Note;
use crate::decide::task::{Answer, Decision, Goal, Task};
use crate::geometry::{BoardSize, Point, PointSet};
use crate::learning::advice::Advice;
use crate::position::Position;
use crate::position::ending::Ending;
use crate::rule::Rule;
use crate::search::known::Known;
use crate::search::report::Info;

mod books;
mod clock;
pub mod error;
#[cfg(feature = "database")]
mod findings;
mod front_end;
#[cfg(feature = "database")]
pub(crate) mod learning;
#[cfg(not(feature = "database"))]
pub(crate) mod no_learning;
pub mod options;
mod pondering;
#[cfg(feature = "database")]
pub(crate) mod positions;
mod running;
pub mod setup;
pub mod thinker;

/// Grace period of an answer from static knowledge.
const AT_ONCE_GRACE: Duration = Duration::from_millis(40);

/// How long a search with a time limit waits for what the database says about positions ahead;
/// never longer than a sixteenth of its time. Other searches do not depend on time.
#[cfg(feature = "database")]
const LOOK_AHEAD: Duration = Duration::from_millis(100);

/// How long a move waits for what was learnt. A move never waits longer than an eighth of its time.
const LEARNED_PATIENCE: Duration = Duration::from_millis(500);

/// An engine that plays at most one game at a time.
///
/// ```
/// use std::sync::mpsc::channel;
/// use std::time::Instant;
///
/// use fukumi::decide::task::Answer;
/// use fukumi::engine::setup::Coordinates;
/// use fukumi::engine::{Engine, Finding};
///
/// let (sender, events) = channel();
/// let mut engine = Engine::new(move |event| {
///     // Nobody listens any more once the game is over.
///     let _ = sender.send(event);
/// });
/// engine.set_option("rule", "4");
/// engine.set_option("max_node", "2000");
/// engine.start(15, 15)?;
/// engine.play_and_think(Coordinates { x: 7, y: 7 }, Instant::now())?;
/// let answer = events.into_iter().find_map(|event| match engine.handle(event) {
///     Some(Finding::Answer(answer)) => Some(answer),
///     Some(Finding::Info(_) | Finding::Note(_)) | None => None,
/// });
/// let Some(Answer::Moves(moves)) = answer else { panic!("a move was asked for") };
/// println!("{}", moves[0]);
/// # Ok::<(), fukumi::engine::error::EngineError>(())
/// ```
pub struct Engine {
    options: Options,
    clock: Clock,
    game: Option<Position>,
    /// The passes of the game: for each, the number of stones before it.
    passes: Vec<usize>,
    /// Points that a search leaves out as its first move. They outlive the game.
    blocked: PointSet,
    /// Moves that a search of one position leaves out: size and key of the position, and the point.
    blocked_paths: Vec<(BoardSize, u64, Point)>,
    thinker: Option<Thinker>,
    thinking: Option<RunningTask>,
    /// What to search in the opponent's time, as long as nobody asks for anything else.
    to_ponder: Option<Task>,
    pondering: Option<Pondering>,
    learning: Learning,
    #[cfg(feature = "database")]
    positions: Positions,
    books: Books,
    /// Number of the last task.
    last_id: u64,
    /// Share of the transposition table that the last search wrote, in thousandths.
    usage_permille: usize,
    seed: u64,
    brake: Brake,
}

/// Stops the running search of an engine from another thread.
///
/// The owner still has to call [`Engine::stop`] when it gets there.
#[derive(Clone, Debug, Default)]
pub(crate) struct Brake(Arc<Mutex<Weak<Control>>>);

impl Brake {
    /// Asks the running search, if there is one, to answer at once.
    pub(crate) fn stop(&self) {
        if let Some(control) = self.lock().upgrade() {
            control.stop();
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Weak<Control>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Engine {
    /// Creates an engine without a game. Its searches pass their events to `notify`, on another
    /// thread. The owner has to hand them to [`Engine::handle`].
    pub fn new(notify: impl Fn(ThinkEvent) + Send + 'static) -> Self {
        #[expect(clippy::disallowed_methods, reason = "a seed, not a time")]
        let since_epoch = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        let seed = since_epoch.map_or(0, |time| time.as_nanos() as u64);
        info!("seed {seed}");
        let thinker = Thinker::spawn(notify)
            .inspect_err(|error| warn!("no thread to search on, playing statically: {error}"))
            .ok();
        Self {
            options: Options::default(),
            clock: Clock::default(),
            game: None,
            passes: Vec::new(),
            blocked: PointSet::EMPTY,
            blocked_paths: Vec::new(),
            thinker,
            thinking: None,
            to_ponder: None,
            pondering: None,
            learning: Learning::default(),
            #[cfg(feature = "database")]
            positions: Positions::default(),
            books: Books::default(),
            last_id: 0,
            usage_permille: 0,
            seed,
            brake: Brake::default(),
        }
    }

    /// Returns a brake, which stops searches from another thread.
    pub(crate) fn brake(&self) -> Brake {
        self.brake.clone()
    }

    /// Whether a search is running.
    pub fn is_thinking(&self) -> bool {
        self.thinking.is_some()
    }

    /// Returns the position of the game, if there is one.
    pub fn position(&self) -> Option<&Position> {
        self.game.as_ref()
    }

    /// Returns the database of a front end.
    #[cfg(feature = "database")]
    pub(crate) fn positions(&mut self) -> &mut Positions {
        &mut self.positions
    }

    /// Returns the rule of the next game, which is also that of the present one.
    pub fn rule(&self) -> Rule {
        self.options.rule
    }

    /// Returns the size of the board, if there is one.
    pub fn size(&self) -> Option<BoardSize> {
        self.game.as_ref().map(Position::size)
    }

    /// Returns what the front end wants to be told during a search.
    pub fn detail(&self) -> Detail {
        self.options.detail
    }

    /// Returns how messages should name points; `None` if the front end has not said so.
    pub(crate) fn point_names(&self) -> Option<PointNames> {
        self.options.point_names
    }

    /// Returns the memory for tables, in bytes.
    pub fn table_bytes(&self) -> usize {
        self.options.resources().table_bytes
    }

    /// Returns the share of the transposition table that the last search wrote, in thousandths.
    pub(crate) fn usage_permille(&self) -> usize {
        self.usage_permille
    }

    /// Begins a game on a board of this size.
    ///
    /// # Errors
    /// If the size is not supported.
    pub fn start(&mut self, width: i64, height: i64) -> Result<(), EngineError> {
        let size = BoardSize::new(width, height).ok_or(EngineError::Size(width, height))?;
        self.game = Some(Position::new(size, self.options.rule));
        self.passes.clear();
        self.clock.reset();
        self.prepare();
        info!("seed {} at the start of a game", self.seed);
        self.set_learning_folder();
        self.learning.begin_game();
        if self.options.uses_book() {
            self.books.open(self.options.rule, size, self.options.folder());
        }
        Ok(())
    }

    /// Has the search thread get ready for the game, before the first move.
    fn prepare(&self) {
        if let (Some(thinker), Some(game)) = (&self.thinker, &self.game) {
            let (rule, resources) = (self.options.rule, self.options.resources());
            thinker.prepare(Upcoming { rule, size: game.size(), resources });
        }
    }

    /// Begins a game on a board of the same size.
    ///
    /// # Errors
    /// If there is no game.
    pub fn restart(&mut self) -> Result<(), EngineError> {
        let size = self.game()?.size();
        self.start(i64::from(size.width()), i64::from(size.height()))
    }

    /// Returns why the game is over, if it is. The engine plays on as long as it is asked.
    pub fn ending(&self) -> Option<Ending> {
        self.game.as_ref().and_then(Position::ending)
    }

    /// Plays a move for the side to move.
    ///
    /// # Errors
    /// If there is no game, or the point is off the board or not empty.
    pub fn play(&mut self, at: Coordinates) -> Result<Point, EngineError> {
        let game = self.game_mut()?;
        let point = at.on(game.size())?;
        if !game.board().is_empty(point) {
            return Err(EngineError::Occupied(at.x, at.y));
        }
        game.play(point);
        Ok(point)
    }

    /// Passes for the side to move.
    ///
    /// # Errors
    /// If there is no game, or both sides have just passed.
    pub(crate) fn pass(&mut self) -> Result<(), EngineError> {
        let count = self.game()?.board().stones().len();
        if self.passes.ends_with(&[count, count]) {
            return Err(EngineError::Passed);
        }
        self.game_mut()?.pass();
        self.passes.push(count);
        Ok(())
    }

    fn take_back_pass(&mut self) {
        self.passes.pop();
        self.game.iter_mut().for_each(Position::pass);
    }

    /// Takes the last stone or pass back, so that its owner is to move.
    ///
    /// # Errors
    /// If there is no game, or the last stone is not on this point.
    pub fn take_back(&mut self, at: Coordinates) -> Result<(), EngineError> {
        let count = self.game()?.board().stones().len();
        let has_passed = self.passes.last() == Some(&count);
        if at.is_pass() && has_passed {
            self.take_back_pass();
            return Ok(());
        }
        let game = self.game_mut()?;
        let point = at.on(game.size())?;
        if has_passed || game.board().stones().last().is_none_or(|stone| stone.point != point) {
            return Err(EngineError::NotLast(at.x, at.y));
        }
        game.undo();
        Ok(())
    }

    /// Replaces the position by the one that a block describes, with the engine to move.
    ///
    /// # Errors
    /// If there is no game, or the block is not a position. The position is then the same as
    /// before.
    pub(crate) fn set_block(&mut self, block: &[Placement]) -> Result<(), EngineError> {
        let size = self.game()?.size();
        self.game = Some(setup::from_block(size, self.options.rule, block)?);
        self.passes = setup::passes(block);
        Ok(())
    }

    /// Plays the opponent's move, or passes for the opponent at -1,-1, and begins to think about
    /// the answer.
    ///
    /// # Errors
    /// If the move or the answer is not possible. The game is then the same as before.
    pub fn play_and_think(&mut self, at: Coordinates, since: Instant) -> Result<(), EngineError> {
        if at.is_pass() {
            self.pass()?;
            return self.think(Goal::Move, since).inspect_err(|_| self.take_back_pass());
        }
        self.play(at)?;
        self.think(Goal::Move, since).inspect_err(|_| self.game.iter_mut().for_each(Position::undo))
    }

    /// Begins to think about the first move of the game.
    ///
    /// # Errors
    /// If there is no game or the board is not empty.
    pub fn begin(&mut self, since: Instant) -> Result<(), EngineError> {
        let board = self.game()?.board();
        if board.empty_count() != board.size().area() {
            return Err(EngineError::NotEmpty);
        }
        self.think(Goal::Move, since)
    }

    /// Sets the position of a block and begins to think about it.
    ///
    /// # Errors
    /// If there is no game, a point cannot be taken, or the board has no room for a move. The
    /// position is then the same as before.
    pub(crate) fn set_block_and_think(
        &mut self,
        block: &[Placement],
        since: Instant,
    ) -> Result<(), EngineError> {
        let size = self.game()?.size();
        let position = setup::from_block(size, self.options.rule, block)?;
        self.replace_and_think(position, Goal::Move, since)?;
        self.passes = setup::passes(block);
        Ok(())
    }

    /// Begins to think about the position. The clock runs from `since`, when the command was read.
    ///
    /// # Errors
    /// If there is no game, or no room for the moves asked for.
    pub fn think(&mut self, goal: Goal, since: Instant) -> Result<(), EngineError> {
        let (rule, checkmate) = (self.options.rule, self.options.checkmate);
        let game = self.game_mut()?;
        if game.board().empty_count() < goal.moves() {
            return Err(EngineError::BoardFull);
        }
        if game.rule() != rule {
            *game = setup::with_rule(game, rule);
        }
        let goal = match goal {
            Goal::Analyse { lines } => {
                Goal::Analyse { lines: lines.min(game.board().empty_count()) }
            }
            other => other,
        };
        let goal = goal.with_checkmate(checkmate);
        let position = game.clone();
        // An analysis shows the truth, whatever level the engine plays at.
        let is_shown = goal.is_analysis();
        let level = if is_shown { None } else { self.options.level() };
        let is_varied = !is_shown && self.options.is_varied();
        self.seed = self.seed.wrapping_add(1);
        let (book, advice) = self.known_moves(&position, goal);
        let excluded = match goal {
            Goal::Soosorv(decision) => decision.excluded(position.size()),
            Goal::Opening(_) => PointSet::EMPTY,
            _ => self.blocked_in(&position),
        };
        let seed = self.seed;
        let known = if level.is_none() { self.known_ahead(&position, goal) } else { Vec::new() };
        let task = Task { position, goal, excluded, seed, book, advice, known, level, is_varied };

        let at_once = |grace| {
            let none = Some(Duration::ZERO);
            let limits = Limits { soft: none, hard: none, ..Limits::default() };
            let control = Control::with_grace(since, limits, grace);
            control.stop();
            control
        };
        let control = Arc::new(match (&self.thinker, self.plan(&task)) {
            (None, _) => at_once(Duration::ZERO),
            (Some(_), Plan::AtOnce) => at_once(AT_ONCE_GRACE),
            (Some(_), Plan::Search { limits, grace }) => Control::with_grace(since, limits, grace),
        });
        *self.brake.lock() = Arc::downgrade(&control);
        self.last_id += 1;
        if let Some(thinker) = &self.thinker {
            let mut resources = self.options.resources();
            if level.is_some() {
                // Several threads would add chance to a choice that the seed should decide.
                resources.threads = 1;
            }
            thinker.think(self.last_id, task.clone(), Arc::clone(&control), resources);
        }
        self.thinking = Some(RunningTask { id: self.last_id, task, control, lines: Vec::new() });
        Ok(())
    }

    /// Begins to search in the opponent's time, if that is wanted and it is the opponent's time.
    /// Call it after writing the move.
    pub(crate) fn ponder(&mut self) {
        if let (Some(task), Some(thinker)) = (self.to_ponder.take(), &self.thinker) {
            self.pondering = Some(Pondering::begin(thinker, task, self.options.resources()));
        }
    }

    /// Ends the search in the opponent's time. Call it for every command that is not a mere
    /// question.
    pub(crate) fn stop_pondering(&mut self) {
        self.to_ponder = None;
        self.pondering = None;
    }

    /// Returns the thread that reads and writes what games teach where that is allowed. Call
    /// [`LearningThread::flush`] before the process ends.
    pub(crate) fn learning_thread(&self) -> LearningThread {
        self.learning.thread().clone()
    }

    /// Asks a running search to answer at once.
    pub fn stop(&mut self) {
        if let Some(thinking) = &self.thinking {
            thinking.control.request_stop(Instant::now());
        }
    }

    /// Handles an event of a search. Returns a finding only if the event belongs to the running
    /// search. The moves of an answer have then been played.
    pub fn handle(&mut self, event: ThinkEvent) -> Option<Finding> {
        match event {
            ThinkEvent::Info { id, info } => {
                let thinking = self.thinking.as_mut().filter(|thinking| thinking.id == id)?;
                thinking.hear(&info);
                Some(Finding::Info(info))
            }
            ThinkEvent::Note { id, note } => {
                self.thinking.as_ref().filter(|thinking| thinking.id == id)?;
                Some(Finding::Note(note))
            }
            ThinkEvent::Done { id, answer, usage_permille } => {
                self.usage_permille = usage_permille;
                self.thinking.as_ref().filter(|thinking| thinking.id == id)?;
                Some(Finding::Answer(self.finish(answer)))
            }
        }
    }

    /// Returns when to call [`Engine::tick`] at the latest; `None` if there is no need to.
    pub fn wake_at(&self) -> Option<Instant> {
        self.thinking.as_ref().and_then(|thinking| thinking.control.overdue_at())
    }

    /// Returns an answer in place of a search that did not keep its time; `None` if it still has
    /// time.
    pub fn tick(&mut self, now: Instant) -> Option<Answer> {
        let control = &self.thinking.as_ref()?.control;
        if control.overdue_at().is_none_or(|time| now < time) {
            return None;
        }
        if self.thinker.is_some() {
            warn!("the search is late by {:?}", control.grace());
        }
        self.answer_now()
    }

    /// Ends a running search at once and answers with the best move so far, for an owner who cannot
    /// wait.
    pub(crate) fn answer_now(&mut self) -> Option<Answer> {
        self.thinking.as_ref()?.control.stop();
        Some(self.finish(None))
    }

    /// Sets an option. Limits also apply to a running search, counted from its start.
    ///
    /// A value that makes no sense changes nothing. If the value names a file that cannot be used,
    /// returns a message for the user.
    pub fn set_option(&mut self, key: &str, value: &str) -> Option<String> {
        #[cfg(feature = "database")]
        self.positions.set_option(key, value);
        let before = (self.options.rule, self.options.resources());
        let change = self.options.set(key, value);
        if (self.options.rule, self.options.resources()) != before {
            self.prepare();
        }
        match change {
            Change::None => {}
            Change::TimeLeft => self.clock.reset(),
            Change::Seed(seed) => self.seed = seed,
            Change::Refused(reason) => return Some(reason),
        }
        let thinking = self.thinking.as_ref()?;
        match self.plan(&thinking.task) {
            Plan::AtOnce => self.stop(),
            // Setting unchanged limits again would let the current search exceed its part of the
            // work.
            Plan::Search { limits, .. } if limits != thinking.control.limits() => {
                thinking.control.set_limits(limits);
            }
            Plan::Search { .. } => {}
        }
        None
    }

    /// Forgets what searches have learnt, after the running search has ended.
    pub(crate) fn forget(&mut self) {
        if let Some(thinker) = &self.thinker {
            thinker.forget();
        }
    }

    fn set_learning_folder(&mut self) {
        let is_read_only = self.options.is_database_read_only;
        self.learning.set_folder(self.options.learning_folder().as_deref(), is_read_only);
    }

    fn game(&self) -> Result<&Position, EngineError> {
        self.game.as_ref().ok_or(EngineError::NoGame)
    }

    fn game_mut(&mut self) -> Result<&mut Position, EngineError> {
        self.game.as_mut().ok_or(EngineError::NoGame)
    }

    /// Makes `position` the game's and begins to think about it. On an error the old position
    /// stays.
    fn replace_and_think(
        &mut self,
        position: Position,
        goal: Goal,
        since: Instant,
    ) -> Result<(), EngineError> {
        let before = self.game.replace(position);
        self.think(goal, since).inspect_err(|_| self.game = before)?;
        self.passes.clear();
        Ok(())
    }

    /// Returns the book's reply, and the advice of what was learnt and of the database, if the goal
    /// is a move in a game.
    fn known_moves(&mut self, position: &Position, goal: Goal) -> (Option<Reply>, Advice) {
        if !goal.is_game_move() {
            return (None, Advice::default());
        }
        self.set_learning_folder();
        self.learning.follow(position);
        let hard = match self.plan_for(position, goal) {
            Plan::AtOnce => Some(AT_ONCE_GRACE),
            Plan::Search { limits, .. } => limits.hard,
        };
        let patience = hard.map_or(LEARNED_PATIENCE, |hard| LEARNED_PATIENCE.min(hard / 8));
        let advice = self.learning.advice(position, patience);
        #[cfg(feature = "database")]
        let advice = {
            // A search without a time limit does not depend on time.
            let until = hard.map(|_| Instant::now() + patience);
            advice.plus(&self.positions.advice(position, until))
        };
        let uses_book = self.options.uses_book() && goal == Goal::Move;
        let folder = self.options.folder();
        let reply = if uses_book { self.books.reply(position, folder) } else { None };
        let threads = self.options.resources().threads;
        let book = reply.filter(|reply| match self.plan_for(position, goal) {
            Plan::AtOnce => true,
            Plan::Search { limits, .. } => book::is_well_founded(reply, &limits, threads),
        });
        (book, advice)
    }

    /// Returns what the database of a front end says about positions ahead.
    #[cfg(feature = "database")]
    fn known_ahead(&mut self, position: &Position, goal: Goal) -> Vec<Known> {
        if self.positions.take_stale() {
            self.forget();
        }
        match self.plan_for(position, goal) {
            Plan::AtOnce => Vec::new(),
            Plan::Search { limits, .. } => {
                let until = limits.hard.map(|hard| Instant::now() + LOOK_AHEAD.min(hard / 16));
                self.positions.known(position, until)
            }
        }
    }

    /// Returns nothing: without the database, nothing is known ahead.
    #[cfg(not(feature = "database"))]
    fn known_ahead(&mut self, _: &Position, _: Goal) -> Vec<Known> {
        Vec::new()
    }

    /// Waits until what searches have found is in the database of a front end, but no longer than
    /// `patience`.
    #[cfg(feature = "database")]
    pub(crate) fn flush_findings(&self, patience: Duration) {
        self.positions.flush(patience);
    }

    /// Does nothing: without the database, nothing that searches find is kept.
    #[cfg(not(feature = "database"))]
    pub(crate) fn flush_findings(&self, _: Duration) {}

    /// Returns the plan at the level of the task.
    fn plan(&self, task: &Task) -> Plan {
        match (self.plan_for(&task.position, task.goal), task.level) {
            (Plan::Search { limits, grace }, Some(level)) => {
                Plan::Search { limits: level.within(limits), grace }
            }
            (plan, _) => plan,
        }
    }

    /// Returns the plan at full strength.
    fn plan_for(&self, position: &Position, goal: Goal) -> Plan {
        let board = position.board();
        let situation = MoveContext {
            stones: board.stones().len(),
            empty: board.empty_count(),
            is_analysis: goal.is_analysis(),
        };
        self.clock.plan(&self.options.time(), situation)
    }

    /// Ends the running task and plays the moves of the answer. If the answer cannot be played, a
    /// fallback replaces it.
    fn finish(&mut self, answer: Option<Answer>) -> Answer {
        let Some(thinking) = self.thinking.take() else { return Answer::Moves(Vec::new()) };
        let time = thinking.control.elapsed();
        let hard = thinking.control.limits().hard;
        info!("answer after {} us, limit {} us", time.as_micros(), micros(hard));
        let is_timed = !thinking.control.is_stop_requested() && hard != Some(Duration::ZERO);
        self.clock.charge(time, hard.filter(|_| is_timed));
        let answer =
            answer.filter(|answer| thinking.allows(answer)).unwrap_or_else(|| thinking.fallback());
        if let (Answer::Moves(moves), true) = (&answer, thinking.task.goal.is_game_move()) {
            let task = &thinking.task;
            let saw_all = task.excluded.union(&task.advice.avoid).is_empty();
            for &point in moves {
                self.learning.note(&task.position, point, thinking.score_of(point), saw_all);
            }
        }
        #[cfg(feature = "database")]
        self.positions.keep(&thinking);
        let is_offer = matches!(thinking.task.goal, Goal::Soosorv(Decision::Offer { .. }));
        if let (Answer::Moves(moves), Some(game), false) = (&answer, &mut self.game, is_offer) {
            moves.iter().for_each(|&point| game.play(point));
            let task = &thinking.task;
            let is_full = task.level.is_none();
            if self.options.pondering && is_full && task.goal.is_game_move() {
                self.to_ponder =
                    pondering::task(game, thinking.expected_reply(moves), self.blocked);
            }
        }
        answer
    }
}

/// Stops everything that is under way, because nobody would receive the results.
impl Drop for Engine {
    fn drop(&mut self) {
        self.stop();
        self.learning.thread().close();
    }
}

/// Returns a limit in microseconds for the log, where 0 stands for none.
fn micros(limit: Option<Duration>) -> u128 {
    limit.map_or(0, |limit| limit.as_micros())
}

/// What an event of a search tells the owner.
#[derive(Clone, Debug)]
pub enum Finding {
    /// A line of a finished iteration.
    Info(Info),
    /// A message that is not a line of play.
    Note(Note),
    /// The answer.
    Answer(Answer),
}

#[cfg(test)]
mod tests;
