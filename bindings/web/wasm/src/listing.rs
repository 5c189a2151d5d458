//! The games of a file one by one: each as SGF, with what a list of games shows of it.

use std::time::Duration;

use fukumi_core::board::Stone;
use fukumi_core::clock::Instant;
use fukumi_core::geometry::Color;
use fukumi_core::opening::NamedOpening;
use fukumi_core::rule::Rule;
use fukumi_records::game::Game;
use fukumi_records::replay::Replay;
use fukumi_records::sgf;
use serde_json::{Value, json};

use crate::error::Answer;
use crate::explorer::{Failure, games};
use crate::request::AddGames;
use crate::session::Session;
use crate::view::{self, Name};

/// Longest time that games are collected before they are reported, and the most bytes of them.
const REPORT_INTERVAL: Duration = Duration::from_millis(100);
const REPORT_BYTES: usize = 1 << 20;

impl Session {
    /// Reports the games of a file, several at a time.
    pub(crate) fn list_games(&self, asked: &AddGames) -> Answer {
        let rule = asked.rule.map_or_else(Rule::default, Name::get);
        let read = games(asked)?;
        let total = read.len();
        let (mut listed, mut left) = (0, Vec::new());
        let (mut waiting, mut bytes, mut sent) = (Vec::new(), 0, Instant::now());
        let mut is_stopped = false;
        for (index, game) in read.into_iter().enumerate() {
            match game.and_then(|game| list(game, rule)) {
                Ok((game, length)) => {
                    listed += 1;
                    bytes += length;
                    waiting.push(game);
                }
                Err(failure) => left.push(failure),
            }
            let done = index + 1;
            if done == total || bytes >= REPORT_BYTES || sent.elapsed() >= REPORT_INTERVAL {
                (bytes, sent) = (0, Instant::now());
                let games = std::mem::take(&mut waiting);
                let report = json!({ "done": done, "total": total, "games": games });
                (self.host.report)(&report.to_string());
                if done < total && (self.host.is_interrupted)() {
                    is_stopped = true;
                    break;
                }
            }
        }
        Ok(json!({
            "games": listed,
            "unreadable": left.len(),
            "problem": left.first().map(Failure::view),
            "stopped": is_stopped,
        }))
    }
}

/// A game as a list shows it, and the length of its text.
fn list(mut game: Game, rule: Rule) -> Result<(Value, usize), Failure> {
    let mut replay = Replay::new(&game)?;
    game.tree.walk().try_for_each(|node| replay.go_to(node))?;
    let rule = *game.rule.get_or_insert(rule);
    let (text, _) = sgf::tree::write(&game, "UTF-8");
    let result = game.winner(rule).map(|winner| winner.map_or("draw", Color::name));
    let [black, white] = &game.players;
    let view = json!({
        "sgf": text,
        "key": format!("{:016x}", key(&game, rule)),
        "title": sgf::tree::title(&game),
        "rule": rule.name(),
        "width": game.size.width(),
        "height": game.size.height(),
        "black": black,
        "white": white,
        "event": game.event,
        "date": game.date,
        "result": result,
        "moves": game.moves().count(),
        "nodes": game.tree.len(),
        "opening": opening(&game).map(view::named),
    });
    Ok((view, text.len()))
}

/// The name of the opening.
fn opening(game: &Game) -> Option<&'static NamedOpening> {
    if !game.setup.is_empty() {
        return None;
    }
    let mut moves = game.moves();
    let mut next = |color| moves.next().filter(|action| action.color == color)?.point;
    NamedOpening::of([next(Color::Black)?, next(Color::White)?, next(Color::Black)?], game.size)
}

/// A number that games have in common with the same rule, board, players, stones and moves,
/// variations included: FNV-1a, which is the same in all versions.
fn key(game: &Game, rule: Rule) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut add = |bytes: &[u8]| {
        for &byte in bytes {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    };
    let stone = |stone: &Stone| [stone.color as u8, stone.point.x(), stone.point.y()];
    add(rule.name().as_bytes());
    add(&[0xff, game.size.width(), game.size.height()]);
    for player in &game.players {
        add(player.as_deref().unwrap_or_default().trim().as_bytes());
        add(&[0xff]);
    }
    let mut setup: Vec<_> = game.setup.iter().map(stone).collect();
    setup.sort_unstable();
    setup.iter().for_each(|bytes| add(bytes));
    if game.tree.walk().all(|id| game.tree.action(id).is_none()) {
        add(&[game.to_move.map_or(2, |color| color as u8)]);
    }
    // The number of moves before each node.
    let mut depths = vec![0_u32; game.tree.len()];
    for id in game.tree.walk() {
        let before = game.tree.parent(id).map_or(0, |parent| depths[parent.index()]);
        let Some(action) = game.tree.action(id) else {
            depths[id.index()] = before;
            continue;
        };
        depths[id.index()] = before + 1;
        add(&before.to_le_bytes());
        match action.point {
            Some(point) => add(&stone(&Stone { color: action.color, point })),
            None => add(&[action.color as u8]),
        }
    }
    hash
}
