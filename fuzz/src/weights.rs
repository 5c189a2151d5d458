//! Learned parameters: networks, and the sets of the classical evaluation.

use fukumi_core::eval::{Evaluation, Network};
use fukumi_core::geometry::{BoardSize, Color, Point};
use fukumi_core::pattern::tables::Tables;
use fukumi_core::position::Position;
use fukumi_core::rule::Rule;
use fukumi_core::score::Score;

const NETWORK: &[u8] = include_bytes!("../../crates/core/src/eval/weights/freestyle.net");
const SET: &[u8] = include_bytes!("../../crates/core/src/eval/weights/freestyle-15.bin");

/// Bytes that describe a change: 20 bits for its place, counted from the end, 4 bits for its
/// length, and the byte to write.
const CHANGE: usize = 4;
/// A change covers this many bytes times its length, plus one byte.
const RUN: usize = 48;

/// Reads the bytes as weights of either kind, then reads the program's weights with the changes
/// that the bytes describe. Whatever can be read is used.
pub fn weights(data: &[u8]) {
    assert!(Network::read(data).is_err() || data.len() > NETWORK.len() / 16);
    let _ = Evaluation::read(Rule::Freestyle, data).map(|evaluation| use_set(&evaluation));

    let (&flags, changes) = data.split_first().unwrap_or((&0, &[]));
    if flags & 1 == 0 {
        if let Ok(network) = Network::read(&changed(NETWORK, changes, flags)) {
            use_network(&network);
        }
    } else if let Ok(evaluation) = Evaluation::read(Rule::Freestyle, &changed(SET, changes, flags))
    {
        use_set(&evaluation);
    }
}

fn changed(good: &[u8], changes: &[u8], flags: u8) -> Vec<u8> {
    let mut bytes = good.to_vec();
    for change in changes.chunks_exact(CHANGE) {
        let [low, middle, high, value] = [change[0], change[1], change[2], change[3]];
        let place = usize::from(low) | usize::from(middle) << 8 | usize::from(high & 15) << 16;
        let end = bytes.len() - place % bytes.len();
        let begin = end.saturating_sub(1 + RUN * usize::from(high >> 4));
        bytes[begin..end].fill(value);
    }
    // The weights are cut off, or followed by an extra byte.
    match flags >> 1 & 3 {
        2 => bytes.truncate(good.len() - usize::from(flags >> 3) - 1),
        3 => bytes.push(flags),
        _ => {}
    }
    bytes
}

/// A quiet position, and one full of stones.
fn positions() -> impl Iterator<Item = Position> {
    [3, 225].into_iter().map(|stones| {
        let size = BoardSize::square(15).expect("in range");
        let mut position = Position::with_tables(size, Tables::without_values(Rule::Freestyle));
        let order = (0..225).map(|index| Point::new((index * 7 % 15) as u8, (index / 15) as u8));
        order.take(stones).for_each(|point| position.play(point));
        position
    })
}

fn use_network(network: &Network) {
    for position in positions() {
        let (score, draws) = network.judge(&position, Score::from_points(100));
        assert!(!score.is_proven() && (0.0..=1.0).contains(&draws), "{score:?} {draws}");
        let again = network.judge(&position, Score::from_points(100));
        assert_eq!(again, (score, draws));
    }
}

fn use_set(evaluation: &Evaluation) {
    for position in positions() {
        assert!(!evaluation.score(&position).is_proven());
        for point in position.board().empty_points().take(20) {
            for color in Color::ALL {
                let _ = evaluation.appeal(&position, color, point);
            }
        }
    }
}
