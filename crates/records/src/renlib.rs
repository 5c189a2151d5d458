//! Libraries of RenLib: `.lib` files.
//!
//! A head of 20 bytes is followed by the nodes of a tree, a parent before its children. A node has
//! two bytes: the point, and flags. Column and row are the low and the high half of the first byte,
//! columns from 1 at the left, rows from 0 at the top; 0 is a pass, or the root. Flags say whether
//! the node has a next sibling, whether it has no children, and which texts follow: a comment of
//! one or more lines, and a text on the board, shown on the point of the node while its parent is
//! the position. A node with such a text need not be a move. The oldest files have neither head nor
//! root, and comments of seven bits in the Swedish variant of ASCII. The board is always 15x15.
//!
//! Source of these facts: RenLib's public source code (<https://github.com/gomoku/RenLib>), with
//! which Rapfi's importer agrees.

use fukumi_core::geometry::{BoardSize, Color, Point, PointSet};

use super::encoding::{Decoder, Encoding};
use super::game::{Game, Loss, Losses};
use super::reading::{Fault, Reading};
use super::tree::{Move, NodeId, Notes, Path, Tree};
use super::{ByteError, Problem};

/// Side of the board.
const SIDE: u8 = 15;
/// Bytes of the head.
const HEAD: usize = 20;
/// The beginning of the head.
const MAGIC: &[u8; 8] = b"\xffRenLib\xff";
/// The version of what is written, the newest of RenLib 3.
const VERSION: [u8; 2] = [3, 4];
/// The point in the centre, with which files without a head begin.
const CENTER: u8 = 0x78;
/// Between the first line of a comment and the others.
const SEPARATOR: char = '\u{8}';

/// The node has a next sibling.
const SIBLING: u8 = 0x80;
/// The node has no children.
const LEAF: u8 = 0x40;
/// A comment in seven bits follows.
const OLD_COMMENT: u8 = 0x20;
const MARK: u8 = 0x10;
/// A comment follows.
const COMMENT: u8 = 0x08;
const START: u8 = 0x04;
/// The node is no move, but the place of a text.
const NO_MOVE: u8 = 0x02;
/// Two bytes with more flags follow.
const EXTENSION: u8 = 0x01;
/// The one flag known of them: a text on the board follows.
const BOARD_TEXT: [u8; 2] = [0, 1];

/// Whether the bytes begin like a library with a head.
pub fn is_library(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// Reads a library. `decode` turns the bytes of a text into characters. Nodes with the same move
/// after the same position become one, as in RenLib.
///
/// # Errors
/// If the bytes are no library, or make no sense at some place: a stone on a taken point, moves
/// after a text, or an end within a node. A file that ends between two nodes is taken as it is,
/// because RenLib writes such files for a single line of moves.
pub fn read(
    bytes: &[u8],
    decode: &mut dyn FnMut(&[u8]) -> String,
) -> Result<(Game, Losses), ByteError> {
    let mut faults = Vec::new();
    let read = read_each(bytes, decode, &mut faults)?;
    faults.into_iter().next().map_or(Ok(read), Err)
}

/// Reads a library like [`read`], and leaves out what makes no sense: a node with all that follows
/// it, or, where nothing shows how the file goes on, the rest. What is wrong is added to `faults`.
///
/// # Errors
/// If the bytes are no library.
pub fn read_each(
    bytes: &[u8],
    decode: &mut dyn FnMut(&[u8]) -> String,
    faults: &mut Vec<ByteError>,
) -> Result<(Game, Losses), ByteError> {
    let begin = head(bytes)?;
    let mut reader = Reader { bytes, at: begin, decode, lost: Losses::default() };
    let size = BoardSize::square(i64::from(SIDE)).expect("a side in range");
    let mut game = Game::new(size);
    let tree = &mut game.tree;
    let mut path = Path::new(tree, PointSet::EMPTY);
    // The parents of nodes whose next sibling is still to come; `None` within what is left out.
    let mut parents: Vec<Option<NodeId>> = Vec::new();
    let mut is_left_out = false;
    while reader.at < bytes.len() {
        let start = reader.at;
        let node = match reader.node() {
            Ok(node) => node,
            Err(fault) => {
                faults.push(fault);
                break;
            }
        };
        if start == begin && node.point.is_none() {
            // Its flags about other nodes mean nothing.
            tree.notes_mut(path.node).merge(&node.notes);
            continue;
        }
        if node.has(SIBLING) {
            parents.push((!is_left_out).then_some(path.node));
        }
        if !is_left_out {
            match reader.add(tree, &mut path, &node, size) {
                Ok(()) => {}
                Err(problem) => {
                    let is_full = problem == Problem::TooManyNodes;
                    faults.push(ByteError { byte: start, problem });
                    if is_full {
                        break;
                    }
                    is_left_out = true;
                }
            }
        }
        if node.has(LEAF) {
            match parents.pop() {
                Some(Some(parent)) => {
                    path.back_to(tree, parent);
                    is_left_out = false;
                }
                Some(None) => {}
                None if reader.at < bytes.len() => {
                    let problem = expected("the end of the tree", "more");
                    faults.push(ByteError { byte: reader.at, problem });
                    break;
                }
                None => {}
            }
        }
    }
    Ok((game, reader.lost))
}

/// Shows a text on a point, unless there is one.
fn label(tree: &mut Tree, node: NodeId, point: Point, text: &str) {
    if !text.is_empty() && tree.notes(node).is_none_or(|notes| notes.label(point).is_none()) {
        tree.notes_mut(node).set_label(point, text.into());
    }
}

/// Where the nodes begin.
fn head(bytes: &[u8]) -> Result<usize, ByteError> {
    if !is_library(bytes) {
        let is_old = bytes.first() == Some(&CENTER);
        let problem = expected("a library of RenLib", "something else");
        return if is_old { Ok(0) } else { Err(ByteError { byte: 0, problem }) };
    }
    match bytes.get(MAGIC.len()) {
        Some(3) if bytes.len() >= HEAD => Ok(HEAD),
        Some(3) | None => {
            Err(ByteError { byte: bytes.len(), problem: expected("a head of 20 bytes", "the end") })
        }
        Some(version) => Err(ByteError {
            byte: MAGIC.len(),
            problem: Problem::expected("version 3 of RenLib's libraries", &version.to_string()),
        }),
    }
}

/// An error about bytes, which are not shown.
fn expected(expected: &'static str, found: &str) -> Problem {
    Problem::Expected { expected, found: found.into() }
}

/// A node as it stands in a file.
struct RawNode {
    point: Option<Point>,
    flags: u8,
    /// The text on the board, empty if there is none.
    text: String,
    notes: Notes,
}

impl RawNode {
    const fn has(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }
}

struct Reader<'a, 'd> {
    bytes: &'a [u8],
    at: usize,
    decode: &'d mut dyn FnMut(&[u8]) -> String,
    lost: Losses,
}

impl Reader<'_, '_> {
    /// Adds a node after the one at the end of the path, and goes there if it is a move.
    fn add(
        &mut self,
        tree: &mut Tree,
        path: &mut Path,
        node: &RawNode,
        size: BoardSize,
    ) -> Result<(), Problem> {
        if node.has(NO_MOVE) {
            if !node.has(LEAF) {
                return Err(expected("no moves after a text on the board", "some"));
            }
            let Some(point) = node.point else {
                return Err(expected("a point for a text on the board", "none"));
            };
            // RenLib shows nothing else of such a node.
            let notes = &node.notes;
            let comments = [&notes.title, &notes.comment].into_iter().filter(|t| !t.is_empty());
            self.lost.add(Loss::Comment, comments.count());
            label(tree, path.node, point, &node.text);
            return Ok(());
        }
        if let Some(point) = node.point.filter(|&point| path.is_taken(point)) {
            return Err(Problem::Taken(point.label(size)));
        }
        let parent = path.node;
        let turn = tree.action(parent).map_or(Color::Black, |before| !before.color);
        let action = Move { color: turn, point: node.point };
        let child = tree.find_or_add(parent, action)?;
        if node.notes != Notes::default() {
            tree.notes_mut(child).merge(&node.notes);
        }
        match node.point {
            Some(point) => label(tree, parent, point, &node.text),
            None => self.lost.add(Loss::Label, usize::from(!node.text.is_empty())),
        }
        path.enter(tree, child);
        Ok(())
    }

    fn node(&mut self) -> Result<RawNode, ByteError> {
        let start = self.at;
        let [place, flags] = self.pair()?;
        let point = point(place).map_err(|problem| ByteError { byte: start, problem })?;
        let has = |flag| flags & flag != 0;
        let mut has_text = false;
        if has(EXTENSION) {
            let start = self.at;
            let [high, low] = self.pair()?;
            if [high, low & !BOARD_TEXT[1]] != [0, 0] {
                let found = format!("{high:02x}{low:02x}");
                let problem = expected("flags 0000 or 0001", &found);
                return Err(ByteError { byte: start, problem });
            }
            has_text = low & BOARD_TEXT[1] != 0;
        }
        let comment = if has(OLD_COMMENT) {
            self.old_comment()?
        } else if has(COMMENT) {
            self.text()?
        } else {
            String::new()
        };
        let (title, comment) = comment.split_once(SEPARATOR).unwrap_or((&comment, ""));
        let notes = Notes {
            title: clean(title),
            comment: clean(comment),
            labels: Vec::new(),
            is_marked: has(MARK),
            is_start: has(START),
            others: Vec::new(),
        };
        let text = if has_text { clean(&self.text()?) } else { String::new() };
        Ok(RawNode { point, flags, text, notes })
    }

    fn pair(&mut self) -> Result<[u8; 2], ByteError> {
        let pair = self.bytes.get(self.at..).and_then(|rest| rest.first_chunk::<2>());
        let byte = self.bytes.len();
        let problem = || expected("the rest of a node", "the end of the file");
        let pair = *pair.ok_or_else(|| ByteError { byte, problem: problem() })?;
        self.at += 2;
        Ok(pair)
    }

    /// A text up to a zero, which stands in the same pair of bytes as the end.
    fn text(&mut self) -> Result<String, ByteError> {
        let start = self.at;
        loop {
            let pair = self.pair()?;
            if let Some(end) = pair.iter().position(|&byte| byte == 0) {
                let text = &self.bytes[start..self.at - 2 + end];
                return Ok((self.decode)(text).replace("\r\n", "\n").replace('\r', "\n"));
            }
        }
    }

    /// A comment in seven bits; the last byte has the eighth bit set.
    fn old_comment(&mut self) -> Result<String, ByteError> {
        let mut text = String::new();
        loop {
            for byte in self.pair()? {
                text.push(match byte & 0x7f {
                    b'}' => 'å',
                    b'{' => 'ä',
                    b'|' => 'ö',
                    b']' => 'Å',
                    b'[' => 'Ä',
                    b'\\' => 'Ö',
                    other => char::from(other),
                });
                if byte & 0x80 != 0 {
                    return Ok(text.replace("\r\n", "\n").replace('\r', "\n"));
                }
            }
        }
    }
}

/// The point of a byte; `None` for 0.
fn point(byte: u8) -> Result<Option<Point>, Problem> {
    let (column, row) = (byte & 15, byte >> 4);
    match column {
        0 if row == 0 => Ok(None),
        1..=SIDE if row < SIDE => Ok(Some(Point::new(column - 1, row))),
        _ => Err(expected("a point on the board of 15x15, or 0", &format!("{byte:02x}"))),
    }
}

/// The byte of a point.
const fn byte(point: Point) -> u8 {
    point.y() << 4 | (point.x() + 1)
}

/// Reads a library as [`read_each`] does, with texts in this encoding, or in those that they look
/// like.
///
/// # Errors
/// If the bytes are no library.
pub fn read_encoded(bytes: &[u8], encoding: Option<Encoding>) -> Result<Reading, ByteError> {
    let mut texts: Vec<Vec<u8>> = Vec::new();
    if encoding.is_none() {
        let mut gather = |text: &[u8]| {
            if !text.is_ascii() {
                texts.push(text.to_vec());
            }
            String::new()
        };
        read_each(bytes, &mut gather, &mut Vec::new())?;
    }
    let slices: Vec<&[u8]> = texts.iter().map(Vec::as_slice).collect();
    let mut decoder = Decoder::new(&slices, encoding, None);
    let mut faults = Vec::new();
    let (game, lost) = read_each(bytes, &mut |text| decoder.decode(text), &mut faults)?;
    let mut reading = Reading::single(game, lost);
    reading.notices = decoder.notices();
    reading.faults = faults.into_iter().map(Fault::from).collect();
    Ok(reading)
}

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
    let tree = game.alternating()?;
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

/// The text without characters that end a text or a heading.
fn clean(text: &str) -> String {
    text.replace(['\0', SEPARATOR], " ")
}

#[cfg(test)]
mod tests;
