//! Cluster instances, placements and reports as documents.

use std::collections::HashSet;

use super::classes::{MOST_OF_A_CLASS, MOST_PAIRS, joined, too_many};
use super::rows::{by_server, eligible_row, eligible_rows, rows_by_server, servers_of, servers_of_all};
use super::tree::{Path, path_text};
use super::{Labels, Placement, Pool, Report, Running, Tree, Weight};
use crate::document::suggest::hint;
use crate::document::{Node, Read, Value, shown};
use crate::scalar::{Rational, Scalar};

/// Reads an instance with at most `most` pairs of a user and a server.
pub(super) fn read(node: &Node<'_>, most: usize) -> Read<Pool> {
    let mut fields = node.fields()?;
    let servers = fields.required("capacity")?;
    let rows = servers.list()?;
    let resources = match rows.first() {
        Some(first) => first.list()?.len(),
        None => return Err(servers.error("there must be at least one server")),
    };
    if resources == 0 {
        return Err(rows[0].error("there must be at least one resource"));
    }
    let capacity = servers.each(|row| row.row(resources, "resource"))?;
    let users = fields.required("demand")?;
    let demand = users.each(|row| demand_row(row, resources))?;
    if demand.is_empty() {
        return Err(users.error("there must be at least one user"));
    }
    let (capacity, alike) = joined(demand.len(), capacity, |field| node.value().get(field).is_some());
    let (users, servers) = (demand.len(), capacity.len());
    let within = |node: &Node<'_>, most: usize| match users.saturating_mul(servers) <= most {
        true => Ok(()),
        false => {
            let why = too_many(users, servers, most);
            Err(node.error(format!("{why}; write identical servers as one row with a `count`")))
        }
    };
    within(node, most)?;
    let mut pool = Pool::new(capacity, demand);
    let count = fields.maybe("count", |node| node.each_of(servers, "server", count_of))?.unwrap_or(alike);
    if let Some(node) = fields.optional("weight") {
        let rows = node.list_of(users, "user")?;
        pool.weight = if rows.iter().any(|row| matches!(row.value(), Value::List(_))) {
            Weight::Resource(node.each(|row| row.each_of(resources, "resource", Node::positive))?)
        } else {
            Weight::User(node.each(Node::positive)?)
        };
    }
    let rows = |node: &Node<'_>| eligible_rows(&node.list_of(users, "user")?, servers);
    pool.eligible = fields.maybe("eligible", rows)?.unwrap_or(pool.eligible);
    let limits = |node: &Node<'_>| node.each_of(users, "user", limit);
    pool.tasks = fields.maybe("tasks", limits)?.unwrap_or(pool.tasks);
    let amounts = |node: &Node<'_>| node.each_of(users, "user", |row| by_server(row, servers));
    let rates = |node: &Node<'_>| {
        within(node, MOST_PAIRS)?;
        Ok(Running::of_entries(amounts(node)?).placement(servers).tasks)
    };
    pool.rate = fields.maybe("rate", rates)?;
    pool.running = fields.maybe("running", amounts)?.map(Running::of_entries);
    let (path, weight) = (fields.optional("path"), fields.optional("node-weight"));
    let from = TreeFields { path, weight, queue: fields.optional("queue") };
    pool.tree = tree(&from, users, pool.resources())?;
    pool.team = fields.maybe("team", |node| node.each_of(users, "user", team_name))?;
    let owner = |node: &Node<'_>| match node.value() {
        Value::Text(text) if text == "none" => Ok(None),
        Value::Text(_) => Err(node.error("must be the index of a user, or `none`")),
        _ => node.index(users, "user").map(Some),
    };
    pool.owner = fields.maybe("owner", |node| node.each_of(servers, "server", owner))?;
    pool.set_count(count);
    let mut labels =
        |name, count, what| Ok(fields.maybe(name, |node| labels(node, count, what))?.unwrap_or_default());
    pool.labels = Labels {
        users: labels("users", users, "user")?,
        servers: labels("servers", servers, "server")?,
        resources: labels("resources", resources, "resource")?,
    };
    fields.finish()?;
    Ok(pool)
}

/// Reads the number of servers of a class, from 1 to 10^9.
fn count_of(node: &Node<'_>) -> Read<usize> {
    match node.count()? {
        n if (1..=MOST_OF_A_CLASS).contains(&n) => Ok(n),
        n => Err(node.error(format!("must be from 1 to {MOST_OF_A_CLASS}, is {n}"))),
    }
}

fn demand_row(node: &Node<'_>, resources: usize) -> Read<Vec<Rational>> {
    let row = node.row(resources, "resource")?;
    if row.iter().all(Scalar::is_zero) {
        return Err(node.error("must not be zero in every resource"));
    }
    Ok(row)
}

/// The name of a team: some printable text.
fn team_name(node: &Node<'_>) -> Read<String> {
    match node.text()? {
        "" => Err(node.error("a team must have a name")),
        name if name.chars().any(char::is_control) => Err(node.error("the name of a team must be printable")),
        name => Ok(name.to_string()),
    }
}

fn labels(node: &Node<'_>, count: usize, what: &str) -> Read<Vec<String>> {
    let (mut names, mut seen) = (Vec::new(), HashSet::new());
    for name in node.list_of(count, what)? {
        let text = name.text()?;
        if text.chars().any(char::is_control) {
            return Err(name.error("a label must be printable"));
        }
        if !seen.insert(text.to_string()) {
            return Err(name.error(format!("the label `{text}` is given twice")));
        }
        names.push(text.to_string());
    }
    Ok(names)
}

/// The largest number of inner nodes on a path from the root to a user.
const MOST_NODES: usize = 64;

/// The fields of an instance that describe its tree of queues.
struct TreeFields<'a> {
    path: Option<Node<'a>>,
    weight: Option<Node<'a>>,
    queue: Option<Node<'a>>,
}

/// Reads the tree of queues from the fields `path` (one per user), `node-weight` and `queue`.
fn tree(from: &TreeFields<'_>, users: usize, resources: usize) -> Read<Option<Tree>> {
    let paths = from.path.as_ref().map_or(Ok(Vec::new()), |node| node.each_of(users, "user", path_row))?;
    let mut tree = Tree::of(&paths, |_| Rational::one());
    let mut weighed = Vec::new();
    if let Some(table) = &from.weight {
        for (k, entry) in entries(&tree, table)? {
            let weight = entry.non_negative()?;
            weighed.push(k);
            tree.iter_mut().for_each(|tree| tree.inner[k].weight.clone_from(&weight));
        }
    }
    if let Some(table) = &from.queue {
        for (k, entry) in entries(&tree, table)? {
            let mut fields = entry.fields()?;
            let weight = match fields.optional("weight") {
                Some(node) if weighed.contains(&k) => {
                    return Err(node.error("the weight of this queue stands in `node-weight` as well"));
                }
                Some(node) => Some(node.non_negative()?),
                None => None,
            };
            let floor = fields.maybe("floor", |node| node.row(resources, "resource"))?;
            let cap = fields.maybe("cap", |node| node.each_of(resources, "resource", limit))?;
            let own_terms = fields.maybe("own-terms", Node::flag)?;
            fields.finish()?;
            let Some(node) = tree.as_mut().and_then(|tree| tree.inner.get_mut(k)) else { continue };
            node.weight = weight.unwrap_or_else(|| node.weight.clone());
            (node.floor, node.cap) = (floor.unwrap_or_default(), cap.unwrap_or_default());
            node.own_terms = own_terms.unwrap_or_default();
            let above = |r: &usize| {
                node.cap.get(*r).and_then(Option::as_ref).is_some_and(|cap| node.floor[*r] > *cap)
            };
            if let Some(r) = (0..node.floor.len()).find(above) {
                return Err(entry.error(format!("the floor of resource {} is above its cap", r + 1)));
            }
            node.settle();
        }
    }
    Ok(tree)
}

/// A number from zero on, or `inf` for no limit.
fn limit(node: &Node<'_>) -> Read<Option<Rational>> {
    match node.value() {
        Value::Text(text) if text == "inf" => Ok(None),
        _ => node.non_negative().map(Some),
    }
}

/// The entries of a table from paths of queues, each with the index of its queue.
fn entries<'a>(tree: &Option<Tree>, table: &Node<'a>) -> Read<Vec<(usize, Node<'a>)>> {
    let all: Vec<String> = tree.as_ref().map_or_else(Vec::new, |tree| {
        (0..tree.inner.len()).map(|k| path_text(&tree.path(Some(k)))).collect()
    });
    let found = table.entries("paths of queues")?.into_iter().map(|(name, entry)| {
        let Some(k) = all.iter().position(|path| path == name) else {
            let hint = hint(name, all.iter().map(String::as_str));
            return Err(entry.error(format!("no path in `path` goes through `{name}`{hint}")));
        };
        Ok((k, entry))
    });
    found.collect()
}

/// Reads the names of the queues from the root down to a user.
fn path_row(node: &Node<'_>) -> Read<Path> {
    let text = node.text()?;
    if text.is_empty() {
        return Ok(Path::new());
    }
    if text.chars().any(char::is_control) {
        return Err(node.error("a path must be printable"));
    }
    let names: Path = text.split('/').map(ToString::to_string).collect();
    if names.iter().any(String::is_empty) {
        return Err(node.error(
            "must be names with one slash between two, as in \"eng/dev\", or empty for a user below the root",
        ));
    }
    if names.len() > MOST_NODES {
        return Err(node.error(format!("has {} names: at most {MOST_NODES} are handled", names.len())));
    }
    Ok(names)
}

/// Limits in a file: numbers, and `inf` for none.
fn limits(of: &[Option<Rational>]) -> Value {
    let one = |limit: &Option<Rational>| limit.clone().map_or_else(|| Value::text("inf"), Value::Number);
    Value::List(of.iter().map(one).collect())
}

/// The field for the weights of queues that are not 1: `node-weight`, or `queue` if some queue has other terms.
fn queues(tree: &Tree) -> (&'static str, Option<Value>) {
    let quotas = tree.has_quotas();
    let mut entries = Vec::new();
    for (k, node) in tree.inner.iter().enumerate() {
        let weight = (node.weight != Rational::one()).then(|| Value::Number(node.weight.clone()));
        let value = if quotas {
            let floor = (!node.floor.is_empty()).then(|| Value::numbers(&node.floor));
            let cap = (!node.cap.is_empty()).then(|| limits(&node.cap));
            let own = node.own_terms.then_some(Value::Bool(true));
            let terms =
                Value::table([("weight", weight), ("floor", floor), ("cap", cap), ("own-terms", own)]);
            (!terms.fields().is_empty()).then_some(terms)
        } else {
            weight
        };
        entries.extend(value.map(|value| (path_text(&tree.path(Some(k))), value)));
    }
    let name = if quotas { "queue" } else { "node-weight" };
    (name, (!entries.is_empty()).then_some(Value::Table(entries)))
}

pub(super) fn write(pool: &Pool) -> Value {
    let weight = match &pool.weight {
        Weight::User(w) if w.iter().all(|w| *w == Rational::one()) => None,
        Weight::User(w) => Some(Value::numbers(w)),
        Weight::Resource(w) => Some(Value::matrix(w)),
    };
    let paths =
        |tree: &Tree| Value::List(tree.paths().iter().map(|path| Value::Text(path_text(path))).collect());
    let owner = |owner: &Option<usize>| owner.map_or_else(|| Value::text("none"), Value::index);
    let owners = |owners: &Vec<Option<usize>>| Value::List(owners.iter().map(owner).collect());
    let labels = |texts: &[String]| (!texts.is_empty()).then(|| Value::texts(texts));
    let fields = [
        ("capacity", Some(Value::matrix(&pool.capacity_of_one()))),
        ("count", pool.in_classes().then(|| Value::indexes(pool.count.iter().copied()))),
        ("demand", Some(Value::matrix(&pool.demand))),
        ("weight", weight),
        ("eligible", (!pool.unconstrained()).then(|| servers_of_all(&pool.eligible))),
        ("tasks", pool.tasks.iter().any(Option::is_some).then(|| limits(&pool.tasks))),
        ("rate", pool.rate.as_ref().map(|rate| Value::matrix(&pool.rate_of_one(rate)))),
        ("running", pool.running.as_ref().map(|running| rows_by_server(running, pool.servers()))),
        ("path", pool.tree.as_ref().map(paths)),
        ("team", pool.team.as_ref().map(|teams| Value::texts(teams))),
        ("owner", pool.owner.as_ref().map(owners)),
        ("users", labels(&pool.labels.users)),
        ("servers", labels(&pool.labels.servers)),
        ("resources", labels(&pool.labels.resources)),
    ];
    Value::table(fields.into_iter().chain(pool.tree.as_ref().map(queues)))
}

pub(super) fn read_outcome(pool: &Pool, node: &Node<'_>) -> Read<Placement> {
    let row = |row: &Node<'_>| row.each_of(pool.servers(), "server", Node::number);
    node.table(|fields| {
        let placement =
            Placement { tasks: fields.required("placement")?.each_of(pool.users(), "user", row)? };
        for (u, total) in fields.required("tasks")?.list_of(pool.users(), "user")?.iter().enumerate() {
            if total.number()? != placement.total(u) {
                return Err(total.error(format!("is not the sum of the placement, {}", placement.total(u))));
            }
        }
        Ok(placement)
    })
}

pub(super) fn read_report(pool: &Pool, node: &Node<'_>) -> Read<Report> {
    node.table(|fields| {
        let demand = demand_row(&fields.required("demand")?, pool.resources())?;
        let eligible = eligible_row(&fields.required("eligible")?, pool.servers())?;
        let rate = fields.maybe("rate", |given| match pool.rate {
            None => Err(node.error("the instance has no rates to lie about")),
            Some(_) => given.row(pool.servers(), "server"),
        })?;
        Ok(Report { demand, eligible, rate })
    })
}

pub(super) fn write_report(report: &Report) -> Value {
    Value::table([
        ("demand", Some(Value::numbers(&report.demand))),
        ("eligible", Some(servers_of(&report.eligible))),
        ("rate", report.rate.as_ref().map(|rate| Value::numbers(rate))),
    ])
}

impl<S: Scalar> Pool<S> {
    /// The label of the user, or `user` with its number from 1.
    pub fn user_name(&self, user: usize) -> String {
        name(&self.labels.users, "user", user)
    }

    /// The label of the server, or `server` with its number from 1; for a class also the number of its
    /// members.
    pub fn server_name(&self, server: usize) -> String {
        let name = name(&self.labels.servers, "server", server);
        match self.count.get(server) {
            None | Some(1) => name,
            Some(count) => format!("{name} ({count} alike)"),
        }
    }

    /// The label of the resource, or `resource` with its number from 1.
    pub fn resource_name(&self, resource: usize) -> String {
        name(&self.labels.resources, "resource", resource)
    }
}

fn name(labels: &[String], what: &str, index: usize) -> String {
    labels.get(index).map_or_else(|| format!("{what} {}", index + 1), |label| shown(label))
}
