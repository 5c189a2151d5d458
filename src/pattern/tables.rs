//! The look-up tables of each rule, built once from the definitions in `classify`.
//!
//! Five cells on one side of a point are ten bits of a line word. A table turns them into the
//! number of a half. Two halves form a pattern, and a pattern has a class. The four classes of a
//! point, four bits each, are its *lines*. A small table of pairs and one of 90 KiB per colour turn
//! the lines into a `ShapeValue`.

use std::sync::LazyLock;

use super::classify::{self, Classifier, SIDE, Seen};
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
const ENTRIES: usize = PAIRS * PAIR_STRIDE;

/// What a point is worth to a colour, in the evaluation's unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Value {
    /// Value if the colour is to move.
    pub moving: i16,
    /// Value if the opponent is to move.
    pub waiting: i16,
}

/// What the search and the evaluation need of a point for one colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ShapeValue {
    /// The evaluation's value of the point; 0 in tables without values.
    pub value: Value,
    /// The shape that a stone would make.
    pub shape: Shape,
}

impl ShapeValue {
    /// The entry of a point that makes nothing.
    pub(crate) const NONE: Self =
        Self { value: Value { moving: 0, waiting: 0 }, shape: Shape::None };
}

const _: () = assert!(size_of::<ShapeValue>() == 6);

/// The classes of lines for one colour under its rule.
#[derive(Debug)]
struct LineTable {
    /// Left half by its ten bits, with the nearest cell in the highest bits: the number of the half
    /// times the number of halves.
    left: Box<[u16; HALF_VALUES]>,
    /// Right half by its ten bits, with the nearest cell in the lowest bits: the number of the
    /// half.
    right: Box<[u16; HALF_VALUES]>,
    /// Class, indexed by pattern.
    classes: Vec<LineClass>,
    /// Spoilers, indexed by pattern; see [`Tables::spoilers`].
    spoilers: Vec<u16>,
}

/// The number of a half, whose cells are given from the middle outwards.
///
/// If n cells come before the first blocked one, the number is 2^n − 1 + bits. The bits are those
/// of the n cells, where 1 is an own stone. A rule that distinguishes an opponent's stone from the
/// edge has two numbers for each half that ends in a blocked cell.
fn half_number(half: [Seen; SIDE], tells_walls: bool) -> usize {
    let mut bits = 0;
    for (n, seen) in half.into_iter().enumerate() {
        match seen {
            Seen::Own => bits |= 1 << n,
            Seen::Empty => {}
            Seen::Theirs | Seen::Wall => {
                let number = (1 << n) - 1 + bits;
                return if tells_walls {
                    2 * number + usize::from(seen == Seen::Theirs)
                } else {
                    number
                };
            }
        }
    }
    let blocked_halves = (1 << SIDE) - 1;
    blocked_halves * if tells_walls { 2 } else { 1 } + bits
}

impl LineTable {
    fn new(rule: LineRule, color: Color) -> Self {
        let tells_walls = !rule.closed_five_wins;
        let halves = half_number([Seen::Own; SIDE], tells_walls) + 1;
        let mut left = Box::new([0; HALF_VALUES]);
        let mut right = Box::new([0; HALF_VALUES]);
        let mut examples = vec![[Seen::Wall; SIDE]; halves];
        for bits in 0..HALF_VALUES {
            let cell = |slot: usize| seen_by(color, bits >> (2 * slot) & 3);
            let rightwards: [Seen; SIDE] = std::array::from_fn(cell);
            let leftwards: [Seen; SIDE] = std::array::from_fn(|n| cell(SIDE - 1 - n));
            let number = half_number(rightwards, tells_walls);
            right[bits] = number as u16;
            left[bits] = (half_number(leftwards, tells_walls) * halves) as u16;
            examples[number] = rightwards;
        }
        let mut classifier = Classifier::new(rule);
        let mut classes = Vec::with_capacity(halves * halves);
        let mut spoilers = Vec::with_capacity(halves * halves);
        for left in &examples {
            for right in &examples {
                let window = cut(classify::window(*left, *right));
                classes.push(classifier.class(&window));
                spoilers.push(classifier.spoilers(&window));
            }
        }
        Self { left, right, classes, spoilers }
    }
}

/// The window with everything beyond the first blocked cell of each side turned into wall. Equal
/// patterns are then classified only once.
fn cut(mut window: classify::LineWindow) -> classify::LineWindow {
    let sides: [Vec<usize>; 2] = [(0..SIDE).rev().collect(), (SIDE + 1..window.len()).collect()];
    for side in sides {
        let mut is_blocked = false;
        for cell in side {
            if is_blocked {
                window[cell] = Seen::Wall;
            }
            is_blocked |= window[cell].is_blocked();
        }
    }
    window
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

/// The line tables of both colours of a rule, packed so that one addition yields both patterns.
#[derive(Debug)]
struct RuleLines {
    /// Left half: Black's entry in the low 16 bits, White's in the high 16.
    left: Box<[u32; HALF_VALUES]>,
    /// Right half, packed in the same way.
    right: Box<[u32; HALF_VALUES]>,
    colors: [LineTable; 2],
}

impl RuleLines {
    fn new(rule: Rule) -> Self {
        let colors = Color::ALL.map(|color| LineTable::new(rule.line_rule(color), color));
        let pack = |halves: fn(&LineTable) -> &[u16; HALF_VALUES]| {
            let [black, white] = [halves(&colors[0]), halves(&colors[1])];
            let mut packed = Box::new([0; HALF_VALUES]);
            for (bits, slot) in packed.iter_mut().enumerate() {
                *slot = u32::from(black[bits]) | u32::from(white[bits]) << 16;
            }
            packed
        };
        Self { left: pack(|table| &table.left), right: pack(|table| &table.right), colors }
    }

    /// The tables of a rule, built by the first call.
    fn of(rule: Rule) -> &'static Self {
        static TABLES: [LazyLock<RuleLines>; 5] = [
            LazyLock::new(|| RuleLines::new(Rule::Freestyle)),
            LazyLock::new(|| RuleLines::new(Rule::Standard)),
            LazyLock::new(|| RuleLines::new(Rule::Renju)),
            LazyLock::new(|| RuleLines::new(Rule::CaroOverline)),
            LazyLock::new(|| RuleLines::new(Rule::Caro)),
        ];
        &TABLES[rule as usize]
    }
}

/// Number of an unordered pair of classes, indexed by the byte that holds the two classes. Pairs of
/// weak classes come first. Most points have such pairs, so their entries share cache lines.
const PAIR_NUMBERS: [u8; 256] = pair_numbers();

const fn pair_numbers() -> [u8; 256] {
    let mut numbers = [0; 256];
    let mut number = 0;
    let mut high = 0;
    while high < LineClass::COUNT {
        let mut low = 0;
        while low <= high {
            numbers[low | high << 4] = number;
            numbers[high | low << 4] = number;
            number += 1;
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

    /// The number of the combination of the four classes, regardless of order. With the classes
    /// sorted as a ≥ b ≥ c ≥ d it is C(a+3, 4) + C(b+2, 3) + C(c+1, 2) + d, from 0 to
    /// `LineClasses::CODES` − 1.
    pub fn code(self) -> usize {
        let mut classes = self.classes().map(|class| class as usize);
        classes.sort_unstable();
        let [d, c, b, a] = classes;
        a * (a + 1) * (a + 2) * (a + 3) / 24 + b * (b + 1) * (b + 2) / 6 + c * (c + 1) / 2 + d
    }

    /// Index into the tables made by [`by_lines`]; it does not depend on the order within each
    /// pair.
    #[inline]
    const fn entry_number(self) -> usize {
        let low = PAIR_NUMBERS[self.0 as usize & 255] as usize;
        let high = PAIR_NUMBERS[self.0 as usize >> 8] as usize;
        low * PAIR_STRIDE + high
    }
}

/// A table indexed by [`LineClasses::entry_number`] that holds `value` for each combination of four
/// classes. Unused places hold `none`.
fn by_lines<T: Clone>(none: T, value: impl Fn(LineClasses) -> T) -> Vec<T> {
    let mut table = vec![none; ENTRIES];
    let pairs = || {
        (0..LineClass::COUNT).flat_map(|high| (0..=high).map(move |low| (high << 4 | low) as u16))
    };
    for low in pairs() {
        for high in pairs() {
            let lines = LineClasses(low | high << 8);
            table[lines.entry_number()] = value(lines);
        }
    }
    table
}

/// An additional table: one value for each combination of the classes of four lines.
#[derive(Debug)]
pub(crate) struct LinesTable<T>(Vec<T>);

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
    entries: [Vec<ShapeValue>; 2],
}

impl Tables {
    /// Builds tables whose entries have the values that `value` returns for the lines of a colour.
    /// The result of `value` must not depend on the order of the four classes.
    pub fn new(rule: Rule, value: impl Fn(Color, LineClasses) -> Value) -> Self {
        let entries = Color::ALL.map(|color| {
            by_lines(ShapeValue::NONE, |lines| ShapeValue {
                value: value(color, lines),
                shape: Shape::of(lines.classes(), rule.has_fouls(color)),
            })
        });
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

    /// The patterns of both colours around a point on one line: Black's in the low 16 bits, White's
    /// in the high 16. `left` and `right` hold, in their lowest ten bits, the five cells before and
    /// after the point.
    #[inline]
    pub(crate) fn patterns(&self, left: u64, right: u64) -> u32 {
        self.lines.left[(left & HALF_MASK) as usize]
            + self.lines.right[(right & HALF_MASK) as usize]
    }

    /// The classes of both colours for these patterns: Black's in bits 0 to 3, White's in bits 16
    /// to 19. This is the layout of two `LineClasses` with only direction 0 set, White's 16 bits
    /// above Black's.
    #[inline]
    pub(crate) fn class_bits(&self, patterns: u32) -> u32 {
        let [black, white] = &self.lines.colors;
        black.classes[(patterns & 0xffff) as usize] as u32
            | (white.classes[(patterns >> 16) as usize] as u32) << 16
    }

    /// The class of one colour for these patterns.
    #[inline]
    pub(crate) fn class(&self, patterns: u32, color: Color) -> LineClass {
        let pattern = patterns >> (16 * color.index()) & 0xffff;
        self.lines.colors[color.index()].classes[pattern as usize]
    }

    /// The cells where a stone of the opponent of `color` spoils what a stone in the middle would
    /// make. Bit 5 + offset stands for the cell at that offset along the line. Empty for classes
    /// below an open three.
    #[inline]
    pub(crate) fn spoilers(&self, patterns: u32, color: Color) -> u16 {
        let pattern = patterns >> (16 * color.index()) & 0xffff;
        self.lines.colors[color.index()].spoilers[pattern as usize]
    }

    /// The entry of a point where `color` sees these four lines.
    #[inline]
    pub(crate) fn entry(&self, color: Color, lines: LineClasses) -> ShapeValue {
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
                let patterns = tables.patterns(left as u64, right as u64);
                for color in Color::ALL {
                    let window = classify::window(
                        std::array::from_fn(|n| seen_by(color, left >> (2 * (SIDE - 1 - n)) & 3)),
                        std::array::from_fn(|n| seen_by(color, right >> (2 * n) & 3)),
                    );
                    let classifier = &mut classifiers[color.index()];
                    let class = classifier.class(&window);
                    assert_eq!(tables.class(patterns, color), class, "{rule} {window:?}");
                    let bits = tables.class_bits(patterns) >> (16 * color.index()) & 0xffff;
                    assert_eq!(bits, class as u32);
                    assert_eq!(tables.spoilers(patterns, color), classifier.spoilers(&window));
                }
            });
        }
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
                assert_eq!(tables.entry(color, a).shape, shape);
            }
        });
    }
}
