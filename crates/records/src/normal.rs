//! A text as all readers take it: without marks of files, of mails and of East Asian keyboards.

use crate::copied;

/// The text with line feeds as the only line ends, and tidied, see [`copied`].
pub(crate) fn normalised(text: &str) -> String {
    copied::tidied(&with_line_feeds(text)).into_owned()
}

/// The text without a byte order mark, with line feeds as the only line ends.
pub(crate) fn with_line_feeds(text: &str) -> String {
    #[cfg(test)]
    crate::tests::count_work(text.len());
    // Old programs end a text with a mark of its end.
    let text = text.trim_start_matches('\u{feff}').trim_end_matches('\u{1a}');
    text.replace("\r\n", "\n").replace('\r', "\n")
}
