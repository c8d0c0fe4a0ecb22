//! The last questions to a program with their answers.

use std::collections::VecDeque;
use std::sync::Mutex;

/// Number of recent questions that are put to a process before those of a violation.
const REMEMBERED: usize = 16;

/// The last questions that were answered, oldest first, with the lines of the answers.
#[derive(Debug, Default)]
pub(super) struct Memory(Mutex<VecDeque<(String, String)>>);

impl Memory {
    /// Keeps an answer, unless the question is known.
    pub(super) fn keep(&self, question: &str, said: &str) {
        let Ok(mut kept) = self.0.lock() else { return };
        if !kept.iter().any(|(known, _)| known == question) {
            kept.truncate(REMEMBERED - 1);
            kept.push_front((question.to_string(), said.to_string()));
        }
    }

    /// The questions with their answers, the last one first.
    pub(super) fn all(&self) -> Vec<(String, String)> {
        self.0.lock().map(|kept| kept.iter().cloned().collect()).unwrap_or_default()
    }
}
