//! A record as a closed theorem of Coq: every allocation that meets the specification violates the property,
//! and there is one.
//!
//! The file is self-contained: instance, feasibility, specification and property are written out, and the
//! proof uses the standard library alone. Numbers that are computed here, such as the tasks that fit, are
//! proved there again.

mod comment;
mod module;
mod violation;

use crate::archive::record::{Record, read_witness};
use crate::document::{InputError, Node};
use crate::model::Model;
use crate::model::cluster::{Cluster, Pool, Weight};
use crate::property::evidence::Witness;
use comment::inert;
use module::Module;

const HEAD: &str = include_str!("head.v");

/// Reasons why no theorem is written.
#[derive(Debug, thiserror::Error)]
pub enum TheoremError {
    /// Theorems are not written for records of this kind.
    #[error("no theorem is written of {0} yet; there are theorems of {1}")]
    Kind(String, String),
    /// The record cannot be read.
    #[error(transparent)]
    Input(#[from] InputError),
}

fn kind(what: impl Into<String>) -> TheoremError {
    let (mechanisms, properties) = (module::MECHANISMS.join(", "), violation::PROPERTIES.join(", "));
    TheoremError::Kind(what.into(), format!("the mechanisms {mechanisms} with the properties {properties}"))
}

/// The theorem of a record, as the text of a file that `coqc` compiles by itself.
///
/// # Errors
/// A record that cannot be read, or of a kind without theorems.
pub fn theorem(name: &str, record: &Record) -> Result<String, TheoremError> {
    if !module::MECHANISMS.contains(&record.mechanism.as_str()) {
        return Err(kind(format!("`{}`", record.mechanism)));
    }
    if !violation::PROPERTIES.contains(&record.property.as_str()) {
        return Err(kind(format!("`{}`", record.property)));
    }
    let pool = <Cluster as Model>::read(&Node::new("instance", &record.instance))?;
    let outcome = Cluster::read_outcome(&pool, &Node::new("outcome", &record.outcome))?;
    let (witness, _, every) = read_witness::<Cluster>(&pool, &Node::new("witness", &record.witness))?;
    let other = match (&record.other, witness.other(&pool)) {
        (Some(value), Some(pool)) => {
            let root = Node::new("other", value);
            let outcome = value.get("outcome").ok_or_else(|| root.error("field `outcome` is missing"))?;
            let outcome = Cluster::read_outcome(&pool, &Node::new("other.outcome", outcome))?;
            Some((pool, outcome))
        }
        _ => None,
    };
    let simple = |pool: &Pool| matches!(pool.weight, Weight::User(_));
    if !simple(&pool) || other.as_ref().is_some_and(|(pool, _)| !simple(pool)) {
        return Err(kind("weights per resource"));
    }
    let mut given = Module::of("Given", &record.mechanism, &pool, &outcome);
    given.whole = record.mechanism == "ps-dsf-tdm" && record.property == "single-server";
    let other = other.as_ref().map(|(pool, outcome)| Module::of("Other", &record.mechanism, pool, outcome));
    let instead = match &witness {
        Witness::Better(placement) | Witness::Complaint { instead: placement, .. } => Some(placement),
        _ => None,
    };
    let mut text = format!(
        "(* {}: {} violates {}.\n   {}\n   Compiles by itself: coqc FILE.v (Coq 8.16, standard library only). *)\n{HEAD}",
        inert(name),
        record.mechanism,
        record.property,
        inert(&record.note)
    );
    text += &given.text(every, instead);
    text.extend(other.as_ref().map(|other| other.text(every, None)));
    let claim = violation::claim(&record.property, &witness, &given, other.as_ref()).map_err(kind)?;
    text += &claim.text(every, &given, other.as_ref());
    Ok(text)
}
