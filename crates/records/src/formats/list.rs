//! The list of formats: the name of each, the endings of its files, how it is recognised, and what
//! it holds. Commands, packages and documents take these from here.

/// A format of games and positions. The order is that in which formats are listed, and of a game
/// that is in several files the first one counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Format {
    /// Smart Game Format.
    Sgf,
    /// A game saved by Piskvork, a `.psq` file.
    Psq,
    /// A game saved by Piskvork as a `.rec` file.
    Rec,
    /// A game saved by Yixin-Board, a `.sav` file.
    Sav,
    /// Moves with tags, as PlayOK writes them.
    Pgn,
    /// The games of RenjuNet, a `.rif` file.
    Rif,
    /// Positions of RenLib or Yixin-Board, a `.pos` file.
    Pos,
    /// A library of RenLib, a `.lib` file.
    Lib,
    /// The text of a database of Rapfi.
    Rapfi,
    /// A line `id key=value …`, as in collections of positions.
    Record,
    /// Moves such as `h8i9h10`, Black first; or two sets of stones, `h8,h10/i9`.
    Moves,
    /// A picture of the board.
    Picture,
    /// Lines of the Gomocup protocol, usually a `BOARD` block.
    Block,
    /// A log of the Gomocup protocol, with the engine's answers.
    Log,
    /// Openings as columns and rows from the middle of the board, `0,0, 1,-1`.
    Offsets,
    /// Points in brackets, `[[7,7],[8,8]]` or `(8,8) (9,9)`.
    Pairs,
    /// A record of the Chinese computer game championship, `{[C5]…;B(J,10)}`.
    Championship,
}

/// Something that a format may hold besides the moves of one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Content {
    /// More games than one.
    Games,
    /// Moves outside the main line.
    Variations,
    /// Comments on moves.
    Comments,
    /// The players, the event and the date.
    Names,
    /// How the game ended.
    Result,
    /// The rule.
    Rule,
    /// The size of the board.
    Size,
    /// Stones without an order.
    Stones,
    /// Passes.
    Passes,
}

impl Content {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Games,
        Self::Variations,
        Self::Comments,
        Self::Names,
        Self::Result,
        Self::Rule,
        Self::Size,
        Self::Stones,
        Self::Passes,
    ];

    /// The name in one word, as in `comments`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Games => "games",
            Self::Variations => "variations",
            Self::Comments => "comments",
            Self::Names => "names",
            Self::Result => "result",
            Self::Rule => "rule",
            Self::Size => "size",
            Self::Stones => "stones",
            Self::Passes => "passes",
        }
    }
}

/// What Fukumi does with a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Support {
    /// It only reads it.
    Read,
    /// It reads and writes it.
    ReadAndWritten,
}

/// What is known about a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Description {
    /// The name in one word, as in `sgf`.
    pub name: &'static str,
    /// What it is, in a few words.
    pub summary: &'static str,
    /// The endings of its files, without a dot; none if its texts are in any file.
    pub endings: &'static [&'static str],
    /// How a file or a text shows the format.
    pub sign: &'static str,
    /// What Fukumi does with it.
    pub support: Support,
    /// What is kept: in a format that is written, all that is read again after writing; in one that
    /// is only read, what is read.
    pub holds: &'static [Content],
}

/// The format of a row of the list.
const fn row(
    name: &'static str,
    summary: &'static str,
    endings: &'static [&'static str],
    sign: &'static str,
    (support, holds): (Support, &'static [Content]),
) -> Description {
    Description { name, summary, endings, sign, support, holds }
}

impl Format {
    /// All formats, in the order in which they are listed.
    pub const ALL: [Self; 17] = [
        Self::Sgf,
        Self::Psq,
        Self::Rec,
        Self::Sav,
        Self::Pgn,
        Self::Rif,
        Self::Pos,
        Self::Lib,
        Self::Rapfi,
        Self::Record,
        Self::Moves,
        Self::Picture,
        Self::Block,
        Self::Log,
        Self::Offsets,
        Self::Pairs,
        Self::Championship,
    ];

    /// What is known about the format.
    pub const fn describe(self) -> Description {
        use Content::{Comments, Games, Names, Passes, Result, Rule, Size, Stones, Variations};
        use Support::{Read, ReadAndWritten};
        match self {
            Self::Sgf => row(
                "sgf",
                "Smart Game Format",
                &["sgf"],
                "(; or the ending",
                (ReadAndWritten, &Content::ALL),
            ),
            Self::Psq => row(
                "psq",
                "game of Piskvork and Gomocup",
                &["psq"],
                "the word Piskvorky, or lines x,y,time",
                (ReadAndWritten, &[Names, Rule, Size]),
            ),
            Self::Rec => row(
                "rec",
                "game of Piskvork, on 20x20 if --size states no other",
                &["rec"],
                "two names, then lines x,y,time",
                (Read, &[Names]),
            ),
            Self::Sav => row(
                "sav",
                "game of Yixin-Board",
                &["sav"],
                "numbers on lines of their own",
                (Read, &[Size]),
            ),
            Self::Pgn => row(
                "pgn",
                "moves with tags, as PlayOK writes them",
                &["pgn"],
                "a tag such as [Black \"Ann\"]",
                (Read, &[Games, Names, Passes]),
            ),
            Self::Rif => row(
                "rif",
                "games of RenjuNet",
                &["rif"],
                "XML with an element database",
                (Read, &[Games, Names, Result, Rule, Size]),
            ),
            Self::Pos => row(
                "pos",
                "position of RenLib or Yixin-Board",
                &["pos"],
                "the ending, or bytes that are moves",
                (ReadAndWritten, &[Size, Passes]),
            ),
            Self::Lib => row(
                "lib",
                "library of RenLib",
                &["lib"],
                "its first bytes, or the ending",
                (ReadAndWritten, &[Games, Variations, Comments, Size, Passes]),
            ),
            Self::Rapfi => row(
                "rapfi",
                "database of Rapfi as text, from YXDBTOTXT",
                &[],
                "its first line",
                (Read, &[Games, Comments, Rule, Size, Stones]),
            ),
            Self::Record => row(
                "record",
                "a line such as size=15 rule=renju moves=h8,i9 for each game",
                &[],
                "a word such as moves=h8",
                (ReadAndWritten, &[Games, Rule, Size, Stones, Passes]),
            ),
            Self::Moves => row(
                "moves",
                "a line of moves for each game",
                &[],
                "labels such as h8",
                (ReadAndWritten, &[Games, Passes]),
            ),
            Self::Picture => row(
                "picture",
                "a drawn board",
                &[],
                "rows of equal length",
                (Read, &[Rule, Size, Stones]),
            ),
            Self::Block => row(
                "block",
                "stones in the Gomocup protocol",
                &[],
                "BOARD, or lines x,y",
                (Read, &[Rule, Size, Stones, Passes]),
            ),
            Self::Log => row(
                "log",
                "log of the Gomocup protocol, with the engine's answers",
                &[],
                "TURN or BEGIN, and answers",
                (Read, &[Games, Rule, Size, Stones]),
            ),
            Self::Offsets => row(
                "offsets",
                "openings as columns and rows from the middle",
                &[],
                "0,0, 1,-1 on a line",
                (Read, &[Games]),
            ),
            Self::Pairs => {
                row("pairs", "points in brackets", &[], "[[7,7],[8,8]] or (8,8) (9,9)", (Read, &[]))
            }
            Self::Championship => row(
                "championship",
                "records of the Chinese computer game championship",
                &[],
                "{[C5]",
                (Read, &[Games, Names, Result]),
            ),
        }
    }

    /// The name of the format in one word, as in `sgf`.
    pub const fn name(self) -> &'static str {
        self.describe().name
    }

    /// The format with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }

    /// The format whose files have this ending, in whichever case.
    pub fn of_ending(ending: &str) -> Option<Self> {
        let has = |format: &Self| {
            format.describe().endings.iter().any(|own| own.eq_ignore_ascii_case(ending))
        };
        Self::ALL.into_iter().find(has)
    }

    /// The endings of the names of files that may hold games, those of the first formats first; at
    /// the end that of any text.
    pub fn endings() -> impl Iterator<Item = &'static str> {
        Self::ALL.into_iter().flat_map(|format| format.describe().endings).copied().chain(["txt"])
    }

    /// Whether the format can hold this.
    pub fn holds(self, content: Content) -> bool {
        self.describe().holds.contains(&content)
    }

    /// Whether Fukumi can write the format.
    pub const fn is_written(self) -> bool {
        matches!(self.describe().support, Support::ReadAndWritten)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::file::{self, Request};
    use crate::formats::{moves, pos, psq, record, renlib, sgf};
    use crate::game::Game;
    use crate::hints::Hints;

    #[test]
    fn names_and_endings_belong_to_one_format() {
        let names: BTreeSet<&str> = Format::ALL.iter().map(|format| format.name()).collect();
        assert_eq!(names.len(), Format::ALL.len());
        assert!(Format::ALL.is_sorted(), "in the order of the variants");
        for format in Format::ALL {
            assert_eq!(Format::named(format.name()), Some(format));
            for ending in format.describe().endings {
                assert_eq!(Format::of_ending(&ending.to_uppercase()), Some(format));
            }
        }
        let endings: Vec<&str> = Format::endings().collect();
        assert_eq!(endings, ["sgf", "psq", "rec", "sav", "pgn", "rif", "pos", "lib", "txt"]);
    }

    /// The bytes of games in a format that can be written; `None` if it cannot hold them.
    fn written(format: Format, games: &[Game]) -> Option<Vec<u8>> {
        let lines = |write: &dyn Fn(&Game) -> String| games.iter().map(write).collect::<String>();
        Some(match format {
            Format::Sgf => lines(&|game| sgf::tree::write(game, "UTF-8").0).into_bytes(),
            Format::Record => lines(&|game| record::write(game).0).into_bytes(),
            Format::Moves => moves::write_all(games).0.into_bytes(),
            Format::Psq if games.len() == 1 => psq::write(&games[0]).ok()?.0.into_bytes(),
            Format::Pos if games.len() == 1 => pos::write(&games[0]).ok()?.0,
            Format::Lib => {
                let merged = Game::merged(games, &mut crate::lost::Losses::default()).ok()?;
                renlib::write(&merged, &mut |text| text.as_bytes().to_vec()).ok()?.0
            }
            Format::Psq | Format::Pos => return None,
            _ => panic!("{format:?} is not written"),
        })
    }

    /// Whether what the texts hold besides moves is there after writing and reading.
    fn survives(format: Format, content: Content) -> bool {
        let text = match content {
            Content::Games => "(;SZ[15];B[hh];W[ii])(;SZ[15];B[hh];W[gg])",
            Content::Variations => "(;SZ[15];B[hh](;W[ii])(;W[gg]))",
            Content::Comments => "(;SZ[15];B[hh]C[x])",
            Content::Names => "(;SZ[15]PB[Ann]PW[Bob];B[hh])",
            Content::Result => "(;SZ[15]RE[W+];B[hh])",
            Content::Rule => "(;SZ[15]RU[renju];B[hh])",
            Content::Size => "(;SZ[15];B[hh])",
            Content::Stones => "(;SZ[15]AB[aa]AW[bb])",
            Content::Passes => "(;SZ[15];B[hh];W[];B[ii])",
        };
        let (games, _) = sgf::tree::read(text, &Hints::default()).expect(text);
        let Some(bytes) = written(format, &games) else { return false };
        let name = format!("x.{}", format.name());
        let hints =
            Hints { default_size: fukumi_core::geometry::BoardSize::square(9), ..Hints::default() };
        let request = Request { name: Some(&name), hints, ..Request::default() };
        let Ok(reading) = file::read(&bytes, &request) else { return false };
        let again = &reading.games[0].game;
        let tree = &again.tree;
        match content {
            // A library has the moves of all games in one tree.
            Content::Games => reading.games.len() == 2 || tree.len() == 4,
            Content::Variations => tree.len() == 4,
            Content::Comments => tree.walk().any(|id| {
                tree.notes(id).is_some_and(|n| !n.comment.is_empty() || !n.title.is_empty())
            }),
            Content::Names => again.players == games[0].players,
            Content::Result => again.result == games[0].result,
            Content::Rule => again.rule == games[0].rule,
            Content::Size => again.size == games[0].size,
            Content::Stones => again.setup == games[0].setup,
            Content::Passes => again.moves().count() == 3,
        }
    }

    #[test]
    fn a_format_that_is_written_holds_what_the_list_says() {
        for format in Format::ALL.into_iter().filter(|format| format.is_written()) {
            for content in Content::ALL {
                assert_eq!(
                    survives(format, content),
                    format.holds(content),
                    "{} in {}",
                    content.name(),
                    format.name()
                );
            }
        }
    }
}
