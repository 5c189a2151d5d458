//! Compares networks by what their searches know, before any match.
//!
//! Positions are drawn from games. Each network labels them by a long search, and then searches
//! them again with few nodes. A network is as good as its short searches come close to the long
//! ones. Each label counts, whichever network made it, since a network is closer to its own ones.
//!
//! The loss of a static score says less: much of what a better score knows, a few hundred nodes
//! find out anyway.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::{fmt, io};

use anyhow::{Context, ensure};
use fukumi_core::board::Stone;
use fukumi_core::eval::Kind;
use fukumi_core::geometry::{BoardSize, Color, Point};
use fukumi_core::position::Position;
use fukumi_core::rule::Rule;
use fukumi_core::score::Score;
use fukumi_core::search::report::Outcome;
use fukumi_selfplay::samples::Sampler;
use rand::SeedableRng;
use rand::rngs::SmallRng;
use rand::seq::SliceRandom;
use serde::Serialize;

use crate::games::Games;
use crate::searches::{SearchSettings, search_all};

/// Beyond this chance of winning, and below its counterpart, nothing is gained by being closer.
const SUREST: f64 = 0.999;
/// Draws the positions.
const SEED: u64 = 1;

/// A position of a game, in a form that takes little room.
#[derive(Clone, Debug)]
pub struct Case {
    rule: Rule,
    size: BoardSize,
    stones: Vec<Stone>,
    to_move: Color,
    /// Number of the game among all that were read.
    game: usize,
}

impl Case {
    fn position(&self) -> Position {
        let mut position = Position::new(self.size, self.rule);
        self.stones.iter().for_each(|stone| position.place(stone.color, stone.point));
        position.set_to_move(self.to_move);
        position
    }
}

/// Draws `count` quiet positions from files of games, or takes all if there are fewer. The same
/// files give the same positions.
///
/// # Errors
/// If a file cannot be read, or if there is no such position.
pub fn draw(files: &[PathBuf], count: usize) -> anyhow::Result<Vec<Case>> {
    let (mut cases, mut sampler, mut number) = (Vec::new(), Sampler::default(), 0);
    for path in files {
        for game in Games::reader(path)? {
            let game = game.with_context(|| format!("cannot read {}", path.display()))?;
            sampler.sample(&game, |sample| {
                let board = sample.position.board();
                let (stones, to_move) = (board.stones().to_vec(), board.to_move());
                let (rule, size) = (game.rule, game.size);
                cases.push(Case { rule, size, stones, to_move, game: number });
                Ok(())
            })?;
            number += 1;
        }
    }
    ensure!(!cases.is_empty(), "the games have no quiet position");
    let mut random = SmallRng::seed_from_u64(SEED);
    let (chosen, _) = cases.partial_shuffle(&mut random, count);
    let mut chosen = chosen.to_vec();
    chosen.sort_by_key(|case| case.game);
    Ok(chosen)
}

/// What a search found out about a position.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Found {
    score: Score,
    best: Option<Point>,
}

impl Found {
    fn of(outcome: &Outcome) -> Self {
        Self { score: outcome.score().unwrap_or(Score::ZERO), best: outcome.best_move }
    }

    /// The chance of winning.
    fn chance(self) -> f64 {
        self.score.win_rate().clamp(1.0 - SUREST, SUREST)
    }

    /// The Kullback-Leibler distance from the chance of this label to that of a search, in nats.
    fn distance(self, other: Self) -> f64 {
        let (label, chance) = (self.chance(), other.chance());
        let term = |label: f64, chance: f64| label * (label / chance).ln();
        term(label, chance) + term(1.0 - label, 1.0 - chance)
    }

    /// Whether the label says who wins.
    fn is_decided(self) -> bool {
        let chance = self.score.win_rate();
        !(1.0 - SUREST..=SUREST).contains(&chance)
    }
}

/// What is measured.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Nodes of the searches that are measured.
    pub nodes: u64,
    /// Nodes of the searches that give labels.
    pub label_nodes: u64,
    /// Number of positions searched at the same time.
    pub threads: usize,
}

/// How close the short searches of a network come to the labels.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// Name of the network.
    pub network: String,
    /// Mean distance to all labels, in nats.
    pub distance: f64,
    /// The same less the distance of the first network. Negative is better.
    pub difference: f64,
    /// Standard error of the difference. Positions of one game count as one observation.
    pub error: f64,
    /// Mean distance to labels that say who wins.
    pub decided: f64,
    /// Mean distance to the other labels.
    pub open: f64,
    /// Share of the labels whose move the search finds.
    pub agreement: f64,
}

/// The result of a comparison. Its text form is a table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ComparisonReport {
    /// Number of positions.
    pub positions: usize,
    /// Share of the labels that say who wins.
    pub decided: f64,
    /// One row for each network.
    pub rows: Vec<Row>,
}

/// Compares networks, given by name and as evaluations. `progress` gets the number of searches
/// done, and that of all.
///
/// # Errors
/// If no thread can be started.
pub fn compare(
    cases: &[Case],
    networks: &[(String, Kind)],
    plan: Plan,
    progress: &mut dyn FnMut(usize, usize),
) -> io::Result<ComparisonReport> {
    let (mut rounds, all) = (0, 2 * networks.len() * cases.len());
    let mut search = |nodes: u64| {
        let search = |(_, evaluation): &(String, Kind)| {
            // A search of so few nodes fills a hundredth of it.
            let settings = SearchSettings {
                evaluation: evaluation.clone(),
                nodes,
                table_bytes: 2 << 20,
                threads: plan.threads,
            };
            let position = |number: usize| cases[number].position();
            let before = rounds * cases.len();
            rounds += 1;
            search_all(cases.len(), &settings, position, Found::of, &mut |done| {
                progress(before + done, all);
            })
        };
        networks.iter().map(search).collect::<io::Result<Vec<_>>>()
    };
    let labels = search(plan.label_nodes)?;
    let searches = search(plan.nodes)?;
    Ok(ComparisonReport::new(cases, networks.iter().map(|(name, _)| name), &labels, &searches))
}

impl ComparisonReport {
    fn new<'a>(
        cases: &[Case],
        names: impl Iterator<Item = &'a String>,
        labels: &[Vec<Found>],
        searches: &[Vec<Found>],
    ) -> Self {
        let is_decided: Vec<bool> =
            labels.iter().flatten().map(|label| label.is_decided()).collect();
        let first = searches.first().map(|first| distances(labels, first)).unwrap_or_default();
        let rows = names.zip(searches).map(|(name, found)| {
            let distances = distances(labels, found);
            let part = |wanted| {
                let of = distances.iter().zip(&is_decided).filter(|(_, is)| **is == wanted);
                mean(of.map(|(distance, _)| *distance))
            };
            let differences = distances.iter().zip(&first).map(|(here, first)| here - first);
            let differences: Vec<f64> = differences.collect();
            let agrees = |labels: &Vec<Found>| {
                let pairs = labels.iter().zip(found);
                pairs.filter(|(label, found)| label.best == found.best).count()
            };
            let agreeing: usize = labels.iter().map(agrees).sum();
            Row {
                network: name.clone(),
                distance: mean(distances.iter().copied()),
                difference: mean(differences.iter().copied()),
                error: error_by_game(cases, &differences),
                decided: part(true),
                open: part(false),
                agreement: agreeing as f64 / distances.len().max(1) as f64,
            }
        });
        let decided = is_decided.iter().filter(|is| **is).count();
        let decided = decided as f64 / is_decided.len().max(1) as f64;
        Self { positions: cases.len(), decided, rows: rows.collect() }
    }
}

/// The distances of a network's searches to all labels, one network's labels after the other's.
fn distances(labels: &[Vec<Found>], found: &[Found]) -> Vec<f64> {
    let of = |labels: &'_ Vec<Found>| -> Vec<f64> {
        labels.iter().zip(found).map(|(label, &found)| label.distance(found)).collect()
    };
    labels.iter().flat_map(of).collect()
}

fn mean(numbers: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = numbers.fold((0.0, 0), |(sum, count), number| (sum + number, count + 1));
    sum / f64::from(count.max(1))
}

/// The standard error of the mean of these numbers, of which there are some for each case. Those of
/// one game depend on each other, so their sum counts as one observation.
fn error_by_game(cases: &[Case], numbers: &[f64]) -> f64 {
    let mean = mean(numbers.iter().copied());
    let mut sums: BTreeMap<usize, f64> = BTreeMap::new();
    for (number, case) in numbers.iter().zip(cases.iter().cycle()) {
        *sums.entry(case.game).or_default() += number - mean;
    }
    let squares: f64 = sums.values().map(|sum| sum * sum).sum();
    squares.sqrt() / numbers.len().max(1) as f64
}

impl fmt::Display for ComparisonReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { positions, decided, rows } = self;
        writeln!(f, "{positions} positions, {:.1} % of the labels decided", 100.0 * decided)?;
        writeln!(f, "distance  difference          decided    open  first  network")?;
        for row in rows {
            writeln!(
                f,
                "{:8.4}  {:+.4} ± {:.4}    {:.4}  {:.4} {:4.1} %  {}",
                row.distance,
                row.difference,
                row.error,
                row.decided,
                row.open,
                100.0 * row.agreement,
                row.network
            )?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(game: usize) -> Case {
        let size = BoardSize::square(15).expect("in range");
        Case { rule: Rule::Freestyle, size, stones: Vec::new(), to_move: Color::Black, game }
    }

    fn found(points: i32, x: u8) -> Found {
        Found { score: Score::from_points(points), best: Some(Point::new(x, 7)) }
    }

    #[test]
    fn a_search_that_finds_the_label_has_no_distance() {
        assert_eq!(found(150, 7).distance(found(150, 7)), 0.0);
        let (even, better) = (found(0, 7), found(200, 7));
        // Chances of 0.5 and 0.7311.
        assert!((even.distance(better) - 0.1201).abs() < 1e-4);
        let won = Found { score: Score::win_in(5), best: None };
        assert!(won.is_decided() && !better.is_decided());
        assert_eq!(won.distance(Found { score: Score::win_in(9), best: None }), 0.0);
        assert!(won.distance(even) < 0.7 && won.distance(even) > 0.6);
    }

    #[test]
    fn a_row_counts_the_labels_of_all_networks() {
        let cases = [case(0), case(0), case(1)];
        let names = ["a".to_string(), "b".to_string()];
        let labels = [
            vec![found(0, 1), found(0, 2), Found { score: Score::win_in(3), best: None }],
            vec![found(100, 1), found(0, 3), found(0, 4)],
        ];
        let report = ComparisonReport::new(&cases, names.iter(), &labels, &labels);
        assert_eq!((report.positions, report.rows.len()), (3, 2));
        assert!((report.decided - 1.0 / 6.0).abs() < 1e-9);
        let [first, second] = &report.rows[..] else { panic!("two rows") };
        assert_eq!((first.difference, first.error), (0.0, 0.0));
        // Of its own labels all, of the other's the first one.
        assert!((first.agreement - 4.0 / 6.0).abs() < 1e-9);
        assert_eq!(first.decided, 0.0);
        assert!(second.decided > 0.6 && second.error > 0.0);
        let even_to_better = found(0, 1).distance(found(100, 1));
        let all = found(100, 1).distance(found(0, 1)) + found(0, 4).distance(labels[0][2]);
        assert!((first.distance - all / 6.0).abs() < 1e-9);
        assert!(second.distance > even_to_better / 6.0);
    }

    #[test]
    fn numbers_of_one_game_count_as_one() {
        let apart = [case(0), case(1), case(2), case(3)];
        let together = [case(0), case(0), case(1), case(1)];
        let numbers = [1.0, 1.0, -1.0, -1.0];
        assert!((error_by_game(&apart, &numbers) - 0.5).abs() < 1e-9);
        assert!((error_by_game(&together, &numbers) - 0.5f64.sqrt()).abs() < 1e-9);
    }
}
