//! The leaf search: a win by fours, else the static score.

use crate::score::Score;
use crate::solver::Verdict;
use crate::solver::vcf::Bounds;
use crate::threat::{Situation, assess, may_have_four};

use super::depth::MAX_PLY;
use super::params;
use super::request::Stopped;
use super::table::{Bound, TableEntry};
use super::window::Window;
use super::worker::Worker;

impl Worker<'_> {
    /// Returns the score of a position with no depth left, for the side to move.
    ///
    /// A threatened five is answered first. So the score is never that of a position in which the
    /// opponent is about to win.
    pub(super) fn quiescence(&mut self, window: Window, ply: usize) -> Result<Score, Stopped> {
        self.count_node(ply)?;
        if self.position.board().empty_count() == 0 {
            return Ok(Score::ZERO);
        }
        match assess(&mut self.position) {
            Situation::Won { plies, .. } => Ok(Score::win_in(ply + plies)),
            Situation::Lost { plies } => Ok(Score::loss_in(ply + plies)),
            Situation::Block(answers) if ply < MAX_PLY => {
                let mut best = -Score::INFINITE;
                for answer in &answers {
                    self.table.prefetch(self.position.key_after(answer));
                    self.position.play(answer);
                    let score = self.quiescence(-window, ply + 1);
                    self.position.undo();
                    best = best.max(-score?);
                }
                Ok(best)
            }
            situation @ (Situation::Block(_) | Situation::Defend(_) | Situation::Free) => {
                self.leaf(window, ply, &situation)
            }
        }
    }

    /// Returns the score of a position in which nothing is decided and no five is threatened.
    ///
    /// The table saves a second search for the same win by fours when other move orders lead to the
    /// same position.
    fn leaf(
        &mut self,
        window: Window,
        ply: usize,
        situation: &Situation,
    ) -> Result<Score, Stopped> {
        let key = self.position.key();
        let entry = self.table.probe(key);
        if let Some(entry) = entry
            && (window.is_zero() || entry.is_fact())
            && let Some(score) = window.settle(&entry, ply)
        {
            return Ok(score);
        }
        let eval = self.static_score(entry.as_ref(), situation);
        let (score, bound) = if eval >= window.beta {
            (eval, Bound::Lower)
        } else if let Some(win) = self.win_by_fours(ply, params::leaf_budget())? {
            (win, Bound::Lower)
        } else {
            (eval, Bound::Exact)
        };
        if entry.is_none() {
            self.table.store(
                key,
                TableEntry {
                    best: None,
                    score: score.to_table(ply),
                    eval: Some(eval.points() as i16),
                    depth: 0,
                    bound,
                    was_pv: false,
                },
            );
        }
        Ok(score)
    }

    /// Returns the static score of the position, from its table entry if the entry has one.
    pub(super) fn static_score(
        &mut self,
        entry: Option<&TableEntry>,
        situation: &Situation,
    ) -> Score {
        if let Some(eval) = entry.and_then(|entry| entry.eval) {
            return Score::from_points(i32::from(eval));
        }
        self.scorer.score_with(&self.position, situation.answers())
    }

    /// Returns the score of a win by fours for the side to move, if the solver finds one within
    /// `budget` nodes.
    pub(super) fn win_by_fours(
        &mut self,
        ply: usize,
        budget: u64,
    ) -> Result<Option<Score>, Stopped> {
        if !may_have_four(&self.position, self.position.to_move()) {
            return Ok(None);
        }
        let vcf = &mut self.memory.vcf;
        let bounds = Bounds { fours: params::leaf_fours(), ..Bounds::nodes(budget) };
        let verdict = vcf.solve(&self.position, bounds, self.control);
        self.nodes += vcf.nodes();
        Ok(match verdict {
            Verdict::Win(win) => Some(Score::win_in(ply + win.plies)),
            Verdict::NoWin => None,
            Verdict::Unknown if self.control.is_stopped() => return Err(Stopped),
            Verdict::Unknown => None,
        })
    }
}
