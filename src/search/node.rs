//! Alpha-beta (principal variation search) at one node.

use crate::geometry::Point;
use crate::pattern::Shape;
use crate::position::Position;
use crate::score::Score;
use crate::threat::{Situation, assess, makes_four, makes_three};

use super::history::Histories;
use super::order::{self, Scored};
use super::table::{Bound, Entry};
use super::worker::Worker;
use super::{Depth, MAX_PLY, PLY, Stopped, params};

/// The bounds of interest at a node: scores outside need not be exact.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) alpha: Score,
    pub(super) beta: Score,
}

impl Window {
    /// The window that only asks whether a score is above `alpha`.
    pub(super) fn zero(alpha: Score) -> Self {
        Self { alpha, beta: alpha + 1 }
    }

    /// Whether the window only asks a yes-or-no question.
    fn is_zero(self) -> bool {
        self.beta - self.alpha <= 1
    }
}

/// The opponent's view.
impl std::ops::Neg for Window {
    type Output = Self;

    fn neg(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }
}

/// What the loop over the moves of a node has found.
struct Best {
    score: Score,
    point: Option<Point>,
}

impl Worker<'_> {
    /// The score of the position for the side to move, exact within the window; fail-soft outside.
    ///
    /// The position is the same on return as on entry, also when the search is stopped.
    pub(super) fn node(
        &mut self,
        mut window: Window,
        mut depth: Depth,
        ply: usize,
    ) -> Result<Score, Stopped> {
        debug_assert!(window.alpha < window.beta);
        if depth < PLY || ply >= MAX_PLY {
            self.stack[ply].pv.clear();
            return self.quiescence(window.beta, ply);
        }
        self.count_node(ply)?;
        let is_pv = !window.is_zero();
        self.stack[ply].pv.clear();

        // Step 1. A full board is a draw.
        if self.position.board().empty_count() == 0 {
            return Ok(Score::ZERO);
        }
        // Step 2. No line through here can be shorter than a win that is already known.
        window.alpha = window.alpha.max(Score::loss_in(ply + 2));
        window.beta = window.beta.min(Score::win_in(ply + 1));
        if window.alpha >= window.beta {
            return Ok(window.alpha);
        }
        // Step 3. What the shapes settle.
        let situation = assess(&mut self.position);
        match situation {
            Situation::Won { plies, best } => {
                self.stack[ply].pv.push(best);
                return Ok(Score::win_in(ply + plies));
            }
            Situation::Lost { plies } => return Ok(Score::loss_in(ply + plies)),
            Situation::Block(_) | Situation::Defend(_) | Situation::Free => {}
        }
        // Step 4. What the table knows.
        let key = self.position.key();
        let entry = self.table.probe(key);
        if let Some(entry) = entry
            && !is_pv
            && entry.depth >= depth
            && let score = entry.score_at(ply)
            && match entry.bound {
                Bound::Exact => true,
                Bound::Lower => score >= window.beta,
                Bound::Upper => score <= window.alpha,
                Bound::None => false,
            }
        {
            return Ok(score);
        }
        let was_pv = is_pv || entry.is_some_and(|entry| entry.was_pv);
        let is_forced = matches!(situation, Situation::Block(_));
        // Step 5. The static score. Where a five must be answered it would say nothing.
        let eval = match entry {
            _ if is_forced => None,
            Some(entry) => Some(Score::from_points(i32::from(entry.eval))),
            None => Some(self.evaluation.score(&self.position)),
        };
        self.stack[ply].eval = eval;
        let is_improving = match (eval, ply.checked_sub(2).and_then(|two| self.stack[two].eval)) {
            (Some(now), Some(before)) => now > before,
            _ => true,
        };
        if let (Some(eval), false, Situation::Free) = (eval, is_pv, &situation) {
            // Step 6. Razoring: so far below alpha that only a win by fours can help.
            if depth < params::razoring_depth()
                && eval + params::razoring_margin(depth) < window.alpha
            {
                let score = self.quiescence(window.beta, ply)?;
                if score <= window.alpha {
                    return Ok(score);
                }
            }
            // Step 7. Futility: so far above beta that even a wasted move should fail high.
            if depth <= params::futility_depth()
                && !window.beta.is_proven()
                && eval - params::futility_margin(depth, is_improving) >= window.beta
            {
                return Ok(eval);
            }
        }
        // Step 8. Internal reduction: without a table move the order is poor.
        let table_move = entry.and_then(|entry| entry.best);
        if table_move.is_none() && depth >= params::internal_reduction_depth() && !is_forced {
            depth -= params::internal_reduction();
        }

        let (alpha, beta) = (window.alpha, window.beta);
        let best = self.moves_of_node(window, depth, ply, &situation, table_move, is_improving)?;

        let bound = if best.score >= beta {
            Bound::Lower
        } else if best.score > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.table.store(
            key,
            Entry {
                best: if bound == Bound::Upper { None } else { best.point },
                score: best.score.to_table(ply),
                eval: eval.unwrap_or(Score::ZERO).points() as i16,
                depth,
                bound,
                was_pv,
            },
        );
        Ok(best.score)
    }

    /// Steps 9 to 13: the loop over the moves.
    fn moves_of_node(
        &mut self,
        mut window: Window,
        depth: Depth,
        ply: usize,
        situation: &Situation,
        table_move: Option<Point>,
        is_improving: bool,
    ) -> Result<Best, Stopped> {
        let us = self.position.to_move();
        let is_pv = !window.is_zero();
        let is_free = *situation == Situation::Free;
        let is_forced = matches!(situation, Situation::Block(_));
        let previous = self.previous();
        let start = self.moves.len();
        let mut best = Best { score: -Score::INFINITE, point: None };
        // Whether a move that could matter was left out, so that a loss is not proven. Candidates
        // are not all moves.
        let mut has_skipped = is_free;
        let mut count = 0;
        let mut quiet_count = 0;
        let mut is_generated = false;
        let mut next = start;
        loop {
            // Step 9. The table move first, then the others by their scores.
            let point = if let (0, Some(point)) = (count, table_move)
                && !is_generated
                && is_allowed(&self.position, situation, point)
            {
                point
            } else {
                if !is_generated {
                    is_generated = true;
                    order::generate(
                        &self.position,
                        self.evaluation,
                        situation,
                        &self.memory.histories,
                        ply,
                        previous,
                        &mut self.moves,
                    );
                }
                let Some(Scored { point, .. }) = order::pick(&mut self.moves, next) else { break };
                next += 1;
                if count > 0 && Some(point) == table_move {
                    continue;
                }
                point
            };
            if self.position.is_forbidden(point) {
                continue;
            }
            let our_shape = self.position.shape(us, point);
            let their_shape = self.position.shape(!us, point);
            let is_attack = our_shape >= Shape::Three;
            let is_quiet =
                !makes_three(&self.position, us, point) && !makes_three(&self.position, !us, point);
            // Step 10. Late-move pruning: quiet moves far down the list hardly ever matter.
            if is_free
                && !is_pv
                && is_quiet
                && count > 0
                && !best.score.is_loss()
                && depth <= params::late_move_depth()
                && quiet_count >= params::late_move_count(depth, is_improving)
            {
                has_skipped = true;
                continue;
            }
            count += 1;
            quiet_count += usize::from(is_quiet);

            // Step 11. Extension of forced replies, reduction of late moves.
            let new_depth =
                if is_forced { depth - PLY + params::forced_extension() } else { depth - PLY };
            let reduction = if is_forced || count <= params::unreduced_moves(is_pv) {
                0
            } else {
                let mut reduction = self.memory.reductions.of(depth, count);
                if is_attack {
                    reduction -= params::reduction_attack();
                }
                if makes_four(&self.position, us, point) {
                    reduction -= params::reduction_four();
                }
                if our_shape == Shape::None && their_shape == Shape::None {
                    reduction += params::reduction_shapeless();
                }
                if is_pv {
                    reduction -= params::reduction_pv();
                }
                let history = self.memory.histories.score(us, is_attack, point);
                reduction -= history * PLY / params::reduction_history();
                reduction.clamp(0, (new_depth - PLY).max(0))
            };

            // Step 12. Principal variation search.
            self.position.play(point);
            let score = self.child(window, new_depth, reduction, ply, count == 1);
            self.position.undo();
            let score = match score {
                Ok(score) => score,
                Err(stopped) => {
                    self.moves.truncate(start);
                    return Err(stopped);
                }
            };

            // Step 13. New best move, or a cut.
            if score > best.score {
                best.score = score;
                if score > window.alpha {
                    best.point = Some(point);
                    if is_pv {
                        self.set_pv(ply, point);
                    }
                    if score >= window.beta {
                        let bonus = Histories::bonus(depth);
                        let histories = &mut self.memory.histories;
                        histories.refuted(us, previous, point, ply);
                        histories.update(us, is_attack, point, bonus);
                        let tried = self.moves[start..next.min(self.moves.len())].iter();
                        for other in tried.filter(|other| other.point != point) {
                            let is_attack = self.position.shape(us, other.point) >= Shape::Three;
                            histories.update(us, is_attack, other.point, -bonus);
                        }
                        break;
                    }
                    window.alpha = score;
                }
            }
        }
        self.moves.truncate(start);
        if count == 0 {
            // Only fouls were near: nothing is known, which is bad enough.
            best.score = if is_free { Score::presumed_loss(ply) } else { Score::loss_in(ply + 4) };
        } else if has_skipped && best.score.is_loss() {
            best.score = Score::presumed_loss(ply);
        }
        Ok(best)
    }

    /// The score of the move just played, for the side that played it at `ply`.
    pub(super) fn child(
        &mut self,
        window: Window,
        depth: Depth,
        reduction: Depth,
        ply: usize,
        is_first: bool,
    ) -> Result<Score, Stopped> {
        let zero = -Window::zero(window.alpha);
        if is_first {
            return Ok(-self.node(-window, depth, ply + 1)?);
        }
        let mut score = -self.node(zero, depth - reduction, ply + 1)?;
        if reduction > 0 && score > window.alpha {
            score = -self.node(zero, depth, ply + 1)?;
        }
        if score > window.alpha && score < window.beta {
            score = -self.node(-window, depth, ply + 1)?;
        }
        Ok(score)
    }
}

/// Whether a move from the table may be played here.
fn is_allowed(position: &Position, situation: &Situation, point: Point) -> bool {
    position.board().is_empty(point)
        && match situation {
            Situation::Block(points) | Situation::Defend(points) => points.contains(point),
            Situation::Free | Situation::Won { .. } | Situation::Lost { .. } => true,
        }
}
