//! The positions of a game, one after the other, and who has won it.

use fukumi_core::board::{Board, Stone};
use fukumi_core::geometry::Color;
use fukumi_core::position::Position;
use fukumi_core::position::ending::End;
use fukumi_core::rule::Rule;

use crate::error::Problem;
use crate::game::Game;
use crate::result::GameResult;
use crate::tree::NodeId;

impl Game {
    /// Who has won, or `Some(None)` for a draw, as the game states it or as its last stone shows
    /// under a rule, a full board among them; `None` if that is not known.
    pub fn winner(&self, rule: Rule) -> Option<Option<Color>> {
        match self.result {
            Some(GameResult::Win(winner)) => return Some(Some(winner)),
            Some(GameResult::Draw) => return Some(None),
            _ => {}
        }
        let mut position = Position::new(self.size, rule);
        for stone in &self.setup {
            position.set_to_move(stone.color);
            position.try_play(stone.point).ok()?;
        }
        let mut end = End::of_setup(&position);
        for action in self.moves() {
            position.set_to_move(action.color);
            if let Some(point) = action.point {
                position.try_play(point).ok()?;
                end = End::of(&position);
            }
        }
        end.map(End::winner)
    }
}

/// A board that follows a walk through the tree of a game.
#[derive(Clone, Debug)]
pub struct Replay<'a> {
    game: &'a Game,
    board: Board,
    /// The nodes from the root.
    path: Vec<Step>,
}

/// A node on the way to the position.
#[derive(Clone, Copy, Debug)]
struct Step {
    node: NodeId,
    /// Whether it has put a stone.
    has_stone: bool,
    /// The side of the last move up to here, if there is any.
    last: Option<Color>,
}

impl<'a> Replay<'a> {
    /// The position before the first move.
    ///
    /// # Errors
    /// If two stones are set up on a point.
    pub fn new(game: &'a Game) -> Result<Self, Problem> {
        let mut board = Board::new(game.size);
        for &stone in &game.setup {
            place(&mut board, stone)?;
        }
        let mut replay = Self { game, board, path: Vec::new() };
        replay.turn();
        Ok(replay)
    }

    /// The position.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The number of nodes from the root to the last one, both included; 0 at the beginning.
    pub const fn depth(&self) -> usize {
        self.path.len()
    }

    /// Goes to a node whose parent was the last one or comes before it, as those of
    /// [`Tree::walk`](super::tree::Tree::walk) do one after the other.
    ///
    /// # Errors
    /// If the move goes to a point that is taken. Then nothing is to be asked of this any more.
    pub fn go_to(&mut self, node: NodeId) -> Result<(), Problem> {
        let parent = self.game.tree.parent(node);
        while let Some(&Step { node: last, has_stone, .. }) = self.path.last() {
            if Some(last) == parent {
                break;
            }
            if has_stone {
                self.board.remove_last();
            }
            self.path.pop();
        }
        let action = self.game.tree.action(node);
        let point = action.and_then(|action| action.point);
        if let Some((action, point)) = action.zip(point) {
            place(&mut self.board, Stone { color: action.color, point })?;
        }
        let last = action.map(|action| action.color).or(self.last());
        self.path.push(Step { node, has_stone: point.is_some(), last });
        self.turn();
        Ok(())
    }

    /// The side of the last move, if there is any.
    fn last(&self) -> Option<Color> {
        self.path.last().and_then(|step| step.last)
    }

    /// Gives the turn to the side that moves next: the one of the node's first child, or else the
    /// other side of the last move, or the side that the game states.
    fn turn(&mut self) {
        let tree = &self.game.tree;
        let node = self.path.last().map_or(tree.root(), |step| step.node);
        let next = tree.children(node).find_map(|child| tree.action(child));
        let by_count = || {
            let counts = Color::ALL.map(|color| {
                self.board.stones().iter().filter(|stone| stone.color == color).count()
            });
            if counts[0] > counts[1] { Color::White } else { Color::Black }
        };
        let color = next
            .map(|action| action.color)
            .or(self.last().map(|last| !last))
            .or(self.game.to_move)
            .unwrap_or_else(by_count);
        self.board.set_to_move(color);
    }
}

fn place(board: &mut Board, stone: Stone) -> Result<(), Problem> {
    if !board.is_empty(stone.point) {
        return Err(Problem::Taken(stone.point.label(board.size())));
    }
    board.place(stone);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Hints;
    use crate::sgf::tree::read;
    use crate::tests::work;

    #[test]
    fn the_turn_is_that_of_the_next_move_or_else_after_the_last_one() {
        let text = "(;SZ[15]AB[aa];C[x](;W[hh];C[x];C[x];B[];C[x](;B[ii])(;C[x]))(;B[jj]))";
        let game = read(text, &Hints::default()).expect("a game").0.remove(0);
        let mut replay = Replay::new(&game).expect("a game");
        let turns: String = game
            .tree
            .walk()
            .map(|node| {
                replay.go_to(node).expect("a free point");
                if replay.board().to_move() == Color::Black { 'b' } else { 'w' }
            })
            .collect();
        assert_eq!(turns, "wwbbbwbwww");
    }

    #[test]
    fn stones_that_were_set_up_are_no_fouls() {
        // The stone at h8 makes two threes.
        for (moves, winner) in [
            ("AB[hj][hi][fh][gh][hh]PL[W]", None),
            ("AB[hj][hi][fh][gh][hh]PL[B];B[];W[]", None),
            ("AB[hj][hi][fh][gh][hh]PL[W];W[aa]", None),
            ("AB[hj][hi][fh][gh]PL[B];B[hh]", Some(Some(Color::White))),
            ("AB[hj][hi][fh][gh]PL[B];B[hh];W[]", Some(Some(Color::White))),
            ("AB[hh][hi][hj][hk][hl]PL[W]", Some(Some(Color::Black))),
        ] {
            let text = format!("(;SZ[15]{moves})");
            let game = read(&text, &Hints::default()).expect("a game").0.remove(0);
            assert_eq!(game.winner(Rule::Renju), winner, "{moves}");
        }
    }

    #[test]
    fn nodes_without_a_move_take_time_in_proportion_to_their_number() {
        const COUNT: usize = 10_000;
        let text = format!("(;B[hh]{})", ";".repeat(COUNT));
        let game = read(&text, &Hints::default()).expect("a game").0.remove(0);
        let mut replay = Replay::new(&game).expect("a game");
        let nodes = work(|| {
            game.tree.walk().try_for_each(|node| replay.go_to(node)).expect("a free point");
        });
        assert!((COUNT..=8 * COUNT).contains(&nodes), "{nodes} nodes");
    }
}
