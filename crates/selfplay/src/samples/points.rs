//! Samples as the classical evaluation sees them, for fitting its numbers. Branches are left out,
//! since they have no outcome.
//!
//! There are two files of little-endian records. The first has a head for each position:
//!
//! | Bytes | Meaning |
//! |-------|---------|
//! | 1 | side to move: 0 Black, 1 White |
//! | 1 | 0 if nothing forces a move, 1 if a threat of the opponent must be answered |
//! | 2 | number of stones on the board |
//! | 2 | outcome of the game for the side to move: 1000, 0 or -1000 |
//! | 2 | score of the search for the side to move, in points |
//! | 2 | mask of threats, see [`features::threats`] |
//! | 2 | number of points that the search considers |
//! | 2 | number of all empty points |
//! | 4 | number of the game |
//!
//! The second has a record for each empty point of the position. The points that the search
//! considers come first:
//!
//! | Bytes | Meaning |
//! |-------|---------|
//! | 2, 2 | line classes of the side to move and of its opponent, see `features::codes` |
//! | 2 | 1 if the search chose this move, else 0; always 0 if the move was drawn at random |

use std::io::{self, Write};

use fukumi_core::eval::features;
use fukumi_core::geometry::PointSet;

use super::Sample;

/// Writes a sample unless it is a branch. Returns whether it was written.
///
/// # Errors
/// Those of the writers.
pub fn write(
    sample: &Sample<'_>,
    heads: &mut impl Write,
    points: &mut impl Write,
) -> io::Result<bool> {
    let Some(result) = sample.result() else { return Ok(false) };
    let (position, chosen) = (sample.position, sample.chosen());
    let near: Vec<_> = position.candidates().iter().collect();
    let is_near: PointSet = near.iter().copied().collect();
    let far = position.board().empty_points().filter(|&point| !is_near.contains(point));
    let all: Vec<_> = near.iter().copied().chain(far).collect();
    heads.write_all(&[position.to_move().index() as u8, u8::from(sample.is_threatened)])?;
    for number in [
        position.board().stones().len() as u16,
        result as u16,
        sample.points() as u16,
        features::threats(position) as u16,
        near.len() as u16,
        all.len() as u16,
    ] {
        heads.write_all(&number.to_le_bytes())?;
    }
    heads.write_all(&sample.game.number.to_le_bytes())?;
    for point in all {
        let [ours, theirs] = features::codes(position, point);
        let is_chosen = u16::from(chosen == Some(point));
        for number in [ours, theirs, is_chosen] {
            points.write_all(&number.to_le_bytes())?;
        }
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use fukumi_core::geometry::{BoardSize, Color, Point};
    use fukumi_core::rule::Rule;
    use fukumi_core::score::Score;

    use super::*;
    use crate::record::{Branch, GameEnd, GameRecord, Ply, Share, Start, Win};
    use crate::samples::Sampler;

    /// Numbers of two bytes each.
    fn numbers(bytes: &[u8]) -> Vec<i16> {
        bytes.chunks_exact(2).map(|two| i16::from_le_bytes([two[0], two[1]])).collect()
    }

    #[test]
    fn a_sample_says_who_won_what_was_thought_and_what_was_played() {
        let ply = |x, y, score, by_lot| Ply {
            point: Point::new(x, y),
            score: Some(Score::from_points(score)),
            by_lot,
            policy: vec![Share { point: Point::new(x, y), share: Share::WHOLE }],
        };
        // White answers the open three too late. The position in which a five must be answered is
        // left out.
        let game = GameRecord {
            number: 258,
            rule: Rule::Freestyle,
            size: BoardSize::square(15).unwrap(),
            start: Start::Even,
            opening: vec![Point::new(7, 7), Point::new(0, 0)],
            moves: vec![
                ply(8, 7, 60, false),
                ply(0, 14, -70, true),
                ply(9, 7, 3_000, false),
                ply(6, 7, -3_000, false),
                ply(10, 7, 3_000, false),
                ply(11, 7, -3_000, false),
            ],
            branches: vec![Branch {
                index: 0,
                point: Point::new(6, 6),
                score: Some(Score::from_points(-20)),
                policy: Vec::new(),
            }],
            outcome: GameEnd::Win(Color::Black, Win::Proof),
        };
        let (mut heads, mut points) = (Vec::new(), Vec::new());
        let count = Sampler::default()
            .sample(&game, |sample| write(sample, &mut heads, &mut points).map(|_| ()))
            .unwrap();
        let heads: Vec<&[u8]> = heads.chunks_exact(18).collect();
        // The branch is left out.
        assert_eq!(count, heads.len() + 1);
        // Black to move at 2 stones, White at 3, Black at 4 (two threes do not win yet), and White
        // at 5, where the three must be answered.
        let seen: Vec<_> = heads.iter().map(|head| (head[0], head[1], head[2])).collect();
        assert_eq!(seen[..2], [(0, 0, 2), (1, 0, 3)]);
        assert!(seen.contains(&(1, 1, 5)), "{seen:?}");
        assert!(!seen.iter().any(|&(.., stones)| stones >= 7), "{seen:?}");
        assert_eq!(numbers(&heads[0][4..8]), [1_000, 60]);
        assert_eq!(numbers(&heads[1][4..8]), [-1_000, -70]);
        let total: i16 = heads.iter().map(|head| numbers(&head[12..14])[0]).sum();
        assert_eq!(points.len(), 6 * total as usize);
        assert!(heads.iter().all(|head| head[14..] == 258u32.to_le_bytes()));

        // The first head has all 223 empty points, one of them chosen. None is chosen where the
        // move was drawn at random.
        assert_eq!(numbers(&heads[0][12..14]), [223]);
        let chosen = |points: &[u8]| numbers(points).chunks_exact(3).filter(|p| p[2] == 1).count();
        assert_eq!(chosen(&points[..223 * 6]), 1);
        assert_eq!(chosen(&points[223 * 6..][..222 * 6]), 0);
    }
}
