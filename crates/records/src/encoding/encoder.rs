//! Turns texts into bytes.
//!
//! The tables are those of the crate `encoding_rs`, read backwards, since its own encoders would
//! add 60 KB to the program.

use std::collections::BTreeMap;

use encoding_rs::{GB18030, UTF_8};

use super::name::Encoding;

impl Encoding {
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
