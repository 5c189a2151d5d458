//! What an analysis has found in a position, as a text that a page keeps and hands back.

use fukumi_core::analysis::{EvaluatedLine, Evaluation, Finding, Win};
use fukumi_core::geometry::Point;
use fukumi_core::pattern::Shape;
use fukumi_core::position::Position;
use fukumi_core::score::Score;
use fukumi_core::solver::proof::Proof;
use fukumi_core::solver::{Threats, Verdict};
use serde::{Deserialize, Serialize};

use crate::request::At;

/// Moves of the attacker in a proof. A longer one is found again: its check would take as long.
const MOST_MOVES: usize = 200;
/// The longest text, in bytes.
const MAX_BYTES: usize = 4_000;

/// A finding.
#[derive(Deserialize, Serialize)]
struct Written {
    score: i32,
    nodes: u64,
    lines: Vec<WrittenLine>,
    /// Whether fours alone win, and how.
    win: Option<(bool, Tree)>,
    played: Option<Played>,
}

/// Score, moves and depth.
#[derive(Deserialize, Serialize)]
struct WrittenLine(i32, Vec<Place>, Option<u32>);

/// Column and row.
#[derive(Clone, Copy, Deserialize, Serialize)]
struct Place(u8, u8);

/// Whether the move that was played wins as well.
#[derive(Deserialize, Serialize)]
enum Played {
    Win(Tree),
    NoWin,
    Unknown,
}

/// A proof: the attack, the answers, and the win after all others.
#[derive(Deserialize, Serialize)]
struct Tree(Place, Vec<(Place, Tree)>, Option<Box<Tree>>);

/// The text of a finding; `None` if it would be too long.
pub(crate) fn text(finding: &Finding) -> Option<String> {
    let Finding { evaluation: Evaluation { score, lines, win, nodes }, played } = finding;
    let line = |line: &EvaluatedLine| {
        let moves = line.moves.iter().copied().map(Place::from).collect();
        WrittenLine(line.score.points(), moves, line.depth)
    };
    let win = match win {
        Some(Win { threats, proof }) => Some((*threats == Threats::Fours, Tree::of(proof)?)),
        None => None,
    };
    let played = match played {
        Some(Verdict::Win(proof)) => Some(Played::Win(Tree::of(proof)?)),
        Some(Verdict::NoWin) => Some(Played::NoWin),
        Some(Verdict::Unknown) => Some(Played::Unknown),
        None => None,
    };
    let lines = lines.iter().map(line).collect();
    let written = Written { score: score.points(), nodes: *nodes, lines, win, played };
    serde_json::to_string(&written).ok().filter(|text| text.len() <= MAX_BYTES)
}

/// The finding of a text about a position in which `next` was played; `None` if it cannot be one.
/// Wins are proven again; values are taken as they are.
pub(crate) fn read(text: &str, position: &Position, next: Option<Point>) -> Option<Finding> {
    if text.len() > MAX_BYTES {
        return None;
    }
    let Written { score, nodes, lines, win, played } = serde_json::from_str(text).ok()?;
    let lines = lines.iter().map(|line| line.read(position)).collect::<Option<Vec<_>>>()?;
    let win = match win {
        Some((are_fours, tree)) => {
            let threats = if are_fours { Threats::Fours } else { Threats::FoursAndThrees };
            Some(Win { threats, proof: tree.read(position)? })
        }
        None => None,
    };
    let played = match played {
        Some(Played::Win(tree)) => {
            Some(Verdict::Win(tree.read(position).filter(|proof| Some(proof.attack) == next)?))
        }
        Some(Played::NoWin) => Some(Verdict::NoWin),
        Some(Played::Unknown) => Some(Verdict::Unknown),
        None => None,
    };
    let evaluation = Evaluation { score: score_of(score)?, lines, win, nodes };
    Some(Finding { evaluation, played })
}

/// The score with these points.
fn score_of(points: i32) -> Option<Score> {
    let (most, win) = (Score::EVAL_MAX.points(), Score::WIN.points());
    let plies = usize::try_from(win - points.abs()).ok()?;
    Some(match points {
        _ if points > most => Score::win_in(plies),
        _ if points < -most => Score::loss_in(plies),
        _ => Score::from_points(points),
    })
}

impl From<Point> for Place {
    fn from(point: Point) -> Self {
        Self(point.x(), point.y())
    }
}

impl Place {
    fn on(self, position: &Position) -> Option<Point> {
        At { x: self.0.into(), y: self.1.into() }.on(position.size()).ok()
    }
}

impl WrittenLine {
    /// The line, if its moves can be played.
    fn read(&self, position: &Position) -> Option<EvaluatedLine> {
        let Self(score, moves, depth) = self;
        let mut after = position.clone();
        let mut line = Vec::with_capacity(moves.len());
        for place in moves {
            let point = place.on(position)?;
            if after.ending().is_some() || !after.board().is_empty(point) {
                return None;
            }
            after.play(point);
            line.push(point);
        }
        let is_line = !line.is_empty();
        is_line.then_some(EvaluatedLine { score: score_of(*score)?, moves: line, depth: *depth })
    }
}

impl Tree {
    /// `None` if the proof has too many moves.
    fn of(proof: &Proof) -> Option<Self> {
        (proof.size() <= MOST_MOVES).then(|| Self::copied(proof))
    }

    fn copied(Proof { attack, answers, otherwise, .. }: &Proof) -> Self {
        let answers =
            answers.iter().map(|(answer, next)| ((*answer).into(), Self::copied(next))).collect();
        let otherwise = otherwise.as_deref().map(|next| Box::new(Self::copied(next)));
        Self((*attack).into(), answers, otherwise)
    }

    /// The proof, if it is one.
    fn read(&self, position: &Position) -> Option<Proof> {
        let mut position = position.clone();
        let proof = self.proof(&mut position)?;
        let holds = proof.size() <= MOST_MOVES && proof.check(&mut position).is_ok();
        holds.then_some(proof)
    }

    /// The moves as a proof, which may be wrong. The position is the same on return.
    fn proof(&self, position: &mut Position) -> Option<Proof> {
        let Self(attack, answers, otherwise) = self;
        let attack = attack.on(position).filter(|&point| position.board().is_empty(point))?;
        if position.shape(position.to_move(), attack) == Shape::Five {
            return Some(Proof { attack, answers: Vec::new(), otherwise: None, plies: 1 });
        }
        position.play(attack);
        let proof = Self::after(position, attack, answers, otherwise.as_deref());
        position.undo();
        proof
    }

    /// The proof that begins with `attack`, which is on the board.
    fn after(
        position: &mut Position,
        attack: Point,
        answers: &[(Place, Self)],
        otherwise: Option<&Self>,
    ) -> Option<Proof> {
        let mut all = Vec::with_capacity(answers.len());
        for (answer, next) in answers {
            let answer = answer.on(position).filter(|&point| position.board().is_empty(point))?;
            position.play(answer);
            let next = next.proof(position);
            position.undo();
            all.push((answer, next?));
        }
        let otherwise = match otherwise {
            Some(next) => {
                position.pass();
                let next = next.proof(position);
                position.pass();
                Some(Box::new(next?))
            }
            None => None,
        };
        let nexts = all.iter().map(|(_, next)| next).chain(otherwise.as_deref());
        let plies = nexts.map(|next| next.plies).max().unwrap_or(1) + 2;
        Some(Proof { attack, answers: all, otherwise, plies })
    }
}
