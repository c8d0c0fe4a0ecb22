//! Optional features of instances, and the features that a program accepts.

use super::Failure;
use crate::document::suggest::nearest;
use crate::model::arrivals::Arrivals;
use crate::model::cluster::{Cluster, Tree, Weight};
use crate::model::cohort::Cohort;
use crate::model::covering::Covering;
use crate::model::{Instance, Model};
use crate::scalar::{Rational, Scalar as _};

/// An optional feature of the instances of a model, with the word that scopes use for it if they have one.
#[derive(Debug)]
pub struct Feature<M: Model> {
    /// Word for the feature in greetings.
    pub word: &'static str,
    /// The feature in the sentence "the program takes no ..".
    pub said: &'static str,
    /// Returns `true` if the instance has the feature.
    pub has: fn(&Instance<M>) -> bool,
}

/// Returns `true` if some number is not 1.
fn differ(numbers: &[Rational]) -> bool {
    numbers.iter().any(|x| *x != Rational::one())
}

/// The feature by which no rule allocates, since a rule divides an empty pool; properties see it.
pub const STATE: &str = "running";

/// The optional features of the model `cluster`.
pub const CLUSTER: &[Feature<Cluster>] = &[
    Feature { word: "counts", said: "server with a `count`", has: |pool| !pool.count.is_empty() },
    Feature { word: "eligible", said: "restricted eligibility", has: |pool| !pool.unconstrained() },
    Feature { word: "limits", said: "finite tasks", has: |pool| pool.tasks.iter().any(Option::is_some) },
    Feature { word: "owners", said: "owners of servers", has: |pool| pool.owner.is_some() },
    Feature { word: "rates", said: "rates", has: |pool| pool.rate.is_some() },
    Feature {
        word: "quotas",
        said: "floors or caps of queues",
        has: |pool| pool.tree.as_ref().is_some_and(Tree::has_quotas),
    },
    Feature {
        word: "resource-weights",
        said: "weights per resource",
        has: |pool| matches!(pool.weight, Weight::Resource(_)),
    },
    Feature { word: STATE, said: "tasks that run already", has: |pool| pool.running.is_some() },
    Feature { word: "trees", said: "queues in a tree", has: |pool| pool.tree.is_some() },
    Feature {
        word: "weights",
        said: "weights of users",
        has: |pool| matches!(&pool.weight, Weight::User(weights) if differ(weights)),
    },
];

/// The optional features of the model `arrivals`: none.
pub const ARRIVALS: &[Feature<Arrivals>] = &[];

/// The optional features of the model `cohort`.
pub const COHORT: &[Feature<Cohort>] = &[
    Feature {
        word: "priorities",
        said: "priorities",
        has: |queues| queues.workload.iter().any(|workload| workload.priority != 0),
    },
    Feature { word: "weights", said: "weights of queues", has: |queues| differ(&queues.weight) },
];

/// The optional features of the model `covering`.
pub const COVERING: &[Feature<Covering>] =
    &[Feature { word: "sizes", said: "sizes other than 1", has: |stock| differ(&stock.size) }];

/// Checks that the words of a greeting are features of the model.
///
/// # Errors
/// The unknown word, with the nearest known one.
pub fn known<M: Model>(features: &[Feature<M>], words: &[String]) -> Result<(), Failure> {
    let all = || features.iter().map(|feature| feature.word);
    let Some(odd) = words.iter().find(|word| !all().any(|known| known == *word)) else { return Ok(()) };
    let hint = match (nearest(odd, all()), features.is_empty()) {
        (Some(near), _) => format!("did you mean `{near}`?"),
        (None, false) => format!("there are: {}", all().collect::<Vec<_>>().join(", ")),
        (None, true) => format!("instances of `{}` have nothing that a program could leave out", M::ID),
    };
    Err(Failure::Malformed(format!(
        "the greeting: takes: `{odd}` is nothing that an instance can have; {hint}"
    )))
}

/// Returns the features of the instance that the words do not name.
pub fn beyond<'a, M: Model>(
    features: &'a [Feature<M>],
    words: &[String],
    instance: &Instance<M>,
) -> impl Iterator<Item = &'a Feature<M>> {
    features
        .iter()
        .filter(|feature| !words.iter().any(|word| word == feature.word) && (feature.has)(instance))
}

/// Returns `true` if the words name the feature `word`, or if it is none that an instance may lack.
pub fn accepts<M: Model>(features: &[Feature<M>], words: &[String], word: &str) -> bool {
    let known = features.iter().any(|feature| feature.word == word);
    !known || words.iter().any(|named| named == word)
}
