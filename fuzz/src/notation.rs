//! Positions and games as text.

use std::path::Path;

use arbitrary::{Arbitrary, Result, Unstructured};
use fukumi_core::geometry::{BoardSize, Color, MAX_SIDE, MIN_SIDE, Point, PointSet};
use fukumi_core::rule::Rule;
use fukumi_records::write::{GameResult, SavedGame};
use fukumi_records::{Diagram, Hints, parse, parse_all};

/// Maximum length of a text in bytes. Slow inputs are tested elsewhere.
const MAX_TEXT: usize = 4_096;
/// The file names that select the formats in which a game is saved.
const FILES: [&str; 2] = ["game.sgf", "game.txt"];

/// Reads the bytes as text. A game is saved and read again; a position is drawn and read again.
pub fn notation(data: &[u8]) {
    let text = String::from_utf8_lossy(&data[..data.len().min(MAX_TEXT)]);
    let hints = Hints::default();
    match parse(&text, &hints) {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok(diagram) => check(&diagram, &text),
    }
    for (_, result) in parse_all(&text, &hints).into_iter().flatten().take(8) {
        match result {
            Err(error) => assert!(!error.to_string().is_empty()),
            Ok(diagram) => check(&diagram, &text),
        }
    }
}

fn check(diagram: &Diagram, text: &str) {
    let is_alternating = Color::ALL
        .into_iter()
        .cycle()
        .zip(&diagram.stones)
        .all(|(color, stone)| stone.color == color);
    if diagram.played == diagram.stones.len() && diagram.dead.is_empty() && is_alternating {
        let moves: Vec<Point> = diagram.stones.iter().map(|stone| stone.point).collect();
        let [black, white] = &diagram.players;
        check_game(&SavedGame {
            size: diagram.size,
            rule: diagram.rule.unwrap_or_default(),
            players: [black, white].map(|name| name.as_deref().unwrap_or_default()),
            moves: &moves,
            result: None,
        });
    }
    if let Ok(position) = diagram.position(None, None) {
        let picture = format!("{position:?}");
        let again = parse(&picture, &Hints::default()).expect("our own picture");
        let again = again.position(None, None).expect("our own picture");
        assert_eq!(again.key(), position.key(), "{text:?}\n{picture}");
        assert_eq!(again.rule(), position.rule(), "{text:?}\n{picture}");
    }
}

/// Makes up a game, saves it in every format and reads it again.
pub fn saved(data: &[u8]) {
    // If the bytes run out, there is no game.
    let _ = save(&mut Unstructured::new(data));
}

fn save(choices: &mut Unstructured<'_>) -> Result<()> {
    let side = MIN_SIDE..=MAX_SIDE;
    let sides = [choices.int_in_range(side.clone())?, choices.int_in_range(side)?].map(i64::from);
    let Some(size) = BoardSize::new(sides[0], sides[1]) else { return Ok(()) };
    let rule = *choices.choose(&Rule::ALL)?;
    let results = [
        None,
        Some(GameResult::Draw),
        Some(GameResult::Win(Color::Black)),
        Some(GameResult::Win(Color::White)),
    ];
    let result = *choices.choose(&results)?;
    let players = [<&str>::arbitrary(choices)?, <&str>::arbitrary(choices)?];
    let mut moves = Vec::new();
    let mut taken = PointSet::EMPTY;
    while !choices.is_empty() {
        let x = choices.int_in_range(0..=size.width() - 1)?;
        let point = Point::new(x, choices.int_in_range(0..=size.height() - 1)?);
        if !taken.contains(point) {
            taken.insert(point);
            moves.push(point);
        }
    }
    check_game(&SavedGame { size, rule, players, moves: &moves, result });
    Ok(())
}

fn check_game(game: &SavedGame<'_>) {
    for file in FILES {
        let text = game.text_for(Path::new(file));
        let read =
            parse(&text, &Hints::default()).unwrap_or_else(|error| panic!("{error}: {text}"));
        assert_eq!((read.size, read.rule), (game.size, Some(game.rule)), "{text}");
        let stones: Vec<(Color, Point)> =
            read.stones.iter().map(|stone| (stone.color, stone.point)).collect();
        let colors = Color::ALL.into_iter().cycle();
        assert_eq!(stones, colors.zip(game.moves.iter().copied()).collect::<Vec<_>>(), "{text}");
        // Reading removes from names what does not belong on one line; a clean name stays as it is.
        for (name, read) in game.players.into_iter().zip(&read.players) {
            if let Some(read) = read.as_deref().filter(|read| *read == name) {
                assert!(!read.chars().any(char::is_control), "{text}");
            }
        }
    }
}
