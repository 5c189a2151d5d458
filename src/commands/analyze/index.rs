//! The page that lists the games of a folder: who played, how the game ended, the biggest mistake,
//! and a link to the page of each game.

use std::fmt::Write;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use fukumi_reports::words::{self, counted};

use super::graph::escaped;
use super::input;
use super::page::filled;
use super::report::{Document, LabelledMove, in_words, kind};

const TEMPLATE: &str = include_str!("index.html");
/// Text that the pages of this program have near their beginning.
const GENERATOR: &[u8] = b"<meta name=\"generator\" content=\"Fukumi\">";
/// Bytes at the beginning of a page within which [`GENERATOR`] occurs.
const HEAD: u64 = 1_024;

/// The list, which grows game by game.
pub(super) struct Index {
    file: PathBuf,
    /// One row of the table for each game.
    rows: String,
    games: usize,
}

impl Index {
    /// An empty list, to be written into this folder.
    ///
    /// # Errors
    /// If the folder has a file of that name that is not by this program and would be lost.
    pub(super) fn new(folder: &Path) -> anyhow::Result<Self> {
        let file = folder.join(format!("{}.html", input::INDEX));
        let name = file.display();
        let mut head = Vec::new();
        if file.exists() && !file.is_file() {
            bail!("{name} is no file, and the list of the games belongs there");
        }
        match File::open(&file) {
            Ok(opened) => {
                let read = opened.take(HEAD).read_to_end(&mut head);
                read.with_context(|| format!("cannot read {name}"))?;
                if !head.windows(GENERATOR.len()).any(|window| window == GENERATOR) {
                    bail!(
                        "{name} is not by this program and stays as it is; choose another folder"
                    );
                }
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error).with_context(|| format!("cannot read {name}")),
        }
        Ok(Self { file, rows: String::new(), games: 0 })
    }

    /// The path of the list.
    pub(super) fn file(&self) -> &Path {
        &self.file
    }

    /// Adds a game, whose page is `stem`.html.
    pub(super) fn add(&mut self, document: &Document, stem: &str) {
        let page = format!("{}.html", escaped(stem));
        let worst = worst(document).map(|(played, loss)| {
            let number = played.number;
            let class = kind(played).unwrap_or_default();
            let words = escaped(&in_words(played));
            format!(
                "<a class=\"{class}\" href=\"{page}#{number}\">{words}</a>, lost {:.1} %",
                loss * 100.0
            )
        });
        self.games += 1;
        // Writing to a string does not fail.
        let _ = writeln!(
            self.rows,
            "<tr><th scope=\"row\"><a href=\"{page}\">{}</a></th><td data-what=\"moves\">{}</td>\
             <td data-what=\"result\">{}</td><td data-what=\"biggest mistake\">{}</td></tr>",
            escaped(&document.title()),
            document.moves.len(),
            escaped(&result(document)),
            worst.unwrap_or_else(|| "none".into()),
        );
    }

    /// The page as HTML.
    pub(super) fn describe(&self) -> String {
        filled(TEMPLATE, |name| match name {
            "title" => counted(self.games, "game"),
            "games" => self.rows.clone(),
            name => unreachable!("the template has no other place than {name}"),
        })
    }
}

/// The worst marked move and how much win rate it gave away; `None` if no move is marked.
fn worst(document: &Document) -> Option<(&LabelledMove, f64)> {
    let marked = document.moves.iter().filter(|played| kind(played).is_some());
    let lost = marked.filter_map(|played| Some((played, played.judgement.as_ref()?.loss)));
    lost.max_by(|(a, first), (b, second)| first.total_cmp(second).then(b.number.cmp(&a.number)))
}

/// How the game ended, or how it stands.
fn result(document: &Document) -> String {
    let rate = document.positions.last().and_then(|position| position.black_win_rate);
    match (&document.ending, rate) {
        (Some(ending), _) => ending.text.clone(),
        (None, Some(rate)) => format!("not over, Black {}", words::percent(rate, 0)),
        (None, None) => "not over".into(),
    }
}
