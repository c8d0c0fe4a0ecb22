//! Resource monotonicity: if capacity is added, no user runs fewer tasks. In a comparison, `p` has more
//! capacity than `q`.

use super::{Need, Property, tasks};
use crate::allocation::Allocation;
use crate::profile::Profile;

/// Resource monotonicity, as the module documentation defines it.
#[derive(Debug)]
pub struct ResourceMonotone;

impl Property for ResourceMonotone {
    fn id(&self) -> &'static str {
        "resource-monotone"
    }

    fn name(&self) -> &'static str {
        "resource monotonicity"
    }

    fn compares(&self, p: &Profile, q: &Profile) -> bool {
        p.demand == q.demand
            && p.capacity != q.capacity
            && p.capacity.iter().flatten().zip(q.capacity.iter().flatten()).all(|(more, less)| more >= less)
    }

    fn breaks(&self, p: &Profile, v: &Allocation, q: &Profile, w: &Allocation) -> Option<Vec<usize>> {
        if !self.compares(p, q) {
            return None;
        }
        (0..p.users()).find(|&u| v.total(u) < w.total(u)).map(|u| vec![u])
    }

    fn needs(&self, p: &Profile, q: &Profile, w: &Allocation) -> Vec<Vec<Need>> {
        if !self.compares(p, q) {
            return vec![];
        }
        (0..p.users()).map(|u| vec![Need::AtLeast(u, w.total(u))]).collect()
    }

    fn tell_two(
        &self,
        p: (&Profile, &Allocation),
        q: (&Profile, &Allocation),
        by: &[usize],
        names: (&str, &str),
    ) -> String {
        let u = by[0];
        format!(
            "user {} runs {} at {} and only {} at {}, which has more capacity",
            u + 1,
            tasks(q.1.total(u)),
            names.1,
            p.1.total(u),
            names.0
        )
    }

    fn removes_capacity(&self) -> bool {
        true
    }
}
