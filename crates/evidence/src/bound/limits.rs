//! Known limits of worst values over all sizes: a phrase for each mechanism and measure, with the theorems
//! that prove it.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::document::{Document, typed};
use crate::theorems::Theorem;

/// A limit of the worst value over all sizes.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limit {
    /// Ids of the mechanisms that the limit covers.
    pub mechanisms: Vec<String>,
    /// Id of the measure.
    measure: String,
    /// The limit in a few words; formulas are written as in the book.
    pub text: String,
    /// Names of the theorems that prove the limit.
    pub theorems: Vec<String>,
}

static LIMITS: LazyLock<Vec<Limit>> = LazyLock::new(|| {
    Document::parse("limits.toml", include_str!("../data/limits.toml"))
        .and_then(|document| document.node().fields()?.required("limit")?.each(typed))
        .expect("a test reads the table")
});

/// Returns the bounds of a measure whose theorems are all available, in the order of the table.
pub fn of_measure<'a>(
    measure: &'a str,
    theorems: &'a [Theorem],
) -> impl Iterator<Item = &'static Limit> + 'a {
    LIMITS.iter().filter(move |limit| limit.measure == measure && limit.stands(theorems))
}

/// Returns the number of bounds, with or without their theorems.
pub fn count() -> usize {
    LIMITS.len()
}

impl Limit {
    /// Returns `true` if all theorems that state the bound are available.
    fn stands(&self, theorems: &[Theorem]) -> bool {
        self.theorems.iter().all(|name| theorems.iter().any(|theorem| theorem.name == *name))
    }
}

/// The limit for a mechanism and a measure over all sizes; `None` if there is none, or if a theorem that it
/// needs is missing.
pub fn known(mechanism: &str, measure: &str, theorems: &[Theorem]) -> Option<&'static Limit> {
    LIMITS
        .iter()
        .find(|limit| limit.mechanisms.iter().any(|id| id == mechanism) && limit.measure == measure)
        .filter(|limit| limit.stands(theorems))
}
