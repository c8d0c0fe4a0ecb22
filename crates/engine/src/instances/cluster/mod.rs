//! Sources of clusters: enumeration, random draws, and small changes.

mod change;
mod draw;
mod enumerate;
mod outside;
mod trees;

pub use change::change;
pub use draw::{draw, redraw, stream};
pub use enumerate::{alike, enumerate, enumerate_size, listable};

use super::{Extras, Instances, Probe, Scope, ceiling, examples, numbers};
use crate::model::cluster::tree::{Tree, letter};
use crate::model::cluster::{Cluster, Pool, Weight};
use crate::scalar::{Quick, Rational, Scalar};

/// The smallest plain scope with the sizes and the largest numbers of the instance.
fn extent(pool: &Pool) -> Scope {
    let scope =
        Scope::of_size(pool.users(), pool.servers(), pool.resources(), ceiling(pool.demand.iter().flatten()));
    Scope { capacity: Some(ceiling(pool.capacity.iter().flatten())), ..scope }
}

/// The scope with the default of random instances for each open bound, without queues.
fn spelled(scope: Scope) -> Scope {
    let max = scope.max;
    let open = Extras {
        weights: Some(max.min(3)),
        resource_weights: Some(max.min(4)),
        limits: Some(max),
        rates: Some(max),
        parts: Some(PARTS),
        node_weights: Some(max.min(3)),
        quotas: scope.extras.trees.filter(|most| *most > 0).map(|_| scope.most_capacity()),
        ..Extras::PLAIN
    };
    Scope { extras: scope.extras.or(open).or(Extras::PLAIN), ..scope }
}

/// The largest denominator of random draws by default.
const PARTS: i64 = 6;

/// Instances of two users, one for each part that not every mechanism takes.
fn probes() -> Vec<Probe<Cluster>> {
    let ones = |rows: usize| vec![vec![Rational::one(); 2]; rows];
    let (one, two) = (Pool::new(ones(1), ones(2)), Pool::new(ones(2), ones(2)));
    let number = Rational::int;
    let differing = vec![vec![number(1), number(2)], vec![number(2), number(1)]];
    let tree = Tree::of(&[vec![letter(0)], vec![letter(0)]], |_| number(1));
    let mut kept = tree.clone();
    kept.iter_mut().for_each(|tree| tree.inner[0].floor = vec![number(1); 2]);
    vec![
        ("quotas", Pool { tree: kept, ..one.clone() }),
        ("resource-weights", Pool { weight: Weight::Resource(differing), ..one.clone() }),
        ("weights", Pool { weight: Weight::User(vec![number(1), number(2)]), ..one.clone() }),
        ("limits", Pool { tasks: vec![Some(number(1)), None], ..one.clone() }),
        ("rates", Pool { rate: Some(vec![vec![number(1)]; 2]), ..one.clone() }),
        ("trees", Pool { tree, ..one.clone() }),
        ("eligible", Pool { eligible: vec![vec![true, true], vec![false, true]].into(), ..two }),
        (
            "owners",
            Pool { owner: Some(vec![Some(0)]), ..Pool::new(vec![vec![number(1)]], vec![vec![number(1)]]) },
        ),
        ("servers", Pool::new(vec![vec![number(1)]; 2], vec![vec![number(1)]])),
        ("resources", Pool::new(ones(1), ones(1))),
    ]
}

/// The source of instances of the cluster model.
pub const CLUSTER: Instances<Cluster> = Instances {
    reads: &[
        "users",
        "servers",
        "resources",
        "max",
        "capacity",
        "weights",
        "resource-weights",
        "limits",
        "rates",
        "owners",
        "trees",
        "node-weights",
        "quotas",
        "demands",
        "zeros",
        "eligible",
        "parts",
    ],
    enumerate,
    listable,
    placed: |scope| scope.servers == 1,
    draw,
    quick: Some(redraw),
    words: Some(|pool, room| {
        let room = room.get_or_insert_with(|| Pool::new(Vec::new(), Vec::new()));
        pool.map_into(room, |x| Quick::from(x));
        room
    }),
    change,
    outside: outside::outside,
    extent,
    spelled,
    probes,
    numbers: numbers::of_pool,
    with_numbers: numbers::with_numbers_of_pool,
    alike,
    examples: examples::<Cluster>,
};
