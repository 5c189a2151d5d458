//! From a game of the engine to what it teaches.
//!
//! A `Step` is one move of the engine, with the score of its search. When the result is known, the
//! scores are backed up from the end: for the engine, the position after its move is worth no more
//! than the position that the opponent's reply led to. So a move that looked good and was refuted
//! gets the value of what came of it, and the last mistake of a lost game is found where the score
//! falls. When the game comes that way again and a search has only worse moves left, its score
//! carries the fall one move further towards the beginning.

use fukumi_core::board::Stone;
use fukumi_core::geometry::{BoardSize, Point};
use fukumi_core::identity::Identity;
use fukumi_core::learning::{Record, Tally};
use fukumi_core::position::Position;
use fukumi_core::rule::Rule;
use fukumi_core::score::Score;

/// How a game ended for the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OwnResult {
    /// The engine won, or has proven that it wins.
    Win,
    /// A draw.
    Draw,
    /// The engine lost, or has proven that it loses.
    Loss,
}

/// A move of the engine.
///
/// The opponent may have passed before or after it.
#[derive(Clone, Debug)]
struct Step {
    before: Identity,
    after: Identity,
    /// The stones after the move.
    stones: Vec<Stone>,
    /// Score that the search gave to the position before the move, for the engine; `None` without a
    /// search.
    score: Option<Score>,
}

/// The engine's moves in the game so far.
#[derive(Clone, Debug, Default)]
pub(super) struct GameRecord {
    steps: Vec<Step>,
    game: Option<(Rule, BoardSize)>,
}

impl GameRecord {
    /// Whether the engine has not moved yet.
    pub(super) fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// Goes back to the last step after which the opponent's move or pass leads to `position`.
    /// Moves that were taken back are no part of the game. In another game, no step is left.
    pub(super) fn follow(&mut self, position: &Position) {
        let game = (position.rule(), position.size());
        if self.game.replace(game) != Some(game) {
            self.steps.clear();
        }
        let stones = position.board().stones();
        let leads_here = |step: &Step| {
            let replies = stones.len().checked_sub(step.stones.len());
            // The engine has moved last in each step.
            let is_turn = step.stones.last().is_some_and(|last| last.color == position.to_move());
            is_turn
                && matches!(replies, Some(0 | 1))
                && step.stones.iter().all(|stone| stones.contains(stone))
        };
        while self.steps.last().is_some_and(|step| !leads_here(step)) {
            self.steps.pop();
        }
    }

    /// Adds the engine's move in `position` with the score of the search. If the search did not
    /// look at all moves (`saw_all`), a proven loss does not count as proven.
    pub(super) fn push(
        &mut self,
        position: &Position,
        point: Point,
        score: Option<Score>,
        saw_all: bool,
    ) {
        self.follow(position);
        let before = Identity::of(position);
        let board = position.board();
        let mut stones = board.stones().to_vec();
        stones.push(Stone { color: board.to_move(), point });
        let score = score.map(|score| match score.is_loss() {
            true if !saw_all => unproven(score),
            _ => score,
        });
        self.steps.push(Step { after: before.after(point), before, stones, score });
    }

    /// Returns the result of the game, if the last search has proven one.
    pub(super) fn proven(&self) -> Option<OwnResult> {
        let score = self.steps.last()?.score?;
        if score.is_win() {
            Some(OwnResult::Win)
        } else {
            score.is_loss().then_some(OwnResult::Loss)
        }
    }

    /// Returns what a game with this outcome at this time teaches: two records for each step. If a
    /// foul of the opponent has won it, the position before that is worth what the search says.
    pub(super) fn records(&self, outcome: OwnResult, by_foul: bool, met: u32) -> Vec<Record> {
        let Some((rule, size)) = self.game else { return Vec::new() };
        let tally = |is_engine: bool| match (outcome, is_engine) {
            (OwnResult::Draw, _) => Tally { draws: 1, ..Tally::default() },
            (OwnResult::Win, true) | (OwnResult::Loss, false) => {
                Tally { wins: 1, ..Tally::default() }
            }
            (OwnResult::Loss, true) | (OwnResult::Win, false) => {
                Tally { losses: 1, ..Tally::default() }
            }
        };
        let record =
            |identity: &Identity, stones: usize, score: Option<Score>, is_engine: bool| Record {
                key: identity.key(),
                rule,
                size,
                stones: u16::try_from(stones).unwrap_or(u16::MAX),
                score,
                tally: tally(is_engine),
                met,
            };
        let mut records = Vec::with_capacity(2 * self.steps.len());
        // Value of the position after the step for the engine, as it turned out; `None` if nothing
        // gives one.
        let mut result = Some(match outcome {
            OwnResult::Win => Score::win_in(0),
            OwnResult::Draw => Score::ZERO,
            OwnResult::Loss => Score::loss_in(1),
        });
        for step in self.steps.iter().rev() {
            let is_last = records.is_empty();
            let thought = step.score.map(after_move);
            let after = match (thought, result) {
                _ if is_last && by_foul && outcome == OwnResult::Win => thought,
                // Either the search has proven the result, or it has not seen it and the end of the
                // game is a fact.
                (Some(thought), _) if is_last && thought.is_proven() => Some(thought),
                _ if is_last => result,
                // The opponent chose the reply, and might have chosen a better one.
                (Some(thought), Some(result)) => Some(thought.min(result)),
                (None, Some(result)) if result.is_win() => Some(unproven(result)),
                (thought, result) => thought.or(result),
            };
            // A refuted move proves nothing about others, which no search has looked at.
            let before =
                step.score.or_else(|| after.map(before_move).filter(|before| !before.is_loss()));
            let for_opponent = after.map(|after| -after);
            records.push(record(&step.after, step.stones.len(), for_opponent, false));
            records.push(record(&step.before, step.stones.len() - 1, before, true));
            // The opponent's move lies between the two steps.
            result = before.map(before_move);
        }
        records
    }
}

/// Returns a score as seen one ply later; only a proven score changes.
fn after_move(score: Score) -> Score {
    Score::from_table(score.to_table(1), 0)
}

/// Returns a score as seen one ply earlier; only a proven score changes.
fn before_move(score: Score) -> Score {
    Score::from_table(score.to_table(0), 1)
}

/// Returns the score cut to the range of scores that are not proven.
fn unproven(score: Score) -> Score {
    Score::from_points(score.points())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use fukumi_core::identity::Key;

    use super::*;

    fn points(points: i32) -> Option<Score> {
        Some(Score::from_points(points))
    }

    /// Plays a game of the engine as White in which both sides play along two rows and the engine's
    /// search gives its moves these scores. Also returns the position before each move of the
    /// engine and, last, the position after the opponent's last move.
    fn game(scores: &[Option<Score>]) -> (GameRecord, Vec<Position>) {
        let mut position = Position::new(BoardSize::square(15).unwrap(), Rule::Freestyle);
        let mut record = GameRecord::default();
        let mut positions = Vec::new();
        for (x, &score) in (0..).step_by(2).zip(scores) {
            position.play(Point::new(x, 3));
            positions.push(position.clone());
            record.push(&position, Point::new(x, 9), score, true);
            position.play(Point::new(x, 9));
        }
        position.play(Point::new(13, 3));
        positions.push(position);
        (record, positions)
    }

    /// What a game teaches, by the keys of the positions.
    type Learned = BTreeMap<Key, Record>;

    fn learned(records: Vec<Record>) -> Learned {
        records.into_iter().map(|record| (record.key, record)).collect()
    }

    fn score_after(learned: &Learned, position: &Position, x: u8) -> Option<Score> {
        let key = Identity::of(position).after(Point::new(x, 9)).key();
        learned[&key].score.map(|score| -score)
    }

    fn score_before(learned: &Learned, position: &Position) -> Option<Score> {
        learned[&Identity::of(position).key()].score
    }

    #[test]
    fn a_fall_of_the_score_is_blamed_on_the_move_before_it() {
        let lost = Some(Score::loss_in(6));
        let (record, positions) = game(&[points(-20), points(-60), points(-500), lost]);
        assert_eq!(record.proven(), Some(OwnResult::Loss));
        let learned = learned(record.records(OwnResult::Loss, false, 1));
        assert_eq!(learned.len(), 8);
        let after = |index: usize| score_after(&learned, &positions[index], 2 * index as u8);
        assert_eq!([after(0), after(1)], [points(-60), points(-500)]);
        assert_eq!([after(2), after(3)], [Score::loss_in(7), Score::loss_in(5)].map(Some));
        let record = learned[&Identity::of(&positions[1]).key()];
        assert_eq!((record.score, record.stones), (points(-60), 3));
        assert_eq!(record.tally, Tally { losses: 1, ..Tally::default() });
    }

    #[test]
    fn a_better_turn_of_the_game_may_be_due_to_the_opponent() {
        let won = Some(Score::win_in(5));
        let (record, positions) = game(&[points(-90), None, won]);
        let learned = learned(record.records(OwnResult::Win, false, 1));
        assert_eq!(score_after(&learned, &positions[0], 0), points(-90));
        assert_eq!(score_after(&learned, &positions[1], 2), Some(Score::EVAL_MAX));
        assert_eq!(score_after(&learned, &positions[2], 4), Some(Score::win_in(4)));
    }

    #[test]
    fn of_moves_without_a_search_only_the_refuted_one_is_blamed_for_a_loss() {
        let (record, positions) = game(&[points(10), None, None]);
        let learned = learned(record.records(OwnResult::Loss, false, 1));
        assert_eq!(score_after(&learned, &positions[2], 4), Some(Score::loss_in(1)));
        assert_eq!(score_before(&learned, &positions[2]), None);
        assert_eq!(score_after(&learned, &positions[1], 2), None);
        assert_eq!(score_after(&learned, &positions[0], 0), points(10));
        let losses = learned.values().filter(|record| record.tally.losses > 0).count();
        assert_eq!(losses, 3, "all of it counts");
    }

    #[test]
    fn a_foul_of_the_opponent_says_nothing_about_the_position_before_it() {
        for (score, expected) in [(points(-70), -70), (None, 500)] {
            let (record, positions) = game(&[points(500), score]);
            let learned = learned(record.records(OwnResult::Win, true, 1));
            assert_eq!(score_after(&learned, &positions[1], 2), score);
            assert_eq!(score_before(&learned, &positions[1]), score);
            assert_eq!(score_after(&learned, &positions[0], 0), points(expected));
            let record = learned[&Identity::of(&positions[1]).key()];
            assert_eq!(record.tally, Tally { wins: 1, ..Tally::default() });
        }
        let (record, positions) = game(&[Some(Score::win_in(5))]);
        let learned = learned(record.records(OwnResult::Win, true, 1));
        let after = score_after(&learned, &positions[0], 0);
        assert_eq!(after, Some(Score::win_in(4)), "that was proven");
    }

    #[test]
    fn a_loss_that_nobody_saw_is_one_on_the_board() {
        let (record, positions) = game(&[points(30), points(40)]);
        assert_eq!(record.proven(), None);
        let learned = learned(record.records(OwnResult::Loss, false, 1));
        assert_eq!(score_after(&learned, &positions[1], 2), Some(Score::loss_in(1)));
        assert_eq!(score_after(&learned, &positions[0], 0), points(30));
    }

    #[test]
    fn a_loss_proven_for_some_moves_only_is_large_but_not_proven() {
        let (_, positions) = game(&[None]);
        let mut record = GameRecord::default();
        record.push(&positions[0], Point::new(0, 9), Some(Score::loss_in(4)), false);
        assert_eq!(record.proven(), None);
        let learned = learned(record.records(OwnResult::Loss, false, 1));
        assert_eq!(score_before(&learned, &positions[0]), Some(-Score::EVAL_MAX));
    }

    #[test]
    fn a_pass_of_the_opponent_is_a_reply_like_any_other() {
        let mut position = Position::new(BoardSize::square(15).unwrap(), Rule::Freestyle);
        let mut record = GameRecord::default();
        let mut positions = Vec::new();
        for (x, score) in [(0, 90), (2, 70), (4, -300)] {
            // The opponent passes at the beginning and after the first move.
            match x {
                4 => position.play(Point::new(x, 3)),
                _ => position.pass(),
            }
            positions.push(position.clone());
            record.push(&position, Point::new(x, 9), points(score), true);
            position.play(Point::new(x, 9));
        }
        assert_eq!(record.steps.len(), 3);
        let learned = learned(record.records(OwnResult::Loss, false, 1));
        assert_eq!(learned.len(), 6);
        assert_eq!(score_after(&learned, &positions[0], 0), points(70));
        assert_eq!(score_after(&learned, &positions[1], 2), points(-300));
        // After the pass the same stones are another position, with the other side to move.
        let mut other = positions[1].clone();
        other.pass();
        let [here, before] = [&positions[1], &other].map(|p| &learned[&Identity::of(p).key()]);
        assert_eq!((here.stones, before.stones), (1, 1));
        assert_eq!([here.score, before.score], [points(70), points(-70)]);
        record.follow(&other);
        assert!(record.is_empty(), "the engine has the other colour");
    }

    #[test]
    fn moves_that_were_taken_back_are_no_part_of_the_game() {
        let (mut record, positions) = game(&[points(1), points(2), points(3)]);
        record.follow(&positions[3]);
        assert_eq!(record.steps.len(), 3);
        record.follow(&positions[1]);
        assert_eq!(record.steps.len(), 1);
        record.follow(&Position::new(BoardSize::square(15).unwrap(), Rule::Renju));
        assert!(record.is_empty(), "another game");
    }
}
