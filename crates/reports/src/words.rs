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

/// A count with its noun: `1 ply`, `2 plies`.
pub fn counted(count: usize, noun: &str) -> String {
    match (count, noun) {
        (1, _) => format!("1 {noun}"),
        (_, "ply") => format!("{count} plies"),
        _ => format!("{count} {noun}s"),
    }
}
