//! Games and libraries of openings: their positions become entries, and entries become a tree of
//! moves.

use std::collections::BTreeSet;

use fukumi_core::board::{Board, Stone};
use fukumi_core::geometry::BoardSize;
use fukumi_core::identity::{Identity, Key};
use fukumi_core::learning::Tally;
use fukumi_core::position::Position;
use fukumi_core::rule::Rule;
use fukumi_records::Problem;
use fukumi_records::game::Game;
use fukumi_records::lost::Losses;
use fukumi_records::replay::Replay;
use fukumi_records::tree::{Move, NodeId};

use super::bulk::Merging;
use super::entry::in_words;
use super::imported;
use super::name::Name;
use super::row::find;
use super::writer::Writer;
use super::{Database, DatabaseError, Entry};

/// What became of a game that was to be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AddedGame {
    /// How many nodes of the tree were counted.
    pub nodes: u64,
    /// Whether the game was known already, so that nothing but texts was added.
    pub is_known: bool,
}

/// The moves of a database as a tree, and what is not in it.
#[derive(Clone, Debug)]
pub struct KnownMoves {
    /// The moves, with the comments and the texts on points of the positions after them.
    pub game: Game,
    /// Number of positions with an entry that the moves lead to.
    pub positions: u64,
    /// Number of positions that were wanted.
    pub wanted: u64,
    /// How many of these have what no tree of moves holds.
    unheld: Unheld,
}

/// What no tree of moves holds.
#[derive(Clone, Copy, Debug, Default)]
struct Unheld {
    values: u64,
    best: u64,
    games: u64,
    labels: u64,
}

impl KnownMoves {
    /// What the entries say that is not in a file, in words, as in `1 rule, 2 values`. `lost` is
    /// what the file does not hold of the tree. Empty if nothing is left out.
    pub fn left_out(&self, lost: &Losses) -> String {
        let Unheld { values, best, games, labels } = self.unheld;
        let unheld = in_words(&[
            (values, ["value", "values"]),
            (best, ["list of best moves", "lists of best moves"]),
            (games, ["count of games", "counts of games"]),
            (labels, ["label", "labels"]),
        ]);
        let lost = (!lost.is_empty()).then(|| lost.to_string());
        lost.into_iter().chain(unheld).collect::<Vec<_>>().join(", ")
    }
}

impl Database {
    /// Adds all positions of a game and its variations: each counts as visited once, however many
    /// nodes have it or a mirrored copy of it, and has the comments and the labels of its nodes.
    /// The positions of the main line count as won and lost if the result is stated or five stones
    /// in a row show it. `rule` counts if the game states none. `on_progress` is as for
    /// [`Database::import`].
    ///
    /// A game that was added before, by the measure of [`fukumi_records::same`], adds its comments
    /// and labels only, unless its last position has been removed since.
    ///
    /// # Errors
    /// If a move goes to a point that is taken; what is before it may have been added. If the
    /// database cannot be written, or `on_progress` returns `false` before all is written; a large
    /// game may be there in part then, and would count again.
    pub fn add_game(
        &mut self,
        game: &Game,
        rule: Rule,
        on_progress: impl FnMut(u64) -> bool,
    ) -> Result<AddedGame, DatabaseError> {
        let rule = game.rule.unwrap_or(rule);
        let winner = game.winner(rule);
        let key = game.key(rule);
        let has_game = self.has_game(key)?;
        let is_known = has_game && self.has_end(game, rule)?;
        let main: BTreeSet<NodeId> = game.tree.main_line().collect();
        let mut replay = Replay::new(game).map_err(row)?;
        let mut merging = Merging::new(self, on_progress);
        let mut seen = BTreeSet::new();
        for node in game.tree.walk() {
            replay.go_to(node).map_err(row)?;
            let (name, identity) = Name::of_board(replay.board(), rule);
            let visits = u64::from(!is_known && seen.insert(name.key));
            let mut entry = Entry { visits, ..Entry::default() };
            if let Some(winner) = winner.filter(|_| !is_known && main.contains(&node)) {
                entry.tally = Tally::of(winner, replay.board().to_move());
            }
            if let Some(notes) = game.tree.notes(node) {
                let texts = [&notes.title, &notes.comment];
                let texts: Vec<&str> =
                    texts.into_iter().map(String::as_str).filter(|text| !text.is_empty()).collect();
                entry.comment = Some(texts.join("\n")).filter(|text| !text.is_empty());
                notes.labels.iter().for_each(|(point, text)| entry.set_mark(*point, text));
            }
            if is_known && entry == Entry::default() {
                continue;
            }
            merging.push((name, entry.turned(|point| identity.to_canonical(point))))?;
        }
        let mut remember = |writer: &mut Writer<'_>| imported::remember(writer, key);
        let nodes = merging.finish(if has_game { None } else { Some(&mut remember) })?;
        Ok(AddedGame { nodes: if is_known { 0 } else { nodes }, is_known })
    }

    /// Whether the last position of the main line has been met.
    fn has_end(&self, game: &Game, rule: Rule) -> Result<bool, DatabaseError> {
        let mut replay = Replay::new(game).map_err(row)?;
        game.tree.main_line().try_for_each(|node| replay.go_to(node)).map_err(row)?;
        let (name, _) = Name::of_board(replay.board(), rule);
        let found = find(&*self.snapshot()?, name.key)?;
        Ok(found.is_some_and(|(_, entry)| entry.visits > 0))
    }

    /// The tree of all moves from the empty board through positions that have an entry. What lies
    /// after a position stands where the position is met first, and only there. `is_wanted` says
    /// which positions are to be compared with it.
    ///
    /// # Errors
    /// If the file cannot be read, or there are more moves than a tree may have.
    pub fn game(
        &self,
        rule: Rule,
        size: BoardSize,
        is_wanted: impl Fn(Rule, BoardSize) -> bool,
    ) -> Result<KnownMoves, DatabaseError> {
        let mut game = Game::new(size);
        game.rule = Some(rule);
        let position = Position::new(size, rule);
        let identity = Identity::of(&position);
        let root = game.tree.root();
        let snapshot = self.snapshot()?;
        let (mut wanted, mut unheld) = (0, Unheld::default());
        self.each(|name, entry| {
            if is_wanted(name.rule, name.size) {
                wanted += 1;
                unheld.values += u64::from(entry.value.is_some());
                unheld.best += u64::from(!entry.best.is_empty());
                unheld.games += u64::from(entry.tally.games() > 0);
                unheld.labels += u64::from(entry.label.is_some());
            }
            Ok(())
        })?;
        let mut positions = 0;
        if let Some(entry) = self.get(&position)? {
            positions += 1;
            note(&mut game, root, &entry);
        }
        let mut seen: BTreeSet<Key> = BTreeSet::from([identity.key()]);
        // Positions whose moves are still to be looked up: node, identity, and taken points.
        let mut waiting = vec![(root, identity, Board::new(size))];
        while let Some((node, identity, board)) = waiting.pop() {
            for point in board.empty_points() {
                let after = identity.after(point);
                let Some((_, entry)) = find(&snapshot, after.key())? else { continue };
                let color = board.to_move();
                let action = Move { color, point: Some(point) };
                let child = game.tree.add(node, Some(action)).map_err(full)?;
                if seen.insert(after.key()) {
                    positions += 1;
                    note(&mut game, child, &entry.turned(|point| after.to_own(point)));
                    let mut board = board.clone();
                    board.place(Stone { color, point });
                    board.set_to_move(!color);
                    waiting.push((child, after, board));
                }
            }
        }
        Ok(KnownMoves { game, positions, wanted, unheld })
    }
}

fn full(problem: Problem) -> DatabaseError {
    DatabaseError::Other(problem.to_string())
}

fn row(problem: Problem) -> DatabaseError {
    DatabaseError::Row(match problem {
        Problem::Taken(label) => format!("two stones are on {label}"),
        other => other.to_string(),
    })
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
