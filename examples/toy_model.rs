//! A model of one's own: one divisible good, agents that want some of it, and the rule that splits the good
//! evenly.
//!
//! `cargo run --example toy_model`

#![allow(clippy::print_stdout)]

use fairwitness::document::{InputError, Node, Value};
use fairwitness::instances::{Candidates, Instances, Scope};
use fairwitness::linear::{Cut, Patience, Stop};
use fairwitness::mechanism::{Allocated, Facts, Mechanism, Settles, Specification};
use fairwitness::model::refusal::Rejected;
use fairwitness::model::{Bars, Hypothesis, Model, Presented, Table};
use fairwitness::property::evidence::{Confirmed, Run, Verdict, Witness, positive};
use fairwitness::property::{Examine, Hearing, Property};
use fairwitness::scalar::{Rational, Scalar, sum};
use fairwitness::search::{Budget, Limits};
use fairwitness::workbench::{Plan, Searching as _, Workbench};

/// The model of one divisible good, as a type.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Cake;

/// The largest amount of the good that each agent wants; there is 1 unit of the good.
#[derive(Clone, Debug, PartialEq)]
struct Wants<S>(Vec<S>);

fn rows(node: &Node<'_>) -> Result<Vec<Rational>, InputError> {
    node.list()?.iter().map(Node::positive).collect()
}

fn table(name: &str, row: &[Rational]) -> Value {
    Value::Table(vec![(name.to_string(), Value::numbers(row))])
}

impl Model for Cake {
    const ID: &'static str = "cake";
    const AGENT: &'static str = "agent";
    type Instance<S: Scalar> = Wants<S>;
    type Outcome<S: Scalar> = Vec<S>;
    type Report = Rational;
    type Certificate = ();
    type Setting = ();
    const RULE: Option<()> = Some(());

    fn feasible(_: (), wants: &Wants<Rational>, parts: &Vec<Rational>) -> Result<(), Rejected> {
        let fits = parts.len() == wants.0.len() && parts.iter().all(|p| !p.is_negative());
        if fits && sum(parts.iter().cloned()) <= Rational::one() {
            Ok(())
        } else {
            Err(Rejected::Misfit("the parts are not parts of one good".to_string()))
        }
    }

    fn read(node: &Node<'_>) -> Result<Wants<Rational>, InputError> {
        let mut fields = node.fields()?;
        let read = rows(&fields.required("want")?)?;
        fields.finish()?;
        Ok(Wants(read))
    }

    fn write(wants: &Wants<Rational>) -> Value {
        table("want", &wants.0)
    }

    fn read_outcome(_: &Wants<Rational>, node: &Node<'_>) -> Result<Vec<Rational>, InputError> {
        rows(&node.fields()?.required("part")?)
    }

    fn write_outcome(_: &Wants<Rational>, parts: &Vec<Rational>) -> Value {
        table("part", parts)
    }

    fn read_certificate(_: &Wants<Rational>, _: &Node<'_>) -> Result<(), InputError> {
        Ok(())
    }

    fn write_certificate(_: &Wants<Rational>, (): &()) -> Value {
        Value::Table(vec![("kind".to_string(), Value::text("rule"))])
    }

    fn read_report(_: &Wants<Rational>, node: &Node<'_>) -> Result<Rational, InputError> {
        node.positive()
    }

    fn write_report(report: &Rational) -> Value {
        Value::Number(report.clone())
    }

    fn misreported(wants: &Wants<Rational>, agent: usize, report: &Rational) -> Wants<Rational> {
        let mut said = wants.clone();
        said.0[agent].clone_from(report);
        said
    }

    fn without(wants: &Wants<Rational>, agent: usize) -> Option<Wants<Rational>> {
        let mut rest = wants.clone();
        rest.0.remove(agent);
        (!rest.0.is_empty()).then_some(rest)
    }

    fn agents(wants: &Wants<Rational>) -> usize {
        wants.0.len()
    }

    fn shrink(wants: &Wants<Rational>) -> Box<dyn Iterator<Item = Wants<Rational>> + '_> {
        let fewer = (0..wants.0.len()).filter_map(|agent| Cake::without(wants, agent));
        let rounder = (0..wants.0.len())
            .filter(|&agent| wants.0[agent] != Rational::one())
            .map(|agent| Cake::misreported(wants, agent, &Rational::one()));
        Box::new(fewer.chain(rounder))
    }

    fn meets(_: Hypothesis, _: &Wants<Rational>) -> bool {
        true
    }

    fn gets(_: &Wants<Rational>, parts: &Vec<Rational>) -> Vec<Rational> {
        parts.clone()
    }

    fn scale(_: &Wants<Rational>) -> Rational {
        Rational::one()
    }

    fn size_label(wants: &Wants<Rational>) -> String {
        format!("{}a", wants.0.len())
    }
}

impl Presented for Cake {
    fn tables(_: &Wants<Rational>, _: Option<&Vec<Rational>>) -> Vec<Table> {
        Vec::new()
    }

    fn bars(_: &Wants<Rational>, _: &Vec<Rational>) -> Bars {
        Bars { title: "parts".to_string(), whole: None, agents: Vec::new(), groups: Vec::new() }
    }

    fn agent_name(_: &Wants<Rational>, agent: usize) -> String {
        format!("agent {}", agent + 1)
    }
}

/// The rule of equal split: each agent gets an equal part.
#[derive(Debug)]
struct EqualSplit;

fn split(wants: &Wants<Rational>) -> Vec<Rational> {
    let count = Rational::int(i64::try_from(wants.0.len()).unwrap_or(i64::MAX));
    vec![Rational::one() / count; wants.0.len()]
}

impl Specification<Cake> for EqualSplit {
    fn facts(&self) -> Facts<()> {
        Facts { settles: Settles::Outcome, ..Facts::of("equal-split", ()) }
    }

    fn check(&self, wants: &Wants<Rational>, parts: &Vec<Rational>, (): &()) -> Result<(), Rejected> {
        let same = *parts == split(wants);
        if same { Ok(()) } else { Err(Rejected::Certificate("the parts differ".to_string())) }
    }
}

impl Mechanism<Cake> for EqualSplit {
    fn page(&self) -> &'static str {
        "# equal-split\n"
    }

    fn allocate(&self, wants: &Wants<Rational>, _: &Patience) -> Allocated<Cake> {
        Ok(split(wants))
    }
}

/// The property that no agent has more than it wants.
#[derive(Debug)]
struct NothingSpare;

impl Property<Cake> for NothingSpare {
    fn id(&self) -> &'static str {
        "nothing-spare"
    }

    fn confirm(&self, run: &Run<'_, Cake>, witness: &Witness<Cake>, _: Option<&Vec<Rational>>) -> Confirmed {
        match witness {
            Witness::Agent(agent) => positive(&run.outcome[*agent] - &run.instance.0[*agent]),
            _ => Err(Rejected::Kind),
        }
    }

    fn reads(&self, _: &Run<'_, Cake>, _: &Witness<Cake>) -> Settles {
        Settles::Utilities
    }

    fn tell(&self, _: &Run<'_, Cake>, witness: &Witness<Cake>, _second: Option<&Vec<Rational>>) -> String {
        match witness {
            Witness::Agent(agent) => format!("agent {} has more than it wants.", agent + 1),
            _ => String::new(),
        }
    }
}

impl Examine<Cake> for NothingSpare {
    fn page(&self) -> &'static str {
        "# nothing-spare\n"
    }

    fn examine(&self, &Hearing { run, .. }: &Hearing<'_, Cake>) -> Result<Verdict<Cake>, Cut> {
        let spare = run.outcome.iter().zip(&run.instance.0).position(|(part, want)| part > want);
        Ok(spare.map_or(Verdict::Holds, |agent| Verdict::Violated(Witness::Agent(agent))))
    }
}

/// Enumerates every list of up to `scope.users` agents that want 1/k of the good, for k up to the largest
/// entry of the scope.
fn enumerate(scope: Scope) -> Candidates<Cake> {
    let lists = (1..=scope.users).flat_map(move |agents| {
        let most = scope.max.max(1) as u64;
        (0..most.pow(agents as u32)).map(move |mut code| {
            let want = (0..agents).map(|_| {
                let k = code % most + 1;
                code /= most;
                Rational::new(1, k as i64)
            });
            Wants(want.collect())
        })
    });
    Box::new(lists)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let instances = Instances::<Cake> {
        reads: &["users", "max"],
        enumerate: |scope, _| enumerate(scope),
        listable: |_| true,
        placed: |_| true,
        draw: |_, scope| Wants(vec![Rational::new(1, scope.max.max(1)); scope.users]),
        quick: None,
        words: None,
        change: |_, _, wants| wants.clone(),
        outside: |scope, wants| (wants.0.len() > scope.users).then(|| format!("{} agents", wants.0.len())),
        extent: |wants| Scope { users: wants.0.len(), ..Scope::PLAIN },
        spelled: |scope| scope,
        probes: Vec::new,
        // Walks over real numbers are for larger models.
        numbers: |_, _| Vec::new(),
        with_numbers: |_, _| None,
        alike: |a, b| a == b,
        examples: Vec::new,
    };
    let bench =
        Workbench::of("# cake\n", instances).with_mechanism(EqualSplit)?.with_property(NothingSpare)?;
    let plan = Plan { strategy: "exhaustive", scope: "users=3,max=4".parse()?, seed: 0, archive: Vec::new() };
    let (stop, progress) = (Stop::new(), |_| {});
    let limits = Limits { budget: Budget::instances(1_000), threads: 1, stop: &stop, progress: &progress };
    let report = bench.search("equal-split", "nothing-spare", &plan, &limits)?;
    println!("{}: {}", report.answer.word(), report.story.unwrap_or_default());
    println!("{}", report.instance.map_or_else(String::new, |instance| instance.to_toml()));
    Ok(())
}
