//! Questions sent to one process before their answers, which come in order and repeat the numbers of the questions.

use std::collections::VecDeque;
use std::time::Duration;

use super::{Failure, Process, Replied};
use crate::linear::Patience;

/// The largest number of answers kept until they are asked for.
const MOST_KEPT: usize = 1 << 10;

/// A question, and its number if it has one.
type Put = (String, Option<u64>);

/// A process, the questions sent to it, and the answers that were not asked for yet.
#[derive(Debug)]
pub(super) struct Queue {
    pub(super) process: Process,
    put: VecDeque<Put>,
    kept: VecDeque<(Put, String)>,
}

impl Queue {
    pub(super) fn new(process: Process) -> Queue {
        Queue { process, put: VecDeque::new(), kept: VecDeque::new() }
    }

    /// Returns `true` if no question and no answer is pending.
    pub(super) fn is_empty(&self) -> bool {
        self.put.is_empty() && self.kept.is_empty()
    }

    /// Sends a question as `line`, which contains its number, after all earlier ones.
    pub(super) fn put(&mut self, question: &str, line: &str, number: Option<u64>) -> Result<(), Failure> {
        self.process.put(line)?;
        self.put.push_back((question.to_string(), number));
        Ok(())
    }

    /// Returns `true` if the question was sent and its answer not yet taken.
    pub(super) fn has(&self, question: &str) -> bool {
        let kept = self.kept.iter().map(|((line, _), _)| line);
        kept.chain(self.put.iter().map(|(line, _)| line)).any(|line| line == question)
    }

    /// The answer to a question that was sent, with its number.
    pub(super) fn answer(
        &mut self,
        question: &str,
        time: Duration,
        patience: &Patience,
    ) -> Replied<(String, Option<u64>)> {
        if let Some(at) = self.kept.iter().position(|((line, _), _)| line == question)
            && let Some(((_, number), said)) = self.kept.remove(at)
        {
            return Ok((said, number));
        }
        while let Some(first) = self.put.pop_front() {
            let said = self.process.next(time, patience)?;
            if first.0 == question {
                return Ok((said, first.1));
            }
            self.kept.push_back((first, said));
            if self.kept.len() > MOST_KEPT {
                self.kept.pop_front();
            }
        }
        Err(Failure::Unasked(question.to_string()).into())
    }
}
