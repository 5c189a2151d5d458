//! Characters that are typical of texts in an encoding.
//!
//! Nearly all bytes mean something in nearly every encoding; in the wrong one they become
//! characters that no one writes. So the share of common characters shows how well an encoding
//! suits a text.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{BIG5, EUC_JP, EUC_KR, Encoding, GB18030, GBK, SHIFT_JIS, WINDOWS_1252};

use super::bytes::{WIDE, fits, whole};

/// Common characters of simplified Chinese, and of texts on this game.
const SIMPLIFIED: &str = "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下\
    自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心本前开但因\
    只从想实日者意无力它与长把机十第公此已使情明性知全三又关点正外将两高间由问很最重并物手应战向头相见被利什二\
    等或新己制身果加话合回特代内信表化给位次度门任常先原东提立及比解水名真论处走各入几认条平系题活更别打变四总\
    何数安少才结反受目太量再做接必场件计管期直形便空决五基非则白却放强即像难完设式路记住求据边死交取确切让黑棋胜\
    防守攻杀冲禁连局负败步珠北队";
/// Common characters of traditional Chinese, and of texts on this game.
const TRADITIONAL: &str = "的一是不了在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下\
    自之年過發後作裡用道行所然家種事成方多經麼去法學如都同現當沒動面起看定天分還進好小部其些主樣理心本前開但因\
    只從想實日者意無力它與長把機十第公此已使情明性知全三又關點正外將兩高間由問很最重並物手應戰向頭相見被利什二\
    等或新己制身果加話合回特代內信表化給位次度門任常先原東提立及比解水名真論處走各入幾認條平系題活更別打變四總\
    何數安少才結反受目太量再做接必場件計管期直形便空決五基非則白卻放強即像難完設式路記住求據邊死交取確切讓黑棋勝\
    防守攻殺衝禁連局負敗步珠圖北隊";
/// Common syllables of Korean, and of texts on this game.
const HANGUL: &str = "이다는을의에가고하지도로한기서사를인나대자시어리수정있아해그것들부라일전보으과니상주여만장은마스구제원\
    성오동적게신때문말면안비와조없공두및선등경우무소연모생화방거세유진미관국당실체물바내간개중반외호교분위용후할까요습\
    합됩입백흑승삼막야긴번둘돌점길음";
/// Signs that texts of East Asia share.
const SIGNS: &str = "，。、！？：；（）“”《》「」・";

/// Fewer bytes outside ASCII show nothing.
const MIN_BYTES: usize = 3;

/// Which characters are typical of an encoding, and how much of a text they make up.
struct Typical {
    is_typical: fn(char) -> bool,
    /// Smallest share of the characters outside ASCII, in percent.
    share: usize,
    /// Smallest number of characters outside ASCII that show anything.
    count: usize,
}

fn typical(encoding: &'static Encoding) -> Option<Typical> {
    let of = |is_typical, share, count| Some(Typical { is_typical, share, count });
    if encoding == GB18030 {
        of(|c| SIMPLIFIED.contains(c) || SIGNS.contains(c), 40, 4)
    } else if encoding == BIG5 {
        of(|c| TRADITIONAL.contains(c) || SIGNS.contains(c), 40, 4)
    } else if encoding == SHIFT_JIS || encoding == EUC_JP {
        of(|c| matches!(c, '\u{3041}'..='\u{30fe}') || SIGNS.contains(c), 40, 4)
    } else if encoding == EUC_KR {
        of(|c| HANGUL.contains(c), 50, 4)
    } else if encoding == WINDOWS_1252 {
        of(|c| matches!(c, 'ß'..='ÿ'), 90, 3)
    } else if is_cyrillic(encoding) {
        of(|c| matches!(c, 'а'..='ё'), 70, 5)
    } else {
        None
    }
}

fn is_cyrillic(encoding: &'static Encoding) -> bool {
    ["windows-1251", "KOI8-U", "IBM866", "ISO-8859-5", "x-mac-cyrillic"].contains(&encoding.name())
}

/// The share in percent of typical characters among those outside ASCII, if anything shows it.
fn share(encoding: &'static Encoding, bytes: &[u8]) -> Option<(usize, Typical)> {
    let typical = typical(encoding)?;
    let (text, _) = encoding.decode_without_bom_handling(whole(encoding, bytes));
    let (mut all, mut common) = (0, 0);
    for c in text.chars().filter(|c| !c.is_ascii()) {
        all += 1;
        common += usize::from((typical.is_typical)(c));
    }
    (all >= typical.count).then(|| (100 * common / all, typical))
}

/// The encoding that a text is plainly in, by its own bytes alone.
pub(super) fn plain(bytes: &[u8]) -> Option<&'static Encoding> {
    if bytes.iter().filter(|byte| **byte >= 0x80).count() < MIN_BYTES {
        return None;
    }
    // The end may be half a character.
    let cut = bytes.split_last().filter(|(last, _)| **last >= 0x80).map(|(_, rest)| rest);
    let guessed = [Some(bytes), cut].into_iter().flatten().map(guess);
    let is_plain = |encoding: &&'static Encoding| {
        fits(encoding, bytes)
            && share(encoding, bytes).is_some_and(|(share, typical)| share >= typical.share)
    };
    let found = guessed.into_iter().find(|encoding| is_plain(encoding));
    found.or_else(|| {
        let mut suited = WIDE.into_iter().filter(is_plain);
        suited.next().filter(|_| suited.next().is_none())
    })
}

/// Whether a text is none of an encoding, or has fewer typical characters than texts of it have.
pub(super) fn is_foreign(bytes: &[u8], encoding: &'static Encoding) -> bool {
    let is_typical = |(share, typical): (usize, Typical)| share >= typical.share;
    !fits(encoding, bytes) || !share(encoding, bytes).is_some_and(is_typical)
}

/// The encoding that bytes in one encoding other than UTF-8 look like.
pub(super) fn guess(bytes: &[u8]) -> &'static Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(bytes, true);
    let found = detector.guess(None, Utf8Detection::Deny);
    // What has all characters of GBK.
    if found == GBK { GB18030 } else { found }
}
