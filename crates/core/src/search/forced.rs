//! What the threat solvers settle at the root: wins to play out, and root moves that lose by force.

use std::time::Duration;

use crate::pattern::Shape;
use crate::solver::Verdict;
use crate::solver::proof::Proof;
use crate::solver::vcf;
use crate::solver::vct::{self, Vct};
use crate::threat::makes_four;

use super::params;
use super::plan::WinPlan;
use super::root_move::RootMove;
use super::worker::Worker;

impl Worker<'_> {
    /// Returns a win by threats for the side to move: the rest of a win found earlier, or a new
    /// one.
    pub(super) fn forced_win(&mut self) -> Option<&Proof> {
        let known = self.memory.plan.take().and_then(|plan| plan.next(&self.position));
        let proof = known.or_else(|| self.win_by_four_moves()).or_else(|| self.win_by_threats())?;
        let plan = WinPlan::new(&self.position, proof);
        Some(self.memory.plan.insert(plan).proof())
    }

    fn win_by_four_moves(&mut self) -> Option<Proof> {
        let nodes =
            params::root_budget().min(self.control.node_limit() / params::root_budget_divisor());
        let bounds = self.bounds_of_fours(nodes);
        let verdict = self.memory.vcf.prove(&self.position, bounds, self.control);
        self.nodes += self.memory.vcf.nodes();
        verdict.win()
    }

    /// Bounds for a search for a win by fours: at most `nodes` nodes, and a share of the planned
    /// time.
    pub(super) fn bounds_of_fours(&self, nodes: u64) -> vcf::Bounds {
        vcf::Bounds { until: self.share_end(params::fours_share()), ..vcf::Bounds::nodes(nodes) }
    }

    /// The clock reading at which `thousandths` of the remaining planned time are used up. `None`
    /// if no time is planned.
    fn share_end(&self, thousandths: u32) -> Option<Duration> {
        let (planned, now) = (self.control.planned()?, self.control.elapsed());
        let share = f64::from(thousandths) / 1_000.0;
        Some(now + planned.saturating_sub(now).mul_f64(share))
    }

    fn win_by_threats(&mut self) -> Option<Proof> {
        let bounds = self.threat_bounds();
        let vct = self.memory.vct.get_or_insert_with(|| Vct::new(params::THREAT_TABLE_BYTES));
        let verdict = vct.prove(&self.position, bounds, self.control, &mut |_| {});
        self.nodes += vct.nodes() + vct.inner_nodes();
        verdict.win()
    }

    /// Bounds for one search for a win by threats.
    pub(super) fn threat_bounds(&self) -> vct::Bounds {
        let inner_nodes = self.control.node_limit() / params::threat_nodes_divisor();
        let until = self.share_end(params::threat_share());
        let nodes = match until {
            Some(_) => params::threat_nodes_within(self.control.depth_limit()),
            None => params::threat_nodes(),
        };
        vct::Bounds {
            inner_nodes,
            until,
            proof_moves: params::proof_moves(),
            short_first: false,
            ..vct::Bounds::nodes(nodes.min(inner_nodes))
        }
    }

    /// If the opponent threatens to win by fours, removes the moves that do not stop the win. Keeps
    /// all moves if none of them stops it, or if the opponent threatens a five, whose answers are
    /// known without that.
    pub(super) fn leave_out_losses(&mut self, moves: &mut Vec<RootMove>) {
        let us = self.position.to_move();
        if self.position.count(!us, Shape::Five) > 0 {
            return;
        }
        let nodes = params::threat_budget()
            .min(self.control.node_limit() / params::threat_budget_divisor());
        let bounds = self.bounds_of_fours(nodes);
        self.position.pass();
        let threat = self.memory.vcf.solve_with_zone(&self.position, bounds, self.control);
        self.position.pass();
        self.nodes += self.memory.vcf.nodes();
        let Verdict::Win(zone) = threat else { return };
        let mut left = nodes;
        let mut holding = Vec::with_capacity(moves.len());
        for root_move in moves.iter() {
            let point = root_move.point;
            if !zone.contains(point) && !makes_four(&self.position, us, point) {
                continue;
            }
            if left == 0 {
                // The budget is used up, so this move is not known to lose.
                holding.push(point);
                continue;
            }
            self.position.play(point);
            let bounds = vcf::Bounds { nodes: left, ..bounds };
            let answer = self.memory.vcf.solve(&self.position, bounds, self.control);
            self.position.undo();
            self.nodes += self.memory.vcf.nodes();
            left = left.saturating_sub(self.memory.vcf.nodes());
            if !answer.is_win() {
                holding.push(point);
            }
        }
        if !holding.is_empty() {
            moves.retain(|root_move| holding.contains(&root_move.point));
        }
    }
}
