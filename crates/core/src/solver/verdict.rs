//! What a solver is asked, and what it finds out.

/// What a solver found out about one question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict<W> {
    /// The side in question wins.
    Win(W),
    /// There is no such win. This is proven. "No win" is about wins by fours and threes, or by
    /// fours alone if asked; other wins may exist.
    NoWin,
    /// The question is open: a limit was reached, or the search was stopped.
    Unknown,
}

impl<W> Verdict<W> {
    /// Converts what is known about the win and keeps the verdict.
    pub fn map<V>(self, convert: impl FnOnce(W) -> V) -> Verdict<V> {
        match self {
            Self::Win(win) => Verdict::Win(convert(win)),
            Self::NoWin => Verdict::NoWin,
            Self::Unknown => Verdict::Unknown,
        }
    }

    /// The same verdict with a reference to the win.
    pub const fn as_ref(&self) -> Verdict<&W> {
        match self {
            Self::Win(win) => Verdict::Win(win),
            Self::NoWin => Verdict::NoWin,
            Self::Unknown => Verdict::Unknown,
        }
    }

    /// The win, if one was found.
    pub fn win(self) -> Option<W> {
        match self {
            Self::Win(win) => Some(win),
            Self::NoWin | Self::Unknown => None,
        }
    }

    /// The name of the verdict in reports.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Win(_) => "win",
            Self::NoWin => "no-win",
            Self::Unknown => "unknown",
        }
    }

    /// Whether a win was found.
    pub const fn is_win(&self) -> bool {
        matches!(self, Self::Win(_))
    }
}

/// Which threats an attack may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename_all = "kebab-case"))]
pub enum Threats {
    /// Fours only.
    Fours,
    /// Fours, open threes, and quiet moves that threaten a win by fours.
    FoursAndThrees,
}

impl Threats {
    /// All kinds of threats.
    pub const ALL: [Self; 2] = [Self::Fours, Self::FoursAndThrees];

    /// The name of the threats in options and reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fours => "fours",
            Self::FoursAndThrees => "fours-and-threes",
        }
    }

    /// The threats with this [`Threats::name`].
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|threats| threats.name() == name)
    }
}
