//! Whole openings under a referee that knows the rules by itself.
//!
//! The referee shares no code with `fukumi_core::opening`: it reads the record of an opening from
//! the first step to the last, as the texts of the rules tell it, and has a test for equal fifth
//! stones of its own. The engine plays every rule against itself under it.

use std::cmp::Ordering;
use std::thread;
use std::time::Instant;

use fukumi_core::control::{Control, Limits};
use fukumi_core::decide;
use fukumi_core::decide::means::Means;
use fukumi_core::decide::task::{Answer, Goal, Task};
use fukumi_core::geometry::{BoardSize, Color};
use fukumi_core::opening::{Opening, OpeningRule, Player, Step};
use fukumi_core::rule::Rule;
use fukumi_core::search::report::Outcome;
use fukumi_core::search::{STACK_BYTES, Searcher};
use fukumi_core::solver::on_demand::SolverOnDemand;

/// Games of each rule, unless `FUKUMI_OPENING_GAMES` has another number.
const GAMES: u64 = 100;
/// Nodes for each step.
const NODES: u64 = 250;

/// A point: column from the left and row from the top, both from 0.
type Spot = (i32, i32);

/// A record: the player of each step, 0 for the one who begins, and its text.
type Record = Vec<(usize, String)>;

/// Where stones may go: the least and the largest distance from the centre.
type Ring = (i32, i32);

const ANYWHERE: Ring = (0, 99);

/// Reads a record, with the state that the rules speak of.
struct Referee<'a> {
    side: i32,
    record: &'a [(usize, String)],
    /// Stones in the order of play.
    stones: Vec<Spot>,
    /// The player who has Black.
    black: usize,
}

impl<'a> Referee<'a> {
    fn new(side: i32, record: &'a [(usize, String)]) -> Self {
        Self { side, record, stones: Vec::new(), black: 0 }
    }

    fn white(&self) -> usize {
        1 - self.black
    }

    /// The text of the next step, which this player has to make.
    fn next(&mut self, player: usize) -> Result<&'a str, String> {
        let Some(((by, text), rest)) = self.record.split_first() else {
            return Err("the record is too short".into());
        };
        if *by != player {
            return Err(format!("player {by} makes the step {text:?} of player {player}"));
        }
        self.record = rest;
        Ok(text)
    }

    /// The spots of a step, all different and empty.
    fn spots(&self, text: &str, count: usize) -> Result<Vec<Spot>, String> {
        let mut spots: Vec<Spot> = Vec::new();
        for word in text.split(' ') {
            let column = i32::from(word.as_bytes()[0]) - i32::from(b'a');
            let row = word[1..].parse::<i32>().map_err(|_| format!("{word} is no point"))?;
            let spot = (column, self.side - row);
            let on_board = |n: i32| (0..self.side).contains(&n);
            if !on_board(spot.0) || !on_board(spot.1) {
                return Err(format!("{word} is off the board"));
            }
            if self.stones.contains(&spot) || spots.contains(&spot) {
                return Err(format!("{word} is taken"));
            }
            spots.push(spot);
        }
        if spots.len() == count { Ok(spots) } else { Err(format!("{text} is not {count} stones")) }
    }

    fn place(&mut self, player: usize, rings: &[Ring]) -> Result<(), String> {
        let text = self.next(player)?;
        let middle = self.side / 2;
        for (spot, ring) in self.spots(text, rings.len())?.into_iter().zip(rings) {
            let distance = (spot.0 - middle).abs().max((spot.1 - middle).abs());
            if !(ring.0..=ring.1).contains(&distance) {
                return Err(format!("{text} has a stone at distance {distance}"));
            }
            self.stones.push(spot);
        }
        Ok(())
    }

    /// One of the 26 openings, by the first player.
    fn opening(&mut self) -> Result<(), String> {
        self.place(0, &[(0, 0), (1, 1), (1, 2)])
    }

    /// Reads a swap, or the decision against it.
    fn swap(&mut self, player: usize) -> Result<(), String> {
        match self.next(player)? {
            "swap" => self.black = 1 - self.black,
            "stay" => {}
            other => return Err(format!("{other} instead of a swap")),
        }
        Ok(())
    }

    fn number(&mut self, player: usize, most: usize) -> Result<usize, String> {
        let text = self.next(player)?;
        let number = text.strip_prefix("count ").and_then(|number| number.parse().ok());
        number.filter(|number| (1..=most).contains(number)).ok_or(format!("{text} is no number"))
    }

    /// Black offers fifth stones, and White chooses one.
    fn offer_and_choose(&mut self, count: usize) -> Result<(), String> {
        let text = self.next(self.black)?;
        let offered = self.spots(text, count)?;
        let forms: Vec<_> = offered.iter().map(|&spot| form(&self.stones, spot)).collect();
        for (index, form) in forms.iter().enumerate() {
            if forms[..index].contains(form) {
                return Err(format!("{text} has the same move twice"));
            }
        }
        let text = self.next(self.white())?;
        let chosen = self.spots(text, 1)?[0];
        if !offered.contains(&chosen) {
            return Err(format!("{text} was not offered"));
        }
        self.stones.push(chosen);
        Ok(())
    }

    /// Reads the record to its end. Returns who has Black.
    fn read(mut self, rule: &str) -> Result<usize, String> {
        match rule {
            "swap1" => {
                self.place(0, &[ANYWHERE])?;
                self.swap(1)?;
            }
            "swap" => {
                self.place(0, &[ANYWHERE; 3])?;
                self.swap(1)?;
            }
            "swap2" => {
                self.place(0, &[ANYWHERE; 3])?;
                if let Some((_, "swap" | "stay")) = self.peek() {
                    self.swap(1)?;
                } else {
                    self.place(1, &[ANYWHERE; 2])?;
                    // The first player chooses, and is White without a swap.
                    self.black = 1;
                    self.swap(0)?;
                }
            }
            "pro" | "long-pro" => {
                let least = if rule == "pro" { 3 } else { 4 };
                self.place(0, &[(0, 0)])?;
                self.place(1, &[ANYWHERE])?;
                self.place(0, &[(least, 99)])?;
            }
            "rif" => {
                self.opening()?;
                self.swap(1)?;
                self.place(self.white(), &[ANYWHERE])?;
                self.offer_and_choose(2)?;
            }
            "yamaguchi" => {
                self.opening()?;
                let number = self.number(0, 12)?;
                self.swap(1)?;
                self.place(self.white(), &[ANYWHERE])?;
                self.offer_and_choose(number)?;
            }
            "soosorv-8" => {
                self.opening()?;
                self.swap(1)?;
                let white = self.white();
                self.place(white, &[ANYWHERE])?;
                let number = self.number(white, 8)?;
                self.swap(1 - white)?;
                self.offer_and_choose(number)?;
            }
            "taraguchi-10" => self.read_taraguchi()?,
            other => return Err(format!("{other} is no rule")),
        }
        match self.record {
            [] => Ok(self.black),
            [(_, text), ..] => Err(format!("{text} comes after the end")),
        }
    }

    fn read_taraguchi(&mut self) -> Result<(), String> {
        for distance in 0..4 {
            let mover = if distance % 2 == 0 { self.black } else { self.white() };
            self.place(mover, &[(0, distance)])?;
            if distance < 3 {
                self.swap(1 - mover)?;
            }
        }
        if let Some((_, "swap" | "stay")) = self.peek() {
            self.swap(self.black)?;
            let black = self.black;
            self.place(black, &[(0, 4)])?;
            self.swap(1 - black)
        } else {
            self.offer_and_choose(10)
        }
    }

    fn peek(&self) -> Option<(usize, &'a str)> {
        self.record.first().map(|(by, text)| (*by, text.as_str()))
    }
}

/// The position of these stones and a fifth one in a form that all its turned, mirrored and shifted
/// images share: the first in order of the eight images, each moved to the top left.
fn form(stones: &[Spot], fifth: Spot) -> Vec<(usize, Spot)> {
    let turned = |kind: usize, (x, y): Spot| {
        let (x, y) = if kind & 1 == 0 { (x, y) } else { (-x, y) };
        let (x, y) = if kind & 2 == 0 { (x, y) } else { (x, -y) };
        if kind & 4 == 0 { (x, y) } else { (y, x) }
    };
    let images = (0..8).map(|kind| {
        let all = stones.iter().chain([&fifth]).map(|&spot| turned(kind, spot));
        let all: Vec<Spot> = all.collect();
        let left = all.iter().map(|spot| spot.0).min().expect("five stones");
        let top = all.iter().map(|spot| spot.1).min().expect("five stones");
        let colored =
            all.iter().enumerate().map(|(n, spot)| (n % 2, (spot.0 - left, spot.1 - top)));
        let mut colored: Vec<_> = colored.collect();
        colored.sort_unstable();
        colored
    });
    images.min().expect("eight images")
}

fn judged(rule: &str, record: &Record) -> Result<usize, String> {
    Referee::new(15, record).read(rule)
}

/// A record of steps such as `0 h8 h9 h10`, separated by semicolons.
fn record(text: &str) -> Record {
    text.split("; ").map(|step| (usize::from(&step[..1] == "1"), step[2..].to_string())).collect()
}

/// Lets the engine play an opening against itself.
fn played(rule: OpeningRule, seed: u64, searcher: &mut Searcher) -> (Record, Opening) {
    let size = BoardSize::square(15).expect("a board of this size");
    let mut opening = Opening::new(rule, size).expect("a board of this size");
    let game = if rule.is_of_renju() { Rule::Renju } else { Rule::Standard };
    let mut solver = SolverOnDemand::default();
    let mut record = Record::new();
    while let Some(turn) = opening.turn() {
        let limits = Limits { nodes: Some(NODES), ..Limits::default() };
        let goal = Goal::Opening { opening, plays_on: false };
        let task = Task {
            seed: seed << 8 | record.len() as u64,
            ..Task::new(opening.position(game), goal)
        };
        let answer = decide::answer(
            &task,
            &mut Means {
                searcher,
                solver: &mut solver,
                control: &Control::new(Instant::now(), limits),
                report: &mut |_| {},
                note: &mut |_| {},
                found: Outcome::default(),
            },
        );
        let Some(Answer::Step { step, .. }) = answer else { panic!("{rule}: {answer:?}") };
        let player = usize::from(turn.player == Player::Second);
        record.push((player, step.text(size)));
        opening.apply(&step).unwrap_or_else(|error| panic!("{rule} {record:?}: {error}"));
        assert!(record.len() < 20, "{rule} {record:?}");
    }
    (record, opening)
}

/// Runs a search where its recursion has room.
fn with_stack(act: impl FnOnce() + Send + 'static) {
    let thread = thread::Builder::new().stack_size(STACK_BYTES).spawn(act).expect("a thread");
    thread.join().expect("no panic");
}

#[test]
fn the_engine_plays_every_rule_through_against_itself() {
    let games = std::env::var("FUKUMI_OPENING_GAMES").ok();
    let games = games.map_or(GAMES, |number| number.parse().expect("a number of games"));
    with_stack(move || {
        let mut searcher = Searcher::new();
        searcher.set_memory(4 << 20);
        for rule in OpeningRule::ALL {
            let mut records: Vec<Record> = Vec::new();
            for seed in 0..games {
                let (record, opening) = played(rule, seed, &mut searcher);
                let black = judged(rule.name(), &record)
                    .unwrap_or_else(|error| panic!("{rule} {record:?}: {error}"));
                let first_has_black = opening.holder(Color::Black) == Player::First;
                assert_eq!(black == 0, first_has_black, "{rule} {record:?}");
                records.push(record);
            }
            records.sort_unstable();
            records.dedup();
            // Pro and long pro have no proposal, and their moves are the best ones.
            let is_varied = records.len() > 1 || rule.name().ends_with("pro");
            assert!(is_varied || games < 2, "{rule} is always {:?}", records[0]);
        }
    });
}

#[test]
fn random_steps_are_judged_alike_by_the_referee_and_the_library() {
    let size = BoardSize::square(15).unwrap();
    let mut state: u64 = 1;
    let mut random = move |below: u64| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let (mut legal, mut illegal) = (0, 0);
    for rule in OpeningRule::ALL {
        for _ in 0..200 {
            let mut opening = Opening::new(rule, size).unwrap();
            let mut record = Record::new();
            while let Some(turn) = opening.turn() {
                // A narrow part of the board makes equal and taken points likely, the whole of it
                // makes twelve different ones likely.
                let (first, side) = if random(2) == 0 { (5, 5) } else { (0, 15) };
                let mut point = || {
                    let column = char::from(b'a' + first + random(side) as u8);
                    format!("{column}{}", u64::from(first) + 1 + random(side))
                };
                let words: Vec<String> = (0..12).map(|_| point()).collect();
                let stones = |count: usize| words[..count].join(" ");
                let text = match random(12) {
                    0 | 1 => "swap".to_string(),
                    2 | 3 => "stay".to_string(),
                    4 => format!("count {}", random(14)),
                    5 => format!("h8 {}", stones(2)),
                    6 => "h8 h9 h10".to_string(),
                    7 => format!("m8 {}", stones(1)),
                    8 => match opening.offers().first() {
                        Some(point) => point.label(size),
                        None => "h8".to_string(),
                    },
                    9 => stones(opening.count().unwrap_or(10)),
                    number => stones(number as usize - 9),
                };
                let step = Step::parse(&text, size).unwrap();
                let player = usize::from(turn.player == Player::Second);
                record.push((player, text));
                let ours = opening.apply(&step);
                let theirs = judged(rule.name(), &record);
                // A record that is legal so far is only too short.
                let is_legal = theirs.is_ok() || theirs == Err("the record is too short".into());
                assert_eq!(ours.is_ok(), is_legal, "{rule} {record:?}: {ours:?}, {theirs:?}");
                assert_eq!(opening.is_over(), theirs.is_ok(), "{rule} {record:?}");
                if is_legal {
                    legal += 1;
                } else {
                    illegal += 1;
                    record.pop();
                }
                if legal + illegal > 1_000_000 {
                    panic!("{rule} does not end: {record:?}");
                }
            }
        }
    }
    assert!(legal > 5_000 && illegal > 5_000, "{legal} {illegal}");
}

#[test]
fn the_referee_accepts_openings_of_every_kind() {
    for (rule, text, black) in [
        ("swap1", "0 a1; 1 swap", 1),
        ("swap", "0 a1 b2 o15; 1 stay", 0),
        ("swap2", "0 a1 b2 o15; 1 swap", 1),
        ("swap2", "0 a1 b2 o15; 1 c3 d4; 0 stay", 1),
        ("swap2", "0 a1 b2 o15; 1 c3 d4; 0 swap", 0),
        ("pro", "0 h8; 1 a1; 0 h11", 0),
        ("long-pro", "0 h8; 1 a1; 0 h12", 0),
        ("rif", "0 h8 i9 j10; 1 swap; 0 a1; 1 b1 c1; 0 c1", 1),
        ("yamaguchi", "0 h8 h9 h10; 0 count 1; 1 stay; 1 a1; 0 b1; 1 b1", 0),
        ("soosorv-8", "0 h8 h9 h10; 1 swap; 0 a1; 0 count 2; 1 swap; 0 b1 c1; 1 c1", 0),
        (
            "taraguchi-10",
            "0 h8; 1 stay; 1 h9; 0 stay; 0 h10; 1 stay; 1 k8; 0 stay; 0 l8; 1 swap",
            1,
        ),
    ] {
        assert_eq!(judged(rule, &record(text)), Ok(black), "{rule} {text}");
    }
}

#[test]
fn the_referee_refuses_what_the_rules_forbid() {
    for (rule, text) in [
        ("swap1", "0 a1; 0 swap"),
        ("swap1", "0 a1"),
        ("swap1", "0 a1; 1 stay; 0 swap"),
        ("swap", "0 a1 a1 b2; 1 stay"),
        ("swap2", "0 a1 b2 o15; 1 b2 d4; 0 stay"),
        ("pro", "0 h8; 1 a1; 0 h10"),
        ("long-pro", "0 h8; 1 a1; 0 h11"),
        ("rif", "0 h9 h8 h7; 1 stay"),
        ("rif", "0 h8 h9 h10; 1 stay; 1 h7; 0 g8 i8; 1 g8"),
        ("rif", "0 h8 h9 j8; 1 stay; 1 j9; 0 g7 k7; 1 g7"),
        ("rif", "0 h8 h9 h10; 1 stay; 1 a1; 0 b1 c1; 1 d1"),
        ("yamaguchi", "0 h8 h9 h10; 0 count 13; 1 stay; 1 a1; 0 b1; 1 b1"),
        ("yamaguchi", "0 h8 h9 h10; 1 stay; 1 a1; 0 b1; 1 b1"),
        ("soosorv-8", "0 h8 h9 h10; 1 stay; 1 a1; 1 count 9; 0 stay; 0 b1; 1 b1"),
        ("taraguchi-10", "0 h8; 1 stay; 1 h9; 0 stay; 0 h10; 1 stay; 1 l8; 0 stay; 0 l9; 1 swap"),
    ] {
        assert!(judged(rule, &record(text)).is_err(), "{rule} {text}");
    }
    let (plain, mirrored) = (form(&[(7, 7), (7, 6)], (9, 7)), form(&[(3, 3), (4, 3)], (3, 5)));
    assert_eq!(plain.cmp(&mirrored), Ordering::Equal);
}
