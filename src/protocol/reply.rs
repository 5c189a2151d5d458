//! [`Reply`] -> lines. This is the place that formats protocol text. Modules with words of their
//! own, for openings and the database, bring whole lines.

use std::fmt::{self, Display, Write};
use std::time::Duration;

use fukumi_core::board::Cell;
use fukumi_core::decide::means::{Note, Remark};
use fukumi_core::geometry::{BoardSize, Color, Point, PointSet};
use fukumi_core::position::Position;
use fukumi_core::position::ending::Ending;
use fukumi_core::score::{Outlook, Score};
use fukumi_core::search::report::Info;
use fukumi_core::search::report::Source;
use fukumi_core::solver::{Threats, Verdict};

use super::command::{CommandError, Unsupported, printable};
use crate::engine::error::EngineError;
use crate::engine::options::{Detail, PointNames, max_hash_log_kib, max_threads};

/// Maximum number of lines of play for which each losing move is named in words to a front end that
/// also marks it on its board. `YXSEARCHDEFEND` is about all moves, and with more lines its user
/// would see nothing else.
const MAX_LOSSES_IN_WORDS: usize = 20;
/// Maximum number of moves written of a line of play; a protocol line may have 2000 bytes.
const MAX_PV: usize = 100;
/// Maximum length in characters of the reason why an option is refused.
const REASON_LENGTH: usize = 200;

/// For a person who found the protocol instead of a game.
const HELP: &str = "\
MESSAGE Fukumi speaks the Gomocup protocol here, which is meant for programs. A short game:
MESSAGE START 15 sets up a board of 15 by 15 points, BEGIN asks for the first move
MESSAGE TURN 7,8 is your move in column 7 and row 8, both from 0, and is answered by one
MESSAGE INFO timeout_turn 2000 allows 2000 milliseconds a move, INFO rule 4 is renju
MESSAGE END leaves; for a game on a board start the program as: fukumi play";

/// What the two numbers of a point mean to the other side. The rules of the game do not distinguish
/// them, but texts for people name points by column and row, and a board need not be square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Axes {
    /// Column from the left, row from the top, as in the protocol.
    #[default]
    ColumnRow,
    /// Row from the top, column from the left, as in Yixin-Board. Only Yixin-Board asks for limits
    /// with `YXSHOWINFO`.
    RowColumn,
}

impl Axes {
    /// The names of points on the board that the user sees, such as `H8`.
    pub(super) const fn point_names(self) -> PointNames {
        match self {
            Self::ColumnRow => PointNames::LetterFlipped,
            Self::RowColumn => PointNames::SwappedLetterFlipped,
        }
    }
}

/// Something to say to the manager.
#[derive(Clone, Debug)]
pub enum Reply {
    /// The command was carried out.
    Ok,
    /// Name, version and author of the engine.
    About,
    /// Help for a person.
    Help,
    /// How a person can leave.
    Farewell,
    /// The move or moves that answer a think command.
    Moves(Vec<Point>),
    /// A pass, which answers `PLAY` with a pass.
    Pass,
    /// The swap of colours that answers `SWAP2BOARD`.
    Swap,
    /// A note that the game is over in the position that was to be searched.
    Ending(Ending),
    /// The points that the side to move may not take.
    Forbidden(PointSet),
    /// The limits of the options.
    Limits,
    /// The state of the transposition table.
    HashUsage {
        /// Size of the table.
        bytes: usize,
        /// Used share of the table in thousandths.
        permille: usize,
    },
    /// Lines that are written already.
    Lines(Vec<String>),
    /// A command has no effect.
    Unsupported(Unsupported),
    /// The position that the engine works with.
    Board {
        /// The position.
        position: Box<Position>,
        /// What the coordinates mean to the front end.
        axes: Axes,
    },
    /// A line is not a valid command.
    CommandError(CommandError),
    /// A command cannot be carried out in this game.
    EngineError(EngineError),
    /// The value of an option cannot be used, for this reason.
    Refusal(String),
    /// The same, when the manager may be waiting for a move. It would end the game at an error.
    LateRefusal(String),
    /// A finished iteration.
    Info {
        /// What the iteration found.
        info: Info,
        /// Size of the board, for labels.
        size: BoardSize,
        /// What the coordinates mean to the front end.
        axes: Axes,
        /// How points are named.
        names: PointNames,
        /// What the front end wants to know.
        detail: Detail,
    },
    /// A note of the solver of forced wins.
    Note(Note),
}

impl Reply {
    /// The lines, each with its line end.
    pub fn text(&self) -> String {
        let mut text = self.to_string();
        if !text.ends_with('\n') {
            text.push('\n');
        }
        text
    }
}

/// The lines; the last one may lack its line end.
impl Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ok => f.write_str("OK"),
            Self::About => f.write_str(concat!(
                "name=\"Fukumi\", version=\"",
                env!("CARGO_PKG_VERSION"),
                "\", author=\"Fukumi developers\""
            )),
            Self::Help => f.write_str(HELP),
            Self::Farewell => f.write_str("MESSAGE type END to leave"),
            Self::Moves(moves) => join(f, moves),
            Self::Pass => f.write_str("-1,-1"),
            Self::Swap => f.write_str("SWAP"),
            Self::Ending(ending) => write!(f, "MESSAGE {ending}"),
            Self::Forbidden(points) => {
                f.write_str("FORBID ")?;
                for point in points.iter() {
                    write!(f, "{:02}{:02}", point.x(), point.y())?;
                }
                f.write_char('.')
            }
            Self::Limits => write!(
                f,
                "MESSAGE Fukumi {}\nMESSAGE INFO MAX_THREAD_NUM {}\nMESSAGE INFO MAX_HASH_SIZE {}",
                env!("CARGO_PKG_VERSION"),
                max_threads(),
                max_hash_log_kib()
            ),
            Self::HashUsage { bytes, permille } => {
                let (percent, tenths) = (permille / 10, permille % 10);
                write!(f, "MESSAGE hash usage {percent}.{tenths} % of {} MB", bytes >> 20)
            }
            Self::Lines(lines) => f.write_str(&lines.join("\n")),
            Self::Unsupported(Unsupported { name, instead }) => {
                let instead = instead.map_or_else(String::new, |text| format!("; {text}"));
                write!(f, "MESSAGE {name} is not supported{instead}")
            }
            Self::Board { position, axes } => write_board(f, position, *axes),
            Self::CommandError(error) if error.is_unknown() => write!(f, "UNKNOWN {error}"),
            Self::CommandError(error) => write!(f, "ERROR {error}"),
            Self::EngineError(error) => write!(f, "ERROR {error}"),
            Self::Refusal(reason) => write!(f, "ERROR {}", printable(reason, REASON_LENGTH)),
            Self::LateRefusal(reason) => write!(f, "MESSAGE {}", printable(reason, REASON_LENGTH)),
            Self::Info { info, size, axes, names, detail } => {
                let moves = info.line.moves.iter().take(MAX_PV);
                let labels: Vec<String> = moves.map(|&point| names.name(point, *size)).collect();
                let labels = labels.join(" ");
                if detail.info {
                    write_info_block(f, info)?;
                }
                if detail.realtime {
                    write_realtime(f, info, &labels)?;
                }
                if is_mark_enough(info, *detail) {
                    return Ok(());
                }
                write_message(f, info, *axes, &labels)
            }
            Self::Note(note) => write_note(f, note),
        }
    }
}

/// Writes `MESSAGE depth 12-24 ev 143 n 5M n/ms 812 tm 6203 pv H8 I9`, words and values in turn.
/// Readers know these words in this order and no others, so the chances have a line of their own
/// before it, `MESSAGE wdl 51/33/16`: those of a win, a draw and a loss in percent, if they are
/// known. It has no hyphen, as pygomo-lib takes two numbers with a hyphen for depths.
///
/// Yixin-Board's log shows some 50 characters of a line. So there, what is less important is on the
/// line before the best line of play: the moves always come last.
///
/// A move that comes without a search is written as `MESSAGE book: ev 143 plies 24 pv H8` or
/// `MESSAGE learned: ev -900 pv H8`.
fn write_message(f: &mut fmt::Formatter<'_>, info: &Info, axes: Axes, labels: &str) -> fmt::Result {
    let line = &info.line;
    let ev = score(line.score);
    match info.source {
        Source::Search => {}
        Source::Book => return write!(f, "MESSAGE book: ev {ev} plies {} pv {labels}", line.depth),
        Source::Games => return write!(f, "MESSAGE learned: ev {ev} pv {labels}"),
    }
    let number = match info.count {
        0 | 1 => String::new(),
        _ => format!("multipv {} ", info.index + 1),
    };
    let chances = info.outlook.map(chances);
    let effort = effort(info.nodes, info.elapsed);
    match (axes, chances) {
        (Axes::ColumnRow, Some(chances)) => writeln!(f, "MESSAGE {number}{chances}")?,
        (Axes::RowColumn, Some(chances)) if info.index == 0 => {
            writeln!(f, "MESSAGE search: {chances} {effort}")?;
        }
        (Axes::RowColumn, None) if info.index == 0 => writeln!(f, "MESSAGE search: {effort}")?,
        (Axes::ColumnRow | Axes::RowColumn, _) => {}
    }
    write!(f, "MESSAGE depth {}-{} {number}ev {ev} ", line.depth, line.selective_depth)?;
    match axes {
        Axes::ColumnRow => write!(f, "{effort} pv {labels}"),
        Axes::RowColumn => write!(f, "pv {labels}"),
    }
}

/// The chances of a win, a draw and a loss in percent, as in `wdl 51/33/16`.
fn chances(outlook: Outlook) -> String {
    let Outlook { win, draw, .. } = outlook;
    let [won, held] = [win, win + draw].map(|chance| (chance * 100.0).round() as i32);
    format!("wdl {won}/{}/{}", held - won, 100 - held)
}

/// Writes `MESSAGE checkmate by fours: +M13, n 5K n/ms 812 tm 6`: a sentence and, after a search,
/// the effort.
fn write_note(f: &mut fmt::Formatter<'_>, note: &Note) -> fmt::Result {
    let by = |threats| match threats {
        Threats::Fours => "fours",
        Threats::FoursAndThrees => "fours and threes",
    };
    f.write_str("MESSAGE ")?;
    match note.remark {
        Remark::FirstStone => return f.write_str("first stone: no search"),
        Remark::Hunting { threats, proof, disproof } => {
            let by = by(threats);
            write!(f, "checkmate by {by}: searching, proof {proof} disproof {disproof}")?;
        }
        Remark::Hunted { threats, verdict } => {
            write!(f, "checkmate by {}: ", by(threats))?;
            match verdict {
                Verdict::Win(plies) => f.write_str(&score(Score::win_in(plies)))?,
                Verdict::NoWin => f.write_str("no such win")?,
                Verdict::Unknown => f.write_str("not decided")?,
            }
        }
        Remark::Defending { done, total } => write!(f, "defence: {done} of {total} moves")?,
        Remark::Defended { threat: Verdict::Win(plies), stopping, losing, undecided } => write!(
            f,
            "defence: {} threatened, {stopping} moves stop it, {losing} lose, \
             {undecided} not decided",
            score(Score::win_in(plies))
        )?,
        Remark::Defended { threat: Verdict::NoWin, .. } => f.write_str("defence: no threat")?,
        Remark::Defended { threat: Verdict::Unknown, .. } => {
            f.write_str("defence: no threat found in time")?;
        }
        Remark::Lost { score: best } if best.is_proven() => {
            write!(f, "defence: every move loses, {} at best", score(best))?;
        }
        Remark::Lost { .. } => f.write_str("defence: every move seems to lose")?,
    }
    write!(f, ", {}", effort(note.nodes, note.elapsed))
}

/// The effort of a search, as in `n 5M n/ms 812 tm 6203`.
fn effort(nodes: u64, elapsed: Duration) -> String {
    let millis = elapsed.as_millis();
    format!("n {} n/ms {} tm {millis}", count(nodes), u128::from(nodes) / millis.max(1))
}

/// Writes the twelve lines of a block, which is complete with `PV DONE`, and a line end.
fn write_info_block(f: &mut fmt::Formatter<'_>, info: &Info) -> fmt::Result {
    let line = &info.line;
    writeln!(f, "INFO PV {}", info.index)?;
    writeln!(f, "INFO NUMPV {}", info.count)?;
    writeln!(f, "INFO DEPTH {}", line.depth)?;
    writeln!(f, "INFO SELDEPTH {}", line.selective_depth)?;
    writeln!(f, "INFO NODES {}", line.nodes)?;
    writeln!(f, "INFO TOTALNODES {}", info.nodes)?;
    writeln!(f, "INFO TOTALTIME {}", info.elapsed.as_millis())?;
    writeln!(f, "INFO SPEED {}", nodes_per_second(info.nodes, info.elapsed))?;
    writeln!(f, "INFO EVAL {}", score(line.score))?;
    writeln!(f, "INFO WINRATE {:.6}", line.score.win_rate())?;
    f.write_str("INFO BESTLINE ")?;
    join(f, &line.moves[..line.moves.len().min(MAX_PV)])?;
    f.write_str("\nINFO PV DONE\n")
}

/// Writes a line about the position, and the board as the user of the front end sees it.
fn write_board(f: &mut fmt::Formatter<'_>, position: &Position, axes: Axes) -> fmt::Result {
    let board = position.board();
    let (size, stones) = (board.size(), board.stones().len());
    let to_move = if board.to_move() == Color::Black { 'x' } else { 'o' };
    let rule = position.rule().name();
    write!(f, "MESSAGE {rule} {size}, {stones} stones, {to_move} to move")?;
    let (width, height) = match axes {
        Axes::ColumnRow => (size.width(), size.height()),
        Axes::RowColumn => (size.height(), size.width()),
    };
    for row in 0..height {
        write!(f, "\nMESSAGE {:02}", height - row)?;
        for column in 0..width {
            let point = match axes {
                Axes::ColumnRow => Point::new(column, row),
                Axes::RowColumn => Point::new(row, column),
            };
            f.write_str(match board.cell(point) {
                Cell::Black => " x",
                Cell::White => " o",
                Cell::Wall => " #",
                Cell::Empty => " .",
            })?;
        }
    }
    f.write_str("\nMESSAGE --")?;
    (0..width).try_for_each(|column| write!(f, " {}", char::from(b'A' + column)))
}

/// Writes marks for the front end's board.
fn write_realtime(f: &mut fmt::Formatter<'_>, info: &Info, labels: &str) -> fmt::Result {
    let line = &info.line;
    let Some(first) = line.moves.first() else { return Ok(()) };
    if info.index == 0 {
        writeln!(f, "MESSAGE REALTIME REFRESH")?;
        writeln!(f, "MESSAGE REALTIME BEST {first}")?;
        writeln!(f, "MESSAGE REALTIME VAL {}", line.score.points())?;
        writeln!(f, "MESSAGE REALTIME PV {labels}")?;
    }
    if line.score.is_loss() {
        writeln!(f, "MESSAGE REALTIME LOST {first}")?;
    }
    Ok(())
}

/// Whether the front end's board already shows what there is to say about a line of play.
fn is_mark_enough(info: &Info, detail: Detail) -> bool {
    (detail.realtime || detail.info)
        && info.line.score.is_loss()
        && info.index > 0
        && info.count > MAX_LOSSES_IN_WORDS
}

/// Writes moves separated by blanks.
fn join(f: &mut fmt::Formatter<'_>, moves: &[Point]) -> fmt::Result {
    for (index, point) in moves.iter().enumerate() {
        if index > 0 {
            f.write_char(' ')?;
        }
        write!(f, "{point}")?;
    }
    Ok(())
}

/// A score in points, or `+M7` and `-M6` for a win or loss in this many plies.
fn score(score: Score) -> String {
    match score.plies_to_end() {
        Some(plies) if score.is_win() => format!("+M{plies}"),
        Some(plies) => format!("-M{}", plies.abs()),
        None => score.points().to_string(),
    }
}

/// A number of nodes, in thousands or millions if it is large.
fn count(nodes: u64) -> String {
    match nodes {
        0..10_000 => nodes.to_string(),
        10_000..10_000_000 => format!("{}K", nodes / 1_000),
        _ => format!("{}M", nodes / 1_000_000),
    }
}

fn nodes_per_second(nodes: u64, time: Duration) -> u128 {
    u128::from(nodes) * 1_000_000 / time.as_micros().max(1)
}

#[cfg(test)]
mod tests;
