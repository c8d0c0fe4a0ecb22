//! Counts of a search: the instances, each counted once, the trials that were decided, and the reasons why others were not.

use std::collections::BTreeMap;

use crate::instances::Scope;

/// Reasons for the end of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ended {
    /// The search found a violation, or had no candidates left.
    #[default]
    Done,
    /// The budget of instances was used up.
    Instances,
    /// The budget of time was used up.
    Time,
    /// The search was stopped from outside.
    Interrupted,
}

impl Ended {
    /// The word for the end of a search in documents, such as `done`.
    pub fn word(self) -> &'static str {
        match self {
            Ended::Done => "done",
            Ended::Instances => "instances",
            Ended::Time => "time",
            Ended::Interrupted => "interrupted",
        }
    }
}

/// A reason, and the number of instances that it applies to.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(serde::Serialize)]
pub struct Counted {
    /// Reason in words.
    pub reason: String,
    /// Number of instances.
    pub count: u64,
}

/// Counts of the instances that a search examined. Each is refused, out of scope, screened, judged or undecided.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(serde::Serialize)]
pub struct Searched {
    /// Number of instances examined.
    pub instances: u64,
    /// Number of decided attempts at a violation: an instance, or an instance with a false report, a second instance or a
    /// state.
    pub trials: u64,
    /// Number of instances that the mechanism refused.
    pub refused: u64,
    /// Number of instances for which the property or measure is not defined.
    pub out_of_scope: u64,
    /// Number of instances that exact arithmetic in machine words cleared, without a full judgement.
    pub screened: u64,
    /// Number of instances with a trial that was decided by the full judgement.
    pub judged: u64,
    /// Number of instances without a decided trial.
    pub undecided: u64,
    /// `true` if every instance of the scope was examined.
    pub exhausted: bool,
    /// Seed of random choices.
    pub seed: u64,
    /// The reasons of refusals, the most frequent first.
    #[serde(serialize_with = "Reasons::listed")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Counted>"))]
    pub refusals: Reasons,
    /// The reasons why instances were out of scope or undecided.
    #[serde(skip)]
    pub others: Reasons,
    /// The instances in question.
    pub scope: Option<Scope>,
    /// Reason for the end of the search.
    pub ended: Ended,
}

/// The number of distinct reasons that are counted; those of further instances are left out.
const DISTINCT: usize = 64;

/// Reasons with the numbers of instances that they apply to.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Reasons(BTreeMap<String, u64>);

impl Reasons {
    /// Counts `count` instances for a reason.
    pub fn add(&mut self, reason: &str, count: u64) {
        if let Some(known) = self.0.get_mut(reason) {
            *known += count;
        } else if self.0.len() < DISTINCT {
            self.0.insert(reason.to_string(), count);
        }
    }

    /// The reasons, the most frequent first.
    pub fn list(&self) -> Vec<Counted> {
        let mut all: Vec<Counted> =
            self.0.iter().map(|(reason, count)| Counted { reason: reason.clone(), count: *count }).collect();
        all.sort_by_key(|counted| std::cmp::Reverse(counted.count));
        all
    }

    fn listed<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.list())
    }

    fn join(&mut self, other: &Reasons) {
        other.0.iter().for_each(|(reason, count)| self.add(reason, *count));
    }
}

impl Searched {
    /// The number of instances on which something was decided.
    pub fn decided(&self) -> u64 {
        self.screened + self.judged
    }

    /// The most frequent reason why nothing was decided on an instance, if there is one.
    pub fn most_frequent(&self) -> Option<String> {
        let all = self.refusals.list().into_iter().chain(self.others.list());
        all.reduce(|most, next| if next.count > most.count { next } else { most }).map(|most| most.reason)
    }

    /// The counts of one given instance with an answer by its word, and `trials` decided although the answer is open.
    pub fn of_answer(answer: &str, trials: u64) -> Searched {
        let mut one = Searched { exhausted: true, ..Searched::default() };
        match answer {
            "out-of-scope" => one.pass_by(answer),
            "undecided" if trials == 0 => one.leave_open(answer),
            _ => one.judge(trials.max(1)),
        }
        one
    }

    /// The counts of one given instance that the mechanism refuses.
    pub fn of_refusal(reason: &str) -> Searched {
        let mut one = Searched { exhausted: true, ..Searched::default() };
        one.refuse(reason);
        one
    }

    /// Counts an instance that was judged, with its trials.
    pub(super) fn judge(&mut self, trials: u64) {
        self.instances += 1;
        self.judged += 1;
        self.trials += trials;
    }

    /// Counts an instance that the mechanism refused.
    pub(super) fn refuse(&mut self, reason: &str) {
        self.instances += 1;
        self.refused += 1;
        self.refusals.add(reason, 1);
    }

    /// Counts an instance for which the property or measure is not defined.
    pub(super) fn pass_by(&mut self, reason: &str) {
        self.instances += 1;
        self.out_of_scope += 1;
        self.others.add(reason, 1);
    }

    /// Counts an instance on which nothing was decided.
    pub(super) fn leave_open(&mut self, reason: &str) {
        self.instances += 1;
        self.undecided += 1;
        self.others.add(reason, 1);
    }

    /// The sum of both counts.
    #[must_use]
    pub fn and(mut self, other: &Searched) -> Searched {
        self.add(other);
        self
    }

    pub(super) fn add(&mut self, other: &Searched) {
        self.instances += other.instances;
        self.trials += other.trials;
        self.refused += other.refused;
        self.out_of_scope += other.out_of_scope;
        self.screened += other.screened;
        self.judged += other.judged;
        self.undecided += other.undecided;
        self.refusals.join(&other.refusals);
        self.others.join(&other.others);
    }
}
