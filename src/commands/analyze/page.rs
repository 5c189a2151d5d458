//! A page with a board to step through, in one self-contained file.
//!
//! This module writes the title and what is stated about the game. The script draws the rest from
//! the same JSON that `--json` prints.

use std::io;

use super::graph::escaped;
use super::report::Document;

/// Made by `scripts/web report` from the board in the browser, `board`.
const TEMPLATE: &str = include_str!("page.html");

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
    Ok(filled(TEMPLATE, |name| match name {
        "title" => escaped(&document.title()),
        "facts" => escaped(&facts(document)),
        "data" => data.clone(),
        name => unreachable!("the template has no other place than {name}"),
    }))
}

/// Fills the places of a template, written as `{{name}}`. Filled text is not searched for places.
pub(super) fn filled(template: &str, fill: impl Fn(&str) -> String) -> String {
    let mut page = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("{{") {
        page += before;
        let (name, after) = after.split_once("}}").unwrap_or((after, ""));
        page += &fill(name);
        rest = after;
    }
    page + rest
}

/// What is stated about the game, and how it was analysed.
fn facts(document: &Document) -> String {
    let limits = &document.limits;
    let nodes = limits.nodes.map(|nodes| format!("{nodes} nodes"));
    let time = limits.time_ms.map(|ms| format!("{} s", ms as f64 / 1_000.0));
    let depth = limits.depth.map(|depth| format!("depth {depth}"));
    let limits: Vec<String> = [nodes, time, depth].into_iter().flatten().collect();
    let end = if document.complete { "" } else { "; ended early" };
    let defeat = document.defeat_in_words().map(|words| format!("; {words}")).unwrap_or_default();
    format!("{}{defeat}; {} for each position{end}", document.facts(), limits.join(", "))
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
