//! The two ways to end a session, `END` and a closed input, tried in every state.
//!
//! Each conversation consists of a beginning, which brings the engine into a state, and an end.
//! Apart from that they are cases like those in the files.

use libtest_mimic::Trial;

use crate::case::Case;
use crate::run_case;

/// How a state reacts to the line `END`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    IsRead,
    /// The line would be taken for something else.
    IsSwallowed,
}

/// Limits under which a search goes on until something stops it.
const LONG: &str = "> START 15\n< OK\n> INFO timeout_turn 60000\n> INFO timeout_match 600000\n\
                    > INFO time_left 600000\n";
/// The same for the end of the input, at which a search with a limit goes on to its end.
const ENDLESS: &str = "> START 15\n< OK\n> INFO timeout_turn -1\n";
const STONES: &str = "> 7,7,1\n> 8,8,2\n> 9,7,1\n> 6,7,2\n> DONE\n";

pub(crate) fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for (state, end, beginning) in states() {
        // With the input closed, a search may still answer; `END` permits only log lines.
        let eof = beginning.replace(LONG, ENDLESS);
        let eof = format!("{eof}* eof\n* exit 1500 0\n");
        trials.push(trial(format!("state::eof_{state}"), &eof));
        if end == End::IsRead {
            let end = format!("{beginning}! ^[^DIM]\n> END\n* exit 450 0\n");
            trials.push(trial(format!("state::end_{state}"), &end));
        }
    }
    trials
}

/// Name, reaction to `END` and beginning of each state.
fn states() -> Vec<(&'static str, End, String)> {
    let start = "> START 15\n< OK\n";
    let idle = "> START 15\n< OK\n> INFO timeout_turn 0\n> BEGIN\n<move\n";
    // Some of these searches may end by themselves. Then they have answered before the end comes.
    let search = |command: &str| format!("{LONG}{command}% 250\n<? [0-9S].*\n");
    let think = format!("> BOARD\n{STONES}");
    let set = format!("> YXBOARD\n{STONES}");
    vec![
        ("before_any_command", End::IsRead, "~ 100\n".to_owned()),
        ("behind_start", End::IsRead, start.to_owned()),
        ("behind_a_move", End::IsRead, idle.to_owned()),
        ("in_a_line", End::IsSwallowed, format!("{start}>> INFO time_left\n")),
        ("in_a_board", End::IsRead, format!("{start}> BOARD\n> 7,7,2\n")),
        ("in_a_bad_board", End::IsRead, format!("{start}> BOARD\n> 7,7,2\n> what\n")),
        ("in_a_board_before_start", End::IsRead, "> BOARD\n> 7,7,2\n".to_owned()),
        ("in_a_yxboard", End::IsRead, format!("{start}> YXBOARD\n> 7,7,2\n")),
        ("in_a_swap2board", End::IsRead, format!("{start}> SWAP2BOARD\n> 7,7\n")),
        ("in_a_yxblock", End::IsRead, format!("{start}> YXBLOCK\n> 7,7\n")),
        ("in_a_query", End::IsRead, format!("{start}> YXQUERYDATABASEALLT\n> 7,7\n")),
        ("before_a_file_name", End::IsSwallowed, format!("{start}> YXSETDATABASE\n")),
        ("in_a_quoted_text", End::IsSwallowed, format!("{start}>> YXEDITTEXTDATABASE \"a\\n\n")),
        ("while_thinking", End::IsRead, search(&think)),
        ("while_starting_to_think", End::IsRead, format!("{LONG}{think}")),
        ("while_four_threads_think", End::IsRead, search(&format!("> INFO thread_num 4\n{think}"))),
        (
            "while_analysing",
            End::IsRead,
            search(&format!("> INFO show_detail 3\n{set}> YXNBEST 3\n")),
        ),
        ("while_balancing", End::IsRead, search(&format!("{set}> YXBALANCETWO 0\n"))),
        (
            "while_choosing_a_colour",
            End::IsRead,
            search("> SWAP2BOARD\n> 7,7\n> 8,7\n> 9,9\n> DONE\n"),
        ),
        (
            "while_pondering",
            End::IsRead,
            format!("{LONG}> INFO pondering 1\n> INFO timeout_turn 200\n{think}<move\n~ 200\n"),
        ),
    ]
}

fn trial(name: String, text: &str) -> Trial {
    match Case::parse(&name, text) {
        Ok(case) => Trial::test(name, move || run_case(&case)),
        Err(error) => Trial::test(name, move || Err(error.to_string().into())),
    }
}
