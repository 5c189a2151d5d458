//! Text in files of other programs: bytes become characters, and characters bytes.
//!
//! Old programs write the encoding of the computer they run on and do not say which one. So the
//! bytes show. UTF-8 has rules that other text breaks soon; the others are recognised by the crate
//! `chardetng`, which knows how common the characters of each language are.
//!
//! The one idea: the texts of a file are judged one by one, and vote. A damaged text cannot make
//! the others unreadable, and a text that is plainly in another encoding is read in its own. Half a
//! character at the end of a text, which a program cut off there, says nothing. What a file states
//! about itself counts as long as the bytes fit. Whatever was guessed becomes a [`Notice`].
//!
//! The tables are those of the crate `encoding_rs`. For writing, they are read backwards, since its
//! own encoders would add 60 KB to the program.

use std::collections::BTreeMap;

use encoding_rs::{
    BIG5, DecoderResult, EUC_JP, EUC_KR, GB18030, GBK, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE,
};

use super::reading::{Notice, Notices};
use typical::guess;

mod typical;

/// Encodings in which most characters have more than one byte, so that bytes can break their rules.
const WIDE: [&encoding_rs::Encoding; 5] = [GB18030, SHIFT_JIS, EUC_JP, EUC_KR, BIG5];
/// How many bytes of a text count in a vote, so that one long text does not outvote all others.
const MAX_WEIGHT: usize = 256;
/// How many bytes at the beginning may name the encoding.
const MAX_HEAD: usize = 4096;
/// How many bytes of text are looked at to recognise an encoding.
const MAX_SAMPLE: usize = 1 << 20;
/// Maximum number of bytes of a character.
const MAX_CHARACTER: usize = 4;

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

    /// The encoding that these bytes seem to be in.
    pub fn recognised(bytes: &[u8]) -> Self {
        Self(voted(&[bytes]))
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

/// Whether all bytes mean something, except for half a character at the end of others.
fn fits(encoding: &'static encoding_rs::Encoding, bytes: &[u8]) -> bool {
    if is_sound(encoding, bytes) {
        return true;
    }
    let whole = whole(encoding, bytes);
    whole.len() < bytes.len() && !whole.is_ascii()
}

/// Whether all bytes mean something.
fn is_sound(encoding: &'static encoding_rs::Encoding, bytes: &[u8]) -> bool {
    encoding.decode_without_bom_handling_and_without_replacement(bytes).is_some()
}

/// The text without half a character at its end, before the end of its line; all of it if it has
/// other damage.
fn whole<'a>(encoding: &'static encoding_rs::Encoding, bytes: &'a [u8]) -> &'a [u8] {
    let line = bytes.trim_ascii_end();
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut decoded = vec![0; decoder.max_utf8_buffer_length(line.len()).unwrap_or(0)];
    // Without `last`, an unfinished character is no damage.
    let (result, ..) = decoder.decode_to_utf8_without_replacement(line, &mut decoded, false);
    if result != DecoderResult::InputEmpty || is_sound(encoding, line) {
        return bytes;
    }
    let ends = (1..MAX_CHARACTER).filter_map(|cut| line.get(..line.len().checked_sub(cut)?));
    ends.into_iter().find(|begin| is_sound(encoding, begin)).unwrap_or(bytes)
}

/// Whether the bytes are UTF-8, and look as if that was meant: two bytes of another encoding may
/// happen to fit.
fn is_meant_as_utf_8(bytes: &[u8]) -> bool {
    fits(UTF_8, bytes)
        && std::str::from_utf8(whole(UTF_8, bytes)).is_ok_and(|text| {
            let long = text.chars().filter(|c| c.len_utf8() > 2).count();
            long > 0 || text.chars().filter(|c| !c.is_ascii()).count() > 2
        })
}

/// The encoding of most texts.
fn voted(texts: &[&[u8]]) -> &'static encoding_rs::Encoding {
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

/// The text of a file, in the given encoding or in those that its lines look like.
pub fn text(bytes: &[u8], forced: Option<Encoding>) -> String {
    text_of(bytes, forced, &mut Notices::default())
}

/// The text of a file, in the given encoding or in those that its lines are in.
pub(super) fn text_of(bytes: &[u8], forced: Option<Encoding>, notices: &mut Notices) -> String {
    if forced.is_none()
        && let Some(wide) = Encoding::utf_16(bytes)
    {
        let (text, is_broken) = wide.0.decode_without_bom_handling(bytes);
        notices.add(Notice::Broken(wide.name()), usize::from(is_broken));
        return text.into_owned();
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    if forced.is_none()
        && let Ok(text) = std::str::from_utf8(bytes)
        && (text.is_ascii() || stated(bytes).is_none_or(|stated| stated.0 == UTF_8))
    {
        return text.into();
    }
    let lines: Vec<&[u8]> = bytes.split_inclusive(|byte| *byte == b'\n').collect();
    let mut decoder = Decoder::new(&lines, forced, stated(bytes));
    let mut text = String::with_capacity(bytes.len());
    lines.iter().for_each(|line| text += &decoder.decode(line));
    notices.add_all(decoder.notices());
    text
}

/// The encoding that SGF states as `CA[…]`, or XML as `encoding="…"`.
fn stated(bytes: &[u8]) -> Option<Encoding> {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(MAX_HEAD)]).into_owned();
    let between = |begin: &str, end: char| {
        let (_, rest) = head.split_once(begin)?;
        Encoding::named(rest.split(end).next()?.trim())
    };
    between("CA[", ']')
        .or_else(|| between("encoding=\"", '"'))
        .or_else(|| between("encoding='", '\''))
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

    /// Text in an encoding that is not written here.
    fn encoded(name: &str, text: &str) -> Vec<u8> {
        let encoding = Encoding::named(name).expect(name).0;
        encoding_rs::Encoding::encode(encoding, text).0.into_owned()
    }

    const TEXTS: [(&str, [&str; 3]); 7] = [
        ("gb18030", ["黑棋四三胜，白棋无法防守。", "此处白棋必须防守", "变化图见第六手，黑先胜"]),
        ("Shift_JIS", ["黒の四三勝ち。", "白はここで防がないと負け", "変化図は次の手から。"]),
        ("EUC-JP", ["黒の四三勝ち。", "白はここで防がないと負け", "変化図は次の手から。"]),
        (
            "EUC-KR",
            ["흑이 사삼으로 이깁니다.", "백은 여기를 막아야 합니다", "변화도는 다음 수부터"],
        ),
        ("Big5", ["黑棋四三勝，白棋無法防守。", "此處白棋必須防守", "變化圖見第六手，黑先勝"]),
        (
            "windows-1251",
            ["Чёрные выигрывают вилкой", "ход белых: победа", "Вариант смотри со второго хода"],
        ),
        ("UTF-8", ["黑棋四三胜，白棋无法防守。", "ход белых: победа", "für Weiß"]),
    ];

    #[test]
    fn texts_of_many_languages_are_recognised() {
        for (name, texts) in TEXTS {
            let all: Vec<Vec<u8>> = texts.iter().map(|text| encoded(name, text)).collect();
            let slices: Vec<&[u8]> = all.iter().map(Vec::as_slice).collect();
            let mut decoder = Decoder::new(&slices, None, None);
            for (bytes, text) in all.iter().zip(texts) {
                assert_eq!(decoder.decode(bytes), text, "{name}");
            }
            let notices: Vec<String> = decoder.notices().lines().collect();
            let name = Encoding::named(name).expect(name).name();
            let expected = format!(
                "the encoding is not stated: 3 texts are read as {name}, by the look of the bytes"
            );
            let expected = if name == "UTF-8" { vec![] } else { vec![expected] };
            assert_eq!(notices, expected);
        }
    }

    #[test]
    fn a_damaged_text_does_not_change_how_the_others_are_read() {
        for (name, texts) in TEXTS {
            // A first byte of a pair without the second one.
            for damage in [&b"\x87"[..], b"\xff", b"\xb4 "] {
                let mut all: Vec<Vec<u8>> = texts.iter().map(|text| encoded(name, text)).collect();
                all.extend(all.clone());
                let mut broken = all[1].clone();
                broken.extend(damage);
                all.push(broken);
                let slices: Vec<&[u8]> = all.iter().map(Vec::as_slice).collect();
                let mut decoder = Decoder::new(&slices, None, None);
                for (bytes, text) in all.iter().zip(texts.iter().cycle()).take(6) {
                    assert_eq!(decoder.decode(bytes), *text, "{name} {damage:?}");
                }
                let last = decoder.decode(&all[6]);
                assert!(last.starts_with(texts[1]), "{name} {damage:?}: {last}");
            }
        }
    }

    /// What the texts of a file are read as.
    fn decoded(texts: &[Vec<u8>]) -> Vec<String> {
        let slices: Vec<&[u8]> = texts.iter().map(Vec::as_slice).collect();
        let mut decoder = Decoder::new(&slices, None, None);
        texts.iter().map(|bytes| decoder.decode(bytes)).collect()
    }

    #[test]
    fn half_a_character_at_the_end_of_texts_says_nothing() {
        for (name, texts) in TEXTS.into_iter().filter(|(name, _)| *name != "windows-1251") {
            for count in [2, 3, 5, 10] {
                for broken in 1..=count {
                    let mut all: Vec<Vec<u8>> =
                        texts.iter().cycle().take(count).map(|text| encoded(name, text)).collect();
                    let mut begins: Vec<String> =
                        texts.iter().cycle().take(count).map(|text| (*text).into()).collect();
                    for (bytes, begin) in all.iter_mut().zip(&mut begins).take(broken) {
                        while begin.ends_with(|c: char| c.is_ascii()) {
                            begin.pop();
                            bytes.pop();
                        }
                        begin.pop();
                        bytes.pop();
                    }
                    for (text, begin) in decoded(&all).iter().zip(begins) {
                        let is_read =
                            text.trim_end_matches(|c| c != begin.chars().last().unwrap_or(' '));
                        assert!(
                            text.starts_with(&begin) && is_read.len() >= begin.len(),
                            "{name}, {broken} of {count}: {text} for {begin}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn texts_of_two_languages_are_each_read_in_their_own_encoding() {
        for (first, of_first) in TEXTS {
            for (second, of_second) in TEXTS {
                let both = of_first.iter().chain(&of_first).map(|text| (first, *text));
                let both: Vec<_> =
                    both.chain(of_second.iter().map(|text| (second, *text))).collect();
                let bytes: Vec<Vec<u8>> =
                    both.iter().map(|(name, text)| encoded(name, text)).collect();
                let read = decoded(&bytes);
                for ((name, text), read) in both.iter().zip(read) {
                    // Two characters may be anything.
                    if text.chars().filter(|c| !c.is_ascii()).count() == 2 {
                        continue;
                    }
                    assert_eq!(read, *text, "{name} among {first} and {second}");
                }
            }
        }
    }

    #[test]
    fn what_a_file_states_counts_if_its_bytes_fit() {
        let chinese = encoded("gb18030", "黑棋四三胜，白棋无法防守。");
        let utf_8 = "黑棋四三胜，白棋无法防守。".as_bytes();
        let stated = |name: &str, bytes: &[u8]| {
            let mut decoder = Decoder::new(&[bytes], None, Encoding::named(name));
            let text = decoder.decode(bytes);
            (text, decoder.notices().lines().collect::<Vec<_>>())
        };
        for (name, bytes) in [("gb2312", &chinese[..]), ("utf-8", utf_8)] {
            assert_eq!(stated(name, bytes), ("黑棋四三胜，白棋无法防守。".into(), vec![]));
        }
        for (name, bytes, read) in [
            ("utf-8", &chinese[..], "gb18030"),
            ("shift_jis", utf_8, "UTF-8"),
            ("iso-8859-1", utf_8, "UTF-8"),
        ] {
            let (text, notices) = stated(name, bytes);
            assert_eq!(text, "黑棋四三胜，白棋无法防守。", "{name}");
            let name = Encoding::named(name).expect(name).name();
            let end = format!("which 1 text is not, and is read as {read}");
            assert_eq!(notices, [format!("the file states {name}, {end}")]);
        }
    }

    #[test]
    fn text_in_utf_16_is_known_by_its_mark_or_its_zeros() {
        let text = "(;B[hh]C[黑先胜])";
        let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        let with_mark = [b"\xff\xfe".as_slice(), &little].concat();
        for (bytes, name) in [(&little, "UTF-16LE"), (&big, "UTF-16BE"), (&with_mark, "UTF-16LE")] {
            let encoding = Encoding::utf_16(bytes).expect(name);
            assert_eq!(encoding.name(), name);
            assert_eq!(encoding.decode(bytes).trim_start_matches('\u{feff}'), text);
        }
        assert_eq!(Encoding::utf_16(b"(;B[hh])"), None);
        assert_eq!(Encoding::utf_16(&[2, 112, 0, 3, 0, 5, 0, 9]), None);
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
