//! Envy-freeness up to one task: no envy is left once one task, of the envied user or of the envious one, is
//! removed from the bundle (metin 3.2, by way of its reference for indivisible demands; judged for whole
//! tasks).

use crate::trace::Line;
use fairwitness_kernel::property::cluster::ef1::{DIVISIBLE, Ef1};

use fairwitness_kernel::property::Property as _;

use super::Examine;
use super::ef::search_envy;
use super::envy::{Part, envy};
use crate::linear::{Cut, Patience};
use crate::mechanism::Mechanism;
use crate::model::cluster::{Cluster, Placement};
use crate::property::evidence::{Run, Verdict, Witness};
use fairwitness_kernel::property::cluster::ef::per_task;

impl Examine<Cluster> for Ef1 {
    fn arithmetic(
        &self,
        run: &Run<'_, Cluster>,
        witness: &Witness<Cluster>,
        _second: Option<&Placement>,
    ) -> Vec<Line> {
        let Witness::Envy { envious, envied } = witness else { return Vec::new() };
        let with = (self.worth)(run, *envious, *envied);
        let per_task = per_task(run, *envious, *envied);
        let part = if self.id() == "ef1" { Part::LessOne } else { Part::LessOneOfItsOwn };
        envy(run, (*envious, *envied), &per_task, &with, part)
    }

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
