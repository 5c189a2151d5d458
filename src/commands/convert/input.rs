//! Reading games in any of the formats.

use anyhow::bail;
use fukumi_core::geometry::BoardSize;
use fukumi_records::encoding::{self, Encoding};
use fukumi_records::file::{self, Kind};
use fukumi_records::reading::Reading;
use fukumi_records::scores::{self, Scores};
use fukumi_records::{GameKind, Hints};

use super::Format;

/// What is known about the input.
pub(in crate::commands) struct Request<'a> {
    /// The name of the file; `None` for standard input.
    pub(in crate::commands) name: Option<&'a str>,
    pub(in crate::commands) from: Option<Format>,
    pub(in crate::commands) encoding: Option<Encoding>,
    /// The size of boards whose size is not stated.
    pub(in crate::commands) size: Option<BoardSize>,
    /// Which game the file is of.
    pub(in crate::commands) kind: GameKind,
}

/// What a file holds.
pub(in crate::commands) enum Content {
    Games(Reading),
    /// Results of a tournament.
    Results(Scores),
}

/// Reads everything.
pub(in crate::commands) fn read(bytes: &[u8], request: &Request<'_>) -> anyhow::Result<Content> {
    let kind = match request.from {
        Some(Format::Lib) => Some(Kind::Library),
        Some(Format::Pos) => Some(Kind::Positions),
        Some(Format::Rif) => Some(Kind::RenjuNet),
        Some(Format::Rapfi) => Some(Kind::Rapfi),
        Some(Format::Sgf) => Some(Kind::Sgf),
        Some(Format::Moves) => Some(Kind::Lines),
        Some(Format::Psq | Format::Record | Format::Text) => Some(Kind::Text),
        Some(format @ (Format::Csv | Format::Svg | Format::Png | Format::Gif)) => {
            bail!("{} can only be written", format.name())
        }
        Some(Format::Results) | None => None,
    };
    let is_text = kind.is_none() && matches!(Kind::of(bytes, request.name), Ok(Kind::Text));
    if is_text || request.from == Some(Format::Results) {
        let text = encoding::text(bytes, request.encoding);
        if request.from.is_some() || scores::is_table(&text) {
            return Ok(Content::Results(scores::read(&text)?));
        }
    }
    let hints = Hints { size: request.size, game: request.kind, ..Hints::default() };
    let request = file::Request { name: request.name, kind, encoding: request.encoding, hints };
    Ok(Content::Games(file::read(bytes, &request)?))
}
