//! The evidence: claims of the papers, searches, theorems, and the resulting state of each cell and each
//! claim.

pub mod document;
pub mod batch;
pub mod campaign;
pub mod coq;
pub mod every;
pub mod printed;
pub mod prove;
pub mod searches;
pub mod theorems;
pub mod existence;
pub mod on_paper;
pub mod sources;
pub mod values;
pub mod claims;
pub mod matrix;
pub mod bound;
pub mod family;
pub mod worst;
pub mod score;
pub mod further;

pub use fairwitness_workbench::query;

use fairwitness_engine::{archive, instances, linear, mechanism, property, search, threads};
use fairwitness_engine::{model, scalar};
use fairwitness_workbench as workbench;

pub use strum::VariantArray;
