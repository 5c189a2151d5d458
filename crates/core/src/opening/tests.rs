//! Tests of the rules, step by step. `tests/openings.rs` checks whole openings with a referee of
//! its own.

use super::*;
use crate::geometry::Symmetry;

fn size() -> BoardSize {
    BoardSize::square(15).unwrap()
}

fn opening(rule: OpeningRule, steps: &[&str]) -> Opening {
    let mut opening = Opening::new(rule, size()).unwrap();
    for text in steps {
        let step = Step::parse(text, size()).unwrap();
        opening.apply(&step).unwrap_or_else(|error| panic!("{rule}, {text}: {error}"));
    }
    opening
}

fn complaint(rule: OpeningRule, steps: &[&str], last: &str) -> String {
    let mut opening = opening(rule, steps);
    let before = opening;
    let error = opening.apply(&Step::parse(last, size()).unwrap()).unwrap_err();
    assert_eq!(opening, before, "a refused step changes nothing");
    error.to_string()
}

fn points(labels: &str) -> Vec<Point> {
    labels.split(' ').map(|label| size().parse_label(label).unwrap()).collect()
}

#[test]
fn steps_are_read_as_they_are_written() {
    for text in ["swap", "stay", "count 12", "h8", "h8 i9 j10"] {
        assert_eq!(Step::parse(text, size()).unwrap().text(size()), text);
    }
    let loose = Step::parse("  H8,i9 ,\tJ10 ", size()).unwrap();
    assert_eq!(loose, Step::Stones(points("h8 i9 j10")));
    for (text, word) in [
        ("", "''"),
        ("swap 1", "'1'"),
        ("count", "''"),
        ("count x", "'x'"),
        ("count -1", "'-1'"),
        ("h16", "'h16'"),
        ("h8 q", "'q'"),
        ("a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14", "'a14'"),
        ("\u{1b}[2J", "'[2j'"),
    ] {
        let error = Step::parse(text, size()).unwrap_err().to_string();
        assert!(error.ends_with(word), "{text:?}: {error}");
    }
    let long = Step::parse(&"ä".repeat(5_000), size()).unwrap_err().to_string();
    assert!(long.chars().count() < 100, "{long}");
}

#[test]
fn a_swap_exchanges_the_colours() {
    let stayed = opening(OpeningRule::Swap1, &["a1", "stay"]);
    assert_eq!((stayed.is_over(), stayed.holder(Color::White)), (true, Player::Second));
    let swapped = opening(OpeningRule::Swap1, &["a1", "swap"]);
    assert_eq!(swapped.holder(Color::White), Player::First);
    assert_eq!(swapped.turn(), None);
    assert_eq!(complaint(OpeningRule::Swap1, &["a1", "swap"], "stay"), "the opening is over");
}

#[test]
fn two_more_stones_leave_the_choice_to_the_first_player_with_white_to_move() {
    let added = ["h8 a1 o15", "c3 d4"];
    let asked = opening(OpeningRule::Swap2, &added);
    let turn = asked.turn().unwrap();
    assert_eq!((turn.player, asked.to_move()), (Player::First, Color::White));
    assert_eq!(asked.holder(Color::White), Player::First);
    let swapped = opening(OpeningRule::Swap2, &[&added[..], &["swap"]].concat());
    assert_eq!(swapped.holder(Color::Black), Player::First);
    assert!(swapped.is_over() && opening(OpeningRule::Swap2, &["h8 a1 o15", "stay"]).is_over());
}

#[test]
fn each_stone_has_its_square() {
    use OpeningRule::*;
    for (rule, steps, last, expected) in [
        (Rif, &[][..], "h9 h8 h7", "h9 is not in the centre"),
        (Rif, &[], "h8 h10 h7", "h10 is not within the 3x3 square"),
        (Rif, &[], "h8 h9 k8", "k8 is not within the 5x5 square"),
        (Rif, &[], "h8 h9 h9", "h9 is named twice"),
        (Rif, &[], "h8", "expected 3 stones, found 1"),
        (Pro, &["h8", "a1"], "j10", "j10 is not outside the 5x5 square"),
        (Pro, &["h8"], "h8", "h8 is taken"),
        (LongPro, &["h8", "h9"], "k8", "k8 is not outside the 7x7 square"),
        (
            Taraguchi10,
            &["h8", "stay", "h9", "stay", "h10", "stay"],
            "l8",
            "l8 is not within the 7x7 square",
        ),
        (
            Taraguchi10,
            &["h8", "stay", "h9", "stay", "h10", "stay", "k8", "stay"],
            "m8",
            "m8 is not within the 9x9 square",
        ),
        (Swap, &[], "count 3", "expected 3 stones anywhere"),
        (Rif, &[], "swap", "expected the three stones of one of the 26 openings"),
        (Rif, &["h8 h9 h10"], "a1", "expected swap or stay"),
        (Swap2, &["h8 h9 h10"], "count 1", "expected swap, stay or 2 stones anywhere"),
        (Yamaguchi, &["h8 h9 h10"], "count 13", "expected a number from 1 to 12"),
        (Soosorv8, &["h8 h9 h10", "stay", "a1"], "count 0", "expected a number from 1 to 8"),
        (Rif, &["h8 h9 h10", "stay", "a1", "b2 b3"], "b4", "b4 was not offered"),
    ] {
        assert_eq!(complaint(rule, steps, last), expected, "{rule} {last}");
    }
    assert!(opening(Pro, &["h8", "a1", "k8"]).is_over());
    assert!(opening(LongPro, &["h8", "a1", "l12"]).is_over());
}

#[test]
fn the_declared_number_of_fifth_stones_is_offered() {
    let steps = ["h8 i9 j10", "count 3", "swap", "a1"];
    let asked = opening(OpeningRule::Yamaguchi, &steps);
    let turn = asked.turn().unwrap();
    assert_eq!((turn.player, turn.choices), (Player::Second, vec![Choice::Offer(3)]));
    let offered = opening(OpeningRule::Yamaguchi, &[&steps[..], &["b1 c1 d1"]].concat());
    assert_eq!(offered.turn().unwrap().player, Player::First);
    assert_eq!(offered.offers().len(), 3);
    let soosorv = ["h8 i9 j10", "swap", "g7", "count 2", "swap", "a1 b1", "b1"];
    let over = opening(OpeningRule::Soosorv8, &soosorv);
    assert!(over.is_over() && over.stones().count() == 5 && over.offers().is_empty());
    assert_eq!(over.holder(Color::Black), Player::First);
}

#[test]
fn taraguchi_has_one_fifth_stone_with_swaps_or_ten_without() {
    let four = ["h8", "stay", "h9", "swap", "h10", "stay", "k8"];
    let branch = opening(OpeningRule::Taraguchi10, &four);
    let choices = vec![Choice::Swap, Choice::Stay, Choice::Offer(10)];
    assert_eq!(branch.turn().unwrap().choices, choices);
    let ten = "a1 b1 c1 d1 e1 f1 g1 h1 i1 j1";
    let offered = opening(OpeningRule::Taraguchi10, &[&four[..], &[ten]].concat());
    assert_eq!(offered.turn().unwrap().choices, [Choice::Choose]);
    assert!(opening(OpeningRule::Taraguchi10, &[&four[..], &[ten, "c1"]].concat()).is_over());
    for last in ["swap", "stay"] {
        let steps = [&four[..], &[last, "g7", "stay"]].concat();
        assert!(opening(OpeningRule::Taraguchi10, &steps).is_over());
    }
}

#[test]
fn fifth_stones_that_make_the_same_position_are_refused() {
    let rif = |four: &[&str], offer: &str| complaint(OpeningRule::Rif, four, offer);
    // All stones in the middle column.
    let column = ["h8 h9 h10", "stay", "h7"];
    assert_eq!(rif(&column, "g8 i8"), "g8 and i8 are the same move, turned or mirrored");
    // Black h8 and j10, White i9 and i11: the axis is the diagonal only if White were on it.
    assert!(opening(OpeningRule::Rif, &["h8 i9 j10", "stay", "i11", "g9 i7"]).turn().is_some());
    // Black h8 and j8, White h9 and j9: the axis is column i, which is not the board's.
    let aside = ["h8 h9 j8", "stay", "j9"];
    assert_eq!(rif(&aside, "g7 k7"), "g7 and k7 are the same move, turned or mirrored");
    assert!(opening(OpeningRule::Rif, &[&aside[..], &["g7 i7"]].concat()).turn().is_some());
    // The mirror image of a1 about column i is off the board on the right.
    assert!(opening(OpeningRule::Rif, &[&aside[..], &["a1 o1"]].concat()).turn().is_some());
    // Black h8 and j10, White i9: the fourth stone g7 lies on the diagonal too.
    let diagonal = ["h8 i9 j10", "stay", "g7"];
    assert_eq!(rif(&diagonal, "i8 h9"), "i8 and h9 are the same move, turned or mirrored");
}

#[test]
fn symmetries_move_stones_to_stones_of_their_colour() {
    let count = |black: &str, white: &str| {
        StoneSymmetries::new(&[points(black), points(white)], size()).count()
    };
    assert_eq!(count("h8 j10", "h10 j8"), 4);
    assert_eq!(count("h8", "h9"), 2);
    assert_eq!(count("h8 h10", "i9 a1"), 1);
    assert_eq!(count("b2 b4", "a3 c3"), 4);
    assert_eq!(StoneSymmetries::new(&[points("h8"), Vec::new()], size()).count(), 8);
}

#[test]
fn there_are_26_openings_and_each_triple_in_the_squares_is_one_of_them() {
    let center = size().center();
    let within = |distance: u8| size().points().filter(move |p| p.distance(center) <= distance);
    let mut counts = [0; 26];
    for white in within(1).filter(|&p| p != center) {
        for black in within(2).filter(|&p| p != center && p != white) {
            let opening = NamedOpening::of([center, white, black], size()).expect("a name");
            let index = NamedOpening::ALL.iter().position(|other| other == opening).unwrap();
            counts[index] += 1;
        }
    }
    // An opening on its own axis has four images, any other eight.
    assert!(counts.iter().all(|count| [4, 8].contains(count)), "{counts:?}");
    assert_eq!(counts.iter().sum::<i32>(), 8 * 23);
}

#[test]
fn names_are_the_same_for_all_images_and_on_all_boards() {
    for (labels, expected) in [
        ("h8 h9 h10", "D1 Kansei (寒星)"),
        ("h8 h9 i9", "D4 Kagetsu (花月)"),
        ("h8 i8 g8", "D8 Shogetsu (松月)"),
        ("h8 i9 i7", "I7 Hogetsu (浦月)"),
        ("h8 g7 j10", "I13 Suisei (彗星)"),
    ] {
        let stones = points(labels);
        for symmetry in Symmetry::all(size()) {
            let image: Vec<Point> = stones.iter().map(|&p| symmetry.apply(p, size())).collect();
            let found = NamedOpening::of([image[0], image[1], image[2]], size()).unwrap();
            assert_eq!(found.to_string(), expected, "{labels}");
        }
    }
    for size in [(5, 5), (20, 20), (22, 9)] {
        let size = BoardSize::new(size.0, size.1).unwrap();
        for opening in &NamedOpening::ALL {
            assert_eq!(NamedOpening::of(opening.stones(size).unwrap(), size), Some(opening));
        }
    }
    assert_eq!(NamedOpening::of([points("h9")[0], points("h8")[0], points("h7")[0]], size()), None);
}

#[test]
fn a_position_is_named_by_its_first_stones() {
    let named = |labels: &str| {
        let mut position = Position::new(size(), Rule::Renju);
        points(labels).into_iter().for_each(|point| position.play(point));
        name_of(&position).map(|opening| opening.code)
    };
    assert_eq!(named("h8 h9 h10 a1 a2 a3"), Some("D1"));
    assert_eq!(named("h10 h9 h8"), Some("D1"), "the order does not matter");
    assert_eq!(named("h8 h9"), None);
    assert_eq!(named("h8 h10 h9"), None);
    assert_eq!(named("h9 h10 h11"), None);
}

#[test]
fn a_front_end_asks_for_any_step_of_a_rule() {
    let stones = points("a1 b2 o15 c3 d4");
    let at = |rule, count: usize, is_asked: fn(Choice) -> bool| {
        Opening::at(rule, size(), &stones[..count], is_asked)
            .map(|opening| opening.turn().expect("a step").choices)
    };
    let (any, swap) = (|_| true, |choice| choice == Choice::Swap);
    let question = Some(vec![Choice::Swap, Choice::Stay]);
    assert_eq!(at(OpeningRule::Swap2, 0, any).map(|choices| choices[0].stones()), Some(3));
    assert_eq!(at(OpeningRule::Swap2, 3, any).map(|choices| choices.len()), Some(3));
    assert_eq!(at(OpeningRule::Swap2, 5, any), question);
    assert_eq!(at(OpeningRule::Swap2, 4, any), None);
    assert_eq!(at(OpeningRule::Soosorv8, 3, swap), question);
    let place =
        at(OpeningRule::Soosorv8, 3, |choice| choice != Choice::Swap && choice != Choice::Stay);
    assert_eq!(place, Some(vec![Choice::Place(&[Area::Anywhere])]));
    assert_eq!(at(OpeningRule::Soosorv8, 4, any), Some(vec![Choice::Count(8)]));
    assert_eq!(at(OpeningRule::Soosorv8, 4, swap), question);
    let choose = at(OpeningRule::Taraguchi10, 4, |choice| choice == Choice::Choose);
    assert_eq!(choose, Some(vec![Choice::Choose]), "after ten offers");

    let offer = Opening::at(OpeningRule::Soosorv8, size(), &stones[..4], |choice| {
        matches!(choice, Choice::Offer(_))
    });
    let offer = offer.unwrap().with_count(3);
    assert_eq!(offer.turn().unwrap().choices, [Choice::Offer(3)]);
    let most = |rule: OpeningRule| rule.most_fifths();
    assert_eq!(OpeningRule::ALL.map(most).into_iter().flatten().collect::<Vec<_>>(), [12, 8]);
}

#[test]
fn stones_drawn_at_random_lie_in_their_squares() {
    let mut rng = Generator::new(1);
    for side in [5, 15, 20] {
        let size = BoardSize::square(side).unwrap();
        let opening = Opening::at(OpeningRule::Soosorv8, size, &[], |_| true).unwrap();
        let mut seen = Vec::new();
        for _ in 0..200 {
            let step = opening.draw_stones(&mut rng).unwrap();
            assert_eq!(opening.check(&step), Ok(()), "{step:?}");
            seen.push(step.text(size));
        }
        seen.sort_unstable();
        seen.dedup();
        assert!(seen.len() > 50, "{seen:?}");
    }
    let asked = opening(OpeningRule::Swap1, &["a1"]);
    assert_eq!(asked.draw_stones(&mut rng), None);
}

#[test]
fn the_first_step_is_legal_to_the_end_of_each_rule_on_every_board() {
    for rule in OpeningRule::ALL {
        for (width, height) in [(5, 5), (9, 9), (15, 15), (22, 9), (20, 20)] {
            let size = BoardSize::new(width, height).unwrap();
            let Some(mut opening) = Opening::new(rule, size) else {
                assert!(width == 5 && rule.is_of_renju() || rule.name().ends_with("pro"));
                continue;
            };
            let mut steps = 0;
            while let Some(step) = opening.first_step() {
                opening.apply(&step).unwrap_or_else(|error| panic!("{rule} {size}: {error}"));
                steps += 1;
            }
            assert!(opening.is_over() && (2..=12).contains(&steps), "{rule} {size} {steps}");
        }
    }
}
