//! Smart Game Format: [`tree`] reads and writes games with all their lines, `diagram` reads the
//! main line, and [`marks`] has the marks on the board.
//!
//! Only properties about the position, the players or the event are read: `SZ`, `RU`, `B`, `W`,
//! `AB`, `AW`, `AE`, `PL`, `PB`, `PW`, `EV` and `DT`. Points are `hh`, column and row from the top
//! left, or `h8`, as some renju programs write. Variations are skipped. If a file has several
//! games, their number chooses one. Lines before and after a game, as in a mail, do no harm, nor
//! does a missing first semicolon or last bracket. A game of another kind, such as Go, is refused:
//! the properties and the moves decide, see `kind`. Format: A. Hollosi, "SGF File Format FF\[4\]",
//! <https://www.red-bean.com/sgf/>.
//!
//! No crate does this. The only one (sgf-parse 4.2.8) overflows the stack on a long game, gives no
//! places of errors, and does not know the points of this game.

mod diagram;
mod kind;
mod line;
pub mod marks;
mod moves;
mod parts;
mod property;
mod quest;
mod tokens;
pub mod tree;
mod values;

pub(crate) use diagram::{read, read_all};
pub(crate) use line::line;
pub(crate) use parts::{begins, has_game};
#[cfg(test)]
pub(crate) use property::escape;
