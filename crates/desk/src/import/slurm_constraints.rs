//! What jobs of Slurm require of their nodes: partitions, features, names, and types of generic resources.

use std::collections::BTreeSet;

use super::hosts::hosts;
use super::places::{at, text_at, words};
use super::slurm_nodes::{Place, types_at};
use super::tres::TYPED;
use crate::document::{Node, Read, Value};

/// The requirements of a job on its nodes. Equal requirements are met by one set of nodes.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Constraints {
    partitions: BTreeSet<String>,
    /// The alternatives, each a set of features.
    features: Vec<Vec<String>>,
    only: Option<BTreeSet<String>>,
    without: BTreeSet<String>,
    /// The types of generic resources, such as `gpu:tesla`.
    types: BTreeSet<String>,
}

/// The hosts of a field that is a compact list, or a list of such lists.
fn hosts_at(job: &Node<'_>, field: &str, left: &mut usize) -> Read<BTreeSet<String>> {
    let lists = match at(job, &[field]) {
        None => Vec::new(),
        Some(node) if matches!(node.value(), Value::Text(_)) => vec![node.text()?],
        Some(node) => node.list()?.iter().map(Node::text).collect::<Result<_, _>>()?,
    };
    let mut found = BTreeSet::new();
    for list in lists {
        found.extend(hosts(list, left).map_err(|reason| job.error(format!("{field}: {reason}")))?);
    }
    Ok(found)
}

impl Constraints {
    /// Reads the requirements of a job; the flag is `true` if its features have a form that is not read.
    pub(super) fn read(job: &Node<'_>, left: &mut usize) -> Read<(Constraints, bool)> {
        let text = text_at(job, &["features"])?.unwrap_or_default();
        let odd = text.contains(['(', '[', '*', '!', ')', ']']);
        let any = text.split('|').filter(|_| !odd && !text.is_empty());
        let features = any.map(|all| all.split(['&', ',']).map(String::from).collect()).collect();
        let only = hosts_at(job, "required_nodes", left)?;
        let constraints = Constraints {
            partitions: words(job, &["partition"])?.into_iter().collect(),
            features,
            only: (!only.is_empty()).then_some(only),
            without: hosts_at(job, "excluded_nodes", left)?,
            types: types_at(job, &TYPED)?,
        };
        Ok((constraints, odd))
    }

    pub(super) fn met_by(&self, place: &Place) -> bool {
        let all = |features: &Vec<String>| features.iter().all(|f| place.features.contains(f));
        let there = |names: &BTreeSet<String>| !names.is_disjoint(&self.partitions);
        // A node that names no type of a resource may have any.
        let typed = |kind: &String| {
            let of = |other: &String| other.split(':').next() == kind.split(':').next();
            place.types.contains(kind) || !place.types.iter().any(of)
        };
        (self.partitions.is_empty() || place.partitions.as_ref().is_none_or(there))
            && (self.features.is_empty() || self.features.iter().any(all))
            && self.only.as_ref().is_none_or(|only| only.contains(&place.name))
            && !self.without.contains(&place.name)
            && self.types.iter().all(typed)
    }
}
