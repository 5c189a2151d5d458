//! Turns the texts of a file into characters.

use encoding_rs::{GB18030, GBK, UTF_8};

use super::bytes::{fits, is_meant_as_utf_8, is_sound};
use super::name::Encoding;
use super::typical::{self, guess};
use super::vote::voted;
use crate::reading::{Notice, Notices};

/// Decodes the texts of a file.
pub struct Decoder {
    main: &'static encoding_rs::Encoding,
    stated: Option<&'static encoding_rs::Encoding>,
    /// Whether a person named the encoding.
    is_forced: bool,
    notices: Notices,
}

impl Decoder {
    /// A decoder for these texts. `forced` is what a person names, `stated` what the file states.
    pub fn new(texts: &[&[u8]], forced: Option<Encoding>, stated: Option<Encoding>) -> Self {
        let stated = stated.map(|stated| stated.0);
        let main = match (forced, stated) {
            (Some(forced), _) => forced.0,
            (None, Some(stated)) if agrees(stated, texts) => stated,
            (None, _) => voted(texts),
        };
        Self { main, stated, is_forced: forced.is_some(), notices: Notices::default() }
    }

    /// The characters of a text.
    pub fn decode(&mut self, bytes: &[u8]) -> String {
        if bytes.is_ascii() && self.main.is_ascii_compatible() {
            return String::from_utf8_lossy(bytes).into_owned();
        }
        let encoding = self.encoding_of(bytes);
        let (text, is_broken) = encoding.decode_without_bom_handling(bytes);
        if is_broken {
            self.notices.add(Notice::Broken(encoding.name()), 1);
        }
        if !self.is_forced {
            match self.stated {
                Some(stated) if stated == encoding => {}
                Some(stated) => {
                    let (stated, read) = (stated.name(), encoding.name());
                    self.notices.add(Notice::Contradicted { stated, read }, 1);
                }
                None if encoding == UTF_8 => {}
                None => self.notices.add(Notice::Guessed(encoding.name()), 1),
            }
        }
        text.into_owned()
    }

    /// What a person should know about the encodings.
    pub fn notices(self) -> Notices {
        self.notices
    }

    /// The encoding of a text: that of the file unless the text plainly is in another one.
    fn encoding_of(&self, bytes: &[u8]) -> &'static encoding_rs::Encoding {
        if self.is_forced {
            return self.main;
        }
        if is_meant_as_utf_8(bytes) || (self.main == UTF_8 && is_sound(UTF_8, bytes)) {
            return UTF_8;
        }
        // What is stated as GBK is read as such, though GB18030 has all of it.
        let main = if self.main == GBK { GB18030 } else { self.main };
        if let Some(own) = typical::plain(bytes).filter(|own| *own != main)
            && typical::is_foreign(bytes, main)
        {
            return own;
        }
        if fits(self.main, bytes) {
            return self.main;
        }
        if std::str::from_utf8(bytes).is_ok() {
            return UTF_8;
        }
        // Damage is a few bytes; more is another encoding.
        let (text, _) = self.main.decode_without_bom_handling(bytes);
        let broken = text.chars().filter(|c| *c == char::REPLACEMENT_CHARACTER).count();
        let sound = text.chars().filter(|c| !c.is_ascii()).count() - broken;
        if sound >= 4 * broken || bytes.len() < 4 { self.main } else { guess(bytes) }
    }
}

/// Whether the texts are in an encoding that a file states.
fn agrees(stated: &'static encoding_rs::Encoding, texts: &[&[u8]]) -> bool {
    let high = || texts.iter().filter(|text| !text.is_ascii());
    let misfits = high().filter(|text| !fits(stated, text)).count();
    if 5 * misfits > high().count() {
        return false;
    }
    // Bytes that are UTF-8 are hardly ever anything else.
    stated == UTF_8 || 2 * high().filter(|text| is_meant_as_utf_8(text)).count() <= high().count()
}
