//! Properties of arrivals, examined (li2019 2 and 3).

mod feasible;
mod sp;

use crate::property::Stated;
use fairwitness_kernel::property::arrivals as defined;

use super::Examine;
use crate::model::arrivals::Arrivals;

/// The properties of the arrivals model, by id.
pub static ARRIVALS: &[&dyn Examine<Arrivals>] = &[
    &Stated(defined::agrees_with_lp::AgreesWithLp),
    &Stated(defined::def::Def::<false>),
    &Stated(defined::dpo::Dpo),
    &Stated(defined::dynamic_po::DynamicPo),
    &Stated(defined::dynamic_si::DynamicSi),
    &Stated(defined::ef::Ef),
    &defined::FEASIBLE,
    &Stated(defined::irrevocable::Irrevocable),
    &Stated(defined::lemma_1::Lemma1),
    &Stated(defined::lemma_2::Lemma2),
    &Stated(defined::def::Def::<true>),
    &defined::sp::SP,
];
