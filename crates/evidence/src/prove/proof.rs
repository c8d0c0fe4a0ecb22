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

/// What came of the queries of a case, or of all cases.
enum Decided {
    /// Nothing meets the specification.
    Vacuous,
    Proved,
    Violated(Box<CellReport>),
    /// Neither a proof nor a violation, with the reason if it is not the time.
    Open(Option<String>),
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
        let unasked = |verdict, reason| {
            let hypothesis = hypothesis.clone();
            Ok(Proof { verdict, hypothesis, reason, queries: vec![], report: None })
        };
        if let Subject::Every(scope) = &self.subject
            && let Some(reason) = scope.too_large()
        {
            return unasked(Verdict::Undecided, Some(reason));
        }
        let cases = match cases(self.mechanism, self.property, &self.subject)? {
            Ok(cases) => cases,
            Err(reason) => return unasked(Verdict::OutOfScope, Some(reason)),
        };
        if let Subject::One(document) = &self.subject {
            let patience = Patience::with(self.stop).until(Instant::now() + self.budget);
            if let Ok(report) = self.bench.judge(self.mechanism, self.property, document, &patience)
                && report.answer == workbench::Answer::OutOfScope
            {
                return unasked(Verdict::OutOfScope, report.reason);
            }
        }
        let solvers = solvers()?;
        // Without a folder, queries go to a new temporary folder that other users cannot enter; it is deleted
        // with this value.
        let failed = |file: String| move |source| ProveError::File { file, source };
        let (folder, _temporary) = match self.out {
            Some(folder) => {
                std::fs::create_dir_all(folder).map_err(failed(folder.display().to_string()))?;
                (folder.to_path_buf(), None)
            }
            None => {
                let mut folder = tempfile::Builder::new();
                folder.prefix("fairwitness-prove-");
                #[cfg(unix)]
                folder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
                let made = folder.tempdir().map_err(failed("a temporary folder".to_string()))?;
                (made.path().to_path_buf(), Some(made))
            }
        };
        let deadline = Instant::now() + self.budget;
        let mut desk = Desk { solvers: &solvers, folder, asked: Vec::new(), deadline, stop: self.stop };
        let (verdict, reason, report) = match self.decide(&cases, &mut desk)? {
            Decided::Vacuous => {
                let reason = "nothing meets the specification here, so a proof would say nothing";
                (Verdict::OutOfScope, Some(reason.to_string()), None)
            }
            Decided::Proved => (Verdict::Proved, None, None),
            Decided::Violated(report) => (Verdict::Violated, None, Some(*report)),
            Decided::Open(_) if self.stop.is_thrown() => {
                (Verdict::Undecided, Some("interrupted".to_string()), None)
            }
            Decided::Open(reason) => (Verdict::Undecided, reason, None),
        };
        Ok(Proof { verdict, hypothesis, reason, queries: desk.asked, report })
    }

    fn decide(&self, cases: &[Case], desk: &mut Desk<'_>) -> Result<Decided, ProveError> {
        let mut open: Option<String> = None;
        let mut met: Vec<&str> = Vec::new();
        for case in cases {
            let name = case.satisfiable.name.as_str();
            if !met.contains(&name) {
                let end = desk.deadline;
                match desk.ask(&case.satisfiable, end)? {
                    Answer::Sat(_) => met.push(name),
                    Answer::Unsat => return Ok(Decided::Vacuous),
                    Answer::Unknown => {
                        met.push(name);
                        open = Some(format!("`{name}` was not decided, and a proof needs it"));
                    }
                }
            }
        }
        for case in cases {
            match self.decide_case(case, desk)? {
                Decided::Open(why) => {
                    let (name, time) = (&case.complete.name, self.budget.as_secs());
                    let late = || format!("`{name}` was not decided within {time} s");
                    open = open.or_else(|| Some(why.unwrap_or_else(late)));
                    if desk.is_closed() {
                        break;
                    }
                }
                Decided::Proved => {}
                other => return Ok(other),
            }
        }
        Ok(open.map_or(Decided::Proved, |open| Decided::Open(Some(open))))
    }

    fn decide_case(&self, case: &Case, desk: &mut Desk<'_>) -> Result<Decided, ProveError> {
        let first = if case.steps.is_empty() { desk.left() } else { (desk.left() / FIRST).min(FIRST_TIME) };
        let decided = self.whole(case, desk, Instant::now() + first)?;
        // If the whole specification has a model, no consequences of it can lead to a proof.
        if !matches!(decided, Decided::Open(None)) || case.steps.is_empty() {
            return Ok(decided);
        }
        let mut stands = true;
        for step in &case.steps {
            let end = desk.deadline;
            if desk.ask(step, end)? != Answer::Unsat {
                stands = false;
                break;
            }
        }
        if stands {
            return Ok(Decided::Proved);
        }
        if desk.is_closed() {
            return Ok(Decided::Open(None));
        }
        let end = desk.deadline;
        self.whole(case, desk, end)
    }

    /// Asks about the whole specification and the negation; returns a proof, a violation, or the reason why
    /// there is neither.
    fn whole(&self, case: &Case, desk: &mut Desk<'_>, end: Instant) -> Result<Decided, ProveError> {
        let mut query = case.complete.clone();
        let mut why = None;
        for (at, narrower) in std::iter::once(vec![]).chain(case.frame.narrower()).enumerate() {
            query.assertions.truncate(case.complete.assertions.len());
            query.assertions.extend(narrower);
            if at > 0 {
                query.name = format!("{}-again-{at}", case.complete.name);
            }
            match desk.ask(&query, end)? {
                Answer::Unsat if at == 0 => return Ok(Decided::Proved),
                Answer::Sat(values) => {
                    for candidate in case.frame.candidates(&values) {
                        if let Some(report) = self.judged(&candidate)? {
                            return Ok(Decided::Violated(Box::new(report)));
                        }
                    }
                    why = Some(format!(
                        "`{}` has a model, and on the instances near it the engine finds no violation by the allocation of the mechanism",
                        case.complete.name
                    ));
                }
                Answer::Unknown if at == 0 => return Ok(Decided::Open(None)),
                Answer::Unsat | Answer::Unknown => {}
            }
            if desk.is_closed() {
                break;
            }
        }
        Ok(Decided::Open(why))
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
