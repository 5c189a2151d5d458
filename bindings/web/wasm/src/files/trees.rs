//! Games with their variations: files of any format to trees, and trees to the formats of files.

use fukumi_core::board::Stone;
use fukumi_core::geometry::{BoardSize, Point};
use fukumi_records::formats::{moves, psq, record, sgf};
use fukumi_records::game::Game;
use fukumi_records::reading::FileGame;
use fukumi_records::tree::{Move, NodeId, Tree};
use fukumi_records::{Hints, NotationError, Problem, file};
use serde_json::Value;

use super::content::content;
use crate::answer::games::{GameTree, ReadTree, ReadTrees, TreeLabel, TreeMove, TreeNode};
use crate::error::{Answered, Error};
use crate::request::{At, Node, NodeMove, PlacedStone, Read, Sides, WriteFormat, WriteTree};
use crate::view::{self, Name};

/// Maximum number of nodes of all trees of a file, which bounds the length of an answer.
const MAX_NODES: usize = 1 << 18;

/// Reads the games of a file with all their variations.
pub(super) fn read(read: &Read) -> Answered {
    let bytes = content(read.text.as_deref(), read.bytes.as_deref())?;
    let mut hints = read.hints()?;
    let wanted = hints.id.take();
    let mut reading = file::read(&bytes, &file::Request { hints, ..file::Request::default() })?;
    let count = reading.count();
    let notices = view::notices(&reading);
    if let Some(wanted) = wanted {
        reading.choose(&wanted).map_err(|fault| fault.error)?;
    }
    let mut left = MAX_NODES;
    let mut read = |FileGame { number, id, game }: FileGame| {
        let game = match left.checked_sub(game.tree.len()) {
            Some(rest) => {
                left = rest;
                Ok(game)
            }
            None => Err(Problem::TooManyNodes.into()),
        };
        (Some(number), id, game)
    };
    let mut all: Vec<_> = reading.games.into_iter().map(&mut read).collect();
    all.extend(reading.faults.into_iter().map(|fault| (fault.number, fault.id, Err(fault.error))));
    // Faults that are not about a whole game come last.
    all.sort_by_key(|(number, ..)| number.unwrap_or(usize::MAX));
    let games = all.iter().map(|(number, id, game)| {
        let number = number.filter(|_| count > 1);
        entry(id.clone().or_else(|| Some(number?.to_string())), game)
    });
    Ok(view::value(&ReadTrees { games: games.collect(), notices }))
}

/// A game of a file as an answer has it.
fn entry(id: Option<String>, game: &Result<Game, NotationError>) -> ReadTree<'_> {
    match game {
        Ok(game) => ReadTree::Read { id, tree: tree(game), error: () },
        Err(error) => ReadTree::Damaged { id, tree: (), error: error.clone().into() },
    }
}

fn tree(game: &Game) -> GameTree<'_> {
    let [black, white] = &game.players;
    let order: Vec<NodeId> = game.tree.walk().collect();
    // The place of each node in the answer, by the number that the tree has for it.
    let mut places = vec![0; order.len()];
    for (place, id) in order.iter().enumerate() {
        places[id.index()] = place;
    }
    GameTree {
        rule: game.rule.map(Name),
        width: game.size.width(),
        height: game.size.height(),
        setup: view::stones(&game.setup),
        to_move: game.to_move.map(Name),
        black: black.as_deref(),
        white: white.as_deref(),
        event: game.event.as_deref(),
        date: game.date.as_deref(),
        result: sgf::tree::result(game),
        nodes: order.iter().map(|&id| node(&game.tree, id, &places)).collect(),
    }
}

fn node<'a>(tree: &'a Tree, id: NodeId, places: &[usize]) -> TreeNode<'a> {
    let action = tree.action(id).map(|Move { color, point }| match point {
        Some(point) => TreeMove::Stone(view::stone(&Stone { color, point })),
        None => TreeMove::Pass { side: Name(color) },
    });
    let parent = tree.parent(id).map(|parent| places[parent.index()]);
    let Some(notes) = tree.notes(id) else {
        return TreeNode { parent, action, ..TreeNode::default() };
    };
    let label = |(point, text): &'a (Point, String)| TreeLabel { x: point.x(), y: point.y(), text };
    TreeNode {
        parent,
        action,
        title: &notes.title,
        comment: &notes.comment,
        labels: notes.labels.iter().map(label).collect(),
        is_marked: notes.is_marked,
        is_start: notes.is_start,
        others: &notes.others,
    }
}

/// Writes a tree. Formats other than SGF hold its main line.
pub(super) fn write(write: &WriteTree) -> Answered {
    let game = game(write)?;
    let (text, _) = sgf::tree::write(&game, "UTF-8");
    check(&text, &game)?;
    Ok(Value::String(match write.format {
        None | Some(WriteFormat::Sgf) => text,
        Some(WriteFormat::Moves) => moves::write(&game).0,
        Some(WriteFormat::Record) => record::write(&game).0,
        Some(WriteFormat::Psq) => match psq::write(&game) {
            Ok((text, _)) => text,
            Err(problem) => return Err(Error::argument(problem.to_string()).about("psq")),
        },
    }))
}

/// The game of a request.
fn game(write: &WriteTree) -> Result<Game, Error> {
    let size = Sides { width: write.width, height: write.height }.size()?;
    let mut game = Game::new(size);
    game.rule = write.rule.map(Name::get);
    game.players = [write.black.clone(), write.white.clone()];
    game.event.clone_from(&write.event);
    game.date.clone_from(&write.date);
    if let Some(result) = &write.result
        && !sgf::tree::set_result(&mut game, result)
    {
        return Err(Error::argument("result: expected one such as B+, W+R or 0"));
    }
    game.to_move = write.to_move.map(Name::get);
    let stone =
        |stone: &PlacedStone| Ok(Stone { color: stone.side.get(), point: stone.at().on(size)? });
    game.setup = write.setup.iter().map(stone).collect::<Result<_, Error>>()?;
    let mut ids = Vec::with_capacity(write.nodes.len());
    for (index, node) in write.nodes.iter().enumerate() {
        let id = add(&mut game.tree, node, index, &ids, size)
            .map_err(|error| error.about(&format!("nodes[{index}]")))?;
        ids.push(id);
    }
    Ok(game)
}

/// Adds a node, whose parent is one of those before it; the first one is the root.
fn add(
    tree: &mut Tree,
    node: &Node,
    index: usize,
    ids: &[NodeId],
    size: BoardSize,
) -> Result<NodeId, Error> {
    let action = match &node.action {
        None => None,
        Some(NodeMove { side, x, y }) => {
            let point = match (x, y) {
                (Some(x), Some(y)) => Some(At { x: *x, y: *y }.on(size)?),
                (None, None) => None,
                _ => return Err(Error::argument("expected x and y, or neither")),
            };
            Some(Move { color: side.get(), point })
        }
    };
    let id = match node.parent {
        None if index == 0 && action.is_none() => tree.root(),
        Some(parent) if parent < index => {
            tree.add(ids[parent], action).map_err(NotationError::from)?
        }
        _ => return Err(Error::argument("parent: expected a node before this one")),
    };
    let notes = tree.notes_mut(id);
    notes.title.clone_from(&node.title);
    notes.comment = node.comment.replace("\r\n", "\n").replace('\r', "\n");
    for label in &node.labels {
        notes.set_label(At { x: label.x, y: label.y }.on(size)?, label.text.clone());
    }
    notes.is_marked = node.is_marked;
    notes.is_start = node.is_start;
    notes.others.clone_from(&node.others);
    Ok(id)
}

/// Whether the text is that of the game: no stone is on another one, and what is passed on
/// unread consists of whole properties.
fn check(text: &str, game: &Game) -> Result<(), Error> {
    let (games, _) = sgf::tree::read(text, &Hints::default())
        .map_err(|error| Error::argument(format!("the tree cannot be written: {error}")))?;
    let others =
        |tree: &Tree, id| tree.notes(id).map(|notes| notes.others.clone()).unwrap_or_default();
    let is_same = |again: &Game| {
        let pairs = game.tree.walk().zip(again.tree.walk());
        game.tree.len() == again.tree.len()
            && pairs.into_iter().all(|(own, its)| {
                game.tree.action(own) == again.tree.action(its)
                    && others(&game.tree, own) == others(&again.tree, its)
            })
    };
    match games.as_slice() {
        [again] if is_same(again) => Ok(()),
        _ => Err(Error::argument("others: expected properties of SGF, such as TR[aa]")),
    }
}
