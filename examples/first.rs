//! A first program with the library: searches with reports, proves a win, analyses the game.
//!
//! ```sh
//! cargo run --release --example first -- h8 g9 i9 g7 g8 i7 j10 k11 f7 e6
//! ```

use std::env;
use std::error::Error;
use std::time::Duration;

use fukumi_core::embed::*;

fn main() -> Result<(), Box<dyn Error>> {
    let mut board = Board::new(Rule::Freestyle);
    for label in env::args().skip(1) {
        board.play(&label)?;
    }
    println!("{board}");
    let second = Limits::time(Duration::from_secs(1));
    let engine = Engine::new();
    let search = engine.think_lines(&board, second, 2)?;
    for report in search.reports() {
        for line in &report.lines {
            println!("{:>3} {:>6} {}", line.depth, line.score, board.labels(&line.moves));
        }
    }
    println!("best: {}", board.labels(&[search.result()?.best_move]));
    let solution = Solver::new().solve(&board, Threats::FoursAndThrees, second)?;
    println!("win by fours and threes: {}", solution.verdict.name());
    let options = AnalysisOptions { nodes: Some(2_000), ..AnalysisOptions::default() };
    for review in analyse(&board, &options)?.mistakes() {
        let mark = review.mark.map_or("", Mark::sign);
        println!("{}. {}{mark}", review.number, board.labels(&[review.point]));
    }
    Ok(())
}
