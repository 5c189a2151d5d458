//! How the games from each opening ended.
//!
//! A score near 0 does not make an opening even: the games from it may all be won by one side. A pair of games
//! from such an opening tells nothing of two engines, whoever plays it.

use std::collections::BTreeMap;

use super::record::{Game, Start};
use crate::geometry::{BoardSize, Color, Point};
use crate::identity::{Identity, Key};
use crate::position::Position;
use crate::rule::Rule;

/// Results of games by their even opening, up to symmetry.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    openings: BTreeMap<Key, Results>,
}

/// How many games from one opening ended in which way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// Black won.
    pub black: u32,
    /// White won.
    pub white: u32,
    /// Drawn.
    pub draws: u32,
}

impl Results {
    /// All games.
    pub const fn games(self) -> u32 {
        self.black + self.white + self.draws
    }

    /// The share of games, 0 to 0.5, won by the colour that won fewer. Of the openings of one rule, those with the
    /// largest share tell most: either side can win them, and few games are drawn.
    ///
    /// `None` without games.
    pub fn lesser_share(self) -> Option<f64> {
        let games = self.games();
        (games > 0).then(|| f64::from(self.black.min(self.white)) / f64::from(games))
    }
}

impl Tally {
    /// Counts a game. Games that did not begin evenly do not count, since no list has their openings.
    pub fn add(&mut self, game: &Game) {
        if game.start != Start::Even {
            return;
        }
        let key = key(game.rule, game.size, &game.opening);
        let results = self.openings.entry(key).or_default();
        match game.outcome.winner() {
            Some(Color::Black) => results.black += 1,
            Some(Color::White) => results.white += 1,
            None => results.draws += 1,
        }
    }

    /// The results of the games from an opening, its points in the order of play, Black's first.
    pub fn results(&self, rule: Rule, size: BoardSize, opening: &[Point]) -> Results {
        self.openings.get(&key(rule, size, opening)).copied().unwrap_or_default()
    }
}

fn key(rule: Rule, size: BoardSize, opening: &[Point]) -> Key {
    let mut position = Position::new(size, rule);
    opening.iter().for_each(|&point| position.play(point));
    Identity::of(&position).key()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::selfplay::record::{Draw, Outcome, Win};

    fn game(opening: &[(u8, u8)], start: Start, outcome: Outcome) -> Game {
        Game {
            number: 0,
            rule: Rule::Freestyle,
            size: BoardSize::square(15).unwrap(),
            start,
            opening: opening.iter().map(|&(x, y)| Point::new(x, y)).collect(),
            moves: Vec::new(),
            branches: Vec::new(),
            outcome,
        }
    }

    #[test]
    fn turned_openings_are_one_and_others_do_not_count() {
        let (black, white) =
            (Outcome::Win(Color::Black, Win::Five), Outcome::Win(Color::White, Win::Proof));
        let mut tally = Tally::default();
        for game in [
            game(&[(7, 7), (8, 7)], Start::Even, black),
            game(&[(7, 7), (7, 6)], Start::Even, white),
            game(&[(7, 7), (6, 7)], Start::Even, black),
            game(&[(7, 7), (7, 8)], Start::Even, Outcome::Draw(Draw::Full)),
            game(&[(7, 7), (7, 8)], Start::Recalled, white),
            game(&[(7, 7), (8, 8)], Start::Even, white),
        ] {
            tally.add(&game);
        }
        let of = |points: &[(u8, u8)]| {
            let asked = game(points, Start::Even, black);
            tally.results(asked.rule, asked.size, &asked.opening)
        };
        let results = of(&[(7, 7), (7, 8)]);
        assert_eq!(results, Results { black: 2, white: 1, draws: 1 });
        assert_eq!(results.lesser_share(), Some(0.25));
        assert_eq!(of(&[(7, 7), (9, 7)]).lesser_share(), None);
    }
}
