//! Properties of arrivals: of the history of shares that a mechanism allocates (li2019 2 and 3).

pub mod agrees_with_lp;
pub mod def;
pub mod dpo;
pub mod dynamic_po;
pub mod dynamic_si;
pub mod ef;
pub mod feasible;
pub mod history;
pub mod irrevocable;
pub mod lemma_1;
pub mod lemma_2;
pub mod lemma_3;
pub mod sp;

use super::Property;
use crate::model::arrivals::Arrivals;

/// The properties of the arrivals model, by id.
pub const ARRIVALS: &[&dyn Property<Arrivals>] = &[
    &agrees_with_lp::AGREES_WITH_LP,
    &def::DEF,
    &dpo::DPO,
    &dynamic_po::DYNAMIC_PO,
    &dynamic_si::DYNAMIC_SI,
    &ef::EF,
    &feasible::Feasible,
    &irrevocable::IRREVOCABLE,
    &lemma_1::LEMMA_1,
    &lemma_2::LEMMA_2,
    &lemma_3::LEMMA_3,
    &sp::Sp,
];
