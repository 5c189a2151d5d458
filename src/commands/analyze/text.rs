//! What is said about a game in words: a table of its moves, a summary, and the last position.

use fukumi_core::geometry::Color;
use fukumi_reports::words::{self, counted};
use fukumi_reports::{Label, LineReport};

use super::report::{Document, LabelledMove, Position};
use crate::commands::shown;

/// Plies of a line shown after a move; JSON and the page have all of them.
const MAX_LINE: usize = 8;
/// Plies shown of the line of a win.
const MAX_WIN_LINE: usize = 30;

/// The report without a final line end.
pub(super) fn describe(document: &Document) -> String {
    let heading = shown::line(document.heading());
    let mut text = format!("{heading}\n{}\n", document.facts());
    if !document.moves.is_empty() {
        // With several lines, each one has its value in front.
        let has_values = document.limits.lines > 1;
        let lines = if has_values { "    value  best lines" } else { " best line" };
        text += &format!("\n  move         Black    loss {lines}\n");
        for (index, played) in document.moves.iter().enumerate() {
            let around = [&document.positions[index], &document.positions[index + 1]];
            describe_move(&mut text, played, around, has_values);
        }
    }
    if let Some(last) = document.positions.last().filter(|_| document.ending.is_none()) {
        text.push('\n');
        describe_position(&mut text, last);
    }
    if !document.moves.is_empty() {
        text.push('\n');
        describe_sides(&mut text, document);
        describe_defeat(&mut text, document);
    }
    if !document.complete {
        text += "\nended before everything was analysed\n";
    }
    text
}

fn describe_move(
    text: &mut String,
    played: &LabelledMove,
    around: [&Position; 2],
    has_values: bool,
) {
    let [before, after] = around;
    let sign = if played.color.get() == Color::Black { 'x' } else { 'o' };
    let judgement = played.judgement.as_ref();
    let mark = judgement.and_then(|judgement| judgement.mark).map_or("", |mark| mark.get().sign());
    let rate = percent(after.black_win_rate);
    let loss = judgement.map(|judgement| judgement.loss).filter(|loss| *loss >= 0.0005);
    let loss = loss.map(|loss| format!("{:.1}", loss * 100.0)).unwrap_or_default();
    let first = before.lines.first().map(|line| {
        if has_values {
            describe_line(line, MAX_LINE)
        } else {
            format!(" {}", joined(&line.moves, MAX_LINE))
        }
    });
    let line = first.unwrap_or_default();
    let row = format!(
        "{:>3} {sign} {:<4}{mark:<2} {rate:>8} {loss:>7} {line}",
        played.number, played.place
    );
    *text += row.trim_end();
    text.push('\n');
    let Some(judgement) = judgement else { return };
    let positions = [(judgement.missed_win, before), (judgement.allows_win, after)];
    let wins = positions.into_iter().filter(|(is_said, _)| *is_said);
    for (remark, (_, position)) in judgement.remarks.iter().zip(wins) {
        let line = position.lines.first().map(|line| joined(&line.moves, MAX_WIN_LINE));
        *text += &format!("        {remark}: {}\n", line.unwrap_or_default());
    }
    // The first line is already shown after the move.
    for line in before.lines.iter().skip(1) {
        *text += &format!("{:>30}{}\n", "", describe_line(line, MAX_LINE));
    }
}

fn describe_position(text: &mut String, position: &Position) {
    *text += &format!("{} to move", words::side(position.to_move.get()));
    if let Some(rate) = position.black_win_rate {
        *text += &format!(", Black {}", percent(Some(rate)));
    }
    text.push('\n');
    if let Some(win) = &position.win {
        *text += &format!("{} has {}\n", words::side(position.to_move.get()), win.in_words());
    }
    for line in &position.lines {
        *text += &format!("  {}\n", describe_line(line, MAX_WIN_LINE));
    }
}

/// A line as in `97.5 %  h8 i9`: the win rate of the side to move, then at most `most` plies.
fn describe_line(line: &LineReport<Label>, most: usize) -> String {
    let value = match line.plies {
        None => percent(Some(line.win_rate)),
        Some(plies) => {
            let moves = counted(plies.unsigned_abs().div_ceil(2) as usize, "move");
            format!("{} in {moves}", if plies >= 0 { "win" } else { "loss" })
        }
    };
    format!("{value:>8}  {}", joined(&line.moves, most))
}

fn describe_sides(text: &mut String, document: &Document) {
    *text += "        moves   best  mistakes  blunders  missed wins  mean loss\n";
    let sides = [("Black", &document.summary.black), ("White", &document.summary.white)];
    for (name, side) in sides {
        let loss = side.mean_loss.map(|loss| format!("{:.1}", loss * 100.0));
        *text += &format!(
            "{name:<7} {:>5} {:>6} {:>9} {:>9} {:>12} {:>10}\n",
            side.moves,
            side.best,
            side.mistakes,
            side.blunders,
            side.missed_wins,
            loss.unwrap_or_default()
        );
    }
}

/// Where the game was lost, and what cost each side most.
fn describe_defeat(text: &mut String, document: &Document) {
    let mut lines = String::new();
    if let Some(words) = document.defeat_in_words() {
        lines += &format!("{words}: from there on the loss is proven\n");
    }
    let sides = [("Black", &document.summary.black), ("White", &document.summary.white)];
    for (name, side) in sides {
        let costliest = side.costliest.and_then(|number| number.checked_sub(1));
        let Some(played) = costliest.and_then(|index| document.moves.get(index)) else { continue };
        let Some(judgement) = &played.judgement else { continue };
        let [before, after] =
            [judgement.win_rate_before, judgement.win_rate_after].map(|rate| percent(Some(rate)));
        let (number, label) = (played.number, &played.place);
        lines += &format!(
            "{name}'s costliest move: {number}, {label}, from {before} to {after} for {name}\n"
        );
    }
    if !lines.is_empty() {
        text.push('\n');
        *text += &lines;
    }
}

/// A win rate, or `-` where none is known.
fn percent(rate: Option<f64>) -> String {
    rate.map_or_else(|| "-".into(), |rate| words::percent(rate, 1))
}

/// The first moves of a line.
fn joined(line: &[Label], most: usize) -> String {
    let shown: Vec<String> = line.iter().take(most).map(Label::to_string).collect();
    let shown = shown.join(" ");
    if line.len() > most { shown + " ..." } else { shown }
}
