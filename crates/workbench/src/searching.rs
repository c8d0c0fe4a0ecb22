//! Questions about many instances: searches for violations, worst values, separating examples, and censuses.

use std::time::Duration;

use super::fitted::Fitted;
use super::verdict::{Concluded, concluded, rests};
use super::{CellReport, Read, Workbench, WorstOfSize, WorstReport, beside, unknown, with_model};
#[cfg(feature = "curate")]
use super::{CensusReport, MechanismCensus, PropertyCensus, SeparationReport};
use crate::archive::record::Record;
use crate::archive::{replay, shrink};
use crate::clock::Stopwatch;
use crate::document::{Node, Value};
#[cfg(feature = "curate")]
use crate::instances::Candidates;
use crate::instances::Scope;
use crate::linear::{Halt, Patience};
#[cfg(feature = "curate")]
use crate::mechanism::{Mechanism, Settles};
use crate::model::Presented;
use crate::model::cluster::Cluster;
#[cfg(feature = "curate")]
use crate::property::Examine;
use crate::property::judge::Cell;
use crate::scalar::Rational;
#[cfg(feature = "curate")]
use crate::search::census::{Census, Count, census};
#[cfg(feature = "curate")]
use crate::search::separate::{self, Field};
use crate::search::worst::{Fresh, Question};
use crate::search::{Brief, Budget, Found, Ground, Limits, Searched, Target, Watch, hunt, strategies};

/// The largest number of instances of a scope that is exhausted without a budget that asks for it.
const MOST_CLOSED: usize = 200_000;

/// The longest part of a budget's time that is kept for shrinking the worst instance; of short budgets it is a tenth.
const KEPT: Duration = Duration::from_secs(2);

/// The plan of a search.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Id of the strategy.
    pub strategy: &'static str,
    /// The instances in question.
    pub scope: Scope,
    /// The seed of random choices.
    pub seed: u64,
    /// The records to try first, those of the cell before all others, as far as the scope contains them; empty for a search
    /// that knows no records.
    pub archive: Vec<Record>,
}

/// The strategies: the id, and the proposals in one line.
pub fn strategy_list() -> Vec<(&'static str, &'static str)> {
    strategies::<Cluster>().iter().map(|s| (s.id, s.about)).collect()
}

/// The limits without the part `spent` of their time.
fn rest<'a>(limits: &Limits<'a>, spent: Duration) -> Limits<'a> {
    let time = limits.budget.time.map(|time| time.saturating_sub(spent));
    Limits { budget: Budget { time, ..limits.budget }, ..*limits }
}

/// Operations of a workbench on many instances.
pub trait Searching {
    /// Searches for a violation, and shrinks it.
    ///
    /// # Errors
    /// An unknown id.
    fn search(&self, mechanism: &str, property: &str, plan: &Plan, limits: &Limits<'_>) -> Read<CellReport>;
    /// The first part of an instance that the scope does not contain, in words; `None` for an instance inside.
    ///
    /// # Errors
    /// An instance that cannot be read.
    fn outside(&self, scope: Scope, instance: &Value) -> Read<Option<String>>;
    /// A number that grows with the size of the instance, by which two instances are compared.
    ///
    /// # Errors
    /// An instance that cannot be read.
    fn amount(&self, instance: &Value) -> Read<i64>;
    /// Searches for the worst value of a measure, from the records of the plan and the papers' examples.
    ///
    /// # Errors
    /// An unknown id.
    fn worst(&self, mechanism: &str, measure: &str, plan: &Plan, limits: &Limits<'_>) -> Read<WorstReport> {
        self.worst_from(mechanism, measure, plan, &[], limits)
    }
    /// Searches as [`worst`](Self::worst) does, starting also from the instances `known`.
    ///
    /// # Errors
    /// An unknown id, or an instance that cannot be read.
    fn worst_from(
        &self,
        mechanism: &str,
        measure: &str,
        plan: &Plan,
        known: &[Value],
        limits: &Limits<'_>,
    ) -> Read<WorstReport>;
    #[cfg(feature = "curate")]
    /// Judges every instance of the scope, up to renaming, by each pair of a mechanism and a property.
    ///
    /// # Errors
    /// An unknown id.
    fn census(
        &self,
        mechanisms: &[&str],
        properties: &[&str],
        scope: Scope,
        limits: &Limits<'_>,
    ) -> Read<CensusReport> {
        self.census_part(mechanisms, properties, scope, (0, 1), limits)
    }
    #[cfg(feature = "curate")]
    /// The census of the instances whose index in the enumeration is `k` modulo `n`, for `part = (k, n)`.
    ///
    /// # Errors
    /// An unknown id.
    fn census_part(
        &self,
        mechanisms: &[&str],
        properties: &[&str],
        scope: Scope,
        part: (usize, usize),
        limits: &Limits<'_>,
    ) -> Read<CensusReport>;
    #[cfg(feature = "curate")]
    /// Searches for instances that separate two mechanisms, or two properties, in both directions.
    ///
    /// # Errors
    /// An unknown id.
    fn separate(&self, a: &str, b: &str, plan: &Plan, limits: &Limits<'_>) -> Read<Vec<SeparationReport>>;
}

impl<M: Presented> Workbench<M> {
    /// The instances on record that the scope contains, those of the cell and its mechanism first, and the property's
    /// suspects.
    fn archive(&self, plan: &Plan, scope: Scope, cell: Cell<'_, M>) -> Vec<M::Instance<Rational>> {
        let ours = |r: &&Record| r.model == M::ID;
        let mut records: Vec<&Record> = plan.archive.iter().filter(ours).collect();
        let assumed = scope.hypothesis.id();
        records.sort_by_key(|r| {
            (
                r.mechanism != cell.mechanism.id(),
                r.property != cell.property.id(),
                r.found.hypothesis != assumed,
            )
        });
        let mut instances: Vec<M::Instance<Rational>> = Vec::new();
        let inside = |instance: &M::Instance<Rational>| self.instances.contains(scope, instance);
        for record in records {
            if let Ok(instance) = M::read(&Node::new("archive", &record.instance))
                && inside(&instance)
                && !instances.contains(&instance)
            {
                instances.push(instance);
            }
        }
        instances.extend(cell.property.suspects(scope, plan.seed).into_iter().filter(inside));
        instances
    }

    /// Returns `true` if the search can exhaust the enumeration of its scope, and list it in a tenth of its time; of a scope that
    /// is too large nothing is listed.
    fn closes(&self, Fitted { scope, ignored, .. }: Fitted, limits: &Limits<'_>) -> bool {
        let most = limits.budget.instances.map_or(MOST_CLOSED, |n| usize::try_from(n).unwrap_or(MOST_CLOSED));
        let most = if self.instances.lists(scope) { most } else { 0 };
        let tenth = limits.budget.time.and_then(|time| Stopwatch::start().at(time / 10));
        let patience = Patience::with(limits.stop).until(tenth);
        let listed = self.instances.listed(scope, ignored).take(most + 1);
        listed.take_while(|_| !patience.over()).count() <= most && !patience.over()
    }

    /// The starting instances in the scope for a worst value: known ones, records and the papers' examples.
    fn starts(
        &self,
        plan: &Plan,
        scope: Scope,
        mechanism: &str,
        known: &[Value],
    ) -> Vec<M::Instance<Rational>> {
        let ours = |r: &&Record| r.model == M::ID;
        let mut records: Vec<&Record> = plan.archive.iter().filter(ours).collect();
        records.sort_by_key(|r| r.mechanism != mechanism);
        let written = known.iter().chain(records.iter().map(|r| &r.instance));
        let read = written.filter_map(|value| M::read(&Node::new("archive", value)).ok());
        let mut starts: Vec<M::Instance<Rational>> = Vec::new();
        for instance in read.chain((self.instances.examples)()) {
            if self.instances.contains(scope, &instance) && !starts.contains(&instance) {
                starts.push(instance);
            }
        }
        starts
    }
}

impl<M: Presented> Searching for Workbench<M> {
    fn search(&self, mechanism: &str, property: &str, plan: &Plan, limits: &Limits<'_>) -> Read<CellReport> {
        let cell = self.cell(mechanism, property)?;
        let watch = Watch::start(limits);
        let (takes, reads) = (|word: &str| cell.property.takes(word), cell.property.facts().reads);
        let Fitted { scope, drawn, renamed, ignored } =
            self.fitted(plan.scope, &[cell.mechanism], takes, [reads], limits)?;
        let open = |searched| {
            let Concluded { answer, reason } = concluded(&searched, cell.differs());
            Ok(CellReport { reason, ..Self::blank(cell, answer, searched) })
        };
        if scope.too_large().is_some() {
            return open(Searched { seed: plan.seed, scope: Some(scope), ..Searched::default() });
        }
        let all = strategies::<M>();
        let named = |id: &str| all.iter().find(|s| s.id == id);
        let strategy = named(plan.strategy).ok_or_else(|| unknown("strategy", plan.strategy))?;
        let archive = &self.archive(plan, scope, cell);
        let (instances, seed) = (&self.instances, plan.seed);
        let target =
            Target { cell, brief: Brief { instances, scope, drawn, renamed, ignored, seed, archive } };
        // The instances on record are tried first, under any strategy.
        let known = named("archive").unwrap_or(strategy);
        let (found, mut searched) = match hunt(&target, known, limits, &watch) {
            (None, known) if plan.strategy != "archive" => {
                let limits = Limits { budget: limits.budget.after(known.instances), ..*limits };
                let (found, rest) = hunt(&target, strategy, &limits, &watch);
                (found, Searched { exhausted: rest.exhausted, ended: rest.ended, ..known.and(&rest) })
            }
            known => known,
        };
        searched.exhausted &= plan.strategy == "exhaustive" && instances.lists(scope);
        let Some(Found { strategy, instance, conviction }) = found else { return open(searched) };
        let known = plan.archive.iter().any(|r: &Record| {
            r.mechanism == mechanism
                && r.property == property
                && r.found.hypothesis == scope.hypothesis.id()
                && M::read(&Node::new("archive", &r.instance)).is_ok_and(|recorded| recorded == instance)
        });
        let (instance, conviction, minimality) = if known {
            (instance, conviction, replay::LOCAL) // Records are minimal; replay has seen to it.
        } else {
            let inside = |smaller: &M::Instance<Rational>| instances.contains(scope, smaller);
            shrink::shrink(cell, instance, conviction, &inside, &watch.patience())
        };
        if cell.differs().is_some() {
            return open(searched);
        }
        // A violation that was found is reported in full, however long the search took.
        let report = Self::violation(cell, &instance, conviction, searched, &Patience::unlimited());
        let report = report.map_err(|cut| Halt::from(cut).error())?;
        Ok(CellReport { strategy: Some(strategy), hypothesis: scope.hypothesis, minimality, ..report })
    }

    fn outside(&self, scope: Scope, instance: &Value) -> Read<Option<String>> {
        let instance = M::read(&Node::new("instance", instance).without(&beside::ALL))?;
        Ok(self.instances.outside((self.instances.spelled)(scope), &instance))
    }

    fn amount(&self, instance: &Value) -> Read<i64> {
        let instance = M::read(&Node::new("instance", instance).without(&beside::ALL))?;
        Ok((self.instances.extent)(&instance).amount())
    }

    fn worst_from(
        &self,
        mechanism: &str,
        measure: &str,
        plan: &Plan,
        known: &[Value],
        limits: &Limits<'_>,
    ) -> Read<WorstReport> {
        let question =
            Question { mechanism: self.mechanism(mechanism)?, measure: self.measures.find(measure)? };
        let began = Stopwatch::start();
        let (takes, reads) = (|word: &str| question.measure.takes(word), question.measure.reads());
        let fitted = self.fitted(plan.scope, &[question.mechanism], takes, [reads], limits)?;
        let Fitted { scope, drawn, ignored, .. } = fitted;
        let closes = self.closes(fitted, limits);
        let starts = if closes { Vec::new() } else { self.starts(plan, scope, mechanism, known) };
        let ground = Ground { instances: &self.instances, scope, drawn, seed: plan.seed, starts: &starts };
        let fresh = if closes {
            Fresh::All(self.instances.listed(scope, ignored))
        } else {
            Fresh::Endless(self.interleaved(fitted, plan.seed))
        };
        let time = limits.budget.time;
        let kept = time.map_or(KEPT, |time| KEPT.min(time / 10));
        let (worst, mut searched) = question.worst(&ground, fresh, &rest(limits, began.elapsed() + kept));
        searched.exhausted &= self.instances.lists(scope);
        let patience = |spare| Patience::with(limits.stop).until(time.and_then(|t| began.at(t + t / spare)));
        let extreme = question.smallest(&worst, &ground, &patience(u32::MAX));
        let steady = extreme.as_ref().map(|e| rests(&question, &e.instance, &patience(12)));
        let (outcome, reason) = match steady {
            Some(Ok(outcome)) => (Some(outcome), None),
            Some(Err(reason)) => (None, Some(reason)),
            None => (None, concluded(&searched, None).reason),
        };
        let extreme = extreme.filter(|_| outcome.is_some());
        let worst = extreme.iter().fold(worst.clone(), |worst, e| question.with_smallest(worst, e));
        Ok(WorstReport {
            mechanism: question.mechanism.id(),
            measure: question.measure.id(),
            model: M::ID,
            value: extreme.as_ref().map(|e| e.value.clone()),
            instance: extreme.as_ref().map(|e| with_model::<M>(&e.instance)),
            tables: extreme.as_ref().map_or_else(Vec::new, |e| M::tables(&e.instance, outcome.as_ref())),
            agent: M::AGENT,
            by_size: worst
                .into_iter()
                .filter(|_| extreme.is_some())
                .map(|(agents, e)| WorstOfSize { agents, value: e.value })
                .collect(),
            reason,
            searched,
        })
    }

    #[cfg(feature = "curate")]
    fn census_part(
        &self,
        mechanisms: &[&str],
        properties: &[&str],
        scope: Scope,
        part: (usize, usize),
        limits: &Limits<'_>,
    ) -> Read<CensusReport> {
        let mechanisms: Vec<&dyn Mechanism<M>> =
            mechanisms.iter().map(|id| self.mechanism(id)).collect::<Result<_, _>>()?;
        let properties = properties.iter().map(|id| self.property(id)).collect::<Result<Vec<_>, _>>()?;
        let began = Stopwatch::start();
        let reads = properties.iter().map(|property| property.facts().reads);
        let Fitted { scope, ignored, .. } = self.fitted(scope, &mechanisms, |_| true, reads, limits)?;
        let candidates = Box::new(self.instances.listed(scope, ignored).skip(part.0).step_by(part.1.max(1)));
        let (all, mut searched) =
            census(&mechanisms, &properties, candidates, &rest(limits, began.elapsed()));
        searched.exhausted &= self.instances.lists(scope);
        searched.scope = Some(scope);
        let reason = concluded(&searched, None).reason;
        let property = |count: Count<'_, M>| PropertyCensus {
            property: count.property.id(),
            holds: count.holds,
            violated: count.violated,
            undecided: count.undecided,
            out_of_scope: count.out_of_scope,
            first: count.first.as_ref().map(|(_, instance)| with_model::<M>(instance)),
            before: count.first.as_ref().map(|(before, _)| *before),
        };
        let of = |census: Census<'_, M>| MechanismCensus {
            mechanism: census.mechanism.id(),
            refused: census.refused,
            without_outcome: census.without_outcome,
            properties: census.counts.into_iter().map(property).collect(),
        };
        Ok(CensusReport { model: M::ID, mechanisms: all.into_iter().map(of).collect(), reason, searched })
    }

    #[cfg(feature = "curate")]
    fn separate(&self, a: &str, b: &str, plan: &Plan, limits: &Limits<'_>) -> Read<Vec<SeparationReport>> {
        let both: Vec<&dyn Mechanism<M>> =
            [a, b].iter().filter_map(|id| Some(self.mechanism(id).ok()? as _)).collect();
        let began = Stopwatch::start();
        let fitted = self.fitted(plan.scope, &both, |_| true, [Some(Settles::Utilities)], limits)?;
        let field = &Field { instances: &self.instances, scope: fitted.scope };
        // A comparison of properties asks every mechanism, and some of them are undecided where others are not.
        let closes = !both.is_empty() && self.closes(fitted, limits);
        let whole = closes && self.instances.lists(fitted.scope);
        let report = |question: String, (found, searched): (Option<separate::Separation<M>>, Searched)| {
            let searched = Searched { seed: plan.seed, exhausted: whole && searched.exhausted, ..searched };
            let reason = concluded(&searched, None).reason;
            let tables = found.as_ref().map_or_else(Vec::new, |f| M::tables(&f.instance, None));
            let instance = found.as_ref().map(|f| with_model::<M>(&f.instance));
            SeparationReport { question, instance, how: found.map(|f| f.how), reason, tables, searched }
        };
        let candidates = || -> Candidates<M> {
            if closes {
                return self.instances.listed(fitted.scope, fitted.ignored);
            }
            let known = plan.archive.iter().filter(|r| r.model == M::ID);
            let known: Vec<_> =
                known.filter_map(|r| M::read(&Node::new("archive", &r.instance)).ok()).collect();
            Box::new(known.into_iter().chain(self.interleaved(fitted, plan.seed)))
        };
        if let (Ok(first), Ok(second)) = (self.mechanism(a), self.mechanism(b)) {
            let found =
                separate::mechanisms(first, second, candidates(), field, &rest(limits, began.elapsed()));
            return Ok(vec![report(format!("{a} and {b} give different amounts"), found)]);
        }
        let (first, second) = (self.property(a)?, self.property(b)?);
        // The first way has half of the time, and the second one what is left.
        let all: Vec<_> = self.mechanisms.each().collect();
        let one_way = |x: &dyn Examine<M>, y: &dyn Examine<M>, part: u32| {
            let Budget { time, instances } = rest(limits, began.elapsed()).budget;
            let limits =
                &Limits { budget: Budget { time: time.map(|time| time / part), instances }, ..*limits };
            let found = separate::properties(x, y, &all, candidates(), field, limits);
            report(format!("{} is violated and {} holds", x.id(), y.id()), found)
        };
        Ok(vec![one_way(first, second, 2), one_way(second, first, 1)])
    }
}
