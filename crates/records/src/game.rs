//! A game as files hold it: a tree of moves, and what is known about the game.

use fukumi_core::board::Stone;
use fukumi_core::geometry::{BoardSize, Color};
use fukumi_core::rule::Rule;

use crate::diagram::Diagram;
use crate::error::Problem;
use crate::lost::{Loss, Losses};
use crate::result::GameResult;
use crate::tree::{Move, NodeId, Notes, Tree};

/// A game with its variations, a collection of variations, or a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Width and height.
    pub size: BoardSize,
    /// The rule, if it is stated.
    pub rule: Option<Rule>,
    /// The names of Black and White, if they are stated; each fits on one line of a terminal.
    pub players: [Option<String>; 2],
    /// The event of the game, if it is stated, fit for one line of a terminal.
    pub event: Option<String>,
    /// When the game was played, in the words of the file, if it is stated, fit for one line of a
    /// terminal.
    pub date: Option<String>,
    /// How the game ended, if it is stated.
    pub result: Option<GameResult>,
    /// How it was won, in the word of the file, as in `R` for resignation or `T` for time; `None`
    /// if that is not stated.
    pub won_by: Option<String>,
    /// Stones that were set up before the first move, in no order.
    pub setup: Vec<Stone>,
    /// The side that moves first, if it is stated.
    pub to_move: Option<Color>,
    /// The moves.
    pub tree: Tree,
}

impl Game {
    /// A game on a board of this size, without moves, of which nothing is known.
    pub fn new(size: BoardSize) -> Self {
        Self {
            size,
            rule: None,
            players: [None, None],
            event: None,
            date: None,
            result: None,
            won_by: None,
            setup: Vec::new(),
            to_move: None,
            tree: Tree::new(),
        }
    }

    /// The game that a text in one of the notations of [`parse`](super::parse) describes.
    /// Dead cells are lost, and what the diagram has lost itself.
    ///
    /// # Errors
    /// If there is no room for the moves.
    pub fn from_diagram(diagram: &Diagram, lost: &mut Losses) -> Result<Self, Problem> {
        lost.add_all(&diagram.lost);
        lost.add(Loss::DeadCell, diagram.dead.len());
        let set_up = diagram.stones.len().saturating_sub(diagram.played);
        let (setup, moves) = diagram.stones.split_at(set_up);
        let mut game = Self {
            rule: diagram.rule,
            players: diagram.players.clone(),
            event: diagram.event.clone(),
            date: diagram.date.clone(),
            result: diagram.result,
            setup: setup.to_vec(),
            // After moves and passes it is the side to move next.
            to_move: diagram
                .to_move
                .filter(|_| moves.is_empty() && diagram.passes.is_empty() && !setup.is_empty()),
            ..Self::new(diagram.size)
        };
        let mut node = game.tree.root();
        let mut last = None;
        let turns = moves.iter().map(|stone| (stone.color, Some(stone.point)));
        let mut passes = diagram.passes.iter().peekable();
        for (before, (color, point)) in
            (set_up..).zip(turns.chain(diagram.to_move.map(|color| (color, None))))
        {
            let stated = std::iter::from_fn(|| passes.next_if(|&&pass| pass <= before)).count();
            // After its own move a side is to move only if the other one has passed.
            let count = if last == Some(color) { stated.max(1) } else { stated };
            for left in (0..count).rev() {
                let color = if left % 2 == 0 { !color } else { color };
                node = game.tree.add(node, Some(Move { color, point: None }))?;
            }
            if point.is_some() {
                node = game.tree.add(node, Some(Move { color, point }))?;
            }
            last = Some(color);
        }
        Ok(game)
    }

    /// The main line: the moves of the game itself.
    pub fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.tree.main_line().filter_map(|id| self.tree.action(id))
    }

    /// The tree as programs keep it that know only moves, Black and White in turn: stones that were
    /// set up become moves, and a pass stands wherever the other side would be to move. Of several
    /// children with the same move one stays, with the notes of all, and so do notes of nodes
    /// without a move. Properties of SGF are left out. `lost` gets texts on a point that has
    /// another.
    ///
    /// # Errors
    /// If the tree becomes too large.
    pub(super) fn alternating(&self, lost: &mut Losses) -> Result<Tree, Problem> {
        let mut tree = Tree::new();
        self.add_to(&mut tree, lost)?;
        Ok(tree)
    }

    /// One game with the moves of all, as a library of openings has them. What is known of the
    /// single games is lost.
    ///
    /// # Errors
    /// If the boards differ, or there are too many moves.
    pub fn merged(games: &[Self], lost: &mut Losses) -> Result<Self, Problem> {
        let size = games.first().map_or(Ok(BoardSize::DEFAULT), |game| {
            let other = games.iter().find(|other| other.size != game.size);
            other.map_or(Ok(game.size), |other| {
                Err(Problem::OtherSize { stated: other.size, hinted: game.size })
            })
        })?;
        let mut all = Self::new(size);
        for game in games {
            game.add_to(&mut all.tree, lost)?;
            game.count_header(lost);
            lost.add(Loss::Rule, usize::from(game.rule.is_some()));
            lost.add(Loss::Order, game.setup.len());
            lost.add(Loss::Field, game.tree.others());
        }
        Ok(all)
    }

    /// Counts the names, the dates and the result.
    pub(super) fn count_header(&self, lost: &mut Losses) {
        let [black, white] = &self.players;
        let names = [black, white, &self.event, &self.date];
        lost.add(Loss::Name, names.into_iter().flatten().count());
        lost.add(Loss::Result, usize::from(self.result.is_some()));
    }

    /// Adds the moves to a tree in which Black and White play in turn.
    fn add_to(&self, tree: &mut Tree, lost: &mut Losses) -> Result<(), Problem> {
        let mut at = (tree.root(), Color::Black);
        for stone in alternating_setup(&self.setup) {
            at = play(tree, at, Move { color: stone.color, point: Some(stone.point) })?;
        }
        if let Some(color) = self.to_move
            && at.1 != color
            && !self.setup.is_empty()
        {
            at = play(tree, at, Move { color: at.1, point: None })?;
        }
        // Where each node went. Nodes come after their parents.
        let mut places = vec![at; self.tree.len()];
        for id in self.tree.walk() {
            let parent = self.tree.parent(id).map_or(at, |parent| places[parent.index()]);
            let place = match self.tree.action(id) {
                Some(action) => play(tree, parent, action)?,
                None => parent,
            };
            places[id.index()] = place;
            if let Some(notes) = self.tree.notes(id).filter(|notes| **notes != Notes::default()) {
                lost.add(Loss::Label, tree.notes_mut(place.0).merge(notes));
            }
        }
        Ok(())
    }
}

/// Adds a move, and a pass before it if it is not that side's turn.
fn play(tree: &mut Tree, at: (NodeId, Color), action: Move) -> Result<(NodeId, Color), Problem> {
    let (mut node, turn) = at;
    if turn != action.color {
        node = tree.find_or_add(node, Move { color: turn, point: None })?;
    }
    Ok((tree.find_or_add(node, action)?, !action.color))
}

/// The stones, Black and White in turn as long as there are both.
pub(super) fn alternating_setup(setup: &[Stone]) -> Vec<Stone> {
    let of = |color| setup.iter().copied().filter(move |stone| stone.color == color);
    let (mut black, mut white) = (of(Color::Black), of(Color::White));
    let mut stones = Vec::with_capacity(setup.len());
    while stones.len() < setup.len() {
        stones.extend(black.next().into_iter().chain(white.next()));
    }
    stones
}

#[cfg(test)]
pub(super) mod tests;
