//! The files that are written from the types of Rust are current. `UPDATE_TYPES=1` writes them.

use std::collections::BTreeSet;
use std::path::Path;
use std::{env, fs};

use fukumi_core::analysis::Mark;
use fukumi_core::embed::{self, EndReason};
use fukumi_core::geometry::Color;
use fukumi_core::opening::OpeningRule;
use fukumi_core::pattern::forbidden::Foul;
use fukumi_core::rule::Rule;
use fukumi_core::solver::{Threats, Verdict};
use fukumi_core::threat::rows::RowKind;
use fukumi_reports::{
    Coordinates, DefeatReport, DefenceReport, EndingReport, FirstMovesReport, ForbiddenReport,
    GameReport, JudgementReport, Label, Name, Named, PlayedReport, PolicyReport, PositionReport,
    Worth,
};
use fukumi_types::definition::Shape;
use fukumi_types::typescript::{self, Role};
use fukumi_types::{Definitions, markdown, python};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};

/// Generated files begin with this.
const HEADING: &str = "Written by crates/types from the types of Rust. \
                       UPDATE_TYPES=1 cargo test -p fukumi-types writes it anew.";

fn definitions(mut generator: SchemaGenerator) -> Definitions {
    Definitions::read(&generator.take_definitions(true)).expect("descriptions that are understood")
}

fn answers() -> SchemaGenerator {
    SchemaSettings::draft2020_12().for_serialize().into_generator()
}

fn requests() -> SchemaGenerator {
    SchemaSettings::draft2020_12().for_deserialize().into_generator()
}

/// Compares a file with what it should be.
#[track_caller]
fn expect_current(path: &str, text: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    if env::var_os("UPDATE_TYPES").is_some() {
        fs::write(&file, text).expect("the file can be written");
    }
    let kept = fs::read_to_string(&file).unwrap_or_default().replace("\r\n", "\n");
    let different = text.lines().zip(kept.lines()).find(|(new, old)| new != old);
    assert!(
        kept == text,
        "{path} is not what the types say, first here: {different:?}\n\
         UPDATE_TYPES=1 cargo test -p fukumi-types writes it anew"
    );
}

#[test]
fn the_types_of_the_npm_package_are_current() {
    let (mut given, mut asked) = (answers(), requests());
    fukumi_web::schema::describe_answers(&mut given);
    given.subschema_for::<JudgementReport>();
    given.subschema_for::<PolicyReport<Coordinates>>();
    fukumi_web::schema::describe_requests(&mut asked);
    let (given, asked) = (definitions(given), definitions(asked));
    let groups = [(Role::Answer, &given), (Role::Request, &asked)];
    expect_current("bindings/web/src/data.ts", &typescript::file(HEADING, &groups));
}

#[test]
fn the_results_of_the_python_package_are_current() {
    let mut generator = answers();
    generator.subschema_for::<embed::Report>();
    generator.subschema_for::<embed::SearchResult>();
    generator.subschema_for::<embed::Value>();
    generator.subschema_for::<embed::Defences>();
    generator.subschema_for::<embed::Analysis>();
    let dictionaries = definitions(generator.clone());
    let heading = format!("Results as the native part returns them.\n\n{HEADING}\n");
    let text = python::file(&heading, &dictionaries);
    expect_current("bindings/python/fukumi/_results.py", &text);
    generator.subschema_for::<Rule>();
    let heading = format!("Choices, and results as the package returns them.\n\n{HEADING}\n");
    let text = python::classes::file(&heading, &definitions(generator), &PYTHON_CLASSES);
    expect_current("bindings/python/fukumi/_data.py", &text);
}

/// The classes of the Python package. Those with properties have a subclass by hand.
const PYTHON_CLASSES: [&str; 14] = [
    "Score",
    "Rule",
    "Threats",
    "Verdict",
    "Value",
    "Line",
    "Solution",
    "Judgement",
    "EvaluatedLine",
    "Win",
    "Evaluation",
    "Review",
    "Summary",
    "Defeat",
];

/// Checks that a choice is described by the names that its values have.
#[track_caller]
fn expect_names<T: Named + JsonSchema>() {
    let mut generator = answers();
    generator.subschema_for::<Name<T>>();
    let own: BTreeSet<String> = T::ALL.iter().map(|choice| choice.name().to_owned()).collect();
    assert_eq!(described(&definitions(generator), &T::schema_name()), own);
}

/// The names of a choice.
fn described(definitions: &Definitions, name: &str) -> BTreeSet<String> {
    let Some(Shape::Choice(choices)) = definitions.get(name).map(|found| &found.shape) else {
        panic!("{name} is no choice");
    };
    choices.iter().map(|choice| choice.name.clone()).collect()
}

#[test]
fn choices_have_the_names_of_the_code() {
    expect_names::<Rule>();
    expect_names::<OpeningRule>();
    expect_names::<Color>();
    expect_names::<Threats>();
    expect_names::<Verdict<()>>();
    expect_names::<Mark>();
    expect_names::<RowKind>();
    let fouls = [Foul::Overline, Foul::DoubleFour, Foul::DoubleThree];
    let mut names: BTreeSet<String> = fouls.map(|foul| foul.name().to_owned()).into();
    let mut generator = answers();
    generator.subschema_for::<ForbiddenReport<Coordinates>>();
    generator.subschema_for::<EndingReport<Coordinates>>();
    let definitions = definitions(generator);
    assert_eq!(described(&definitions, "Foul"), names);
    names.extend([EndReason::Five, EndReason::Full].map(|reason| reason.name().to_owned()));
    assert_eq!(described(&definitions, "EndReason"), names);
}

/// A page of keys: its file, its heading, what it is about, and its types in order.
struct KeysPage {
    file: &'static str,
    heading: &'static str,
    about: &'static str,
    types: &'static [&'static str],
}

const PAGES: [KeysPage; 2] = [
    KeysPage {
        file: "docs/json-keys.md",
        heading: "The keys of analyses",
        about: "of `fukumi analyze --json`, and of `analyze` in the service,",
        types: &[
            "GamePosition",
            "AnalysedLine",
            "Win",
            "GameAnalysis",
            "GameMove",
            "Judgement",
            "Mark",
            "Ending",
            "EndReason",
            "Sides",
            "SideSummary",
            "Defeat",
            "Score",
            "Side",
            "Threats",
        ],
    },
    KeysPage {
        file: "docs/json-solver-keys.md",
        heading: "The keys of the solver and the explorer",
        about: "of `fukumi solve` and `fukumi explore` with `--json`, \
                and of `solve` in the service,",
        types: &[
            "Finding",
            "JudgedMove",
            "FirstMoves",
            "Defence",
            "Prospect",
            "Verdict",
            "Threats",
            "PlayedMove",
            "Worth",
            "Score",
        ],
    },
];

#[test]
fn the_pages_of_the_keys_are_current() {
    let mut generator = answers();
    generator.subschema_for::<PositionReport<Label>>();
    generator.subschema_for::<GameReport<Label>>();
    generator.subschema_for::<JudgementReport>();
    generator.subschema_for::<DefeatReport>();
    generator.subschema_for::<FirstMovesReport<Label>>();
    generator.subschema_for::<DefenceReport<Label>>();
    generator.subschema_for::<PlayedReport<Label>>();
    generator.subschema_for::<Worth>();
    let definitions = definitions(generator);
    for KeysPage { file, heading, about, types } in PAGES {
        let missing: Vec<_> = types.iter().filter(|name| definitions.get(name).is_none()).collect();
        assert!(missing.is_empty(), "no type has these names: {missing:?}");
        let sections = markdown::sections(&definitions, types);
        let text = format!(
            "# {heading}\n\n<!-- {HEADING} -->\n\nFor programmers. After this page you know what \
             each key {about} means; [JSON and the service](json.md) has the rest. A point is a \
             label such as `h8`.\n\n{sections}"
        );
        expect_current(file, &text);
    }
}
