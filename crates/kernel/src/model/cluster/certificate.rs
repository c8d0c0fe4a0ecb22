//! Certificates of the cluster model: why a placement meets a mechanism's specification.

use super::Pool;
use super::polytope::{Meaning, Polytope};
use crate::document::{Fields, Node, Read, Value};
use crate::linear::Round;
use crate::model::cluster::Division;
use crate::model::{Checked, certain, uncertified};
use crate::scalar::{Rational, Scalar};

/// A proof that a placement meets a cluster mechanism's specification.
#[derive(Clone, Debug, PartialEq)]
pub enum Certificate {
    /// No data: the formula or rule, evaluated again, gives the placement.
    Rule,
    /// A bottleneck resource for each user (row) on each server (column); `None` where the user runs nothing
    /// there or has all its tasks. Under time division the only resource, time, has index 0.
    Bottlenecks(Vec<Vec<Option<usize>>>),
    /// The rounds of a leximin allocation, each with its dual multipliers.
    Leximin(Vec<Round>),
    /// The rounds of a leximin allocation of the instance in which users and servers that are alike are joined
    /// ([`Alike`](super::Alike)). Written as [`Certificate::Leximin`] of the instance itself.
    Alike(Vec<Round>),
    /// The order in which whole tasks were placed: user and server of each.
    Placements(Vec<(usize, usize)>),
    /// The level at which the closed form of precomputed DRF stops; `None` if no user can run a task.
    Level(Option<Rational>),
    /// The cycles of precomputed DRF with higher orders, in order.
    Cycles(Vec<Cycle>),
    /// The price of a unit of each resource, when all users together have a budget of one.
    Prices(Vec<Rational>),
}

impl Certificate {
    /// The bottlenecks of `users` users on `servers` servers.
    ///
    /// # Errors
    /// A certificate of another kind or shape.
    pub fn bottlenecks(&self, users: usize, servers: usize) -> Checked<&[Vec<Option<usize>>]> {
        let Certificate::Bottlenecks(rows) = self else { return uncertified("bottlenecks are needed") };
        let fits = rows.len() == users && rows.iter().all(|row| row.len() == servers);
        certain(fits, "bottlenecks of another shape").map(|()| rows.as_slice())
    }

    /// Checks that the certificate is [`Certificate::Rule`].
    ///
    /// # Errors
    /// A certificate of another kind.
    pub fn by_rule(&self) -> Checked {
        certain(*self == Certificate::Rule, "the rule is its own certificate")
    }
}

/// One cycle of precomputed DRF with higher orders.
#[derive(Clone, Debug, PartialEq)]
pub struct Cycle {
    /// The level at which the cycle stops.
    pub level: Rational,
    /// Tasks that the cycle adds for each user; zero for users that have left.
    pub tasks: Vec<Rational>,
}

/// The multipliers of the rows of a round, sorted by meaning: a table servers x resources, and one number per
/// user.
fn by_meaning(
    pool: &Pool,
    polytope: &Polytope,
    multipliers: &[Rational],
) -> (Vec<Vec<Rational>>, Vec<Rational>) {
    let mut capacity = vec![vec![Rational::zero(); pool.resources()]; pool.servers()];
    let mut tasks = vec![Rational::zero(); pool.users()];
    for (meaning, y) in polytope.meanings.iter().zip(multipliers) {
        match *meaning {
            Meaning::Capacity(i, r) => capacity[i][r].clone_from(y),
            Meaning::Tasks(u) => tasks[u].clone_from(y),
        }
    }
    (capacity, tasks)
}

/// Writes a certificate as a document of a record.
pub(super) fn write(pool: &Pool, certificate: &Certificate) -> Value {
    let (kind, part) = match &certificate.one_by_one(pool) {
        Certificate::Rule => ("rule", None),
        Certificate::Bottlenecks(rows) => {
            let name = |r: &Option<usize>| r.map_or_else(|| Value::text("none"), Value::index);
            let rows = rows.iter().map(|row| Value::List(row.iter().map(name).collect()));
            ("bottlenecks", Some(("resource", Value::List(rows.collect()))))
        }
        Certificate::Leximin(rounds) | Certificate::Alike(rounds) => {
            let polytope = Polytope::of(pool, Division::Resource);
            let round = |round: &Round| {
                let mut levels = round.weights.iter().cloned();
                let weight = |u: usize| if pool.can_run(u) { levels.next() } else { None };
                let weights: Vec<Rational> =
                    (0..pool.users()).map(weight).map(|w| w.unwrap_or_else(Rational::zero)).collect();
                let (capacity, tasks) = by_meaning(pool, &polytope, &round.multipliers);
                Value::table([
                    ("level", Value::Number(round.level.clone())),
                    ("weights", Value::numbers(&weights)),
                    ("capacity", Value::matrix(&capacity)),
                    ("tasks", Value::numbers(&tasks)),
                ])
            };
            ("leximin", Some(("rounds", Value::List(rounds.iter().map(round).collect()))))
        }
        Certificate::Placements(order) => {
            let pair = |&(u, i): &(usize, usize)| Value::indexes([u, i]);
            ("placements", Some(("order", Value::List(order.iter().map(pair).collect()))))
        }
        Certificate::Level(level) => {
            let level = level.clone().map_or_else(|| Value::text("none"), Value::Number);
            ("level", Some(("level", level)))
        }
        Certificate::Cycles(cycles) => {
            let cycle = |cycle: &Cycle| {
                let level = Value::Number(cycle.level.clone());
                Value::table([("level", level), ("tasks", Value::numbers(&cycle.tasks))])
            };
            ("cycles", Some(("cycles", Value::List(cycles.iter().map(cycle).collect()))))
        }
        Certificate::Prices(prices) => ("prices", Some(("price", Value::numbers(prices)))),
    };
    Value::table(std::iter::once(("kind", Value::text(kind))).chain(part))
}

fn numbers(node: &Node<'_>) -> Read<Vec<Rational>> {
    node.each(Node::number)
}

fn round(pool: &Pool, polytope: &Polytope, node: &Node<'_>) -> Read<Round> {
    let mut fields = node.fields()?;
    let level = fields.required("level")?.number()?;
    let weights = fields.required("weights")?;
    let given = numbers(&weights)?;
    let dead =
        (0..pool.users()).filter(|&u| !pool.can_run(u)).all(|u| given.get(u).is_some_and(Rational::is_zero));
    if given.len() != pool.users() || !dead {
        return Err(weights.error("one number a user is needed, 0 for users that can run nothing"));
    }
    let weights = (0..pool.users()).filter(|&u| pool.can_run(u)).map(|u| given[u].clone()).collect();
    let rows = fields.required("capacity")?;
    let capacity = rows.each(numbers)?;
    if capacity.len() != pool.servers() || capacity.iter().any(|row| row.len() != pool.resources()) {
        return Err(rows.error("one number a server and resource is needed"));
    }
    let limits = fields.required("tasks")?;
    let tasks = numbers(&limits)?;
    if tasks.len() != pool.users() {
        return Err(limits.error("one number a user is needed"));
    }
    let multiplier = |meaning: &Meaning| match *meaning {
        Meaning::Capacity(i, r) => capacity[i][r].clone(),
        Meaning::Tasks(u) => tasks[u].clone(),
    };
    let multipliers: Vec<Rational> = polytope.meanings.iter().map(multiplier).collect();
    if by_meaning(pool, polytope, &multipliers) != (capacity, tasks) {
        return Err(rows.error("a multiplier stands where there is no row"));
    }
    fields.finish()?;
    Ok(Round { level, weights, multipliers })
}

/// Reads a certificate written by [`write()`].
pub(super) fn read(pool: &Pool, node: &Node<'_>) -> Read<Certificate> {
    node.table(|fields| kind(pool, fields))
}

fn kind(pool: &Pool, fields: &mut Fields<'_>) -> Read<Certificate> {
    let kind = fields.required("kind")?;
    let none = |node: &Node<'_>| *node.value() == Value::text("none");
    Ok(match kind.text()? {
        "rule" => Certificate::Rule,
        "bottlenecks" => {
            let entry = |node: &Node<'_>| {
                if none(node) { Ok(None) } else { node.index(pool.resources().max(1), "resource").map(Some) }
            };
            Certificate::Bottlenecks(fields.required("resource")?.each(|row| row.each(entry))?)
        }
        "leximin" => {
            let polytope = Polytope::of(pool, Division::Resource);
            Certificate::Leximin(fields.required("rounds")?.each(|node| round(pool, &polytope, node))?)
        }
        "placements" => {
            let pair = |node: &Node<'_>| match &node.list()?[..] {
                [u, i] => Ok((u.index(pool.users(), "user")?, i.index(pool.servers(), "server")?)),
                _ => Err(node.error("must be a user and a server")),
            };
            Certificate::Placements(fields.required("order")?.each(pair)?)
        }
        "level" => {
            let level = fields.required("level")?;
            Certificate::Level(if none(&level) { None } else { Some(level.number()?) })
        }
        "cycles" => Certificate::Cycles(fields.required("cycles")?.each(|node| {
            node.table(|fields| {
                let level = fields.required("level")?.number()?;
                Ok(Cycle { level, tasks: numbers(&fields.required("tasks")?)? })
            })
        })?),
        "prices" => Certificate::Prices(fields.required("price")?.each_of(
            pool.resources(),
            "resource",
            Node::number,
        )?),
        other => return Err(kind.error(format!("`{other}` is no kind of certificate of this model"))),
    })
}
