//! Budgets of disruptions: which pods they are about, and how many of these may be disrupted now.

use super::constraints::{Constraints, Place};
use super::places::{at, count_at, name_at, of_kind, text_at, within};
use crate::document::{Document, Node, Read};
use crate::workbench::Assumption;

/// A budget of disruptions.
struct Budget {
    /// Namespace and name.
    name: String,
    space: String,
    selector: Constraints,
    allowed: usize,
}

/// The budgets of a file.
#[derive(Default)]
pub(super) struct Budgets(Vec<Budget>);

impl Budgets {
    /// Reads the objects `PodDisruptionBudget` of the documents. A budget whose status does not say how many disruptions it
    /// allows is `assumed` to allow none.
    ///
    /// # Errors
    /// A field of another form.
    pub(super) fn read(documents: &[&Document], assumed: &mut Vec<Assumption>) -> Read<Budgets> {
        let (mut found, mut silent) = (Budgets::default(), 0);
        for document in documents {
            for node in of_kind(document, "PodDisruptionBudget", false, "").unwrap_or_default() {
                let name = name_at(&node, &["metadata", "name"])?;
                let space = text_at(&node, &["metadata", "namespace"])?.unwrap_or("default").to_string();
                let wrong = |error| within(&format!("poddisruptionbudget {space}/{name}"), "spec.", error);
                // Without a selector it is about no pod.
                let Some(selector) = at(&node, &["spec", "selector"]) else { continue };
                let selector = Constraints::of_selector(&selector).map_err(wrong)?;
                let allowed = count_at(&node, &["status", "disruptionsAllowed"]).map_err(wrong)?;
                silent += usize::from(allowed.is_none());
                let name = format!("{space}/{name}");
                if !found.0.iter().any(|budget| budget.name == name) {
                    found.0.push(Budget { name, space, selector, allowed: allowed.unwrap_or(0) });
                }
            }
        }
        if silent > 0 {
            let words = "Budgets of disruptions whose status does not say how many they allow are taken to allow none.";
            let (field, words) = ("disruptionsAllowed".to_string(), words.to_string());
            assumed.push(Assumption { field, count: silent, words });
        }
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
        let of = |budget: &&Budget| budget.space == space && budget.selector.met_by(&labels);
        let mut found = self.0.iter().filter(of);
        let first = found.next().map(|budget| (budget.name.clone(), budget.allowed));
        Ok(match (first, found.next()) {
            (Some((first, _)), Some(other)) => Some((format!("{first} and {}", other.name), 0)),
            (first, _) => first,
        })
    }
}
