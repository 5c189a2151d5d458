//! Smart Game Format with all variations, comments and texts on the board.

use std::fmt::Write;

use fukumi_core::board::Stone;
use fukumi_core::geometry::{BoardSize, Color, Point, PointSet};

use super::{
    Moves, Node, Property, Token, Tokens, kind, main_line, note_unknown, parts, point, quest,
    read_color, read_rule, read_size, rectangle, unescape,
};
use crate::game::{Game, Loss, Losses};
use crate::reading::{Notice, Notices, Reading};
use crate::source::Source;
use crate::tree::{MAX_NODES, Move, NodeId, Notes, Path, Tree};
use crate::write::{GameResult, escape, side_text};
use crate::{Collector, Hints, NotationError, Problem, board_size, name, normalised};

/// Maximum number of games of a file.
pub const MAX_GAMES: usize = 1 << 20;

/// [`MAX_GAMES`] in an error.
pub(crate) const AT_MOST: &str = "at most 1048576 games";

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
        if open.game.tree.len() > 1 && node.iter().any(|property| sets_up(&property.name)) {
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
        note_unknown(&node, is_root, &mut self.notices);
        let of_opening = open.play_opening(source, &node)?;
        self.notices.add(Notice::QuestOpening, of_opening);
        let left_out = open.play(source, &moves)?;
        self.notices.add(Notice::TakenByOpening, left_out);
        let is_played = of_opening > 0 || moves.moves.len() > left_out;
        let mut notes = open.notes(source, &node)?;
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
            open.game.tree.notes_mut(open.path.node).merge(&notes);
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

/// A reader of the first node of a game.
struct Header<'a, 'h> {
    source: Source<'a>,
    hints: &'h Hints,
    notices: &'h mut Notices,
}

impl Header<'_, '_> {
    /// Reads what the node says about the game, and returns the stated size.
    fn read(
        self,
        node: &Node<'_>,
        game: &mut Game,
        lost: &mut Losses,
    ) -> Result<Option<BoardSize>, NotationError> {
        let Self { source, hints, notices } = self;
        let mut size = None;
        let text = |value: &str| name(&unescape(value));
        for property in node {
            let Some(&value) = property.values.first() else { continue };
            let is_stated = !value.trim().is_empty();
            match property.name.as_str() {
                "SZ" => size = Some(read_size(value).map_err(|p| source.error(value, p))?),
                "RU" => {
                    game.rule = read_rule(value, notices);
                    lost.add(Loss::Rule, usize::from(is_stated && game.rule.is_none()));
                }
                "PB" => game.players[0] = text(value),
                "PW" => game.players[1] = text(value),
                "EV" => game.event = text(value),
                "DT" => game.date = text(value),
                "RE" => {
                    set_result(game, &unescape(value));
                }
                _ => {}
            }
        }
        game.size = board_size(size, hints)?;
        Ok(size)
    }
}

/// The title of a game, which SGF has as `GN` at the root; `None` if there is none.
pub fn title(game: &Game) -> Option<String> {
    let notes = game.tree.notes(game.tree.root())?;
    let value = notes.others.iter().find_map(|other| other.strip_prefix("GN["))?;
    name(&unescape(value.strip_suffix(']')?))
}

/// The result of a game as SGF has it, as in `B+R` or `0`; `None` if it is not known.
pub fn result(game: &Game) -> Option<String> {
    Some(match game.result? {
        GameResult::Draw => "0".into(),
        GameResult::Win(color) => {
            let winner = if color == Color::Black { "B+" } else { "W+" };
            format!("{winner}{}", game.won_by.as_deref().unwrap_or_default())
        }
    })
}

/// Sets the result of a game, as in `B+R`, `0` or `Draw`. Returns whether the text is one.
pub fn set_result(game: &mut Game, text: &str) -> bool {
    game.result = read_result(text);
    let how = text.split_once('+').filter(|_| matches!(game.result, Some(GameResult::Win(_))));
    game.won_by = how.and_then(|(_, how)| name(how));
    game.result.is_some()
}

/// The result, as in `B+R`, `0` or `Draw`.
fn read_result(value: &str) -> Option<GameResult> {
    let value = value.trim().to_ascii_lowercase();
    match value.as_str() {
        // Some renju servers write the last one.
        "0" | "draw" | "b+draw" | "w+draw" => Some(GameResult::Draw),
        _ if value.starts_with("b+") => Some(GameResult::Win(Color::Black)),
        _ if value.starts_with("w+") => Some(GameResult::Win(Color::White)),
        _ => None,
    }
}

impl OpenGame<'_> {
    /// Sets up the stones of a node. Returns whether there are any.
    fn set_up(
        &mut self,
        source: Source<'_>,
        node: &Node<'_>,
        lost: &mut Losses,
    ) -> Result<bool, NotationError> {
        let is_begin = self.game.tree.len() == 1;
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
                    if is_begin {
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

    fn notes(&self, source: Source<'_>, node: &Node<'_>) -> Result<Notes, NotationError> {
        let mut notes = Notes::default();
        for property in node {
            let value = property.values.first().copied().unwrap_or_default();
            match property.name.as_str() {
                "N" => notes.title = unescape(value).replace('\n', " "),
                "C" => notes.comment = unescape(value),
                "HO" => notes.is_marked = true,
                "LB" => {
                    for value in &property.values {
                        let (place, text) = value.split_once(':').ok_or_else(|| {
                            source.expected("a point and a text such as hh:A", value)
                        })?;
                        let Some(collector) = &self.collector else { continue };
                        let place = point(collector, place).map_err(|p| source.error(value, p))?;
                        let place = place.ok_or_else(|| source.expected("a point", value))?;
                        notes.set_label(place, unescape(text).replace('\n', " "));
                    }
                }
                _ => {}
            }
        }
        notes.labels.retain(|(_, text)| !text.is_empty());
        Ok(notes)
    }
}

/// Writes a game. `charset` is the name of the encoding in which the text will be stored.
pub fn write(game: &Game, charset: &str) -> (String, Losses) {
    let mut text = String::new();
    let mut lost = Losses::default();
    let size = side_text(game.size, ':');
    // Writing to a string does not fail.
    let _ = write!(text, "(;FF[4]GM[4]CA[{}]SZ[{size}]", escape(charset));
    let property = |text: &mut String, name: &str, value: &str| {
        let _ = write!(text, "{name}[{}]", escape(value));
    };
    if let Some(rule) = game.rule {
        property(&mut text, "RU", rule.name());
    }
    let [black, white] = &game.players;
    for (key, value) in [("PB", black), ("PW", white), ("EV", &game.event), ("DT", &game.date)] {
        if let Some(value) = value {
            property(&mut text, key, value);
        }
    }
    if let Some(result) = result(game) {
        property(&mut text, "RE", &result);
    }
    for (key, color) in [("AB", Color::Black), ("AW", Color::White)] {
        let mut stones = game.setup.iter().filter(|stone| stone.color == color).peekable();
        if stones.peek().is_some() {
            text += key;
            stones.for_each(|stone| text += &format!("[{}]", letters(stone.point)));
        }
    }
    match game.to_move {
        Some(Color::Black) => text += "PL[B]",
        Some(Color::White) => text += "PL[W]",
        None => {}
    }
    let mut notes = game.tree.notes(game.tree.root()).cloned().unwrap_or_default();
    // A result that was not understood is not written beside a later one.
    notes.others.retain(|other| game.result.is_none() || !other.starts_with("RE["));
    write_notes(&mut text, Some(&notes), &mut lost);
    text.push('\n');
    write_nodes(&mut text, &game.tree, &mut lost);
    text += ")\n";
    (text, lost)
}

/// Writes all nodes but the root.
fn write_nodes(text: &mut String, tree: &Tree, lost: &mut Losses) {
    let mut next = tree.next(tree.root());
    while let Some(id) = next {
        if tree.has_siblings(id) {
            text.push('(');
        }
        text.push(';');
        if let Some(action) = tree.action(id) {
            text.push(if action.color == Color::Black { 'B' } else { 'W' });
            text.push('[');
            *text += &action.point.map(letters).unwrap_or_default();
            text.push(']');
        }
        write_notes(text, tree.notes(id), lost);
        // Close the variations that end here.
        let mut end = id;
        next = tree.children(end).next();
        while next.is_none() {
            if tree.has_siblings(end) {
                *text += ")\n";
            }
            next = tree.next_sibling(end);
            match tree.parent(end) {
                Some(parent) if next.is_none() => end = parent,
                _ => break,
            }
        }
    }
}

fn write_notes(text: &mut String, notes: Option<&Notes>, lost: &mut Losses) {
    let Some(notes) = notes else { return };
    lost.add(Loss::Mark, usize::from(notes.is_start));
    // Writing to a string does not fail.
    if !notes.title.is_empty() {
        let _ = write!(text, "N[{}]", escape(&notes.title.replace(['\n', '\r'], " ")));
    }
    if !notes.comment.is_empty() {
        let _ = write!(text, "C[{}]", escape(&notes.comment.replace("\r\n", "\n")));
    }
    if !notes.labels.is_empty() {
        *text += "LB";
        for (point, label) in &notes.labels {
            let label = escape(&label.replace(['\n', '\r'], " ")).replace(':', "\\:");
            let _ = write!(text, "[{}:{label}]", letters(*point));
        }
    }
    if notes.is_marked {
        *text += "HO[1]";
    }
    text.extend(notes.others.iter().map(String::as_str));
}

/// The letters of a point, as in `hh`.
fn letters(point: Point) -> String {
    [point.x(), point.y()].map(|index| char::from(b'a' + index)).iter().collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::game::tests::{Shape, game, position};

    fn parse(text: &str) -> Result<Vec<Game>, NotationError> {
        read(text, &Hints::default()).map(|(games, _)| games)
    }

    #[test]
    fn variations_are_read_and_written() {
        let text = "(;FF[4]GM[4]CA[UTF-8]SZ[15]RU[renju]PB[A\\\\]PW[\\]]DT[2020]\
                    RE[W+]N[root]C[a\nb]\n;B[hh];W[ig]C[1](;B[ii]LB[aa:A][bb:x\\:y]HO[1])\n\
                    (;B[jj];W[](;B[kk])\n(;B[ll])\n)\n)\n";
        let games = parse(text).expect("a game");
        let [game] = games.as_slice() else { panic!("one game") };
        assert_eq!(game.players, ["A\\", "]"].map(|name| Some(name.into())));
        assert_eq!(game.result, Some(GameResult::Win(Color::White)));
        assert_eq!((game.tree.len(), game.moves().count()), (8, 3));
        assert_eq!(write(game, "UTF-8"), (text.into(), Losses::default()));
    }

    #[test]
    fn stones_are_set_up_before_the_first_move() {
        let game = &parse("(;SZ[20:10]AB[aa:ba]AW[ca]PL[W];AE[aa]AB[td];W[ee])").expect("one")[0];
        let stones: Vec<_> = game.setup.iter().map(|s| (s.color, s.point)).collect();
        let (black, white) = (Color::Black, Color::White);
        let expected =
            [(black, Point::new(1, 0)), (white, Point::new(2, 0)), (black, Point::new(19, 3))];
        assert_eq!(stones, expected);
        assert_eq!((game.to_move, game.tree.len()), (Some(white), 2));
        for game in [game, &position()] {
            let (text, lost) = write(game, "UTF-8");
            let mut again = parse(&text).expect("our own").remove(0);
            assert!(lost.is_empty());
            again.setup.sort_by_key(|stone| stone.point);
            let mut game = game.clone();
            game.setup.sort_by_key(|stone| stone.point);
            assert_eq!(again, game);
        }
    }

    #[test]
    fn how_a_game_was_won_is_kept() {
        for result in ["B+R", "W+T", "W+Resign", "B+3.5", "B+", "0", "Void", "no result"] {
            let text = format!("(;FF[4]GM[4]CA[UTF-8]SZ[15]RE[{result}]\n;B[hh])\n");
            assert_eq!(write(&parse(&text).expect("a game")[0], "UTF-8").0, text);
        }
        let mut game = parse("(;RE[Void];B[hh])").expect("a game").remove(0);
        set_result(&mut game, "W+R");
        let text = write(&game, "UTF-8").0;
        assert!(text.contains("RE[W+R]") && !text.contains("Void"));
        assert!(!write(&parse("(;RE[?];B[hh])").expect("a game")[0], "UTF-8").0.contains("RE"));
    }

    #[test]
    fn several_games_and_what_is_lost() {
        let text = "a (;B[hh]KM[6]) b (;SZ[19]FF[4]RU[Go]RE[?];W[aa]CR[hh]BL[1];PL[B]) c";
        let (games, lost) = read(text, &Hints::default()).expect("two games");
        assert_eq!(games.len(), 2);
        assert_eq!(games[0].moves().count(), 1);
        assert_eq!(lost.to_string(), "1 rule, 1 side to move");
    }

    #[test]
    fn what_is_not_understood_is_written_again() {
        let text = "(;FF[4]GM[4]CA[UTF-8]SZ[15]KM[0]GC[a\\]\nb\\\\]\n;B[hh]TR[aa][bb]BL[1.5]\
                    (;W[ig]C[x]PM[1])\n(;W[hi]LB[aa:1]SZ[9]))\n";
        let games = parse(text).expect("a game");
        assert_eq!(write(&games[0], "UTF-8").0.replace(")\n)", "))"), text);
        // Small letters in a name are left out, and so are blanks around the values.
        let game = &parse("(;TRiangle [aa]\n [bb];B[hh])").expect("a game")[0];
        assert!(write(game, "UTF-8").0.contains("TR[aa][bb]\n"));
    }

    #[test]
    fn mistakes_are_told_with_their_place() {
        for (text, message) in [
            ("", "line 1, column 1: expected a game such as (;B[hh]), found nothing"),
            ("(;B[hh]\n;W[hh])", "line 2, column 4: expected an empty point, found h8 taken"),
            ("(;AB[hh];W[hh])", "line 1, column 12: expected an empty point, found h8 taken"),
            ("(;LB[hh])", "line 1, column 6: expected a point and a text such as hh:A, found 'hh'"),
        ] {
            assert_eq!(parse(text).expect_err(text).to_string(), message);
        }
        // A point is taken only on the way to it.
        assert!(parse("(;B[hh](;W[ii])(;W[ii];B[jj]))").is_ok());
    }

    #[test]
    fn a_damaged_game_leaves_the_others_whole() {
        let text = "(;SZ[15];B[hh])\n(;SZ[15];B[hh];W[hh])\n(;SZ[15];B[hh]?)\n(;SZ[9];B[aa";
        let text = format!("{text}\n(;GM[1]SZ[19];B[pd])\n(;SZ[9];B[bb])");
        let reading = read_each(&text, &Hints::default()).expect("games");
        let numbers: Vec<usize> = reading.games.iter().map(|entry| entry.number).collect();
        assert_eq!(numbers, [1, 6]);
        let faults: Vec<String> = reading.faults.iter().map(ToString::to_string).collect();
        let expected = [
            "game 2: line 2, column 18: expected an empty point, found h8 taken",
            "game 3: line 3, column 15: expected (, ), ; or a property such as B[hh], found '?)'",
            "game 4: line 4, column 13: expected ] at the end of a value, found nothing",
            "game 5: line 5, column 6: expected Gomoku or Renju, GM[4], found GM[1], which is Go; \
             give gomoku as the game to read it all the same",
        ];
        assert_eq!(faults, expected);
        assert_eq!(reading.count(), 6);
    }

    #[test]
    fn what_programs_leave_out_or_add_is_read_with_a_notice() {
        for (text, moves, notice) in [
            ("Date: x (JST)\n\n(;SiZe[15];Black[hh];White[ii];)\n-- \n(:-)", 2, ""),
            ("(B[hh];W[ii])", 2, ""),
            ("(SZ[15];B[hh](W[ii])(W[jj]))", 2, ""),
            ("(;B[hh];W[ii]", 2, "1 game has no ) at its end and is read as far as it goes"),
            (
                "(;B[hh]W[ii];B[jj])",
                3,
                "1 node has moves of both sides, which are read one after the other",
            ),
            (
                "(;B[hh]B[aa];W[ii]W[bb])",
                2,
                "2 nodes have two moves of one side, and the second is left out",
            ),
            (
                "(;B[hh];AB[cc];W[dd](;B[ee])(;B[ff]))",
                1,
                "1 branch sets up stones after moves and is left out from there",
            ),
            (
                "(;B[hh](;W[ii];B[jj])(;AE[hh](;B[kk]))(;W[kk]))",
                3,
                "1 branch sets up stones after moves and is left out from there",
            ),
        ] {
            let reading = read_each(text, &Hints::default()).expect(text);
            let [entry] = reading.games.as_slice() else { panic!("{text}: {:?}", reading.faults) };
            assert_eq!(entry.game.moves().count(), moves, "{text}");
            assert_eq!(reading.notices.lines().collect::<Vec<_>>().join("; "), notice, "{text}");
        }
    }

    #[test]
    fn deep_nesting_needs_no_stack() {
        const DEPTH: usize = 200_000;
        let text = format!("{}{}", "(;".repeat(DEPTH), ")".repeat(DEPTH));
        let games = parse(&text).expect("a game");
        assert_eq!(games[0].tree.len(), DEPTH);
        assert_eq!(parse(&write(&games[0], "UTF-8").0).expect("our own"), games);
    }

    proptest! {
        #[test]
        fn a_tree_is_read_as_it_was_written(game in game(Shape::Sgf)) {
            // What looks like Connect6 is refused.
            let colors = game.moves().map(|action| action.color);
            let hints = Hints::default();
            prop_assume!(kind::check_turns(Source::new(""), colors, &hints).is_ok());
            let (text, lost) = write(&game, "UTF-8");
            prop_assert!(lost.is_empty());
            prop_assert_eq!(parse(&text).expect("our own game"), [game]);
        }
    }
}
