//! Trackable resources in the notation of Slurm:
//! `cpu=4,mem=8000M,node=1,billing=4,gres/gpu=2,gres/gpu:a100=2`.

use std::collections::{BTreeMap, BTreeSet};

use super::amounts::{Amounts, CPU, MEMORY, add, gib_of_mib, measured, raise, take};
use super::places::{at, list_at, number_at, text_at};
use crate::document::{InputError, Node, Read, Value};
use crate::scalar::{Rational, Scalar, sum};

/// The processors, memory and generic resources in a text of trackable resources. A generic resource is counted by its
/// types, and under its own name as far as they are not stated. Entries that are no resource of a node (nodes, billing,
/// energy, licences) are omitted.
pub(super) fn tres(node: &Node<'_>) -> Read<Amounts> {
    Ok(once_by_type(entries(node, node.text()?)?.0))
}

/// The amounts without what is counted under a type as well.
fn once_by_type(mut found: Amounts) -> Amounts {
    let typed: Amounts = found.clone().into_iter().filter(|(name, _)| name.contains(':')).collect();
    for (name, amount) in typed {
        take(&mut found, &Amounts::from([(plain(&name).to_string(), amount)]));
    }
    found.retain(|_, amount| amount.is_positive());
    found
}

/// The amounts of `text`, zero included, and `true` if other entries are there; errors name `node`. A generic resource that
/// occurs with and without its type is counted once, without it.
pub(super) fn limits(node: &Node<'_>, text: &str) -> Read<(Amounts, bool)> {
    let (mut found, other) = entries(node, text)?;
    let names: BTreeSet<String> = found.keys().cloned().collect();
    found.retain(|name, _| !name.contains(':') || !names.contains(plain(name)));
    Ok((found, other))
}

/// The name of a resource without its type.
fn plain(name: &str) -> &str {
    name.split(':').next().unwrap_or(name)
}

/// The amounts without the types of resources, except for those that are kept `apart`.
pub(super) fn pooled(amounts: Amounts, apart: &BTreeMap<String, String>) -> Amounts {
    let mut found = Amounts::new();
    for (name, amount) in amounts {
        let of = if apart.contains_key(plain(&name)) { &name } else { plain(&name) };
        add(&mut found, &Amounts::from([(of.to_string(), amount)]));
    }
    found
}

/// Counts resources of `amounts` under the types in `typed`, as far as that many are there without a type.
pub(super) fn sort_by_type(amounts: &mut Amounts, typed: Amounts) {
    for (name, amount) in typed.into_iter().filter(|(name, _)| name.contains(':')) {
        if amounts.get(plain(&name)).is_some_and(|all| *all >= amount) && !amounts.contains_key(&name) {
            take(amounts, &Amounts::from([(plain(&name).to_string(), amount.clone())]));
            amounts.insert(name, amount);
        }
    }
    amounts.retain(|_, amount| amount.is_positive());
}

fn entries(node: &Node<'_>, text: &str) -> Read<(Amounts, bool)> {
    let (mut found, mut other) = (Amounts::new(), false);
    for part in text.split(',').filter(|part| !part.is_empty()) {
        let wrong = || node.error(format!("`{part}` is no trackable resource such as cpu=4"));
        let (name, amount) = part.split_once('=').ok_or_else(wrong)?;
        let (name, amount) = match name {
            "cpu" => (CPU.to_string(), scaled(amount).ok_or_else(wrong)?),
            "mem" => (MEMORY.to_string(), gib_of_mib(mib(amount).ok_or_else(wrong)?)),
            _ if name.starts_with("gres/") => (name.to_string(), scaled(amount).ok_or_else(wrong)?),
            _ => {
                other = true;
                continue;
            }
        };
        add(&mut found, &Amounts::from([(name, amount)]));
    }
    Ok((found, other))
}

/// The fields of a job that may name types of generic resources.
pub(super) const TYPED: [&str; 5] =
    ["tres_req_str", "tres_per_job", "tres_per_node", "tres_per_socket", "tres_per_task"];

/// Trackable resources that are no generic ones.
const OTHER: [&str; 8] = ["cpu", "mem", "node", "billing", "license", "bb", "energy", "fs"];

/// `text` without what stands in parentheses.
fn bare(text: &str) -> String {
    let mut depth = 0usize;
    let outside = |c: &char| {
        depth = if *c == '(' { depth + 1 } else { depth };
        let keep = depth == 0;
        depth = if *c == ')' { depth.saturating_sub(1) } else { depth };
        keep
    };
    text.chars().filter(outside).collect()
}

/// Returns `true` if an entry such as `license/matlab:1` is of a trackable resource that is no generic one.
fn is_other(part: &str) -> bool {
    part.split(['/', ':', '=']).next().is_some_and(|kind| OTHER.contains(&kind))
}

/// Returns `true` if a list as for [`gres`] has licences.
pub(super) fn has_licences(list: &str) -> bool {
    list.split(',').any(|part| part.starts_with("license"))
}

/// The name and the further words of an entry such as `gres/gpu:tesla=4`.
fn entry(part: &str) -> Vec<&str> {
    let name = part.strip_prefix("gres/").or_else(|| part.strip_prefix("gres:")).unwrap_or(part);
    name.split([':', '=']).collect()
}

/// The types of generic resources in a list as for [`gres`], each after its name: `gpu:tesla`.
pub(super) fn types(text: &str) -> BTreeSet<String> {
    let typed = |part: &str| match entry(part)[..] {
        [name, kind, ..] if scaled(kind).is_none() && !is_other(part) => Some(format!("{name}:{kind}")),
        _ => None,
    };
    bare(text).split(',').filter_map(typed).collect()
}

/// The generic resources of a list such as `gpu:tesla:4(S:0),test:8`, or with `gres/` or `gres:` before each
/// name, by their types. A resource without a count counts as one.
pub(super) fn gres(node: &Node<'_>) -> Read<Amounts> {
    let mut found = Amounts::new();
    let bare = bare(node.text()?);
    for part in bare.split(',').filter(|part| !part.is_empty() && *part != "N/A") {
        let fields = entry(part);
        if is_other(part) {
            continue;
        }
        let count = fields.last().filter(|_| fields.len() > 1).and_then(|count| scaled(count));
        let kind = fields.get(1).filter(|kind| scaled(kind).is_none());
        let name =
            kind.map_or_else(|| format!("gres/{}", fields[0]), |kind| format!("gres/{}:{kind}", fields[0]));
        add(&mut found, &Amounts::from([(name, count.unwrap_or_else(Rational::one))]));
    }
    found.retain(|_, amount| amount.is_positive());
    Ok(found)
}

/// The total request of a job on `nodes` nodes. Generic resources that the trackable resources do not contain are
/// those of the job, and those of a node, a socket and a task times the number of nodes, sockets and tasks.
pub(super) fn asked(job: &Node<'_>, field: &str, nodes: usize) -> Read<Amounts> {
    let found = at(job, &[field]).filter(|n| *n.value() != Value::text(""));
    let mut asks = found.as_ref().map(tres).transpose()?.unwrap_or_default();
    if !asks.contains_key(CPU)
        && let Some(cpus) = number_at(job, &["cpus"])?.filter(Scalar::is_positive)
    {
        asks.insert(CPU.to_string(), cpus);
    }
    let nodes = Rational::int(i64::try_from(nodes).unwrap_or(i64::MAX));
    // Memory is allocated or not, and requested in other fields for want of the trackable resources.
    if !asks.contains_key(MEMORY) && (found.is_none() || field != "tres_alloc_str") {
        let cpus = asks.get(CPU).cloned().unwrap_or_else(Rational::zero);
        for (field, times) in [("memory_per_node", &nodes), ("memory_per_cpu", &cpus)] {
            let memory = number_at(job, &[field])?.map(|memory| gib_of_mib(memory * times));
            asks.extend(memory.filter(Scalar::is_positive).map(|memory| (MEMORY.to_string(), memory)));
        }
    }
    let number = |field: &str| {
        Ok::<_, InputError>(
            number_at(job, &[field])?.filter(Scalar::is_positive).unwrap_or_else(Rational::one),
        )
    };
    let sockets = number("sockets_per_node")? * &nodes;
    let mut of_fields = Amounts::new();
    for (field, times) in [
        ("tres_per_job", Rational::one()),
        ("tres_per_node", nodes),
        ("tres_per_socket", sockets),
        ("tres_per_task", number("tasks")?),
    ] {
        let Some(list) = at(job, &[field]) else { continue };
        let all = gres(&list)?.into_iter().map(|(name, amount)| (name, amount * &times)).collect();
        // A total and a number for each node, socket or task state one request in two ways.
        raise(&mut of_fields, &all);
    }
    match asks.keys().any(|name| name.starts_with("gres/")) {
        true => sort_by_type(&mut asks, of_fields),
        false => add(&mut asks, &once_by_type(of_fields)),
    }
    if !asks.contains_key(MEMORY) && (found.is_none() || field != "tres_alloc_str") {
        let memory = memory_by_gres(job, &asks)?;
        asks.extend(memory.filter(Scalar::is_positive).map(|memory| (MEMORY.to_string(), memory)));
    }
    Ok(asks)
}

/// The memory for the generic resources among `asks` by `memory_per_tres`, such as `gres/gpu:40960` in MiB for each.
fn memory_by_gres(job: &Node<'_>, asks: &Amounts) -> Read<Option<Rational>> {
    let Some(list) = text_at(job, &["memory_per_tres"])? else { return Ok(None) };
    let mut all = Rational::zero();
    for part in list.split([',', ';']).filter(|part| !part.is_empty()) {
        let fields = entry(part);
        let each = fields.last().filter(|_| fields.len() > 1).and_then(|count| scaled(count));
        let each = each.ok_or_else(|| job.error(format!("memory_per_tres: `{part}` names no amount")))?;
        let of = |(name, count): (&String, &Rational)| {
            (plain(name).strip_prefix("gres/") == Some(fields[0])).then(|| count.clone())
        };
        all = all + gib_of_mib(each * sum(asks.iter().filter_map(of)));
    }
    Ok(Some(all))
}

/// The parts of a running job on its nodes, which are called `homes`: processors and memory by `job_resources`, generic
/// resources by `gres_detail`, in the order of its nodes. `asks` is the request of the whole job. `false` if these fields do
/// not say how the job is divided, and it is divided as [`parts`] does.
pub(super) fn divided(job: &Node<'_>, homes: &[String], asks: &Amounts) -> Read<(Vec<Amounts>, bool)> {
    let listed = allocated(job, homes)?;
    let details = list_at(job, &["gres_detail"])?;
    let detailed = details.len() == homes.len();
    let shares = |amounts: &Amounts| -> Vec<Amounts> {
        let all = parts(amounts, homes.len().max(1)).into_iter();
        all.flat_map(|(part, count)| vec![part; count]).collect()
    };
    // Whether the parts of several nodes are stated, not equal for want of that.
    let mut divided = true;
    let (of_gres, of_node): (Amounts, Amounts) =
        asks.clone().into_iter().partition(|(name, _)| name.starts_with("gres/"));
    let cores = listed.iter().map(|(_, node)| cores(node)).collect::<Result<Vec<_>, _>>()?;
    let all_cores = sum(cores.iter().cloned());
    let (nodes, generic) = (shares(&of_node), shares(&of_gres));
    let mut found = Vec::new();
    for (k, home) in homes.iter().enumerate() {
        let mut has = match listed.iter().position(|(name, _)| *name == home) {
            None if homes.len() > 1 && !listed.is_empty() => return Ok((shares(asks), false)),
            None => {
                divided &= homes.len() < 2;
                nodes[k].clone()
            }
            Some(at) => {
                let node = &listed[at].1;
                let cpus = match number_at(node, &["cpus"])?.or(number_at(node, &["cpus", "count"])?) {
                    Some(cpus) => Some(cpus),
                    None if all_cores.is_zero() => None,
                    None => of_node.get(CPU).map(|cpus| cpus * &cores[at] / &all_cores),
                };
                let memory = number_at(node, &["memory"])?.or(number_at(node, &["memory", "allocated"])?);
                let memory = memory.or(number_at(node, &["memory_allocated"])?);
                let mut has = nodes[k].clone();
                let known =
                    |name: &str, part: &Option<Rational>| part.is_some() || !of_node.contains_key(name);
                divided &= known(CPU, &cpus) && known(MEMORY, &memory);
                has.extend(cpus.map(|cpus| (CPU.to_string(), cpus)));
                has.extend(memory.map(|memory| (MEMORY.to_string(), gib_of_mib(memory))));
                has
            }
        };
        add(&mut has, &if detailed { gres(&details[k])? } else { generic[k].clone() });
        has.retain(|_, amount| amount.is_positive());
        found.push(has);
    }
    Ok((found, homes.len() < 2 || (divided && (detailed || of_gres.is_empty()))))
}

/// How much of the amounts `all` that a job has been allocated its `parts` have together, where that is another amount.
pub(super) fn unlike(job: &Node<'_>, all: &Amounts, parts: &[Amounts]) -> Option<String> {
    // Generic resources that are not trackable are those of the request.
    let tracked = text_at(job, &["tres_alloc_str"]).ok()?.is_some_and(|text| text.contains("gres/"));
    let (mut found, none) = (Amounts::new(), BTreeMap::new());
    parts.iter().for_each(|part| add(&mut found, &pooled(part.clone(), &none)));
    let of = |(name, amount): (&String, &Rational)| {
        let has = found.get(name).cloned().unwrap_or_else(Rational::zero);
        let stated = tracked || !name.starts_with("gres/");
        (stated && has != *amount).then(|| format!("{has} of {}", measured(amount, name)))
    };
    let said: Vec<String> = pooled(all.clone(), &none).iter().filter_map(of).collect();
    (!said.is_empty()).then(|| said.join(", "))
}

/// The entries of `job_resources` with the names of their nodes. Until version 0.0.38 they are fields with the place of the
/// node among `homes`.
fn allocated<'a>(job: &Node<'a>, homes: &'a [String]) -> Read<Vec<(&'a str, Node<'a>)>> {
    let all = ["allocated_nodes", "nodes"].iter().filter_map(|field| at(job, &["job_resources", field]));
    let all = all.map(|found| at(&found, &["allocation"]).unwrap_or(found));
    let mut listed = Vec::new();
    for found in all {
        match found.value() {
            Value::Table(fields) => {
                for (place, node) in fields {
                    let home = place.parse().ok().and_then(|place: usize| homes.get(place));
                    listed.extend(home.map(|home| (home.as_str(), found.child(place, node))));
                }
            }
            Value::List(_) => {
                for node in found.list()? {
                    let name = text_at(&node, &["name"])?.or(text_at(&node, &["nodename"])?);
                    listed.extend(name.map(|name| (name, node)));
                }
            }
            _ => {}
        }
    }
    Ok(listed)
}

/// The number of allocated cores in an older entry of `job_resources`, which lists them by socket.
fn cores(node: &Node<'_>) -> Read<Rational> {
    let sockets = at(node, &["sockets"]).filter(|sockets| matches!(sockets.value(), Value::Table(_)));
    let of_socket = |(_, socket): &(String, Value)| {
        let cores = socket.get("cores").map_or(&[][..], Value::fields);
        cores.iter().filter(|(_, state)| *state == Value::text("allocated")).count()
    };
    let count = sockets.map_or(0, |sockets| sockets.value().fields().iter().map(of_socket).sum());
    Ok(Rational::int(i64::try_from(count).unwrap_or(i64::MAX)))
}

/// `asks` in `count` parts, each with the number of parts like it: equal ones, but for processors and generic resources, of
/// which whole numbers are divided into whole ones, the larger first.
pub(super) fn parts(asks: &Amounts, count: usize) -> Vec<(Amounts, usize)> {
    let many = i64::try_from(count).unwrap_or(i64::MAX);
    let whole = |name: &str, all: &Rational| all.small().filter(|(_, d)| *d == 1 && name != MEMORY);
    let rests = asks.iter().filter_map(|(name, all)| usize::try_from(whole(name, all)?.0 % many).ok());
    let ends: BTreeSet<usize> = rests.chain([count]).collect();
    let (mut found, mut from) = (Vec::new(), 0);
    for end in ends.into_iter().filter(|end| *end > 0) {
        let larger = |n: i64| i64::from(usize::try_from(n % many).is_ok_and(|rest| from < rest));
        let of = |(name, all): (&String, &Rational)| match whole(name, all) {
            Some((n, _)) => (name.clone(), Rational::int(n / many + larger(n))),
            None => (name.clone(), all / Rational::int(many)),
        };
        let mut part: Amounts = asks.iter().map(of).collect();
        part.retain(|_, amount| amount.is_positive());
        found.push((part, end - from));
        from = end;
    }
    found
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
