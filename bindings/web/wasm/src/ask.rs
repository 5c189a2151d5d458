//! A request in JSON comes in, an answer in JSON goes out.

use fukumi_core::bench;
use fukumi_core::eval::Network;
use fukumi_core::rule::Rule;
use fukumi_reports::millis;
use serde::de::DeserializeOwned;
use serde_json::{Deserializer, Value, json};

use crate::answer::BenchResult;
use crate::error::{Answered, Error};
use crate::request::Request;
use crate::session::{Session, expect_network};
use crate::steps;
use crate::view::{self, Name};

/// Reads a request.
pub(crate) fn read<T: DeserializeOwned>(request: &[u8]) -> Result<T, Error> {
    serde_path_to_error::deserialize(&mut Deserializer::from_slice(request))
        .map_err(|error| Error::request(&error))
}

/// Writes an answer.
pub(crate) fn written(answer: Answered) -> Value {
    match answer {
        Ok(answer) => json!({ "ok": answer }),
        Err(error) => json!({ "error": error }),
    }
}

impl Session {
    /// Answers a request in JSON, in JSON: `{"ok": …}` or `{"error": …}`.
    ///
    /// The answer `{"needs": "renju"}` wants the file of that network for
    /// [`provide`](Self::provide), and then the same request again. It has changed nothing.
    pub fn ask(&mut self, request: &[u8]) -> String {
        let answer = read(request).and_then(|request| self.answer(request));
        let needed = answer.as_ref().err().and_then(|error| error.needs);
        match needed {
            Some(rule) => {
                self.needed = Some(rule);
                json!({ "needs": Network::name(rule) })
            }
            None => written(answer),
        }
        .to_string()
    }

    fn answer(&mut self, request: Request) -> Answered {
        match request {
            Request::Hello(hello) => self.hello(&hello),
            Request::Prepare(prepare) => {
                let rule = prepare.rule.map_or(self.position.rule(), Name::get);
                expect_network(rule).map(|()| Value::Null)
            }
            Request::NewGame(setup) => self.new_game(setup),
            Request::SetPosition(setup) => self.set_position(&setup),
            Request::State => Ok(self.state()),
            Request::Play(at) => self.play(at),
            Request::Pass => self.pass(),
            Request::Undo(count) => self.undo(count),
            Request::Think(think) => self.think(&think),
            Request::Ponder(ponder) => self.ponder(&ponder),
            Request::Decide(decide) => self.decide(&decide),
            Request::Opening(steps) => steps::describe(&steps),
            Request::DecideStep(decide) => self.decide_step(decide),
            Request::Solve(solve) => self.solve(&solve),
            Request::WinningMoves(solve) => self.winning_moves(&solve),
            Request::Defences(solve) => self.defences(&solve),
            Request::Evaluate => self.evaluate(),
            Request::Policy => self.policy(),
            Request::Rows => self.rows(),
            Request::AnalyzeGame(analyze) => self.analyze_game(&analyze),
            Request::FindPuzzles(puzzles) => self.find_puzzles(&puzzles),
            Request::Forget => {
                self.forget();
                Ok(Value::Null)
            }
            Request::Bench(bench) => {
                Rule::ALL.into_iter().try_for_each(expect_network)?;
                let (nodes, time) = bench::run(bench.depth, &mut |_, _, _| {});
                Ok(view::report(&BenchResult { nodes, time_ms: millis(time) }))
            }
        }
    }
}
