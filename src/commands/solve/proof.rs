//! A whole proof as text, with one line for each move of the attacker, indented by its depth.

use std::fmt::Write;

use fukumi_core::geometry::BoardSize;
use fukumi_core::position::Position;
use fukumi_core::solver::proof::Proof;

const LEGEND: &str = "\
Each line is an answer of the defender and the move after it; deeper lines say how it goes on.
* is any answer that is not listed. A line with nothing below it ends with a five, or with a four
that cannot be stopped; wherever a four is not answered on its point, the five follows.
";

/// The proof that the side to move wins.
pub(super) fn describe(position: &Position, proof: &Proof) -> String {
    let mut text = format!("{position:?}\n\n{LEGEND}\n");
    write(&mut text, position.size(), "", 0, proof);
    text
}

fn write(text: &mut String, size: BoardSize, answer: &str, depth: usize, proof: &Proof) {
    let attack = proof.attack.label(size);
    let gap = if answer.is_empty() { "" } else { " " };
    // Writing to a string does not fail.
    let _ = writeln!(text, "{:1$}{answer}{gap}{attack}", "", 2 * depth);
    for (point, next) in &proof.answers {
        write(text, size, &point.label(size), depth + 1, next);
    }
    if let Some(next) = &proof.otherwise {
        write(text, size, "*", depth + 1, next);
    }
}
