//! The game of docs/embedding.md: an engine of level 3 plays both sides.

use fukumi_core::embed::*;

fn main() -> Result<(), EmbedError> {
    let engine = Engine::with_options(EngineOptions { level: 3, ..Default::default() })?;
    let mut board = Board::new(Rule::Freestyle);
    while !board.is_over() {
        board.play_point(engine.best_move(&board, Limits::default())?)?;
    }
    println!("{board}\n{:?} has won", board.winner());
    Ok(())
}
