//! Reads the position collections that may lie beside the checkout. Their format is described
//! there.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;

use fukumi_core::geometry::{BoardSize, Color, Point};
use fukumi_core::position::Position;
use fukumi_core::rule::Rule;

/// One line of a collection: `id key=value key=value ...`.
pub(crate) struct Record {
    pub(crate) id: String,
    fields: BTreeMap<String, String>,
}

impl Record {
    pub(crate) fn field(&self, key: &str) -> &str {
        self.fields.get(key).unwrap_or_else(|| panic!("{}: no field {key}", self.id))
    }

    pub(crate) fn size(&self) -> BoardSize {
        let side = self.field("size").parse().expect("a number");
        BoardSize::square(side).expect("a size in range")
    }

    pub(crate) fn points(&self, key: &str) -> Vec<Point> {
        self.items(key).map(|item| self.point(item)).collect()
    }

    /// Like [`Record::points`], but empty if there is no such field.
    pub(crate) fn points_if_any(&self, key: &str) -> Vec<Point> {
        if self.fields.contains_key(key) { self.points(key) } else { Vec::new() }
    }

    /// The items of a list; `-` is an empty list.
    pub(crate) fn items(&self, key: &str) -> impl Iterator<Item = &str> {
        self.field(key).split(',').filter(|item| !item.is_empty() && *item != "-")
    }

    pub(crate) fn point(&self, label: &str) -> Point {
        self.size().parse_label(label).unwrap_or_else(|| panic!("{}: bad point {label}", self.id))
    }

    /// The stones of the fields `black` and `white`, with `to_move` to move.
    pub(crate) fn position(&self, rule: Rule, to_move: Color) -> Position {
        let mut position = Position::new(self.size(), rule);
        for (color, key) in [(Color::Black, "black"), (Color::White, "white")] {
            for point in self.points(key) {
                position.place(color, point);
            }
        }
        position.set_to_move(to_move);
        position
    }

    pub(crate) fn to_move(&self) -> Color {
        if self.field("turn") == "w" { Color::White } else { Color::Black }
    }
}

/// The rule that has this name in the collections.
pub(crate) fn rule(name: &str) -> Rule {
    match name {
        "freestyle" => Rule::Freestyle,
        "standard" => Rule::Standard,
        "renju" => Rule::Renju,
        "caro" => Rule::Caro,
        _ => panic!("unknown rule {name}"),
    }
}

/// The records of a file of the collections. If there is no such file, says so and returns none.
pub(crate) fn records(file: &str) -> Vec<Record> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/data").join(file);
    let Ok(text) = std::fs::read_to_string(&path) else {
        // A passing test would swallow the output of `println!`.
        let _ = writeln!(std::io::stderr(), "left out: there is no {file} beside the checkout");
        return Vec::new();
    };
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let mut parts = line.split(' ');
            let id = parts.next().expect("an id").to_owned();
            let fields = parts
                .filter_map(|part| part.split_once('='))
                .map(|(key, value)| (key.to_owned(), value.to_owned()))
                .collect();
            Record { id, fields }
        })
        .collect()
}
