//! Verdicts on teams with several shapes of tasks, and on whole tasks on classes of servers.
//!
//! - *si*: no packing of a team's slices of the single servers is worth more than what it runs.
//! - *ef*: no packing of what another team has, server by server and scaled by their weights, is worth more to a team than what it
//!   runs. *ef1*: or no longer once some one task of the other is taken away.
//! - *feasible* and *non-wasteful* speak of tasks, and extend as they are.
//! - *po*: no other allocation is worth as much to every team and more to some team ([`po`]).
//! - Bottleneck fairness and the other properties rest on the one dominant resource of a user, which a team with several shapes has
//!   not.

use std::collections::BTreeMap;

use super::named::{in_words, named};
use super::packing::{Packed, Packings, Room, Shape, at_most, pack};
use super::po;
use crate::audit::state::State;
use crate::audit::verdicts::{Judge, Said};
use crate::linear::Patience;
use crate::mechanism::as_it_stands::{DIVISIBLE, WHOLE};
use crate::model::Model as _;
use crate::model::cluster::{Cluster, Division, Pool, Setting, Team};
use crate::property::Examine;
use crate::scalar::{Rational, Scalar, sum};
use fairwitness_kernel::audit::rights::Rights;

/// The value of one team's bundle to another team.
#[derive(Debug)]
struct With {
    envious: usize,
    envied: usize,
    packed: Packed,
}

/// The envy among all teams.
#[derive(Debug)]
pub struct Envy {
    /// Pairs in which the upper bound on the envied bundle's value exceeds the value of the envious team's tasks.
    pairs: Vec<With>,
    /// Value of each team's running tasks to the team.
    own: Vec<Rational>,
    /// `true` if every pair of teams was compared.
    complete: bool,
}

/// The shapes of team `t`, ready to be packed.
fn shapes_of<'a>(pool: &'a Pool, rights: &'a Rights, t: usize) -> Vec<Shape<'a>> {
    let shape =
        |&u: &usize| Shape { demand: &pool.demand[u], value: &rights.value[u], has: pool.tasks[u].as_ref() };
    rights.teams[t].shapes.iter().map(shape).collect()
}

/// The slices of `team`: the fraction `part` of each server that some shape of the team may use.
fn slices(pool: &Pool, team: &Team, part: &[Rational]) -> Vec<Room> {
    let one = pool.capacity_of_one();
    let room = |i: usize| Room {
        amounts: one[i].iter().zip(part).map(|(c, part)| c * part).collect(),
        alike: Rational::int(i64::try_from(pool.alike(i)).unwrap_or(i64::MAX)),
        open: team.shapes.iter().map(|&u| pool.runs_on(u, i)).collect(),
    };
    (0..pool.servers()).map(room).filter(|room| room.open.contains(&true)).collect()
}

/// The bundle of team `s` as boxes to be packed by team `t`, scaled by the quotient of their weights. A single
/// server is one box with all tasks of `s` there. A class has one box per task, or one box for all tasks if
/// `together`. `less` is a task (user, server) to leave out of the bundle.
fn bundle(
    state: &State<'_>,
    rights: &Rights,
    (t, s): (usize, usize),
    less: Option<(usize, usize)>,
    together: bool,
) -> Vec<Room> {
    let pool = state.pool;
    let scale = rights.ratio(t, s);
    let mut on: BTreeMap<usize, Vec<(usize, Rational)>> = BTreeMap::new();
    for &u in &rights.teams[s].shapes {
        for (i, x) in state.tasks.row(u) {
            let x = if less == Some((u, i)) { x - Rational::one() } else { x.clone() };
            if x.is_positive() {
                on.entry(i).or_default().push((u, x));
            }
        }
    }
    let mut rooms = Vec::new();
    for (i, shapes) in on {
        let open: Vec<bool> = rights.teams[t].shapes.iter().map(|&u| pool.runs_on(u, i)).collect();
        if !open.contains(&true) {
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

/// The largest product of shapes of a team and boxes for which a packing is searched for.
const MOST_PACKED: usize = 2_000_000;

/// Bounds on the value to team `t` of the bundle of team `s`, for `pair` = (t, s). They are only as tight as a
/// comparison with `own` requires; `most` is a bound that is known. Packings in `kept` are not searched again.
fn worth(
    state: &State<'_>,
    rights: &Rights,
    pair: (usize, usize),
    less: Option<(usize, usize)>,
    (own, most): (&Rational, &Rational),
    (patience, kept): (&Patience, Option<&Packings>),
) -> Packed {
    let shapes = shapes_of(state.pool, rights, pair.0);
    let pack = |rooms: &[Room]| match kept {
        Some(kept) => kept.pack(&shapes, rooms, own, patience),
        None => pack(&shapes, rooms, own, patience),
    };
    let bound = |most: Rational| Packed { least: Rational::zero(), tasks: Vec::new(), most };
    let boxes = state
        .pool
        .servers()
        .min(rights.teams[pair.1].shapes.iter().map(|&u| state.tasks.row(u).count()).sum());
    if boxes.saturating_mul(shapes.len()) > MOST_PACKED {
        return bound(most.clone());
    }
    let together = bundle(state, rights, pair, less, true);
    let most = at_most(&shapes, &together);
    if most <= *own {
        return bound(most);
    }
    if !state.pool.in_classes() {
        return pack(&together);
    }
    let packed = pack(&bundle(state, rights, pair, less, false));
    Packed { most: most.max(packed.least.clone()), ..packed }
}

impl Envy {
    /// Compares all pairs of teams until `patience` ends.
    pub fn of(state: &State<'_>, rights: &Rights, patience: &Patience, kept: &Packings) -> Envy {
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
            let shapes = shapes_of(state.pool, rights, t);
            let open = vec![true; shapes.len()];
            for s in (0..teams).filter(|&s| s != t && own[s].is_positive()) {
                if patience.over() {
                    complete = false;
                    break 'all;
                }
                // The necessary condition: the whole bundle on one server that is open to every shape.
                let scale = rights.ratio(t, s);
                let amounts = all[s].iter().map(|a| a * &scale).collect();
                let room = Room { amounts, alike: Rational::one(), open: open.clone() };
                let most = at_most(&shapes, std::slice::from_ref(&room));
                if most <= *now {
                    continue;
                }
                let packed = worth(state, rights, (t, s), None, (now, &most), (patience, Some(kept)));
                if packed.most > *now {
                    pairs.push(With { envious: t, envied: s, packed });
                }
            }
        }
        Envy { pairs, own, complete }
    }

    /// The teams that team `t` envies for certain, each with the envy: in tasks for a team with one shape, otherwise
    /// as a value. The largest envy comes first.
    pub fn told(&self, rights: &Rights, t: usize) -> Vec<(usize, Rational)> {
        let pairs = self.pairs.iter().filter(|with| with.envious == t);
        let by = |with: &With| &with.packed.least - &self.own[t];
        let sure = pairs.map(|with| (with.envied, by(with))).filter(|(_, by)| by.is_positive());
        let mut told: Vec<(usize, Rational)> = sure.map(|(s, by)| (s, in_tasks(rights, t, by))).collect();
        told.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
        told
    }
}

/// The amount `worth` in tasks if team `t` has one shape; otherwise unchanged.
fn in_tasks(rights: &Rights, t: usize, worth: Rational) -> Rational {
    match &rights.teams[t].shapes[..] {
        [u] => worth / &rights.value[*u],
        _ => worth,
    }
}

/// The amount `worth` as a margin: in tasks if every team has one shape; otherwise unchanged.
fn margin(state: &State<'_>, rights: &Rights, t: usize, worth: Rational) -> Rational {
    if state.pool.in_teams() { worth } else { in_tasks(rights, t, worth) }
}

/// The violation with the largest margin among `found`. Without any, the property holds, or is undecided if `open`
/// gives a reason.
fn largest(found: Vec<(Rational, String)>, open: Option<String>) -> Said {
    match found.into_iter().reduce(|a, b| if b.0 > a.0 { b } else { a }) {
        Some((margin, tells)) => Said::Violated(margin, tells),
        None => open.map_or(Said::Holds, Said::Undecided),
    }
}

fn si(state: &State<'_>, rights: &Rights, envy: &Envy, patience: &Patience) -> Said {
    let (mut found, mut open) = (Vec::new(), None);
    for t in 0..rights.teams.len() {
        if patience.over() {
            open = Some("not all slices were packed in the time that it had".to_string());
            break;
        }
        let (name, own) = (&rights.teams[t].name, &envy.own[t]);
        if rights.teams[t].shapes.len().saturating_mul(state.pool.servers()) > MOST_PACKED {
            open = Some(format!("the best packing of the slices of {name} was not found"));
            continue;
        }
        let slices = slices(state.pool, &rights.teams[t], &rights.parts[t]);
        let packed = pack(&shapes_of(state.pool, rights, t), &slices, own, patience);
        if packed.least > *own {
            let runs = rights.teams[t].shapes.iter().map(|&u| state.totals[u].clone()).collect::<Vec<_>>();
            let [runs, fit] = [&runs, &packed.tasks].map(|tasks| named(state, rights, t, tasks));
            let (part, more) = (&rights.part[t], in_words(state, rights, t, &packed.least - own));
            let into = format!("would fit into {part} of every server");
            let tells = format!("{name} runs {runs}, and {fit} {into}, which is worth {more} more.");
            found.push((margin(state, rights, t, &packed.least - own), tells));
        } else if packed.most > *own {
            open = Some(format!("the best packing of the slices of {name} was not found"));
        }
    }
    largest(found, open)
}

fn ef(state: &State<'_>, rights: &Rights, envy: &Envy) -> Said {
    let (mut found, mut open) = (Vec::new(), None);
    for with in &envy.pairs {
        let (t, s) = (with.envious, with.envied);
        let (name, other) = (&rights.teams[t].name, &rights.teams[s].name);
        let by = &with.packed.least - &envy.own[t];
        if by.is_positive() {
            let tasks = named(state, rights, t, &with.packed.tasks);
            let more = format!("worth {} more than what it runs", in_words(state, rights, t, by.clone()));
            let tells = format!("{name} could run {tasks} with the bundle of {other}, which is {more}.");
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
            for (i, _) in state.tasks.row(u).filter(|(_, x)| **x >= Rational::one()) {
                if patience.over() {
                    return largest(found, Some("it was not decided in the time that it had".to_string()));
                }
                let without =
                    worth(state, rights, (t, s), Some((u, i)), (own, &with.packed.most), (patience, None));
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

/// Judges the state by the properties in turn, each with its patience.
pub fn judge(
    properties: &[&'static dyn Examine<Cluster>],
    state: &State<'_>,
    rights: &Rights,
    envy: &Envy,
    patience: impl Fn() -> Patience,
) -> Vec<(&'static str, Said)> {
    // A class is judged with its tasks spread evenly, which is the reading for divisible tasks.
    let spread = state.pool.in_classes().then(|| {
        let setting = Setting::divisible(Division::Resource);
        State { setting, ..state.clone() }
    });
    let plain = match &spread {
        Some(spread) => Judge::of(&DIVISIBLE, spread),
        None => Judge::of(&WHOLE, state),
    };
    let feasible = crate::property::CLUSTER.iter().find(|property| property.id() == "feasible");
    let feasible = feasible.map_or(Said::Holds, |feasible| plain.judge(*feasible, &patience()));
    let teams = Teams { plain, feasible, state, rights, envy };
    properties.iter().map(|property| (property.id(), teams.judge(*property, &patience()))).collect()
}

/// A state of teams before the properties.
struct Teams<'a> {
    /// The state without its teams.
    plain: Judge<'a>,
    /// Its feasibility.
    feasible: Said,
    state: &'a State<'a>,
    rights: &'a Rights,
    envy: &'a Envy,
}

impl Teams<'_> {
    fn judge(&self, property: &'static dyn Examine<Cluster>, patience: &Patience) -> Said {
        let Teams { plain, state, rights, envy, .. } = self;
        let pool = state.pool;
        if let Some(why) = property.never(Setting::WHOLE) {
            return Said::OutOfScope(why.to_string());
        }
        if let Some(why) = Cluster::unread(pool, property.facts().quotas) {
            return Said::OutOfScope(format!("`{}` {why}", property.id()));
        }
        match (property.id(), &self.feasible) {
            ("feasible", said) => return said.clone(),
            ("non-wasteful", _) => return plain.judge(property, patience),
            ("si" | "ef" | "ef1" | "po", Said::Violated(_, tells)) => {
                return Said::OutOfScope(format!("what runs exceeds what there is: {tells}"));
            }
            _ => {}
        }
        match property.id() {
            "si" => si(state, rights, envy, patience),
            "ef" => ef(state, rights, envy),
            "ef1" => ef1(state, rights, envy, patience),
            "po" if pool.in_classes() => po::in_classes(state),
            "po" => match plain.judge(property, patience) {
                Said::Holds if pool.in_teams() => po::by_exchange(state, rights, patience),
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
}
