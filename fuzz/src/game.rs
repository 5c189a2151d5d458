//! Sessions that get somewhere: commands made from the bytes, most of which make sense in the
//! position.

use arbitrary::{Result, Unstructured};
use fukumi_core::geometry::{BoardSize, Color, Point};
use fukumi_core::position::Position;

use super::session::Session;

/// Maximum number of commands in a session.
const MAX_COMMANDS: usize = 50;
/// Maximum number of questions in a session that search every point or pairs of points: each takes
/// a second in a fuzzer.
const MAX_BALANCES: usize = 2;
/// Board sizes to play on. Smaller ones are more frequent, because they fill up.
const SIZES: [(i64, i64); 10] =
    [(5, 5), (5, 5), (6, 5), (5, 22), (7, 7), (9, 9), (15, 15), (15, 15), (20, 20), (22, 22)];
const RULES: [u8; 5] = [0, 1, 4, 8, 9];
/// Options whose values are small numbers.
const OPTIONS: [(&str, &[i64]); 12] = [
    ("timeout_turn", &[0, 1, 50, 5_000]),
    ("timeout_match", &[0, 1, 5_000]),
    ("time_left", &[-1, 0, 1, 200, 99_999]),
    ("max_depth", &[0, 1, 3, 200]),
    ("thread_num", &[1, 2]),
    ("pondering", &[0, 1]),
    ("checkmate", &[0, 1, 2, 3]),
    ("game_type", &[0, 1, 2]),
    ("book", &[0, 1]),
    ("strength", &[0, 1, 50, 99, 100]),
    ("show_detail", &[0, 1, 2, 3]),
    ("learning", &[0, 2]),
];
const QUESTIONS: [&str; 9] = [
    "ABOUT",
    "YXSHOWFORBID",
    "YXSHOWINFO",
    "YXSHOWHASHUSAGE",
    "YXBLOCKRESET",
    "YXHASHCLEAR",
    "YXQUERYDATABASEALL DONE",
    "STOP",
    "RELOADCONFIG",
];

/// Makes the engine play, analyse, take back and set up, while the bytes last.
pub fn game(data: &[u8]) {
    let mut choices = Unstructured::new(data);
    let mut session = Session::start();
    // When the choices run out, the game ends.
    let _ = play(&mut choices, &mut session);
    session.finish();
}

fn play(choices: &mut Unstructured<'_>, session: &mut Session) -> Result<()> {
    session.send(&format!("INFO rule {}", choices.choose(&RULES)?));
    start(choices, session)?;
    let mut balances = MAX_BALANCES;
    for _ in 0..MAX_COMMANDS {
        if choices.is_empty() || session.is_over() {
            break;
        }
        command(choices, session, &mut balances)?;
        if choices.ratio(7, 8)? {
            session.settle();
        }
    }
    Ok(())
}

fn start(choices: &mut Unstructured<'_>, session: &mut Session) -> Result<()> {
    let (width, height) = *choices.choose(&SIZES)?;
    if width == height {
        session.send(&format!("START {width}"));
    } else {
        session.send(&format!("RECTSTART {width},{height}"));
    }
    Ok(())
}

fn command(
    choices: &mut Unstructured<'_>,
    session: &mut Session,
    balances: &mut usize,
) -> Result<()> {
    let line = match choices.int_in_range(0..=29)? {
        0..=9 => format!("TURN {}", point(choices, session.position())?),
        10..=14 => format!("PLAY {}", point(choices, session.position())?),
        15 => "BEGIN".into(),
        16 => "RESTART".into(),
        17..=18 => match session.position().and_then(|position| position.board().stones().last()) {
            Some(stone) => format!("TAKEBACK {}", stone.point),
            None => "TAKEBACK 0,0".into(),
        },
        19 => format!("BOARD {}DONE", block(choices, session.position())?),
        20 => format!("YXBOARD {}DONE", block(choices, session.position())?),
        21 => {
            let stones = *choices.choose(&[0, 3, 5, 5, 4])?;
            let mut text = String::from("SWAP2BOARD ");
            for _ in 0..stones {
                text += &format!("{} ", any_point(choices, session.position())?);
            }
            text + "DONE"
        }
        22 => format!("YXNBEST {}", choices.int_in_range(0..=9)?),
        23 => "YXSEARCHDEFEND".into(),
        24 => {
            format!("YXBALANCE{} {}", choices.choose(&["ONE", "TWO"])?, choices.arbitrary::<i16>()?)
        }
        25 => format!("YXSWAP2STEP{}", choices.int_in_range(1..=3)?),
        26 => {
            let name = choices.choose(&["YXBLOCK", "YXBLOCKUNDO"])?;
            format!("{name} {} DONE", point(choices, session.position())?)
        }
        27 => {
            let (key, values) = choices.choose(&OPTIONS)?;
            format!("INFO {key} {}", choices.choose(values)?)
        }
        28 => format!("INFO rule {}", choices.choose(&RULES)?),
        _ => match choices.int_in_range(0..=9)? {
            0 => return start(choices, session),
            _ => (*choices.choose(&QUESTIONS)?).into(),
        },
    };
    if line.starts_with("YXBALANCE") {
        let Some(left) = balances.checked_sub(1) else { return Ok(()) };
        *balances = left;
    }
    session.send(&line);
    Ok(())
}

/// Usually an empty point near the stones; rarely one that is taken or off the board.
fn point(choices: &mut Unstructured<'_>, position: Option<&Position>) -> Result<Point> {
    let near: Vec<Point> =
        position.map_or_else(Vec::new, |position| position.candidates().iter().collect());
    if near.is_empty() || choices.ratio(1, 16)? {
        return any_point(choices, position);
    }
    Ok(*choices.choose(&near)?)
}

fn any_point(choices: &mut Unstructured<'_>, position: Option<&Position>) -> Result<Point> {
    let size = position.map(Position::size).or_else(|| BoardSize::square(15));
    let (width, height) = size.map_or((15, 15), |size| (size.width(), size.height()));
    let is_off = choices.ratio(1, 32)?;
    let x = choices.int_in_range(0..=if is_off { 21 } else { width - 1 })?;
    Ok(Point::new(x, choices.int_in_range(0..=height - 1)?))
}

/// The stones of the position, some of them changed, with field 3 for a few.
fn block(choices: &mut Unstructured<'_>, position: Option<&Position>) -> Result<String> {
    let mut text = String::new();
    let Some(position) = position else { return Ok(text) };
    let own = if choices.arbitrary()? { Color::Black } else { Color::White };
    for stone in position.board().stones() {
        if choices.ratio(7, 8)? {
            text += &format!("{},{} ", stone.point, if stone.color == own { 1 } else { 2 });
        }
    }
    for _ in 0..choices.int_in_range(0..=6)? {
        text +=
            &format!("{},{} ", any_point(choices, Some(position))?, choices.int_in_range(1..=3)?);
    }
    Ok(text)
}
