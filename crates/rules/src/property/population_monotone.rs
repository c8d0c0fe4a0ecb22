//! Population monotonicity: if one user leaves, no remaining user runs fewer tasks. In a comparison, `p` is
//! without that user and `q` with it.

use super::{Need, Property, tasks};
use crate::allocation::Allocation;
use crate::profile::Profile;

/// Population monotonicity, as the module documentation defines it.
#[derive(Debug)]
pub struct PopulationMonotone;

/// Returns the users of `q` whose departure gives `p`.
fn leavers(p: &Profile, q: &Profile) -> Vec<usize> {
    if p.users() + 1 != q.users() || p.capacity != q.capacity || p.users() == 0 {
        return vec![];
    }
    (0..q.users()).filter(|&l| q.without(l).demand == p.demand).collect()
}

/// Returns the index in `p` of user `u` of `q`, after user `l` has left.
fn after(u: usize, l: usize) -> usize {
    if u > l { u - 1 } else { u }
}

impl Property for PopulationMonotone {
    fn id(&self) -> &'static str {
        "population-monotone"
    }

    fn name(&self) -> &'static str {
        "population monotonicity"
    }

    fn compares(&self, p: &Profile, q: &Profile) -> bool {
        !leavers(p, q).is_empty()
    }

    fn breaks(&self, p: &Profile, v: &Allocation, q: &Profile, w: &Allocation) -> Option<Vec<usize>> {
        leavers(p, q).into_iter().find_map(|l| {
            let loses = |&u: &usize| u != l && v.total(after(u, l)) < w.total(u);
            (0..q.users()).find(loses).map(|u| vec![l, u])
        })
    }

    fn needs(&self, p: &Profile, q: &Profile, w: &Allocation) -> Vec<Vec<Need>> {
        let of = |l: usize| (0..q.users()).filter(move |&u| u != l).map(move |u| (l, u));
        leavers(p, q)
            .into_iter()
            .flat_map(of)
            .map(|(l, u)| vec![Need::AtLeast(after(u, l), w.total(u))])
            .collect()
    }

    fn tell_two(
        &self,
        p: (&Profile, &Allocation),
        q: (&Profile, &Allocation),
        by: &[usize],
        names: (&str, &str),
    ) -> String {
        let (l, u) = (by[0], by[1]);
        format!(
            "user {} runs {} at {} and only {} when user {} leaves, which gives {}",
            u + 1,
            tasks(q.1.total(u)),
            names.1,
            p.1.total(after(u, l)),
            l + 1,
            names.0
        )
    }

    fn removes_users(&self) -> bool {
        true
    }
}
