//! Properties of arrivals: of the history of shares that a mechanism allocates (li2019 2 and 3).

pub mod agrees_with_lp;
pub mod def;
pub mod dpo;
pub mod dynamic_po;
pub mod dynamic_si;
pub mod ef;
pub mod history;
pub mod irrevocable;
pub mod lemma_1;
pub mod lemma_2;
pub mod lemma_3;
pub mod sp;

use super::Property;
use super::feasible::Feasible;
use crate::model::arrivals::Arrivals;

/// The property `feasible` of the arrivals model.
pub const FEASIBLE: Feasible = Feasible { otherwise: "The shares do not fit" };

/// The properties of the arrivals model, by id.
pub const ARRIVALS: &[&dyn Property<Arrivals>] = &[
    &agrees_with_lp::AGREES_WITH_LP,
    &def::DEF,
    &dpo::DPO,
    &dynamic_po::DYNAMIC_PO,
    &dynamic_si::DYNAMIC_SI,
    &ef::EF,
    &FEASIBLE,
    &irrevocable::IRREVOCABLE,
    &lemma_1::LEMMA_1,
    &lemma_2::LEMMA_2,
    &lemma_3::LEMMA_3,
    &sp::Sp,
];
