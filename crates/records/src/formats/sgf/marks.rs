//! The marks on a board: properties of SGF such as `TR[hh]`, and the texts on points.

use std::collections::BTreeSet;

use fukumi_core::geometry::{BoardSize, Point, PointSet};

use super::property::read_property;
use super::values::point;
use crate::collector::Collector;
use crate::hints::Hints;
use crate::source::Source;
use crate::tree::Notes;

/// A shape on a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sign {
    /// `TR`.
    Triangle,
    /// `CR`.
    Circle,
    /// `SQ`.
    Square,
    /// `MA`.
    Cross,
}

impl Sign {
    const ALL: [(&'static str, Self); 4] =
        [("TR", Self::Triangle), ("CR", Self::Circle), ("SQ", Self::Square), ("MA", Self::Cross)];
}

/// A mark.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// A shape on a point.
    Sign(Point, Sign),
    /// A text on a point.
    Text(Point, String),
    /// An arrow from one point to another.
    Arrow(Point, Point),
}

/// The marks of a node, each once: shapes, then arrows, then texts. What cannot be read is left
/// out.
pub fn marks(notes: &Notes, size: BoardSize) -> Vec<Mark> {
    let Ok(collector) = Collector::new(Some(size), &Hints::default()) else { return Vec::new() };
    let mut signs = [PointSet::EMPTY; Sign::ALL.len()];
    let mut arrows = BTreeSet::new();
    for text in &notes.others {
        let Ok((property, _)) = read_property(Source::new(text), text.trim_start()) else {
            continue;
        };
        let ends = property.values.iter().filter_map(|value| {
            let (from, to) = value.split_once(':').unwrap_or((value, value));
            let [from, to] = [from, to].map(|end| point(&collector, end).ok().flatten());
            from.zip(to)
        });
        if property.name == "AR" {
            arrows.extend(ends.filter(|(from, to)| from != to));
        } else if let Some(kind) = Sign::ALL.iter().position(|(name, _)| property.name == *name) {
            ends.for_each(|(from, to)| insert_rectangle(&mut signs[kind], from, to));
        }
    }
    let signs = Sign::ALL.iter().zip(&signs);
    let signs = signs.flat_map(|((_, sign), points)| points.iter().map(|p| Mark::Sign(p, *sign)));
    let texts = notes.labels.iter().map(|(point, text)| Mark::Text(*point, text.clone()));
    signs.chain(arrows.into_iter().map(|(from, to)| Mark::Arrow(from, to))).chain(texts).collect()
}

fn insert_rectangle(points: &mut PointSet, from: Point, to: Point) {
    for y in from.y().min(to.y())..=from.y().max(to.y()) {
        for x in from.x().min(to.x())..=from.x().max(to.x()) {
            points.insert(Point::new(x, y));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_read_from_properties_and_texts() {
        let size = BoardSize::square(15).expect("in range");
        let (aa, bb, hh) = (Point::new(0, 0), Point::new(1, 1), Point::new(7, 7));
        let others = ["TR[hh][zz]", "SQ[aa:bb][aa]", "AR[aa:hh][hh:hh][aa]", "MA[tt]", "XY[aa]"];
        let mut notes = Notes { others: others.map(String::from).to_vec(), ..Notes::default() };
        notes.set_label(bb, "A".into());
        let square = |x, y| Mark::Sign(Point::new(x, y), Sign::Square);
        assert_eq!(
            marks(&notes, size),
            [
                Mark::Sign(hh, Sign::Triangle),
                square(0, 0),
                square(1, 0),
                square(0, 1),
                square(1, 1),
                Mark::Arrow(aa, hh),
                Mark::Text(bb, "A".into()),
            ]
        );
    }

    #[test]
    fn marks_on_many_rectangles_are_not_repeated() {
        let size = BoardSize::square(15).expect("in range");
        let others = vec![format!("CR{}", "[aa:oo]".repeat(10_000))];
        let notes = Notes { others, ..Notes::default() };
        assert_eq!(marks(&notes, size).len(), size.area());
    }
}
