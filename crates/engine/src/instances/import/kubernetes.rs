//! Nodes and pods as a container platform lists them in JSON.
//!
//! A server is a node that takes pods, with what it can allocate beside the pods that belong to the node: those of a DaemonSet
//! and static ones. A user is what owns pods (or a pod without an owner) with one request; its tasks are its pods. A pod may run
//! where its node selector, the node affinity that it requires, and its tolerations allow.

use std::collections::{BTreeMap, BTreeSet};

use super::{Imported, Parts, User};
use crate::document::{Document, InputError, Node, Value, shown};
use crate::scalar::{Rational, Scalar};

/// A value below a node, with its path; `None` where a step is missing.
fn at<'a>(node: &Node<'a>, path: &[&str]) -> Option<Node<'a>> {
    path.iter().try_fold(node.clone(), |node, name| {
        let value = node.value().get(name)?;
        Some(node.child(name, value))
    })
}

fn text_at<'a>(node: &Node<'a>, path: &[&str]) -> Result<Option<&'a str>, InputError> {
    at(node, path).filter(|n| *n.value() != Value::Null).map(|n| n.text()).transpose()
}

/// The items of a list of the platform, which must be of the kind.
fn items<'a>(document: &'a Document, kind: &str) -> Result<Vec<Node<'a>>, InputError> {
    let root = document.node();
    let Some(list) = at(&root, &["items"]) else {
        return Err(
            root.error(format!("field `items` is missing: give what `kubectl get {kind} -o json` prints"))
        );
    };
    list.list()
}

/// Amounts by resource.
type Amounts = BTreeMap<String, Rational>;

fn amounts(node: Option<Node<'_>>) -> Result<Amounts, InputError> {
    let Some(node) = node.filter(|n| *n.value() != Value::Null) else { return Ok(Amounts::new()) };
    let one = |(name, value): &(String, Value)| Ok((name.clone(), node.child(name, value).non_negative()?));
    if !matches!(node.value(), Value::Table(_)) {
        return Err(node.error("expected amounts by resource"));
    }
    node.value().fields().iter().map(one).collect()
}

fn texts(node: Option<Node<'_>>) -> Result<BTreeMap<String, String>, InputError> {
    let Some(node) = node.filter(|n| *n.value() != Value::Null) else { return Ok(BTreeMap::new()) };
    let one =
        |(name, value): &(String, Value)| Ok((name.clone(), node.child(name, value).text()?.to_string()));
    node.value().fields().iter().map(one).collect()
}

fn list_at<'a>(node: &Node<'a>, path: &[&str]) -> Result<Vec<Node<'a>>, InputError> {
    match at(node, path).filter(|n| *n.value() != Value::Null) {
        Some(list) => list.list(),
        None => Ok(Vec::new()),
    }
}

/// A taint that keeps pods away, or what tolerates one: key, value, effect, and whether any value will do.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Mark {
    key: String,
    value: String,
    effect: String,
    any: bool,
}

fn mark(node: &Node<'_>) -> Result<Mark, InputError> {
    let text = |name: &str| Ok::<_, InputError>(text_at(node, &[name])?.unwrap_or_default().to_string());
    let any = text("operator")? == "Exists";
    Ok(Mark { key: text("key")?, value: text("value")?, effect: text("effect")?, any })
}

impl Mark {
    fn tolerates(&self, taint: &Mark) -> bool {
        (self.effect.is_empty() || self.effect == taint.effect)
            && ((self.any && self.key.is_empty())
                || (self.key == taint.key && (self.any || self.value == taint.value)))
    }
}

/// Adds amounts to others.
fn add(to: &mut Amounts, amounts: &Amounts) {
    for (resource, amount) in amounts {
        let before = to.remove(resource).unwrap_or_else(Rational::zero);
        to.insert(resource.clone(), before + amount);
    }
}

/// The larger amount of each resource.
fn raise(to: &mut Amounts, amounts: &Amounts) {
    for (resource, amount) in amounts {
        let before = to.remove(resource).unwrap_or_else(Rational::zero);
        to.insert(resource.clone(), before.max(amount.clone()));
    }
}

/// An error inside an item, with the kind and the name of the item in the place of its number.
fn within(item: &Node<'_>, kind: &str, error: InputError) -> InputError {
    let name = |path: &[&str]| text_at(item, path).ok().flatten();
    let Some(called) = name(&["metadata", "name"]) else { return error };
    let called = match name(&["metadata", "namespace"]) {
        Some(space) => format!("{space}/{called}"),
        None => called.to_string(),
    };
    let inside = error.field.split_once("].").map_or("", |(_, inside)| inside);
    let comma = if inside.is_empty() { "" } else { ", " };
    InputError { field: format!("{kind} {}{comma}{inside}", shown(&called)), ..error }
}

struct Server {
    name: String,
    can: Amounts,
    labels: BTreeMap<String, String>,
    taints: Vec<Mark>,
}

fn server(node: &Node<'_>) -> Result<Server, InputError> {
    let Some(name) = text_at(node, &["metadata", "name"])? else {
        return Err(node.error("field `metadata.name` is missing"));
    };
    let can = match at(node, &["status", "allocatable"]).or_else(|| at(node, &["status", "capacity"])) {
        Some(found) => amounts(Some(found))?,
        None => return Err(node.error("field `status.allocatable` is missing")),
    };
    let taints = list_at(node, &["spec", "taints"])?.iter().map(mark).collect::<Result<Vec<_>, _>>()?;
    let hard = |taint: &Mark| taint.effect == "NoSchedule" || taint.effect == "NoExecute";
    Ok(Server {
        name: name.to_string(),
        can,
        labels: texts(at(node, &["metadata", "labels"]))?,
        taints: taints.into_iter().filter(hard).collect(),
    })
}

/// One thing that is required of a node: of a label, or of its name.
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
    fn meets(&self, server: &Server) -> bool {
        let found = if self.of_name { Some(&server.name) } else { server.labels.get(&self.key) };
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

/// The affinity that a pod requires of its node: one of these terms, each of which is some rules. `None` where it requires none.
fn terms(pod: &Node<'_>) -> Result<Option<Vec<Vec<Rule>>>, InputError> {
    let path = ["spec", "affinity", "nodeAffinity", "requiredDuringSchedulingIgnoredDuringExecution"];
    let Some(required) = at(pod, &path).filter(|n| *n.value() != Value::Null) else { return Ok(None) };
    let term = |term: &Node<'_>| {
        let labels = list_at(term, &["matchExpressions"])?;
        let names = list_at(term, &["matchFields"])?;
        let rules = labels.iter().map(|n| rule(n, false)).chain(names.iter().map(|n| rule(n, true)));
        rules.collect::<Result<Vec<_>, _>>()
    };
    list_at(&required, &["nodeSelectorTerms"])?.iter().map(term).collect::<Result<_, _>>().map(Some)
}

/// What a pod asks for and where it may run.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Request {
    owner: String,
    asks: Amounts,
    selector: BTreeMap<String, String>,
    terms: Option<Vec<Vec<Rule>>>,
    tolerations: Vec<Mark>,
}

impl Request {
    fn may_use(&self, server: &Server) -> bool {
        let term = |rules: &Vec<Rule>| !rules.is_empty() && rules.iter().all(|rule| rule.meets(server));
        self.selector.iter().all(|(key, value)| server.labels.get(key) == Some(value))
            && self.terms.as_ref().is_none_or(|terms| terms.iter().any(term))
            && server.taints.iter().all(|taint| self.tolerations.iter().any(|t| t.tolerates(taint)))
    }
}

/// What a pod asks for: its containers and its sidecars together, or, where that is more, a container that runs first with the
/// sidecars that are there by then. What is said of the pod as a whole stands in its place. The overhead of the pod comes on top.
fn asked(pod: &Node<'_>) -> Result<Amounts, InputError> {
    let of = |container: &Node<'_>| amounts(at(container, &["resources", "requests"]));
    let Some(containers) = at(pod, &["spec", "containers"]) else {
        return Err(pod.error("field `spec.containers` is missing"));
    };
    let mut asks = Amounts::new();
    for container in containers.list()? {
        add(&mut asks, &of(&container)?);
    }
    let (mut sidecars, mut first) = (Amounts::new(), Amounts::new());
    for container in list_at(pod, &["spec", "initContainers"])? {
        let mut now = sidecars.clone();
        add(&mut now, &of(&container)?);
        if text_at(&container, &["restartPolicy"])? == Some("Always") {
            sidecars.clone_from(&now);
        }
        raise(&mut first, &now);
    }
    add(&mut asks, &sidecars);
    raise(&mut asks, &first);
    asks.extend(amounts(at(pod, &["spec", "resources", "requests"]))?);
    add(&mut asks, &amounts(at(pod, &["spec", "overhead"]))?);
    asks.retain(|_, amount| amount.is_positive());
    Ok(asks)
}

/// The node that the pod belongs to, as a pod of a DaemonSet or a static one does; with an empty name where none is named yet.
fn of_node(pod: &Node<'_>) -> Result<Option<String>, InputError> {
    let mirror = at(pod, &["metadata", "annotations", "kubernetes.io/config.mirror"]).is_some();
    let mut owned = mirror;
    for owner in list_at(pod, &["metadata", "ownerReferences"])? {
        owned |= matches!(text_at(&owner, &["kind"])?, Some("DaemonSet" | "Node"));
    }
    let name = text_at(pod, &["spec", "nodeName"])?.unwrap_or_default().to_string();
    Ok(owned.then_some(name))
}

fn request(pod: &Node<'_>) -> Result<Request, InputError> {
    let name = text_at(pod, &["metadata", "name"])?;
    let name = name.ok_or_else(|| pod.error("field `metadata.name` is missing"))?;
    let space = text_at(pod, &["metadata", "namespace"])?.unwrap_or("default");
    let owner = match list_at(pod, &["metadata", "ownerReferences"])?.first() {
        Some(owner) => text_at(owner, &["name"])?.unwrap_or(name),
        None => name,
    };
    let tolerations = list_at(pod, &["spec", "tolerations"])?.iter().map(mark).collect::<Result<_, _>>()?;
    Ok(Request {
        owner: format!("{space}/{owner}"),
        asks: asked(pod)?,
        selector: texts(at(pod, &["spec", "nodeSelector"]))?,
        terms: terms(pod)?,
        tolerations,
    })
}

/// Whether the node says that it is not ready.
fn unready(node: &Node<'_>) -> Result<bool, InputError> {
    for condition in list_at(node, &["status", "conditions"])? {
        if text_at(&condition, &["type"])? == Some("Ready") {
            return Ok(text_at(&condition, &["status"])? != Some("True"));
        }
    }
    Ok(false)
}

/// Whether the pod has rules on where it runs that are not read: about other pods, and preferences.
fn has_more_rules(pod: &Node<'_>) -> bool {
    let preferred = ["nodeAffinity", "preferredDuringSchedulingIgnoredDuringExecution"];
    let there = |path: &[&str]| at(pod, path).is_some_and(|n| *n.value() != Value::Null);
    there(&["spec", "affinity", "podAffinity"])
        || there(&["spec", "affinity", "podAntiAffinity"])
        || there(&["spec", "affinity", preferred[0], preferred[1]])
        || there(&["spec", "topologySpreadConstraints"])
}

/// A cluster from lists of nodes and pods.
///
/// # Errors
/// A file that is no such list, with the kind and the name of the object and the field in it; no node that takes pods; no pod
/// that requests anything.
pub fn kubernetes(nodes: &Document, pods: &Document) -> Result<Imported, InputError> {
    let mut left_out = Vec::new();
    let mut servers: Vec<Server> = Vec::new();
    for node in items(nodes, "nodes")? {
        let wrong = |error: InputError| within(&node, "node", error);
        let closed = at(&node, &["spec", "unschedulable"]).is_some_and(|n| *n.value() == Value::Bool(true));
        let server = server(&node).map_err(wrong)?;
        if closed {
            left_out.push(format!("node {}: it takes no pods", server.name));
        } else if unready(&node).map_err(wrong)? {
            left_out.push(format!("node {}: it is not ready", server.name));
        } else {
            servers.push(server);
        }
    }
    let mut requests: BTreeMap<Request, usize> = BTreeMap::new();
    let (mut done, mut idle, mut affine) = (0, BTreeSet::new(), BTreeSet::new());
    for pod in items(pods, "pods")? {
        let wrong = |error: InputError| within(&pod, "pod", error);
        if matches!(text_at(&pod, &["status", "phase"]).map_err(wrong)?, Some("Succeeded" | "Failed")) {
            done += 1;
            continue;
        }
        let request = request(&pod).map_err(wrong)?;
        if let Some(node) = of_node(&pod).map_err(wrong)? {
            let Some(server) = servers.iter_mut().find(|server| server.name == node) else {
                let place = if node.is_empty() { "it has no node yet" } else { "its node takes no pods" };
                left_out.push(format!("pod of {} for a node: {place}", request.owner));
                continue;
            };
            for (resource, amount) in &request.asks {
                let has = server.can.remove(resource).unwrap_or_else(Rational::zero);
                let left = (has - amount).max(Rational::zero());
                server.can.insert(resource.clone(), left);
            }
            continue;
        }
        if has_more_rules(&pod) {
            affine.insert(request.owner.clone());
        }
        if request.asks.is_empty() {
            idle.insert(request.owner.clone());
        } else {
            *requests.entry(request).or_default() += 1;
        }
    }
    if done > 0 {
        left_out.push(format!("pods that are done: {done}"));
    }
    left_out.extend(idle.iter().map(|owner| format!("pods of {owner}: they request nothing")));
    let only = "of what is said about places, only what is required of nodes is read";
    left_out.extend(affine.iter().map(|owner| format!("{owner}: {only}")));
    let asked: BTreeSet<&String> = requests.keys().flat_map(|request| request.asks.keys()).collect();
    let mut resources: Vec<String> = asked.into_iter().cloned().collect();
    resources.sort_by_key(|r| (r != "cpu", r != "memory", r.clone()));
    let row = |of: &Amounts| -> Vec<Value> {
        resources.iter().map(|r| Value::Number(of.get(r).cloned().unwrap_or_else(Rational::zero))).collect()
    };
    let mut users: Vec<User> = Vec::new();
    for (request, count) in &requests {
        let on: Vec<usize> = (0..servers.len()).filter(|&i| request.may_use(&servers[i])).collect();
        let same = requests.keys().filter(|other| other.owner == request.owner).count();
        let before = users.iter().filter(|u| u.name.starts_with(&request.owner)).count();
        let name =
            if same > 1 { format!("{} ({})", request.owner, before + 1) } else { request.owner.clone() };
        users.push(User {
            name,
            demand: row(&request.asks),
            tasks: Some(Value::index(*count)),
            weight: None,
            eligible: (on.len() < servers.len()).then_some(on),
        });
    }
    let written = servers.iter().map(|server| (server.name.clone(), row(&server.can))).collect();
    let instance = Parts { resources, servers: written, users }.instance(&nodes.file, &pods.file)?;
    Ok(Imported { instance, left_out })
}
