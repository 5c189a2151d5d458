//! Marks of the move that a search looks at: `MESSAGE REALTIME POS` and `DONE`.
//!
//! The search notes which move at the root it is looking at. The session looks there now and then,
//! so a front end gets few lines, however fast the search goes through its moves.

use std::time::Duration;

use fukumi_core::clock::Instant;
use fukumi_core::geometry::Point;

/// Time between two looks.
const INTERVAL: Duration = Duration::from_millis(100);

/// The mark on the front end's board. Each `POS` is followed by its `DONE`.
#[derive(Debug)]
pub(super) struct RootMarks {
    marked: Option<Point>,
    due_at: Instant,
}

impl Default for RootMarks {
    fn default() -> Self {
        Self { marked: None, due_at: Instant::now() }
    }
}

impl RootMarks {
    /// When to look next.
    pub(super) const fn due_at(&self) -> Instant {
        self.due_at
    }

    /// Takes note of the move that the search looks at now. Returns the lines that say so.
    pub(super) fn look(&mut self, at: Option<Point>, now: Instant) -> Vec<String> {
        self.due_at = now + INTERVAL;
        if at == self.marked {
            return Vec::new();
        }
        let mut lines = self.end();
        lines.extend(at.map(|point| format!("MESSAGE REALTIME POS {point}")));
        self.marked = at;
        lines
    }

    /// Takes the mark away. Returns the line that says so.
    pub(super) fn end(&mut self) -> Vec<String> {
        let marked = self.marked.take();
        marked.iter().map(|point| format!("MESSAGE REALTIME DONE {point}")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_mark_is_taken_away_once() {
        let now = Instant::now();
        let mut marks = RootMarks::default();
        let (first, second) = (Some(Point::new(7, 7)), Some(Point::new(8, 6)));
        assert!(marks.look(None, now).is_empty() && marks.due_at() > now);
        assert_eq!(marks.look(first, now), ["MESSAGE REALTIME POS 7,7"]);
        assert!(marks.look(first, now).is_empty());
        let lines = ["MESSAGE REALTIME DONE 7,7", "MESSAGE REALTIME POS 8,6"];
        assert_eq!(marks.look(second, now), lines);
        assert_eq!(marks.end(), ["MESSAGE REALTIME DONE 8,6"]);
        assert!(marks.end().is_empty());
    }
}
