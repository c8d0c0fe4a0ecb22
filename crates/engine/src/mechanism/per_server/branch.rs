//! Exact branching over bottlenecks: finds an allocation or proves that there is none.
//!
//! For each user and server one of the resources must be the bottleneck, and each user of that resource is
//! absent from the server or has no higher level. Every choice is linear.

use super::PerServer;
use super::pin::Conditions;
use fairwitness_kernel::specification::per_server::Standing;

use crate::linear::{Patience, Timely};
use crate::mechanism::Sought;
use crate::model::Refusal;
use crate::model::cluster::Placement;
use crate::scalar::Scalar;

/// The largest number of programmes solved.
const MOST_NODES: usize = 4000;

/// A linear condition on an allocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Condition {
    /// The resource of the server is used up (server, resource).
    Saturated(usize, usize),
    /// On the server, the level of the first user is at most that of the second (server, user, user).
    NoHigher(usize, usize, usize),
    /// The server runs no task of the user (server, user).
    Absent(usize, usize),
}

impl Condition {
    /// Adds the condition to `conditions`.
    pub(super) fn put(self, conditions: &mut Conditions<'_>) {
        match self {
            Condition::Saturated(i, r) => conditions.saturated(i, r),
            Condition::NoHigher(i, low, high) => conditions.no_higher(i, low, high),
            Condition::Absent(i, u) => conditions.absent(i, u),
        }
    }
}

/// A choice: a disjunction of conjunctions of conditions.
pub(super) type Choice = Vec<Vec<Condition>>;

/// The ways in which user `u` may have a bottleneck on server `i`.
pub(super) fn choice(view: &PerServer<'_>, u: usize, i: usize) -> Choice {
    let server = &view.servers[i];
    let mut choice = Choice::new();
    for r in (0..server.capacity.len()).filter(|&r| server.load[u][r].is_positive()) {
        let rivals = (0..view.users())
            .filter(|&m| m != u && server.load[m][r].is_positive() && server.unit[m].is_positive());
        let mut variants = vec![vec![Condition::Saturated(i, r)]];
        for m in rivals {
            let extend = |condition: Condition| {
                variants.iter().map(move |v| [v.as_slice(), &[condition]].concat()).collect::<Vec<_>>()
            };
            let mut next = extend(Condition::NoHigher(i, m, u));
            next.extend(extend(Condition::Absent(i, m)));
            variants = next;
        }
        choice.extend(variants);
    }
    choice
}

struct Search<'a> {
    view: &'a PerServer<'a>,
    patience: &'a Patience,
    nodes: usize,
}

impl Search<'_> {
    fn placement(&self, chosen: &[Condition]) -> Timely<Option<Placement>> {
        let mut conditions = Conditions::new(self.view, |_, _| true);
        for condition in chosen {
            condition.put(&mut conditions);
        }
        conditions.placement(self.patience)
    }

    /// The first user and server where a bottleneck is owed and missing, given the conditions chosen.
    fn open(&self, placement: &Placement) -> Option<(usize, usize)> {
        let totals = placement.totals();
        let servers = 0..self.view.servers.len();
        let standing: Vec<Standing<'_>> =
            servers.clone().map(|i| Standing::of(self.view, placement, &totals, i)).collect();
        let pairs = (0..self.view.users()).flat_map(|u| servers.clone().map(move |i| (u, i)));
        let mut owed = pairs.filter(|&(u, i)| self.view.owed(&totals, u, i));
        owed.find(|&(u, i)| {
            !(0..self.view.servers[i].capacity.len()).any(|r| standing[i].is_bottleneck(u, r))
        })
    }

    /// Depth-first search: solves the chosen conditions, then branches where the solution lacks a bottleneck.
    fn descend(&mut self, chosen: &mut Vec<Condition>) -> Sought<Option<Placement>> {
        self.nodes += 1;
        if self.nodes > MOST_NODES {
            return Err(Refusal::Undecided(format!(
                "no certified allocation found, and none excluded, after {MOST_NODES} exact programmes"
            ))
            .into());
        }
        let Some(placement) = self.placement(chosen)? else { return Ok(None) };
        let Some((u, i)) = self.open(&placement) else { return Ok(Some(placement)) };
        for conditions in choice(self.view, u, i) {
            let before = chosen.len();
            chosen.extend(conditions);
            if let Some(found) = self.descend(chosen)? {
                return Ok(Some(found));
            }
            chosen.truncate(before);
        }
        Ok(None)
    }
}

/// An allocation with all its bottlenecks, or a proof that none exists, or a refusal as undecided.
pub(super) fn branch(view: &PerServer<'_>, patience: &Patience) -> Sought<Placement> {
    let users = view.users();
    // The number of variants of one choice doubles with every further user of the resource.
    if users > 12 {
        return Err(Refusal::Undecided(format!(
            "no guess could be certified, and {users} users are too many to branch"
        ))
        .into());
    }
    match (Search { view, patience, nodes: 0 }).descend(&mut Vec::new())? {
        Some(placement) => Ok(placement),
        None => Err(Refusal::NoOutcome(
            "no allocation meets the specification: every choice of bottlenecks was excluded exactly"
                .to_string(),
        )
        .into()),
    }
}
