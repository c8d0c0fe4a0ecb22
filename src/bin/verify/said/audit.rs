//! Documents of the audit of one moment.

use fairwitness::desk::audit::Shape;
use fairwitness::desk::nodes::ServerLine;
use fairwitness::desk::report::{AuditReport, ChangeLine, PlanLine, PropertyLine, UserLine};
use fairwitness::scalar::Rational;
use fairwitness::workbench::shape::Exact;
use schemars::JsonSchema;
use serde::Serialize;

/// Audit of a cluster at one moment.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Audited {
    /// State of the cluster in one sentence.
    pub sentence: String,
    /// `whole` or `divisible`: the division of tasks in the audit.
    pub division: &'static str,
    pub properties: Vec<AuditedProperty>,
    pub users: Vec<AuditedUser>,
    pub resources: Vec<AuditedResource>,
    /// Worst servers: overloaded, idle though tasks wait, or with idle resources beside which no waiting task fits.
    pub servers: Vec<AuditedServer>,
    /// Outcomes of rules in comparison.
    pub rules: Vec<AuditedRule>,
    /// Plan after which nobody is below its share, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plan: Option<Box<AuditedPlan>>,
    /// Assumptions of the audit, one sentence each.
    pub assumed: Vec<String>,
}

/// Verdict of a property on the moment.
#[derive(Debug, Serialize, JsonSchema)]
pub struct AuditedProperty {
    pub property: &'static str,
    /// `violated`, `holds`, `out-of-scope` or `undecided`.
    pub verdict: &'static str,
    #[schemars(with = "Option<Exact>")]
    pub margin: Option<Rational>,
    /// Violation in words, or the reason for the verdict.
    pub tells: Option<String>,
}

/// A user at the moment. Amounts are in tasks unless they are called shares.
#[derive(Debug, Serialize, JsonSchema)]
pub struct AuditedUser {
    pub user: String,
    /// Running tasks.
    #[schemars(with = "Exact")]
    pub tasks: Rational,
    /// Tasks in all, running or waiting; `inf` without a limit.
    pub has: String,
    /// Name of the user's dominant resource; null if every resource that it demands has capacity zero.
    pub dominant: Option<String>,
    /// Dominant share of the running tasks.
    #[schemars(with = "Exact")]
    pub share: Rational,
    /// Weight as a part of the sum of all weights.
    #[schemars(with = "Exact")]
    pub part: Rational,
    /// Tasks that the user is entitled to.
    #[schemars(with = "Exact")]
    pub entitled: Rational,
    /// Dominant share of the tasks that the user is entitled to.
    #[schemars(with = "Exact")]
    pub entitled_share: Rational,
    /// Shortfall: tasks missing from the entitlement.
    #[schemars(with = "Exact")]
    pub short: Rational,
    /// Tasks beyond the entitlement.
    #[schemars(with = "Exact")]
    pub over: Rational,
    pub envies: Vec<AuditedEnvy>,
    /// Tasks that could start on idle resources if no other user started tasks.
    #[schemars(with = "Exact")]
    pub could_start: Rational,
    /// Number of servers on which they could start.
    pub idle_servers: usize,
    /// The first of the servers on which they could start.
    pub idle: Vec<AuditedIdle>,
    /// State of the user in a sentence.
    pub tells: String,
    /// Repair of the shortfall; null for a user without a shortfall.
    pub mend: Option<AuditedMend>,
    /// Share of the dominant resource that the user is entitled to, before rounding to whole tasks.
    #[schemars(with = "Exact")]
    pub right: Rational,
    /// Amounts of resources that the missing tasks need.
    pub missing: Vec<AuditedAmount>,
    /// Shapes of a team's tasks, if there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shapes: Option<Vec<AuditedShape>>,
}

/// An amount of a resource.
#[derive(Debug, Serialize, JsonSchema)]
pub struct AuditedAmount {
    pub resource: String,
    #[schemars(with = "Exact")]
    pub amount: Rational,
}

impl From<&(String, Rational)> for AuditedAmount {
    fn from((resource, amount): &(String, Rational)) -> Self {
        AuditedAmount { resource: resource.clone(), amount: amount.clone() }
    }
}

/// One of the worst servers.
#[derive(Debug, Serialize, JsonSchema)]
pub struct AuditedServer {
    pub server: String,
    /// Part of each resource in use, in the order of `resources`; null where the server has none.
    #[schemars(with = "Vec<Option<Exact>>")]
    pub used: Vec<Option<Rational>>,
    /// Largest amount that is too much or idle, as a part of the whole cluster.
    #[schemars(with = "Exact")]
    pub part: Rational,
    pub tells: String,
}

/// One shape of a team's tasks.
#[derive(Debug, Serialize, JsonSchema)]
pub struct AuditedShape {
    pub shape: String,
    /// Running tasks.
    #[schemars(with = "Exact")]
    pub tasks: Rational,
    /// Tasks in all, running or waiting; `inf` without a limit.
    pub has: String,
    /// Missing tasks of this shape in the team's shortfall.
    #[schemars(with = "Exact")]
    pub short: Rational,
}

/// An envied user and the amount of the envy.
#[derive(Debug, Serialize, JsonSchema)]
pub struct AuditedEnvy {
    pub user: String,
    #[schemars(with = "Exact")]
    pub by: Rational,
}

/// A server with idle resources for a user.
#[derive(Debug, Serialize, JsonSchema)]
pub struct AuditedIdle {
    pub server: String,
    /// Further tasks of the user that fit on the server.
    #[schemars(with = "Exact")]
    pub tasks: Rational,
    /// Idle amount of the user's dominant resource on the server.
    #[schemars(with = "Exact")]
    pub left: Rational,
}

/// The repair of a shortfall with the fewest stops, moves and starts.
#[derive(Debug, Serialize, JsonSchema)]
pub struct AuditedMend {
    /// `true` if a repair was found.
    pub found: bool,
    pub changes: Vec<AuditedChange>,
    /// Repair in words, or the statement that there is none.
    pub tells: String,
    /// If no repair was found: `true` if it is proved that there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exhausted: Option<bool>,
}

/// One change of running tasks.
#[derive(Debug, Serialize, JsonSchema)]
pub struct AuditedChange {
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
    #[schemars(with = "Exact")]
    pub tasks: Rational,
}

/// A number of tasks: an integer, or a fraction as text.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Amount {
    Whole(i64),
    Part(String),
}

impl Amount {
    fn of(x: &Rational) -> Self {
        x.small()
            .filter(|(_, d)| *d == 1)
            .map_or_else(|| Amount::Part(x.to_string()), |(n, _)| Amount::Whole(n))
    }
}

/// Plan with the fewest stops, then moves, then starts, after which nobody is below its share.
#[derive(Debug, Serialize, JsonSchema)]
pub struct AuditedPlan {
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
    pub names: AuditedNames,
    /// Plan in a sentence, or the statement that there is none.
    pub tells: String,
    /// Instance after the plan; null without a plan.
    pub after: Option<serde_json::Value>,
}

/// Changes of a plan with names.
#[derive(Debug, Serialize, JsonSchema)]
pub struct AuditedNames {
    /// Names of the pods or jobs to stop, as far as the instance has names.
    pub stop: Vec<String>,
    /// A command for each of them that would stop it, as a dry run.
    pub dry_run: Vec<String>,
    /// Tasks to stop, by user and server.
    pub stops: Vec<AuditedChange>,
    #[serde(rename = "move")]
    pub moves: Vec<AuditedChange>,
    pub start: Vec<AuditedChange>,
}

impl From<&PlanLine> for AuditedPlan {
    fn from(plan: &PlanLine) -> Self {
        let three = |(u, i, x): &(usize, usize, Rational)| (*u, *i, Amount::of(x));
        let four = |(u, i, to, x): &(usize, usize, usize, Rational)| (*u, *i, *to, Amount::of(x));
        let named = |kind: &str| {
            plan.lines.iter().filter(|line| line.kind == kind).map(AuditedChange::from).collect()
        };
        AuditedPlan {
            verdict: plan.verdict,
            stops: plan.changes.stops.iter().map(three).collect(),
            moves: plan.changes.moves.iter().map(four).collect(),
            starts: plan.changes.starts.iter().map(three).collect(),
            fewest: plan.fewest.as_ref().map(Amount::of),
            bound: plan.bound.as_ref().map(Amount::of),
            names: AuditedNames {
                stop: plan.stop.clone(),
                dry_run: plan.dry_run.clone(),
                stops: named("stop"),
                moves: named("move"),
                start: named("start"),
            },
            tells: plan.tells.clone(),
            after: plan.after.as_ref().map(fairwitness::document::Value::to_json),
        }
    }
}

/// A resource of the whole cluster.
#[derive(Debug, Serialize, JsonSchema)]
pub struct AuditedResource {
    pub resource: String,
    #[schemars(with = "Exact")]
    pub idle: Rational,
    #[schemars(with = "Exact")]
    pub capacity: Rational,
}

/// Outcome of a rule in comparison.
#[derive(Debug, Serialize, JsonSchema)]
pub struct AuditedRule {
    pub mechanism: &'static str,
    /// `running` if the rule continues from the running tasks, otherwise `empty`.
    pub from: &'static str,
    /// Tasks of each user; null if the rule has no outcome.
    #[schemars(with = "Option<Vec<Exact>>")]
    pub tasks: Option<Vec<Rational>>,
    pub certified: bool,
    /// Reason why the rule has no outcome.
    pub reason: Option<String>,
}

impl From<&PropertyLine> for AuditedProperty {
    fn from(line: &PropertyLine) -> Self {
        AuditedProperty {
            property: line.property,
            verdict: line.answer.word(),
            margin: line.margin.clone(),
            tells: line.tells.clone(),
        }
    }
}

impl From<&ChangeLine> for AuditedChange {
    fn from(line: &ChangeLine) -> Self {
        let ChangeLine { kind, user, server, to, tasks } = line.clone();
        AuditedChange { kind, user, server, to, tasks }
    }
}

impl From<&PlanLine> for AuditedMend {
    fn from(plan: &PlanLine) -> Self {
        let found = plan.verdict == "plan";
        AuditedMend {
            found,
            changes: plan.lines.iter().map(AuditedChange::from).collect(),
            tells: plan.tells.clone(),
            exhausted: (!found).then_some(plan.verdict == "none"),
        }
    }
}

/// Writes a number of tasks, or `inf` without a limit.
fn has(tasks: Option<&Rational>) -> String {
    tasks.map_or_else(|| "inf".to_string(), ToString::to_string)
}

impl From<&(String, Shape)> for AuditedShape {
    fn from((name, shape): &(String, Shape)) -> Self {
        AuditedShape {
            shape: name.clone(),
            tasks: shape.tasks.clone(),
            has: has(shape.has.as_ref()),
            short: shape.short.clone(),
        }
    }
}

impl From<&UserLine> for AuditedUser {
    fn from(line: &UserLine) -> Self {
        let (standing, several) = (&line.standing, !line.shapes.is_empty());
        let envy = |(user, by): &(String, Rational)| AuditedEnvy { user: user.clone(), by: by.clone() };
        let idle = |(server, tasks, left): &(String, Rational, Rational)| AuditedIdle {
            server: server.clone(),
            tasks: tasks.clone(),
            left: left.clone(),
        };
        AuditedUser {
            user: line.user.clone(),
            tasks: standing.tasks.clone(),
            has: has(standing.has.as_ref()),
            dominant: line.dominant.clone(),
            share: standing.share.clone(),
            part: standing.part.clone(),
            entitled: standing.entitled.clone(),
            entitled_share: standing.entitled_share.clone(),
            short: standing.short.clone(),
            over: line.over.clone(),
            envies: line.envies.iter().map(envy).collect(),
            could_start: standing.could_start.clone(),
            idle_servers: standing.idle.len(),
            idle: line.idle.iter().map(idle).collect(),
            tells: line.tells.clone(),
            mend: line.mend.as_ref().map(AuditedMend::from),
            right: standing.right.clone(),
            missing: line.missing.iter().map(AuditedAmount::from).collect(),
            shapes: several.then(|| line.shapes.iter().map(AuditedShape::from).collect()),
        }
    }
}

impl Audited {
    /// Returns the document of an audit, with the outcomes of rules and, if asked for, the plan.
    pub fn of(report: &AuditReport, rules: Vec<AuditedRule>, plan: bool) -> Self {
        let resource = |(resource, idle, all): &(String, Rational, Rational)| AuditedResource {
            resource: resource.clone(),
            idle: idle.clone(),
            capacity: all.clone(),
        };
        let server = |line: &ServerLine| AuditedServer {
            server: line.server.clone(),
            used: line.used.clone(),
            part: line.part.clone(),
            tells: line.tells.clone(),
        };
        Audited {
            sentence: report.sentence.clone(),
            division: if report.whole { "whole" } else { "divisible" },
            properties: report.properties.iter().map(AuditedProperty::from).collect(),
            users: report.users.iter().map(AuditedUser::from).collect(),
            resources: report.resources.iter().map(resource).collect(),
            servers: report.servers.iter().map(server).collect(),
            rules,
            plan: report.plan.as_ref().filter(|_| plan).map(|plan| Box::new(AuditedPlan::from(plan))),
            assumed: report.assumed.clone(),
        }
    }
}
