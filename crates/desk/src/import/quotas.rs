//! Quotas of a container platform: what `ResourceQuota` permits a namespace, and the queues of Volcano (read at its
//! commit ed72c7c8) and KAI (at its commit 72de64fc) with their places in a tree, floors and caps.

use std::collections::{BTreeMap, BTreeSet};

use super::amounts::{Amounts, CPU, MEMORY, PODS, add, amounts, gib_of_mib, measured, take};
use super::division::{Queue, Queues};
use super::places::{at, count_at, decimal, full_name, listed, name_at, of_kind, text_at, within};
use super::snapshot::Snapshot;
use super::unread::{Known, NONE, Unread, signs};
use crate::document::{Document, InputError, Node, Read, Value};
use crate::scalar::{Rational, Scalar};
use crate::workbench::Assumption;

/// The resource that KAI counts as GPUs.
const GPU: &str = "nvidia.com/gpu";
/// The team of pods that name no queue.
pub(super) const NO_QUEUE: &str = "(no queue)";

/// Objects of `kind` in the documents, each with its name in lower case for errors.
pub(super) fn objects<'a>(documents: &[&'a Document], kind: &str) -> Vec<Node<'a>> {
    documents.iter().flat_map(|document| of_kind(document, kind, false, "").unwrap_or_default()).collect()
}

fn assume(snapshot: &mut Snapshot, field: &str, count: usize, words: String) {
    if count > 0 {
        snapshot.assumed.push(Assumption { field: field.to_string(), count, words });
    }
}

/// What namespaces may use, and what their pods request.
#[derive(Default)]
pub(super) struct Spaces {
    /// The amounts that each namespace may request.
    most: BTreeMap<String, Amounts>,
    /// What the quotas themselves count as used.
    used: BTreeMap<String, Amounts>,
    /// The requests of all pods of a namespace that has a quota.
    all: BTreeMap<String, Amounts>,
    /// The part of these requests that is not left out.
    kept: BTreeMap<String, Amounts>,
    /// Namespaces whose quotas have limits that are not read, and these limits.
    unread: BTreeMap<String, BTreeSet<String>>,
}

/// The amounts at `path` by the names that pods request; what limits no request of a pod is not among them. Names of
/// `limits` that are not read are added to `unread`.
fn requested(quota: &Node<'_>, path: &[&str], unread: &mut BTreeSet<String>) -> Read<Amounts> {
    let Some(node) = at(quota, path) else { return Ok(Amounts::new()) };
    let mut fields = Vec::new();
    for (name, value) in node.value().fields() {
        let plain = name.strip_prefix("requests.").unwrap_or(name);
        let of_pods = matches!(name.as_str(), "cpu" | "memory" | "ephemeral-storage");
        if matches!(name.as_str(), "pods" | "count/pods") {
            fields.push((PODS.to_string(), value.clone()));
        } else if name.starts_with("limits.") {
            unread.insert(name.clone());
        } else if of_pods || (plain != name && plain != "storage") {
            fields.push((plain.to_string(), value.clone()));
        }
    }
    amounts(&Node::new(&quota.error("").file, &Value::Table(fields)), &[])
        .map_err(|error| node.error(format!("{}: {}", error.field, error.reason)))
}

impl Spaces {
    /// Reads the objects `ResourceQuota`.
    ///
    /// # Errors
    /// A field of another form.
    pub(super) fn read(documents: &[&Document]) -> Read<Spaces> {
        let mut spaces = Spaces::default();
        for quota in objects(documents, "ResourceQuota") {
            let name = full_name(&quota)?;
            let space = name.split('/').next().unwrap_or_default().to_string();
            let mut odd = BTreeSet::new();
            let wrong = |error| within(&format!("resourcequota {name}"), "", error);
            let hard = requested(&quota, &["spec", "hard"], &mut odd).map_err(wrong)?;
            let used = requested(&quota, &["status", "used"], &mut BTreeSet::new()).map_err(wrong)?;
            let of_some =
                ["scopes", "scopeSelector"].into_iter().filter(|f| at(&quota, &["spec", f]).is_some());
            let of_some: Vec<&str> = of_some.collect();
            odd.extend(of_some.iter().map(ToString::to_string));
            if !odd.is_empty() {
                spaces.unread.entry(space.clone()).or_default().extend(odd);
            }
            if of_some.is_empty() {
                let most = spaces.most.entry(space.clone()).or_default();
                for (name, amount) in hard {
                    let least = most.remove(&name).map_or(amount.clone(), |most| most.min(amount));
                    most.insert(name, least);
                }
                spaces.used.entry(space).or_default().extend(used);
            }
        }
        Ok(spaces)
    }

    /// Counts the requests `asks` of a pod of `space`, which is `kept` as a task or left out.
    pub(super) fn count(&mut self, space: &str, asks: &Amounts, kept: bool) {
        if self.most.contains_key(space) {
            let counts = if kept { &mut self.kept } else { &mut self.all };
            add(counts.entry(space.to_string()).or_default(), asks);
        }
    }

    /// Makes the namespaces queues whose caps are their quotas without what their omitted pods request, or, if users are no
    /// namespaces (`apart`), names the quotas as not read.
    ///
    /// # Errors
    /// None with names of namespaces.
    pub(super) fn bind(mut self, file: &str, apart: bool, snapshot: &mut Snapshot) -> Read<()> {
        for (space, names) in std::mem::take(&mut self.unread) {
            let names = listed(names);
            let words = format!("As if there were none, not read: {names} of the quota of {space}.");
            assume(snapshot, "ResourceQuota", 1, words);
        }
        for (space, used) in &self.used {
            let all = self.all.get(space);
            for (resource, used) in used.iter().filter(|(resource, _)| *resource != PODS) {
                let found = all.and_then(|all| all.get(resource)).cloned().unwrap_or_else(Rational::zero);
                if found != *used {
                    let counts = format!("counts {} in use", measured(used, resource));
                    snapshot
                        .notes
                        .push(format!("the quota of {space} {counts}, and its pods request {found}"));
                }
            }
        }
        let total = snapshot.all();
        let mut list = Vec::new();
        for team in snapshot.teams() {
            let mut cap = self.most.remove(&team).unwrap_or_default();
            if let (Some(all), Some(kept)) = (self.all.get_mut(&team), self.kept.get(&team)) {
                take(all, kept);
                take(&mut cap, all);
            }
            cap.retain(|resource, most| total.get(resource).is_some_and(|all| *most < *all));
            list.push(Queue { cap, ..Queue::new(team, None, Rational::one()) });
        }
        let bound = list.iter().filter(|queue| !queue.cap.is_empty()).count();
        if apart {
            let words = "As if there were none, not read: quotas of namespaces.".to_string();
            assume(snapshot, "ResourceQuota", bound + self.most.len(), words);
        } else if bound > 0 {
            snapshot.queues = Some(Queues::new(file, "queue", list)?);
        }
        Ok(())
    }
}

/// Labels and annotations of pods that name their queue.
pub(super) const OWN: [&str; 4] =
    ["kai.scheduler/queue", "runai/queue", "scheduling.volcano.sh/queue-name", "volcano.sh/queue-name"];

/// Groups of pods: the queue of each, and the number of pods that it needs, by namespace and name.
#[derive(Default)]
pub(super) struct Groups(BTreeMap<String, String>, BTreeMap<String, usize>);

impl Groups {
    /// Reads the objects `PodGroup`, of which some fields stay `unread`.
    ///
    /// # Errors
    /// A field of another form.
    pub(super) fn read(documents: &[&Document], unread: &mut Unread) -> Read<Groups> {
        let mut groups = Groups::default();
        for group in objects(documents, "PodGroup") {
            let name = full_name(&group)?;
            signs(&group, &NONE)
                .for_each(|mark| unread.add(mark, "what schedulers decide by", ("group", &name)));
            at(&group, &["spec"]).iter().for_each(|spec| unread.others(spec, &OF_PODS, ("group", &name)));
            if let Some(queue) = text_at(&group, &["spec", "queue"])? {
                groups.0.insert(name.clone(), queue.to_string());
            }
            let needs = count_at(&group, &["spec", "minMember"])?;
            let gang = count_at(&group, &["spec", "schedulingPolicy", "gang", "minCount"])?;
            if let Some(needs) = needs.or(gang) {
                groups.1.insert(name, needs);
            }
        }
        Ok(groups)
    }

    /// The number of pods that the group needs which marks the pods of `gang`, if it is known.
    pub(super) fn needs(&self, space: &str, gang: &str) -> Option<usize> {
        let (_, name) = gang.rsplit_once([' ', '/'])?;
        self.1.get(&format!("{space}/{name}")).copied()
    }

    /// The queue that a pod or its group names.
    ///
    /// # Errors
    /// A label in another form.
    pub(super) fn queue(&self, pod: &Node<'_>) -> Read<Option<String>> {
        const OF_GROUP: [&str; 2] = ["scheduling.k8s.io/group-name", "pod-group-name"];
        let marked = |name: &str| -> Read<Option<String>> {
            for place in ["labels", "annotations"] {
                if let Some(text) = text_at(pod, &["metadata", place, name])? {
                    return Ok(Some(text.to_string()));
                }
            }
            Ok(None)
        };
        for name in OWN {
            if let Some(queue) = marked(name)? {
                return Ok(Some(queue));
            }
        }
        let space = text_at(pod, &["metadata", "namespace"])?.unwrap_or("default");
        for name in OF_GROUP {
            if let Some(queue) =
                marked(name)?.and_then(|group| self.0.get(&format!("{space}/{group}")).cloned())
            {
                return Ok(Some(queue));
            }
        }
        Ok(None)
    }
}

/// Fields of groups of pods that are read.
static OF_PODS: Known = Known::new("PodGroup spec");

/// Fields of queues that are read, or that decide nothing.
static OF_QUEUE: Known = Known::new("Queue spec");

/// Terms of a queue, and its priority.
struct Terms {
    queue: Queue,
    guarantee: Amounts,
    priority: Rational,
}

/// A queue of Volcano; `deserved` is `true` if some queue has that field.
fn volcano(node: &Node<'_>, deserved: bool, snapshot: &mut Snapshot) -> Read<Terms> {
    let name = name_at(node, &["metadata", "name"])?.to_string();
    let above = text_at(node, &["spec", "parent"])?.filter(|above| !matches!(*above, "" | "root"));
    let weight = at(node, &["spec", "weight"]).map(|n| n.non_negative()).transpose()?;
    let mut queue = Queue::new(name, above.map(String::from), weight.unwrap_or_else(Rational::one));
    queue.cap = amounts(node, &["spec", "capability"])?;
    // A capability of zero processors or memory is none.
    queue.cap.retain(|name, most| most.is_positive() || (name != CPU && name != MEMORY));
    let guarantee = amounts(node, &["spec", "guarantee", "resource"])?;
    queue.floor = guarantee.clone();
    if deserved {
        super::amounts::raise(&mut queue.floor, &amounts(node, &["spec", "deserved"])?);
    }
    let closed = text_at(node, &["status", "state"])?.is_some_and(|state| !matches!(state, "" | "Open"));
    let kept = at(node, &["spec", "reclaimable"]).is_some_and(|n| *n.value() == Value::Bool(false));
    for (there, field, what) in [
        (closed, "state", "that it is closed"),
        (kept, "reclaimable", "that no other queue takes anything back from it"),
        (at(node, &["spec", "affinity"]).is_some(), "affinity", "its groups of nodes"),
        (at(node, &["spec", "extendClusters"]).is_some(), "extendClusters", "its other clusters"),
    ] {
        let words = format!("As if there were none, not read: {what}, of queue {}.", queue.name);
        assume(snapshot, field, usize::from(there), words);
    }
    let priority = at(node, &["spec", "priority"]).map(|n| n.number()).transpose()?;
    Ok(Terms { queue, guarantee, priority: priority.unwrap_or_else(Rational::zero) })
}

/// A queue of KAI, where `total` is what the cluster has. Amounts of -1 have no limit, and missing ones are 0.
fn kai(node: &Node<'_>, total: &Amounts, snapshot: &mut Snapshot) -> Read<Terms> {
    let name = name_at(node, &["metadata", "name"])?.to_string();
    let above = text_at(node, &["spec", "parentQueue"])?.filter(|above| !above.is_empty());
    let (mut queue, mut weights) = (Queue::new(name, above.map(String::from), Rational::zero()), Vec::new());
    let megabyte = gib_of_mib(Rational::new(1_000_000, 1 << 20));
    let units =
        [("gpu", GPU, Rational::one()), ("cpu", CPU, Rational::new(1, 1000)), ("memory", MEMORY, megabyte)];
    for (field, resource, unit) in units {
        let of = |what: &str| {
            let found = at(node, &["spec", "resources", field, what]).map(|n| decimal(&n)).transpose()?;
            Ok::<Rational, crate::document::InputError>(found.unwrap_or_else(Rational::zero))
        };
        let (quota, limit, weight) = (of("quota")?, of("limit")?, of("overQuotaWeight")?);
        if !total.contains_key(resource) {
            continue;
        }
        if weight.is_negative() {
            return Err(node.error(format!("spec.resources.{field}.overQuotaWeight: must not be negative")));
        }
        let all = || total[resource].clone();
        queue.floor.insert(resource.to_string(), if quota.is_negative() { all() } else { quota * &unit });
        if !limit.is_negative() {
            queue.cap.insert(resource.to_string(), limit * &unit);
        }
        weights.push(weight);
    }
    if let Some(first) = weights.first() {
        let words =
            format!("Queue {} has unlike weights over its quotas; {first} is taken for all.", queue.name);
        let unlike = weights.iter().any(|weight| weight != first);
        assume(snapshot, "overQuotaWeight", usize::from(unlike), words);
        queue.shares = first.clone();
    }
    let priority = at(node, &["spec", "priority"]).map(|n| n.number()).transpose()?;
    Ok(Terms { queue, guarantee: Amounts::new(), priority: priority.unwrap_or_else(|| Rational::int(100)) })
}

/// Lowers the caps of queues without parents by what is reserved for others; all of it if none has a parent.
fn reserve(list: &mut [Terms], total: &Amounts) {
    let mut reserved = Amounts::new();
    list.iter().for_each(|terms| add(&mut reserved, &terms.guarantee));
    if list.iter().any(|terms| terms.queue.above.is_some()) {
        return;
    }
    for Terms { queue, guarantee, .. } in list {
        for resource in reserved.keys() {
            let Some(most) = total.get(resource) else { continue };
            let own = guarantee.get(resource).cloned().unwrap_or_else(Rational::zero);
            let left = (most - &reserved[resource]).max(Rational::zero()) + own;
            let cap = queue.cap.remove(resource).map_or(left.clone(), |cap| cap.min(left));
            queue.cap.insert(resource.clone(), cap);
        }
    }
}

/// The tree of the objects `Queue`, with a queue of weight 1 for pods that name none.
///
/// # Errors
/// No queue, a field of another form, or a queue that is given twice.
pub(super) fn queues(documents: &[&Document], snapshot: &mut Snapshot) -> Read<Queues> {
    let (nodes, total) = (objects(documents, "Queue"), snapshot.all());
    let file = documents.last().map_or("", |document| &document.file);
    let Some(first) = nodes.first() else {
        let from = "kubectl get queues.scheduling.volcano.sh,podgroups -A -o json (queues.scheduling.run.ai for KAI)";
        let none = Document { file: file.to_string(), root: Value::Null };
        return Err(none
            .node()
            .error(format!("there is no object of the kind Queue: add what `{from}` prints")));
    };
    let group = text_at(first, &["apiVersion"])?.unwrap_or_default();
    let of_kai = group.starts_with("scheduling.run.ai") || at(first, &["spec", "resources"]).is_some();
    let deserved = nodes.iter().any(|node| at(node, &["spec", "deserved"]).is_some());
    let mut list = Vec::new();
    for node in &nodes {
        let name = name_at(node, &["metadata", "name"])?;
        at(node, &["spec"]).iter().for_each(|spec| snapshot.unread.others(spec, &OF_QUEUE, ("queue", name)));
        signs(node, &NONE)
            .for_each(|mark| snapshot.unread.add(mark, "what schedulers decide by", ("queue", name)));
        let read = if of_kai { kai(node, &total, snapshot) } else { volcano(node, deserved, snapshot) };
        list.push(read.map_err(|error| within(&format!("queue {name}"), "spec.", error))?);
    }
    let listed = |name: &String| list.iter().any(|terms: &Terms| terms.queue.name == *name);
    for Terms { queue, .. } in &list {
        if let Some(above) = queue.above.as_ref().filter(|above| !listed(above)) {
            let reason = format!("its parent {above} is not in the list");
            return Err(InputError::of(file, format!("queue {}", queue.name), reason));
        }
    }
    let ranked = list.iter().any(|terms| terms.priority != list[0].priority);
    let words = "As if there were none, not read: priorities of queues.".to_string();
    assume(snapshot, "priority", usize::from(ranked), words);
    if !of_kai {
        reserve(&mut list, &total);
    }
    let words = match (of_kai, deserved) {
        (true, _) => {
            "KAI divides by weight what quotas leave, as the mechanism quota-tree-over does; an audit raises one level, \
                      under which a quota counts as the least of a queue, so what it calls a share is not what KAI would give"
        }
        (_, true) => {
            "Queues of Volcano have what they deserve first, as its plugin capacity has it; what is left is divided by \
                      their weights, where the plugin asks who uses the smallest part of what it deserves"
        }
        _ => {
            "Queues of Volcano divide by weight, with guarantees as the least and capabilities as the most; its plugin \
              proportion does so in rounds, which may stop elsewhere"
        }
    };
    assume(snapshot, "Queue", list.len(), format!("{words}."));
    let mut list: Vec<Queue> = list.into_iter().map(|terms| terms.queue).collect();
    if snapshot.teams().contains(NO_QUEUE) {
        let words =
            "Pods that name no queue divide the cluster with the topmost queues, with weight 1.".to_string();
        assume(snapshot, "queue", 1, words);
        list.push(Queue::new(NO_QUEUE.to_string(), None, Rational::one()));
    }
    Queues::new(file, "queue", list)
}
