//! The formats of `--from` and `--to`: those of games, as the list of formats has them, and a few
//! that hold something else.

use std::path::Path;

use clap::ValueEnum;
use clap::builder::PossibleValue;
use fukumi_records::Format;

/// A format of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FileFormat {
    /// Games.
    Games(Format),
    /// A text that shows which of the formats it is in.
    Text,
    /// Results of a tournament, as Gomocup publishes them for rating.
    Results,
    /// A table with commas between the columns, for results.
    Csv,
    /// A picture of a position, made of shapes.
    Svg,
    /// A picture of a position.
    Png,
    /// A picture of a game, move by move.
    Gif,
}

/// Those that are no format of games.
const OTHERS: [FileFormat; 6] = [
    FileFormat::Text,
    FileFormat::Results,
    FileFormat::Csv,
    FileFormat::Svg,
    FileFormat::Png,
    FileFormat::Gif,
];

/// All of them, those of games first.
const ALL: [FileFormat; Format::ALL.len() + OTHERS.len()] = {
    let mut all = [FileFormat::Text; Format::ALL.len() + OTHERS.len()];
    let mut index = 0;
    while index < all.len() {
        all[index] = if index < Format::ALL.len() {
            FileFormat::Games(Format::ALL[index])
        } else {
            OTHERS[index - Format::ALL.len()]
        };
        index += 1;
    }
    all
};

impl FileFormat {
    /// The format that the ending of a name stands for.
    pub(in crate::commands) fn of_name(name: &str) -> Option<Self> {
        let ending = Path::new(name).extension()?.to_str()?;
        let is_named = |format: &Self| {
            matches!(format, Self::Csv | Self::Svg | Self::Png | Self::Gif)
                && format.name().eq_ignore_ascii_case(ending)
        };
        let other = || OTHERS.into_iter().find(is_named);
        Format::of_ending(ending).map(Self::Games).or_else(other)
    }

    /// The name, as in `lib`.
    pub(in crate::commands) const fn name(self) -> &'static str {
        match self {
            Self::Games(format) => format.name(),
            Self::Text => "text",
            Self::Results => "results",
            Self::Csv => "csv",
            Self::Svg => "svg",
            Self::Png => "png",
            Self::Gif => "gif",
        }
    }

    /// What it is, in a few words.
    const fn summary(self) -> &'static str {
        match self {
            Self::Games(format) => format.describe().summary,
            Self::Text => "any of these that is a text, as it shows",
            Self::Results => "results of a tournament, as Gomocup publishes them for rating",
            Self::Csv => "a table of such results",
            Self::Svg => "a picture of a position, made of shapes",
            Self::Png => "a picture of a position",
            Self::Gif => "a picture of a game, move by move",
        }
    }

    /// Whether it can be written.
    pub(in crate::commands) const fn is_written(self) -> bool {
        match self {
            Self::Games(format) => format.is_written(),
            Self::Text | Self::Results => false,
            Self::Csv | Self::Svg | Self::Png | Self::Gif => true,
        }
    }

    /// Whether it can be read.
    const fn is_read(self) -> bool {
        match self {
            Self::Games(_) | Self::Text | Self::Results => true,
            Self::Csv | Self::Svg | Self::Png | Self::Gif => false,
        }
    }

    /// Whether files of this format are pictures.
    pub(super) const fn is_picture(self) -> bool {
        matches!(self, Self::Svg | Self::Png | Self::Gif)
    }

    /// Whether files of this format are no text.
    pub(super) const fn is_binary(self) -> bool {
        matches!(self, Self::Games(Format::Lib | Format::Pos) | Self::Png | Self::Gif)
    }
}

impl ValueEnum for FileFormat {
    fn value_variants<'a>() -> &'a [Self] {
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let limit = match (self.is_read(), self.is_written()) {
            (true, false) => "; can only be read",
            (false, true) => "; can only be written",
            (true, true) | (false, false) => "",
        };
        Some(PossibleValue::new(self.name()).help(format!("{}{limit}", self.summary())))
    }
}
