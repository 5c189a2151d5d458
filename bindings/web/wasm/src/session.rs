//! One engine: its game and what it has learnt.

use std::time::Duration;

use fukumi_core::board::Stone;
use fukumi_core::clock::Instant;
use fukumi_core::control::{self, Control};
use fukumi_core::decide::level::{HIGHEST, Level};
use fukumi_core::decide::task::{Goal, Task};
use fukumi_core::eval::{Evaluation, Kind, Network, Scorer};
use fukumi_core::geometry::{BoardSize, Color, Point};
use fukumi_core::identity::Identity;
use fukumi_core::opening;
use fukumi_core::position::Position;
use fukumi_core::rule::Rule;
use fukumi_core::score::Score;
use fukumi_core::search::Searcher;
use fukumi_core::solver::on_demand::SolverOnDemand;
use fukumi_core::threat::rows;
use fukumi_reports::{
    Coordinates, EndingReport, ForbiddenReport, PointForm, PolicyReport, RowReport,
};
use serde_json::{Value, json};

use crate::answer::{self, GameState, Rows};
use crate::error::{Answered, Error};
use crate::host::Host;
use crate::placing;
use crate::request::{At, Hello, Limits, PositionSetup, Setup};
use crate::view::{self, Name};

/// Memory for tables that may be asked for, in bytes.
const MEMORY: std::ops::RangeInclusive<usize> = 1 << 20..=1 << 30;
/// Threads that may be asked for.
const THREADS: std::ops::RangeInclusive<usize> = 1..=32;

/// The moves before the search that warms up, and the number of positions it looks at.
const WARM_UP: [(i64, i64); 5] = [(7, 7), (8, 6), (6, 7), (8, 8), (8, 7)];
const WARM_UP_NODES: u64 = 8000;

/// A move of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Turn {
    Stone,
    Pass,
}

/// The engine.
pub struct Session {
    pub(crate) host: Host,
    pub(crate) position: Position,
    dead: Vec<Point>,
    /// The moves that can be taken back.
    turns: Vec<Turn>,
    pub(crate) searcher: Searcher,
    pub(crate) solver: SolverOnDemand,
    pub(crate) memory_bytes: usize,
    /// Threads of a search at full strength.
    pub(crate) threads: usize,
    /// The rule whose network the last request lacked.
    pub(crate) needed: Option<Rule>,
    is_warm: bool,
}

impl Session {
    /// A new engine, with an empty board.
    pub fn new(host: Host) -> Self {
        let size = BoardSize::DEFAULT;
        Self {
            host,
            position: empty(Rule::default(), size),
            dead: Vec::new(),
            turns: Vec::new(),
            searcher: Searcher::new(),
            solver: SolverOnDemand::default(),
            memory_bytes: 64 << 20,
            threads: 1,
            needed: None,
            is_warm: false,
        }
    }

    pub(crate) fn hello(&mut self, hello: &Hello) -> Answered {
        let threads = hello.threads.unwrap_or(1);
        if !MEMORY.contains(&hello.memory_bytes) {
            return Err(Error::argument("memoryBytes must be 1 MiB to 1 GiB"));
        }
        if !THREADS.contains(&threads) {
            return Err(Error::argument("threads must be 1 to 32"));
        }
        (self.memory_bytes, self.threads) = (hello.memory_bytes, threads);
        let levels = (1..=HIGHEST).map(|number| answer::Level { number, elo: Level::elo(number) });
        let levels: Vec<_> = levels.collect();
        Ok(json!({ "version": env!("CARGO_PKG_VERSION"), "levels": levels }))
    }

    /// Takes the file of the network that the last request lacked. Answers in JSON, as
    /// [`ask`](Self::ask) does.
    pub fn provide(&mut self, file: &[u8]) -> String {
        match self.take_network(file) {
            Ok(()) => json!({ "ok": null }),
            Err(error) => json!({ "error": error }),
        }
        .to_string()
    }

    fn take_network(&mut self, file: &[u8]) -> Result<(), Error> {
        let rule = self.needed.take().ok_or_else(|| Error::internal("no network is needed"))?;
        Network::provide(rule, file).map_err(|error| {
            Error::unavailable(format!("the network for {rule} cannot be used: {error}"))
        })?;
        if !self.is_warm {
            self.is_warm = true;
            self.warm_up(rule);
        }
        Ok(())
    }

    /// Does a short search, and forgets it. The first one that is asked for then finds its memory
    /// taken and the code compiled, which a host does when the code first runs.
    fn warm_up(&mut self, rule: Rule) {
        let silent = Host { is_interrupted: || false, report: |_| {} };
        let host = std::mem::replace(&mut self.host, silent);
        // What was proved without a network is kept.
        let solver = std::mem::take(&mut self.solver);
        let size = BoardSize::DEFAULT;
        let mut position = empty(rule, size);
        for (x, y) in WARM_UP {
            if let Some(point) = size.point(x, y) {
                position.play(point);
            }
        }
        let task = Task::new(position, Goal::Move);
        let limits = control::Limits { nodes: Some(WARM_UP_NODES), ..control::Limits::default() };
        let control = self.begin(limits);
        let _ = self.work(&task, &control);
        self.searcher.clear();
        self.solver = solver;
        self.host = host;
    }

    pub(crate) fn new_game(&mut self, setup: Setup) -> Answered {
        self.position = empty(setup.rule(), setup.size()?);
        (self.dead, self.turns) = (Vec::new(), Vec::new());
        self.forget();
        Ok(self.state())
    }

    pub(crate) fn set_position(&mut self, setup: &PositionSetup) -> Answered {
        (self.position, self.dead) = placing::set_up(setup, empty)?;
        self.turns = vec![Turn::Stone; setup.stones.len()];
        Ok(self.state())
    }

    pub(crate) fn state(&self) -> Value {
        let position = &self.position;
        let size = position.size();
        let ending = EndingReport::of(position);
        let forbidden = match ending {
            None => Coordinates::list(position.forbidden_points().iter(), size),
            Some(_) => Vec::new(),
        };
        view::report(&GameState {
            rule: Name(position.rule()),
            width: size.width(),
            height: size.height(),
            stones: view::stones(position.board().stones()),
            dead: Coordinates::list(self.dead.iter().copied(), size),
            to_move: Name(position.to_move()),
            ending,
            forbidden,
            opening: opening::name_of(position).map(view::named_opening),
            key: format!("{:016x}", Identity::of(position).key().0),
        })
    }

    pub(crate) fn play(&mut self, at: At) -> Answered {
        let point = at.on(self.position.size())?;
        self.expect_open()?;
        self.position.try_play(point).map_err(|_| Error::occupied(at.x, at.y))?;
        self.turns.push(Turn::Stone);
        Ok(self.state())
    }

    pub(crate) fn pass(&mut self) -> Answered {
        self.expect_open()?;
        self.position.pass();
        self.turns.push(Turn::Pass);
        Ok(self.state())
    }

    pub(crate) fn undo(&mut self, count: usize) -> Answered {
        if count > self.turns.len() {
            return Err(Error::no_stone());
        }
        for turn in self.turns.drain(self.turns.len() - count..).rev() {
            match turn {
                Turn::Stone => self.position.undo(),
                Turn::Pass => self.position.pass(),
            }
        }
        Ok(self.state())
    }

    pub(crate) fn evaluate(&mut self) -> Answered {
        self.expect_open()?;
        expect_network(self.position.rule())?;
        let score = self.static_score();
        let value = answer::Value { score: score.points(), win_rate: score.win_rate() };
        Ok(view::report(&value))
    }

    pub(crate) fn policy(&self) -> Answered {
        self.expect_open()?;
        expect_network(self.position.rule())?;
        let policy = Scorer::new(&self.position, &Kind::default()).policy(&self.position);
        let size = self.position.size();
        Ok(view::report(&PolicyReport::<Coordinates>::list(size, &policy)))
    }

    pub(crate) fn rows(&self) -> Answered {
        self.expect_open()?;
        let (position, size) = (&self.position, self.position.size());
        let rows = RowReport::list(size, &rows::threats(position));
        let forbidden = ForbiddenReport::list(size, &rows::forbidden(position));
        Ok(view::report(&Rows { rows, forbidden }))
    }

    /// The value of the position without a search.
    pub(crate) fn static_score(&self) -> Score {
        Scorer::new(&self.position, &Kind::default()).score(&self.position)
    }

    pub(crate) fn forget(&mut self) {
        self.searcher.clear();
        self.solver.clear();
    }

    pub(crate) fn expect_open(&self) -> Result<(), Error> {
        let is_over = self.position.ending().is_some();
        if is_over || self.position.board().empty_count() == 0 {
            return Err(Error::game_over());
        }
        Ok(())
    }

    /// The stones of the game as moves, and the side to move.
    pub(crate) fn played(&self) -> (&[Stone], &[Point], Color) {
        (self.position.board().stones(), &self.dead, self.position.to_move())
    }

    /// A control that begins now, with these limits and the host's stop.
    pub(crate) fn begin(&self, limits: control::Limits) -> Control {
        Control::new(Instant::now(), limits).interrupted_by(self.host.is_interrupted)
    }
}

/// Refuses what values positions or searches under a rule whose network is not there.
pub(crate) fn expect_network(rule: Rule) -> Result<(), Error> {
    if Network::is_present(rule) { Ok(()) } else { Err(Error::lacks_network(rule)) }
}

/// The limits that a request states.
pub(crate) fn limits(limits: Limits) -> Result<control::Limits, Error> {
    let time = match limits.time_ms {
        None => None,
        Some(time) if time > 0.0 => Some(
            // A time too long for the type is as good as none.
            Duration::try_from_secs_f64(time / 1e3).unwrap_or(Duration::from_secs(1 << 40)),
        ),
        Some(_) => return Err(Error::argument("timeMs must be greater than 0")),
    };
    if limits.nodes == Some(0) {
        return Err(Error::argument("nodes must be at least 1"));
    }
    if limits.depth == Some(0) {
        return Err(Error::argument("depth must be at least 1"));
    }
    Ok(control::Limits { soft: time, hard: time, nodes: limits.nodes, depth: limits.depth })
}

/// The level with this number; `None` is full strength.
pub(crate) fn level(number: Option<usize>) -> Result<Option<&'static Level>, Error> {
    let number = number.unwrap_or(HIGHEST);
    if !(1..=HIGHEST).contains(&number) {
        return Err(Error::argument(format!("level must be 1 to {HIGHEST}, not {number}")));
    }
    Ok(Level::of_strength(Level::strength(number)))
}

fn empty(rule: Rule, size: BoardSize) -> Position {
    Position::with_tables(size, Evaluation::of(rule, size).tables())
}

#[cfg(test)]
mod tests;
