//! A game with everything that was found out about it.

use crate::geometry::Color;
use crate::score::Score;
use crate::solver::Verdict;
use crate::solver::proof::Proof;

use super::examine::Finding;
use super::judgement::{Judgement, Summary, Thresholds};
use super::{EvaluatedLine, Evaluation, Game, Win};

/// A game with everything that was found out about it.
#[derive(Clone, Debug)]
pub struct Report {
    /// The positions before each move and after the last one; `None` where the work was stopped.
    pub evaluations: Vec<Option<Evaluation>>,
    /// The judgements of the moves; `None` if the position before or after is unknown.
    pub judgements: Vec<Option<Judgement>>,
    /// The moves of each side together, Black's first.
    pub summaries: [Summary; 2],
}

impl Report {
    /// Puts together the findings about the positions of a game, of which there are
    /// [`Game::positions`]. Findings missing at the end are unknown.
    pub fn new(game: &Game, findings: Vec<Option<Finding>>, thresholds: &Thresholds) -> Self {
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
        let judge = |index: usize| {
            let (before, after) = (evaluations[index].as_ref()?, evaluations[index + 1].as_ref()?);
            Some(judge(game, index, before, after, &kept[index], thresholds))
        };
        let judgements: Vec<Option<Judgement>> = (0..count).map(judge).collect();
        let judged = || {
            let movers = game.moves().iter().map(|stone| stone.color);
            movers.zip(&judgements).filter_map(|(mover, j)| Some((mover, j.as_ref()?)))
        };
        let summaries = Color::ALL.map(|color| Summary::of(color, judged()));
        Self { evaluations, judgements, summaries }
    }

    /// Whether the work was finished, so that nothing is unknown.
    pub fn is_complete(&self) -> bool {
        self.evaluations.iter().all(Option::is_some)
    }

    /// Black's chance of winning after `played` moves, from 0 to 1.
    pub fn black_win_rate(&self, game: &Game, played: usize) -> Option<f64> {
        let evaluation = self.evaluations.get(played)?.as_ref()?;
        Some(evaluation.win_rate(Color::Black, game.to_move(played)))
    }
}

/// Whether the turn changes with the move of this index. It does not if the next move follows a
/// pass.
fn is_turn_changed(game: &Game, index: usize) -> bool {
    game.to_move(index + 1) != game.to_move(index)
}

/// Passes proven wins forward through the game. If the line of a proof is played, the next position
/// has the rest of it; a win of the solver also has an answer to other defences. Returns for each
/// move whether it keeps the win of the solver, if there is one.
fn follow_wins(
    game: &Game,
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
fn look_back(game: &Game, evaluations: &mut [Option<Evaluation>]) {
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

fn judge(
    game: &Game,
    index: usize,
    before: &Evaluation,
    after: &Evaluation,
    kept: &Verdict<Proof>,
    thresholds: &Thresholds,
) -> Judgement {
    let stone = game.moves()[index];
    let is_best = before.best() == Some(stone.point);
    let rates = [(before, index), (after, index + 1)]
        .map(|(evaluation, played)| evaluation.win_rate(stone.color, game.to_move(played)));
    let loss = if is_best { 0.0 } else { (rates[0] - rates[1]).max(0.0) };
    let mark = thresholds.mark(loss);
    let missed_win = before.score.is_win()
        && match kept {
            Verdict::Win(_) => false,
            // The move may win in another way.
            Verdict::NoWin => loss > 0.0,
            // Nothing is proven, so only a marked loss counts.
            Verdict::Unknown => mark.is_some(),
        };
    let allows_win = !is_best && rates[1] == 0.0 && rates[0] > 0.0;
    Judgement { before: rates[0], after: rates[1], loss, mark, missed_win, allows_win }
}
