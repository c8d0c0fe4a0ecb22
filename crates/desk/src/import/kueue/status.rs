//! What the status of a cluster queue says of its workloads, compared with those that are read
//! (pkg/controller/core/clusterqueue_controller.go, `updateCqStatusIfChanged`).

use super::columns::{ByColumn, amount};
use crate::document::{InputError, Node};
use crate::import::assume::Assumptions;
use crate::import::places::{at, count_at, counted, list_at, name_at};
use crate::scalar::{Rational, Scalar};

/// The counts in a status, and what the workloads in each do.
const COUNTS: [(&str, [&str; 2]); 3] = [
    ("reservingWorkloads", ["has quota", "have quota"]),
    ("admittedWorkloads", ["is admitted", "are admitted"]),
    ("pendingWorkloads", ["waits", "wait"]),
];
/// The sums in a status.
const SUMS: [(&str, &str); 2] = [("flavorsReservation", "reserved"), ("flavorsUsage", "in use")];

/// What a queue has of its workloads, as its status says or as they are read: counts and sums in the order of the constants.
#[derive(Default)]
pub(super) struct Status {
    pub(super) counts: [Option<usize>; 3],
    pub(super) sums: [ByColumn; 2],
}

impl Status {
    /// Reads the status of a cluster queue.
    pub(super) fn read(node: &Node<'_>) -> Result<Status, InputError> {
        let mut status = Status::default();
        for (count, (field, _)) in status.counts.iter_mut().zip(COUNTS) {
            *count = count_at(node, &["status", field])?;
        }
        for (sums, (field, _)) in status.sums.iter_mut().zip(SUMS) {
            for flavor in list_at(node, &["status", field])? {
                let called = name_at(&flavor, &["name"])?.to_string();
                for resource in list_at(&flavor, &["resources"])? {
                    if let Some(total) = at(&resource, &["total"]) {
                        let (name, total) = amount(&total, name_at(&resource, &["name"])?)?;
                        sums.insert((called.clone(), name), total);
                    }
                }
            }
        }
        Ok(status)
    }

    /// Counts a workload at a place of the counts, and what it uses at that place of the sums.
    pub(super) fn count(&mut self, place: usize, request: &ByColumn) {
        *self.counts[place].get_or_insert(0) += 1;
        let Some(sums) = self.sums.get_mut(place) else { return };
        for (column, amount) in request {
            let sum = sums.entry(column.clone()).or_insert_with(Rational::zero);
            *sum = &*sum + amount;
        }
    }
}

/// Notes what the statuses of queues, each with the queue's name, say otherwise than the workloads that are `read`, and assumes
/// that these are all.
pub(super) fn compare<'a>(
    queues: impl Iterator<Item = (&'a String, &'a Status)>,
    read: &[Status],
    notes: &mut Vec<String>,
    assumed: &mut Assumptions<'_>,
) {
    let mut differs = |field: &str, note: String| {
        notes.push(note);
        let words = "The status of a cluster queue says otherwise than the workloads in the list, which are taken as all";
        assumed.add(&format!("status.{field}"), words);
    };
    for ((name, status), read) in queues.zip(read) {
        for ((stated, found), (field, does)) in status.counts.iter().zip(read.counts).zip(COUNTS) {
            let found = found.unwrap_or(0);
            if let Some(stated) = stated.filter(|stated| *stated != found) {
                let does = does[usize::from(stated != 1)];
                let is = if found == 1 { "is" } else { "are" };
                let what = format!("{} that {does}, and {found} {is} read", counted(stated, "workload"));
                differs(field, format!("clusterqueue {name} counts {what}"));
            }
        }
        for ((stated, found), (field, word)) in status.sums.iter().zip(&read.sums).zip(SUMS) {
            for ((flavor, resource), total) in stated {
                let used =
                    found.get(&(flavor.clone(), resource.clone())).cloned().unwrap_or_else(Rational::zero);
                if used != *total {
                    let has = format!("clusterqueue {name} has {total} {resource} of {flavor} {word}");
                    differs(field, format!("{has}, and its workloads come to {used}"));
                }
            }
        }
    }
}
