//! The terms of queues beyond quota and weight, and the names of an imported state (kueue, concepts: cluster queue,
//! preemption).
//!
//! Plain terms: one flavor of each resource, no limits, lower priorities of the own queue and any priority of others.

use crate::document::suggest::nearest;
use crate::document::{Fields, InputError, Node, Value};
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

const OWN: [(&str, Own); 3] =
    [("never", Own::Never), ("lower", Own::Lower), ("lower-or-newer", Own::LowerOrNewer)];
const RECLAIM: [(&str, Reclaim); 3] =
    [("never", Reclaim::Never), ("lower", Reclaim::Lower), ("any", Reclaim::Any)];

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
}

/// Terms and names. An empty list stands for plain terms, or for no names.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Terms {
    /// The name of each queue.
    pub queues: Vec<String>,
    /// The names of each workload.
    pub workloads: Vec<Label>,
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

    /// The entry of `limits` for `queue` and column `r`.
    pub fn limit(limits: &Limits, queue: usize, r: usize) -> Option<&Rational> {
        limits.get(queue)?.get(r)?.as_ref()
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
    }

    pub(super) fn drop_column(&mut self, r: usize) {
        drop_at(&mut self.flavors, r);
        self.borrow.iter_mut().chain(&mut self.lend).for_each(|row| drop_at(row, r));
    }

    /// Reads the terms of queues, whose names `queues` are read already.
    pub(super) fn read(
        fields: &mut Fields<'_>,
        names: Vec<String>,
        (queues, resources): (usize, usize),
    ) -> Result<Terms, InputError> {
        Ok(Terms {
            flavors: fields.optional("flavors").map_or(Ok(Vec::new()), |node| flavors(&node, resources))?,
            own: words(fields.optional("own"), queues, &OWN)?,
            reclaim: words(fields.optional("reclaim"), queues, &RECLAIM)?,
            borrow: limits(fields.optional("borrow"), queues, resources)?,
            lend: limits(fields.optional("lend"), queues, resources)?,
            queues: names,
            workloads: Vec::new(),
        })
    }

    /// The fields of the terms and the names of queues.
    pub(super) fn write(&self) -> Vec<(String, Value)> {
        let mut fields = Vec::new();
        let mut put = |name: &str, value: Value| fields.push((name.to_string(), value));
        if !self.queues.is_empty() {
            put("queues", Value::texts(&self.queues));
        }
        if !self.flavors.is_empty() {
            let all: std::collections::BTreeSet<usize> = self.flavors.iter().copied().collect();
            let of =
                |resource| Value::indexes((0..self.flavors.len()).filter(|&r| self.flavors[r] == resource));
            put("flavors", Value::List(all.into_iter().map(of).collect()));
        }
        if !self.own.is_empty() {
            put("own", Value::List(self.own.iter().map(|own| word(&OWN, *own)).collect()));
        }
        if !self.reclaim.is_empty() {
            put("reclaim", Value::List(self.reclaim.iter().map(|one| word(&RECLAIM, *one)).collect()));
        }
        for (name, limits) in [("borrow", &self.borrow), ("lend", &self.lend)] {
            let entry = |limit: &Option<Rational>| {
                limit.as_ref().map_or_else(|| Value::text("inf"), |limit| Value::Number(limit.clone()))
            };
            let row = |row: &Vec<Option<Rational>>| Value::List(row.iter().map(entry).collect());
            if !limits.is_empty() {
                put(name, Value::List(limits.iter().map(row).collect()));
            }
        }
        fields
    }
}

fn drop_at<T>(list: &mut Vec<T>, at: usize) {
    if at < list.len() {
        list.remove(at);
    }
}

fn word<T: PartialEq>(words: &[(&str, T)], value: T) -> Value {
    Value::text(words.iter().find(|(_, known)| *known == value).map_or("", |(word, _)| word))
}

fn words<T: Copy>(
    node: Option<Node<'_>>,
    queues: usize,
    words: &[(&'static str, T)],
) -> Result<Vec<T>, InputError> {
    let Some(node) = node else { return Ok(Vec::new()) };
    let one = |node: &Node<'_>| {
        let text = node.text()?;
        let known = words.iter().find(|(word, _)| *word == text).map(|(_, value)| *value);
        known.ok_or_else(|| {
            let all: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
            let near = nearest(text, all.iter().copied());
            let hint = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
            node.error(format!("`{text}` is none of {}{hint}", all.join(", ")))
        })
    };
    node.list_of(queues, "queue")?.iter().map(one).collect()
}

fn limits(node: Option<Node<'_>>, queues: usize, resources: usize) -> Result<Limits, InputError> {
    let Some(node) = node else { return Ok(Vec::new()) };
    let entry = |node: &Node<'_>| match node.value() {
        Value::Text(text) if text == "inf" => Ok(None),
        _ => node.non_negative().map(Some),
    };
    let row = |node: &Node<'_>| node.list_of(resources, "resource")?.iter().map(entry).collect();
    node.list_of(queues, "queue")?.iter().map(row).collect()
}

/// Reads the columns of each resource; every column belongs to one resource.
fn flavors(node: &Node<'_>, resources: usize) -> Result<Vec<usize>, InputError> {
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
