//! The exact optimum (mukherjee I-A): no assignment has a smaller ratio, as multipliers or a search tree
//! prove.

use super::{assignment, enough, programme, tree};
use crate::model::covering::{Allotment, Certificate, Covering, Setting, Stock};
use crate::model::{Checked, Refusal, uncertified};
use crate::specification::{Facts, Settles, Specification};

/// The mechanism `opt`: an assignment with the smallest ratio.
#[derive(Debug)]
pub struct Optimum;

impl Specification<Covering> for Optimum {
    fn facts(&self) -> Facts<Setting> {
        Facts { settles: Settles::Utilities, ..Facts::of("optimum", Setting { integral: true }) }
    }

    fn domain(&self, stock: &Stock) -> Result<(), Refusal> {
        enough(stock)
    }

    fn check(&self, stock: &Stock, outcome: &Allotment, certificate: &Certificate) -> Checked {
        let ratio = stock.ratio(assignment(outcome)?);
        match certificate {
            Certificate::Bound(proof) => programme::Formulation::Pruned.proves(stock, &ratio, proof),
            Certificate::Tree(root) => tree::check(stock, &ratio, root),
            _ => uncertified("the certificate is of another kind"),
        }
    }
}
