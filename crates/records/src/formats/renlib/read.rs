//! Reads libraries.

use fukumi_core::geometry::{BoardSize, Color, Point, PointSet};

use super::layout::{
    BOARD_TEXT, CENTER, COMMENT, EXTENSION, HEAD, LEAF, MAGIC, MARK, NO_MOVE, OLD_COMMENT,
    SEPARATOR, SIBLING, SIDE, START, clean, expected, is_library, point,
};
use crate::encoding::{Decoder, Encoding};
use crate::error::{ByteError, Problem};
use crate::game::Game;
use crate::lost::{Loss, Losses};
use crate::reading::{Fault, Reading};
use crate::tree::{Move, NodeId, Notes, Path, Tree};

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
                    if !(ByteError { byte: start, problem }).add_to(faults) || is_full {
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

/// Shows a text on a point, unless there is one. `lost` gets another one.
fn label(tree: &mut Tree, node: NodeId, point: Point, text: &str, lost: &mut Losses) {
    if text.is_empty() {
        return;
    }
    match tree.notes(node).and_then(|notes| notes.label(point)) {
        Some(own) => lost.add(Loss::Label, usize::from(own != text)),
        None => tree.notes_mut(node).set_label(point, text.into()),
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
            label(tree, path.node, point, &node.text, &mut self.lost);
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
            Some(point) => label(tree, parent, point, &node.text, &mut self.lost),
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
