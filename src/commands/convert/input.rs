//! Reading games in any of the formats.

use anyhow::bail;
use fukumi_core::geometry::BoardSize;
use fukumi_records::encoding::{self, Encoding};
use fukumi_records::file::{self, StatedFormat};
use fukumi_records::reading::Reading;
use fukumi_records::scores::{self, Scores};
use fukumi_records::{GameKind, Hints};

use super::format::FileFormat;

/// What is known about the input.
pub(in crate::commands) struct Request<'a> {
    /// The name of the file; `None` for standard input.
    pub(in crate::commands) name: Option<&'a str>,
    pub(in crate::commands) from: Option<FileFormat>,
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
    let format = match request.from {
        Some(FileFormat::Games(format)) => StatedFormat::Known(format),
        Some(FileFormat::Text) => StatedFormat::Text,
        Some(format @ (FileFormat::Csv | FileFormat::Svg | FileFormat::Png | FileFormat::Gif)) => {
            bail!("{} can only be written", format.name())
        }
        Some(FileFormat::Results) | None => StatedFormat::Unstated,
    };
    let hints = Hints { size: request.size, game: request.kind, ..Hints::default() };
    let name = request.name;
    let asked = file::Request { name, format, encoding: request.encoding, hints };
    let is_results = request.from == Some(FileFormat::Results);
    let is_text = request.from.is_none() && matches!(file::format_of(bytes, &asked), Ok(None));
    if is_text || is_results {
        let text = encoding::text(bytes, request.encoding);
        if is_results || scores::is_table(&text) {
            return Ok(Content::Results(scores::read(&text)?));
        }
    }
    Ok(Content::Games(file::read(bytes, &asked)?))
}
