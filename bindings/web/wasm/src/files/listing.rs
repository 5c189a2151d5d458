//! The games of a file one by one: each as SGF, with what a list of games shows of it.

use std::time::Duration;

use fukumi_core::clock::Instant;
use fukumi_core::geometry::Color;
use fukumi_core::opening::NamedOpening;
use fukumi_core::rule::Rule;
use fukumi_records::game::Game;
use fukumi_records::replay::Replay;
use fukumi_records::sgf;

use super::Files;
use super::explorer::games;
use crate::answer::games::{GameResult, GamesReport, ListedGame, ListedGames};
use crate::answer::text::TextError;
use crate::error::Answered;
use crate::request::AddGames;
use crate::view::{self, Name};

/// Longest time that games are collected before they are reported, and the most bytes of them.
const REPORT_INTERVAL: Duration = Duration::from_millis(100);
const REPORT_BYTES: usize = 1 << 20;

impl Files {
    /// Reports the games of a file, several at a time.
    pub(super) fn list_games(&self, asked: &AddGames) -> Answered {
        let rule = asked.rule.map_or_else(Rule::default, Name::get);
        let mut is_stopped = (self.host.is_interrupted)();
        let (read, notices) = if is_stopped { Default::default() } else { games(asked)? };
        let total = read.len();
        let (mut listed, mut left) = (0, Vec::new());
        let (mut waiting, mut bytes, mut sent) = (Vec::new(), 0, Instant::now());
        let report = |done: usize, games: &mut Vec<_>| {
            let games = std::mem::take(games);
            (self.host.report)(&view::value(&GamesReport { done, total, games }).to_string());
        };
        for (done, game) in read.into_iter().enumerate() {
            is_stopped = (self.host.is_interrupted)();
            if is_stopped {
                if !waiting.is_empty() {
                    report(done, &mut waiting);
                }
                break;
            }
            match game.and_then(|game| list(game, rule)) {
                Ok((game, length)) => {
                    listed += 1;
                    bytes += length;
                    waiting.push(game);
                }
                Err(failure) => left.push(failure),
            }
            let done = done + 1;
            if done == total || bytes >= REPORT_BYTES || sent.elapsed() >= REPORT_INTERVAL {
                (bytes, sent) = (0, Instant::now());
                report(done, &mut waiting);
            }
        }
        Ok(view::value(&ListedGames {
            games: listed,
            unreadable: left.len(),
            problem: left.into_iter().next(),
            stopped: is_stopped,
            notices,
        }))
    }
}

/// A game as a list shows it, and the length of its text.
fn list(mut game: Game, rule: Rule) -> Result<(ListedGame, usize), TextError> {
    let mut replay = Replay::new(&game)?;
    game.tree.walk().try_for_each(|node| replay.go_to(node))?;
    let rule = *game.rule.get_or_insert(rule);
    let (sgf, _) = sgf::tree::write(&game, "UTF-8");
    let length = sgf.len();
    let [black, white] = game.players.clone();
    let listed = ListedGame {
        sgf,
        key: format!("{:016x}", game.digest(rule)),
        title: sgf::tree::title(&game),
        rule: Name(rule),
        width: game.size.width(),
        height: game.size.height(),
        result: game.winner(rule).map(GameResult::of),
        moves: game.moves().count(),
        nodes: game.tree.len(),
        opening: opening(&game).map(view::named_opening),
        event: game.event,
        date: game.date,
        black,
        white,
    };
    Ok((listed, length))
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
