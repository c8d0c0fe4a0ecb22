//! Plans with names and in words.

use std::collections::BTreeSet;

use crate::audit::counted;
use crate::audit::plan::{Plan, Plans, Verdict};
use crate::document::{Node, Value};
use crate::model::cluster::{Pool, rows_by_server};
use crate::names::{Names, dry_run};
use crate::scalar::{Rational, sum};
use crate::telling::NAMED;
use crate::together;
use crate::workbench::beside::{BUDGETS, GANGS, NAMES, TOGETHER};
use fairwitness_kernel::audit::plan::Changes;
use serde::{Serialize, Serializer};

/// A number of tasks, serialised as an integer, or as text if it is a fraction.
#[derive(Clone, Debug, PartialEq)]
pub struct Amount(pub Rational);

impl Serialize for Amount {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.small() {
            Some((whole, 1)) => serializer.serialize_i64(whole),
            _ => self.0.serialize(serializer),
        }
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Amount {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Amount".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "A number of tasks: an integer, or a fraction as text.",
            "anyOf": [{ "type": "integer", "format": "int64" }, { "type": "string" }]
        })
    }
}

/// Plan with the fewest stops, then moves, then starts, after which no user is below its share.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PlanLine {
    /// `plan`, `none`, `undecided` or `not-needed`.
    pub verdict: &'static str,
    /// Tasks that stop: user and server by index from 0, and their number.
    pub stops: Vec<(usize, usize, Amount)>,
    /// Tasks that move: user, the server that they leave, the server that they move to, and their number.
    pub moves: Vec<(usize, usize, usize, Amount)>,
    /// Waiting tasks that start: user, server, and their number.
    pub starts: Vec<(usize, usize, Amount)>,
    /// Number of tasks that stop; null without a plan.
    pub fewest: Option<Amount>,
    /// Number of tasks that every plan stops at least; null if there is no plan.
    pub bound: Option<Amount>,
    /// Changes with the names of users and servers.
    pub names: PlanNames,
    /// Plan in a sentence, or the statement that there is none.
    pub tells: String,
    /// Instance after the plan; null without a plan.
    pub after: Option<Value>,
}

/// Changes of a plan with names.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlanNames {
    /// Names of the pods or jobs to stop, as far as the instance has names.
    pub stop: Vec<String>,
    /// A command for each of them that would stop it, as a dry run.
    pub dry_run: Vec<String>,
    /// Tasks to stop, by user and server.
    pub stops: Vec<ChangeLine>,
    /// Tasks to move.
    #[serde(rename = "move")]
    pub moves: Vec<ChangeLine>,
    /// Tasks to start.
    pub start: Vec<ChangeLine>,
}

/// The repair of a shortfall with the fewest stops, moves and starts.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Repair {
    /// `true` if a repair was found.
    pub found: bool,
    /// Stops, moves and starts.
    pub changes: Vec<ChangeLine>,
    /// Repair in words, or the statement that there is none.
    pub tells: String,
    /// If no repair was found: `true` if it is proved that there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exhausted: Option<bool>,
}

/// One change of running tasks.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChangeLine {
    /// `start`, `move` or `stop`.
    pub kind: &'static str,
    /// User whose tasks change.
    pub user: String,
    /// Server of the change; for a move, the server that the tasks leave.
    pub server: String,
    /// Server to which tasks move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// Number of tasks.
    pub tasks: Rational,
}

fn lines(pool: &Pool, changes: &Changes) -> Vec<ChangeLine> {
    let line = |kind, user: usize, server: usize, to: Option<usize>, tasks: &Rational| ChangeLine {
        kind,
        user: pool.user_name(user),
        server: pool.server_name(server),
        to: to.map(|to| pool.server_name(to)),
        tasks: tasks.clone(),
    };
    let stops =
        changes.stops.iter().chain(&changes.gangs).map(|(u, i, tasks)| line("stop", *u, *i, None, tasks));
    let moves = changes.moves.iter().map(|(u, i, to, tasks)| line("move", *u, *i, Some(*to), tasks));
    let starts = changes.starts.iter().map(|(u, i, tasks)| line("start", *u, *i, None, tasks));
    stops.chain(moves).chain(starts).collect()
}

/// The changes in words. Those of one kind and one user are told together; of many servers the first are named.
fn told(lines: &[ChangeLine]) -> String {
    let mut groups: Vec<Vec<&ChangeLine>> = Vec::new();
    for line in lines {
        match groups.last_mut() {
            Some(group) if (group[0].kind, &group[0].user) == (line.kind, &line.user) => group.push(line),
            _ => groups.push(vec![line]),
        }
    }
    let place = |line: &ChangeLine| match &line.to {
        Some(to) => format!("from {} to {to}", line.server),
        None => format!("on {}", line.server),
    };
    let group = |group: &Vec<&ChangeLine>| {
        let first = group[0];
        let all = counted(&sum(group.iter().map(|line| line.tasks.clone())));
        let head = format!("{} {all} of {}", first.kind, first.user);
        if let [line] = group[..] {
            return format!("{head} {}", place(line));
        }
        let named = group.iter().take(NAMED).map(|line| format!("{} {}", line.tasks, place(line)));
        let more = match group.len().saturating_sub(NAMED) {
            0 => String::new(),
            1 => " and the others on 1 more server".to_string(),
            n => format!(" and the others on {n} more servers"),
        };
        format!("{head}, {}{more}", named.collect::<Vec<_>>().join(", "))
    };
    let of = |starts: bool| -> Vec<String> {
        groups.iter().filter(|lines| (lines[0].kind == "start") == starts).map(group).collect()
    };
    let (first, then) = (of(false).join(" and "), of(true).join(" and "));
    match (first.is_empty(), then.is_empty()) {
        (false, false) => format!("{first}, then {then}"),
        _ => first + &then,
    }
}

/// The word for the verdict of a plan, and the plan in a sentence or the statement that there is none.
fn verdict(plan: &Plan, lines: &[ChangeLine]) -> (&'static str, String) {
    match plan.verdict {
        Verdict::NotNeeded => ("not-needed", "No user is below its share.".to_string()),
        Verdict::Plan => ("plan", told(lines)),
        Verdict::None => ("none", "no change of what runs repairs it, which is proved".to_string()),
        Verdict::Undecided => (
            "undecided",
            "no change of what runs was found that repairs it, and none was excluded".to_string(),
        ),
    }
}

/// A budget of an instance without the tasks that `changes` take of it.
fn left_of(budget: &Value, changes: &Changes) -> Value {
    let node = Node::new("", budget);
    let users =
        budget.get("users").and_then(|users| node.child("users", users).list().ok()).unwrap_or_default();
    let of = |user: usize| users.iter().any(|one| *one.value() == Value::index(user));
    let stops = changes.stops.iter().chain(&changes.gangs).filter(|(u, ..)| of(*u)).map(|(.., n)| n.clone());
    let moves = changes.moves.iter().filter(|(u, ..)| of(*u)).map(|(.., n)| n.clone());
    let taken = sum(stops.chain(moves));
    let field = |(name, value): &(String, Value)| match (name.as_str(), node.child(name, value).number()) {
        ("allowed", Ok(allowed)) => (name.clone(), Value::Number(allowed - &taken)),
        _ => (name.clone(), value.clone()),
    };
    Value::Table(budget.fields().iter().map(field).collect())
}

impl PlanLine {
    /// The plan for all teams, with the state after it as an instance file: `root` with other running tasks.
    pub(crate) fn of(pool: &Pool, root: &Value, plan: &Plan, mut names: Names) -> PlanLine {
        let lines = lines(pool, &plan.changes);
        let (verdict, tells) = verdict(plan, &lines);
        // A job that runs on several servers is stopped once.
        let (mut stop, mut seen) = (names.change(&plan.changes, &plan.after.gone), BTreeSet::new());
        stop.retain(|name| seen.insert(name.clone()));
        let field = |(name, value): &(String, Value)| {
            let value = match (name.as_str(), value) {
                (NAMES, _) => names.to_value(),
                ("running", _) => rows_by_server(&plan.after.running, pool.servers()),
                (GANGS, Value::List(gangs)) => {
                    let stay = gangs.iter().zip(&plan.after.gone).filter(|(_, gone)| !**gone);
                    Value::List(stay.map(|(gang, _)| gang.clone()).collect())
                }
                (TOGETHER, list) => together::after(list, pool, &plan.changes),
                (BUDGETS, Value::List(budgets)) => {
                    Value::List(budgets.iter().map(|budget| left_of(budget, &plan.changes)).collect())
                }
                _ => value.clone(),
            };
            (name.clone(), value)
        };
        let after = || Value::Table(root.fields().iter().map(field).collect());
        let dry = stop.iter().filter_map(|name| dry_run(name)).collect();
        let found = plan.verdict == Verdict::Plan;
        let kind = |kind: &str| lines.iter().filter(|line| line.kind == kind).cloned().collect();
        let three = |(u, i, x): &(usize, usize, Rational)| (*u, *i, Amount(x.clone()));
        let four = |(u, i, to, x): &(usize, usize, usize, Rational)| (*u, *i, *to, Amount(x.clone()));
        PlanLine {
            verdict,
            stops: plan.changes.stops.iter().chain(&plan.changes.gangs).map(three).collect(),
            moves: plan.changes.moves.iter().map(four).collect(),
            starts: plan.changes.starts.iter().map(three).collect(),
            fewest: found.then(|| Amount(plan.count()[0].clone())),
            bound: plan.bound.clone().map(Amount),
            names: PlanNames {
                stop,
                dry_run: dry,
                stops: kind("stop"),
                moves: kind("move"),
                start: kind("start"),
            },
            tells,
            after: found.then(after),
        }
    }
}

impl Repair {
    fn of(pool: &Pool, plan: &Plan) -> Repair {
        let changes = lines(pool, &plan.changes);
        let (found, tells) = (plan.verdict == Verdict::Plan, verdict(plan, &changes).1);
        let exhausted = (!found).then_some(plan.verdict == Verdict::None);
        Repair { found, changes, tells, exhausted }
    }

    /// The repair of the shortfall of team `t`: its own plan, or of the plan for all teams the starts of the team and
    /// the changes that lead to them.
    pub(crate) fn of_team(pool: &Pool, plans: &Plans, t: usize, shapes: &[usize]) -> Repair {
        if let Some((_, own)) = plans.each.iter().find(|(team, _)| *team == t) {
            return Repair::of(pool, own);
        }
        let mut own = plans.all.clone();
        own.changes.starts.retain(|(u, ..)| shapes.contains(u));
        let mut servers: Vec<usize> = own.changes.starts.iter().map(|(_, i, _)| *i).collect();
        let mut at = 0;
        // Tasks that move to a server need the room that others leave there.
        while let Some(&server) = servers.get(at) {
            let to =
                own.changes.moves.iter().filter(|(_, from, ..)| *from == server).map(|(_, _, to, _)| *to);
            let new: Vec<usize> = to.filter(|to| !servers.contains(to)).collect();
            servers.extend(new);
            at += 1;
        }
        own.changes.stops.retain(|(_, i, _)| servers.contains(i));
        own.changes.moves.retain(|(_, from, ..)| servers.contains(from));
        Repair::of(pool, &own)
    }
}
