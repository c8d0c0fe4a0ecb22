//! Questions about many instances: searches for violations, worst values, separating examples, and censuses.

use std::time::Duration;

use super::fitted::fitted;
use super::{Answer, CellReport, Workbench, WorstOfSize, WorstReport, unknown, with_model};
#[cfg(feature = "curate")]
use super::{CensusReport, MechanismCensus, PropertyCensus, SeparationReport};
use crate::archive::record::Record;
use crate::archive::shrink;
use crate::clock::Stopwatch;
use crate::document::{InputError, Node, Value};
use crate::instances::{Candidates, Scope, cluster, draw_number};
use crate::linear::{Halt, Patience};
use crate::model::Presented;
use crate::model::cluster::Cluster;
#[cfg(feature = "curate")]
use crate::property::Examine;
use crate::property::judge::Cell;
use crate::scalar::Rational;
#[cfg(feature = "curate")]
use crate::search::census::{Census, Count, census};
#[cfg(feature = "curate")]
use crate::search::separate;
use crate::search::worst::{Fresh, Question};
use crate::search::{Found, Ground, Limits, Searched, Strategy, Target, Watch, hunt, strategies};

/// The largest number of instances of a scope that is exhausted without a budget that asks for it.
const MOST_CLOSED: usize = 200_000;

/// The time for shrinking the worst instance after the end of a timed search.
const GRACE: Duration = Duration::from_secs(2);

/// The plan of a search.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Id of the strategy.
    pub strategy: &'static str,
    /// The largest size of instances.
    pub scope: Scope,
    /// The seed of random choices.
    pub seed: u64,
    /// The records to try first, those of the cell before all others; empty to omit the archive.
    pub archive: Vec<Record>,
}

/// The strategies: the id, and the proposals in one line.
pub fn strategy_list() -> Vec<(&'static str, &'static str)> {
    strategies::<Cluster>().iter().map(|s| (s.id(), s.about())).collect()
}

/// Operations of a workbench on many instances.
pub trait Searching {
    /// Searches for a violation, and shrinks it.
    ///
    /// # Errors
    /// An unknown id.
    fn search(
        &self,
        mechanism: &str,
        property: &str,
        plan: &Plan,
        limits: &Limits<'_>,
    ) -> Result<CellReport, InputError>;
    /// Searches for the worst value of a measure, from the records of the plan and the papers' examples.
    ///
    /// # Errors
    /// An unknown id.
    fn worst(
        &self,
        mechanism: &str,
        measure: &str,
        plan: &Plan,
        limits: &Limits<'_>,
    ) -> Result<WorstReport, InputError> {
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
    ) -> Result<WorstReport, InputError>;
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
    ) -> Result<CensusReport, InputError> {
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
    ) -> Result<CensusReport, InputError>;
    #[cfg(feature = "curate")]
    /// Searches for instances that separate two mechanisms, or two properties, in both directions.
    ///
    /// # Errors
    /// An unknown id.
    fn separate(
        &self,
        a: &str,
        b: &str,
        plan: &Plan,
        limits: &Limits<'_>,
    ) -> Result<Vec<SeparationReport>, InputError>;
}

/// Returns `true` if the scope is not the default one.
fn asked(scope: Scope) -> bool {
    Scope { hypothesis: Scope::default().hypothesis, ..scope } != Scope::default()
}

impl<M: Presented> Workbench<M> {
    /// The instances on record, those of the cell and its mechanism first, and the property's suspects.
    fn archive(&self, plan: &Plan, cell: Cell<M>) -> Vec<M::Instance<Rational>> {
        let ours = |r: &&Record| r.model == M::ID;
        let mut records: Vec<&Record> = plan.archive.iter().filter(ours).collect();
        let assumed = plan.scope.hypothesis.id();
        records.sort_by_key(|r| {
            (
                r.mechanism != cell.mechanism.id(),
                r.property != cell.property.id(),
                r.found.hypothesis != assumed,
            )
        });
        let mut instances: Vec<M::Instance<Rational>> = Vec::new();
        for record in records {
            if let Ok(instance) = M::read(&Node::new("archive", &record.instance))
                && plan.scope.hypothesis.admits::<M>(&instance)
                && !instances.contains(&instance)
            {
                instances.push(instance);
            }
        }
        let suspects = cell.property.suspects(plan.scope, plan.seed);
        instances.extend(suspects.into_iter().filter(|one| plan.scope.hypothesis.admits::<M>(one)));
        instances
    }

    /// Returns `true` if the search can exhaust the enumeration of its scope.
    fn closes(&self, scope: Scope, limits: &Limits<'_>) -> bool {
        let most = limits.budget.instances.map_or(MOST_CLOSED, |n| usize::try_from(n).unwrap_or(MOST_CLOSED));
        let whole = scope.extras.parts.map_or(self.instances.whole, |parts| parts == 1);
        whole && cluster::listable(scope) && (self.instances.enumerate)(scope).take(most + 1).count() <= most
    }

    /// The starting instances for a worst value: known ones, records and the papers' examples. A scope that
    /// was asked for excludes instances outside it, and needs none if the search exhausts it.
    fn starts(
        &self,
        plan: &Plan,
        mechanism: &str,
        known: &[Value],
        closes: bool,
    ) -> Vec<M::Instance<Rational>> {
        let hypothesis = plan.scope.hypothesis;
        // Without records and known instances, the default scope excludes instances outside it too.
        let asked = asked(plan.scope) || (plan.archive.is_empty() && known.is_empty());
        if asked && closes {
            return Vec::new();
        }
        let scope = (self.instances.spelled)(plan.scope, closes);
        let ours = |r: &&Record| r.model == M::ID;
        let mut records: Vec<&Record> = plan.archive.iter().filter(ours).collect();
        records.sort_by_key(|r| r.mechanism != mechanism);
        let written = known.iter().chain(records.iter().map(|r| &r.instance));
        let read = written.filter_map(|value| M::read(&Node::new("archive", value)).ok());
        let mut starts: Vec<M::Instance<Rational>> = Vec::new();
        for instance in read.chain((self.instances.examples)()) {
            let fits = !asked || scope.holds((self.instances.extent)(&instance));
            if fits && hypothesis.admits::<M>(&instance) && !starts.contains(&instance) {
                starts.push(instance);
            }
        }
        starts
    }

    /// Exhaustive and random instances, alternating.
    fn interleaved(&self, plan: &Plan) -> Candidates<M> {
        let mut small = (self.instances.enumerate)(plan.scope).fuse();
        let (random, scope, seed) = (self.instances.draw, plan.scope, plan.seed);
        let mut large = (0..).map(move |k| random(&mut draw_number(seed, k), scope)).fuse();
        Box::new((0..).map_while(move |k| {
            if k % 2 == 0 {
                small.next().or_else(|| large.next())
            } else {
                large.next().or_else(|| small.next())
            }
        }))
    }
}

impl<M: Presented> Searching for Workbench<M> {
    fn search(
        &self,
        mechanism: &str,
        property: &str,
        plan: &Plan,
        limits: &Limits<'_>,
    ) -> Result<CellReport, InputError> {
        let cell = self.cell(mechanism, property)?;
        let plan = &fitted(plan, &[cell.mechanism], |word| cell.property.takes(word));
        let watch = Watch::start(limits);
        let strategy = strategies::<M>().into_iter().find(|s| s.id() == plan.strategy);
        let strategy: &dyn Strategy<M> = strategy.ok_or_else(|| unknown("strategy", plan.strategy))?;
        let archive = self.archive(plan, cell);
        let Plan { scope, seed, .. } = *plan;
        let target = Target { cell, instances: &self.instances, scope, seed, archive: &archive };
        // The instances on record are tried first, under any strategy.
        let known: &dyn Strategy<M> =
            strategies::<M>().into_iter().find(|s| s.id() == "archive").unwrap_or(strategy);
        let (found, mut searched) = match hunt(&target, known, limits, &watch) {
            (None, known) if plan.strategy != "archive" => {
                let limits = Limits { budget: limits.budget.after(known.instances), ..*limits };
                let (found, rest) = hunt(&target, strategy, &limits, &watch);
                (found, Searched { exhausted: rest.exhausted, ended: rest.ended, ..known.and(&rest) })
            }
            known => known,
        };
        searched.exhausted &= plan.strategy == "exhaustive" && cluster::listable(plan.scope);
        let Some(found) = found else { return Ok(Self::blank(cell, Answer::Unrefuted, searched)) };
        let known = plan.archive.iter().any(|r: &Record| {
            r.mechanism == mechanism
                && r.property == property
                && r.found.hypothesis == plan.scope.hypothesis.id()
                && M::read(&Node::new("archive", &r.instance))
                    .is_ok_and(|instance| instance == found.instance)
        });
        let Found { strategy, instance, conviction } = found;
        let (instance, conviction) = if known {
            (instance, conviction) // Records are minimal; replay has seen to it.
        } else {
            shrink::shrink(cell, instance, conviction, plan.scope.hypothesis, &watch.patience())
        };
        // A violation that was found is reported in full, however long the search took.
        let report = Self::violation(cell, &instance, conviction, searched, &Patience::unlimited());
        let report = report.map_err(|cut| Halt::from(cut).error())?;
        Ok(CellReport { strategy: Some(strategy), hypothesis: plan.scope.hypothesis, ..report })
    }

    fn worst_from(
        &self,
        mechanism: &str,
        measure: &str,
        plan: &Plan,
        known: &[Value],
        limits: &Limits<'_>,
    ) -> Result<WorstReport, InputError> {
        let found = self.measures.iter().copied().find(|m| m.id() == measure);
        let question = Question {
            mechanism: self.mechanism(mechanism)?,
            measure: found.ok_or_else(|| unknown("measure", measure))?,
        };
        let plan = &fitted(plan, &[question.mechanism], |word| question.measure.takes(word));
        let closes = self.closes(plan.scope, limits);
        let starts = self.starts(plan, mechanism, known, closes);
        let scope = (self.instances.spelled)(plan.scope, closes);
        let ground = Ground { instances: &self.instances, scope, seed: plan.seed, starts: &starts };
        let fresh = if closes {
            Fresh::All((self.instances.enumerate)(plan.scope))
        } else {
            Fresh::Endless(self.interleaved(plan))
        };
        let (worst, mut searched) = question.worst(&ground, fresh, limits);
        // If no scope was asked for, the reported scope contains the known instances outside the default one.
        let reached = worst.values().map(|extreme| (self.instances.extent)(&extreme.instance));
        let told =
            reached.filter(|extent| !scope.holds(*extent)).fold(scope, |told, extent| told.joined(extent));
        searched.scope = Some(told);
        let deadline = limits.budget.time.and_then(|_| Stopwatch::start().at(GRACE));
        let patience = Patience::with(limits.stop).until(deadline);
        let extreme = question.smallest(&worst, &ground, told, &patience);
        let worst = extreme.iter().fold(worst.clone(), |worst, e| question.with_smallest(worst, e));
        let outcome = extreme
            .as_ref()
            .and_then(|e| question.mechanism.allocate(&e.instance, &Patience::unlimited()).ok());
        Ok(WorstReport {
            mechanism: question.mechanism.id(),
            measure: question.measure.id(),
            model: M::ID,
            value: extreme.as_ref().map(|e| e.value.clone()),
            instance: extreme.as_ref().map(|e| with_model::<M>(&e.instance)),
            tables: extreme.as_ref().map_or_else(Vec::new, |e| M::tables(&e.instance, outcome.as_ref())),
            agent: M::AGENT,
            by_size: worst.into_iter().map(|(agents, e)| WorstOfSize { agents, value: e.value }).collect(),
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
    ) -> Result<CensusReport, InputError> {
        let mechanisms = mechanisms.iter().map(|id| self.mechanism(id)).collect::<Result<Vec<_>, _>>()?;
        let properties = properties.iter().map(|id| self.property(id)).collect::<Result<Vec<_>, _>>()?;
        let candidates = (self.instances.enumerate)(scope).skip(part.0).step_by(part.1.max(1));
        let (all, mut searched) = census(&mechanisms, &properties, Box::new(candidates), limits);
        searched.exhausted &= cluster::listable(scope);
        searched.scope = Some(scope);
        let property = |count: Count<M>| PropertyCensus {
            property: count.property.id(),
            holds: count.holds,
            violated: count.violated,
            undecided: count.undecided,
            out_of_scope: count.out_of_scope,
            first: count.first.as_ref().map(|(_, instance)| with_model::<M>(instance)),
            before: count.first.as_ref().map(|(before, _)| *before),
        };
        let of = |census: Census<M>| MechanismCensus {
            mechanism: census.mechanism.id(),
            refused: census.refused,
            without_outcome: census.without_outcome,
            properties: census.counts.into_iter().map(property).collect(),
        };
        Ok(CensusReport { model: M::ID, mechanisms: all.into_iter().map(of).collect(), searched })
    }

    #[cfg(feature = "curate")]
    fn separate(
        &self,
        a: &str,
        b: &str,
        plan: &Plan,
        limits: &Limits<'_>,
    ) -> Result<Vec<SeparationReport>, InputError> {
        let report = |question: String, (found, searched): (Option<separate::Separation<M>>, Searched)| {
            let searched = Searched { seed: plan.seed, ..searched };
            let tables = found.as_ref().map_or_else(Vec::new, |f| M::tables(&f.instance, None));
            let instance = found.as_ref().map(|f| with_model::<M>(&f.instance));
            SeparationReport { question, instance, how: found.map(|f| f.how), tables, searched }
        };
        let both: Vec<_> = [a, b].iter().filter_map(|id| self.mechanism(id).ok()).collect();
        let plan = &fitted(plan, &both, |_| true);
        let candidates = || -> Candidates<M> {
            let known = plan.archive.iter().filter(|r| r.model == M::ID);
            let known: Vec<_> =
                known.filter_map(|r| M::read(&Node::new("archive", &r.instance)).ok()).collect();
            Box::new(known.into_iter().chain(self.interleaved(plan)))
        };
        if let (Ok(first), Ok(second)) = (self.mechanism(a), self.mechanism(b)) {
            let found = separate::mechanisms(first, second, candidates(), plan.scope, limits);
            return Ok(vec![report(format!("{a} and {b} give different amounts"), found)]);
        }
        let (first, second) = (self.property(a)?, self.property(b)?);
        let one_way = |x: &'static dyn Examine<M>, y: &'static dyn Examine<M>| {
            let found = separate::properties(x, y, &self.mechanisms, candidates(), plan.scope, limits);
            report(format!("{} is violated and {} holds", x.id(), y.id()), found)
        };
        Ok(vec![one_way(first, second), one_way(second, first)])
    }
}
