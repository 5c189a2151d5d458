//! One game of self-play, and its form in bytes.
//!
//! The bytes are those between length and checksum in a file of games, see [`super::file`]. Numbers
//! are little-endian; a point is `x + y * width`.
//!
//! | Bytes | Meaning |
//! |-------|---------|
//! | 4 | number of the game |
//! | 1 | rule, as the protocol numbers it |
//! | 1, 1 | width and height of the board |
//! | 1 | outcome: the winner in the high half (0 nobody, 1 Black, 2 White), the end in the low half (0 full board, 1 agreed draw, 2 five, 3 foul, 4 proven win) |
//! | 2 | stones of the opening |
//! | 2 | moves after it |
//! | 2 each | points of the opening |
//! | 4 each | moves: the point, with bit 15 set if drawn by lot; the score in points as a signed number |

use std::fmt;

use crate::geometry::{BoardSize, Color, Point, PointSet};
use crate::rule::Rule;
use crate::score::Score;

/// Bytes before the points.
const HEAD: usize = 12;
/// Bit of a move that was drawn by lot.
const BY_LOT: u16 = 1 << 15;
/// In place of a score: there is none.
const NO_SCORE: i16 = i16::MIN;

/// A game from an opening to its end. Black plays first, and the colours take turns from the first
/// stone of the opening on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Which game of its settings it is, from 0.
    pub number: u32,
    /// The rule.
    pub rule: Rule,
    /// Width and height of the board.
    pub size: BoardSize,
    /// Stones that were on the board before the players began, in the order of play.
    pub opening: Vec<Point>,
    /// The moves of the players.
    pub moves: Vec<Ply>,
    /// Who won, and why the game is over.
    pub outcome: Outcome,
}

/// A move, and what the player thought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// Where the stone was put.
    pub point: Point,
    /// The value of the position before the move for the side to move, as the search found it;
    /// that of the best move, even if another was drawn by lot. `None` if the search ended before it
    /// had looked at a move.
    pub score: Option<Score>,
    /// Whether the move was drawn by lot among good ones. It may still be the best.
    pub by_lot: bool,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A draw.
    Draw(Draw),
    /// A win of a colour.
    Win(Color, Win),
}

/// Why a game is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Draw {
    /// The board is full.
    Full,
    /// Neither side saw anything to win for long, and the board was nearly full.
    Agreed,
}

/// Why a game is won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Win {
    /// The winner has a winning row.
    Five,
    /// The loser had nothing left but a forbidden point.
    Foul,
    /// The search proved the win of the side to move; its first move is the last of the record.
    Proof,
}

impl Outcome {
    /// All outcomes.
    pub const ALL: [Self; 8] = [
        Self::Draw(Draw::Full),
        Self::Draw(Draw::Agreed),
        Self::Win(Color::Black, Win::Five),
        Self::Win(Color::White, Win::Five),
        Self::Win(Color::Black, Win::Foul),
        Self::Win(Color::White, Win::Foul),
        Self::Win(Color::Black, Win::Proof),
        Self::Win(Color::White, Win::Proof),
    ];

    /// The colour that won; `None` if the game is drawn.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Draw(_) => None,
            Self::Win(color, _) => Some(color),
        }
    }

    const fn code(self) -> u8 {
        match self {
            Self::Draw(Draw::Full) => 0,
            Self::Draw(Draw::Agreed) => 1,
            Self::Win(color, win) => {
                let end = match win {
                    Win::Five => 2,
                    Win::Foul => 3,
                    Win::Proof => 4,
                };
                (color as u8 + 1) << 4 | end
            }
        }
    }
}

/// What is wrong with the bytes of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadGame {
    /// The number of bytes is not what the counts ask for.
    Length {
        /// Bytes expected.
        expected: usize,
        /// Bytes found.
        found: usize,
    },
    /// No rule has this number.
    Rule(u8),
    /// No board has these sides.
    Size(u8, u8),
    /// No outcome has this number.
    Outcome(u8),
    /// The point is not on the board, or was taken before.
    Point(u16),
    /// No score has so many points.
    Score(i16),
}

impl fmt::Display for BadGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { expected, found } => {
                write!(f, "expected {expected} bytes, found {found}")
            }
            Self::Rule(code) => write!(f, "expected the number of a rule, found {code}"),
            Self::Size(width, height) => {
                write!(f, "expected the sides of a board, found {width} and {height}")
            }
            Self::Outcome(code) => write!(f, "expected the number of an outcome, found {code}"),
            Self::Point(code) => write!(f, "expected an empty point, found point {code}"),
            Self::Score(points) => write!(f, "expected a score, found {points} points"),
        }
    }
}

impl std::error::Error for BadGame {}

impl Game {
    /// The colour that made the move with this index of [`Game::moves`].
    pub const fn mover(&self, index: usize) -> Color {
        if (self.opening.len() + index).is_multiple_of(2) { Color::Black } else { Color::White }
    }

    /// The bytes of the game.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(HEAD + 2 * self.opening.len() + 4 * self.moves.len());
        bytes.extend(self.number.to_le_bytes());
        bytes.push(self.rule.code());
        bytes.extend([self.size.width(), self.size.height(), self.outcome.code()]);
        // No board has more points than such a count can hold.
        bytes.extend((self.opening.len() as u16).to_le_bytes());
        bytes.extend((self.moves.len() as u16).to_le_bytes());
        let code = |point: Point| {
            u16::from(point.y()) * u16::from(self.size.width()) + u16::from(point.x())
        };
        for &point in &self.opening {
            bytes.extend(code(point).to_le_bytes());
        }
        for ply in &self.moves {
            let flag = if ply.by_lot { BY_LOT } else { 0 };
            bytes.extend((code(ply.point) | flag).to_le_bytes());
            let score = ply.score.map_or(NO_SCORE, |score| score.to_table(0));
            bytes.extend(score.to_le_bytes());
        }
        bytes
    }

    /// The game of these bytes.
    ///
    /// # Errors
    /// If they are not what [`Game::encode`] makes of a game whose stones are on different points.
    /// Whether the stones and the outcome obey the rule is not looked at.
    pub fn decode(bytes: &[u8]) -> Result<Self, BadGame> {
        let length = |expected| BadGame::Length { expected, found: bytes.len() };
        let (head, rest) = bytes.split_first_chunk::<HEAD>().ok_or_else(|| length(HEAD))?;
        let [n0, n1, n2, n3, rule, width, height, outcome, o0, o1, m0, m1] = *head;
        let opening_bytes = 2 * usize::from(u16::from_le_bytes([o0, o1]));
        let move_bytes = 4 * usize::from(u16::from_le_bytes([m0, m1]));
        if rest.len() != opening_bytes + move_bytes {
            return Err(length(HEAD + opening_bytes + move_bytes));
        }
        let rule = Rule::with_code(rule).ok_or(BadGame::Rule(rule))?;
        let size = BoardSize::new(width.into(), height.into());
        let size = size.ok_or(BadGame::Size(width, height))?;
        let outcome = Outcome::ALL.into_iter().find(|known| known.code() == outcome);
        let outcome = outcome.ok_or(BadGame::Outcome(head[7]))?;
        let mut points = Points { size, taken: PointSet::EMPTY };
        let (opening, moves) = rest.split_at(opening_bytes);
        let opening = opening.chunks_exact(2).map(|bytes| points.take(number(bytes)));
        let opening = opening.collect::<Result<_, _>>()?;
        let moves = moves.chunks_exact(4).map(|bytes| {
            let (point, score) = (number(&bytes[..2]), number(&bytes[2..]) as i16);
            Ok(Ply {
                point: points.take(point & !BY_LOT)?,
                score: score_of(score)?,
                by_lot: point & BY_LOT != 0,
            })
        });
        let moves = moves.collect::<Result<_, _>>()?;
        let number = u32::from_le_bytes([n0, n1, n2, n3]);
        Ok(Self { number, rule, size, opening, moves, outcome })
    }
}

/// The points of a game while it is read.
struct Points {
    size: BoardSize,
    taken: PointSet,
}

impl Points {
    fn take(&mut self, code: u16) -> Result<Point, BadGame> {
        let width = u16::from(self.size.width());
        let point = self.size.point((code % width).into(), (code / width).into());
        let point = point.filter(|&point| !self.taken.contains(point));
        let point = point.ok_or(BadGame::Point(code))?;
        self.taken.insert(point);
        Ok(point)
    }
}

/// The number in the first two bytes.
fn number(bytes: &[u8]) -> u16 {
    u16::from_le_bytes([bytes[0], bytes[1]])
}

/// The score that is written as so many points.
fn score_of(points: i16) -> Result<Option<Score>, BadGame> {
    match i32::from(points).abs() <= Score::WIN.points() {
        true => Ok(Some(Score::from_table(points, 0))),
        false if points == NO_SCORE => Ok(None),
        false => Err(BadGame::Score(points)),
    }
}

#[cfg(test)]
pub(super) mod tests {
    use rand::rngs::SmallRng;
    use rand::seq::{IndexedRandom, SliceRandom};
    use rand::{Rng, SeedableRng};

    use super::*;

    /// A game of random stones on a random board, which need not make sense.
    pub(in crate::selfplay) fn random_game(rng: &mut SmallRng) -> Game {
        let size = BoardSize::new(rng.random_range(5..=22), rng.random_range(5..=22)).unwrap();
        let mut points: Vec<Point> = size.points().collect();
        points.shuffle(rng);
        points.truncate(rng.random_range(0..=size.area()));
        let opening = points.split_off(points.len() - rng.random_range(0..=points.len().min(10)));
        let mut score = || match rng.random_range(0..5) {
            0 => None,
            1 => Some(Score::win_in(rng.random_range(1..200))),
            2 => Some(Score::loss_in(rng.random_range(2..200))),
            3 => Some(Score::presumed_loss(rng.random_range(2..200))),
            _ => Some(Score::from_points(rng.random_range(-3_000..3_000))),
        };
        let scores: Vec<Option<Score>> = points.iter().map(|_| score()).collect();
        let moves = points.into_iter().zip(scores);
        let moves = moves.map(|(point, score)| Ply { point, score, by_lot: rng.random_bool(0.1) });
        Game {
            moves: moves.collect(),
            number: rng.random(),
            rule: *Rule::ALL.choose(rng).unwrap(),
            size,
            opening,
            outcome: *Outcome::ALL.choose(rng).unwrap(),
        }
    }

    #[test]
    fn a_game_comes_back_as_it_was() {
        let mut rng = SmallRng::seed_from_u64(1);
        for _ in 0..500 {
            let game = random_game(&mut rng);
            assert_eq!(Game::decode(&game.encode()), Ok(game));
        }
    }

    #[test]
    fn the_bytes_are_as_documented() {
        let ply = |x, y, score, by_lot| Ply { point: Point::new(x, y), score, by_lot };
        let game = Game {
            number: 0x0102_0304,
            rule: Rule::Caro,
            size: BoardSize::new(20, 15).unwrap(),
            opening: vec![Point::new(3, 1)],
            moves: vec![
                ply(19, 14, Some(Score::from_points(-2)), true),
                ply(2, 0, None, false),
                ply(0, 0, Some(Score::win_in(7)), false),
            ],
            outcome: Outcome::Win(Color::Black, Win::Proof),
        };
        let expected = [
            &[4, 3, 2, 1, 9, 20, 15, 0x14, 1, 0, 3, 0, 23, 0][..],
            &[0x2b, 0x81, 0xfe, 0xff, 2, 0, 0, 0x80, 0, 0, 0x29, 0x75],
        ];
        assert_eq!(game.encode(), expected.concat());
        assert_eq!([0, 1].map(|index| game.mover(index)), [Color::White, Color::Black]);
    }

    #[test]
    fn outcomes_differ_in_their_numbers() {
        for outcome in Outcome::ALL {
            let same = Outcome::ALL.into_iter().filter(|other| other.code() == outcome.code());
            assert_eq!(same.count(), 1, "{outcome:?}");
        }
    }

    #[test]
    fn bytes_that_are_no_game_are_an_error() {
        let mut rng = SmallRng::seed_from_u64(2);
        let mut game = random_game(&mut rng);
        game.opening = vec![Point::new(1, 0), Point::new(2, 0)];
        game.moves.clear();
        let bytes = game.encode();
        let with = |index: usize, byte: u8| {
            let mut bytes = bytes.clone();
            bytes[index] = byte;
            Game::decode(&bytes)
        };
        let length = BadGame::Length { expected: 12, found: 3 };
        assert_eq!(Game::decode(&bytes[..3]), Err(length));
        let length = BadGame::Length { expected: 20, found: 16 };
        assert_eq!(with(10, 1), Err(length));
        assert_eq!(with(4, 2), Err(BadGame::Rule(2)));
        assert_eq!(with(5, 4), Err(BadGame::Size(4, bytes[6])));
        assert_eq!(with(7, 0x12 | 0x20), Err(BadGame::Outcome(0x32)));
        assert_eq!(with(12, 2), Err(BadGame::Point(2)));
        assert_eq!(with(13, 0x7f), Err(BadGame::Point(0x7f01)));
        assert_eq!(score_of(30_001), Err(BadGame::Score(30_001)));
        assert_eq!(score_of(-30_001), Err(BadGame::Score(-30_001)));
        assert_eq!(score_of(-30_000), Ok(Some(Score::loss_in(0))));
    }
}
