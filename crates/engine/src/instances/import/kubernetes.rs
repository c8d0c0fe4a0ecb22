//! Nodes and pods as a container platform lists them in JSON.
//!
//! A server is a node that takes pods, with what it can allocate. A user is what owns pods (or a pod without an owner) with
//! one request; its tasks are its pods. A pod may run where its node selector and its tolerations allow.

use std::collections::{BTreeMap, BTreeSet};

use super::{Imported, Parts, User};
use crate::document::{Document, InputError, Node, Value};
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

/// What a pod asks for and where it may run.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Request {
    owner: String,
    asks: Amounts,
    selector: BTreeMap<String, String>,
    tolerations: Vec<Mark>,
}

fn request(pod: &Node<'_>) -> Result<Request, InputError> {
    let name = text_at(pod, &["metadata", "name"])?;
    let name = name.ok_or_else(|| pod.error("field `metadata.name` is missing"))?;
    let space = text_at(pod, &["metadata", "namespace"])?.unwrap_or("default");
    let owner = match list_at(pod, &["metadata", "ownerReferences"])?.first() {
        Some(owner) => text_at(owner, &["name"])?.unwrap_or(name),
        None => name,
    };
    let Some(containers) = at(pod, &["spec", "containers"]) else {
        return Err(pod.error("field `spec.containers` is missing"));
    };
    let mut asks = Amounts::new();
    for container in containers.list()? {
        for (resource, amount) in amounts(at(&container, &["resources", "requests"]))? {
            let sum = asks.remove(&resource).unwrap_or_else(Rational::zero) + amount;
            asks.insert(resource, sum);
        }
    }
    // Containers that run first, one after another, count with the largest of them.
    for container in list_at(pod, &["spec", "initContainers"])? {
        for (resource, amount) in amounts(at(&container, &["resources", "requests"]))? {
            let most = asks.remove(&resource).unwrap_or_else(Rational::zero).max(amount);
            asks.insert(resource, most);
        }
    }
    asks.retain(|_, amount| amount.is_positive());
    let tolerations = list_at(pod, &["spec", "tolerations"])?.iter().map(mark).collect::<Result<_, _>>()?;
    Ok(Request {
        owner: format!("{space}/{owner}"),
        asks,
        selector: texts(at(pod, &["spec", "nodeSelector"]))?,
        tolerations,
    })
}

/// A cluster from lists of nodes and pods.
pub fn kubernetes(nodes: &Document, pods: &Document) -> Result<Imported, InputError> {
    let mut left_out = Vec::new();
    let mut servers: Vec<Server> = Vec::new();
    for node in items(nodes, "nodes")? {
        let closed = at(&node, &["spec", "unschedulable"]).is_some_and(|n| *n.value() == Value::Bool(true));
        let server = server(&node)?;
        if closed {
            left_out.push(format!("node {}: it takes no pods", server.name));
        } else {
            servers.push(server);
        }
    }
    let mut requests: BTreeMap<Request, usize> = BTreeMap::new();
    let (mut done, mut idle, mut affine) = (0, BTreeSet::new(), BTreeSet::new());
    for pod in items(pods, "pods")? {
        if matches!(text_at(&pod, &["status", "phase"])?, Some("Succeeded" | "Failed")) {
            done += 1;
            continue;
        }
        let request = request(&pod)?;
        if at(&pod, &["spec", "affinity"]).is_some_and(|n| *n.value() != Value::Null) {
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
    left_out.extend(affine.iter().map(|owner| format!("affinity of {owner}: only node selectors are read")));
    let asked: BTreeSet<&String> = requests.keys().flat_map(|request| request.asks.keys()).collect();
    let mut resources: Vec<String> = asked.into_iter().cloned().collect();
    resources.sort_by_key(|r| (r != "cpu", r != "memory", r.clone()));
    let row = |of: &Amounts| -> Vec<Value> {
        resources.iter().map(|r| Value::Number(of.get(r).cloned().unwrap_or_else(Rational::zero))).collect()
    };
    let may = |request: &Request, server: &Server| {
        request.selector.iter().all(|(key, value)| server.labels.get(key) == Some(value))
            && server.taints.iter().all(|taint| request.tolerations.iter().any(|t| t.tolerates(taint)))
    };
    let mut users: Vec<User> = Vec::new();
    for (request, count) in &requests {
        let on: Vec<usize> = (0..servers.len()).filter(|&i| may(request, &servers[i])).collect();
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
