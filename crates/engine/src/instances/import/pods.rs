//! One pod: what it asks for, whose it is, and whether it belongs to its node.

use super::By;
use super::amounts::{Amounts, add, amounts, raise};
use super::places::{at, list_at, name_at, text_at, texts};
use crate::document::{InputError, Node};
use crate::scalar::Scalar;

/// What a pod asks for: its containers and its sidecars together, or, where that is more, a container that runs first with the
/// sidecars that are there by then. What is said of the pod as a whole stands in its place. The overhead of the pod comes on top.
pub(super) fn asked(pod: &Node<'_>) -> Result<Amounts, InputError> {
    let of = |container: &Node<'_>| amounts(container, &["resources", "requests"]);
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
    asks.extend(amounts(pod, &["spec", "resources", "requests"])?);
    add(&mut asks, &amounts(pod, &["spec", "overhead"])?);
    asks.retain(|_, amount| amount.is_positive());
    Ok(asks)
}

/// Whether the pod belongs to a node, as one of a DaemonSet or a static one does.
pub(super) fn of_node(pod: &Node<'_>) -> Result<bool, InputError> {
    let mut owned = at(pod, &["metadata", "annotations", "kubernetes.io/config.mirror"]).is_some();
    for owner in list_at(pod, &["metadata", "ownerReferences"])? {
        owned |= matches!(text_at(&owner, &["kind"])?, Some("DaemonSet" | "Node"));
    }
    Ok(owned)
}

/// Name and namespace of a pod, as one text.
pub(super) fn full_name(pod: &Node<'_>) -> Result<String, InputError> {
    let name = name_at(pod, &["metadata", "name"])?;
    Ok(format!("{}/{name}", text_at(pod, &["metadata", "namespace"])?.unwrap_or("default")))
}

/// What owns the pod: its controller, for which a ReplicaSet of a Deployment gives the Deployment; a pod without one owns itself.
fn owner(pod: &Node<'_>) -> Result<String, InputError> {
    let name = name_at(pod, &["metadata", "name"])?;
    let owners = list_at(pod, &["metadata", "ownerReferences"])?;
    let Some(first) = owners.first() else { return Ok(name.to_string()) };
    let owner = text_at(first, &["name"])?.unwrap_or(name);
    let hash = text_at(pod, &["metadata", "labels", "pod-template-hash"])?;
    let deployment = hash.and_then(|hash| owner.strip_suffix(hash)?.strip_suffix('-'));
    Ok(deployment.unwrap_or(owner).to_string())
}

/// The team of a pod; `None` where it lacks the label.
pub(super) fn team(pod: &Node<'_>, by: &By) -> Result<Option<String>, InputError> {
    let space = text_at(pod, &["metadata", "namespace"])?.unwrap_or("default");
    Ok(match by {
        By::Namespace => Some(space.to_string()),
        By::Owner => Some(format!("{space}/{}", owner(pod)?)),
        By::Label(key) => texts(pod, &["metadata", "labels"])?.remove(key),
    })
}
