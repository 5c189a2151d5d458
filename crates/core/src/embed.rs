//! The short way in, for programs that want to play, prove and analyse, and nothing special: a
//! [`Board`], an [`Engine`], a [`Solver`] and [`analyse`].
//!
//! The names are those of the Python package. Each call runs on a thread with the stack that
//! searches need, and returns when it is done. Programs that show what a search finds, stop it or
//! keep several lines use what is below: [`Searcher`], [`solver`] and [`analysis`] with a
//! [`Control`].

use std::error::Error;
use std::fmt;
use std::time::Duration;

use crate::analysis::{self, Report, Settings, analyze_here};
use crate::board::Stone;
use crate::clock::Instant;
use crate::control::{Control, Limits};
use crate::geometry::{BoardSize, Color, Point};
use crate::position::Position;
use crate::position::ending::Ending;
use crate::rule::Rule;
use crate::search::{Request, Searcher};
use crate::solver::{self, Solution, Threats};

/// What cannot be done, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EmbedError {
    /// A text names no point of the board.
    NoPoint(String),
    /// There is a stone on the point.
    Taken(Point),
    /// The game is over.
    Over,
    /// The system has no thread for the call.
    NoThread(String),
}

impl fmt::Display for EmbedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoPoint(text) => write!(f, "{text:?} is no point of the board"),
            Self::Taken(_) => f.write_str("there is a stone on the point"),
            Self::Over => f.write_str("the game is over"),
            Self::NoThread(reason) => write!(f, "no thread can be started: {reason}"),
        }
    }
}

impl Error for EmbedError {}

/// A board with its moves, from the empty board on.
#[derive(Clone, Debug)]
pub struct Board {
    position: Position,
}

impl Board {
    /// An empty board of 15 × 15.
    pub fn new(rule: Rule) -> Self {
        Self::with_size(rule, BoardSize::DEFAULT)
    }

    /// An empty board of another size.
    pub fn with_size(rule: Rule, size: BoardSize) -> Self {
        Self { position: Position::new(size, rule) }
    }

    /// Plays a move for the side to move; `label` is a column letter and the row from the bottom,
    /// as in `h8`. A move that renju forbids can be played, and loses.
    ///
    /// # Errors
    /// If there is no such point, if it is taken, or if the game is over. The board is then as it
    /// was.
    pub fn play(&mut self, label: &str) -> Result<(), EmbedError> {
        let point = self.position.size().parse_label(label);
        self.play_point(point.ok_or_else(|| EmbedError::NoPoint(label.to_string()))?)
    }

    /// The same with a point instead of its label.
    ///
    /// # Errors
    /// Those of [`Board::play`].
    pub fn play_point(&mut self, point: Point) -> Result<(), EmbedError> {
        if self.is_over() {
            return Err(EmbedError::Over);
        }
        if !self.position.size().contains(point) {
            return Err(EmbedError::NoPoint(format!("column {}, row {}", point.x(), point.y())));
        }
        self.position.try_play(point).map_err(|_| EmbedError::Taken(point))
    }

    /// Takes the last move back, and returns its point; `None` if there is no move.
    pub fn undo(&mut self) -> Option<Point> {
        let point = self.moves().last()?.point;
        self.position.undo();
        Some(point)
    }

    /// The moves, the first one first.
    pub fn moves(&self) -> &[Stone] {
        self.position.board().stones()
    }

    /// The side to move.
    pub const fn to_move(&self) -> Color {
        self.position.to_move()
    }

    /// How the game ended by the rule; `None` if it did not.
    pub fn ending(&self) -> Option<Ending> {
        self.position.ending()
    }

    /// Whether nothing can be played any more: a side has won, or the board is full.
    pub fn is_over(&self) -> bool {
        self.ending().is_some() || self.position.board().empty_count() == 0
    }

    /// The labels of these points, with spaces between them.
    pub fn labels(&self, points: &[Point]) -> String {
        let size = self.position.size();
        points.iter().map(|point| point.label(size)).collect::<Vec<_>>().join(" ")
    }

    /// The position, for what is not here.
    pub const fn position(&self) -> &Position {
        &self.position
    }
}

/// What a search found.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought {
    /// The move to play.
    pub best: Point,
    /// The moves that both sides prefer, from `best` on.
    pub moves: Vec<Point>,
    /// The share of games that the side to move should win from here, from 0 to 1; `None` if the
    /// search was over before it had looked at a move.
    pub win_rate: Option<f64>,
    /// The depth of the search in plies.
    pub depth: u32,
    /// The positions that were looked at.
    pub nodes: u64,
    /// How long it took.
    pub elapsed: Duration,
}

/// Finds moves. It remembers what it has searched, so one engine serves one game after another.
#[derive(Default)]
pub struct Engine {
    searcher: Searcher,
}

impl Engine {
    /// An engine with one thread and a table of [`Searcher::DEFAULT_TABLE_BYTES`].
    pub fn new() -> Self {
        Self::default()
    }

    /// Searches within `limits`. Without any it would not end, so it then takes a second.
    ///
    /// # Errors
    /// If the game is over, or if there is no thread for the search.
    pub fn think(&mut self, board: &Board, limits: Limits) -> Result<Thought, EmbedError> {
        if board.is_over() {
            return Err(EmbedError::Over);
        }
        let control = control(limits);
        let outcome = with_stack(|| {
            self.searcher.think(board.position(), &Request::default(), &control, &mut |_| {})
        })?;
        let best = outcome.best_move.ok_or(EmbedError::Over)?;
        let line = outcome.lines.into_iter().next();
        Ok(Thought {
            best,
            win_rate: line.as_ref().map(|line| line.score.win_rate()),
            depth: line.as_ref().map_or(0, |line| line.depth),
            moves: line.map_or_else(|| vec![best], |line| line.moves),
            nodes: outcome.nodes,
            elapsed: outcome.elapsed,
        })
    }
}

/// Proves wins by force.
pub struct Solver {
    solver: solver::Solver,
    game: Option<(BoardSize, Rule)>,
}

impl Default for Solver {
    fn default() -> Self {
        Self { solver: solver::Solver::new(Self::BYTES), game: None }
    }
}

impl Solver {
    /// What its tables take at most, in bytes.
    pub const BYTES: usize = 64 << 20;

    /// A solver that knows no position.
    pub fn new() -> Self {
        Self::default()
    }

    /// Looks for a win of the side to move by fours, or by fours and threes. Without limits it
    /// takes a second at most.
    ///
    /// # Errors
    /// If the game is over, or if there is no thread for the search.
    pub fn solve(
        &mut self,
        board: &Board,
        threats: Threats,
        limits: Limits,
    ) -> Result<Solution, EmbedError> {
        if board.is_over() {
            return Err(EmbedError::Over);
        }
        let (control, position) = (control(limits), board.position());
        let game = Some((position.size(), position.rule()));
        if self.game != game {
            self.solver.clear();
            self.game = game;
        }
        with_stack(|| self.solver.solve(position, threats, false, &control, &mut |_| {}))
    }
}

/// Examines every position of a game, and judges its moves.
///
/// # Errors
/// If there is no thread for the search.
pub fn analyse(board: &Board, settings: &Settings) -> Result<Report, EmbedError> {
    let start = Position::new(board.position().size(), board.position().rule());
    let moves = board.moves();
    let game = analysis::Game::new(start, None, moves, board.to_move());
    let game = game.map_err(|_| EmbedError::Over)?;
    let control = Control::new(Instant::now(), Limits::default());
    with_stack(|| analyze_here(&game, settings, &control, &mut |_| {}))
}

/// Begins to measure the limits of a call, which are a second if there are none.
fn control(limits: Limits) -> Control {
    let is_unlimited =
        limits.planned().is_none() && limits.nodes.is_none() && limits.depth.is_none();
    let limits = if is_unlimited { Limits::time(Duration::from_secs(1)) } else { limits };
    Control::new(Instant::now(), limits)
}

/// Runs a call on a thread with the stack of a search. In a browser there are no threads, and the
/// host gives the stack.
fn with_stack<T: Send>(call: impl FnOnce() -> T + Send) -> Result<T, EmbedError> {
    #[cfg(target_family = "wasm")]
    return Ok(call());
    #[cfg(not(target_family = "wasm"))]
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(crate::search::STACK_BYTES);
        let thread = thread.spawn_scoped(scope, call);
        let thread = thread.map_err(|error| EmbedError::NoThread(error.to_string()))?;
        Ok(thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(moves: &str) -> Board {
        let mut board = Board::new(Rule::Freestyle);
        for label in moves.split(' ') {
            board.play(label).expect(label);
        }
        board
    }

    #[test]
    fn moves_that_cannot_be_played_change_nothing() {
        let mut board = board("h8 i9");
        let no_point = |text: &str| Err(EmbedError::NoPoint(text.to_string()));
        assert_eq!(board.play("h16"), no_point("h16"));
        assert_eq!(board.play("h8x"), no_point("h8x"));
        assert_eq!(board.play("h8"), Err(EmbedError::Taken(board.moves()[0].point)));
        assert_eq!(board.play_point(Point::new(20, 3)), no_point("column 20, row 3"));
        assert_eq!((board.moves().len(), board.to_move()), (2, Color::Black));
        assert_eq!(board.undo().map(|point| board.labels(&[point])), Some("i9".to_string()));
        assert_eq!((board.undo().is_some(), board.undo()), (true, None));
    }

    #[test]
    fn a_game_that_is_over_takes_no_move_and_has_no_best_one() {
        let mut board = board("h8 a1 h9 a2 h10 a3 h11 a5 h12");
        assert_eq!(board.ending(), Some(Ending::Five(Color::Black)));
        assert_eq!(board.play("c3"), Err(EmbedError::Over));
        assert_eq!(Engine::new().think(&board, Limits::nodes(100)), Err(EmbedError::Over));
        let solved = Solver::new().solve(&board, Threats::Fours, Limits::nodes(100));
        assert_eq!(solved, Err(EmbedError::Over));
    }

    #[test]
    fn a_win_is_proven_found_and_missed() {
        let mut board = board("f8 f9 g8 g7 h8 a1");
        let mut solver = Solver::new();
        let solved = solver.solve(&board, Threats::Fours, Limits::nodes(10_000)).expect("solved");
        assert!(solved.verdict.is_win());
        let thought = Engine::new().think(&board, Limits::nodes(5_000)).expect("a thought");
        assert!(["e8", "i8"].contains(&board.labels(&[thought.best]).as_str()));
        assert_eq!((thought.moves[0], thought.win_rate), (thought.best, Some(1.0)));
        board.play("o15").expect("an empty point");
        let settings = Settings { nodes: Some(300), ..Settings::default() };
        let report = analyse(&board, &settings).expect("a report");
        assert!(report.judgements[6].as_ref().expect("a judgement").missed_win);
        // The same solver on another board begins anew.
        let mut small = Board::with_size(Rule::Renju, BoardSize::square(7).expect("in range"));
        small.play("d4").expect("a move");
        let solved = solver.solve(&small, Threats::Fours, Limits::nodes(1_000)).expect("solved");
        assert!(!solved.verdict.is_win());
    }

    #[test]
    fn without_limits_a_thought_ends_all_the_same() {
        assert_eq!(control(Limits::default()).limits(), Limits::time(Duration::from_secs(1)));
        assert_eq!(control(Limits::nodes(7)).limits(), Limits::nodes(7));
    }
}
