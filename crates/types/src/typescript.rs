//! Types for TypeScript.

use crate::definition::{Choice, Definition, Definitions, Field, Presence, Shape, Type};
use crate::text::{camel_case, wrapped};

/// Longest line.
const WIDTH: usize = 120;

/// Who gives objects of a type to whom, which decides what a missing field is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The package gives them to its user.
    Answer,
    /// The user gives them to the package. A field that may be null is one that may be missing.
    Request,
}

/// The file with these types.
pub fn file(heading: &str, groups: &[(Role, &Definitions)]) -> String {
    let mut written: Vec<&str> = Vec::new();
    let mut text = format!("// {heading}\n");
    for (role, Definitions(definitions)) in groups {
        for definition in definitions {
            // A type of both roles, such as the rule, is the same in both.
            if !written.contains(&definition.name.as_str()) {
                written.push(&definition.name);
                text.push('\n');
                text.push_str(&declaration(definition, *role));
            }
        }
    }
    text
}

fn declaration(definition: &Definition, role: Role) -> String {
    let Definition { name, description, shape } = definition;
    match shape {
        Shape::Object(fields) => {
            let fields: String = fields.iter().map(|each| field(each, role)).collect();
            format!("{}export interface {name} {{\n{fields}}}\n", comment(description, ""))
        }
        Shape::Choice(choices) => {
            let names: Vec<String> =
                choices.iter().map(|choice| format!("\"{}\"", choice.name)).collect();
            let description = with_choices(description, choices);
            format!("{}{}", comment(&description, ""), union(name, &names))
        }
        Shape::Alias(kind) => {
            format!("{}export type {name} = {};\n", comment(description, ""), type_of(kind))
        }
    }
}

fn union(name: &str, names: &[String]) -> String {
    let line = format!("export type {name} = {};\n", names.join(" | "));
    if line.chars().count() <= WIDTH {
        return line;
    }
    let names: String = names.iter().map(|each| format!("\n  | {each}")).collect();
    format!("export type {name} ={names};\n")
}

/// The description of a choice, with a line for each name that has a description.
fn with_choices(description: &str, choices: &[Choice]) -> String {
    let mut text = description.to_owned();
    for Choice { name, description } in choices.iter().filter(|each| !each.description.is_empty()) {
        text.push_str(&format!("\n- `{name}`: {description}"));
    }
    text
}

fn field(field: &Field, role: Role) -> String {
    let mut description = field.description.clone();
    if let Some(default) = &field.default {
        let value =
            default.as_str().map_or_else(|| default.to_string(), |name| format!("`{name}`"));
        description = format!("{description} Default: {}.", value.trim_end_matches(".0"));
    }
    let (kind, mark) = match (&field.kind, field.presence, role) {
        (Type::Nullable(kind), _, Role::Request) => (kind.as_ref(), "?"),
        (kind, Presence::Optional, _) => (kind, "?"),
        (kind, Presence::Required, _) => (kind, ""),
    };
    let name = camel_case(&field.name);
    format!("{}  readonly {name}{mark}: {};\n", comment(description.trim(), "  "), type_of(kind))
}

fn type_of(kind: &Type) -> String {
    match kind {
        Type::Named(name) => name.clone(),
        Type::List(of) => match of.as_ref() {
            Type::Nullable(_) => format!("readonly ({})[]", type_of(of)),
            _ => format!("readonly {}[]", type_of(of)),
        },
        Type::Nullable(of) => format!("{} | null", type_of(of)),
        Type::Text => "string".into(),
        Type::Integer | Type::Number => "number".into(),
        Type::Truth => "boolean".into(),
    }
}

fn comment(text: &str, indent: &str) -> String {
    if text.is_empty() {
        return String::new();
    }
    let line = format!("{indent}/** {text} */\n");
    if !text.contains('\n') && line.chars().count() <= WIDTH + 1 {
        return line;
    }
    let lines = wrapped(text, WIDTH - indent.len() - 3);
    let lines: String = lines.iter().map(|line| format!("{indent} * {line}\n")).collect();
    format!("{indent}/**\n{lines}{indent} */\n")
}
