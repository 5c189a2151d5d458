//! A collection of games in memory: what was played in a position, how often, and how it went.
//!
//! The one idea: positions are counted by their [`Key`] up to symmetry, and nothing else of the
//! games is kept. A position takes some 40 bytes, so that a phone can hold a large collection. The
//! database keeps more, in a file.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;

use fukumi_core::geometry::{BoardSize, Point};
use fukumi_core::identity::{Identity, Key};
use fukumi_core::learning::Tally;
use fukumi_core::position::Position;
use fukumi_core::rule::Rule;

use crate::error::Problem;
use crate::game::Game;
use crate::replay::Replay;
use crate::tree::Move;

/// How many positions are counted between two questions whether to go on.
const STEP: u64 = 4096;

/// How often a position was met, and how its games went for the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// How often it was met, in variations as well.
    pub visits: u32,
    /// The games that it was met in and whose result is known.
    pub tally: Tally,
}

/// A move that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedMove {
    /// The moves, which symmetry makes the same; at least one.
    pub points: Vec<Point>,
    /// How often the move was played, and how the games went for the side that played it.
    pub count: Count,
}

/// The positions of games.
#[derive(Clone, Debug, Default)]
pub struct Collection {
    counts: BTreeMap<u64, Count>,
    /// The number of games by each rule on each board.
    games: Vec<(Rule, BoardSize, u64)>,
}

impl Collection {
    /// The most positions that a collection holds. They take some 70 MB.
    pub const MAX_POSITIONS: usize = 1_800_000;

    /// An empty collection.
    pub fn new() -> Self {
        Self::default()
    }

    /// Counts the positions of a game and its variations. The positions of the main line count as
    /// won and lost if [`Game::winner`] knows the result. `rule` counts if the game states none.
    /// `goes_on` is called now and then with the number of positions so far, which is 0 while the
    /// game is checked, and says whether to go on. Returns the number of positions.
    ///
    /// # Errors
    /// If two stones of the game are on one point; nothing is counted then. If the collection is
    /// full or `goes_on` says no; what is before it has been counted.
    pub fn add(
        &mut self,
        game: &Game,
        rule: Rule,
        mut goes_on: impl FnMut(u64) -> bool,
    ) -> Result<u64, CollectionError> {
        let mut replay = Replay::new(game)?;
        for (node, number) in game.tree.walk().zip(1_u64..) {
            replay.go_to(node)?;
            if number.is_multiple_of(STEP) && !goes_on(0) {
                return Err(CollectionError::Stopped);
            }
        }
        let rule = game.rule.unwrap_or(rule);
        let winner = game.winner(rule);
        let mut main = game.tree.main_line().peekable();
        let mut replay = Replay::new(game)?;
        let (mut path, mut met): (Vec<Identity>, u64) = (Vec::new(), 0);
        for node in game.tree.walk() {
            replay.go_to(node)?;
            path.truncate(replay.depth() - 1);
            let to_move = replay.board().to_move();
            let identity = match (path.last(), game.tree.action(node)) {
                (Some(before), Some(Move { color, point: Some(point) }))
                    if color == before.to_move() && to_move != color =>
                {
                    before.after(point)
                }
                _ => Identity::of_board(replay.board(), rule),
            };
            let tally = match winner.filter(|_| main.next_if_eq(&node).is_some()) {
                Some(winner) => Tally::of(winner, to_move),
                None => Tally::default(),
            };
            self.count(identity.key(), tally)?;
            path.push(identity);
            met += 1;
            if met.is_multiple_of(STEP) && !goes_on(met) {
                return Err(CollectionError::Stopped);
            }
        }
        let is_known =
            |(known, size, _): &&mut (Rule, BoardSize, u64)| *known == rule && *size == game.size;
        match self.games.iter_mut().find(is_known) {
            Some((_, _, games)) => *games += 1,
            None => self.games.push((rule, game.size, 1)),
        }
        Ok(met)
    }

    fn count(&mut self, key: Key, tally: Tally) -> Result<(), CollectionError> {
        if self.counts.len() >= Self::MAX_POSITIONS && !self.counts.contains_key(&key.0) {
            return Err(CollectionError::Full);
        }
        let count = self.counts.entry(key.0).or_default();
        count.visits = count.visits.saturating_add(1);
        count.tally = count.tally.plus(tally);
        Ok(())
    }

    /// What is known of a position; all zeros if it was never met.
    pub fn get(&self, position: &Position) -> Count {
        self.counts.get(&Identity::of(position).key().0).copied().unwrap_or_default()
    }

    /// The moves that were played in a position, those played most often first.
    pub fn moves(&self, position: &Position) -> Vec<PlayedMove> {
        let groups = Identity::of(position).moves(position.board());
        let played = |(key, points): (Key, Vec<Point>)| {
            let Count { visits, tally } = *self.counts.get(&key.0)?;
            // The count is that of the opponent.
            let tally = Tally { wins: tally.losses, losses: tally.wins, ..tally };
            Some(PlayedMove { points, count: Count { visits, tally } })
        };
        let mut moves: Vec<PlayedMove> = groups.into_iter().filter_map(played).collect();
        moves.sort_by(|a, b| {
            b.count.visits.cmp(&a.count.visits).then_with(|| a.points.cmp(&b.points))
        });
        moves
    }

    /// The number of games by a rule on a board.
    pub fn games(&self, rule: Rule, size: BoardSize) -> u64 {
        let of = |&&(known, its, _): &&(Rule, BoardSize, u64)| known == rule && its == size;
        self.games.iter().find(of).map_or(0, |&(_, _, games)| games)
    }

    /// The number of all games.
    pub fn all_games(&self) -> u64 {
        self.games.iter().map(|&(_, _, games)| games).sum()
    }

    /// The number of different positions.
    pub fn len(&self) -> usize {
        self.counts.len()
    }

    /// Whether nothing was counted.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }
}

/// Why a game is not counted, or not to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CollectionError {
    /// The game makes no sense.
    Game(Problem),
    /// The collection has [`Collection::MAX_POSITIONS`].
    Full,
    /// The caller did not want to go on.
    Stopped,
}

impl fmt::Display for CollectionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Game(problem) => write!(f, "{problem}"),
            Self::Full => write!(f, "at most {} positions are counted", Collection::MAX_POSITIONS),
            Self::Stopped => f.write_str("stopped"),
        }
    }
}

impl Error for CollectionError {}

impl From<Problem> for CollectionError {
    fn from(problem: Problem) -> Self {
        Self::Game(problem)
    }
}

#[cfg(test)]
mod tests {
    use fukumi_core::geometry::Color;

    use super::*;
    use crate::Hints;
    use crate::sgf::tree as sgf;

    fn collection(text: &str) -> Collection {
        let (games, _) = sgf::read(text, &Hints::default()).expect("games");
        let mut collection = Collection::new();
        for game in &games {
            collection.add(game, Rule::Freestyle, |_| true).expect("a game");
        }
        collection
    }

    fn position(moves: &str) -> Position {
        let size = BoardSize::square(15).expect("a size");
        let mut position = Position::new(size, Rule::Freestyle);
        for label in moves.split_whitespace() {
            position.play(size.parse_label(label).expect("a label"));
        }
        position
    }

    fn labels(played: &PlayedMove) -> Vec<String> {
        let size = BoardSize::square(15).expect("a size");
        played.points.iter().map(|point| point.label(size)).collect()
    }

    /// Black wins by a five, White by the statement, no one in the third.
    const GAMES: &str =
        "(;SZ[15];B[hh];W[hg];B[aa];W[ba];B[ab];W[bb];B[ac];W[bc];B[ad];W[bd];B[ae])
        (;SZ[15]RE[W+];B[hh];W[gh](;B[gg])(;B[ii]))(;SZ[15];B[hh];W[ii])(;SZ[15]RU[renju];B[hh])";

    #[test]
    fn moves_are_counted_up_to_symmetry_with_their_results() {
        let games = collection(GAMES);
        let start = games.moves(&position(""));
        assert_eq!(start.len(), 1);
        let count = Count { visits: 3, tally: Tally { wins: 1, draws: 0, losses: 1 } };
        assert_eq!(start[0].count, count);
        let replies = games.moves(&position("h8"));
        assert_eq!(labels(&replies[0]), ["h9", "g8", "i8", "h7"]);
        let count = Count { visits: 2, tally: Tally { wins: 1, draws: 0, losses: 1 } };
        assert_eq!(replies[0].count, count);
        assert_eq!((replies[1].points.len(), replies[1].count.visits), (4, 1));
        assert_eq!(replies[1].count.tally, Tally::default());
        // Variations count as met, and have no result.
        let third = games.moves(&position("h8 g8"));
        assert_eq!(third.len(), 3);
        let won: Vec<u32> = third.iter().map(|played| played.count.tally.games() as u32).collect();
        assert_eq!(won.iter().sum::<u32>(), 2);
        assert_eq!(games.get(&position("h8 h7")).visits, 2);
        assert_eq!(games.get(&position("a1")), Count::default());
    }

    #[test]
    fn rules_and_boards_are_told_apart() {
        let games = collection(GAMES);
        let size = BoardSize::square(15).expect("a size");
        assert_eq!((games.games(Rule::Freestyle, size), games.games(Rule::Renju, size)), (3, 1));
        assert_eq!(games.games(Rule::Caro, size), 0);
        assert_eq!(games.all_games(), 4);
        let renju = Position::new(size, Rule::Renju);
        assert_eq!(games.moves(&renju)[0].count.visits, 1);
    }

    #[test]
    fn positions_are_those_of_the_whole_walk() {
        // Passes, and two moves of a side, are no alternation.
        let text = "(;SZ[9]AB[aa]AW[bb]PL[W];W[cc];B[];W[dd];W[ee](;B[ff])(;W[gg]))";
        let (games, _) = sgf::read(text, &Hints::default()).expect("games");
        let mut collection = Collection::new();
        collection.add(&games[0], Rule::Standard, |_| true).expect("a game");
        let mut replay = Replay::new(&games[0]).expect("a game");
        for node in games[0].tree.walk() {
            replay.go_to(node).expect("a move");
            let key = Identity::of_board(replay.board(), Rule::Standard).key();
            assert!(collection.counts.contains_key(&key.0), "{:?}", replay.board());
        }
    }

    #[test]
    fn a_game_can_be_stopped_while_it_is_checked() {
        let text = format!("(;SZ[15];B[hh]{})", ";".repeat(2 * STEP as usize));
        let (games, _) = sgf::read(&text, &Hints::default()).expect("a game");
        let mut collection = Collection::new();
        let mut asked = Vec::new();
        let stopped = collection.add(&games[0], Rule::Freestyle, |met| {
            asked.push(met);
            asked.len() < 2
        });
        assert_eq!((stopped, asked), (Err(CollectionError::Stopped), vec![0, 0]));
        assert!(collection.is_empty());
    }

    #[test]
    fn what_makes_no_sense_is_not_counted() {
        let hints = Hints::default();
        let diagram = crate::parse("h8 i9", &hints).expect("moves");
        let mut lost = crate::lost::Losses::default();
        let mut game = Game::from_diagram(&diagram, &mut lost).expect("a game");
        let last = game.tree.main_line().last().expect("a node");
        let taken = Move { color: Color::Black, point: Some(diagram.stones[0].point) };
        game.tree.add(last, Some(taken)).expect("room");
        let mut collection = Collection::new();
        let error = collection.add(&game, Rule::Freestyle, |_| true);
        assert_eq!(error, Err(CollectionError::Game(Problem::Taken("h8".into()))));
        assert!(collection.is_empty() && collection.all_games() == 0);
    }
}
