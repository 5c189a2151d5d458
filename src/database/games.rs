//! Games and libraries of openings: their positions become entries, and entries become a tree of
//! moves.

use std::collections::BTreeSet;

use super::bulk::Merging;
use super::name::Name;
use super::store::find;
use super::{Database, DatabaseError, Entry};
use crate::board::{Board, Stone};
use crate::geometry::{BoardSize, Color};
use crate::identity::{Identity, Key};
use crate::learning::Tally;
use crate::notation::game::Game;
use crate::notation::tree::{Move, NodeId};
use crate::notation::write::GameResult;
use crate::position::Position;
use crate::position::ending::Ending;
use crate::rule::Rule;

impl Database {
    /// Adds all positions of a game and its variations: each counts as visited once, and has the
    /// comment and the labels of its node. The positions of the main line count as won and lost if
    /// the result is stated or five stones in a row show it. `rule` counts if the game states none.
    /// `tell` is as for [`Database::import`]. Returns how many positions there were.
    ///
    /// # Errors
    /// If a move goes to a point that is taken; what is before it may have been added. If the
    /// database cannot be written, or `tell` says to stop.
    pub fn add_game(
        &mut self,
        game: &Game,
        rule: Rule,
        tell: impl FnMut(u64) -> bool,
    ) -> Result<u64, DatabaseError> {
        let rule = game.rule.unwrap_or(rule);
        let winner = result(game, rule);
        let main: BTreeSet<NodeId> = game.tree.main_line().collect();
        let mut walk = Walk::new(game)?;
        let mut merging = Merging::new(self, tell);
        for node in game.tree.walk() {
            walk.go_to(node)?;
            let mut entry = Entry { visits: 1, ..Entry::default() };
            if let Some(winner) = winner.filter(|_| main.contains(&node)) {
                entry.tally = tally(winner, walk.board.to_move());
            }
            if let Some(notes) = game.tree.notes(node) {
                let texts = [&notes.title, &notes.comment];
                let texts: Vec<&str> =
                    texts.into_iter().map(String::as_str).filter(|text| !text.is_empty()).collect();
                entry.comment = Some(texts.join("\n")).filter(|text| !text.is_empty());
                notes.labels.iter().for_each(|(point, text)| entry.set_mark(*point, text));
            }
            let (name, identity) = Name::of_board(&walk.board, rule);
            merging.push((name, entry.turned(|point| identity.to_canonical(point))))?;
        }
        merging.finish()
    }

    /// The tree of all moves from the empty board through positions that have an entry. What lies
    /// behind a position stands where the position is met first, and only there.
    ///
    /// # Errors
    /// If the file cannot be read, or there are more moves than a tree may have.
    pub fn game(&self, rule: Rule, size: BoardSize) -> Result<Game, DatabaseError> {
        let mut game = Game::new(size);
        game.rule = Some(rule);
        let position = Position::new(size, rule);
        let identity = Identity::of(&position);
        let root = game.tree.root();
        let _snapshot = self.snapshot()?;
        if let Some(entry) = self.get(&position)? {
            note(&mut game, root, &entry);
        }
        let mut seen: BTreeSet<Key> = BTreeSet::from([identity.key()]);
        // Positions whose moves are still to be looked up: node, identity, and taken points.
        let mut waiting = vec![(root, identity, Board::new(size))];
        while let Some((node, identity, board)) = waiting.pop() {
            for point in board.empty_points() {
                let after = identity.after(point);
                let Some((_, entry)) = find(self.connection(), after.key())? else { continue };
                let color = board.to_move();
                let action = Move { color, point: Some(point) };
                let child = game.tree.add(node, Some(action)).map_err(full)?;
                if seen.insert(after.key()) {
                    note(&mut game, child, &entry.turned(|point| after.to_own(point)));
                    let mut board = board.clone();
                    board.place(Stone { color, point });
                    board.set_to_move(!color);
                    waiting.push((child, after, board));
                }
            }
        }
        Ok(game)
    }
}

fn full(problem: crate::notation::Problem) -> DatabaseError {
    DatabaseError::Other(problem.to_string())
}

/// Writes what an entry says to a node.
fn note(game: &mut Game, node: NodeId, entry: &Entry) {
    if entry.comment.is_none() && entry.marks.is_empty() {
        return;
    }
    let notes = game.tree.notes_mut(node);
    notes.comment.clone_from(entry.comment.as_ref().unwrap_or(&String::new()));
    for mark in &entry.marks {
        notes.set_label(mark.point, mark.text.clone());
    }
}

/// Who has won, or `Some(None)` for a draw; `None` if that is not known.
fn result(game: &Game, rule: Rule) -> Option<Option<Color>> {
    match game.result {
        Some(GameResult::Win(winner)) => return Some(Some(winner)),
        Some(GameResult::Draw) => return Some(None),
        _ => {}
    }
    let mut position = Position::new(game.size, rule);
    for stone in &game.setup {
        position.set_to_move(stone.color);
        position.try_play(stone.point).ok()?;
    }
    for action in game.moves() {
        position.set_to_move(action.color);
        if let Some(point) = action.point {
            position.try_play(point).ok()?;
        }
    }
    match position.ending()? {
        Ending::Five(winner) => Some(Some(winner)),
        Ending::Foul(_) => Some(Some(Color::White)),
    }
}

fn tally(winner: Option<Color>, to_move: Color) -> Tally {
    Tally {
        wins: u32::from(winner == Some(to_move)),
        draws: u32::from(winner.is_none()),
        losses: u32::from(winner == Some(!to_move)),
    }
}

/// A board that follows a walk through the tree of a game.
struct Walk<'a> {
    game: &'a Game,
    board: Board,
    /// The nodes from the root, and whether each has put a stone.
    path: Vec<(NodeId, bool)>,
}

impl<'a> Walk<'a> {
    fn new(game: &'a Game) -> Result<Self, DatabaseError> {
        let mut board = Board::new(game.size);
        for &stone in &game.setup {
            place(&mut board, stone)?;
        }
        let mut walk = Self { game, board, path: Vec::new() };
        walk.turn();
        Ok(walk)
    }

    /// Goes to a node whose parent lies on the path, or to the root.
    fn go_to(&mut self, node: NodeId) -> Result<(), DatabaseError> {
        let parent = self.game.tree.parent(node);
        while let Some(&(last, has_stone)) = self.path.last() {
            if Some(last) == parent {
                break;
            }
            if has_stone {
                self.board.remove_last();
            }
            self.path.pop();
        }
        let point =
            self.game.tree.action(node).and_then(|action| Some((action.color, action.point?)));
        if let Some((color, point)) = point {
            place(&mut self.board, Stone { color, point })?;
        }
        self.path.push((node, point.is_some()));
        self.turn();
        Ok(())
    }

    /// Gives the turn to the side that moves next: the one of the node's first child, or else the
    /// other side of the last move, or the side that the game states.
    fn turn(&mut self) {
        let tree = &self.game.tree;
        let node = self.path.last().map_or(tree.root(), |&(node, _)| node);
        let next = tree.children(node).find_map(|child| tree.action(child));
        let last = self.path.iter().rev().find_map(|&(node, _)| tree.action(node));
        let counts = Color::ALL
            .map(|color| self.board.stones().iter().filter(|stone| stone.color == color).count());
        let by_count = if counts[0] > counts[1] { Color::White } else { Color::Black };
        let color = next
            .map(|action| action.color)
            .or(last.map(|action| !action.color))
            .or(self.game.to_move)
            .unwrap_or(by_count);
        self.board.set_to_move(color);
    }
}

fn place(board: &mut Board, stone: Stone) -> Result<(), DatabaseError> {
    if !board.is_empty(stone.point) {
        let label = stone.point.label(board.size());
        return Err(DatabaseError::Row(format!("two stones are on {label}")));
    }
    board.place(stone);
    Ok(())
}
