//! The 26 openings of renju by name.
//!
//! The first black stone is in the centre and the white one beside it: directly, in the row or the
//! column, or indirectly, on the diagonal. The second black stone is within the 5 × 5 square.
//! There are thirteen of each kind up to turning and mirroring. Their numbers follow the list of
//! the Renju International Federation, <https://www.renju.net>.

use std::fmt;

use crate::geometry::{BoardSize, Color, Point, Symmetry};
use crate::position::Position;

/// An opening of renju with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamedOpening {
    /// The number: `D1` to `D13` for the direct openings, `I1` to `I13` for the indirect ones.
    pub code: &'static str,
    /// The Japanese name in Latin letters.
    pub name: &'static str,
    /// The Japanese name as it is written.
    pub kanji: &'static str,
    /// Columns to the right of the centre and rows above it, of the white and the second black
    /// stone.
    stones: [(i8, i8); 2],
}

impl NamedOpening {
    /// All of them, D1 to D13 and then I1 to I13.
    pub const ALL: [Self; 26] = {
        const DIRECT: (i8, i8) = (0, 1);
        const INDIRECT: (i8, i8) = (1, 1);
        [
            Self::new("D1", "Kansei", "寒星", DIRECT, (0, 2)),
            Self::new("D2", "Keigetsu", "渓月", DIRECT, (1, 2)),
            Self::new("D3", "Sosei", "疎星", DIRECT, (2, 2)),
            Self::new("D4", "Kagetsu", "花月", DIRECT, (1, 1)),
            Self::new("D5", "Zangetsu", "残月", DIRECT, (2, 1)),
            Self::new("D6", "Ugetsu", "雨月", DIRECT, (1, 0)),
            Self::new("D7", "Kinsei", "金星", DIRECT, (2, 0)),
            Self::new("D8", "Shogetsu", "松月", DIRECT, (0, -1)),
            Self::new("D9", "Kyugetsu", "丘月", DIRECT, (1, -1)),
            Self::new("D10", "Shingetsu", "新月", DIRECT, (2, -1)),
            Self::new("D11", "Zuisei", "瑞星", DIRECT, (0, -2)),
            Self::new("D12", "Sangetsu", "山月", DIRECT, (1, -2)),
            Self::new("D13", "Yusei", "遊星", DIRECT, (2, -2)),
            Self::new("I1", "Chosei", "長星", INDIRECT, (2, 2)),
            Self::new("I2", "Kyogetsu", "峡月", INDIRECT, (2, 1)),
            Self::new("I3", "Kosei", "恒星", INDIRECT, (2, 0)),
            Self::new("I4", "Suigetsu", "水月", INDIRECT, (2, -1)),
            Self::new("I5", "Ryusei", "流星", INDIRECT, (2, -2)),
            Self::new("I6", "Ungetsu", "雲月", INDIRECT, (1, 0)),
            Self::new("I7", "Hogetsu", "浦月", INDIRECT, (1, -1)),
            Self::new("I8", "Rangetsu", "嵐月", INDIRECT, (1, -2)),
            Self::new("I9", "Gingetsu", "銀月", INDIRECT, (0, -1)),
            Self::new("I10", "Myojo", "明星", INDIRECT, (0, -2)),
            Self::new("I11", "Shagetsu", "斜月", INDIRECT, (-1, -1)),
            Self::new("I12", "Meigetsu", "名月", INDIRECT, (-1, -2)),
            Self::new("I13", "Suisei", "彗星", INDIRECT, (-2, -2)),
        ]
    };

    const fn new(
        code: &'static str,
        name: &'static str,
        kanji: &'static str,
        white: (i8, i8),
        black: (i8, i8),
    ) -> Self {
        Self { code, name, kanji, stones: [white, black] }
    }

    /// The three stones in the order of play; `None` if the board has no room for them.
    pub fn stones(&self, size: BoardSize) -> Option<[Point; 3]> {
        let center = size.center();
        let at = |(right, up): (i8, i8)| {
            size.point(
                i64::from(center.x()) + i64::from(right),
                i64::from(center.y()) - i64::from(up),
            )
        };
        Some([center, at(self.stones[0])?, at(self.stones[1])?])
    }

    /// The opening of three stones in the order of play; `None` if it is none of the 26.
    pub fn of(stones: [Point; 3], size: BoardSize) -> Option<&'static Self> {
        Self::all().iter().find(|opening| opening.images(size).contains(&stones))
    }

    /// The stones as [`NamedOpening::stones`] gives them, turned and mirrored about the centre in
    /// all eight ways. Images that have no room on the board are left out.
    pub fn images(&self, size: BoardSize) -> Vec<[Point; 3]> {
        // An odd square around the centre has its symmetries even if the board has not.
        let square = BoardSize::square(i64::from(2 * RADIUS + 1));
        let (center, mut images) = (size.center(), Vec::new());
        for (square, symmetry) in square.iter().flat_map(|&s| Symmetry::all(s).map(move |t| (s, t)))
        {
            let moved = |point: Point| {
                let point = symmetry.apply(point, square);
                let shift = |to: u8, from: u8| i64::from(to) + i64::from(from) - i64::from(RADIUS);
                size.point(shift(point.x(), center.x()), shift(point.y(), center.y()))
            };
            let image = self.stones(square).map(|stones| stones.map(moved));
            if let Some([Some(first), Some(white), Some(black)]) = image {
                images.push([first, white, black]);
            }
        }
        images
    }

    fn all() -> &'static [Self; 26] {
        static ALL: [NamedOpening; 26] = NamedOpening::ALL;
        &ALL
    }
}

/// The distance of the furthest stone from the centre.
const RADIUS: u8 = 2;

impl fmt::Display for NamedOpening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} ({})", self.code, self.name, self.kanji)
    }
}

/// The opening of a position, by its first three stones: two black ones, one of which is in the
/// centre, and a white one, in any order. `None` if they are none of the 26.
pub fn name_of(position: &Position) -> Option<&'static NamedOpening> {
    let stones = position.board().stones().get(..3)?;
    let of = |color: Color| stones.iter().filter(move |stone| stone.color == color);
    let white = of(Color::White).next()?.point;
    let center = position.size().center();
    let black: Vec<Point> = of(Color::Black).map(|stone| stone.point).collect();
    match black[..] {
        [first, second] if first == center => {
            NamedOpening::of([first, white, second], position.size())
        }
        [second, first] => NamedOpening::of([first, white, second], position.size()),
        _ => None,
    }
}
