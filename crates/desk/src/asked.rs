//! What an audit is asked: the properties by their ids, and the limits of plans that a file states.

use crate::audit::{self, USUAL};
use crate::document::{Document, InputError, Node, Read, Value, suggest::nearest};
use crate::model::cluster::{Cluster, Pool};
use crate::property::Examine;
use crate::scalar::{Rational, Scalar};
use crate::together::steps;
use crate::workbench::beside::{BUDGETS, GANGS, PRIORITY, TOGETHER};
use fairwitness_kernel::audit::limits::{Budget, Limits};

/// The properties that an audit can use, and those among them that it uses by default.
fn table() -> (Vec<&'static dyn Examine<Cluster>>, Vec<&'static dyn Examine<Cluster>>) {
    let all = audit::of_one_outcome();
    let usual = USUAL.iter().filter_map(|id| all.iter().copied().find(|property| property.id() == *id));
    let usual = usual.collect();
    (all, usual)
}

/// The ids of the properties that an audit can judge by.
pub fn audit_properties() -> Vec<&'static str> {
    table().0.iter().map(|property| property.id()).collect()
}

/// The properties with the given ids, or the default ones if no id is given.
pub(crate) fn chosen(ids: &[String]) -> Result<Vec<&'static dyn Examine<Cluster>>, InputError> {
    let (all, usual) = table();
    if ids.is_empty() {
        return Ok(usual);
    }
    let one = |id: &String| {
        let known = all.iter().copied().find(|property| property.id() == id);
        known.ok_or_else(|| {
            let hint = match nearest(id, all.iter().map(|property| property.id())) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("there are: {}", audit_properties().join(", ")),
            };
            let elsewhere = crate::property::CLUSTER.iter().any(|property| property.id() == id);
            let reason = match elsewhere {
                true => format!(
                    "`{id}` compares two runs, and what stands is one outcome; there are: {}",
                    audit_properties().join(", ")
                ),
                false => format!("`{id}` is no property of an outcome; {hint}"),
            };
            InputError { file: "--property".to_string(), field: String::new(), reason }
        })
    };
    ids.iter().map(one).collect()
}

/// The limits of plans that the file states: the priority of each user's tasks, gangs that run or wait, and budgets of
/// disruptions.
///
/// # Errors
/// A field of another form, or more tasks in gangs than run.
pub(crate) fn limits(document: &Document, pool: &Pool) -> Read<Limits> {
    let (root, mut limits) = (document.node(), Limits::default());
    let at = |name: &str| document.root.get(name).map(|list| root.child(name, list));
    if let Some(list) = at(PRIORITY) {
        let one = |node: &Node<'_>| match node.value() {
            Value::Integer(priority) => Ok(*priority),
            _ => Err(node.error("expected a whole number")),
        };
        limits.priority = list.each_of(pool.users(), "user", one)?;
    }
    if let Some(list) = at(GANGS) {
        for gang in members(&list, pool)? {
            let of = |(user, server, _, tasks): Member| (user, server, tasks);
            limits.gangs.push(gang.into_iter().map(of).collect());
        }
        let runs = |&(user, server): &(usize, usize)| pool.running.as_ref().map(|all| all.on(user, server));
        if let Some(((user, server), _)) =
            limits.held().iter().find(|(at, held)| runs(at).as_ref() < Some(held))
        {
            let (user, server) = (pool.user_name(*user), pool.server_name(*server));
            return Err(list.error(format!("has more tasks of {user} on {server} than run there")));
        }
    }
    for budget in at(BUDGETS).map_or(Ok(Vec::new()), |list| list.list())? {
        limits.budgets.push(budget.table(|fields| {
            fields.maybe("name", |name| name.text().map(drop))?;
            let users = fields.required("users")?.each(|user| user.index(pool.users(), "user"))?;
            Ok(Budget { users, allowed: fields.required("allowed")?.non_negative()? })
        })?);
    }
    limits.steps = at(TOGETHER).map_or_else(|| Ok(Vec::new()), |list| steps(&list, pool))?;
    Ok(limits)
}

/// Tasks of a gang: a user, a server, the names of the tasks as far as they are known, and their number.
pub(crate) type Member = (usize, usize, Vec<String>, Rational);

/// The gangs in the field `list`.
///
/// # Errors
/// A gang of another form.
pub(crate) fn members(list: &Node<'_>, pool: &Pool) -> Read<Vec<Vec<Member>>> {
    let member = |entry: &Node<'_>| {
        let parts = entry.list()?;
        let [user, server, tasks] = &parts[..] else {
            return Err(entry.error("expected a user, a server, and a number of tasks or their names"));
        };
        let (user, server) = (user.index(pool.users(), "user")?, server.index(pool.servers(), "server")?);
        if !matches!(tasks.value(), Value::List(_)) {
            return Ok((user, server, Vec::new(), tasks.positive()?));
        }
        let names = tasks.each(|name| Ok(name.text()?.to_string()))?;
        let count = Rational::int(i64::try_from(names.len()).unwrap_or(i64::MAX));
        Ok((user, server, names, count))
    };
    list.each(|gang| gang.each(member))
}
