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
mod tests {
    use fukumi_core::search::report::Line;

    use super::*;

    fn size() -> BoardSize {
        BoardSize::square(15).unwrap()
    }

    fn iteration(score: Score, index: usize, count: usize) -> Info {
        let moves = vec![Point::new(7, 7), Point::new(8, 6)];
        let line = Line { score, moves, depth: 12, selective_depth: 24, nodes: 13_094 };
        Info { index, count, ..Info::new(line, 5_037_321, Duration::from_millis(6203)) }
    }

    fn text(info: &Info, realtime: bool, has_block: bool) -> String {
        let detail = Detail { realtime, info: has_block, ..Detail::default() };
        let axes = Axes::ColumnRow;
        let names = axes.point_names();
        Reply::Info { info: info.clone(), size: size(), axes, names, detail }.text()
    }

    #[test]
    fn points_are_named_as_the_user_sees_them() {
        let size = BoardSize::new(20, 15).unwrap();
        let name = |axes: Axes, x, y| axes.point_names().name(Point::new(x, y), size);
        assert_eq!(name(Axes::ColumnRow, 0, 0), "A15");
        assert_eq!(name(Axes::ColumnRow, 19, 14), "T1");
        assert_eq!(name(Axes::RowColumn, 0, 0), "A20");
        assert_eq!(name(Axes::RowColumn, 19, 14), "O1");
    }

    #[test]
    fn a_board_is_shown_as_the_user_sees_it() {
        let mut position =
            Position::new(BoardSize::new(6, 5).unwrap(), fukumi_core::rule::Rule::Renju);
        position.play(Point::new(1, 0));
        position.kill(Point::new(5, 4));
        let text = |axes| Reply::Board { position: Box::new(position.clone()), axes }.text();
        assert_eq!(
            text(Axes::ColumnRow),
            "MESSAGE renju 6x5, 1 stones, o to move\n\
             MESSAGE 05 . x . . . .\nMESSAGE 04 . . . . . .\nMESSAGE 03 . . . . . .\n\
             MESSAGE 02 . . . . . .\nMESSAGE 01 . . . . . #\nMESSAGE -- A B C D E F\n"
        );
        let turned = text(Axes::RowColumn);
        assert_eq!(turned.lines().nth(2), Some("MESSAGE 05 x . . . ."), "{turned}");
        assert!(turned.ends_with("MESSAGE 01 . . . . #\nMESSAGE -- A B C D E\n"), "{turned}");
    }

    #[test]
    fn moves_are_numbers_and_commas_only() {
        let moves = vec![Point::new(7, 8), Point::new(0, 14), Point::new(10, 3)];
        assert_eq!(Reply::Moves(moves[..1].to_vec()).text(), "7,8\n");
        assert_eq!(Reply::Moves(moves).text(), "7,8 0,14 10,3\n");
    }

    #[test]
    fn about_is_pairs_in_quotation_marks_with_the_name_first() {
        let text = Reply::About.text();
        assert!(text.starts_with("name=\"Fukumi\", version=\""));
        for value in text.split('"').skip(1).step_by(2) {
            assert!(!value.contains([',', '=']), "{value}");
        }
    }

    #[test]
    fn forbidden_points_have_two_digits_a_coordinate_and_a_full_stop() {
        let points: PointSet = [Point::new(12, 3), Point::new(7, 7)].into_iter().collect();
        assert_eq!(Reply::Forbidden(points).text(), "FORBID 12030707.\n");
        assert_eq!(Reply::Forbidden(PointSet::EMPTY).text(), "FORBID .\n");
    }

    #[test]
    fn progress_is_words_and_values_in_turn() {
        assert_eq!(
            text(&iteration(Score::from_points(143), 0, 1), false, false),
            "MESSAGE depth 12-24 ev 143 n 5037K n/ms 812 tm 6203 pv H8 I9\n"
        );
        assert_eq!(
            text(&iteration(Score::loss_in(6), 1, 2), false, false),
            "MESSAGE depth 12-24 multipv 2 ev -M6 n 5037K n/ms 812 tm 6203 pv H8 I9\n"
        );
        let score = Score::from_points(143);
        let outlook = Some(Outlook::new(score, 0.5));
        assert_eq!(
            text(&Info { outlook, ..iteration(score, 0, 1) }, false, false),
            "MESSAGE wdl 51/33/16\n\
             MESSAGE depth 12-24 ev 143 n 5037K n/ms 812 tm 6203 pv H8 I9\n"
        );
        assert_eq!(
            text(&Info { outlook, ..iteration(score, 1, 2) }, false, false),
            "MESSAGE multipv 2 wdl 51/33/16\n\
             MESSAGE depth 12-24 multipv 2 ev 143 n 5037K n/ms 812 tm 6203 pv H8 I9\n"
        );
    }

    #[test]
    fn a_move_without_a_search_says_what_it_comes_from() {
        let from = |source, points| {
            let info = Info { source, nodes: 0, ..iteration(Score::from_points(points), 0, 1) };
            text(&info, false, false)
        };
        assert_eq!(from(Source::Book, -338), "MESSAGE book: ev -338 plies 12 pv H8 I9\n");
        assert_eq!(from(Source::Games, -900), "MESSAGE learned: ev -900 pv H8 I9\n");
    }

    #[test]
    fn in_the_log_of_yixin_board_five_moves_of_a_line_can_be_seen() {
        /// Characters of a line that the log of version 2.1 shows, which is the narrower one;
        /// `MESSAGE` is not shown.
        const SHOWN: usize = 50;
        let outlook = Some(Outlook::new(Score::from_points(-270), 0.1));
        let mut info = Info { outlook, ..iteration(Score::from_points(-270), 2, 3) };
        info.line.moves = (3..13).map(|x| Point::new(x, x)).collect();
        let (axes, detail) = (Axes::RowColumn, Detail::default());
        let names = axes.point_names();
        let text = |info| Reply::Info { info, size: size(), axes, names, detail }.text();
        let line = text(info.clone());
        let shown: String = line["MESSAGE ".len()..].chars().take(SHOWN).collect();
        assert_eq!(shown, "depth 12-24 multipv 3 ev -270 pv D12 E11 F10 G9 H8");
        assert!(line.ends_with(" pv D12 E11 F10 G9 H8 I7 J6 K5 L4 M3\n"), "{line}");
        info.index = 0;
        let best = text(info);
        let effort = "MESSAGE search: wdl 19/4/77 n 5037K n/ms 812 tm 6203\n";
        assert!(best.starts_with(effort) && best.ends_with(" K5 L4 M3\n"), "{best}");
    }

    #[test]
    fn notes_of_the_solver_are_a_sentence_and_the_effort() {
        let text = |remark| {
            let elapsed = Duration::from_millis(6);
            Reply::Note(Note { remark, nodes: 5_321, elapsed }).text()
        };
        let hunted = |threats, verdict| text(Remark::Hunted { threats, verdict });
        let both = Threats::FoursAndThrees;
        let effort = "n 5321 n/ms 886 tm 6\n";
        assert_eq!(
            hunted(Threats::Fours, Verdict::Win(13)),
            format!("MESSAGE checkmate by fours: +M13, {effort}")
        );
        assert_eq!(
            hunted(both, Verdict::NoWin),
            format!("MESSAGE checkmate by fours and threes: no such win, {effort}")
        );
        assert_eq!(
            hunted(both, Verdict::Unknown),
            format!("MESSAGE checkmate by fours and threes: not decided, {effort}")
        );
        assert_eq!(
            text(Remark::Hunting { threats: both, proof: 3, disproof: 40 }),
            format!(
                "MESSAGE checkmate by fours and threes: searching, proof 3 disproof 40, {effort}"
            )
        );
        assert_eq!(text(Remark::FirstStone), "MESSAGE first stone: no search\n");
        let threat = Verdict::Win(5);
        assert_eq!(
            text(Remark::Defended { threat, stopping: 2, losing: 211, undecided: 0 }),
            format!(
                "MESSAGE defence: +M5 threatened, 2 moves stop it, 211 lose, 0 not decided, \
                 {effort}"
            )
        );
        assert_eq!(
            text(Remark::Lost { score: Score::loss_in(20) }),
            format!("MESSAGE defence: every move loses, -M20 at best, {effort}")
        );
        assert_eq!(
            text(Remark::Lost { score: Score::presumed_loss(2) }),
            format!("MESSAGE defence: every move seems to lose, {effort}")
        );
    }

    #[test]
    fn an_info_block_has_twelve_lines_and_every_line_a_value() {
        let text = text(&iteration(Score::win_in(7), 0, 2), false, true);
        let block: Vec<&str> = text.lines().filter(|line| line.starts_with("INFO ")).collect();
        assert_eq!(block.len(), 12);
        assert!(block.iter().all(|line| line.split(' ').count() >= 3));
        assert_eq!(block[0], "INFO PV 0");
        assert_eq!(block[8], "INFO EVAL +M7");
        assert_eq!(block[10], "INFO BESTLINE 7,7 8,6");
        assert_eq!(block[11], "INFO PV DONE");
    }

    #[test]
    fn marks_of_the_board_are_refreshed_with_the_best_line() {
        let best = text(&iteration(Score::from_points(-5), 0, 2), true, false);
        assert!(best.starts_with("MESSAGE REALTIME REFRESH\nMESSAGE REALTIME BEST 7,7\n"));
        let lost = text(&iteration(Score::loss_in(4), 1, 2), true, false);
        assert!(lost.starts_with("MESSAGE REALTIME LOST 7,7\nMESSAGE depth"));
    }

    #[test]
    fn a_front_end_marks_many_losing_moves_without_words() {
        let loss = |index, count, realtime, info| {
            text(&iteration(Score::loss_in(4), index, count), realtime, info)
        };
        assert_eq!(loss(7, 200, true, false), "MESSAGE REALTIME LOST 7,7\n");
        assert!(loss(7, 200, false, true).ends_with("\nINFO PV DONE\n"));
        for (index, count, realtime) in [(7, 200, false), (7, 20, true), (0, 200, true)] {
            let text = loss(index, count, realtime, false);
            assert!(text.contains("\nMESSAGE depth") || text.starts_with("MESSAGE depth"));
        }
        let open = iteration(Score::ZERO, 7, 200);
        assert!(text(&open, true, false).starts_with("MESSAGE depth"));
    }

    #[test]
    fn a_long_line_of_play_fits_into_a_line() {
        let mut long = iteration(Score::ZERO, 0, 1);
        long.line.moves = vec![Point::new(21, 21); 484];
        assert!(text(&long, true, true).lines().all(|line| line.len() < 2000));
    }
}
