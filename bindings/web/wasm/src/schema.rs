//! Descriptions of the answers and the requests, for `crates/types`.

use std::borrow::Cow;

use fukumi_core::eval::Network;
use fukumi_core::rule::Rule;
use fukumi_core::schema::{Point, described_as};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use crate::answer::{games, opening};
use crate::request::{At, PlacedStone};
use crate::{answer, error, request};

// Types that are only read are described as those that are written.
described_as!(At => Point, PlacedStone => answer::Stone);

/// The name of a network.
struct NetworkName;

impl JsonSchema for NetworkName {
    fn schema_name() -> Cow<'static, str> {
        "NetworkName".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let mut names: Vec<&str> = Rule::ALL.map(Network::name).into();
        names.dedup();
        json_schema!({
            "description": "A network, by the name of its file. Both kinds of caro share one.",
            "enum": names,
        })
    }
}

/// Describes the answers.
pub fn describe_answers(generator: &mut SchemaGenerator) {
    generator.subschema_for::<answer::Level>();
    generator.subschema_for::<answer::GameState>();
    generator.subschema_for::<answer::ThinkResult>();
    generator.subschema_for::<answer::SearchReport>();
    generator.subschema_for::<answer::Solution>();
    generator.subschema_for::<answer::WinningMoves>();
    generator.subschema_for::<answer::Defences>();
    generator.subschema_for::<answer::Value>();
    generator.subschema_for::<answer::Rows>();
    generator.subschema_for::<answer::Analysis>();
    generator.subschema_for::<answer::Puzzles>();
    generator.subschema_for::<answer::Progress>();
    generator.subschema_for::<answer::AnalysisProgress>();
    generator.subschema_for::<answer::Explored>();
    generator.subschema_for::<answer::BenchResult>();
    generator.subschema_for::<opening::OpeningAnswer>();
    generator.subschema_for::<opening::OpeningState>();
    generator.subschema_for::<opening::OpeningStep>();
    generator.subschema_for::<games::ReadGames<'_>>();
    generator.subschema_for::<games::ReadTrees<'_>>();
    generator.subschema_for::<games::AddedGames>();
    generator.subschema_for::<games::GamesReport>();
    generator.subschema_for::<games::ListedGames>();
    generator.subschema_for::<error::Code>();
    generator.subschema_for::<NetworkName>();
}

/// Describes the requests.
pub fn describe_requests(generator: &mut SchemaGenerator) {
    generator.subschema_for::<request::Prepare>();
    generator.subschema_for::<request::Setup>();
    generator.subschema_for::<request::PositionSetup>();
    generator.subschema_for::<request::Think>();
    generator.subschema_for::<request::Ponder>();
    generator.subschema_for::<request::Solve>();
    generator.subschema_for::<request::Analyze>();
    generator.subschema_for::<request::FindPuzzles>();
    generator.subschema_for::<request::Decide>();
    generator.subschema_for::<request::OpeningSteps>();
    generator.subschema_for::<request::DecideStep>();
    generator.subschema_for::<request::Read>();
    generator.subschema_for::<request::AddGames>();
    generator.subschema_for::<request::Write>();
    generator.subschema_for::<request::WriteFormat>();
}
