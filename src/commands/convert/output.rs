//! Writing games in the formats that can be written.

use anyhow::{Context, bail};
use fukumi_records::Format;
use fukumi_records::encoding::{Encoder, Encoding};
use fukumi_records::formats::{moves, pos, psq, record, renlib};
use fukumi_records::game::Game;
use fukumi_records::lost::{Loss, Losses};
use fukumi_records::scores::{self, Pairing};
use fukumi_records::sgf::tree as sgf;
use fukumi_reports::words::counted;

use super::format::FileFormat;

/// The bytes of a file with all games, and what it does not hold.
pub(in crate::commands) fn write(
    games: &[Game],
    format: FileFormat,
    encoding: Encoding,
) -> anyhow::Result<(Vec<u8>, Losses)> {
    let mut lost = Losses::default();
    let mut encoder =
        encoding.encoder().with_context(|| format!("{} can only be read", encoding.name()))?;
    let bytes = match format {
        FileFormat::Games(Format::Lib) => library(games, &mut encoder, &mut lost)?,
        FileFormat::Games(Format::Pos) => {
            let (bytes, own) = pos::write(single(games, format)?)?;
            lost.add_all(&own);
            bytes
        }
        FileFormat::Games(Format::Psq) => {
            let (text, own) = psq::write(single(games, format)?)?;
            lost.add_all(&own);
            encoder.encode(&text)
        }
        FileFormat::Games(Format::Moves) => {
            let (text, own) = moves::write_all(games);
            lost.add_all(&own);
            encoder.encode(&text)
        }
        FileFormat::Games(of_lines @ (Format::Sgf | Format::Record)) => {
            let mut text = String::new();
            for game in games {
                let (one, own) = match of_lines {
                    Format::Record => record::write(game),
                    _ => sgf::write(game, encoding.name()),
                };
                text += &one;
                lost.add_all(&own);
            }
            encoder.encode(&text)
        }
        FileFormat::Csv => bail!("games do not become csv, only results of a tournament do"),
        FileFormat::Svg | FileFormat::Png | FileFormat::Gif => {
            bail!("{} is a picture", format.name())
        }
        FileFormat::Games(_) | FileFormat::Text | FileFormat::Results => {
            bail!("{} can only be read", format.name())
        }
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
pub(super) fn single(games: &[Game], format: FileFormat) -> anyhow::Result<&Game> {
    let [game] = games else {
        let count = counted(games.len(), "game");
        bail!("{} holds one game, found {count}; choose one with --game", format.name());
    };
    Ok(game)
}
