//! Whether bytes fit an encoding.

use encoding_rs::{BIG5, DecoderResult, EUC_JP, EUC_KR, GB18030, SHIFT_JIS, UTF_8};

/// Encodings in which most characters have more than one byte, so that bytes can break their rules.
pub(super) const WIDE: [&encoding_rs::Encoding; 5] = [GB18030, SHIFT_JIS, EUC_JP, EUC_KR, BIG5];
/// Maximum number of bytes of a character.
const MAX_CHARACTER: usize = 4;

/// Whether all bytes mean something, except for half a character at the end of others.
pub(super) fn fits(encoding: &'static encoding_rs::Encoding, bytes: &[u8]) -> bool {
    if is_sound(encoding, bytes) {
        return true;
    }
    let whole = whole(encoding, bytes);
    whole.len() < bytes.len() && !whole.is_ascii()
}

/// Whether all bytes mean something.
pub(super) fn is_sound(encoding: &'static encoding_rs::Encoding, bytes: &[u8]) -> bool {
    encoding.decode_without_bom_handling_and_without_replacement(bytes).is_some()
}

/// The text without half a character at its end, before the end of its line; all of it if it has
/// other damage.
pub(super) fn whole<'a>(encoding: &'static encoding_rs::Encoding, bytes: &'a [u8]) -> &'a [u8] {
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
pub(super) fn is_meant_as_utf_8(bytes: &[u8]) -> bool {
    fits(UTF_8, bytes)
        && std::str::from_utf8(whole(UTF_8, bytes)).is_ok_and(|text| {
            let long = text.chars().filter(|c| c.len_utf8() > 2).count();
            long > 0 || text.chars().filter(|c| !c.is_ascii()).count() > 2
        })
}
