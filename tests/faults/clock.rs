//! A wall clock that jumps. The program runs with a clock that jumps whenever it is read.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::engine::{Engine, program};
use super::files::{learn_and_keep, new_folder};

/// A library with this name that changes what the system does for a program. It takes the C
/// compiler that has built SQLite as well.
pub(crate) fn library(folder: &Path, name: &str) -> PathBuf {
    let library = folder.join(name).with_extension("so");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/faults").join(name);
    let status = Command::new(env::var_os("CC").unwrap_or_else(|| "cc".into()))
        .args(["-shared", "-fPIC", "-Wall", "-Werror"])
        .arg(source.with_extension("c"))
        .args(["-ldl", "-o"])
        .arg(&library)
        .status()
        .expect("a C compiler");
    assert!(status.success(), "{status}");
    library
}

/// What the engine says about its searches, without what depends on their time, and its moves.
fn play(mut engine: Engine) -> Vec<String> {
    engine.tell("INFO max_depth 8\nINFO timeout_turn 50000\nINFO book 0\nSTART 15\n");
    engine.expect("OK");
    let mut said = Vec::new();
    for stones in ["7,7,2\n8,8,1\n9,7,2", "7,7,2\n8,8,1\n9,7,2\n6,7,1\n8,6,2"] {
        engine.tell(&format!("BOARD\n{stones}\nDONE\n"));
        let mut last = String::new();
        loop {
            let line = engine.line();
            if line.starts_with("MESSAGE wdl ") {
                continue;
            }
            let Some((result, _)) = line.split_once(" n/ms ") else {
                said.extend([last, line]);
                break;
            };
            last = result.to_owned();
        }
    }
    engine.end();
    said
}

#[test]
fn a_clock_that_jumps_changes_nothing() {
    let folder = new_folder("clock");
    let library = library(&folder, "jumping_clock");
    let jumps = folder.join("jumps");
    let jumping = || {
        let mut command = program();
        command.env("LD_PRELOAD", &library).env("JUMPS", &jumps).env("RUST_LOG", "warn");
        Engine::listen(command)
    };
    let usual = play(Engine::start());
    assert!(usual[0].starts_with("MESSAGE depth 8-"), "{usual:?}");
    assert_eq!(play(jumping()), usual);
    // The time of a game is stored with what the game taught.
    learn_and_keep(jumping(), &folder, &[7], 2);
    let looks = fs::metadata(&jumps).expect("looked at the clock").len();
    assert!(looks >= 3, "{looks} looks at the clock");
}
