//! The opening of a game with a person: who is asked, in words.

use fukumi_core::geometry::{BoardSize, Color};
use fukumi_core::opening::{IllegalStep, Opening, OpeningRule, Player, Step};

/// An opening and the person's part in it.
#[derive(Clone, Debug)]
pub(super) struct Negotiation {
    opening: Opening,
    /// The person; `None` if the engine plays both parts.
    person: Option<Player>,
}

impl Negotiation {
    /// An opening on an empty board, in which the person begins with Black. `None` if the board is
    /// too small for the rule.
    pub(super) fn new(
        rule: OpeningRule,
        size: BoardSize,
        side: Color,
        is_demo: bool,
    ) -> Option<Self> {
        let person = match side {
            Color::Black => Player::First,
            Color::White => Player::Second,
        };
        let opening = Opening::new(rule, size)?;
        Some(Self { opening, person: (!is_demo).then_some(person) })
    }

    pub(super) fn opening(&self) -> &Opening {
        &self.opening
    }

    /// The colour that the person holds, if there is a person.
    pub(super) fn persons_color(&self) -> Option<Color> {
        self.person.map(|person| self.opening.color_of(person))
    }

    /// Whether the person is to make the next step.
    pub(super) fn is_persons_turn(&self) -> bool {
        self.opening.turn().is_some_and(|turn| Some(turn.player) == self.person)
    }

    /// Gives the person the part of the player whose turn it is.
    pub(super) fn hand_over(&mut self) {
        self.person = self.opening.turn().map(|turn| turn.player);
    }

    /// Makes a step and says it in words.
    ///
    /// # Errors
    /// If the step is not possible.
    pub(super) fn apply(&mut self, step: &Step) -> Result<String, IllegalStep> {
        self.opening.apply(step)?;
        Ok(match step {
            Step::Swap => "swap: the players change colours".into(),
            Step::Stay => "stay: the colours stay".into(),
            Step::Count(_) | Step::Stones(_) => step.text(self.opening.size()),
        })
    }

    /// Who does what, in words.
    pub(super) fn roles(&self) -> &'static str {
        match self.person {
            Some(Player::First) => "you begin",
            Some(Player::Second) => "Fukumi begins",
            None => "you watch",
        }
    }

    /// The name of the player whose turn it is.
    pub(super) fn name_of_next(&self) -> &'static str {
        match (self.opening.turn().map(|turn| turn.player), self.person) {
            (_, Some(_)) => "Fukumi",
            (Some(Player::First), None) => "first player",
            (Some(Player::Second), None) => "second player",
            (None, None) => "nobody",
        }
    }

    /// What the person is asked, and which colour the person holds.
    pub(super) fn question(&self) -> String {
        let Some(turn) = self.opening.turn() else { return "the opening is over".into() };
        let color = match self.persons_color() {
            Some(Color::Black) => "you hold Black",
            Some(Color::White) => "you hold White",
            None => "you watch",
        };
        let offers = if self.opening.offers().is_empty() { "" } else { " (marked ?)" };
        format!("{color}; your step: {turn}{offers}")
    }
}
