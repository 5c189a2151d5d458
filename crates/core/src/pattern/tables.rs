//! The look-up tables of each rule, built once from the definitions in `classify`.
//!
//! Ten bits of a line word, five cells on one side of a point, become the number of a half. Two
//! halves become a pattern, and a pattern has a class for each colour. The four classes of a point,
//! four bits each, are its *lines*. A table of pairs and one entry for each combination of two
//! pairs turn lines into a `ShapeValue`.

use std::sync::LazyLock;

use super::classify::{self, Classifier, SIDE, Seen, WINDOW, half_number};
pub use super::shape_value::Value;

use super::shape_value::{ShapeValue, ShapeValues};
use super::{LineClass, Shape};
use crate::geometry::Color;
use crate::rule::{LineRule, Rule};

/// Number of bits of a line word that hold the cells on one side of a point.
const HALF_BITS: usize = 2 * SIDE;
/// Number of values that those bits can take.
const HALF_VALUES: usize = 1 << HALF_BITS;
/// Mask for the bits of a half.
pub(crate) const HALF_MASK: u64 = HALF_VALUES as u64 - 1;

/// Number of unordered pairs of classes.
const PAIRS: usize = LineClass::COUNT * (LineClass::COUNT + 1) / 2;
/// Entries reserved for each first pair: [`PAIRS`] rounded up to a power of two.
const PAIR_STRIDE: usize = 128;
const _: () = assert!(PAIRS <= PAIR_STRIDE);
/// Length of a table indexed by [`LineClasses::entry_number`].
/// A power of two, so that a mask proves an index to be in range.
const ENTRIES: usize = PAIR_STRIDE * PAIR_STRIDE;

/// The classes of lines under the rule of one colour.
#[derive(Debug)]
struct LineTable {
    /// Number of different halves.
    count: usize,
    /// Whether halves that end at the edge differ from those that end at an opponent's stone.
    tells_walls: bool,
    /// Class, indexed by the number of the left half times `count`, plus that of the right half.
    classes: Vec<LineClass>,
    /// Spoilers, indexed like `classes`; see [`Classifier::spoilers`].
    spoilers: Vec<u16>,
}

impl LineTable {
    fn new(rule: LineRule) -> Self {
        let tells_walls = !rule.closed_five_wins;
        let count = half_number([Seen::Own; SIDE], tells_walls) + 1;
        let mut examples = vec![[Seen::Wall; SIDE]; count];
        for bits in 0..HALF_VALUES {
            let half = half_of(Color::Black, bits);
            examples[half_number(half, tells_walls)] = half;
        }
        let mut classifier = Classifier::new(rule);
        let mut classes = vec![LineClass::Dead; count * count];
        let mut spoilers = vec![0; count * count];
        for left in 0..count {
            for right in left..count {
                let window = classify::window(examples[left], examples[right]);
                let [one, mirrored] = [left * count + right, right * count + left];
                classes[one] = classifier.class(&window);
                classes[mirrored] = classes[one];
                spoilers[one] = classifier.spoilers(&window);
                spoilers[mirrored] = spoilers[one].reverse_bits() >> (16 - WINDOW);
            }
        }
        Self { count, tells_walls, classes, spoilers }
    }

    /// The numbers of these halves as `color` sees them, given their bits with the nearest cell in
    /// the lowest bits.
    fn numbers(&self, color: Color, halves: &[usize]) -> Vec<usize> {
        let number = |&bits: &usize| half_number(half_of(color, bits), self.tells_walls);
        halves.iter().map(number).collect()
    }
}

/// The half with these bits, nearest cell in the lowest bits, as `color` sees it.
fn half_of(color: Color, bits: usize) -> [Seen; SIDE] {
    std::array::from_fn(|slot| seen_by(color, bits >> (2 * slot) & 3))
}

/// The cell with this code in a line word, as `color` sees it.
fn seen_by(color: Color, code: usize) -> Seen {
    let own = 1 << color.index();
    match code {
        3 => Seen::Empty,
        0 => Seen::Wall,
        code if code == own => Seen::Own,
        _ => Seen::Theirs,
    }
}

/// Number of halves that one of the colours distinguishes: `1 + 2 * 31` with stones of at most one
/// colour and no wall, 57 that end in a wall, and 52 in which both colours have a stone. What lies
/// beyond the first wall, or beyond the first stone of the second colour, does not matter.
const HALVES: usize = 172;
/// Size of the tables by pattern. A power of two, so that a mask proves an index to be in range.
const PATTERNS: usize = 1 << 15;
const _: () = assert!(HALVES * HALVES <= PATTERNS);

/// What both colours see of a line around a point: the number of the left half times [`HALVES`],
/// plus that of the right half.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pattern(u16);

impl Pattern {
    #[inline(always)]
    const fn index(self) -> usize {
        self.0 as usize % PATTERNS
    }
}

/// The classes of all patterns of a rule for both colours. The halves are numbered for both colours
/// together, so that one look-up finds the classes of both.
#[derive(Debug)]
pub(crate) struct RuleLines {
    /// Left half by its ten bits, nearest cell in the highest bits: its number times [`HALVES`].
    left: [u16; HALF_VALUES],
    /// Right half by its ten bits, nearest cell in the lowest bits: its number.
    right: [u16; HALF_VALUES],
    /// Classes by pattern: Black's in the low four bits, White's in the high four.
    classes: [u8; PATTERNS],
    /// Spoilers by pattern, indexed by colour; see [`Classifier::spoilers`].
    spoilers: [Vec<u16>; 2],
}

impl RuleLines {
    fn new(rule: Rule) -> Self {
        let [black_rule, white_rule] = Color::ALL.map(|color| rule.line_rule(color));
        let black = LineTable::new(black_rule);
        let white = (white_rule != black_rule).then(|| LineTable::new(white_rule));
        let tables = [&black, white.as_ref().unwrap_or(&black)];
        let (numbers, examples) = common_halves();
        let mut lines = Self {
            left: [0; HALF_VALUES],
            right: [0; HALF_VALUES],
            classes: [0; PATTERNS],
            spoilers: [vec![0; PATTERNS], vec![0; PATTERNS]],
        };
        for (bits, &number) in numbers.iter().enumerate() {
            lines.right[bits] = number as u16;
            lines.left[mirrored(bits)] = (number * HALVES) as u16;
        }
        for (table, color) in tables.into_iter().zip(Color::ALL) {
            let halves = table.numbers(color, &examples);
            for (left, &left_half) in halves.iter().enumerate() {
                for (right, &right_half) in halves.iter().enumerate() {
                    let pattern = left * HALVES + right;
                    let index = left_half * table.count + right_half;
                    let class = table.classes[index] as u8;
                    lines.classes[pattern] |= class << (4 * color.index());
                    lines.spoilers[color.index()][pattern] = table.spoilers[index];
                }
            }
        }
        lines
    }

    /// The pattern around a point on one line. `left` and `right` hold, in their lowest ten bits,
    /// the five cells before and after the point.
    #[inline(always)]
    pub(crate) fn pattern(&self, left: u64, right: u64) -> Pattern {
        Pattern(self.left[(left & HALF_MASK) as usize] + self.right[(right & HALF_MASK) as usize])
    }

    /// The classes of both colours for this pattern: Black's in the low four bits, White's in the
    /// high four.
    #[inline(always)]
    pub(crate) fn classes(&self, pattern: Pattern) -> u8 {
        self.classes[pattern.index()]
    }

    fn of(rule: Rule) -> &'static Self {
        // Boxed: in the static itself the room for all five would be part of the program's file.
        static TABLES: [LazyLock<Box<RuleLines>>; 5] = [
            LazyLock::new(|| Box::new(RuleLines::new(Rule::Freestyle))),
            LazyLock::new(|| Box::new(RuleLines::new(Rule::Standard))),
            LazyLock::new(|| Box::new(RuleLines::new(Rule::Renju))),
            LazyLock::new(|| Box::new(RuleLines::new(Rule::CaroOverline))),
            LazyLock::new(|| Box::new(RuleLines::new(Rule::Caro))),
        ];
        &TABLES[rule as usize]
    }
}

/// The numbers of all halves by their ten bits, nearest cell in the lowest bits, and the bits of
/// one half for each number. Halves that look the same to Black, and the same to White, share a
/// number.
fn common_halves() -> ([usize; HALF_VALUES], Vec<usize>) {
    let mut examples: Vec<usize> = Vec::with_capacity(HALVES);
    let mut seen = Vec::with_capacity(HALVES);
    let numbers = std::array::from_fn(|bits| {
        let half = Color::ALL.map(|color| half_number(half_of(color, bits), true));
        seen.iter().position(|known| *known == half).unwrap_or_else(|| {
            seen.push(half);
            examples.push(bits);
            seen.len() - 1
        })
    });
    (numbers, examples)
}

/// The bits of a half with its cells in the opposite order.
fn mirrored(bits: usize) -> usize {
    (0..SIDE).fold(0, |mirrored, slot| mirrored << 2 | bits >> (2 * slot) & 3)
}

/// Number of an unordered pair of classes, indexed by the byte that holds the two classes. Pairs of
/// weak classes come first. Most points have such pairs, so their entries share cache lines.
const PAIR_NUMBERS: [u16; 256] = pair_numbers(1);
/// The same numbers times [`PAIR_STRIDE`].
const PAIR_ROWS: [u16; 256] = pair_numbers(PAIR_STRIDE as u16);

const fn pair_numbers(step: u16) -> [u16; 256] {
    let mut numbers = [0; 256];
    let mut number = 0;
    let mut high = 0;
    while high < LineClass::COUNT {
        let mut low = 0;
        while low <= high {
            numbers[low | high << 4] = number;
            numbers[high | low << 4] = number;
            number += step;
            low += 1;
        }
        high += 1;
    }
    numbers
}

/// The classes of the four lines through a point as one colour sees them, four bits per direction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LineClasses(pub(crate) u16);

impl LineClasses {
    /// Number of combinations of four classes, regardless of order.
    pub(crate) const CODES: usize = {
        let n = LineClass::COUNT;
        n * (n + 1) * (n + 2) * (n + 3) / 24
    };

    /// The class in the direction with this number.
    #[inline]
    pub const fn class(self, direction: usize) -> LineClass {
        LineClass::from_code(self.0 as usize >> (4 * direction) & 15)
    }

    /// The classes in all four directions.
    pub fn classes(self) -> [LineClass; 4] {
        std::array::from_fn(|direction| self.class(direction))
    }

    /// Whether a line has a four, as renju counts them.
    pub(crate) fn has_four(self) -> bool {
        self.classes().iter().any(|class| class.four_count() > 0)
    }

    /// The number of the combination of the four classes, regardless of order. With the classes
    /// sorted as a ≥ b ≥ c ≥ d it is C(a+3, 4) + C(b+2, 3) + C(c+1, 2) + d, from 0 to
    /// `LineClasses::CODES` − 1.
    pub fn code(self) -> usize {
        let mut classes = self.classes().map(|class| class as usize);
        classes.sort_unstable();
        let [d, c, b, a] = classes;
        a * (a + 1) * (a + 2) * (a + 3) / 24 + b * (b + 1) * (b + 2) / 6 + c * (c + 1) / 2 + d
    }

    /// The classes of one colour out of those of both, as [`LineWords::classes`] has them.
    ///
    /// [`LineWords::classes`]: super::lines::LineWords::classes
    #[inline(always)]
    pub(crate) const fn of(color: Color, classes: u32) -> Self {
        let pairs = pairs_of(color, classes);
        Self((pairs & 0xff | pairs >> 8 & 0xff00) as u16)
    }

    /// Index into the tables made by [`by_lines`]. It does not depend on the order within each pair
    /// of directions.
    #[inline(always)]
    const fn entry_number(self) -> usize {
        entry_number(self.0 as u8, (self.0 >> 8) as u8)
    }
}

/// The classes of one colour out of those of both, as [`LineWords::classes`] has them: the first
/// two directions in bits 0 to 7, the other two in bits 16 to 23. The other bits mean nothing.
///
/// [`LineWords::classes`]: super::lines::LineWords::classes
#[inline(always)]
const fn pairs_of(color: Color, classes: u32) -> u32 {
    let own = classes >> (4 * color as u32) & 0x0f0f_0f0f;
    own | own >> 4
}

/// Where a point has its entry in a table, by the classes of its first two directions, four bits
/// each, and those of the other two.
#[inline(always)]
const fn entry_number(first: u8, second: u8) -> usize {
    (PAIR_ROWS[first as usize] + PAIR_NUMBERS[second as usize]) as usize % ENTRIES
}

/// A table indexed by [`LineClasses::entry_number`] that holds `value` for each combination of four
/// classes. Unused places hold `none`.
fn by_lines<T: Copy>(none: T, value: impl Fn(LineClasses) -> T) -> Box<[T; ENTRIES]> {
    let mut by_code = [None; LineClasses::CODES];
    let mut table = Box::new([none; ENTRIES]);
    let pairs = || {
        (0..LineClass::COUNT).flat_map(|high| (0..=high).map(move |low| (high << 4 | low) as u16))
    };
    for low in pairs() {
        for high in pairs() {
            let lines = LineClasses(low | high << 8);
            table[lines.entry_number()] =
                *by_code[lines.code()].get_or_insert_with(|| value(lines));
        }
    }
    table
}

/// An additional table: one value for each combination of the classes of four lines.
#[derive(Debug)]
pub(crate) struct LinesTable<T>(Box<[T; ENTRIES]>);

impl<T: Copy + Default> LinesTable<T> {
    /// Builds the table from `value`, whose result must not depend on the order of the classes.
    pub(crate) fn new(value: impl Fn(LineClasses) -> T) -> Self {
        Self(by_lines(T::default(), value))
    }

    /// The value for `lines`.
    #[inline]
    pub(crate) fn get(&self, lines: LineClasses) -> T {
        self.0[lines.entry_number()]
    }
}

/// All tables of a rule: the classes of lines and, for each colour, one entry per combination of
/// four classes.
#[derive(Debug)]
pub struct Tables {
    rule: Rule,
    lines: &'static RuleLines,
    entries: Box<[[ShapeValue; ENTRIES]; 2]>,
}

impl Tables {
    /// Builds tables whose entries have the values that `value` returns for the lines of a colour.
    /// The result of `value` must not depend on the order of the four classes.
    pub fn new(rule: Rule, value: impl Fn(Color, LineClasses) -> Value) -> Self {
        let entries = Box::new(Color::ALL.map(|color| {
            let none = ShapeValue::new(color, Shape::None, Value::default());
            *by_lines(none, |lines| {
                let shape = Shape::of(lines.classes(), rule.has_fouls(color));
                ShapeValue::new(color, shape, value(color, lines))
            })
        }));
        Self { rule, lines: RuleLines::of(rule), entries }
    }

    /// The tables of `rule` with all values 0, built by the first call.
    pub fn without_values(rule: Rule) -> &'static Self {
        static TABLES: [LazyLock<Tables>; 5] = [
            LazyLock::new(|| Tables::new(Rule::Freestyle, |_, _| Value::default())),
            LazyLock::new(|| Tables::new(Rule::Standard, |_, _| Value::default())),
            LazyLock::new(|| Tables::new(Rule::Renju, |_, _| Value::default())),
            LazyLock::new(|| Tables::new(Rule::CaroOverline, |_, _| Value::default())),
            LazyLock::new(|| Tables::new(Rule::Caro, |_, _| Value::default())),
        ];
        &TABLES[rule as usize]
    }

    /// The rule of these tables.
    #[inline]
    pub const fn rule(&self) -> Rule {
        self.rule
    }

    /// The classes of all patterns.
    #[inline]
    pub(crate) const fn lines(&self) -> &'static RuleLines {
        self.lines
    }

    /// The offsets along the line, from −5 to 5, of the cells where a stone of the opponent of
    /// `color` spoils what a stone in the middle would make. Empty for classes below an open three.
    #[inline]
    pub(crate) fn spoilers(
        &self,
        pattern: Pattern,
        color: Color,
    ) -> impl Iterator<Item = isize> + use<> {
        let mask = self.lines.spoilers[color.index()][pattern.index()];
        let cells = (0..WINDOW).filter(move |cell| mask >> cell & 1 != 0);
        cells.map(|cell| cell as isize - SIDE as isize)
    }

    /// The entries of a point for both colours, by its classes as [`LineWords::classes`] has them.
    ///
    /// [`LineWords::classes`]: super::lines::LineWords::classes
    #[inline(always)]
    pub(crate) fn entries(&self, classes: u32) -> ShapeValues {
        let number = |color| {
            let pairs = pairs_of(color, classes);
            entry_number(pairs as u8, (pairs >> 16) as u8)
        };
        let [black, white] = &*self.entries;
        ShapeValues::new(black[number(Color::Black)], white[number(Color::White)])
    }

    /// The shape of a point where `color` sees these four lines.
    #[inline]
    pub(crate) fn shape(&self, color: Color, lines: LineClasses) -> Shape {
        self.entry(color, lines).shape(color)
    }

    #[inline]
    fn entry(&self, color: Color, lines: LineClasses) -> ShapeValue {
        self.entries[color.index()][lines.entry_number()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::check;
    use proptest::array::uniform4;

    #[test]
    fn a_pattern_has_the_class_of_its_window() {
        for rule in Rule::ALL {
            let tables = Tables::without_values(rule);
            let mut classifiers = Color::ALL.map(|color| Classifier::new(rule.line_rule(color)));
            check(5_000, 1, (0..HALF_VALUES, 0..HALF_VALUES), |(left, right)| {
                let pattern = tables.lines.pattern(left as u64, right as u64);
                for color in Color::ALL {
                    let window = classify::window(
                        std::array::from_fn(|n| seen_by(color, left >> (2 * (SIDE - 1 - n)) & 3)),
                        std::array::from_fn(|n| seen_by(color, right >> (2 * n) & 3)),
                    );
                    let classifier = &mut classifiers[color.index()];
                    let class = classifier.class(&window);
                    let bits = tables.lines.classes(pattern) >> (4 * color.index()) & 15;
                    assert_eq!(bits, class as u8, "{rule} {window:?}");
                    let spoilers = tables.spoilers(pattern, color);
                    let mask =
                        spoilers.fold(0, |mask, offset| mask | 1 << (SIDE as isize + offset));
                    assert_eq!(mask, classifier.spoilers(&window), "{rule} {window:?}");
                }
            });
        }
    }

    #[test]
    fn halves_have_as_many_numbers_as_stated() {
        let (numbers, examples) = common_halves();
        assert_eq!(examples.len(), HALVES);
        assert!((0..HALF_VALUES).all(|bits| mirrored(mirrored(bits)) == bits));
        assert!(examples.iter().enumerate().all(|(number, &bits)| numbers[bits] == number));
    }

    #[test]
    fn a_code_is_the_place_among_all_combinations() {
        // `code_of` of scripts/fukumi_tools/research/fit/model.py has the same numbers.
        let code = |[a, b, c, d]: [u16; 4]| LineClasses(a | b << 4 | c << 8 | d << 12).code();
        assert_eq!(code([3, 0, 14, 3]), 2396);
        assert_eq!(code([14; 4]), LineClasses::CODES - 1);
    }

    #[test]
    fn the_order_of_the_four_lines_does_not_matter() {
        let tables = Tables::new(Rule::Renju, |_, lines| Value {
            moving: lines.code() as i16,
            waiting: -(lines.code() as i16),
        });
        check(5_000, 2, uniform4(0..LineClass::COUNT as u16), |classes| {
            let pack = |order: [usize; 4]| {
                LineClasses(
                    order.iter().enumerate().fold(0, |l, (i, &o)| l | classes[o] << (4 * i)),
                )
            };
            for color in Color::ALL {
                let [a, b] = [[0, 1, 2, 3], [3, 0, 2, 1]].map(pack);
                assert_eq!(a.code(), b.code());
                let b = pack([1, 0, 3, 2]);
                assert_eq!(tables.entry(color, a), tables.entry(color, b));
                let shape = Shape::of(a.classes(), color == Color::Black);
                assert_eq!(tables.shape(color, a), shape);
            }
        });
    }
}
