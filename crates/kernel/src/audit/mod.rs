//! What is accepted about a running cluster: the shares of its users and teams, and plans after which no user is below
//! its share. Nothing here searches.

pub mod shares;
pub mod rights;
pub mod limits;
pub mod caps;
pub mod programme;
mod choices;
mod overuse;
pub mod bound;
pub mod plan;
