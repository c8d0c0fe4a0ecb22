//! Budgets of disruptions: which pods they are about, and how many of these may be disrupted now.

use super::constraints::{Constraints, Place};
use super::places::{at, count_at, list_at, name_at, of_kind, text_at, within};
use crate::document::{Document, Node, Read, Value};
use crate::workbench::Assumption;

/// A budget of disruptions.
struct Budget {
    /// Namespace and name.
    name: String,
    space: String,
    selector: Constraints,
    allowed: usize,
    /// `true` if pods that are not ready may be disrupted whatever it allows.
    lets_unready_go: bool,
}

/// The budgets of a file.
#[derive(Default)]
pub(super) struct Budgets(Vec<Budget>);

/// The numbers of pods of a budget: all, those with a controller, and the healthy ones.
type Pods = [usize; 3];

/// Returns `true` if the pod says that it is ready, or runs and says nothing.
fn healthy(pod: &Node<'_>) -> Read<bool> {
    if at(pod, &["metadata", "deletionTimestamp"]).is_some() {
        return Ok(false);
    }
    for condition in list_at(pod, &["status", "conditions"])? {
        if text_at(&condition, &["type"])? == Some("Ready") {
            return Ok(text_at(&condition, &["status"])? == Some("True"));
        }
    }
    Ok(text_at(pod, &["status", "phase"])? == Some("Running"))
}

/// A number, or the part of `all` that a percentage says, rounded up.
fn scaled(node: &Node<'_>, all: usize) -> Read<usize> {
    let number = match node.value() {
        Value::Text(text) => text.strip_suffix('%').and_then(|part| part.parse().ok()),
        _ => return count_at(node, &[]).map(Option::unwrap_or_default),
    };
    let part: usize = number.ok_or_else(|| node.error("expected a number or a percentage"))?;
    Ok(all.saturating_mul(part).div_ceil(100))
}

/// Returns `true` if the pod has a controller.
fn managed(pod: &Node<'_>) -> Read<bool> {
    let controls =
        |owner: &Node<'_>| at(owner, &["controller"]).is_some_and(|n| *n.value() == Value::Bool(true));
    Ok(list_at(pod, &["metadata", "ownerReferences"])?.iter().any(controls))
}

/// The disruptions that a budget allows, as the disruption controller finds them (`getExpectedPodCount` of Kubernetes): a
/// percentage, and a most that may be away, are of the pods with controllers.
fn allowed(node: &Node<'_>, [all, managed, healthy]: Pods) -> Read<usize> {
    let least = at(node, &["spec", "minAvailable"]);
    let (expected, wanted) = match (at(node, &["spec", "maxUnavailable"]), least) {
        (Some(most), _) => (managed, managed.saturating_sub(scaled(&most, managed)?)),
        (None, Some(least)) if matches!(least.value(), Value::Text(_)) => (managed, scaled(&least, managed)?),
        (None, Some(least)) => (all, scaled(&least, all)?),
        (None, None) => (0, 0),
    };
    Ok(if expected == 0 { 0 } else { healthy.saturating_sub(wanted) })
}

impl Budgets {
    /// Reads the objects `PodDisruptionBudget` of the documents, of which the last has the pods. What a budget without a
    /// status allows is `assumed`.
    ///
    /// # Errors
    /// A field of another form.
    pub(super) fn read(documents: &[&Document], assumed: &mut Vec<Assumption>) -> Read<Budgets> {
        let (mut found, mut silent) = (Budgets::default(), Vec::new());
        let nodes = super::quotas::objects(documents, "PodDisruptionBudget");
        let wrong = |name: &str, error| within(&format!("poddisruptionbudget {name}"), "spec.", error);
        for node in &nodes {
            let space = text_at(node, &["metadata", "namespace"])?.unwrap_or("default").to_string();
            let name = format!("{space}/{}", name_at(node, &["metadata", "name"])?);
            // Without a selector it is about no pod.
            let Some(selector) = at(node, &["spec", "selector"]) else { continue };
            let selector = Constraints::of_selector(&selector).map_err(|error| wrong(&name, error))?;
            let allowed = count_at(node, &["status", "disruptionsAllowed"]);
            let allowed = allowed.map_err(|error| wrong(&name, error))?;
            if !found.0.iter().any(|budget| budget.name == name) {
                silent.extend(allowed.is_none().then_some((found.0.len(), node, Pods::default())));
                // As the eviction API decides (`EvictionREST.Create` of Kubernetes).
                let always = text_at(node, &["spec", "unhealthyPodEvictionPolicy"])? == Some("AlwaysAllow");
                let of = |field: &str| Ok(count_at(node, &["status", field])?.unwrap_or(0));
                let (now, wanted) = (of("currentHealthy")?, of("desiredHealthy")?);
                let lets_unready_go = always || (wanted > 0 && now >= wanted);
                let allowed = allowed.unwrap_or(0);
                found.0.push(Budget { name, space, selector, allowed, lets_unready_go });
            }
        }
        if silent.is_empty() {
            return Ok(found);
        }
        let pods = documents.last().map_or_else(|| Ok(Vec::new()), |file| of_kind(file, "Pod", true, ""))?;
        for pod in pods {
            let (of, labels) =
                (text_at(&pod, &["metadata", "namespace"])?.unwrap_or("default"), Place::of_pod(&pod)?);
            if matches!(text_at(&pod, &["status", "phase"])?, Some("Succeeded" | "Failed")) {
                continue;
            }
            for (k, _, pods) in &mut silent {
                if found.0[*k].space == of && found.0[*k].selector.met_by(&labels) {
                    let counts = [true, managed(&pod)?, healthy(&pod)?];
                    pods.iter_mut().zip(counts).for_each(|(n, counts)| *n += usize::from(counts));
                }
            }
        }
        for (k, node, pods) in &silent {
            let allowed = allowed(node, *pods).map_err(|error| wrong(&found.0[*k].name, error));
            found.0[*k].allowed = allowed?;
        }
        let words = "Budgets of disruptions without a status allow what the disruption controller would find with the pods in the list, \
                     of which each controller is taken to want as many.";
        let (field, words) = ("disruptionsAllowed".to_string(), words.to_string());
        assumed.push(Assumption { field, count: silent.len(), words });
        Ok(found)
    }

    /// The budget of a pod: its name and the disruptions that it allows. A pod in several budgets is not evicted.
    ///
    /// # Errors
    /// Labels of another form.
    pub(super) fn of(&self, pod: &Node<'_>) -> Read<Option<(String, usize)>> {
        if self.0.is_empty() {
            return Ok(None);
        }
        let (space, labels) =
            (text_at(pod, &["metadata", "namespace"])?.unwrap_or("default"), Place::of_pod(pod)?);
        let ready = healthy(pod)?;
        let of = |budget: &&Budget| {
            budget.space == space && budget.selector.met_by(&labels) && (ready || !budget.lets_unready_go)
        };
        let mut found = self.0.iter().filter(of);
        let first = found.next().map(|budget| (budget.name.clone(), budget.allowed));
        Ok(match (first, found.next()) {
            (Some((first, _)), Some(other)) => Some((format!("{first} and {}", other.name), 0)),
            (first, _) => first,
        })
    }
}
