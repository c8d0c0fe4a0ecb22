//! The present allocation: the running tasks of the instance, regardless of the rule that placed them.
//!
//! The specification promises nothing, so there is no certificate. The outcome is read from the instance, in the way
//! in which a printed algorithm is followed again.

use crate::model::cluster::{Certificate, Cluster, Division, Placement, Pool, Setting};
use crate::model::{Checked, Refusal, uncertified};
use crate::specification::{Facts, Printed, Settles, Specification, refuse, without_rates};

/// The running tasks as an outcome; `setting` says if they are compared with whole or with divisible tasks.
#[derive(Debug)]
pub struct AsItStands {
    setting: Setting,
}

/// The running tasks, where tasks are whole.
pub const WHOLE: AsItStands = AsItStands { setting: Setting::WHOLE };

/// The running tasks, where tasks are divisible.
pub const DIVISIBLE: AsItStands = AsItStands { setting: Setting::divisible(Division::Resource) };

impl Specification<Cluster> for AsItStands {
    fn facts(&self) -> Facts<Setting> {
        Facts { settles: Settles::Outcome, ..Facts::of("as-it-stands", self.setting) }
    }

    fn domain(&self, pool: &Pool) -> Result<(), Refusal> {
        without_rates(pool)?;
        if self.setting.whole && pool.in_classes() {
            let why = "whole tasks that run are judged server by server, and `count` stands for several servers in one row";
            return refuse(why);
        }
        match pool.running {
            Some(_) => Ok(()),
            None => refuse("the instance does not say what runs"),
        }
    }

    fn printed(&self) -> Option<&dyn Printed<Cluster>> {
        Some(self)
    }

    fn check(&self, _pool: &Pool, _outcome: &Placement, _certificate: &Certificate) -> Checked {
        uncertified("what runs promises nothing that a certificate could show")
    }
}

impl Printed<Cluster> for AsItStands {
    fn run(&self, pool: &Pool, _start: Option<&Certificate>) -> Result<Placement, Refusal> {
        self.domain(pool)?;
        Ok(pool.running.clone().unwrap_or_default().placement(pool.servers()))
    }
}
