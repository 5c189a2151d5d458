//! What the first node says about a game.

use fukumi_core::geometry::BoardSize;

use super::result::set_result;
use crate::error::NotationError;
use crate::formats::sgf::property::{Node, unescape};
use crate::formats::sgf::values::{read_rule, read_size};
use crate::game::Game;
use crate::hints::{Hints, board_size};
use crate::lost::{Loss, Losses};
use crate::names::{counted_name, name};
use crate::reading::Notices;
use crate::source::Source;

/// A reader of the first node of a game.
pub(super) struct Header<'a, 'h> {
    pub(super) source: Source<'a>,
    pub(super) hints: &'h Hints,
    pub(super) notices: &'h mut Notices,
}

impl Header<'_, '_> {
    /// Reads what the node says about the game, and returns the stated size.
    pub(super) fn read(
        self,
        node: &Node<'_>,
        game: &mut Game,
        lost: &mut Losses,
    ) -> Result<Option<BoardSize>, NotationError> {
        let Self { source, hints, notices } = self;
        let mut size = None;
        let put = |name: &mut Option<String>, value: &str, lost: &mut Losses| {
            let replaced = std::mem::replace(name, counted_name(&unescape(value), lost));
            lost.add(Loss::Name, usize::from(replaced.is_some() && replaced != *name));
        };
        for property in node {
            let Some(&value) = property.values.first() else { continue };
            let is_stated = !value.trim().is_empty();
            match property.name.as_str() {
                "SZ" => size = Some(read_size(value).map_err(|p| source.error(value, p))?),
                "RU" => {
                    game.rule = read_rule(value, notices);
                    lost.add(Loss::Rule, usize::from(is_stated && game.rule.is_none()));
                }
                "PB" => put(&mut game.players[0], value, lost),
                "PW" => put(&mut game.players[1], value, lost),
                "EV" => put(&mut game.event, value, lost),
                "DT" => put(&mut game.date, value, lost),
                "RE" => {
                    set_result(game, &unescape(value));
                }
                _ => {}
            }
        }
        game.size = board_size(size, hints)?;
        Ok(size)
    }
}

/// The title of a game, which SGF has as `GN` at the root; `None` if there is none.
pub fn title(game: &Game) -> Option<String> {
    let notes = game.tree.notes(game.tree.root())?;
    let value = notes.others.iter().find_map(|other| other.strip_prefix("GN["))?;
    name(&unescape(value.strip_suffix(']')?))
}
