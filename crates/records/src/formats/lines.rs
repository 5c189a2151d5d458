//! Lists of games, each on a line of its own: moves, a record, or an opening in columns and rows
//! from the middle. Each line shows its notation, so that a list may have several. A record may
//! state another board than the other lines are for.

use crate::diagram::Diagram;
use crate::error::NotationError;
use crate::formats::{moves, offsets, record};
use crate::hints::Hints;
use crate::source::{NumberedDiagram, Source, contents};

/// Reads each line as a game, with its number.
pub(super) fn read_all(source: Source<'_>, hints: &Hints) -> Vec<NumberedDiagram> {
    source.numbered(contents(source.text()), |game| read_line(game, hints))
}

fn read_line(line: Source<'_>, hints: &Hints) -> Result<Diagram, NotationError> {
    let text = line.within_limit()?;
    if record::is_record(text) {
        let size = hints.size.or(hints.default_size);
        record::read_line(line, text, &Hints { size: None, default_size: size, ..hints.clone() })
    } else if offsets::is_numbers(text) {
        offsets::read_line(line, hints)
    } else {
        moves::read_game(line, hints)
    }
}

#[cfg(test)]
mod tests {
    use fukumi_core::geometry::BoardSize;

    use crate::file::{self, Request, StatedFormat};
    use crate::lost::Loss;
    use crate::{Format, Hints};

    #[test]
    fn each_line_shows_its_notation() {
        let text = "# a list\n\none size=20x15 moves=h8,i9\n1. h8 2. i9\nh8-i9\n0,0, 1,-1\n\
                    size=15 black=h8 white=i9\n-\nh8 pass i9\n0,0\n";
        let hints = Hints { size: BoardSize::square(15), ..Hints::default() };
        let request =
            Request { format: StatedFormat::Known(Format::Moves), hints, ..Request::default() };
        let reading = file::read(text.as_bytes(), &request).expect("games");
        assert!(reading.faults.is_empty(), "{:?}", reading.faults);
        let counts: Vec<_> = reading
            .games
            .iter()
            .map(|entry| (entry.game.moves().count(), entry.game.setup.len()))
            .collect();
        assert_eq!(counts, [(2, 0), (2, 0), (2, 0), (2, 0), (0, 2), (0, 0), (3, 0), (1, 0)]);
        assert_eq!(reading.games[0].game.size.to_string(), "20x15");
        assert!(reading.lost.iter().all(|(loss, _)| loss != Loss::Order));
    }

    #[test]
    fn a_bad_line_is_named_and_the_others_are_read() {
        let text = "h8 i9\nh8 h8\n0,0, 1\nhello\na moves=h8,i9\n";
        let request = Request { format: StatedFormat::Known(Format::Moves), ..Request::default() };
        let reading = file::read(text.as_bytes(), &request).expect("games");
        assert_eq!(reading.games.len(), 2);
        let lines: Vec<_> =
            reading.faults.iter().map(|fault| fault.error.place.map(|place| place.line)).collect();
        assert_eq!(lines, [Some(2), Some(3), Some(4)]);
    }
}
