//! Alpha-beta (principal variation search) at one node, in numbered steps.
//!
//! [`Worker::node`] has steps 1 to 6, 10 and 18. [`Worker::prune`] has the steps that end a node
//! early. [`Worker::try_moves`] is the loop over the moves.

use crate::geometry::Point;
use crate::pattern::Shape;
use crate::position::Position;
use crate::score::Score;
use crate::threat::{Situation, assess, makes_four};

use super::depth::{Depth, MAX_PLY, PLY};
use super::history::{Context, Histories};
use super::params;
use super::picker::{Picked, Picker};
use super::request::Stopped;
use super::table::{Bound, TableEntry};
use super::window::Window;
use super::worker::Worker;

/// What is known about a node before its moves are tried.
struct Node {
    ply: usize,
    /// Whether the node is on the principal variation: the caller asked for its score, not a
    /// yes-or-no question. This stays true when a known win narrows the window later.
    is_pv: bool,
    situation: Situation,
    entry: Option<TableEntry>,
    /// The static score, if it means anything here.
    raw_eval: Option<Score>,
    /// The static score after correction by what was learnt.
    eval: Option<Score>,
    is_improving: bool,
    /// The move that a singular search leaves out.
    excluded: Option<Point>,
    /// Whether this is the ProbCut search that verifies a likely fail high.
    is_probcut: bool,
}

impl Node {
    #[inline]
    fn is_forced(&self) -> bool {
        matches!(self.situation, Situation::Block(_))
    }

    #[inline]
    fn is_free(&self) -> bool {
        self.situation == Situation::Free
    }

    #[inline]
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

impl Best {
    /// Whether some move does not lose, as far as it was searched.
    #[inline]
    fn holds(&self) -> bool {
        self.score > Score::presumed_loss(MAX_PLY)
    }
}

/// The decision about the depth of a move.
enum Extension {
    /// Search the move this much deeper. A negative value is a reduction.
    By(Depth),
    /// Several moves fail high, so the node is expected to fail high with this score.
    Cut(Score),
}

impl Worker<'_> {
    /// Returns the score of the position for the side to move: exact within the window, fail-soft
    /// outside.
    ///
    /// The position is the same on return as on entry, even when the search is stopped.
    pub(super) fn node(
        &mut self,
        mut window: Window,
        mut depth: Depth,
        ply: usize,
    ) -> Result<Score, Stopped> {
        debug_assert!(!window.is_empty());
        self.stack[ply].pv.clear();
        // Step 1. No depth is left: go to the leaf search.
        if depth < PLY || ply >= MAX_PLY {
            return self.quiescence(window, ply);
        }
        self.count_node(ply)?;
        let is_pv = !window.is_zero();

        // Step 2. A full board is a draw.
        if self.position.board().empty_count() == 0 {
            return Ok(Score::ZERO);
        }
        // Step 3. Mate-distance pruning: no line through this node can end sooner than a win that
        // is already known.
        window = window.within_reach(ply);
        if window.is_empty() {
            return Ok(window.alpha);
        }
        // Step 4. Wins and losses that the shapes settle.
        let situation = assess(&mut self.position);
        match situation {
            Situation::Won { plies, best } => {
                self.stack[ply].pv.push(best);
                return Ok(Score::win_in(ply + plies));
            }
            Situation::Lost { plies } => return Ok(Score::loss_in(ply + plies)),
            Situation::Block(_) | Situation::Defend(_) | Situation::Free => {}
        }
        // Step 5. A cutoff by the transposition table.
        let excluded = self.stack[ply].excluded.take();
        let is_probcut = std::mem::take(&mut self.stack[ply].is_probcut);
        let entry = self.table.probe(self.position.key());
        if let Some(entry) = entry
            && excluded.is_none()
            && (!is_pv && (entry.depth >= depth || entry.is_final()) || entry.is_fact())
            && let Some(score) = window.settle(&entry, ply)
        {
            return Ok(score);
        }
        // Step 6. The static score. It would say nothing where a five must be answered.
        let is_forced = matches!(situation, Situation::Block(_));
        let raw_eval = (!is_forced).then(|| self.static_score(entry.as_ref(), &situation));
        let eval = raw_eval.map(|eval| self.memory.corrections.correct(&self.position, eval));
        self.stack[ply].eval = eval;
        let is_improving = self.is_improving(ply);
        let node = Node {
            ply,
            is_pv,
            situation,
            entry,
            raw_eval,
            eval,
            is_improving,
            excluded,
            is_probcut,
        };
        if !is_pv
            && excluded.is_none()
            && let Some(score) = self.prune(&node, window, depth)?
        {
            return Ok(score);
        }
        // Step 10. Internal reduction: without a table move the move ordering is poor.
        if node.table_move().is_none()
            && depth >= params::internal_reduction_depth()
            && !node.is_forced()
        {
            depth -= params::internal_reduction();
        }
        // Steps 11 to 17. The loop over the moves.
        let start = self.moves.len();
        let best = self.try_moves(window, depth, &node);
        self.moves.truncate(start);
        let best = best?;
        // Step 18. Keep what later searches can use.
        if excluded.is_none() {
            self.remember(&node, window, depth, &best);
        }
        Ok(best.score)
    }

    /// Whether the static score is better than two plies before. True if either score is unknown.
    #[inline]
    fn is_improving(&self, ply: usize) -> bool {
        let before = ply.checked_sub(2).and_then(|two| self.stack[two].eval);
        match (self.stack[ply].eval, before) {
            (Some(now), Some(before)) => now > before,
            _ => true,
        }
    }

    /// Steps 7 to 9: tries to settle a node off the principal variation without a search, or with a
    /// shallow one. Returns the score if that succeeds.
    fn prune(
        &mut self,
        node: &Node,
        window: Window,
        depth: Depth,
    ) -> Result<Option<Score>, Stopped> {
        let (Some(eval), true) = (node.eval, node.is_free()) else { return Ok(None) };
        // Step 7. Razoring: the static score is so far below alpha that only a win by fours can
        // help.
        if depth < params::razoring_depth() && eval + params::razoring_margin(depth) < window.alpha
        {
            let score = self.quiescence(window, node.ply)?;
            if score <= window.alpha {
                return Ok(Some(score));
            }
        }
        // Step 8. Futility: the static score is so far above beta that even a wasted move should
        // fail high.
        if depth <= params::futility_depth()
            && !window.beta.is_proven()
            && eval - params::futility_margin(depth, node.is_improving) >= window.beta
        {
            return Ok(Some(eval));
        }
        // Step 9. ProbCut: the static score is well above beta, and a search of part of the depth
        // confirms that (after Buro, 1995: "ProbCut: an effective selective extension of the
        // alpha-beta algorithm").
        let goal = window.beta + params::probcut_margin();
        if depth >= params::probcut_depth()
            && !node.is_probcut
            && !window.beta.is_proven()
            && eval >= goal
        {
            self.stack[node.ply].is_probcut = true;
            let found = self.node(Window::zero(goal - 1), params::probcut_search(depth), node.ply);
            // That search may have gone straight to a leaf, which does not take the flag.
            self.stack[node.ply].is_probcut = false;
            let score = found?;
            if score >= goal {
                return Ok(Some(score));
            }
        }
        Ok(None)
    }

    /// Steps 11 to 17: the loop over the moves. It leaves the moves on the worker's list.
    fn try_moves(
        &mut self,
        mut window: Window,
        mut depth: Depth,
        node: &Node,
    ) -> Result<Best, Stopped> {
        let ply = node.ply;
        let is_forced = node.is_forced();
        let mut picker = Picker::new(self, &node.situation, ply, node.table_move(), node.excluded);
        let mut best = Best { score: -Score::INFINITE, point: None, depth };
        let mut count = 0;
        // Step 11. The next move. Once one move holds, moves that look far worse than others hardly
        // ever matter, whatever shapes they make or take.
        let margin = |depth| if is_forced { i32::MAX } else { params::appeal_margin(depth) };
        while let Some(picked) = picker.next(self, margin(depth), !best.holds()) {
            // Step 12. Late-move pruning: moves far down the list hardly ever matter either.
            if best.holds()
                && !is_forced
                && depth <= params::late_move_depth()
                && count >= params::late_move_count(depth, node.is_improving)
            {
                break;
            }
            // Step 13. Extensions.
            let extension = match self.extension(node, window, depth, picked)? {
                Extension::By(extension) => extension,
                Extension::Cut(score) => {
                    let depth = params::singular_search(depth);
                    return Ok(Best { score, point: None, depth });
                }
            };
            count += 1;
            let new_depth = depth - PLY + extension;
            // Step 14. Late-move reductions: late moves are searched less deep at first.
            let reduction = if is_forced || count <= params::unreduced_moves(node.is_pv) {
                0
            } else {
                let reduction = self.reduction(node, picker.context(), picked, depth, count);
                reduction.clamp(0, (new_depth - PLY).max(0))
            };
            // Step 15. Principal variation search.
            let score =
                self.search_move(picked.point, window, new_depth, reduction, ply, count == 1)?;
            // Step 16. A new best move, or a cutoff.
            if score <= best.score {
                continue;
            }
            best.score = score;
            if score > window.alpha {
                best.point = Some(picked.point);
                if node.is_pv {
                    self.set_pv(ply, picked.point);
                }
                if score >= window.beta {
                    self.learn(ply, &picker, picked.point, depth);
                    break;
                }
                window.alpha = score;
                if depth > params::improved_min() && depth < params::improved_max() {
                    depth -= params::improved_reduction();
                }
            }
        }
        // Step 17. Interpret the cases in which no move was tried, or all moves lose.
        if count == 0 {
            best.score = self.score_without_moves(node, window);
        } else if best.score.is_loss() && (node.is_free() || node.excluded.is_some()) {
            // The loss is not proven: a move was left out, or there are moves besides the
            // candidates.
            best.score = Score::presumed_loss(ply);
        }
        Ok(best)
    }

    /// Returns the score of a node that has no move to try.
    #[cold]
    fn score_without_moves(&self, node: &Node, window: Window) -> Score {
        if node.excluded.is_some() {
            window.alpha
        } else if node.is_free() {
            // All moves near the stones are fouls. Nothing is known about the others, which is bad
            // enough.
            Score::presumed_loss(node.ply)
        } else {
            Score::loss_in(node.ply + plies_of_threat(&self.position))
        }
    }

    /// Step 13: decides how much deeper to search a move. A reply to a threatened five costs almost
    /// no depth. The table move is searched deeper if it is singular.
    #[inline]
    fn extension(
        &mut self,
        node: &Node,
        window: Window,
        depth: Depth,
        picked: Picked,
    ) -> Result<Extension, Stopped> {
        if node.is_forced() {
            return Ok(Extension::By(params::forced_extension()));
        }
        if !picked.is_table_move {
            return Ok(Extension::By(0));
        }
        self.singular(node, window, depth, picked.point)
    }

    /// Decides how much deeper to search the table move.
    ///
    /// If all other moves fail low against a bound a little below the table score, the position
    /// hangs on this move (singular extension; Anantharaman, Campbell and Hsu, 1988). If another
    /// move reaches beta as well, the node fails high without the table move (multi-cut).
    fn singular(
        &mut self,
        node: &Node,
        window: Window,
        depth: Depth,
        point: Point,
    ) -> Result<Extension, Stopped> {
        let Some(entry) = node.entry else { return Ok(Extension::By(0)) };
        let score = entry.score_at(node.ply);
        if depth < params::singular_depth()
            || node.excluded.is_some()
            || !matches!(entry.bound, Bound::Lower | Bound::Exact)
            || entry.depth + params::singular_lag() < depth
            || score.is_proven()
            || node.ply > params::singular_reach() * self.root_plies
        {
            return Ok(Extension::By(0));
        }
        let bound = score - params::singular_margin() * depth / (100 * PLY);
        self.stack[node.ply].excluded = Some(point);
        let found = self.node(Window::zero(bound - 1), params::singular_search(depth), node.ply);
        // That search may have gone straight to a leaf, which does not take the excluded move.
        self.stack[node.ply].excluded = None;
        self.stack[node.ply].eval = node.eval;
        let others = found?;
        Ok(if others < bound {
            let is_double = window.is_zero() && others < bound - params::double_margin();
            Extension::By(if is_double {
                params::double_extension()
            } else {
                params::singular_extension()
            })
        } else if others >= window.beta && !others.is_proven() {
            Extension::Cut(others)
        } else if score >= window.beta {
            Extension::By(-params::not_singular_reduction())
        } else {
            Extension::By(0)
        })
    }

    /// Step 14: returns how much less deep to search a move at first. `count` is its place in the
    /// move list, from 1.
    #[inline]
    fn reduction(
        &self,
        node: &Node,
        context: Context,
        picked: Picked,
        depth: Depth,
        count: usize,
    ) -> Depth {
        let (us, point) = (self.position.to_move(), picked.point);
        let shapes = [us, !us].map(|color| self.position.shape(color, point));
        let mut reduction = self.memory.reductions.of(depth, count);
        reduction += params::reduction_lag(picked.lag);
        if shapes[0] >= Shape::Three {
            reduction -= params::reduction_attack();
        }
        if makes_four(&self.position, us, point) {
            reduction -= params::reduction_four();
        }
        if shapes == [Shape::None; 2] {
            reduction += params::reduction_shapeless();
        }
        if node.is_pv {
            reduction -= params::reduction_pv();
        }
        if !node.is_improving {
            reduction += params::reduction_worsening();
        }
        let history = self.memory.histories.score(us, context, shapes, point);
        reduction - history * PLY / params::reduction_history()
    }

    /// Step 15: plays a move at `ply` and searches the position after it. The score is for the side
    /// that plays the move.
    #[inline]
    pub(super) fn search_move(
        &mut self,
        point: Point,
        window: Window,
        depth: Depth,
        reduction: Depth,
        ply: usize,
        is_first: bool,
    ) -> Result<Score, Stopped> {
        self.table.prefetch(self.position.key_after(point));
        self.position.play(point);
        let score = if is_first {
            self.node(-window, depth, ply + 1).map(|score| -score)
        } else {
            self.search_later_move(window, depth, reduction, ply)
        };
        self.position.undo();
        score
    }

    /// Returns the score of the move just played, which is not the first one at its node and so
    /// should not beat alpha.
    ///
    /// Searches with a zero window first, and with the full window only if the score lies inside
    /// it.
    #[inline]
    fn search_later_move(
        &mut self,
        window: Window,
        depth: Depth,
        reduction: Depth,
        ply: usize,
    ) -> Result<Score, Stopped> {
        let zero = -Window::zero(window.alpha);
        let mut score = -self.node(zero, depth - reduction, ply + 1)?;
        if reduction > 0 && score > window.alpha {
            score = -self.node(zero, depth, ply + 1)?;
        }
        if score > window.alpha && score < window.beta {
            score = -self.node(-window, depth, ply + 1)?;
        }
        Ok(score)
    }

    /// Step 16: learns from a move that failed high after the moves tried before it had not.
    fn learn(&mut self, ply: usize, picker: &Picker<'_>, point: Point, depth: Depth) {
        let (us, context) = (self.position.to_move(), picker.context());
        let shapes = |point| [us, !us].map(|color| self.position.shape(color, point));
        let bonus = Histories::bonus(depth);
        let histories = &mut self.memory.histories;
        histories.refuted(us, context, point, ply);
        histories.update(us, context, shapes(point), point, bonus);
        for other in picker.taken(&self.moves).iter().filter(|other| other.point != point) {
            histories.update(us, context, shapes(other.point), other.point, -bonus);
        }
    }

    /// Step 18: learns from the error of the static score, and stores the result in the table. The
    /// search left no move out.
    fn remember(&mut self, node: &Node, window: Window, depth: Depth, best: &Best) {
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
            self.position.key(),
            TableEntry {
                best: if bound == Bound::Upper { None } else { best.point },
                score: best.score.to_table(node.ply),
                eval: node.raw_eval.map(|eval| eval.points() as i16),
                depth: best.depth,
                bound,
                was_pv: node.is_pv || node.entry.is_some_and(|entry| entry.was_pv),
            },
        );
    }
}

/// Returns how many plies from here the opponent's threat ends the game if it is not answered.
fn plies_of_threat(position: &Position) -> usize {
    if position.count(!position.to_move(), Shape::OpenFour) > 0 { 4 } else { 6 }
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
            // The first black stone closes the row. The others are far from everything that
            // matters.
            let black = [(4, 7), (0, 0), (14, 0), (0, 14), (14, 14)];
            for (&white, black) in white.iter().zip(black) {
                for (x, y) in [black, white] {
                    position.play(Point::new(x, y));
                }
            }
            let is_threatened = matches!(assess(&mut position), Situation::Defend(_));
            (is_threatened, plies_of_threat(&position))
        };
        // An open three; then a closed three with two stones on a line that crosses it.
        assert_eq!(situation(&[(7, 7), (8, 7), (9, 7)]), (true, 4));
        assert_eq!(situation(&[(5, 7), (6, 7), (7, 7), (8, 8), (8, 9)]), (true, 6));
    }
}
