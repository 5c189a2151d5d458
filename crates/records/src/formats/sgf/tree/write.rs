//! Writes games with all their lines.

use std::fmt::Write;

use fukumi_core::geometry::{Color, Point};

use super::result::result;
use crate::board_text::side_text;
use crate::formats::sgf::property::escape;
use crate::game::Game;
use crate::lost::{Loss, Losses};
use crate::tree::{Notes, Tree};

/// Writes a game. `charset` is the name of the encoding in which the text will be stored.
pub fn write(game: &Game, charset: &str) -> (String, Losses) {
    let mut text = String::new();
    let mut lost = Losses::default();
    let size = side_text(game.size, ':');
    // Writing to a string does not fail.
    let _ = write!(text, "(;FF[4]GM[4]CA[{}]SZ[{size}]", escape(charset));
    let property = |text: &mut String, name: &str, value: &str| {
        let _ = write!(text, "{name}[{}]", escape(value));
    };
    if let Some(rule) = game.rule {
        property(&mut text, "RU", rule.name());
    }
    let [black, white] = &game.players;
    for (key, value) in [("PB", black), ("PW", white), ("EV", &game.event), ("DT", &game.date)] {
        if let Some(value) = value {
            property(&mut text, key, value);
        }
    }
    if let Some(result) = result(game) {
        property(&mut text, "RE", &result);
    }
    for (key, color) in [("AB", Color::Black), ("AW", Color::White)] {
        let mut stones = game.setup.iter().filter(|stone| stone.color == color).peekable();
        if stones.peek().is_some() {
            text += key;
            stones.for_each(|stone| text += &format!("[{}]", letters(stone.point)));
        }
    }
    match game.to_move {
        Some(Color::Black) => text += "PL[B]",
        Some(Color::White) => text += "PL[W]",
        None => {}
    }
    let mut notes = game.tree.notes(game.tree.root()).cloned().unwrap_or_default();
    // A result that was not understood is not written beside a later one.
    notes.others.retain(|other| game.result.is_none() || !other.starts_with("RE["));
    write_notes(&mut text, Some(&notes), &mut lost);
    text.push('\n');
    write_nodes(&mut text, &game.tree, &mut lost);
    text += ")\n";
    (text, lost)
}

/// Writes all nodes but the root.
fn write_nodes(text: &mut String, tree: &Tree, lost: &mut Losses) {
    let mut next = tree.next(tree.root());
    while let Some(id) = next {
        if tree.has_siblings(id) {
            text.push('(');
        }
        text.push(';');
        if let Some(action) = tree.action(id) {
            text.push(if action.color == Color::Black { 'B' } else { 'W' });
            text.push('[');
            *text += &action.point.map(letters).unwrap_or_default();
            text.push(']');
        }
        write_notes(text, tree.notes(id), lost);
        // Close the variations that end here.
        let mut end = id;
        next = tree.children(end).next();
        while next.is_none() {
            if tree.has_siblings(end) {
                *text += ")\n";
            }
            next = tree.next_sibling(end);
            match tree.parent(end) {
                Some(parent) if next.is_none() => end = parent,
                _ => break,
            }
        }
    }
}

fn write_notes(text: &mut String, notes: Option<&Notes>, lost: &mut Losses) {
    let Some(notes) = notes else { return };
    lost.add(Loss::Mark, usize::from(notes.is_start));
    // Writing to a string does not fail.
    if !notes.title.is_empty() {
        let _ = write!(text, "N[{}]", escape(&notes.title.replace(['\n', '\r'], " ")));
    }
    if !notes.comment.is_empty() {
        let _ = write!(text, "C[{}]", escape(&notes.comment.replace("\r\n", "\n")));
    }
    if !notes.labels.is_empty() {
        *text += "LB";
        for (point, label) in &notes.labels {
            let label = escape(&label.replace(['\n', '\r'], " ")).replace(':', "\\:");
            let _ = write!(text, "[{}:{label}]", letters(*point));
        }
    }
    if notes.is_marked {
        *text += "HO[1]";
    }
    text.extend(notes.others.iter().map(String::as_str));
}

/// The letters of a point, as in `hh`.
fn letters(point: Point) -> String {
    [point.x(), point.y()].map(|index| char::from(b'a' + index)).iter().collect()
}
