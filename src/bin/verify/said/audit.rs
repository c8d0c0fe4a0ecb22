//! An audit of one moment of a cluster.

use fairwitness::scalar::{Rational, Scalar as _};
use fairwitness::workbench::shape::Exact;
use fairwitness::workbench::{AuditReport, ChangeLine, PropertyLine, Shape, UserLine};
use schemars::JsonSchema;
use serde::Serialize;

/// What stands on a cluster at one moment.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Audited {
    /// The state in one sentence.
    pub sentence: String,
    /// `whole` or `divisible`: what tasks were taken to be.
    pub division: &'static str,
    pub properties: Vec<AuditedProperty>,
    pub users: Vec<AuditedUser>,
    pub resources: Vec<AuditedResource>,
    /// What rules would give each user.
    pub rules: Vec<AuditedRule>,
    /// What was assumed, a sentence each.
    pub assumed: Vec<String>,
}

/// A property of the moment.
#[derive(Debug, Serialize, JsonSchema)]
pub struct AuditedProperty {
    pub property: &'static str,
    /// `violated`, `holds`, `out-of-scope` or `undecided`.
    pub verdict: &'static str,
    #[schemars(with = "Option<Exact>")]
    pub margin: Option<Rational>,
    /// The violation in words, or the reason of the verdict.
    pub tells: Option<String>,
}

/// A user at the moment. Amounts are in tasks, where they are not called shares.
#[derive(Debug, Serialize, JsonSchema)]
pub struct AuditedUser {
    pub user: String,
    /// What runs.
    #[schemars(with = "Exact")]
    pub tasks: Rational,
    /// How many tasks it has; `inf` where it always has more.
    pub has: String,
    /// Its dominant resource by name.
    pub dominant: Option<String>,
    /// Its dominant share.
    #[schemars(with = "Exact")]
    pub share: Rational,
    /// Its part by weight of all users.
    #[schemars(with = "Exact")]
    pub part: Rational,
    /// What its share would run.
    #[schemars(with = "Exact")]
    pub entitled: Rational,
    /// The dominant share of what its share would run.
    #[schemars(with = "Exact")]
    pub entitled_share: Rational,
    /// How much less than its share it runs.
    #[schemars(with = "Exact")]
    pub short: Rational,
    /// How much more than its share it runs.
    #[schemars(with = "Exact")]
    pub over: Rational,
    pub envies: Vec<AuditedEnvy>,
    /// How many tasks could start on idle resources, if it alone started tasks.
    #[schemars(with = "Exact")]
    pub could_start: Rational,
    /// On how many servers.
    pub idle_servers: usize,
    /// The first of these servers.
    pub idle: Vec<AuditedIdle>,
    /// How it stands, in a sentence.
    pub tells: String,
    /// What would repair a shortfall; null of a user that is not short.
    pub mend: Option<AuditedMend>,
    /// Of a team with several shapes of tasks: the share that it is entitled to, before whole tasks are counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Exact>")]
    pub right: Option<Rational>,
    /// The shapes of a team's tasks, where there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shapes: Option<Vec<AuditedShape>>,
}

/// One shape of a team's tasks.
#[derive(Debug, Serialize, JsonSchema)]
pub struct AuditedShape {
    pub shape: String,
    /// What runs.
    #[schemars(with = "Exact")]
    pub tasks: Rational,
    /// Tasks in all; `inf` without a limit.
    pub has: String,
    /// Tasks that the team is short of.
    #[schemars(with = "Exact")]
    pub short: Rational,
}

/// Another user, and by how much it is envied.
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
    /// Tasks that fit there.
    #[schemars(with = "Exact")]
    pub tasks: Rational,
    /// What is idle there of the user's dominant resource.
    #[schemars(with = "Exact")]
    pub left: Rational,
}

/// The smallest repair of a shortfall.
#[derive(Debug, Serialize, JsonSchema)]
pub struct AuditedMend {
    /// Whether there is one.
    pub found: bool,
    pub changes: Vec<AuditedChange>,
    /// The repair in words, or that there is none.
    pub tells: Option<String>,
    /// Where none was found: whether all changes and pairs of changes were looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exhausted: Option<bool>,
    /// Where one was found: other repairs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub others: Option<Vec<AuditedWay>>,
}

/// One way to repair a shortfall.
#[derive(Debug, Serialize, JsonSchema)]
pub struct AuditedWay {
    pub changes: Vec<AuditedChange>,
    pub tells: String,
}

/// One change of what stands.
#[derive(Debug, Serialize, JsonSchema)]
pub struct AuditedChange {
    /// `start`, `move`, `stop`, `allow` or `weight`.
    pub kind: &'static str,
    /// Whose tasks, servers or weight.
    pub user: String,
    /// The server; of a move, where from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub server: Option<String>,
    /// Where to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// How many tasks.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Exact>")]
    pub tasks: Option<Rational>,
    /// Which weight.
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

/// What a rule would give.
#[derive(Debug, Serialize, JsonSchema)]
pub struct AuditedRule {
    pub mechanism: &'static str,
    /// `running` of a rule that goes on from what runs, else `empty`.
    pub from: &'static str,
    /// The tasks of each user; null where the rule gives nothing.
    #[schemars(with = "Option<Vec<Exact>>")]
    pub tasks: Option<Vec<Rational>>,
    pub certified: bool,
    /// Why the rule gives nothing.
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

/// Returns the repair of a user's shortfall, or `None` if the user is not short.
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
