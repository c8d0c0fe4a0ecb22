//! Names of running tasks, pods or jobs, in the order in which a plan would stop them.

use std::collections::{BTreeMap, BTreeSet};

use crate::asked::{Member, members};
use crate::document::{Document, InputError, Node, Value};
use crate::model::cluster::Pool;
use crate::scalar::Rational;
use crate::workbench::beside::{GANGS, NAMES};
use fairwitness_kernel::audit::plan::Changes;

/// The names of tasks by user and server, and those in each gang.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names(BTreeMap<(usize, usize), Vec<String>>, Vec<Vec<Member>>);

impl Names {
    /// The names in the field `names` of an instance: `[[user, server, ["ns/pod", ..]], ..]`, the first to be stopped first.
    pub(crate) fn of(document: &Document, pool: &Pool) -> Result<Names, InputError> {
        let Some(list) = document.root.get(NAMES) else { return Ok(Names::default()) };
        let root = document.node();
        let mut names = BTreeMap::new();
        for entry in root.child(NAMES, list).list()? {
            let parts = entry.list()?;
            let [user, server, tasks] = &parts[..] else {
                return Err(entry.error("expected a user, a server and a list of names"));
            };
            let at = (user.index(pool.users(), "user")?, server.index(pool.servers(), "server")?);
            let named = |node: &Node<'_>| Ok(node.text()?.to_string());
            names.insert(at, tasks.list()?.iter().map(named).collect::<Result<Vec<_>, InputError>>()?);
        }
        let gangs = document.root.get(GANGS).map(|list| members(&root.child(GANGS, list), pool));
        Ok(Names(names, gangs.transpose()?.unwrap_or_default()))
    }

    /// Takes the names of tasks that are not `held` in gangs.
    fn take(&mut self, user: usize, server: usize, tasks: &Rational, held: &BTreeSet<String>) -> Vec<String> {
        let Some(names) = self.0.get_mut(&(user, server)) else { return Vec::new() };
        let count = tasks.small().filter(|(_, d)| *d == 1).and_then(|(n, _)| usize::try_from(n).ok());
        let (free, mut kept): (Vec<String>, Vec<String>) =
            std::mem::take(names).into_iter().partition(|name| !held.contains(name));
        let mut free = free.into_iter();
        let taken = free.by_ref().take(count.unwrap_or(0)).collect();
        *names = free.collect();
        names.append(&mut kept);
        taken
    }

    /// Applies the changes, in which the gangs that are `gone` stop, and returns the names of the tasks that stop.
    pub(crate) fn change(&mut self, changes: &Changes, gone: &[bool]) -> Vec<String> {
        let held = self.1.iter().flatten().flat_map(|(_, _, names, _)| names.iter().cloned()).collect();
        let mut stopped = Vec::new();
        for (gang, _) in self.1.iter().zip(gone).filter(|(_, gone)| **gone) {
            for (user, server, names, _) in gang {
                self.0.entry((*user, *server)).or_default().retain(|name| !names.contains(name));
                stopped.extend(names.iter().cloned());
            }
        }
        for (user, server, tasks) in &changes.stops {
            stopped.extend(self.take(*user, *server, tasks, &held));
        }
        for (user, from, to, tasks) in &changes.moves {
            let moved = self.take(*user, *from, tasks, &held);
            self.0.entry((*user, *to)).or_default().extend(moved);
        }
        stopped
    }

    /// The field of an instance.
    pub(crate) fn to_value(&self) -> Value {
        let some = self.0.iter().filter(|(_, names)| !names.is_empty());
        let entry = |((user, server), names): (&(usize, usize), &Vec<String>)| {
            Value::List(vec![Value::index(*user), Value::index(*server), Value::texts(names)])
        };
        Value::List(some.map(entry).collect())
    }
}

/// The command that would stop a pod (`namespace/name`) or a job (its number), as a dry run that changes nothing; `None`
/// for another name.
pub(crate) fn dry_run(name: &str) -> Option<String> {
    let plain = |text: &str| {
        !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '.')
    };
    let job = |text: &str| {
        text.starts_with(|c: char| c.is_ascii_digit()) && text.chars().all(|c| c.is_ascii_digit() || c == '_')
    };
    match name.split_once('/') {
        Some((space, pod))
            if plain(space) && plain(pod) && !name.starts_with('-') && !pod.starts_with('-') =>
        {
            Some(format!("kubectl delete pod {pod} --namespace {space} --dry-run=server"))
        }
        None if job(name) => Some(format!("echo scontrol requeue {name}")),
        _ => None,
    }
}
