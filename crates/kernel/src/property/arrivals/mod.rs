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
pub mod sp;

use super::Property;
use super::feasible::Feasible;
use super::formula::Stated;
use crate::model::arrivals::Arrivals;

/// The property `feasible` of the arrivals model.
pub const FEASIBLE: Feasible = Feasible { otherwise: "The shares do not fit" };

/// The properties of the arrivals model, by id.
pub static ARRIVALS: &[&dyn Property<Arrivals>] = &[
    &Stated(agrees_with_lp::AgreesWithLp),
    &Stated(def::Def::<false>),
    &Stated(dpo::Dpo),
    &Stated(dynamic_po::DynamicPo),
    &Stated(dynamic_si::DynamicSi),
    &Stated(ef::Ef),
    &FEASIBLE,
    &Stated(irrevocable::Irrevocable),
    &Stated(lemma_1::Lemma1),
    &Stated(lemma_2::Lemma2),
    &Stated(def::Def::<true>),
    &sp::SP,
];
