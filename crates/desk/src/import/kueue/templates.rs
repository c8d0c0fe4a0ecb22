//! What Kueue adds in memory to the templates of pods before it counts what they ask for: the overhead of a RuntimeClass,
//! and the defaults of LimitRanges (pkg/workload/resources.go, `AdjustResources`).

use std::collections::BTreeMap;

use crate::document::{InputError, Node, Value};
use crate::import::amounts::{Amounts, CPU, MEMORY, amounts};
use crate::import::assume::Assumptions;
use crate::import::places::{at, list_at, name_at, text_at};

/// The fields of a container with resources, and the fields of a LimitRange that fill them.
const FILLED: [(&str, &str); 2] = [("limits", "default"), ("requests", "defaultRequest")];

/// The lists of containers of a pod.
const CONTAINERS: [&str; 2] = ["initContainers", "containers"];

/// The RuntimeClasses and LimitRanges in the lists.
#[derive(Default)]
pub(super) struct Templates {
    /// The overhead of each RuntimeClass.
    overheads: BTreeMap<String, Value>,
    /// The defaults of each namespace for containers, and for pods with resources of their own.
    ranges: BTreeMap<(String, String), Value>,
    /// `true` if the lists have all LimitRanges.
    pub(super) ranged: bool,
}

/// The field `name` of a table, which becomes a table if it is missing; `None` of a value that is no table.
fn part<'v>(of: &'v mut Value, name: &str) -> Option<&'v mut Value> {
    let Value::Table(fields) = of else { return None };
    let place = fields.iter().position(|(field, _)| field == name).unwrap_or(fields.len());
    if place == fields.len() {
        fields.push((name.to_string(), Value::Null));
    }
    let value = &mut fields[place].1;
    if *value == Value::Null {
        *value = Value::Table(Vec::new());
    }
    Some(value)
}

/// Adds to the field `name` of `of` the fields of `from` that it lacks. Returns `true` if the two differ in a field that both
/// have.
fn fill(of: &mut Value, name: &str, from: Option<&Value>) -> bool {
    let Some(Value::Table(fields)) = part(of, name) else { return false };
    let mut differs = false;
    for (name, value) in from.into_iter().flat_map(Value::fields) {
        match fields.iter().find(|(known, _)| known == name) {
            Some((_, known)) => differs |= known != value,
            None => fields.push((name.clone(), value.clone())),
        }
    }
    differs
}

/// Fills the resources of a container or a pod: limits and requests by the defaults, then requests by limits. Returns the
/// requests, and whether one of them is above its limit.
fn complete(resources: &mut Value, range: Option<&Value>) -> (Amounts, bool) {
    for (field, default) in FILLED {
        fill(resources, field, range.and_then(|range| range.get(default)));
    }
    let limits = resources.get("limits").cloned();
    fill(resources, "requests", limits.as_ref());
    // An amount of another form is refused where the requests are added up.
    let of = |field: &str| amounts(&Node::new("", resources), &[field]).unwrap_or_default();
    let (most, asks) = (of("limits"), of("requests"));
    let above = asks.iter().any(|(name, asks)| most.get(name).is_some_and(|most| asks > most));
    (asks, above)
}

impl Templates {
    /// Adds an object `RuntimeClass`.
    pub(super) fn class(&mut self, node: &Node<'_>) -> Result<(), InputError> {
        let fixed = at(node, &["overhead", "podFixed"]).map_or(Value::Null, |fixed| fixed.value().clone());
        self.overheads.insert(name_at(node, &["metadata", "name"])?.to_string(), fixed);
        Ok(())
    }

    /// Adds an object `LimitRange`.
    pub(super) fn range(&mut self, node: &Node<'_>, assumed: &mut Assumptions<'_>) -> Result<(), InputError> {
        let space = text_at(node, &["metadata", "namespace"])?.unwrap_or("default");
        self.ranged = true;
        for limit in list_at(node, &["spec", "limits"])? {
            let key = (space.to_string(), text_at(&limit, &["type"])?.unwrap_or_default().to_string());
            if !matches!(key.1.as_str(), "Container" | "Pod") {
                continue;
            }
            let range = self.ranges.entry(key).or_insert_with(|| Value::Table(Vec::new()));
            for (_, field) in FILLED {
                if fill(range, field, limit.value().get(field)) {
                    let words =
                        "Of different defaults of LimitRanges of one namespace the first in the list counts";
                    assumed.add("LimitRange", words);
                }
            }
            if ["min", "max"].iter().any(|bound| at(&limit, &[bound]).is_some()) {
                let words = "The bounds of LimitRanges are not read: every workload is taken to keep them";
                assumed.add("LimitRange", words);
            }
        }
        Ok(())
    }

    /// The template of a workload in `space` with what Kueue adds to it, and whether a request is then above its limit, which
    /// Kueue does not admit; `covers` says which resources have a quota.
    pub(super) fn adjusted(
        &self,
        template: &Node<'_>,
        space: &str,
        covers: &dyn Fn(&str) -> bool,
        assumed: &mut Assumptions<'_>,
    ) -> Result<(Value, bool), InputError> {
        let mut value = template.value().clone();
        let Some(spec) = part(&mut value, "spec") else { return Ok((value, false)) };
        let class = text_at(template, &["spec", "runtimeClassName"])?.filter(|class| !class.is_empty());
        let own = at(template, &["spec", "overhead"]).is_some_and(|own| !own.value().fields().is_empty());
        if let Some(class) = class.filter(|_| !own) {
            match self.overheads.get(class) {
                Some(fixed) => drop(fill(spec, "overhead", Some(fixed))),
                None => assumed.add(
                    "runtimeClassName",
                    "The overhead of a RuntimeClass that is not in the list is taken as none",
                ),
            }
        }
        let range = |kind: &str| self.ranges.get(&(space.to_string(), kind.to_string()));
        let (mut lacks, mut exceeds) = (false, false);
        let Value::Table(fields) = spec else { return Ok((value, false)) };
        for (name, of) in fields.iter_mut() {
            let (true, Value::List(containers)) = (CONTAINERS.contains(&name.as_str()), of) else { continue };
            for resources in containers.iter_mut().filter_map(|container| part(container, "resources")) {
                let (has, above) = complete(resources, range("Container"));
                exceeds |= above;
                // A default of another resource, such as a GPU for every container, is not expected.
                lacks |= [CPU, MEMORY].iter().any(|name| covers(name) && !has.contains_key(*name));
            }
        }
        if lacks && !self.ranged {
            assumed.add(
                "LimitRange",
                "No LimitRange is in the list: containers that request no CPU or no memory are taken to have no default",
            );
        }
        if let Some((_, of_pod)) =
            fields.iter_mut().find(|(name, of)| name == "resources" && *of != Value::Null)
        {
            exceeds |= complete(of_pod, range("Pod")).1;
        }
        Ok((value, exceeds))
    }
}
