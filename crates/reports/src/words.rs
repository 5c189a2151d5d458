//! Names and numbers as sentences have them.

use fukumi_core::geometry::Color;
use fukumi_core::solver::Threats;

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

/// A count with its noun: `1 ply`, `2 plies`.
pub fn counted(count: usize, noun: &str) -> String {
    match (count, noun) {
        (1, _) => format!("1 {noun}"),
        (_, "ply") => format!("{count} plies"),
        _ => format!("{count} {noun}s"),
    }
}
