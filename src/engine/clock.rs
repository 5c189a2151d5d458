//! Turns time and node settings into the [`Limits`] of one move.
//!
//! Two limits hold at once: one for the turn and one for the rest of the game. Without a clock for
//! the game, a move uses all of the turn limit except a reserve for writing the reply. The rest of
//! the game is shared among the moves that are still expected: an easy move takes less than a
//! share, a hard one up to three. Every time is counted from the moment the first line of the think
//! command was read.

use std::time::Duration;

use fukumi_core::control::Limits;
use fukumi_core::decide::level::Level;

/// Turn limit when the manager states no limit of any kind.
const DEFAULT_TURN: Duration = Duration::from_secs(30);
/// The protocol's value for a game without a time limit.
const UNLIMITED_LEFT: i64 = i32::MAX as i64;
/// Longest limit, in milliseconds (115 days). Longer limits count as this one, so that no sum of
/// times can overflow.
const LONGEST_MILLIS: i64 = 10_000_000_000;
/// Number of own moves in a game of usual length. At first the time is shared among those that are
/// left.
const USUAL_MOVES: usize = 22;
/// Smallest number of moves that the time left is shared among, however long the game already is.
/// In a very long game it is half the number of moves made, because a game that has lasted long
/// tends to last longer.
const LEAST_MOVES: usize = 8;
/// Part of the game's remaining time that is never planned for.
const GAME_RESERVE: Duration = Duration::from_millis(50);
/// Time that is kept in addition for each of the last moves.
const TAIL_MOVE: Duration = Duration::from_millis(10);
/// Largest number of such last moves.
const TAIL_MOVES: u32 = 80;
/// Shortest time for a search. A shorter one finds nothing that static knowledge does not.
const SHORTEST_SEARCH: Duration = Duration::from_millis(2);
/// How long after the hard limit the answer of a search may still come.
const GRACE: Duration = Duration::from_millis(6);
/// Upper bound on the lag that is believed of a busy machine.
const MAX_LAG: Duration = Duration::from_millis(50);
/// Time of the game that a manager may charge to the first move for starting the process. The
/// engine's own clock does not see it.
const STARTUP: Duration = Duration::from_millis(100);
/// Most that is kept of a short turn limit, on a machine that may be busy.
const SHORT_RESERVE: Duration = Duration::from_millis(22);
/// Most that is kept of any turn limit, unless answers have been late.
const LONGEST_RESERVE: Duration = Duration::from_millis(80);
/// Most that is kept of a short turn limit, on a quiet machine.
const QUIET_RESERVE: Duration = Duration::from_millis(8);
/// Number of moves in a row that no other program has disturbed, after which the machine counts as
/// quiet.
const QUIET_MOVES: u32 = 4;

/// The limits as the manager sent them; `None` means never sent. Times are in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeSettings {
    /// Time for each move. 0 means as fast as possible, negative means no limit.
    pub turn: Option<i64>,
    /// Time for the whole game. 0 or negative means no limit.
    pub game: Option<i64>,
    /// Time left for the game, as last stated.
    pub left: Option<i64>,
    /// Node limit for each move.
    pub nodes: Option<u64>,
    /// Depth limit for each move: plies of the deepest iteration.
    pub depth: Option<u32>,
}

/// What the plan for a move depends on besides the settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MoveContext {
    /// Stones on the board.
    pub stones: usize,
    /// Empty points on the board.
    pub empty: usize,
    /// Whether a user watches and may stop the search, as opposed to a game being played.
    pub is_analysis: bool,
    /// Number of threads that search.
    pub threads: usize,
}

/// The plan for one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Plan {
    /// Answer from static knowledge.
    AtOnce,
    /// Search within limits.
    Search {
        /// The limits of the search.
        limits: Limits,
        /// How long after the hard limit the answer of the search may still come.
        grace: Duration,
        /// How much earlier the search ends if other programs disturb it.
        caution: Duration,
    },
}

impl Plan {
    /// Returns the plan at a level of play; `None` is full strength.
    pub(super) fn at_level(self, level: Option<&Level>) -> Self {
        match (self, level) {
            (Self::Search { limits, grace, caution }, Some(level)) => {
                Self::Search { limits: level.within(limits), grace, caution }
            }
            (plan, _) => plan,
        }
    }
}

/// What the engine knows about its time that the settings do not say.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    /// Time used for moves since the time left was last stated, or since the game began.
    used: Duration,
    /// Whether no move has been made since the process started.
    is_first_move: bool,
    /// How long after the hard limit recent answers were ready, which shows how busy the machine
    /// is.
    lag: Duration,
    /// Number of moves since other programs last disturbed a search.
    undisturbed: u32,
}

/// How a move took its time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spent {
    /// Time from the first line of the command to the answer.
    pub(super) time: Duration,
    /// When the search should have ended. `None` if it had no time limit, or its owner stopped it.
    pub(super) deadline: Option<Duration>,
    /// Whether other programs disturbed the search.
    pub(super) is_disturbed: bool,
}

impl Default for Clock {
    fn default() -> Self {
        Self { used: Duration::ZERO, is_first_move: true, lag: Duration::ZERO, undisturbed: 0 }
    }
}

impl Clock {
    /// Resets the time used: the manager stated the time left, or a new game begins.
    pub(crate) fn reset(&mut self) {
        self.used = Duration::ZERO;
    }

    /// Records how a move took its time.
    pub(super) fn charge(&mut self, Spent { time, deadline, is_disturbed }: Spent) {
        self.used += time;
        self.is_first_move = false;
        self.undisturbed = if is_disturbed { 0 } else { self.undisturbed.saturating_add(1) };
        if let Some(late) = deadline.and_then(|deadline| time.checked_sub(deadline)) {
            self.lag = late.max(self.lag * 7 / 8).min(MAX_LAG);
        }
    }

    /// Returns the plan for a move.
    pub(crate) fn plan(&self, settings: &TimeSettings, context: MoveContext) -> Plan {
        let left = self.game_left(settings);
        let turn = turn_limit(settings, context.is_analysis, left);
        let Some(limit) = [turn, left].into_iter().flatten().min() else {
            let limits =
                Limits { soft: None, hard: None, nodes: settings.nodes, depth: settings.depth };
            return Plan::Search { limits, grace: GRACE, caution: Duration::ZERO };
        };
        let turn_hard = turn.map(|turn| turn.saturating_sub(self.reserve(turn, context)));
        let (game_soft, game_hard) = match left {
            Some(left) => {
                let startup =
                    if self.is_first_move { STARTUP.min(left / 8) } else { Duration::ZERO };
                let (soft, hard) = share(left.saturating_sub(startup), context);
                (Some(soft), Some(hard))
            }
            None => (None, None),
        };
        let least = |a: Option<Duration>, b: Option<Duration>| [a, b].into_iter().flatten().min();
        let hard = least(turn_hard, game_hard);
        // Time that a turn leaves is of use only where there is a clock for the game.
        let soft = game_soft.or(hard);
        let limits = Limits { soft, hard, nodes: settings.nodes, depth: settings.depth };
        if limits.planned().is_some_and(|planned| planned < SHORTEST_SEARCH) {
            return Plan::AtOnce;
        }
        // A limit of the game is far from the end of the game's time.
        let caution = match turn {
            Some(turn) if hard == turn_hard => {
                self.careful_reserve(turn) - self.reserve(turn, context)
            }
            _ => Duration::ZERO,
        };
        Plan::Search { limits, grace: GRACE.min(limit / 8), caution }
    }

    /// Returns the part of a limit that is kept for stopping the search, waking up and writing the
    /// reply. It is the smaller one if the machine counts as quiet; see `docs/testing.md`.
    ///
    /// A search of several threads keeps the other one. It does not see what disturbs it, and the
    /// thread that reads has to wait for a processor.
    fn reserve(&self, limit: Duration, context: MoveContext) -> Duration {
        if context.threads == 1 && self.undisturbed >= QUIET_MOVES {
            let quiet = (Duration::from_millis(5) + limit / 20).min(QUIET_RESERVE).max(limit / 40);
            (quiet + self.lag * 2).min(self.careful_reserve(limit))
        } else {
            self.careful_reserve(limit)
        }
    }

    /// Returns the same for a machine that may be busy.
    ///
    /// It is 10 ms of 20, 20 of 50, 23 of 500, and at most 80 ms. If answers have been late, it is
    /// larger by twice the lag. The lag between the limit and the answer is not the whole delay:
    /// the reading thread has to wake up before it, and the manager after it.
    fn careful_reserve(&self, limit: Duration) -> Duration {
        let short = (Duration::from_millis(16) + limit / 14).min(SHORT_RESERVE);
        let usual = (short + limit / 400).min(LONGEST_RESERVE);
        (usual + self.lag * 2).min(limit / 2)
    }

    /// Returns the time for the rest of the game; `None` means no limit.
    fn game_left(&self, settings: &TimeSettings) -> Option<Duration> {
        if settings.game.is_some_and(|game| game <= 0) {
            return None;
        }
        let left = match settings.left {
            Some(UNLIMITED_LEFT) => return None,
            Some(left) => left,
            None => settings.game?,
        };
        Some(millis(left).saturating_sub(self.used))
    }
}

/// Returns the time for the turn, given the time `left` for the game; `None` means no limit.
fn turn_limit(
    settings: &TimeSettings,
    is_analysis: bool,
    left: Option<Duration>,
) -> Option<Duration> {
    match settings.turn {
        None if settings.nodes.is_some() || settings.depth.is_some() => None,
        None => Some(DEFAULT_TURN),
        Some(turn) if turn < 0 => None,
        // A front end that sends no time for the turn shares that of the game, or analyses until it
        // is stopped if there is none for the game either.
        Some(0)
            if is_analysis && (left.is_some() || settings.game.is_some_and(|game| game <= 0)) =>
        {
            None
        }
        Some(turn) => Some(millis(turn)),
    }
}

/// Returns the soft and the hard limit of one move, given the time `left` for the game.
fn share(left: Duration, context: MoveContext) -> (Duration, Duration) {
    let to_full_board = context.empty.div_ceil(2).max(1) as u32;
    // A game may last until the board is full, and its last moves must come in time as well.
    let tail_moves = to_full_board.min(TAIL_MOVES);
    let tail = GAME_RESERVE + TAIL_MOVE * tail_moves;
    if left < tail * 2 {
        let equal = left.saturating_sub(GAME_RESERVE.min(left / 2)) / (2 * tail_moves);
        return (equal, equal);
    }
    let usable = left - tail;
    let made = context.stones / 2;
    let moves = USUAL_MOVES.saturating_sub(made).max(LEAST_MOVES).max(made / 2) as u32;
    let soft = usable / moves.min(to_full_board).max(3);
    (soft, (soft * 3).min(usable / 3))
}

fn millis(time: i64) -> Duration {
    Duration::from_millis(time.clamp(0, LONGEST_MILLIS) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIDDLE_GAME: MoveContext =
        MoveContext { stones: 10, empty: 215, is_analysis: false, threads: 1 };
    const ANALYSIS: MoveContext = MoveContext { is_analysis: true, ..MIDDLE_GAME };

    /// Returns a clock after the first move of the process.
    fn running() -> Clock {
        Clock { is_first_move: false, ..Clock::default() }
    }

    fn settings(turn: Option<i64>, game: Option<i64>, left: Option<i64>) -> TimeSettings {
        TimeSettings { turn, game, left, ..TimeSettings::default() }
    }

    /// An undisturbed move.
    fn spent(time: Duration, deadline: Option<Duration>) -> Spent {
        Spent { time, deadline, is_disturbed: false }
    }

    fn limits(plan: Plan) -> Limits {
        match plan {
            Plan::Search { limits, .. } => limits,
            Plan::AtOnce => panic!("a search was expected"),
        }
    }

    /// Returns the hard limit in milliseconds: 0 for an answer at once, `None` without limit.
    fn hard(turn: Option<i64>, game: Option<i64>, left: Option<i64>) -> Option<u128> {
        match running().plan(&settings(turn, game, left), MIDDLE_GAME) {
            Plan::AtOnce => Some(0),
            Plan::Search { limits, .. } => limits.hard.map(|hard| hard.as_millis()),
        }
    }

    #[test]
    fn a_turn_limit_alone_is_used_but_for_the_reserve() {
        for (turn, expected) in [(20, 10), (50, 30), (100, 77), (300, 277), (500, 476), (1000, 975)]
        {
            let plan = limits(running().plan(&settings(Some(turn), None, None), MIDDLE_GAME));
            assert_eq!(plan.hard.unwrap().as_millis(), expected, "{turn}");
            assert_eq!(plan.soft, plan.hard, "{turn}");
        }
        assert_eq!(hard(Some(30_000), Some(0), Some(i64::from(i32::MAX))), Some(29_920));
    }

    #[test]
    fn the_time_for_the_game_lasts_until_the_board_is_full() {
        // Every move takes all the time it may, and arrives three milliseconds later.
        for (game, area) in [(120_000, 225), (120_000, 484), (10_000, 400), (180_000, 225)] {
            let mut left: i64 = game;
            for stones in (0..area).step_by(2) {
                let context = MoveContext { stones, empty: area - stones, ..MIDDLE_GAME };
                let settings = settings(Some(5_000), Some(game), Some(left));
                let used = match running().plan(&settings, context) {
                    Plan::AtOnce => 0,
                    Plan::Search { limits, .. } => limits.hard.unwrap().as_millis() as i64,
                };
                left -= used + 3;
                assert!(left > 0, "{game} ms, {area} points: out of time at {stones} stones");
            }
        }
    }

    #[test]
    fn without_any_limit_a_move_takes_half_a_minute_at_most() {
        assert_eq!(hard(None, None, None), Some(29_920));
    }

    #[test]
    fn a_negative_turn_limit_is_none() {
        assert_eq!(hard(Some(-1), None, None), None);
        assert_eq!(hard(Some(-1), Some(-1), Some(1)), None);
        assert!(hard(Some(-1), Some(60_000), None).unwrap() < 60_000 / 3);
    }

    #[test]
    fn no_time_for_the_turn_means_at_once() {
        assert_eq!(hard(Some(0), None, None), Some(0));
        assert_eq!(hard(Some(0), Some(0), Some(i64::from(i32::MAX))), Some(0));
        assert_eq!(hard(Some(1), None, None), Some(0));
    }

    #[test]
    fn no_time_for_turn_and_game_leaves_an_analysis_without_limit() {
        let none = settings(Some(0), Some(0), Some(1));
        assert_eq!(limits(running().plan(&none, ANALYSIS)).hard, None);
        let none = settings(Some(0), None, None);
        assert_eq!(running().plan(&none, ANALYSIS), Plan::AtOnce);
        let unlimited = settings(Some(0), Some(i64::MAX), Some(i64::from(i32::MAX)));
        assert_eq!(running().plan(&unlimited, ANALYSIS), Plan::AtOnce);
    }

    #[test]
    fn an_analysis_without_time_for_the_turn_shares_that_of_the_game() {
        for (game, left) in [(100_000_000, None), (600_000, Some(300_000))] {
            let shared = running().plan(&settings(Some(0), Some(game), left), ANALYSIS);
            let of_move = running().plan(&settings(Some(-1), Some(game), left), MIDDLE_GAME);
            assert_eq!(shared, of_move);
            assert!(limits(shared).soft.is_some());
        }
        let spent = settings(Some(0), Some(600_000), Some(0));
        assert_eq!(running().plan(&spent, ANALYSIS), Plan::AtOnce);
        assert_eq!(hard(Some(0), Some(600_000), None), Some(0), "a move of a game");
    }

    #[test]
    fn tiny_zero_and_negative_times_left_mean_at_once() {
        for left in [50, 1, 0, -250, i64::from(i32::MIN), i64::MIN] {
            assert_eq!(hard(Some(30_000), Some(180_000), Some(left)), Some(0), "{left}");
        }
    }

    #[test]
    fn the_smaller_limit_rules() {
        assert!(hard(Some(300_000), Some(180_000), Some(1000)).unwrap() < 350);
        assert_eq!(hard(Some(100), Some(180_000), Some(170_000)), Some(77));
    }

    #[test]
    fn a_turn_shorter_than_a_share_of_the_game_leaves_the_soft_limit_alone() {
        let plan = |turn| {
            limits(running().plan(&settings(turn, Some(120_000), Some(120_000)), MIDDLE_GAME))
        };
        let (free, bound) = (plan(None), plan(Some(5_000)));
        assert_eq!(bound.soft, free.soft);
        assert_eq!(bound.hard, Some(Duration::from_micros(4_965_500)));
        assert!(bound.soft > bound.hard && bound.planned() == bound.hard);
    }

    #[test]
    fn a_game_without_limit_switches_the_time_left_off() {
        for game in [0, -1, i64::MIN] {
            assert_eq!(hard(Some(1000), Some(game), Some(1)), Some(975), "{game}");
        }
        assert_eq!(hard(Some(1000), Some(5000), Some(i64::from(i32::MAX))), Some(975));
    }

    #[test]
    fn nodes_or_depth_alone_decide() {
        for (nodes, depth) in [(Some(5000), None), (None, Some(7)), (Some(5000), Some(7))] {
            let only = TimeSettings { nodes, depth, ..TimeSettings::default() };
            let plan = limits(running().plan(&only, MIDDLE_GAME));
            assert_eq!((plan.soft, plan.hard, plan.nodes, plan.depth), (None, None, nodes, depth));
            let timed = TimeSettings { turn: Some(100), ..only };
            assert!(limits(running().plan(&timed, MIDDLE_GAME)).hard.is_some());
        }
    }

    #[test]
    fn own_use_counts_when_the_time_left_is_not_told() {
        let mut clock = running();
        let told_once = settings(None, Some(10_000), None);
        let before = limits(clock.plan(&told_once, MIDDLE_GAME)).soft;
        clock.charge(spent(Duration::from_secs(5), None));
        assert!(limits(clock.plan(&told_once, MIDDLE_GAME)).soft < before);
        clock.charge(spent(Duration::from_secs(6), None));
        assert_eq!(clock.plan(&told_once, MIDDLE_GAME), Plan::AtOnce);
        clock.reset();
        assert_eq!(limits(clock.plan(&told_once, MIDDLE_GAME)).soft, before);
    }

    #[test]
    fn the_first_move_of_a_game_clock_pays_for_the_start_of_the_process() {
        let game = settings(None, Some(60_000), None);
        let soft = |clock: &Clock| limits(clock.plan(&game, MIDDLE_GAME)).soft.unwrap();
        let (first, later) = (soft(&Clock::default()), soft(&running()));
        assert!(first < later && later - first < STARTUP, "{first:?} {later:?}");
        let turn = settings(Some(500), None, None);
        let plan = |clock: Clock| limits(clock.plan(&turn, MIDDLE_GAME)).hard;
        assert_eq!(plan(Clock::default()), plan(running()), "a turn begins with its command");
    }

    #[test]
    fn late_answers_make_the_reserve_larger_for_a_while() {
        let turn = settings(Some(300), None, None);
        let hard = |clock: &Clock| limits(clock.plan(&turn, MIDDLE_GAME)).hard.unwrap();
        let mut clock = running();
        let usual = hard(&clock);
        let late = |time| Spent { time, deadline: Some(usual), is_disturbed: true };
        clock.charge(late(Duration::from_millis(100)));
        assert_eq!(hard(&clock), usual, "a move that ended early says nothing");
        clock.charge(late(usual + Duration::from_millis(20)));
        assert_eq!(hard(&clock), usual - Duration::from_millis(40));
        clock.charge(late(usual + Duration::from_secs(20)));
        assert_eq!(hard(&clock), usual - Duration::from_millis(100));
        for _ in 0..100 {
            clock.charge(late(usual));
        }
        assert!(usual - hard(&clock) < Duration::from_millis(1));
    }

    /// Returns the hard limit and the caution for a turn, in milliseconds.
    fn turn(clock: &Clock, turn: i64, context: MoveContext) -> (u128, u128) {
        match clock.plan(&settings(Some(turn), None, None), context) {
            Plan::AtOnce => (0, 0),
            Plan::Search { limits, caution, .. } => {
                (limits.hard.unwrap().as_millis(), caution.as_millis())
            }
        }
    }

    #[test]
    fn a_quiet_machine_gets_a_smaller_reserve_that_a_disturbance_takes_back() {
        let mut clock = running();
        let early = spent(Duration::from_millis(1), None);
        for _ in 0..QUIET_MOVES {
            assert_eq!(turn(&clock, 60, MIDDLE_GAME), (39, 0));
            clock.charge(early);
        }
        for (limit, expected) in
            [(20, (14, 4)), (60, (52, 12)), (100, (92, 14)), (1000, (975, 0)), (5000, (4965, 0))]
        {
            assert_eq!(turn(&clock, limit, MIDDLE_GAME), expected, "{limit}");
        }
        let several = MoveContext { threads: 2, ..MIDDLE_GAME };
        assert_eq!(turn(&clock, 60, several), (39, 0));
        clock.charge(spent(Duration::from_millis(52), Some(Duration::from_millis(51))));
        assert_eq!(turn(&clock, 60, MIDDLE_GAME), (50, 12), "lags count in both");
        clock.charge(Spent { is_disturbed: true, ..early });
        assert_eq!(turn(&clock, 60, MIDDLE_GAME).1, 0);
    }

    #[test]
    fn absurd_numbers_do_not_overflow() {
        for turn in [i64::MIN, -1, 0, 1, i64::MAX] {
            for game in [i64::MIN, 0, 1, i64::MAX] {
                for left in [i64::MIN, 0, 1, i64::MAX] {
                    hard(Some(turn), Some(game), Some(left));
                    hard(None, Some(game), Some(left));
                }
            }
        }
    }

    /// Plays a game on 15 × 15 in which each move takes `use_of_soft` of its soft limit. Returns
    /// the time left after each move, in seconds.
    fn game(turn: i64, total: i64, use_of_soft: f64, moves: usize) -> Vec<f64> {
        let mut left = total as f64;
        let mut record = Vec::new();
        for own in 0..moves {
            let context = MoveContext { stones: 2 * own, empty: 225 - 2 * own, ..MIDDLE_GAME };
            let settings = settings(Some(turn), Some(total), Some(left as i64));
            if let Plan::Search { limits, .. } = running().plan(&settings, context) {
                left -= limits.soft.unwrap().as_secs_f64() * 1000.0 * use_of_soft;
            }
            record.push(left / 1000.0);
        }
        record
    }

    #[test]
    fn a_long_game_uses_most_of_its_time_and_never_all() {
        let left = game(5_000, 120_000, 1.0, 112);
        assert!(left[19] < 120.0 * 0.3, "{left:?}");
        assert!(left[111] > 0.05, "{left:?}");
        let thrifty = game(5_000, 120_000, 0.8, 20);
        assert!(thrifty[19] < 120.0 * 0.4, "{thrifty:?}");
        // Three times the soft limit at every move, although the hard limit may allow less.
        let greedy = game(30_000, 180_000, 3.0, 112);
        assert!(greedy[111] > 0.0, "{greedy:?}");
    }

    #[test]
    fn on_a_small_board_the_time_is_shared_among_the_moves_that_fit() {
        let roomy = settings(None, Some(10_000), None);
        let soft = |empty| {
            let context = MoveContext { stones: 25 - empty, empty, ..MIDDLE_GAME };
            limits(running().plan(&roomy, context)).soft.unwrap()
        };
        assert!(soft(25) > Duration::from_millis(700));
        assert!(soft(5) > soft(25));
    }
}
