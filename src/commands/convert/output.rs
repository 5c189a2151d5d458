//! Writing games in the formats that can be written.

use anyhow::{Context, bail};
use fukumi_records::encoding::{Encoder, Encoding};
use fukumi_records::formats::{moves, pos, psq, record, renlib};
use fukumi_records::game::{Game, Loss, Losses};
use fukumi_records::scores::{self, Pairing};
use fukumi_records::sgf::tree as sgf;
use fukumi_reports::words::counted;

use super::Format;

/// Whether files of this format can be written.
pub(in crate::commands) const fn can_write(format: Format) -> bool {
    !matches!(format, Format::Rif | Format::Rapfi | Format::Results | Format::Text)
}

/// The bytes of a file with all games, and what it does not hold.
pub(in crate::commands) fn write(
    games: &[Game],
    format: Format,
    encoding: Encoding,
) -> anyhow::Result<(Vec<u8>, Losses)> {
    let mut lost = Losses::default();
    let mut encoder =
        encoding.encoder().with_context(|| format!("{} can only be read", encoding.name()))?;
    let bytes = match format {
        Format::Lib => library(games, &mut encoder, &mut lost)?,
        Format::Pos => {
            let (bytes, own) = pos::write(single(games, format)?)?;
            lost.add_all(&own);
            bytes
        }
        Format::Psq => {
            let (text, own) = psq::write(single(games, format)?)?;
            lost.add_all(&own);
            encoder.encode(&text)
        }
        Format::Sgf | Format::Record | Format::Moves => {
            let mut text = String::new();
            for game in games {
                let (one, own) = match format {
                    Format::Record => record::write(game),
                    Format::Moves => moves::write(game),
                    _ => sgf::write(game, encoding.name()),
                };
                text += &one;
                lost.add_all(&own);
            }
            encoder.encode(&text)
        }
        Format::Csv => bail!("games do not become csv, only results of a tournament do"),
        Format::Rif | Format::Rapfi | Format::Results | Format::Text => {
            bail!("{} can only be read", format.name())
        }
        Format::Svg | Format::Png | Format::Gif => bail!("{} is a picture", format.name()),
    };
    lost.add(Loss::Character, encoder.missing());
    Ok((bytes, lost))
}

/// The results of a tournament as a table.
pub(in crate::commands) fn table(
    pairings: &[Pairing],
    encoding: Encoding,
) -> anyhow::Result<(Vec<u8>, Losses)> {
    let mut encoder = encoder(encoding)?;
    let bytes = encoder.encode(&scores::csv(pairings));
    let mut lost = Losses::default();
    lost.add(Loss::Character, encoder.missing());
    Ok((bytes, lost))
}

fn encoder(encoding: Encoding) -> anyhow::Result<Encoder> {
    encoding.encoder().with_context(|| format!("{} can only be read", encoding.name()))
}

/// The moves of all games as a library.
fn library(games: &[Game], encoder: &mut Encoder, lost: &mut Losses) -> anyhow::Result<Vec<u8>> {
    let mut encode = |text: &str| encoder.encode(text);
    let (bytes, own) = match games {
        [game] => renlib::write(game, &mut encode)?,
        _ => renlib::write(&Game::merged(games, lost)?, &mut encode)?,
    };
    lost.add_all(&own);
    Ok(bytes)
}

/// The only game.
pub(super) fn single(games: &[Game], format: Format) -> anyhow::Result<&Game> {
    let [game] = games else {
        let count = counted(games.len(), "game");
        bail!("{} holds one game, found {count}; choose one with --game", format.name());
    };
    Ok(game)
}
