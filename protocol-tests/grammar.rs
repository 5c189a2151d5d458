//! The form that every line of output must have, whatever the case is about.
//!
//! This is the strictest reading of all managers at once: each of them understands or skips a line
//! that passes here.

use std::fmt;
use std::sync::LazyLock;

use regex::bytes::Regex;

/// Maximum length of a line in bytes, without its line end. The smallest buffer known among
/// managers has 2048.
const MAX_LINE_BYTES: usize = 2000;

/// Why a line of output is bad.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Breach {
    CarriageReturn,
    Empty,
    BlankAtAnEnd,
    NotPrintable,
    TooLong,
    NoReply,
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::CarriageReturn => "holds a CR; lines end in LF alone",
            Self::Empty => "is empty",
            Self::BlankAtAnEnd => "begins or ends with a blank",
            Self::NotPrintable => "holds a byte that is not printable ASCII",
            Self::TooLong => "is longer than 2000 bytes",
            Self::NoReply => "fits no form of reply in the protocol",
        })
    }
}

/// Checks a line of output, given without its LF.
///
/// # Errors
///
/// The first rule that the line breaks.
pub(crate) fn check(line: &[u8]) -> Result<(), Breach> {
    if line.contains(&b'\r') {
        return Err(Breach::CarriageReturn);
    }
    if line.is_empty() {
        return Err(Breach::Empty);
    }
    if line.starts_with(b" ") || line.ends_with(b" ") {
        return Err(Breach::BlankAtAnEnd);
    }
    if !line.iter().all(|byte| (b' '..=b'~').contains(byte)) {
        return Err(Breach::NotPrintable);
    }
    if line.len() > MAX_LINE_BYTES {
        return Err(Breach::TooLong);
    }
    if !REPLY.is_match(line) {
        return Err(Breach::NoReply);
    }
    Ok(())
}

/// Whether a line is one that may come before the line that answers a command.
pub(crate) fn is_log(line: &[u8]) -> bool {
    [&b"MESSAGE "[..], b"DEBUG ", b"INFO "].iter().any(|word| line.starts_with(word))
}

/// The forms of a reply. Numbers have no leading zero.
static REPLY: LazyLock<Regex> = LazyLock::new(|| {
    let mv = "(0|[1-9][0-9]*),(0|[1-9][0-9]*)";
    let pattern = [
        "OK".to_owned(),
        "SWAP".to_owned(),
        "(ERROR|UNKNOWN|MESSAGE|DEBUG) [^ ].*".to_owned(),
        format!("SUGGEST {mv}"),
        format!("{mv}( {mv}){{0,2}}"),
        "FORBID ([0-9]{4})*\\.".to_owned(),
        "INFO [A-Z][A-Z0-9_]* [^ ].*".to_owned(),
        r#"name="[^",=]+"(, [A-Za-z]+="[^",=]*")*"#.to_owned(),
    ]
    .join("|");
    regex::bytes::RegexBuilder::new(&format!("^(?:{pattern})$"))
        .unicode(false)
        .build()
        .expect("the pattern is a constant, and tested")
});
