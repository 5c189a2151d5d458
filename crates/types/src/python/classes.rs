//! Classes for Python: choices, and results that are made from the dictionaries of the native part.

use super::{comment, put_in_order};
use crate::definition::{Choice, Definition, Definitions, Field, Shape, Type};

/// What the package has by hand, in the order in which it is imported.
const BY_HAND: [&str; 6] = ["Color", "Mark", "Point", "_Name", "point", "points"];

/// The file with the classes of these names.
///
/// A choice becomes a class of names, and an alias stays one. An object becomes a frozen data
/// class; `_of` makes it from the dictionary of the same name. A point of a dictionary becomes a
/// label, for which `_of` takes the height of the board.
pub fn file(heading: &str, definitions: &Definitions, names: &[&str]) -> String {
    let mut ordered = Vec::new();
    for definition in names.iter().filter_map(|name| definitions.get(name)) {
        put_in_order(definition, definitions, &mut ordered);
    }
    ordered.retain(|definition| names.contains(&definition.name.as_str()));
    let aliases = ordered.iter().filter_map(|definition| match &definition.shape {
        Shape::Alias(kind) => Some(alias(definition, kind)),
        Shape::Choice(_) | Shape::Object(_) | Shape::Union(_) => None,
    });
    let choices = ordered.iter().filter_map(|definition| match &definition.shape {
        Shape::Choice(choices) => Some(choice(definition, choices)),
        Shape::Object(_) | Shape::Union(_) | Shape::Alias(_) => None,
    });
    let results = ordered.iter().filter_map(|definition| match &definition.shape {
        Shape::Object(fields) => Some(result(definition, fields, definitions)),
        Shape::Choice(_) | Shape::Union(_) | Shape::Alias(_) => None,
    });
    let classes: String = aliases.chain(choices).chain(results).collect();
    let typing = imported(&["Optional", "Tuple"], &classes);
    let by_hand = imported(&BY_HAND, &classes);
    format!(
        "\"\"\"{heading}\"\"\"\n\nfrom __future__ import annotations\n\n\
         from dataclasses import dataclass\nfrom typing import TYPE_CHECKING, {typing}\n\n\
         from fukumi._types import {by_hand}\n\nif TYPE_CHECKING:\n    \
         from typing_extensions import Self\n\n    from fukumi import _results\n{classes}"
    )
}

/// Those of the names that a text has as words.
fn imported(names: &[&str], text: &str) -> String {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let has = |name: &&&str| text.split(|c| !is_part(c)).any(|word| word == **name);
    names.iter().filter(has).copied().collect::<Vec<_>>().join(", ")
}

fn alias(Definition { name, description, .. }: &Definition, kind: &Type) -> String {
    format!("\n{name} = {}\n{}", class_of(kind), comment(description, ""))
}

fn choice(Definition { name, description, .. }: &Definition, choices: &[Choice]) -> String {
    let members = choices.iter().map(|Choice { name, description }| {
        let constant = name.to_uppercase().replace('-', "_");
        format!("    {constant} = \"{name}\"\n{}", comment(description, "    "))
    });
    let members: String = members.collect();
    format!("\n\nclass {name}(_Name):\n{}\n{members}", comment(description, "    "))
}

fn result(definition: &Definition, fields: &[Field], all: &Definitions) -> String {
    let Definition { name, description, .. } = definition;
    let declared = fields.iter().map(|Field { name, description, kind, .. }| {
        format!("    {name}: {}\n{}", class_of(kind), comment(description, "    "))
    });
    let declared: String = declared.collect();
    let read = fields.iter().map(|Field { name, kind, .. }| {
        let value = value(kind, &format!("found[\"{name}\"]"), all);
        format!("            {name}={value},\n")
    });
    let read: String = read.collect();
    let board = if has_points(fields, all) { ", height: int" } else { "" };
    format!(
        "\n\n@dataclass(frozen=True)\nclass {name}:\n{}\n{declared}\n    @classmethod\n    \
         def _of(cls, found: _results.{name}{board}) -> Self:\n        \
         return cls(\n{read}        )\n",
        comment(description, "    ")
    )
}

/// The type of a field.
fn class_of(kind: &Type) -> String {
    match kind {
        Type::Named(name) if name == "Side" => "Color".into(),
        Type::Named(name) => name.clone(),
        Type::List(of) => format!("Tuple[{}, ...]", class_of(of)),
        Type::Nullable(of) => format!("Optional[{}]", class_of(of)),
        other => super::type_of(other),
    }
}

/// What makes the value of a field from that of a dictionary.
fn value(kind: &Type, found: &str, all: &Definitions) -> String {
    match kind {
        Type::Named(name) if name == "Point" => format!("point({found}, height)"),
        Type::List(of) if **of == Type::Named("Point".into()) => format!("points({found}, height)"),
        Type::Named(name) => match all.get(name).map(|definition| &definition.shape) {
            Some(Shape::Choice(_)) => format!("{}({found})", class_of(kind)),
            Some(Shape::Object(fields)) if has_points(fields, all) => {
                format!("{name}._of({found}, height)")
            }
            Some(Shape::Object(_)) => format!("{name}._of({found})"),
            Some(Shape::Union(_) | Shape::Alias(_)) | None => found.to_owned(),
        },
        Type::List(of) => format!("tuple({} for each in {found})", value(of, "each", all)),
        Type::Nullable(of) => match value(of, found, all) {
            same if same == found => same,
            made => format!("None if {found} is None else {made}"),
        },
        _ => found.to_owned(),
    }
}

/// Whether an object has points, itself or in the objects that it has.
fn has_points(fields: &[Field], all: &Definitions) -> bool {
    fn has(kind: &Type, all: &Definitions) -> bool {
        match kind {
            Type::Named(name) if name == "Point" => true,
            Type::Named(name) => match all.get(name).map(|definition| &definition.shape) {
                Some(Shape::Object(fields)) => has_points(fields, all),
                Some(Shape::Choice(_) | Shape::Union(_) | Shape::Alias(_)) | None => false,
            },
            Type::List(of) | Type::Nullable(of) => has(of, all),
            _ => false,
        }
    }
    fields.iter().any(|field| has(&field.kind, all))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_result_is_made_from_its_dictionary() {
        let nullable = |kind: &str| json!({ "anyOf": [{ "$ref": kind }, { "type": "null" }] });
        let schema = json!({
            "Point": { "type": "object", "properties": {}, "required": [] },
            "Side": { "enum": ["black", "white"] },
            "Kind": { "enum": ["no-win"], "description": "What it is." },
            "Win": {
                "type": "object", "required": ["line"],
                "properties": {
                    "line": { "type": "array", "items": { "$ref": "#/$defs/Point" } },
                },
            },
            "Found": {
                "type": "object", "required": ["side", "win", "kind", "nodes"],
                "properties": {
                    "side": { "$ref": "#/$defs/Side" }, "win": nullable("#/$defs/Win"),
                    "kind": nullable("#/$defs/Kind"), "nodes": { "type": "integer" },
                },
            },
        });
        let definitions = Definitions::read(schema.as_object().expect("an object"));
        let text = file("", &definitions.expect("it is understood"), &["Found", "Win", "Kind"]);
        for part in [
            "from fukumi._types import Color, Point, _Name, points\n",
            "class Kind(_Name):\n    \"\"\"What it is.\"\"\"\n\n    NO_WIN = \"no-win\"\n",
            "class Win:\n\n    line: Tuple[Point, ...]\n",
            "    def _of(cls, found: _results.Found, height: int) -> Self:\n",
            "            side=Color(found[\"side\"]),\n",
            "            win=None if found[\"win\"] is None \
             else Win._of(found[\"win\"], height),\n",
            "            kind=None if found[\"kind\"] is None else Kind(found[\"kind\"]),\n",
            "            nodes=found[\"nodes\"],\n",
        ] {
            assert!(text.contains(part), "{part} in {text}");
        }
        assert!(text.find("class Win") < text.find("class Found"), "{text}");
    }
}
