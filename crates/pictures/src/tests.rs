//! Tests of the pictures as their readers see them: text, pixels and frames.

use std::time::Duration;

use fukumi_core::geometry::{BoardSize, Color, Point};
use fukumi_core::position::Position;
use fukumi_core::rule::Rule;
use fukumi_records::Hints;
use fukumi_records::file::{self, Request};
use fukumi_records::game::Game;

use crate::gif::{Delays, animation};
use crate::sequence::{Sequence, Show};
use crate::{Drawing, Error, Look, MAX_SIDE, Picture, Size, Theme};

const MARKED: &str = "(;SZ[7];B[dd];W[ee];B[cc]TR[ee]MA[aa]LB[bf:<&>]AR[ag:gg];B[tt];W[gb])";

/// The game that a text describes.
fn game(text: &str) -> Game {
    let hints = Hints::default();
    let request = Request { hints, ..Request::default() };
    let mut reading = file::read(text.as_bytes(), &request).expect(text);
    reading.games.remove(0).game
}

fn sequence(text: &str) -> Sequence {
    Sequence::of_game(&game(text), Rule::Freestyle).expect(text)
}

fn show(sequence: &Sequence) -> Show {
    Show {
        moves: sequence.range(None, None).expect("all moves"),
        has_numbers: true,
        has_last: true,
        has_forbidden: false,
        look: Look::default(),
    }
}

/// Width, height, and the pixels of a PNG.
fn pixels(bytes: &[u8]) -> (u32, u32, Vec<[u8; 3]>) {
    let decoder = png::Decoder::new(std::io::Cursor::new(bytes));
    let mut reader = decoder.read_info().expect("a header");
    let mut buffer = vec![0; reader.output_buffer_size().expect("fits")];
    let info = reader.next_frame(&mut buffer).expect("an image");
    assert_eq!((info.color_type, info.bit_depth), (png::ColorType::Rgb, png::BitDepth::Eight));
    let pixels = buffer.chunks_exact(3).map(|pixel| [pixel[0], pixel[1], pixel[2]]);
    (info.width, info.height, pixels.collect())
}

/// A frame of a GIF as it is shown, and for how many hundredths of a second.
type Shown = (u16, Vec<[u8; 3]>);

/// The width of a GIF and its frames.
fn frames(bytes: &[u8]) -> (u16, Vec<Shown>) {
    let mut decoder = gif::DecodeOptions::new().read_info(bytes).expect("a header");
    assert_eq!(decoder.repeat(), gif::Repeat::Infinite);
    let palette = decoder.global_palette().expect("a palette").to_vec();
    let width = decoder.width();
    let mut canvas = vec![[0; 3]; usize::from(width) * usize::from(decoder.height())];
    let mut shown = Vec::new();
    while let Some(frame) = decoder.read_next_frame().expect("a frame") {
        assert_eq!(frame.dispose, gif::DisposalMethod::Keep);
        for (at, &index) in frame.buffer.iter().enumerate() {
            let (x, y) = (at % usize::from(frame.width), at / usize::from(frame.width));
            let (x, y) = (x + usize::from(frame.left), y + usize::from(frame.top));
            if frame.transparent != Some(index) {
                let color = &palette[3 * usize::from(index)..];
                canvas[y * usize::from(width) + x] = [color[0], color[1], color[2]];
            }
        }
        shown.push((frame.delay, canvas.clone()));
    }
    (width, shown)
}

#[test]
fn a_small_position_in_svg() {
    let mut position = Position::new(BoardSize::new(5, 6).expect("in range"), Rule::Renju);
    position.place(Color::Black, Point::new(2, 2));
    position.place(Color::White, Point::new(3, 2));
    position.set_to_move(Color::Black);
    let last = Some(Point::new(3, 2));
    let look = Look { has_coordinates: false, theme: Theme::Paper };
    let picture =
        Picture { position: &position, numbers: &[1], last, marks: &[], has_forbidden: true, look };
    let svg = picture.draw().svg(Size::Width(424)).expect("a size");
    let expected = "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"424\" \
        height=\"504\" viewBox=\"0 0 212 252\" fill=\"none\" stroke-linecap=\"round\" \
        stroke-linejoin=\"round\" text-anchor=\"middle\" font-family=\"system-ui,sans-serif\" \
        font-weight=\"600\"><title>renju, 5x6, 2 stones, black to move</title>\
        <path d=\"M0 0L212 0L212 252L0 252z\" fill=\"#ffffff\"/>\
        <path d=\"M26 26L26 226M66 26L66 226M106 26L106 226M146 26L146 226M186 26L186 226\
        M26 26L186 26M26 66L186 66M26 106L186 106M26 146L186 146M26 186L186 186M26 226L186 226\" \
        stroke=\"#333333\" stroke-width=\"1.2\"/>\
        <path d=\"M26 26L186 26L186 226L26 226z\" stroke=\"#333333\" stroke-width=\"2.4\"/>\
        <circle cx=\"106\" cy=\"107.5\" r=\"18\" fill=\"#000000\" opacity=\"0.27\"/>\
        <circle cx=\"106\" cy=\"106\" r=\"18\" fill=\"#1b1c1f\" stroke=\"#000000\"/>\
        <text x=\"106\" y=\"106\" dy=\".36em\" font-size=\"15\" fill=\"#ffffff\">1</text>\
        <circle cx=\"146\" cy=\"107.5\" r=\"18\" fill=\"#000000\" opacity=\"0.27\"/>\
        <circle cx=\"146\" cy=\"106\" r=\"18\" fill=\"#fbfaf5\" stroke=\"#8d8778\"/>\
        <circle cx=\"146\" cy=\"106\" r=\"5\" fill=\"#c81e2c\"/></svg>\n";
    assert_eq!(svg, expected);
}

#[test]
fn marks_are_shown_after_their_move_only() {
    let sequence = sequence(MARKED);
    let with =
        |last| Show { moves: sequence.range(None, Some(last)).expect("moves"), ..show(&sequence) };
    let svg = |last| sequence.drawing(&with(last)).svg(Size::Usual).expect("a size");
    let marked = svg(3);
    assert!(marked.contains(">&lt;&amp;&gt;</text>"), "{marked}");
    assert!(marked.contains("stroke=\"#0b4fa8\""), "an arrow");
    assert!(marked.contains("M206 196L215 212L197 212z"), "a triangle");
    assert!(!marked.contains("fill=\"#16171a\">2</text>"), "a mark takes the place of a number");
    assert!(!svg(2).contains("&lt;") && svg(2).contains("fill=\"#16171a\">2</text>"));
    // The pass counts, and the white stone after it is the fifth move.
    assert!(svg(5).contains("fill=\"#16171a\">5</text>"));
}

#[test]
fn texts_have_only_signs_that_xml_may_contain() {
    let sequence = sequence("(;SZ[15];B[hh]LB[aa:A\u{fffe}\u{ffff}\u{1}\u{fffd}])");
    let svg = sequence.drawing(&show(&sequence)).svg(Size::Usual).expect("a size");
    assert!(svg.contains(">A\u{fffd}</text>"), "{svg}");
}

#[test]
fn only_the_moves_of_the_range_have_numbers() {
    let sequence = sequence("h8i9j10k11");
    let show = Show { moves: sequence.range(Some(3), Some(4)).expect("moves"), ..show(&sequence) };
    let svg = sequence.drawing(&show).svg(Size::Usual).expect("a size");
    let count = |text: &str| svg.matches(text).count();
    // The names of rows are 3 and 4 as well, twice each.
    assert_eq!([">1<", ">2<", ">3<", ">4<"].map(count), [2, 2, 3, 3]);
    assert_eq!(sequence.drawings(&show).count(), 3);
}

#[test]
fn pixels_of_a_png_are_where_the_shapes_are() {
    let sequence = sequence(MARKED);
    let show = Show { has_numbers: false, ..show(&sequence) };
    let drawing = sequence.drawing(&show);
    let (width, height, pixels) = pixels(&drawing.png(Size::Usual).expect("a size"));
    // Two pixels for a unit: 2 * 46 + 6 * 40 units.
    assert_eq!((width, height), (664, 664));
    let at = |x: u32, y: u32| pixels[(y * width + x) as usize];
    let point = |x: u32, y: u32| (92 + 80 * x, 92 + 80 * y);
    let near = |(x, y): (u32, u32)| at(x + 20, y + 20);
    assert_eq!(at(4, 4), [0xe4, 0xbb, 0x74], "wood");
    assert_eq!(at(663, 663), [0xe4, 0xbb, 0x74], "wood up to the corner");
    assert_eq!(near(point(3, 3)), [0x1b, 0x1c, 0x1f], "a black stone");
    assert_eq!(near(point(4, 4)), [0xfb, 0xfa, 0xf5], "a white stone");
    assert_eq!(at(92, 92 + 40), [0x5a, 0x3d, 0x16], "the edge");
    let (x, y) = point(6, 1);
    assert_eq!(at(x, y), [0xc8, 0x1e, 0x2c], "the dot of the last move");
    // A letter has a few pixels of its own, and leaves the corners of its place free.
    let name = (80..104).flat_map(|x| (24..44).map(move |y| (x, y)));
    let dark = name.filter(|&(x, y)| at(x, y) == [0x5a, 0x3d, 0x16]).count();
    assert!((20..200).contains(&dark), "{dark}");
}

#[test]
fn frames_of_a_gif_show_the_positions_one_after_the_other() {
    let sequence = sequence(MARKED);
    for theme in Theme::ALL {
        let look = Look { theme, ..Look::default() };
        let show =
            Show { moves: sequence.range(Some(2), None).expect("moves"), look, ..show(&sequence) };
        let delays = Delays { each: Duration::from_millis(250), last: Duration::from_secs(2) };
        let drawings: Vec<Drawing> = sequence.drawings(&show).collect();
        let bytes = animation(drawings.clone(), theme, Size::Width(332), delays).expect("a size");
        let (width, frames) = frames(&bytes);
        let times: Vec<u16> = frames.iter().map(|(delay, _)| *delay).collect();
        assert_eq!((width, times), (332, vec![25, 25, 25, 25, 200]));
        for (drawing, (_, shown)) in drawings.iter().zip(&frames) {
            let (_, _, exact) = pixels(&drawing.png(Size::Width(332)).expect("a size"));
            let far = |one: &[u8; 3], other: &[u8; 3]| {
                one.iter().zip(other).map(|(a, b)| u32::from(a.abs_diff(*b))).sum::<u32>()
            };
            let differences: Vec<u32> =
                exact.iter().zip(shown).map(|(one, other)| far(one, other)).collect();
            assert!(differences.iter().all(|&far| far < 90), "{:?}", differences.iter().max());
            let mean = differences.iter().sum::<u32>() / 100;
            assert!(mean < differences.len() as u32 / 100, "{theme:?}: {mean}");
        }
    }
}

#[test]
fn a_full_board_of_361_stones_is_a_small_gif() {
    let size = BoardSize::square(19).expect("in range");
    let points: Vec<Point> = size.points().collect();
    // Steps of 100 reach every point once, since 100 and 361 have no common factor.
    let labels = (0..361).map(|index| points[index * 100 % 361].label(size));
    let labels: Vec<String> = labels.collect();
    let sequence = sequence(&format!("size=19 moves={}", labels.join(",")));
    let show = show(&sequence);
    let bytes = animation(sequence.drawings(&show), Theme::Wood, Size::Usual, Delays::default());
    let bytes = bytes.expect("a size");
    // Each frame holds what changed: two stones and not the 640 x 640 pixels of the board.
    assert!(bytes.len() < 1_000_000, "{}", bytes.len());
    let mut decoder = gif::DecodeOptions::new().read_info(&bytes[..]).expect("a header");
    assert_eq!((decoder.width(), decoder.height()), (640, 640));
    let mut count = 0;
    while decoder.read_next_frame().expect("a frame").is_some() {
        count += 1;
    }
    assert_eq!(count, 362);
}

#[test]
fn sizes_and_moves_that_cannot_be_are_named() {
    let sequence = sequence("h8i9");
    let drawing = sequence.drawing(&show(&sequence));
    let message = |error: Error| error.to_string();
    for width in [0, 1, 31, MAX_SIDE + 1, u32::MAX] {
        let svg = drawing.svg(Size::Width(width)).expect_err("no size");
        let png = drawing.png(Size::Width(width)).expect_err("no size");
        assert_eq!(svg, png);
        assert!(message(svg).contains("has 32 to 6000 pixels"), "{width}");
        let gif = animation([drawing.clone()], Theme::Wood, Size::Width(width), Delays::default());
        assert!(message(gif.expect_err("no size")).contains("32 to 2000"), "{width}");
    }
    let none = animation([], Theme::Wood, Size::Usual, Delays::default());
    assert_eq!(message(none.expect_err("no frame")), "there is nothing to show");
    let range = |first, last| {
        let moves = sequence.range(first, last).map_err(message);
        moves.map(|moves| (*moves.start(), *moves.end()))
    };
    assert_eq!(range(None, Some(0)), Ok((1, 0)));
    assert_eq!(range(Some(2), None), Ok((2, 2)));
    assert_eq!(range(None, Some(3)), Err("there is no move 3, only 2".into()));
    assert_eq!(range(Some(3), None), Err("there is no move 3, only 2".into()));
    assert_eq!(range(Some(0), Some(1)), Err("moves are counted from 1".into()));
    let reversed = Err("moves 2 to 1: the first one comes after the last".into());
    assert_eq!(range(Some(2), Some(1)), reversed);
}

#[test]
fn a_wide_board_keeps_its_proportions() {
    let sequence = sequence("size=22x5 moves=a1");
    let svg = sequence.drawing(&show(&sequence)).svg(Size::Cell(20)).expect("a size");
    assert!(svg.contains("width=\"466\" height=\"126\" viewBox=\"0 0 932 252\""), "{svg}");
    let narrow = sequence.drawing(&show(&sequence)).png(Size::Width(100));
    let narrow = narrow.expect_err("too low").to_string();
    assert!(narrow.ends_with("would be 100x27"), "{narrow}");
}

#[test]
fn a_winning_row_has_rings() {
    let sequence = sequence("h8a1i8a2j8a3k8a4l8");
    let svg = |last| {
        let show = Show { moves: sequence.range(None, last).expect("moves"), ..show(&sequence) };
        sequence.drawing(&show).svg(Size::Usual).expect("a size")
    };
    assert_eq!(svg(None).matches("stroke=\"#25a35c\"").count(), 5);
    assert_eq!(svg(Some(8)).matches("stroke=\"#25a35c\"").count(), 0);
}

/// The picture of one stone, with this number or, for 0, as the last move.
fn stone(color: Color, number: usize) -> String {
    let mut position = Position::new(BoardSize::new(6, 6).expect("in range"), Rule::Freestyle);
    let point = Point::new(2, 3);
    position.place(color, point);
    let look = Look { has_coordinates: false, theme: Theme::Wood };
    let (numbers, last) = ([number], (number == 0).then_some(point));
    let picture = Picture {
        position: &position,
        numbers: &numbers,
        last,
        marks: &[],
        has_forbidden: false,
        look,
    };
    picture.draw().svg(Size::Usual).expect("a size")
}

#[test]
fn the_dot_on_the_last_stone_has_a_colour_for_each_side() {
    for (color, fill) in [(Color::Black, "#ff6b5e"), (Color::White, "#c81e2c")] {
        let dot = format!("<circle cx=\"106\" cy=\"146\" r=\"5\" fill=\"{fill}\"/>");
        assert!(stone(color, 0).contains(&dot), "{color:?}");
        assert!(!stone(color, 1).contains("r=\"5\""), "{color:?}");
    }
}

#[test]
fn numbers_above_99_are_smaller() {
    for (number, size) in [(9, 15), (10, 15), (99, 15), (100, 12), (484, 12)] {
        let text = format!("font-size=\"{size}\" fill=\"#16171a\">{number}</text>");
        assert!(stone(Color::White, number).contains(&text), "{number}");
    }
}

#[test]
fn star_points_are_the_corners_of_the_inner_square_and_the_centre() {
    /// Width, height and star points of a board.
    type Case = (i64, i64, &'static [(u32, u32)]);
    let cases: [Case; 7] = [
        (5, 5, &[(2, 2)]),
        (8, 8, &[]),
        (9, 9, &[(2, 2), (2, 6), (6, 2), (6, 6), (4, 4)]),
        (12, 20, &[(2, 2), (2, 17), (9, 2), (9, 17)]),
        (13, 14, &[(3, 3), (3, 10), (9, 3), (9, 10)]),
        (15, 15, &[(3, 3), (3, 11), (11, 3), (11, 11), (7, 7)]),
        (19, 13, &[(3, 3), (3, 9), (15, 3), (15, 9), (9, 6)]),
    ];
    for (width, height, expected) in cases {
        let position =
            Position::new(BoardSize::new(width, height).expect("in range"), Rule::Freestyle);
        let look = Look { has_coordinates: false, theme: Theme::Wood };
        let picture = Picture {
            position: &position,
            numbers: &[],
            last: None,
            marks: &[],
            has_forbidden: false,
            look,
        };
        let svg = picture.draw().svg(Size::Usual).expect("a size");
        assert_eq!(svg.matches("r=\"4.5\"").count(), expected.len(), "{width}x{height}");
        for (x, y) in expected {
            let (x, y) = (26 + 40 * x, 26 + 40 * y);
            let star = format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"4.5\"");
            assert!(svg.contains(&star), "{width}x{height}: no {star} in {svg}");
        }
    }
}
