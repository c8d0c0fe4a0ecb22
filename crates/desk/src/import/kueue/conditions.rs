//! Conditions of workloads, by which they wait, have quota, or do neither.

use crate::document::{InputError, Node, Value};
use crate::import::moment::utc;
use crate::import::places::{at, list_at, text_at};

/// The condition `kind`, if its status is as given.
fn condition<'a>(node: &Node<'a>, kind: &str, status: &str) -> Result<Option<Node<'a>>, InputError> {
    for condition in list_at(node, &["status", "conditions"])? {
        if text_at(&condition, &["type"])? == Some(kind) {
            return Ok((text_at(&condition, &["status"])? == Some(status)).then_some(condition));
        }
    }
    Ok(None)
}

/// The time at `path` in Coordinated Universal Time; empty if it is missing.
fn time_at(node: &Node<'_>, path: &[&str]) -> Result<String, InputError> {
    let Some(found) = at(node, path) else { return Ok(String::new()) };
    let text = found.text()?;
    if text.is_empty() { Ok(String::new()) } else { utc(text).map_err(|reason| found.error(reason)) }
}

/// The time at which the condition `kind` became true; `None` if it is not true.
pub(super) fn since(node: &Node<'_>, kind: &str) -> Result<Option<String>, InputError> {
    condition(node, kind, "True")?.map(|found| time_at(&found, &["lastTransitionTime"])).transpose()
}

/// The reason why a workload without quota may not ask, and whether its queue counts it among those that wait
/// (pkg/workload/workload.go, `IsAdmissible`, and `backoffWaitingTimeExpired` of pkg/cache/queue/cluster_queue.go).
pub(super) fn barred(node: &Node<'_>) -> Result<Option<(&'static str, bool)>, InputError> {
    let unreserved = condition(node, "QuotaReserved", "False")?;
    let reason = unreserved.map(|found| text_at(&found, &["reason"])).transpose()?.flatten();
    if reason == Some("OnHold") {
        return Ok(Some(("because of a hold (OnHold)", false)));
    }
    if condition(node, "WaitingForReplacementPods", "True")?.is_some() {
        return Ok(Some(("because replacement pods are awaited (WaitingForReplacementPods)", false)));
    }
    Ok(condition(node, "Requeued", "False")?
        .map(|_| ("because of a delay before the next attempt (Requeued)", true)))
}

/// Returns `true` of a workload that is finished or not active, and so neither waits nor uses quota.
pub(super) fn ended(node: &Node<'_>) -> Result<bool, InputError> {
    let inactive = at(node, &["spec", "active"]).is_some_and(|active| *active.value() == Value::Bool(false));
    Ok(inactive || since(node, "Finished")?.is_some())
}

/// The time from which a workload waits: that of an eviction because its pods were not ready or a check failed,
/// otherwise that of its creation.
pub(super) fn waits_from(node: &Node<'_>) -> Result<String, InputError> {
    match condition(node, "Evicted", "True")? {
        Some(found)
            if matches!(text_at(&found, &["reason"])?, Some("PodsReadyTimeout" | "AdmissionCheck")) =>
        {
            time_at(&found, &["lastTransitionTime"])
        }
        _ => time_at(node, &["metadata", "creationTimestamp"]),
    }
}
