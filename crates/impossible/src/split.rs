//! Search for the case split of a core: every step splits the profile with the fewest remaining allocations.

use crate::allocation::Allocation;
use crate::profile::Profile;
use crate::property::Property;
use crate::stop::{Stop, Stopped};
use crate::walk::{Case, End, Split};

/// The reason why there is no case split.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failed {
    /// The work was stopped before its end.
    Stopped,
    /// Some rule on these profiles has the properties.
    Possible,
}

impl From<Stopped> for Failed {
    fn from(_: Stopped) -> Self {
        Failed::Stopped
    }
}

struct Finder<'a> {
    properties: &'a [&'static dyn Property],
    profiles: &'a [Profile],
    values: Vec<Vec<Allocation>>,
    stop: &'a dyn Stop,
}

/// Returns the case split of `profiles`; `given` fixes the allocation at one of them.
///
/// # Errors
/// Fails if the work was stopped, or if some rule has the properties; see [`Failed`].
pub fn split(
    properties: &[&'static dyn Property],
    profiles: &[Profile],
    values: &[Vec<Allocation>],
    given: Option<(usize, &Allocation)>,
    stop: &dyn Stop,
) -> Result<Split, Failed> {
    let keeps = |(p, all): (&Profile, &Vec<Allocation>)| {
        all.iter().filter(|v| properties.iter().all(|k| k.broken(p, v).is_none())).cloned().collect()
    };
    let values = profiles.iter().zip(values).map(keeps).collect();
    let finder = Finder { properties, profiles, values, stop };
    let mut fixed: Vec<Option<Allocation>> = vec![None; profiles.len()];
    if let Some((p, v)) = given {
        fixed[p] = Some(v.clone());
    }
    finder.down(&mut fixed)
}

impl Finder<'_> {
    /// Returns the first property of two runs that allocation `v` at profile `at` breaks together with a
    /// fixed allocation.
    fn against(&self, fixed: &[Option<Allocation>], at: usize, v: &Allocation) -> Option<End> {
        let (p, all) = (&self.profiles[at], self.profiles);
        let others = (0..all.len())
            .filter_map(|i| if i == at { Some((i, v)) } else { fixed[i].as_ref().map(|w| (i, w)) });
        for (other, w) in others {
            for property in self.properties {
                let q = &all[other];
                let end = |from, to| Some(End::Against { property: property.id().to_string(), from, to });
                if property.breaks(p, v, q, w).is_some() {
                    return end(at, other);
                }
                if property.breaks(q, w, p, v).is_some() {
                    return end(other, at);
                }
            }
        }
        None
    }

    fn down(&self, fixed: &mut Vec<Option<Allocation>>) -> Result<Split, Failed> {
        if self.stop.stop() {
            return Err(Failed::Stopped);
        }
        let open = |&at: &usize| fixed[at].is_none();
        let ends = |at: usize| {
            let all = self.values[at].iter().map(|v| self.against(fixed, at, v)).collect::<Vec<_>>();
            (all.iter().filter(|end| end.is_none()).count(), at, all)
        };
        let fewest = (0..self.profiles.len()).filter(open).map(ends).min_by_key(|(left, at, _)| (*left, *at));
        let Some((_, profile, ends)) = fewest else { return Err(Failed::Possible) };
        let mut cases = vec![];
        for (v, end) in self.values[profile].iter().zip(ends) {
            let end = match end {
                Some(end) => end,
                None => {
                    fixed[profile] = Some(v.clone());
                    let next = self.down(fixed)?;
                    fixed[profile] = None;
                    End::Next(Box::new(next))
                }
            };
            cases.push(Case { placement: v.clone(), end });
        }
        Ok(Split { profile, cases })
    }
}
