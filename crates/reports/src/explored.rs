//! What was played in a position.

use fukumi_core::learning::Tally;
use fukumi_core::score::Score;
use serde::Serialize;

use crate::rounded_rate;

/// How often a position was met or a move played, and how it went for the side that moves.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "PlayedCount"))]
pub struct Count {
    /// How often.
    pub visits: u64,
    /// Games that this side won.
    pub wins: u32,
    /// Drawn games.
    pub draws: u32,
    /// Games that this side lost.
    pub losses: u32,
}

/// What a position or a move is worth, as far as that is known, for the side that moves.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Worth {
    /// The value.
    #[cfg_attr(feature = "schema", schemars(with = "Option<fukumi_core::schema::Score>"))]
    pub score: Option<i32>,
    /// Plies to the last stone if the result is proven, negative for a loss; else null.
    pub plies: Option<i32>,
    /// The chance of winning.
    pub win_rate: Option<f64>,
}

impl Worth {
    /// That of a score, if there is one.
    pub fn new(score: Option<Score>) -> Self {
        Self {
            score: score.map(Score::points),
            plies: score.and_then(Score::plies_to_end),
            win_rate: score.map(|score| rounded_rate(score.win_rate())),
        }
    }
}

/// A move that was played.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "PlayedMove"))]
pub struct PlayedReport<P> {
    /// The move.
    #[serde(rename = "move")]
    pub place: P,
    /// Moves that symmetry makes the same.
    pub same: Vec<P>,
    /// How often it was played, and how it went.
    #[serde(flatten)]
    pub count: Count,
    /// Share of the visits of all moves of the position, 0 to 1; null if there were none.
    pub share: Option<f64>,
    /// Share of points in games whose result is known, 0 to 1; null if there are none.
    pub points: Option<f64>,
}

impl Count {
    /// So many visits, and the results of the games.
    pub const fn new(visits: u64, tally: Tally) -> Self {
        let Tally { wins, draws, losses } = tally;
        Self { visits, wins, draws, losses }
    }

    /// The share of points in games whose result is known; `None` if there are none.
    pub fn points(self) -> Option<f64> {
        let [wins, draws, losses] = [self.wins, self.draws, self.losses].map(f64::from);
        let games = wins + draws + losses;
        (games > 0.0).then(|| (wins + 0.5 * draws) / games)
    }
}

impl<P: Copy> PlayedReport<P> {
    /// A move that is one of `places`, which symmetry makes the same; `total` is the number of
    /// visits of all moves. `None` if there is no place.
    pub fn new(places: &[P], count: Count, total: u64) -> Option<Self> {
        let (&place, same) = places.split_first()?;
        let share = (total > 0).then(|| count.visits as f64 / total as f64);
        Some(Self { place, same: same.to_vec(), count, share, points: count.points() })
    }
}
