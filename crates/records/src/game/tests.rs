//! Tests of games, and games made up for tests of their formats.

use fukumi_core::geometry::Point;
use proptest::prelude::*;

use super::*;
use crate::formats::sgf::escape;
use crate::hints::Hints;
use crate::parse::parse;
use crate::reading::Notices;

/// What a made-up game may have.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    /// What a library of RenLib holds.
    Library,
    /// What SGF holds.
    Sgf,
}

/// What is added to a tree: the number of an older node, a point, a kind, and texts.
type Step = (prop::sample::Index, u8, u8, u8, [String; 3]);

fn step() -> impl Strategy<Value = Step> {
    let text = "[a-zåж中\\\\\\]: ]{0,6}";
    let title = "([a-zåж中\\\\\\]:]{1,6})?";
    (any::<prop::sample::Index>(), 0..15_u8, 0..15_u8, any::<u8>(), [title, text, title])
}

/// A game with a tree of up to 60 nodes.
pub(crate) fn game(shape: Shape) -> impl Strategy<Value = Game> {
    let header = (0..6_usize, 0..4_usize, proptest::option::of("[a-zж中\\\\\\]]{1,8}"));
    (proptest::collection::vec(step(), 0..60), header).prop_map(move |(steps, header)| {
        let mut game = Game::new(BoardSize::square(15).expect("in range"));
        for (parent, x, y, kind, texts) in steps {
            add(&mut game.tree, shape, &parent, Point::new(x, y), kind, texts);
        }
        if shape == Shape::Sgf {
            let (rule, result, name) = header;
            game.rule = Rule::ALL.get(rule).copied();
            let wins = Color::ALL.map(|color| Some(GameResult::Win(color)));
            game.result = [None, Some(GameResult::Draw), wins[0], wins[1]][result];
            game.players = [name.clone(), None];
            game.date = name;
        }
        game
    })
}

fn add(
    tree: &mut Tree,
    shape: Shape,
    parent: &prop::sample::Index,
    point: Point,
    kind: u8,
    [title, comment, label]: [String; 3],
) {
    let nodes: Vec<_> = tree.walk().collect();
    let parent = *parent.get(&nodes);
    let path: Vec<_> = std::iter::successors(Some(parent), |&id| tree.parent(id)).collect();
    let is_taken =
        path.iter().any(|&id| tree.action(id).is_some_and(|action| action.point == Some(point)));
    let before = path.iter().find_map(|&id| tree.action(id));
    let turn = before.map_or(Color::Black, |before| !before.color);
    let color = if shape == Shape::Sgf && kind & 1 != 0 { !turn } else { turn };
    let action = match kind % 16 {
        0 => Some(Move { color, point: None }),
        1 if shape == Shape::Sgf => None,
        _ if is_taken => return,
        _ => Some(Move { color, point: Some(point) }),
    };
    let is_known = action.is_some() && tree.children(parent).any(|id| tree.action(id) == action);
    if is_known && shape == Shape::Library {
        return;
    }
    let child = tree.add(parent, action).expect("room");
    if kind & 64 != 0 {
        let notes = tree.notes_mut(child);
        notes.title = title;
        notes.comment = comment.trim_end().into();
        notes.is_marked = kind & 128 != 0;
        notes.is_start = shape == Shape::Library && kind & 32 != 0;
        if shape == Shape::Sgf && kind & 16 != 0 {
            notes.others = vec!["TR[aa][bb]".into(), format!("XY[{}]", escape(&label))];
        }
        if !label.is_empty() {
            notes.set_label(point, label);
        }
    }
}

/// A game with stones that were set up.
pub(crate) fn position() -> Game {
    let mut game = Game::new(BoardSize::new(20, 10).expect("in range"));
    let stones = [(Color::Black, 0, 0), (Color::Black, 19, 9), (Color::White, 3, 4)];
    game.setup = stones.map(|(color, x, y)| Stone { color, point: Point::new(x, y) }).to_vec();
    game.to_move = Some(Color::White);
    game
}

fn read(text: &str) -> Game {
    let diagram = parse(text, &Hints::default()).expect(text);
    Game::from_diagram(&diagram, &mut Losses::default()).expect("room")
}

#[test]
fn a_name_that_is_cut_off_counts_as_lost() {
    let long = "Anna".repeat(20);
    for text in [
        format!("[White \"{long}\"]\n\n1. h8 i9"),
        format!("Piskvorky 15x15, 11:11, 0\n8,8,0\n{long}\nBo\n-1\n"),
        format!("{long}\nBo\n7,7,0\n8,8,0\n"),
        format!("1 moves=h8,i9 bplayer={long}"),
        format!("{{[C5][a B][b W][x][{long}];B(H,8)}}"),
        format!("Black: {long}\nblack: h8 white: i9"),
        format!("White: {long}\nh8 i9"),
        format!("(;PB[{long}];B[hh])"),
    ] {
        let mut lost = Losses::default();
        let diagram = parse(&text, &Hints::default()).expect(&text);
        Game::from_diagram(&diagram, &mut lost).expect("room");
        assert_eq!(lost.to_string(), "1 name or date", "{text}");
    }
}

#[test]
fn a_diagram_becomes_moves_or_stones() {
    let moves = read("h8 i9 j10");
    assert_eq!((moves.moves().count(), moves.setup.len(), moves.to_move), (3, 0, None));
    // Passes are moves, also where the diagram has only the stones around them.
    let passes = read("h8 pass i9 a1 pass");
    let points: Vec<_> = passes.moves().map(|action| (action.color, action.point)).collect();
    let (black, white) = (Color::Black, Color::White);
    let [h8, i9, a1] = [(7, 7), (8, 6), (0, 14)].map(|(x, y)| Some(Point::new(x, y)));
    assert_eq!(points, [(black, h8), (white, None), (black, i9), (white, a1), (black, None)]);
    let stones = read("black=h8,i9 white=a1 turn=w");
    assert_eq!((stones.moves().count(), stones.setup.len()), (0, 3));
    assert_eq!(stones.to_move, Some(Color::White));
}

#[test]
fn passes_of_both_sides_are_kept() {
    let (black, white) = (Color::Black, Color::White);
    let [h8, i9] = [(7, 7), (8, 6)].map(|(x, y)| Some(Point::new(x, y)));
    let expected =
        [(black, h8), (white, None), (black, None), (white, i9), (black, None), (white, None)];
    let moves = |game: &Game| -> Vec<_> {
        game.moves().map(|action| (action.color, action.point)).collect()
    };
    for text in [
        "h8 pass pass i9 -- tt",
        "one moves=h8,pass,pass,i9,pass,pass",
        "[A \"b\"]\n\n1. h8 -- 2. -- i9 3. pass pass",
        "black: h8 white: pass black: pass white: i9 black: pass white: pass",
        "(;SZ[15];B[hh];W[];B[];W[ig];B[];W[tt])",
    ] {
        assert_eq!(moves(&read(text)), expected, "{text}");
    }
    let position = [6, 112, 240, 240, 98, 240, 240];
    let all = crate::file::diagrams(&position, None, &Hints::default(), &mut Notices::default());
    let diagram = all.expect("a position").remove(0).1.expect("a position");
    let game = Game::from_diagram(&diagram, &mut Losses::default()).expect("room");
    assert_eq!(moves(&game), expected);
}

#[test]
fn a_pass_after_set_up_stones_says_who_is_to_move() {
    let game = read("(;SZ[15]AB[hh];W[])");
    assert_eq!((game.setup.len(), game.to_move), (1, None));
    let passes: Vec<_> = game.moves().map(|action| (action.color, action.point)).collect();
    assert_eq!(passes, [(Color::White, None)]);
}

#[test]
fn passes_stand_for_missing_turns() {
    let points = |text: &str| -> Vec<Option<String>> {
        let game = read(text);
        let tree = game.alternating(&mut Losses::default()).expect("room");
        let moves: Vec<Move> = tree.main_line().filter_map(|id| tree.action(id)).collect();
        let colors = Color::ALL.into_iter().cycle();
        assert!(moves.iter().zip(colors).all(|(action, color)| action.color == color));
        moves.iter().map(|action| action.point.map(|p| p.label(game.size))).collect()
    };
    let label = |text: &str| Some(text.to_owned());
    assert_eq!(points("h8i9"), [label("h8"), label("i9")]);
    assert_eq!(points("black=h8,i9 turn=b"), [label("h8"), None, label("i9"), None]);
    assert_eq!(points("white=h8 turn=b"), [None, label("h8")]);
    assert_eq!(points("h8 pass"), [label("h8"), None], "White has passed");
}

#[test]
fn equal_moves_of_one_node_become_one() {
    let mut game = Game::new(BoardSize::square(15).expect("in range"));
    let action = Move { color: Color::Black, point: Some(Point::new(7, 7)) };
    for title in ["one", "two"] {
        let node = game.tree.add(game.tree.root(), Some(action)).expect("room");
        game.tree.notes_mut(node).title = title.into();
    }
    let note = game.tree.add(game.tree.root(), None).expect("room");
    game.tree.notes_mut(note).comment = "at the root".into();
    let tree = game.alternating(&mut Losses::default()).expect("room");
    assert_eq!(tree.len(), 2);
    let node = tree.children(tree.root()).next().expect("a move");
    assert_eq!(tree.notes(node).map(|notes| notes.title.as_str()), Some("one / two"));
    let root = tree.notes(tree.root()).expect("notes");
    assert_eq!(root.comment, "at the root");
}

#[test]
fn properties_of_sgf_are_counted_and_not_joined() {
    let mut game = Game::new(BoardSize::square(15).expect("in range"));
    let root = game.tree.root();
    game.tree.notes_mut(root).others = vec!["YY[1]".into(), "YY[2]".into()];
    assert_eq!(game.alternating(&mut Losses::default()).expect("room").others(), 0);
    let mut lost = Losses::default();
    let merged = Game::merged(&[game.clone(), game], &mut lost).expect("room");
    assert_eq!((merged.tree.others(), lost.to_string()), (0, "4 fields of other kinds".into()));
}

#[test]
fn texts_on_a_point_that_has_another_are_counted() {
    let with = |text: &str| {
        let mut game = Game::new(BoardSize::DEFAULT);
        let root = game.tree.root();
        game.tree.notes_mut(root).set_label(Point::new(7, 7), text.into());
        game
    };
    let mut lost = Losses::default();
    let merged = Game::merged(&["A", "B", "A", "C"].map(with), &mut lost).expect("room");
    let notes = merged.tree.notes(merged.tree.root()).expect("notes");
    assert_eq!(
        (notes.label(Point::new(7, 7)), lost.to_string()),
        (Some("A"), "2 texts on the board".into())
    );
}

#[test]
fn losses_are_told_in_words() {
    let mut lost = Losses::default();
    lost.add(Loss::Label, 0);
    assert!(lost.is_empty());
    lost.add(Loss::Comment, 2);
    lost.add(Loss::Variation, 1);
    lost.add(Loss::Comment, 1);
    assert_eq!(lost.to_string(), "1 move of a variation, 3 comments");
}
