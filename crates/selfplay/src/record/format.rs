//! The form of a game in bytes: the part of a record between its length and its checksum, see
//! [`file`](mod@crate::file).
//!
//! Numbers are little-endian. A point is `x + y * width`.
//!
//! | Bytes | Meaning |
//! |-------|---------|
//! | 4 | number of the game |
//! | 1 | rule, as the protocol numbers it |
//! | 1, 1 | width and height of the board |
//! | 1 | kind of opening: 0 even, 1 unbalanced, 2 crowded, 3 recalled |
//! | 1 | outcome: the winner in the high half, the end in the low half |
//! | 2 | number of stones of the opening |
//! | 2 | number of moves after it |
//! | 2 | number of branches |
//! | 2 each | points of the opening |
//! | 2, and a verdict, each | moves: the point, with bit 15 if drawn at random |
//! | 2, 2, and a verdict, each | branches: the number of moves before; the point |
//!
//! The verdict of a move is on the position before it, that of a branch on the position after
//! its point.
//!
//! Winners are 0 none, 1 Black, 2 White. Ends are 0 full board, 1 agreed draw, 2 five, 3 foul, 4
//! proven win. A verdict is what a search said about a position:
//!
//! | Bytes | Meaning |
//! |-------|---------|
//! | 2 | the score in points as a signed number, -32,768 if there is none |
//! | 1 | number of moves of the policy |
//! | 2, 1 each | the point and its share |

use std::fmt;

use fukumi_core::geometry::{BoardSize, MAX_SIDE, Point, PointSet};
use fukumi_core::rule::Rule;
use fukumi_core::score::Score;

use super::{Branch, Draw, GameEnd, GameRecord, Ply, Share, Start, Win};

/// Number of bytes before the points.
const HEAD: usize = 15;
/// Flag of a move that was drawn at random.
const BY_LOT: u16 = 1 << 15;
/// Stored instead of a score if there is none.
const NO_SCORE: i16 = i16::MIN;
/// Size of the largest game in bytes: a move and a branch for each point.
pub(crate) const MAX_BYTES: usize =
    HEAD + MAX_SIDE as usize * MAX_SIDE as usize * (2 + 4 + 2 * (3 + 3 * Share::MOST));

/// What is wrong with the bytes of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadGame {
    /// The bytes end within the game.
    TooShort,
    /// This many bytes follow the game.
    TooLong(usize),
    /// No rule has this number.
    Rule(u8),
    /// No board has these sides.
    Size(u8, u8),
    /// No kind of opening has this number.
    Start(u8),
    /// No outcome has this number.
    GameEnd(u8),
    /// The point is not on the board, already has a stone, or occurs twice in a policy.
    Point(u16),
    /// No score has this number of points.
    Score(i16),
    /// The shares of a policy with this many moves are out of order, or do not add up to the whole.
    Policy(u8),
    /// A branch belongs to no move, or is out of order.
    Branch(u16),
    /// A branch begins with the move that was played.
    Played(u16),
}

impl fmt::Display for BadGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooShort => f.write_str("expected more bytes, found the end of the game"),
            Self::TooLong(count) => write!(f, "expected the end of the game, found {count} bytes"),
            Self::Rule(code) => write!(f, "expected the number of a rule, found {code}"),
            Self::Size(width, height) => {
                write!(f, "expected the sides of a board, found {width} and {height}")
            }
            Self::Start(code) => write!(f, "expected a kind of opening, found {code}"),
            Self::GameEnd(code) => write!(f, "expected the number of an outcome, found {code}"),
            Self::Point(code) => write!(f, "expected an empty point, found point {code}"),
            Self::Score(points) => write!(f, "expected a score, found {points} points"),
            Self::Policy(count) => {
                let (most, whole) = (Share::MOST, Share::WHOLE);
                write!(
                    f,
                    "expected at most {most} shares that fall and add up to {whole}, found others \
                     ({count})"
                )
            }
            Self::Branch(index) => {
                write!(f, "expected branches in the order of the moves, found one at move {index}")
            }
            Self::Played(code) => {
                write!(f, "expected another move than the one played, found point {code}")
            }
        }
    }
}

impl std::error::Error for BadGame {}

impl GameEnd {
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

impl Start {
    const fn code(self) -> u8 {
        match self {
            Self::Even => 0,
            Self::Unbalanced => 1,
            Self::Crowded => 2,
            Self::Recalled => 3,
        }
    }
}

impl GameRecord {
    /// The bytes of the game, at most `MAX_BYTES`.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        bytes.extend(self.number.to_le_bytes());
        let [width, height] = [self.size.width(), self.size.height()];
        bytes.extend([self.rule.code(), width, height, self.start.code(), self.outcome.code()]);
        // Sixteen bits are enough to count the points of any board.
        for count in [self.opening.len(), self.moves.len(), self.branches.len()] {
            bytes.extend((count as u16).to_le_bytes());
        }
        for &point in &self.opening {
            bytes.extend(self.code(point).to_le_bytes());
        }
        for ply in &self.moves {
            let flag = if ply.by_lot { BY_LOT } else { 0 };
            bytes.extend((self.code(ply.point) | flag).to_le_bytes());
            self.encode_verdict(ply.score, &ply.policy, &mut bytes);
        }
        for branch in &self.branches {
            bytes.extend((branch.index as u16).to_le_bytes());
            bytes.extend(self.code(branch.point).to_le_bytes());
            self.encode_verdict(branch.score, &branch.policy, &mut bytes);
        }
        bytes
    }

    fn encode_verdict(&self, score: Option<Score>, policy: &[Share], bytes: &mut Vec<u8>) {
        let score = score.map_or(NO_SCORE, |score| score.to_table(0));
        bytes.extend(score.to_le_bytes());
        bytes.push(policy.len() as u8);
        for share in policy {
            bytes.extend(self.code(share.point).to_le_bytes());
            bytes.push(share.share);
        }
    }

    fn code(&self, point: Point) -> u16 {
        u16::from(point.y()) * u16::from(self.size.width()) + u16::from(point.x())
    }

    /// Reads a game from its bytes.
    ///
    /// # Errors
    /// If [`GameRecord::encode`] would not write these bytes for a valid game. In a valid game all
    /// stones are on different points, policies are as [`Share`] says, and branches are in order,
    /// with at most one per move and each with another move than the one played. Whether the stones
    /// and the outcome obey the rule is not checked.
    pub fn decode(bytes: &[u8]) -> Result<Self, BadGame> {
        let mut bytes = Bytes(bytes);
        let number = u32::from_le_bytes(bytes.take()?);
        let [rule, width, height, start, outcome] = bytes.take()?;
        let rule = Rule::with_code(rule).ok_or(BadGame::Rule(rule))?;
        let size = BoardSize::new(width.into(), height.into());
        let size = size.ok_or(BadGame::Size(width, height))?;
        let known = Start::ALL.into_iter().find(|known| known.code() == start);
        let start = known.ok_or(BadGame::Start(start))?;
        let known = GameEnd::ALL.into_iter().find(|known| known.code() == outcome);
        let outcome = known.ok_or(BadGame::GameEnd(outcome))?;
        let [stones, plies, beside] = [bytes.number()?, bytes.number()?, bytes.number()?];

        let mut board = Board { size, taken: PointSet::EMPTY };
        let opening = (0..stones).map(|_| board.play(bytes.number()?));
        let opening = opening.collect::<Result<_, _>>()?;
        let before_moves = board;
        let moves = (0..plies).map(|_| {
            let code = bytes.number()?;
            let (score, policy) = bytes.verdict(&board)?;
            let (point, by_lot) = (board.play(code & !BY_LOT)?, code & BY_LOT != 0);
            Ok(Ply { point, score, by_lot, policy })
        });
        let moves = moves.collect::<Result<Vec<Ply>, _>>()?;

        board = before_moves;
        let mut branches = Vec::new();
        let mut played = moves.iter().enumerate();
        for _ in 0..beside {
            let index = bytes.number()?;
            // The moves up to this one are consumed, so no index can occur twice.
            let ply = loop {
                let (reached, ply) = played.next().ok_or(BadGame::Branch(index))?;
                if reached == usize::from(index) {
                    break ply;
                }
                board.taken.insert(ply.point);
            };
            let code = bytes.number()?;
            let mut beside = board;
            let point = beside.play(code)?;
            if point == ply.point {
                return Err(BadGame::Played(code));
            }
            let (score, policy) = bytes.verdict(&beside)?;
            branches.push(Branch { index: index.into(), point, score, policy });
            board.taken.insert(ply.point);
        }
        match bytes.0.len() {
            0 => Ok(Self { number, rule, size, start, opening, moves, branches, outcome }),
            count => Err(BadGame::TooLong(count)),
        }
    }
}

/// The bytes of a game that are still to be read.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], BadGame> {
        let (first, rest) = self.0.split_first_chunk().ok_or(BadGame::TooShort)?;
        self.0 = rest;
        Ok(*first)
    }

    fn number(&mut self) -> Result<u16, BadGame> {
        self.take().map(u16::from_le_bytes)
    }

    /// Reads what a search said about the position on this board.
    fn verdict(&mut self, board: &Board) -> Result<(Option<Score>, Vec<Share>), BadGame> {
        let score = score_of(i16::from_le_bytes(self.take()?))?;
        let [count] = self.take()?;
        if usize::from(count) > Share::MOST {
            return Err(BadGame::Policy(count));
        }
        let mut policy: Vec<Share> = Vec::with_capacity(count.into());
        // Every point of a policy must be empty and occur only once.
        let mut board = *board;
        for _ in 0..count {
            let [low, high, share] = self.take()?;
            let point = board.play(u16::from_le_bytes([low, high]))?;
            policy.push(Share { point, share });
        }
        let is_falling = policy.is_sorted_by(|a, b| a.share >= b.share);
        let is_positive = policy.iter().all(|share| share.share > 0);
        let sum: u16 = policy.iter().map(|share| u16::from(share.share)).sum();
        let is_whole = policy.is_empty() || sum == u16::from(Share::WHOLE);
        match is_falling && is_positive && is_whole {
            true => Ok((score, policy)),
            false => Err(BadGame::Policy(count)),
        }
    }
}

/// The stones of a game while it is read.
#[derive(Clone, Copy)]
struct Board {
    size: BoardSize,
    taken: PointSet,
}

impl Board {
    /// Places a stone on an empty point.
    fn play(&mut self, code: u16) -> Result<Point, BadGame> {
        let width = u16::from(self.size.width());
        let point = self.size.point((code % width).into(), (code / width).into());
        let point = point.filter(|&point| !self.taken.contains(point));
        let point = point.ok_or(BadGame::Point(code))?;
        self.taken.insert(point);
        Ok(point)
    }
}

/// The score that is stored as this number of points.
fn score_of(points: i16) -> Result<Option<Score>, BadGame> {
    match i32::from(points).abs() <= Score::WIN.points() {
        true => Ok(Some(Score::from_table(points, 0))),
        false if points == NO_SCORE => Ok(None),
        false => Err(BadGame::Score(points)),
    }
}

#[cfg(test)]
pub(crate) mod tests;
