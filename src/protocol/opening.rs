//! Openings in the words of front ends: `SWAP2BOARD`, and the swap2 and Soosõrv of Yixin-Board.
//!
//! Words only: a command becomes a question about an [`Opening`], and the step that answers it
//! becomes lines. The opening knows what is possible, and the engine chooses.

use fukumi_core::clock::Instant;
use fukumi_core::decide::task::Goal;
use fukumi_core::geometry::{BoardSize, Point};
use fukumi_core::opening::{Opening, Step};

use super::question::Question;
use super::reply::Reply;
use crate::engine::Engine;
use crate::engine::error::EngineError;
use crate::engine::setup::Coordinates;

/// A question that waits for its answer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asked {
    question: Question,
    opening: Opening,
}

impl Asked {
    /// Checks that the engine can answer a question once the running search has answered.
    ///
    /// # Errors
    /// If there is no game, or the stones do not fit the question.
    pub(super) fn check(
        engine: &Engine,
        question: Question,
        fifths: usize,
        moves: &[Coordinates],
    ) -> Result<(), EngineError> {
        engine.check_game()?;
        if !question.is_about_board() {
            return Self::about_block(engine, question, fifths, moves).map(drop);
        }
        match engine.coming_stone_count() {
            Some(count) if question.stones() != Some(count) => Err(EngineError::StoneCount(count)),
            Some(_) | None => Ok(()),
        }
    }

    /// Has the engine think about a question. `fifths` is the number of fifth stones, and `moves`
    /// are the stones of the block.
    ///
    /// # Errors
    /// If there is no game, or the stones do not fit the question.
    pub(super) fn put(
        engine: &mut Engine,
        question: Question,
        fifths: usize,
        moves: &[Coordinates],
        since: Instant,
    ) -> Result<Self, EngineError> {
        if question.is_start() {
            engine.restart()?;
        }
        let asked = if question.is_about_board() {
            Self::about_board(engine, question)?
        } else {
            Self::about_block(engine, question, fifths, moves)?
        };
        let opening = asked.opening;
        // Yixin-Board asks for the next move by a command of its own.
        let plays_on = question == Question::Swap2Board;
        match question {
            Question::SoosorvOpen => {}
            _ if question.is_start() || question.is_about_board() => {
                engine.think(Goal::Opening { opening, plays_on }, since)?;
            }
            _ => engine.decide_step(opening, plays_on, since)?,
        }
        Ok(asked)
    }

    /// A question about the stones on the board.
    fn about_board(engine: &Engine, question: Question) -> Result<Self, EngineError> {
        let position = engine.position().ok_or(EngineError::NoGame)?;
        let points: Vec<Point> =
            position.board().stones().iter().map(|stone| stone.point).collect();
        let opening = opening_of(question, position.size(), 1, &points)?;
        Ok(Self { question, opening })
    }

    /// A question about the stones of a block, or about an empty board.
    fn about_block(
        engine: &Engine,
        question: Question,
        fifths: usize,
        moves: &[Coordinates],
    ) -> Result<Self, EngineError> {
        let size = engine.size().ok_or(EngineError::NoGame)?;
        let moves = if question.is_start() { &[] } else { moves };
        let points = points_of(question, size, moves)?;
        let opening = opening_of(question, size, fifths, &points)?;
        Ok(Self { question, opening })
    }

    /// Answers the question with stones drawn at random, if it needs no search.
    pub(super) fn draw(&self, engine: &mut Engine) -> Result<Option<Reply>, EngineError> {
        if self.question.needs_search() {
            return Ok(None);
        }
        let step = engine.draw_stones(self.opening)?;
        Ok(Some(self.reply(&step, None)))
    }

    /// The reply that has this step, and the move of a player who keeps the colour and plays on.
    pub(super) fn reply(&self, step: &Step, then: Option<Point>) -> Reply {
        let question = self.question;
        match (question, step) {
            (Question::Swap2Board, Step::Swap) => Reply::Swap,
            (Question::Swap2Board, Step::Stones(points)) => Reply::Moves(points.clone()),
            (Question::Swap2Board, Step::Stay | Step::Count(_)) => {
                Reply::Moves(then.into_iter().collect())
            }
            (_, Step::Stones(points)) => Reply::Lines(self.lines(step, points)),
            (_, Step::Swap | Step::Stay | Step::Count(_)) => {
                let number = if question.is_second() { 2 } else { 1 };
                let choice = if *step == Step::Swap { "YES" } else { "NO" };
                Reply::Lines(vec![format!("{} SWAP{number} {choice}", question.message())])
            }
        }
    }

    /// The lines for Yixin-Board that have these stones.
    fn lines(&self, step: &Step, points: &[Point]) -> Vec<String> {
        let name = self.question.message();
        let pairs = points.iter().map(|point| format!("{} {}", point.x(), point.y()));
        match self.question {
            Question::SoosorvFourth => {
                let fifths = self.fewest_fifths(step);
                pairs.map(|pair| format!("{name} MOVE4 {pair} {fifths}")).collect()
            }
            Question::SoosorvOffer => {
                let begin = std::iter::once(format!("{name} MOVE5 REFRESH"));
                let moves = pairs.map(|pair| format!("{name} MOVE5 {pair}"));
                begin.chain(moves).chain([format!("{name} MOVE5 DONE")]).collect()
            }
            Question::SoosorvAccept => pairs.map(|pair| format!("{name} MOVE5C {pair}")).collect(),
            _ => {
                let numbers = self.opening.stones().count() + 1..;
                let line = |(number, pair)| format!("{name} MOVE{number} {pair}");
                numbers.zip(pairs).map(line).collect()
            }
        }
    }

    /// The fewest fifth stones that can be declared after the step. The fourth stone is chosen for
    /// so many.
    fn fewest_fifths(&self, step: &Step) -> usize {
        let mut opening = self.opening;
        match opening.apply(step).ok().and_then(|()| opening.first_step()) {
            Some(Step::Count(fewest)) => fewest,
            Some(Step::Swap | Step::Stay | Step::Stones(_)) | None => 1,
        }
    }
}

/// Returns the opening at the step that the question asks for, with these stones on the board.
/// Fifth stones on offer follow them.
fn opening_of(
    question: Question,
    size: BoardSize,
    fifths: usize,
    points: &[Point],
) -> Result<Opening, EngineError> {
    let wrong = EngineError::StoneCount(points.len());
    let count = question.stones().unwrap_or(points.len());
    let (stones, offered) = points.split_at_checked(count).ok_or(wrong)?;
    if offered.is_empty() == (question == Question::SoosorvAccept) {
        return Err(wrong);
    }
    let opening = Opening::at(question.rule(), size, stones, |choice| question.asks_for(choice));
    let opening = opening.ok_or(wrong)?.with_offers(offered.iter().copied().collect());
    Ok(if question.most_fifths().is_some() { opening.with_count(fifths) } else { opening })
}

/// Reads the stones of the block. None may lie on one that is on the board.
fn points_of(
    question: Question,
    size: BoardSize,
    moves: &[Coordinates],
) -> Result<Vec<Point>, EngineError> {
    let count = question.stones().unwrap_or(moves.len());
    let mut points: Vec<Point> = Vec::with_capacity(moves.len());
    for at in moves {
        let point = at.on(size)?;
        if points.iter().take(count).any(|&stone| stone == point) {
            return Err(EngineError::Occupied(at.x, at.y));
        }
        points.push(point);
    }
    Ok(points)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(question: Question, step: Step, then: Option<Point>) -> String {
        let size = BoardSize::square(15).unwrap();
        let points: Vec<Point> = (0..5).map(|x| Point::new(x, 0)).collect();
        let count =
            question.stones().unwrap_or(5) + usize::from(question == Question::SoosorvAccept);
        let opening = opening_of(question, size, 2, &points[..count]).unwrap();
        Asked { question, opening }.reply(&step, then).text()
    }

    fn stones() -> Step {
        Step::Stones(vec![Point::new(6, 8), Point::new(10, 7)])
    }

    fn stone() -> Step {
        Step::Stones(vec![Point::new(6, 8)])
    }

    #[test]
    fn steps_of_soosorv_are_written_as_yixin_board_reads_them() {
        let text = |question, step| text(question, step, None);
        assert_eq!(text(Question::SoosorvFirstSwap, Step::Swap), "MESSAGE SOOSORV SWAP1 YES\n");
        assert_eq!(text(Question::SoosorvSecondSwap, Step::Stay), "MESSAGE SOOSORV SWAP2 NO\n");
        assert_eq!(text(Question::SoosorvFourth, stone()), "MESSAGE SOOSORV MOVE4 6 8 1\n");
        assert_eq!(text(Question::SoosorvAccept, stone()), "MESSAGE SOOSORV MOVE5C 6 8\n");
        assert_eq!(
            text(Question::SoosorvOffer, stones()),
            "MESSAGE SOOSORV MOVE5 REFRESH\nMESSAGE SOOSORV MOVE5 6 8\n\
             MESSAGE SOOSORV MOVE5 10 7\nMESSAGE SOOSORV MOVE5 DONE\n"
        );
        assert_eq!(
            text(Question::SoosorvOpen, stones()),
            "MESSAGE SOOSORV MOVE1 6 8\nMESSAGE SOOSORV MOVE2 10 7\n"
        );
    }

    #[test]
    fn steps_of_swap2_have_blanks_between_coordinates_only_for_yixin_board() {
        let then = Some(Point::new(3, 4));
        assert_eq!(
            text(Question::Swap2Choose, stones(), None),
            "MESSAGE SWAP2 MOVE4 6 8\nMESSAGE SWAP2 MOVE5 10 7\n"
        );
        assert_eq!(text(Question::Swap2Choose, Step::Swap, None), "MESSAGE SWAP2 SWAP1 YES\n");
        assert_eq!(text(Question::Swap2Decide, Step::Stay, None), "MESSAGE SWAP2 SWAP2 NO\n");
        assert_eq!(text(Question::Swap2Board, Step::Stay, then), "3,4\n");
        assert_eq!(text(Question::Swap2Board, Step::Swap, None), "SWAP\n");
        assert_eq!(text(Question::Swap2Board, stones(), None), "6,8 10,7\n");
    }

    #[test]
    fn a_question_wants_its_own_number_of_stones() {
        let size = BoardSize::square(15).unwrap();
        let points: Vec<Point> = (0..6).map(|x| Point::new(x, 0)).collect();
        let counts = |question: Question| -> Vec<usize> {
            (0..=6)
                .filter(|&count| opening_of(question, size, 1, &points[..count]).is_ok())
                .collect()
        };
        assert_eq!(counts(Question::Swap2Board), [0, 3, 5]);
        assert_eq!(counts(Question::Swap2Choose), [3]);
        assert_eq!(counts(Question::SoosorvFirstSwap), [3]);
        assert_eq!(counts(Question::SoosorvOffer), [4]);
        assert_eq!(counts(Question::SoosorvAccept), [5, 6]);
        let twice = [(7, 7), (7, 7), (9, 9)].map(|(x, y)| Coordinates { x, y });
        assert_eq!(points_of(Question::Swap2Board, size, &twice), Err(EngineError::Occupied(7, 7)));
    }
}
