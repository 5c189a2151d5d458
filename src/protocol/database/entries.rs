//! What a front end asks about one position, and what it changes there.

use fukumi_core::clock::Instant;
use fukumi_core::score::Score;
use fukumi_database::branch::Fate;
use fukumi_database::{Bound, DatabaseError, Entry, Mark, Value};

use super::asked_position::{AskedPosition, needed};
use super::words::{
    child_line, counted, display, label, message, one_word, plain, quoted, value_words,
};
use crate::engine::positions::Positions;
use crate::protocol::command::{DatabaseAction, Filter, Selection};
use crate::protocol::reply::Axes;

/// Answers questions about a position, and changes what is known of it.
pub(super) struct Entries<'a> {
    /// The database.
    pub(super) positions: &'a mut Positions,
    /// The position; `None` if the moves lead to none.
    pub(super) place: Option<&'a AskedPosition>,
}

impl Entries<'_> {
    /// The lines that answer an action.
    pub(super) fn act(&mut self, action: &DatabaseAction, axes: Axes) -> Vec<String> {
        let result = match action {
            DatabaseAction::Children => self.children(),
            DatabaseAction::ChildrenAndComment => self.children().and_then(|mut lines| {
                lines.extend(self.comment(axes)?);
                Ok(lines)
            }),
            DatabaseAction::Entry => self.entry(),
            DatabaseAction::Comment => self.comment(axes),
            DatabaseAction::SetBest(is_best) => self.set_best(*is_best),
            DatabaseAction::Remove => self.remove(),
            DatabaseAction::RemoveAll(filter) => self.remove_all(*filter),
            DatabaseAction::SetValue { label, value, depth } => self
                .update(|entry| set_value(entry, *label, *value, *depth))
                .and_then(|()| self.entry()),
            DatabaseAction::SetMark { at, text } => {
                match self.place.map(|place| at.on(place.size)).transpose() {
                    Err(error) => Err(DatabaseError::Other(error.to_string())),
                    Ok(point) => self.update(|entry| {
                        point.into_iter().for_each(|point| entry.set_mark(point, text));
                    }),
                }
                .map(|()| Vec::new())
            }
            DatabaseAction::SetComment(text) => self
                .update(|entry| entry.comment = Some(plain(text).trim().into()))
                .map(|()| Vec::new()),
        };
        result.unwrap_or_else(|error| vec![message(&format!("the database: {error}"))])
    }

    fn children(&mut self) -> Result<Vec<String>, DatabaseError> {
        let mut lines = vec!["MESSAGE DATABASE REFRESH".into()];
        if let (Some(place), Some(database)) = (self.place, self.positions.reader()?) {
            let position = place.last();
            let children = database.children(&position)?;
            let marks = database.get(&position)?.unwrap_or_default().marks;
            for child in &children {
                let mark = marks.iter().find(|mark| mark.point == child.point);
                lines.push(child_line(child, mark));
            }
            let is_told = |mark: &&Mark| children.iter().any(|child| child.point == mark.point);
            for mark in marks.iter().filter(|mark| !is_told(mark)) {
                let (x, y) = (mark.point.x(), mark.point.y());
                lines.push(format!("MESSAGE DATABASE {x} {y} -1 0 0 0 0 {}", one_word(&mark.text)));
            }
        }
        lines.push("MESSAGE DATABASE DONE".into());
        Ok(lines)
    }

    fn entry(&mut self) -> Result<Vec<String>, DatabaseError> {
        let entry = match (self.place, self.positions.reader()?) {
            (Some(place), Some(database)) => database.get(&place.last())?,
            _ => None,
        };
        let line = entry.map_or_else(
            || "0 0 0 0".into(),
            |entry| {
                let label = label(&entry).map_or(-1, |label| i32::from(label as u8));
                format!("{label} {} {}", value_words(&entry), display(&entry))
            },
        );
        Ok(vec![format!("MESSAGE DATABASE ONE {line}").trim_end().into()])
    }

    fn comment(&mut self, axes: Axes) -> Result<Vec<String>, DatabaseError> {
        let comment = match (self.place, self.positions.reader()?) {
            (Some(place), Some(database)) => database.get(&place.last())?.and_then(|e| e.comment),
            _ => None,
        };
        let quoted = quoted(&comment.unwrap_or_default(), axes);
        Ok(vec![format!("MESSAGE DATABASE TEXT \"{quoted}\"")])
    }

    fn update(&mut self, change: impl FnOnce(&mut Entry)) -> Result<(), DatabaseError> {
        let Some(database) = self.positions.writer()? else { return Ok(()) };
        database.update(&needed(self.place)?.last(), |entry| {
            change(entry);
            entry.touch();
        })
    }

    fn set_best(&mut self, is_best: bool) -> Result<Vec<String>, DatabaseError> {
        let Some(database) = self.positions.writer()? else { return Ok(Vec::new()) };
        let place = needed(self.place)?;
        let Some((&Some(last), before)) = place.moves.split_last() else {
            return Err(DatabaseError::Other("there is no move before this position".into()));
        };
        database.update(&place.position(before.len()), |entry| {
            entry.best.retain(|&point| point != last);
            if is_best {
                entry.best.insert(0, last);
                entry.best.truncate(Entry::MAX_BEST);
            }
            entry.touch();
        })?;
        Ok(Vec::new())
    }

    fn remove(&mut self) -> Result<Vec<String>, DatabaseError> {
        if let Some(database) = self.positions.writer()? {
            let mut writer = database.write()?;
            writer.remove(&needed(self.place)?.last())?;
            writer.commit()?;
        }
        Ok(Vec::new())
    }

    fn remove_all(&mut self, filter: Filter) -> Result<Vec<String>, DatabaseError> {
        let mut lines = Vec::new();
        if let Some(database) = self.positions.writer()? {
            let start = Instant::now();
            let count = database.remove_below(&needed(self.place)?.last(), |entry| {
                match (is_selected(entry, filter.selection), filter.is_recursive) {
                    (true, _) => Fate::Remove,
                    (false, true) => Fate::Keep,
                    (false, false) => Fate::KeepAll,
                }
            })?;
            let time = start.elapsed().as_millis();
            lines.push(message(&format!("{} removed in {time} ms", counted(count))));
        }
        lines.extend(self.children()?);
        Ok(lines)
    }
}

fn set_value(
    entry: &mut Entry,
    label: Option<Option<char>>,
    value: Option<i64>,
    depth: Option<i64>,
) {
    if let Some(label) = label {
        // The letters with a meaning may come in both cases.
        let letter = |label: char| match label {
            'W' | 'L' | 'D' | 'X' => label.to_ascii_lowercase(),
            other => other,
        };
        entry.label = label.map(|label| letter(label).into());
    }
    if let Some(points) = value {
        let most = i64::from(Score::WIN.points());
        let points = points.clamp(-most, most) as i16;
        let depth = entry.value.and_then(|value| value.depth);
        entry.value =
            Some(Value { score: Score::from_table(points, 0), bound: Bound::Exact, depth });
    }
    if let (Some(depth), Some(value)) = (depth, &mut entry.value) {
        value.depth = u32::try_from(depth).ok();
    }
}

fn is_selected(entry: &Entry, selection: Selection) -> bool {
    let label = label(entry);
    let plies = entry.value.filter(Value::is_proven).and_then(|v| v.score.plies_to_end());
    let is_decided = matches!(label, Some('w' | 'l'));
    match selection {
        Selection::All => true,
        Selection::Labels { win, loss, draw, is_inverted } => {
            let is_one = match label {
                Some('w') => win,
                Some('l') => loss,
                Some('d') => draw,
                _ => false,
            };
            is_one != is_inverted
        }
        Selection::WithoutLength => is_decided && plies.is_none(),
        Selection::Within(most) => {
            is_decided && plies.is_some_and(|plies| i64::from(plies.abs()) <= most)
        }
    }
}
