//! Which records are of the same game: the one measure of the database, its import, and the games
//! that the board keeps.

use fukumi_core::board::Stone;
use fukumi_core::geometry::{Color, Symmetry};
use fukumi_core::rule::Rule;

use crate::game::Game;
use crate::tree::Move;

/// A number that stands for a game; different games may share one, but hardly ever do.
///
/// Rule, board, stones set up, moves and variations count, up to symmetry. Names, dates, results
/// and texts do not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameKey {
    /// Stands for the moves. It is the same in every version of the program.
    pub moves: u64,
    /// Stands for the players, if the names of both are known, in whichever case.
    pub players: Option<u64>,
}

impl GameKey {
    /// Whether this is another record of the same game: with the same moves, and with the same
    /// players if both records know them.
    pub fn is_same(self, other: Self) -> bool {
        let players = self.players.zip(other.players);
        self.moves == other.moves && players.is_none_or(|(one, other)| one == other)
    }
}

impl Game {
    /// The key of the game; `rule` counts if the game states none.
    pub fn key(&self, rule: Rule) -> GameKey {
        let moves = Symmetry::all(self.size).map(|symmetry| self.moves_seen(rule, symmetry)).min();
        let are_known = self.players.iter().all(Option::is_some);
        let players = are_known.then(|| self.names());
        GameKey { moves: moves.unwrap_or_default(), players }
    }

    /// One number for stores that can only look up equal ones. Records with the same number are of
    /// the same game as [`GameKey::is_same`] has it. The reverse does not hold: a name that only
    /// one of two records has makes their numbers differ.
    pub fn digest(&self, rule: Rule) -> u64 {
        mixed(self.key(rule).moves, self.names())
    }

    /// A number that stands for the names of the players, in whichever case.
    fn names(&self) -> u64 {
        let [black, white] =
            self.players.each_ref().map(|name| name.as_deref().unwrap_or_default());
        let names = format!("{black}\n{white}").to_lowercase();
        names.bytes().fold(0, |key, byte| mixed(key, u64::from(byte)))
    }

    /// The number of the moves on a board that is turned or mirrored.
    fn moves_seen(&self, rule: Rule, symmetry: Symmetry) -> u64 {
        let seen = |color: Color, point| {
            let point = symmetry.apply(point, self.size);
            let place = 1 + u64::from(point.y()) * 32 + u64::from(point.x());
            2 * place + color.index() as u64
        };
        // Stones that were set up have no order.
        let setup = self.setup.iter().map(|&Stone { color, point }| mixed(0, seen(color, point)));
        let setup = setup.fold(0, u64::wrapping_add);
        let first = self.to_move.map_or(2, |color| color.index() as u64);
        let board = [rule.code().into(), self.size.width().into(), self.size.height().into()];
        let head = board.into_iter().chain([setup, first]).fold(0, mixed);
        // Each node by the path to it, so that the order of variations makes no difference.
        let mut paths = vec![head; self.tree.len()];
        let mut all = 0_u64;
        for node in self.tree.walk() {
            let before = self.tree.parent(node).map_or(head, |parent| paths[parent.index()]);
            let action = self.tree.action(node).map(|Move { color, point }| {
                point.map_or(color.index() as u64, |point| seen(color, point))
            });
            // A node that has only texts is no move.
            let path = action.map_or(before, |action| mixed(before, action));
            paths[node.index()] = path;
            all = all.wrapping_add(if action.is_some() { path } else { 0 });
        }
        let end = self.tree.main_line().last().map_or(head, |node| paths[node.index()]);
        mixed(mixed(head, all), end)
    }
}

/// A number that depends on both; the constants are those of `SplitMix64`.
const fn mixed(key: u64, value: u64) -> u64 {
    let mut key = (key ^ value).wrapping_add(0x9e37_79b9_7f4a_7c15);
    key = (key ^ (key >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    key = (key ^ (key >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    key ^ (key >> 31)
}

#[cfg(test)]
mod tests {
    use fukumi_core::geometry::BoardSize;

    use super::*;
    use crate::lost::Losses;

    /// The game of a text in one of the notations.
    fn game(text: &str) -> Game {
        let diagram = crate::parse(text, &crate::Hints::default());
        Game::from_diagram(&diagram.unwrap(), &mut Losses::default()).unwrap()
    }

    fn key(text: &str) -> GameKey {
        game(text).key(Rule::Freestyle)
    }

    #[test]
    fn the_moves_in_their_order_make_a_game_however_the_board_lies() {
        let turned = ["h8 i9 h10", "h8 g9 h10", "h8 i7 h6", "h8 g7 f8", "h8 i9 j8"];
        assert!(turned.iter().all(|text| key(text).is_same(key(turned[0]))));
        let others = ["h8 i9", "h10 i9 h8", "h8 i9 h11", "h8 i9 h10 a1", "h8 h9 h10"];
        let digest = |text| game(text).digest(Rule::Freestyle);
        assert!(turned.iter().all(|text| digest(text) == digest(turned[0])));
        assert!(others.iter().all(|text| digest(text) != digest(turned[0])));
        assert!(others.iter().all(|text| !key(text).is_same(key(turned[0]))));
        let renju = game(turned[0]).key(Rule::Renju);
        assert!(!renju.is_same(key(turned[0])), "another rule");
        let smaller = Game { size: BoardSize::square(19).unwrap(), ..game(turned[0]) };
        assert!(!smaller.key(Rule::Freestyle).is_same(key(turned[0])), "another board");
    }

    #[test]
    fn names_tell_games_apart_if_both_records_have_them() {
        let named = |black: Option<&str>, white: Option<&str>| {
            let players = [black, white].map(|name| name.map(Into::into));
            Game { players, ..game("h8 i9") }.key(Rule::Freestyle)
        };
        let ada = named(Some("Ada"), Some("Bob"));
        assert!(ada.is_same(named(Some("ADA"), Some("bob"))));
        assert!(ada.is_same(named(None, None)) && ada.is_same(named(Some("Eve"), None)));
        assert!(!ada.is_same(named(Some("Bob"), Some("Ada"))));
        assert!(!ada.is_same(named(Some("Ada"), Some("Eve"))));
    }

    #[test]
    fn equal_digests_are_of_the_same_game() {
        let names = [
            [None, None],
            [Some("Ada"), None],
            [Some("ADA"), Some("bob")],
            [Some("Bob"), Some("Ada")],
        ];
        let games = names.map(|players| {
            let players = players.map(|name: Option<&str>| name.map(Into::into));
            Game { players, ..game("h8 i9") }
        });
        let rule = Rule::Freestyle;
        for (one, names_of_one) in games.iter().zip(names) {
            for (other, names_of_other) in games.iter().zip(names) {
                let is_equal = one.digest(rule) == other.digest(rule);
                assert_eq!(is_equal, names_of_one == names_of_other);
                assert!(!is_equal || one.key(rule).is_same(other.key(rule)));
            }
        }
        let lower = Game { players: [Some("ada".into()), Some("Bob".into())], ..game("h8 i9") };
        assert_eq!(lower.digest(rule), games[2].digest(rule));
    }

    #[test]
    fn variations_belong_to_a_game_in_any_order_and_texts_do_not() {
        let read = |text: &str| {
            let (games, _) = crate::sgf::tree::read(text, &crate::Hints::default()).unwrap();
            games[0].key(Rule::Freestyle)
        };
        let all = read("(;SZ[15];B[hh](;W[ii];B[hj])(;W[aa])(;W[bb]))");
        assert!(all.is_same(read("(;SZ[15];B[hh]C[x];C[y](;W[ii];B[hj])(;W[bb])(;W[aa]))")));
        assert!(!all.is_same(read("(;SZ[15];B[hh](;W[aa])(;W[ii];B[hj])(;W[bb]))")), "main line");
        assert!(!all.is_same(read("(;SZ[15];B[hh](;W[ii];B[hj])(;W[aa]))")));
        assert_eq!(all.moves, 0x0981_e0ba_66db_f6fc, "files keep the number");
    }
}
