//! An audit in sentences: the state of a user, and the assumptions.

use crate::audit::{Standing, counted};
use crate::model::cluster::{Pool, Running};
use crate::scalar::{Rational, Scalar};
use crate::units::{amount_of, per_cent, whole_of};
use serde::Serialize;

/// The largest number of servers or users that a sentence names before it counts the rest.
pub(crate) const NAMED: usize = 3;

/// A server with idle resources for a user.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Room {
    /// Name of the server.
    pub server: String,
    /// Further tasks of the user that fit on the server.
    pub tasks: Rational,
    /// Idle amount of the user's dominant resource on the server.
    pub left: Rational,
}

/// The state of a user in a sentence: what it takes and its share, both as parts of the resource of which it takes the
/// largest part, what is missing, and the idle resources that could serve it.
pub(crate) fn stands(pool: &Pool, standing: &Standing, idle: &[Room], name: &str) -> String {
    let takes = match standing.dominant {
        Some(r) => {
            format!("{name} takes {} of all {}", per_cent(&standing.share), whole_of(&pool.resource_name(r)))
        }
        None => format!("{name} runs {}", counted(&standing.tasks)),
    };
    let right = per_cent(&standing.right);
    if standing.short.is_positive() {
        let lacks = format!("{takes}, and its share is {right}: {}", missing(pool, standing));
        return served(pool, standing, idle, lacks);
    }
    let all = standing.has.as_ref().is_some_and(|has| *has <= standing.tasks);
    match (all, standing.share > standing.right) {
        (true, _) => format!("{takes} with all its tasks, and its share is {right}"),
        (false, true) => format!("{takes}, which is more than its share, {right}"),
        (false, false) if standing.share == standing.right => format!("{takes}, which is its share"),
        (false, false) => format!("{takes}, and no task more fits into its share, {right}"),
    }
}

/// The resource in which the missing tasks of a user are told, and its amount: the one of which the user takes the
/// largest part, or, if the tasks do not need it, the one of which they need the largest part.
pub(crate) fn missing_of(pool: &Pool, standing: &Standing) -> Option<(usize, Rational)> {
    let needs = |r: &usize| standing.missing[*r].is_positive();
    let own = standing.dominant.filter(needs);
    let pooled = pool.pooled();
    let part = |r: &usize| &standing.missing[*r] / &pooled[*r];
    let there = |r: &usize| needs(r) && pooled[*r].is_positive();
    let r = own.or_else(|| (0..pool.resources()).filter(there).max_by_key(part))?;
    Some((r, standing.missing[r].clone()))
}

fn missing(pool: &Pool, standing: &Standing) -> String {
    let listed = |user: &usize, tasks: &Rational| format!("{tasks} of {}", pool.user_name(*user));
    let some = standing.shapes.iter().filter(|shape| shape.short.is_positive());
    let mut parts: Vec<String> = some.map(|shape| listed(&shape.user, &shape.short)).collect();
    if let more @ 1.. = parts.len().saturating_sub(NAMED) {
        parts.truncate(NAMED);
        parts.push(format!("{more} more kinds"));
    }
    let last = parts.pop();
    let tasks = match last {
        None => counted(&standing.short),
        Some(last) if parts.is_empty() => last,
        Some(last) => format!("{} and {last}", parts.join(", ")),
    };
    match missing_of(pool, standing) {
        Some((r, amount)) => {
            let verb = if amount == Rational::one() { "is" } else { "are" };
            format!("{} {verb} missing, for {tasks}", amount_of(&pool.resource_name(r), &amount))
        }
        None if standing.short == Rational::one() => format!("{tasks} is missing"),
        None => format!("{tasks} are missing"),
    }
}

/// Completes the sentence with the idle resources that could serve the missing tasks.
fn served(pool: &Pool, standing: &Standing, idle: &[Room], would: String) -> String {
    if !standing.serves.is_positive() {
        let capped =
            pool.tree.as_ref().is_some_and(|tree| tree.inner.iter().any(|node| !node.cap.is_empty()));
        let within = if capped { " within the caps of queues" } else { "" };
        let mut runs = pool.running.iter().flat_map(Running::entries);
        let spread = if runs.any(|(_, i, _)| pool.alike(i) > 1) {
            ", if tasks are spread evenly over like servers"
        } else {
            ""
        };
        return format!("{would}; no idle resources{within} could serve it{spread}");
    }
    let one = standing.short == Rational::one();
    let serves = match (standing.serves >= standing.short, one) {
        (true, true) => "it".to_string(),
        (true, false) => format!("all {} that are missing", counted(&standing.short)),
        (false, _) => format!("{} of the {} that are missing", standing.serves, counted(&standing.short)),
    };
    // The first server has room for the most tasks.
    let enough = idle.first().is_some_and(|room| room.tasks >= standing.short);
    match (idle, standing.dominant) {
        ([Room { server, left, .. }, ..], Some(r)) if enough || idle.len() == 1 => {
            let idle = amount_of(&pool.resource_name(r), left);
            format!("{would}; {idle} idle on {server} could serve {serves}")
        }
        _ => {
            let mut named: Vec<String> = idle.iter().take(NAMED).map(|room| room.server.clone()).collect();
            match standing.idle.len().saturating_sub(NAMED) {
                0 => {}
                1 => named.push("1 more server".to_string()),
                n => named.push(format!("{n} more servers")),
            }
            let last = named.pop().unwrap_or_default();
            let named = if named.is_empty() { last } else { format!("{} and {last}", named.join(", ")) };
            format!("{would}; idle resources on {named} could serve {serves}")
        }
    }
}

pub(crate) fn reading(pool: &Pool, whole: bool) -> Vec<String> {
    let mut reading = vec![match whole {
        true => "Tasks are whole: each runs on one server.".to_string(),
        false => "Tasks are divisible: parts of a task may run on several servers.".to_string(),
    }];
    if pool.in_teams() {
        reading.push(
            "A team with several shapes of tasks is one user. Its share is what its tasks take of the dominant resource of all of them \
             together; it is entitled to the part that its weights are of all weights, of the share that it could reach alone with tasks of \
             one shape on each server open to it. It is short of the waiting tasks that would keep it within that, shape by shape in the \
             order of the file."
                .to_string(),
        );
        reading.push(
            "A bundle is worth to a team what the best packing of whole tasks of its shapes is worth, each task by its dominant share of all \
             servers (si, ef, ef1)."
                .to_string(),
        );
        reading.push(
            "Rules allocate to shapes, each with its own weight; their columns add up the shapes of a team."
                .to_string(),
        );
    }
    if pool.in_classes() {
        reading.push(
            "Like servers are counted in classes, and which of them runs which task is not in the file: what is idle on one is taken for its \
             part of what is idle in the class. Without `count` an audit looks at each server."
                .to_string(),
        );
    }
    reading.extend(parts_of_gpus(pool));
    let part = match pool.tree {
        None => "its weight as a part of all weights",
        Some(_) => {
            "divided level by level: among the queues and users below one queue that have tasks, by their weights"
        }
    };
    reading.push(format!(
        "The share of a user is {part}; it would run that part of the tasks that the servers open to the user could run \
         for it alone, rounded down where tasks are whole, but at least the tasks that this part of each single server would run, and \
         never more than the user has."
    ));
    if whole && pool.servers() > 1 {
        reading.push(
            "The property si counts whole tasks on a fixed part of each single server, so it may hold although a user is below its share."
                .to_string(),
        );
    }
    let endless: Vec<String> =
        (0..pool.users()).filter(|&u| pool.tasks[u].is_none()).map(|u| pool.user_name(u)).collect();
    if endless.len() == pool.users() {
        reading.push("No number of tasks is given: every user always has more to run.".to_string());
    } else if !endless.is_empty() {
        let all = endless.join(", ");
        reading.push(format!("No number of tasks is given, so there is always more to run, for: {all}."));
    }
    reading
}

/// The assumption that is made if tasks request parts of a GPU: an instance has amounts and no devices.
///
/// Whole tasks that use parts of one device fit onto the devices of a server whenever their sum does not exceed the
/// number of devices, if of any two sizes one divides the other and each divides a whole device (Coffman, Garey and
/// Johnson 1987). Otherwise they may not fit.
fn parts_of_gpus(pool: &Pool) -> Vec<String> {
    let is_gpu = |r: &usize| pool.resource_name(*r).to_ascii_lowercase().contains("gpu");
    let told = |r: usize| {
        let mut sizes: Vec<Rational> = pool.demand.iter().map(|demand| demand[r].clone()).collect();
        sizes.retain(|size| size.is_positive());
        if sizes.iter().all(Rational::is_integer) {
            return None;
        }
        sizes.push(Rational::one());
        sizes.sort();
        let one_device = sizes.iter().all(|size| size.is_integer() || *size < Rational::one());
        sizes.retain(|size| *size <= Rational::one());
        let divide = sizes.windows(2).all(|pair| (&pair[1] / &pair[0]).is_integer());
        let name = pool.resource_name(r);
        Some(if one_device && divide {
            format!(
                "Some tasks take a part of one {name}. Of the sizes that are asked for each divides the larger ones, so tasks fit onto the \
                     devices of a server whenever their sum does."
            )
        } else {
            format!(
                "Some tasks take a part of one {name}, and of the sizes that are asked for not each divides the larger ones: the amounts of a \
                     server are added up, and tasks that fit in sum may not fit onto its devices. A server for each device would say so."
            )
        })
    };
    (0..pool.resources()).filter(is_gpu).filter_map(told).collect()
}
