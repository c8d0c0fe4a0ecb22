//! Cluster instances, placements and reports as documents.

use std::collections::HashSet;

use super::classes::{MOST_OF_A_CLASS, MOST_PAIRS, joined, too_many};
use super::tree::{Path, path_text};
use super::{Labels, Placement, Pool, Report, Tree, Weight};
use crate::document::suggest::nearest;
use crate::document::{InputError, Node, Value, shown};
use crate::scalar::{Rational, Scalar};

pub(super) fn read(node: &Node<'_>) -> Result<Pool, InputError> {
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
    let capacity = rows.iter().map(|row| row.row(resources, "resource")).collect::<Result<Vec<_>, _>>()?;
    let users = fields.required("demand")?;
    let rows = users.list()?;
    if rows.is_empty() {
        return Err(users.error("there must be at least one user"));
    }
    let demand = rows.iter().map(|row| demand_row(row, resources)).collect::<Result<Vec<_>, _>>()?;
    let (capacity, alike) = joined(demand.len(), capacity, |field| node.value().get(field).is_some());
    if demand.len().saturating_mul(capacity.len()) > MOST_PAIRS {
        let why = too_many(demand.len(), capacity.len());
        return Err(node.error(format!("{why}; write identical servers as one row with a `count`")));
    }
    let mut pool = Pool::new(capacity, demand);
    let (users, servers) = (pool.users(), pool.servers());
    let count = match fields.optional("count") {
        Some(node) => node.list_of(servers, "server")?.iter().map(count_of).collect::<Result<_, _>>()?,
        None => alike,
    };
    if let Some(node) = fields.optional("weight") {
        let rows = node.list_of(users, "user")?;
        pool.weight = if rows.iter().any(|row| matches!(row.value(), Value::List(_))) {
            let row = |row: &Node<'_>| -> Result<Vec<Rational>, InputError> {
                row.list_of(resources, "resource")?.iter().map(Node::positive).collect()
            };
            Weight::Resource(rows.iter().map(row).collect::<Result<_, _>>()?)
        } else {
            Weight::User(rows.iter().map(Node::positive).collect::<Result<_, _>>()?)
        };
    }
    if let Some(node) = fields.optional("eligible") {
        let rows = node.list_of(users, "user")?;
        pool.eligible = rows.iter().map(|row| eligible_row(row, servers)).collect::<Result<_, _>>()?;
    }
    if let Some(node) = fields.optional("tasks") {
        pool.tasks = node.list_of(users, "user")?.iter().map(limit).collect::<Result<_, _>>()?;
    }
    if let Some(node) = fields.optional("rate") {
        let rows = node.list_of(users, "user")?;
        pool.rate = Some(rows.iter().map(|row| row.row(servers, "server")).collect::<Result<_, _>>()?);
    }
    if let Some(node) = fields.optional("running") {
        let rows = node.list_of(users, "user")?;
        pool.running = Some(rows.iter().map(|row| row.row(servers, "server")).collect::<Result<_, _>>()?);
    }
    let (path, weight) = (fields.optional("path"), fields.optional("node-weight"));
    let from = TreeFields { path, weight, queue: fields.optional("queue") };
    pool.tree = tree(&from, users, pool.resources())?;
    if let Some(node) = fields.optional("team") {
        pool.team = Some(node.list_of(users, "user")?.iter().map(team_name).collect::<Result<_, _>>()?);
    }
    if let Some(node) = fields.optional("owner") {
        let owner = |node: &Node<'_>| match node.value() {
            Value::Text(text) if text == "none" => Ok(None),
            Value::Text(_) => Err(node.error("must be the index of a user, or `none`")),
            _ => node.index(users, "user").map(Some),
        };
        pool.owner = Some(node.list_of(servers, "server")?.iter().map(owner).collect::<Result<_, _>>()?);
    }
    pool.set_count(count);
    let mut labels = |name, count, what| match fields.optional(name) {
        Some(node) => labels(&node, count, what),
        None => Ok(Vec::new()),
    };
    pool.labels = Labels {
        users: labels("users", users, "user")?,
        servers: labels("servers", servers, "server")?,
        resources: labels("resources", resources, "resource")?,
    };
    fields.finish()?;
    Ok(pool)
}

/// Reads the number of servers of a class, from 1 to 10^9.
fn count_of(node: &Node<'_>) -> Result<usize, InputError> {
    match node.count()? {
        n if (1..=MOST_OF_A_CLASS).contains(&n) => Ok(n),
        n => Err(node.error(format!("must be from 1 to {MOST_OF_A_CLASS}, is {n}"))),
    }
}

fn demand_row(node: &Node<'_>, resources: usize) -> Result<Vec<Rational>, InputError> {
    let row = node.row(resources, "resource")?;
    if row.iter().all(Scalar::is_zero) {
        return Err(node.error("must not be zero in every resource"));
    }
    Ok(row)
}

fn eligible_row(node: &Node<'_>, servers: usize) -> Result<Vec<bool>, InputError> {
    let mut row = vec![false; servers];
    for index in node.list()? {
        let i = index.index(servers, "server")?;
        if std::mem::replace(&mut row[i], true) {
            return Err(index.error(format!("server {i} is given twice")));
        }
    }
    Ok(row)
}

/// The name of a team: some printable text.
fn team_name(node: &Node<'_>) -> Result<String, InputError> {
    match node.text()? {
        "" => Err(node.error("a team must have a name")),
        name if name.chars().any(char::is_control) => Err(node.error("the name of a team must be printable")),
        name => Ok(name.to_string()),
    }
}

fn labels(node: &Node<'_>, count: usize, what: &str) -> Result<Vec<String>, InputError> {
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
fn tree(from: &TreeFields<'_>, users: usize, resources: usize) -> Result<Option<Tree>, InputError> {
    let rows = match &from.path {
        Some(node) => node.list_of(users, "user")?,
        None => Vec::new(),
    };
    let paths = rows.iter().map(path_row).collect::<Result<Vec<_>, _>>()?;
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
            let floor = fields.optional("floor").map(|node| node.row(resources, "resource")).transpose()?;
            let cap = match fields.optional("cap") {
                Some(node) => {
                    node.list_of(resources, "resource")?.iter().map(limit).collect::<Result<_, _>>()?
                }
                None => Vec::new(),
            };
            fields.finish()?;
            let Some(node) = tree.as_mut().and_then(|tree| tree.inner.get_mut(k)) else { continue };
            node.weight = weight.unwrap_or_else(|| node.weight.clone());
            (node.floor, node.cap) = (floor.unwrap_or_default(), cap);
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
fn limit(node: &Node<'_>) -> Result<Option<Rational>, InputError> {
    match node.value() {
        Value::Text(text) if text == "inf" => Ok(None),
        _ => node.non_negative().map(Some),
    }
}

/// The entries of a table from paths of queues, each with the index of its queue.
fn entries<'a>(tree: &Option<Tree>, table: &Node<'a>) -> Result<Vec<(usize, Node<'a>)>, InputError> {
    let Value::Table(entries) = table.value() else {
        return Err(table.error("expected a table with paths of queues as keys"));
    };
    let all: Vec<String> = tree.as_ref().map_or_else(Vec::new, |tree| {
        (0..tree.inner.len()).map(|k| path_text(&tree.path(Some(k)))).collect()
    });
    let found = entries.iter().map(|(name, value)| {
        let entry = table.child(name, value);
        let Some(k) = all.iter().position(|path| path == name) else {
            let near = nearest(name, all.iter().map(String::as_str));
            let hint = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
            return Err(entry.error(format!("no path in `path` goes through `{name}`{hint}")));
        };
        Ok((k, entry))
    });
    found.collect()
}

/// Reads the names of the queues from the root down to a user.
fn path_row(node: &Node<'_>) -> Result<Path, InputError> {
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

fn servers_of(row: &[bool]) -> Value {
    Value::indexes((0..row.len()).filter(|i| row[*i]))
}

/// Limits in a file: numbers, and `inf` for none.
fn limits(of: &[Option<Rational>]) -> Value {
    let one = |limit: &Option<Rational>| limit.clone().map_or_else(|| Value::text("inf"), Value::Number);
    Value::List(of.iter().map(one).collect())
}

/// The field for the weights of queues that are not 1: `node-weight`, or `queue` if some queue has a floor or a cap.
fn queues(tree: &Tree) -> Option<(String, Value)> {
    let quotas = tree.has_quotas();
    let mut entries = Vec::new();
    for (k, node) in tree.inner.iter().enumerate() {
        let weight = (node.weight != Rational::one()).then(|| Value::Number(node.weight.clone()));
        let value = if quotas {
            let floor = (!node.floor.is_empty()).then(|| Value::numbers(&node.floor));
            let cap = (!node.cap.is_empty()).then(|| limits(&node.cap));
            let terms = [("weight", weight), ("floor", floor), ("cap", cap)].into_iter();
            let terms: Vec<_> = terms.filter_map(|(name, term)| Some((name.to_string(), term?))).collect();
            (!terms.is_empty()).then_some(Value::Table(terms))
        } else {
            weight
        };
        entries.extend(value.map(|value| (path_text(&tree.path(Some(k))), value)));
    }
    let name = if quotas { "queue" } else { "node-weight" };
    (!entries.is_empty()).then(|| (name.to_string(), Value::Table(entries)))
}

pub(super) fn write(pool: &Pool) -> Value {
    let mut fields = vec![("capacity".to_string(), Value::matrix(&pool.capacity_of_one()))];
    if pool.in_classes() {
        fields.push(("count".to_string(), Value::indexes(pool.count.iter().copied())));
    }
    fields.push(("demand".to_string(), Value::matrix(&pool.demand)));
    match &pool.weight {
        Weight::User(w) if w.iter().all(|w| *w == Rational::one()) => {}
        Weight::User(w) => fields.push(("weight".to_string(), Value::numbers(w))),
        Weight::Resource(w) => fields.push(("weight".to_string(), Value::matrix(w))),
    }
    if !pool.unconstrained() {
        let rows = pool.eligible.iter().map(|row| servers_of(row)).collect();
        fields.push(("eligible".to_string(), Value::List(rows)));
    }
    if pool.tasks.iter().any(Option::is_some) {
        fields.push(("tasks".to_string(), limits(&pool.tasks)));
    }
    if let Some(rate) = &pool.rate {
        fields.push(("rate".to_string(), Value::matrix(&pool.rate_of_one(rate))));
    }
    if let Some(running) = &pool.running {
        fields.push(("running".to_string(), Value::matrix(running)));
    }
    if let Some(tree) = &pool.tree {
        let paths: Vec<String> = tree.paths().iter().map(|path| path_text(path)).collect();
        fields.push(("path".to_string(), Value::texts(&paths)));
    }
    if let Some(teams) = &pool.team {
        fields.push(("team".to_string(), Value::texts(teams)));
    }
    if let Some(owners) = &pool.owner {
        let owner = |owner: &Option<usize>| owner.map_or_else(|| Value::text("none"), Value::index);
        fields.push(("owner".to_string(), Value::List(owners.iter().map(owner).collect())));
    }
    let labels = [
        ("users", &pool.labels.users),
        ("servers", &pool.labels.servers),
        ("resources", &pool.labels.resources),
    ];
    for (name, texts) in labels {
        if !texts.is_empty() {
            fields.push((name.to_string(), Value::texts(texts)));
        }
    }
    fields.extend(pool.tree.as_ref().and_then(queues));
    Value::Table(fields)
}

pub(super) fn read_outcome(pool: &Pool, node: &Node<'_>) -> Result<Placement, InputError> {
    let mut fields = node.fields()?;
    let placement = fields.required("placement")?;
    let number = |row: &Node<'_>| -> Result<Vec<Rational>, InputError> {
        row.list_of(pool.servers(), "server")?.iter().map(Node::number).collect()
    };
    let tasks = placement.list_of(pool.users(), "user")?.iter().map(number).collect::<Result<_, _>>()?;
    let placement = Placement { tasks };
    for (u, total) in fields.required("tasks")?.list_of(pool.users(), "user")?.iter().enumerate() {
        if total.number()? != placement.total(u) {
            return Err(total.error(format!("is not the sum of the placement, {}", placement.total(u))));
        }
    }
    fields.finish()?;
    Ok(placement)
}

pub(super) fn read_report(pool: &Pool, node: &Node<'_>) -> Result<Report, InputError> {
    let mut fields = node.fields()?;
    let demand = demand_row(&fields.required("demand")?, pool.resources())?;
    let eligible = eligible_row(&fields.required("eligible")?, pool.servers())?;
    let rate = match fields.optional("rate") {
        Some(_) if pool.rate.is_none() => return Err(node.error("the instance has no rates to lie about")),
        Some(node) => Some(node.row(pool.servers(), "server")?),
        None => None,
    };
    fields.finish()?;
    Ok(Report { demand, eligible, rate })
}

pub(super) fn write_report(report: &Report) -> Value {
    let mut fields = vec![
        ("demand".to_string(), Value::numbers(&report.demand)),
        ("eligible".to_string(), servers_of(&report.eligible)),
    ];
    if let Some(rate) = &report.rate {
        fields.push(("rate".to_string(), Value::numbers(rate)));
    }
    Value::Table(fields)
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
