//! The games of RenjuNet: `.rif` files, which are XML.
//!
//! A `game` has attributes (`rule`, `black`, `white`, `tournament`, `bresult` and others) and a
//! `move` with labels such as `h8` between blanks. An `info` is a comment, which is left out.
//! Players, tournaments and rules are numbers that refer to elements elsewhere in the file, by
//! their `id`; where a `player` has a `name` and a `surname`, and a `tournament` a `name` and a
//! `year`, these are taken. The result `bresult` is Black's: 1, 0.5 or 0. There is no published
//! definition; what is read of games comes from public programs that read the files. All games are
//! of renju, whatever the opening rule, and on 15x15.
//!
//! The reader is the crate `quick-xml`: it streams, so that the memory needed does not depend on
//! the markup; it has no recursion and expands no entities of the file's own.

use std::collections::BTreeMap;

use fukumi_core::geometry::{BoardSize, Color, PointSet};
use fukumi_core::rule::Rule;
use quick_xml::Reader as XmlReader;
use quick_xml::events::{BytesStart, Event};

use crate::error::{self, NotationError, Problem};
use crate::game::Game;
use crate::limits::{AT_MOST, MAX_GAMES, MAX_NODES};
use crate::lost::{Loss, Losses};
use crate::names::counted_name;
use crate::reading::{Fault, Reading};
use crate::result::GameResult;
use crate::source::Source;
use crate::tree::{Move, Path};

/// Side of the board.
const SIDE: i64 = 15;
/// Attributes that are read, and those that mean nothing outside the file.
const READ: [&str; 8] =
    ["id", "publisher", "tournament", "rule", "black", "white", "bresult", "opening"];

/// Whether the text begins like such a file.
pub fn is_database(text: &str) -> bool {
    let start: String =
        text.trim_start_matches('\u{feff}').trim_start().chars().take(4096).collect();
    start.starts_with('<')
        && ["<database", "<games", "<game "].iter().any(|tag| start.contains(tag))
}

/// A game with the numbers of its players and its tournament.
struct Numbered {
    game: Game,
    players: [String; 2],
    tournament: String,
    lost: Losses,
    /// What is wrong with it.
    fault: Option<Wrong>,
}

/// Reads all games.
///
/// # Errors
/// If the text is no XML, or a game has moves that make no sense.
pub fn read(text: &str) -> Result<(Vec<Game>, Losses), NotationError> {
    read_each(text)?.all()
}

/// Reads all games like [`read`], and leaves out those that make no sense. Where the text is no
/// XML, what is before is read.
///
/// # Errors
/// If there are no games.
pub fn read_each(text: &str) -> Result<Reading, NotationError> {
    let mut scan = Scan::default();
    let mut end = scan.run(text).err();
    // Where the text ends within a game, its moves may be cut off.
    if let Some(open) = scan.open_game().filter(|open| open.fault.is_none()) {
        let missing = (text.len(), Problem::expected("</game>", "the end"));
        open.fault = Some(end.take().unwrap_or(missing));
    }
    let Scan { names, games, .. } = scan;
    if games.is_empty() && end.is_none() {
        end = Some((text.len(), Problem::expected("a game of RenjuNet", "")));
    }
    let source = Source::new(text);
    let offsets = games.iter().filter_map(|game| game.fault.as_ref()).chain(&end);
    let mut places = source.places(offsets.map(|fault| fault.0)).into_iter();
    let mut fail = |problem: Problem| match places.next() {
        Some(place) => problem.at(place),
        None => problem.into(),
    };
    if let (true, Some((_, problem))) = (games.is_empty(), &end) {
        return Err(fail(problem.clone()));
    }
    let mut reading = Reading::default();
    for numbered in games {
        match numbered.fault {
            Some((_, problem)) => reading.push(None, Err(fail(problem))),
            None => {
                let game = names.give(numbered, &mut reading.lost);
                reading.push(None, Ok(game));
            }
        }
    }
    reading.faults.extend(end.map(|(_, problem)| Fault::from(fail(problem))));
    Ok(reading)
}

/// What is wrong, and at which byte.
type Wrong = (usize, Problem);

/// A walk through the events of the markup.
#[derive(Default)]
struct Scan {
    names: Names,
    games: Vec<Numbered>,
    /// Number of nodes of all games.
    nodes: usize,
    /// Whether a `game` is open, which is the last one.
    is_game: bool,
    /// Whether a `move` of a game is open, so that a text has its moves.
    is_moves: bool,
    /// Whether an `info` of a game is open of which no text has come yet.
    is_info: bool,
}

impl Scan {
    /// Takes all events, up to what is no XML or is too much.
    fn run(&mut self, text: &str) -> Result<(), Wrong> {
        let mut reader = XmlReader::from_str(text);
        loop {
            let byte = usize::try_from(reader.buffer_position()).unwrap_or(usize::MAX);
            let event = reader.read_event().map_err(|fault| {
                let byte = usize::try_from(reader.error_position()).unwrap_or(usize::MAX);
                (byte, Problem::expected("XML", &fault.to_string()))
            })?;
            if matches!(event, Event::Eof) {
                return Ok(());
            }
            self.take(event, byte)?;
        }
    }

    /// Takes the event at a byte.
    fn take(&mut self, event: Event<'_>, byte: usize) -> Result<(), Wrong> {
        let begins = matches!(event, Event::Start(_));
        match event {
            Event::Start(tag) | Event::Empty(tag) if tag.name().as_ref() == "game" => {
                if self.games.len() >= MAX_GAMES {
                    return Err((byte, Problem::too_many(AT_MOST)));
                }
                self.games.push(game(&tag, byte));
                // A tag that closes itself is a game without moves.
                self.is_game = begins;
            }
            Event::Start(tag) if tag.name().as_ref() == "move" => self.is_moves = self.is_game,
            Event::Start(tag) if tag.name().as_ref() == "info" => self.is_info = self.is_game,
            Event::Start(tag) | Event::Empty(tag) => self.names.add(&tag),
            Event::Text(text) if self.is_moves => return self.take_moves(&text, byte),
            Event::CData(text) if self.is_moves => return self.take_moves(&text, byte),
            Event::GeneralRef(entity) if self.is_moves => {
                if let Some(open) = self.sound_game() {
                    open.fault = Some((byte, Problem::expected("moves such as h8 i9", &entity)));
                }
            }
            Event::Text(text) if self.is_info => self.take_info(&text),
            Event::CData(text) if self.is_info => self.take_info(&text),
            Event::GeneralRef(entity) if self.is_info => self.take_info(&entity),
            Event::End(tag) if tag.name().as_ref() == "game" => self.is_game = false,
            Event::End(tag) if tag.name().as_ref() == "move" => self.is_moves = false,
            Event::End(tag) if tag.name().as_ref() == "info" => self.is_info = false,
            _ => {}
        }
        Ok(())
    }

    /// Plays moves of the last game.
    fn take_moves(&mut self, moves: &str, byte: usize) -> Result<(), Wrong> {
        let Some(open) = self.sound_game() else { return Ok(()) };
        let before = open.game.tree.len();
        open.fault = play(&mut open.game, moves).err().map(|problem| (byte, problem));
        let added = open.game.tree.len() - before;
        self.nodes += added;
        if self.nodes > MAX_NODES { Err((byte, Problem::TooManyNodes)) } else { Ok(()) }
    }

    /// Counts a comment of the last game, once for all its texts.
    fn take_info(&mut self, text: &str) {
        if text.trim().is_empty() {
            return;
        }
        self.is_info = false;
        if let Some(open) = self.games.last_mut() {
            open.lost.add(Loss::Comment, 1);
        }
    }

    /// The last game, if nothing is wrong with it so far.
    fn sound_game(&mut self) -> Option<&mut Numbered> {
        self.games.last_mut().filter(|open| open.fault.is_none())
    }

    /// The game that is open.
    fn open_game(&mut self) -> Option<&mut Numbered> {
        self.games.last_mut().filter(|_| self.is_game)
    }
}

/// The attributes of an element, without those that are no text.
fn attributes(tag: &BytesStart<'_>) -> Result<BTreeMap<String, String>, Problem> {
    let mut values = BTreeMap::new();
    for attribute in tag.attributes() {
        let attribute =
            attribute.map_err(|fault| Problem::expected("an attribute", &fault.to_string()))?;
        let key = attribute.key.as_ref().to_owned();
        let raw = attribute.value.into_owned();
        let value = quick_xml::escape::unescape(&raw).map(|value| value.into_owned());
        values.insert(key, value.unwrap_or(raw));
    }
    Ok(values)
}

/// The game of an element at a byte.
fn game(tag: &BytesStart<'_>, byte: usize) -> Numbered {
    let (mut values, fault) = match attributes(tag) {
        Ok(values) => (values, None),
        Err(problem) => (BTreeMap::new(), Some((byte, problem))),
    };
    let is_left_out = |(key, value): &(&String, &String)| {
        !READ.contains(&key.as_str()) && !value.trim().is_empty()
    };
    let mut lost = Losses::default();
    lost.add(Loss::Field, values.iter().filter(is_left_out).count());
    let mut game = Game::new(BoardSize::square(SIDE).expect("a side in range"));
    game.rule = Some(Rule::Renju);
    game.result = match values.get("bresult").map(|value| value.trim()) {
        Some("1") => Some(GameResult::Win(Color::Black)),
        Some("0.5") => Some(GameResult::Draw),
        Some("0") => Some(GameResult::Win(Color::White)),
        _ => None,
    };
    let mut take = |key| values.remove(key).unwrap_or_default();
    let (players, tournament) = ([take("black"), take("white")], take("tournament"));
    Numbered { game, players, tournament, lost, fault }
}

/// Plays moves such as `h8 i9`.
fn play(game: &mut Game, moves: &str) -> Result<(), Problem> {
    // Comments in the file may split the moves.
    let mut path = Path::new(&game.tree, PointSet::EMPTY);
    for node in game.tree.main_line().skip(1) {
        path.enter(&game.tree, node);
    }
    let begin = (game.tree.len() - 1) % 2;
    for (label, color) in moves.split_whitespace().zip(Color::ALL.into_iter().cycle().skip(begin)) {
        let point = game.size.parse_label(label).ok_or_else(|| Problem::OffBoard {
            found: error::excerpt(label),
            size: game.size,
            is_size_assumed: false,
        })?;
        if path.is_taken(point) {
            return Err(Problem::Taken(point.label(game.size)));
        }
        let child = game.tree.add(path.node, Some(Move { color, point: Some(point) }))?;
        path.enter(&game.tree, child);
    }
    Ok(())
}

/// What the numbers of players and tournaments stand for.
#[derive(Default)]
struct Names {
    players: BTreeMap<String, ReadName>,
    tournaments: BTreeMap<String, [ReadName; 2]>,
}

/// A name as games have it, and how much of it is cut off. It is found once, for it may be long and
/// belong to many games.
#[derive(Default)]
struct ReadName {
    name: Option<String>,
    lost: Losses,
}

impl ReadName {
    fn of(text: &str) -> Self {
        let mut lost = Losses::default();
        Self { name: counted_name(text, &mut lost), lost }
    }
}

impl Names {
    /// Takes the name of a player or a tournament. Without readable attributes there is none.
    fn add(&mut self, tag: &BytesStart<'_>) {
        let is_player = tag.name().as_ref() == "player";
        if !is_player && tag.name().as_ref() != "tournament" {
            return;
        }
        let mut values = attributes(tag).unwrap_or_default();
        let mut take = |key| values.remove(key).unwrap_or_default();
        let (id, own) = (take("id"), take("name"));
        if is_player {
            self.players.insert(id, ReadName::of(&format!("{own} {}", take("surname"))));
        } else {
            self.tournaments.insert(id, [own, take("year")].map(|text| ReadName::of(&text)));
        }
    }

    /// The game with its names. `lost` gets what it lacks.
    fn give(&self, numbered: Numbered, lost: &mut Losses) -> Game {
        let Numbered { mut game, players, tournament, lost: own, .. } = numbered;
        lost.add_all(&own);
        let mut name = |read: &ReadName| {
            lost.add_all(&read.lost);
            read.name.clone()
        };
        game.players = players.map(|id| self.players.get(&id).and_then(&mut name));
        if let Some([event, year]) = self.tournaments.get(&tournament) {
            game.event = name(event);
            game.date = name(year);
        }
        game
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DATABASE: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<database>
<players>
<player id="1" name="Anna" surname="&lt;A&gt;" country="1"/><player id="2" name="Bo"/>
</players>
<tournaments><tournament id="7" name="Cup &amp; Co" year="2020"></tournament></tournaments>
<games>
<game id="1" tournament="7" round="3" rule="1" black="1" white="2" bresult="0.5" btime=""
opening="4">
<move>h8 i9 h10</move>
<info>Nothing</info>
</game>
<game id="2" black="9" bresult="1"><move></move></game>
</games>
</database>"#;

    #[test]
    fn games_get_the_names_of_their_players() {
        assert!(is_database(DATABASE) && !is_database("<html><body>"));
        let (games, lost) = read(DATABASE).expect("two games");
        assert_eq!(games.len(), 2);
        let game = &games[0];
        assert_eq!(game.players, ["Anna <A>", "Bo"].map(|name| Some(name.into())));
        assert_eq!((game.event.as_deref(), game.date.as_deref()), (Some("Cup & Co"), Some("2020")));
        assert_eq!((game.result, game.rule), (Some(GameResult::Draw), Some(Rule::Renju)));
        assert_eq!(game.moves().count(), 3);
        assert_eq!(games[1].players, [None, None]);
        assert_eq!(games[1].result, Some(GameResult::Win(Color::Black)));
        assert_eq!(lost.to_string(), "1 comment, 1 field of another kind");
        let (games, lost) = read(&DATABASE.replace("Cup", &"Cup ".repeat(20))).expect("two games");
        assert_eq!(games[0].event.as_ref().map(String::len), Some(60));
        assert_eq!(lost.to_string(), "1 comment, 1 name or date, 1 field of another kind");
    }

    #[test]
    fn literal_text_is_text() {
        let text = "<games><info>a</info><game><move><![CDATA[h8 i9]]> <![CDATA[h10]]></move>\
                    <info> a &lt; b <![CDATA[c]]> d</info></game>\
                    <game><move>h8</move><info><![CDATA[a]]></info><info>&gt;</info></game>\
                    <game><move>h8</move><info> </info><info/></game></games>";
        let (games, lost) = read(text).expect("three games");
        let moves: Vec<usize> = games.iter().map(|game| game.moves().count()).collect();
        assert_eq!(moves, [3, 1, 1]);
        assert_eq!(lost.to_string(), "3 comments");
        let error = read("<game><move>\n<![CDATA[h8 h8]]></move></game>").expect_err("h8 twice");
        let message = "line 2, column 1: expected an empty point, found h8 taken";
        assert_eq!(error.to_string(), message);
    }

    #[test]
    fn mistakes_are_told_with_their_place() {
        for (text, message) in [
            ("<games>", "line 1, column 8: expected a game of RenjuNet, found nothing"),
            (
                "<game>\n<move>h8 h8</move></game>",
                "line 2, column 7: expected an empty point, found h8 taken",
            ),
            (
                "<game><move>h16</move></game>",
                "line 1, column 13: expected a point on the board of 15x15, found 'h16'",
            ),
            ("<game><move>h8", "line 1, column 15: expected </game>, found 'the end'"),
        ] {
            assert_eq!(read(text).expect_err(text).to_string(), message);
        }
        for text in [
            "<game><move>h8 &x; i9</move></game>",
            "<game></games>",
            "<game a=b></game>",
            "<game><move",
            "<",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_damaged_game_leaves_the_others_whole() {
        let text = DATABASE.replace("h8 i9 h10", "h8 i9 h8").replace("<move></move>", "<move>a1")
            + "<game><move>h8 i9</move></game><game><move>a1 a2</mo";
        let text = text.replace("<move>a1\n", "<move>a1</move>\n");
        let text = text.replace("<move>a1</game>", "<move>a1</move></game>");
        let reading = read_each(&text).expect("games");
        let numbers: Vec<usize> = reading.games.iter().map(|entry| entry.number).collect();
        assert_eq!(numbers, [2, 3]);
        let faults: Vec<String> = reading.faults.iter().map(ToString::to_string).collect();
        assert!(
            faults[0].starts_with("game 1: line 10, column 7: expected an empty"),
            "{faults:?}"
        );
        assert!(faults[1].starts_with("game 4: line "), "{faults:?}");
    }

    #[test]
    fn a_game_may_close_itself() {
        let text = "<games><game bresult='1'/><move>h8</move>\
                    <game><move>h8 i9</move></game><game bresult='0'/></games>";
        let (games, _) = read(text).expect("three games");
        let moves: Vec<usize> = games.iter().map(|game| game.moves().count()).collect();
        assert_eq!(moves, [0, 2, 0]);
        assert_eq!(games[2].result, Some(GameResult::Win(Color::White)));
    }

    #[test]
    fn entities_are_not_expanded() {
        let bomb = "<!DOCTYPE d [<!ENTITY a \"aaaa\">]><game black='1'><move>h8</move></game>\
                    <player id='1' name='&a;'/>";
        let (games, _) = read(bomb).expect("a game");
        assert_eq!(games[0].players[0].as_deref(), Some("&a;"));
    }
}
