//! The C interface, for programs in other languages that have the engine inside; see
//! `docs/embedding.md`.
//!
//! Built by the feature `capi`, as a shared library by
//! `cargo rustc --release --lib --features capi --crate-type cdylib`. The header is
//! `include/fukumi.h`; a test compares it with this file and the one of the types.
//!
//! This module is the boundary and nothing else: it keeps panics in and hands the work to `game`. A
//! pointer of the caller arrives as an optional reference, which is the same to C: null is `None`,
//! and that others are valid is the caller's duty. An engine is only ever referred to as shared: a
//! lock that is tried, not waited for, keeps a second call out, so that wrong use from several
//! threads is an error and no damage.

#![expect(
    unsafe_code,
    reason = "the boundary to callers in other languages: names for the linker, an array and a \
              function \
              that only the caller can vouch for"
)]
#![expect(
    clippy::missing_safety_doc,
    reason = "the header says once what all pointers have to be, and these texts go there"
)]

use std::ffi::{c_char, c_void};
use std::mem::MaybeUninit;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;
use std::slice;
use std::sync::{Arc, Mutex, PoisonError, TryLockError};
use std::time::{Duration, Instant};

use crate::control::{self, Control};

mod game;
#[cfg(test)]
mod tests;
pub mod types;

use game::Game;
use types::{
    Cell, Ending, Judgement, Limits, Line, Named, Point, Solution, Status, Stone, Value, Verdict,
};

/// Version of this interface. It grows with every change that programs have to be changed for.
pub const FUKUMI_ABI: u32 = 1;

/// One board with what the engine has learnt about the positions on it.
pub struct Engine {
    game: Mutex<Game>,
    /// Ends the search that is running.
    running: Mutex<Option<Arc<Control>>>,
}

/// Is told of every line of every finished iteration of a search, on the thread that began it. The
/// line is valid until the function returns. 0 goes on; any other value ends the search. Of the
/// functions for this engine, only `fukumi_stop` may be called in here; the others return
/// `FUKUMI_STATUS_BUSY`. No exception may leave the function.
pub type Report = Option<unsafe extern "C" fn(line: *const Line, context: *mut c_void) -> i32>;

/// The value of `FUKUMI_ABI` that the library was built with. Never fails.
#[unsafe(no_mangle)]
pub extern "C" fn fukumi_abi() -> u32 {
    FUKUMI_ABI
}

/// The version of the engine, such as `0.1.0`. Never fails; the text is there for ever.
#[unsafe(no_mangle)]
pub extern "C" fn fukumi_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// What a status means, in English. Never fails; the text is there for ever.
#[unsafe(no_mangle)]
pub extern "C" fn fukumi_status_text(status: i32) -> *const c_char {
    Status::read(status).map_or(c"an unknown status", Status::text).as_ptr()
}

/// Makes an engine with an empty board, black to move. `rule` is a `FukumiRule`; the sides are from
/// 5 to
/// 22. The engine goes to `*engine`, which is null after an error.
#[unsafe(no_mangle)]
pub extern "C" fn fukumi_engine_new(
    rule: i32,
    width: i32,
    height: i32,
    engine: Option<&mut MaybeUninit<*mut Engine>>,
) -> Status {
    guarded(|| {
        let place = engine.ok_or(Status::NullPointer)?.write(ptr::null_mut());
        let game = Mutex::new(Game::new(rule, width, height)?);
        *place = Box::into_raw(Box::new(Engine { game, running: Mutex::new(None) }));
        Ok(())
    })
}

/// Gives the engine's memory back. No other call with it may be running, and none may follow. Null
/// is nothing to do.
#[unsafe(no_mangle)]
pub extern "C" fn fukumi_engine_free(engine: Option<Box<Engine>>) -> Status {
    guarded(|| {
        drop(engine);
        Ok(())
    })
}

/// Sets how many threads a search uses, 1 to 256. A new engine uses one; then a search without a
/// time limit that is asked the same after the same gives the same answer.
#[unsafe(no_mangle)]
pub extern "C" fn fukumi_set_threads(engine: Option<&Engine>, threads: u32) -> Status {
    with_game(engine, |game, _| game.set_threads(threads))
}

/// Sets how much memory the tables of an engine take in bytes, 1 MiB to 4 GiB. A new engine takes
/// 128 MiB. The rest of an engine is a few MiB, and 2 MiB for each further thread.
#[unsafe(no_mangle)]
pub extern "C" fn fukumi_set_memory(engine: Option<&Engine>, bytes: u64) -> Status {
    with_game(engine, |game, _| game.set_memory(bytes))
}

/// Sets what static scores come from, a `FukumiEvaluation`.
#[unsafe(no_mangle)]
pub extern "C" fn fukumi_set_evaluation(engine: Option<&Engine>, evaluation: i32) -> Status {
    with_game(engine, |game, _| game.set_evaluation(evaluation))
}

/// Sets how many best lines a search looks for, at least 1. A new engine looks for one. More lines
/// take more time for the same depth.
#[unsafe(no_mangle)]
pub extern "C" fn fukumi_set_lines(engine: Option<&Engine>, lines: u32) -> Status {
    with_game(engine, |game, _| game.set_lines(lines))
}

/// Forgets what searches have learnt, as is fit for a new game that shall not depend on the last
/// one.
#[unsafe(no_mangle)]
pub extern "C" fn fukumi_forget(engine: Option<&Engine>) -> Status {
    with_game(engine, |game, _| {
        game.forget();
        Ok(())
    })
}

/// Plays a stone of the side to move; then the other side is to move. A forbidden point can be
/// played: `fukumi_ending` tells.
#[unsafe(no_mangle)]
pub extern "C" fn fukumi_play(engine: Option<&Engine>, x: i32, y: i32) -> Status {
    with_game(engine, |game, _| game.play(x, y))
}

/// Takes the last stone back; its owner is to move then.
#[unsafe(no_mangle)]
pub extern "C" fn fukumi_undo(engine: Option<&Engine>) -> Status {
    with_game(engine, |game, _| game.undo())
}

/// Replaces everything on the board by these stones and dead cells, and names the side to move,
/// `FUKUMI_CELL_BLACK` or `FUKUMI_CELL_WHITE`. `fukumi_undo` takes the stones back from the last
/// one on. After an error the board is as it was. `stones` may be null if `count` is 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fukumi_set_stones(
    engine: Option<&Engine>,
    stones: *const Stone,
    count: usize,
    to_move: i32,
) -> Status {
    with_game(engine, |game, _| {
        let stones = match (stones.is_null(), count) {
            (_, 0) => &[],
            (true, _) => return Err(Status::NullPointer),
            // SAFETY: the caller vouches for so many stones.
            (false, _) => unsafe { slice::from_raw_parts(stones, count) },
        };
        game.set_stones(stones, to_move)
    })
}

/// What is on a point, to `*cell`.
#[unsafe(no_mangle)]
pub extern "C" fn fukumi_cell(
    engine: Option<&Engine>,
    x: i32,
    y: i32,
    cell: Option<&mut MaybeUninit<Cell>>,
) -> Status {
    with_game(engine, |game, _| put(cell, || game.cell(x, y)))
}

/// The side to move, to `*side`: `FUKUMI_CELL_BLACK` or `FUKUMI_CELL_WHITE`.
#[unsafe(no_mangle)]
pub extern "C" fn fukumi_to_move(
    engine: Option<&Engine>,
    side: Option<&mut MaybeUninit<Cell>>,
) -> Status {
    with_game(engine, |game, _| put(side, || Ok(game.to_move())))
}

/// Why the game is over, to `*ending`. Stones can be played and taken back all the same.
#[unsafe(no_mangle)]
pub extern "C" fn fukumi_ending(
    engine: Option<&Engine>,
    ending: Option<&mut MaybeUninit<Ending>>,
) -> Status {
    with_game(engine, |game, _| put(ending, || Ok(game.ending())))
}

/// The points that the side to move may not take: `*count` of them at `*points`.
#[unsafe(no_mangle)]
pub extern "C" fn fukumi_forbidden_points(
    engine: Option<&Engine>,
    points: Option<&mut MaybeUninit<*const Point>>,
    count: Option<&mut MaybeUninit<usize>>,
) -> Status {
    with_game(engine, |game, _| put_all(points, count, || Ok(game.forbidden_points())))
}

/// The value of the position without a search, to `*value`.
#[unsafe(no_mangle)]
pub extern "C" fn fukumi_evaluate(
    engine: Option<&Engine>,
    value: Option<&mut MaybeUninit<Value>>,
) -> Status {
    with_game(engine, |game, _| put(value, || Ok(game.evaluate())))
}

/// Searches for the best move until a limit is reached, `fukumi_stop` is called, `report` ends it,
/// or there is nothing left to find out. The best line goes to `*best`; its first move is the move
/// to play, and it is no forbidden one unless there is no other. The board stays as it is. `limits`
/// may be null for none, `report` for no reports; `context` is handed to `report`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fukumi_think(
    engine: Option<&Engine>,
    limits: Option<&Limits>,
    report: Report,
    context: *mut c_void,
    best: Option<&mut MaybeUninit<Line>>,
) -> Status {
    with_game(engine, |game, running| {
        put(best, || {
            let control = begin(limits, running);
            game.think(&control, &mut |line| match report {
                // SAFETY: the caller vouches for such a function.
                Some(report) => unsafe { report(line, context) == 0 },
                None => true,
            })
        })
    })
}

/// Ends the search or the solver's work that is running with this engine, if any is: the call
/// returns soon with what it has found. This is the one function that may be called while another
/// call with the same engine is running, from any thread. A search that has not begun yet is not
/// ended.
#[unsafe(no_mangle)]
pub extern "C" fn fukumi_stop(engine: Option<&Engine>) -> Status {
    guarded(|| {
        let engine = engine.ok_or(Status::NullPointer)?;
        let running = engine.running.lock().unwrap_or_else(PoisonError::into_inner);
        running.iter().for_each(|control| control.stop());
        Ok(())
    })
}

/// Whether the side to move wins by such threats (a `FukumiThreats`), to `*solution`. A win is
/// proven: it holds against every defence. `limits` may be null for none.
#[unsafe(no_mangle)]
pub extern "C" fn fukumi_solve(
    engine: Option<&Engine>,
    threats: i32,
    limits: Option<&Limits>,
    solution: Option<&mut MaybeUninit<Solution>>,
) -> Status {
    with_game(engine, |game, running| {
        put(solution, || game.solve(threats, &begin(limits, running)))
    })
}

/// The first moves of the side to move that win by such threats, and those that may win: `*count`
/// of them at `*moves`.
#[unsafe(no_mangle)]
pub extern "C" fn fukumi_winning_moves(
    engine: Option<&Engine>,
    threats: i32,
    limits: Option<&Limits>,
    moves: Option<&mut MaybeUninit<*const Judgement>>,
    count: Option<&mut MaybeUninit<usize>>,
) -> Status {
    with_game(engine, |game, running| {
        put_all(moves, count, || game.winning_moves(threats, &begin(limits, running)))
    })
}

/// Whether the opponent would win by such threats if the side to move passed, to `*threat`; if so,
/// every legal move with the win of the opponent after it: `*count` of them at `*moves`. Those with
/// `FUKUMI_VERDICT_NO_WIN` hold.
#[unsafe(no_mangle)]
pub extern "C" fn fukumi_defences(
    engine: Option<&Engine>,
    threats: i32,
    limits: Option<&Limits>,
    threat: Option<&mut MaybeUninit<Verdict>>,
    moves: Option<&mut MaybeUninit<*const Judgement>>,
    count: Option<&mut MaybeUninit<usize>>,
) -> Status {
    with_game(engine, |game, running| {
        let threat = threat.ok_or(Status::NullPointer)?;
        put_all(moves, count, || {
            let (verdict, judgements) = game.defences(threats, &begin(limits, running))?;
            threat.write(verdict);
            Ok(judgements)
        })
    })
}

/// What can be stopped while it runs; nothing any more once this is dropped.
struct Running<'a>(&'a Mutex<Option<Arc<Control>>>);

impl Running<'_> {
    fn set(&self, control: Option<Arc<Control>>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = control;
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.set(None);
    }
}

/// The control of a search that begins now, which [`fukumi_stop`] ends.
fn begin(limits: Option<&Limits>, running: &Running<'_>) -> Arc<Control> {
    let limits = limits.copied().unwrap_or_default();
    let time = Some(limits.time_ms).filter(|&time| time > 0).map(Duration::from_millis);
    let limits = control::Limits {
        soft: time,
        hard: time,
        nodes: Some(limits.nodes).filter(|&nodes| nodes > 0),
        depth: Some(limits.depth).filter(|&depth| depth > 0),
    };
    let control = Arc::new(Control::new(Instant::now(), limits));
    running.set(Some(Arc::clone(&control)));
    control
}

/// Calls `act` with the game of an engine, unless another call has it.
fn with_game(
    engine: Option<&Engine>,
    act: impl FnOnce(&mut Game, &Running<'_>) -> Result<(), Status>,
) -> Status {
    guarded(|| {
        let engine = engine.ok_or(Status::NullPointer)?;
        let mut game = engine.game.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => Status::Busy,
            TryLockError::Poisoned(_) => Status::Internal,
        })?;
        act(&mut game, &Running(&engine.running))
    })
}

/// The status that `act` comes to; a panic goes no further than this.
fn guarded(act: impl FnOnce() -> Result<(), Status>) -> Status {
    match catch_unwind(AssertUnwindSafe(act)) {
        Ok(Ok(())) => Status::Ok,
        Ok(Err(status)) => status,
        Err(_) => Status::Internal,
    }
}

/// Puts a result where the caller wants it, which need not hold a value yet.
fn put<T>(
    place: Option<&mut MaybeUninit<T>>,
    result: impl FnOnce() -> Result<T, Status>,
) -> Result<(), Status> {
    let place = place.ok_or(Status::NullPointer)?;
    place.write(result()?);
    Ok(())
}

/// Tells the caller where results are and how many.
fn put_all<'a, T: 'a>(
    place: Option<&mut MaybeUninit<*const T>>,
    count: Option<&mut MaybeUninit<usize>>,
    results: impl FnOnce() -> Result<&'a [T], Status>,
) -> Result<(), Status> {
    let (place, count) = place.zip(count).ok_or(Status::NullPointer)?;
    let results = results()?;
    place.write(results.as_ptr());
    count.write(results.len());
    Ok(())
}
