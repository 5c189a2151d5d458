//! What an analysis has found in a position, as a text that a page keeps and hands back.
//!
//! The text is a list of whole numbers, which needs far less code than JSON: the score, the nodes,
//! the lines (score, depth or -1, moves), the win (0, or 1 if fours alone win, or 2, and its
//! proof), and whether what was played wins as well (0 not asked, 1 no, 2 unknown, 3 and a proof).
//! Lists begin with their length. A proof is the attack, the answers, each with its proof, and 0,
//! or 1 and the proof after all other answers. A point is its column and 32 times its row.

use std::str::SplitAsciiWhitespace;

use fukumi_core::analysis::{EvaluatedLine, Evaluation, Finding, Win};
use fukumi_core::geometry::Point;
use fukumi_core::pattern::Shape;
use fukumi_core::position::Position;
use fukumi_core::score::Score;
use fukumi_core::solver::proof::Proof;
use fukumi_core::solver::{Threats, Verdict};

/// The longest text, in bytes. What is longer is found again.
const MAX_BYTES: usize = 4_000;
/// What a row counts in the number of a point.
const ROW: i64 = 32;

/// The text of a finding; `None` if it would be too long.
pub(crate) fn text(finding: &Finding) -> Option<String> {
    let Finding { evaluation: Evaluation { score, lines, win, nodes }, played } = finding;
    let mut text = Writer(String::new());
    text.number(score.points().into());
    text.number(i64::try_from(*nodes).ok()?);
    text.length(lines.len());
    for EvaluatedLine { score, moves, depth } in lines {
        text.number(score.points().into());
        text.number(depth.map_or(-1, i64::from));
        text.length(moves.len());
        moves.iter().for_each(|point| text.point(*point));
    }
    match win {
        Some(Win { threats, proof }) => {
            text.number(if *threats == Threats::Fours { 1 } else { 2 });
            text.proof(proof);
        }
        None => text.number(0),
    }
    match played {
        None => text.number(0),
        Some(Verdict::NoWin) => text.number(1),
        Some(Verdict::Unknown) => text.number(2),
        Some(Verdict::Win(proof)) => {
            text.number(3);
            text.proof(proof);
        }
    }
    Some(text.0).filter(|text| text.len() <= MAX_BYTES)
}

/// The finding of a text about a position in which `next` was played; `None` if its moves cannot
/// be made there. Values and wins are believed: only the engine writes such texts.
pub(crate) fn read(text: &str, position: &Position, next: Option<Point>) -> Option<Finding> {
    if text.len() > MAX_BYTES {
        return None;
    }
    let mut text = Reader(text.split_ascii_whitespace());
    let score = text.score()?;
    let nodes = u64::try_from(text.number()?).ok()?;
    let mut lines = Vec::new();
    for _ in 0..text.number()? {
        lines.push(text.line(position)?);
    }
    let win = match text.number()? {
        0 => None,
        1 => Some(Win { threats: Threats::Fours, proof: text.proof(position)? }),
        2 => Some(Win { threats: Threats::FoursAndThrees, proof: text.proof(position)? }),
        _ => return None,
    };
    let played = match text.number()? {
        0 => None,
        1 => Some(Verdict::NoWin),
        2 => Some(Verdict::Unknown),
        3 => {
            let proof = text.proof(position)?;
            Some(Verdict::Win(Some(proof).filter(|proof| Some(proof.attack) == next)?))
        }
        _ => return None,
    };
    Some(Finding { evaluation: Evaluation { score, lines, win, nodes }, played })
}

struct Writer(String);

impl Writer {
    fn number(&mut self, number: i64) {
        if !self.0.is_empty() {
            self.0.push(' ');
        }
        self.0.push_str(&number.to_string());
    }

    fn length(&mut self, length: usize) {
        // Lists are far shorter than that.
        self.number(i64::try_from(length).unwrap_or(i64::MAX));
    }

    fn point(&mut self, point: Point) {
        self.number(i64::from(point.x()) + ROW * i64::from(point.y()));
    }

    fn proof(&mut self, Proof { attack, answers, otherwise, .. }: &Proof) {
        self.point(*attack);
        self.length(answers.len());
        for (answer, next) in answers {
            self.point(*answer);
            self.proof(next);
        }
        self.number(otherwise.is_some().into());
        if let Some(next) = otherwise {
            self.proof(next);
        }
    }
}

struct Reader<'a>(SplitAsciiWhitespace<'a>);

impl Reader<'_> {
    fn number(&mut self) -> Option<i64> {
        self.0.next()?.parse().ok()
    }

    /// An empty point of the position.
    fn point(&mut self, position: &Position) -> Option<Point> {
        let number = self.number()?;
        let point = position.size().point(number.rem_euclid(ROW), number.div_euclid(ROW))?;
        position.board().is_empty(point).then_some(point)
    }

    fn score(&mut self) -> Option<Score> {
        let points = i32::try_from(self.number()?).ok()?;
        let (most, win) = (Score::EVAL_MAX.points(), Score::WIN.points());
        let plies = usize::try_from(win.checked_sub(points.checked_abs()?)?).ok()?;
        Some(match points {
            _ if points > most => Score::win_in(plies),
            _ if points < -most => Score::loss_in(plies),
            _ => Score::from_points(points),
        })
    }

    /// A line whose moves can be played.
    fn line(&mut self, position: &Position) -> Option<EvaluatedLine> {
        let (score, depth) = (self.score()?, self.number()?);
        let depth = if depth == -1 { None } else { Some(u32::try_from(depth).ok()?) };
        let mut after = position.clone();
        let mut moves = Vec::new();
        for _ in 0..self.number()? {
            let point = self.point(&after).filter(|_| after.ending().is_none())?;
            after.play(point);
            moves.push(point);
        }
        let is_line = !moves.is_empty();
        is_line.then_some(EvaluatedLine { score, moves, depth })
    }

    fn proof(&mut self, position: &Position) -> Option<Proof> {
        self.tree(&mut position.clone())
    }

    /// The position is the same on return.
    fn tree(&mut self, position: &mut Position) -> Option<Proof> {
        let attack = self.point(position)?;
        let is_five = position.shape(position.to_move(), attack) == Shape::Five;
        position.play(attack);
        let rest = self.rest(position);
        position.undo();
        let (answers, otherwise) = rest?;
        let nexts = answers.iter().map(|(_, next)| next).chain(otherwise.as_deref());
        let plies = nexts.map(|next| next.plies).max().unwrap_or(1) + 2;
        Some(Proof { attack, answers, otherwise, plies: if is_five { 1 } else { plies } })
    }

    /// What comes after an attack, which is on the board.
    fn rest(&mut self, position: &mut Position) -> Option<Rest> {
        let mut answers = Vec::new();
        for _ in 0..self.number()? {
            let answer = self.point(position)?;
            position.play(answer);
            let next = self.tree(position);
            position.undo();
            answers.push((answer, next?));
        }
        if self.number()? == 0 {
            return Some((answers, None));
        }
        position.pass();
        let otherwise = self.tree(position);
        position.pass();
        Some((answers, Some(Box::new(otherwise?))))
    }
}

/// The answers to an attack, and the win after all others.
type Rest = (Vec<(Point, Proof)>, Option<Box<Proof>>);
