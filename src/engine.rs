//! One game: position, options, clock, and the thread that searches.
//!
//! The engine belongs to one thread, which never waits for a search. [`Engine::think`] only begins
//! a search, and the events of the search come back through [`Engine::handle`]. Meanwhile the owner
//! can change options, stop the search or answer questions. If a search does not keep its time, for
//! whatever reason, [`Engine::tick`] answers with the best move so far.

use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, SystemTime};

use fukumi_core::book::BookMove;
use fukumi_core::clock::Instant;
use fukumi_core::control::{Control, Limits};
use fukumi_core::decide::book;
use fukumi_core::decide::means::Note;
use fukumi_core::decide::task::{Answer, Goal, Task};
use fukumi_core::eval::Kind;
use fukumi_core::geometry::{BoardSize, Point, PointSet};
use fukumi_core::position::Position;
use fukumi_core::position::ending::Ending;
use fukumi_core::rule::Rule;
use fukumi_core::search::report::Info;
use log::{info, warn};

use self::archive::{Archive, Knowledge, Question};
use self::books::Books;
use self::clock::{Clock, MoveContext, Plan, Spent};
use self::error::EngineError;
use self::learning::Learning;
use self::networks::Networks;
use self::options::{Change, Detail, Options, PointNames, Setting};
use self::pondering::Pondering;
use self::reading::Notify;
use self::running::{Instead, RunningTask};
use self::setup::{Coordinates, Placement};
use self::thinker::{ThinkEvent, Thinker, Upcoming};

pub(crate) mod archive;
mod books;
mod check;
mod clock;
pub mod error;
mod front_end;
pub(crate) mod learning;
mod networks;
pub mod options;
mod pondering;
pub(crate) mod positions;
pub(crate) mod reading;
mod running;
pub mod setup;
pub mod thinker;

/// Grace period of an answer from static knowledge.
const AT_ONCE_GRACE: Duration = Duration::from_millis(40);

/// How long the database is searched for positions ahead; never longer than a sixteenth of a
/// move's time.
const LOOK_AHEAD: Duration = Duration::from_millis(100);

/// How long a search waits for what is known of its position. A move never waits longer than an
/// eighth of its time. No command is answered meanwhile, so a disk that hangs must not hold up more
/// than one of them, and that one not for long.
const PATIENCE: Duration = Duration::from_millis(200);

/// How long a move waits for files, once: a large book takes a second to read. It never waits
/// longer than an eighth of its time.
const FILE_PATIENCE: Duration = Duration::from_secs(5);

/// An engine that plays at most one game at a time.
///
/// ```
/// use std::sync::mpsc::channel;
/// use std::time::Instant;
///
/// use fukumi_core::decide::task::Answer;
/// use fukumi::engine::options::Setting;
/// use fukumi::engine::setup::Coordinates;
/// use fukumi::engine::{Engine, Finding};
/// use fukumi_core::rule::Rule;
///
/// let (sender, events) = channel();
/// let mut engine = Engine::new(move |event| {
///     // The receiver may be gone once the game is over.
///     let _ = sender.send(event);
/// });
/// engine.set(Setting::Rule(Rule::Renju));
/// engine.set(Setting::Nodes(Some(2_000)));
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
    /// Moves that a search of one position leaves out.
    blocked_paths: Vec<Path>,
    thinker: Option<Thinker>,
    thinking: Option<RunningTask>,
    /// What to search in the opponent's time, until something else is asked for.
    to_ponder: Option<Task>,
    pondering: Option<Pondering>,
    learning: Learning,
    archive: Archive,
    books: Books,
    networks: Networks,
    /// Number of the last task.
    last_id: u64,
    /// Share of the transposition table that the last search wrote, in thousandths.
    usage_permille: usize,
    seed: u64,
    brake: Brake,
}

/// A move in one position: size and key of the position, and the point.
type Path = (BoardSize, u64, Point);

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
        let notify = Arc::new(Mutex::new(notify));
        let report = Arc::clone(&notify);
        let report = move |event| report.lock().unwrap_or_else(PoisonError::into_inner)(event);
        let note_read: Notify = Arc::new(move || {
            notify.lock().unwrap_or_else(PoisonError::into_inner)(ThinkEvent::FileRead);
        });
        let thinker = Thinker::spawn(report)
            .inspect_err(|error| warn!("no thread to search on, playing statically: {error}"))
            .ok();
        let archive = Archive::default();
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
            learning: Learning::new(archive.clone()),
            archive,
            books: Books::new(Arc::clone(&note_read)),
            networks: Networks::new(note_read),
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

    /// Whether a search is running that looks at the replies to a threat.
    pub(crate) fn is_defending(&self) -> bool {
        self.thinking.as_ref().is_some_and(|thinking| thinking.task.goal == Goal::Defend)
    }

    /// Returns the move that the running search looks at.
    pub(crate) fn root_move(&self) -> Option<Point> {
        self.thinking.as_ref()?.control.root_move()
    }

    /// Whether a search is running that was asked to answer at once.
    pub(crate) fn is_stopping(&self) -> bool {
        self.thinking.as_ref().is_some_and(|thinking| thinking.control.is_stopped())
    }

    /// Whether a search is running that only a stop ends.
    pub(crate) fn is_endless(&self) -> bool {
        let thinking = self.thinking.as_ref();
        thinking.is_some_and(|thinking| thinking.control.limits() == Limits::default())
    }

    /// Returns the position of the game, if there is one.
    pub fn position(&self) -> Option<&Position> {
        self.game.as_ref()
    }

    /// Returns what is known of positions from elsewhere. Call [`Archive::flush`] before the
    /// process ends.
    pub(crate) const fn archive(&self) -> &Archive {
        &self.archive
    }

    /// Returns the rule of the next game, which is also that of the present one.
    pub fn rule(&self) -> Rule {
        self.options.rule
    }

    /// Returns the size of the board, if there is one.
    pub fn size(&self) -> Option<BoardSize> {
        self.game.as_ref().map(Position::size)
    }

    /// Returns what the front end wants to know during a search.
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
        let size = Self::check_size(width, height)?;
        self.game = Some(Position::new(size, self.options.rule));
        self.passes.clear();
        self.clock.reset();
        self.prepare();
        info!("seed {} at the start of a game", self.seed);
        self.set_learning_folder();
        self.learning.begin_game();
        self.archive.open_positions();
        self.open_book();
        Ok(())
    }

    /// Has the user's book for the game read, so that it is there before a move asks for it.
    fn open_book(&mut self) {
        let Some(game) = &self.game else { return };
        if self.options.uses_book() {
            self.books.open(self.options.rule, game.size(), self.options.folder());
        }
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
        let point = self.check_move(at)?;
        self.game_mut()?.play(point);
        Ok(point)
    }

    /// Passes for the side to move.
    ///
    /// # Errors
    /// If there is no game, or both sides have just passed.
    pub(crate) fn pass(&mut self) -> Result<(), EngineError> {
        self.check_pass()?;
        let game = self.game_mut()?;
        game.pass();
        let count = game.board().stones().len();
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
    /// If there is no game, or the last move is not the one named.
    pub fn take_back(&mut self, named: Coordinates) -> Result<(), EngineError> {
        if named != self.last_move()? {
            return Err(self.not_last(Some(named)));
        }
        self.take_back_last()
    }

    /// Returns why a move, or none, cannot be taken back.
    pub(crate) fn not_last(&self, named: Option<Coordinates>) -> EngineError {
        let pair = |at: Coordinates| (at.x, at.y);
        match self.last_move() {
            Ok(last) => EngineError::NotLast { named: named.map(pair), last: pair(last) },
            Err(error) => error,
        }
    }

    /// Takes the last stone or pass back, whatever it is.
    ///
    /// # Errors
    /// If there is no game or no move.
    pub(crate) fn take_back_last(&mut self) -> Result<(), EngineError> {
        if self.last_move()?.is_pass() {
            self.take_back_pass();
        } else {
            self.game_mut()?.undo();
        }
        Ok(())
    }

    /// Returns the last move of the game, which may be a pass.
    ///
    /// # Errors
    /// If there is no game or no move.
    fn last_move(&self) -> Result<Coordinates, EngineError> {
        let stones = self.game()?.board().stones();
        if self.passes.last() == Some(&stones.len()) {
            return Ok(Coordinates::PASS);
        }
        let point = stones.last().ok_or(EngineError::NoMove)?.point;
        Ok(Coordinates { x: i64::from(point.x()), y: i64::from(point.y()) })
    }

    /// Replaces the position by the one that a block describes, with the engine to move.
    ///
    /// # Errors
    /// If there is no game, or the block is not a position. The position is then the same as
    /// before.
    pub(crate) fn set_block(&mut self, block: &[Placement]) -> Result<(), EngineError> {
        self.game = Some(self.check_block(block)?);
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
        self.check_begin()?;
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
        let position = self.check_block(block)?;
        self.replace_and_think(position, Goal::Move, true, since)?;
        self.passes = setup::passes(block);
        Ok(())
    }

    /// Begins to think about the position. The clock runs from `since`, when the command was read.
    ///
    /// # Errors
    /// If there is no game, or no room for the moves asked for.
    pub fn think(&mut self, goal: Goal, since: Instant) -> Result<(), EngineError> {
        self.begin_task(goal, true, since)
    }

    /// Begins to look for the best lines of the position, at full strength. The game stays as it
    /// is: the move of the answer is not played.
    ///
    /// # Errors
    /// If there is no game, or the board is full.
    pub fn look(&mut self, lines: usize, since: Instant) -> Result<(), EngineError> {
        self.begin_task(Goal::Analyse { lines }, false, since)
    }

    /// Begins to think about a copy of the position. The answer is played on the engine's own board
    /// only if `is_played`.
    fn begin_task(
        &mut self,
        goal: Goal,
        is_played: bool,
        since: Instant,
    ) -> Result<(), EngineError> {
        self.check_goal(goal)?;
        let rule = self.options.rule;
        let game = self.game_mut()?;
        if game.rule() != rule {
            *game = setup::with_rule(game, rule);
        }
        let goal = match goal {
            Goal::Analyse { lines } => {
                Goal::Analyse { lines: lines.min(game.board().empty_count()) }
            }
            other => other,
        };
        let position = game.clone();
        let goal = goal.with_checkmate(self.options.checkmate);
        let plan = self.plan_for(&position, goal);
        let task = self.task(position, goal, plan);
        let control = Arc::new(self.control(plan.at_level(task.level), since));
        *self.brake.lock() = Arc::downgrade(&control);
        self.last_id += 1;
        if let Some(thinker) = &self.thinker {
            let mut resources = self.options.resources();
            if task.level.is_some() {
                // Several threads would add chance to a choice that the seed should decide.
                resources.threads = 1;
            }
            thinker.think(self.last_id, task.clone(), Arc::clone(&control), resources);
        }
        let (id, lines) = (self.last_id, Vec::new());
        self.thinking = Some(RunningTask { id, task, is_played, control, lines, instead: None });
        Ok(())
    }

    /// Returns the task about a position, with all that is known of it, and takes a new seed.
    fn task(&mut self, position: Position, goal: Goal, plan: Plan) -> Task {
        // An analysis shows the truth, whatever level the engine plays at.
        let is_shown = goal.is_analysis();
        let level = if is_shown { None } else { self.options.level() };
        let is_varied = !is_shown && self.options.is_varied();
        self.seed = self.seed.wrapping_add(1);
        let seed = self.seed;
        let Knowledge { advice, ahead: known, is_stale } =
            self.knowledge(&position, goal, plan, level.is_none());
        if is_stale {
            self.forget();
        }
        let book = self.book_reply(&position, goal, plan);
        let excluded = self.blocked_in(&position);
        Task { position, goal, excluded, seed, book, advice, known, level, is_varied }
    }

    /// Returns the control of a task that follows a plan. It is stopped already if there is to be
    /// no search, or no thread to search on.
    fn control(&self, plan: Plan, since: Instant) -> Control {
        let at_once = |grace| {
            let none = Some(Duration::ZERO);
            let limits = Limits { soft: none, hard: none, ..Limits::default() };
            let control = Control::with_grace(since, limits, grace);
            control.stop();
            control
        };
        match (&self.thinker, plan) {
            (None, _) => at_once(Duration::ZERO),
            (Some(_), Plan::AtOnce) => at_once(AT_ONCE_GRACE),
            (Some(_), Plan::Search { limits, grace, caution }) => {
                let control = Control::with_grace(since, limits, grace);
                control.set_caution(caution);
                control
            }
        }
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

    /// Asks a running search to answer at once.
    pub fn stop(&mut self) {
        if let Some(thinking) = &self.thinking {
            thinking.control.request_stop(Instant::now());
        }
    }

    /// Stops the running search, which does not answer with this point: the other side takes it. It
    /// goes on if this is its best point so far.
    pub(crate) fn stop_beside(&mut self, at: Coordinates) {
        let point = self.size().and_then(|size| at.on(size).ok());
        let thinking = self.thinking.as_mut().filter(|thinking| thinking.puts_one_stone());
        if let Some((taken, thinking)) = point.zip(thinking) {
            if thinking.instead.is_some() {
                // It is stopping already, for a move that comes before this one.
                return;
            }
            match thinking.stone_so_far().filter(|&best| best != taken) {
                Some(best) => thinking.instead = Some(Instead { taken, best }),
                None => return,
            }
        }
        self.stop();
    }

    /// Handles an event of a search. Returns a finding only if the event belongs to the running
    /// search. The moves of an answer have then been played, unless it is that of
    /// [`Engine::look`].
    pub fn handle(&mut self, event: ThinkEvent) -> Option<Finding> {
        match event {
            ThinkEvent::Info { id, info } => {
                let thinking = self.thinking.as_mut().filter(|thinking| thinking.id == id)?;
                thinking.note_line(&info);
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
            // Whoever wants the content asks for it.
            ThinkEvent::FileRead => None,
        }
    }

    /// Returns when to call [`Engine::tick`] at the latest; `None` if there is no need to.
    pub fn wake_at(&self) -> Option<Instant> {
        self.thinking.as_ref().and_then(|thinking| thinking.control.look_at())
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
    pub fn set(&mut self, setting: Setting) {
        let before = (self.options.rule, self.options.resources());
        let change = self.options.set(setting);
        if (self.options.rule, self.options.resources()) != before {
            self.prepare();
        }
        match change {
            Change::None => {}
            Change::TimeLeft => self.clock.reset(),
            Change::Seed(seed) => self.seed = seed,
            Change::Database(settings) => self.archive.set(settings),
            Change::Evaluation => self.networks.forget(),
            Change::Network(path) => self.networks.want(&path),
        }
        self.open_book();
        let Some(thinking) = &self.thinking else { return };
        let Task { position, goal, level, .. } = &thinking.task;
        match self.plan_for(position, *goal).at_level(*level) {
            Plan::AtOnce => self.stop(),
            // Setting unchanged limits again would let the current search exceed its part of the
            // work.
            Plan::Search { limits, caution, .. } if limits != thinking.control.limits() => {
                thinking.control.set_caution(caution);
                thinking.control.set_limits(limits);
            }
            Plan::Search { .. } => {}
        }
    }

    /// Whether the next search should wait for a file that a thread reads, and no longer than
    /// [`Engine::file_patience`].
    pub(crate) fn awaits_files(&self) -> bool {
        let uses_book = self.options.uses_book();
        self.networks.is_awaited() || uses_book && self.books.is_awaited()
    }

    /// How long a search waits for files.
    pub(crate) fn file_patience(&self) -> Duration {
        let share = self.time_for_move().map(|time| time / 8);
        share.map_or(FILE_PATIENCE, |share| share.min(FILE_PATIENCE))
    }

    /// Has no search wait for the files that are being read now.
    pub(crate) fn give_up_files(&mut self) {
        self.books.give_up();
        self.networks.give_up();
    }

    /// Whether a search has gone on without the network that is wanted, or was wanted last.
    pub(crate) fn is_network_late(&self) -> bool {
        self.networks.is_late()
    }

    /// Uses the network that is wanted, if it was read.
    ///
    /// # Errors
    /// If it cannot be used: a message for the user.
    pub(crate) fn use_network(&mut self) -> Result<(), String> {
        match self.networks.take() {
            Some(Ok(network)) => self.set(Setting::Evaluation(Kind::Own(network))),
            Some(Err(reason)) => return Err(reason),
            None => {}
        }
        Ok(())
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
    /// stays. The answer is played only if `is_played`.
    fn replace_and_think(
        &mut self,
        position: Position,
        goal: Goal,
        is_played: bool,
        since: Instant,
    ) -> Result<(), EngineError> {
        let before = self.game.replace(position);
        self.begin_task(goal, is_played, since).inspect_err(|_| self.game = before)?;
        self.passes.clear();
        Ok(())
    }

    /// Returns what was learnt and what the database of a front end says: advice about the moves if
    /// the goal is a move in a game, and what is known of positions ahead if `looks_ahead`.
    fn knowledge(
        &mut self,
        position: &Position,
        goal: Goal,
        plan: Plan,
        looks_ahead: bool,
    ) -> Knowledge {
        let is_game_move = goal.is_game_move();
        if is_game_move {
            self.set_learning_folder();
            self.learning.follow(position);
        }
        let looks_ahead = looks_ahead && plan != Plan::AtOnce;
        let question = Question {
            position: position.clone(),
            learned: self.learning.file().filter(|_| is_game_move).cloned(),
            is_game_move,
            look_ahead: looks_ahead.then(|| within(plan, LOOK_AHEAD, 16)),
        };
        self.archive.ask(question, within(plan, PATIENCE, 8))
    }

    /// Returns the book's reply, if the goal is a move in a game.
    fn book_reply(&mut self, position: &Position, goal: Goal, plan: Plan) -> Option<BookMove> {
        if !self.options.uses_book() || goal != Goal::Move {
            return None;
        }
        let reply = self.books.reply(position, self.options.folder())?;
        let threads = self.options.resources().threads;
        let is_wanted = match plan {
            Plan::AtOnce => true,
            Plan::Search { limits, .. } => book::is_well_founded(&reply, &limits, threads),
        };
        is_wanted.then_some(reply)
    }

    /// Returns the longest time that a move may take now; `None` if it is not limited.
    pub(crate) fn time_for_move(&self) -> Option<Duration> {
        let position = self.game.as_ref()?;
        match self.plan_for(position, Goal::Move) {
            Plan::AtOnce => Some(AT_ONCE_GRACE),
            Plan::Search { limits, .. } => limits.hard,
        }
    }

    /// Returns the plan at full strength.
    fn plan_for(&self, position: &Position, goal: Goal) -> Plan {
        let board = position.board();
        let context = MoveContext {
            stones: board.stones().len(),
            empty: board.empty_count(),
            is_analysis: goal.is_analysis(),
            threads: self.options.resources().threads,
        };
        self.clock.plan(&self.options.time(), context)
    }

    /// Ends the running task and plays the moves of the answer, if they are to be played. If the
    /// answer cannot be played, a fallback replaces it.
    fn finish(&mut self, answer: Option<Answer>) -> Answer {
        let Some(thinking) = self.thinking.take() else { return Answer::Moves(Vec::new()) };
        let control = &thinking.control;
        let (time, deadline) = (control.elapsed(), control.deadline());
        info!("answer after {} us, limit {} us", time.as_micros(), micros(deadline));
        let is_timed = !control.is_stop_requested() && deadline != Some(Duration::ZERO);
        let deadline = deadline.filter(|_| is_timed);
        self.clock.charge(Spent { time, deadline, is_disturbed: control.is_disturbed() });
        let answer =
            answer.filter(|answer| thinking.allows(answer)).unwrap_or_else(|| thinking.fallback());
        let answer = thinking.beside_taken(answer);
        if let (Answer::Moves(moves), true) = (&answer, thinking.task.goal.is_game_move()) {
            let task = &thinking.task;
            let saw_all = task.excluded.union(&task.advice.avoid).is_empty();
            for &point in moves {
                self.learning.note(&task.position, point, thinking.score_of(point), saw_all);
            }
        }
        self.archive.keep(&thinking);
        let stones = if thinking.is_played { thinking.stones(&answer) } else { Vec::new() };
        if let (false, Some(game)) = (stones.is_empty(), &mut self.game) {
            stones.iter().for_each(|&point| game.play(point));
            let task = &thinking.task;
            let is_full = task.level.is_none();
            if self.options.pondering && is_full && task.goal.is_game_move() {
                self.to_ponder =
                    Task::pondering(game, thinking.expected_reply(&stones), self.blocked);
            }
        }
        answer
    }
}

/// Stops everything that is under way, because its results have no receiver any more.
impl Drop for Engine {
    fn drop(&mut self) {
        self.stop();
        self.archive.close();
    }
}

/// Returns a wait of at most this long, and of at most this share of the time of a move.
fn within(plan: Plan, most: Duration, share: u32) -> Duration {
    let hard = match plan {
        Plan::AtOnce => Some(AT_ONCE_GRACE),
        Plan::Search { limits, .. } => limits.hard,
    };
    hard.map_or(most, |hard| most.min(hard / share))
}

/// Returns a limit in microseconds for the log, where 0 stands for none.
fn micros(limit: Option<Duration>) -> u128 {
    limit.map_or(0, |limit| limit.as_micros())
}

/// What an event of a search means for the owner.
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
