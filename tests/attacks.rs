//! `fukumi attacks` as a person runs it: the built program, a list, its output and exit status.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use common::finish::{Finished, finish};

mod common {
    pub(crate) mod finish;
}

/// An open three and the move, and four stones that nobody wins with soon.
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

fn attacks(list: &PathBuf, options: &[&str]) -> Finished {
    let child = Command::new(env!("CARGO_BIN_EXE_fukumi"))
        .arg("attacks")
        .arg(list)
        .args(options)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    finish(child)
}

#[test]
fn a_list_is_measured_with_the_evaluation_that_is_asked_for() {
    let list = file("attacks-two.txt", LIST);
    let options = ["--nodes", "500", "--threads", "2", "--evaluation", "classical", "--json"];
    let Finished { status, output, errors } = attacks(&list, &options);
    assert!(status.success(), "{errors}");
    let report: serde_json::Value = serde_json::from_str(&output).expect("JSON");
    let set = &report["sets"][0];
    assert_eq!(
        (&report["evaluation"], &report["nodes"], &set["set"]),
        (&"classical".into(), &500.into(), &"freestyle 15x15".into())
    );
    assert_eq!((&set["won"], &set["proven"], &set["quiet"]), (&1.into(), &1.into(), &1.into()));
    assert_eq!(set["false_claims"], 0);

    let table = attacks(&list, &["--nodes", "500"]).output;
    assert!(table.starts_with("long attacks, network, 500 nodes a position\n"), "{table}");
    assert!(table.contains("100.0 %"), "{table}");
}

#[test]
fn a_list_that_cannot_be_used_is_an_error_that_names_it() {
    let list = file("attacks-bad.txt", &LIST.replace("result=quiet", "result=none"));
    let Finished { status, output, errors } = attacks(&list, &[]);
    assert_eq!((status.code(), output.as_str()), (Some(1), ""));
    assert!(errors.contains("attacks-bad.txt") && errors.contains("line 3"), "{errors}");
    let missing = attacks(&list.with_extension("none"), &[]);
    assert!(missing.errors.contains("cannot read"), "{}", missing.errors);
}
