//! Cohort instances as TOML and JSON documents: reading with exact errors, and writing.

use super::{Label, Queues, Terms, Workload};
use crate::document::suggest::hint;
use crate::document::{Node, Read, Value};
use crate::scalar::{Rational, Scalar};

/// The largest number of pairs of a resource with a queue or a workload in a file.
const MOST_PAIRS: usize = 5_000;
/// The largest number of workloads in a file: following a run asks about each workload at each step.
const MOST_WORKLOADS: usize = 500;
/// The largest absolute value of a priority; priorities of Kubernetes are within it.
const MOST_PRIORITY: i64 = 2_147_483_647;

pub(super) fn read(node: &Node<'_>) -> Read<Queues> {
    let mut fields = node.fields()?;
    let quota = quotas(&fields.required("quota")?)?;
    let (queues, resources) = (quota.len(), quota.first().map_or(0, Vec::len));
    let weight = match fields.optional("weight") {
        None => vec![Rational::one(); queues],
        Some(node) => node.row(queues, "queue")?,
    };
    let names = fields.optional("queues").map_or(Ok(Vec::new()), |node| names(&node, queues))?;
    let mut terms = Terms::read(&mut fields, names, (queues, resources))?;
    let given = fields.required("workload")?;
    let items = given.list()?;
    if items.is_empty() {
        return Err(given.error("there must be at least one workload"));
    }
    if items.len() > MOST_WORKLOADS {
        let reason = format!("{} workloads are too many: at most {MOST_WORKLOADS} are handled", items.len());
        return Err(given.error(reason));
    }
    few(&given, queues + items.len(), "queues and workloads", resources)?;
    let read: Vec<(Workload, Label)> =
        items.iter().map(|item| one(item, queues, resources, &terms.queues)).collect::<Result<_, _>>()?;
    let (workload, labels): (Vec<Workload>, Vec<Label>) = read.into_iter().unzip();
    if labels.iter().any(|label| *label != Label::default()) {
        terms.workloads = labels;
    }
    let admitted_node = fields.required("admitted")?;
    let mut admitted = Vec::new();
    for item in admitted_node.list()? {
        let w = item.index(workload.len(), "workload")?;
        if admitted.contains(&w) {
            return Err(item.error(format!("workload {w} stands here twice")));
        }
        admitted.push(w);
    }
    by_reservation(&mut admitted, &terms);
    let asking = fields.optional("incoming");
    let incoming = asking.as_ref().map(|node| node.index(workload.len(), "workload")).transpose()?;
    if let (Some(w), Some(node)) = (incoming, &asking)
        && admitted.contains(&w)
    {
        return Err(node.error(format!("workload {w} is admitted already")));
    }
    fields.finish()?;
    Ok(Queues { quota, weight, workload, admitted, incoming, terms })
}

/// Sorts admitted workloads by the time of their reservation, if each has one: of those of one second the one with the
/// larger identifier counts as older, because the one with the smaller identifier is preempted first.
fn by_reservation(admitted: &mut [usize], terms: &Terms) {
    let label = |w: &usize| terms.workloads.get(*w);
    let time = |w: &usize| label(w).and_then(|label| label.reserved.as_ref());
    if admitted.iter().all(|w| time(w).is_some()) {
        admitted.sort_by(|a, b| {
            let uid = |w: &usize| label(w).and_then(|label| label.uid.as_ref());
            let ties = uid(b).zip(uid(a)).map_or(std::cmp::Ordering::Equal, |(b, a)| b.cmp(a));
            time(a).cmp(&time(b)).then(ties)
        });
    }
}

fn quotas(node: &Node<'_>) -> Read<Vec<Vec<Rational>>> {
    let rows = node.list()?;
    let Some(first) = rows.first() else { return Err(node.error("there must be at least one queue")) };
    let resources = first.list()?.len();
    if resources == 0 {
        return Err(first.error("there must be at least one resource"));
    }
    few(node, rows.len(), "queues", resources)?;
    rows.iter().map(|row| row.row(resources, "resource")).collect()
}

/// Refuses a table of `rows` rows (called `what` in the error) with more than [`MOST_PAIRS`] entries.
fn few(node: &Node<'_>, rows: usize, what: &str, resources: usize) -> Read<()> {
    if rows.saturating_mul(resources) <= MOST_PAIRS {
        return Ok(());
    }
    let most = MOST_PAIRS;
    let reason =
        format!("{rows} {what} and {resources} resources are too many pairs: at most {most} are handled");
    Err(node.error(reason))
}

/// Reads the amounts of a request, one per resource, not all zero.
pub(super) fn request(node: &Node<'_>, resources: usize) -> Read<Vec<Rational>> {
    let request: Vec<Rational> = node.row(resources, "resource")?;
    if request.iter().any(Scalar::is_positive) {
        Ok(request)
    } else {
        Err(node.error("a workload must ask for something"))
    }
}

/// Reads the names of queues, each of which occurs once.
fn names(node: &Node<'_>, queues: usize) -> Read<Vec<String>> {
    let mut names: Vec<String> = Vec::new();
    for item in node.list_of(queues, "queue")? {
        let name = item.text()?;
        if name.is_empty() || name.chars().any(char::is_control) || names.iter().any(|known| known == name) {
            return Err(item.error("a name must be printable, and of one queue alone"));
        }
        names.push(name.to_string());
    }
    Ok(names)
}

/// Reads a workload and its names. Its queue is given by its index or its name.
fn one(node: &Node<'_>, queues: usize, resources: usize, names: &[String]) -> Read<(Workload, Label)> {
    let mut fields = node.fields()?;
    let queue = fields.required("queue")?;
    let queue = match queue.value() {
        Value::Text(name) => names.iter().position(|known| known == name).ok_or_else(|| {
            let hint = hint(name, names.iter().map(String::as_str));
            queue.error(format!("`{name}` is no name in `queues`{hint}"))
        })?,
        _ => queue.index(queues, "queue")?,
    };
    let mut text = |name| fields.maybe(name, |node| Ok(node.text()?.to_string()));
    let [name, uid, reserved, submitted] =
        [text("name")?, text("uid")?, text("reserved")?, text("submitted")?];
    let evicted = fields.maybe("evicted", Node::flag)?.unwrap_or(false);
    let label = Label { name, uid, reserved, submitted, evicted };
    let request = request(&fields.required("request")?, resources)?;
    let priority = fields.maybe("priority", priority)?.unwrap_or(0);
    fields.finish()?;
    Ok((Workload { queue, request, priority }, label))
}

pub(super) fn priority(node: &Node<'_>) -> Read<i64> {
    match node.number()?.small() {
        Some((n, 1)) if (-MOST_PRIORITY..=MOST_PRIORITY).contains(&n) => Ok(n),
        _ => Err(node.error(format!("must be a whole number from -{MOST_PRIORITY} to {MOST_PRIORITY}"))),
    }
}

pub(super) fn write(queues: &Queues) -> Value {
    let one = |(w, workload): (usize, &Workload)| {
        let label = queues.terms.workloads.get(w).cloned().unwrap_or_default();
        Value::table([
            ("name", label.name.map(Value::Text)),
            ("queue", Some(Value::index(workload.queue))),
            ("request", Some(Value::numbers(&workload.request))),
            ("priority", Some(Value::Integer(workload.priority))),
            ("uid", label.uid.map(Value::Text)),
            ("reserved", label.reserved.map(Value::Text)),
            ("submitted", label.submitted.map(Value::Text)),
            ("evicted", label.evicted.then_some(Value::Bool(true))),
        ])
    };
    let weighted = queues.weight.iter().any(|w| *w != Rational::one());
    let workloads = queues.workload.iter().enumerate().map(one).collect();
    let head = [
        ("quota", Some(Value::matrix(&queues.quota))),
        ("weight", weighted.then(|| Value::numbers(&queues.weight))),
    ];
    let tail = [
        ("workload", Some(Value::List(workloads))),
        ("admitted", Some(Value::indexes(queues.admitted.iter().copied()))),
        ("incoming", queues.incoming.map(Value::index)),
    ];
    Value::table(head.into_iter().chain(queues.terms.write()).chain(tail))
}
