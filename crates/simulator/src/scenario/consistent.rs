//! Consistency of a scenario: policy, servers, jobs and times must fit together.

use super::{Rule, Scenario, Servers, User, Work};
use crate::bounds;
use crate::comparable::totals;
use crate::document::{Document, InputError};
use crate::policy::Policy;

/// Refuses a scenario whose parts do not fit together, with the field at fault.
pub(super) fn consistent(scenario: &Scenario, document: &Document) -> Result<(), InputError> {
    let wrong = |field: String, reason: String| InputError { file: document.file.clone(), field, reason };
    if let Servers::Given(rows) = &scenario.servers
        && let Err(r) = totals(rows)
    {
        let what = format!("all servers together have too much of resource {}", r + 1);
        return Err(wrong("servers.capacity".to_string(), what));
    }
    if let Some((field, reason)) = jobs(scenario).or_else(|| times(scenario)) {
        return Err(wrong(field, reason));
    }
    Ok(())
}

/// A field and its fault, if there is one.
type Fault = Option<(String, String)>;

fn fault(field: impl Into<String>, reason: impl Into<String>) -> Fault {
    Some((field.into(), reason.into()))
}

/// The first job at fault, with its field `part`.
fn job_where(users: &[User], part: &str, wrong: impl Fn(&super::Job) -> bool) -> Option<String> {
    users.iter().enumerate().find_map(|(u, user)| {
        let j = user.jobs.iter().position(&wrong)?;
        Some(format!("user[{u}].job[{j}].{part}"))
    })
}

/// The first fault of users and jobs under the policy.
fn jobs(scenario: &Scenario) -> Fault {
    let resources = match &scenario.servers {
        Servers::Given(rows) => rows[0].len(),
        _ => 2,
    };
    if let Rule::Whole(Policy::Filling(..)) = scenario.rule
        && !matches!(&scenario.servers, Servers::Given(rows) if rows.len() == 1)
    {
        return fault("servers", "progressive filling of whole tasks needs one server");
    }
    let Work::Users(users) = &scenario.work else {
        if !matches!(scenario.rule, Rule::Whole(_)) {
            return fault("user", "divisible tasks need users that are given");
        }
        let what = "random days and traces have two resources, CPU and memory";
        return if resources == 2 { None } else { fault("servers", what) };
    };
    if let Some(field) = job_where(users, "demand", |job| job.demand.len() != resources) {
        return fault(field, format!("a demand has one amount a resource, {resources}"));
    }
    match scenario.rule {
        Rule::Whole(policy) => {
            if let Some(field) = job_where(users, "seconds", |job| job.seconds.is_none()) {
                return fault(field, "whole tasks need `seconds`");
            }
            if policy == Policy::BestFit
                && let Some(field) = job_where(users, "demand[0]", |job| job.demand[0] == 0)
            {
                return fault(field, "best fit divides by the demand for the first resource");
            }
            if scenario.horizon.is_none()
                && let Some(field) = job_where(users, "tasks", |job| job.tasks.is_none())
            {
                return fault(field, "jobs without `tasks` need a `horizon`");
            }
            None
        }
        _ => {
            if let Some(u) = users.iter().position(|user| user.jobs.len() != 1) {
                return fault(format!("user[{u}].job"), "with divisible tasks each user has one job");
            }
            if scenario.horizon.is_none() {
                return fault("horizon", "divisible tasks need a `horizon`");
            }
            None
        }
    }
}

/// The fault of too many instants or periods.
fn times(scenario: &Scenario) -> Fault {
    let horizon = scenario.horizon?;
    match scenario.rule {
        Rule::Whole(_) if horizon / scenario.every > bounds::MOMENTS => {
            fault("every", format!("comes more than {} times up to the horizon", bounds::MOMENTS))
        }
        Rule::Servers { period, .. } if horizon / period > bounds::PERIODS => {
            fault("period", format!("comes more than {} times up to the horizon", bounds::PERIODS))
        }
        _ => None,
    }
}
