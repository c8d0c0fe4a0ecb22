//! The file of a scenario, read and checked for consistency.

use std::path::Path;

use super::consistent::consistent;
use super::{Job, Rule, Scenario, Servers, UNIT, User, Work};
use crate::bounds;
use crate::document::{Document, Fields, InputError, Node};
use crate::machines;
use crate::mechanism::CLUSTER;
use crate::policy::{POLICIES, Policy};
use crate::scalar::{Rational, Scalar as _};
use crate::servers::Timing;
use crate::synthetic::Day;
use crate::workload::{Member, SECOND, Time};

fn amount(node: &Node<'_>) -> Result<i64, InputError> {
    let value = node.non_negative::<Rational>()?;
    machines::whole(&value, UNIT).ok_or_else(|| node.error("not a whole number of millionths"))
}

fn amounts(node: &Node<'_>) -> Result<Vec<i64>, InputError> {
    node.each(amount)
}

fn seconds(node: &Node<'_>) -> Result<Time, InputError> {
    let value = node.non_negative::<Rational>()?;
    let millis = machines::whole(&value, SECOND as i64);
    let millis = millis.map(|t| t as Time).ok_or_else(|| node.error("not a whole number of milliseconds"))?;
    if millis > bounds::TIME {
        return Err(node.error("is a time beyond 100 years"));
    }
    Ok(millis)
}

/// A count within its bound.
fn count(node: &Node<'_>, most: usize) -> Result<usize, InputError> {
    match node.count()? {
        count if count > most => Err(node.error(format!("is {count}, and at most {most} are handled"))),
        count => Ok(count),
    }
}

/// A name that can be printed and written into a file.
fn name(node: &Node<'_>) -> Result<String, InputError> {
    let text = node.text()?;
    if text.is_empty() || text.chars().any(char::is_control) {
        return Err(node.error("a name must be printable"));
    }
    if text.len() > bounds::NAME {
        return Err(node.error(format!("a name has at most {} bytes", bounds::NAME)));
    }
    Ok(text.to_string())
}

fn flag(fields: &mut Fields<'_>, name: &'static str) -> Result<bool, InputError> {
    let read = fields.maybe(name, |node| match node.text()? {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err(node.error("\"yes\" or \"no\"")),
    });
    Ok(read?.unwrap_or(false))
}

fn job(node: &Node<'_>) -> Result<Job, InputError> {
    let mut fields = node.fields()?;
    let at = fields.maybe("at", seconds)?.unwrap_or(0);
    let tasks = fields.maybe("tasks", |n| Ok(count(n, bounds::TASKS as usize)? as u32))?;
    let demand_node = fields.required("demand")?;
    let demand = amounts(&demand_node)?;
    if demand.iter().all(|d| *d == 0) {
        return Err(demand_node.error("a task takes something"));
    }
    let seconds = fields.maybe("seconds", |n| match n.list() {
        Ok(both) if both.len() == 2 => match (seconds(&both[0])?, seconds(&both[1])?) {
            (low, high) if low > high => Err(n.error("the shortest comes first")),
            both => Ok(both),
        },
        Ok(_) => Err(n.error("a time, or the shortest and the longest")),
        Err(_) => seconds(n).map(|t| (t, t)),
    })?;
    fields.finish()?;
    Ok(Job { at, tasks, demand, seconds })
}

fn user(node: &Node<'_>, number: usize, servers: Option<usize>) -> Result<User, InputError> {
    let mut fields = node.fields()?;
    let name = fields.maybe("name", name)?.unwrap_or_else(|| format!("user {}", number + 1));
    let mut member = Member::named(name);
    if let Some(n) = fields.optional("weight") {
        member.weight = count(&n, bounds::WEIGHT)? as i64;
        if member.weight == 0 {
            return Err(n.error("a weight is above zero"));
        }
    }
    if let Some(n) = fields.optional("eligible") {
        let servers =
            servers.ok_or_else(|| n.error("eligible servers need servers that are given one by one"))?;
        let mut may = vec![false; servers];
        for index in n.list()? {
            may[index.index(servers, "server")?] = true;
        }
        member.eligible = Some(may);
    }
    let joins = fields.maybe("joins", seconds)?.unwrap_or(0);
    member.leaves = fields.maybe("leaves", seconds)?;
    let jobs = fields.required("job")?.each(job)?;
    fields.finish()?;
    Ok(User { member, joins, jobs })
}

fn users(node: &Node<'_>, servers: Option<usize>) -> Result<Vec<User>, InputError> {
    let list = node.list()?;
    if list.is_empty() {
        return Err(node.error("there is no user"));
    }
    if list.len() > bounds::USERS {
        return Err(node.error(format!("are {}, and at most {} are handled", list.len(), bounds::USERS)));
    }
    let (mut users, mut names) = (Vec::new(), std::collections::BTreeSet::new());
    let (mut tasks, mut pairs) = (0u64, 0usize);
    for (k, node) in list.iter().enumerate() {
        let user = user(node, k, servers)?;
        if !names.insert(user.member.name.clone()) {
            return Err(node.error(format!("the name `{}` is given twice", user.member.name)));
        }
        let own = user.jobs.iter().map(|job| u64::from(job.tasks.unwrap_or_default()));
        tasks = own.fold(tasks, u64::saturating_add);
        if tasks > bounds::TASKS {
            return Err(node.error(format!("makes more than {} tasks in all", bounds::TASKS)));
        }
        pairs += user.member.eligible.as_ref().map_or(0, Vec::len);
        if pairs > bounds::PAIRS {
            return Err(node.error(format!("makes more than {} pairs of user and server", bounds::PAIRS)));
        }
        users.push(user);
    }
    Ok(users)
}

fn servers(node: &Node<'_>, folder: &Path) -> Result<Servers, InputError> {
    let mut fields = node.fields()?;
    let found = if let Some(n) = fields.optional("draw") {
        let table = fields.required("table")?;
        if table.text()? != "wang2013-table1" {
            return Err(table.error("the table that there is is wang2013-table1"));
        }
        Servers::Drawn(count(&n, bounds::SERVERS)?)
    } else if let Some(n) = fields.optional("trace") {
        Servers::Trace(folder.join(n.text()?))
    } else {
        let rows = fields.required("capacity")?;
        let list = rows.list()?;
        let each = |n: &Node<'_>| n.each_of(list.len(), "row of capacity", |n| count(n, bounds::SERVERS));
        let counts = fields.maybe("count", each)?.unwrap_or_else(|| vec![1; list.len()]);
        let mut all: Vec<Vec<i64>> = Vec::new();
        for (row, n) in list.iter().zip(counts) {
            let amounts = amounts(row)?;
            let servers = all.len().saturating_add(n);
            if servers > bounds::SERVERS || servers.saturating_mul(amounts.len()) > bounds::AMOUNTS {
                let (most, cells) = (bounds::SERVERS, bounds::AMOUNTS);
                return Err(row.error(format!(
                    "makes more than {most} servers, or more than {cells} amounts of all servers"
                )));
            }
            all.extend((0..n).map(|_| amounts.clone()));
        }
        if all.is_empty() || all.iter().any(|row| row.len() != all[0].len() || row.is_empty()) {
            return Err(rows.error("one row a server, all of the same length"));
        }
        Servers::Given(all)
    };
    fields.finish()?;
    Ok(found)
}

/// Reads the file of a scenario.
///
/// # Errors
/// The file, the field and its position where something is wrong or beyond its bound.
pub fn load(file: &Path) -> Result<Scenario, InputError> {
    read(file, &Document::load(file)?)
}

/// Reads a document in place of a file.
///
/// # Errors
/// The field and its position if a value is invalid or beyond its bound.
pub fn read(file: &Path, document: &Document) -> Result<Scenario, InputError> {
    let folder = file.parent().unwrap_or(Path::new("."));
    let mut fields = document.node().fields()?;
    let every = fields.maybe("every", seconds)?.unwrap_or(60 * SECOND);
    let policy = fields.required("policy")?;
    let id = policy.text()?;
    let divisible = || CLUSTER.iter().copied().find(|m| m.id() == id && !m.setting().whole);
    let rule = if id == "ps-dsf-servers" {
        let timing = fields.maybe("timing", |n| match n.text()? {
            "in turn" => Ok(Timing::InTurn),
            "at once" => Ok(Timing::AtOnce),
            "in any order" => Ok(Timing::InAnyOrder(0)),
            _ => Err(n.error("\"in turn\", \"at once\" or \"in any order\"")),
        })?;
        let timing = timing.unwrap_or(Timing::InTurn);
        let period = fields.maybe("period", seconds)?.unwrap_or(SECOND);
        Rule::Servers { once: flag(&mut fields, "released-once")?, timing, period: period.max(1) }
    } else if let Some(found) = Policy::named(id) {
        if matches!(found, Policy::Slots(n) if n > bounds::SLOTS) {
            return Err(policy.error(format!("at most {} slots are in the largest server", bounds::SLOTS)));
        }
        Rule::Whole(found)
    } else if let Some(mechanism) = divisible() {
        Rule::Divisible(mechanism)
    } else {
        let known = POLICIES.iter().map(|(id, _)| *id);
        let known: Vec<&str> = known.chain(["slots-N", "ps-dsf-servers"]).collect();
        let known = known.join(", ");
        let reason = format!("no such policy; whole tasks: {known}; and every mechanism for divisible tasks");
        return Err(policy.error(reason));
    };
    let horizon = fields.maybe("horizon", seconds)?;
    let servers = servers(&fields.required("servers")?, folder)?;
    let among = if let Servers::Given(rows) = &servers { Some(rows.len()) } else { None };
    let work = if let Some(n) = fields.optional("day") {
        let mut day = n.fields()?;
        let tasks = count(&day.required("tasks")?, bounds::TASKS as usize)? as u64;
        let users = count(&day.required("users")?, bounds::USERS)?.max(1);
        let most = (bounds::TIME / (3600 * SECOND)) as usize;
        let hours = day.maybe("hours", |n| count(n, most))?.unwrap_or(24) as Time;
        let load = day.maybe("load", |n| match n.positive()? {
            load if load > Rational::int(1000) => Err(n.error("a load is at most 1000")),
            load => Ok(load.to_f64()),
        })?;
        let load = load.unwrap_or(1.0);
        let one_kind = flag(&mut day, "one-kind")?;
        day.finish()?;
        Work::Day(Day { tasks, users, length: hours.max(1) * 3600 * SECOND, load, one_kind })
    } else if let Some(n) = fields.optional("trace") {
        let mut of = n.fields()?;
        let kind = of.required("kind")?;
        let found = match kind.text()? {
            "google2011" => Work::Google(of.required("tasks")?.each(|f| Ok(folder.join(f.text()?)))?),
            "alibaba2018" => Work::Alibaba {
                tasks: folder.join(of.required("tasks")?.text()?),
                users: of.maybe("users", |n| count(n, bounds::USERS))?.unwrap_or(50).max(1),
            },
            _ => return Err(kind.error("google2011 or alibaba2018")),
        };
        of.finish()?;
        found
    } else {
        Work::Users(users(&fields.required("user")?, among)?)
    };
    fields.finish()?;
    let scenario = Scenario { file: file.to_path_buf(), rule, horizon, every: every.max(1), servers, work };
    consistent(&scenario, document)?;
    Ok(scenario)
}
