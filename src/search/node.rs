//! Alpha-beta (principal variation search) at one node.

use crate::geometry::Point;
use crate::pattern::Shape;
use crate::position::Position;
use crate::score::Score;
use crate::threat::{Situation, assess, makes_four};

use super::history::{Context, Histories};
use super::order::{self, Generated, Scored};
use super::table::{Bound, Entry};
use super::window::Window;
use super::worker::Worker;
use super::{Depth, MAX_PLY, PLY, Stopped, params};

/// What is known of a node before its moves are tried.
struct Node {
    ply: usize,
    /// Whether it is on the principal variation: it was asked for its score, not a yes-or-no question. A
    /// window that a known win narrows later does not change that.
    is_pv: bool,
    situation: Situation,
    entry: Option<Entry>,
    /// The static score, if it means anything.
    eval: Option<Score>,
    is_improving: bool,
    /// The move that a search for singular moves leaves out.
    excluded: Option<Point>,
    /// Whether this is the search that a likely fail high is verified by.
    is_probe: bool,
}

impl Node {
    fn is_forced(&self) -> bool {
        matches!(self.situation, Situation::Block(_))
    }

    fn is_free(&self) -> bool {
        self.situation == Situation::Free
    }

    fn table_move(&self) -> Option<Point> {
        self.entry.and_then(|entry| entry.best)
    }
}

/// What the loop over the moves of a node has found.
struct Best {
    score: Score,
    point: Option<Point>,
    /// Depth of the search that the score stands for.
    depth: Depth,
}

/// What becomes of the depth at the move of the table.
enum Singular {
    /// The move gets so much more depth, or less.
    Extend(Depth),
    /// Several moves fail high: the node will, too.
    Cut(Score),
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
        debug_assert!(!window.is_empty());
        if depth < PLY || ply >= MAX_PLY {
            self.stack[ply].pv.clear();
            return self.quiescence(window, ply);
        }
        self.count_node(ply)?;
        let is_pv = !window.is_zero();
        self.stack[ply].pv.clear();

        // Step 1. A full board is a draw.
        if self.position.board().empty_count() == 0 {
            return Ok(Score::ZERO);
        }
        // Step 2. No line through here can be shorter than a win that is already known.
        window = window.within_reach(ply);
        if window.is_empty() {
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
        let excluded = self.stack[ply].excluded.take();
        let is_probe = std::mem::take(&mut self.stack[ply].is_probe);
        let entry = self.table.probe(key);
        if let Some(entry) = entry
            && excluded.is_none()
            && !is_pv
            && (entry.depth >= depth || entry.is_final())
            && let Some(score) = window.settle(&entry, ply)
        {
            return Ok(score);
        }
        // Step 5. The static score. Where a five must be answered it would say nothing.
        let is_forced = matches!(situation, Situation::Block(_));
        let raw_eval = (!is_forced).then(|| self.static_score(entry.as_ref()));
        let eval = raw_eval.map(|eval| self.memory.corrections.correct(&self.position, eval));
        self.stack[ply].eval = eval;
        let is_improving = match (eval, ply.checked_sub(2).and_then(|two| self.stack[two].eval)) {
            (Some(now), Some(before)) => now > before,
            _ => true,
        };
        let node = Node { ply, is_pv, situation, entry, eval, is_improving, excluded, is_probe };
        if !is_pv
            && excluded.is_none()
            && let Some(score) = self.prune(&node, window, depth)?
        {
            return Ok(score);
        }
        // Step 9. Internal reduction: without a table move the order is poor.
        if node.table_move().is_none()
            && depth >= params::internal_reduction_depth()
            && !node.is_forced()
        {
            depth -= params::internal_reduction();
        }

        let best = self.moves_of_node(window, depth, &node)?;
        if excluded.is_some() {
            return Ok(best.score);
        }
        let bound = window.bound(best.score);
        if let Some(eval) = node.eval
            && !best.score.is_proven()
            && match bound {
                Bound::Lower => best.score > eval,
                Bound::Upper => best.score < eval,
                Bound::Exact | Bound::None => true,
            }
        {
            self.memory.corrections.update(&self.position, best.score - eval, depth);
        }
        self.table.store(
            key,
            Entry {
                best: if bound == Bound::Upper { None } else { best.point },
                score: best.score.to_table(ply),
                eval: raw_eval.map(|eval| eval.points() as i16),
                depth: best.depth,
                bound,
                was_pv: is_pv || entry.is_some_and(|entry| entry.was_pv),
            },
        );
        Ok(best.score)
    }

    /// Steps 6 to 8: a score for a node off the principal variation that needs no search, or a shallow one.
    fn prune(
        &mut self,
        node: &Node,
        window: Window,
        depth: Depth,
    ) -> Result<Option<Score>, Stopped> {
        let (Some(eval), true) = (node.eval, node.is_free()) else { return Ok(None) };
        // Step 6. Razoring: so far below alpha that only a win by fours can help.
        if depth < params::razoring_depth() && eval + params::razoring_margin(depth) < window.alpha
        {
            let score = self.quiescence(window, node.ply)?;
            if score <= window.alpha {
                return Ok(Some(score));
            }
        }
        // Step 7. Futility: so far above beta that even a wasted move should fail high.
        if depth <= params::futility_depth()
            && !window.beta.is_proven()
            && eval - params::futility_margin(depth, node.is_improving) >= window.beta
        {
            return Ok(Some(eval));
        }
        // Step 8. Likely to fail high: well above beta, and a search of part of the depth finds it so
        // (after Buro, 1995: "ProbCut: an effective selective extension of the alpha-beta algorithm").
        let goal = window.beta + params::probe_margin();
        if depth >= params::probe_depth()
            && !node.is_probe
            && !window.beta.is_proven()
            && eval >= goal
        {
            self.stack[node.ply].is_probe = true;
            let probe = self.node(Window::zero(goal - 1), params::probe_search(depth), node.ply);
            // It may have gone straight to a leaf.
            self.stack[node.ply].is_probe = false;
            let score = probe?;
            if score >= goal {
                return Ok(Some(score));
            }
        }
        Ok(None)
    }

    /// Steps 10 to 15: the loop over the moves.
    fn moves_of_node(
        &mut self,
        mut window: Window,
        mut depth: Depth,
        node: &Node,
    ) -> Result<Best, Stopped> {
        let ply = node.ply;
        let us = self.position.to_move();
        let is_pv = node.is_pv;
        let (is_free, is_forced) = (node.is_free(), node.is_forced());
        let context = Context::new(self.position.board().stones());
        let start = self.moves.len();
        let mut best = Best { score: -Score::INFINITE, point: None, depth };
        // Whether a move that could matter was left out, so that a loss is not proven. Candidates
        // are not all moves.
        let mut has_skipped = is_free || node.excluded.is_some();
        let mut count = 0;
        let mut generated: Option<Generated> = None;
        let mut next = start;
        loop {
            // Step 10. The table move first, then the others by their scores.
            let (point, appeal) = if let (0, Some(point), None) =
                (count, node.table_move(), generated)
                && Some(point) != node.excluded
                && is_allowed(&self.position, &node.situation, point)
            {
                (point, None)
            } else {
                let generated = generated.get_or_insert_with(|| {
                    order::generate(
                        &self.position,
                        &mut self.scorer,
                        &node.situation,
                        &self.memory.histories,
                        ply,
                        context,
                        if is_forced { i32::MAX } else { params::appeal_margin(depth) },
                        &mut self.moves,
                    )
                });
                // Step 11. Pruning: once a move holds, those that look far worse than others hardly ever
                // matter, whatever they make or take.
                if next == generated.promising_end && next < self.moves.len() {
                    if best.score > Score::presumed_loss(MAX_PLY) {
                        has_skipped = true;
                        break;
                    }
                    generated.promising_end = self.moves.len();
                    order::sort(&mut self.moves, next);
                }
                let list = &mut self.moves[..generated.promising_end];
                let Some(Scored { point, appeal, .. }) = order::pick(list, start, next) else {
                    break;
                };
                next += 1;
                if count > 0 && Some(point) == node.table_move()
                    || Some(point) == node.excluded
                    || self.position.is_forbidden(point)
                {
                    continue;
                }
                (point, Some(appeal))
            };
            let our_shape = self.position.shape(us, point);
            let their_shape = self.position.shape(!us, point);
            let is_attack = our_shape >= Shape::Three;
            // How much less promising it looks than the best, in hundredths of the natural logarithm.
            let lag = match (generated, appeal) {
                (Some(generated), Some(appeal)) => generated.top - appeal,
                _ => 0,
            };
            // The same goes for those far down the list.
            if !is_forced
                && best.score > Score::presumed_loss(MAX_PLY)
                && depth <= params::late_move_depth()
                && count >= params::late_move_count(depth, node.is_improving)
            {
                has_skipped = true;
                break;
            }
            // Step 12. Singular moves: is the move of the table better than all others?
            let mut extension = if is_forced { params::forced_extension() } else { 0 };
            if appeal.is_none() && !is_forced {
                match self.singular(node, window, depth, point)? {
                    Singular::Extend(depth) => extension = depth,
                    Singular::Cut(score) => {
                        let depth = params::singular_search(depth);
                        return Ok(Best { score, point: None, depth });
                    }
                }
            }
            count += 1;

            // Step 13. Late moves are searched less deep, to begin with.
            let new_depth = depth - PLY + extension;
            let reduction = if is_forced || count <= params::unreduced_moves(is_pv) {
                0
            } else {
                let mut reduction = self.memory.reductions.of(depth, count);
                reduction += params::reduction_lag(lag);
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
                if !node.is_improving {
                    reduction += params::reduction_worsening();
                }
                let shapes = [our_shape, their_shape];
                let history = self.memory.histories.score(us, context, shapes, point);
                reduction -= history * PLY / params::reduction_history();
                reduction.clamp(0, (new_depth - PLY).max(0))
            };

            // Step 14. Principal variation search.
            self.table.prefetch(self.position.key_after(point));
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

            // Step 15. New best move, or a cut.
            if score > best.score {
                best.score = score;
                if score > window.alpha {
                    best.point = Some(point);
                    if is_pv {
                        self.set_pv(ply, point);
                    }
                    if score >= window.beta {
                        self.learn(ply, context, point, start..next, depth);
                        break;
                    }
                    window.alpha = score;
                    if depth > params::improved_min() && depth < params::improved_max() {
                        depth -= params::improved_reduction();
                    }
                }
            }
        }
        self.moves.truncate(start);
        if count == 0 && node.excluded.is_some() {
            best.score = window.alpha;
        } else if count == 0 {
            // Only fouls were near: nothing is known, which is bad enough.
            best.score = if is_free {
                Score::presumed_loss(ply)
            } else {
                Score::loss_in(ply + plies_of_threat(&self.position))
            };
        } else if has_skipped && best.score.is_loss() {
            best.score = Score::presumed_loss(ply);
        }
        Ok(best)
    }

    /// How much deeper the move of the table is to be searched. If all other moves fail low against a
    /// bound a little below its score, the position hangs on it (singular extension; Anantharaman,
    /// Campbell and Hsu, 1988); if one of them reaches beta as well, the node fails high without it
    /// (multi-cut).
    fn singular(
        &mut self,
        node: &Node,
        window: Window,
        depth: Depth,
        point: Point,
    ) -> Result<Singular, Stopped> {
        let Some(entry) = node.entry else { return Ok(Singular::Extend(0)) };
        let score = entry.score_at(node.ply);
        if depth < params::singular_depth()
            || node.excluded.is_some()
            || !matches!(entry.bound, Bound::Lower | Bound::Exact)
            || entry.depth + params::singular_lag() < depth
            || score.is_proven()
            || node.ply > 2 * self.root_plies
        {
            return Ok(Singular::Extend(0));
        }
        let bound = score - params::singular_margin() * depth / (100 * PLY);
        self.stack[node.ply].excluded = Some(point);
        let others =
            self.node(Window::zero(bound - 1), params::singular_search(depth), node.ply)?;
        // It may have gone straight to a leaf.
        self.stack[node.ply].excluded = None;
        self.stack[node.ply].eval = node.eval;
        Ok(if others < bound {
            let is_double = window.is_zero() && others < bound - params::double_margin();
            Singular::Extend(if is_double {
                params::double_extension()
            } else {
                params::singular_extension()
            })
        } else if others >= window.beta && !others.is_proven() {
            Singular::Cut(others)
        } else if score >= window.beta {
            Singular::Extend(-params::not_singular_reduction())
        } else {
            Singular::Extend(0)
        })
    }

    /// Notes that a move failed high after those in `tried` of the list had not.
    fn learn(
        &mut self,
        ply: usize,
        context: Context,
        point: Point,
        tried: std::ops::Range<usize>,
        depth: Depth,
    ) {
        let us = self.position.to_move();
        let shapes = |point| [us, !us].map(|color| self.position.shape(color, point));
        let bonus = Histories::bonus(depth);
        let histories = &mut self.memory.histories;
        histories.refuted(us, context, point, ply);
        histories.update(us, context, shapes(point), point, bonus);
        let tried = tried.start..tried.end.min(self.moves.len());
        for other in self.moves[tried].iter().filter(|other| other.point != point) {
            histories.update(us, context, shapes(other.point), other.point, -bonus);
        }
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

/// Plies to the last stone of the threat that has to be answered, if it is not.
fn plies_of_threat(position: &Position) -> usize {
    if position.count(!position.to_move(), Shape::OpenFour) > 0 { 4 } else { 6 }
}

/// Whether a move from the table may be played here. It may be that of another position with the same
/// key.
fn is_allowed(position: &Position, situation: &Situation, point: Point) -> bool {
    position.board().is_empty(point)
        && !position.is_forbidden(point)
        && situation.moves().is_none_or(|moves| moves.contains(point))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::BoardSize;
    use crate::rule::Rule;

    #[test]
    fn a_threat_that_is_not_answered_ends_after_four_plies_or_six() {
        let situation = |white: &[(u8, u8)]| {
            let size = BoardSize::square(15).expect("in range");
            let mut position = Position::new(size, Rule::Renju);
            // The first black stone closes the row, the others are far from all that matters.
            let black = [(4, 7), (0, 0), (14, 0), (0, 14), (14, 14)];
            for (&white, black) in white.iter().zip(black) {
                for (x, y) in [black, white] {
                    position.play(Point::new(x, y));
                }
            }
            let is_threatened = matches!(assess(&mut position), Situation::Defend(_));
            (is_threatened, plies_of_threat(&position))
        };
        // An open three; and a closed three with two stones on a line that crosses its own.
        assert_eq!(situation(&[(7, 7), (8, 7), (9, 7)]), (true, 4));
        assert_eq!(situation(&[(5, 7), (6, 7), (7, 7), (8, 8), (8, 9)]), (true, 6));
    }
}
