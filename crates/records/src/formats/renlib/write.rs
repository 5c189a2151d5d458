//! Writes libraries.

use fukumi_core::geometry::{Point, PointSet};

use super::layout::{
    BOARD_TEXT, COMMENT, EXTENSION, HEAD, LEAF, MAGIC, MARK, NO_MOVE, SEPARATOR, SIBLING, SIDE,
    START, VERSION, byte, clean,
};
use crate::error::Problem;
use crate::game::Game;
use crate::lost::{Loss, Losses};
use crate::tree::{NodeId, Notes, Tree};

/// Writes a library. `encode` turns characters into the bytes of a text, and is never given a zero.
/// Stones that were set up become moves.
///
/// # Errors
/// If the board is not of 15x15 points.
pub fn write(
    game: &Game,
    encode: &mut dyn FnMut(&str) -> Vec<u8>,
) -> Result<(Vec<u8>, Losses), Problem> {
    if (game.size.width(), game.size.height()) != (SIDE, SIDE) {
        return Err(Problem::Expected {
            expected: "a board of 15x15",
            found: game.size.to_string(),
        });
    }
    let mut lost = Losses::default();
    game.count_header(&mut lost);
    lost.add(Loss::Rule, usize::from(game.rule.is_some()));
    lost.add(Loss::Order, game.setup.len());
    lost.add(Loss::Field, game.tree.others());
    let tree = game.alternating(&mut lost)?;
    let mut writer = Writer { bytes: Vec::with_capacity(HEAD + 2 * tree.len()), encode };
    writer.bytes.extend_from_slice(MAGIC);
    writer.bytes.extend_from_slice(&VERSION);
    writer.bytes.resize(HEAD, 0xff);
    writer.node(0, 0, "", tree.notes(tree.root()));
    let mut items = Vec::new();
    push_children(&tree, tree.root(), &mut items);
    while let Some((item, has_sibling)) = items.pop() {
        let sibling = if has_sibling { SIBLING } else { 0 };
        match item {
            Item::Text(point, parent) => {
                let text = tree.notes(parent).and_then(|notes| notes.label(point));
                let flags = LEAF | NO_MOVE | sibling;
                writer.node(byte(point), flags, text.unwrap_or_default(), None);
            }
            Item::Node(id) => {
                let waiting = items.len();
                push_children(&tree, id, &mut items);
                let leaf = if items.len() == waiting { LEAF } else { 0 };
                let point = tree.action(id).and_then(|action| action.point);
                let notes = tree.parent(id).and_then(|parent| tree.notes(parent));
                let text = point.zip(notes).and_then(|(point, notes)| notes.label(point));
                let place = point.map_or(0, byte);
                writer.node(place, leaf | sibling, text.unwrap_or_default(), tree.notes(id));
            }
        }
    }
    Ok((writer.bytes, lost))
}

/// What becomes a node of the file.
enum Item {
    Node(NodeId),
    /// A text on a point to which no move goes, at this node.
    Text(Point, NodeId),
}

/// Pushes what follows a node, the first item on top, each with whether there is a next one.
fn push_children(tree: &Tree, id: NodeId, items: &mut Vec<(Item, bool)>) {
    let begin = items.len();
    let mut played = PointSet::EMPTY;
    for child in tree.children(id) {
        if let Some(point) = tree.action(child).and_then(|action| action.point) {
            played.insert(point);
        }
        items.push((Item::Node(child), true));
    }
    for (point, text) in tree.notes(id).into_iter().flat_map(|notes| &notes.labels) {
        if !played.contains(*point) && !text.is_empty() {
            items.push((Item::Text(*point, id), true));
        }
    }
    if items.len() > begin
        && let Some(last) = items.last_mut()
    {
        last.1 = false;
    }
    items[begin..].reverse();
}

struct Writer<'e> {
    bytes: Vec<u8>,
    encode: &'e mut dyn FnMut(&str) -> Vec<u8>,
}

impl Writer<'_> {
    fn node(&mut self, place: u8, flags: u8, text: &str, notes: Option<&Notes>) {
        let mut flags = flags;
        let comment = notes.map(comment).unwrap_or_default();
        for (is_set, flag) in [
            (!text.is_empty(), EXTENSION),
            (!comment.is_empty(), COMMENT),
            (notes.is_some_and(|notes| notes.is_marked), MARK),
            (notes.is_some_and(|notes| notes.is_start), START),
        ] {
            flags |= if is_set { flag } else { 0 };
        }
        self.bytes.extend([place, flags]);
        if !text.is_empty() {
            self.bytes.extend(BOARD_TEXT);
        }
        if !comment.is_empty() {
            self.text(&comment);
        }
        if !text.is_empty() {
            self.text(&clean(text));
        }
    }

    /// A text with one or two zeros after it, so that the number of bytes is even.
    fn text(&mut self, text: &str) {
        let encoded = (self.encode)(&text.replace('\n', "\r\n"));
        self.bytes.extend(&encoded);
        self.bytes.extend(if encoded.len().is_multiple_of(2) { &[0, 0][..] } else { &[0] });
    }
}

/// Heading and comment as one text; empty if there are none.
fn comment(notes: &Notes) -> String {
    let (title, comment) = (clean(&notes.title), clean(&notes.comment));
    if comment.is_empty() { title } else { format!("{title}{SEPARATOR}{comment}") }
}
