//! Population monotonicity: if one user leaves, no remaining user runs fewer tasks. In a comparison, `p` is
//! without that user and `q` with it.

use super::{Change, Facts, Linear, Need, Property, Two, tasks};
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
    fn facts(&self) -> Facts {
        Facts {
            changes: Some(Change::Departure),
            linear: Some(Linear::Related("one_left")),
            ..Facts::of("population-monotone", "population monotonicity")
        }
    }

    fn compares(&self, p: &Profile, q: &Profile) -> bool {
        !leavers(p, q).is_empty()
    }

    fn needs(&self, p: &Profile, q: &Profile, w: &Allocation) -> Vec<Vec<Need>> {
        let of = |l: usize| (0..q.users()).filter(move |&u| u != l).map(move |u| (l, u));
        let pairs = leavers(p, q).into_iter().flat_map(of);
        pairs.map(|(l, u)| vec![Need::AtLeast(after(u, l), w.total(u))]).collect()
    }

    fn tell_two(&self, Two { p, q, names }: Two<'_>, by: &[usize]) -> String {
        let before = |l: usize| by[0] + usize::from(by[0] >= l);
        let loses = |l: &usize| p.1.total(by[0]) < q.1.total(before(*l));
        let l = leavers(p.0, q.0).into_iter().find(loses).unwrap_or_default();
        let u = before(l);
        let runs = format!("user {} runs {} at {}", u + 1, tasks(q.1.total(u)), names.1);
        let left = p.1.total(after(u, l));
        format!("{runs} and only {left} when user {} leaves, which gives {}", l + 1, names.0)
    }

    fn related(&self, (p, user): (&Profile, usize), (q, other): (&Profile, usize)) -> bool {
        leavers(p, q).into_iter().any(|l| other != l && after(other, l) == user)
    }
}
