//! Names of players, events and dates, fit for one line of a terminal.

/// Maximum length in characters of the name of a player, an event or a date.
const MAX_NAME: usize = 60;

/// The name of a player, an event or a date, reduced to what fits on one line; `None` if nothing is
/// left.
pub(crate) fn name(text: &str) -> Option<String> {
    let words = text.split(|c: char| c.is_whitespace() || c.is_control());
    let name: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let name: String = name.join(" ").chars().take(MAX_NAME).collect();
    (!name.is_empty()).then_some(name)
}
