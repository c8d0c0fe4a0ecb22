//! Termination, examined: the iteration is followed until it ends, returns to a state, or reaches a limit.

use std::collections::BTreeMap;

use fairwitness_kernel::property::cluster::ends::Ends;

use rand::RngExt as _;

use crate::instances::{Scope, draw_number};
use crate::linear::{Patience, Timely};
use crate::mechanism::Mechanism;
use crate::model::Refusal;
use crate::model::cluster::{Cluster, Pool};
use crate::property::{Endless, Examine, Examined, Hearing, Run, Unit, Verdict, Witness};
use crate::scalar::{Rational, Scalar as _};

/// The number of random suspects.
const SUSPECTS: u64 = 6000;

/// A suspect with three or more users, each of which demands nothing of one resource of its own, on servers
/// that are eligible for all users. In this family Algorithm I cycles on one instance in three hundred to one
/// in a thousand.
fn suspect(scope: Scope, seed: u64, number: u64) -> Pool {
    let mut rng = draw_number(seed, number);
    let mut row = |_: usize| -> Vec<Rational> {
        (0..scope.resources).map(|_| Rational::from(rng.random_range(1..=scope.max))).collect()
    };
    let capacity = (0..scope.servers).map(&mut row).collect();
    let mut demand: Vec<Vec<Rational>> = (0..scope.users).map(&mut row).collect();
    for (user, of) in demand.iter_mut().enumerate() {
        of[user % scope.resources] = Rational::zero();
    }
    Pool::new(capacity, demand)
}

impl Examine<Cluster> for Ends {
    fn unit(&self, _run: &Run<'_, Cluster>, _witness: &Witness<Cluster>) -> Unit {
        Unit::of("rounds that repeat")
    }

    fn suspects(&self, scope: Scope, seed: u64) -> Vec<Pool> {
        let large = scope.users >= 3 && scope.servers >= 2 && scope.resources >= 3;
        // Three users suffice, and are followed faster than more.
        let scope = Scope { users: 3, servers: 2, resources: 3, ..scope };
        if large { (0..SUSPECTS).map(|number| suspect(scope, seed, number)).collect() } else { Vec::new() }
    }

    fn examine(&self, &Hearing { run: _, .. }: &Hearing<'_, Cluster>) -> Examined<Cluster> {
        // A run with an outcome has ended.
        Ok(Verdict::Holds)
    }

    /// A run is nearer to an endless one the more rounds it takes.
    fn lean(&self, run: &Run<'_, Cluster>) -> Option<f64> {
        let iteration = run.mechanism.printed()?.rounds()?;
        let mut rounds = 0;
        let ended = iteration.each(run.instance, &mut |_| {
            rounds += 1;
            true
        });
        ended.ok()?;
        Some(1.0 - 1.0 / f64::from(rounds + 1))
    }

    /// A run that reaches a limit counts as longer than any run that ends.
    fn lean_of_refusal(&self, refusal: &Refusal) -> Option<f64> {
        matches!(refusal, Refusal::Endless(_)).then_some(0.99)
    }

    fn endless(
        &self,
        mechanism: &dyn Mechanism<Cluster>,
        pool: &Pool,
        patience: &Patience,
    ) -> Timely<Option<Endless<Cluster>>> {
        let printed = mechanism.specification().printed();
        let Some(iteration) = printed.and_then(|printed| printed.rounds()) else { return Ok(None) };
        let mut seen: BTreeMap<String, usize> = BTreeMap::new();
        let mut found = None;
        // A limit that is reached leaves the question open.
        let _ = iteration.each(pool, &mut |state| {
            let round = seen.len();
            if let Some(rounds) = seen.insert(format!("{:?}", state.tasks), round) {
                found = Some((state.clone(), Witness::Recurrence { rounds, period: round - rounds }));
            }
            found.is_none() && !patience.over()
        });
        patience.unless_cut(found)
    }
}
