//! Runs the fuzz targets over the inputs kept for them: those that reach most of the code, and
//! those that once found something. New inputs are found with cargo-fuzz, see `docs/testing.md`.

use std::fs;
use std::path::Path;

#[path = "../fuzz/src/lib.rs"]
pub mod targets;

/// Runs a target over its inputs.
fn replay(name: &str) {
    let (_, target) = targets::TARGETS.into_iter().find(|known| known.0 == name).expect("a target");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(name);
    let mut count = 0;
    for entry in fs::read_dir(&folder).expect("the inputs of the target") {
        let path = entry.expect("an input").path();
        let input = fs::read(&path).expect("an input");
        // This is shown if the target fails.
        println!("{}", path.display());
        target(&input);
        count += 1;
    }
    assert!(count > 0, "no inputs in {}", folder.display());
}

macro_rules! replayed {
    ($($name:ident)*) => {
        $(
            #[test]
            fn $name() {
                replay(stringify!($name));
            }
        )*

        #[test]
        fn every_target_is_replayed() {
            assert_eq!(targets::TARGETS.map(|(name, _)| name), [$(stringify!($name)),*]);
        }
    };
}

replayed! {
    book database game library lines notation position results rif saved session variations
    weights
}
