//! Neutrality: if the resources are renamed, demands and capacities together, the allocation stays.

use super::{Change, Facts, Linear, Need, Property, Two};
use crate::allocation::Allocation;
use crate::profile::{Profile, permutations};

/// Neutrality, as the module documentation defines it.
#[derive(Debug)]
pub struct Neutral;

impl Property for Neutral {
    fn facts(&self) -> Facts {
        Facts {
            changes: Some(Change::Names),
            linear: Some(Linear::Related("reordered")),
            ..Facts::of("neutral", "neutrality")
        }
    }

    fn compares(&self, p: &Profile, q: &Profile) -> bool {
        p != q
            && p.users() == q.users()
            && permutations(q.capacity[0].len()).iter().any(|by| q.reordered(by) == *p)
    }

    fn needs(&self, p: &Profile, q: &Profile, w: &Allocation) -> Vec<Vec<Need>> {
        if self.compares(p, q) { vec![vec![Need::Is(w.clone())]] } else { vec![] }
    }

    fn related(&self, (p, user): (&Profile, usize), (q, other): (&Profile, usize)) -> bool {
        user == other && self.compares(p, q)
    }

    fn tell_two(&self, Two { names, .. }: Two<'_>, _by: &[usize]) -> String {
        format!("{} is {} with the resources renamed, but the allocations differ", names.0, names.1)
    }
}
