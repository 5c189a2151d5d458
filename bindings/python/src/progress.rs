//! What happens while Python waits for work that is done on its own thread: other Python threads run,
//! signals are looked for, and a function of the caller receives the progress.

use std::ops::ControlFlow;

use pyo3::call::PyCallArgs;
use pyo3::prelude::*;

/// Receives the progress of work, and keeps the exception that ends it.
pub(crate) struct Receiver {
    function: Option<Py<PyAny>>,
    raised: Option<PyErr>,
}

impl Receiver {
    pub(crate) const fn new(function: Option<Py<PyAny>>) -> Self {
        Self { function, raised: None }
    }

    /// Looks for signals, and passes the progress on if there is news. `Break` if an exception was
    /// raised, now or before.
    pub(crate) fn take<A>(&mut self, news: Option<A>) -> ControlFlow<()>
    where
        A: for<'py> PyCallArgs<'py>,
    {
        if self.raised.is_none() {
            self.raised = Python::attach(|py| {
                py.check_signals()?;
                if let (Some(function), Some(news)) = (&self.function, news) {
                    function.call1(py, news)?;
                }
                Ok(())
            })
            .err();
        }
        if self.raised.is_none() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    /// Raises the exception, if there was one.
    pub(crate) fn finish(self) -> PyResult<()> {
        self.raised.map_or(Ok(()), Err)
    }
}
