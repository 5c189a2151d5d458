//! Choices by their names, such as a rule or a verdict.

use fukumi_core::analysis::Mark;
use fukumi_core::geometry::Color;
use fukumi_core::opening::OpeningRule;
use fukumi_core::rule::Rule;
use fukumi_core::solver::{Threats, Verdict};
use fukumi_core::threat::rows::RowKind;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A choice that has a name, which is the same in requests, records and reports.
pub trait Named: Copy + 'static {
    /// All choices.
    const ALL: &'static [Self];

    /// The name.
    fn name(self) -> &'static str;
}

impl Named for Color {
    const ALL: &'static [Self] = &Self::ALL;

    fn name(self) -> &'static str {
        self.name()
    }
}

impl Named for Rule {
    const ALL: &'static [Self] = &Self::ALL;

    fn name(self) -> &'static str {
        self.name()
    }
}

impl Named for OpeningRule {
    const ALL: &'static [Self] = &Self::ALL;

    fn name(self) -> &'static str {
        self.name()
    }
}

impl Named for Threats {
    const ALL: &'static [Self] = &Self::ALL;

    fn name(self) -> &'static str {
        self.name()
    }
}

impl Named for Verdict<()> {
    const ALL: &'static [Self] = &[Self::Win(()), Self::NoWin, Self::Unknown];

    fn name(self) -> &'static str {
        Self::name(&self)
    }
}

impl Named for RowKind {
    const ALL: &'static [Self] = &Self::ALL;

    fn name(self) -> &'static str {
        self.name()
    }
}

impl Named for Mark {
    const ALL: &'static [Self] = &[Self::Inaccuracy, Self::Mistake, Self::Blunder];

    fn name(self) -> &'static str {
        self.name()
    }
}

/// A choice, which is read and written by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Name<T>(pub T);

/// A colour.
pub type Side = Name<Color>;

impl<T> Name<T> {
    /// The choice.
    pub fn get(self) -> T {
        self.0
    }
}

impl Side {
    /// The other side.
    pub const fn opponent(self) -> Self {
        Self(self.0.opponent())
    }
}

impl<T: Named> Serialize for Name<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.name())
    }
}

impl<'de, T: Named> Deserialize<'de> for Name<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        let named = T::ALL.iter().find(|choice| choice.name() == name);
        named.map(|&choice| Self(choice)).ok_or_else(|| {
            let names: Vec<_> =
                T::ALL.iter().map(|choice| format!("`{}`", choice.name())).collect();
            let names = names.join(", ");
            D::Error::custom(format!("unknown variant `{name}`, expected one of {names}"))
        })
    }
}
