//! Documents of the audit of one moment.

use fairwitness::desk::audit::Shape;
use fairwitness::desk::report::{AuditReport, ChangeLine, PropertyLine, UserLine};
use fairwitness::scalar::{Rational, Scalar as _};
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
    /// Outcomes of rules in comparison.
    pub rules: Vec<AuditedRule>,
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
    /// For a team with several shapes of tasks, the share that it is entitled to before rounding to whole tasks.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Exact>")]
    pub right: Option<Rational>,
    /// Shapes of a team's tasks, if there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shapes: Option<Vec<AuditedShape>>,
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

/// The smallest repair of a shortfall.
#[derive(Debug, Serialize, JsonSchema)]
pub struct AuditedMend {
    /// `true` if a repair was found.
    pub found: bool,
    pub changes: Vec<AuditedChange>,
    /// Repair in words, or the statement that there is none.
    pub tells: Option<String>,
    /// If no repair was found: `true` if all single changes and pairs of changes were examined.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exhausted: Option<bool>,
    /// If a repair was found: further repairs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub others: Option<Vec<AuditedWay>>,
}

/// One way to repair a shortfall.
#[derive(Debug, Serialize, JsonSchema)]
pub struct AuditedWay {
    pub changes: Vec<AuditedChange>,
    pub tells: String,
}

/// One change of running tasks, servers or weights.
#[derive(Debug, Serialize, JsonSchema)]
pub struct AuditedChange {
    /// `start`, `move`, `stop`, `allow` or `weight`.
    pub kind: &'static str,
    /// User whose tasks, servers or weight change.
    pub user: String,
    /// Server of the change; for a move, the server that the tasks leave.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub server: Option<String>,
    /// Server to which tasks move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// Number of tasks.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Exact>")]
    pub tasks: Option<Rational>,
    /// New weight.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Exact>")]
    pub weight: Option<Rational>,
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
        let ChangeLine { kind, user, server, to, tasks, weight } = line.clone();
        AuditedChange { kind, user, server, to, tasks, weight }
    }
}

/// Returns the repair of a user's shortfall, or `None` if the user has its entitlement.
fn mend(line: &UserLine) -> Option<AuditedMend> {
    let way = |(changes, tells): (&Vec<ChangeLine>, &String)| AuditedWay {
        changes: changes.iter().map(AuditedChange::from).collect(),
        tells: tells.clone(),
    };
    let mut ways = line.ways.iter().zip(&line.mends).map(way);
    line.standing.short.is_positive().then(|| match ways.next() {
        None => AuditedMend {
            found: false,
            changes: Vec::new(),
            tells: line.mends.first().cloned(),
            exhausted: Some(line.exhausted),
            others: None,
        },
        Some(AuditedWay { changes, tells }) => AuditedMend {
            found: true,
            changes,
            tells: Some(tells),
            exhausted: None,
            others: Some(ways.collect()),
        },
    })
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
            mend: mend(line),
            right: several.then(|| standing.right.clone()),
            shapes: several.then(|| line.shapes.iter().map(AuditedShape::from).collect()),
        }
    }
}

impl Audited {
    /// Returns the document of an audit, with the outcomes of rules.
    pub fn of(report: &AuditReport, rules: Vec<AuditedRule>) -> Self {
        let resource = |(resource, idle, all): &(String, Rational, Rational)| AuditedResource {
            resource: resource.clone(),
            idle: idle.clone(),
            capacity: all.clone(),
        };
        Audited {
            sentence: report.sentence.clone(),
            division: if report.whole { "whole" } else { "divisible" },
            properties: report.properties.iter().map(AuditedProperty::from).collect(),
            users: report.users.iter().map(AuditedUser::from).collect(),
            resources: report.resources.iter().map(resource).collect(),
            rules,
            assumed: report.assumed.clone(),
        }
    }
}
