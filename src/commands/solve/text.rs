//! The answer in words, below a picture of the position.

use fukumi_core::geometry::{Color, PointSet};
use fukumi_core::position::Position;
use fukumi_core::solver::Verdict;

use super::answer::{Answer, End, Finding, Label, Move, Prospect, Reply};
use crate::commands::names::{Side, counted, threats_name};
use crate::commands::picture::{Picture, Styles};

/// Maximum number of moves with an unknown result that are named; JSON has all of them.
const MAX_UNKNOWN: usize = 20;

/// The answer without a final line end. The notation can read the picture and the line below it.
pub(super) fn describe(position: &Position, answer: &Answer) -> String {
    let us = answer.position.to_move;
    let last = answer.position.last.as_ref().map(|label| label.point);
    let (marks, meaning, lines) = match &answer.reply {
        Reply::Win { finding, tried, proof_size } => {
            let marks = finding.line.first().map(|label| label.point).into_iter().collect();
            (marks, "wins", describe_win(us, answer, tried, *proof_size))
        }
        Reply::All { threats, first_moves, .. } => {
            let marks = points(first_moves, Verdict::Win(()));
            (marks, "wins", describe_all(us, threats_name(*threats), first_moves, answer))
        }
        Reply::Defend { verdict, threat, replies } => {
            let is_needed = *verdict != Prospect::NoThreat;
            let marks = if is_needed { points(replies, Verdict::NoWin) } else { PointSet::EMPTY };
            (marks, "holds", describe_defence(us, *verdict, threat, replies, answer))
        }
    };

    let side = if us == Side(Color::Black) { "Black (x)" } else { "White (o)" };
    let mut text =
        Picture { position, last, marks, mark: '*', styles: Styles::default() }.to_string();
    text += &format!("{}, {side} to move", position.rule());
    let mut legend = Vec::new();
    if let Some(last) = &answer.position.last {
        legend.push(format!("last move {}", last.name));
    }
    if !marks.is_empty() {
        legend.push(format!("* {meaning}"));
    }
    if !legend.is_empty() {
        text += &format!("; {}", legend.join(", "));
    }
    text += "\n\n";
    for line in lines {
        text += &line;
        text.push('\n');
    }
    let seconds = answer.elapsed.as_secs_f64();
    text += &format!("{} nodes in {seconds:.3} s, {} nodes/s", answer.nodes, answer.nps);
    text
}

fn describe_win(
    us: Side,
    answer: &Answer,
    tried: &[Finding],
    proof_size: Option<usize>,
) -> Vec<String> {
    let mut lines = Vec::new();
    for finding in tried {
        lines.push(match finding.verdict {
            Verdict::Win(()) => format!("{} wins {}", us.name(), how(finding)),
            Verdict::NoWin => format!("no win by {}", threats_name(finding.threats)),
            Verdict::Unknown => {
                format!(
                    "unknown whether {} wins by {}: {}",
                    us.name(),
                    threats_name(finding.threats),
                    why(answer)
                )
            }
        });
        if finding.verdict == Verdict::Win(()) {
            lines.push(format!("line: {}", names(&finding.line)));
        }
    }
    lines.extend(
        proof_size.map(|size| format!("proof: {} of {}", counted(size, "move"), us.name())),
    );
    lines
}

fn describe_all(us: Side, threats: &str, first_moves: &[Move], answer: &Answer) -> Vec<String> {
    let wins = || first_moves.iter().filter(|m| m.finding.verdict == Verdict::Win(()));
    let mut lines = vec![match wins().count() {
        0 if answer.ended_by.is_some() => {
            format!("no move is known by which {} wins by {threats}", us.name())
        }
        0 => format!("no win by {threats}"),
        count => {
            let verb = if count == 1 { "begins" } else { "begin" };
            format!("{} {verb} a win of {} by {threats}:", counted(count, "move"), us.name())
        }
    }];
    lines.extend(wins().map(|m| {
        let (moves, plies) = (m.finding.moves.unwrap_or(0), m.finding.plies.unwrap_or(0));
        format!("  {:<4} {} ({})", m.label.name, counted(moves, "move"), counted(plies, "ply"))
    }));
    lines.extend(unknown(first_moves, answer));
    lines
}

fn describe_defence(
    us: Side,
    verdict: Prospect,
    threat: &Finding,
    replies: &[Move],
    answer: &Answer,
) -> Vec<String> {
    let (us, them) = (us.name(), us.opponent().name());
    let by = threats_name(threat.threats);
    let mut lines = match threat.verdict {
        Verdict::NoWin => return vec![format!("{them} threatens no win by {by}")],
        Verdict::Unknown => {
            vec![format!("unknown whether {them} threatens to win by {by}: {}", why(answer))]
        }
        Verdict::Win(()) => vec![
            format!("{them} threatens to win {}", how(threat)),
            format!("line: {}", names(&threat.line)),
        ],
    };
    let with = |verdict| replies.iter().filter(move |reply| reply.finding.verdict == verdict);
    let holding: Vec<&str> = with(Verdict::NoWin).map(|reply| reply.label.name.as_str()).collect();
    let losing = with(Verdict::Win(())).count();
    if verdict == Prospect::Lost {
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
fn unknown(moves: &[Move], answer: &Answer) -> Option<String> {
    let unknown: Vec<&str> = moves
        .iter()
        .filter(|m| m.finding.verdict == Verdict::Unknown)
        .map(|m| m.label.name.as_str())
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

fn points(moves: &[Move], verdict: Verdict<()>) -> PointSet {
    moves.iter().filter(|m| m.finding.verdict == verdict).map(|m| m.label.point).collect()
}

/// How a finding wins, as in `by fours in 9 moves (17 plies)`.
fn how(finding: &Finding) -> String {
    let mut text = format!("by {}", threats_name(finding.threats));
    if let Some((moves, plies)) = finding.moves.zip(finding.plies) {
        let (moves, plies) = (counted(moves, "move"), counted(plies, "ply"));
        text += &format!(" in {moves} ({plies})");
    }
    text
}

const fn why(answer: &Answer) -> &'static str {
    match answer.ended_by {
        Some(End::Interrupt) => "interrupted",
        Some(End::Time | End::Nodes) => "budget used up",
        Some(End::Solver) | None => "given up",
    }
}

fn names(line: &[Label]) -> String {
    line.iter().map(|label| label.name.as_str()).collect::<Vec<_>>().join(" ")
}
