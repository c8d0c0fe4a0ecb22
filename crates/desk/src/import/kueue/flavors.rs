//! Flavors of Kueue: the labels and taints of their nodes, which decide what workloads may take them.

use std::collections::{BTreeMap, BTreeSet};

use crate::document::{InputError, Node};
use crate::import::assume::Assumptions;
use crate::import::constraints::{Constraints, Place};
use crate::import::places::{at, name_at};

/// The flavors in the list of objects, by name.
#[derive(Default)]
pub(super) struct Flavors(BTreeMap<String, Place>);

impl Flavors {
    /// Returns `true` if the list has no flavor at all.
    pub(super) fn none(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds an object `ResourceFlavor`.
    ///
    /// # Errors
    /// A field of another form, or one that is not known and not permitted.
    pub(super) fn add(&mut self, node: &Node<'_>, assumed: &mut Assumptions<'_>) -> Result<(), InputError> {
        if let Some(spec) = at(node, &["spec"]) {
            assumed.only(&spec, "nodeLabels nodeTaints tolerations topologyName")?;
        }
        if at(node, &["spec", "topologyName"]).is_some() {
            let words = "The topology of flavors is not read: what fits the quota is taken to fit the nodes";
            assumed.add("topologyName", words);
        }
        self.0.insert(name_at(node, &["metadata", "name"])?.to_string(), Place::of_flavor(node)?);
        Ok(())
    }

    /// Those of `flavors`, which one group of resources has, whose nodes meet `rules`. Rules about other labels than those
    /// of these flavors do not count. A flavor without an object has neither labels nor taints.
    ///
    /// # Errors
    /// Rules about labels of flavors without an object, if `assumed` does not permit that.
    pub(super) fn open<'f>(
        &self,
        workload: &Node<'_>,
        flavors: &'f [String],
        rules: &Constraints,
        assumed: &mut Assumptions<'_>,
    ) -> Result<Vec<&'f String>, InputError> {
        let missing = flavors.iter().any(|flavor| !self.0.contains_key(flavor));
        if missing && rules.chooses() {
            assumed.need(workload, "nodeSelector")?;
        } else if missing && !self.0.is_empty() {
            let words = "A flavor that is not in the list is taken as without labels and taints";
            assumed.add("ResourceFlavor", words);
        }
        Ok(self.met(flavors, rules))
    }

    /// Those of `flavors` whose nodes meet `rules`.
    pub(super) fn met<'f>(&self, flavors: &'f [String], rules: &Constraints) -> Vec<&'f String> {
        let keys: BTreeSet<&String> =
            flavors.iter().filter_map(|flavor| self.0.get(flavor)).flat_map(Place::keys).collect();
        let rules = rules.clone().about(&keys);
        let met = |flavor: &&String| self.0.get(*flavor).is_none_or(|place| rules.met_by(place));
        flavors.iter().filter(met).collect()
    }
}
