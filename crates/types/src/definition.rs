//! Types, as they are written in other languages.

use serde_json::Value;

/// The types that were described, in the order of their names.
#[derive(Clone, Debug, PartialEq)]
pub struct Definitions(pub Vec<Definition>);

/// A type with a name.
#[derive(Clone, Debug, PartialEq)]
pub struct Definition {
    /// The name.
    pub name: String,
    /// What it is, as paragraphs.
    pub description: String,
    /// What its values are.
    pub shape: Shape,
}

/// What the values of a type are.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// Objects with these fields.
    Object(Vec<Field>),
    /// One of these names.
    Choice(Vec<Choice>),
    /// Those of several types.
    Union(Vec<Alternative>),
    /// Those of another type.
    Alias(Type),
}

/// A name that a value can be.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The name.
    pub name: String,
    /// What it means.
    pub description: String,
}

/// One of the types of a union.
#[derive(Clone, Debug, PartialEq)]
pub struct Alternative {
    /// What it means.
    pub description: String,
    /// What its values are.
    pub kind: Type,
}

/// A field of an object.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// The key.
    pub name: String,
    /// What it means.
    pub description: String,
    /// What its values are.
    pub kind: Type,
    /// Whether an object may lack it.
    pub presence: Presence,
    /// The value of an object that lacks it, if that is not null.
    pub default: Option<Value>,
}

/// Whether an object has a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// Always.
    Required,
    /// It may be missing.
    Optional,
}

/// The values of a field.
#[derive(Clone, Debug, PartialEq)]
pub enum Type {
    /// Those of a definition.
    Named(String),
    /// Lists.
    List(Box<Type>),
    /// Objects with these fields.
    Object(Vec<Field>),
    /// The values of a type, or null.
    Nullable(Box<Type>),
    /// Texts.
    Text,
    /// Whole numbers.
    Integer,
    /// Numbers.
    Number,
    /// True or false.
    Truth,
    /// This text alone.
    Literal(String),
    /// Null alone.
    Null,
}

impl Definitions {
    /// The definition with this name.
    pub fn get(&self, name: &str) -> Option<&Definition> {
        self.0.iter().find(|definition| definition.name == name)
    }
}
