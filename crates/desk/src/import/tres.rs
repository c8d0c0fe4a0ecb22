//! Trackable resources in the notation of Slurm:
//! `cpu=4,mem=8000M,node=1,billing=4,gres/gpu=2,gres/gpu:a100=2`.

use std::collections::BTreeSet;

use super::amounts::{Amounts, CPU, MEMORY, add, gib_of_mib};
use super::places::{at, number_at};
use crate::document::{InputError, Node, Value};
use crate::scalar::{Rational, Scalar};

/// The processors, memory and generic resources in a text of trackable resources. A generic resource that
/// occurs with and without its type is counted once, without. Entries that are no resource of a node (nodes,
/// billing, energy, licences) are omitted.
pub(super) fn tres(node: &Node<'_>) -> Result<Amounts, InputError> {
    let mut found = Amounts::new();
    let mut plain = BTreeSet::new();
    let text = node.text()?;
    for part in text.split(',').filter(|part| !part.is_empty()) {
        let wrong = || node.error(format!("`{part}` is no trackable resource such as cpu=4"));
        let (name, amount) = part.split_once('=').ok_or_else(wrong)?;
        let (name, amount) = match name {
            "cpu" => (CPU.to_string(), scaled(amount).ok_or_else(wrong)?),
            "mem" => (MEMORY.to_string(), gib_of_mib(mib(amount).ok_or_else(wrong)?)),
            _ if name.starts_with("gres/") => (name.to_string(), scaled(amount).ok_or_else(wrong)?),
            _ => continue,
        };
        if !name.contains(':') {
            plain.insert(name.clone());
        }
        add(&mut found, &Amounts::from([(name, amount)]));
    }
    let twice = |name: &str| name.split_once(':').is_some_and(|(plain_name, _)| plain.contains(plain_name));
    found.retain(|name, amount| amount.is_positive() && !twice(name));
    Ok(found)
}

/// The generic resources of a list such as `gpu:tesla:4(S:0),test:8`, or with `gres/` or `gres:` before each
/// name. A resource without a count counts as one. Types are omitted.
pub(super) fn gres(node: &Node<'_>) -> Result<Amounts, InputError> {
    let mut found = Amounts::new();
    let (mut depth, text) = (0usize, node.text()?);
    let bare: String = text
        .chars()
        .filter(|c| {
            depth = if *c == '(' { depth + 1 } else { depth };
            let keep = depth == 0;
            depth = if *c == ')' { depth.saturating_sub(1) } else { depth };
            keep
        })
        .collect();
    for part in bare.split(',').filter(|part| !part.is_empty() && *part != "N/A") {
        let name = part.strip_prefix("gres/").or_else(|| part.strip_prefix("gres:")).unwrap_or(part);
        let fields: Vec<&str> = name.split([':', '=']).collect();
        let count = fields.last().filter(|_| fields.len() > 1).and_then(|count| scaled(count));
        let name = format!("gres/{}", fields[0]);
        add(&mut found, &Amounts::from([(name, count.unwrap_or_else(Rational::one))]));
    }
    found.retain(|_, amount| amount.is_positive());
    Ok(found)
}

/// The total request of a job. Generic resources are read per node if the trackable resources do not contain them.
pub(super) fn asked(job: &Node<'_>, field: &str, nodes: usize) -> Result<Amounts, InputError> {
    let found = at(job, &[field]).filter(|n| *n.value() != Value::text(""));
    let mut asks = found.map(|node| tres(&node)).transpose()?.unwrap_or_default();
    if !asks.contains_key(CPU)
        && let Some(cpus) = number_at(job, &["cpus"])?.filter(Scalar::is_positive)
    {
        asks.insert(CPU.to_string(), cpus);
    }
    if !asks.keys().any(|name| name.starts_with("gres/"))
        && let Some(list) = at(job, &["tres_per_node"])
    {
        let nodes = Rational::int(i64::try_from(nodes).unwrap_or(i64::MAX));
        let all = gres(&list)?.into_iter().map(|(name, amount)| (name, amount * &nodes)).collect();
        add(&mut asks, &all);
    }
    Ok(asks)
}

pub(super) fn part(asks: Amounts, parts: usize) -> Amounts {
    let parts = Rational::int(i64::try_from(parts).unwrap_or(i64::MAX));
    asks.into_iter().map(|(name, amount)| (name, amount / &parts)).collect()
}

/// Returns `true` if trackable resources contain an amount of memory.
pub(super) fn has_memory(tres: &str) -> bool {
    tres.split(',').any(|part| part.starts_with("mem="))
}

/// A count, which may end in K, M, G or T.
fn scaled(text: &str) -> Option<Rational> {
    let units = [('K', 1i64), ('M', 2), ('G', 3), ('T', 4)];
    let unit = units.iter().find(|(unit, _)| text.ends_with(*unit));
    let digits = unit.map_or(text, |_| &text[..text.len() - 1]);
    let amount: Rational = digits.parse().ok().filter(|amount: &Rational| !amount.is_negative())?;
    Some((0..unit.map_or(0, |(_, power)| *power)).fold(amount, |amount, _| amount * Rational::int(1024)))
}

/// Memory in MiB, which is also the default unit.
fn mib(text: &str) -> Option<Rational> {
    match text.ends_with(|c: char| c.is_ascii_digit()) {
        true => scaled(text),
        false => scaled(text).map(|amount| amount / Rational::int(1 << 20)),
    }
}
