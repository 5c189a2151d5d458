//! How a game ended, as SGF has it.

use fukumi_core::geometry::Color;

use crate::game::Game;
use crate::names::name;
use crate::result::GameResult;

/// The result of a game as SGF has it, as in `B+R` or `0`; `None` if it is not known.
pub fn result(game: &Game) -> Option<String> {
    Some(match game.result? {
        GameResult::Draw => "0".into(),
        GameResult::Win(color) => {
            let winner = if color == Color::Black { "B+" } else { "W+" };
            format!("{winner}{}", game.won_by.as_deref().unwrap_or_default())
        }
    })
}

/// Sets the result of a game, as in `B+R`, `0` or `Draw`. Returns whether the text is one.
pub fn set_result(game: &mut Game, text: &str) -> bool {
    game.result = read_result(text);
    let how = text.split_once('+').filter(|_| matches!(game.result, Some(GameResult::Win(_))));
    game.won_by = how.and_then(|(_, how)| name(how));
    game.result.is_some()
}

/// The result, as in `B+R`, `0` or `Draw`.
pub(super) fn read_result(value: &str) -> Option<GameResult> {
    let value = value.trim().to_ascii_lowercase();
    match value.as_str() {
        // Some renju servers write the last one.
        "0" | "draw" | "b+draw" | "w+draw" => Some(GameResult::Draw),
        _ if value.starts_with("b+") => Some(GameResult::Win(Color::Black)),
        _ if value.starts_with("w+") => Some(GameResult::Win(Color::White)),
        _ => None,
    }
}
