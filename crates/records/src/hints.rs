//! What a reader knows besides the text, and what follows from it: the board, and which of the
//! positions and moves are meant.

use fukumi_core::geometry::BoardSize;

use crate::error::Problem;

/// What a reader knows besides the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hints {
    /// Which of several positions to read: the id of a record, or the number of a game, from 1. A
    /// record without an id of its own also goes by its number.
    pub id: Option<String>,
    /// The size of the board if the text does not state it. If it does, both have to agree.
    pub size: Option<BoardSize>,
    /// The size of boards of which neither the text nor `size` states it, in place of 15x15.
    pub default_size: Option<BoardSize>,
    /// How many of the moves to play; all of them if `None`.
    pub moves: Option<usize>,
    /// Which game a file is of that states another one than Gomoku and Renju.
    pub game: GameKind,
}

/// Which game a file is of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GameKind {
    /// What the file states, its board and its moves show it.
    #[default]
    Judged,
    /// Gomoku or Renju, whatever the file states.
    Gomoku,
}

/// The size of the board from the stated and the hinted size, or the default.
pub(crate) fn board_size(stated: Option<BoardSize>, hints: &Hints) -> Result<BoardSize, Problem> {
    match (stated, hints.size) {
        (Some(stated), Some(hinted)) if stated != hinted => {
            Err(Problem::OtherSize { stated, hinted })
        }
        (Some(size), _) | (None, Some(size)) => Ok(size),
        (None, None) => Ok(hints.default_size.unwrap_or(BoardSize::DEFAULT)),
    }
}

/// How many of `played` moves the hints ask for.
pub(crate) fn moves_to_play(played: usize, hints: &Hints) -> Result<usize, Problem> {
    match hints.moves {
        None => Ok(played),
        Some(asked) if asked <= played => Ok(asked),
        Some(asked) => Err(Problem::TooFewMoves { asked, played }),
    }
}

/// Refuses to play only some of the stones if their order is unknown.
pub(crate) fn refuse_moves(hints: &Hints) -> Result<(), Problem> {
    match hints.moves {
        None => Ok(()),
        Some(_) => Err(Problem::NoOrder),
    }
}

/// Refuses to choose among positions if there is only one.
pub(crate) fn refuse_id(hints: &Hints) -> Result<(), Problem> {
    match &hints.id {
        None => Ok(()),
        Some(id) => Err(Problem::no_record(id, &[])),
    }
}
