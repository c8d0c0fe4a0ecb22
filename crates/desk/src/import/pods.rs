//! One pod: its requests, its team, and its tie to a node.

use super::By;
use super::amounts::{Amounts, add, amounts, raise};
use super::places::{at, list_at, name_at, text_at, texts};
use super::quotas::Groups;
use crate::document::{InputError, Node};
use crate::scalar::Scalar;

/// The requests of a pod: the sum over its containers and sidecars, or the request of an init container with the
/// sidecars started before it, if that is larger. A request of the pod as a whole replaces both, and so does a limit of
/// what no container requests. The overhead of the pod is added. A limit without a request is a request, as the API has it.
pub(super) fn asked(pod: &Node<'_>) -> Result<Amounts, InputError> {
    let of = |container: &Node<'_>| {
        let mut all = amounts(container, &["resources", "limits"])?;
        all.extend(amounts(container, &["resources", "requests"])?);
        Ok::<_, InputError>(all)
    };
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
    for (name, most) in amounts(pod, &["spec", "resources", "limits"])? {
        asks.entry(name).or_insert(most);
    }
    asks.extend(amounts(pod, &["spec", "resources", "requests"])?);
    add(&mut asks, &amounts(pod, &["spec", "overhead"])?);
    asks.retain(|_, amount| amount.is_positive());
    Ok(asks)
}

/// Returns `true` if the pod belongs to a node, like a pod of a DaemonSet or a static pod.
pub(super) fn of_node(pod: &Node<'_>) -> Result<bool, InputError> {
    let mut owned = at(pod, &["metadata", "annotations", "kubernetes.io/config.mirror"]).is_some();
    for owner in list_at(pod, &["metadata", "ownerReferences"])? {
        owned |= matches!(text_at(&owner, &["kind"])?, Some("DaemonSet" | "Node"));
    }
    Ok(owned)
}

/// The owner of the pod: its controller, or the Deployment of its ReplicaSet; a pod without a controller is
/// its own owner.
fn owner(pod: &Node<'_>) -> Result<String, InputError> {
    let name = name_at(pod, &["metadata", "name"])?;
    let owners = list_at(pod, &["metadata", "ownerReferences"])?;
    // A static pod is owned by its node.
    let owns = |owner: &&Node<'_>| text_at(owner, &["kind"]).ok().flatten() != Some("Node");
    let Some(first) = owners.iter().find(owns) else { return Ok(name.to_string()) };
    let owner = text_at(first, &["name"])?.unwrap_or(name);
    let hash = text_at(pod, &["metadata", "labels", "pod-template-hash"])?;
    let deployment = hash.and_then(|hash| owner.strip_suffix(hash)?.strip_suffix('-'));
    Ok(deployment.unwrap_or(owner).to_string())
}

/// The team of a pod; `None` if it lacks the label or the queue.
pub(super) fn team(pod: &Node<'_>, by: &By, groups: &Groups) -> Result<Option<String>, InputError> {
    let space = text_at(pod, &["metadata", "namespace"])?.unwrap_or("default");
    Ok(match by {
        By::Namespace => Some(space.to_string()),
        By::Owner => Some(format!("{space}/{}", owner(pod)?)),
        By::Queue => groups.queue(pod)?,
        By::Label(key) => texts(pod, &["metadata", "labels"])?.remove(key),
    })
}
