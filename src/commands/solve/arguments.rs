//! The command line of `fukumi solve`.

use std::path::PathBuf;

use fukumi_core::solver::Threats;

use super::ask::Question;
use crate::commands::analyze::input::Reader;
use crate::commands::effort::{self, Budget, TableMemory, Threads};
use crate::commands::reading::Reading;
use crate::commands::share::Share;

/// Exit status if the budget was used up, or Ctrl-C pressed, before the answer was found. 1 is an
/// error, 2 a mistake on the command line.
pub(super) const UNANSWERED: u8 = 3;

/// Look for a forced win of the side to move, or for the moves that stop one.
///
/// Without an option, the question is whether the side to move wins by continuous fours (VCF) or,
/// failing that, by fours and open threes (VCT). A win is a proof: it holds against every defence.
/// "No win" is about wins by fours and threes, or by fours alone if asked; other wins may exist.
/// Without --nodes and --time there is no limit. Ctrl-C ends the work and prints what was found so
/// far.
#[derive(clap::Args)]
#[command(mut_arg("memory", effort::default(256)))]
#[command(after_help = "Try `fukumi solve --help` for the notations of a position.")]
#[command(after_long_help = NOTATIONS)]
pub(crate) struct Arguments {
    /// The position, or the name of a file with it, or - for standard input.
    ///
    /// If a file has several positions, or a folder several files, all of them are solved, and each
    /// gets a line; FILE:ID chooses one position.
    #[arg(required = true, value_name = "POSITION")]
    pub(super) positions: Vec<String>,

    #[command(flatten)]
    pub(super) reading: Reading,

    #[command(flatten)]
    pub(super) share: Share,

    /// Look only for a win by continuous fours.
    #[arg(long)]
    pub(super) vcf: bool,

    /// Look at once for a win by continuous fours and open threes.
    #[arg(long, conflicts_with = "vcf")]
    pub(super) vct: bool,

    /// List all moves that begin a win.
    #[arg(long)]
    pub(super) all: bool,

    /// List the moves that stop what the opponent threatens.
    #[arg(long, conflicts_with = "all")]
    pub(super) defend: bool,

    /// Find the shortest win by continuous fours, not just any.
    #[arg(long, conflicts_with_all = ["all", "defend"])]
    pub(super) shortest: bool,

    #[command(flatten)]
    pub(super) budget: Budget,

    #[command(flatten)]
    pub(super) threads: Threads,

    #[command(flatten)]
    pub(super) memory: TableMemory,

    /// Print a JSON object for each position, on a line of its own, instead of text.
    #[arg(long)]
    pub(super) json: bool,

    /// Keep the answers in this file, a JSON object on each line; positions that it already answers
    /// are skipped, so the same command continues after an interruption.
    #[arg(long, value_name = "FILE", conflicts_with = "proof")]
    pub(super) out: Option<PathBuf>,

    /// Write the whole proof of a win to this file.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["all", "defend"])]
    pub(super) proof: Option<String>,
}

const NOTATIONS: &str = "\
Notations of a position:
  moves, Black first      h8i9h10   \"h8 i9 h10\"   \"1. h8 i9 2. h10\"
  stones of both sides    h8,h10/i9
  a picture               rows of . x o, as this program prints them; # is a dead cell
  a record                \"size=15 rule=renju turn=w black=h8,h10 white=i9\"
  a saved game            .psq of Piskvork, .sgf, or any file that `fukumi convert` reads;
                          if it has several games, FILE:2 is the second
  lines of the protocol   BOARD 7,7,1 8,8,2 DONE
The notation is detected.

Exit status: 0 if the question is answered, 1 if the position cannot be used or something else
failed, 2 if the command line is wrong, 3 if the answer is not known because the budget was used up
or Ctrl-C was pressed.";

impl Arguments {
    /// What reads the positions.
    pub(super) fn reader(&self) -> Reader {
        Reader {
            hints: self.reading.hints(),
            rule: self.reading.rule,
            to_move: self.reading.turn,
            is_last_only: true,
            only: self.share.only.clone(),
        }
    }

    /// What is asked about each position.
    pub(super) fn question(&self) -> Question {
        let threats = if self.vcf { Threats::Fours } else { Threats::FoursAndThrees };
        if self.all {
            Question::All(threats)
        } else if self.defend {
            Question::Defend(threats)
        } else {
            let is_first_by_fours = !self.vcf && !self.vct;
            Question::Win { threats, is_first_by_fours, is_shortest: self.shortest }
        }
    }
}
