//! Encodings by their names.

use encoding_rs::{UTF_8, UTF_16BE, UTF_16LE};

/// A way to store text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Encoding(pub(super) &'static encoding_rs::Encoding);

impl Encoding {
    /// UTF-8.
    pub const UTF_8: Self = Self(UTF_8);

    /// The encoding of this name, as in `gb18030` or `windows-1251`; all names of the Encoding
    /// Standard are known. UTF-16 is not among them, for it does not fit into the formats.
    pub fn named(name: &str) -> Option<Self> {
        let encoding = encoding_rs::Encoding::for_label_no_replacement(name.as_bytes())?;
        (encoding.output_encoding() == encoding).then_some(Self(encoding))
    }

    /// The name in the standard.
    pub fn name(self) -> &'static str {
        self.0.name()
    }

    /// Whether the bytes are text in UTF-16, by their mark or by the zeros of common letters.
    pub fn utf_16(bytes: &[u8]) -> Option<Self> {
        match bytes {
            [0xff, 0xfe, ..] => return Some(Self(UTF_16LE)),
            [0xfe, 0xff, ..] => return Some(Self(UTF_16BE)),
            _ => {}
        }
        let head = &bytes[..bytes.len().min(4096)];
        let pairs = head.chunks_exact(2);
        let count = pairs.len();
        let [mut high, mut low] = [0, 0];
        for pair in pairs {
            if let &[first, second] = pair {
                high += usize::from(first == 0 && (b'\t'..0x7f).contains(&second));
                low += usize::from(second == 0 && (b'\t'..0x7f).contains(&first));
            }
        }
        // Of a game at least each second character is a letter or a sign of ASCII.
        let is_most = |zeros: usize| count >= 4 && 2 * zeros > count;
        match (is_most(low), is_most(high)) {
            (true, false) => Some(Self(UTF_16LE)),
            (false, true) => Some(Self(UTF_16BE)),
            _ => None,
        }
    }

    /// The text; bytes that mean nothing become replacement characters.
    pub fn decode(self, bytes: &[u8]) -> String {
        self.0.decode_without_bom_handling(bytes).0.into_owned()
    }
}
