//! The answer in words, below a picture of the position.

use fukumi_core::geometry::{Color, PointSet};
use fukumi_core::position::Position;
use fukumi_core::solver::Verdict;
use fukumi_reports::words::{self, counted};
use fukumi_reports::{DefenceReport, FirstMovesReport, Label, Prospect, Side};

use super::answer::{Conclusion, End, Finding, JudgedMove, Solution};
use crate::commands::picture::{Picture, Styles};

/// Maximum number of moves with an unknown result that are named; JSON has all of them.
const MAX_UNKNOWN: usize = 20;

/// The answer without a final line end. The notation can read the picture and the line below it.
pub(super) fn describe(position: &Position, answer: &Solution) -> String {
    let us = answer.position.to_move;
    let last = answer.position.last.as_ref().map(|label| label.point);
    let (marks, meaning) = match &answer.reply {
        Conclusion::Win { finding, .. } => {
            (finding.line.first().map(|label| label.point).into_iter().collect(), "wins")
        }
        Conclusion::All(report) => (points(&report.first_moves, Verdict::Win(())), "wins"),
        Conclusion::Defend(report) => {
            let is_needed = report.verdict != Prospect::NoThreat;
            let holding = || points(&report.replies, Verdict::NoWin);
            let marks = if is_needed { holding() } else { PointSet::EMPTY };
            (marks, "holds")
        }
    };

    let side = if us.get() == Color::Black { "Black (x)" } else { "White (o)" };
    let mut text =
        Picture { position, last, marks, mark: '*', styles: Styles::default() }.to_string();
    text += &format!("{}, {side} to move", position.rule());
    let mut legend = Vec::new();
    if let Some(last) = &answer.position.last {
        legend.push(format!("last move {last}"));
    }
    if !marks.is_empty() {
        legend.push(format!("* {meaning}"));
    }
    if !legend.is_empty() {
        text += &format!("; {}", legend.join(", "));
    }
    text += "\n\n";
    for line in lines(answer) {
        text += &line;
        text.push('\n');
    }
    let seconds = answer.time_ms / 1_000.0;
    text += &format!("{} nodes in {seconds:.3} s, {} nodes/s", answer.nodes, answer.nps);
    text
}

/// The answer in lines, without a picture.
pub(super) fn lines(answer: &Solution) -> Vec<String> {
    let us = answer.position.to_move;
    match &answer.reply {
        Conclusion::Win { tried, proof_size, .. } => describe_win(us, answer, tried, *proof_size),
        Conclusion::All(report) => describe_all(us, report, answer),
        Conclusion::Defend(report) => describe_defence(us, report, answer),
    }
}

fn describe_win(
    us: Side,
    answer: &Solution,
    tried: &[Finding],
    proof_size: Option<usize>,
) -> Vec<String> {
    let us = words::side(us.get());
    let mut lines = Vec::new();
    for (index, finding) in tried.iter().enumerate() {
        let is_last = index + 1 == tried.len();
        lines.push(match finding.verdict.get() {
            Verdict::Win(()) => format!("{} wins {}", us, how(finding)),
            Verdict::NoWin if is_last => words::no_win(finding.threats.get()),
            Verdict::NoWin => format!("no win by {}", words::threats(finding.threats.get())),
            Verdict::Unknown => {
                format!(
                    "unknown whether {} wins by {}: {}",
                    us,
                    words::threats(finding.threats.get()),
                    why(answer)
                )
            }
        });
        if finding.is(Verdict::Win(())) {
            lines.push(format!("line: {}", names(&finding.line)));
        }
    }
    lines.extend(proof_size.map(|size| format!("proof: {} of {}", counted(size, "move"), us)));
    lines
}

fn describe_all(us: Side, report: &FirstMovesReport<Label>, answer: &Solution) -> Vec<String> {
    let FirstMovesReport { threats, first_moves, .. } = report;
    let (us, by) = (words::side(us.get()), threats.get());
    let threats = words::threats(by);
    let wins = || first_moves.iter().filter(|m| m.finding.is(Verdict::Win(())));
    let mut lines = vec![match wins().count() {
        0 if answer.ended_by.is_some() => {
            format!("no move is known by which {} wins by {threats}", us)
        }
        0 => words::no_win(by),
        count => {
            let verb = if count == 1 { "begins" } else { "begin" };
            format!("{} {verb} a win of {} by {threats}:", counted(count, "move"), us)
        }
    }];
    lines.extend(wins().map(|m| {
        let (moves, plies) = (m.finding.moves.unwrap_or(0), m.finding.plies.unwrap_or(0));
        format!("  {:<4} {} ({})", m.place, counted(moves, "move"), counted(plies, "ply"))
    }));
    lines.extend(unknown(first_moves, answer));
    lines
}

fn describe_defence(us: Side, report: &DefenceReport<Label>, answer: &Solution) -> Vec<String> {
    let DefenceReport { verdict, threat, replies } = report;
    let (us, them) = (words::side(us.get()), words::side(us.opponent().get()));
    let by = words::threats(threat.threats.get());
    let mut lines = match threat.verdict.get() {
        Verdict::NoWin => {
            return vec![format!("{them} threatens {}", words::no_win(threat.threats.get()))];
        }
        Verdict::Unknown => {
            vec![format!("unknown whether {them} threatens to win by {by}: {}", why(answer))]
        }
        Verdict::Win(()) => vec![
            format!("{them} threatens to win {}", how(threat)),
            format!("line: {}", names(&threat.line)),
        ],
    };
    let with = |verdict| replies.iter().filter(move |reply| reply.finding.is(verdict));
    let holding: Vec<String> = with(Verdict::NoWin).map(|reply| reply.place.to_string()).collect();
    let losing = with(Verdict::Win(())).count();
    if *verdict == Prospect::Lost {
        lines.push(format!("no move holds: {us} is lost"));
    } else if !holding.is_empty() {
        let verb = if holding.len() == 1 { "holds" } else { "hold" };
        let count = counted(holding.len(), "move");
        lines.push(format!("{count} {verb}, {losing} lose: {}", holding.join(" ")));
    } else if losing > 0 {
        lines.push(format!("no move is known to hold, {losing} lose"));
    }
    lines.extend(unknown(replies, answer));
    lines
}

/// A line about the moves with an unknown result, if there are any.
fn unknown(moves: &[JudgedMove], answer: &Solution) -> Option<String> {
    let unknown: Vec<String> = moves
        .iter()
        .filter(|m| m.finding.is(Verdict::Unknown))
        .map(|m| m.place.to_string())
        .collect();
    (!unknown.is_empty()).then(|| {
        let shown = unknown.len().min(MAX_UNKNOWN);
        let rest = match unknown.len() - shown {
            0 => String::new(),
            count => format!(" and {count} more"),
        };
        let (count, names) = (counted(unknown.len(), "move"), unknown[..shown].join(" "));
        format!("{count} unknown ({}): {names}{rest}", why(answer))
    })
}

fn points(moves: &[JudgedMove], verdict: Verdict<()>) -> PointSet {
    moves.iter().filter(|m| m.finding.is(verdict)).map(|m| m.place.point).collect()
}

/// How a finding wins, as in `by fours in 9 moves (17 plies)`.
fn how(finding: &Finding) -> String {
    let mut text = format!("by {}", words::threats(finding.threats.get()));
    if let Some((moves, plies)) = finding.moves.zip(finding.plies) {
        let (moves, plies) = (counted(moves, "move"), counted(plies, "ply"));
        text += &format!(" in {moves} ({plies})");
    }
    text
}

const fn why(answer: &Solution) -> &'static str {
    match answer.ended_by {
        Some(End::Interrupt) => "interrupted",
        Some(End::Time | End::Nodes) => "budget used up",
        Some(End::Solver) | None => "given up",
    }
}

fn names(line: &[Label]) -> String {
    line.iter().map(Label::to_string).collect::<Vec<_>>().join(" ")
}
