//! A program as a function of its question: before a violation rests on answers, fresh processes give them again, in other
//! orders.

use std::sync::atomic::Ordering;

use super::{Answer, Failure, Process, Program, Replied, Way, answer, excerpt};
use crate::document::{Document, Fields, InputError, Value};
use crate::linear::{Halt, Patience};

/// One question in this many is asked again, after an earlier one.
const TWICE: u64 = 64;
/// Number of processes that answer the questions of a violation.
const JURY: usize = 3;
/// Violations whose processes are all fresh: this many at first, then one in this many.
const FRESH: u64 = 64;

/// A hash of the bytes (FNV-1a) that depends on nothing else.
fn mixed(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |h: u64, b| (h ^ u64::from(*b)).wrapping_mul(0x100_0000_01b3))
        >> 7
}

/// An answer without its number. All refusals are one answer, because their words decide nothing.
fn plain(said: &str) -> String {
    let Ok(document) = Document::parse("answer.json", said) else { return said.to_string() };
    match document.root {
        Value::Table(fields) if fields.iter().any(|(name, _)| name == "refuse") => "refuse".to_string(),
        Value::Table(fields) => {
            let fields = fields.into_iter().filter(|(name, _)| name != "number").collect();
            Value::Table(fields).to_json().to_string()
        }
        other => other.to_json().to_string(),
    }
}

impl Program {
    /// Asks a question as [`Program::ask`] does, and one question in 64 twice, with an earlier question in between.
    ///
    /// # Errors
    /// The reason why there is no answer, two different answers, or that the wait was cut short.
    pub fn ask_steadily<T>(
        &self,
        question: &str,
        patience: &Patience,
        read: impl Fn(&mut Fields<'_>) -> Result<T, InputError>,
    ) -> Replied<Answer<T>> {
        let said = self.ask(question, patience, |said, number| answer(said, number, &read))?;
        if !self.pure && mixed(question.as_bytes()).is_multiple_of(TWICE) {
            let known = self.memory.all();
            let earlier = known.iter().rfind(|(known, _)| known != question);
            let same = known.iter().find(|(known, _)| known == question);
            for (question, said) in earlier.into_iter().chain(same) {
                self.compare(said, &self.line(question, patience)?)?;
            }
        }
        Ok(said)
    }

    /// Has the questions answered again by three processes: in their order and back, in the opposite order and back, and after
    /// recent other questions. The processes are fresh, but for those of very many violations, of which one in 64 gets fresh
    /// ones. An embedded function is asked in the three orders, and a module, whose answers cannot differ, not at all.
    ///
    /// # Errors
    /// Two different answers to one question, the reason why there is no answer, or that the wait was cut short.
    pub fn steady(&self, questions: &[String], patience: &Patience) -> Replied<()> {
        if self.pure {
            return Ok(());
        }
        let known = self.memory.all();
        let others: Vec<(String, String)> =
            known.into_iter().filter(|(known, _)| !questions.contains(known)).collect();
        let mut asked = Vec::new();
        for question in questions {
            asked.push((question.clone(), self.line(question, patience)?));
        }
        let back: Vec<_> = asked.iter().rev().cloned().collect();
        let orders: [Vec<(String, String)>; JURY] =
            [[&asked[..], &back].concat(), [&back[..], &asked].concat(), [others, asked.clone()].concat()];
        let before = self.accused.fetch_add(1, Ordering::Relaxed);
        let fresh = before < FRESH || before.is_multiple_of(FRESH);
        let mut jury = self.waiting(|| self.jury(if fresh { JURY } else { 0 }, patience))?.into_iter();
        for order in orders {
            let mut process = jury.next();
            for (question, said) in order {
                let again = match &mut process {
                    Some(process) => self.put_to(process, &question, patience)?,
                    None => self.line(&question, patience)?,
                };
                self.compare(&said, &again)?;
            }
        }
        Ok(())
    }

    /// Fresh processes, started together; none for a function.
    fn jury(&self, count: usize, patience: &Patience) -> Replied<Vec<Process>> {
        let Way::Command { allowance, .. } = &self.way else { return Ok(Vec::new()) };
        let started: Result<Vec<Process>, Failure> =
            (0..count).map(|_| Process::start(self.command(), allowance.memory)).collect();
        started?.into_iter().map(|process| self.greeted(process, allowance, patience)).collect()
    }

    /// The line of the answer of one process.
    fn put_to(&self, process: &mut Process, question: &str, patience: &Patience) -> Replied<String> {
        let Way::Command { allowance, .. } = &self.way else { return self.line(question, patience) };
        let (numbered, _) = self.numbered(question);
        self.waiting(|| process.ask(&numbered, allowance.time, patience)).map_err(|halt| match halt {
            Halt::Failed(failure) => Halt::Failed(self.count(failure)),
            Halt::Cut => Halt::Cut,
        })
    }

    /// The line of an answer.
    fn line(&self, question: &str, patience: &Patience) -> Replied<String> {
        self.ask(question, patience, |said, _| Ok(said.to_string()))
    }

    /// Checks that two lines are one answer.
    fn compare(&self, one: &str, other: &str) -> Result<(), Failure> {
        if plain(one) == plain(other) {
            return Ok(());
        }
        Err(self.count(Failure::Differs { one: excerpt(one), other: excerpt(other) }))
    }
}
