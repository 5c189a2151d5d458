//! Losing moves of a search, each reported once.
//!
//! `YXSEARCHDEFEND` is about all moves, and most of them lose. A search finds the same losses again
//! at every depth. A front end keeps what it knows of a move, so only news is of use to it.

use std::collections::BTreeMap;

use fukumi_core::geometry::Point;
use fukumi_core::score::Score;
use fukumi_core::search::report::Info;

/// The losing moves of one search that were reported, and in how many plies they lose.
#[derive(Debug, Default)]
pub(super) struct ReportedLosses(BTreeMap<Point, Score>);

impl ReportedLosses {
    /// Takes note of a line. Returns whether it is to be reported: the best line always is, and
    /// others unless they are the same loss as before.
    pub(super) fn is_news(&mut self, info: &Info) -> bool {
        let Some(&first) = info.line.moves.first() else { return true };
        let score = info.line.score;
        if !score.is_loss() {
            self.0.remove(&first);
            return true;
        }
        self.0.insert(first, score) != Some(score) || info.index == 0
    }

    /// Forgets everything at the end of a search.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use fukumi_core::search::report::Variation;

    use super::*;

    fn info(x: u8, score: Score, index: usize) -> Info {
        let line = Variation {
            score,
            moves: vec![Point::new(x, 7)],
            depth: 5,
            selective_depth: 5,
            nodes: 9,
        };
        Info { index, count: 3, ..Info::new(line, 9, Duration::ZERO) }
    }

    #[test]
    fn a_loss_is_reported_once_unless_it_changes() {
        let mut losses = ReportedLosses::default();
        let (four, six) = (Score::loss_in(4), Score::loss_in(6));
        assert!(losses.is_news(&info(1, four, 1)));
        assert!(losses.is_news(&info(2, four, 2)), "another move");
        assert!(!losses.is_news(&info(1, four, 2)), "another rank");
        assert!(losses.is_news(&info(1, six, 1)), "another length");
        assert!(losses.is_news(&info(1, six, 0)), "the best line");
        assert!(losses.is_news(&info(1, Score::ZERO, 1)) && losses.is_news(&info(1, six, 1)));
        losses.clear();
        assert!(losses.is_news(&info(2, four, 2)), "another search");
    }
}
