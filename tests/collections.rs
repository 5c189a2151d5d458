//! Fouls, wins and forced wins against collections of positions that lie beside the checkout.
//! Without the collections the tests say so and pass. Other tests check the same facts on the
//! project's own positions.

use std::time::{Duration, Instant};

use fukumi_core::control::{Control, Limits};
use fukumi_core::geometry::{Color, Point};
use fukumi_core::pattern::Shape;
use fukumi_core::pattern::forbidden::Foul;
use fukumi_core::solver::vcf::{Bounds, Vcf};
use fukumi_core::solver::{Solver, Threats, Verdict};
use fukumi_core::threat::{Situation, assess};

mod common;

use common::{records, rule};

const BOUNDS: Bounds = Bounds::nodes(4_000_000);

/// The collections of solved positions.
const FILES: [&str; 5] = ["freestyle15", "freestyle20", "standard15", "renju15", "caro15"];

fn unlimited() -> Control {
    Control::new(Instant::now(), Limits::default())
}

#[test]
fn forbidden_points_are_those_of_the_collection() {
    for record in records("forbidden/renju15.txt") {
        let position = record.position(rule("renju"), Color::Black);
        let mut expected: Vec<(Point, &str)> = record
            .items("forbidden")
            .map(|item| item.split_once(':').expect("point:kind"))
            .map(|(label, kind)| (record.point(label), kind))
            .collect();
        expected.sort_unstable();
        let found: Vec<(Point, &str)> = position
            .forbidden_points()
            .iter()
            .map(|point| {
                let kind = match position.foul(Color::Black, point) {
                    Some(Foul::Overline) => "6",
                    Some(Foul::DoubleFour) => "44",
                    Some(Foul::DoubleThree) => "33",
                    None => "none",
                };
                (point, kind)
            })
            .collect();
        assert_eq!(found, expected, "{} {position:?}", record.id);
        let fives: Vec<Point> = position.points(Color::Black, Shape::Five).iter().collect();
        let mut expected = record.points("five");
        expected.sort_unstable();
        assert_eq!(fives, expected, "{}", record.id);
    }
}

#[test]
fn a_move_wins_where_the_rule_says_so() {
    for record in records("winrule/cases.txt") {
        let color = if record.field("side") == "w" { Color::White } else { Color::Black };
        let point = record.point(record.field("move"));
        for name in ["freestyle", "standard", "caro", "renju"] {
            let expected = record.field(name);
            if expected == "-" {
                continue;
            }
            let mut position = record.position(rule(name), color);
            let foul = position.foul(color, point).is_some();
            let wins = position.shape(color, point) == Shape::Five;
            assert_eq!(foul, expected.starts_with("forbidden"), "{} {name}", record.id);
            assert_eq!(wins, expected == "win", "{} {name}", record.id);
            if !foul {
                position.play(point);
                assert_eq!(position.has_five(color), wins, "{} {name}", record.id);
            }
        }
    }
}

#[test]
fn recorded_games_end_when_somebody_has_won() {
    for name in ["freestyle15", "freestyle20", "renju15"] {
        for record in records(&format!("games/{name}.txt")) {
            let mut position =
                fukumi_core::position::Position::new(record.size(), rule(record.field("rule")));
            let moves = record.points("moves");
            for (ply, &point) in moves.iter().enumerate() {
                assert!(position.board().is_empty(point), "{}", record.id);
                let mover = position.to_move();
                position.play(point);
                let is_last = ply + 1 == moves.len() && record.field("end") == "five";
                assert_eq!(position.has_five(mover), is_last, "{} {ply}", record.id);
            }
        }
    }
}

/// Checks every position of a collection, and reports the number of misses at the end.
fn for_each_puzzle(kind: &str, mut solve: impl FnMut(&common::Record) -> Result<(), String>) {
    for name in FILES {
        let records = records(&format!("{kind}/{name}.txt"));
        let misses: Vec<String> = records.iter().filter_map(|record| solve(record).err()).collect();
        println!("{kind}/{name}: {} positions, {} misses", records.len(), misses.len());
        assert!(misses.is_empty(), "{kind}/{name}: {misses:#?}");
    }
}

#[test]
fn a_win_by_fours_is_found_where_there_is_one() {
    let mut vcf = Vcf::default();
    for_each_puzzle("vcf", |record| {
        let mut position = record.position(rule(record.field("rule")), record.to_move());
        vcf.clear();
        let verdict = vcf.prove(&position, BOUNDS, &unlimited());
        match verdict {
            // The collection lists the first moves of all wins, unless it says otherwise.
            Verdict::Win(win)
                if record.field("check") != "full"
                    || record.points("win").contains(&win.attack) =>
            {
                win.check(&mut position).map_err(|hole| format!("{}: {hole}", record.id))
            }
            // The collection answers a four only at the winning cell. In caro it can also be
            // answered beyond the five, so some of these wins are not wins.
            Verdict::NoWin if record.field("rule") == "caro" => Ok(()),
            other => Err(format!("{}: {other:?}", record.id)),
        }
    });
}

/// The shortest win has as many moves of the winner as the collection says, including the five.
fn compare_lengths(is_asked: impl Fn(usize) -> bool, bounds: Bounds) {
    let mut vcf = Vcf::new(16 << 20);
    for_each_puzzle("vcf", |record| {
        let expected: usize = record.field("len").parse().expect("a number");
        // For caro, see above.
        if record.field("check") != "full" || record.field("rule") == "caro" || !is_asked(expected)
        {
            return Ok(());
        }
        vcf.clear();
        let mut position = record.position(rule(record.field("rule")), record.to_move());
        let Verdict::Win(win) = vcf.prove_shortest(&position, bounds, &unlimited()) else {
            return Err(format!("{}: no win within {} nodes", record.id, vcf.nodes()));
        };
        win.check(&mut position).map_err(|hole| format!("{}: {hole}", record.id))?;
        let moves = win.plies.div_ceil(2);
        if moves == expected { Ok(()) } else { Err(format!("{}: {moves} moves", record.id)) }
    });
}

/// Longer wins are left to the long form of the test: there is one, of 49 moves.
const LONGEST: usize = 40;

#[test]
fn the_shortest_win_by_fours_is_as_long_as_in_the_collection() {
    compare_lengths(|moves| moves <= LONGEST, BOUNDS);
}

#[test]
#[ignore = "the long form"]
fn the_longest_win_by_fours_is_as_long_as_in_the_collection() {
    compare_lengths(|moves| moves > LONGEST, Bounds::nodes(100_000_000));
}

#[test]
fn no_win_by_fours_is_claimed_where_there_is_none() {
    let mut vcf = Vcf::default();
    for kind in ["vct", "defence"] {
        for_each_puzzle(kind, |record| {
            vcf.clear();
            let position = record.position(rule(record.field("rule")), record.to_move());
            match vcf.solve(&position, BOUNDS, &unlimited()) {
                Verdict::Win(win) if !record.points_if_any("win").contains(&win.first) => {
                    Err(format!("{}: {win:?}", record.id))
                }
                _ => Ok(()),
            }
        });
    }
}

#[test]
fn defences_are_complete() {
    for_each_puzzle("defence", |record| {
        let mut position = record.position(rule(record.field("rule")), record.to_move());
        let situation = assess(&mut position);
        let missing = |found: &fukumi_core::geometry::PointSet| -> Vec<Point> {
            record.points("safe").into_iter().filter(|&point| !found.contains(point)).collect()
        };
        let missing = match &situation {
            Situation::Block(points) | Situation::Defend(points) => missing(points),
            Situation::Free => Vec::new(),
            // A win with one's own threes is not a question of defence.
            Situation::Won { .. } => Vec::new(),
            Situation::Lost { .. } => record.points("safe"),
        };
        if missing.is_empty() { Ok(()) } else { Err(format!("{}: {missing:?}", record.id)) }
    });
}

#[test]
fn the_moves_that_hold_are_those_of_the_collection() {
    let mut solver = Solver::new(4 << 20);
    for_each_puzzle("defence", |record| {
        let position = record.position(rule(record.field("rule")), record.to_move());
        solver.clear();
        let found = solver.defences(&position, Threats::Fours, &unlimited(), &mut |_| {});
        let holding: Vec<Point> = found
            .moves
            .iter()
            .filter(|(_, verdict)| !verdict.is_win())
            .map(|(point, _)| *point)
            .collect();
        let mut expected = record.points("safe");
        expected.sort_unstable();
        if record.field("rule") == "caro" || holding == expected {
            Ok(())
        } else {
            Err(format!("{}: {holding:?}, not {expected:?}", record.id))
        }
    });
}

/// How thoroughly wins are looked for in the records of a file.
struct Course {
    threats: Threats,
    shortest: bool,
    /// Only every `step`-th record is tried.
    step: usize,
    nodes: u64,
    memory_bytes: usize,
    /// Proofs of at least this size are not played out.
    checked_size: usize,
}

/// What the solver says about a record.
struct Answer {
    id: String,
    /// What the collection says about the record.
    claim: String,
    verdict: Verdict<()>,
    nodes: u64,
    elapsed: Duration,
}

impl Answer {
    /// Asks the solver. Panics if the answer is false.
    fn of(record: &common::Record, solver: &mut Solver, course: &Course) -> Self {
        let (id, check) = (&record.id, record.field("check"));
        let mut position = record.position(rule(record.field("rule")), record.to_move());
        let limits = Limits { nodes: Some(course.nodes), ..Limits::default() };
        let Course { threats, shortest, .. } = *course;
        solver.clear();
        let control = Control::new(Instant::now(), limits);
        let solution = solver.solve(&position, threats, shortest, &control, &mut |_| {});
        match &solution.verdict {
            Verdict::Win(proof) if proof.size() < course.checked_size => {
                proof.check(&mut position).unwrap_or_else(|hole| panic!("{id}: {hole}"));
            }
            // For caro, see above.
            Verdict::NoWin => assert!(
                check == "source" || record.field("rule") == "caro",
                "{id}: no win is claimed where one is confirmed"
            ),
            Verdict::Win(_) | Verdict::Unknown => {}
        }
        let length = if threats == Threats::Fours { "len" } else { "depth" };
        Self {
            id: id.clone(),
            claim: format!("{length} {}, check {check}", record.field(length)),
            verdict: solution.verdict.map(|_| ()),
            nodes: solution.nodes,
            elapsed: solution.elapsed,
        }
    }
}

fn ask(file: &str, course: &Course) -> Vec<Answer> {
    let mut solver = Solver::new(course.memory_bytes);
    let records = records(file);
    let asked = records.iter().step_by(course.step);
    asked.map(|record| Answer::of(record, &mut solver, course)).collect()
}

fn count(answers: &[Answer], verdict: Verdict<()>) -> usize {
    answers.iter().filter(|answer| answer.verdict == verdict).count()
}

/// Prints the records that were not settled or took longer than `limit`, and one line of figures.
/// Median and maximum are of the time to a verdict.
fn print(title: &str, answers: &[Answer], limit: Duration) {
    let is_miss = |answer: &&Answer| answer.verdict == Verdict::Unknown || answer.elapsed > limit;
    for Answer { id, claim, verdict, nodes, elapsed } in answers.iter().filter(is_miss) {
        println!("  {id} ({claim}): {verdict:?} after {nodes} nodes and {elapsed:.2?}");
    }
    let settled = answers.iter().filter(|answer| answer.verdict != Verdict::Unknown);
    let mut times: Vec<Duration> = settled.map(|answer| answer.elapsed).collect();
    times.sort_unstable();
    let within = times.iter().filter(|&&time| time <= limit).count();
    println!(
        "{title}: {} positions, {} won, {} not, {} not settled; within {limit:?} {:.1} %, \
         median {:.2?}, longest {:.2?}",
        answers.len(),
        count(answers, Verdict::Win(())),
        count(answers, Verdict::NoWin),
        count(answers, Verdict::Unknown),
        100.0 * within as f64 / answers.len().max(1) as f64,
        times.get(times.len() / 2).copied().unwrap_or_default(),
        times.last().copied().unwrap_or_default(),
    );
}

#[test]
fn a_win_by_threats_is_found_where_there_is_one() {
    let course = Course {
        threats: Threats::FoursAndThrees,
        shortest: false,
        step: 8,
        nodes: 100_000,
        memory_bytes: 16 << 20,
        checked_size: 1_000,
    };
    let (mut won, mut asked) = (0, 0);
    for name in FILES {
        let answers = ask(&format!("vct/{name}.txt"), &course);
        print(name, &answers, Duration::from_secs(10));
        if name != "caro15" {
            won += count(&answers, Verdict::Win(()));
            asked += answers.len();
        }
    }
    assert!(won * 10 >= asked * 9, "{won} of {asked}");
}

/// Prints how many wins are found, and how fast. Run it with
/// `cargo test --release --test collections -- --ignored --nocapture --test-threads 1`.
#[test]
#[ignore = "the long form"]
fn wins_are_found_in_time() {
    let fours = Course {
        threats: Threats::Fours,
        shortest: false,
        step: 1,
        nodes: 10_000_000,
        memory_bytes: 128 << 20,
        checked_size: 20_000,
    };
    let shortest = Course { shortest: true, ..fours };
    let threats = Course { threats: Threats::FoursAndThrees, nodes: 4_000_000, ..fours };
    for (title, kind, course, limit) in [
        ("vcf", "vcf", fours, Duration::from_millis(100)),
        ("vcf, shortest", "vcf", shortest, Duration::from_millis(100)),
        ("vct", "vct", threats, Duration::from_secs(10)),
    ] {
        for name in FILES {
            let answers = ask(&format!("{kind}/{name}.txt"), &course);
            print(&format!("{title} {name}"), &answers, limit);
        }
    }
}
