//! Names and numbers as sentences have them.

use fukumi_core::geometry::Color;
use fukumi_core::solver::Threats;

use crate::is_proven;

/// A side, as in `Black wins`.
pub const fn side(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}

/// The threats of an attack, as in `a win by fours and threes`.
pub const fn threats(threats: Threats) -> &'static str {
    match threats {
        Threats::Fours => "fours",
        Threats::FoursAndThrees => "fours and threes",
    }
}

/// What the solver's "no win" means. The documentation and the help have this sentence as it is.
pub const NO_WIN: &str = "\"No win\" is about wins by fours and threes, or by fours alone if \
                          asked; other wins may exist.";

/// The solver's "no", as in `no win by fours and threes; other wins may exist`.
pub fn no_win(by: Threats) -> String {
    format!("no win by {}; other wins may exist", threats(by))
}

/// A win rate as percent with so many digits after the point, as in `61.4 %`. It is 0 or 100 % only
/// if the result is proven.
pub fn percent(rate: f64, digits: u8) -> String {
    let least = 0.1_f64.powi(i32::from(digits) + 2);
    let rate = if is_proven(rate) { rate } else { rate.clamp(least, 1.0 - least) };
    format!("{:.*} %", usize::from(digits), rate * 100.0)
}

/// A count with its noun: `1 ply`, `2 plies`.
pub fn counted(count: usize, noun: &str) -> String {
    match (count, noun) {
        (1, _) => format!("1 {noun}"),
        (_, "ply") => format!("{count} plies"),
        _ => format!("{count} {noun}s"),
    }
}
