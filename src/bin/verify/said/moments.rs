//! Documents about audits of one moment and of several.

use std::collections::BTreeMap;

use fairwitness::desk::history::{AmountAt, PropertyHistory, Stretch, WorstMoment};
use fairwitness::desk::report::{AuditReport, PlanLine};
use fairwitness::scalar::Rational;
use schemars::JsonSchema;
use serde::Serialize;

use crate::audit::{Column, Pair};

/// Audit of a cluster at one moment, with the outcomes of rules in comparison.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Audited<'a> {
    #[serde(flatten)]
    pub report: &'a AuditReport,
    pub rules: &'a [Column],
}

/// Summary of the audits of several moments.
#[derive(Debug, Serialize, JsonSchema)]
pub struct AuditedOver {
    /// Summary in one sentence.
    pub sentence: String,
    pub moments: u64,
    /// Number of moments at which idle resources could have served a user below its share.
    pub wasted: u64,
    pub worst: Option<WorstMoment>,
    pub users: Vec<UserOver>,
    pub properties: Vec<PropertyHistory>,
    /// Moments that are no instances, with the reasons.
    pub errors: Vec<String>,
    /// Number of moments of a log at which no job ran or waited.
    pub idle_moments: u64,
    /// Files to which the worst moments were written.
    pub kept: Vec<String>,
}

/// Summary of a user over the moments.
#[derive(Debug, Serialize, JsonSchema)]
pub struct UserOver {
    pub user: String,
    /// Number of moments at which the user was present.
    pub moments: u64,
    /// Number of moments at which the user ran less than its share.
    pub below: u64,
    /// `below` as a fraction of `moments`.
    pub below_share: Rational,
    /// Longest sequence of moments at which the user ran less than its share.
    pub longest: Option<Stretch>,
    /// Mean shortfall in tasks.
    pub short_mean: Rational,
    /// Largest shortfall in tasks at each percentage of the moments.
    pub short_percentiles: BTreeMap<String, Rational>,
    /// Largest shortfall in tasks.
    pub worst: Option<AmountAt>,
    /// Number of moments at which the user envied another user.
    pub envious: u64,
    pub most_envy: Option<AmountAt>,
    /// Number of moments at which the user was below its share and idle resources could have served it.
    pub wasted: u64,
}

/// Reasons for the share of a user.
#[derive(Debug, Serialize, JsonSchema)]
pub struct AuditedWhy {
    /// Steps from the weight of the user to what it lacks, a sentence or two each.
    pub why: Vec<String>,
}

/// Two moments of a cluster, compared.
#[derive(Debug, Serialize, JsonSchema)]
pub struct AuditedBoth<'a> {
    /// Comparison in one sentence.
    pub sentence: String,
    pub users: Vec<Pair<'a>>,
    pub properties: Vec<PropertyBoth>,
    /// Plan at the later moment after which no user is below its share, with what it stops; only of a change that is supposed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plan: Option<&'a PlanLine>,
}

/// Verdicts of a property at both moments.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PropertyBoth {
    pub property: &'static str,
    pub before: Option<&'static str>,
    pub after: &'static str,
}
