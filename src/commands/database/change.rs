//! `fukumi database set`, `remove` and `split`: changes by hand.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Context, anyhow, ensure};
use fukumi_core::geometry::{BoardSize, Point};
use fukumi_core::score::Score;
use fukumi_database::branch::Fate;
use fukumi_database::{Access, Bound, Entry, Value};
use fukumi_reports::words::counted;

use super::file::{PositionArguments, open};

/// The longest proven result, in plies.
const MAX_PLIES: u64 = 999;

/// Edit the entry of a position. Fields that are not given keep their values.
#[derive(clap::Args)]
pub(super) struct Set {
    #[command(flatten)]
    place: PositionArguments,

    #[command(flatten)]
    facts: Facts,
}

#[derive(clap::Args)]
#[group(required = true, multiple = true)]
struct Facts {
    /// Value in points for the side to move.
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true)]
    #[arg(value_parser = clap::value_parser!(i32).range(-20_000..=20_000))]
    value: Option<i32>,

    /// The side to move wins in N plies.
    #[arg(long, value_name = "N", conflicts_with = "value")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=MAX_PLIES))]
    win: Option<u64>,

    /// The side to move loses in N plies.
    #[arg(long, value_name = "N", conflicts_with_all = ["value", "win"])]
    #[arg(value_parser = clap::value_parser!(u64).range(0..=MAX_PLIES))]
    loss: Option<u64>,

    /// Whether the value is exact or a bound; by default exact.
    #[arg(long, value_parser = ["exact", "lower", "upper"])]
    bound: Option<String>,

    /// Depth of the search in plies.
    #[arg(long, value_name = "N")]
    depth: Option<u32>,

    /// The best moves, the best one first, as in "h8 g7"; "" for none.
    #[arg(long, value_name = "MOVES")]
    best: Option<String>,

    /// A word about the position for the side that moved last: w, l, d, or any other; "" for none.
    #[arg(long)]
    label: Option<String>,

    /// A comment; "" for none.
    #[arg(long)]
    comment: Option<String>,

    /// A text on a point, as in h8=A; h8= for none. May be given several times.
    #[arg(long, value_name = "POINT=TEXT")]
    mark: Vec<String>,
}

impl Set {
    pub(super) fn run(&self) -> anyhow::Result<()> {
        let position = self.place.read()?;
        let file = &self.place.file;
        let mut database = open(file, Access::Create)?;
        let mut writer = database.write()?;
        let mut entry = writer.get(&position)?.unwrap_or_default();
        self.facts.put(&mut entry, position.size())?;
        entry.touch();
        let written = writer.put(&position, entry).and_then(|()| writer.commit());
        written.with_context(|| format!("cannot write {}", file.display()))
    }
}

impl Facts {
    fn put(&self, entry: &mut Entry, size: BoardSize) -> anyhow::Result<()> {
        let score = match (self.value, self.win, self.loss) {
            (Some(points), ..) => Some(Score::from_points(points)),
            (_, Some(plies), _) => Some(Score::win_in(plies as usize)),
            (.., Some(plies)) => Some(Score::loss_in(plies as usize)),
            _ => None,
        };
        let bound = self.bound.as_deref().and_then(Bound::named);
        if let Some(score) = score {
            let bound = bound.unwrap_or(Bound::Exact);
            entry.value = Some(Value { score, bound, depth: self.depth });
        } else if bound.is_some() || self.depth.is_some() {
            let value = entry.value.as_mut().context("there is no value yet; --value states it")?;
            value.bound = bound.unwrap_or(value.bound);
            value.depth = self.depth.or(value.depth);
        }
        if let Some(best) = &self.best {
            entry.best = best
                .split_whitespace()
                .map(|label| point(label, size))
                .collect::<Result<_, _>>()?;
        }
        let text = |text: &String| Some(text.clone()).filter(|text| !text.is_empty());
        if let Some(label) = &self.label {
            entry.label = text(label);
        }
        if let Some(comment) = &self.comment {
            entry.comment = text(comment);
        }
        for mark in &self.mark {
            let (label, text) = mark.split_once('=').with_context(|| {
                format!("expected a point and a text such as h8=A, found {mark:?}")
            })?;
            entry.set_mark(point(label, size)?, text);
        }
        Ok(())
    }
}

fn point(label: &str, size: BoardSize) -> anyhow::Result<Point> {
    let point = size.parse_label(label);
    point
        .ok_or_else(|| anyhow!("expected a point of a board of {size} such as h8, found {label:?}"))
}

/// Forget a position.
#[derive(clap::Args)]
pub(super) struct Remove {
    #[command(flatten)]
    place: PositionArguments,

    /// Forget all positions below it as well: those that moves reach through positions of the
    /// database.
    #[arg(long)]
    below: bool,
}

impl Remove {
    pub(super) fn run(&self) -> anyhow::Result<()> {
        let position = self.place.read()?;
        let file = &self.place.file;
        let mut database = open(file, Access::Write)?;
        let mut count = 0;
        let result = (|| {
            if self.below {
                count += database.remove_below(&position, |_| Fate::Remove)?;
            }
            let mut writer = database.write()?;
            count += u64::from(writer.remove(&position)?);
            writer.commit()
        })();
        result.with_context(|| format!("cannot write {}", file.display()))?;
        ensure!(count > 0, "nothing is known of this position");
        writeln!(io::stdout(), "{} removed", counted(count as usize, "position"))?;
        Ok(())
    }
}

/// Copy a position and all positions below it to another database.
#[derive(clap::Args)]
pub(super) struct Split {
    #[command(flatten)]
    place: PositionArguments,

    /// The other database, which is created if it does not exist.
    #[arg(long, value_name = "FILE")]
    to: PathBuf,
}

impl Split {
    pub(super) fn run(&self) -> anyhow::Result<()> {
        let position = self.place.read()?;
        let database = open(&self.place.file, Access::Read)?;
        let mut other = open(&self.to, Access::Create)?;
        let mut path = Vec::new();
        let mut before = position.clone();
        while !before.board().stones().is_empty() {
            before.undo();
            path.push(before.clone());
        }
        let count = database
            .split(&position, &path, &mut other)
            .with_context(|| format!("cannot write {}", other.path().display()))?;
        let cuts = other.take_cuts();
        if !cuts.is_empty() {
            let to = self.to.display();
            writeln!(io::stderr(), "{to}: too long, not kept whole: {cuts}")?;
        }
        writeln!(io::stdout(), "{}", counted(count as usize, "position"))?;
        Ok(())
    }
}
