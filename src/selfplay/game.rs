//! One game: the searches for its moves, the lots, and the end.

use rand::Rng;
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;

use super::record::{Draw, Game, Outcome, Ply, Share, Start, Win};
use super::{Settings, Stop, opening};
use crate::control::Control;
use crate::geometry::{Color, Point};
use crate::position::Position;
use crate::position::ending::Ending;
use crate::score::Score;
use crate::search::{self, Request, Searcher};

/// Bytes of the transposition table. The searches of a game at a few thousand nodes a move write some
/// hundred thousand entries of 16 bytes.
const TABLE_BYTES: usize = 4 << 20;

/// Lines that take part in a draw by lot.
const LINES: usize = 4;
/// Points behind the best line at which the chance is 1/e of its chance, as in a softmax with this
/// temperature.
const TEMPERATURE: u32 = 50;
/// Points behind the best line at which a line takes no part.
const MARGIN: i32 = 150;

/// Plays both sides of one game after the other.
pub struct Player<'a> {
    settings: &'a Settings,
    searcher: Searcher,
}

impl<'a> Player<'a> {
    /// A player that plays games of these settings.
    pub fn new(settings: &'a Settings) -> Self {
        let mut searcher = Searcher::new();
        searcher.set_memory(TABLE_BYTES);
        searcher.set_evaluation(settings.evaluation);
        Self { settings, searcher }
    }

    /// The game with this number, the same whatever was played before; `None` if it was stopped.
    pub fn play(&mut self, number: u32, stop: &Stop) -> Option<Game> {
        self.searcher.clear();
        let mut rng = self.settings.rng(number);
        let mut position =
            opening::find(self.settings, &mut self.searcher, &mut rng, &stop.openings)?;
        let opening = position.board().stones().iter().map(|stone| stone.point).collect();
        let mut moves = Vec::new();
        let outcome = loop {
            let ply = self.choose(&position, moves.len(), &mut rng, &stop.moves)?;
            position.play(ply.point);
            moves.push(ply);
            if let Some(outcome) = self.outcome(&position, &moves) {
                break outcome;
            }
        };
        let Settings { rule, size, .. } = *self.settings;
        let (start, branches) = (Start::Even, Vec::new());
        Some(Game { number, rule, size, start, opening, moves, branches, outcome })
    }

    /// The next move, after so many since the opening; `None` if the search was stopped.
    fn choose(
        &mut self,
        position: &Position,
        played: usize,
        rng: &mut SmallRng,
        control: &Control,
    ) -> Option<Ply> {
        let best = self.think(position, 1, control)?;
        let (point, score) = (best.best_move?, best.score());
        let policy = vec![Share { point, share: Share::WHOLE }];
        let lot = self.settings.lot;
        let by_lot = played < lot.moves
            && lot.one_in > 0
            && !score.is_some_and(Score::is_proven)
            && rng.random_ratio(1, lot.one_in);
        if !by_lot {
            return Some(Ply { point, score, by_lot, policy });
        }
        let several = self.think(position, LINES, control)?;
        let lines: Vec<_> = several.lines.iter().map(|line| (line.moves[0], line.score)).collect();
        Some(Ply { point: draw_lot(&lines, rng).unwrap_or(point), score, by_lot, policy })
    }

    /// What a search for the best `lines` found; `None` if it was stopped.
    fn think(
        &mut self,
        position: &Position,
        lines: usize,
        control: &Control,
    ) -> Option<search::report::Outcome> {
        let request = Request { lines, ..Request::default() };
        let outcome = self.searcher.think(position, &request, control, &mut |_| {});
        (!control.is_stopped()).then_some(outcome)
    }

    /// The outcome if the last of these moves ended the game.
    fn outcome(&self, position: &Position, moves: &[Ply]) -> Option<Outcome> {
        let mover = !position.to_move();
        match position.ending() {
            Some(Ending::Five(winner)) => return Some(Outcome::Win(winner, Win::Five)),
            Some(Ending::Foul(_)) => return Some(Outcome::Win(Color::White, Win::Foul)),
            None => {}
        }
        // A proven loss is left to the opponent to prove: a search that was cut short may have seen
        // all moves near the stones lose, but not the rest.
        if moves.last().and_then(|ply| ply.score).is_some_and(Score::is_win) {
            return Some(Outcome::Win(mover, Win::Proof));
        }
        if position.board().empty_count() == 0 {
            return Some(Outcome::Draw(Draw::Full));
        }
        self.is_drawn_early(position, moves).then_some(Outcome::Draw(Draw::Agreed))
    }

    fn is_drawn_early(&self, position: &Position, moves: &[Ply]) -> bool {
        let draw = self.settings.draw;
        let board = position.board();
        let is_even = |score: Score| score.points().abs() <= draw.bound;
        let is_filled = 100 * board.stones().len() >= draw.filled_percent * board.size().area();
        draw.moves > 0
            && is_filled
            && moves.len() >= draw.moves
            && moves.iter().rev().take(draw.moves).all(|ply| ply.score.is_some_and(is_even))
    }
}

/// One of the lines, the better the more likely.
fn draw_lot(lines: &[(Point, Score)], rng: &mut SmallRng) -> Option<Point> {
    let best = lines.iter().map(|line| line.1).max()?;
    let drawn = lines.choose_weighted(rng, |&(_, score)| weight(best - score));
    drawn.ok().map(|line| line.0)
}

/// What the chance of a line so many points behind the best is in proportion to. Integers, so that
/// every machine draws the same.
fn weight(gap: i32) -> u32 {
    if gap >= MARGIN {
        return 0;
    }
    (0..gap).fold(1 << 20, |weight, _| weight - weight / TEMPERATURE)
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;
    use crate::geometry::BoardSize;
    use crate::rule::Rule;

    fn settings(side: i64) -> Settings {
        Settings::new(Rule::Freestyle, BoardSize::square(side).unwrap(), 1)
    }

    fn ply(x: u8, y: u8, points: i32) -> Ply {
        Ply {
            point: Point::new(x, y),
            score: Some(Score::from_points(points)),
            by_lot: false,
            policy: Vec::new(),
        }
    }

    #[test]
    fn the_weight_falls_as_in_a_softmax() {
        assert_eq!(weight(0), 1 << 20);
        let expected = f64::from(1 << 20) * (-1.0_f64).exp();
        assert!((f64::from(weight(50)) / expected - 1.0).abs() < 0.02);
        assert_eq!(weight(MARGIN), 0);
        assert_eq!(weight(50_000), 0);
    }

    #[test]
    fn a_lot_falls_on_good_lines_only() {
        let lines = [(0, 100), (1, 90), (2, -60)];
        let lines = lines.map(|(x, score)| (Point::new(x, 0), Score::from_points(score)));
        let mut rng = SmallRng::seed_from_u64(1);
        let mut counts = [0; 3];
        for _ in 0..1_000 {
            counts[usize::from(draw_lot(&lines, &mut rng).unwrap().x())] += 1;
        }
        assert!(counts[0] > counts[1] && counts[1] > 350 && counts[2] == 0, "{counts:?}");
        assert_eq!(draw_lot(&[], &mut rng), None);
    }

    #[test]
    fn a_five_a_proof_and_a_foul_end_a_game() {
        let settings = settings(15);
        let player = Player::new(&settings);
        let mut position = Position::new(settings.size, Rule::Freestyle);
        let moves = [(0, 0), (0, 5), (1, 0), (1, 5), (2, 0), (2, 5), (3, 0), (3, 5)];
        moves.into_iter().for_each(|(x, y)| position.play(Point::new(x, y)));
        assert_eq!(player.outcome(&position, &[ply(3, 5, 500)]), None);
        let proof = Ply { score: Some(Score::win_in(3)), ..ply(3, 5, 0) };
        assert_eq!(
            player.outcome(&position, std::slice::from_ref(&proof)),
            Some(Outcome::Win(Color::White, Win::Proof))
        );
        let loss = Ply { score: Some(Score::loss_in(4)), ..ply(3, 5, 0) };
        assert_eq!(player.outcome(&position, &[loss]), None);
        position.play(Point::new(4, 0));
        let five = Some(Outcome::Win(Color::Black, Win::Five));
        assert_eq!(player.outcome(&position, &[proof]), five);

        let mut position = Position::new(settings.size, Rule::Renju);
        let moves = [(7, 6), (0, 0), (7, 7), (0, 2), (5, 8), (0, 4), (6, 8), (0, 6), (7, 8)];
        moves.into_iter().for_each(|(x, y)| position.play(Point::new(x, y)));
        let foul = Some(Outcome::Win(Color::White, Win::Foul));
        assert_eq!(player.outcome(&position, &[ply(7, 8, 0)]), foul);
    }

    #[test]
    fn a_game_without_prospects_is_drawn_early() {
        let mut settings = settings(5);
        settings.draw = super::super::EarlyDraw { bound: 10, moves: 3, filled_percent: 60 };
        // No five: rows of two and three of a colour.
        let order = [0, 1, 3, 2, 4, 5, 6, 8, 7, 9, 10, 11, 13, 12, 14];
        let mut position = Position::new(settings.size, Rule::Freestyle);
        for index in &order[..14] {
            position.play(Point::new(index % 5, index / 5));
        }
        let quiet = [ply(0, 0, 90), ply(0, 0, 10), ply(0, 0, -10), ply(0, 0, 3)];
        let player = Player::new(&settings);
        assert_eq!(player.outcome(&position, &quiet), None);
        position.play(Point::new(4, 2));
        assert_eq!(player.outcome(&position, &quiet), Some(Outcome::Draw(Draw::Agreed)));
        assert_eq!(player.outcome(&position, &quiet[..3]), None);
        assert_eq!(player.outcome(&position, &quiet[2..]), None);
    }
}
