//! The files in which earlier versions kept what they had learnt.

use fukumi::database::experience::{MAGIC, UNIT};
use fukumi::database::{Database, MAX_LEARNED};
use fukumi::geometry::{BoardSize, Point};
use fukumi::identity::Identity;
use fukumi::learning::advice::Advice;
use fukumi::position::Position;

/// Reads the bytes as such a file into an empty database: as they are, or, if the first byte is
/// odd, cut into records with valid checksums and, if the first byte says so, with keys of existing
/// positions. What was read is then added to itself.
pub fn experience(data: &[u8]) {
    let (&flags, data) = data.split_first().unwrap_or((&0, &[]));
    let position = opening();
    let file = if flags & 1 == 0 { data.to_vec() } else { sealed(data, flags & 4 != 0, &position) };
    let mut database = Database::in_memory().expect("memory");
    let Ok(imported) = database.import_experience(file.as_slice()) else { return };
    let learned = database.count_learned().expect("a sound database");
    assert!(learned <= imported.records && learned <= MAX_LEARNED);
    assert!(imported.records + imported.damaged <= file.len().div_ceil(UNIT) as u64);
    assert_eq!(database.check(9).expect("a sound database"), Vec::<String>::new());

    let moves = database.learned_moves(&position).expect("a sound database");
    let advice = Advice::new(&position, moves.iter().map(|(at, r)| (*at, r.score, r.tally)));
    for point in advice.avoid.iter().chain(advice.doubtful.iter()).chain(advice.winning) {
        assert!(position.board().is_empty(point), "{advice:?}");
    }

    database.import_experience(file.as_slice()).expect("read once already");
    assert_eq!(database.count_learned().expect("a sound database"), learned);
    let mut other = Database::in_memory().expect("memory");
    assert_eq!(other.merge_learned(&database).expect("sound databases"), learned);
    let again = other.learned_moves(&position).expect("a sound database");
    assert_eq!(again, database.learned_moves(&position).expect("a sound database"));
}

/// A position that the records may be about.
fn opening() -> Position {
    let size = BoardSize::square(15).expect("in range");
    let mut position = Position::new(size, fukumi::rule::Rule::Freestyle);
    [(7, 7), (8, 8), (7, 8)].into_iter().for_each(|(x, y)| position.play(Point::new(x, y)));
    position
}

/// A sound file with arbitrary records.
fn sealed(data: &[u8], is_known: bool, position: &Position) -> Vec<u8> {
    let body = UNIT - 4;
    let identity = Identity::of(position);
    let mut head = MAGIC.to_vec();
    head.push(1);
    let mut file = seal(&head).to_vec();
    let mut points = position.board().empty_points();
    for record in data.chunks(body) {
        let mut unit = record.to_vec();
        if let Some(point) = points.next().filter(|_| is_known) {
            unit.resize(body, 0);
            unit[..8].copy_from_slice(&identity.after(point).key().0.to_le_bytes());
        }
        file.extend_from_slice(&seal(&unit));
    }
    file
}

/// Fills a record or a head up with zeros, and appends the checksum.
fn seal(bytes: &[u8]) -> [u8; UNIT] {
    let body = UNIT - 4;
    let mut unit = [0; UNIT];
    unit[..bytes.len()].copy_from_slice(bytes);
    let sum = crc32fast::hash(&unit[..body]);
    unit[body..].copy_from_slice(&sum.to_le_bytes());
    unit
}
