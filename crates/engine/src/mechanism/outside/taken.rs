//! What an instance may have besides what every instance has, and which of it a program takes.

use super::failure::Failure;
use crate::document::suggest::nearest;
use crate::model::Model;
use crate::model::arrivals::Arrivals;
use crate::model::cluster::{Cluster, Weight};
use crate::model::cohort::Cohort;
use crate::model::covering::Covering;
use crate::scalar::{Rational, Scalar as _};

/// Something that instances of a model may have, by the word that scopes have for it where they have one.
#[derive(Debug)]
pub struct Feature<M: Model> {
    /// The word.
    pub word: &'static str,
    /// What is not taken, within "the program takes no ..".
    pub said: &'static str,
    /// Whether the instance has it.
    pub has: fn(&M::Instance<Rational>) -> bool,
}

/// Whether some number is not 1.
fn differ(numbers: &[Rational]) -> bool {
    numbers.iter().any(|x| *x != Rational::one())
}

/// The features of clusters.
pub const CLUSTER: &[Feature<Cluster>] = &[
    Feature { word: "counts", said: "server with a `count`", has: |pool| !pool.count.is_empty() },
    Feature { word: "eligible", said: "restricted eligibility", has: |pool| !pool.unconstrained() },
    Feature { word: "limits", said: "finite tasks", has: |pool| pool.tasks.iter().any(Option::is_some) },
    Feature { word: "owners", said: "owners of servers", has: |pool| pool.owner.is_some() },
    Feature { word: "rates", said: "rates", has: |pool| pool.rate.is_some() },
    Feature {
        word: "resource-weights",
        said: "weights per resource",
        has: |pool| matches!(pool.weight, Weight::Resource(_)),
    },
    Feature { word: "running", said: "tasks that run already", has: |pool| pool.running.is_some() },
    Feature { word: "trees", said: "queues in a tree", has: |pool| pool.tree.is_some() },
    Feature {
        word: "weights",
        said: "weights of users",
        has: |pool| matches!(&pool.weight, Weight::User(weights) if differ(weights)),
    },
];

/// The features of arrivals: none.
pub const ARRIVALS: &[Feature<Arrivals>] = &[];

/// The features of cohorts.
pub const COHORT: &[Feature<Cohort>] = &[
    Feature {
        word: "priorities",
        said: "priorities",
        has: |queues| queues.workload.iter().any(|workload| workload.priority != 0),
    },
    Feature { word: "weights", said: "weights of queues", has: |queues| differ(&queues.weight) },
];

/// The features of covering instances.
pub const COVERING: &[Feature<Covering>] =
    &[Feature { word: "sizes", said: "sizes other than 1", has: |stock| differ(&stock.size) }];

/// Checks that the words of a greeting are features of the model.
///
/// # Errors
/// The word that is none, and the nearest that is.
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

/// The first feature that the instance has and the words do not name.
pub fn beyond<'a, M: Model>(
    features: &'a [Feature<M>],
    words: &[String],
    instance: &M::Instance<Rational>,
) -> Option<&'a Feature<M>> {
    features.iter().find(|feature| !words.iter().any(|word| word == feature.word) && (feature.has)(instance))
}
