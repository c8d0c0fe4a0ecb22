//! Families of instances: groups of identical servers, users, resources, tasks or agents, with counts and
//! numbers that are functions of `k`.

use super::function::Function;
use crate::document::{Document, InputError, Node, Value};
use crate::model::Model;
use crate::model::arrivals::Arrivals;
use crate::model::cluster::{Cluster, Weight};
use crate::model::covering::Covering;
use crate::scalar::{Rational, Scalar};

/// A group of identical members.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// The kind of member: `server`, `user`, `resource`, `task` or `agent`.
    pub kind: &'static str,
    /// The number of members, as a function of `k`.
    pub count: Function,
    /// The fields of a member, each a row of functions of `k`.
    pub rows: Vec<(&'static str, Vec<Function>)>,
    /// The groups of eligible servers of a group of users; `None` for all of them.
    pub on: Option<Vec<usize>>,
}

impl Group {
    /// The fields of a member, and its eligible servers, in words.
    pub fn about(&self) -> String {
        let rows = self.rows.iter().map(|(name, row)| {
            let row: Vec<String> = row.iter().map(ToString::to_string).collect();
            format!("{name} {}", row.join(", "))
        });
        let on = self.on.iter().map(|on| {
            let named: Vec<String> = on.iter().map(|s| (s + 1).to_string()).collect();
            format!("on servers of group {}", named.join(", "))
        });
        rows.chain(on).collect::<Vec<_>>().join("; ")
    }
}

/// A family: an instance for each `k`.
#[derive(Clone, Debug, PartialEq)]
pub struct Template {
    /// Id of the model.
    pub model: &'static str,
    /// The groups, in the order of the instance.
    pub groups: Vec<Group>,
}

/// The fields of a group of each kind, by model.
const KINDS: [(&str, &str, &[&str]); 6] = [
    ("cluster", "server", &["capacity"]),
    ("cluster", "user", &["demand", "weight", "tasks"]),
    ("covering", "resource", &["cost", "size"]),
    ("covering", "task", &["demand"]),
    ("arrivals", "resource", &[]),
    ("arrivals", "agent", &["demand", "own", "other"]),
];

/// The largest number of members of an instance of a family.
const MOST: i64 = 5_000;

fn number(x: &Rational) -> Function {
    Function::constant(x.clone())
}

fn numbers(row: &[Rational]) -> Vec<Function> {
    row.iter().map(number).collect()
}

fn group(kind: &'static str, rows: Vec<(&'static str, Vec<Function>)>) -> Group {
    Group { kind, count: Function::constant(Rational::one()), rows, on: None }
}

/// Merges identical members into groups; only neighbours if the order matters.
fn gathered(all: Vec<Group>, in_order: bool) -> Vec<Group> {
    let mut found: Vec<(Group, i64)> = Vec::new();
    for member in all {
        let alike = |(g, _): &(Group, i64)| *g == member;
        let at = if in_order {
            found.len().checked_sub(1).filter(|last| alike(&found[*last]))
        } else {
            found.iter().position(alike)
        };
        match at {
            Some(at) => found[at].1 += 1,
            None => found.push((member, 1)),
        }
    }
    let counted = |(g, n): (Group, i64)| Group { count: Function::constant(Rational::int(n)), ..g };
    found.into_iter().map(counted).collect()
}

/// An instance as families that do not depend on `k`: one, or two where agents come in turn.
///
/// # Errors
/// An instance that cannot be read, or has parts that families do not have: rates, weights per resource, more
/// agents than arrivals.
pub fn of(document: &Document) -> Result<Vec<Template>, InputError> {
    let model = document.node().fields()?.required("model")?;
    let node = document.node().without(&["model"]);
    match model.text()? {
        "cluster" => cluster(&node).map(|template| vec![template]),
        "covering" => {
            let stock = Covering::read(&node)?;
            let resource = |i: usize| {
                let row = |of: &[Rational]| vec![number(&of[i])];
                group("resource", vec![("cost", row(&stock.cost)), ("size", row(&stock.size))])
            };
            let task = |d: &Rational| group("task", vec![("demand", vec![number(d)])]);
            let mut groups = gathered((0..stock.cost.len()).map(resource).collect(), false);
            groups.extend(gathered(stock.demand.iter().map(task).collect(), false));
            Ok(vec![Template { model: "covering", groups }])
        }
        "arrivals" => {
            let sequence = Arrivals::read(&node)?;
            if sequence.agents != sequence.steps() {
                return Err(node.error("a family has all agents arrive that are declared"));
            }
            let agent = |row: &Vec<Rational>| group("agent", vec![("demand", numbers(row))]);
            let plain = gathered(sequence.demand.iter().map(agent).collect(), true);
            let turns = in_turn(&sequence.demand);
            let of = |groups| Template { model: "arrivals", groups };
            Ok(turns.into_iter().chain([plain]).map(of).collect())
        }
        other => Err(node.error(format!("no families are known of model `{other}`"))),
    }
}

fn cluster(node: &Node<'_>) -> Result<Template, InputError> {
    let pool = Cluster::read(node)?;
    let Weight::User(weight) = &pool.weight else {
        return Err(node.error("a family has one weight for each user"));
    };
    if pool.rate.is_some() {
        return Err(node.error("a family has no rates"));
    }
    // Servers are identical if they have equal capacities and equal eligible users.
    let key = |i: usize| (&pool.capacity[i], pool.eligible.iter().map(|row| row[i]).collect::<Vec<_>>());
    let mut kinds: Vec<(usize, i64)> = Vec::new();
    for i in 0..pool.servers() {
        match kinds.iter_mut().find(|(first, _)| key(*first) == key(i)) {
            Some((_, n)) => *n += 1,
            None => kinds.push((i, 1)),
        }
    }
    let mut groups: Vec<Group> = kinds
        .iter()
        .map(|(i, n)| Group {
            count: Function::constant(Rational::int(*n)),
            ..group("server", vec![("capacity", numbers(&pool.capacity[*i]))])
        })
        .collect();
    let user = |u: usize| {
        let mut rows = vec![("demand", numbers(&pool.demand[u])), ("weight", vec![number(&weight[u])])];
        rows.extend(pool.tasks[u].as_ref().map(|t| ("tasks", vec![number(t)])));
        let may: Vec<usize> = (0..kinds.len()).filter(|g| pool.eligible[u][kinds[*g].0]).collect();
        Group { on: (may.len() < kinds.len()).then_some(may), ..group("user", rows) }
    };
    groups.extend(gathered((0..pool.users()).map(user).collect(), false));
    Ok(Template { model: "cluster", groups })
}

/// Agents in turn: agent `i` demands one amount of resource `i` modulo the number of resources, and a second
/// amount of each other resource.
fn in_turn(demand: &[Vec<Rational>]) -> Option<Vec<Group>> {
    let m = demand.first()?.len();
    let own = demand[0][0].clone();
    let other = demand[0].get(1)?.clone();
    let turns = demand.iter().enumerate().all(|(i, row)| {
        row.iter().enumerate().all(|(r, d)| *d == if r == i % m { own.clone() } else { other.clone() })
    });
    let count = |n: usize| Function::constant(Rational::int(i64::try_from(n).unwrap_or(i64::MAX)));
    (turns && own != other).then(|| {
        vec![
            Group { count: count(m), ..group("resource", vec![]) },
            Group {
                count: count(demand.len()),
                ..group("agent", vec![("own", vec![number(&own)]), ("other", vec![number(&other)])])
            },
        ]
    })
}

impl Template {
    fn of_kind(&self, kind: &str) -> impl Iterator<Item = &Group> {
        self.groups.iter().filter(move |g| g.kind == kind)
    }

    /// The instance at `k`; `None` if a count is not a whole number from 0 or is too large, or a number is
    /// negative.
    pub fn at(&self, k: i64) -> Option<Document> {
        let count = |g: &Group| {
            let n = g.count.at(k).filter(Rational::is_integer)?.small()?.0;
            (0..=MOST).contains(&n).then_some(n as usize)
        };
        let row = |g: &Group, name: &str| -> Option<Vec<Rational>> {
            let (_, row) = g.rows.iter().find(|(n, _)| *n == name)?;
            row.iter().map(|f| f.at(k).filter(|x| !x.is_negative())).collect()
        };
        let each = |kind: &'static str, name: &'static str| -> Option<Vec<Vec<Rational>>> {
            let mut found = Vec::new();
            for g in self.of_kind(kind) {
                let (n, row) = (count(g)?, row(g, name)?);
                found.extend((0..n).map(|_| row.clone()));
            }
            Some(found)
        };
        let flat = |rows: Vec<Vec<Rational>>| Value::numbers(&rows.concat());
        let mut fields = vec![("model", Value::text(self.model))];
        match self.model {
            "cluster" => {
                let mut servers = Vec::new();
                for g in self.of_kind("server") {
                    let first: usize = servers.iter().map(|r: &std::ops::Range<usize>| r.len()).sum();
                    servers.push(first..first + count(g)?);
                }
                let (mut eligible, mut tasks) = (Vec::new(), Vec::new());
                for g in self.of_kind("user") {
                    let all: Vec<usize> = (0..servers.len()).collect();
                    let on = g.on.as_ref().unwrap_or(&all);
                    let may: Vec<usize> =
                        on.iter().filter_map(|s| servers.get(*s)).flat_map(Clone::clone).collect();
                    let has = match g.rows.iter().any(|(name, _)| *name == "tasks") {
                        true => Value::Number(row(g, "tasks")?.first()?.clone()),
                        false => Value::text("inf"),
                    };
                    for _ in 0..count(g)? {
                        eligible.push(Value::indexes(may.iter().copied()));
                        tasks.push(has.clone());
                    }
                }
                fields.push(("capacity", Value::matrix(&each("server", "capacity")?)));
                fields.push(("demand", Value::matrix(&each("user", "demand")?)));
                fields.push(("weight", flat(each("user", "weight")?)));
                fields.push(("eligible", Value::List(eligible)));
                fields.push(("tasks", Value::List(tasks)));
            }
            "covering" => {
                fields.push(("cost", flat(each("resource", "cost")?)));
                fields.push(("size", flat(each("resource", "size")?)));
                fields.push(("demand", flat(each("task", "demand")?)));
            }
            _ => {
                let width = self.of_kind("resource").next().map(count);
                let mut demand = Vec::new();
                for g in self.of_kind("agent") {
                    let n = count(g)?;
                    match width {
                        Some(width) => {
                            let (m, own, other) = (width?, row(g, "own")?, row(g, "other")?);
                            let (own, other) = (own.first()?, other.first()?);
                            demand.extend((0..n).map(|i| {
                                (0..m).map(|r| if r == i % m { own.clone() } else { other.clone() }).collect()
                            }));
                        }
                        None => {
                            let row = row(g, "demand")?;
                            demand.extend((0..n).map(|_| row.clone()));
                        }
                    }
                }
                fields.push(("demand", Value::matrix(&demand)));
            }
        }
        Some(Document { file: format!("family at k = {k}"), root: Value::table(fields) })
    }

    /// The groups as fields of a file: a list of tables for each kind.
    pub fn write(&self) -> Vec<(String, Value)> {
        let mut fields: Vec<(String, Vec<Value>)> = Vec::new();
        for g in &self.groups {
            let text = |f: &Function| Value::text(f.to_string());
            let rows = g.rows.iter().map(|(name, row)| (*name, Value::List(row.iter().map(text).collect())));
            let on = g.on.iter().map(|on| ("on", Value::indexes(on.iter().copied())));
            let table = Value::table([("count", text(&g.count))].into_iter().chain(rows).chain(on));
            match fields.iter_mut().find(|(kind, _)| kind == g.kind) {
                Some((_, list)) => list.push(table),
                None => fields.push((g.kind.to_string(), vec![table])),
            }
        }
        fields.into_iter().map(|(kind, list)| (kind, Value::List(list))).collect()
    }

    /// Reads the groups of a model.
    ///
    /// # Errors
    /// A field that groups of the kind do not have, or a formula that cannot be read.
    pub fn read(model: &str, node: &Node<'_>) -> Result<Template, InputError> {
        let mut groups = Vec::new();
        let mut fields = node.fields()?;
        let kinds = KINDS.iter().filter(|(of, ..)| *of == model);
        let mut named = None;
        for (of, kind, known) in kinds {
            named = Some(*of);
            let Some(list) = fields.optional(kind) else { continue };
            for node in list.list()? {
                groups.push(read_group(&node, kind, known)?);
            }
        }
        fields.finish()?;
        let model = named.ok_or_else(|| node.error(format!("no families are known of model `{model}`")))?;
        Ok(Template { model, groups })
    }
}

fn formula(node: &Node<'_>) -> Result<Function, InputError> {
    Function::parse(node.text()?).map_err(|reason| node.error(reason))
}

fn read_group(
    node: &Node<'_>,
    kind: &'static str,
    known: &'static [&'static str],
) -> Result<Group, InputError> {
    let mut fields = node.fields()?;
    let count = formula(&fields.required("count")?)?;
    let mut rows = Vec::new();
    for name in known {
        if let Some(row) = fields.optional(name) {
            rows.push((*name, row.each(formula)?));
        }
    }
    let on = if kind == "user" { fields.optional("on") } else { None };
    let on = on.map(|on| on.each(Node::count)).transpose()?;
    fields.finish()?;
    Ok(Group { kind, count, rows, on })
}
