//! Violations on record by PS-DSF that stand for the chosen allocation: the ranges of users' totals over all
//! allocations that the specification admits, and the violations that hold for all of them.
//!
//! The allocations form a union of polytopes, which are enumerated; see `PerServer::ranges`.

use strum::IntoStaticStr;

use crate::archive::record::{Record, read_witness};
use crate::document::{InputError, Node, Value};
use crate::linear::{Halt, Patience};
use crate::mechanism::{CLUSTER, Linear, PerServer, Range, admits, ranges};
use crate::model::Model as _;
use crate::model::cluster::{Cluster, Division, Pool, fitting};
use crate::model::refusal::Refusal;
use crate::property;
use crate::property::Hearing;
use crate::property::evidence::{Run, Verdict, Witness};
use crate::scalar::{Rational, Scalar};

/// The path of the file below the root of a project.
pub const FILE: &str = "properties/evidence/ps-dsf-every.toml";

/// The allocations for which a violation stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Stands {
    /// Every allocation that the specification admits.
    Every,
    /// Not every one: some admitted allocation has no such violation.
    Some,
    /// Unknown: neither of the two was shown.
    Open,
}

impl Stands {
    /// The word for the extent in files.
    pub fn word(self) -> &'static str {
        self.into()
    }
}

/// The result for one record.
#[derive(Clone, Debug)]
pub struct Extent {
    /// The smallest and the largest total of each user on the instance.
    pub tasks: Vec<[Rational; 2]>,
    /// For a lie, the smallest and the largest number of true tasks of the liar under the lie.
    pub brings: Option<[Rational; 2]>,
    /// The allocations for which the violation stands.
    pub stands: Stands,
}

impl Extent {
    /// The result as a value of the file.
    pub fn to_value(&self) -> Value {
        let rows: Vec<Vec<Rational>> = self.tasks.iter().map(|ends| ends.to_vec()).collect();
        Value::table([
            ("tasks", Some(Value::matrix(&rows))),
            ("brings", self.brings.as_ref().map(|brings| Value::numbers(brings))),
            ("stands", Some(Value::text(self.stands.word()))),
        ])
    }
}

/// The division of servers of a mechanism of the PS-DSF family; `None` for any other mechanism.
fn division(mechanism: &str) -> Option<Division> {
    match mechanism {
        "ps-dsf" => Some(Division::Resource),
        "ps-dsf-tdm" => Some(Division::Time),
        _ => None,
    }
}

/// The tasks of one user as a linear function, with a factor for each server.
fn tasks_of(pool: &Pool, user: usize, factor: impl Fn(usize) -> Rational) -> Linear {
    let mut function = vec![vec![Rational::zero(); pool.servers()]; pool.users()];
    function[user] = (0..pool.servers()).map(factor).collect();
    function
}

/// The values at the ends of a range.
fn ends(((least, _), (most, _)): &Range) -> [Rational; 2] {
    [least.clone(), most.clone()]
}

fn undecided(record: &str, reason: String) -> InputError {
    InputError { file: record.to_string(), field: "instance".to_string(), reason }
}

/// The result for a record of PS-DSF whose violation stands for the chosen allocation; `None` for any other
/// record.
///
/// # Errors
/// A record that cannot be read or decided.
pub fn extent(name: &str, record: &Record) -> Result<Option<Extent>, InputError> {
    let Some(division) = division(&record.mechanism).filter(|_| !record.stands_for_every()) else {
        return Ok(None);
    };
    // Records are small, so the enumeration always ends.
    let patience = Patience::unlimited();
    let failed = |halt: Halt<Refusal>| undecided(name, halt.to_string());
    let pool = Cluster::read(&Node::new(name, &record.instance))?;
    let (witness, ..) = read_witness::<Cluster>(&pool, &Node::new(name, &record.witness))?;
    let weights = |pool: &Pool| pool.user_weights().map(<[Rational]>::to_vec).unwrap_or_default();
    let view = PerServer::dominant_shares(&pool, &weights(&pool), division);
    let totals: Vec<Linear> = (0..pool.users()).map(|u| tasks_of(&pool, u, |_| Rational::one())).collect();
    let found = ranges(&view, &totals, &patience).map_err(failed)?;
    let tasks: Vec<[Rational; 2]> = found.iter().map(ends).collect();
    if let Witness::Misreport { by, report } = &witness {
        let said = Cluster::misreported(&pool, *by, report);
        let worth = |i: usize| match (record.property == "sp-time-slice", pool.eligible[*by][i]) {
            (true, _) if said.gamma(*by, i).is_zero() => Rational::zero(),
            (true, _) => pool.gamma(*by, i) / said.gamma(*by, i),
            (false, true) => fitting(&pool.demand[*by], &said.demand[*by]),
            (false, false) => Rational::zero(),
        };
        let told = PerServer::dominant_shares(&said, &weights(&said), division);
        let brings = ranges(&told, &[tasks_of(&said, *by, worth)], &patience).map_err(failed)?;
        let brings = ends(&brings[0]);
        // If the lie brings at least more than the truth brings at most, it profits for every choice.
        let stands = if brings[0] > tasks[*by][1] { Stands::Every } else { Stands::Some };
        return Ok(Some(Extent { tasks, brings: Some(brings), stands }));
    }
    if record.property == "ef-aggregate" {
        let weight = |u: usize| pool.weight(u, 0);
        let calm = |n: usize, m: usize| {
            let mut function = totals[n].clone();
            let envied = weight(n) / weight(m) * fitting(&pool.demand[n], &pool.demand[m]);
            function[m] = vec![-envied; pool.servers()];
            function
        };
        let pairs = (0..pool.users()).flat_map(|n| (0..pool.users()).map(move |m| (n, m)));
        let calm: Vec<Linear> = pairs.filter(|(n, m)| n != m).map(|(n, m)| calm(n, m)).collect();
        let stands =
            if admits(&view, &calm, &patience).map_err(failed)? { Stands::Some } else { Stands::Every };
        return Ok(Some(Extent { tasks, brings: None, stands }));
    }
    let stands = judged(name, record, &pool, &found, &tasks)?;
    Ok(Some(Extent { tasks, brings: None, stands }))
}

/// The allocations for which a violation stands that depends on totals alone.
fn judged(
    name: &str,
    record: &Record,
    pool: &Pool,
    found: &[Range],
    tasks: &[[Rational; 2]],
) -> Result<Stands, InputError> {
    let mechanism = CLUSTER.iter().copied().find(|m| m.id() == record.mechanism);
    let property = property::CLUSTER.iter().copied().find(|p| p.id() == record.property);
    let (Some(mechanism), Some(property)) = (mechanism, property) else {
        return Err(undecided(name, "its mechanism or property is unknown".to_string()));
    };
    let run = |outcome| Run { mechanism: mechanism.specification(), instance: pool, outcome };
    let holds = |outcome| {
        property.examine(&Hearing::of(mechanism, &run(outcome), &Patience::unlimited())) == Ok(Verdict::Holds)
    };
    let ends = found.iter().flat_map(|((_, least), (_, most))| [least, most]);
    if ends.cloned().any(holds) {
        return Ok(Stands::Some);
    }
    let fixed = tasks.iter().all(|[least, most]| least == most);
    Ok(if fixed { Stands::Every } else { Stands::Open })
}

/// The text of the file for all records concerned, with the number of violations that hold for every
/// allocation.
///
/// # Errors
/// A record that cannot be read or decided.
pub fn text(records: &[(String, Record)]) -> Result<String, InputError> {
    let mut rows = Vec::new();
    let mut every = 0;
    for (name, record) in records {
        if let Some(extent) = extent(name, record)? {
            every += usize::from(extent.stands == Stands::Every);
            let stem = name.rsplit('/').next().unwrap_or(name).trim_end_matches(".toml").to_string();
            rows.push((stem, extent.to_value()));
        }
    }
    Ok(format!(
        "# Over all allocations that the specification of PS-DSF admits on the instance of a record: the least and the most\n\
         # tasks of each user, what a lie brings at least and at most, and whether the violation stands for every one of\n\
         # them, or whether some other has none. Made by `BLESS=1 cargo test every_allocation`.\n\
         # {every} of {} records that stand for the chosen allocation hold for every one.\n\n{}",
        rows.len(),
        Value::Table(rows).to_toml()
    ))
}
