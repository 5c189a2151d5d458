//! No line is wider than `rustfmt.toml` says. `cargo fmt` does not check comments, strings and
//! macros.

use std::fs;
use std::path::Path;

/// The folders with the project's code.
const FOLDERS: [&str; 10] = [
    "benches",
    "bindings/c",
    "crates",
    "examples",
    "fuzz/fuzz_targets",
    "fuzz/src",
    "protocol-tests",
    "src",
    "tests",
    "bindings/web/wasm",
];

/// The numbers, from 1, of the lines of a text that are wider than `most` characters.
fn wide_lines(text: &str, most: usize) -> Vec<usize> {
    let lines = (1..).zip(text.lines());
    lines.filter(|(_, line)| line.chars().count() > most).map(|(number, _)| number).collect()
}

/// Calls `look` with the path and the text of each Rust file below a folder.
fn each_file(folder: &Path, look: &mut dyn FnMut(&Path, &str)) {
    for entry in fs::read_dir(folder).expect("a folder of the repository") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            each_file(&path, look);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            look(&path, &fs::read_to_string(&path).expect("a text"));
        }
    }
}

#[test]
fn no_line_is_wider_than_stated() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let settings = fs::read_to_string(root.join("rustfmt.toml")).expect("rustfmt.toml");
    let width = settings.lines().find_map(|line| line.strip_prefix("max_width = "));
    let most = width.expect("a width").parse().expect("a number");
    let (mut wide, mut count) = (Vec::new(), 0);
    for folder in FOLDERS {
        each_file(&root.join(folder), &mut |path, text| {
            count += 1;
            let path = path.strip_prefix(root).unwrap_or(path).display();
            wide.extend(wide_lines(text, most).iter().map(|line| format!("{path}:{line}")));
        });
    }
    assert!(count > 200, "{count} files");
    assert_eq!(wide, Vec::<String>::new());
}

#[test]
fn characters_count_and_bytes_do_not() {
    assert_eq!(wide_lines("six üö\n1234567\nseven öüä", 6), [2, 3]);
}
