//! Encodings are recognised, read and written.

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
    ("EUC-KR", ["흑이 사삼으로 이깁니다.", "백은 여기를 막아야 합니다", "변화도는 다음 수부터"]),
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
            let both: Vec<_> = both.chain(of_second.iter().map(|text| (second, *text))).collect();
            let bytes: Vec<Vec<u8>> = both.iter().map(|(name, text)| encoded(name, text)).collect();
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
