//! Games as pictures: what they show, and how large they are.

use std::time::Duration;

use anyhow::ensure;
use clap::ArgAction;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use fukumi_core::rule::Rule;
use fukumi_pictures::gif::{self, Delays};
use fukumi_pictures::sequence::{Sequence, Show};
use fukumi_pictures::{Look, Size, Theme, can_draw};
use fukumi_records::game::Game;
use fukumi_records::lost::{Loss, Losses};

use super::format::FileFormat;
use crate::commands::progress::{Progress, clock};
use crate::commands::values;

/// Options for pictures.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Pictures")]
pub(crate) struct Options {
    /// Moves to number, as in 20, 5-20 or 5-; the picture shows the position after the last one,
    /// and a GIF also those before it.
    #[arg(long, value_name = "RANGE", value_parser = range)]
    moves: Option<Range>,

    /// Leave out the numbers on the stones.
    #[arg(long = "no-numbers", action = ArgAction::SetFalse)]
    has_numbers: bool,

    /// Leave out the names of columns and rows.
    #[arg(long = "no-coordinates", action = ArgAction::SetFalse)]
    has_coordinates: bool,

    /// Leave out the mark on the last move.
    #[arg(long = "no-last", action = ArgAction::SetFalse)]
    has_last: bool,

    /// Width in pixels.
    #[arg(long, value_name = "PIXELS")]
    width: Option<u32>,

    /// Colours.
    #[arg(long, value_name = "THEME", value_parser = theme())]
    theme: Option<Theme>,

    /// Seconds from one move to the next in GIF; 0.7 by default.
    #[arg(long, value_name = "SECONDS", value_parser = delay)]
    delay: Option<Duration>,
}

/// The first and the last of some moves, counted from 1.
type Range = (Option<usize>, Option<usize>);

/// Parses a range of moves, as in 20, 5-20 or 5-.
fn range(text: &str) -> Result<Range, String> {
    let number = |text: &str| text.parse::<usize>().map(Some).ok();
    let read = match text.split_once('-') {
        None => number(text).map(|last| (None, last)),
        Some((first, "")) => number(first).map(|first| (first, None)),
        Some((first, last)) => number(first).zip(number(last)),
    };
    read.ok_or_else(|| "expected numbers of moves, as in 20, 5-20 or 5-".into())
}

/// Parses the name of a theme.
fn theme() -> impl TypedValueParser<Value = Theme> {
    PossibleValuesParser::new(Theme::ALL.map(Theme::name))
        .map(|name| Theme::named(&name).unwrap_or_default())
}

/// Parses the time between two frames.
fn delay(text: &str) -> Result<Duration, String> {
    let least = Duration::from_millis(20);
    let delay = values::seconds(text)?;
    let is_right = (least..=gif::MAX_DELAY).contains(&delay);
    is_right.then_some(delay).ok_or_else(|| "expected 0.02 to 655 seconds".into())
}

impl Options {
    /// Fails if an option for pictures is given for another format.
    pub(super) fn ensure_fit(&self, format: FileFormat) -> anyhow::Result<()> {
        let given = [
            ("--moves", self.moves.is_some()),
            ("--no-numbers", !self.has_numbers),
            ("--no-coordinates", !self.has_coordinates),
            ("--no-last", !self.has_last),
            ("--width", self.width.is_some()),
            ("--theme", self.theme.is_some()),
            ("--delay", self.delay.is_some()),
        ];
        for (name, _) in given.into_iter().filter(|&(_, is_given)| is_given) {
            let name_of = format.name();
            ensure!(format.is_picture(), "{name} is for pictures, and {name_of} is none");
            let is_right = name != "--delay" || format == FileFormat::Gif;
            ensure!(is_right, "{name} is for gif, and {name_of} does not move");
        }
        Ok(())
    }

    /// A game as a picture, and what it does not show.
    pub(super) fn write(
        &self,
        game: &Game,
        format: FileFormat,
    ) -> anyhow::Result<(Vec<u8>, Losses)> {
        let sequence = Sequence::of_game(game, Rule::default())?;
        let (first, last) = self.moves.unwrap_or_default();
        let theme = self.theme.unwrap_or_default();
        let show = Show {
            moves: sequence.range(first, last)?,
            has_numbers: self.has_numbers,
            has_last: self.has_last,
            has_forbidden: false,
            look: Look { has_coordinates: self.has_coordinates, theme },
        };
        let size = self.width.map_or(Size::Usual, Size::Width);
        let bytes = match format {
            FileFormat::Svg => sequence.drawing(&show).svg(size)?.into_bytes(),
            FileFormat::Png => sequence.drawing(&show).png(size)?,
            _ => {
                let delays = self.delay.map_or_else(Delays::default, Delays::of_each);
                animation(&sequence, &show, size, delays)?
            }
        };
        let mut lost = Losses::default();
        let moves = game.tree.walk().filter(|&id| game.tree.action(id).is_some()).count();
        lost.add(Loss::Variation, moves - sequence.count());
        if format != FileFormat::Svg {
            let moves = &show.moves;
            let shown =
                if format == FileFormat::Gif { moves.clone() } else { *moves.end()..=*moves.end() };
            lost.add(
                Loss::Character,
                sequence.texts(&shown).filter(|text| !can_draw(text)).count(),
            );
        }
        Ok((bytes, lost))
    }
}

/// A game as GIF. That of a long game takes a while, and shows how far it is.
fn animation(
    sequence: &Sequence,
    show: &Show,
    size: Size,
    delays: Delays,
) -> anyhow::Result<Vec<u8>> {
    let mut progress = Progress::new();
    let total = 2 + show.moves.end() - show.moves.start();
    let drawings = (1..).zip(sequence.drawings(show)).map(|(number, drawing)| {
        progress.show(|elapsed| {
            format!("picture {number} of {total}, {}", clock(elapsed.as_secs_f64()))
        });
        drawing
    });
    let bytes = gif::animation(drawings, show.look.theme, size, delays);
    progress.clear();
    Ok(bytes?)
}
