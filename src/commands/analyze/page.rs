//! A page with a board to step through, in one self-contained file.
//!
//! This module writes what does not change while stepping. The script draws the board and the text
//! for a position from the same JSON that `--json` prints.

use std::fmt::Write;
use std::io;

use super::graph::{self, escaped};
use super::report::{Document, MoveReport, SideReport};
use crate::commands::names::Side;

const TEMPLATE: &str = include_str!("page.html");
pub(super) const STYLE: &str = include_str!("page.css");
const GRAPH_STYLE: &str = include_str!("graph.css");
const SCRIPT: &str = include_str!("page.js");

/// The page as HTML.
///
/// # Errors
/// If the document cannot be written as JSON.
pub(super) fn describe(document: &Document) -> io::Result<String> {
    let mut data = serde_json::to_value(document)?;
    // Readers of the page need not know where the game was kept.
    data["name"] = document.title().into();
    // Nothing in the data can close the element that contains it.
    let data = data.to_string().replace('<', "\\u003c");
    let style = format!("{GRAPH_STYLE}{STYLE}");
    Ok(filled(TEMPLATE, |name| match name {
        "title" => escaped(&document.title()),
        "facts" => escaped(&facts(document)),
        "style" => style.clone(),
        "graph" => graph::inline(document),
        "moves" => move_list(document),
        "summary" => summary(document),
        "data" => data.clone(),
        "script" => SCRIPT.into(),
        name => unreachable!("the template has no other place than {name}"),
    }))
}

/// Fills the places of a template, written as `{{name}}`. Filled text is not searched for places.
pub(super) fn filled(template: &str, fill: impl Fn(&str) -> String) -> String {
    let mut page = String::new();
    let mut rest = template;
    while let Some((before, behind)) = rest.split_once("{{") {
        page += before;
        let (name, behind) = behind.split_once("}}").unwrap_or((behind, ""));
        page += &fill(name);
        rest = behind;
    }
    page + rest
}

/// What is stated about the game, and how it was analysed.
fn facts(document: &Document) -> String {
    let limits = &document.limits;
    let nodes = limits.nodes.map(|nodes| format!("{nodes} nodes"));
    let time = limits.ms.map(|ms| format!("{} s", ms as f64 / 1_000.0));
    let depth = limits.depth.map(|depth| format!("depth {depth}"));
    let limits: Vec<String> = [nodes, time, depth].into_iter().flatten().collect();
    let end = if document.complete { "" } else { "; ended early" };
    format!("{}; {} for each position{end}", document.facts(), limits.join(", "))
}

fn move_list(document: &Document) -> String {
    let after = document.positions.iter().skip(1).map(|position| position.black_win_rate);
    document.moves.iter().zip(after).map(|(played, rate)| move_item(played, rate)).collect()
}

/// A move and Black's win rate after it.
fn move_item(played: &MoveReport, rate: Option<f64>) -> String {
    let MoveReport { number, color, label, judgement, .. } = played;
    let side = if *color == Side::Black { "black" } else { "white" };
    let mut item = format!(
        "<li class=\"{side}\"><button type=\"button\" data-at=\"{number}\"><span \
         class=\"number\">{number}\
         </span> <span class=\"disc\" title=\"{}\"></span> {label}",
        color.name(),
    );
    if let Some(judgement) = judgement {
        let mark = judgement.mark.map(|mark| (played.kind().unwrap_or_default(), mark));
        let missed = judgement.missed_win.then_some(("missed", "missed win"));
        for (kind, words) in mark.into_iter().chain(missed) {
            // Writing to a string does not fail.
            let _ = write!(item, " <strong class=\"{kind}\">{words}</strong>");
        }
    }
    if let Some(rate) = rate {
        let _ = write!(item, "<span class=\"percent\">{:.0} %</span>", rate * 100.0);
    }
    item + "</button></li>\n"
}

fn summary(document: &Document) -> String {
    let sides = [
        ("Black", &document.players.black, &document.summary.black),
        ("White", &document.players.white, &document.summary.white),
    ];
    let row = |(color, player, side): (&str, &Option<String>, &SideReport)| {
        let player = player.as_ref().map(|player| format!(" ({})", escaped(player)));
        let loss = side.mean_loss.map(|loss| format!("{:.1} %", loss * 100.0));
        format!(
            "<tr><th scope=\"row\">{color}{}</th><td>{}</td><td>{}</td><td>{}</td><td>{}</td>\
             <td>{}</td><td>{}</td></tr>\n",
            player.unwrap_or_default(),
            side.moves,
            side.best,
            side.mistakes,
            side.blunders,
            side.missed_wins,
            loss.unwrap_or_else(|| "–".into()),
        )
    };
    sides.map(row).concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_filled_in_is_not_looked_at_again() {
        let fill = |name: &str| format!("[{name}{{{{a}}}}]");
        assert_eq!(filled("x{{a}}y{{b}}", fill), "x[a{{a}}]y[b{{a}}]");
        assert_eq!(filled("plain", fill), "plain");
    }
}
