//! The file of the experience.

use std::fs;
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use fukumi::experience::advice::Advice;
use fukumi::experience::bytes::{self, UNIT};
use fukumi::experience::store::Store;
use fukumi::geometry::{BoardSize, Point};
use fukumi::identity::Identity;
use fukumi::position::Position;

/// Reads the bytes as a file: as they are, or, if the first byte is odd, cut into records with
/// valid checksums and, if the first byte says so, with keys of existing positions. The contents
/// are then written and read again; if the second bit of the first byte is set, through a file on
/// disk.
pub fn experience(data: &[u8]) {
    let (&flags, data) = data.split_first().unwrap_or((&0, &[]));
    let position = opening();
    let file = if flags & 1 == 0 { data.to_vec() } else { sealed(data, flags & 4 != 0, &position) };
    let Ok(contents) = bytes::read_all(&file) else { return };
    assert!(contents.memory.len() <= contents.records);
    assert!(contents.records + contents.damaged <= file.len().div_ceil(UNIT));
    let written = bytes::write_all(contents.memory.records());
    let again = bytes::read_all(&written).expect("this version");
    assert!(again.has_head && again.damaged == 0);
    assert_eq!(again.memory, contents.memory);

    let advice = Advice::new(&contents.memory, &position);
    for point in advice.avoid.iter().chain(advice.doubtful.iter()).chain(advice.winning) {
        assert!(position.board().is_empty(point), "{advice:?}");
    }
    let mut memory = contents.memory.clone();
    memory.shrink_to(1);
    assert_eq!(memory.len(), contents.memory.len().min(1));

    if flags & 2 != 0 {
        through_a_file(&file, &contents);
    }
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
    let mut file = bytes::head().to_vec();
    let mut points = position.board().empty_points();
    for record in data.chunks(body) {
        let mut unit = [0; UNIT];
        unit[..record.len()].copy_from_slice(record);
        if let Some(point) = points.next().filter(|_| is_known) {
            unit[..8].copy_from_slice(&identity.after(point).key().0.to_le_bytes());
        }
        let sum = crc32fast::hash(&unit[..body]);
        unit[body..].copy_from_slice(&sum.to_le_bytes());
        file.extend_from_slice(&unit);
    }
    file
}

/// Checks that the store reads what the bytes say, and keeps it when more is added.
fn through_a_file(file: &[u8], contents: &bytes::Contents) {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let name = format!("fukumi-fuzz-{}-{count}", process::id());
    let folder = std::env::temp_dir().join(name);
    fs::create_dir_all(&folder).expect("a folder for temporary files");
    let store = Store::new(folder.join("experience.fkx"), 1 << 20);
    fs::write(store.path(), file).expect("a temporary file");
    let read = store.read(Duration::ZERO).expect("this version");
    assert_eq!(read, *contents);
    let added: Vec<_> = contents.memory.records().copied().take(3).collect();
    store.append(&added, Duration::ZERO).expect("room on the disk");
    let mut expected = contents.memory.clone();
    added.into_iter().for_each(|record| expected.add(record));
    assert_eq!(store.read(Duration::ZERO).expect("this version").memory, expected);
    fs::remove_dir_all(&folder).expect("its own folder");
}
