//! The formats in which games and positions are read, and their names.

/// The notation of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A line `id key=value …`, as in collections of positions.
    Record,
    /// Moves such as `h8i9h10`, Black first; or two sets of stones, `h8,h10/i9`.
    Moves,
    /// A picture of the board.
    Picture,
    /// A game saved by Piskvork, a `.psq` file.
    Piskvork,
    /// Smart Game Format.
    Sgf,
    /// Lines of the Gomocup protocol, usually a `BOARD` block.
    Block,
    /// Moves with tags, as PlayOK writes them.
    Pgn,
    /// Openings as columns and rows from the middle of the board, `0,0, 1,-1`.
    Offsets,
    /// A game saved by Yixin-Board, a `.sav` file.
    Sav,
    /// A game saved by Piskvork as a `.rec` file.
    Rec,
    /// A library of RenLib, a `.lib` file.
    Library,
    /// Positions of RenLib or Yixin-Board, a `.pos` file.
    Positions,
    /// The games of RenjuNet, a `.rif` file.
    RenjuNet,
    /// The text of a database of Rapfi.
    Rapfi,
    /// Points in brackets, `[[7,7],[8,8]]` or `(8,8) (9,9)`.
    Pairs,
    /// A log of the Gomocup protocol, with the engine's answers.
    Log,
    /// A record of the Chinese computer game championship, `{[C5]…;B(J,10)}`.
    Championship,
}

impl Format {
    /// The name of the notation in one word, as in `sgf`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Record => "record",
            Self::Moves => "moves",
            Self::Picture => "picture",
            Self::Piskvork => "psq",
            Self::Sgf => "sgf",
            Self::Block => "block",
            Self::Pgn => "pgn",
            Self::Offsets => "offsets",
            Self::Sav => "sav",
            Self::Rec => "rec",
            Self::Library => "lib",
            Self::Positions => "pos",
            Self::RenjuNet => "rif",
            Self::Rapfi => "rapfi",
            Self::Pairs => "pairs",
            Self::Log => "log",
            Self::Championship => "championship",
        }
    }
}
