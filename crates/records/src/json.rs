//! JSON, which is not read: its beginning shows it, so that one message says so.

/// What a file of JSON is called in an error.
pub(super) const NAME: &str =
    "JSON; the moves in it can be read, as in h8 i9 or [[7,7],[8,8]] with nothing around them";

/// Whether the text begins as JSON does, and as no notation of a game.
pub(super) fn begins(text: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let after = |first: char| text.strip_prefix(first).map(str::trim_start);
    if let Some(object) = after('{') {
        return object.starts_with(['"', '}']);
    }
    after('[').is_some_and(|array| {
        let begins_value = |c: char| matches!(c, '{' | '"' | '[' | ']' | '-') || c.is_ascii_digit();
        array.starts_with(begins_value) || is_word(array)
    })
}

/// Whether the text begins with a word of JSON.
fn is_word(text: &str) -> bool {
    ["true", "false", "null"].iter().any(|word| text.starts_with(word))
}

#[cfg(test)]
mod tests {
    use crate::file::{self, Request};
    use crate::{Hints, Problem, parse, parse_all};

    #[test]
    fn json_is_refused_with_one_message() {
        let lines = "{\"event\": \"h8\"}\n".repeat(102);
        for text in [
            &lines,
            "{\n  \"moves\": [[7, 7]]\n}",
            "[{\"move\": \"h8\"}]",
            "[\"h8\", \"i9\"]",
            "{}",
        ] {
            for error in [
                parse(text, &Hints::default()).expect_err(text),
                parse_all(text, &Hints::default()).expect_err(text),
                file::read(text.as_bytes(), &Request::default()).expect_err(text),
            ] {
                assert!(matches!(error.problem, Problem::Foreign(what) if what == super::NAME));
                assert!(error.to_string().contains("found JSON"), "{error}");
            }
        }
        for text in ["[Black \"Ann\"]\n\n1. h8 i9", "[[7,7],[8,8]]", "[7,7]", "{[C5][a][b];B(H,8)}"]
        {
            assert!(parse(text, &Hints::default()).is_ok(), "{text}");
        }
    }
}
