//! Nodes in the JSON lists of Slurm.

use std::collections::{BTreeMap, BTreeSet};

use super::amounts::{Amounts, CPU, MEMORY, add, gib_of_mib};
use super::places::{at, name_at, number_at, text_at, words};
use super::slurm_states::{Closed, node_states};
use super::slurm_unread::unread_of_node;
use super::snapshot::Snapshot;
use super::tres::{gres, pooled, sort_by_type, tres, types};
use crate::document::{InputError, Node, Read, Value};
use crate::scalar::{Rational, Scalar};

/// The data of a node that jobs refer to.
pub(super) struct Place {
    pub(super) name: String,
    pub(super) partitions: Option<BTreeSet<String>>,
    pub(super) features: BTreeSet<String>,
    /// The types of its generic resources, as far as the node names them.
    pub(super) types: BTreeSet<String>,
}

/// The types of generic resources in the fields of a node or a job.
pub(super) fn types_at(node: &Node<'_>, fields: &[&str]) -> Read<BTreeSet<String>> {
    let mut found = BTreeSet::new();
    for field in fields {
        found.extend(types(text_at(node, &[field])?.unwrap_or_default()));
    }
    Ok(found)
}

/// Nodes in service, and all other nodes.
#[derive(Default)]
pub(super) struct Nodes {
    pub(super) open: Vec<Place>,
    /// The nodes that take no jobs.
    pub(super) closed: BTreeMap<String, Closed>,
    /// Generic resources of which some node has several types, so that types count as resources of their own, each with the
    /// type of which there are most.
    pub(super) apart: BTreeMap<String, String>,
}

/// Generic resources of which `node` has several types.
pub(super) fn of_several_types(node: &Node<'_>) -> Read<BTreeSet<String>> {
    let types = types_at(node, &["gres", "tres"])?;
    let names: Vec<&str> = types.iter().filter_map(|kind| kind.split(':').next()).collect();
    // Types of one resource follow each other.
    let twice = names.windows(2).filter(|pair| pair[0] == pair[1]);
    Ok(twice.map(|pair| format!("gres/{}", pair[0])).collect())
}

/// Reads a node.
pub(super) fn read_node(node: &Node<'_>, nodes: &mut Nodes, snapshot: &mut Snapshot) -> Read<()> {
    let name = name_at(node, &["name"])?;
    if snapshot.named(name).is_some() || nodes.closed.contains_key(name) {
        return Err(node.error(format!("a node `{name}` is given twice")));
    }
    let (states, closed) = node_states(node)?;
    if let Some(closed) = closed {
        nodes.closed.insert(name.to_string(), closed);
        return Ok(());
    }
    let reserved = states.iter().any(|state| state == "RESERVED");
    let reserved = reserved.then_some(("reservation", "the reservations"));
    let mut unread = unread_of_node(node);
    // A node in a reservation says so by its state and by its name.
    unread.extend(reserved.filter(|reserved| !unread.contains(reserved)));
    unread.into_iter().for_each(|(field, what)| snapshot.unread.add(field, what, ("node", name)));
    let mut has = at(node, &["tres"]).map(|node| tres(&node)).transpose()?.unwrap_or_default();
    let or_field = |has: &mut Amounts, name: &str, field: &str, of: fn(Rational) -> Rational| {
        if !has.contains_key(name)
            && let Some(amount) = number_at(node, &[field])?
        {
            has.insert(name.to_string(), of(amount));
        }
        Ok::<(), InputError>(())
    };
    or_field(&mut has, CPU, "cpus", |cpus| cpus)?;
    or_field(&mut has, MEMORY, "real_memory", gib_of_mib)?;
    // Resources that the node reserves for itself may be included in `tres` or not.
    if let (Some(cpus), Some(all)) = (number_at(node, &["effective_cpus"])?, has.get(CPU).cloned())
        && cpus.is_positive()
        && cpus < all
    {
        has.insert(CPU.to_string(), cpus);
    }
    if let Some(kept) = number_at(node, &["specialized_memory"])?.filter(Scalar::is_positive)
        && let Some(all) = number_at(node, &["real_memory"])?
    {
        let left = gib_of_mib((all - kept).max(Rational::zero()));
        let least = has.remove(MEMORY).map_or(left.clone(), |memory| memory.min(left));
        has.insert(MEMORY.to_string(), least);
    }
    if let Some(list) = at(node, &["gres"]) {
        match has.keys().any(|name| name.starts_with("gres/")) {
            true => sort_by_type(&mut has, gres(&list)?),
            false => add(&mut has, &gres(&list)?),
        }
    }
    has = pooled(has, &nodes.apart);
    let partitions = at(node, &["partitions"]).is_some().then(|| words(node, &["partitions"])).transpose()?;
    let features = words(node, &["active_features"])?.into_iter().chain(words(node, &["features"])?);
    nodes.open.push(Place {
        name: name.to_string(),
        partitions: partitions.map(|names| names.into_iter().collect()),
        features: features.collect(),
        types: types_at(node, &["gres", "tres"])?,
    });
    let stated = in_use(node, &has, &nodes.apart)?;
    snapshot.stated.insert(name.to_string(), stated);
    snapshot.machine(name, has);
    Ok(())
}

/// What the node itself says is in use of `has`, where types of the resources `apart` count by themselves.
fn in_use(node: &Node<'_>, has: &Amounts, apart: &BTreeMap<String, String>) -> Read<Amounts> {
    let text = at(node, &["tres_used"]).filter(|text| *text.value() != Value::text(""));
    let mut used = pooled(text.map(|text| tres(&text)).transpose()?.unwrap_or_default(), apart);
    // A number of all types says nothing of one.
    used.retain(|name, _| !apart.contains_key(name) || has.contains_key(name));
    used.extend(number_at(node, &["alloc_cpus"])?.map(|cpus| (CPU.to_string(), cpus)));
    used.extend(number_at(node, &["alloc_memory"])?.map(|memory| (MEMORY.to_string(), gib_of_mib(memory))));
    if let Some(list) = at(node, &["gres_used"]) {
        let some = pooled(gres(&list)?, apart);
        let of = |name: &String| (name.clone(), some.get(name).cloned().unwrap_or_else(Rational::zero));
        used.extend(has.keys().filter(|name| name.starts_with("gres/")).map(of));
    }
    Ok(used)
}
