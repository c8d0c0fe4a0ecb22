//! Documents about families that generalise an instance, and a family on record at one `k`.

use fairwitness::document::Value;
use fairwitness::scalar::Rational;
use fairwitness::workbench::shape::{Exact, Tree};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value as Json;

/// The families that an instance begins, the best first.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Families {
    pub mechanism: &'static str,
    pub measure: &'static str,
    pub model: &'static str,
    pub families: Vec<FamilyFound>,
    /// The file in which one of them is kept now.
    pub record: Option<String>,
}

/// A family that was found.
#[derive(Debug, Serialize, JsonSchema)]
pub struct FamilyFound {
    /// The value as a function of `k`.
    pub value: String,
    /// What the value tends to.
    pub limit: String,
    /// The least `k`.
    pub from: i64,
    /// Each `k` up to this one was evaluated exactly, and the formula fits.
    pub evaluated_to: i64,
    /// The least `k` whose value is worse than `known`.
    pub worse_than_known_from: Option<i64>,
    /// The worst value on file.
    #[schemars(with = "Option<Exact>")]
    pub known: Option<Rational>,
    /// Like things, by kind: how many there are as functions of `k`, and what each is.
    pub groups: serde_json::Map<String, Json>,
    pub values: Vec<ValueAt>,
}

/// The value at one `k`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ValueAt {
    pub k: i64,
    #[schemars(with = "Exact")]
    pub value: Rational,
}

/// A family on record at one `k`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct FamilyAt {
    pub mechanism: &'static str,
    pub measure: &'static str,
    pub k: i64,
    /// The value as a function of `k`.
    pub formula: String,
    /// What the formula says at `k`.
    #[schemars(with = "Option<Exact>")]
    pub says: Option<Rational>,
    /// The measure of the instance; null where it was not decided in time.
    #[schemars(with = "Option<Exact>")]
    pub value: Option<Rational>,
    #[schemars(with = "Tree")]
    pub instance: Value,
}
