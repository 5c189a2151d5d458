//! `fukumi-train validate --attacks` as a person runs it: the built program, a list, its output and
//! exit status.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The first position has an open three and the move; in the second neither side wins soon.
const LIST: &str = "\
# two positions
attack-1 size=15 rule=freestyle turn=b moves=h8,a1,i8,a3,j8,c1 result=win by=solver plies=5
control-2 size=15 rule=freestyle turn=b moves=h8,i9,h10,i10 result=quiet score=0
";

fn file(name: &str, text: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).expect("a file");
    path
}

fn attacks(list: &Path, options: &[&str]) -> Output {
    let network = concat!(env!("CARGO_MANIFEST_DIR"), "/../core/src/eval/weights/freestyle.net");
    Command::new(env!("CARGO_BIN_EXE_fukumi-train"))
        .args(["validate", "--network", network, "--attacks"])
        .arg(list)
        .args(options)
        .output()
        .expect("the program starts")
}

#[test]
fn a_list_is_measured_with_the_network_that_is_asked_for() {
    let list = file("attacks-two.txt", LIST);
    let output = attacks(&list, &["--nodes", "500", "--threads", "2", "--json"]);
    assert!(output.status.success(), "{output:?}");
    let all: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let report = &all["attacks"];
    let set = &report["sets"][0];
    assert!(report["evaluation"].as_str().is_some_and(|name| name.starts_with("network-")));
    assert_eq!((&report["nodes"], &set["set"]), (&500.into(), &"freestyle 15x15".into()));
    assert_eq!((&set["won"], &set["proven"], &set["quiet"]), (&1.into(), &1.into(), &1.into()));
    assert_eq!((&set["false_claims"], &all["phases"]), (&0.into(), &serde_json::json!([])));

    let table = String::from_utf8(attacks(&list, &["--nodes", "500"]).stdout).expect("a table");
    assert!(table.starts_with("long attacks, network-"), "{table}");
    assert!(table.contains("100.0 %"), "{table}");
}

#[test]
fn a_list_that_cannot_be_used_is_an_error_that_names_it() {
    let list = file("attacks-bad.txt", &LIST.replace("result=quiet", "result=none"));
    let errors = |output: Output| {
        assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0));
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let refusal = errors(attacks(&list, &[]));
    assert!(refusal.contains("attacks-bad.txt") && refusal.contains("line 3"), "{refusal}");
    assert!(errors(attacks(&list.with_extension("none"), &[])).contains("cannot read"));
}
