//! Why a line is not a command.

use std::fmt;

use super::words::quote;

/// Why a line is not a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommandError {
    /// The first word is not a command.
    Unknown(String),
    /// The line has too many bytes.
    TooLong,
    /// The arguments are not what the command needs.
    Arguments {
        /// What the command needs.
        expected: &'static str,
        /// What came instead.
        found: String,
    },
    /// Another command broke off a block.
    Interrupted,
    /// Another command came inside a text that has no closing quotation mark.
    Unclosed,
    /// A position or a move was to be set, but cannot be read, for this reason.
    Position(Box<CommandError>),
    /// This many lines were dropped.
    Lost(u64),
}

impl CommandError {
    /// The same error about a position or a move that was to be set.
    pub(crate) fn of_position(self) -> Self {
        Self::Position(Box::new(self))
    }

    /// Whether the command itself is unknown, rather than known with bad arguments.
    pub const fn is_unknown(&self) -> bool {
        match self {
            Self::Unknown(_) | Self::TooLong => true,
            Self::Arguments { .. }
            | Self::Interrupted
            | Self::Unclosed
            | Self::Lost(_)
            | Self::Position(_) => false,
        }
    }
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(word) => write!(f, "command {}", quote(word)),
            Self::TooLong => f.write_str("command, the line is too long"),
            Self::Arguments { expected, found } if found.is_empty() => {
                write!(f, "expected {expected}")
            }
            Self::Arguments { expected, found } => {
                write!(f, "expected {expected}, got {}", quote(found))
            }
            Self::Interrupted => f.write_str("the block has no DONE"),
            Self::Unclosed => f.write_str("the text has no closing quotation mark"),
            Self::Position(reason) => reason.fmt(f),
            Self::Lost(count) => {
                write!(f, "{count} lines are lost: too many came while no reply was read")
            }
        }
    }
}

impl std::error::Error for CommandError {}
