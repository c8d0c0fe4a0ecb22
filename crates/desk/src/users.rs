//! The findings about one user of an audit, with names and amounts.

use serde::{Serialize, Serializer};

use crate::audit::{Shape, Standing, positive};
use crate::model::cluster::Pool;
use crate::planned::Repair;
use crate::scalar::{Rational, Scalar};
use crate::telling::{Room, missing_of, stands};

/// The largest number of servers with idle resources that are listed by name for one user.
const LISTED: usize = 20;

/// A user at the moment. Amounts are in tasks unless they are called shares.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct UserLine {
    /// Name of the user.
    pub user: String,
    /// Running tasks.
    pub tasks: Rational,
    /// Tasks in all, running or waiting; `inf` without a limit.
    #[serde(serialize_with = "or_inf")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub has: Option<Rational>,
    /// Name of the user's dominant resource; null if every resource that it demands has capacity zero.
    pub dominant: Option<String>,
    /// Dominant share of the running tasks.
    pub share: Rational,
    /// Weight as a part of the sum of all weights.
    pub part: Rational,
    /// Tasks that the user is entitled to.
    pub entitled: Rational,
    /// Dominant share of the tasks that the user is entitled to.
    pub entitled_share: Rational,
    /// Shortfall: tasks missing from the entitlement.
    pub short: Rational,
    /// Tasks beyond the entitlement.
    pub over: Rational,
    /// Envied users, the most envied first.
    pub envies: Vec<Envied>,
    /// Tasks that could start on idle resources if no other user started tasks.
    pub could_start: Rational,
    /// Number of servers on which they could start.
    pub idle_servers: usize,
    /// The first of the servers on which they could start.
    pub idle: Vec<Room>,
    /// State of the user in a sentence.
    pub tells: String,
    /// Repair of the shortfall; null for a user without a shortfall, or if no repair was asked for.
    pub mend: Option<Repair>,
    /// Share of the dominant resource that the user is entitled to, before rounding to whole tasks.
    pub right: Rational,
    /// Amounts of resources that the missing tasks need, the one in which the shortfall is told first.
    pub missing: Vec<Missing>,
    /// Shapes of a team's tasks, if there are several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub shapes: Vec<ShapeLine>,
}

/// An amount of a resource.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Missing {
    /// Name of the resource.
    pub resource: String,
    /// Amount that is missing.
    pub amount: Rational,
}

/// One shape of a team's tasks.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ShapeLine {
    /// Name of the shape.
    pub shape: String,
    /// Running tasks.
    pub tasks: Rational,
    /// Tasks in all, running or waiting; `inf` without a limit.
    #[serde(serialize_with = "or_inf")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub has: Option<Rational>,
    /// Missing tasks of this shape in the team's shortfall.
    pub short: Rational,
}

/// An envied user and the amount of the envy.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Envied {
    /// Name of the envied user.
    pub user: String,
    /// Tasks that the bundle of the envied user would run beyond one's own.
    pub by: Rational,
}

/// Writes a number of tasks, or `inf` without a limit.
fn or_inf<S: Serializer>(tasks: &Option<Rational>, serializer: S) -> Result<S::Ok, S::Error> {
    match tasks {
        Some(tasks) => tasks.serialize(serializer),
        None => serializer.serialize_str("inf"),
    }
}

impl UserLine {
    /// The users of a report, those that lack the largest part of their entitlement first.
    pub fn by_shortfall(users: &[UserLine]) -> Vec<&UserLine> {
        let mut sorted: Vec<&UserLine> = users.iter().collect();
        sorted.sort_by_key(|line| std::cmp::Reverse(line.lacks()));
        sorted
    }

    /// The shortfall of the user as a part of its entitlement; zero without a shortfall.
    pub fn lacks(&self) -> Rational {
        if self.short.is_zero() {
            return Rational::zero();
        }
        &self.short / &self.entitled
    }

    /// The findings about user `u` of `names`, with the resources that are left on each server.
    pub(crate) fn of(
        pool: &Pool,
        names: &[String],
        left: &[Vec<Rational>],
        u: usize,
        standing: Standing,
        mend: Option<Repair>,
    ) -> UserLine {
        let room = |(i, tasks): &(usize, Rational)| Room {
            server: pool.server_name(*i),
            tasks: tasks.clone(),
            left: standing.dominant.map_or_else(Rational::zero, |r| left[*i][r].clone()),
        };
        let idle: Vec<Room> = standing.idle.iter().take(LISTED).map(room).collect();
        let shape = |shape: &Shape| ShapeLine {
            shape: pool.user_name(shape.user),
            tasks: shape.tasks.clone(),
            has: shape.has.clone(),
            short: shape.short.clone(),
        };
        let envied = |(m, by): &(usize, Rational)| Envied { user: names[*m].clone(), by: by.clone() };
        UserLine {
            user: names[u].clone(),
            dominant: standing.dominant.map(|r| pool.resource_name(r)),
            over: positive(&standing.tasks - &standing.entitled),
            envies: standing.envies.iter().map(envied).collect(),
            idle_servers: standing.idle.len(),
            tells: stands(pool, &standing, &idle, &names[u]),
            shapes: standing.shapes.iter().map(shape).collect(),
            missing: missing(pool, &standing),
            idle,
            mend,
            tasks: standing.tasks,
            has: standing.has,
            share: standing.share,
            part: standing.part,
            entitled: standing.entitled,
            entitled_share: standing.entitled_share,
            short: standing.short,
            could_start: standing.could_start,
            right: standing.right,
        }
    }
}

/// The missing amounts with the names of their resources, the one in which the shortfall is told first.
fn missing(pool: &Pool, standing: &Standing) -> Vec<Missing> {
    let first = missing_of(pool, standing).map(|(r, _)| r);
    let others = (0..pool.resources()).filter(|r| Some(*r) != first && standing.missing[*r].is_positive());
    let all = first.into_iter().chain(others);
    all.map(|r| Missing { resource: pool.resource_name(r), amount: standing.missing[r].clone() }).collect()
}
