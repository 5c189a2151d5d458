//! Games with the labels of a teacher, from which a network learns.
//!
//! A teacher labels the positions that [`crate::arrays`] exported. A folder of labels has, in the
//! order of those positions:
//!
//! | File | Shape | Type | Meaning |
//! |------|-------|------|---------|
//! | `value.npy` | N | f32 | logit of the expected result of the side to move |
//! | `moves.npy` | N, K | u16 | cells of the K moves that the teacher likes best, the best first |
//! | `shares.npy` | N, K | f32 | their probabilities |
//! | `about.json` | | | that of the positions: a [`About`] |

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use fukumi_core::geometry::Point;
use fukumi_core::position::Position;
use fukumi_core::score::Score;
use fukumi_selfplay::file::Writer;
use fukumi_selfplay::record::{GameRecord, Share};

use crate::arrays::{About, MOST};
use crate::games::Games;
use crate::npy::{Kind, Reader};
use crate::scored::{self, stones};
use crate::whole;

/// Beyond this chance of winning, and below its counterpart, a score cannot express a chance.
const SUREST: f64 = 0.9995;

/// What was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Number of games.
    pub games: usize,
    /// Number of positions with a label of the teacher.
    pub positions: usize,
    /// Number of these whose other score is that of a deep search.
    pub deep: usize,
}

/// Writes games with the teacher's labels to `out`: its policy, and a score that stands for the
/// chance `share` × the teacher's + (1 - `share`) × that of the own score. Where a file of `deep`
/// has a score of the same position of the same game, that score takes the place of the own one.
///
/// `games` are the files whose positions were labelled, in the same order. They are numbered anew.
///
/// # Errors
/// If a file cannot be read or written, or if the labels are those of other games. Then there is no
/// file `out`, or the old one.
pub fn teach(
    games: &[PathBuf],
    labels: &Path,
    deep: &[PathBuf],
    share: f64,
    out: &Path,
) -> anyhow::Result<Tally> {
    whole::replace(out, |partial| {
        let mut labels = Labels::open(labels)?;
        let deep = DeepScores::read(deep)?;
        let mut writer: Option<Writer<File>> = None;
        let (mut tally, mut hasher) = (Tally::default(), crc32fast::Hasher::new());
        let create = |settings: &str| {
            let file = File::create(partial);
            file.and_then(|file| Writer::new(file, &format!("{settings} teacher-share={share}")))
                .with_context(|| format!("cannot write {}", out.display()))
        };
        for path in games {
            let reader = Games::reader(path)?;
            let writer = match &mut writer {
                Some(writer) => writer,
                None => writer.insert(create(reader.settings())?),
            };
            for game in reader {
                let mut game = game.with_context(|| format!("cannot read {}", path.display()))?;
                hasher.update(&game.encode());
                labels.check_board(&game)?;
                let deep = deep.of(&game);
                let mut taught = Vec::new();
                scored::visit(&game, |scored| {
                    let found =
                        deep.and_then(|game| score_at(game, scored.index, scored.is_branch));
                    tally.deep += usize::from(found.is_some());
                    let (logit, policy) = labels.next(scored.position)?;
                    let score = mix(logit, found.unwrap_or(scored.score), share);
                    taught.push((scored.index, scored.is_branch, score, policy));
                    anyhow::Ok(())
                })?;
                tally.positions += taught.len();
                replace(&mut game, taught);
                game.number = u32::try_from(tally.games).context("too many games")?;
                writer.write(&game).context("cannot write the games")?;
                tally.games += 1;
            }
        }
        let is_same =
            labels.about.checksum == hasher.finalize() && labels.about.positions == tally.positions;
        ensure!(is_same, "the labels are those of other games, or of these in another order");
        Ok(tally)
    })
}

/// The score whose chance of winning is a mean of two.
fn mix(logit: f64, score: Score, share: f64) -> Score {
    let chance = |logit: f64| 1.0 / (1.0 + (-logit).exp());
    let unit = f64::from(Score::POINTS_PER_LOGIT);
    let own = f64::from(score.points().clamp(-MOST, MOST)) / unit;
    let mixed = share * chance(logit) + (1.0 - share) * chance(own);
    let mixed = mixed.clamp(1.0 - SUREST, SUREST);
    let points = (unit * (mixed / (1.0 - mixed)).ln()).round() as i32;
    Score::from_points(points.clamp(-MOST, MOST))
}

fn score_at(game: &GameRecord, index: usize, is_branch: bool) -> Option<Score> {
    if is_branch {
        return game.branches.iter().find(|branch| branch.index == index)?.score;
    }
    game.moves.get(index)?.score
}

/// Puts labels in place of those that the game has at the same positions.
fn replace(game: &mut GameRecord, taught: Vec<(usize, bool, Score, Vec<Share>)>) {
    for (index, is_branch, score, policy) in taught {
        if !is_branch {
            (game.moves[index].score, game.moves[index].policy) = (Some(score), policy);
        } else if let Some(branch) = game.branches.iter_mut().find(|b| b.index == index) {
            (branch.score, branch.policy) = (Some(score), policy);
        }
    }
}

/// Games with deep scores, by their stones.
struct DeepScores(BTreeMap<Vec<Point>, GameRecord>);

impl DeepScores {
    fn read(files: &[PathBuf]) -> anyhow::Result<Self> {
        let mut all = BTreeMap::new();
        for path in files {
            for game in Games::reader(path)? {
                let game = game.with_context(|| format!("cannot read {}", path.display()))?;
                all.insert(stones(&game), game);
            }
        }
        Ok(Self(all))
    }

    fn of(&self, game: &GameRecord) -> Option<&GameRecord> {
        if self.0.is_empty() {
            return None;
        }
        let found = self.0.get(&stones(game))?;
        // Branches are not part of the name of a game.
        let branches = found.branches.iter().all(|branch| {
            game.branches.iter().any(|own| (own.index, own.point) == (branch.index, branch.point))
        });
        ((found.rule, found.size) == (game.rule, game.size) && branches).then_some(found)
    }
}

/// The labels of a folder, one after another.
struct Labels {
    about: About,
    value: Reader,
    moves: Reader,
    shares: Reader,
}

impl Labels {
    fn open(folder: &Path) -> anyhow::Result<Self> {
        let path = folder.join(About::FILE);
        let name = path.display();
        let text = fs::read_to_string(&path).with_context(|| format!("cannot read {name}"))?;
        let about: About =
            serde_json::from_str(&text).with_context(|| format!("cannot read {name}"))?;
        let value = Reader::open(&folder.join("value.npy"), Kind::F32, 1)?;
        let moves = Reader::open(&folder.join("moves.npy"), Kind::U16, 2)?;
        let shares = Reader::open(&folder.join("shares.npy"), Kind::F32, 2)?;
        let (count, shape) = (about.positions, moves.shape());
        ensure!(
            value.shape() == [count] && shape[0] == count && shares.shape() == shape,
            "expected {count} labels, found arrays of {:?}, {:?} and {:?}",
            value.shape(),
            shape,
            shares.shape()
        );
        Ok(Self { about, value, moves, shares })
    }

    fn check_board(&self, game: &GameRecord) -> anyhow::Result<()> {
        let About { rule, width, height, .. } = &self.about;
        let is_same = game.rule.name() == rule
            && (game.size.width(), game.size.height()) == (*width, *height);
        ensure!(is_same, "expected games of {rule} on {width}x{height}, as the labels are");
        Ok(())
    }

    /// Value and policy of the next position, which is this one.
    fn next(&mut self, position: &Position) -> anyhow::Result<(f64, Vec<Share>)> {
        let context = "the labels are those of other games: there are too few";
        let logit = floats(self.value.next_row().context(context)?).next().unwrap_or_default();
        ensure!(logit.is_finite(), "a value of the teacher is no number");
        let moves = self.moves.next_row().context(context)?.chunks_exact(2);
        let moves = moves.map(|bytes| i64::from(u16::from_le_bytes([bytes[0], bytes[1]])));
        let shares = floats(self.shares.next_row().context(context)?);
        let (size, mut policy) = (position.size(), Vec::new());
        for (cell, share) in moves.zip(shares).filter(|&(_, share)| share != 0.0) {
            ensure!(share.is_finite() && share > 0.0, "a share of the teacher is no chance");
            let width = i64::from(size.width());
            let point = size.point(cell % width, cell / width);
            let point = point.filter(|&point| position.board().is_empty(point));
            let point = point.filter(|&point| policy.iter().all(|&(other, _)| other != point));
            let context = "the labels are those of other games: a move is not possible";
            policy.push((point.context(context)?, share));
        }
        Ok((logit, whole(policy)))
    }
}

fn floats(bytes: &[u8]) -> impl Iterator<Item = f64> {
    let numbers = bytes.chunks_exact(4);
    numbers.map(|b| f64::from(f32::from_le_bytes([b[0], b[1], b[2], b[3]])))
}

/// Probabilities of moves as a policy: falling, without moves of no share, and adding up to
/// [`Share::WHOLE`].
fn whole(mut moves: Vec<(Point, f64)>) -> Vec<Share> {
    moves.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    moves.truncate(Share::MOST);
    let total: f64 = moves.iter().map(|(_, share)| share).sum();
    let part_of_whole = |share: f64| (f64::from(Share::WHOLE) * share / total) as u8;
    let mut policy: Vec<Share> =
        moves.iter().map(|&(point, share)| Share { point, share: part_of_whole(share) }).collect();
    let Some(first) = policy.first_mut() else { return policy };
    // Rounding down leaves a rest, which goes to the best move.
    first.share = 0;
    let others = policy.iter().map(|share| share.share).sum::<u8>();
    policy[0].share = Share::WHOLE - others;
    policy.retain(|share| share.share > 0);
    policy
}

#[cfg(test)]
mod tests {
    use super::*;

    fn policy(shares: &[f64]) -> Vec<u8> {
        let moves = shares.iter().enumerate();
        let moves = moves.map(|(x, &share)| (Point::new(x as u8, 0), share)).collect();
        let policy = whole(moves);
        assert!(policy.is_sorted_by(|a, b| a.share >= b.share) && policy.len() <= Share::MOST);
        policy.iter().map(|share| share.share).collect()
    }

    #[test]
    fn shares_become_bytes_that_add_up() {
        assert_eq!(policy(&[0.5, 0.25, 0.125]), [147, 72, 36]);
        assert_eq!(policy(&[0.001, 0.7]), [255]);
        assert_eq!(policy(&[0.02; 20]), [17; 15]);
        assert_eq!(policy(&[1e-30]), [255]);
        assert!(policy(&[]).is_empty());
    }

    #[test]
    fn a_mixed_score_stands_for_the_mean_of_two_chances() {
        let chance = |score: Score| score.win_rate();
        for (logit, points) in [(0.0, 200), (2.0, -300), (-1.0, -1)] {
            let own = Score::from_points(points);
            let teacher = 1.0 / (1.0 + f64::exp(-logit));
            for share in [0.0, 0.75, 1.0] {
                let expected = share * teacher + (1.0 - share) * chance(own);
                assert!((chance(mix(logit, own, share)) - expected).abs() < 1e-3);
            }
        }
        assert_eq!(mix(40.0, Score::win_in(3), 0.5), Score::from_points(MOST));
        assert_eq!(mix(-40.0, Score::loss_in(4), 0.5), Score::from_points(-MOST));
    }
}
