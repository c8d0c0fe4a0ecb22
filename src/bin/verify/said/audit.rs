//! Documents about audits: one moment of a cluster, and a sequence of moments.

use std::collections::BTreeMap;

use fairwitness::scalar::{Rational, Scalar as _};
use fairwitness::workbench::shape::Exact;
use fairwitness::workbench::{
    AuditHistory, AuditReport, ChangeLine, PropertyHistory, PropertyLine, UserHistory, UserLine,
};
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

impl From<&UserLine> for AuditedUser {
    fn from(line: &UserLine) -> Self {
        let standing = &line.standing;
        let envy = |(user, by): &(String, Rational)| AuditedEnvy { user: user.clone(), by: by.clone() };
        let idle = |(server, tasks, left): &(String, Rational, Rational)| AuditedIdle {
            server: server.clone(),
            tasks: tasks.clone(),
            left: left.clone(),
        };
        AuditedUser {
            user: line.user.clone(),
            tasks: standing.tasks.clone(),
            has: standing.has.as_ref().map_or_else(|| "inf".to_string(), ToString::to_string),
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

/// What moments come to.
#[derive(Debug, Serialize, JsonSchema)]
pub struct AuditedOver {
    /// All of it in one sentence.
    pub sentence: String,
    pub moments: u64,
    /// Moments at which idle resources could have served a user that was below its share.
    pub wasted: u64,
    pub worst: Option<WorstMoment>,
    pub users: Vec<UserOver>,
    pub properties: Vec<PropertyOver>,
    /// Moments that are no instances, and why.
    pub errors: Vec<String>,
}

/// The moment at which a user lacked the largest part of its share.
#[derive(Debug, Serialize, JsonSchema)]
pub struct WorstMoment {
    pub moment: String,
    /// The part that was lacking.
    #[schemars(with = "Exact")]
    pub lacks: Rational,
    pub sentence: String,
}

/// An amount, and the moment at which it was largest.
#[derive(Debug, Serialize, JsonSchema)]
pub struct AmountAt {
    #[schemars(with = "Exact")]
    pub amount: Rational,
    pub moment: String,
}

/// Moments one after another.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Stretch {
    pub moments: u64,
    pub from: String,
    pub to: String,
}

/// How a user fared over the moments.
#[derive(Debug, Serialize, JsonSchema)]
pub struct UserOver {
    pub user: String,
    /// Moments at which it was there.
    pub moments: u64,
    /// Moments at which it ran less than its share.
    pub below: u64,
    /// `below` as a part of `moments`.
    #[schemars(with = "Exact")]
    pub below_share: Rational,
    /// The most moments together at which it ran less than its share.
    pub longest: Option<Stretch>,
    /// The tasks that it lacked on average.
    #[schemars(with = "Exact")]
    pub short_mean: Rational,
    /// By per cent of the moments: the most tasks that it lacked there.
    #[schemars(with = "BTreeMap<String, Exact>")]
    pub short_percentiles: BTreeMap<String, Rational>,
    /// The most tasks that it lacked.
    pub worst: Option<AmountAt>,
    /// Moments at which it envied another user.
    pub envious: u64,
    pub most_envy: Option<AmountAt>,
    /// Moments at which idle resources could have served it while it was below its share.
    pub wasted: u64,
}

/// How often a property held.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PropertyOver {
    pub property: &'static str,
    pub holds: u64,
    pub violated: u64,
    pub out_of_scope: u64,
    pub undecided: u64,
    /// The largest margin.
    pub worst: Option<AmountAt>,
}

fn at(worst: Option<&(Rational, String)>) -> Option<AmountAt> {
    worst.map(|(amount, moment)| AmountAt { amount: amount.clone(), moment: moment.clone() })
}

impl From<&PropertyHistory> for PropertyOver {
    fn from(history: &PropertyHistory) -> Self {
        let [holds, violated, out_of_scope, undecided] = history.counts;
        let (property, worst) = (history.property, at(history.worst.as_ref()));
        PropertyOver { property, holds, violated, out_of_scope, undecided, worst }
    }
}

impl UserOver {
    /// Returns the summary of a user's moments, with its largest shortfall at each percentage.
    pub fn of(history: &UserHistory, below_share: Rational, per_cent: &[usize]) -> Self {
        UserOver {
            user: history.user.clone(),
            moments: history.moments,
            below: history.below,
            below_share,
            longest: history.longest.clone().map(|(moments, from, to)| Stretch { moments, from, to }),
            short_mean: history.mean(),
            short_percentiles: per_cent.iter().map(|&p| (p.to_string(), history.percentile(p))).collect(),
            worst: at(history.worst.as_ref()),
            envious: history.envious,
            most_envy: at(history.most_envy.as_ref()),
            wasted: history.wasted,
        }
    }
}

impl AuditedOver {
    /// Returns the summary of all moments, with its sentence, its users, and the moments that are no
    /// instances.
    pub fn of(history: &AuditHistory, sentence: String, users: Vec<UserOver>, errors: &[String]) -> Self {
        AuditedOver {
            sentence,
            moments: history.moments,
            wasted: history.wasted,
            worst: history.worst.clone().map(|(lacks, moment, sentence)| WorstMoment {
                moment,
                lacks,
                sentence,
            }),
            users,
            properties: history.properties.iter().map(PropertyOver::from).collect(),
            errors: errors.to_vec(),
        }
    }
}
