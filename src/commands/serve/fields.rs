//! The fields of a JSON object, which are taken out one by one and checked.

use std::ops::RangeInclusive;

use serde_json::{Map, Value};

/// Maximum number of characters of a value that an error repeats.
const MAX_EXCERPT: usize = 40;

/// What is wrong with a request, and in which field; `None` if it is not about one field.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Fault {
    pub(super) field: Option<String>,
    pub(super) reason: String,
}

impl Fault {
    pub(super) fn new(field: &str, reason: impl Into<String>) -> Self {
        Self { field: Some(field.into()), reason: reason.into() }
    }

    /// A fault that is not about one field.
    pub(super) fn general(reason: impl Into<String>) -> Self {
        Self { field: None, reason: reason.into() }
    }

    /// The same fault, as one of the field `outer`.
    pub(super) fn within(self, outer: &str) -> Self {
        let field = self.field.map(|inner| format!("{outer}.{inner}"));
        Self { field, ..self }
    }

    /// A field has another value than one of those expected.
    pub(super) fn expected(field: &str, expected: &str, found: &Value) -> Self {
        Self::new(field, format!("expected {expected}, found {}", excerpt(found)))
    }
}

/// The fields that have not been taken yet. A field that is `null` counts as missing.
pub(super) struct Fields(Map<String, Value>);

impl Fields {
    /// The fields of a line of input.
    pub(super) fn parse(line: &[u8]) -> Result<Self, Fault> {
        let text = std::str::from_utf8(line).map_err(|error| {
            let byte = error.valid_up_to() + 1;
            Fault::general(format!("expected UTF-8, found another byte at byte {byte}"))
        })?;
        match serde_json::from_str(text) {
            Ok(Value::Object(fields)) => Ok(Self(fields)),
            Ok(other) => {
                let found = excerpt(&other);
                Err(Fault::general(format!("expected a JSON object, found {found}")))
            }
            Err(error) => {
                let message = error.to_string();
                let problem = message.split(" at line ").next().unwrap_or_default();
                let byte = error.column();
                Err(Fault::general(format!(
                    "expected JSON, found an error at byte {byte}: {problem}"
                )))
            }
        }
    }

    /// Takes a field as it is.
    pub(super) fn take(&mut self, name: &str) -> Option<Value> {
        self.0.remove(name).filter(|value| !value.is_null())
    }

    /// Takes a text of at most `most` bytes.
    pub(super) fn text(&mut self, name: &str, most: usize) -> Result<Option<String>, Fault> {
        match self.take(name) {
            None => Ok(None),
            Some(Value::String(text)) if text.len() <= most => Ok(Some(text)),
            Some(found) => {
                Err(Fault::expected(name, &format!("a string of at most {most} bytes"), &found))
            }
        }
    }

    /// Takes a whole number.
    pub(super) fn integer<N>(
        &mut self,
        name: &str,
        range: RangeInclusive<N>,
    ) -> Result<Option<N>, Fault>
    where
        N: TryFrom<i128> + PartialOrd + std::fmt::Display,
    {
        let Some(found) = self.take(name) else { return Ok(None) };
        let number = found.as_i64().map(i128::from).or_else(|| found.as_u64().map(i128::from));
        let number = number.and_then(|number| N::try_from(number).ok());
        number.filter(|number| range.contains(number)).map(Some).ok_or_else(|| {
            let expected = format!("an integer from {} to {}", range.start(), range.end());
            Fault::expected(name, &expected, &found)
        })
    }

    /// Takes `true` or `false`.
    pub(super) fn boolean(&mut self, name: &str) -> Result<Option<bool>, Fault> {
        let Some(found) = self.take(name) else { return Ok(None) };
        found.as_bool().map(Some).ok_or_else(|| Fault::expected(name, "true or false", &found))
    }

    /// Takes one of several names, and returns what it stands for.
    pub(super) fn choice<T: Copy>(
        &mut self,
        name: &str,
        choices: &[(&str, T)],
    ) -> Result<Option<T>, Fault> {
        let Some(found) = self.take(name) else { return Ok(None) };
        let chosen = choices.iter().find(|(choice, _)| Some(*choice) == found.as_str());
        chosen.map(|(_, meaning)| Some(*meaning)).ok_or_else(|| {
            let names: Vec<&str> = choices.iter().map(|(choice, _)| *choice).collect();
            Fault::expected(name, &format!("one of {}", names.join(", ")), &found)
        })
    }

    /// Takes a list; without the field, it is empty.
    pub(super) fn list(&mut self, name: &str) -> Result<Vec<Value>, Fault> {
        match self.take(name) {
            None => Ok(Vec::new()),
            Some(Value::Array(list)) => Ok(list),
            Some(found) => Err(Fault::expected(name, "a list", &found)),
        }
    }

    /// Takes an object; without the field, it is empty.
    pub(super) fn object(&mut self, name: &str) -> Result<Self, Fault> {
        match self.take(name) {
            None => Ok(Self(Map::new())),
            Some(Value::Object(fields)) => Ok(Self(fields)),
            Some(found) => Err(Fault::expected(name, "an object", &found)),
        }
    }

    /// Makes sure that nothing is left.
    pub(super) fn finish(self, owner: &str) -> Result<(), Fault> {
        match self.0.into_iter().find(|(_, value)| !value.is_null()) {
            None => Ok(()),
            Some((name, _)) => Err(Fault::new(&cut(&name), format!("{owner} has no such field"))),
        }
    }
}

/// The beginning of a value.
fn excerpt(value: &Value) -> String {
    match value {
        Value::Array(list) => format!("a list of {}", list.len()),
        Value::Object(_) => "an object".into(),
        other => cut(&other.to_string()),
    }
}

/// The beginning of a text.
fn cut(text: &str) -> String {
    let mut shown: String = text.chars().take(MAX_EXCERPT).collect();
    if shown.len() < text.len() {
        shown.push_str("...");
    }
    shown
}
