//! Texts in lines of a given width.

/// The words of a text in lines of at most `width` characters. A line break of the text stays one.
pub(crate) fn wrapped(text: &str, width: usize) -> Vec<String> {
    text.split('\n').flat_map(|paragraph| wrapped_paragraph(paragraph, width)).collect()
}

fn wrapped_paragraph(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let length = lines.last().map_or(0, |line| line.chars().count());
        match lines.last_mut() {
            Some(line) if length == 0 => line.push_str(word),
            Some(line) if length + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            Some(_) | None => lines.push(word.to_owned()),
        }
    }
    lines
}

/// `missedWins` for `missed_wins`.
pub(crate) fn camel_case(name: &str) -> String {
    let mut words = name.split('_');
    let mut camel = words.next().unwrap_or_default().to_owned();
    for word in words {
        let (first, rest) = word.split_at(word.chars().next().map_or(0, char::len_utf8));
        camel.push_str(&first.to_uppercase());
        camel.push_str(rest);
    }
    camel
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_as_long_as_they_may_be() {
        assert_eq!(wrapped("one two three\nfour", 7), ["one two", "three", "four"]);
        assert_eq!(wrapped("a-very-long-word", 4), ["a-very-long-word"]);
    }

    #[test]
    fn words_after_the_first_have_capitals() {
        assert_eq!(camel_case("black_win_rate"), "blackWinRate");
        assert_eq!(camel_case("timeMs"), "timeMs");
    }
}
