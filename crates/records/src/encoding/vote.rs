//! The encoding that most texts of a file are in.

use encoding_rs::UTF_8;

use super::bytes::{WIDE, fits, is_meant_as_utf_8, is_sound, whole};
use super::name::Encoding;
use super::typical::{self, guess};

/// How many bytes of a text count in a vote, so that one long text does not outvote all others.
const MAX_WEIGHT: usize = 256;
/// How many bytes of text are looked at to recognise an encoding.
const MAX_SAMPLE: usize = 1 << 20;

impl Encoding {
    /// The encoding that these bytes seem to be in.
    pub fn recognised(bytes: &[u8]) -> Self {
        Self(voted(&[bytes]))
    }
}

/// The encoding of most texts.
pub(super) fn voted(texts: &[&[u8]]) -> &'static encoding_rs::Encoding {
    let all = total(texts);
    let (utf_8, others): (Vec<&[u8]>, Vec<&[u8]>) =
        texts.iter().partition(|text| is_sound(UTF_8, text) || is_meant_as_utf_8(text));
    if 2 * total(&utf_8) >= all {
        return UTF_8;
    }
    if is_mostly_utf_8(&sample(&others, UTF_8)) {
        return UTF_8;
    }
    let plain: Vec<Option<&'static encoding_rs::Encoding>> =
        others.iter().map(|text| typical::plain(text)).collect();
    // A damaged text, or one in another encoding, must not rule out the encoding of the others.
    let supported = WIDE.into_iter().filter_map(|encoding| {
        let fitting = others.iter().zip(&plain).filter(|(text, plain)| {
            plain.is_none_or(|plain| plain == encoding) && fits(encoding, text)
        });
        let fitting: Vec<&[u8]> = fitting.map(|(text, _)| *text).collect();
        let share = total(&fitting);
        (2 * share >= total(&others) && guess(&sample(&fitting, encoding)) == encoding)
            .then_some((share, encoding))
    });
    match supported.max_by_key(|(share, _)| *share) {
        Some((_, encoding)) => encoding,
        None => voted_plainly(&others, &plain).unwrap_or_else(|| guess(&sample(&others, UTF_8))),
    }
}

/// The encoding that most of the texts are plainly in, if half of them are.
fn voted_plainly(
    texts: &[&[u8]],
    plain: &[Option<&'static encoding_rs::Encoding>],
) -> Option<&'static encoding_rs::Encoding> {
    let mut votes: Vec<(&'static encoding_rs::Encoding, usize)> = Vec::new();
    for (text, plain) in texts.iter().zip(plain) {
        let Some(encoding) = plain else { continue };
        match votes.iter_mut().find(|(known, _)| known == encoding) {
            Some((_, votes)) => *votes += weight(text),
            None => votes.push((encoding, weight(text))),
        }
    }
    let most = votes.into_iter().max_by_key(|&(_, votes)| votes);
    most.filter(|&(_, votes)| 2 * votes >= total(texts)).map(|(encoding, _)| encoding)
}

/// How much a text counts in a vote.
fn weight(text: &[u8]) -> usize {
    text.iter().filter(|byte| **byte >= 0x80).take(MAX_WEIGHT).count()
}

fn total(texts: &[&[u8]]) -> usize {
    texts.iter().map(|text| weight(text)).sum()
}

/// Texts one after the other, without halves of characters of an encoding at their ends.
fn sample(texts: &[&[u8]], encoding: &'static encoding_rs::Encoding) -> Vec<u8> {
    let mut sample = Vec::new();
    for text in texts.iter().filter(|text| weight(text) > 0) {
        if sample.len() >= MAX_SAMPLE {
            break;
        }
        sample.extend_from_slice(whole(encoding, text));
        sample.push(b'\n');
    }
    sample
}

/// Whether most characters are UTF-8, with some damage.
fn is_mostly_utf_8(bytes: &[u8]) -> bool {
    let (mut sound, mut broken) = (0_usize, 0_usize);
    for chunk in bytes.utf8_chunks() {
        sound += chunk.valid().chars().filter(|c| c.len_utf8() > 1).count();
        broken += chunk.invalid().len();
    }
    sound > 4 * broken
}
