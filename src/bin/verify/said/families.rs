//! Documents about families that generalise an instance, and a family on record at one `k`.

use fairwitness::document::Value;
use fairwitness::scalar::Rational;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value as Json;

/// Families that generalise an instance, the best first.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Families {
    pub mechanism: &'static str,
    pub measure: &'static str,
    pub model: &'static str,
    pub families: Vec<FamilyFound>,
    /// File in which one of the families was saved.
    pub record: Option<String>,
}

/// A family that was found.
#[derive(Debug, Serialize, JsonSchema)]
pub struct FamilyFound {
    /// The value as a function of `k`.
    pub value: String,
    /// Limit of the value as k grows.
    pub limit: String,
    /// Smallest `k` of the family.
    pub from: i64,
    /// Largest `k` up to which every value was computed exactly and agrees with the formula.
    pub evaluated_to: i64,
    /// Smallest `k` whose value is worse than `known`.
    pub worse_than_known_from: Option<i64>,
    /// The worst value on file.
    pub known: Option<Rational>,
    /// Groups of identical users, servers and so on, by kind: the number of members as a function of `k`, and the
    /// common data.
    pub groups: serde_json::Map<String, Json>,
    pub values: Vec<ValueAt>,
}

/// The value at one `k`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ValueAt {
    pub k: i64,
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
    /// Value of the formula at `k`.
    pub says: Option<Rational>,
    /// Computed value of the measure on the instance; null if the time was too short.
    pub value: Option<Rational>,
    pub instance: Value,
}
