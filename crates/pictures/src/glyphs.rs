//! Letters, digits and signs as lines, so that pixels need no font.
//!
//! A glyph is a text of commands, each a letter and numbers: `M` goes to a place, `L` draws a line,
//! `C` a cubic curve, and `O` an ellipse, given by its centre and radii. Capital letters reach from
//! 0 down to 100, on the base line; the pen is [`PEN`] wide.

/// The width of the pen.
pub(crate) const PEN: f32 = 17.0;
/// The space between two glyphs, pen included.
const SPACE: f32 = 32.0;
/// Units of a glyph for one unit of the size of a text. Capital letters are 0.8 of it high, a
/// little more than those of fonts, since pictures in pixels are looked at in small sizes, too.
const UNITS: f32 = (100.0 + PEN) / 0.8;

/// The width of a glyph between the middles of its outer lines, and its commands.
#[rustfmt::skip]
const fn glyph(sign: char) -> Option<(f32, &'static str)> {
    Some(match sign {
        ' ' => (20.0, ""),
        '0' => (56.0, "O28 50 28 50"),
        '1' => (30.0, "M0 22L30 0L30 100"),
        '2' => (56.0, "M2 26C4 9 14 0 28 0C44 0 54 12 54 28C54 46 40 56 0 100L56 100"),
        '3' => (56.0, "M4 16C8 5 17 0 28 0C43 0 52 10 52 24C52 38 42 47 24 47C44 47 56 57 56 73\
            C56 90 43 100 27 100C14 100 4 94 0 82"),
        '4' => (60.0, "M44 100L44 0L0 70L60 70"),
        '5' => (56.0, "M50 0L10 0L6 45C12 39 20 36 28 36C45 36 56 49 56 67C56 87 43 100 26 100\
            C13 100 4 94 0 83"),
        '6' => (56.0, "M44 0C20 14 0 38 0 69O28 69 28 31"),
        '7' => (54.0, "M0 0L54 0L18 100"),
        '8' => (56.0, "O28 24 23 24O28 74 28 26"),
        '9' => (56.0, "M12 100C36 86 56 62 56 31O28 31 28 31"),
        'A' => (70.0, "M0 100L35 0L70 100M12 66L58 66"),
        'B' => (60.0, "M0 47L34 47C50 47 60 57 60 73C60 90 50 100 34 100L0 100L0 0L32 0\
            C46 0 54 9 54 23C54 38 46 47 32 47"),
        'C' => (66.0, "M66 20C59 7 48 0 36 0C14 0 0 20 0 50C0 80 14 100 36 100C48 100 59 93 66 80"),
        'D' => (66.0, "M0 0L0 100L28 100C52 100 66 82 66 50C66 18 52 0 28 0L0 0"),
        'E' => (52.0, "M52 0L0 0L0 100L52 100M0 48L44 48"),
        'F' => (50.0, "M50 0L0 0L0 100M0 48L42 48"),
        'G' => (67.0, "M66 20C59 7 48 0 36 0C14 0 0 20 0 50C0 80 14 100 36 100C49 100 60 94 67 84\
            L67 54L40 54"),
        'H' => (64.0, "M0 0L0 100M64 0L64 100M0 48L64 48"),
        'I' => (0.0, "M0 0L0 100"),
        'J' => (42.0, "M42 0L42 68C42 90 34 100 20 100C9 100 3 93 0 82"),
        'K' => (60.0, "M0 0L0 100M58 0L0 60M20 40L60 100"),
        'L' => (50.0, "M0 0L0 100L50 100"),
        'M' => (76.0, "M0 100L0 0L38 72L76 0L76 100"),
        'N' => (64.0, "M0 100L0 0L64 100L64 0"),
        'O' => (76.0, "O38 50 38 50"),
        'P' => (60.0, "M0 100L0 0L34 0C50 0 60 11 60 28C60 45 50 56 34 56L0 56"),
        'Q' => (76.0, "O38 50 38 50M46 74L74 106"),
        'R' => (62.0, "M0 100L0 0L34 0C50 0 60 11 60 28C60 45 50 56 34 56L0 56M32 56L62 100"),
        'S' => (60.0, "M56 16C50 5 41 0 29 0C14 0 4 10 4 24C4 40 16 45 30 49C47 53 60 59 60 75\
            C60 91 47 100 30 100C16 100 6 94 0 82"),
        'T' => (66.0, "M0 0L66 0M33 0L33 100"),
        'U' => (64.0, "M0 0L0 64C0 87 11 100 32 100C53 100 64 87 64 64L64 0"),
        'V' => (70.0, "M0 0L35 100L70 0"),
        'W' => (96.0, "M0 0L24 100L48 10L72 100L96 0"),
        'X' => (62.0, "M0 0L62 100M62 0L0 100"),
        'Y' => (64.0, "M0 0L32 52L64 0M32 52L32 100"),
        'Z' => (62.0, "M0 0L60 0L0 100L62 100"),
        'a' => (48.0, "O24 66 24 34M48 32L48 100"),
        'b' => (48.0, "M0 0L0 100O24 66 24 34"),
        'c' => (44.0, "M44 43C39 36 32 32 25 32C10 32 0 46 0 66C0 86 10 100 25 100\
            C32 100 39 96 44 89"),
        'd' => (48.0, "M48 0L48 100O24 66 24 34"),
        'e' => (46.0, "M0 64L46 64C46 44 38 32 24 32C9 32 0 46 0 66C0 87 10 100 26 100\
            C34 100 40 97 45 90"),
        'f' => (34.0, "M34 1C31 0 29 0 27 0C18 0 14 6 14 18L14 100M0 34L32 34"),
        'g' => (48.0, "O24 65 24 33M48 32L48 104C48 120 38 128 24 128C15 128 8 126 3 120"),
        'h' => (46.0, "M0 0L0 100M0 60C2 42 12 32 26 32C40 32 46 42 46 56L46 100"),
        'i' => (0.0, "M0 34L0 100M0 4L0 6"),
        'j' => (16.0, "M16 34L16 112C16 124 10 128 0 127M16 4L16 6"),
        'k' => (46.0, "M0 0L0 100M42 34L0 74M15 60L46 100"),
        'l' => (0.0, "M0 0L0 100"),
        'm' => (76.0, "M0 32L0 100M0 58C2 41 10 32 21 32C34 32 38 42 38 56L38 100M38 58\
            C40 41 48 32 59 32C72 32 76 42 76 56L76 100"),
        'n' => (46.0, "M0 32L0 100M0 60C2 42 12 32 26 32C40 32 46 42 46 56L46 100"),
        'o' => (50.0, "O25 66 25 34"),
        'p' => (48.0, "M0 32L0 128O24 66 24 34"),
        'q' => (48.0, "M48 32L48 128O24 66 24 34"),
        'r' => (28.0, "M0 32L0 100M0 62C2 42 12 31 28 33"),
        's' => (43.0, "M40 42C36 35 30 32 22 32C10 32 3 39 3 48C3 60 12 63 22 65C34 68 43 71 43 82\
            C43 93 34 100 22 100C12 100 5 96 0 88"),
        't' => (34.0, "M14 8L14 80C14 95 20 101 34 98M0 34L32 34"),
        'u' => (46.0, "M0 32L0 76C0 91 7 100 20 100C34 100 44 90 46 72M46 32L46 100"),
        'v' => (48.0, "M0 32L24 100L48 32"),
        'w' => (72.0, "M0 32L18 100L36 40L54 100L72 32"),
        'x' => (46.0, "M0 32L46 100M46 32L0 100"),
        'y' => (48.0, "M0 32L25 98M48 32L18 122C15 128 10 130 2 128"),
        'z' => (46.0, "M0 32L44 32L0 100L46 100"),
        '+' => (56.0, "M0 54L56 54M28 26L28 82"),
        '-' => (36.0, "M0 56L36 56"),
        '=' => (52.0, "M0 40L52 40M0 70L52 70"),
        '.' => (0.0, "M0 98L0 100"),
        ',' => (8.0, "M8 98L0 118"),
        ':' => (0.0, "M0 44L0 46M0 98L0 100"),
        '!' => (0.0, "M0 0L0 64M0 98L0 100"),
        '?' => (49.0, "M0 22C3 8 12 0 25 0C40 0 49 10 49 24C49 44 25 42 25 66M25 98L25 100"),
        '/' => (40.0, "M40 -6L0 106"),
        '*' => (50.0, "M25 6L25 62M0 20L50 48M50 20L0 48"),
        '%' => (90.0, "M74 0L16 100O18 22 18 22O72 78 18 22"),
        '(' => (20.0, "M20 -8C-6 28 -6 80 20 116"),
        ')' => (20.0, "M0 -8C26 28 26 80 0 116"),
        _ => return None,
    })
}

/// What stands for a sign without a glyph: a box.
const BOX: (f32, &str) = (60.0, "M0 0L60 0L60 100L0 100L0 0");

/// Whether all signs of a text have a glyph.
pub(crate) fn have(text: &str) -> bool {
    text.chars().all(|sign| glyph(sign).is_some())
}

/// Lines of a glyph.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Step {
    Move([f32; 2]),
    Line([f32; 2]),
    Curve([f32; 6]),
    /// Centre and radii.
    Ellipse([f32; 4]),
}

/// The lines of a text in units of glyphs, around a place in the middle of a capital letter.
pub(crate) fn steps(text: &str) -> Vec<Step> {
    let glyphs: Vec<_> = text.chars().map(|sign| glyph(sign).unwrap_or(BOX)).collect();
    let spaces = glyphs.len().saturating_sub(1) as f32 * SPACE;
    let width = glyphs.iter().map(|(width, _)| width).sum::<f32>() + spaces;
    let mut left = -width / 2.0;
    let mut steps = Vec::new();
    for (width, commands) in glyphs {
        steps.extend(commands_of(commands).map(|step| moved(step, left, -50.0)));
        left += width + SPACE;
    }
    steps
}

/// Size of a unit of glyphs in a text of this size.
pub(crate) const fn unit(size: f32) -> f32 {
    size / UNITS
}

fn commands_of(text: &'static str) -> impl Iterator<Item = Step> {
    let starts = text.match_indices(|c: char| c.is_ascii_uppercase());
    starts.filter_map(|(at, letter)| {
        let rest = &text[at + 1..];
        let end = rest.find(|c: char| c.is_ascii_uppercase()).unwrap_or(rest.len());
        let mut numbers = [0.0; 6];
        for (number, word) in numbers.iter_mut().zip(rest[..end].split(' ')) {
            *number = word.parse().ok()?;
        }
        let [a, b, c, d, ..] = numbers;
        match letter {
            "M" => Some(Step::Move([a, b])),
            "L" => Some(Step::Line([a, b])),
            "C" => Some(Step::Curve(numbers)),
            "O" => Some(Step::Ellipse([a, b, c, d])),
            _ => None,
        }
    })
}

const fn moved(step: Step, right: f32, down: f32) -> Step {
    match step {
        Step::Move([x, y]) => Step::Move([x + right, y + down]),
        Step::Line([x, y]) => Step::Line([x + right, y + down]),
        Step::Curve([a, b, c, d, e, f]) => {
            Step::Curve([a + right, b + down, c + right, d + down, e + right, f + down])
        }
        Step::Ellipse([x, y, across, up]) => Step::Ellipse([x + right, y + down, across, up]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_letters_and_digits_have_glyphs_of_the_stated_width() {
        for sign in ('0'..='9').chain('A'..='Z').chain('a'..='z').chain("+-=.,:!?/*%".chars()) {
            let (width, text) = glyph(sign).expect("a glyph");
            let steps: Vec<Step> = commands_of(text).collect();
            assert_eq!(steps.len(), text.matches(|c: char| c.is_ascii_uppercase()).count());
            let ends: Vec<f32> = steps
                .iter()
                .flat_map(|step| match *step {
                    Step::Move([x, _]) | Step::Line([x, _]) | Step::Curve([.., x, _]) => vec![x],
                    Step::Ellipse([x, _, across, _]) => vec![x - across, x + across],
                })
                .collect();
            let (left, right) =
                (ends.iter().copied().reduce(f32::min), ends.iter().copied().reduce(f32::max));
            assert_eq!((left, right), (Some(0.0), Some(width)), "{sign}");
        }
    }

    #[test]
    fn a_text_is_around_its_place() {
        assert_eq!(steps("I"), [Step::Move([0.0, -50.0]), Step::Line([0.0, 50.0])]);
        let two = steps("II");
        assert_eq!(two[0], Step::Move([-SPACE / 2.0, -50.0]));
        assert_eq!(two[2], Step::Move([SPACE / 2.0, -50.0]));
        assert!(have("a1?") && !have("甲"));
        assert_eq!(steps("甲").len(), 5, "a box");
    }
}
