//! A forced win instead of a good move: what `INFO checkmate` asks for.
//!
//! The solver gets most of the time. It looks for a win by fours first, which is quick, then for one by
//! all threats. A move is answered in any case: without a win the search has the rest of the time.

use std::time::Duration;

use super::study::{Note, Remark, Study};
use super::task::{Answer, Task};
use crate::geometry::{Point, PointSet};
use crate::score::Score;
use crate::search::report::{Line, Source};
use crate::solver::proof::Proof;
use crate::solver::{Threats, Verdict};

/// Part of the time in which a win has to be found; reasoned, like those below.
const HUNT_SHARE: f64 = 0.9;
/// Part of the time for fours alone if there are other threats to try.
const FOURS_SHARE: f64 = 0.3;
/// Part of the time for finding a shorter win by fours than the first one.
const SHORTER_SHARE: f64 = 0.1;
/// Part of the time for a move of the search if the whole has no limit.
const MOVE_SHARE: f64 = 0.1;
/// A win in so many plies cannot be much shorter.
const SHORT_WIN: usize = 5;
/// Time between notes, and before the first one.
const NOTE_INTERVAL: Duration = Duration::from_secs(1);

/// The first move of a win by such threats; if none was found, the best move, with so many `lines`.
pub fn answer(
    task: &Task,
    threats: Threats,
    lines: usize,
    study: &mut Study<'_>,
) -> Option<Answer> {
    let mut hunt = Hunt { task, study, nodes: 0 };
    if let Some(first) = hunt.run(threats) {
        return Some(Answer::one(first));
    }
    let nodes = hunt.nodes;
    if study.watch.has_limits() {
        study.watch.widen_after(nodes);
    } else {
        study.watch.narrow(MOVE_SHARE);
    }
    task.best_move(lines, study)
}

/// Notes at decent intervals.
pub struct Pace {
    next: Duration,
}

impl Pace {
    /// The pace of notes of which the first is due some time after `now`.
    pub fn new(now: Duration) -> Self {
        Self { next: now + NOTE_INTERVAL }
    }

    /// Whether a note is due.
    pub fn is_due(&mut self, now: Duration) -> bool {
        let is_due = now >= self.next;
        if is_due {
            self.next = now + NOTE_INTERVAL;
        }
        is_due
    }
}

/// The search for a win.
struct Hunt<'a, 'b> {
    task: &'a Task,
    study: &'a mut Study<'b>,
    /// Stones that the solver has put on the board.
    nodes: u64,
}

impl Hunt<'_, '_> {
    fn run(&mut self, threats: Threats) -> Option<Point> {
        if self.task.position.ending().is_some() {
            return None;
        }
        if self.study.watch.control().is_stopped() {
            self.tell(Remark::Hunted { threats, verdict: Verdict::Unknown });
            return None;
        }
        match threats {
            Threats::Fours => self.study.watch.keep_within(HUNT_SHARE, 0),
            Threats::FoursAndThrees => self.study.watch.narrow(FOURS_SHARE),
        }
        if let Verdict::Win(proof) = self.solve(Threats::Fours) {
            return Some(self.shorten(proof).attack);
        }
        if threats == Threats::Fours {
            return None;
        }
        self.study.watch.keep_within(HUNT_SHARE, self.nodes);
        match self.solve(threats) {
            Verdict::Win(proof) => Some(proof.attack),
            Verdict::NoWin | Verdict::Unknown => None,
        }
    }

    /// The shortest win by fours if there is time to find it, or the one that is known.
    fn shorten(&mut self, proof: Proof) -> Proof {
        if proof.plies <= SHORT_WIN || !self.excluded().is_empty() {
            return proof;
        }
        self.study.watch.narrow(SHORTER_SHARE);
        let solver = self.study.solver.get(&self.task.position);
        let control = self.study.watch.control();
        let solution =
            solver.solve(&self.task.position, Threats::Fours, true, control, &mut |_| {});
        self.nodes += solution.nodes;
        match solution.verdict {
            Verdict::Win(shorter) if shorter.plies < proof.plies => {
                self.tell_win(Threats::Fours, &shorter);
                shorter
            }
            Verdict::Win(_) | Verdict::NoWin | Verdict::Unknown => proof,
        }
    }

    /// Asks the solver, and tells what it says.
    fn solve(&mut self, threats: Threats) -> Verdict<Proof> {
        let position = &self.task.position;
        let before = self.nodes;
        let Study { solver, watch, note, .. } = &mut *self.study;
        let mut pace = Pace::new(watch.control().elapsed());
        let solution = solver.get(position).solve(
            position,
            threats,
            false,
            watch.control(),
            &mut |progress| {
                if pace.is_due(progress.elapsed) {
                    let (proof, disproof) = (progress.proof, progress.disproof);
                    note(Note {
                        remark: Remark::Hunting { threats, proof, disproof },
                        nodes: before + progress.nodes,
                        elapsed: progress.elapsed,
                    });
                }
            },
        );
        self.nodes += solution.nodes;
        let verdict = match solution.verdict {
            Verdict::Win(proof) if self.excluded().contains(proof.attack) => {
                self.solve_without_excluded(threats)
            }
            verdict => verdict,
        };
        match &verdict {
            Verdict::Win(proof) => self.tell_win(threats, proof),
            Verdict::NoWin | Verdict::Unknown => {
                let verdict = verdict.as_ref().map(|proof| proof.plies);
                self.tell(Remark::Hunted { threats, verdict });
            }
        }
        verdict
    }

    /// The shortest of the wins that begin with another move than the excluded ones.
    fn solve_without_excluded(&mut self, threats: Threats) -> Verdict<Proof> {
        let excluded = self.excluded();
        let position = &self.task.position;
        let solver = self.study.solver.get(position);
        let mut nodes = 0;
        let moves =
            solver.winning_moves(position, threats, self.study.watch.control(), &mut |step| {
                nodes = step.nodes;
            });
        self.nodes += nodes;
        let mut best: Verdict<Proof> = Verdict::NoWin;
        for (_, verdict) in moves.into_iter().filter(|(first, _)| !excluded.contains(*first)) {
            let is_better = match (&verdict, &best) {
                (Verdict::Win(new), Verdict::Win(old)) => new.plies < old.plies,
                (_, Verdict::Win(_)) => false,
                (Verdict::Win(_) | Verdict::Unknown, _) => true,
                (Verdict::NoWin, _) => false,
            };
            if is_better {
                best = verdict;
            }
        }
        best
    }

    /// First moves not considered; none if nothing else is left.
    fn excluded(&self) -> PointSet {
        let is_blocked = |point| self.task.excluded.contains(point);
        if self.task.position.board().empty_points().all(is_blocked) {
            PointSet::EMPTY
        } else {
            self.task.excluded
        }
    }

    fn tell(&mut self, remark: Remark) {
        let elapsed = self.study.watch.control().elapsed();
        (self.study.note)(Note { remark, nodes: self.nodes, elapsed });
    }

    fn tell_win(&mut self, threats: Threats, proof: &Proof) {
        let plies = proof.plies;
        self.tell(Remark::Hunted { threats, verdict: Verdict::Win(plies) });
        let line = Line {
            score: Score::win_in(plies),
            moves: proof.line(),
            depth: plies as u32,
            selective_depth: plies as u32,
            nodes: self.nodes,
        };
        self.study.tell(&line, Source::Search, self.nodes);
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::time::Instant;

    use super::*;
    use crate::control::Limits;
    use crate::engine::knowledge::Knowledge;
    use crate::engine::manner::Manner;
    use crate::engine::task::Goal;
    use crate::engine::watch::Watch;
    use crate::geometry::BoardSize;
    use crate::position::Position;
    use crate::rule::Rule;
    use crate::search::Searcher;
    use crate::solver::on_demand::SolverOnDemand;

    /// A task about a position whose stones are placed in turn.
    pub(in crate::engine) fn task(goal: Goal, stones: &[(u8, u8)]) -> Task {
        let mut position = Position::new(BoardSize::square(15).unwrap(), Rule::Freestyle);
        stones.iter().for_each(|&(x, y)| position.play(Point::new(x, y)));
        let (knowledge, manner) = (Knowledge::default(), Manner::default());
        Task { position, goal, excluded: PointSet::EMPTY, seed: 1, knowledge, manner }
    }

    /// The answer to a task, what was noted on the way, and the lines that were reported.
    pub(in crate::engine) fn ask(
        task: &Task,
        watch: &Watch,
    ) -> (Option<Answer>, Vec<Note>, Vec<Line>) {
        let mut searcher = Searcher::new();
        searcher.set_memory(1 << 20);
        let mut solver = SolverOnDemand::default();
        solver.claim(8 << 20, true);
        let (mut notes, mut lines) = (Vec::new(), Vec::new());
        let answer = task.run(&mut Study {
            searcher: &mut searcher,
            solver: &mut solver,
            watch,
            report: &mut |info| lines.push(info.line.clone()),
            note: &mut |note| notes.push(note),
        });
        (answer, notes, lines)
    }

    pub(in crate::engine) fn nodes(nodes: u64) -> Watch {
        Watch::new(Instant::now(), Limits { nodes: Some(nodes), ..Limits::default() })
    }

    const GOAL: Goal = Goal::Checkmate { threats: Threats::FoursAndThrees, lines: None };
    /// Two twos that cross.
    const TWOS: [(u8, u8); 8] =
        [(7, 5), (0, 14), (7, 6), (3, 0), (5, 7), (11, 0), (6, 7), (14, 14)];

    fn hunted(notes: &[Note]) -> Vec<(Threats, Verdict<usize>)> {
        let verdict = |note: &Note| match note.remark {
            Remark::Hunted { threats, verdict } => Some((threats, verdict)),
            Remark::FirstStone
            | Remark::Hunting { .. }
            | Remark::Defending { .. }
            | Remark::Defended { .. }
            | Remark::Lost { .. } => None,
        };
        notes.iter().filter_map(verdict).collect()
    }

    #[test]
    fn a_win_by_threes_is_none_by_fours() {
        let (answer, notes, lines) = ask(&task(GOAL, &TWOS), &nodes(100_000));
        let [(Threats::Fours, Verdict::NoWin), (Threats::FoursAndThrees, Verdict::Win(plies))] =
            hunted(&notes)[..]
        else {
            panic!("{notes:?}")
        };
        let [line] = &lines[..] else { panic!("{lines:?}") };
        assert_eq!(line.score, Score::win_in(plies));
        assert_eq!(answer, Some(Answer::one(line.moves[0])));
    }

    #[test]
    fn only_fours_are_tried_if_only_fours_are_wanted() {
        let goal = Goal::Checkmate { threats: Threats::Fours, lines: None };
        let (answer, notes, _) = ask(&task(goal, &TWOS), &nodes(10_000));
        assert_eq!(hunted(&notes), [(Threats::Fours, Verdict::NoWin)]);
        assert!(answer.is_some());
    }

    #[test]
    fn an_excluded_move_is_not_the_first_of_a_win() {
        let mut task = task(GOAL, &TWOS);
        task.excluded.insert(Point::new(7, 7));
        let (answer, _, lines) = ask(&task, &nodes(100_000));
        assert!(answer.is_some_and(|answer| answer != Answer::one(Point::new(7, 7))));
        assert!(lines.iter().all(|line| line.moves[0] != Point::new(7, 7)));
    }

    #[test]
    fn few_nodes_end_in_a_move_without_a_verdict() {
        let stones =
            [(6, 9), (4, 10), (10, 8), (7, 8), (8, 6), (5, 6), (4, 9), (4, 8), (4, 5), (10, 7)];
        let (answer, notes, lines) = ask(&task(GOAL, &stones), &nodes(2_000));
        assert_eq!(hunted(&notes)[1], (Threats::FoursAndThrees, Verdict::Unknown));
        assert!(notes.iter().all(|note| note.nodes < 2_000), "{notes:?}");
        assert!(answer.is_some() && !lines.is_empty());
    }

    #[test]
    fn a_stopped_task_does_not_ask_the_solver() {
        let watch = nodes(1_000);
        watch.stop();
        let (answer, notes, _) = ask(&task(GOAL, &TWOS), &watch);
        assert_eq!(hunted(&notes), [(Threats::FoursAndThrees, Verdict::Unknown)]);
        assert!(answer.is_some());
    }

    #[test]
    fn a_game_that_is_over_goes_on_without_the_solver() {
        let stones: Vec<(u8, u8)> = (0..5).flat_map(|n| [(n, 0), (n, 9)]).take(9).collect();
        let (answer, notes, _) = ask(&task(GOAL, &stones), &nodes(1_000));
        assert!(notes.is_empty() && answer.is_some());
    }
}
