//! The root: its moves, iterative deepening, aspiration windows, several lines, and when to stop.

use crate::geometry::{Point, PointSet};
use crate::pattern::Shape;
use crate::score::Score;
use crate::threat::{Situation, assess};

use super::depth::{Depth, PLY};
use super::pace::Pace;
use super::params;
use super::picker::Picker;
use super::report::{Info, Variation};
use super::request::{Request, Stopped};
use super::root_move::{RootMove, effort_in_best, efforts, plies_seen};
use super::static_move::static_move;
use super::window::Window;
use super::worker::Worker;

/// What the threads have to search.
pub(super) enum Start {
    /// Nothing: the position is settled, and these are its lines.
    Settled(Vec<Variation>),
    /// These root moves, at least one.
    Search(Vec<RootMove>),
}

impl Worker<'_> {
    /// Decides what there is to search, if the position needs a search at all.
    pub(super) fn start(&mut self, request: &Request) -> Start {
        let mut moves = self.root_moves(request);
        if let Some(line) = self.settled(request, &moves) {
            return Start::Settled(vec![line]);
        }
        if moves.is_empty() {
            return Start::Settled(Vec::new());
        }
        if moves.iter().all(|root_move| self.position.is_forbidden(root_move.point)) {
            // A foul loses, but a game by the full rules of renju would go on with a pass.
            let score = Score::presumed_loss(1);
            let moves = vec![moves[0].point];
            let line = Variation { score, moves, depth: 1, selective_depth: 1, nodes: 1 };
            return Start::Settled(vec![line]);
        }
        if request.lines == 1 {
            self.leave_out_losses(&mut moves);
        }
        Start::Search(moves)
    }

    /// Searches deeper and deeper until the control or the team ends the search or nothing is left
    /// to find out. `moves` must not be empty. If there are `helpers` and several lines are wanted,
    /// they divide the moves.
    ///
    /// Returns the best lines that were searched, at most as many as requested. There may be none.
    pub(super) fn deepen(
        &mut self,
        mut moves: Vec<RootMove>,
        request: &Request,
        helpers: &mut [Worker<'_>],
        report: &mut dyn FnMut(&Info),
    ) -> Vec<Variation> {
        let lines = request.lines.clamp(1, moves.len());
        let situation = assess(&mut self.position);
        let has_clock = self.control.planned().is_some();
        let mut pace = Pace::default();
        let mut finished = Vec::new();
        let mut depth = self.team.next_depth(self.seat, 0);
        while depth <= self.control.depth_limit().min(params::DEEPEST) {
            let is_divided = lines > 1 && !helpers.is_empty() && depth >= params::DIVIDED_DEPTH;
            let iteration = if is_divided {
                self.divide(helpers, &mut moves, lines, depth)
            } else {
                self.iterate(&mut moves, lines, depth)
            };
            let is_stopped = iteration.is_err();
            if !is_stopped {
                finished.clear();
                finished.extend(moves[..lines].iter().filter_map(|m| m.line.clone()));
                for (index, line) in finished.iter().enumerate() {
                    let mut info = self.info(line, index, lines);
                    if index + 1 == finished.len() {
                        info.efforts = efforts(&moves);
                    }
                    report(&info);
                }
            }
            // All moves near the stones lose. Search the rest of the board before believing it.
            let is_lost = moves[0].is_loss();
            if is_lost && !is_stopped && situation == Situation::Free {
                let count = moves.len();
                self.append_remaining(request, &mut moves);
                if moves.len() > count {
                    depth = self.team.next_depth(self.seat, depth);
                    continue;
                }
            }
            let is_won = lines == 1 && moves[0].is_win();
            if is_won {
                self.team.end();
            }
            let is_decided = if lines == 1 {
                is_won || is_lost && depth > 2 || moves.len() == 1 && has_clock
            } else {
                are_final(&finished)
            };
            let Some(best) = &moves[0].line else { break };
            if is_stopped || is_decided || self.is_time_up(&mut pace, best, effort_in_best(&moves))
            {
                break;
            }
            depth = self.team.next_depth(self.seat, depth);
        }
        self.efforts = efforts(&moves);
        if lines > 1 && !finished.is_empty() {
            return finished;
        }
        // The result of an iteration that was stopped still improves the choice of the move, though
        // its score may be a bound.
        moves.truncate(lines);
        moves.into_iter().filter_map(|root_move| root_move.line).collect()
    }

    /// Runs one iteration for the best `lines` lines and sorts them.
    ///
    /// If the iteration is stopped, some lines may come from the iteration before, and some scores
    /// may be bounds.
    fn iterate(&mut self, moves: &mut [RootMove], lines: usize, depth: u32) -> Result<(), Stopped> {
        self.root_plies = depth as usize;
        let result = (0..lines).try_for_each(|place| self.aspire(moves, place, depth));
        // Moves without a score come last.
        moves[..lines].sort_by_key(|root_move| std::cmp::Reverse(root_move.score()));
        result
    }

    /// Returns the root moves worth a search, the most promising first. Empty only if the board is
    /// full.
    fn root_moves(&mut self, request: &Request) -> Vec<RootMove> {
        let situation = assess(&mut self.position);
        let mut picker = Picker::new(self, &situation, 0, None, None);
        let mut points = Vec::new();
        // With this margin all moves count as promising.
        while let Some(picked) = picker.next(self, i32::MAX, true) {
            points.push(picked.point);
        }
        self.moves.clear();
        points.retain(|&point| !request.excluded.contains(point));
        if points.is_empty() {
            points.extend(static_move(&self.position, &request.excluded));
        }
        let mut moves: Vec<RootMove> = points.into_iter().map(RootMove::new).collect();
        if request.lines > 1 && situation != Situation::Free {
            // A search of several lines settles nothing beforehand. It may be stopped before it has
            // come to the move that makes a five or stops one, so put that move first.
            let forced = static_move(&self.position, &request.excluded);
            let place = moves.iter().position(|root_move| Some(root_move.point) == forced);
            if let Some(place) = place {
                moves[..=place].rotate_right(1);
            }
        }
        // Several lines may include moves that lose, so add all other moves if too few hold.
        if request.lines > moves.len() {
            self.append_remaining(request, &mut moves);
        }
        moves
    }

    /// Appends the legal moves that are not yet on the list.
    fn append_remaining(&self, request: &Request, moves: &mut Vec<RootMove>) {
        let known: PointSet = moves.iter().map(|root_move| root_move.point).collect();
        let rest = self.position.board().empty_points().filter(|&point| {
            !known.contains(point)
                && !request.excluded.contains(point)
                && !self.position.is_forbidden(point)
        });
        moves.extend(rest.map(RootMove::new));
    }

    /// Returns the line to play if it needs no search: a win on the board, a win by threats, or a
    /// lost position.
    fn settled(&mut self, request: &Request, moves: &[RootMove]) -> Option<Variation> {
        let is_considered = |point: Point| moves.iter().any(|root_move| root_move.point == point);
        if request.lines > 1 {
            return None;
        }
        let line = |moves: Vec<Point>, score: Score, nodes: u64| Variation {
            score,
            moves,
            depth: 1,
            selective_depth: plies_seen(score, 1),
            nodes,
        };
        match assess(&mut self.position) {
            Situation::Won { best, plies } if is_considered(best) => {
                Some(line(vec![best], Score::win_in(plies), 1))
            }
            Situation::Lost { plies } => {
                let point = static_move(&self.position, &request.excluded)?;
                Some(line(vec![point], Score::loss_in(plies), 1))
            }
            Situation::Won { .. }
            | Situation::Block(_)
            | Situation::Defend(_)
            | Situation::Free => {
                let proof = self.forced_win()?;
                let (attack, moves, score) =
                    (proof.attack, proof.line(), Score::win_in(proof.plies));
                is_considered(attack).then(|| line(moves, score, self.nodes))
            }
        }
    }

    /// Searches the moves from `place` on to a depth of `depth` plies. The aspiration window around
    /// the last score grows until the score lies inside it.
    fn aspire(&mut self, moves: &mut [RootMove], place: usize, depth: u32) -> Result<(), Stopped> {
        let full = Window::full();
        let mut delta = params::aspiration_width();
        let mut window = match moves[place].score() {
            Some(last) if depth >= params::aspiration_depth() && !last.is_proven() => {
                Window::around(last, delta)
            }
            _ => full,
        };
        loop {
            let score = self.root(moves, place, window, depth as Depth * PLY)?;
            delta = delta * params::aspiration_growth() / 100;
            if score <= window.alpha && window.alpha > -Score::INFINITE {
                window.alpha =
                    if delta > params::aspiration_limit() { full.alpha } else { score - delta };
            } else if score >= window.beta && window.beta < Score::INFINITE {
                window.beta =
                    if delta > params::aspiration_limit() { full.beta } else { score + delta };
            } else {
                return Ok(());
            }
        }
    }

    /// Searches the moves from `place` on once with this window. The best move goes to `place`; the
    /// others keep their order.
    fn root(
        &mut self,
        moves: &mut [RootMove],
        place: usize,
        mut window: Window,
        depth: Depth,
    ) -> Result<Score, Stopped> {
        let mut best_score = -Score::INFINITE;
        self.stack[0].eval = None;
        for index in place..moves.len() {
            let (point, count) = (moves[index].point, index - place + 1);
            let before = self.nodes;
            let score = self.search_root_move(point, window, depth, count, index == place)?;
            let root_move = &mut moves[index];
            root_move.nodes += self.nodes - before;
            best_score = best_score.max(score);
            if score > window.alpha || index == place {
                let replies = &self.stack[1].pv;
                root_move.set_line(score, replies, (depth / PLY) as u32, self.selective_depth);
                if score > window.alpha {
                    moves[place..=index].rotate_right(1);
                    if score >= window.beta {
                        return Ok(score);
                    }
                    window.alpha = score;
                }
            }
        }
        Ok(best_score)
    }

    /// Returns the score of a move at the root, the one with this number from 1. A move that is not
    /// among the first is only expected to be worse than alpha.
    pub(super) fn search_root_move(
        &mut self,
        point: Point,
        window: Window,
        depth: Depth,
        count: usize,
        is_first: bool,
    ) -> Result<Score, Stopped> {
        if self.is_main() {
            self.control.set_root_move(point);
        }
        self.selective_depth = 0;
        if self.position.shape(self.position.to_move(), point) == Shape::Five {
            // Nodes assume that no five is on the board, so none is entered.
            self.stack[1].pv.clear();
            return Ok(Score::win_in(1));
        }
        let is_forced = matches!(assess(&mut self.position), Situation::Block(_));
        let new_depth = if is_forced { depth } else { depth - PLY };
        let reduction = if is_forced || count <= params::unreduced_root() {
            0
        } else {
            (self.memory.reductions.of(depth, count) - PLY).clamp(0, (new_depth - PLY).max(0))
        };
        self.search_move(point, window, new_depth, reduction, 0, is_first)
    }

    /// Whether the time for this move is used up as far as it makes sense to use it. `effort` is
    /// the share of the nodes that went into the best move. Only the main thread decides about
    /// time.
    fn is_time_up(&self, pace: &mut Pace, best: &Variation, effort: f64) -> bool {
        if !self.is_main() {
            return false;
        }
        let factor = pace.update(best, effort);
        match (self.control.soft(), self.control.hard()) {
            // Here nothing is gained by saving time.
            (Some(soft), Some(hard)) if soft == hard => false,
            (Some(soft), _) => self.control.elapsed() >= soft.mul_f64(factor),
            (None, _) => false,
        }
    }
}

/// Whether no deeper search could change any line: each score is proven and its end lies within the
/// depth searched.
fn are_final(lines: &[Variation]) -> bool {
    let is_final = |line: &Variation| {
        line.score.plies_to_end().is_some_and(|plies| plies.unsigned_abs() <= line.depth)
    };
    !lines.is_empty() && lines.iter().all(is_final)
}
