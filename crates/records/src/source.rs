//! Places in a text.

use crate::diagram::Diagram;
use crate::error::{NotationError, Problem, TextPlace};
use crate::limits::{AT_MOST, MAX_BYTES, MAX_GAMES};

/// One of the positions of a text, with its id or its number.
pub(crate) type NumberedDiagram = (String, Result<Diagram, NotationError>);

/// Lines with something on them, except remarks.
pub(crate) fn contents(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// Lines with something on them.
pub(crate) fn filled_lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty())
}

/// A text whose parts know where they are in it. It may itself be a part of a longer text.
#[derive(Clone, Copy)]
pub(crate) struct Source<'a> {
    text: &'a str,
    /// Place of the text's beginning.
    begin: TextPlace,
}

impl<'a> Source<'a> {
    pub(crate) const fn new(text: &'a str) -> Self {
        Self { text, begin: TextPlace { line: 1, column: 1 } }
    }

    pub(crate) const fn text(self) -> &'a str {
        self.text
    }

    /// Slices of the text, in order, as sources of their own. Together they pass over the text
    /// once, and an error in a part costs time in proportion to the length of the part.
    pub(crate) fn parts(
        self,
        parts: impl IntoIterator<Item = &'a str>,
    ) -> impl Iterator<Item = Self> {
        let mut rest = self;
        parts.into_iter().map(move |text| {
            let before = rest.before(text);
            rest = Source { text: &rest.text[before.len()..], begin: rest.place_after(before) };
            Source { text, begin: rest.begin }
        })
    }

    /// Reads each slice of the text as a game, with its number, from 1. After [`MAX_GAMES`] games
    /// comes an error instead of the next one, and no more.
    pub(crate) fn numbered(
        self,
        parts: impl IntoIterator<Item = &'a str>,
        mut read: impl FnMut(Self) -> Result<Diagram, NotationError>,
    ) -> Vec<NumberedDiagram> {
        let games = self.parts(parts).zip(1_usize..).take(MAX_GAMES + 1);
        let mut read = |game: Self, number| match number {
            ..=MAX_GAMES => read(game),
            _ => Err(Problem::too_many(AT_MOST).at(game.begin)),
        };
        games.map(|(game, number)| (number.to_string(), read(game, number))).collect()
    }

    /// The places of offsets in the text, which go up. Passes over the text once.
    pub(crate) fn places(self, offsets: impl IntoIterator<Item = usize>) -> Vec<TextPlace> {
        let mut at = 0;
        let mut rest = self;
        let mut place = |offset: usize| {
            let step = self.text.get(at..offset).unwrap_or_default();
            rest.begin = rest.place_after(step);
            at += step.len();
            rest.begin
        };
        offsets.into_iter().map(&mut place).collect()
    }

    /// The text of a record.
    ///
    /// # Errors
    /// If it is longer than [`MAX_BYTES`].
    pub(crate) fn within_limit(self) -> Result<&'a str, NotationError> {
        if self.text.len() > MAX_BYTES {
            return Err(Problem::LongRecord.at(self.begin));
        }
        Ok(self.text)
    }

    /// The problem at the place of `part`, a slice of the text.
    pub(crate) fn error(self, part: &str, problem: Problem) -> NotationError {
        problem.at(self.place_after(self.before(part)))
    }

    /// The text before `part`, a slice of it.
    fn before(self, part: &str) -> &'a str {
        // A slice shares its bytes with the text, so the difference of the addresses is the offset.
        let offset = (part.as_ptr() as usize).wrapping_sub(self.text.as_ptr() as usize);
        self.text.get(..offset).unwrap_or(self.text)
    }

    /// The text from `part`, a slice of it, on.
    pub(crate) fn from(self, part: &str) -> &'a str {
        &self.text[self.before(part).len()..]
    }

    /// The place that follows the beginning `begin` of the text.
    fn place_after(self, begin: &str) -> TextPlace {
        #[cfg(test)]
        crate::tests::count_work(begin.len());
        match begin.rsplit_once('\n') {
            None => TextPlace { column: self.begin.column + begin.chars().count(), ..self.begin },
            Some((lines, last)) => TextPlace {
                line: self.begin.line + lines.matches('\n').count() + 1,
                column: last.chars().count() + 1,
            },
        }
    }

    /// The error that `part`, a slice of the text, is not what was expected.
    pub(crate) fn expected(self, expected: &'static str, part: &str) -> NotationError {
        self.error(part, Problem::expected(expected, part))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Hints, parse};

    #[test]
    fn a_part_knows_where_it_stands_in_the_whole() {
        let text = "é1 ü2\n\nthree 4\nä5";
        let whole = Source::new(text);
        let words: Vec<&str> = text.split_whitespace().collect();
        let places = |at: fn(Source<'_>, &str) -> NotationError| -> Vec<Option<TextPlace>> {
            let parts = whole.parts(words.iter().copied()).zip(&words);
            parts.map(|(part, word)| at(part, word).place).collect()
        };
        let begins = places(|part, word| part.error(word, Problem::TooLong));
        let ends = places(|part, word| part.error(&word[word.len()..], Problem::TooLong));
        for (index, word) in words.iter().enumerate() {
            assert_eq!(begins[index], whole.error(word, Problem::TooLong).place, "{word}");
            let end = &word[word.len()..];
            assert_eq!(ends[index], whole.error(end, Problem::TooLong).place, "{word}");
        }
        let place = |line, column| Some(TextPlace { line, column });
        assert_eq!(begins, [place(1, 1), place(1, 4), place(3, 1), place(3, 7), place(4, 1)]);
    }

    #[test]
    fn a_list_ends_after_the_most_games_that_are_read() {
        let text = "-\n".repeat(MAX_GAMES + 5);
        let source = Source::new(&text);
        let games = source.numbered(contents(&text), |game| Err(Problem::TooLong.at(game.begin)));
        let (number, last) = games.last().expect("some games");
        assert_eq!((games.len(), number.as_str()), (MAX_GAMES + 1, "1048577"));
        let said = last.as_ref().expect_err("no game").to_string();
        assert_eq!(said, "line 1048577, column 1: expected at most 1048576 games, found more");
    }

    #[test]
    fn an_error_tells_line_and_column() {
        let text = "h8 i9\nh10 ü j99";
        let error = parse(text, &Hints::default()).expect_err("no move");
        assert_eq!(error.place, Some(TextPlace { line: 2, column: 5 }));
        let error = parse("é", &Hints::default()).expect_err("nothing");
        assert_eq!(error.place, None);
    }
}
