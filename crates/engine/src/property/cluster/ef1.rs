//! Envy-freeness up to one task: no envy is left once one task, of the envied user or of the envious one, is
//! removed from the bundle (metin 3.2, by way of its reference for indivisible demands; judged for whole
//! tasks).

use fairwitness_kernel::property::cluster::ef1::{DIVISIBLE, Ef1};

use super::Examine;
use super::ef::search_envy;
use crate::linear::{Cut, Patience};
use crate::mechanism::Mechanism;
use crate::model::cluster::Cluster;
use crate::property::evidence::{Run, Verdict};

impl Examine<Cluster> for Ef1 {
    fn examine(
        &self,
        _mechanism: &dyn Mechanism<Cluster>,
        run: &Run<'_, Cluster>,
        _patience: &Patience,
    ) -> Result<Verdict<Cluster>, Cut> {
        if !run.mechanism.setting().whole {
            return Ok(Verdict::OutOfScope(DIVISIBLE));
        }
        Ok(search_envy(run, self.worth))
    }
}
