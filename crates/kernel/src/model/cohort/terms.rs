//! The terms of queues beyond quota and weight, and the names of an imported state (kueue, concepts: cluster queue,
//! preemption).
//!
//! Plain terms: one flavor of each resource, no limits, lower priorities of the own queue and any priority of others.

use super::Group;
use crate::document::suggest::hint;
use crate::document::{Fields, Node, Read, Value};
use crate::scalar::Rational;

/// The workloads of its own queue that a workload may preempt.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Own {
    /// None.
    Never,
    /// Those of a lower priority.
    #[default]
    Lower,
    /// Those of a lower priority, and those of the same priority that were submitted later.
    LowerOrNewer,
}

/// The workloads of other queues of the cohort that a workload may preempt.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reclaim {
    /// None.
    Never,
    /// Those of a lower priority.
    Lower,
    /// Those of any priority.
    #[default]
    Any,
}

/// The state of a queue that an administrator has stopped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stop {
    /// Not stopped.
    #[default]
    No,
    /// No workload is admitted; admitted ones run on.
    Hold,
    /// No workload is admitted, and admitted ones are evicted.
    Drain,
}

/// The workloads of other queues that a workload may preempt while its queue borrows. Fair sharing does not read it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Within {
    /// `true` for lower priorities, `false` for none.
    pub lower: bool,
    /// The highest priority that may be preempted.
    pub threshold: Option<i64>,
}

const OWN: [(&str, Own); 3] =
    [("never", Own::Never), ("lower", Own::Lower), ("lower-or-newer", Own::LowerOrNewer)];
const RECLAIM: [(&str, Reclaim); 3] =
    [("never", Reclaim::Never), ("lower", Reclaim::Lower), ("any", Reclaim::Any)];

const STOP: [(&str, Stop); 3] = [("none", Stop::No), ("hold", Stop::Hold), ("hold-and-drain", Stop::Drain)];

/// Limits (queues x resources); `None` for no limit.
pub type Limits = Vec<Vec<Option<Rational>>>;

/// The names of a workload in the product.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Label {
    /// Name, with its namespace.
    pub name: Option<String>,
    /// Unique identifier.
    pub uid: Option<String>,
    /// The time at which quota was reserved.
    pub reserved: Option<String>,
    /// The time of submission.
    pub submitted: Option<String>,
    /// `true` if its eviction has begun.
    pub evicted: bool,
}

/// Terms and names. An empty list stands for plain terms, or for no names.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Terms {
    /// The name of each queue.
    pub queues: Vec<String>,
    /// The names of each workload.
    pub workloads: Vec<Label>,
    /// Index of the cohort of each queue; without entries all queues are in one cohort, which has no quota.
    pub cohort: Vec<Option<usize>>,
    /// The cohorts.
    pub cohorts: Vec<Group>,
    /// The resource of which each column is a flavor.
    pub flavors: Vec<usize>,
    /// What workloads of each queue may preempt in it.
    pub own: Vec<Own>,
    /// What workloads of each queue may preempt in other queues.
    pub reclaim: Vec<Reclaim>,
    /// The most that each queue may use beyond its quota.
    pub borrow: Limits,
    /// The most of its quota that each queue lends.
    pub lend: Limits,
    /// What workloads of each queue may preempt in other queues while their queue borrows.
    pub within: Vec<Option<Within>>,
    /// The queues that are stopped.
    pub stop: Vec<Stop>,
}

impl Terms {
    /// The resource of column `r`.
    pub fn resource(&self, r: usize) -> usize {
        self.flavors.get(r).copied().unwrap_or(r)
    }

    /// What workloads of `queue` may preempt in it.
    pub fn own(&self, queue: usize) -> Own {
        self.own.get(queue).copied().unwrap_or_default()
    }

    /// What workloads of `queue` may preempt in other queues.
    pub fn reclaim(&self, queue: usize) -> Reclaim {
        self.reclaim.get(queue).copied().unwrap_or_default()
    }

    /// Returns `true` if the eviction of `workload` has begun.
    pub fn evicted(&self, workload: usize) -> bool {
        self.workloads.get(workload).is_some_and(|label| label.evicted)
    }

    /// Returns `true` if `queue` admits no workload.
    pub fn stopped(&self, queue: usize) -> bool {
        self.stop.get(queue).is_some_and(|stop| *stop != Stop::No)
    }

    /// The name of `queue`.
    pub fn queue_name(&self, queue: usize) -> String {
        self.queues.get(queue).cloned().unwrap_or_else(|| format!("queue {}", queue + 1))
    }

    /// The name of `workload`.
    pub fn workload_name(&self, workload: usize) -> String {
        let named = self.workloads.get(workload).and_then(|label| label.name.clone());
        named.unwrap_or_else(|| format!("workload {}", workload + 1))
    }

    pub(super) fn drop_workload(&mut self, workload: usize) {
        drop_at(&mut self.workloads, workload);
    }

    pub(super) fn drop_queue(&mut self, queue: usize) {
        drop_at(&mut self.queues, queue);
        drop_at(&mut self.own, queue);
        drop_at(&mut self.reclaim, queue);
        drop_at(&mut self.borrow, queue);
        drop_at(&mut self.lend, queue);
        drop_at(&mut self.cohort, queue);
        drop_at(&mut self.within, queue);
        drop_at(&mut self.stop, queue);
    }

    pub(super) fn drop_column(&mut self, r: usize) {
        drop_at(&mut self.flavors, r);
        self.borrow.iter_mut().chain(&mut self.lend).for_each(|row| drop_at(row, r));
        self.cohorts.iter_mut().for_each(|cohort| cohort.drop_column(r));
    }

    /// Reads the terms of queues, whose names `queues` are read already.
    pub(super) fn read(
        fields: &mut Fields<'_>,
        names: Vec<String>,
        (queues, resources): (usize, usize),
    ) -> Read<Terms> {
        let (cohort, cohorts) = super::groups::read(fields, queues, resources)?;
        Ok(Terms {
            cohort,
            cohorts,
            flavors: fields.optional("flavors").map_or(Ok(Vec::new()), |node| flavors(&node, resources))?,
            own: words(fields.optional("own"), queues, &OWN)?,
            reclaim: words(fields.optional("reclaim"), queues, &RECLAIM)?,
            borrow: limits(fields.optional("borrow"), queues, resources)?,
            lend: limits(fields.optional("lend"), queues, resources)?,
            within: within(fields.optional("borrow-within"), queues)?,
            stop: words(fields.optional("stop"), queues, &STOP)?,
            queues: names,
            workloads: Vec::new(),
        })
    }

    /// The fields of the terms and the names of queues.
    pub(super) fn write(&self) -> impl Iterator<Item = (&'static str, Option<Value>)> {
        let all: std::collections::BTreeSet<usize> = self.flavors.iter().copied().collect();
        let of = |resource| Value::indexes((0..self.flavors.len()).filter(|&r| self.flavors[r] == resource));
        let names = (!self.queues.is_empty()).then(|| Value::texts(&self.queues));
        let rest = [
            ("flavors", listed(all, of)),
            ("own", listed(&self.own, |own| word(&OWN, *own))),
            ("reclaim", listed(&self.reclaim, |reclaim| word(&RECLAIM, *reclaim))),
            ("borrow", listed(&self.borrow, |row| limit_row(row))),
            ("lend", listed(&self.lend, |row| limit_row(row))),
            ("borrow-within", listed(&self.within, within_value)),
            ("stop", listed(&self.stop, |stop| word(&STOP, *stop))),
        ];
        std::iter::once(("queues", names)).chain(super::groups::write(self)).chain(rest)
    }
}

/// The list of `items`; `None` if there are none.
fn listed<T>(items: impl IntoIterator<Item = T>, value: impl Fn(T) -> Value) -> Option<Value> {
    let all: Vec<Value> = items.into_iter().map(value).collect();
    (!all.is_empty()).then_some(Value::List(all))
}

fn drop_at<T>(list: &mut Vec<T>, at: usize) {
    if at < list.len() {
        list.remove(at);
    }
}

fn word<T: PartialEq>(words: &[(&str, T)], value: T) -> Value {
    Value::text(words.iter().find(|(_, known)| *known == value).map_or("", |(word, _)| word))
}

fn words<T: Copy>(node: Option<Node<'_>>, queues: usize, words: &[(&'static str, T)]) -> Read<Vec<T>> {
    let Some(node) = node else { return Ok(Vec::new()) };
    let one = |node: &Node<'_>| {
        let text = node.text()?;
        let known = words.iter().find(|(word, _)| *word == text).map(|(_, value)| *value);
        known.ok_or_else(|| {
            let all: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
            let hint = hint(text, all.iter().copied());
            node.error(format!("`{text}` is none of {}{hint}", all.join(", ")))
        })
    };
    node.each_of(queues, "queue", one)
}

fn limits(node: Option<Node<'_>>, queues: usize, resources: usize) -> Read<Limits> {
    let Some(node) = node else { return Ok(Vec::new()) };
    node.each_of(queues, "queue", |row| read_limits(row, resources))
}

/// Reads the limits of one queue or cohort, one a column.
pub(super) fn read_limits(node: &Node<'_>, resources: usize) -> Read<Vec<Option<Rational>>> {
    let entry = |node: &Node<'_>| match node.value() {
        Value::Text(text) if text == "inf" => Ok(None),
        _ => node.non_negative().map(Some),
    };
    node.each_of(resources, "resource", entry)
}

/// The limits of one queue or cohort.
pub(super) fn limit_row(row: &[Option<Rational>]) -> Value {
    let entry = |limit: &Option<Rational>| {
        limit.as_ref().map_or_else(|| Value::text("inf"), |limit| Value::Number(limit.clone()))
    };
    Value::List(row.iter().map(entry).collect())
}

fn within_value(within: &Option<Within>) -> Value {
    let policy = |within: &Within| Value::text(if within.lower { "lower" } else { "never" });
    let threshold = within.as_ref().and_then(|within| within.threshold);
    Value::table([("policy", within.as_ref().map(policy)), ("threshold", threshold.map(Value::Integer))])
}

fn within(node: Option<Node<'_>>, queues: usize) -> Read<Vec<Option<Within>>> {
    let Some(node) = node else { return Ok(Vec::new()) };
    let one = |node: &Node<'_>| {
        let (policy, threshold) =
            node.table(|fields| Ok((fields.optional("policy"), fields.optional("threshold"))))?;
        let threshold = threshold.map(|node| super::file::priority(&node)).transpose()?;
        let Some(policy) = policy else { return Ok(None) };
        match policy.text()? {
            "lower" => Ok(Some(Within { lower: true, threshold })),
            "never" => Ok(Some(Within { lower: false, threshold })),
            other => Err(policy.error(format!("`{other}` is none of lower, never"))),
        }
    };
    node.each_of(queues, "queue", one)
}

/// Reads the columns of each resource; every column belongs to one resource.
fn flavors(node: &Node<'_>, resources: usize) -> Read<Vec<usize>> {
    let mut found: Vec<Option<usize>> = vec![None; resources];
    for (resource, columns) in node.list()?.iter().enumerate() {
        for column in columns.list()? {
            let r = column.index(resources, "resource")?;
            if found[r].replace(resource).is_some() {
                return Err(column.error(format!("resource {r} is a flavor of two resources")));
            }
        }
    }
    let all: Option<Vec<usize>> = found.into_iter().collect();
    all.ok_or_else(|| node.error("every resource must be a flavor of one of these resources"))
}
