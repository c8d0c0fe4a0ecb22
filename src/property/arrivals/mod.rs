//! Properties of arrivals: of the history of shares that a mechanism hands out (li2019 2 and 3).

mod agrees_with_lp;
mod def;
mod dpo;
mod dynamic_po;
mod dynamic_si;
mod ef;
mod feasible;
mod history;
mod irrevocable;
mod lemma_1;
mod lemma_2;
mod lemma_3;
mod sp;

use crate::model::arrivals::Arrivals;
use crate::property::Property;

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
