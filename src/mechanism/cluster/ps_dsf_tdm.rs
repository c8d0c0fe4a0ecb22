//! PS-DSF under time division (khamse2017 Definition 4, Theorem 2), with effective rates (IV).

use super::ps_dsf::PsDsf;
use crate::model::cluster::Division;

pub(super) const PS_DSF_TDM: PsDsf = PsDsf {
    id: "ps-dsf-tdm",
    page: include_str!("../../../mechanisms/ps-dsf-tdm.md"),
    division: Division::Time,
};
