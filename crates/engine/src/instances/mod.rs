//! Sources of instances for each model: scopes, enumeration, random draws, small changes, and the papers'
//! examples.
//!
//! Nothing here depends on the purpose of the search.

pub mod arrivals;
pub mod cluster;
pub mod cohort;
pub mod construction;
pub mod covering;
mod scope;
mod wording;
mod numbers;
mod symmetry;

pub use arrivals::ARRIVALS;
pub use cluster::CLUSTER;
pub use cohort::COHORT;
pub use covering::COVERING;
pub use numbers::Number;
pub use scope::{Extras, Owners, Scope};
pub use symmetry::permutations;
pub use wording::ScopeError;

use fairwitness_kernel::specification::Anonymous;

use chacha20::ChaCha8Rng;
use construction::CONSTRUCTIONS;
use rand::{RngExt, SeedableRng};

use crate::document::suggest::nearest;
use crate::document::{InputError, Node, Value};
use crate::model::Model;
use crate::scalar::{Quick, Rational, Scalar};

/// Candidate instances of a search, in order.
pub type Candidates<M> = Box<dyn Iterator<Item = <M as Model>::Instance<Rational>> + Send>;

/// A random change of an instance within a scope.
pub type Mutation<M> =
    fn(&mut ChaCha8Rng, Scope, &<M as Model>::Instance<Rational>) -> <M as Model>::Instance<Rational>;

/// Draws a random instance in machine words into a buffer of old ones, reusing one of equal size if there is
/// one.
pub type InWords<M> = for<'a> fn(
    &mut ChaCha8Rng,
    Scope,
    &'a mut Vec<<M as Model>::Instance<Quick>>,
) -> &'a <M as Model>::Instance<Quick>;

/// The conversion of an instance to machine words, into the memory of an old one if there is one.
pub type Worded<M> = for<'a> fn(
    &<M as Model>::Instance<Rational>,
    &'a mut Option<<M as Model>::Instance<Quick>>,
) -> &'a <M as Model>::Instance<Quick>;

/// The instance with other numbers, in the order in which they are read; `None` if the result is no instance.
pub type WithNumbers<M> =
    fn(&<M as Model>::Instance<Rational>, &[Rational]) -> Option<<M as Model>::Instance<Rational>>;

/// An instance with one part that not every mechanism takes, named as in scopes.
pub type Probe<M> = (&'static str, <M as Model>::Instance<Rational>);

/// The source of a model's instances. All functions but `spelled` expect scopes without open bounds.
#[derive(Debug)]
pub struct Instances<M: Model> {
    /// The words of a scope that some instance of the model differs in; every other word must be plain.
    pub reads: &'static [&'static str],
    /// Every instance of a scope up to the given renamings, small ones first.
    pub enumerate: fn(Scope, Anonymous) -> Candidates<M>,
    /// `true` if the enumeration of the scope omits nothing.
    pub listable: fn(Scope) -> bool,
    /// `true` if the amounts of agents determine the outcome of every instance of the scope.
    pub placed: fn(Scope) -> bool,
    /// A random instance of a scope.
    pub draw: fn(&mut ChaCha8Rng, Scope) -> M::Instance<Rational>,
    /// A random instance in machine words, equal to that of `draw`; only for models with screens.
    pub quick: Option<InWords<M>>,
    /// An instance in machine words, for models with screens; numbers that do not fit are poisoned.
    pub words: Option<Worded<M>>,
    /// A small random change of an instance, which may leave the scope.
    pub change: Mutation<M>,
    /// The meaning of a scope: the first part of an instance that the scope does not contain, such as "2 servers"; `None` for
    /// an instance inside.
    pub outside: fn(Scope, &M::Instance<Rational>) -> Option<String>,
    /// The smallest plain scope with the sizes and the largest numbers of the instance.
    pub extent: fn(&M::Instance<Rational>) -> Scope,
    /// The scope with the default of the model for each open bound.
    pub spelled: fn(Scope) -> Scope,
    /// Small instances, each with one part that not every mechanism of the model takes.
    pub probes: fn() -> Vec<Probe<M>>,
    /// The numbers of an instance that a walk may change, with their ranges.
    pub numbers: fn(Scope, &M::Instance<Rational>) -> Vec<Number>,
    /// The instance with other numbers; `None` if the result is no instance.
    pub with_numbers: WithNumbers<M>,
    /// `true` if a renaming takes the first instance to the second.
    pub alike: fn(&M::Instance<Rational>, &M::Instance<Rational>) -> bool,
    /// The papers' examples as instances.
    pub examples: fn() -> Vec<M::Instance<Rational>>,
}

impl<M: Model> Clone for Instances<M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<M: Model> Copy for Instances<M> {}

impl<M: Model> Instances<M> {
    /// Refuses a scope with a word that says nothing of the instances of the model.
    ///
    /// # Errors
    /// The word, the words that the model reads, and the nearest of them.
    pub fn reads_all(&self, scope: Scope) -> Result<(), InputError> {
        let Some((name, value)) = scope.unread(self.reads) else { return Ok(()) };
        let near = nearest(name, self.reads.iter().copied());
        let near = near.map_or_else(String::new, |near| format!("did you mean `{near}`? "));
        let reason = format!(
            "`{name}={value}` says nothing of the model `{}`: {near}its scopes have {}",
            M::ID,
            self.reads.join(", ")
        );
        Err(InputError::of("--scope", "", reason))
    }

    /// Returns `true` if the scope contains the instance.
    pub fn contains(&self, scope: Scope, instance: &M::Instance<Rational>) -> bool {
        self.outside(scope, instance).is_none()
    }

    /// The first part of an instance that the scope does not contain, in words; `None` for an instance inside.
    pub fn outside(&self, scope: Scope, instance: &M::Instance<Rational>) -> Option<String> {
        let assumed = || scope.hypothesis.admits::<M>(instance);
        (self.outside)(scope, instance)
            .or_else(|| (!assumed()).then(|| format!("no {} demands", scope.hypothesis.id())))
    }

    /// Every instance of a scope up to the given renamings, small ones first; none of a scope that is too large.
    pub fn listed(&self, scope: Scope, renamed: Anonymous) -> Candidates<M> {
        if scope.too_large().is_some() {
            Box::new(std::iter::empty())
        } else {
            (self.enumerate)(scope, renamed)
        }
    }

    /// Returns `true` if [`listed`](Self::listed) omits no instance of the scope.
    pub fn lists(&self, scope: Scope) -> bool {
        scope.too_large().is_none() && (self.listable)(scope)
    }

    /// A small random change of an instance; a random instance if the change leaves the scope.
    pub fn changed(
        &self,
        rng: &mut ChaCha8Rng,
        scope: Scope,
        instance: &M::Instance<Rational>,
    ) -> M::Instance<Rational> {
        let changed = (self.change)(rng, scope, instance);
        if self.contains(scope, &changed) { changed } else { (self.draw)(rng, scope) }
    }
}

/// The random numbers of draw `k`, which depend on `seed` and `k` alone.
pub fn draw_number(seed: u64, k: u64) -> ChaCha8Rng {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(k);
    rng
}

/// Resets `rng` to the random numbers of draw `k` of its seed.
#[inline]
pub fn restart(rng: &mut ChaCha8Rng, k: u64) {
    rng.set_stream(k);
}

#[inline]
fn chance(rng: &mut ChaCha8Rng, percent: u32) -> bool {
    rng.random_range(0..100) < percent
}

/// A number for a capacity or a demand: an end of the range, or anything between.
fn some_number(rng: &mut ChaCha8Rng, least: i64, most: i64) -> Rational {
    Rational::int(match rng.random_range(0..4) {
        0 => least,
        1 => most,
        _ => rng.random_range(least..=most),
    })
}

/// The largest entry that an enumeration reaches.
const MOST_ENTRY: i64 = 1000;

/// The smallest integer from 1 on that is at least each of the numbers.
fn ceiling<'a>(numbers: impl Iterator<Item = &'a Rational>) -> i64 {
    let most = numbers.max().map_or_else(Rational::one, |x| -(-x.clone()).floor());
    most.small().map_or(i64::MAX, |(n, _)| n.max(1))
}

/// A number of things in words: `2 servers`.
fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// The first of the numbers above `most`, in words.
fn larger<'a>(mut numbers: impl Iterator<Item = &'a Rational>, most: i64, what: &str) -> Option<String> {
    let most = Rational::int(most);
    numbers.find(|x| **x > most).map(|x| format!("a {what} of {x}"))
}

/// The first of the weights that is below 1, which no scope lists, or above `most`, in words.
fn weighing<'a>(
    weights: impl Iterator<Item = &'a Rational> + Clone,
    most: Option<i64>,
    what: &str,
) -> Option<String> {
    let light = weights.clone().find(|w| **w < Rational::one()).map(|w| format!("a {what} of {w}"));
    light.or_else(|| larger(weights, most.unwrap_or(i64::MAX), what))
}

/// The first of the numbers whose denominator exceeds `parts`, in words.
fn beyond<'a>(mut numbers: impl Iterator<Item = &'a Rational>, parts: Option<i64>) -> Option<String> {
    let parts = parts.unwrap_or(i64::MAX);
    let fits = |x: &Rational| x.is_integer() || x.denominator().to_i64().is_some_and(|d| d <= parts);
    numbers.find(|x| !fits(x)).map(|x| format!("the fraction {x}"))
}

/// The scope with integers, or with fine fractions where ratios of numbers matter, for an open bound.
fn fine(scope: Scope, parts: i64) -> Scope {
    let extras = scope.extras.or(Extras { parts: Some(parts), ..Extras::PLAIN });
    Scope { extras, ..scope }
}

/// Small instances of the papers' constructions for the model.
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
