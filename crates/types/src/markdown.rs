//! Tables of keys for documents.

use crate::definition::{Definition, Definitions, Field, Shape, Type};

/// A section for each of these types: what it is, and a table of its keys or names.
///
/// A type that has no section of its own is described where it is used.
pub fn sections(definitions: &Definitions, names: &[&str]) -> String {
    let sections = names.iter().filter_map(|name| definitions.get(name));
    sections.map(|definition| section(definition, names)).collect::<Vec<_>>().join("\n")
}

fn section(definition: &Definition, names: &[&str]) -> String {
    let Definition { name, description, shape } = definition;
    let description = escaped(description);
    let mut text = format!("## {name}\n\n{description}\n");
    match shape {
        Shape::Object(fields) => {
            text.push_str("\n| Key | Value | Meaning |\n|---|---|---|\n");
            for field in fields {
                let (kind, meaning) = (type_of(&field.kind, names), escaped(&field.description));
                text.push_str(&format!("| `{}` | {kind} | {meaning} |\n", field.name));
            }
        }
        Shape::Choice(choices) => {
            text.push_str("\n| Name | Meaning |\n|---|---|\n");
            for choice in choices {
                let meaning = escaped(&choice.description);
                text.push_str(&format!("| `{}` | {meaning} |\n", choice.name));
            }
        }
        Shape::Union(alternatives) => {
            text.push_str("\n| Value | Meaning |\n|---|---|\n");
            for each in alternatives {
                let (kind, meaning) = (type_of(&each.kind, names), escaped(&each.description));
                text.push_str(&format!("| {kind} | {meaning} |\n"));
            }
        }
        Shape::Alias(kind) => text.push_str(&format!("\nIt is {}.\n", type_of(kind, names))),
    }
    text
}

/// A text as a cell has it.
fn escaped(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

fn type_of(kind: &Type, names: &[&str]) -> String {
    match kind {
        Type::Named(name) if names.contains(&name.as_str()) => {
            format!("[{name}](#{})", name.to_lowercase())
        }
        Type::Named(name) => name.clone(),
        Type::List(of) => format!("list of {}", type_of(of, names)),
        Type::Object(fields) => {
            let field =
                |Field { name, kind, .. }: &Field| format!("`{name}`: {}", type_of(kind, names));
            format!("object with {}", fields.iter().map(field).collect::<Vec<_>>().join(", "))
        }
        Type::Nullable(of) => format!("{} or null", type_of(of, names)),
        Type::Text => "text".into(),
        Type::Integer => "whole number".into(),
        Type::Number => "number".into(),
        Type::Truth => "true or false".into(),
        Type::Literal(text) => format!("`{text}`"),
        Type::Null => "null".into(),
    }
}
