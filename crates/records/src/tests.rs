//! What holds for all formats together: how a text shows its format, what is not a position, and
//! that no text does harm.

use std::time::{Duration, Instant};

use fukumi_core::pattern::forbidden::Foul;
use fukumi_core::random::Generator;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};

use fukumi_core::geometry::{BoardSize, Color, Point};
use fukumi_core::position::ending::Ending;
use fukumi_core::rule::Rule;

use super::*;
use crate::formats::recognise::format;
use crate::reading::Notices;

const PICTURE: &str = " 7  . . . . . . .\n 6  . . . . . . .\n 5  . . x o . . .\n 4  . .(x). . . \
                       .\n 3  . . . . . . .\n 2  . . . . . . .\n 1  # . . . . . .\n    a b c d e \
                       f g\nrenju, o to move";

/// One text for each format.
const TEXTS: [(Format, &str); 14] = [
    (Format::Record, "# comment\nid-1 size=15 rule=caro turn=w black=h8,i9,j9 white=g7,g8 len=3"),
    (Format::Record, "one moves=h8,i9,h10 size=20\ntwo moves=a1,b2 rule=standard"),
    (Format::Moves, "1. h8 i9 2. h10,j9 3. pass"),
    (Format::Moves, "H8,J9/I9"),
    (Format::Picture, PICTURE),
    (Format::Psq, "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,7,1000\nname\nname\n-1\n1,Renju\n"),
    (Format::Sgf, "(;FF[4]GM[4]SZ[15:12]AB[aa:cc][h8]C[a\\]b];B[jj](;W[kk];PL[W])(;W[ll]))"),
    (Format::Sgf, "(;GM[1]SZ[15]RU[Renju x];QPR[hh,hg,jf];QSLW[ig];B[gg]XX[aa,bb];W[ii])"),
    (Format::Moves, "Black: Ann\nWhite: Bob\n1. h8 i9 2. j10 1/2-1/2"),
    (Format::Psq, "8,8,0\n9,7,1000\nname\nname\n-1\n1,Renju\n"),
    (Format::Pairs, "[[7,7],[8,8]]\n(9,9) (H,1)"),
    (Format::Log, "START 15\n> TURN 7,7\n< 8,8\nTAKEBACK 8,8\nBOARD\n7,7,1\nDONE\n5,5\nTURN 1,2"),
    (Format::Championship, "{[C5][a B][b W]平局[2017 x][y];B(J,10);W(L,10)}"),
    (Format::Block, "START 20\nINFO rule 4\nBOARD\n7,7,1 8,8,2\n9,9,3\nDONE\n"),
];

fn read(text: &str) -> Result<Diagram, NotationError> {
    parse(text, &Hints::default())
}

fn problem(text: &str, rule: Rule) -> Problem {
    let diagram = read(text).unwrap_or_else(|error| panic!("{error} in {text:?}"));
    diagram.position(Some(rule), None).expect_err(text).problem
}

#[test]
fn the_format_shows_in_the_text() {
    for (expected, text) in TEXTS {
        for text in [text.to_owned(), text.replace('\n', "\r\n"), format!("\u{feff}\n{text}\n")] {
            assert_eq!(format(text.trim_start_matches('\u{feff}')), Some(expected), "{text:?}");
        }
    }
    for text in ["", " \n\t", "hello", "17", "(", "ü", "\0"] {
        assert!(
            matches!(read(text), Err(e) if matches!(e.problem, Problem::Unrecognised(_))),
            "{text:?}"
        );
    }
}

#[test]
fn a_diagram_becomes_the_position_it_describes() {
    let diagram = read(PICTURE).expect("a picture");
    let position = diagram.position(None, None).expect("a position");
    assert_eq!((position.rule(), position.to_move()), (Rule::Renju, Color::White));
    assert_eq!(position.board().stones().last().map(|stone| stone.point), Some(Point::new(2, 3)));
    assert_eq!(position.board().empty_count(), 7 * 7 - 4);
    let other = diagram.position(Some(Rule::Standard), Some(Color::Black)).expect("a position");
    assert_eq!((other.rule(), other.to_move()), (Rule::Standard, Color::Black));
    assert_eq!(
        read("h8").expect("a move").position(None, None).expect("open").rule(),
        Rule::Freestyle
    );
}

#[test]
fn a_rule_that_is_not_known_is_reported_whatever_the_format() {
    let psq = |lines: &str| format!("Piskvorky 15x15, 11:11, 0\n8,8,0\na\nb\n-1\n{lines}");
    for (text, rule, notice) in [
        (psq("1,Renju\n"), Some(Rule::Renju), None),
        (psq("1,\n-1\n"), None, None),
        (psq("1,Hyper\n"), None, Some("'Hyper' is not known")),
        (psq("1,Non-Renju\n"), None, Some("'Non-Renju' is not known")),
        (psq("1,Hyper\n2,Caro\n"), Some(Rule::Caro), None),
        (psq("1,Renju of the club\n"), Some(Rule::Renju), Some("is read as renju")),
        ("8,8,0\n9,7,9\na\nb\n-1\n1,Hyper\n".into(), None, Some("'Hyper' is not known")),
        ("(;RU[Hyper];B[hh])".into(), None, Some("'Hyper' is not known")),
        ("INFO rule 4\nBOARD\n7,7,1\nDONE\n".into(), Some(Rule::Renju), None),
        ("INFO rule 77\nBOARD\n7,7,1\nDONE\n".into(), None, Some("'77' is not known")),
        ("START 15\nINFO rule 77\nTURN 7,7\n8,8\n".into(), None, Some("'77' is not known")),
    ] {
        let mut notices = Notices::default();
        let diagram = parse_noted(&text, &Hints::default(), &mut notices).expect(&text);
        assert_eq!(diagram.rule, rule, "{text}");
        let lines: Vec<String> = notices.lines().filter(|line| line.contains("rule")).collect();
        assert_eq!(lines.len(), usize::from(notice.is_some()), "{text}: {lines:?}");
        assert!(lines.iter().all(|line| line.contains(notice.unwrap_or_default())), "{lines:?}");
    }
    let error = read(&psq("1,Connect6\n")).expect_err("another game").to_string();
    assert!(error.starts_with("line 6, column 3: ") && error.contains("Connect6"), "{error}");
}

#[test]
fn what_cannot_be_played_on_is_refused() {
    let black = Problem::Over(Ending::Five(Color::Black));
    assert_eq!(problem("h8a1i8a2j8a3k8a4l8", Rule::Freestyle), black);
    assert_eq!(problem("black=h8,i8,j8,k8,l8 white=a1,a3,a5,a7,a9", Rule::Renju), black);
    let white = Problem::Over(Ending::Five(Color::White));
    assert_eq!(problem(".....\nx.x.x\nooooo\n.x.x.\n.....", Rule::Standard), white);
    let six = "black=h8,i8,j8,k8,l8,m8 white=a1,a3,a5,a7,a9,a11";
    assert_eq!(problem(six, Rule::Freestyle), black);
    assert!(read(six).expect("six").position(Some(Rule::Standard), None).is_ok());
    let foul = Problem::Over(Ending::Foul(Foul::DoubleThree));
    assert_eq!(problem("h6 a1 h7 a3 f8 a5 g8 a7 h8", Rule::Renju), foul);

    for empty in [".....\n.....\n.....\n.....\n.....", "(;SZ[15])", "size=15", "BOARD\nDONE"] {
        assert_eq!(problem(empty, Rule::Freestyle), Problem::NoStones, "{empty}");
    }
    let full = "xxoox\nooxxo\nxxoox\nooxxo\nxxoox";
    assert_eq!(problem(full, Rule::Freestyle), Problem::Full);
    assert_eq!(
        problem("black=a1,b2,c3 white=d4", Rule::Freestyle),
        Problem::Turn { black: 3, white: 1 }
    );
}

#[test]
fn an_id_or_a_number_of_moves_that_means_nothing_is_refused() {
    for (format, text) in TEXTS {
        let hints = Hints { id: Some("nothing".into()), ..Hints::default() };
        let error = parse(text, &hints).expect_err(text);
        assert!(matches!(error.problem, Problem::NoRecord { .. }), "{format:?}: {error}");
        let hints = Hints { moves: Some(1000), ..Hints::default() };
        assert!(parse(text, &hints).is_err(), "{format:?}");
    }
}

#[test]
fn errors_repeat_little_of_the_text() {
    for text in ["h".repeat(5000), format!("h8 \u{1b}[31m{}", "i".repeat(500)), "=\n".repeat(900)] {
        let message = read(&text).expect_err("no position").to_string();
        assert!(message.chars().count() < 250, "{message}");
        assert!(!message.contains(char::is_control), "{message:?}");
    }
}

#[test]
fn a_text_of_any_length_is_answered_soon() {
    let start = Instant::now();
    for piece in [
        "h8 ",
        "h8",
        "8",
        "pass ",
        "- ",
        "x",
        "x\n",
        ".\n",
        "#",
        "(",
        "(;",
        ";",
        "[",
        "B[hh]",
        "\\",
        "7,7\n",
        "7,7,1 ",
        ",",
        ", ",
        "black=h8 ",
        "a=b\n",
        "Piskvorky",
        "1,1,1\n",
        "to move\n",
        "ü",
        "\0",
        "BOARD ",
        "AB[aa:vv]AE[aa:vv]",
        "x moves=h8\n",
        "\r",
        "{",
        "1.",
        "/",
    ] {
        for start in ["", "(;SZ[22];", "Piskvorky 22x22\n", "START 22\nBOARD\n", "id moves=", "h8 "]
        {
            let text = format!("{start}{}", piece.repeat((MAX_BYTES - start.len()) / piece.len()));
            if let Ok(diagram) = read(&text) {
                let _ = diagram.position(None, None);
            }
        }
    }
    // Ten seconds on an idle machine; time that grows with the square of the length is far more.
    assert!(start.elapsed() < Duration::from_secs(600), "{:?}", start.elapsed());
}

/// Checks that a text causes no panic, and that a position agrees with its diagram.
fn try_text(text: &str, rng: &mut Generator) {
    let hints = Hints {
        id: rng.random_bool(0.1).then(|| "2".into()),
        size: if rng.random_bool(0.2) { BoardSize::new(15, 12) } else { None },
        default_size: if rng.random_bool(0.2) { BoardSize::new(9, 20) } else { None },
        moves: rng.random_bool(0.2).then(|| rng.random_range(0..5)),
        game: if rng.random_bool(0.2) { GameKind::Gomoku } else { GameKind::Judged },
    };
    match parse(text, &hints) {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok(diagram) => {
            let rule = *Rule::ALL.choose(rng).expect("five rules");
            if let Ok(position) = diagram.position(Some(rule), None) {
                assert_eq!(position.board().stones(), diagram.stones, "{text:?}");
                let again = read(&format!("{position:?}")).expect("our own picture");
                let again = again.position(None, None).map(|position| position.key());
                assert_eq!(again, Ok(position.key()), "{text:?}");
            }
        }
    }
}

#[test]
fn no_random_text_does_harm() {
    let mut rng = Generator::seed_from_u64(20_250_101);
    let alphabets = [
        "xo.#*_+-XO 0123456789\n\r()[]|",
        "abchijop0123456789 ,-./;:\n",
        "();[]BWAEPLSZabchijo0123456789:\\\n ",
        "0123456789,\n -BOARDINEST",
        "black=white moves size rule turn#,-h8i9bw\n",
        "\u{feff}\u{0}é中●○┼\u{301}\u{2028}h8xo.()=\n",
    ];
    for round in 0..20_000 {
        let alphabet: Vec<char> = alphabets[round % alphabets.len()].chars().collect();
        let length = rng.random_range(0..120);
        let text: String = (0..length).filter_map(|_| alphabet.choose(&mut rng)).collect();
        let start =
            *["", "(;", "Piskvorky 15x15\n", "BOARD\n", "moves="].choose(&mut rng).expect("five");
        try_text(&format!("{start}{text}"), &mut rng);
    }
}

#[test]
fn no_mistake_in_a_good_text_does_harm() {
    let mut rng = Generator::seed_from_u64(20_250_102);
    let pieces: Vec<&str> =
        TEXTS.iter().flat_map(|(_, text)| text.split_inclusive([',', ' ', ']', '\n'])).collect();
    for round in 0..20_000 {
        let (_, text) = TEXTS[round % TEXTS.len()];
        let mut chars: Vec<char> = text.chars().collect();
        for _ in 0..rng.random_range(0..4) {
            let at = rng.random_range(0..=chars.len());
            match rng.random_range(0..4) {
                0 => chars.truncate(at),
                1 => {
                    let piece = *pieces.choose(&mut rng).expect("pieces");
                    chars.splice(at..at, piece.chars());
                }
                2 if at < chars.len() => drop(chars.remove(at)),
                _ => {
                    let other = at.min(chars.len().saturating_sub(1));
                    let end = (other + rng.random_range(0..9)).min(chars.len());
                    let again: Vec<char> = chars[other.min(end)..end].to_vec();
                    chars.splice(at..at, again);
                }
            }
        }
        try_text(&chars.into_iter().collect::<String>(), &mut rng);
    }
}

thread_local! {
    /// Number of bytes of text, and of properties and nodes of games, that were passed over.
    static WORK: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// Adds to the number of what was passed over.
pub(super) fn count_work(count: usize) {
    WORK.set(WORK.get() + count);
}

/// What is passed over meanwhile.
pub(super) fn work(run: impl FnOnce()) -> usize {
    WORK.set(0);
    run();
    WORK.get()
}

#[test]
fn the_work_is_in_proportion_to_the_length_of_the_text() {
    const COUNT: usize = 10_000;
    for line in [
        "a moves=h8,h8\n",
        "moves=h8,i9\n",
        "(;SZ[15];B[hh];W[ii])\n",
        "(;SZ[15];B[hh];W[hh])",
        "RESTART\nTURN 0,0\n0,0\n",
    ] {
        let text = line.repeat(COUNT);
        let work = work(|| {
            assert_eq!(parse_all(&text, &Hints::default()).expect("positions").len(), COUNT);
        });
        assert!(work >= text.len() && work <= 4 * text.len(), "{line:?}: {work} bytes");
    }
}

#[test]
fn the_work_for_a_single_game_is_in_proportion_to_its_length() {
    const COUNT: usize = 10_000;
    for (begin, piece, end) in [
        ("(;B[hh]", "YY[]", ")"),
        ("(;B[hh];", "ZZ[ii]", ")"),
        ("[Black \"a\"]\n", "h8", ""),
        ("[Black \"a\"]\n1. ", "$1!", ""),
        ("black: ", "h8", ""),
        ("h8 ", "i9", ""),
    ] {
        let text = format!("{begin}{}{end}", piece.repeat(COUNT));
        let readers: [fn(&str); 2] = [
            |text| drop(read(text)),
            |text| drop(file::read(text.as_bytes(), &file::Request::default())),
        ];
        for read in readers {
            let work = work(|| read(&text));
            assert!(work >= text.len() && work <= 64 * text.len(), "{piece:?}: {work} bytes");
        }
    }
}

#[test]
fn a_long_name_of_many_games_is_looked_at_once() {
    let text = format!(
        "<games><player id=\"1\" name=\"{}\"/>{}</games>",
        "a".repeat(20_000),
        "<game black=\"1\" white=\"1\"><move>h8</move></game>".repeat(2_000)
    );
    let work = work(|| {
        assert!(crate::rif::read_each(&text).is_ok_and(|read| read.games.len() == 2_000));
    });
    assert!(work <= 8 * text.len(), "{work} bytes");
}

#[test]
fn every_position_of_a_text_is_as_if_read_alone() {
    for text in [
        "# comment\n\n one moves=h8,i9 \n\tmoves=h8,h8\none size=20 black=t20 turn=w\nx \
         black=a1,zz",
        "(;SZ[15];B[hh];W[ii])(;SZ[19]\nAB[aa:bb]\n;W[hh];B[hh]) between\n \
         (;B[h8](;W[xx])(;W[a1]))",
    ] {
        let all = parse_all(text, &Hints::default()).expect("several");
        let Err(NotationError { problem: Problem::Several(ids), .. }) =
            parse(text, &Hints::default())
        else {
            panic!("several positions: {text}");
        };
        assert_eq!(all.len(), ids.len());
        for ((id, entry), expected) in all.into_iter().zip(ids) {
            assert_eq!(id.as_deref(), Some(expected.as_str()));
            let hints = Hints { id, ..Hints::default() };
            assert_eq!(entry, parse(text, &hints), "{expected}");
        }
    }
}
