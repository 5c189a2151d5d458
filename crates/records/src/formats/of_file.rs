//! How the bytes of a file show its format.

use crate::encoding::{self, Encoding};
use crate::error::{NotationError, Problem};
use crate::formats::{Format, pos, rapfi, renlib, rif, sgf};
use crate::limits::MAX_HEAD;
use crate::reading::Notices;
use crate::{foreign, json};

/// Whether a text has the sign of a format, and the format.
type Sign = (fn(&str) -> bool, Format);

/// The format of a file, by its bytes or the ending of its name; `None` if it is a text that
/// [`recognise`](super::recognise) has to look at as a whole.
///
/// # Errors
/// If it is a file of another program that is not read.
pub(crate) fn of_file(bytes: &[u8], name: Option<&str>) -> Result<Option<Format>, NotationError> {
    if renlib::is_library(bytes) {
        return Ok(Some(Format::Lib));
    }
    if let Some(program) = foreign::program(bytes) {
        return Err(Problem::Foreign(program).into());
    }
    let head = &bytes[..bytes.len().min(MAX_HEAD)];
    let begin = encoding::text_of(head, None, &mut Notices::default());
    let begin = begin.trim_start_matches('\u{feff}').trim_start();
    if json::begins(begin) && !begin.starts_with(['[', '(']) {
        return Err(Problem::Foreign(json::NAME).into());
    }
    let signs: [Sign; 3] = [
        (rapfi::is_database, Format::Rapfi),
        (rif::is_database, Format::Rif),
        (sgf::begins, Format::Sgf),
    ];
    if let Some((_, format)) = signs.into_iter().find(|(has_sign, _)| has_sign(begin)) {
        return Ok(Some(format));
    }
    let ending = name.and_then(|name| name.rsplit_once('.')).map(|(_, ending)| ending);
    if let Some(format @ (Format::Lib | Format::Pos | Format::Rif | Format::Sgf)) =
        ending.and_then(Format::of_ending)
    {
        return Ok(Some(format));
    }
    if !foreign::is_binary(head) || Encoding::utf_16(head).is_some() {
        return Ok(None);
    }
    if pos::is_position(bytes) {
        Ok(Some(Format::Pos))
    } else {
        Err(Problem::Foreign("a binary file of a program that is not known").into())
    }
}
