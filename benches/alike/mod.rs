//! Proptest strategies for pools with the sizes and features of the random search: eligibility, weights,
//! limits, rates, fractions.

use fairwitness::instances::Extras;
use fairwitness::model::cluster::{Pool, Weight};
use fairwitness::scalar::{Rational, Scalar};
use proptest::prelude::*;

fn matrix(rows: usize, width: usize, most: i64) -> impl Strategy<Value = Vec<Vec<Rational>>> {
    prop::collection::vec(prop::collection::vec((1..=most).prop_map(Rational::int), width), rows)
}

/// Rare features of a pool besides capacities and demands.
#[derive(Clone, Debug)]
enum Extra {
    Nothing,
    ResourceWeights(Vec<Vec<Rational>>),
    Rates(Vec<Vec<Rational>>),
    Parts(Rational, Vec<bool>),
}

fn extra(users: usize, servers: usize, resources: usize) -> impl Strategy<Value = Extra> {
    let numbers = (users + servers) * resources;
    prop_oneof![
        92 => Just(Extra::Nothing),
        4 => matrix(users, resources, 4).prop_map(Extra::ResourceWeights),
        2 => matrix(users, servers, 4).prop_map(Extra::Rates),
        2 => ((2..=6i64).prop_map(Rational::int), prop::collection::vec(any::<bool>(), numbers))
            .prop_map(|(part, which)| Extra::Parts(part, which)),
    ]
}

/// Pools of 2 or 3 users, 1 to `servers` servers, 1 or 2 resources and numbers up to 4, all demands positive.
/// Placement constraints, weights, task limits and rarer features occur with the frequencies of a random search.
pub fn pools(servers: usize) -> impl Strategy<Value = Pool> {
    let of_size = |(users, servers, resources, most): (usize, usize, usize, i64)| {
        let eligible =
            prop::collection::vec(prop::collection::vec(prop::bool::weighted(0.65), servers), users);
        (
            (matrix(servers, resources, most), matrix(users, resources, most)),
            prop::option::weighted(0.45, eligible),
            prop::option::weighted(0.2, prop::collection::vec((1..=3i64).prop_map(Rational::int), users)),
            prop::option::weighted(
                0.1,
                prop::collection::vec(prop::option::of((0..=4i64).prop_map(Rational::int)), users),
            ),
            extra(users, servers, resources),
        )
    };
    let sizes = (2..=3usize, 1..=servers, 1..=2usize, 1..=4i64);
    sizes.prop_flat_map(of_size).prop_map(|((capacity, demand), eligible, weights, tasks, extra)| {
        let mut pool = Pool::new(capacity, demand);
        for (row, chosen) in pool.eligible.iter_mut().zip(eligible.unwrap_or_default()) {
            // Every user is eligible on some server.
            if chosen.contains(&true) {
                *row = chosen;
            }
        }
        if let Some(weights) = weights {
            pool.weight = Weight::User(weights);
        }
        if let Some(tasks) = tasks {
            pool.tasks = tasks;
        }
        match extra {
            Extra::Nothing => {}
            Extra::ResourceWeights(weights) => pool.weight = Weight::Resource(weights),
            Extra::Rates(rates) => pool.rate = Some(rates),
            Extra::Parts(part, which) => {
                let numbers = pool.demand.iter_mut().chain(&mut pool.capacity).flatten();
                for x in numbers.zip(which).filter(|(_, divided)| *divided).map(|(x, _)| x) {
                    *x = &*x / &part;
                }
            }
        }
        pool
    })
}

/// Pools of equal sizes with numbers up to 4, without further features.
pub fn plain(servers: usize) -> impl Strategy<Value = Pool> {
    (2..=3usize, 1..=servers, 1..=2usize)
        .prop_flat_map(|(users, servers, resources)| {
            (matrix(servers, resources, 4), matrix(users, resources, 4))
        })
        .prop_map(|(capacity, demand)| Pool::new(capacity, demand))
}

/// The features of a scope that corresponds to the plain pools.
pub const NUMBERS_ALONE: Extras = Extras { unconstrained: true, ..Extras::PLAIN };
