//! Questions to solvers, and the verdicts that follow from the answers.

mod askable;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

pub use askable::askable;
use askable::{cases, known};
use strum::IntoStaticStr;

use super::case::{Candidate, Case};
use super::pool::Weights;
use super::scope::ProofScope;
use super::solver::{Answer, Asked, Solver, ask};
use super::{cluster, query::Query};
use crate::document::{Document, InputError, Value};
use crate::linear::{Halt, Patience, Stop};
use crate::model::Hypothesis;
use crate::workbench::{self, Bench, CellReport};

/// The divisor of the remaining time that gives the time for the whole specification before a proof in steps.
const FIRST: u32 = 5;
/// The longest time for the whole specification before a proof in steps.
const FIRST_TIME: Duration = Duration::from_secs(1);

/// The instances of a theorem.
#[derive(Clone, Debug)]
pub enum Subject {
    /// Every real instance of a size.
    Every(ProofScope),
    /// One instance, and every real lie about it.
    One(Document),
}

/// The verdict on a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Verdict {
    /// No instance of the subject violates the property, and some instance meets the specification.
    Proved,
    /// The engine has judged an instance and found the property violated.
    Violated,
    /// Neither a proof nor a violation was found.
    Undecided,
    /// The subject has no instance, or the mechanism refuses it.
    OutOfScope,
}

impl Verdict {
    /// Returns the word of the verdict in outputs.
    pub fn word(self) -> &'static str {
        self.into()
    }
}

/// The result of a question.
#[derive(Clone, Debug)]
pub struct Proof {
    /// The verdict on the question.
    pub verdict: Verdict,
    /// The features that an instance of the subject may have and that the queries omit, one sentence for
    /// each.
    pub hypothesis: Vec<String>,
    /// The reason for the verdict, if it needs one.
    pub reason: Option<String>,
    /// All queries in the order in which they were asked.
    pub queries: Vec<Asked>,
    /// The judgement of the engine, if the property is violated.
    pub report: Option<CellReport>,
}

/// The reason why a question cannot be put.
#[derive(Debug, thiserror::Error)]
pub enum ProveError {
    /// The specification or the property has no form for solvers.
    #[error("{0}")]
    Cell(String),
    /// The instance cannot be read.
    #[error(transparent)]
    Input(#[from] InputError),
    /// A query cannot be written, or a solver cannot be started.
    #[error("{file}: {source}")]
    File {
        /// Path of the query or of the solver.
        file: String,
        /// The error of the operating system.
        source: std::io::Error,
    },
}

/// Sends queries to solvers and records the answers.
struct Desk<'a> {
    solvers: &'a [Solver],
    folder: PathBuf,
    asked: Vec<Asked>,
    deadline: Instant,
    stop: &'a Stop,
}

impl Desk<'_> {
    fn ask(&mut self, query: &Query, deadline: Instant) -> Result<Answer, ProveError> {
        let script = self.folder.join(format!("{:02}-{}.smt2", self.asked.len() + 1, query.name));
        let asked = ask(query, self.solvers, &script, deadline.min(self.deadline), self.stop)
            .map_err(|source| ProveError::File { file: script.display().to_string(), source })?;
        let answer = asked.answer.clone();
        self.asked.push(asked);
        Ok(answer)
    }

    fn left(&self) -> Duration {
        self.deadline.saturating_duration_since(Instant::now())
    }

    /// Returns `true` if no more queries are to be asked because the time is up or the work was stopped.
    fn is_closed(&self) -> bool {
        self.left().is_zero() || self.stop.is_thrown()
    }
}

/// A question about a cell, for solvers.
#[derive(Clone, Debug)]
pub struct Question<'a> {
    /// The bench of the mechanism.
    pub bench: &'static dyn Bench,
    /// Id of the mechanism.
    pub mechanism: &'a str,
    /// Id of the property.
    pub property: &'a str,
    /// The instances in question.
    pub subject: Subject,
    /// The time for all queries together.
    pub budget: Duration,
    /// The folder in which queries are kept; without it, queries are temporary files.
    pub out: Option<&'a Path>,
    /// The stop switch, which another thread may throw.
    pub stop: &'a Stop,
}

impl Question<'_> {
    /// Returns the features of instances that the mechanism accepts and the queries omit. There are none
    /// if the subject is one instance, because its numbers are in the queries.
    fn hypothesis(&self) -> Vec<String> {
        match (&self.subject, known(self.mechanism)) {
            (Subject::Every(scope), Some(known)) => cluster::hypothesis(known, self.property, scope),
            (Subject::Every(scope), None) if scope.positive => vec![cluster::POSITIVE.to_string()],
            _ => vec![],
        }
    }

    /// Puts the question to the solvers, for which it asks only if they are needed.
    ///
    /// # Errors
    /// The question cannot be put (see [`ProveError`]), or there are no solvers.
    pub fn put<E: From<ProveError>>(
        &self,
        solvers: impl FnOnce() -> Result<Vec<Solver>, E>,
    ) -> Result<Proof, E> {
        let hypothesis = self.hypothesis();
        if let Subject::Every(scope) = &self.subject
            && let Some(reason) = scope.too_large()
        {
            let (verdict, reason) = (Verdict::Undecided, Some(reason));
            return Ok(Proof { verdict, hypothesis, reason, queries: vec![], report: None });
        }
        let cases = match cases(self.mechanism, self.property, &self.subject)? {
            Ok(cases) => cases,
            Err(reason) => {
                let (verdict, reason) = (Verdict::OutOfScope, Some(reason));
                return Ok(Proof { verdict, hypothesis, reason, queries: vec![], report: None });
            }
        };
        if let Subject::One(document) = &self.subject {
            let patience = Patience::with(self.stop).until(Instant::now() + self.budget);
            if let Ok(report) = self.bench.judge(self.mechanism, self.property, document, &patience)
                && report.answer == workbench::Answer::OutOfScope
            {
                let (verdict, reason) = (Verdict::OutOfScope, report.reason);
                return Ok(Proof { verdict, hypothesis, reason, queries: vec![], report: None });
            }
        }
        let solvers = solvers()?;
        // Without a folder, queries go to a new temporary folder that other users cannot enter; it is deleted
        // with this value.
        let (folder, _temporary) = match self.out {
            Some(folder) => {
                let file = |source| ProveError::File { file: folder.display().to_string(), source };
                std::fs::create_dir_all(folder).map_err(file)?;
                (folder.to_path_buf(), None)
            }
            None => {
                let file = |source| ProveError::File { file: "a temporary folder".to_string(), source };
                let mut folder = tempfile::Builder::new();
                folder.prefix("fairwitness-prove-");
                #[cfg(unix)]
                folder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
                let made = folder.tempdir().map_err(file)?;
                (made.path().to_path_buf(), Some(made))
            }
        };
        let deadline = Instant::now() + self.budget;
        let mut desk = Desk { solvers: &solvers, folder, asked: Vec::new(), deadline, stop: self.stop };
        let (verdict, mut reason, report) = self.decide(&cases, &mut desk)?;
        if verdict == Verdict::Undecided && self.stop.is_thrown() {
            reason = Some("interrupted".to_string());
        }
        Ok(Proof { verdict, hypothesis, reason, queries: desk.asked, report })
    }

    fn decide(
        &self,
        cases: &[Case],
        desk: &mut Desk<'_>,
    ) -> Result<(Verdict, Option<String>, Option<CellReport>), ProveError> {
        let mut open: Option<String> = None;
        let mut met: Vec<&str> = Vec::new();
        for case in cases {
            let name = case.satisfiable.name.as_str();
            if !met.contains(&name) {
                let end = desk.deadline;
                match desk.ask(&case.satisfiable, end)? {
                    Answer::Sat(_) => met.push(name),
                    Answer::Unsat => {
                        let reason = "nothing meets the specification here, so a proof would say nothing";
                        return Ok((Verdict::OutOfScope, Some(reason.to_string()), None));
                    }
                    Answer::Unknown => {
                        met.push(name);
                        open = Some(format!("`{name}` was not decided, and a proof needs it"));
                    }
                }
            }
        }
        for case in cases {
            let (proved, report, why) = self.decide_case(case, desk)?;
            if let Some(report) = report {
                return Ok((Verdict::Violated, None, Some(report)));
            }
            if !proved && open.is_none() {
                open = Some(why.unwrap_or_else(|| {
                    format!("`{}` was not decided within {} s", case.complete.name, self.budget.as_secs())
                }));
            }
            if !proved && desk.is_closed() {
                break;
            }
        }
        let verdict = if open.is_none() { Verdict::Proved } else { Verdict::Undecided };
        Ok((verdict, open, None))
    }

    fn decide_case(
        &self,
        case: &Case,
        desk: &mut Desk<'_>,
    ) -> Result<(bool, Option<CellReport>, Option<String>), ProveError> {
        let first = if case.steps.is_empty() { desk.left() } else { (desk.left() / FIRST).min(FIRST_TIME) };
        let (proved, report, why) = self.whole(case, desk, Instant::now() + first)?;
        // If the whole specification has a model, no consequences of it can lead to a proof.
        if proved || report.is_some() || why.is_some() || case.steps.is_empty() {
            return Ok((proved, report, why));
        }
        let mut stands = true;
        for step in &case.steps {
            let end = desk.deadline;
            if desk.ask(step, end)? != Answer::Unsat {
                stands = false;
                break;
            }
        }
        if stands || desk.is_closed() {
            return Ok((stands, None, None));
        }
        let end = desk.deadline;
        self.whole(case, desk, end)
    }

    /// Asks about the whole specification and the negation; returns a proof, a violation, or the reason why
    /// there is neither.
    fn whole(
        &self,
        case: &Case,
        desk: &mut Desk<'_>,
        end: Instant,
    ) -> Result<(bool, Option<CellReport>, Option<String>), ProveError> {
        let mut query = case.complete.clone();
        let mut why = None;
        for (at, narrower) in std::iter::once(vec![]).chain(case.frame.narrower()).enumerate() {
            query.assertions.truncate(case.complete.assertions.len());
            query.assertions.extend(narrower);
            if at > 0 {
                query.name = format!("{}-again-{at}", case.complete.name);
            }
            match desk.ask(&query, end)? {
                Answer::Unsat if at == 0 => return Ok((true, None, None)),
                Answer::Sat(values) => {
                    for candidate in case.frame.candidates(&values) {
                        if let Some(report) = self.judged(&candidate)? {
                            return Ok((false, Some(report), None));
                        }
                    }
                    why = Some(format!(
                        "`{}` has a model, and on the instances near it the engine finds no violation by the allocation of the mechanism",
                        case.complete.name
                    ));
                }
                Answer::Unknown if at == 0 => return Ok((false, None, None)),
                Answer::Unsat | Answer::Unknown => {}
            }
            if desk.is_closed() {
                break;
            }
        }
        Ok((false, None, why))
    }

    /// Returns the report of the engine on a candidate if the answer is `violated`, shrunk if the subject is
    /// not a single instance.
    fn judged(&self, candidate: &Candidate) -> Result<Option<CellReport>, ProveError> {
        let document = Document { file: "model".to_string(), root: candidate.instance.clone() };
        let lied = candidate.lie.as_ref().map(|(by, report)| {
            Value::table([
                ("kind", Value::text("misreport")),
                ("by", Value::index(*by)),
                ("report", report.clone()),
                ("margin", Value::Integer(1)),
                ("stands", Value::text("chosen")),
            ])
        });
        let patience = Patience::unlimited();
        let mut report = None;
        if let Some(witness) = lied {
            let convicted = self.bench.convict(self.mechanism, self.property, &document, &witness, &patience);
            report = convicted.ok().flatten();
        }
        if report.is_none() {
            // A model that cannot be read as an instance does not count.
            let judged = self.bench.judge(self.mechanism, self.property, &document, &patience).ok();
            report = judged.filter(|report| report.answer == workbench::Answer::Violated);
        }
        let Some(mut report) = report else { return Ok(None) };
        if let Subject::Every(scope) = &self.subject {
            let by_resource = known(self.mechanism).is_some_and(|known| known.resource_weights);
            if scope.positive {
                report.hypothesis = Hypothesis::PositiveDemands;
            } else if by_resource && scope.weights != Weights::Resource {
                report.hypothesis = Hypothesis::UserWeights;
            }
            let record = self.bench.record(&report, "")?;
            let smaller = self.bench.shrink(&record, &patience, &patience).map_err(Halt::error)?;
            report = smaller.unwrap_or(report);
        }
        Ok(Some(report))
    }
}
