//! A forced win instead of a good move: what `INFO checkmate` asks for.
//!
//! The solver gets most of the time. It first looks for a win by fours, which is quick, and then
//! for a win by all threats. The task always gets a move: without a win, the search has the rest of
//! the time.

use super::means::{Means, Note, NoteTimer, Remark};
use super::task::{Answer, Goal, Task};
use crate::control::Part;
use crate::geometry::{Point, PointSet};
use crate::score::Score;
use crate::search::report::{Source, Variation};
use crate::solver::proof::Proof;
use crate::solver::{Threats, Verdict};

/// Share of the time in which a win has to be found. This share and those below are reasoned.
const HUNT_SHARE: f64 = 0.9;
/// Share of the time for wins by fours alone, if other threats are to be tried as well.
const FOURS_SHARE: f64 = 0.3;
/// Share of the time for finding a shorter win by fours than the first one.
const SHORTER_SHARE: f64 = 0.1;
/// Share of the time for a move of the search, if the whole task has no limit.
const MOVE_SHARE: f64 = 0.1;
/// A win of at most this many plies is not worth shortening.
const SHORT_WIN: usize = 5;

/// Returns the first move of a win by the threats asked for.
///
/// If none is found, the remaining time goes to the strategies that follow.
pub(super) fn answer(task: &Task, means: &mut Means<'_>) -> Option<Answer> {
    let Goal::Checkmate { threats, .. } = task.goal else { return None };
    let mut hunt = Hunt { task, means, nodes: 0 };
    if let Some(first) = hunt.run(threats) {
        return Some(Answer::one(first));
    }
    let spent = hunt.nodes;
    let rest =
        if means.control.has_limits() { Part::Rest { spent } } else { Part::from_now(MOVE_SHARE) };
    means.control.narrow(rest);
    None
}

/// The hunt for a forced win.
struct Hunt<'a, 'b> {
    task: &'a Task,
    means: &'a mut Means<'b>,
    /// Nodes of the solver so far.
    nodes: u64,
}

impl Hunt<'_, '_> {
    fn run(&mut self, threats: Threats) -> Option<Point> {
        if self.task.position.ending().is_some() {
            return None;
        }
        if self.means.control.is_stopped() {
            self.remark(Remark::Hunted { threats, verdict: Verdict::Unknown });
            return None;
        }
        match threats {
            Threats::Fours => self.means.control.narrow(Part::UpTo { share: HUNT_SHARE, spent: 0 }),
            Threats::FoursAndThrees => self.means.control.narrow(Part::from_now(FOURS_SHARE)),
        }
        if let Verdict::Win(proof) = self.solve(Threats::Fours) {
            return Some(self.shorten(proof).attack);
        }
        if threats == Threats::Fours {
            return None;
        }
        self.means.control.narrow(Part::UpTo { share: HUNT_SHARE, spent: self.nodes });
        match self.solve(threats) {
            Verdict::Win(proof) => Some(proof.attack),
            Verdict::NoWin | Verdict::Unknown => None,
        }
    }

    /// Returns the shortest win by fours if there is time to find it, else the known win.
    fn shorten(&mut self, proof: Proof) -> Proof {
        if proof.plies <= SHORT_WIN || !self.excluded().is_empty() {
            return proof;
        }
        self.means.control.narrow(Part::from_now(SHORTER_SHARE));
        let solver = self.means.solver.get(&self.task.position);
        let control = self.means.control;
        let solution =
            solver.solve(&self.task.position, Threats::Fours, true, control, &mut |_| {});
        self.nodes += solution.nodes;
        match solution.verdict {
            Verdict::Win(shorter) if shorter.plies < proof.plies => {
                self.report_win(Threats::Fours, &shorter);
                shorter
            }
            Verdict::Win(_) | Verdict::NoWin | Verdict::Unknown => proof,
        }
    }

    /// Asks the solver for a win and reports its verdict.
    fn solve(&mut self, threats: Threats) -> Verdict<Proof> {
        let position = &self.task.position;
        let before = self.nodes;
        let Means { solver, control, note, .. } = &mut *self.means;
        let mut timer = NoteTimer::new(control.elapsed());
        let solution =
            solver.get(position).solve(position, threats, false, control, &mut |progress| {
                if timer.is_due(progress.elapsed) {
                    let (proof, disproof) = (progress.proof, progress.disproof);
                    note(Note {
                        remark: Remark::Hunting { threats, proof, disproof },
                        nodes: before + progress.nodes,
                        elapsed: progress.elapsed,
                    });
                }
            });
        self.nodes += solution.nodes;
        let verdict = match solution.verdict {
            Verdict::Win(proof) if self.excluded().contains(proof.attack) => {
                self.solve_without_excluded(threats, solution.nodes)
            }
            verdict => verdict,
        };
        match &verdict {
            Verdict::Win(proof) => self.report_win(threats, proof),
            Verdict::NoWin | Verdict::Unknown => {
                let verdict = verdict.as_ref().map(|proof| proof.plies);
                self.remark(Remark::Hunted { threats, verdict });
            }
        }
        verdict
    }

    /// Returns a win that does not begin with an excluded move. `spent` is the number of nodes that
    /// the search for any win took.
    fn solve_without_excluded(&mut self, threats: Threats, spent: u64) -> Verdict<Proof> {
        let (excluded, position) = (self.excluded(), &self.task.position);
        let solver = self.means.solver.get(position);
        let control = self.means.control;
        let solution = solver.win_without(position, &excluded, threats, spent, control);
        self.nodes += solution.nodes;
        solution.verdict
    }

    /// Returns the first moves to leave out: none if every empty point is excluded.
    fn excluded(&self) -> PointSet {
        let is_blocked = |point| self.task.excluded.contains(point);
        if self.task.position.board().empty_points().all(is_blocked) {
            PointSet::EMPTY
        } else {
            self.task.excluded
        }
    }

    fn remark(&mut self, remark: Remark) {
        self.means.remark(remark, self.nodes);
    }

    fn report_win(&mut self, threats: Threats, proof: &Proof) {
        let plies = proof.plies;
        self.remark(Remark::Hunted { threats, verdict: Verdict::Win(plies) });
        let line = Variation {
            score: Score::win_in(plies),
            moves: proof.line(),
            depth: plies as u32,
            selective_depth: plies as u32,
            nodes: self.nodes,
        };
        self.means.report_line(&line, Source::Search, self.nodes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decide::tests::{ask, nodes, task};
    use crate::geometry::BoardSize;
    use crate::position::Position;
    use crate::rule::Rule;

    const GOAL: Goal = Goal::Checkmate { threats: Threats::FoursAndThrees, lines: None };
    /// Two crossing twos.
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

    /// Black to move wins by j10; h7, m7 and j4 win too. The moves before them in the order of the
    /// board take far longer.
    const SEVERAL_WINS: &str = "h8 h9 i9 i8 j7 j6 g7 f6 k7 j8 k9 l7 k8 k10 l9 m10";

    #[test]
    fn another_win_is_found_soon_if_the_first_one_is_excluded() {
        let size = BoardSize::square(15).unwrap();
        let mut position = Position::new(size, Rule::Renju);
        for label in SEVERAL_WINS.split(' ') {
            position.play(size.parse_label(label).unwrap());
        }
        let mut task = Task::new(position, GOAL);
        for excluded in [&["j10"][..], &["j10", "h7"], &["j10", "h7", "m7"]] {
            let size = task.position.size();
            task.excluded = excluded.iter().filter_map(|label| size.parse_label(label)).collect();
            let (answer, notes, lines) = ask(&task, &nodes(200_000));
            let [_, (Threats::FoursAndThrees, Verdict::Win(_))] = hunted(&notes)[..] else {
                panic!("{excluded:?}: {notes:?}")
            };
            assert!(lines.iter().all(|line| !task.excluded.contains(line.moves[0])), "{lines:?}");
            assert_eq!(answer, Some(Answer::one(lines[0].moves[0])));
        }
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
        let control = nodes(1_000);
        control.stop();
        let (answer, notes, _) = ask(&task(GOAL, &TWOS), &control);
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
