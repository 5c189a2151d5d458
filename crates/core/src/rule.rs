//! The rules: what counts as a win, and who has forbidden points.
//!
//! A [`Rule`] is the game as a manager names it. The pattern tables need only the `LineRule` of
//! each colour, which answers the same three questions for every game. So caro and renju are data
//! like the rest, and higher layers need no special cases.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use crate::geometry::Color;

/// The game that is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename_all = "kebab-case"))]
pub enum Rule {
    /// Five or more in a row win.
    #[default]
    Freestyle,
    /// Exactly five in a row win. Longer rows do not count.
    Standard,
    /// Black wins with exactly five and has forbidden points. White wins with five or more.
    Renju,
    /// Six or more in a row win. Five win unless opponent's stones stand at both ends.
    CaroOverline,
    /// Exactly five in a row win unless opponent's stones stand at both ends. Longer rows do not
    /// count.
    Caro,
}

/// A text is the name of no rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownRule(pub String);

impl fmt::Display for UnknownRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Rule::ALL.map(Rule::name).join(", ");
        write!(f, "expected one of {names}, found {:?}", self.0)
    }
}

impl Error for UnknownRule {}

/// What a row of one colour's stones is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct LineRule {
    /// Whether six or more in a row win.
    pub overline_wins: bool,
    /// Whether five in a row win even if opponent's stones stand at both ends. The edge of the
    /// board and dead cells do not count as opponent's stones.
    pub closed_five_wins: bool,
    /// Whether overlines, double fours and double threes are forbidden.
    pub has_fouls: bool,
}

impl LineRule {
    /// Whether a maximal row of `length` stones wins. `closed` says whether opponent's stones
    /// stand at both ends.
    pub(crate) const fn wins(self, length: usize, closed: bool) -> bool {
        match length {
            0..5 => false,
            5 => !closed || self.closed_five_wins,
            _ => self.overline_wins,
        }
    }

    /// Largest distance along a line, in cells, at which a stone can matter to a five through a
    /// point.
    pub(crate) const fn reach(self) -> usize {
        if self.overline_wins && self.closed_five_wins { 4 } else { 5 }
    }
}

impl Rule {
    /// All rules.
    pub const ALL: [Self; 5] =
        [Self::Freestyle, Self::Standard, Self::Renju, Self::CaroOverline, Self::Caro];

    /// What a row of `color`'s stones is worth.
    pub(crate) const fn line_rule(self, color: Color) -> LineRule {
        let exact = LineRule { overline_wins: false, closed_five_wins: true, has_fouls: false };
        match (self, color) {
            (Self::Freestyle, _) | (Self::Renju, Color::White) => {
                LineRule { overline_wins: true, ..exact }
            }
            (Self::Standard, _) => exact,
            (Self::Renju, Color::Black) => LineRule { has_fouls: true, ..exact },
            (Self::CaroOverline, _) => {
                LineRule { overline_wins: true, closed_five_wins: false, ..exact }
            }
            (Self::Caro, _) => LineRule { closed_five_wins: false, ..exact },
        }
    }

    /// Whether `color` has forbidden points.
    pub(crate) const fn has_fouls(self, color: Color) -> bool {
        self.line_rule(color).has_fouls
    }

    /// The larger reach of the two colours, in cells; see `LineRule::reach`.
    pub const fn reach(self) -> usize {
        let black = self.line_rule(Color::Black).reach();
        let white = self.line_rule(Color::White).reach();
        if black > white { black } else { white }
    }

    /// The name of the rule in options, records and reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Freestyle => "freestyle",
            Self::Standard => "standard",
            Self::Renju => "renju",
            Self::CaroOverline => "caro-overline",
            Self::Caro => "caro",
        }
    }

    /// The rule with this [`Rule::name`].
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|rule| rule.name() == name)
    }

    /// The number of the rule in the protocol's `INFO rule` and in files. It never changes.
    pub const fn code(self) -> u8 {
        match self {
            Self::Freestyle => 0,
            Self::Standard => 1,
            Self::Renju => 4,
            Self::CaroOverline => 8,
            Self::Caro => 9,
        }
    }

    /// The rule with exactly this [`Rule::code`].
    pub fn with_code(code: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|rule| rule.code() == code)
    }

    /// The rule that a sum of bits stands for in the protocol; `None` from 16 on.
    ///
    /// Bit 1 is exact five, bit 4 renju whatever else is set, bit 8 caro-overline, and 8 with 1 is
    /// caro. Bit 2 is a continuous game, which is not a rule of its own.
    pub const fn of_bits(bits: u8) -> Option<Self> {
        match bits {
            16.. => None,
            _ if bits & 4 != 0 => Some(Self::Renju),
            _ if bits & 9 == 9 => Some(Self::Caro),
            _ if bits & 8 != 0 => Some(Self::CaroOverline),
            _ if bits & 1 != 0 => Some(Self::Standard),
            _ => Some(Self::Freestyle),
        }
    }
}

/// Writes the [`Rule::name`].
impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Reads a [`Rule::name`].
impl FromStr for Rule {
    type Err = UnknownRule;

    fn from_str(name: &str) -> Result<Self, UnknownRule> {
        Self::named(name).ok_or_else(|| UnknownRule(name.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_those_of_the_protocol() {
        assert_eq!(Rule::ALL.map(Rule::code), [0, 1, 4, 8, 9]);
        for rule in Rule::ALL {
            assert_eq!(Rule::with_code(rule.code()), Some(rule));
            assert_eq!(Rule::of_bits(rule.code()), Some(rule));
            assert_eq!(Rule::of_bits(rule.code() | 2), Some(rule), "continuous");
        }
        assert_eq!(Rule::with_code(2), None);
        assert_eq!([5, 6, 12, 15].map(Rule::of_bits), [Some(Rule::Renju); 4]);
        assert_eq!([16, 255].map(Rule::of_bits), [None; 2]);
    }

    #[test]
    fn caro_is_the_rule_of_exactly_five() {
        let code = |name| Rule::named(name).map(Rule::code);
        assert_eq!(["caro", "caro-overline"].map(code), [Some(9), Some(8)]);
        for rule in Rule::ALL {
            assert_eq!(Rule::named(rule.name()), Some(rule));
        }
        assert_eq!(["Caro", ""].map(Rule::named), [None; 2]);
    }

    #[test]
    fn a_rule_is_parsed_from_what_it_is_shown_as() {
        for rule in Rule::ALL {
            assert_eq!(rule.to_string().parse(), Ok(rule));
        }
        let error = "Renju".parse::<Rule>().expect_err("names are in small letters");
        let names = "freestyle, standard, renju, caro-overline, caro";
        assert_eq!(error.to_string(), format!("expected one of {names}, found \"Renju\""));
    }
}
