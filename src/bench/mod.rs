//! The bench: one seam at which types are erased. Ids and documents go in, reports and records come out.
//!
//! The command line, the tests and the book speak to models only through [`Bench`].

mod report;

use std::fmt::Debug;
use std::time::{Duration, Instant};

pub use report::{
    Answer, CensusReport, Entry, Exhibit, MechanismCensus, PropertyCensus, Report, RunReport,
    SeparationReport, WorstReport,
};

use rayon::prelude::*;

use crate::census::{Census, Count, census};
use crate::document::{Document, InputError, Node, Value};
use crate::domain;
use crate::evidence::{Run, Witness};
use crate::judge::{Cell, Conviction, Judgement};
use crate::measure::{self, Measure};
use crate::mechanism::{self, Mechanism, certified};
use crate::model::arrivals::{self, Arrivals};
use crate::model::cluster::Cluster;
use crate::model::covering::Covering;
use crate::model::{Bars, Hypothesis, Model, Table};
use crate::patience;
use crate::property::{self, Property};
use crate::record::{self, Record, read_witness, write_witness};
use crate::refusal::Refusal;
use crate::replay::{LOCAL, PROVEN, ReplayError, replay};
use crate::scalar::{Eps, Rational};
use crate::search::{
    Candidates, Domain, Found, Limits, Scope, Searched, Strategy, Target, Watch, exhaustive, hunt, random,
    strategies,
};
use crate::separate;
use crate::shrink;
use crate::worst::Question;

/// How long the worst instance of a timed search may be made smaller after its end.
const GRACE: Duration = Duration::from_secs(2);

/// What to search.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The strategy's id.
    pub strategy: &'static str,
    /// How large instances may get.
    pub scope: Scope,
    /// The seed of random choices.
    pub seed: u64,
    /// Records to try first, by those of the cell itself; empty to leave the archive out.
    pub archive: Vec<Record>,
}

/// The strategies: id and what it proposes.
pub fn strategy_list() -> Vec<(&'static str, &'static str)> {
    strategies::<Cluster>().iter().map(|s| (s.id(), s.about())).collect()
}

/// A model with its mechanisms and properties, types erased. Ids passed in must be of its tables.
pub trait Bench: Debug + Sync {
    /// The model's id.
    fn model(&self) -> &'static str;
    /// Its page.
    fn page(&self) -> &'static str;
    /// What it is about, in a few words.
    fn summary(&self) -> String {
        Entry { id: self.model(), page: self.page() }.name()
    }
    /// Its mechanisms, by id.
    fn mechanisms(&self) -> Vec<Entry>;
    /// Its properties, by id.
    fn properties(&self) -> Vec<Entry>;
    /// Its measures, by id.
    fn measures(&self) -> Vec<Entry>;
    /// Searches for the worst value of a measure.
    fn worst(
        &self,
        mechanism: &str,
        measure: &str,
        plan: &Plan,
        limits: &Limits<'_>,
    ) -> Result<WorstReport, InputError>;
    /// Judges every instance of the scope, up to renaming, by every one of the cells.
    fn census(
        &self,
        mechanisms: &[&str],
        properties: &[&str],
        scope: Scope,
        limits: &Limits<'_>,
    ) -> Result<CensusReport, InputError>;
    /// The value of a measure on one instance; `None` where it has none.
    fn measure(
        &self,
        mechanism: &str,
        measure: &str,
        instance: &Document,
    ) -> Result<Option<Rational>, InputError>;
    /// Whether an instance of a record meets the hypothesis.
    fn admits(&self, hypothesis: Hypothesis, instance: &Value) -> bool;
    /// Looks for instances that tell two mechanisms apart, or two properties, both ways.
    fn separate(
        &self,
        a: &str,
        b: &str,
        plan: &Plan,
        limits: &Limits<'_>,
    ) -> Result<Vec<SeparationReport>, InputError>;
    /// Judges one instance.
    fn judge(&self, mechanism: &str, property: &str, instance: &Document) -> Result<Report, InputError>;
    /// Searches for a violation and shrinks what it finds.
    fn search(
        &self,
        mechanism: &str,
        property: &str,
        plan: &Plan,
        limits: &Limits<'_>,
    ) -> Result<Report, InputError>;
    /// Makes the violation of a record smaller; `None` when its instance does not violate the cell.
    fn shrink(
        &self,
        record: &Record,
        keep_on: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<Report>, InputError>;
    /// Looks for a violation among the instances that the enumeration of the record's scope lists, so many at most: the
    /// first there is, if it cannot be shrunk either. `None` when there is none so early.
    fn first(
        &self,
        record: &Record,
        most: usize,
        keep_on: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<Report>, InputError>;
    /// Allocates one instance.
    fn run(&self, mechanism: &str, instance: &Document) -> Result<RunReport, InputError>;
    /// Lays a record out for a reader. What it says is taken from the file: [`Bench::replay`] checks it.
    fn exhibit(&self, record: &Record) -> Result<Exhibit, InputError>;
    /// Judges a record again. That its file has another name than in the archive is said last, when all else is right.
    fn replay(&self, document: &Document, text: &str) -> Result<(), ReplayError>;
    /// The record of a violation, shrunk, with all that goes with it.
    fn record(&self, report: &Report, note: &str) -> Result<Record, InputError>;
}

/// The models of the workbench.
pub fn models() -> &'static [&'static dyn Bench] {
    &[
        &Workbench::<Arrivals> {
            page: include_str!("../../models/arrivals.md"),
            mechanisms: mechanism::ARRIVALS,
            properties: property::ARRIVALS,
            measures: measure::ARRIVALS,
            domain: domain::ARRIVALS,
            infinitesimal: Some(infinitesimal_arrivals),
        },
        &Workbench::<Cluster> {
            page: include_str!("../../models/cluster.md"),
            mechanisms: mechanism::CLUSTER,
            properties: property::CLUSTER,
            measures: measure::CLUSTER,
            domain: domain::CLUSTER,
            infinitesimal: None,
        },
        &Workbench::<Covering> {
            page: include_str!("../../models/covering.md"),
            mechanisms: mechanism::COVERING,
            properties: property::COVERING,
            measures: measure::COVERING,
            domain: domain::COVERING,
            infinitesimal: None,
        },
    ]
}

/// The bench of that model.
pub fn model(id: &str) -> Option<&'static dyn Bench> {
    models().iter().copied().find(|bench| bench.model() == id)
}

/// The fields of a file that says which model it is of, which must be `M`; without `model`.
/// The bench of a mechanism.
pub fn bench_of(mechanism: &str) -> Option<&'static dyn Bench> {
    models().iter().copied().find(|bench| bench.mechanisms().iter().any(|entry| entry.id == mechanism))
}

fn instance_fields<M: Model>(document: &Document) -> Result<Value, InputError> {
    let root = document.node();
    let Some(model) = document.root.get("model") else {
        return Err(root.error(format!("field `model` is missing: write model = \"{}\"", M::ID)));
    };
    if *model != Value::text(M::ID) {
        let node = root.child("model", model);
        return Err(node.error(format!("is `{}`, and the mechanism allocates `{}`", node.text()?, M::ID)));
    }
    let fields = document.root.fields().iter().filter(|(name, _)| name != "model").cloned();
    Ok(Value::Table(fields.collect()))
}

/// The instance of a file.
fn instance_of<M: Model>(document: &Document) -> Result<M::Instance<Rational>, InputError> {
    M::read(&Node::new(&document.file, &instance_fields::<M>(document)?))
}

/// Whether some text in the document uses the infinitesimal.
fn speaks_of_eps(value: &Value) -> bool {
    match value {
        Value::Text(text) => text.contains("eps"),
        Value::List(items) => items.iter().any(speaks_of_eps),
        Value::Table(fields) => fields.iter().any(|(_, value)| speaks_of_eps(value)),
        _ => false,
    }
}

/// The shares as exact functions of eps, and their limits as eps goes to zero.
fn infinitesimal_arrivals(
    mechanism: &dyn Mechanism<Arrivals>,
    document: &Document,
) -> Result<RunReport, InputError> {
    let fields = instance_fields::<Arrivals>(document)?;
    let sequence = arrivals::read::<Eps>(&Node::new(&document.file, &fields))?;
    let report = |outcome, tables| RunReport {
        mechanism: mechanism.id(),
        model: Arrivals::ID,
        outcome,
        certified: None,
        reason: Some("run in Q(eps); certificates are for rational instances".to_string()),
        tables,
        bars: None,
    };
    let Some(history) = mechanism.infinitesimal(&sequence) else {
        let refusal = "does not run in Q(eps); ddrf, ddrf-linear, ddrf-water and drf-offline do";
        return Ok(report(Err(Refusal::OutOfDomain(refusal.to_string())), Vec::new()));
    };
    let limit = |x: &Eps| x.limit().map_or_else(|| "inf".to_string(), |x| x.to_string());
    let texts = |of: &dyn Fn(&Eps) -> String| -> Vec<Vec<String>> {
        history.shares.iter().map(|row| row.iter().map(of).collect()).collect()
    };
    let (exact, limits) = (texts(&|x| x.to_string()), texts(&limit));
    let rows = |rows: &[Vec<String>]| Value::List(rows.iter().map(|row| Value::texts(row)).collect());
    let table = |title: &str, rows: &[Vec<String>]| {
        let count = rows.len();
        let row = |(k, cells): (usize, &Vec<String>)| {
            let mut row = vec![format!("step {}", k + 1)];
            row.extend(cells.iter().cloned());
            row.resize(count + 1, String::new());
            row
        };
        Table {
            title: title.to_string(),
            head: std::iter::once("step".to_string())
                .chain((1..=count).map(|i| format!("agent {i}")))
                .collect(),
            rows: rows.iter().enumerate().map(row).collect(),
        }
    };
    let tables = vec![
        table("dominant shares after each step", &exact),
        table("their limits as eps goes to 0", &limits),
    ];
    let outcome = vec![("shares".to_string(), rows(&exact)), ("limits".to_string(), rows(&limits))];
    Ok(report(Ok(Value::Table(outcome)), tables))
}

fn with_model<M: Model>(instance: &M::Instance<Rational>) -> Value {
    let mut fields = vec![("model".to_string(), Value::text(M::ID))];
    fields.extend(M::write(instance).fields().iter().cloned());
    Value::Table(fields)
}

type RunInfinitesimal<M> = fn(&dyn Mechanism<M>, &Document) -> Result<RunReport, InputError>;

#[derive(Debug)]
struct Workbench<M: Model> {
    page: &'static str,
    mechanisms: &'static [&'static dyn Mechanism<M>],
    properties: &'static [&'static dyn Property<M>],
    measures: &'static [&'static dyn Measure<M>],
    domain: Domain<M>,
    /// Runs an instance that uses `eps`, for models whose files may.
    infinitesimal: Option<RunInfinitesimal<M>>,
}

fn unknown(what: &str, id: &str) -> InputError {
    InputError {
        file: "ids".to_string(),
        field: what.to_string(),
        reason: format!("`{id}` is none of this model"),
    }
}

/// What a witness holds against an outcome, as bars where it is an outcome itself.
fn instead<M: Model>(run: &Run<'_, M>, witness: &Witness<M>) -> Option<(String, Bars)> {
    let outcome_of = |instance: &M::Instance<Rational>, heading: String| {
        let outcome = run.mechanism.allocate(instance).ok()?;
        Some((heading, M::bars(instance, &outcome)))
    };
    match witness {
        Witness::Better(outcome) => Some((
            "Better for somebody, and no worse for anybody".to_string(),
            M::bars(run.instance, outcome),
        )),
        Witness::Complaint { by, instead } => {
            let heading = format!("What {} asks for", M::agent_name(run.instance, *by));
            Some((heading, M::bars(run.instance, instead)))
        }
        Witness::Misreport { by, report } => outcome_of(
            &M::misreported(run.instance, *by, report),
            format!("What the mechanism hands out when {} lies", M::agent_name(run.instance, *by)),
        ),
        Witness::Sibling { instance, .. } => {
            outcome_of(instance, "What the mechanism hands out on the other instance".to_string())
        }
        Witness::Departure { leaves, .. } => outcome_of(
            &M::without(run.instance, *leaves)?,
            format!("What the mechanism hands out without {}", M::agent_name(run.instance, *leaves)),
        ),
        Witness::Outcome | Witness::Agent(_) | Witness::Envy { .. } | Witness::Collusion(_) => None,
    }
}

impl<M: Model> Workbench<M> {
    fn mechanism(&self, id: &str) -> Result<&'static dyn Mechanism<M>, InputError> {
        self.mechanisms.iter().copied().find(|m| m.id() == id).ok_or_else(|| unknown("mechanism", id))
    }

    fn cell(&self, mechanism: &str, property: &str) -> Result<Cell<M>, InputError> {
        Ok(Cell { mechanism: self.mechanism(mechanism)?, property: self.property(property)? })
    }

    fn property(&self, id: &str) -> Result<&'static dyn Property<M>, InputError> {
        self.properties.iter().copied().find(|p| p.id() == id).ok_or_else(|| unknown("property", id))
    }

    fn blank(cell: Cell<M>, answer: Answer, searched: Searched) -> Report {
        Report {
            mechanism: cell.mechanism.id(),
            property: cell.property.id(),
            model: M::ID,
            answer,
            reason: None,
            instance: None,
            outcome: None,
            witness: None,
            as_printed: cell.mechanism.as_printed(),
            story: None,
            tables: Vec::new(),
            strategy: None,
            hypothesis: Hypothesis::None,
            size: None,
            minimality: LOCAL,
            searched,
        }
    }

    fn violation(
        cell: Cell<M>,
        instance: &M::Instance<Rational>,
        found: Conviction<M>,
        searched: Searched,
    ) -> Report {
        let run = Run { mechanism: cell.mechanism, instance, outcome: found.outcome };
        let every = cell.stands_for_every(&run, &found.witness);
        Report {
            instance: Some(with_model::<M>(instance)),
            outcome: Some(M::write_outcome(instance, &run.outcome)),
            witness: Some(write_witness::<M>(instance, &found.witness, &found.margin, every)),
            story: Some(cell.property.tell(&run, &found.witness)),
            tables: M::tables(instance, Some(&run.outcome)),
            size: Some(M::size_label(instance)),
            ..Self::blank(cell, Answer::Violated, searched)
        }
    }

    /// The instances on record: those of the cell first, then those of its mechanism, then the others.
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
        instances
    }

    /// Exhaustive and random instances in turn.
    fn interleaved(&self, plan: &Plan) -> Candidates<M> {
        let mut small = (self.domain.exhaustive)(plan.scope).fuse();
        let (random, scope, seed) = (self.domain.random, plan.scope, plan.seed);
        let mut large = (0..).map(move |k| random(&mut random::draw(seed, k), scope)).fuse();
        Box::new((0..).map_while(move |k| {
            if k % 2 == 0 {
                small.next().or_else(|| large.next())
            } else {
                large.next().or_else(|| small.next())
            }
        }))
    }

    /// Every other cell that the instance violates, as properties by mechanism.
    fn also(&self, own: Cell<M>, instance: &M::Instance<Rational>) -> Vec<(String, Vec<String>)> {
        let violated = |mechanism: &&'static dyn Mechanism<M>| {
            let ids: Vec<String> = self
                .properties
                .par_iter()
                .filter(|p| mechanism.id() != own.mechanism.id() || p.id() != own.property.id())
                .filter(|p| Cell { mechanism: *mechanism, property: **p }.violated(instance).is_some())
                .map(|p| p.id().to_string())
                .collect();
            (mechanism.id().to_string(), ids)
        };
        self.mechanisms.iter().map(violated).filter(|(_, ids)| !ids.is_empty()).collect()
    }
}

impl<M: Model> Bench for Workbench<M> {
    fn model(&self) -> &'static str {
        M::ID
    }

    fn page(&self) -> &'static str {
        self.page
    }

    fn mechanisms(&self) -> Vec<Entry> {
        self.mechanisms.iter().map(|m| Entry { id: m.id(), page: m.page() }).collect()
    }

    fn properties(&self) -> Vec<Entry> {
        self.properties.iter().map(|p| Entry { id: p.id(), page: p.page() }).collect()
    }

    fn measures(&self) -> Vec<Entry> {
        self.measures.iter().map(|m| Entry { id: m.id(), page: m.page() }).collect()
    }

    fn worst(
        &self,
        mechanism: &str,
        measure: &str,
        plan: &Plan,
        limits: &Limits<'_>,
    ) -> Result<WorstReport, InputError> {
        let found = self.measures.iter().copied().find(|m| m.id() == measure);
        let question = Question {
            mechanism: self.mechanism(mechanism)?,
            measure: found.ok_or_else(|| unknown("measure", measure))?,
        };
        let fresh = self.interleaved(plan);
        let (worst, searched) = question.worst(fresh, self.domain.mutate, plan.scope, plan.seed, limits);
        let smaller = || question.smallest(&worst, plan.scope);
        let deadline = limits.budget.time.map(|_| Instant::now() + GRACE);
        let extreme = patience::within(deadline, smaller).flatten();
        let outcome = extreme.as_ref().and_then(|e| question.mechanism.allocate(&e.instance).ok());
        Ok(WorstReport {
            mechanism: question.mechanism.id(),
            measure: question.measure.id(),
            model: M::ID,
            value: extreme.as_ref().map(|e| e.value.clone()),
            instance: extreme.as_ref().map(|e| with_model::<M>(&e.instance)),
            tables: extreme.as_ref().map_or_else(Vec::new, |e| M::tables(&e.instance, outcome.as_ref())),
            agent: M::AGENT,
            by_size: worst.into_iter().map(|(size, e)| (size, e.value)).collect(),
            searched,
        })
    }

    fn census(
        &self,
        mechanisms: &[&str],
        properties: &[&str],
        scope: Scope,
        limits: &Limits<'_>,
    ) -> Result<CensusReport, InputError> {
        let mechanisms = mechanisms.iter().map(|id| self.mechanism(id)).collect::<Result<Vec<_>, _>>()?;
        let properties = properties.iter().map(|id| self.property(id)).collect::<Result<Vec<_>, _>>()?;
        let (all, mut searched) = census(&mechanisms, &properties, (self.domain.exhaustive)(scope), limits);
        searched.exhausted &= exhaustive::listable(scope);
        searched.scope = Some(scope);
        let property = |count: Count<M>| PropertyCensus {
            property: count.property.id(),
            holds: count.holds,
            violated: count.violated,
            undecided: count.undecided,
            out_of_scope: count.out_of_scope,
            first: count.first.as_ref().map(with_model::<M>),
        };
        let of = |census: Census<M>| MechanismCensus {
            mechanism: census.mechanism.id(),
            refused: census.refused,
            without_outcome: census.without_outcome,
            properties: census.counts.into_iter().map(property).collect(),
        };
        Ok(CensusReport { model: M::ID, mechanisms: all.into_iter().map(of).collect(), searched })
    }

    fn measure(
        &self,
        mechanism: &str,
        measure: &str,
        document: &Document,
    ) -> Result<Option<Rational>, InputError> {
        let found = self.measures.iter().copied().find(|m| m.id() == measure);
        let measure = found.ok_or_else(|| unknown("measure", measure))?;
        let instance = instance_of::<M>(document)?;
        let run = Run::of(self.mechanism(mechanism)?, &instance).ok();
        Ok(run.and_then(|run| measure.value(&run).ok().flatten()))
    }

    fn admits(&self, hypothesis: Hypothesis, instance: &Value) -> bool {
        M::read(&Node::new("record", instance)).is_ok_and(|instance| hypothesis.admits::<M>(&instance))
    }

    fn separate(
        &self,
        a: &str,
        b: &str,
        plan: &Plan,
        limits: &Limits<'_>,
    ) -> Result<Vec<SeparationReport>, InputError> {
        let report = |question: String, (found, searched): (Option<separate::Separation<M>>, Searched)| {
            let tables = found.as_ref().map_or_else(Vec::new, |f| M::tables(&f.instance, None));
            let instance = found.as_ref().map(|f| with_model::<M>(&f.instance));
            SeparationReport { question, instance, how: found.map(|f| f.how), tables, searched }
        };
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
        let one_way = |x: &'static dyn Property<M>, y: &'static dyn Property<M>| {
            let found = separate::properties(x, y, self.mechanisms, candidates(), plan.scope, limits);
            report(format!("{} is violated and {} holds", x.id(), y.id()), found)
        };
        Ok(vec![one_way(first, second), one_way(second, first)])
    }

    fn judge(&self, mechanism: &str, property: &str, document: &Document) -> Result<Report, InputError> {
        let cell = self.cell(mechanism, property)?;
        let instance = instance_of::<M>(document)?;
        let searched = Searched { instances: 1, exhausted: true, ..Searched::default() };
        let report = |answer, reason: Option<String>, outcome: Option<M::Outcome<Rational>>| Report {
            instance: Some(with_model::<M>(&instance)),
            outcome: outcome.as_ref().map(|o| M::write_outcome(&instance, o)),
            tables: M::tables(&instance, outcome.as_ref()),
            size: Some(M::size_label(&instance)),
            reason,
            ..Self::blank(cell, answer, searched)
        };
        Ok(match cell.judge(&instance) {
            Judgement::Holds(outcome) => {
                let certificate = certified(cell.mechanism, &instance, &outcome);
                match certificate.err().filter(|_| !cell.mechanism.as_printed()) {
                    None => report(Answer::Holds, None, Some(outcome)),
                    Some(why) => {
                        let why = format!("the outcome is not certified: {why}");
                        report(Answer::Undecided, Some(why), Some(outcome))
                    }
                }
            }
            Judgement::Violated(found) => Self::violation(cell, &instance, found, searched),
            Judgement::OutOfScope(outcome, why) => report(Answer::OutOfScope, Some(why), Some(outcome)),
            Judgement::Undecided(outcome, why) => {
                let mut report = report(Answer::Undecided, Some(why), outcome);
                report.searched.undecided = 1;
                report
            }
            Judgement::Refused(refusal) => {
                let answer = match refusal {
                    Refusal::OutOfDomain(_) => Answer::OutOfScope,
                    _ => Answer::Undecided,
                };
                let mut report = report(answer, Some(format!("{mechanism} refuses: {refusal}")), None);
                report.searched.refused = 1;
                report
            }
        })
    }

    fn search(
        &self,
        mechanism: &str,
        property: &str,
        plan: &Plan,
        limits: &Limits<'_>,
    ) -> Result<Report, InputError> {
        let cell = self.cell(mechanism, property)?;
        let watch = Watch::start(limits);
        let strategy = strategies::<M>().into_iter().find(|s| s.id() == plan.strategy);
        let strategy: &dyn Strategy<M> = strategy.ok_or_else(|| unknown("strategy", plan.strategy))?;
        let archive = self.archive(plan, cell);
        let Plan { scope, seed, .. } = *plan;
        let target = Target { cell, domain: &self.domain, scope, seed, archive: &archive };
        // What is on record answers first, whatever the strategy.
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
        searched.exhausted &= plan.strategy == "exhaustive" && exhaustive::listable(plan.scope);
        let Some(found) = found else { return Ok(Self::blank(cell, Answer::Unrefuted, searched)) };
        let keep_on = || !watch.interrupted();
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
            let (first, found) = (instance.clone(), conviction.clone());
            let shrunk = || shrink::shrink(cell, first, found, plan.scope.hypothesis, &keep_on);
            watch.within(shrunk).unwrap_or((instance, conviction))
        };
        let report = Self::violation(cell, &instance, conviction, searched);
        Ok(Report { strategy: Some(strategy), hypothesis: plan.scope.hypothesis, ..report })
    }

    fn shrink(
        &self,
        record: &Record,
        keep_on: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<Report>, InputError> {
        let cell = self.cell(&record.mechanism, &record.property)?;
        let instance = M::read(&Node::new("record", &record.instance))?;
        let Some(conviction) = cell.violated(&instance) else { return Ok(None) };
        let hypothesis = Hypothesis::named(&record.found.hypothesis).unwrap_or(Hypothesis::None);
        let (instance, conviction) = shrink::shrink(cell, instance, conviction, hypothesis, keep_on);
        let searched = Searched { seed: record.found.seed, ..Searched::default() };
        Ok(Some(Report { hypothesis, ..Self::violation(cell, &instance, conviction, searched) }))
    }

    fn first(
        &self,
        record: &Record,
        most: usize,
        keep_on: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<Report>, InputError> {
        let cell = self.cell(&record.mechanism, &record.property)?;
        let instance = M::read(&Node::new("record", &record.instance))?;
        let hypothesis = Hypothesis::named(&record.found.hypothesis).unwrap_or(Hypothesis::None);
        let scope = Scope { hypothesis, ..(self.domain.extent)(&instance) };
        let candidates = (self.domain.exhaustive)(scope).take(most).take_while(|_| keep_on());
        let mut admitted = candidates.filter(|candidate| hypothesis.admits::<M>(candidate));
        let found = admitted.find_map(|candidate| cell.violated(&candidate).map(|found| (candidate, found)));
        let Some((first, conviction)) = found else { return Ok(None) };
        // The instance on record stays, if it is the first one up to renaming.
        let (first, conviction) = if (self.domain.alike)(&first, &instance) {
            match cell.violated(&instance) {
                Some(conviction) => (instance, conviction),
                None => (first, conviction),
            }
        } else {
            (first, conviction)
        };
        if !shrink::minimal(cell, &first, hypothesis) {
            return Ok(None);
        }
        let searched = Searched { seed: record.found.seed, ..Searched::default() };
        let report = Self::violation(cell, &first, conviction, searched);
        Ok(Some(Report { hypothesis, minimality: PROVEN, ..report }))
    }

    fn run(&self, mechanism: &str, document: &Document) -> Result<RunReport, InputError> {
        let mechanism = self.mechanism(mechanism)?;
        if let Some(run) = self.infinitesimal
            && speaks_of_eps(&document.root)
        {
            return run(mechanism, document);
        }
        let instance = instance_of::<M>(document)?;
        let blank = RunReport {
            mechanism: mechanism.id(),
            model: M::ID,
            outcome: Ok(Value::Table(Vec::new())),
            certified: None,
            reason: None,
            tables: M::tables(&instance, None),
            bars: None,
        };
        Ok(match mechanism.allocate(&instance) {
            Ok(outcome) => {
                let written = M::write_outcome(&instance, &outcome);
                let check = certified(mechanism, &instance, &outcome);
                let reason = check.as_ref().err().map(ToString::to_string);
                let mut tables = M::tables(&instance, Some(&outcome));
                tables.extend(mechanism.steps(&instance));
                let bars = Some(M::bars(&instance, &outcome));
                RunReport {
                    outcome: Ok(written),
                    certified: Some(check.is_ok()),
                    reason,
                    tables,
                    bars,
                    ..blank
                }
            }
            Err(refusal) => RunReport { outcome: Err(refusal), ..blank },
        })
    }

    fn replay(&self, document: &Document, text: &str) -> Result<(), ReplayError> {
        let record = Record::read(document)?;
        let cell = self.cell(&record.mechanism, &record.property)?;
        let reading = replay::<M>(document, text, &record, cell)?;
        let also = self.also(reading.cell, &reading.instance);
        if also != record.also {
            let row = |(id, ids): &(String, Vec<String>)| format!("{id} = [{}]", ids.join(", "));
            return Err(ReplayError::Also(also.iter().map(row).collect::<Vec<_>>().join("; ")));
        }
        if std::path::Path::new(&document.file).file_name().is_none_or(|file| file != reading.name.as_str()) {
            return Err(ReplayError::Name(reading.name));
        }
        Ok(())
    }

    fn exhibit(&self, record: &Record) -> Result<Exhibit, InputError> {
        let cell = self.cell(&record.mechanism, &record.property)?;
        let instance = M::read(&Node::new("instance", &record.instance))?;
        let outcome = M::read_outcome(&instance, &Node::new("outcome", &record.outcome))?;
        let (witness, ..) = read_witness::<M>(&instance, &Node::new("witness", &record.witness))?;
        let run = Run { mechanism: cell.mechanism, instance: &instance, outcome };
        let given = ("What the mechanism hands out".to_string(), M::bars(&instance, &run.outcome));
        Ok(Exhibit {
            tables: M::tables(&instance, Some(&run.outcome)),
            story: cell.property.tell(&run, &witness),
            pictures: std::iter::once(given).chain(instead(&run, &witness)).collect(),
            as_printed: cell.mechanism.as_printed(),
        })
    }

    fn record(&self, report: &Report, note: &str) -> Result<Record, InputError> {
        let cell = self.cell(report.mechanism, report.property)?;
        let nothing = || InputError {
            file: "report".to_string(),
            field: String::new(),
            reason: "only a violation can be put on record".to_string(),
        };
        let written = report.instance.as_ref().ok_or_else(nothing)?;
        let document = Document { file: "report".to_string(), root: written.clone() };
        let instance = instance_of::<M>(&document)?;
        Ok(Record {
            model: M::ID.to_string(),
            mechanism: report.mechanism.to_string(),
            property: report.property.to_string(),
            claims: Vec::new(),
            note: note.to_string(),
            instance: M::write(&instance),
            outcome: report.outcome.clone().ok_or_else(nothing)?,
            witness: report.witness.clone().ok_or_else(nothing)?,
            found: record::Found {
                strategy: report.strategy.unwrap_or("given").to_string(),
                seed: report.searched.seed,
                hypothesis: report.hypothesis.id().to_string(),
                minimality: report.minimality.to_string(),
            },
            also: self.also(cell, &instance),
        })
    }
}
