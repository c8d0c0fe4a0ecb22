//! Properties of arrivals, examined (li2019 2 and 3).

mod arithmetic;
mod feasible;
mod history;
mod sp;

use fairwitness_kernel::property::arrivals as defined;

use super::{Examine, Look, Unit};
use crate::model::arrivals::Arrivals;

/// The properties of the arrivals model, by id.
pub const ARRIVALS: &[&dyn Examine<Arrivals>] = &[
    &defined::agrees_with_lp::AGREES_WITH_LP,
    &defined::def::DEF,
    &defined::dpo::DPO,
    &defined::dynamic_po::DYNAMIC_PO,
    &defined::dynamic_si::DYNAMIC_SI,
    &defined::ef::EF,
    &defined::FEASIBLE,
    &defined::irrevocable::IRREVOCABLE,
    &defined::lemma_1::LEMMA_1,
    &defined::lemma_2::LEMMA_2,
    &defined::lemma_3::LEMMA_3,
    &defined::sp::Sp,
];
