//! Tests of `thread_num` and `pondering` that a case file cannot express: long games in a hurry,
//! and the processor time used while it is nobody's turn.

use std::thread;
use std::time::{Duration, Instant};

use fukumi_driver::cell::Cell;
use fukumi_driver::usage;
use libtest_mimic::{Failed, Trial};

use crate::session::{Outcome, Session, Test};
use crate::slack;

pub(crate) fn trials() -> Vec<Trial> {
    let mut tests: Vec<Test> =
        vec![("two_hundred_moves_in_a_hurry_with_threads_and_pondering", moves_in_a_hurry)];
    if cfg!(target_os = "linux") {
        tests.push(("the_opponents_time_is_used_only_if_that_is_wanted", processor_time));
    }
    let trial = |(name, test): Test| Trial::test(format!("parallel::{name}"), test);
    tests.into_iter().map(trial).collect()
}

/// A game, and a generator of numbers that look random but are the same in every run.
struct HastyGame {
    session: Session,
    stones: Vec<Cell>,
    state: u64,
}

impl HastyGame {
    const SIDE: u64 = 15;

    /// A number below `bound`.
    fn random(&mut self, bound: u64) -> u64 {
        self.state = self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.state >> 33) % bound
    }

    fn free_cell(&mut self) -> Cell {
        loop {
            let [x, y] = [0; 2].map(|_| self.random(Self::SIDE) as u32);
            if !self.stones.contains(&Cell { x, y }) {
                return Cell { x, y };
            }
        }
    }

    /// Reads the engine's move and puts it on the board.
    fn take_move(&mut self) -> Outcome {
        let cell = self.session.expect_move(3000)?;
        if self.stones.contains(&cell) {
            return Err(format!("{cell} is not free").into());
        }
        self.stones.push(cell);
        Ok(())
    }

    /// Plays a move of the opponent, which the engine answers, perhaps after being told to stop.
    fn turn(&mut self) -> Outcome {
        let cell = self.free_cell();
        let stop = ["", "", "STOP\n", "YXSTOP\nYXSTOP\n", "INFO timeout_turn 0\n"];
        let stop = stop[self.random(stop.len() as u64) as usize];
        let limit = ["timeout_turn 5", "timeout_turn 20", "timeout_turn 50", "max_node 300"];
        let limit = limit[self.random(limit.len() as u64) as usize];
        self.session.send(&format!("INFO timeout_turn 30\nINFO max_node 0\nINFO {limit}\n"))?;
        thread::sleep(Duration::from_micros(self.random(3_000)));
        self.session.send(&format!("TURN {cell}\n{stop}"))?;
        self.stones.push(cell);
        self.take_move()
    }

    fn take_back(&mut self) -> Outcome {
        if let Some(cell) = self.stones.pop() {
            self.session.send(&format!("TAKEBACK {cell}\n"))?;
            self.session.expect("OK", 3000)?;
        }
        Ok(())
    }

    fn set_board(&mut self) -> Outcome {
        let count = self.stones.len();
        let field = |index: usize| if (count - index).is_multiple_of(2) { 1 } else { 2 };
        let lines: String =
            (0..count).map(|index| format!("{},{}\n", self.stones[index], field(index))).collect();
        self.session.send(&format!("BOARD\n{lines}DONE\n"))?;
        self.take_move()
    }

    fn restart(&mut self) -> Outcome {
        self.stones.clear();
        let rule = [0, 1, 4, 8, 9][self.random(5) as usize];
        let threads = 1 + self.random(4);
        self.session.send(&format!("INFO rule {rule}\nINFO thread_num {threads}\nRESTART\n"))?;
        self.session.expect("OK", 3000)
    }
}

fn moves_in_a_hurry() -> Outcome {
    let mut game = HastyGame { session: Session::start()?, stones: Vec::new(), state: 7 };
    game.session.send("INFO thread_num 4\nINFO pondering 1\nINFO hash_size 4096\nSTART 15\n")?;
    game.session.expect("OK", 3000)?;
    for number in 1..=200 {
        let step = match game.random(10) {
            _ if game.stones.len() > 50 => game.restart().and_then(|()| game.turn()),
            0 => game.take_back().and_then(|()| game.take_back()).and_then(|()| game.turn()),
            1 => game.set_board(),
            _ => game.turn(),
        };
        step.map_err(|error| {
            let text = error.message().unwrap_or_default();
            format!("step {number}, {} stones: {text}", game.stones.len())
        })?;
    }
    game.session.expect_ready(3000)
}

/// Ticks of processor time from which on a process counts as busy, and up to which it counts as
/// idle.
const BUSY_TICKS: u64 = 10;
const IDLE_TICKS: u64 = 4;

fn processor_time() -> Outcome {
    let mut session = Session::start()?;
    // The memory of the tables is made ready in the background, so they are small here.
    session
        .send("INFO max_memory 60000000\nSTART 15\nINFO timeout_turn 100\nINFO thread_num 2\n")?;
    session.expect("OK", 3000)?;
    session.send("BOARD\n7,7,1\n8,8,2\n9,7,1\n6,7,2\nDONE\n")?;
    session.expect_move(3000)?;
    expect_idle(&session, "without pondering")?;
    session.send("INFO pondering 1\nBOARD\n7,7,1\n8,8,2\n9,7,1\n6,7,2\nDONE\n")?;
    session.expect_move(3000)?;
    expect_busy(&session)?;
    session.send("ABOUT\n")?;
    session.line(3000)?;
    expect_busy(&session)?;
    session.send("INFO time_left 60000\n")?;
    expect_idle(&session, "after a command")
}

fn expect_idle(session: &Session, when: &str) -> Outcome {
    // Earlier work may still be ending.
    thread::sleep(Duration::from_millis(200));
    let before = ticks(session)?;
    thread::sleep(Duration::from_millis(400));
    let used = ticks(session)? - before;
    if used <= IDLE_TICKS { Ok(()) } else { Err(format!("{used} ticks {when}").into()) }
}

fn expect_busy(session: &Session) -> Outcome {
    let deadline = Instant::now() + Duration::from_secs(10) + slack();
    let before = ticks(session)?;
    while ticks(session)? < before + BUSY_TICKS {
        if Instant::now() > deadline {
            return Err("the opponent's time is not used".into());
        }
        thread::sleep(Duration::from_millis(10));
    }
    Ok(())
}

/// The processor time of all threads of the engine so far, in ticks of 10 ms.
fn ticks(session: &Session) -> Result<u64, Failed> {
    usage::processor_ticks(session.id()).ok_or_else(|| "the process is gone".into())
}
