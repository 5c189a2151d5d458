//! Text in files of other programs: bytes become characters, and characters bytes.
//!
//! Old programs write the encoding of the computer they run on and do not say which one. So the
//! bytes tell: UTF-8 has rules that other text breaks soon. Of the others, text in Chinese
//! (GB18030) has pairs of bytes, mostly of common characters, and text in Russian (Windows-1251)
//! has single letters. Where that is not enough, a person names the encoding.
//!
//! The tables are those of the crate `encoding_rs`. For writing, they are read backwards, since its
//! own encoders would add 60 KB to the program.

use std::collections::BTreeMap;

use encoding_rs::{GB18030, UTF_8, WINDOWS_1251, WINDOWS_1252};

/// A way to store text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Encoding(&'static encoding_rs::Encoding);

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

    /// The encoding that these bytes seem to be in: UTF-8, GB18030, Windows-1251 or Windows-1252.
    pub fn recognised(bytes: &[u8]) -> Self {
        if std::str::from_utf8(bytes).is_ok() {
            return Self(UTF_8);
        }
        if is_chinese(bytes) {
            return Self(GB18030);
        }
        let high = bytes.iter().filter(|byte| **byte >= 0x80);
        let (all, letters) = high.fold((0_usize, 0_usize), |(all, letters), byte| {
            (all + 1, letters + usize::from(matches!(byte, 0xc0..|0xa8| 0xb8)))
        });
        // In Western text, single letters with accents stand among letters without.
        let is_run = |pair: &&[u8]| pair.iter().all(|byte| *byte >= 0xc0);
        let runs = bytes.windows(2).filter(is_run).count();
        let is_russian = 2 * letters > all && 2 * runs > letters;
        Self(if is_russian { WINDOWS_1251 } else { WINDOWS_1252 })
    }

    /// The text; bytes that mean nothing become replacement characters.
    pub fn decode(self, bytes: &[u8]) -> String {
        self.0.decode_without_bom_handling(bytes).0.into_owned()
    }

    /// What turns text into this encoding; `None` if there is nothing to write it with.
    pub fn encoder(self) -> Option<Encoder> {
        let mut bytes_of = BTreeMap::new();
        if self.0 != UTF_8 {
            if !self.0.is_single_byte() && self.0 != GB18030 {
                return None;
            }
            let mut add = |bytes: &[u8]| {
                let text = self.0.decode_without_bom_handling_and_without_replacement(bytes);
                let mut chars = text.iter().flat_map(|text| text.chars());
                if let (Some(c), None) = (chars.next(), chars.next()) {
                    bytes_of.entry(c).or_insert_with(|| bytes.to_vec());
                }
            };
            for first in 0x80..=0xff {
                add(&[first]);
            }
            if self.0 == GB18030 {
                for first in 0x81..=0xfe {
                    (0x40..=0xfe).for_each(|second| add(&[first, second]));
                }
            }
        }
        Some(Encoder { encoding: self, bytes_of, missing: 0 })
    }
}

/// Whether the bytes read as Chinese: nothing is wrong with them, and most pairs are punctuation or
/// of the characters that GB 2312 counts as common.
fn is_chinese(bytes: &[u8]) -> bool {
    if GB18030.decode_without_bom_handling_and_without_replacement(bytes).is_none() {
        return false;
    }
    let (mut pairs, mut common) = (0_usize, 0_usize);
    let mut rest = bytes.iter();
    while let Some(&first) = rest.next() {
        if first >= 0x80 {
            let second = rest.next().copied().unwrap_or_default();
            pairs += 1;
            let is_common = matches!(first, 0xa1..=0xa3 | 0xb0..=0xd7) && second >= 0xa1;
            common += usize::from(is_common);
        }
    }
    3 * common > 2 * pairs
}

/// Turns text into bytes.
pub struct Encoder {
    encoding: Encoding,
    /// The bytes of characters outside ASCII; empty for UTF-8.
    bytes_of: BTreeMap<char, Vec<u8>>,
    /// How many texts had characters that the encoding lacks.
    missing: usize,
}

impl Encoder {
    /// The bytes of a text. A question mark stands for what the encoding does not have.
    pub fn encode(&mut self, text: &str) -> Vec<u8> {
        if self.encoding.0 == UTF_8 {
            return text.as_bytes().to_vec();
        }
        let mut bytes = Vec::with_capacity(text.len());
        let mut is_whole = true;
        for c in text.chars() {
            match self.bytes_of.get(&c) {
                _ if c.is_ascii() => bytes.push(c as u8),
                Some(known) => bytes.extend(known),
                None => {
                    bytes.push(b'?');
                    is_whole = false;
                }
            }
        }
        self.missing += usize::from(!is_whole);
        bytes
    }

    /// How many texts had characters that the encoding does not have.
    pub const fn missing(&self) -> usize {
        self.missing
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodings_are_recognised_and_written() {
        for (name, text) in [
            ("UTF-8", "Black wins"),
            ("UTF-8", "黑先 Чёрные"),
            ("gb18030", "黑先胜"),
            ("gb18030", "此处黑棋有四三胜，白棋无法防守。A点最好"),
            ("windows-1251", "Чёрные выигрывают"),
            ("windows-1251", "ход белых: победа"),
            ("windows-1252", "Svart vinner här, å andra sidan"),
            ("windows-1252", "für Weiß"),
        ] {
            let encoding = Encoding::named(name).expect(name);
            let mut encoder = encoding.encoder().expect(name);
            let bytes = encoder.encode(text);
            assert_eq!(Encoding::recognised(&bytes).name(), encoding.name(), "{text}");
            assert_eq!((encoding.decode(&bytes).as_str(), encoder.missing()), (text, 0));
        }
    }

    #[test]
    fn what_an_encoding_lacks_is_counted() {
        let mut encoder = Encoding::named("cp1251").and_then(Encoding::encoder).expect("known");
        assert_eq!(encoder.encode("Ж黑!"), b"\xc6?!");
        encoder.encode("a");
        assert_eq!(encoder.missing(), 1);
        assert!(Encoding::named("utf-16").is_none() && Encoding::named("klingon").is_none());
        assert!(Encoding::named("shift_jis").expect("known").encoder().is_none());
    }

    #[test]
    fn any_bytes_are_decoded() {
        for name in ["utf-8", "gb18030", "windows-1251", "shift_jis", "big5", "euc-kr"] {
            let encoding = Encoding::named(name).expect(name);
            for byte in 0..=255 {
                let text = encoding.decode(&[b'a', byte]);
                assert!(text.starts_with('a'), "{name} {byte}");
            }
        }
    }
}
