//! The parts of the text of a game: brackets, nodes and properties.

use super::property::{Node, Property, read_property};
use crate::error::NotationError;
use crate::source::Source;

/// A part of the text of a game.
pub(super) enum Token<'a> {
    /// The game or a variation begins.
    Open,
    /// The game or a variation ends.
    Close,
    /// A node begins.
    Node,
    /// A property of the node.
    Property(Property<'a>),
}

/// The tokens of the text of a game, which [`parts::split`] has found.
pub(super) struct Tokens<'a> {
    source: Source<'a>,
    rest: &'a str,
    /// Whether a node of the game or of the open variation has begun.
    has_node: bool,
}

impl<'a> Tokens<'a> {
    pub(super) const fn new(source: Source<'a>) -> Self {
        Self { source, rest: source.text(), has_node: false }
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Result<Token<'a>, NotationError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.rest = self.rest.trim_start();
        let first = self.rest.chars().next()?;
        let after = &self.rest[first.len_utf8()..];
        let token = match first {
            '(' => Token::Open,
            ')' => Token::Close,
            ';' => Token::Node,
            // Some programs leave out the first semicolon.
            _ if first.is_ascii_alphabetic() && !self.has_node => {
                self.has_node = true;
                return Some(Ok(Token::Node));
            }
            _ if first.is_ascii_alphabetic() => {
                return Some(read_property(self.source, self.rest).map(|(property, after)| {
                    self.rest = after;
                    Token::Property(property)
                }));
            }
            _ => {
                let expected = "(, ), ; or a property such as B[hh]";
                return Some(Err(self.source.expected(expected, self.rest)));
            }
        };
        self.rest = after;
        self.has_node = matches!(token, Token::Node);
        Some(Ok(token))
    }
}

/// The nodes of the main line of a game.
pub(super) fn main_line(source: Source<'_>) -> Result<Vec<Node<'_>>, NotationError> {
    let mut nodes: Vec<Node<'_>> = Vec::new();
    let mut is_main = true;
    for token in Tokens::new(source) {
        match token? {
            Token::Open => {}
            Token::Close => is_main = false,
            Token::Node if is_main => nodes.push(Node::new()),
            Token::Property(property) if is_main => {
                if let Some(node) = nodes.last_mut() {
                    node.push(property);
                }
            }
            Token::Node | Token::Property(_) => {}
        }
    }
    Ok(nodes)
}
