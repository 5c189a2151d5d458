//! The opening rules, as lists of stages.

use std::fmt;

use crate::geometry::{BoardSize, Point};
use crate::rule::Rule;

/// Smallest side of a board for the rules that divide the board into squares. The largest of these
/// squares has nine points on a side.
const SQUARES_SIDE: u8 = 9;

/// An opening rule: who does what before the ordinary game begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename_all = "kebab-case"))]
pub enum OpeningRule {
    /// One black stone anywhere; the other player chooses a colour.
    Swap1,
    /// Three stones anywhere; the other player chooses a colour.
    Swap,
    /// Three stones anywhere. The other player chooses a colour, or adds two stones and leaves the
    /// choice to the first player.
    Swap2,
    /// Black's first stone in the centre, White's anywhere, Black's second outside the 5 × 5
    /// square.
    Pro,
    /// As pro, with the 7 × 7 square.
    LongPro,
    /// The rule of the Renju International Federation of 1996: one of the 26 openings, a swap, a
    /// fourth stone anywhere, two fifth stones offered, of which White keeps one.
    Rif,
    /// One of the 26 openings and the number of fifth stones, a swap, a fourth stone anywhere, the
    /// fifth stones offered, of which White keeps one.
    ///
    /// The text of the rule has no largest number. Here it is 12, as on xsir317's server.
    Yamaguchi,
    /// Four stones within growing squares with a swap after each. Then one fifth stone within the
    /// 9 × 9 square with a swap before and after it, or ten fifth stones offered anywhere without
    /// another swap.
    #[cfg_attr(feature = "schema", schemars(rename = "taraguchi-10"))]
    Taraguchi10,
    /// One of the 26 openings, a swap, a fourth stone anywhere with a number of fifth stones from 1
    /// to 8, another swap, the fifth stones offered, of which White keeps one.
    #[cfg_attr(feature = "schema", schemars(rename = "soosorv-8"))]
    Soosorv8,
}

impl OpeningRule {
    /// All rules, those of gomoku first.
    pub const ALL: [Self; 9] = [
        Self::Swap1,
        Self::Swap,
        Self::Swap2,
        Self::Pro,
        Self::LongPro,
        Self::Rif,
        Self::Yamaguchi,
        Self::Taraguchi10,
        Self::Soosorv8,
    ];

    /// The name in lower case, as on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Swap1 => "swap1",
            Self::Swap => "swap",
            Self::Swap2 => "swap2",
            Self::Pro => "pro",
            Self::LongPro => "long-pro",
            Self::Rif => "rif",
            Self::Yamaguchi => "yamaguchi",
            Self::Taraguchi10 => "taraguchi-10",
            Self::Soosorv8 => "soosorv-8",
        }
    }

    /// The rule with this name, in lower case.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|rule| rule.name() == name)
    }

    /// Whether the rule is made for renju, as opposed to gomoku.
    pub const fn is_of_renju(self) -> bool {
        match self {
            Self::Swap1 | Self::Swap | Self::Swap2 | Self::Pro | Self::LongPro => false,
            Self::Rif | Self::Yamaguchi | Self::Taraguchi10 | Self::Soosorv8 => true,
        }
    }

    /// Whether games of `rule` can open by this rule: openings of renju need its forbidden points.
    pub fn allows(self, rule: Rule) -> bool {
        rule == Rule::Renju || !self.is_of_renju()
    }

    /// Whether the board has the squares that the rule needs: nine points on each side, except for
    /// the rules that allow all points.
    pub const fn fits(self, size: BoardSize) -> bool {
        match self {
            Self::Swap1 | Self::Swap | Self::Swap2 => true,
            _ => size.width() >= SQUARES_SIDE && size.height() >= SQUARES_SIDE,
        }
    }

    /// The largest number of fifth stones that a player may declare; `None` if the
    /// rule has no such step.
    pub fn most_fifths(self) -> Option<usize> {
        self.stages().iter().find_map(|stage| match *stage {
            Stage::Count(most) => Some(most),
            _ => None,
        })
    }

    /// Every stage that can come: the number of stones on the board before it, and the list of
    /// stages that begins with it.
    pub(super) fn moments(self) -> Vec<(usize, &'static [Stage])> {
        let mut moments = Vec::new();
        let mut lists = vec![(0, self.stages())];
        while let Some((mut stones, mut rest)) = lists.pop() {
            while let Some((stage, later)) = rest.split_first() {
                moments.push((stones, rest));
                match *stage {
                    Stage::Place(areas) => stones += areas.len(),
                    Stage::Choose => stones += 1,
                    Stage::SwapOrPlace(areas, next) => lists.push((stones + areas.len(), next)),
                    Stage::SwapOrOffer(_, next) => lists.push((stones, next)),
                    Stage::Swap | Stage::Count(_) | Stage::Offer(_) => {}
                }
                rest = later;
            }
        }
        moments
    }

    /// The stages, in order.
    pub(super) const fn stages(self) -> &'static [Stage] {
        use Area::{Anywhere, Beyond, Within};
        use Stage::{Choose, Count, Offer, Place, Swap, SwapOrOffer, SwapOrPlace};
        const CENTER: Area = Within(0);
        const NAMED: Stage = Place(&[CENTER, Within(1), Within(2)]);
        const FREE: Stage = Place(&[Anywhere, Anywhere, Anywhere]);
        const ONE: Stage = Place(&[Anywhere]);
        match self {
            Self::Swap1 => &[ONE, Swap],
            Self::Swap => &[FREE, Swap],
            Self::Swap2 => &[FREE, SwapOrPlace(&[Anywhere, Anywhere], &[Swap])],
            Self::Pro => &[Place(&[CENTER]), ONE, Place(&[Beyond(2)])],
            Self::LongPro => &[Place(&[CENTER]), ONE, Place(&[Beyond(3)])],
            Self::Rif => &[NAMED, Swap, ONE, Offer(Some(2)), Choose],
            Self::Yamaguchi => &[NAMED, Count(12), Swap, ONE, Offer(None), Choose],
            Self::Taraguchi10 => &[
                Place(&[CENTER]),
                Swap,
                Place(&[Within(1)]),
                Swap,
                Place(&[Within(2)]),
                Swap,
                Place(&[Within(3)]),
                SwapOrOffer(10, &[Choose]),
                Place(&[Within(4)]),
                Swap,
            ],
            Self::Soosorv8 => &[NAMED, Swap, ONE, Count(8), Swap, Offer(None), Choose],
        }
    }
}

impl fmt::Display for OpeningRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One stage of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// Stones in turn, the first one of the side to move.
    Place(&'static [Area]),
    /// The other colour, or the same one.
    Swap,
    /// As `Swap`, or else these stones; then the second list follows.
    SwapOrPlace(&'static [Area], &'static [Stage]),
    /// As `Swap`, or else this number of fifth stones offered; then the list follows.
    SwapOrOffer(usize, &'static [Stage]),
    /// The number of fifth stones, at most this one.
    Count(usize),
    /// Fifth stones offered: this number, or the one declared.
    Offer(Option<usize>),
    /// One of the stones offered.
    Choose,
}

/// Where a stone may go. Distances are counted from the centre, as the larger one of columns and
/// rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Area {
    /// The whole board.
    Anywhere,
    /// At most this far from the centre: 0 is the centre, 2 is the 5 × 5 square.
    Within(u8),
    /// Further from the centre than this.
    Beyond(u8),
}

impl Area {
    /// Whether the point is in the area.
    pub fn contains(self, point: Point, size: BoardSize) -> bool {
        let distance = point.distance(size.center());
        match self {
            Self::Anywhere => true,
            Self::Within(most) => distance <= most,
            Self::Beyond(least) => distance > least,
        }
    }
}

impl fmt::Display for Area {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = |distance: u8| 2 * u32::from(distance) + 1;
        match *self {
            Self::Anywhere => f.write_str("anywhere"),
            Self::Within(0) => f.write_str("in the centre"),
            Self::Within(most) => write!(f, "within the {0}x{0} square", side(most)),
            Self::Beyond(least) => write!(f, "outside the {0}x{0} square", side(least)),
        }
    }
}
