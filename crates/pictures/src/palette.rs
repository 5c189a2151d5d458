//! The colours of a GIF: those of a picture, and what lies between two that touch.

use std::collections::BTreeMap;

use crate::theme::{self, Rgb, Theme};

/// The number of colours.
const COLORS: usize = 256;
/// The colour that stands for none: a pixel is as it was.
pub(crate) const NONE: u8 = 255;

/// The colours of a GIF.
pub(crate) struct Palette {
    colors: Vec<Rgb>,
    /// Colours of pixels that have been looked up.
    known: BTreeMap<[u8; 4], u8>,
}

impl Palette {
    /// The palette of pictures in a theme. Edges of shapes are smooth: their pixels lie between the
    /// colours on both sides.
    pub(crate) fn of(theme: Theme) -> Self {
        let (board, lines) = (theme.board(), theme.lines());
        let (black, white) = (theme::BLACK, theme::WHITE);
        let ramps = [
            (board, lines, 32),
            (board, black.stroke, 24),
            (board, white.stroke, 16),
            (white.stroke, white.fill, 12),
            (black.fill, black.text, 24),
            (white.fill, white.text, 24),
            (black.fill, theme::LAST, 10),
            (white.fill, theme::LAST, 10),
            (black.fill, black.dot, 10),
            (white.fill, white.dot, 10),
            (black.fill, theme::ROW, 10),
            (white.fill, theme::ROW, 10),
            (board, theme.marks(), 16),
            (board, theme.arrows(), 14),
            (black.fill, theme.arrows(), 10),
            (white.fill, theme.arrows(), 10),
            (board, theme.forbidden(), 10),
        ];
        let mut colors: Vec<Rgb> = ramps.into_iter().flat_map(between).collect();
        colors.sort_unstable();
        colors.dedup();
        Self { colors, known: BTreeMap::new() }
    }

    /// Red, green and blue of all colours that a GIF can have, one after the other.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut bytes: Vec<u8> = self.colors.iter().flat_map(|c| [c.0, c.1, c.2]).collect();
        bytes.resize(3 * COLORS, 0);
        bytes
    }

    /// The number of the colour that is most like that of a pixel.
    pub(crate) fn nearest(&mut self, pixel: [u8; 4]) -> u8 {
        let colors = &self.colors;
        *self.known.entry(pixel).or_insert_with(|| {
            let distance = |&(_, &Rgb(red, green, blue)): &(u8, &Rgb)| {
                let [r, g, b, _] = pixel;
                let square = |one: u8, other: u8| u32::from(one.abs_diff(other)).pow(2);
                square(r, red) + square(g, green) + square(b, blue)
            };
            (0..).zip(colors).min_by_key(distance).map_or(0, |(index, _)| index)
        })
    }
}

/// So many colours from one to another, both among them.
fn between((from, to, count): (Rgb, Rgb, u32)) -> impl Iterator<Item = Rgb> {
    (0..count).map(move |step| {
        let mix = |from: u8, to: u8| {
            let sum = u32::from(from) * (count - 1 - step) + u32::from(to) * step;
            ((sum + (count - 1) / 2) / (count - 1)) as u8
        };
        Rgb(mix(from.0, to.0), mix(from.1, to.1), mix(from.2, to.2))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_palette_has_room_for_the_colour_that_is_none() {
        for theme in Theme::ALL {
            let palette = Palette::of(theme);
            assert!(palette.colors.len() <= usize::from(NONE), "{}", palette.colors.len());
            assert_eq!(palette.bytes().len(), 768);
        }
    }

    #[test]
    fn colours_of_a_theme_stay_as_they_are_and_others_find_the_nearest() {
        for theme in Theme::ALL {
            let mut palette = Palette::of(theme);
            for color in [theme.board(), theme.lines(), theme::LAST, theme::BLACK.text] {
                let index = palette.nearest([color.0, color.1, color.2, 255]);
                assert_eq!(palette.colors[usize::from(index)], color);
            }
        }
        let mut palette = Palette::of(Theme::Paper);
        let index = palette.nearest([0x99, 0x98, 0x99, 255]);
        let Rgb(red, green, blue) = palette.colors[usize::from(index)];
        assert!(
            [red, green, blue].iter().all(|part| part.abs_diff(0x99) < 8),
            "{red} {green} {blue}"
        );
    }
}
