//! Names of players, events and dates, fit for one line of a terminal.

use crate::lost::{Loss, Losses};

/// Maximum length in characters of the name of a player, an event or a date.
const MAX_NAME: usize = 60;

/// The name of a player, an event or a date, reduced to what fits on one line; `None` if nothing is
/// left.
pub(crate) fn name(text: &str) -> Option<String> {
    counted_name(text, &mut Losses::default())
}

/// A name as [`name`] gives it. One that is too long, and is cut off, counts as lost.
pub(crate) fn counted_name(text: &str, lost: &mut Losses) -> Option<String> {
    #[cfg(test)]
    crate::tests::count_work(text.len());
    let words = text.split(|c: char| c.is_whitespace() || c.is_control());
    let name: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let mut name = name.join(" ");
    if let Some((end, _)) = name.char_indices().nth(MAX_NAME) {
        name.truncate(end);
        lost.add(Loss::Name, 1);
    }
    (!name.is_empty()).then_some(name)
}
