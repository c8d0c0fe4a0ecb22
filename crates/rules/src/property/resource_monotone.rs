//! Resource monotonicity: if capacity is added, no user runs fewer tasks. In a comparison, `p` has more
//! capacity than `q`.

use super::{Change, Facts, Linear, Need, Property, Two, tasks};
use crate::allocation::Allocation;
use crate::profile::Profile;

/// Resource monotonicity, as the module documentation defines it.
#[derive(Debug)]
pub struct ResourceMonotone;

impl Property for ResourceMonotone {
    fn facts(&self) -> Facts {
        Facts {
            changes: Some(Change::Capacity),
            linear: Some(Linear::Related("more_capacity")),
            ..Facts::of("resource-monotone", "resource monotonicity")
        }
    }

    fn compares(&self, p: &Profile, q: &Profile) -> bool {
        p.demand == q.demand
            && p.capacity != q.capacity
            && p.capacity.iter().flatten().zip(q.capacity.iter().flatten()).all(|(more, less)| more >= less)
    }

    fn needs(&self, p: &Profile, q: &Profile, w: &Allocation) -> Vec<Vec<Need>> {
        if !self.compares(p, q) {
            return vec![];
        }
        (0..p.users()).map(|u| vec![Need::AtLeast(u, w.total(u))]).collect()
    }

    fn tell_two(&self, Two { p, q, names }: Two<'_>, by: &[usize]) -> String {
        let u = by[0];
        let runs = format!("user {} runs {} at {}", u + 1, tasks(q.1.total(u)), names.1);
        format!("{runs} and only {} at {}, which has more capacity", p.1.total(u), names.0)
    }

    fn related(&self, (p, user): (&Profile, usize), (q, other): (&Profile, usize)) -> bool {
        user == other && self.compares(p, q)
    }
}
