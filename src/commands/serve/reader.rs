//! The reader of the input: takes requests line by line, and answers what needs no search.

use std::io::{self, BufRead};
use std::sync::Arc;

use super::answer::{Content, Response, Status, error_line};
use super::fields::Fault;
use super::lines::{self, RequestLine, next_line};
use super::outbox::Sender;
use super::queue::{Queue, Terminated};
use super::request::{self, Order, Refusal, Request};
use super::verdict;
use crate::commands::effort::Limits;

/// Reads requests. When it is gone, the queue is closed.
pub(super) struct Reader {
    pub(super) queue: Arc<Queue>,
    pub(super) sender: Sender,
    /// Limits of queries that state none.
    pub(super) default: Limits,
    /// Whether the end of input ends all work.
    pub(super) is_hasty: bool,
}

impl Drop for Reader {
    fn drop(&mut self) {
        self.queue.close();
    }
}

impl Reader {
    /// Reads to the end of the input.
    pub(super) fn run(&self, source: &mut impl BufRead) {
        if let Err(error) = self.read(source) {
            log::error!("cannot read standard input: {error}");
        }
        if self.is_hasty {
            self.terminate(None);
        }
    }

    fn read(&self, source: &mut impl BufRead) -> io::Result<()> {
        let mut number = 0;
        while let Some(line) = next_line(source)? {
            number += 1;
            match line {
                RequestLine::Text(text) if text.iter().all(u8::is_ascii_whitespace) => {}
                RequestLine::Text(text) => self.take(&text, number),
                RequestLine::TooLong => {
                    let most = lines::MAX_BYTES;
                    let reason = format!("expected a line of at most {most} bytes, found more");
                    self.sender.answer(error_line(None, number, &Fault::general(reason)));
                }
            }
        }
        Ok(())
    }

    fn take(&self, text: &[u8], number: u64) {
        match request::parse(text, number, self.default) {
            Ok(Request::Query(query)) => {
                if let Err(fault) = self.queue.add(&query) {
                    self.sender.answer(error_line(Some(&query.id), number, &fault));
                }
            }
            Ok(Request::Order { id, order }) => self.follow(&id, &order),
            Err(Refusal { id, fault }) => {
                self.sender.answer(error_line(id.as_deref(), number, &fault));
            }
        }
    }

    fn follow(&self, id: &str, order: &Order) {
        let (action, content) = match order {
            Order::Terminate(other) => {
                let (terminate_id, terminated) =
                    (Some(other.as_str()), self.terminate(Some(other)));
                ("terminate", Content::Terminated { terminate_id, terminated })
            }
            Order::TerminateAll => {
                let terminated = self.terminate(None);
                ("terminate_all", Content::Terminated { terminate_id: None, terminated })
            }
            Order::QueryVersion => {
                let version = env!("CARGO_PKG_VERSION");
                ("query_version", Content::Version { name: "Fukumi", version })
            }
            Order::ClearCache => {
                self.queue.clear();
                ("clear_cache", Content::Nothing {})
            }
        };
        self.sender.answer(Response { id, status: Status::Done, action, content }.to_line());
    }

    /// Ends the work on a query, or on all of them. Returns the number of positions ended.
    fn terminate(&self, id: Option<&str>) -> usize {
        let Terminated { waiting, running } = self.queue.terminate(id);
        for job in &waiting {
            let (id, action) = (&job.query.id, job.query.task.name());
            let content = Content::Untouched(job.place());
            self.sender
                .answer(Response { id, status: Status::Terminated, action, content }.to_line());
            if let Some(line) = verdict::note(&job.query, job.played, None) {
                self.sender.answer(line);
            }
            self.queue.finish(job);
        }
        waiting.len() + running
    }
}
