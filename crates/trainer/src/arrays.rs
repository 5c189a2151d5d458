//! Positions of recorded games as arrays of NumPy, from which a teacher learns.
//!
//! A folder has one file for each array; N is the number of positions, `cell` is `x + y * width`:
//!
//! | File | Shape | Type | Meaning |
//! |------|-------|------|---------|
//! | `cells.npy` | N, height, width | u16 | what the side to move sees at each cell, see [`cell`] |
//! | `color.npy` | N | u8 | the side to move: 0 Black, 1 White |
//! | `score.npy` | N | i16 | score for the side to move, in points, within ±[`MOST`] |
//! | `outcome.npy` | N | u8 | for the side to move: 0 lost, 1 drawn, 2 won, 3 unknown |
//! | `deep.npy` | N | u8 | 1 if the label is that of a deep search, see [`crate::label`] |
//! | `game.npy` | N | u32 | CRC-32 of the game's stones: its name, whichever file has it |
//! | `moves.npy` | N, 15 | u16 | cells of the moves of the policy target, the best first |
//! | `shares.npy` | N, 15 | u8 | their shares, out of 255; 0 where there is no further move |
//!
//! `about.json` is an [`About`]. The order of the positions is that of [`crate::scored`].

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use fukumi_core::geometry::{BoardSize, Color, Point};
use fukumi_core::pattern::LineClass;
use fukumi_core::position::Position;
use fukumi_core::rule::Rule;
use fukumi_selfplay::record::{GameRecord, Share};
pub use fukumi_selfplay::samples::MOST;
use serde::{Deserialize, Serialize};

use crate::games::Games;
use crate::label;
use crate::npy::{Kind, Writer};
use crate::scored::{self, Scored};

/// Number of threats that a cell has for each side.
const THREATS: u32 = 7;

/// What the arrays of a folder hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct About {
    /// Name of the rule.
    pub rule: String,
    /// Width of the board.
    pub width: u8,
    /// Height of the board.
    pub height: u8,
    /// Number of games.
    pub games: usize,
    /// Number of positions.
    pub positions: usize,
    /// CRC-32 of the games, one after another, as they are encoded.
    pub checksum: u32,
}

impl About {
    /// Name of its file in the folder.
    pub const FILE: &str = "about.json";
}

/// Writes the positions with a score of files of games, all of one rule and board, into a folder.
///
/// # Errors
/// If a file cannot be read or written, if games are damaged or differ in rule or board, or if
/// there is no position.
pub fn write(games: &[PathBuf], folder: &Path) -> anyhow::Result<About> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let (mut arrays, mut hasher, mut count) = (None, crc32fast::Hasher::new(), 0);
    for path in games {
        let reader = Games::reader(path)?;
        let is_deep = label::is_deep(reader.settings());
        for game in reader {
            let game = game.with_context(|| format!("cannot read {}", path.display()))?;
            let arrays = match &mut arrays {
                Some(arrays) => arrays,
                None => arrays.insert(Arrays::create(folder, &game)?),
            };
            arrays.check(&game).with_context(|| format!("cannot use {}", path.display()))?;
            hasher.update(&game.encode());
            let name = name_of(&game);
            scored::visit(&game, |scored| arrays.push(scored, name, is_deep))?;
            count += 1;
        }
    }
    let arrays = arrays.context("the files have no games")?;
    ensure!(arrays.positions > 0, "the games have no position with a score");
    arrays.finish(folder, count, hasher.finalize())
}

/// A checksum of all stones of a game.
fn name_of(game: &GameRecord) -> u32 {
    let stones = scored::stones(game);
    let bytes: Vec<u8> = stones.iter().flat_map(|point| [point.x(), point.y()]).collect();
    crc32fast::hash(&bytes)
}

/// The files of a folder, and what all games have to agree about.
struct Arrays {
    rule: Rule,
    size: BoardSize,
    positions: usize,
    cells: Writer,
    color: Writer,
    score: Writer,
    outcome: Writer,
    deep: Writer,
    game: Writer,
    moves: Writer,
    shares: Writer,
}

impl Arrays {
    /// Empty arrays for games like this one.
    fn create(folder: &Path, game: &GameRecord) -> anyhow::Result<Self> {
        let array = |name: &str, kind, row: &[usize]| {
            Writer::create(&folder.join(name).with_extension("npy"), kind, row)
        };
        let board = [game.size.height().into(), game.size.width().into()];
        Ok(Self {
            rule: game.rule,
            size: game.size,
            positions: 0,
            cells: array("cells", Kind::U16, &board)?,
            color: array("color", Kind::U8, &[])?,
            score: array("score", Kind::I16, &[])?,
            outcome: array("outcome", Kind::U8, &[])?,
            deep: array("deep", Kind::U8, &[])?,
            game: array("game", Kind::U32, &[])?,
            moves: array("moves", Kind::U16, &[Share::MOST])?,
            shares: array("shares", Kind::U8, &[Share::MOST])?,
        })
    }

    fn check(&self, game: &GameRecord) -> anyhow::Result<()> {
        ensure!(
            (game.rule, game.size) == (self.rule, self.size),
            "expected games of {} on {}, found one of {} on {}",
            self.rule,
            self.size,
            game.rule,
            game.size
        );
        Ok(())
    }

    fn push(&mut self, scored: &Scored<'_>, game: u32, is_deep: bool) -> anyhow::Result<()> {
        let (position, size) = (scored.position, self.size);
        let us = position.to_move();
        let cells: Vec<u8> =
            size.points().flat_map(|point| cell(position, point).to_le_bytes()).collect();
        self.cells.write(&cells)?;
        self.color.write(&[us.index() as u8])?;
        let points = scored.score.points().clamp(-MOST, MOST) as i16;
        self.score.write(&points.to_le_bytes())?;
        self.outcome.write(&[match scored.outcome.map(|outcome| outcome.winner()) {
            None => 3,
            Some(None) => 1,
            Some(Some(winner)) if winner == us => 2,
            Some(Some(_)) => 0,
        }])?;
        self.deep.write(&[is_deep.into()])?;
        self.game.write(&game.to_le_bytes())?;
        let (mut moves, mut shares) = ([0; 2 * Share::MOST], [0; Share::MOST]);
        for (index, share) in scored.policy.iter().enumerate() {
            let cell =
                u16::from(share.point.x()) + u16::from(share.point.y()) * u16::from(size.width());
            moves[2 * index..2 * index + 2].copy_from_slice(&cell.to_le_bytes());
            shares[index] = share.share;
        }
        self.moves.write(&moves)?;
        self.shares.write(&shares)?;
        self.positions += 1;
        Ok(())
    }

    fn finish(self, folder: &Path, games: usize, checksum: u32) -> anyhow::Result<About> {
        let about = About {
            rule: self.rule.name().into(),
            width: self.size.width(),
            height: self.size.height(),
            games,
            positions: self.positions,
            checksum,
        };
        for array in [
            self.cells,
            self.color,
            self.score,
            self.outcome,
            self.deep,
            self.game,
            self.moves,
            self.shares,
        ] {
            array.finish()?;
        }
        let path = folder.join(About::FILE);
        fs::write(&path, format!("{:#}\n", serde_json::to_value(&about)?))
            .with_context(|| format!("cannot write {}", path.display()))?;
        Ok(about)
    }
}

/// What the side to move sees at a point.
///
/// Bits 0 and 1 are 0 for an empty point, 1 for an own stone, 2 for one of the opponent, and 3 for
/// an empty point that is forbidden for Black. An empty point has in bits 2 to 8 what an own stone
/// there would make, and in bits 9 to 15 what one of the opponent would: a five; an open four or
/// two fours on one line, but no five; a four; two fours; an open three; two open threes; a four
/// and an open three. Under rules without forbidden points the engine counts two fours on one line
/// as one open four.
pub fn cell(position: &Position, point: Point) -> u16 {
    let us = position.to_move();
    match position.board().cell(point).color() {
        Some(color) if color == us => 1,
        Some(_) => 2,
        None => {
            let is_forbidden = position.foul(Color::Black, point).is_some();
            let state = if is_forbidden { 3 } else { 0 };
            let threats = |color| threats(position.lines(color, point).classes());
            state | threats(us) << 2 | threats(!us) << (2 + THREATS)
        }
    }
}

/// The threats of a stone, in the order of [`cell`], from what it makes of its four lines.
fn threats(classes: [LineClass; 4]) -> u16 {
    let count = |class| classes.iter().filter(|&&found| found == class).count();
    let has_five = count(LineClass::Five) > 0;
    let (open, double) = (count(LineClass::OpenFour), count(LineClass::DoubleFour));
    let fours = open + count(LineClass::Four) + 2 * double;
    let threes = count(LineClass::Three) + count(LineClass::ThreePlus);
    let all = [
        has_five,
        open + double > 0 && !has_five,
        fours > 0,
        fours > 1,
        threes > 0,
        threes > 1,
        fours > 0 && threes > 0,
    ];
    all.iter().rev().fold(0, |bits, &is_set| bits << 1 | u16::from(is_set))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A position of 15x15 with a row of stones from the left edge of the middle line, and Black to
    /// move: `x` Black, `o` White.
    fn row(rule: Rule, picture: &str) -> Position {
        let mut position = Position::new(BoardSize::square(15).unwrap(), rule);
        for (x, stone) in picture.split(' ').enumerate() {
            let point = Point::new(x as u8, 7);
            match stone {
                "x" => position.place(Color::Black, point),
                "o" => position.place(Color::White, point),
                _ => {}
            }
        }
        position.set_to_move(Color::Black);
        position
    }

    /// What Black, who is to move, sees at the point marked `*`.
    fn seen(rule: Rule, picture: &str) -> u16 {
        let x = picture.split(' ').position(|cell| cell == "*").unwrap();
        cell(&row(rule, picture), Point::new(x as u8, 7))
    }

    const OWN: u32 = 2;
    const THEIRS: u32 = 9;

    #[test]
    fn threats_of_both_sides_are_bits_of_an_empty_cell() {
        let free = Rule::Freestyle;
        assert_eq!(seen(free, ". . . . . . . *"), 0);
        assert_eq!(seen(free, "x x x x * ."), 1 << OWN);
        assert_eq!(seen(free, ". x x x * ."), 0b110 << OWN);
        assert_eq!(seen(free, "o x x x * . ."), 0b100 << OWN);
        assert_eq!(seen(free, ". . x x * . ."), 0b10000 << OWN);
        assert_eq!(seen(free, ". o o o * ."), 0b110 << THEIRS);
        assert_eq!(seen(free, "x o o o o * ."), 1 << THEIRS);
    }

    #[test]
    fn a_cell_has_own_stones_the_opponents_and_points_that_are_forbidden() {
        let position = row(Rule::Freestyle, "x o");
        assert_eq!(cell(&position, Point::new(0, 7)), 1);
        assert_eq!(cell(&position, Point::new(1, 7)), 2);
        // Two fours on one line are a foul of Black in renju, and an open four elsewhere.
        let fours = "x . x * x . x";
        assert_eq!(seen(Rule::Renju, fours), 3 | 0b1110 << OWN);
        assert_eq!(seen(Rule::Freestyle, fours), 0b110 << OWN);
    }

    #[test]
    fn two_lines_count_together() {
        let mut position = row(Rule::Freestyle, "o x x x . . .");
        // An open three upwards through the point to the right of the three.
        [5, 6].into_iter().for_each(|y| position.place(Color::Black, Point::new(4, y)));
        position.set_to_move(Color::Black);
        assert_eq!(cell(&position, Point::new(4, 7)), 0b1010100 << OWN);
        [8, 9].into_iter().for_each(|y| position.place(Color::Black, Point::new(4, y)));
        position.set_to_move(Color::White);
        // Now a five of the opponent, and nothing for the side to move.
        assert_eq!(cell(&position, Point::new(4, 7)) & 1 << THEIRS, 1 << THEIRS);
        assert_eq!(cell(&position, Point::new(4, 7)) >> OWN & 0x7f, 0);
    }
}
