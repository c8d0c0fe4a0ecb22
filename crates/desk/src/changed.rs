//! What if: an instance with another weight, another quota of a queue, or with more tasks.

use fairwitness_kernel::document::suggest::hint;

use crate::document::{Document, InputError, Node, Read, Value};
use crate::model::Model as _;
use crate::model::cluster::{Cluster, Pool, Weight};
use crate::scalar::{Rational, Scalar, sum};
use crate::workbench::beside::PRIORITY;
use crate::workbench::cluster_to_audit;

fn wrong(reason: String) -> InputError {
    InputError { file: "--what-if".to_string(), field: String::new(), reason }
}

/// The instance after a change: `weight USER=NUMBER` gives a user or team another weight; `quota PATH RESOURCE=AMOUNT ..` gives
/// a queue another floor, and a cap at least as high; `submit FILE` adds the tasks of `FILE`, which has the fields `users`,
/// `demand` and `tasks` of an instance. The file is read by `load`.
///
/// # Errors
/// Another change, a user that does not exist, a number that is no weight, or a file that does not fit the instance.
pub fn what_if(document: &Document, change: &str, load: &dyn Fn(&str) -> Read<Document>) -> Read<Document> {
    let mut pool = cluster_to_audit(document)?;
    match change.trim().split_once(' ') {
        Some(("weight", text)) => weigh(&mut pool, text.trim())?,
        Some(("quota", text)) => quota(&mut pool, text.trim())?,
        Some(("submit", file)) => submit(&mut pool, &load(file.trim())?)?,
        _ => {
            let forms = "`weight USER=NUMBER`, `quota PATH RESOURCE=AMOUNT` and `submit FILE`";
            return Err(wrong(format!("`{change}` is none of {forms}")));
        }
    }
    // Fields that the model does not read, such as priorities, stay for the users that were there.
    let mut fields = vec![("model".to_string(), Value::text(Cluster::ID))];
    fields.extend(Cluster::write(&pool).fields().iter().cloned());
    for (name, value) in document.root.fields() {
        if !fields.iter().any(|(known, _)| known == name) {
            let value = if name == PRIORITY { for_users(value, pool.users()) } else { value.clone() };
            fields.push((name.clone(), value));
        }
    }
    Ok(Document { file: format!("{} with `{change}`", document.file), root: Value::Table(fields) }.instance())
}

/// A list with one number per user is extended by zeros for new users.
fn for_users(value: &Value, users: usize) -> Value {
    match value {
        Value::List(list)
            if list.len() < users && list.iter().all(|one| matches!(one, Value::Integer(_))) =>
        {
            let more = std::iter::repeat_n(Value::Integer(0), users - list.len());
            Value::List(list.iter().cloned().chain(more).collect())
        }
        other => other.clone(),
    }
}

fn weights(pool: &mut Pool) -> Read<&mut Vec<Rational>> {
    match &mut pool.weight {
        Weight::User(weights) => Ok(weights),
        Weight::Resource(_) => Err(wrong("the instance has weights per resource".to_string())),
    }
}

/// The item of `names` that is called `name`, or begins with it before a unit; errors say what `what` there is.
fn position(names: &[String], name: &str, what: &str) -> Read<usize> {
    let bare = |known: &String| known.split(" (").next().unwrap_or(known).rsplit('/').next() == Some(name);
    let same = |known: &String| known.eq_ignore_ascii_case(name);
    let lower: Vec<String> = names.iter().map(|known| known.to_lowercase()).collect();
    let found = names.iter().position(same).or_else(|| lower.iter().position(bare));
    found.ok_or_else(|| {
        let hint = hint(name, names.iter().map(|known| &**known));
        wrong(format!("no {what} is called `{name}`{hint}"))
    })
}

fn quota(pool: &mut Pool, text: &str) -> Read<()> {
    let resources: Vec<String> = (0..pool.resources()).map(|r| pool.resource_name(r)).collect();
    let Some(tree) = &mut pool.tree else {
        return Err(wrong(
            "the instance has no queues: its field `path` names those of each user".to_string(),
        ));
    };
    let (path, amounts) = text.split_once(' ').unwrap_or((text, ""));
    let paths: Vec<String> = (0..tree.inner.len()).map(|k| tree.path(Some(k)).join("/")).collect();
    let node = &mut tree.inner[position(&paths, path, "queue")?];
    let amounts: Vec<&str> = amounts.split([',', ' ']).filter(|part| !part.is_empty()).collect();
    if amounts.is_empty() {
        return Err(wrong(format!("`{text}` is not PATH RESOURCE=AMOUNT")));
    }
    for part in amounts {
        let (name, amount) =
            part.split_once('=').ok_or_else(|| wrong(format!("`{part}` is not RESOURCE=AMOUNT")))?;
        let r = position(&resources, &name.to_lowercase(), "resource")?;
        let amount: Rational = Node::new("--what-if", &Value::text(amount)).non_negative()?;
        node.floor.resize(resources.len(), Rational::zero());
        if let Some(Some(cap)) = node.cap.get_mut(r) {
            *cap = cap.clone().max(amount.clone());
        }
        node.floor[r] = amount;
    }
    node.settle();
    Ok(())
}

fn weigh(pool: &mut Pool, text: &str) -> Read<()> {
    let Some((name, number)) = text.rsplit_once('=') else {
        return Err(wrong(format!("`{text}` is not USER=NUMBER")));
    };
    let value = Value::text(number.trim());
    let to = Node::new("--what-if", &value).number()?;
    if !to.is_positive() {
        return Err(wrong(format!("a weight is above zero, and {number} is not")));
    }
    let teams = pool.teams();
    let names: Vec<String> = teams.iter().map(|team| team.name.clone()).collect();
    let team = &teams[position(&names, name.trim(), "user or team")?];
    // The shapes of a team keep their proportions.
    let weights = weights(pool)?;
    let all = sum(team.shapes.iter().map(|&u| weights[u].clone()));
    team.shapes.iter().for_each(|&u| weights[u] = &weights[u] * &to / &all);
    Ok(())
}

fn submit(pool: &mut Pool, more: &Document) -> Read<()> {
    let root = more.node();
    let required = |name: &str| {
        let value = more.root.get(name).ok_or_else(|| root.error(format!("field `{name}` is missing")))?;
        root.child(name, value).list()
    };
    let (users, demand, tasks) = (required("users")?, required("demand")?, required("tasks")?);
    for (u, user) in users.iter().enumerate() {
        let (Some(row), Some(count)) = (demand.get(u), tasks.get(u)) else {
            return Err(root.error("`users`, `demand` and `tasks` must be equally long".to_string()));
        };
        let amounts = row.list()?.iter().map(Node::number).collect::<Result<Vec<_>, _>>()?;
        if amounts.len() != pool.resources()
            || !amounts.iter().any(Scalar::is_positive)
            || amounts.iter().any(Scalar::is_negative)
        {
            return Err(row.error(format!("expected {} amounts, not all zero", pool.resources())));
        }
        let count = count.number()?;
        if count.is_negative() {
            return Err(row.error("a number of tasks is not negative".to_string()));
        }
        add(pool, user.text()?, amounts, &count)?;
    }
    Ok(())
}

/// Adds tasks of a user or team: to the row with this demand, or as a new row, which shares the weight of its team.
fn add(pool: &mut Pool, name: &str, demand: Vec<Rational>, count: &Rational) -> Read<()> {
    let teams = pool.teams();
    let team = teams.iter().find(|team| team.name == name);
    let shapes: Vec<usize> = team.map_or_else(Vec::new, |team| team.shapes.clone());
    if let Some(&u) = shapes.iter().find(|&&u| pool.demand[u] == demand) {
        pool.tasks[u] = pool.tasks[u].as_ref().map(|has| has + count);
        return Ok(());
    }
    let names: Vec<String> = (0..pool.users()).map(|u| pool.user_name(u)).collect();
    let mut of_team: Vec<String> = vec![String::new(); pool.users()];
    teams.iter().for_each(|team| team.shapes.iter().for_each(|&u| of_team[u].clone_from(&team.name)));
    if pool.rate.is_some() {
        return Err(wrong("new kinds of tasks are not added to an instance with rates".to_string()));
    }
    if let Some(tree) = &mut pool.tree {
        let Some(&first) = shapes.first() else {
            return Err(wrong(format!("the queue of `{name}` is not known: no user or team is called that")));
        };
        tree.above.push(tree.above[first]);
    }
    let weights = weights(pool)?;
    let all = sum(shapes.iter().map(|&u| weights[u].clone()));
    let parts = Rational::int(i64::try_from(shapes.len()).unwrap_or(i64::MAX - 1) + 1);
    shapes.iter().for_each(|&u| weights[u] = &weights[u] - &weights[u] / &parts);
    weights.push(if shapes.is_empty() { Rational::one() } else { all / &parts });
    let (servers, users) = (pool.servers(), pool.users());
    // A new kind of a team may run wherever some kind of the team may; a new user may run everywhere.
    let open = |i: usize| shapes.is_empty() || shapes.iter().any(|&u| pool.eligible[u][i]);
    let eligible = (0..servers).map(open).collect();
    pool.eligible.push(eligible);
    pool.demand.push(demand);
    pool.tasks.push(Some(count.clone()));
    if let Some(running) = &mut pool.running {
        running.add_user();
    }
    let row = if shapes.is_empty() { name.to_string() } else { format!("{name}/new-{}", users + 1) };
    pool.labels.users = names.into_iter().chain([row]).collect();
    if pool.team.is_some() || !shapes.is_empty() {
        of_team.push(name.to_string());
        pool.team = Some(of_team);
    }
    Ok(())
}
