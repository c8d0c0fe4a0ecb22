//! Placement constraints of pods: taints and tolerations, node selectors, and required node affinity.

use std::collections::{BTreeMap, BTreeSet};

use super::amounts::amounts;
use super::places::{at, list_at, text_at, texts};
use super::quotas::OWN;
use super::unread::{Known, others, signs};
use crate::document::{InputError, Node};

/// A taint that keeps pods away, or a toleration: key, value, effect, and `any` if every value matches.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Mark {
    key: String,
    value: String,
    effect: String,
    any: bool,
}

fn mark(node: &Node<'_>) -> Result<Mark, InputError> {
    let text = |name: &str| Ok::<_, InputError>(text_at(node, &[name])?.unwrap_or_default().to_string());
    let any = match text_at(node, &["operator"])? {
        Some("Exists") => true,
        None | Some("" | "Equal") => false,
        Some(_) => return Err(node.error("operator: must be Exists or Equal")),
    };
    Ok(Mark { key: text("key")?, value: text("value")?, effect: text("effect")?, any })
}

impl Mark {
    fn tolerates(&self, taint: &Mark) -> bool {
        (self.effect.is_empty() || self.effect == taint.effect)
            && ((self.any && self.key.is_empty())
                || (self.key == taint.key && (self.any || self.value == taint.value)))
    }
}

/// The data of a node that pods refer to: its name, its labels, and its taints.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// Name of the node.
    pub(super) name: String,
    labels: BTreeMap<String, String>,
    taints: Vec<Mark>,
    /// Tolerations that every pod there has.
    tolerated: Vec<Mark>,
}

fn marks(node: &Node<'_>, path: &[&str]) -> Result<Vec<Mark>, InputError> {
    list_at(node, path)?.iter().map(mark).collect()
}

impl Place {
    /// Reads the node called `name`. A taint with the effect PreferNoSchedule keeps no pod away.
    pub(super) fn read(name: &str, node: &Node<'_>) -> Result<Place, InputError> {
        let taints = marks(node, &["spec", "taints"])?;
        let labels = texts(node, &["metadata", "labels"])?;
        Ok(Place { name: name.to_string(), labels, taints: hard(taints), tolerated: Vec::new() })
    }

    /// Reads the nodes of a flavor of Kueue: their labels, their taints, and the tolerations that the flavor adds.
    pub(super) fn of_flavor(flavor: &Node<'_>) -> Result<Place, InputError> {
        Ok(Place {
            name: String::new(),
            labels: texts(flavor, &["spec", "nodeLabels"])?,
            taints: hard(marks(flavor, &["spec", "nodeTaints"])?),
            tolerated: marks(flavor, &["spec", "tolerations"])?,
        })
    }

    /// The labels of a pod, for selectors of pods.
    pub(super) fn of_pod(pod: &Node<'_>) -> Result<Place, InputError> {
        let (labels, name) = (texts(pod, &["metadata", "labels"])?, String::new());
        Ok(Place { name, labels, taints: Vec::new(), tolerated: Vec::new() })
    }

    /// The names of the labels.
    pub(super) fn keys(&self) -> impl Iterator<Item = &String> {
        self.labels.keys()
    }
}

/// The taints that keep pods away.
fn hard(taints: Vec<Mark>) -> Vec<Mark> {
    let hard = |taint: &Mark| taint.effect == "NoSchedule" || taint.effect == "NoExecute";
    taints.into_iter().filter(hard).collect()
}

/// A single requirement on a node: on a label, or on its name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Rule {
    key: String,
    operator: Operator,
    values: Vec<String>,
    of_name: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Operator {
    In,
    NotIn,
    Exists,
    DoesNotExist,
    Gt,
    Lt,
}

fn rule(node: &Node<'_>, of_name: bool) -> Result<Rule, InputError> {
    let operator = match text_at(node, &["operator"])? {
        Some("In") => Operator::In,
        Some("NotIn") => Operator::NotIn,
        Some("Exists") => Operator::Exists,
        Some("DoesNotExist") => Operator::DoesNotExist,
        Some("Gt") => Operator::Gt,
        Some("Lt") => Operator::Lt,
        _ => return Err(node.error("operator: must be In, NotIn, Exists, DoesNotExist, Gt or Lt")),
    };
    let values = list_at(node, &["values"])?;
    let values = values.iter().map(|v| Ok(v.text()?.to_string())).collect::<Result<_, InputError>>()?;
    Ok(Rule { key: text_at(node, &["key"])?.unwrap_or_default().to_string(), operator, values, of_name })
}

impl Rule {
    fn meets(&self, place: &Place) -> bool {
        let found = if self.of_name { Some(&place.name) } else { place.labels.get(&self.key) };
        let whole = |text: &String| text.parse::<i64>().ok();
        let beyond = |further: fn(i64, i64) -> bool| {
            let bound = self.values.first().and_then(whole);
            found.and_then(whole).zip(bound).is_some_and(|(has, bound)| further(has, bound))
        };
        match self.operator {
            Operator::In => found.is_some_and(|value| self.values.contains(value)),
            Operator::NotIn => found.is_none_or(|value| !self.values.contains(value)),
            Operator::Exists => found.is_some(),
            Operator::DoesNotExist => found.is_none(),
            Operator::Gt => beyond(|has, bound| has > bound),
            Operator::Lt => beyond(|has, bound| has < bound),
        }
    }
}

/// The requirements of a pod on its node. Equal requirements are met by one set of nodes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Constraints {
    selector: BTreeMap<String, String>,
    /// The alternatives, each a conjunction of rules; `None` if no affinity is required.
    terms: Option<Vec<Vec<Rule>>>,
    tolerations: Vec<Mark>,
}

impl Constraints {
    /// Reads the requirements of a pod.
    pub(super) fn read(pod: &Node<'_>) -> Result<Constraints, InputError> {
        let path = ["spec", "affinity", "nodeAffinity", "requiredDuringSchedulingIgnoredDuringExecution"];
        let term = |term: &Node<'_>| {
            let labels = list_at(term, &["matchExpressions"])?;
            let names = list_at(term, &["matchFields"])?;
            let rules = labels.iter().map(|n| rule(n, false)).chain(names.iter().map(|n| rule(n, true)));
            rules.collect::<Result<Vec<_>, _>>()
        };
        let terms = match at(pod, &path) {
            None => None,
            Some(required) => {
                let terms = list_at(&required, &["nodeSelectorTerms"])?;
                Some(terms.iter().map(term).collect::<Result<_, _>>()?)
            }
        };
        let selector = texts(pod, &["spec", "nodeSelector"])?;
        Ok(Constraints { selector, terms, tolerations: marks(pod, &["spec", "tolerations"])? })
    }

    /// Reads a selector of labels; an empty one is met by all.
    pub(super) fn of_selector(selector: &Node<'_>) -> Result<Constraints, InputError> {
        let rules = list_at(selector, &["matchExpressions"])?;
        let rules = rules.iter().map(|node| rule(node, false)).collect::<Result<Vec<_>, _>>()?;
        let terms = (!rules.is_empty()).then(|| vec![rules]);
        Ok(Constraints { selector: texts(selector, &["matchLabels"])?, terms, tolerations: Vec::new() })
    }

    /// Returns `true` if nodes are chosen by their labels or names.
    pub(super) fn chooses(&self) -> bool {
        !self.selector.is_empty() || self.terms.is_some()
    }

    /// The requirements as far as they are about labels called `keys`. An alternative without any is met by every node.
    pub(super) fn about(mut self, keys: &BTreeSet<&String>) -> Constraints {
        self.selector.retain(|key, _| keys.contains(key));
        for rules in self.terms.iter_mut().flatten() {
            rules.retain(|rule| !rule.of_name && keys.contains(&rule.key));
        }
        self.terms = self.terms.filter(|terms| terms.iter().all(|rules| !rules.is_empty()));
        self
    }

    /// Returns `true` if the node meets the requirements.
    pub(super) fn met_by(&self, place: &Place) -> bool {
        let term = |rules: &Vec<Rule>| !rules.is_empty() && rules.iter().all(|rule| rule.meets(place));
        self.selector.iter().all(|(key, value)| place.labels.get(key) == Some(value))
            && self.terms.as_ref().is_none_or(|terms| terms.iter().any(term))
            && place.taints.iter().all(|taint| {
                self.tolerations.iter().chain(&place.tolerated).any(|mark| mark.tolerates(taint))
            })
    }
}

/// Labels and annotations by which products mark the pods of a gang.
const GANGS: [&str; 8] = [
    "scheduling.k8s.io/group-name",
    "scheduling.x-k8s.io/pod-group",
    "pod-group.scheduling.sigs.k8s.io",
    "pod-group.scheduling.sigs.k8s.io/name",
    "pod-group-name",
    "kueue.x-k8s.io/pod-group-name",
    "jobset.sigs.k8s.io/jobset-name",
    "leaderworkerset.sigs.k8s.io/group-key",
];

/// The gang of a pod, with its namespace; `None` if the pod is in none.
pub(super) fn gang(pod: &Node<'_>) -> Option<String> {
    let text = |path: &[&str]| text_at(pod, path).ok().flatten();
    let marked = |name: &&str| {
        let named = ["labels", "annotations"].iter().find_map(|place| text(&["metadata", place, name]));
        named.map(|value| format!("{name} {value}"))
    };
    let of_workload = || {
        let parts =
            ["name", "podGroup", "podGroupReplicaKey"].map(|field| text(&["spec", "workloadRef", field]));
        parts[0].map(|_| parts.into_iter().flatten().collect::<Vec<_>>().join(" "))
    };
    let of_group = || text(&["spec", "schedulingGroup", "podGroupName"]).map(String::from);
    let name = GANGS.iter().find_map(marked).or_else(of_workload).or_else(of_group)?;
    Some(format!("{}/{name}", text(&["metadata", "namespace"]).unwrap_or("default")))
}

/// Returns `true` if the pod's requests are not those that its node has allocated to it.
fn resizes(pod: &Node<'_>) -> bool {
    let state = |node: &Node<'_>| {
        let kind = text_at(node, &["type"]).ok().flatten().unwrap_or_default();
        kind.starts_with("PodResize") && text_at(node, &["status"]).ok().flatten() == Some("True")
    };
    let all = |path: &[&str]| list_at(pod, path).unwrap_or_default();
    let name = |node: &Node<'_>| text_at(node, &["name"]).ok().flatten().map(String::from);
    let unlike = |status: &Node<'_>| {
        let of = |node: &Node<'_>, path: &[&str]| amounts(node, path).ok();
        let own = all(&["spec", "containers"]).into_iter().find(|node| name(node) == name(status));
        let differs = |path: &[&str]| {
            let asks = own.as_ref().and_then(|own| of(own, &["resources", "requests"]));
            at(status, path).is_some() && asks != of(status, path)
        };
        differs(&["allocatedResources"]) || differs(&["resources", "requests"])
    };
    let old = text_at(pod, &["status", "resize"]).ok().flatten().is_some_and(|state| !state.is_empty());
    old || all(&["status", "conditions"]).iter().any(state)
        || all(&["status", "containerStatuses"]).iter().any(unlike)
}

/// Fields of the specification of a pod that are read here or elsewhere, or on which no decision of a scheduler depends.
static KNOWN: Known = Known::new("pod spec");

/// Labels and annotations of pods that mark a gang, or by which nothing is decided.
static MARKS: Known = Known::new("marks of pods");

/// Kinds of volumes that every node has, and claims, which are named by themselves.
static FREE: Known = Known::new("volume");

/// The scheduling rules of a pod that are not read, each with its field; empty if it has none. `queues` is `true` if the marks
/// of its queue are read.
pub(super) fn unread(pod: &Node<'_>, queues: bool) -> Vec<(String, &'static str)> {
    let affinity = |path: &[&str]| at(pod, &[&["spec", "affinity"], path].concat()).is_some();
    let claim =
        |node: &Node<'_>| at(node, &["persistentVolumeClaim"]).or_else(|| at(node, &["ephemeral"])).is_some();
    let volume = |node: &Node<'_>| others(node, &FREE).next().is_some();
    let volumes = list_at(pod, &["spec", "volumes"]).unwrap_or_default();
    let port = |node: &Node<'_>| {
        let ports = list_at(node, &["ports"]).unwrap_or_default();
        ports.iter().any(|port| at(port, &["hostPort"]).is_some())
    };
    let of = |field: &str| list_at(pod, &["spec", field]).unwrap_or_default();
    let containers = [of("containers"), of("initContainers")].concat();
    let there = |name: &str| at(pod, &["spec", name]).is_some();
    let preferred = "preferredDuringSchedulingIgnoredDuringExecution";
    let spec = at(pod, &["spec"]);
    let unknown = spec.iter().flat_map(|spec| others(spec, &KNOWN)).map(|name| (name, "a field of pods"));
    let of_queue = |name: &&str| !queues || !OWN.contains(name);
    let marked = signs(pod, &MARKS).filter(of_queue).map(|name| (name, "what other schedulers decide by"));
    let usual: &[&str] = if queues { &["volcano", "kai-scheduler"] } else { &["default-scheduler"] };
    let scheduler = text_at(pod, &["spec", "schedulerName"]).ok().flatten();
    let unknown: Vec<(&str, &'static str)> = unknown.chain(marked).collect();
    let known = [
        (affinity(&["podAffinity"]), "podAffinity", "rules about other pods"),
        (affinity(&["podAntiAffinity"]), "podAntiAffinity", "rules about other pods"),
        (affinity(&["nodeAffinity", preferred]), "nodeAffinity", "preferences among nodes"),
        (there("topologySpreadConstraints"), "topologySpreadConstraints", "topology spread"),
        (volumes.iter().any(claim), "persistentVolumeClaim", "the nodes that their volumes are tied to"),
        (volumes.iter().any(volume), "volumes", "the nodes that their volumes are tied to"),
        (containers.iter().any(port), "hostPort", "ports of the node"),
        (there("resourceClaims"), "resourceClaims", "resource claims"),
        (scheduler.is_some_and(|name| !usual.contains(&name)), "schedulerName", "a scheduler of their own"),
        (
            at(pod, &["status", "nominatedNodeName"]).is_some(),
            "nominatedNodeName",
            "the node that preemption keeps for them",
        ),
        (resizes(pod), "resize", "a change of requests that is not finished"),
        (
            ["gpu-fraction", "gpu-memory"]
                .iter()
                .any(|name| at(pod, &["metadata", "annotations", name]).is_some()),
            "gpu-fraction",
            "parts of GPUs",
        ),
        (there("priorityClassName") && !there("priority"), "priority", "the priority of a class by name"),
        (
            text_at(pod, &["spec", "preemptionPolicy"]).ok().flatten() == Some("Never"),
            "preemptionPolicy",
            "the policy never to preempt",
        ),
    ]
    .into_iter()
    .filter(|(there, ..)| *there)
    .map(|(_, field, what)| (field.to_string(), what));
    known.chain(unknown.into_iter().map(|(field, what)| (field.to_string(), what))).collect()
}
