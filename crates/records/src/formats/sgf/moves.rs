//! The moves of a node.

use fukumi_core::geometry::Color;

use super::property::{Node, Property};
use crate::reading::{Notice, Notices};

/// The moves of a node: at most one of each side, in their order.
pub(super) struct Moves<'a, 't> {
    pub(super) moves: Vec<(Color, &'a Property<'t>)>,
    /// Whether a side has moves besides these, which are left out.
    has_more: bool,
}

impl<'a, 't> Moves<'a, 't> {
    pub(super) fn of(node: &'a Node<'t>) -> Self {
        let mut all = Self { moves: Vec::new(), has_more: false };
        for property in node {
            let color = match property.name.as_str() {
                "B" => Color::Black,
                "W" => Color::White,
                _ => continue,
            };
            all.has_more |= property.values.len() > 1;
            if all.moves.iter().any(|(known, _)| *known == color) {
                all.has_more = true;
            } else {
                all.moves.push((color, property));
            }
        }
        all
    }

    /// Whether a property is one of the moves.
    pub(super) fn has(&self, property: &Property<'_>) -> bool {
        self.moves.iter().any(|(_, own)| std::ptr::eq(*own, property))
    }

    /// Reports what is unusual.
    pub(super) fn notice(&self, notices: &mut Notices) {
        notices.add(Notice::SharedNode, usize::from(self.moves.len() > 1));
        notices.add(Notice::SecondMove, usize::from(self.has_more));
    }
}
