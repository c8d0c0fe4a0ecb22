//! Questions put ahead of their answers to one process, which answers them in order and repeats their numbers.

use std::collections::VecDeque;
use std::time::Duration;

use super::failure::Failure;
use super::process::Process;
use super::program::Program;

/// Answers that are kept until somebody asks for them.
const MOST_KEPT: usize = 1 << 10;

/// A question, and the number it was put with.
type Put = (String, Option<u64>);

/// A process with the questions that it was put, and answers that came and were not asked for yet.
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

    /// Whether nothing is open.
    pub(super) fn is_empty(&self) -> bool {
        self.put.is_empty() && self.kept.is_empty()
    }

    /// Puts a question behind the others.
    pub(super) fn put(&mut self, program: &Program, question: String) -> Result<(), Failure> {
        let (line, number) = program.numbered(&question);
        self.process.put(&line)?;
        self.put.push_back((question, number));
        Ok(())
    }

    /// The answer to a question with the number it was put with; it is put now if it was not before.
    pub(super) fn answer(
        &mut self,
        program: &Program,
        question: &str,
        time: Duration,
    ) -> Result<(String, Option<u64>), Failure> {
        if let Some(at) = self.kept.iter().position(|((line, _), _)| line == question)
            && let Some(((_, number), said)) = self.kept.remove(at)
        {
            return Ok((said, number));
        }
        if !self.put.iter().any(|(line, _)| line == question) {
            self.put(program, question.to_string())?;
        }
        while let Some(first) = self.put.pop_front() {
            let said = self.process.next(time)?;
            if first.0 == question {
                return Ok((said, first.1));
            }
            self.kept.push_back((first, said));
            if self.kept.len() > MOST_KEPT {
                self.kept.pop_front();
            }
        }
        Err(Failure::Unasked(question.to_string()))
    }
}
