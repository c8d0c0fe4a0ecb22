//! What properties say of teams with several shapes of tasks, and of whole tasks on classes of servers.
//!
//! - *si*: no packing of a team's slices of the single servers is worth more than what it runs.
//! - *ef*: no packing of what another team has, server by server and scaled by their weights, is worth more to a team than what it
//!   runs. *ef1*: or no longer once some one task of the other is taken away.
//! - *feasible* and *non-wasteful* speak of tasks, and extend as they are.
//! - *po*: an allocation that gives every shape as many tasks and some shape more is better for every team. Where there is none, it is
//!   open whether a team would gain by tasks of one shape for tasks of another.
//! - Bottleneck fairness and the other properties rest on the one dominant resource of a user, which a team with several shapes has
//!   not.

use super::packing::{Packed, Room, at_most, pack};
use super::rights::{Rights, slices};
use crate::audit::change::counted;
use crate::audit::state::State;
use crate::audit::verdicts::{Said, judge as judge_plain};
use crate::linear::Patience;
use crate::mechanism::as_it_stands::{DIVISIBLE, WHOLE};
use crate::model::cluster::{Cluster, Division, Setting};
use crate::property::Examine;
use crate::scalar::{Rational, Scalar, sum};

/// What one team would have with the bundle of another.
#[derive(Debug)]
struct With {
    envious: usize,
    envied: usize,
    packed: Packed,
}

/// Who envies whom.
#[derive(Debug)]
pub struct Envy {
    /// Pairs in which the envied bundle may be worth more than what the envious team runs.
    pairs: Vec<With>,
    /// What each team's tasks are worth to it.
    own: Vec<Rational>,
    /// Whether all pairs were looked at.
    complete: bool,
}

/// What a team has, as boxes: on a single server all of it together; in a class each task by itself, or, `together`, all as if
/// it were on one server. `scale` is by how much it counts, `less` a task of a user on a server that is taken away.
fn bundle(
    state: &State<'_>,
    rights: &Rights,
    (t, s): (usize, usize),
    less: Option<(usize, usize)>,
    together: bool,
) -> Vec<Room> {
    let pool = state.pool;
    let scale = &rights.part[t] / &rights.part[s];
    let mut rooms = Vec::new();
    for i in 0..pool.servers() {
        let open: Vec<bool> = rights.teams[t].shapes.iter().map(|&u| pool.runs_on(u, i)).collect();
        if !open.contains(&true) {
            continue;
        }
        let tasks = |u: usize| match less {
            Some(gone) if gone == (u, i) => &state.tasks[u][i] - Rational::one(),
            _ => state.tasks[u][i].clone(),
        };
        let shapes = rights.teams[s].shapes.iter().map(|&u| (u, tasks(u)));
        let shapes: Vec<(usize, Rational)> = shapes.filter(|(_, x)| x.is_positive()).collect();
        if shapes.is_empty() {
            continue;
        }
        if together || pool.alike(i) == 1 {
            let amount = |r: usize| sum(shapes.iter().map(|(u, x)| x * &pool.demand[*u][r])) * &scale;
            let amounts = (0..pool.resources()).map(amount).collect();
            rooms.push(Room { amounts, alike: Rational::one(), open });
        } else {
            rooms.extend(shapes.into_iter().map(|(u, alike)| Room {
                amounts: pool.demand[u].iter().map(|d| d * &scale).collect(),
                alike,
                open: open.clone(),
            }));
        }
    }
    rooms
}

/// What the bundle is worth to team `t`: on both sides, and no more exactly than it takes to compare it with `own`.
fn worth(
    state: &State<'_>,
    rights: &Rights,
    pair: (usize, usize),
    less: Option<(usize, usize)>,
    own: &Rational,
) -> Packed {
    let shapes = rights.shapes(state.pool, pair.0);
    let together = bundle(state, rights, pair, less, true);
    let most = at_most(&shapes, &together);
    if most <= *own {
        return Packed { least: Rational::zero(), tasks: Vec::new(), most };
    }
    if !state.pool.in_classes() {
        return pack(&shapes, &together);
    }
    let packed = pack(&shapes, &bundle(state, rights, pair, less, false));
    Packed { most: most.max(packed.least.clone()), ..packed }
}

impl Envy {
    /// Compares all pairs, as long as the patience lasts.
    pub fn of(state: &State<'_>, rights: &Rights, patience: &Patience) -> Envy {
        let teams = rights.teams.len();
        let own: Vec<Rational> = (0..teams).map(|t| rights.worth(t, &state.totals)).collect();
        let has = |t: usize| -> Vec<Rational> {
            let shapes = &rights.teams[t].shapes;
            let of = |r: usize| sum(shapes.iter().map(|&u| &state.totals[u] * &state.pool.demand[u][r]));
            (0..state.pool.resources()).map(of).collect()
        };
        let all: Vec<Vec<Rational>> = (0..teams).map(has).collect();
        let (mut pairs, mut complete) = (Vec::new(), true);
        'all: for (t, now) in own.iter().enumerate() {
            let shapes = rights.shapes(state.pool, t);
            let open = vec![true; shapes.len()];
            for s in (0..teams).filter(|&s| s != t && own[s].is_positive()) {
                if patience.over() {
                    complete = false;
                    break 'all;
                }
                // All that the other has, as if it were on one server that is open to every shape.
                let scale = &rights.part[t] / &rights.part[s];
                let amounts = all[s].iter().map(|a| a * &scale).collect();
                let room = Room { amounts, alike: Rational::one(), open: open.clone() };
                if at_most(&shapes, std::slice::from_ref(&room)) <= *now {
                    continue;
                }
                let packed = worth(state, rights, (t, s), None, now);
                if packed.most > *now {
                    pairs.push(With { envious: t, envied: s, packed });
                }
            }
        }
        Envy { pairs, own, complete }
    }

    /// Whom a team envies for sure, and by how much: tasks of a team with one shape, and else worth; the most first.
    pub fn told(&self, rights: &Rights, t: usize) -> Vec<(usize, Rational)> {
        let pairs = self.pairs.iter().filter(|with| with.envious == t);
        let by = |with: &With| &with.packed.least - &self.own[t];
        let sure = pairs.map(|with| (with.envied, by(with))).filter(|(_, by)| by.is_positive());
        let mut told: Vec<(usize, Rational)> = sure.map(|(s, by)| (s, in_tasks(rights, t, by))).collect();
        told.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
        told
    }
}

/// An amount of worth in tasks, for a team with one shape.
fn in_tasks(rights: &Rights, t: usize, worth: Rational) -> Rational {
    match &rights.teams[t].shapes[..] {
        [u] => worth / &rights.value[*u],
        _ => worth,
    }
}

/// A margin: in tasks where every team has one shape, and else in worth.
fn margin(state: &State<'_>, rights: &Rights, t: usize, worth: Rational) -> Rational {
    if state.pool.in_teams() { worth } else { in_tasks(rights, t, worth) }
}

/// Tasks of the shapes of a team in words: "2 of web and 1 of db", or "2 tasks" where there is one shape.
fn named(state: &State<'_>, rights: &Rights, t: usize, tasks: &[Rational]) -> String {
    if let [tasks] = tasks {
        return counted(tasks);
    }
    let shapes = rights.teams[t].shapes.iter().zip(tasks).filter(|(_, x)| x.is_positive());
    let parts: Vec<String> = shapes.map(|(&u, x)| format!("{x} of {}", state.pool.user_name(u))).collect();
    if parts.is_empty() { "nothing".to_string() } else { parts.join(" and ") }
}

/// The largest of what was found, and the verdict when nothing was: it holds if nothing was left open.
fn largest(found: Vec<(Rational, String)>, open: Option<String>) -> Said {
    match found.into_iter().reduce(|a, b| if b.0 > a.0 { b } else { a }) {
        Some((margin, tells)) => Said::Violated(margin, tells),
        None => open.map_or(Said::Holds, Said::Undecided),
    }
}

fn si(state: &State<'_>, rights: &Rights, envy: &Envy) -> Said {
    let (mut found, mut open) = (Vec::new(), None);
    for t in 0..rights.teams.len() {
        let packed =
            pack(&rights.shapes(state.pool, t), &slices(state.pool, &rights.teams[t], &rights.part[t]));
        let (name, own) = (&rights.teams[t].name, &envy.own[t]);
        if packed.least > *own {
            let runs = rights.teams[t].shapes.iter().map(|&u| state.totals[u].clone()).collect::<Vec<_>>();
            let tells = format!(
                "{name} runs {}, and {} would fit into {} of every server, which is worth {} more.",
                named(state, rights, t, &runs),
                named(state, rights, t, &packed.tasks),
                rights.part[t],
                in_words(state, rights, t, &packed.least - own)
            );
            found.push((margin(state, rights, t, &packed.least - own), tells));
        } else if packed.most > *own {
            open = Some(format!("the best packing of the slices of {name} was not found"));
        }
    }
    largest(found, open)
}

fn in_words(state: &State<'_>, rights: &Rights, t: usize, worth: Rational) -> String {
    match &rights.teams[t].shapes[..] {
        [u] => counted(&(worth / &rights.value[*u])),
        _ if state.pool.in_teams() => format!("{worth} of the cluster"),
        _ => worth.to_string(),
    }
}

fn ef(state: &State<'_>, rights: &Rights, envy: &Envy) -> Said {
    let (mut found, mut open) = (Vec::new(), None);
    for with in &envy.pairs {
        let (t, s) = (with.envious, with.envied);
        let (name, other) = (&rights.teams[t].name, &rights.teams[s].name);
        let by = &with.packed.least - &envy.own[t];
        if by.is_positive() {
            let tells = format!(
                "{name} could run {} with the bundle of {other}, which is worth {} more than what it runs.",
                named(state, rights, t, &with.packed.tasks),
                in_words(state, rights, t, by.clone())
            );
            found.push((margin(state, rights, t, by), tells));
        } else {
            open = Some(format!(
                "whether {name} envies {other} depends on a packing that was not found, or on servers of a class"
            ));
        }
    }
    if !envy.complete {
        open = Some("not all pairs of teams were compared in the time that it had".to_string());
    }
    largest(found, open)
}

fn ef1(state: &State<'_>, rights: &Rights, envy: &Envy, patience: &Patience) -> Said {
    let (mut found, mut open) = (Vec::new(), None);
    for with in &envy.pairs {
        let (t, s) = (with.envious, with.envied);
        let own = &envy.own[t];
        let (mut least, mut settled) = (None::<Rational>, false);
        for &u in &rights.teams[s].shapes {
            for i in (0..state.pool.servers()).filter(|&i| state.tasks[u][i] >= Rational::one()) {
                if patience.over() {
                    return largest(found, Some("it was not decided in the time that it had".to_string()));
                }
                let without = worth(state, rights, (t, s), Some((u, i)), own);
                settled = without.most <= *own;
                least = Some(least.map_or(without.least.clone(), |least| least.min(without.least.clone())));
                if settled {
                    break;
                }
            }
            if settled {
                break;
            }
        }
        let (name, other) = (&rights.teams[t].name, &rights.teams[s].name);
        let by = least.unwrap_or_else(Rational::zero) - own;
        if by.is_positive() {
            let tells = format!(
                "{name} envies {other} even after any one task of {other} is taken away: what is left is worth {} more to {name} than what \
                 it runs.",
                in_words(state, rights, t, by.clone())
            );
            found.push((margin(state, rights, t, by), tells));
        } else if !settled {
            open = Some(format!("whether {name} envies {other} after a task is taken away was not decided"));
        }
    }
    if !envy.complete {
        open = Some("not all pairs of teams were compared in the time that it had".to_string());
    }
    largest(found, open)
}

/// Whether a task more of the user fits on some member of a class however its tasks are spread: the members on which some resource
/// is too scarce for it are fewer than all.
fn fits_surely(state: &State<'_>, user: usize, i: usize) -> bool {
    let pool = state.pool;
    if !pool.runs_on(user, i) {
        return false;
    }
    let alike = Rational::int(i64::try_from(pool.alike(i)).unwrap_or(i64::MAX));
    let mut blocked = Rational::zero();
    for r in (0..pool.resources()).filter(|&r| pool.demand[user][r].is_positive()) {
        let spare = &pool.capacity[i][r] / &alike - &pool.demand[user][r];
        let used = &pool.capacity[i][r] - &state.left[i][r];
        if spare.is_negative() {
            return false;
        }
        if used.is_positive() {
            // A member blocks if more than `spare` is used there.
            let most =
                if spare.is_zero() { alike.clone() } else { -(-(used / spare)).floor() - Rational::one() };
            blocked = blocked + most;
        }
    }
    blocked < alike
}

fn po_in_classes(state: &State<'_>) -> Said {
    let pool = state.pool;
    let waits = |u: &usize| state.waiting(*u).is_none_or(|waiting| waiting.is_positive());
    for u in (0..pool.users()).filter(waits) {
        if let Some(i) = (0..pool.servers()).find(|&i| fits_surely(state, u, i)) {
            let (name, on) = (pool.user_name(u), pool.server_name(i));
            let tells = format!(
                "One more task of {name} fits on {on}, on whichever of these servers the tasks run that run there."
            );
            return Said::Violated(Rational::one(), tells);
        }
    }
    if (0..pool.users()).any(|u| waits(&u)) {
        let why = "which of the like servers of a class runs which task is not known; without `count` it is";
        return Said::Undecided(why.to_string());
    }
    Said::Holds
}

/// Judges the state by one property.
pub fn judge(
    property: &'static dyn Examine<Cluster>,
    state: &State<'_>,
    rights: &Rights,
    envy: &Envy,
    patience: &Patience,
) -> Said {
    let pool = state.pool;
    // What divisible tasks are asked on a class is what evenly spread tasks are asked.
    let plain = |property: &'static dyn Examine<Cluster>| {
        if pool.in_classes() {
            let setting = Setting::divisible(Division::Resource);
            judge_plain(&DIVISIBLE, property, &State { setting, ..state.clone() }, patience)
        } else {
            judge_plain(&WHOLE, property, state, patience)
        }
    };
    let all = |id: &str| crate::property::CLUSTER.iter().copied().find(|property| property.id() == id);
    let feasible = || all("feasible").map(plain);
    if let Some(why) = property.never(Setting::WHOLE) {
        return Said::OutOfScope(why.to_string());
    }
    match property.id() {
        "feasible" | "non-wasteful" => return plain(property),
        "si" | "ef" | "ef1" | "po" => {
            if let Some(Said::Violated(_, tells)) = feasible() {
                return Said::OutOfScope(format!("what runs exceeds what there is: {tells}"));
            }
        }
        _ => {}
    }
    match property.id() {
        "si" => si(state, rights, envy),
        "ef" => ef(state, rights, envy),
        "ef1" => ef1(state, rights, envy, patience),
        "po" if pool.in_classes() => po_in_classes(state),
        "po" => match plain(property) {
            Said::Holds if pool.in_teams() => Said::Undecided(
                "no shape can have more tasks unless some shape has fewer; whether a team would gain by tasks of one shape for tasks of \
                 another is not decided"
                    .to_string(),
            ),
            said => said,
        },
        id if pool.in_teams() => {
            let team = rights.teams.iter().find(|team| team.shapes.len() > 1);
            let (name, shapes) = team.map_or(("", 0), |team| (&*team.name, team.shapes.len()));
            Said::OutOfScope(format!(
                "`{id}` is defined for users with one demand each, and {name} has {shapes} shapes of tasks; with --shapes each shape is a user"
            ))
        }
        id => Said::OutOfScope(format!(
            "`{id}` looks at servers one by one, and `count` stands for several servers in one row"
        )),
    }
}
