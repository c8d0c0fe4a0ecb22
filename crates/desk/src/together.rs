//! Waiting tasks of gangs, of which at least a number starts together, or none.

use std::collections::BTreeMap;

use crate::document::{Node, Read, Value};
use crate::model::cluster::Pool;
use crate::scalar::{Rational, Scalar, max, min, sum};
use fairwitness_kernel::audit::limits::Steps;
use fairwitness_kernel::audit::plan::Changes;

/// The waiting tasks of a user in one gang: the number that starts at least, and their number.
type Group = (Rational, Rational);

fn int(n: usize) -> Rational {
    Rational::int(i64::try_from(n).unwrap_or(i64::MAX))
}

/// The user and the group of an entry of the field `together`.
fn group(entry: &Node<'_>, pool: &Pool) -> Read<(usize, Group)> {
    entry.table(|fields| {
        fields.maybe("name", |name| name.text().map(drop))?;
        let user = fields.required("user")?.index(pool.users(), "user")?;
        Ok((user, (fields.required("least")?.positive()?, fields.required("tasks")?.positive()?)))
    })
}

/// The intervals in ascending order, those that touch as one. Tasks are whole.
fn joined(mut all: Steps) -> Steps {
    all.sort();
    let mut steps: Steps = Vec::new();
    for (low, high) in all {
        let touches = |two: &&mut (Rational, Rational)| low <= &two.1 + Rational::one();
        match steps.last_mut().filter(touches) {
            Some((_, last)) => *last = max(last.clone(), high),
            None => steps.push((low, high)),
        }
    }
    steps
}

/// The groups of one user with the numbers of waiting tasks that may start: first of those in no gang, then with each kind
/// of gang in addition.
struct Starts(Vec<(Group, usize)>, Vec<Steps>);

impl Starts {
    fn of(waits: Rational, groups: &[Group]) -> Starts {
        let held = sum(groups.iter().map(|(_, tasks)| tasks.clone()));
        let mut kinds: BTreeMap<&Group, usize> = BTreeMap::new();
        groups.iter().for_each(|group| *kinds.entry(group).or_default() += 1);
        let mut steps = vec![vec![(Rational::zero(), max(waits - held, Rational::zero()))]];
        for ((least, tasks), count) in &kinds {
            let more = |(low, high): &(Rational, Rational)| {
                let most = if least <= tasks { *count } else { 0 };
                let shifted = |k| (low + int(k) * least, high + int(k) * tasks);
                (0..=most).map(shifted).collect::<Steps>()
            };
            let next = steps[steps.len() - 1].iter().flat_map(more).collect();
            steps.push(joined(next));
        }
        Starts(kinds.into_iter().map(|(group, count)| (group.clone(), count)).collect(), steps)
    }

    /// The groups of each kind that start if `started` tasks do.
    fn begun(&self, mut started: Rational) -> BTreeMap<Group, usize> {
        let mut begun = BTreeMap::new();
        for ((group, count), steps) in self.0.iter().zip(&self.1).rev() {
            let (least, tasks) = group;
            let rest = |k: usize| {
                steps.iter().find_map(|(low, high)| {
                    let from = max(low.clone(), &started - int(k) * tasks);
                    (from <= min(high.clone(), &started - int(k) * least)).then_some(from)
                })
            };
            if let Some((k, left)) = (0..=*count).find_map(|k| Some((k, rest(k)?))) {
                begun.insert(group.clone(), k);
                started = left;
            }
        }
        begun
    }
}

/// The groups of each user in the field `list`, and the waiting tasks of a user; `None` without a limit.
fn groups(list: &Node<'_>, pool: &Pool) -> Read<Vec<(Vec<Group>, Option<Rational>)>> {
    let mut of = vec![Vec::new(); pool.users()];
    for (user, group) in list.each(|entry| group(entry, pool))? {
        of[user].push(group);
    }
    let waits = |u: usize| Some(pool.tasks[u].as_ref()?.floor() - pool.runs(u));
    Ok(of.into_iter().enumerate().map(|(u, groups)| (groups, waits(u))).collect())
}

/// The numbers of tasks that each user may run, where those of its waiting gangs in the field `list` start together.
///
/// # Errors
/// A field of another form, or more tasks in gangs than wait.
pub(crate) fn steps(list: &Node<'_>, pool: &Pool) -> Read<Vec<Steps>> {
    let mut all = Vec::new();
    for (user, (groups, waits)) in groups(list, pool)?.into_iter().enumerate() {
        let Some(waits) = waits.filter(|_| !groups.is_empty()) else {
            all.push(Steps::new());
            continue;
        };
        if waits < sum(groups.iter().map(|(_, tasks)| tasks.clone())) {
            return Err(list.error(format!("has more tasks of {} than wait", pool.user_name(user))));
        }
        let (before, Starts(_, mut steps)) = (pool.runs(user), Starts::of(waits, &groups));
        let mut last = steps.pop().unwrap_or_default();
        last.iter_mut().for_each(|(low, high)| (*low, *high) = (&*low + &before, &*high + &before));
        last.iter_mut().take(1).for_each(|(low, _)| *low = Rational::zero());
        all.push(last);
    }
    Ok(all)
}

/// The field `list` without the gangs of which tasks start by `changes`.
pub(crate) fn after(list: &Value, pool: &Pool, changes: &Changes) -> Value {
    let node = Node::new("", list);
    let Ok(all) = groups(&node, pool) else { return list.clone() };
    let of_user = |(u, (groups, waits)): (usize, &(Vec<Group>, Option<Rational>))| {
        // Tasks that stop with their gang and start again are no tasks of a waiting gang.
        let of = |all: &[(usize, usize, Rational)]| {
            sum(all.iter().filter(|(v, ..)| *v == u).map(|(.., n)| n.clone()))
        };
        let started = of(&changes.starts) - of(&changes.stops) - of(&changes.gangs);
        waits.as_ref().map_or_else(BTreeMap::new, |waits| Starts::of(waits.clone(), groups).begun(started))
    };
    let mut begun: Vec<BTreeMap<Group, usize>> = all.iter().enumerate().map(of_user).collect();
    let stays = |entry: &Node<'_>| {
        let Ok((user, group)) = group(entry, pool) else { return true };
        match begun[user].get_mut(&group).filter(|left| **left > 0) {
            Some(left) => {
                *left -= 1;
                false
            }
            None => true,
        }
    };
    let entries = node.list().unwrap_or_default();
    Value::List(entries.into_iter().filter(stays).map(|entry| entry.value().clone()).collect())
}
