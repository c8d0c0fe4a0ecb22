//! Non-wastefulness: no resource can be taken from a bundle without a loss of tasks (wang2013 Definition 1,
//! Lemma 1).

use fairwitness_kernel::property::cluster::non_wasteful::{NonWasteful, wasted};

use super::{Examine, Look, words};
use crate::linear::{Cut, Patience};
use crate::mechanism::Mechanism;
use crate::model::cluster::Cluster;
use crate::property::evidence::{Cleared, Run, Verdict, Witness};

impl Examine<Cluster> for NonWasteful {
    fn clears(&self, look: &mut Look<'_, Cluster>) -> Option<Cleared> {
        let (setting, pool) = (look.mechanism.setting(), look.instance);
        look.by_gets(|gets| Cleared::holds(words::fits_one_server(setting, pool, gets)))
    }

    fn examine(
        &self,
        _mechanism: &dyn Mechanism<Cluster>,
        run: &Run<'_, Cluster>,
        _patience: &Patience,
    ) -> Result<Verdict<Cluster>, Cut> {
        let within = run.amounts_within();
        let wastes = |u: &usize| wasted(run.instance, &run.outcome, *u) > within;
        let found = (0..run.instance.users()).find(wastes);
        Ok(found.map_or(Verdict::Holds, |u| Verdict::Violated(Witness::Agent(u))))
    }
}
