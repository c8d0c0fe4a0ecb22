//! An audit in sentences: the state of a user, and the assumptions.

use crate::audit::{Shape, Standing, counted};
use crate::model::cluster::Pool;
use crate::scalar::{Rational, Scalar};

/// The largest number of servers or users that a sentence names before it counts the rest.
pub(crate) const NAMED: usize = 3;

/// The state of a user in a sentence: the tasks that it runs, the tasks of its share, and the idle resources
/// that could serve it.
pub(crate) fn stands(
    pool: &Pool,
    standing: &Standing,
    idle: &[(String, Rational, Rational)],
    name: &str,
) -> String {
    if !standing.shapes.is_empty() {
        return of_team(pool, standing, idle, name);
    }
    let runs = format!("{name} runs {}", counted(&standing.tasks));
    if standing.short.is_zero() {
        let over = &standing.tasks - &standing.entitled;
        let all = standing.has.as_ref().is_some_and(|has| *has <= standing.tasks);
        return match (over.is_positive(), all) {
            (_, true) => format!("{runs}, all that it has"),
            (true, _) => format!("{runs}, {over} more than the {} of its share", standing.entitled),
            (false, _) => format!("{runs}, as many as its share would run"),
        };
    }
    let would = format!("{runs}; its share would run {}", standing.entitled);
    served(pool, standing, idle, would)
}

/// Completes the sentence with the idle resources that could serve the missing tasks.
fn served(pool: &Pool, standing: &Standing, idle: &[(String, Rational, Rational)], would: String) -> String {
    if !standing.serves.is_positive() {
        return format!("{would}; no idle resources could serve it");
    }
    let one = standing.short == Rational::one();
    let serves = match (standing.serves >= standing.short, one) {
        (true, true) => "it".to_string(),
        (true, false) => format!("all {} that are missing", standing.short),
        (false, _) => format!("{} of the {} that are missing", standing.serves, standing.short),
    };
    // The first server has room for the most tasks.
    let enough = idle.first().is_some_and(|(_, room, _)| *room >= standing.short);
    match (idle, standing.dominant) {
        ([(server, _, left)], Some(r)) | ([(server, _, left), ..], Some(r)) if enough || idle.len() == 1 => {
            format!("{would}; {left} idle {} on {server} could serve {serves}", pool.resource_name(r))
        }
        _ => {
            let mut named: Vec<String> = idle.iter().take(NAMED).map(|(name, ..)| name.clone()).collect();
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

/// The state of a team with several shapes of tasks: its tasks, and the dominant share of its bundle.
fn of_team(pool: &Pool, standing: &Standing, idle: &[(String, Rational, Rational)], name: &str) -> String {
    let listed = |amount: fn(&Shape) -> &Rational| {
        let some = standing.shapes.iter().filter(|shape| amount(shape).is_positive());
        let mut parts: Vec<String> =
            some.map(|shape| format!("{} of {}", amount(shape), pool.user_name(shape.user))).collect();
        match parts.len().saturating_sub(NAMED) {
            0 => {}
            more => {
                parts.truncate(NAMED);
                parts.push(format!("{more} more shapes"));
            }
        }
        let last = parts.pop().unwrap_or_else(|| "no task".to_string());
        if parts.is_empty() { last } else { format!("{} and {last}", parts.join(", ")) }
    };
    let takes = match standing.dominant {
        Some(r) => format!(", which take {} of all {}", standing.share, pool.resource_name(r)),
        None => String::new(),
    };
    let runs = if standing.tasks.is_positive() {
        format!("{name} runs {}{takes}", listed(|shape| &shape.tasks))
    } else {
        format!("{name} runs no task")
    };
    if standing.short.is_positive() {
        let would = format!(
            "{runs}; its share, {}, would run {} besides",
            standing.right,
            listed(|shape| &shape.short)
        );
        return served(pool, standing, idle, would);
    }
    let all = standing.has.as_ref().is_some_and(|has| *has <= standing.tasks);
    match (all, standing.share > standing.right) {
        (true, _) => format!("{runs}: all that it has"),
        (false, true) => format!("{runs}, more than its share, {}", standing.right),
        (false, false) => format!("{runs}; no task more fits into its share, {}", standing.right),
    }
}

pub(crate) fn assumed(pool: &Pool, whole: bool) -> Vec<String> {
    let kind = if whole {
        "Tasks are whole: each runs on one server."
    } else {
        "Tasks are divisible: parts of a task may run on several servers."
    };
    let mut assumed = vec![kind.to_string()];
    if pool.in_teams() {
        assumed.push(
            "A team with several shapes of tasks is one user. Its share is what its tasks take of the dominant resource of all of them \
             together; it is entitled to the part that its weights are of all weights, of the share that it could reach alone with tasks of \
             one shape on each server open to it. It is short of the waiting tasks that would keep it within that, shape by shape in the \
             order of the file."
                .to_string(),
        );
        assumed.push(
            "A bundle is worth to a team what the best packing of whole tasks of its shapes is worth, each task by its dominant share of all \
             servers (si, ef, ef1)."
                .to_string(),
        );
        assumed.push(
            "Rules allocate to shapes, each with its own weight; their columns add up the shapes of a team."
                .to_string(),
        );
    }
    if pool.in_classes() {
        assumed.push(
            "Like servers are counted in classes, and which of them runs which task is not in the file: what is idle on one is taken for its \
             part of what is idle in the class. Without `count` an audit looks at each server."
                .to_string(),
        );
    }
    assumed.extend(parts_of_gpus(pool));
    let part = match pool.tree {
        None => "its weight as a part of all weights",
        Some(_) => {
            "divided level by level: among the queues and users below one queue that have tasks, by their weights"
        }
    };
    assumed.push(format!(
        "The share of a user is {part}; it would run that part of the tasks that the servers open to the user could run \
         for it alone, rounded down where tasks are whole, and never more than the user has."
    ));
    if whole && pool.servers() > 1 {
        assumed.push(
            "The property si counts whole tasks on a fixed part of each single server, so it may hold although a user is below its share."
                .to_string(),
        );
    }
    let endless: Vec<String> =
        (0..pool.users()).filter(|&u| pool.tasks[u].is_none()).map(|u| pool.user_name(u)).collect();
    if endless.len() == pool.users() {
        assumed.push("No number of tasks is given: every user always has more to run.".to_string());
    } else if !endless.is_empty() {
        assumed.push(format!(
            "No number of tasks is given, so there is always more to run, for: {}.",
            endless.join(", ")
        ));
    }
    assumed
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
