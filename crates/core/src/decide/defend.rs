//! Which moves do not lose: what `YXSEARCHDEFEND` asks for.
//!
//! If the opponent threatens to win by force, the solver looks at the position after every move.
//! Each losing move is shown with the win that it allows, and the search orders the other moves.
//! Without a threat, the search orders all moves. A move is shown as lost only if that is proven.

use super::means::{Means, Note, NoteTimer, Remark};
use super::task::{Answer, Goal, Task};
use crate::control::Part;
use crate::geometry::{Point, PointSet};
use crate::score::Score;
use crate::search::Request;
use crate::search::report::{Info, Variation};
use crate::solver::proof::Proof;
use crate::solver::{Defences, Threats, Verdict};

/// Share of the time for the solver; reasoned.
const SOLVER_SHARE: f64 = 0.5;

/// Returns the best move that does not lose by force, or else the move that holds out longest.
/// Reports on all moves first.
///
/// Returns `None` if there is no threat. The search of all moves then has the remaining time.
pub(super) fn answer(task: &Task, means: &mut Means<'_>) -> Option<Answer> {
    if task.goal != Goal::Defend || means.control.is_stopped() || task.position.ending().is_some() {
        return None;
    }
    let (moves, nodes) = look_at_moves(task, means);
    means.control.narrow(Part::Rest { spent: nodes });
    let lost = lost_lines(&moves, &task.excluded);
    let longest = lost.first()?;
    let excluded = task.excluded.union(&lost.iter().map(|line| line.moves[0]).collect());
    let lines = moves.iter().filter(|(point, _)| !excluded.contains(*point)).count();
    if lines == 0 {
        let (count, elapsed) = (lost.len(), means.control.elapsed());
        for (index, line) in lost.iter().enumerate() {
            (means.report)(&Info { index, count, ..Info::new(line.clone(), nodes, elapsed) });
        }
        return Some(Answer::one(longest.moves[0]));
    }
    let request = Request { lines, excluded };
    let outcome = means.search_and(&task.position, &request, &mut |info, report| {
        let count = info.count + lost.len();
        report(&Info { count, ..info.clone() });
        if info.index + 1 == info.count {
            for (index, line) in (info.count..).zip(&lost) {
                let line = line.clone();
                report(&Info { line, index, count, outlook: None, ..info.clone() });
            }
        }
    });
    // The moves that stop the threat may lose in another way. This is not known if moves are
    // excluded, because those were not searched.
    let best = outcome.lines.first().filter(|line| line.score.is_as_good_as_lost());
    if let Some(&Variation { score, .. }) = best.filter(|_| task.excluded.is_empty()) {
        means.remark(Remark::Lost { score }, nodes + outcome.nodes);
    }
    outcome.best_move.map(Answer::one)
}

/// Returns what every legal move does about a threat of the opponent, and how many nodes the solver
/// took to find out. There are no moves if there is no threat.
fn look_at_moves(task: &Task, means: &mut Means<'_>) -> (Vec<(Point, Verdict<Proof>)>, u64) {
    let Means { solver, control, note, .. } = means;
    control.narrow(Part::from_now(SOLVER_SHARE));
    let mut timer = NoteTimer::new(control.elapsed());
    let mut nodes = 0;
    let Defences { threat, moves } = solver.get(&task.position).defences(
        &task.position,
        Threats::FoursAndThrees,
        control,
        &mut |step| {
            nodes = step.nodes;
            let elapsed = control.elapsed();
            if timer.is_due(elapsed) {
                let remark = Remark::Defending { done: step.done, total: step.total };
                note(Note { remark, nodes, elapsed });
            }
        },
    );
    let nodes = nodes.max(threat.nodes);
    let count = |wanted: Verdict<()>| {
        moves.iter().filter(|(_, verdict)| verdict.as_ref().map(|_| ()) == wanted).count()
    };
    let remark = Remark::Defended {
        threat: threat.verdict.as_ref().map(|proof| proof.plies),
        stopping: count(Verdict::NoWin),
        losing: count(Verdict::Win(())),
        undecided: count(Verdict::Unknown),
    };
    means.remark(remark, nodes);
    (moves, nodes)
}

/// Returns the lines of the losing moves that are not excluded, those that hold out longest first.
fn lost_lines(moves: &[(Point, Verdict<Proof>)], excluded: &PointSet) -> Vec<Variation> {
    let considered = moves.iter().filter(|(point, _)| !excluded.contains(*point));
    let mut lost: Vec<Variation> = considered
        .filter_map(|(point, verdict)| match verdict {
            Verdict::Win(proof) => Some(loss(*point, proof)),
            Verdict::NoWin | Verdict::Unknown => None,
        })
        .collect();
    lost.sort_by_key(|line| std::cmp::Reverse(line.selective_depth));
    lost
}

/// Returns the line of a losing move: the move, then the opponent's win that it allows.
fn loss(point: Point, proof: &Proof) -> Variation {
    let plies = proof.plies + 1;
    let mut moves = vec![point];
    moves.extend(proof.line());
    Variation {
        score: Score::loss_in(plies),
        moves,
        depth: plies as u32,
        selective_depth: plies as u32,
        nodes: 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decide::tests::{ask, nodes, task};

    fn defended(notes: &[Note]) -> (Verdict<usize>, usize, usize) {
        match notes {
            [
                Note {
                    remark: Remark::Defended { threat, stopping, losing, undecided: 0 }, ..
                },
                ..,
            ] => (*threat, *stopping, *losing),
            _ => panic!("{notes:?}"),
        }
    }

    #[test]
    fn against_an_open_three_its_ends_hold_and_all_else_is_shown_as_lost() {
        let task = task(Goal::Defend, &[(6, 7), (0, 14), (7, 7), (3, 0), (8, 7)]);
        let (answer, notes, lines) = ask(&task, &nodes(100_000));
        let (threat, stopping, losing) = defended(&notes);
        assert_eq!((threat, stopping), (Verdict::Win(3), 2));
        let ends = [(5, 7), (9, 7)].map(|(x, y)| Answer::one(Point::new(x, y)));
        assert!(answer.is_some_and(|answer| ends.contains(&answer)));
        let lost: PointSet = lines
            .iter()
            .filter(|line| line.score == Score::loss_in(4))
            .map(|line| line.moves[0])
            .collect();
        assert_eq!(lost.len(), losing);
    }

    #[test]
    fn of_moves_that_stop_a_threat_and_lose_all_the_same_it_is_said() {
        let stones = [(7, 7), (0, 0), (8, 7), (0, 14), (9, 7)];
        let (_, notes, lines) = ask(&task(Goal::Defend, &stones), &nodes(100_000));
        assert_eq!(defended(&notes), (Verdict::Win(3), 2, 218));
        let Some(&Note { remark: Remark::Lost { score }, .. }) = notes.last() else {
            panic!("{notes:?}")
        };
        let best = lines.iter().rfind(|line| !line.score.is_loss()).map(|line| line.score);
        assert!(score.is_as_good_as_lost() && best.is_some_and(Score::is_as_good_as_lost));
    }

    #[test]
    fn if_everything_loses_the_move_that_holds_out_longest_is_played() {
        let stones = [(7, 5), (0, 14), (7, 6), (3, 0), (5, 7), (11, 0), (6, 7), (14, 14), (0, 0)];
        let mut task = task(Goal::Defend, &stones);
        let (answer, notes, lines) = ask(&task, &nodes(100_000));
        let (threat, stopping, losing) = defended(&notes);
        assert!(threat.is_win() && stopping == 0);
        assert_eq!(lines.len(), losing);
        assert!(lines.is_sorted_by_key(|line| line.score.plies_to_end()));
        assert_eq!(answer, Some(Answer::one(lines[0].moves[0])));
        task.excluded.insert(lines[0].moves[0]);
        let (second, _, _) = ask(&task, &nodes(100_000));
        assert_eq!(second, Some(Answer::one(lines[1].moves[0])));
    }

    #[test]
    fn without_a_threat_all_moves_are_searched() {
        let (answer, notes, lines) = ask(&task(Goal::Defend, &[(7, 7)]), &nodes(300_000));
        assert_eq!(defended(&notes), (Verdict::NoWin, 0, 0));
        assert!(answer.is_some() && !lines.is_empty());
    }
}
