//! The file of a scenario, read and found consistent.

use std::path::Path;

use super::{Job, Rule, Scenario, Servers, UNIT, User, Work};
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
    node.list()?.iter().map(amount).collect()
}

fn seconds(node: &Node<'_>) -> Result<Time, InputError> {
    let value = node.non_negative::<Rational>()?;
    let millis = machines::whole(&value, SECOND as i64);
    millis.map(|t| t as Time).ok_or_else(|| node.error("not a whole number of milliseconds"))
}

fn flag(fields: &mut Fields<'_>, name: &'static str) -> Result<bool, InputError> {
    let Some(node) = fields.optional(name) else { return Ok(false) };
    match node.text()? {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err(node.error("\"yes\" or \"no\"")),
    }
}

fn job(node: &Node<'_>) -> Result<Job, InputError> {
    let mut fields = node.fields()?;
    let at = fields.optional("at").map_or(Ok(0), |n| seconds(&n))?;
    let tasks = match fields.optional("tasks") {
        None => None,
        Some(n) => Some(u32::try_from(n.count()?).map_err(|_| n.error("too many tasks"))?),
    };
    let demand_node = fields.required("demand")?;
    let demand = amounts(&demand_node)?;
    if demand.iter().all(|d| *d == 0) {
        return Err(demand_node.error("a task takes something"));
    }
    let seconds = match fields.optional("seconds") {
        None => None,
        Some(n) => match n.list() {
            Ok(both) if both.len() == 2 => {
                let (low, high) = (seconds(&both[0])?, seconds(&both[1])?);
                if low > high {
                    return Err(n.error("the shortest comes first"));
                }
                Some((low, high))
            }
            Ok(_) => return Err(n.error("a time, or the shortest and the longest")),
            Err(_) => seconds(&n).map(|t| Some((t, t)))?,
        },
    };
    fields.finish()?;
    Ok(Job { at, tasks, demand, seconds })
}

fn user(node: &Node<'_>, number: usize, servers: Option<usize>) -> Result<User, InputError> {
    let mut fields = node.fields()?;
    let name = match fields.optional("name") {
        Some(n) => n.text()?.to_string(),
        None => format!("user {}", number + 1),
    };
    let mut member = Member::named(name);
    if let Some(n) = fields.optional("weight") {
        member.weight = n.count()? as i64;
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
    let joins = fields.optional("joins").map_or(Ok(0), |n| seconds(&n))?;
    member.leaves = fields.optional("leaves").map(|n| seconds(&n)).transpose()?;
    let jobs = fields.required("job")?.list()?.iter().map(job).collect::<Result<_, _>>()?;
    fields.finish()?;
    Ok(User { member, joins, jobs })
}

fn servers(node: &Node<'_>, folder: &Path) -> Result<Servers, InputError> {
    let mut fields = node.fields()?;
    let found = if let Some(n) = fields.optional("draw") {
        let table = fields.required("table")?;
        if table.text()? != "wang2013-table1" {
            return Err(table.error("the table that there is is wang2013-table1"));
        }
        Servers::Drawn(n.count()?)
    } else if let Some(n) = fields.optional("trace") {
        Servers::Trace(folder.join(n.text()?))
    } else {
        let rows = fields.required("capacity")?;
        let list = rows.list()?;
        let counts = match fields.optional("count") {
            Some(n) => {
                n.list_of(list.len(), "row of capacity")?.iter().map(Node::count).collect::<Result<_, _>>()?
            }
            None => vec![1; list.len()],
        };
        let mut all = Vec::new();
        for (row, n) in list.iter().zip(counts) {
            let row = amounts(row)?;
            all.extend((0..n).map(|_| row.clone()));
        }
        if all.is_empty() || all.iter().any(|row| row.len() != all[0].len() || row.is_empty()) {
            return Err(rows.error("one row a server, all of the same length"));
        }
        Servers::Given(all)
    };
    fields.finish()?;
    Ok(found)
}

/// Reads a file.
pub fn load(file: &Path) -> Result<Scenario, InputError> {
    let document = Document::load(file)?;
    let folder = file.parent().unwrap_or(Path::new("."));
    let mut fields = document.node().fields()?;
    let every = fields.optional("every").map_or(Ok(60 * SECOND), |n| seconds(&n))?;
    let policy = fields.required("policy")?;
    let id = policy.text()?;
    let divisible = || CLUSTER.iter().copied().find(|m| m.id() == id && !m.setting().whole);
    let rule = if id == "ps-dsf-servers" {
        let timing = match fields.optional("timing") {
            None => Timing::InTurn,
            Some(n) => match n.text()? {
                "in turn" => Timing::InTurn,
                "at once" => Timing::AtOnce,
                "in any order" => Timing::InAnyOrder(0),
                _ => return Err(n.error("\"in turn\", \"at once\" or \"in any order\"")),
            },
        };
        let period = fields.optional("period").map_or(Ok(SECOND), |n| seconds(&n))?;
        Rule::Servers { once: flag(&mut fields, "released-once")?, timing, period: period.max(1) }
    } else if let Some(policy) = Policy::named(id) {
        Rule::Whole(policy)
    } else if let Some(mechanism) = divisible() {
        Rule::Divisible(mechanism)
    } else {
        let known = POLICIES.iter().map(|(id, _)| *id);
        let known: Vec<&str> = known.chain(["slots-N", "ps-dsf-servers"]).collect();
        return Err(policy.error(format!(
            "no such policy; whole tasks: {}; and every mechanism for divisible tasks",
            known.join(", ")
        )));
    };
    let horizon = fields.optional("horizon").map(|n| seconds(&n)).transpose()?;
    let servers = servers(&fields.required("servers")?, folder)?;
    let count = if let Servers::Given(rows) = &servers { Some(rows.len()) } else { None };
    let work = if let Some(n) = fields.optional("day") {
        let mut day = n.fields()?;
        let tasks = day.required("tasks")?.count()? as u64;
        let users = day.required("users")?.count()?.max(1);
        let hours = day.optional("hours").map_or(Ok(24), |n| n.count())? as Time;
        let load = day.optional("load").map_or(Ok(Rational::one()), |n| n.positive())?.to_f64();
        let one_kind = flag(&mut day, "one-kind")?;
        day.finish()?;
        Work::Day(Day { tasks, users, length: hours.max(1) * 3600 * SECOND, load, one_kind })
    } else if let Some(n) = fields.optional("trace") {
        let mut of = n.fields()?;
        let kind = of.required("kind")?;
        let found = match kind.text()? {
            "google2011" => {
                let list = of.required("tasks")?;
                let files = list
                    .list()?
                    .iter()
                    .map(|f| f.text().map(|f| folder.join(f)))
                    .collect::<Result<_, _>>()?;
                Work::Google(files)
            }
            "alibaba2018" => Work::Alibaba {
                tasks: folder.join(of.required("tasks")?.text()?),
                users: of.optional("users").map_or(Ok(50), |n| n.count())?.max(1),
            },
            _ => return Err(kind.error("google2011 or alibaba2018")),
        };
        of.finish()?;
        found
    } else {
        let list = fields.required("user")?;
        let users =
            list.list()?.iter().enumerate().map(|(k, n)| user(n, k, count)).collect::<Result<Vec<_>, _>>()?;
        if users.is_empty() {
            return Err(list.error("there is nobody"));
        }
        Work::Users(users)
    };
    fields.finish()?;
    let scenario = Scenario { file: file.to_path_buf(), rule, horizon, every: every.max(1), servers, work };
    scenario.consistent(&document)?;
    Ok(scenario)
}

impl Scenario {
    fn consistent(&self, document: &Document) -> Result<(), InputError> {
        let node = document.node();
        let resources = match &self.servers {
            Servers::Given(rows) => rows[0].len(),
            _ => 2,
        };
        if let Work::Users(users) = &self.work {
            for user in users {
                if user.jobs.iter().any(|job| job.demand.len() != resources) {
                    return Err(node.error(format!(
                        "{}: a demand has one amount a resource, {resources}",
                        user.member.name
                    )));
                }
                if matches!(self.rule, Rule::Whole(_)) && user.jobs.iter().any(|job| job.seconds.is_none()) {
                    return Err(node.error(format!("{}: whole tasks need `seconds`", user.member.name)));
                }
            }
        } else if resources != 2 {
            return Err(node.error("drawn days and traces have two resources, CPU and memory"));
        }
        match &self.rule {
            Rule::Whole(Policy::Filling(..)) => match &self.servers {
                Servers::Given(rows) if rows.len() == 1 => Ok(()),
                _ => Err(node.error("progressive filling of whole tasks needs one server")),
            },
            Rule::Whole(policy) => {
                let Work::Users(users) = &self.work else { return Ok(()) };
                if *policy == Policy::BestFit && users.iter().any(|u| u.jobs.iter().any(|j| j.demand[0] == 0))
                {
                    return Err(node.error("best fit divides by the demand for the first resource"));
                }
                let endless = users.iter().any(|u| u.jobs.iter().any(|j| j.tasks.is_none()));
                if endless && self.horizon.is_none() {
                    return Err(node.error("jobs without `tasks` need a `horizon`"));
                }
                Ok(())
            }
            _ => {
                let Work::Users(users) = &self.work else {
                    return Err(node.error("divisible tasks need users that are given"));
                };
                if users.iter().any(|u| u.jobs.len() != 1) {
                    return Err(node.error("with divisible tasks each user has one job"));
                }
                if self.horizon.is_none() {
                    return Err(node.error("divisible tasks need a `horizon`"));
                }
                Ok(())
            }
        }
    }
}
