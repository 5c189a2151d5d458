use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use fukumi_core::eval::Kind;
use fukumi_core::identity::Identity;

use super::*;

/// Freestyle: Black is to move and has an open three, so an open four wins.
const WON: &str =
    "attack-1 size=15 rule=freestyle turn=b moves=h8,a1,i8,a3,j8,c1 result=win by=solver plies=5";
/// Renju: two stones each and nothing else.
const QUIET: &str = "control-2 size=15 rule=renju turn=b moves=h8,i9,h10,i10 result=quiet score=0";

fn settings(nodes: u64) -> SearchSettings {
    SearchSettings { evaluation: Kind::default(), nodes, table_bytes: 1 << 20, threads: 1 }
}

fn case(truth: Truth) -> Case {
    Case { truth, ..read(WON).expect("a list").remove(0) }
}

#[test]
fn a_list_has_positions_and_what_is_known_of_them() {
    let text = format!("# a list\n\n{WON}\n{QUIET}\n");
    let cases = read(&text).expect("a list");
    let facts: Vec<_> = cases
        .iter()
        .map(|c| (c.truth, c.position.rule(), c.position.board().stones().len()))
        .collect();
    assert_eq!(facts, [(Truth::Won, Rule::Freestyle, 6), (Truth::Quiet, Rule::Renju, 4)]);
}

#[test]
fn a_list_that_leaves_something_out_is_refused() {
    for (text, message) in [
        ("a rule=renju moves=h8", "line 1: expected result=win, open or quiet"),
        ("# x\n\na rule=renju moves=h8 result=won", "line 3: expected result=win, open or quiet"),
        ("a moves=h8 result=win", "line 1: expected a rule"),
        (
            "a rule=renju moves=h8 result=win\nb rule=renju moves=h8,h8 result=win",
            "line 2, column 23",
        ),
        ("a1b1c1", "expected records, a line each"),
    ] {
        let error = read(text).expect_err(text).to_string();
        assert!(error.starts_with(message), "{text}: {error}");
    }
    let over = "a rule=freestyle moves=h8,a1,i8,a2,j8,a3,k8,a4,l8 result=win";
    assert!(matches!(read(over), Err(ListError::Notation(_))));
}

#[test]
fn a_won_position_is_seen_and_a_quiet_one_is_not_won() {
    let cases = read(&format!("{WON}\n{QUIET}\n")).expect("a list");
    let mut done = Vec::new();
    let report = measure(&cases, &settings(2_000), &mut |count| done.push(count)).expect("threads");
    assert_eq!(done, [1, 2]);
    let counts: Vec<_> = report
        .sets
        .iter()
        .map(|s| (s.set.as_str(), s.won, s.proven, s.quiet, s.false_claims))
        .collect();
    assert_eq!(
        counts,
        [("freestyle 15x15", 1, 1, 0, 0), ("renju 15x15", 0, 0, 1, 0), ("all", 1, 1, 1, 0)]
    );
}

#[test]
fn every_number_of_threads_comes_to_the_same() {
    // Distinct positions of a game that takes some thought. The order in which they are searched
    // makes no difference.
    let moves = "h8,i9,g9,i7,i8,g8,h9,j7,h7,h6,f9,e10,j10,k11";
    let labels: Vec<&str> = moves.split(',').collect();
    let lines: Vec<String> = (4..=labels.len())
        .map(|count| {
            format!("p{count} rule=freestyle moves={} result=open", labels[..count].join(","))
        })
        .collect();
    let cases = read(&lines.join("\n")).expect("a list");
    let search = |threads| {
        find_all(&cases, &SearchSettings { threads, ..settings(3_000) }, &mut |_| {})
            .expect("threads")
    };
    let alone = search(1);
    assert_eq!(alone.len(), cases.len());
    assert!(alone.iter().any(|finding| finding.nodes >= 3_000), "{alone:?}");
    assert_eq!(search(3), alone);
    // Nor does it matter what was searched before.
    let mut reversed = cases.clone();
    reversed.reverse();
    let mut backwards = find_all(&reversed, &settings(3_000), &mut |_| {}).expect("threads");
    backwards.reverse();
    assert_eq!(backwards, alone);
}

#[test]
fn a_claim_is_proven_or_presumed_or_none() {
    for (score, claim) in [
        (Score::win_in(31), Claim::Proven),
        (-Score::presumed_loss(6), Claim::Presumed),
        (Score::from_points(i32::MAX), Claim::None),
        (Score::loss_in(4), Claim::None),
    ] {
        assert_eq!(Claim::of(score), claim, "{score:?}");
    }
}

#[test]
fn a_report_counts_each_kind_of_position_for_itself() {
    use Claim::{None, Presumed, Proven};
    use Truth::{Open, Quiet, Won};
    let outcomes = [
        (Won, Proven, 10),
        (Won, Proven, 1_000),
        (Won, Presumed, 100_000),
        (Open, Proven, 5),
        (Open, Presumed, 7),
        (Open, None, 9),
        (Quiet, Proven, 1),
        (Quiet, Presumed, 1),
        (Quiet, None, 1),
    ];
    let cases: Vec<Case> = outcomes.iter().map(|&(truth, _, _)| case(truth)).collect();
    let findings: Vec<Finding> =
        outcomes.iter().map(|&(_, claim, nodes)| Finding { claim, nodes }).collect();
    let report = AttackReport::new(&cases, &findings, &settings(100_000));
    let expected = Summary {
        set: "freestyle 15x15".into(),
        won: 3,
        proven: 2,
        seen: 3,
        median_nodes: Some(1_000),
        mean_nodes: Some(1_000),
        open: 3,
        open_seen: 2,
        quiet: 3,
        false_claims: 1,
    };
    assert_eq!(report.sets, [expected]);
    let text = report.to_string();
    let line =
        text.lines().last().expect("a line").split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(line, "freestyle 15x15 3 2 66.7 % 3 100.0 % 1000 1000 3, 2 3, 1");
    assert!(text.starts_with("long attacks, network, 100000 nodes a position\n"), "{text}");
}

#[test]
fn without_positions_there_is_an_empty_report() {
    let report = measure(&[], &settings(10), &mut |_| {}).expect("threads");
    assert_eq!(report.sets.len(), 1);
    assert_eq!((report.sets[0].won, report.sets[0].median_nodes), (0, None));
    assert!(report.to_string().contains(" - "));
}

#[test]
fn the_lists_of_the_project_have_no_position_twice() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/validation");
    let mut lists = 0;
    for entry in fs::read_dir(&folder).expect("the folder of the lists") {
        let path = entry.expect("an entry").path();
        let name = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default().to_owned();
        if !name.starts_with("attacks-") {
            continue;
        }
        let text = fs::read_to_string(&path).expect("a list");
        let cases = read(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let sets: BTreeSet<_> = cases
            .iter()
            .map(|case| {
                let position = &case.position;
                format!("attacks-{}-{}", position.rule(), position.size().width())
            })
            .collect();
        assert_eq!(sets, [name.clone()].into(), "one rule and size, those of the name");
        let distinct: BTreeSet<_> =
            cases.iter().map(|case| Identity::of(&case.position).key()).collect();
        assert_eq!(distinct.len(), cases.len(), "{name}");
        assert!(cases.iter().any(|case| case.truth == Truth::Won), "{name}");
        lists += 1;
    }
    assert!(lists >= 5, "{lists} lists");
}
