//! What a conversion leaves out.

use std::collections::BTreeMap;
use std::fmt;

/// Something that a conversion leaves out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Loss {
    /// A move outside the main line.
    Variation,
    /// A comment or a heading of a node.
    Comment,
    /// A text on a point of the board.
    Label,
    /// A mark of a node, or the node from which a tree is shown.
    Mark,
    /// The name of a player, the event or the date.
    Name,
    /// The result of a game.
    Result,
    /// The rule.
    Rule,
    /// The size of the board.
    Size,
    /// A cell on which no stone can go.
    DeadCell,
    /// The order of stones, which are written as moves though they were set up.
    Order,
    /// Moves that are written as stones in no order.
    Sequence,
    /// The side to move.
    Turn,
    /// A property of SGF, or another field of a file, that no other format has.
    Field,
    /// A character that the encoding does not have.
    Character,
}

impl Loss {
    /// The noun for one, and for several.
    const fn nouns(self) -> [&'static str; 2] {
        match self {
            Self::Variation => ["move of a variation", "moves of variations"],
            Self::Comment => ["comment", "comments"],
            Self::Label => ["text on the board", "texts on the board"],
            Self::Mark => ["mark", "marks"],
            Self::Name => ["name or date", "names or dates"],
            Self::Result => ["result", "results"],
            Self::Rule => ["rule", "rules"],
            Self::Size => ["size of a board", "sizes of boards"],
            Self::DeadCell => ["dead cell", "dead cells"],
            Self::Order => ["stone without an order", "stones without an order"],
            Self::Sequence => ["place of a move in the order", "places of moves in the order"],
            Self::Turn => ["side to move", "sides to move"],
            Self::Field => ["field of another kind", "fields of other kinds"],
            Self::Character => ["text with other characters", "texts with other characters"],
        }
    }
}

/// How much of what a conversion leaves out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Losses(BTreeMap<Loss, usize>);

impl Losses {
    /// Adds to the count of a kind.
    pub fn add(&mut self, loss: Loss, count: usize) {
        if count > 0 {
            *self.0.entry(loss).or_default() += count;
        }
    }

    /// Adds the counts of others.
    pub fn add_all(&mut self, others: &Self) {
        others.iter().for_each(|(loss, count)| self.add(loss, count));
    }

    /// Whether nothing is lost.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The kinds and their counts, each more than 0.
    pub fn iter(&self) -> impl Iterator<Item = (Loss, usize)> + '_ {
        self.0.iter().map(|(&loss, &count)| (loss, count))
    }
}

impl fmt::Display for Losses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let one = |(loss, count): (Loss, usize)| {
            let [single, plural] = loss.nouns();
            format!("{count} {}", if count == 1 { single } else { plural })
        };
        f.write_str(&self.iter().map(one).collect::<Vec<_>>().join(", "))
    }
}
