//! One game: the searches for its moves, the random moves, the branches, and the end.

use fukumi_core::control::Control;
use fukumi_core::eval::{Evaluation, Scorer};
use fukumi_core::geometry::{Color, Point};
use fukumi_core::position::Position;
use fukumi_core::position::ending::Ending;
use fukumi_core::random::Generator;
use fukumi_core::score::Score;
use fukumi_core::search::{self, Request, Searcher};
use rand::Rng;

use super::record::{Branch, Draw, GameEnd, GameRecord, Ply, Start, Win};
use super::settings::SelfplaySettings;
use super::stop::Stop;
use super::{branch, opening, policy, softmax};

/// Size of the transposition table in bytes. At a few thousand nodes per move, the searches of a
/// game write some hundred thousand entries of 16 bytes.
const TABLE_BYTES: usize = 4 << 20;

/// Number of lines from which a random move is drawn.
const LINES: usize = 4;
/// Points below the best line at which the probability of a line falls to 1/e.
const TEMPERATURE: i32 = 50;
/// Points below the best line from which a line is excluded.
const MARGIN: i32 = 150;

/// Number of scout games without a fall of the score after which the opening becomes an even one.
const SCOUTS: usize = 4;
/// A score falls if it is this many points lower two plies later.
const FALL: i32 = 300;
/// Number of plies before the fall at which a recalled opening ends.
const PLIES_BEFORE: std::ops::RangeInclusive<usize> = 2..=8;

/// Plays both sides of games, one game after another.
pub(crate) struct Player<'a> {
    settings: &'a SelfplaySettings,
    searcher: Searcher,
    scorer: Scorer,
}

/// The moves, branches and end of a game after its opening.
struct Continuation {
    moves: Vec<Ply>,
    branches: Vec<Branch>,
    outcome: GameEnd,
}

impl<'a> Player<'a> {
    /// A player for games with these settings.
    pub(crate) fn new(settings: &'a SelfplaySettings) -> Self {
        let mut searcher = Searcher::new();
        searcher.set_memory(TABLE_BYTES);
        searcher.set_evaluation(settings.evaluation.clone());
        let tables = Evaluation::of(settings.rule, settings.size).tables();
        let empty = Position::with_tables(settings.size, tables);
        Self { settings, searcher, scorer: Scorer::new(&empty, &settings.evaluation) }
    }

    /// Plays the game with this number. It does not depend on the games played before. `None` if it
    /// was stopped.
    pub(crate) fn play(&mut self, number: u32, stop: &Stop) -> Option<GameRecord> {
        self.searcher.clear();
        let mut rng = self.settings.rng(number);
        let (start, position) = match self.settings.opening.kinds.draw(&mut rng) {
            Start::Recalled => self.recall(&mut rng, stop)?,
            kind => self.open(kind, &mut rng, stop)?,
        };
        let opening = position.board().stones().iter().map(|stone| stone.point).collect();
        let Continuation { moves, branches, outcome } =
            self.play_out(position, &mut rng, &stop.moves, true)?;
        let SelfplaySettings { rule, size, .. } = *self.settings;
        Some(GameRecord { number, rule, size, start, opening, moves, branches, outcome })
    }

    /// Finds an opening of a kind that does not need a scout game.
    fn open(&mut self, kind: Start, rng: &mut Generator, stop: &Stop) -> Option<(Start, Position)> {
        let Self { settings, searcher, scorer } = self;
        opening::find(kind, settings, searcher, scorer, rng, &stop.openings)
    }

    /// Finds a recalled opening: a position of a scout game shortly before a score fell. A scout
    /// game has fewer nodes per move, and nothing else of it is kept. The opening is an even one if
    /// no score falls. `None` if the play was stopped.
    fn recall(&mut self, rng: &mut Generator, stop: &Stop) -> Option<(Start, Position)> {
        for _ in 0..SCOUTS {
            let (_, mut position) = self.open(Start::Even, rng, stop)?;
            let scout = self.play_out(position.clone(), rng, &stop.scouts, false)?;
            if let Some(fall) = first_fall(&scout.moves) {
                let back = rng.random_range(*PLIES_BEFORE.start()..=fall.min(*PLIES_BEFORE.end()));
                scout.moves[..fall - back].iter().for_each(|ply| position.play(ply.point));
                return Some((Start::Recalled, position));
            }
        }
        self.open(Start::Even, rng, stop)
    }

    /// Plays from a position to the end. A whole game has random moves and branches, a scout game
    /// has neither. `None` if it was stopped.
    fn play_out(
        &mut self,
        mut position: Position,
        rng: &mut Generator,
        control: &Control,
        is_whole: bool,
    ) -> Option<Continuation> {
        let (mut moves, mut branches) = (Vec::new(), Vec::new());
        loop {
            let ply = self.choose(&position, moves.len(), rng, control, is_whole)?;
            if is_whole && rng.random_range(0..100) < self.settings.branch_percent {
                branches.extend(self.branch(
                    &mut position,
                    moves.len(),
                    ply.point,
                    rng,
                    control,
                )?);
            }
            position.play(ply.point);
            moves.push(ply);
            if let Some(outcome) = self.outcome(&position, &moves) {
                return Some(Continuation { moves, branches, outcome });
            }
        }
    }

    /// Searches a branch of the position before the move `played`. `Some(None)` if there is no
    /// other move, or if that move ends the game. `None` if the search was stopped.
    fn branch(
        &mut self,
        position: &mut Position,
        index: usize,
        played: Point,
        rng: &mut Generator,
        control: &Control,
    ) -> Option<Option<Branch>> {
        let Some(point) = branch::choose(position, played, &mut self.scorer, rng) else {
            return Some(None);
        };
        position.play(point);
        let is_over = position.ending().is_some() || position.board().empty_count() == 0;
        let found = if is_over { Some(None) } else { self.think(position, 1, control).map(Some) };
        position.undo();
        Some(found?.map(|found| {
            let (score, policy) = (found.score(), policy::target(&found));
            Branch { index, point, score, policy }
        }))
    }

    /// Chooses the next move, `played` moves after the opening; `None` if the search was stopped.
    fn choose(
        &mut self,
        position: &Position,
        played: usize,
        rng: &mut Generator,
        control: &Control,
        has_lots: bool,
    ) -> Option<Ply> {
        let best = self.think(position, 1, control)?;
        let (point, score, policy) = (best.best_move?, best.score(), policy::target(&best));
        let lot = self.settings.lot;
        let by_lot = has_lots
            && played < lot.moves
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

    /// The outcome of a search for the best `lines` lines; `None` if it was stopped.
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

    /// The end of the game, if the last of these moves ended it.
    fn outcome(&self, position: &Position, moves: &[Ply]) -> Option<GameEnd> {
        let mover = !position.to_move();
        match position.ending() {
            Some(Ending::Five(winner)) => return Some(GameEnd::Win(winner, Win::Five)),
            Some(Ending::Foul(_)) => return Some(GameEnd::Win(Color::White, Win::Foul)),
            None => {}
        }
        // A proven loss does not end the game; the opponent has to prove the win. A search that was
        // cut short may have seen all moves near the stones lose, but not the others.
        if moves.last().and_then(|ply| ply.score).is_some_and(Score::is_win) {
            return Some(GameEnd::Win(mover, Win::Proof));
        }
        if position.board().empty_count() == 0 {
            return Some(GameEnd::Draw(Draw::Full));
        }
        self.is_drawn_early(position, moves).then_some(GameEnd::Draw(Draw::Agreed))
    }

    /// Whether the conditions of [`EarlyDraw`](super::EarlyDraw) hold.
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

/// Draws the first move of one of the lines; better lines are more likely.
fn draw_lot(lines: &[(Point, Score)], rng: &mut Generator) -> Option<Point> {
    let best = lines.iter().map(|line| line.1).max()?;
    let good: Vec<_> = lines.iter().filter(|line| best - line.1 < MARGIN).collect();
    let index = softmax::draw(&good, |line| line.1.points(), TEMPERATURE, rng)?;
    Some(good[index].0)
}

/// The index of the first move before which the mover's score is at least [`FALL`] lower than
/// before the mover's previous move.
fn first_fall(moves: &[Ply]) -> Option<usize> {
    let points = |ply: &Ply| ply.score.map(Score::points);
    let is_fall = |two: &[Ply]| {
        points(&two[0]).zip(points(&two[2])).is_some_and(|(before, after)| before - after >= FALL)
    };
    moves.windows(3).position(is_fall).map(|index| index + 2)
}

#[cfg(test)]
mod tests {
    use fukumi_core::geometry::BoardSize;
    use fukumi_core::rule::Rule;
    use rand::SeedableRng;

    use super::*;
    use crate::Kinds;

    fn settings(side: i64) -> SelfplaySettings {
        SelfplaySettings::new(Rule::Freestyle, BoardSize::square(side).unwrap(), 1)
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
    fn a_lot_falls_on_good_lines_only() {
        let lines = [(0, 100), (1, 90), (2, -60)];
        let lines = lines.map(|(x, score)| (Point::new(x, 0), Score::from_points(score)));
        let mut rng = Generator::seed_from_u64(1);
        let mut counts = [0; 3];
        for _ in 0..1_000 {
            counts[usize::from(draw_lot(&lines, &mut rng).unwrap().x())] += 1;
        }
        assert!(counts[0] > counts[1] && counts[1] > 350 && counts[2] == 0, "{counts:?}");
        assert_eq!(draw_lot(&[], &mut rng), None);
    }

    #[test]
    fn a_fall_is_seen_by_the_side_whose_score_falls() {
        let of =
            |scores: &[i32]| -> Vec<Ply> { scores.iter().map(|&score| ply(0, 0, score)).collect() };
        assert_eq!(first_fall(&of(&[10, -20, 15, 290, -280, 900])), None);
        assert_eq!(first_fall(&of(&[10, -20, 15, 290, -285, 900, -2_000])), Some(4));
        assert_eq!(first_fall(&of(&[500, -20])), None);
        let mut unknown = of(&[10, -20, -600]);
        unknown[0].score = None;
        assert_eq!(first_fall(&unknown), None);
    }

    #[test]
    fn a_recalled_opening_ends_before_the_fall() {
        let mut settings = settings(15);
        settings.nodes = 200;
        settings.opening.nodes = 200;
        settings.opening.kinds = Kinds { recalled: 100, unbalanced: 0, crowded: 0 };
        let stop = Stop::new(&settings);
        let mut player = Player::new(&settings);
        let games: Vec<GameRecord> =
            (0..6).filter_map(|number| player.play(number, &stop)).collect();
        assert_eq!(games.len(), 6);
        let recalled = games.iter().filter(|game| game.start == Start::Recalled);
        assert!(recalled.count() >= 4);
        // Some openings come from the middle of a game.
        assert!(games.iter().any(|game| game.opening.len() > *settings.opening.stones.end()));
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
            Some(GameEnd::Win(Color::White, Win::Proof))
        );
        let loss = Ply { score: Some(Score::loss_in(4)), ..ply(3, 5, 0) };
        assert_eq!(player.outcome(&position, &[loss]), None);
        position.play(Point::new(4, 0));
        let five = Some(GameEnd::Win(Color::Black, Win::Five));
        assert_eq!(player.outcome(&position, &[proof]), five);

        let mut position = Position::new(settings.size, Rule::Renju);
        let moves = [(7, 6), (0, 0), (7, 7), (0, 2), (5, 8), (0, 4), (6, 8), (0, 6), (7, 8)];
        moves.into_iter().for_each(|(x, y)| position.play(Point::new(x, y)));
        let foul = Some(GameEnd::Win(Color::White, Win::Foul));
        assert_eq!(player.outcome(&position, &[ply(7, 8, 0)]), foul);
    }

    #[test]
    fn a_game_without_prospects_is_drawn_early() {
        let mut settings = settings(5);
        settings.draw = super::super::EarlyDraw { bound: 10, moves: 3, filled_percent: 60 };
        // Rows of two and three of one colour, and no five.
        let order = [0, 1, 3, 2, 4, 5, 6, 8, 7, 9, 10, 11, 13, 12, 14];
        let mut position = Position::new(settings.size, Rule::Freestyle);
        for index in &order[..14] {
            position.play(Point::new(index % 5, index / 5));
        }
        let quiet = [ply(0, 0, 90), ply(0, 0, 10), ply(0, 0, -10), ply(0, 0, 3)];
        let player = Player::new(&settings);
        assert_eq!(player.outcome(&position, &quiet), None);
        position.play(Point::new(4, 2));
        assert_eq!(player.outcome(&position, &quiet), Some(GameEnd::Draw(Draw::Agreed)));
        assert_eq!(player.outcome(&position, &quiet[..3]), None);
        assert_eq!(player.outcome(&position, &quiet[2..]), None);
    }
}
