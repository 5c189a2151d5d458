//! A first program with the library: plays, thinks for a second, proves a win, analyses the game.
//!
//! ```sh
//! cargo run --release --example first -- h8 g9 i9 g7 g8 i7 j10 k11 f7 e6
//! ```

use std::env;
use std::error::Error;
use std::time::Duration;

use fukumi_core::analysis::Settings;
use fukumi_core::control::Limits;
use fukumi_core::embed::{Board, Engine, Solver, analyse};
use fukumi_core::rule::Rule;
use fukumi_core::solver::Threats;

fn main() -> Result<(), Box<dyn Error>> {
    let mut board = Board::new(Rule::Freestyle);
    for label in env::args().skip(1) {
        board.play(&label)?;
    }
    let second = Limits::time(Duration::from_secs(1));
    let thought = Engine::new().think(&board, second)?;
    println!("best: {}", board.labels(&[thought.best]));
    println!("line: {}", board.labels(&thought.moves));
    let solution = Solver::new().solve(&board, Threats::FoursAndThrees, second)?;
    println!("win by force: {}", solution.verdict.name());
    let settings = Settings { nodes: Some(2_000), ..Settings::default() };
    let report = analyse(&board, &settings)?;
    for (judgement, stone) in report.judgements.iter().zip(board.moves()) {
        if let Some(mark) = judgement.as_ref().and_then(|judgement| judgement.mark) {
            println!("{}: {}", board.labels(&[stone.point]), mark.name());
        }
    }
    Ok(())
}
