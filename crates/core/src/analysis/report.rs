//! A game with everything that was found out about it.

use crate::geometry::Color;
use crate::score::Score;
use crate::solver::Verdict;
use crate::solver::proof::Proof;

use super::examine::Finding;
use super::judgement::{Judgement, Mark, Summary, Thresholds, log_odds};
use super::{AnalysisGame, EvaluatedLine, Evaluation, Win};

/// Which side has lost, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Defeat {
    /// The side that has lost.
    pub loser: Color,
    /// Index of the loser's move from which on the loss is proven, up to the last position. `None`
    /// if it is proven from the first position on.
    pub index: Option<usize>,
}

/// A game with everything that was found out about it.
#[derive(Clone, Debug)]
pub struct AnalysisReport {
    /// The positions before each move and after the last one; `None` where the work was stopped.
    pub evaluations: Vec<Option<Evaluation>>,
    /// The judgements of the moves; `None` if the position before or after is unknown.
    pub judgements: Vec<Option<Judgement>>,
    /// The moves of each side together, Black's first.
    pub summaries: [Summary; 2],
    /// Where the game was lost; `None` if it is not decided: the result of the last position is
    /// unknown or a draw.
    pub defeat: Option<Defeat>,
}

impl AnalysisReport {
    /// Puts together the findings about the positions of a game, of which there are
    /// [`AnalysisGame::positions`]. Findings missing at the end are unknown.
    pub fn new(
        game: &AnalysisGame,
        findings: Vec<Option<Finding>>,
        thresholds: &Thresholds,
    ) -> Self {
        let count = game.moves().len();
        let (mut evaluations, mut played) = (Vec::new(), Vec::new());
        for finding in findings {
            let (evaluation, verdict) = match finding {
                Some(Finding { evaluation, played }) => (Some(evaluation), played),
                None => (None, None),
            };
            evaluations.push(evaluation);
            played.push(verdict);
        }
        evaluations.resize(count + 1, None);
        played.resize(count + 1, None);
        if let Some(end) = game.end() {
            evaluations[count] = Some(Evaluation::over(end, game.to_move(count)));
        }
        let kept = follow_wins(game, &mut evaluations, &played);
        look_back(game, &mut evaluations);
        let defeat = find_defeat(game, &evaluations);
        let lost_by = defeat.and_then(|defeat| defeat.index);
        let judge = |index: usize| {
            let (before, after) = (evaluations[index].as_ref()?, evaluations[index + 1].as_ref()?);
            let judge = Judge { game, thresholds, lost_by };
            Some(judge.judge(index, before, after, &kept[index]))
        };
        let mut judgements: Vec<Option<Judgement>> = (0..count).map(judge).collect();
        let costliest = Color::ALL.map(|color| find_costliest(color, game, &judgements));
        for &index in costliest.iter().flatten() {
            if let Some(judgement) = &mut judgements[index] {
                judgement.mark.get_or_insert(Mark::Inaccuracy);
            }
        }
        let judged = || {
            let movers = game.moves().iter().map(|stone| stone.color);
            movers.zip(&judgements).filter_map(|(mover, j)| Some((mover, j.as_ref()?)))
        };
        let summaries =
            Color::ALL.map(|color| Summary::of(color, costliest[color.index()], judged()));
        Self { evaluations, judgements, summaries, defeat }
    }

    /// Whether the work was finished, so that nothing is unknown.
    pub fn is_complete(&self) -> bool {
        self.evaluations.iter().all(Option::is_some)
    }

    /// Black's chance of winning after `played` moves, from 0 to 1.
    pub fn black_win_rate(&self, game: &AnalysisGame, played: usize) -> Option<f64> {
        let evaluation = self.evaluations.get(played)?.as_ref()?;
        Some(evaluation.win_rate(Color::Black, game.to_move(played)))
    }
}

/// Whether the turn changes with the move of this index. It does not if the next move follows a
/// pass.
fn is_turn_changed(game: &AnalysisGame, index: usize) -> bool {
    game.to_move(index + 1) != game.to_move(index)
}

/// Passes proven wins forward through the game. If the line of a proof is played, the next position
/// has the rest of it; a win of the solver also has an answer to other defences. Returns for each
/// move whether it keeps the win of the solver, if there is one.
fn follow_wins(
    game: &AnalysisGame,
    evaluations: &mut [Option<Evaluation>],
    played: &[Option<Verdict<Proof>>],
) -> Vec<Verdict<Proof>> {
    let mut carried: [Option<Win>; 2] = [None, None];
    let mut all_kept = Vec::with_capacity(game.moves().len());
    for (index, stone) in game.moves().iter().enumerate() {
        let [here, next] = &mut evaluations[index..index + 2] else { break };
        if let (Some(win), Some(here)) = (carried[0].take(), here.as_mut())
            && !here.score.is_win()
        {
            here.put_first(EvaluatedLine::of(&win.proof));
            here.win = Some(win);
        }
        let win = here.as_ref().and_then(|here| here.win.as_ref());
        let threats = win.map(|win| win.threats);
        let kept = match win {
            Some(win) if win.proof.attack == stone.point => Verdict::Win(win.proof.clone()),
            Some(_) => played[index].clone().unwrap_or(Verdict::Unknown),
            None => Verdict::Unknown,
        };
        let mut rest = None;
        if is_turn_changed(game, index) {
            let proven = match (&kept, here) {
                (Verdict::Win(proof), _) => Some(EvaluatedLine::of(proof)),
                (_, Some(here)) if here.best() == Some(stone.point) => here.lines.first().cloned(),
                _ => None,
            };
            if let (Some(proven), Some(next)) = (proven, next.as_mut()) {
                next.inherit(&proven);
            }
            if let (Verdict::Win(proof), Some(threats)) = (&kept, threats)
                && let Some(answer) = game.moves().get(index + 1)
                && is_turn_changed(game, index + 1)
            {
                rest = proof.clone().after(answer.point).map(|proof| Win { threats, proof });
            }
        }
        carried = [carried[1].take(), rest];
        all_kept.push(kept);
    }
    all_kept
}

/// Passes results backward through the game: a move that wins means that the position before it was
/// won.
fn look_back(game: &AnalysisGame, evaluations: &mut [Option<Evaluation>]) {
    for (index, stone) in game.moves().iter().enumerate().rev() {
        let [Some(here), Some(next)] = &mut evaluations[index..index + 2] else { continue };
        if here.score.is_win() || !is_turn_changed(game, index) {
            continue;
        }
        let Some(plies) = next.score.plies_to_end().filter(|_| next.score.is_loss()) else {
            continue;
        };
        let mut moves = vec![stone.point];
        moves.extend(next.lines.first().into_iter().flat_map(|line| &line.moves));
        let score = Score::win_in(plies.unsigned_abs() as usize + 1);
        here.put_first(EvaluatedLine { score, moves, depth: None });
    }
}

/// Finds where a game was lost whose last position is lost for one side.
fn find_defeat(game: &AnalysisGame, evaluations: &[Option<Evaluation>]) -> Option<Defeat> {
    let is_lost = |loser: Color, played: usize| {
        evaluations[played].as_ref().is_some_and(|found| {
            found.score.is_proven() && found.win_rate(loser, game.to_move(played)) == 0.0
        })
    };
    let last = evaluations.len() - 1;
    let loser = Color::ALL.into_iter().find(|&color| is_lost(color, last))?;
    let first = (0..=last).rev().take_while(|&played| is_lost(loser, played)).last()?;
    // The winner's moves come into question only around a pass.
    let index = game.moves()[..first].iter().rposition(|stone| stone.color == loser);
    Some(Defeat { loser, index })
}

/// Finds the move that cost `color` most; the first of those that cost the same.
///
/// If no move cost anything, but the side is worse at the end, it is the move after which the
/// search saw the largest drop.
fn find_costliest(
    color: Color,
    game: &AnalysisGame,
    judgements: &[Option<Judgement>],
) -> Option<usize> {
    let moves = || {
        game.moves()
            .iter()
            .zip(judgements)
            .enumerate()
            .filter(|(_, (stone, _))| stone.color == color)
            .filter_map(|(index, (_, judgement))| Some((index, judgement.as_ref()?)))
    };
    let most = |cost: fn(&Judgement) -> f64| {
        let costs = moves().map(|(index, judgement)| (index, cost(judgement)));
        let costs = costs.filter(|(_, cost)| *cost > 0.0);
        costs.rev().max_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(index, _)| index)
    };
    let is_worse = moves().next_back().is_some_and(|(_, judgement)| judgement.after < 0.5);
    most(Judgement::cost).or_else(|| most(Judgement::drop).filter(|_| is_worse))
}

/// What all moves of a game are judged by.
struct Judge<'a> {
    game: &'a AnalysisGame,
    thresholds: &'a Thresholds,
    /// Index of the move from which on the game is proven lost.
    lost_by: Option<usize>,
}

impl Judge<'_> {
    fn judge(
        &self,
        index: usize,
        evaluation_before: &Evaluation,
        evaluation_after: &Evaluation,
        kept: &Verdict<Proof>,
    ) -> Judgement {
        let stone = self.game.moves()[index];
        let [before, after] = [(evaluation_before, index), (evaluation_after, index + 1)]
            .map(|(found, played)| found.win_rate(stone.color, self.game.to_move(played)));
        // A proof counts even against the best move that the search knew.
        let allows_win = after == 0.0 && before > 0.0;
        let is_excused = evaluation_before.best() == Some(stone.point) && !allows_win;
        let (loss, log_odds_loss) = if is_excused {
            (0.0, 0.0)
        } else {
            ((before - after).max(0.0), (log_odds(before) - log_odds(after)).max(0.0))
        };
        let loses_game = self.lost_by == Some(index);
        let by_loss = self.thresholds.mark(loss, log_odds_loss);
        let missed_win = evaluation_before.score.is_win()
            && match kept {
                Verdict::Win(_) => false,
                // The move may win in another way.
                Verdict::NoWin => loss > 0.0,
                // Nothing is proven, so only a marked loss counts.
                Verdict::Unknown => by_loss.is_some(),
            };
        let mark = by_loss.max(loses_game.then_some(Mark::Mistake));
        Judgement { before, after, loss, log_odds_loss, mark, missed_win, allows_win, loses_game }
    }
}
