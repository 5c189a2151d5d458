//! Reads games with all their lines.

use fukumi_core::board::Stone;
use fukumi_core::geometry::{Color, Point, PointSet};

use super::header::Header;
use crate::collector::Collector;
use crate::error::{NotationError, Problem};
use crate::formats::sgf::moves::Moves;
use crate::formats::sgf::property::{Node, Property, unescape};
use crate::formats::sgf::tokens::{Token, Tokens, main_line};
use crate::formats::sgf::values::{point, read_color, rectangle};
use crate::formats::sgf::{kind, parts, quest};
use crate::game::Game;
use crate::hints::{Hints, board_size};
use crate::limits::{AT_MOST, MAX_GAMES, MAX_NODES};
use crate::lost::{Loss, Losses};
use crate::normal::normalised;
use crate::reading::{Notice, Notices, Reading};
use crate::source::Source;
use crate::tree::{Move, NodeId, Notes, Path, append};

/// Properties about the file, which mean nothing once it is read.
const TECHNICAL: [&str; 6] = ["AP", "CA", "FF", "GM", "KO", "ST"];

/// Reads all games of a file. `hints` give only the size of boards whose size is not stated.
///
/// # Errors
/// If the text has no games, or one of them makes no sense, as when a stone goes to a taken point.
pub fn read(text: &str, hints: &Hints) -> Result<(Vec<Game>, Losses), NotationError> {
    read_each(text, hints)?.all()
}

/// Reads all games like [`read`], and leaves out those that make no sense.
///
/// # Errors
/// If the text has no games.
pub fn read_each(text: &str, hints: &Hints) -> Result<Reading, NotationError> {
    let text = normalised(text);
    let source = Source::new(&text);
    let parts = parts::split(&text);
    if parts.is_empty() {
        return Err(source.expected("a game such as (;B[hh])", &text));
    }
    let mut reading = Reading::default();
    let mut nodes = 0;
    let texts = parts.iter().map(|part| part.text);
    for (part, is_closed) in source.parts(texts).zip(parts.iter().map(|part| part.is_closed)) {
        if reading.count() >= MAX_GAMES {
            return Err(part.expected(AT_MOST, part.text()));
        }
        let mut reader = Reader {
            source: part,
            hints,
            open: None,
            lost: Losses::default(),
            notices: Notices::default(),
            nodes,
        };
        let game = reader.read();
        if let Ok(game) = &game {
            nodes += game.tree.len();
            reading.lost.add_all(&reader.lost);
            reading.notices.add_all(reader.notices);
            reading.notices.add(Notice::MissingEnd, usize::from(!is_closed));
        }
        reading.push(None, game);
        if nodes >= MAX_NODES {
            break;
        }
    }
    Ok(reading)
}

struct Reader<'a, 'h> {
    source: Source<'a>,
    hints: &'h Hints,
    /// The game, once it has begun.
    open: Option<OpenGame<'a>>,
    lost: Losses,
    notices: Notices,
    /// Nodes of the games before this one.
    nodes: usize,
}

/// A game while its nodes are read.
struct OpenGame<'a> {
    game: Game,
    collector: Option<Collector>,
    path: Path,
    /// Where the open variations begin; the game itself is not among them.
    variations: Vec<NodeId>,
    /// The properties of the node that is being read.
    pending: Option<Node<'a>>,
    /// The points of the moves of an opening, see [`quest`].
    opening: PointSet,
    /// The number of open variations from which on nodes are left out, until one of them ends.
    left_out: Option<usize>,
    /// The number of variations that were open when stones were set up last.
    set_up_at: usize,
    /// Whether a variation has ended, so that others begin without what it set up.
    has_ended: bool,
    /// Whether the variation has ended that set up the stones of the game.
    is_past_setup: bool,
}

impl<'a> Reader<'a, '_> {
    /// Reads the game.
    fn read(&mut self) -> Result<Game, NotationError> {
        for token in Tokens::new(self.source) {
            match token? {
                Token::Open => self.open_bracket()?,
                Token::Close => self.close_bracket()?,
                Token::Node => self.begin_node()?,
                Token::Property(property) => {
                    if let Some(node) = self.open.as_mut().and_then(|open| open.pending.as_mut()) {
                        node.push(property);
                    }
                }
            }
        }
        self.finish_node()?;
        self.check_turns()?;
        let missing = || self.source.expected("a game such as (;B[hh])", self.source.text());
        self.open.take().map(|open| open.game).ok_or_else(missing)
    }

    /// Refuses a game with two stones a turn. Where a node has more moves than the tree holds, all
    /// those of the main line count.
    fn check_turns(&self) -> Result<(), NotationError> {
        let Some(open) = &self.open else { return Ok(()) };
        if self.notices.has(&Notice::SecondMove) {
            return kind::check_turns(
                self.source,
                kind::colors(&main_line(self.source)?),
                self.hints,
            );
        }
        let colors = open.game.moves().map(|action| action.color);
        kind::check_turns(self.source, colors, self.hints)
    }

    fn open_bracket(&mut self) -> Result<(), NotationError> {
        self.finish_node()?;
        match &mut self.open {
            Some(open) => open.variations.push(open.path.node),
            None => {
                let game = Game::new(board_size(None, self.hints)?);
                let path = Path::new(&game.tree, PointSet::EMPTY);
                self.open = Some(OpenGame {
                    game,
                    collector: None,
                    path,
                    variations: Vec::new(),
                    pending: None,
                    opening: PointSet::EMPTY,
                    left_out: None,
                    set_up_at: 0,
                    has_ended: false,
                    is_past_setup: false,
                });
            }
        }
        Ok(())
    }

    fn close_bracket(&mut self) -> Result<(), NotationError> {
        self.finish_node()?;
        let Some(open) = &mut self.open else { return Ok(()) };
        // The last bracket ends the game, and with it the text.
        if let Some(begin) = open.variations.pop() {
            open.path.back_to(&open.game.tree, begin);
            open.left_out = open.left_out.filter(|&depth| open.variations.len() >= depth);
            open.has_ended = true;
            open.is_past_setup |= open.variations.len() < open.set_up_at;
        }
        Ok(())
    }

    fn begin_node(&mut self) -> Result<(), NotationError> {
        self.finish_node()?;
        if let Some(open) = &mut self.open {
            open.pending = Some(Node::new());
        }
        Ok(())
    }

    /// Puts the node that was read into the tree.
    fn finish_node(&mut self) -> Result<(), NotationError> {
        let Some(open) = &mut self.open else { return Ok(()) };
        let Some(node) = open.pending.take() else { return Ok(()) };
        if open.left_out.is_some() {
            return Ok(());
        }
        let sets_up = node.iter().any(|property| sets_up(&property.name));
        if open.is_past_setup || (sets_up && !open.is_begin()) {
            open.left_out = Some(open.variations.len());
            self.notices.add(Notice::SetUpLater, 1);
            return Ok(());
        }
        if self.nodes + open.game.tree.len() >= MAX_NODES {
            return Err(Problem::TooManyNodes.into());
        }
        let source = self.source;
        let is_root = open.collector.is_none();
        if is_root {
            kind::check(source, &node, self.hints, &mut self.notices)?;
            let header = Header { source, hints: self.hints, notices: &mut self.notices };
            let size = header.read(&node, &mut open.game, &mut self.lost)?;
            open.collector = Some(Collector::new(size, self.hints)?);
        }
        let is_set_up = open.set_up(source, &node, &mut self.lost)?;
        let moves = Moves::of(&node);
        moves.notice(&mut self.notices);
        quest::note_unknown(&node, is_root, &mut self.notices);
        let of_opening = open.play_opening(source, &node)?;
        self.notices.add(Notice::QuestOpening, of_opening);
        let left_out = open.play(source, &moves)?;
        self.notices.add(Notice::TakenByOpening, left_out);
        let is_played = of_opening > 0 || moves.moves.len() > left_out;
        let mut notes = open.notes(source, &node, &mut self.lost)?;
        let is_kept = |property: &&Property<'_>| {
            let is_other_result =
                is_root && open.game.result.is_none() && is_other_result(property);
            !is_known(&property.name, is_root) || is_other_result
        };
        notes.others = node.iter().filter(is_kept).map(Property::text).collect();
        let has_notes = notes != Notes::default();
        if !is_root && !is_played && (has_notes || !is_set_up) {
            let child = open.game.tree.add(open.path.node, None)?;
            open.path.enter(&open.game.tree, child);
        }
        if has_notes {
            // The node is new, so it has no notes yet.
            *open.game.tree.notes_mut(open.path.node) = notes;
        }
        Ok(())
    }
}

/// Whether a property sets up stones or removes them.
fn sets_up(property: &str) -> bool {
    matches!(property, "AB" | "AW" | "AE")
}

/// Whether a property is read, or means nothing once the file is read.
fn is_known(property: &str, is_root: bool) -> bool {
    match property {
        "SZ" | "RU" | "PB" | "PW" | "EV" | "DT" | "RE" => is_root,
        "B" | "W" | "AB" | "AW" | "AE" | "PL" | "C" | "N" | "LB" | "HO" => true,
        _ if quest::is_opening(property) => true,
        _ => TECHNICAL.contains(&property),
    }
}

/// Whether a property states how the game ended, and not that this is unknown.
fn is_other_result(property: &Property<'_>) -> bool {
    let stated = property.values.first().map(|value| value.trim());
    property.name == "RE" && stated.is_some_and(|value| !matches!(value, "" | "?"))
}

impl OpenGame<'_> {
    /// Whether stones may still be set up: nothing was played, and no variation has ended.
    const fn is_begin(&self) -> bool {
        self.game.tree.len() == 1 && !self.has_ended
    }

    /// Sets up the stones of a node. Returns whether there are any.
    fn set_up(
        &mut self,
        source: Source<'_>,
        node: &Node<'_>,
        lost: &mut Losses,
    ) -> Result<bool, NotationError> {
        let mut is_set_up = false;
        for property in node {
            let color = match property.name.as_str() {
                "AB" => Some(Color::Black),
                "AW" => Some(Color::White),
                "AE" => None,
                "PL" => {
                    let value = property.values.first().copied().unwrap_or_default();
                    let color = read_color(value);
                    let color =
                        color.ok_or_else(|| source.expected("a side to move, B or W", value))?;
                    if self.is_begin() {
                        self.game.to_move = Some(color);
                        is_set_up = true;
                    } else {
                        lost.add(Loss::Turn, 1);
                    }
                    continue;
                }
                _ => continue,
            };
            for value in &property.values {
                self.put(source, color, value)?;
                is_set_up = true;
            }
        }
        Ok(is_set_up)
    }

    /// Sets up stones on a point or a rectangle, or removes stones if `color` is `None`. What was
    /// there before is replaced.
    fn put(
        &mut self,
        source: Source<'_>,
        color: Option<Color>,
        value: &str,
    ) -> Result<(), NotationError> {
        let Some(collector) = &self.collector else { return Ok(()) };
        let [from, to] = rectangle(source, collector, value)?;
        let setup = &mut self.game.setup;
        let is_inside = |point: Point| {
            (from.x()..=to.x()).contains(&point.x()) && (from.y()..=to.y()).contains(&point.y())
        };
        setup.retain(|stone| !is_inside(stone.point));
        if let Some(color) = color {
            let points = collector.size.points().filter(|&point| is_inside(point));
            setup.extend(points.map(|point| Stone { color, point }));
        }
        let mut taken = PointSet::EMPTY;
        setup.iter().for_each(|stone| taken.insert(stone.point));
        self.path = Path::new(&self.game.tree, taken);
        self.set_up_at = self.variations.len();
        Ok(())
    }

    /// Plays the moves of an opening that a node has, Black and White in turn. Returns how many
    /// there are.
    fn play_opening(
        &mut self,
        source: Source<'_>,
        node: &Node<'_>,
    ) -> Result<usize, NotationError> {
        let mut count = 0;
        for value in node.iter().flat_map(quest::points) {
            let before = self.game.tree.action(self.path.node).map(|before| !before.color);
            let color = before.or(self.game.to_move).unwrap_or(Color::Black);
            self.play_move(source, color, value)?;
            let placed = self.game.tree.action(self.path.node).and_then(|action| action.point);
            placed.into_iter().for_each(|point| self.opening.insert(point));
            count += 1;
        }
        Ok(count)
    }

    /// Plays the moves of a node. Returns how many are left out, since they go to points of the
    /// opening.
    fn play(&mut self, source: Source<'_>, moves: &Moves<'_, '_>) -> Result<usize, NotationError> {
        let mut left_out = 0;
        for &(color, property) in &moves.moves {
            let value = property.values.first().copied().unwrap_or_default();
            if self.is_of_opening(value) {
                left_out += 1;
            } else {
                self.play_move(source, color, value)?;
            }
        }
        Ok(left_out)
    }

    /// Whether a value names a point of the opening.
    fn is_of_opening(&self, value: &str) -> bool {
        let point = self.collector.as_ref().and_then(|own| point(own, value).ok().flatten());
        point.is_some_and(|point| self.opening.contains(point))
    }

    fn play_move(
        &mut self,
        source: Source<'_>,
        color: Color,
        value: &str,
    ) -> Result<(), NotationError> {
        let Some(collector) = &self.collector else { return Ok(()) };
        let fail = |problem| source.error(value, problem);
        let point = point(collector, value).map_err(fail)?;
        if let Some(point) = point.filter(|&point| self.path.is_taken(point)) {
            return Err(fail(Problem::Taken(point.label(collector.size))));
        }
        let child =
            self.game.tree.add(self.path.node, Some(Move { color, point })).map_err(fail)?;
        self.path.enter(&self.game.tree, child);
        Ok(())
    }

    /// The notes of a node. Texts of a property that has several values, or is repeated, are
    /// joined. Of several labels of a point the last one stays, and `lost` gets the others.
    fn notes(
        &self,
        source: Source<'_>,
        node: &Node<'_>,
        lost: &mut Losses,
    ) -> Result<Notes, NotationError> {
        let mut notes = Notes::default();
        for property in node {
            let texts = property.values.iter().map(|value| unescape(value));
            match property.name.as_str() {
                "N" => texts.for_each(|text| {
                    append(&mut notes.title, &text.replace('\n', " "), " / ");
                }),
                "C" => texts.for_each(|text| append(&mut notes.comment, &text, "\n")),
                "HO" => notes.is_marked = true,
                "LB" => {
                    for value in &property.values {
                        let (place, text) = value.split_once(':').ok_or_else(|| {
                            source.expected("a point and a text such as hh:A", value)
                        })?;
                        let Some(collector) = &self.collector else { continue };
                        let place = point(collector, place).map_err(|p| source.error(value, p))?;
                        let place = place.ok_or_else(|| source.expected("a point", value))?;
                        let text = unescape(text).replace('\n', " ");
                        let replaced = notes.label(place).filter(|own| !own.is_empty());
                        let is_lost = replaced.is_some_and(|own| own != text);
                        lost.add(Loss::Label, usize::from(is_lost));
                        notes.set_label(place, text);
                    }
                }
                _ => {}
            }
        }
        notes.labels.retain(|(_, text)| !text.is_empty());
        Ok(notes)
    }
}
