//! One line of input as a request, checked to the last field.

use std::sync::Arc;
use std::time::Duration;

use fukumi_core::solver::Threats;

use super::fields::{Fault, Fields};
use super::review::Review;
use super::start::Start;
use crate::commands::effort::{Budget, Limits, MAX_LINES};
use crate::commands::solve::ask::Question;

/// Maximum number of bytes of an id.
const MAX_ID: usize = 256;
/// Maximum time for a position: a week.
const MAX_MILLIS: u64 = 7 * 24 * 60 * 60 * 1000;

/// What a client asks for.
#[derive(Debug)]
pub(super) enum Request {
    /// To work on positions.
    Query(Arc<Query>),
    /// Something that is answered at once.
    Order { id: String, order: Order },
}

/// What is answered at once.
#[derive(Debug)]
pub(super) enum Order {
    /// To end the work on the query with this id.
    Terminate(String),
    TerminateAll,
    QueryVersion,
    ClearCache,
}

/// A question about one or more positions of a game.
#[derive(Debug)]
pub(super) struct Query {
    pub(super) id: String,
    /// Number of the line that asked, from 1.
    pub(super) line: u64,
    /// The highest is worked on first.
    pub(super) priority: i32,
    pub(super) start: Start,
    /// The positions, each given by the number of moves before it.
    pub(super) positions: Vec<usize>,
    pub(super) task: Task,
    /// What is known of the whole game, if a verdict on it is wanted.
    pub(super) review: Option<Review>,
}

/// What to do with each position.
#[derive(Clone, Copy, Debug)]
pub(super) enum Task {
    Analyze {
        limits: Limits,
        /// Number of best lines.
        lines: usize,
        /// Shortest time between two reports; `None` if no reports are wanted.
        report_every: Option<Duration>,
    },
    Solve {
        budget: Budget,
        question: Question,
    },
}

impl Task {
    /// The name of the action.
    pub(super) const fn name(&self) -> &'static str {
        match self {
            Self::Analyze { .. } => "analyze",
            Self::Solve { .. } => "solve",
        }
    }
}

/// A request that cannot be answered, and the id of its sender if that can be read.
#[derive(Debug)]
pub(super) struct Refusal {
    pub(super) id: Option<String>,
    pub(super) fault: Fault,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Action {
    Analyze,
    Solve,
    Terminate,
    TerminateAll,
    QueryVersion,
    ClearCache,
}

const ACTIONS: [(&str, Action); 6] = [
    ("analyze", Action::Analyze),
    ("solve", Action::Solve),
    ("terminate", Action::Terminate),
    ("terminate_all", Action::TerminateAll),
    ("query_version", Action::QueryVersion),
    ("clear_cache", Action::ClearCache),
];

/// Reads a request. `number` is that of the line, and `default` holds for queries without limits.
pub(super) fn parse(line: &[u8], number: u64, default: Limits) -> Result<Request, Refusal> {
    let mut fields = Fields::parse(line).map_err(|fault| Refusal { id: None, fault })?;
    let id = match fields.text("id", MAX_ID) {
        Ok(Some(id)) => id,
        Ok(None) => {
            let fault = Fault::new("id", "expected a string that names the request, found none");
            return Err(Refusal { id: None, fault });
        }
        Err(fault) => return Err(Refusal { id: None, fault }),
    };
    request(fields, &id, number, default).map_err(|fault| Refusal { id: Some(id), fault })
}

fn request(mut fields: Fields, id: &str, line: u64, default: Limits) -> Result<Request, Fault> {
    let action = fields.choice("action", &ACTIONS)?.unwrap_or(Action::Analyze);
    let name = ACTIONS.iter().find(|(_, other)| *other == action).map_or("", |(name, _)| name);
    let order = match action {
        Action::Analyze | Action::Solve => {
            let priority = fields.integer("priority", i32::MIN..=i32::MAX)?.unwrap_or(0);
            let start = Start::take(&mut fields)?;
            let task = if matches!(action, Action::Solve) {
                solve(&mut fields, default)?
            } else {
                analyze(&mut fields, default)?
            };
            let needs_moves = matches!(task, Task::Solve { .. });
            let is_whole = !needs_moves && fields.boolean("game")?.unwrap_or(false);
            let positions = start.take_positions(&mut fields, needs_moves, is_whole)?;
            fields.finish(name)?;
            let (id, review) = (id.to_owned(), is_whole.then(|| Review::new(positions.len())));
            let query = Query { id, line, priority, start, positions, task, review };
            return Ok(Request::Query(Arc::new(query)));
        }
        Action::Terminate => {
            let other = fields.text("terminate_id", MAX_ID)?;
            Order::Terminate(other.ok_or_else(|| {
                Fault::new("terminate_id", "expected the id of a query, found none")
            })?)
        }
        Action::TerminateAll => Order::TerminateAll,
        Action::QueryVersion => Order::QueryVersion,
        Action::ClearCache => Order::ClearCache,
    };
    fields.finish(name)?;
    Ok(Request::Order { id: id.to_owned(), order })
}

fn analyze(fields: &mut Fields, default: Limits) -> Result<Task, Fault> {
    let depth = fields.integer("depth", 1..=u32::MAX)?;
    let lines = fields.integer("lines", 1..=usize::from(MAX_LINES))?.unwrap_or(1);
    let report_ms = fields.integer("report_ms", 0..=MAX_MILLIS)?;
    Ok(Task::Analyze {
        limits: Limits { budget: effort(fields)?, depth }.or(default),
        lines,
        report_every: report_ms.map(Duration::from_millis),
    })
}

fn solve(fields: &mut Fields, default: Limits) -> Result<Task, Fault> {
    let budget = Limits { budget: effort(fields)?, depth: None }.or(default).budget;
    // A depth does not limit the solver.
    let budget = Limits { budget, depth: None }.or_default().budget;
    let threats = Threats::ALL.map(|threats| (threats.name(), threats));
    let stated = fields.choice("threats", &threats)?;
    let threats = stated.unwrap_or(Threats::FoursAndThrees);
    let win = Question::Win { threats, is_first_by_fours: stated.is_none(), is_shortest: false };
    let questions =
        [("win", win), ("all", Question::All(threats)), ("defend", Question::Defend(threats))];
    let mut question = fields.choice("question", &questions)?.unwrap_or(win);
    if let Question::Win { is_shortest, .. } = &mut question {
        *is_shortest = fields.boolean("shortest")?.unwrap_or(false);
    }
    Ok(Task::Solve { budget, question })
}

/// Takes the limits of nodes and time.
fn effort(fields: &mut Fields) -> Result<Budget, Fault> {
    let nodes = fields.integer("nodes", 1..=u64::MAX)?;
    let time = fields.integer("time_ms", 1..=MAX_MILLIS)?;
    Ok(Budget { nodes, time: time.map(Duration::from_millis) })
}

#[cfg(test)]
mod tests {
    use fukumi_core::analysis::AnalysisSettings;
    use rand::rngs::SmallRng;
    use rand::{Rng, SeedableRng};

    use super::*;

    const DEFAULT: Limits = Limits { budget: Budget { nodes: Some(100), time: None }, depth: None };

    /// Lines with all fields.
    const LINES: [&str; 3] = [
        r#"{"id":"a","rule":"renju","width":9,"height":7,"stones":{"black":["a1"],"white":["b1"]},
            "dead":["c1"],"first_to_move":"black","moves":["d4","pass","e5","e4"],"positions":[0,2],
            "priority":-3,"nodes":50,"time_ms":9,"depth":3,"lines":2,"report_ms":0}"#,
        r#"{"id":"b","action":"solve","moves":["d4"],"positions":"all","threats":"fours",
            "question":"win","shortest":true}"#,
        r#"{"id":"c","action":"terminate","terminate_id":"a"}"#,
    ];

    #[test]
    fn lines_with_all_fields_are_requests() {
        for line in LINES {
            assert!(parse(line.as_bytes(), 1, DEFAULT).is_ok(), "{line}");
        }
    }

    #[test]
    fn a_query_has_its_own_limits_or_the_default_and_never_none() {
        let task = |line: &str| match parse(line.as_bytes(), 1, DEFAULT) {
            Ok(Request::Query(query)) => query.task,
            other => panic!("{other:?}"),
        };
        let limits = |line: &str| match task(line) {
            Task::Analyze { limits: Limits { budget, depth }, .. } => {
                (budget.nodes, budget.time, depth)
            }
            Task::Solve { budget, .. } => (budget.nodes, budget.time, None),
        };
        assert_eq!(limits(r#"{"id":"a"}"#), (Some(100), None, None));
        assert_eq!(limits(r#"{"id":"a","depth":3}"#), (None, None, Some(3)));
        let time = Some(Duration::from_millis(7));
        assert_eq!(limits(r#"{"id":"a","action":"solve","time_ms":7}"#), (None, time, None));
        let depth = Limits { budget: Budget { nodes: None, time: None }, depth: Some(5) };
        let line = br#"{"id":"a","action":"solve"}"#;
        let Ok(Request::Query(query)) = parse(line, 1, depth) else { panic!("a query") };
        let Task::Solve { budget, .. } = query.task else { panic!("{query:?}") };
        assert_eq!(budget.nodes, Some(AnalysisSettings::DEFAULT_NODES));
    }

    #[test]
    fn changed_lines_are_requests_or_refused() {
        let mut random = SmallRng::seed_from_u64(1);
        let mut counts = [0; 2];
        for _ in 0..3_000 {
            let mut line = LINES[random.random_range(0..LINES.len())].as_bytes().to_vec();
            for _ in 0..random.random_range(1..4) {
                let (from, to) =
                    (random.random_range(0..line.len()), random.random_range(0..line.len()));
                match random.random_range(0..4) {
                    0 => line[to] = random.random(),
                    1 => line[to] = line[from],
                    2 => line.swap(from, to),
                    _ => line.truncate(line.len().max(2) - 1),
                }
            }
            match parse(&line, 1, DEFAULT) {
                Ok(_) => counts[0] += 1,
                Err(Refusal { fault, .. }) => {
                    assert!(fault.reason.len() < 400, "{fault:?}");
                    counts[1] += 1;
                }
            }
        }
        assert!(counts.iter().all(|&count| count > 30), "{counts:?}");
    }
}
