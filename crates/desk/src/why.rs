//! Why a user has the share that it has: the steps from its weight to what it lacks, in sentences.

use crate::audit::{counted, rights_of};
use crate::document::{Document, InputError};
use crate::model::cluster::{Hierarchy, Pool, Setting};
use crate::report::{AuditReport, Missing, UserLine};
use crate::scalar::{Rational, Scalar as _, sum};
use crate::units::{amount_of, per_cent, whole_of};
use crate::workbench::cluster_to_audit;
use fairwitness_kernel::document::suggest::hint;

/// The largest number of other users that are told.
const MOST: usize = 5;

/// The steps from the weight of the user or team `name` to its share, to what it lacks, and to those who have more.
///
/// # Errors
/// The file is no instance of a cluster, or has no such user.
pub fn why(document: &Document, report: &AuditReport, name: &str) -> Result<Vec<String>, InputError> {
    let pool = cluster_to_audit(document)?;
    let Some((at, line)) = report.users.iter().enumerate().find(|(_, line)| line.user == name) else {
        let hint = hint(name, report.users.iter().map(|line| &*line.user));
        let reason = format!("no user or team is called `{name}`{hint}");
        return Err(InputError { file: "--why".to_string(), field: String::new(), reason });
    };
    let mut told = vec![weight(&pool, line, &report.teams[at])];
    told.push(alone(&pool, line, &report.teams[at], report.whole()));
    told.push(format!("{}.", line.tells));
    told.extend(others(report, line));
    Ok(told)
}

fn weight(pool: &Pool, line: &UserLine, shapes: &[usize]) -> String {
    let (name, part) = (&line.user, per_cent(&line.part));
    match (&pool.tree, pool.user_weights()) {
        (Some(_), _) => {
            let named = |r: &usize| line.dominant.as_ref() == Some(&pool.resource_name(*r));
            let r = (0..pool.resources()).find(named).unwrap_or(0);
            let levels = shapes.first().map_or_else(Vec::new, |&u| levels(pool, u, r)).join("; ");
            let of = whole_of(&pool.resource_name(r));
            format!(
                "The cluster is divided level by level among queues and users that have tasks, here all {of}: {levels}. So the part of {name} is \
                 {part}."
            )
        }
        (None, Some(weights)) => {
            let own = sum(shapes.iter().map(|&u| weights[u].clone()));
            let all = sum(weights.iter().cloned());
            format!("{name} has weight {own} of {all} in all, so its part of the cluster is {part}.")
        }
        (None, None) => {
            format!("{name} has a weight for each resource; its part of its dominant resource is {part}.")
        }
    }
}

/// The division of resource `r` at each level above the user: its queue, or the user itself, and those beside it.
fn levels(pool: &Pool, user: usize, r: usize) -> Vec<String> {
    let all = Hierarchy::of(pool, Setting::WHOLE);
    let shares: Vec<Rational> = all.shares_in(pool, r);
    let pooled = &pool.pooled()[r];
    let bound = |node: usize| {
        let stands =
            |amount: Option<&Rational>| amount.is_some_and(|amount| *amount == &shares[node] * pooled);
        match (stands(all.cap(pool, node, r)), stands(all.floor(pool, node, r))) {
            (true, _) => ", its cap",
            (false, true) => ", its floor",
            (false, false) => "",
        }
    };
    let gets = |node: usize| format!("{}{}", per_cent(&shares[node]), bound(node));
    let (mut told, mut at) = (Vec::new(), all.leaf[user]);
    while let Some(above) = all.nodes[at].above {
        let weight = |node: usize| all.weight(pool, node, r);
        let beside = sum(all.demanding(above).map(weight));
        let others = all.demanding(above).filter(|node| *node != at);
        let others: Vec<String> =
            others.take(MOST).map(|node| format!("{} {}", all.name(pool, node), gets(node))).collect();
        let others = if others.is_empty() { String::new() } else { format!(" ({})", others.join(", ")) };
        let (name, weight, gets) = (all.name(pool, at), weight(at), gets(at));
        told.push(format!("{name} has weight {weight} of {beside} and gets {gets}{others}"));
        at = above;
    }
    told.reverse();
    told
}

fn alone(pool: &Pool, line: &UserLine, shapes: &[usize], whole: bool) -> String {
    let (name, right) = (&line.user, per_cent(&line.right));
    let Some(resource) = &line.dominant else {
        return format!("The cluster has none of the resources that {name} needs, so its share is nothing.");
    };
    let open = (0..pool.servers()).filter(|&i| shapes.iter().any(|&u| pool.runs_on(u, i)));
    let open: usize = open.map(|i| pool.alike(i)).sum();
    let (of, servers) = (whole_of(resource), pool.machines());
    if !line.part.is_positive() {
        return "Its part is nothing, so its share is nothing.".to_string();
    }
    let reach = match (whole && pool.user_weights().is_some()).then(|| rights_of(pool)) {
        Some(rights) => {
            rights.teams.iter().position(|team| team.name == *name).map(|t| rights.alone[t].clone())
        }
        None => None,
    };
    let Some(reach) = reach else {
        return format!(
            "Its slices of the {open} of {servers} servers that it may use hold {right} of all {of}, its share."
        );
    };
    format!(
        "Alone, with tasks of one kind on each of the {open} of {servers} servers that it may use, {name} could take {} of all {of}; its part of \
         that, or what its slices of the single servers hold if that is more, is its share, {right}, which runs {}.",
        per_cent(&reach),
        counted(&line.entitled)
    )
}

/// The users that take more than their share of what `line` lacks.
fn others(report: &AuditReport, line: &UserLine) -> Vec<String> {
    if !line.short.is_positive() {
        return Vec::new();
    }
    let over = |other: &&UserLine| other.user != line.user && other.share > other.right;
    let mut above: Vec<&UserLine> = report.users.iter().filter(over).collect();
    above.sort_by_key(|other| std::cmp::Reverse(&other.share - &other.right));
    let mut told: Vec<String> = above.iter().take(MOST).map(|other| format!("{}.", other.tells)).collect();
    if above.is_empty() {
        told.push("No other user takes more than its share.".to_string());
    } else if above.len() > MOST {
        told.push(format!("{} more users take more than their shares.", above.len() - MOST));
    }
    let of = |missing: &Missing| report.resources.iter().find(|known| known.resource == missing.resource);
    let idle = line.missing.first().and_then(of);
    told.extend(idle.map(|of| format!("Idle are {}.", amount_of(&of.resource, &of.idle))));
    told.extend(line.mend.iter().map(|plan| format!("What repairs it: {}.", plan.tells)));
    told
}
