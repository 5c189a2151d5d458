//! The C header agrees with the code. It is generated from the code, and kept in the repository for
//! those who only have a C compiler.

use std::path::Path;
use std::{env, fs};

/// The header generated from the code of the C interface.
fn generated() -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = cbindgen::Config::from_file(root.join("include/cbindgen.toml"));
    let bindings = cbindgen::Builder::new()
        .with_config(config.expect("a configuration"))
        .with_src(root.join("src/types.rs"))
        .with_src(root.join("src/lib.rs"))
        .generate()
        .expect("code that can be read");
    let mut text = Vec::new();
    bindings.write(&mut text);
    String::from_utf8(text).expect("UTF-8")
}

#[test]
fn the_header_is_what_the_code_says() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("include/fukumi.h");
    let generated = generated();
    if env::var_os("UPDATE_HEADER").is_some() {
        fs::write(&path, &generated).expect("the header can be written");
    }
    let kept = fs::read_to_string(&path).expect("include/fukumi.h");
    let different = generated.lines().zip(kept.lines()).find(|(new, old)| new != old);
    assert!(
        kept == generated,
        "include/fukumi.h is not what the code says, first here: {different:?}\n\
         UPDATE_HEADER=1 cargo test -p fukumi-c --test header makes it anew"
    );
}
