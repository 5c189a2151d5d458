//! Types of dictionaries for Python.

pub mod classes;

use crate::definition::{Choice, Definition, Definitions, Presence, Shape, Type};
use crate::text::wrapped;

/// Longest line.
const WIDTH: usize = 120;

/// The file with these types. A type stands after those that it uses.
pub fn file(heading: &str, definitions: &Definitions) -> String {
    let mut text = String::new();
    let mut ordered = Vec::new();
    for definition in &definitions.0 {
        put_in_order(definition, definitions, &mut ordered);
    }
    let mut follows_class = false;
    for definition in ordered {
        let is_class = matches!(definition.shape, Shape::Object(_));
        // As the formatter and the order of imports want it.
        text.push_str(if is_class || follows_class { "\n\n" } else { "\n" });
        text.push_str(&declaration(definition));
        follows_class = is_class;
    }
    format!("\"\"\"{heading}\"\"\"\n\nfrom typing import {}\n{text}", imports(&text))
}

/// The names of `typing` that a text has.
fn imports(text: &str) -> String {
    let names = ["Dict[", "List[", "Literal[", "Optional[", "(TypedDict)", "Union["];
    let names = names.into_iter().filter(|name| text.contains(name));
    let plain = names.map(|name| name.trim_matches(['(', ')', '[']));
    plain.collect::<Vec<_>>().join(", ")
}

/// Adds a type, after those that it uses. No type may contain itself.
fn put_in_order<'a>(
    definition: &'a Definition,
    all: &'a Definitions,
    ordered: &mut Vec<&'a Definition>,
) {
    if ordered.iter().any(|known| known.name == definition.name) {
        return;
    }
    for used in used(&definition.shape).into_iter().filter_map(|name| all.get(name)) {
        put_in_order(used, all, ordered);
    }
    ordered.push(definition);
}

/// The names of the types that a shape has.
fn used(shape: &Shape) -> Vec<&str> {
    fn name(kind: &Type) -> Option<&str> {
        match kind {
            Type::Named(name) => Some(name),
            Type::List(of) | Type::Nullable(of) => name(of),
            // Of an object without a name, Python knows no more than that it is one.
            Type::Object(_) | Type::Text | Type::Integer | Type::Number | Type::Truth => None,
            Type::Literal(_) | Type::Null => None,
        }
    }
    match shape {
        Shape::Object(fields) => fields.iter().filter_map(|field| name(&field.kind)).collect(),
        Shape::Choice(_) => Vec::new(),
        Shape::Union(all) => all.iter().filter_map(|each| name(&each.kind)).collect(),
        Shape::Alias(kind) => name(kind).into_iter().collect(),
    }
}

fn declaration(definition: &Definition) -> String {
    let Definition { name, description, shape } = definition;
    match shape {
        Shape::Object(fields) => {
            let mut text = format!("class {name}(TypedDict):\n{}\n", comment(description, "    "));
            for field in fields {
                let kind = match field.presence {
                    Presence::Required => type_of(&field.kind),
                    Presence::Optional => format!("Optional[{}]", type_of(&field.kind)),
                };
                text.push_str(&format!("    {}: {kind}\n", field.name));
                text.push_str(&comment(&field.description, "    "));
            }
            text
        }
        Shape::Choice(choices) => {
            let names: Vec<String> =
                choices.iter().map(|Choice { name, .. }| format!("\"{name}\"")).collect();
            format!("{name} = Literal[{}]\n{}", names.join(", "), comment(description, ""))
        }
        Shape::Union(alternatives) => {
            let kinds: Vec<String> = alternatives.iter().map(|each| type_of(&each.kind)).collect();
            format!("{name} = Union[{}]\n{}", kinds.join(", "), comment(description, ""))
        }
        Shape::Alias(kind) => {
            format!("{name} = {}\n{}", type_of(kind), comment(description, ""))
        }
    }
}

fn type_of(kind: &Type) -> String {
    match kind {
        Type::Named(name) => name.clone(),
        Type::List(of) => format!("List[{}]", type_of(of)),
        Type::Nullable(of) => format!("Optional[{}]", type_of(of)),
        Type::Object(_) => "Dict[str, object]".into(),
        Type::Text => "str".into(),
        Type::Integer => "int".into(),
        Type::Number => "float".into(),
        Type::Truth => "bool".into(),
        Type::Literal(text) => format!("Literal[\"{text}\"]"),
        Type::Null => "None".into(),
    }
}

fn comment(text: &str, indent: &str) -> String {
    if text.is_empty() {
        return String::new();
    }
    let text = text.replace("`None`", "None").replace(" null ", " None ").replace("::", ".");
    let lines = wrapped(&text, WIDTH - indent.len() - 6);
    let (first, rest) = lines.split_first().map_or(("", &[][..]), |(first, rest)| (first, rest));
    if rest.is_empty() {
        return format!("{indent}\"\"\"{first}\"\"\"\n");
    }
    let rest: Vec<String> = rest.iter().map(|line| format!("{indent}{line}")).collect();
    format!("{indent}\"\"\"{first}\n{}\"\"\"\n", rest.join("\n"))
}
