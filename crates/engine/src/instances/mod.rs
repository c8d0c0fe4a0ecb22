//! Where the instances of each model come from: scopes, enumeration, chance, small changes, and the papers' examples.
//!
//! Nothing here knows what the instances are searched for.

pub mod arrivals;
pub mod cluster;
pub mod cohort;
pub mod construction;
pub mod covering;
pub mod import;
pub mod reduction;
mod scope;
mod numbers;
mod symmetry;

pub use arrivals::ARRIVALS;
pub use cluster::CLUSTER;
pub use cohort::COHORT;
pub use covering::COVERING;
pub use numbers::Number;
pub use scope::{Extras, Scope, ScopeError};

use chacha20::ChaCha8Rng;
use construction::CONSTRUCTIONS;
use rand::{RngExt, SeedableRng};

use crate::document::{Node, Value};
use crate::model::Model;
use crate::scalar::{Quick, Rational, Scalar};

/// Candidates in order.
pub type Candidates<M> = Box<dyn Iterator<Item = <M as Model>::Instance<Rational>> + Send>;

/// A change of an instance within a scope.
pub type Mutation<M> =
    fn(&mut ChaCha8Rng, Scope, &<M as Model>::Instance<Rational>) -> <M as Model>::Instance<Rational>;

/// Puts a random instance in machine words in the place of an old one, if there is one that fits.
pub type InWords<M> = for<'a> fn(
    &mut ChaCha8Rng,
    Scope,
    &'a mut Vec<<M as Model>::Instance<Quick>>,
) -> &'a <M as Model>::Instance<Quick>;

/// The same instance in machine words.
pub type Worded<M> = fn(&<M as Model>::Instance<Rational>) -> <M as Model>::Instance<Quick>;

/// The instance with other numbers, in the order in which they were read off; `None` where it is then no instance.
pub type WithNumbers<M> =
    fn(&<M as Model>::Instance<Rational>, &[Rational]) -> Option<<M as Model>::Instance<Rational>>;

/// Where the instances of a model come from.
pub struct Instances<M: Model> {
    /// Every instance of a scope up to symmetry, small ones first.
    pub enumerate: fn(Scope) -> Candidates<M>,
    /// A random instance.
    pub draw: fn(&mut ChaCha8Rng, Scope) -> M::Instance<Rational>,
    /// The same instance in machine words, for models that are screened.
    pub quick: Option<InWords<M>>,
    /// The instance in machine words, for models that are screened; numbers that do not fit are poison.
    pub words: Option<Worded<M>>,
    /// A small change of an instance.
    pub change: Mutation<M>,
    /// The smallest scope that the instance is in.
    pub extent: fn(&M::Instance<Rational>) -> Scope,
    /// The scope with a number for everything that it leaves to chance; for an enumeration, where `whole`.
    pub spelled: fn(Scope, bool) -> Scope,
    /// Whether the enumeration of whole numbers answers what a scope that says nothing of fractions asks; it does not where
    /// whole numbers stand for ratios.
    pub whole: bool,
    /// The numbers of an instance that a walk may change.
    pub numbers: fn(Scope, &M::Instance<Rational>) -> Vec<Number>,
    /// The instance with other numbers; `None` where it is then no instance.
    pub with_numbers: WithNumbers<M>,
    /// Whether a renaming takes one instance to the other.
    pub alike: fn(&M::Instance<Rational>, &M::Instance<Rational>) -> bool,
    /// The papers' examples.
    pub examples: fn() -> Vec<M::Instance<Rational>>,
}

impl<M: Model> std::fmt::Debug for Instances<M> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Instances").field("model", &M::ID).finish_non_exhaustive()
    }
}

/// The random numbers of draw `k`: they depend on the seed and `k` alone.
pub fn draw_number(seed: u64, k: u64) -> ChaCha8Rng {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(k);
    rng
}

/// Sets the random numbers of any draw to those of draw `k` of the same seed.
#[inline]
pub fn restart(rng: &mut ChaCha8Rng, k: u64) {
    rng.set_stream(k);
}

#[inline]
fn chance(rng: &mut ChaCha8Rng, percent: u32) -> bool {
    rng.random_range(0..100) < percent
}

/// A number that a cell might take: the ends of the scope's range, or anything between.
fn some_number(rng: &mut ChaCha8Rng, least: i64, most: i64) -> Rational {
    Rational::int(match rng.random_range(0..4) {
        0 => least,
        1 => most,
        _ => rng.random_range(least..=most),
    })
}

/// Denominators up to this are tried where a scope says nothing of them and ratios are what counts.
const FINE: i64 = 1000;

/// Larger entries than this are never reached by counting.
const MOST_ENTRY: i64 = 1000;

/// The smallest whole number from 1 on that none of the numbers exceeds.
fn ceiling<'a>(numbers: impl Iterator<Item = &'a Rational>) -> i64 {
    let most = numbers.max().map_or_else(Rational::one, |x| -(-x.clone()).floor());
    most.small().map_or(i64::MAX, |(n, _)| n.max(1))
}

/// The scope with its denominators named: whole numbers for an enumeration, fine ones otherwise.
fn fine(scope: Scope, whole: bool) -> Scope {
    let parts = scope.extras.parts.or(Some(if whole { 1 } else { FINE }));
    Scope { extras: Extras { parts, ..scope.extras }, ..scope }
}

/// The papers' constructions as instances of the model, small ones.
fn examples<M: Model>() -> Vec<M::Instance<Rational>> {
    let eps = Rational::new(1, 10);
    let built = CONSTRUCTIONS.iter().flat_map(|construction| {
        let least = construction.least.unwrap_or(0);
        let most = if construction.least.is_some() { least + 2 } else { least };
        (least..=most).map(|m| construction.instance(m, Some(&eps))).collect::<Vec<_>>()
    });
    let of_model = |root: Value| {
        let ours = root.get("model") == Some(&Value::text(M::ID));
        let fields = root.fields().iter().filter(|(name, _)| name != "model").cloned().collect();
        ours.then(|| M::read(&Node::new("construction", &Value::Table(fields))).ok()).flatten()
    };
    built.filter_map(of_model).collect()
}
