//! The audit of an instance file across the seam: the results have names and amounts, in the order of the
//! file.

pub use crate::asked::audit_properties;
use crate::asked::{chosen, limits};
use crate::audit::{self, Asked, Audit, Next, Said, Standing, positive};
use crate::clock::Stopwatch;
use crate::document::{Document, InputError, Read, Value};
use crate::linear::{Patience, Stop};
use crate::model::cluster::{Cluster, MOST_PAIRS, Pool};
use crate::model::{Bars, Model as _, Presented as _};
use crate::names::Names;
use crate::nodes::{ServerLine, worst};
pub use crate::planned::{Amount, ChangeLine, PlanLine, PlanNames, Repair};
use crate::scalar::{Rational, Scalar, sum};
pub use crate::telling::Room;
use crate::telling::reading;
pub use crate::users::{Envied, Missing, ShapeLine, UserLine};
use crate::workbench::beside::{CLUSTER, DATE};
use crate::workbench::{Answer, Assumption, assumptions, cluster_to_audit, last_sentence};
use serde::Serialize;
use std::time::Duration;

/// Audit of a cluster at one moment. Serialised it is the document that `--format json` prints.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct AuditReport {
    /// State of the cluster in one sentence.
    pub sentence: String,
    /// Name of the cluster, if the file or the user gives it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cluster: Option<String>,
    /// Date of the state, if the file or the user gives it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// `whole` or `divisible`: the division of tasks in the audit.
    pub division: &'static str,
    /// Verdict of each property.
    pub properties: Vec<PropertyLine>,
    /// Findings about each user.
    pub users: Vec<UserLine>,
    /// Resources of the whole cluster.
    pub resources: Vec<ResourceLine>,
    /// Users with waiting tasks in the order in which a sorter of shares (DRF) serves them.
    #[serde(rename = "next")]
    pub order: Vec<NextLine>,
    /// Worst servers: overloaded, idle though tasks wait, or with idle resources beside which no waiting task fits.
    pub servers: Vec<ServerLine>,
    /// The numbers of tasks that run and that wait; `None` for those that wait if some user has no limit.
    #[serde(skip)]
    pub counts: (Rational, Option<Rational>),
    /// The results of continuing rules from the running tasks, in the order of users, if asked for.
    #[serde(skip)]
    pub next: Vec<Next>,
    /// The number of users of the instance, with each shape of a team counted, and the number of servers, with each
    /// server of a class counted.
    #[serde(skip)]
    pub size: (usize, usize),
    /// The users of the instance that are the shapes of each user of the report; without teams, the user alone.
    #[serde(skip)]
    pub teams: Vec<Vec<usize>>,
    /// Plan after which no user is below its share, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plan: Option<Box<PlanLine>>,
    /// The assumptions of the import of the state, and then those of the audit.
    pub assumed: Vec<Assumed>,
}

/// An assumption of an audit.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Assumed {
    /// Field of the source that the import did not read; null for how the audit itself reads the state.
    pub field: Option<String>,
    /// Number of objects that have the field.
    pub count: Option<usize>,
    /// The assumption in a sentence.
    pub words: String,
}

impl Assumed {
    fn by_import(Assumption { field, count, words }: Assumption) -> Assumed {
        Assumed { field: Some(field), count: Some(count), words }
    }

    fn by_audit(words: String) -> Assumed {
        Assumed { field: None, count: None, words }
    }
}

/// Verdict of a property on the moment.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PropertyLine {
    /// Id of the property.
    pub property: &'static str,
    /// `violated`, `holds`, `out-of-scope` or `undecided`.
    #[serde(rename = "verdict")]
    pub answer: Answer,
    /// Margin of a violation.
    pub margin: Option<Rational>,
    /// Violation in words, or the reason for the verdict.
    pub tells: Option<String>,
}

/// A resource of the whole cluster.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ResourceLine {
    /// Name of the resource.
    pub resource: String,
    /// Idle amount.
    pub idle: Rational,
    /// Total amount.
    pub capacity: Rational,
}

/// A user with waiting tasks in the order of shares over weights.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NextLine {
    /// Name of the user.
    pub user: String,
    /// Share of its dominant resource over its part of the weights; null if that part is nothing.
    pub share_over_weight: Option<Rational>,
}

impl NextLine {
    /// The users of `users` with waiting tasks, the smallest share over weight first; a user without weight comes last.
    fn order(users: &[UserLine]) -> Vec<NextLine> {
        let waits = |line: &&UserLine| line.has.as_ref().is_none_or(|has| *has > line.tasks);
        let of = |line: &UserLine| NextLine {
            user: line.user.clone(),
            share_over_weight: line.part.is_positive().then(|| &line.share / &line.part),
        };
        let mut order: Vec<NextLine> = users.iter().filter(waits).map(of).collect();
        order.sort_by(|a, b| {
            let key = |line: &NextLine| (line.share_over_weight.is_none(), line.share_over_weight.clone());
            key(a).cmp(&key(b))
        });
        order
    }
}

impl AuditReport {
    /// All that is assumed, one sentence each.
    pub fn assumptions(&self) -> impl Iterator<Item = &str> {
        self.assumed.iter().map(|one| &one.words[..])
    }

    /// Returns `true` if tasks were taken as whole.
    pub fn whole(&self) -> bool {
        self.division == "whole"
    }
}

/// The options of the audit of a file.
#[derive(Clone, Debug)]
pub struct AuditAsked {
    /// The ids of properties; empty for the default ones.
    pub properties: Vec<String>,
    /// `true` if tasks are whole; `None` to take them as whole if all numbers of running tasks are.
    pub whole: Option<bool>,
    /// `true` if a plan is searched for.
    pub repairs: bool,
    /// `true` if each shape of tasks of a team is judged as a user of its own.
    pub by_shape: bool,
    /// `true` if rules for whole tasks are asked for the tasks that they would start next.
    pub next: bool,
    /// The time for verdicts and plans, as far as their length can be chosen.
    pub time: Duration,
    /// The switch that stops the audit from outside.
    pub stop: Stop,
}

/// Audits the running tasks of a file.
///
/// # Errors
/// The file is no instance of a cluster or does not state which tasks run, or an id names no property of a
/// single outcome.
pub fn audit_file(document: &Document, asked: &AuditAsked) -> Read<AuditReport> {
    let properties = chosen(&asked.properties)?;
    let mut pool = cluster_to_audit(document)?;
    if asked.by_shape {
        pool.team = None;
    }
    if pool.running.is_none() {
        let reason = "field `running` is missing: the tasks of user u that run on server s, one row per user, as in running = [[2, 0], [1, 3]]; `verify import` writes it";
        return Err(InputError::of(document.file.clone(), "running", reason.to_string()));
    }
    let limits = limits(document, &pool)?;
    let AuditAsked { whole, repairs, next, time, .. } = *asked;
    let (limits, properties, stop) = (&limits, &properties[..], &asked.stop);
    let asked = Asked { limits, properties, whole, repairs, next, envy: true, time, stop };
    let found = audit::audit(&pool, &asked);
    let refused = |refusal: crate::model::refusal::Refusal| {
        InputError::of(document.file.clone(), "", format!("an audit {refusal}"))
    };
    let mut found = report(&pool, &document.root, found.map_err(refused)?, Names::of(document, &pool)?);
    let text = |field: &str| {
        let value = document.root.get(field);
        value.map(|text| Ok(document.node().child(field, text).text()?.to_string())).transpose()
    };
    (found.cluster, found.date) = (text(CLUSTER)?, text(DATE)?);
    found.assumed.splice(0..0, assumptions(document)?.into_iter().map(Assumed::by_import));
    for (there, words) in [
        (!limits.priority.is_empty(), "No task stops or moves for a task of a lower priority."),
        (!limits.gangs.is_empty(), "The tasks of a gang stop together, and none of them moves."),
        (
            !limits.steps.is_empty(),
            "Of the waiting tasks of a gang at least as many start as it needs, or none, in shares and plans; properties count them one by one.",
        ),
        (!limits.budgets.is_empty(), "No more tasks stop or move than the budgets of disruptions allow."),
    ] {
        found.assumed.extend(there.then(|| Assumed::by_audit(words.to_string())));
    }
    Ok(found)
}

/// The cluster of a file, and a smaller cluster in which the user `name` is still below its share, both as instance
/// files. The smaller cluster is a short example of the moment. The search lasts at most as long as the audit may.
///
/// # Errors
/// The file is no instance of a cluster.
pub fn audit_smaller(document: &Document, asked: &AuditAsked, user: &str) -> Read<(Value, Value)> {
    let mut pool = cluster_to_audit(document)?;
    if asked.by_shape {
        pool.team = None;
    }
    let patience = Patience::with(&asked.stop).until(Stopwatch::start().at(asked.time));
    let small = audit::smaller(&pool, asked.whole, user, &patience, &asked.stop);
    let file = |pool: &Pool| {
        let mut fields = vec![("model".to_string(), Value::text(Cluster::ID))];
        fields.extend(Cluster::write(pool).fields().iter().cloned());
        Value::Table(fields)
    };
    Ok((file(&pool), file(&small)))
}

/// The running tasks as bars.
///
/// # Errors
/// The file is no instance of a cluster, or of one with too many users and servers.
pub fn audit_pictures(document: &Document) -> Read<Bars> {
    let pool = cluster_to_audit(document)?;
    let (users, servers) = (pool.users(), pool.servers());
    if users.saturating_mul(servers) > MOST_PAIRS {
        let why = format!("{users} users and {servers} servers are too many for a picture of all pairs");
        return Err(InputError::of(document.file.clone(), "", why));
    }
    let outcome = pool.running.clone().unwrap_or_default().placement(pool.servers());
    Ok(Cluster::bars(&pool, &outcome))
}

fn report(pool: &Pool, root: &Value, mut audit: Audit, tasks: Names) -> AuditReport {
    let names: Vec<String> = audit.teams.iter().map(|team| team.name.clone()).collect();
    let standings = std::mem::take(&mut audit.users).into_iter().enumerate();
    let mend = |u: usize, standing: &Standing| {
        let plans = audit.plans.as_ref().filter(|_| standing.short.is_positive())?;
        Some(Repair::of_team(pool, plans, u, &audit.teams[u].shapes))
    };
    let user = |(u, standing): (usize, Standing)| {
        let mend = mend(u, &standing);
        UserLine::of(pool, &names, &audit.left, u, standing, mend)
    };
    let users: Vec<UserLine> = standings.map(user).collect();
    let properties: Vec<PropertyLine> =
        audit.properties.iter().map(|(id, said)| property_line(id, said)).collect();
    let pooled = pool.pooled();
    let resource = |r: usize| ResourceLine {
        resource: pool.resource_name(r),
        idle: sum(audit.left.iter().map(|left| left[r].clone())),
        capacity: pooled[r].clone(),
    };
    AuditReport {
        sentence: sentence(&users, &properties),
        cluster: None,
        date: None,
        division: if audit.whole { "whole" } else { "divisible" },
        order: NextLine::order(&users),
        servers: worst(pool, &audit),
        counts: counts(&users),
        resources: (0..pool.resources()).map(resource).collect(),
        next: std::mem::take(&mut audit.next),
        size: (pool.users(), pool.machines()),
        teams: audit.teams.iter().map(|team| team.shapes.clone()).collect(),
        assumed: reading(pool, audit.whole).into_iter().map(Assumed::by_audit).collect(),
        plan: audit.plans.as_ref().map(|plans| Box::new(PlanLine::of(pool, root, &plans.all, tasks.clone()))),
        properties,
        users,
    }
}

fn counts(users: &[UserLine]) -> (Rational, Option<Rational>) {
    let runs = sum(users.iter().map(|user| user.tasks.clone()));
    let waits = |user: &UserLine| Some(positive(user.has.as_ref()? - &user.tasks));
    (runs, users.iter().map(waits).collect::<Option<Vec<_>>>().map(sum))
}

fn property_line(property: &'static str, said: &Said) -> PropertyLine {
    let (answer, margin, tells) = match said.clone() {
        Said::Holds => (Answer::Holds, None, None),
        Said::Violated(margin, tells) => (Answer::Violated, Some(margin), Some(tells)),
        Said::OutOfScope(reason) => (Answer::OutOfScope, None, Some(reason)),
        Said::Undecided(reason) => (Answer::Undecided, None, Some(reason)),
    };
    PropertyLine { property, answer, margin, tells }
}

/// The user with the largest shortfall as a part of its share, and the resources that could serve it. If no user has
/// a shortfall: a violated property, or that all is well.
fn sentence(users: &[UserLine], properties: &[PropertyLine]) -> String {
    let violated = |line: &&PropertyLine| line.answer == Answer::Violated;
    // The last sentence of a long violation states the entitlement.
    let gist = |line: &PropertyLine| last_sentence(line.tells.as_deref().unwrap_or_default());
    if let Some(line) = properties.iter().find(|line| line.property == "feasible").filter(violated) {
        return gist(line);
    }
    let short: Vec<&UserLine> = users.iter().filter(|user| user.short.is_positive()).collect();
    let worst = short.iter().copied().reduce(|a, b| if b.lacks() > a.lacks() { b } else { a });
    if let Some(user) = worst {
        let more = match short.len() - 1 {
            0 => String::new(),
            1 => " One more user is below its share.".to_string(),
            n => format!(" {n} more users are below their shares."),
        };
        return format!("{}.{more}", user.tells);
    }
    let kept = "Every user runs at least what its share would run";
    if let Some(line) = properties.iter().find(violated) {
        return format!("{kept}, but `{}` is violated: {}", line.property, gist(line));
    }
    let held: Vec<&str> =
        properties.iter().filter(|line| line.answer == Answer::Holds).map(|line| line.property).collect();
    if held.is_empty() {
        format!("{kept}.")
    } else {
        format!("{kept}, and these properties hold: {}.", held.join(", "))
    }
}
