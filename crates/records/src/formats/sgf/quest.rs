//! Moves in properties of Gomoku Quest, which has an opening before the first `B` or `W`.
//!
//! `QPR[hh,hg,jf]` are the first three moves, which one side proposes, and `QSLW[ig]` is the
//! fourth, which the other side answers. Both are moves of Black and White in turn. Other unknown
//! properties that name points may be such as well, and [`may_move_stones`] finds them.

use super::property::{Node, Property};
use crate::error;
use crate::reading::{Notice, Notices};

/// The properties that are moves of an opening.
const OPENING: [&str; 3] = ["QPR", "QSLB", "QSLW"];

/// Properties of the versions 1 to 4 of the format, and of common programs, that are no moves.
const KNOWN: [&str; 102] = [
    "AB", "AE", "AN", "AP", "AR", "AS", "AW", "B", "BC", "BL", "BM", "BR", "BS", "BT", "C", "CA",
    "CH", "CI", "CO", "CP", "CR", "DD", "DI", "DM", "DO", "DT", "EL", "EV", "EX", "FF", "FG", "FM",
    "GB", "GC", "GE", "GK", "GM", "GN", "GW", "HA", "HO", "ID", "IP", "IT", "IY", "KI", "KM", "KO",
    "L", "LB", "LC", "LN", "LT", "M", "MA", "MN", "MU", "N", "NU", "OB", "OH", "OM", "ON", "OP",
    "OS", "OT", "OV", "OW", "PB", "PC", "PL", "PM", "PW", "RE", "RG", "RO", "RU", "SC", "SE", "SI",
    "SL", "SO", "SQ", "ST", "SU", "SZ", "TB", "TC", "TE", "TM", "TR", "TW", "UC", "US", "V", "VW",
    "W", "WC", "WL", "WR", "WS", "WT",
];

/// Whether a property is a part of an opening.
pub(super) fn is_opening(property: &str) -> bool {
    OPENING.contains(&property)
}

/// The points of the opening in a property, as they are written.
pub(super) fn points<'a>(property: &Property<'a>) -> impl Iterator<Item = &'a str> + use<'a> {
    let values: Vec<&'a str> =
        if is_opening(&property.name) { property.values.clone() } else { Vec::new() };
    values.into_iter().flat_map(parts)
}

/// The parts of a value with commas or blanks between them.
fn parts(value: &str) -> impl Iterator<Item = &str> {
    value.split(|c: char| c == ',' || c.is_whitespace()).filter(|part| !part.is_empty())
}

/// Whether a property is not known and names points as moves do: several of them, or a single one
/// where that may be a move.
pub(super) fn may_move_stones(property: &Property<'_>, may_be_single: bool) -> bool {
    let name = property.name.as_str();
    if KNOWN.contains(&name) || is_opening(name) {
        return false;
    }
    let count: usize = property.values.iter().map(|value| parts(value).count()).sum();
    let is_all = property.values.iter().flat_map(|value| parts(value)).all(is_point);
    is_all && (count >= 2 || (count == 1 && may_be_single))
}

/// Whether a node has a move of its own.
fn has_move(node: &Node<'_>) -> bool {
    #[cfg(test)]
    crate::tests::count_work(node.len());
    node.iter().any(|property| matches!(property.name.as_str(), "B" | "W"))
}

/// Whether a text looks like a point: `hh`, or `h8`.
fn is_point(text: &str) -> bool {
    match text.as_bytes() {
        [b'a'..=b'v', b'a'..=b'v'] => true,
        [letter, digits @ ..] => {
            letter.is_ascii_alphabetic()
                && (1..=2).contains(&digits.len())
                && digits.iter().all(u8::is_ascii_digit)
        }
        [] => false,
    }
}

/// Warns of properties that are not known and may be moves. A single point may be one in a node
/// without a move of its own. At the root a single value may be anything, as in `LC[en]`.
pub(super) fn note_unknown(node: &Node<'_>, is_root: bool, notices: &mut Notices) {
    let may_be_single = !is_root && !has_move(node);
    for property in node.iter().filter(|own| may_move_stones(own, may_be_single)) {
        notices.add(Notice::UnknownProperty(error::cut(&property.name)), 1);
    }
}

#[cfg(test)]
mod tests {
    use crate::reading::Notices;
    use fukumi_core::geometry::Color;

    use crate::sgf::tree::read_each;
    use crate::{Hints, parse_noted};

    /// The moves and the remarks of both readers.
    fn read(text: &str) -> (Vec<String>, Vec<String>) {
        let mut notices = Notices::default();
        let diagram = parse_noted(text, &Hints::default(), &mut notices).expect(text);
        let label = |point: fukumi_core::geometry::Point| point.label(diagram.size);
        let letter = |color| if color == Color::Black { 'x' } else { 'o' };
        let moves: Vec<String> = diagram
            .stones
            .iter()
            .map(|s| format!("{}{}", letter(s.color), label(s.point)))
            .collect();
        let reading = read_each(text, &Hints::default()).expect(text);
        let game = &reading.games[0].game;
        let of_tree: Vec<String> = game
            .moves()
            .filter_map(|action| Some(format!("{}{}", letter(action.color), label(action.point?))))
            .collect();
        assert_eq!((&of_tree, &reading.notices), (&moves, &notices), "{text}");
        (moves, notices.lines().collect())
    }

    #[test]
    fn the_opening_of_gomoku_quest_is_read_as_moves() {
        for text in [
            "(;GM[4]SZ[15]GN[gomokuquest];QPR[hh,hg,jf];QSLW[ig];B[gg])",
            "(;GM[4]SZ[15];QPR[hh][hg][jf];QSLW[ig];B[gg])",
            "(;GM[4]SZ[15]QPR[hh,hg,jf]QSLW[ig];B[gg])",
        ] {
            let (moves, remarks) = read(text);
            assert_eq!(moves, ["xh8", "oh9", "xj10", "oi9", "xg9"], "{text}");
            let expected = "4 moves of openings of Gomoku Quest (QPR, QSLW) are read, Black first \
                            and then in turn";
            assert_eq!(remarks, [expected]);
        }
        let (moves, _) = read("(;SZ[15];QPR[hh,hg,jf];QSLB[];W[ig])");
        assert_eq!(moves, ["xh8", "oh9", "xj10", "oi9"]);
    }

    #[test]
    fn a_move_to_a_point_of_the_opening_is_left_out_with_a_warning() {
        let (moves, remarks) = read("(;SZ[15];QPR[hh,hg,jf];QSLW[ig];B[gg];W[jf];B[gi])");
        assert_eq!(moves, ["xh8", "oh9", "xj10", "oi9", "xg9", "xg7"]);
        assert_eq!(
            remarks[1],
            "1 move goes to a point that the opening took and is left out: the position may be \
             wrong"
        );
    }

    #[test]
    fn an_unknown_property_with_points_is_reported() {
        for text in
            ["(;SZ[15];QXX[hh,hg];B[ii])", "(;SZ[15]XX[hh][hg];B[ii])", "(;SZ[15];ZZ[hh];B[ii])"]
        {
            let (moves, remarks) = read(text);
            assert_eq!(moves, ["xi7"], "{text}");
            assert!(remarks[0].ends_with("moves: the position may be wrong"), "{remarks:?}");
        }
        for text in [
            "(;SZ[15]LC[en]ZZ[ab];B[ii])",
            "(;SZ[15];B[ii]ZZ[ab])",
            "(;SZ[15];B[ii]TR[hh][hg]LB[hh:A]CR[aa][bb])",
            "(;SZ[15];B[ii]XX[hh,some text])",
        ] {
            assert!(read(text).1.is_empty(), "{text}");
        }
    }
}
