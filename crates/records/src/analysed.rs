//! From a text to the game that is analysed.

use fukumi_core::analysis::AnalysisGame;
use fukumi_core::geometry::Color;
use fukumi_core::position::Position;
use fukumi_core::position::ending::Ending;
use fukumi_core::rule::Rule;

use crate::diagram::Diagram;
use crate::error::{NotationError, Problem};

impl Diagram {
    /// The game that a text describes. A given `rule`, or a given `to_move` for the side at the
    /// end, takes precedence over what the text states. Without any rule the game is freestyle.
    ///
    /// # Errors
    /// If there are no stones, if moves follow the end of the game, or if nothing says which side
    /// is to move.
    pub fn game(
        &self,
        rule: Option<Rule>,
        to_move: Option<Color>,
    ) -> Result<AnalysisGame, NotationError> {
        if self.stones.is_empty() {
            return Err(Problem::NoStones.into());
        }
        let to_move = to_move.map_or_else(|| self.to_move(), Ok)?;
        let (put, moves) = self.stones.split_at(self.stones.len() - self.played);
        let mut start = Position::new(self.size, rule.or(self.rule).unwrap_or_default());
        for &point in &self.dead {
            start.kill(point);
        }
        for stone in put {
            start.place(stone.color, stone.point);
        }
        start.set_to_move(moves.first().map_or(to_move, |stone| stone.color));
        let over = match self.last {
            // The last stone was played, and may have been a foul.
            Some(_) if moves.is_empty() => start.ending(),
            _ => Ending::of_setup(&start),
        };
        let game =
            AnalysisGame::new(start, over, moves, to_move).map_err(|after| match after.played {
                0 => Problem::Over(after.ending),
                played => Problem::AfterEnd { ending: after.ending, played },
            })?;
        Ok(game.with_names(self.players.clone(), self.event.clone(), self.date.clone()))
    }
}
