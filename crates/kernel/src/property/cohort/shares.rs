//! The share comparisons of the fair-sharing rules, applied to the decision as a whole instead of one target
//! at a time (KEP-1714, S2-a and S2-b).

use super::{by_rule, by_share};
use crate::model::Rejected;
use crate::model::cohort::{Cohort, Decision, Rule, Share, Target};
use crate::property::{Confirmed, Property, Run, Witness, positive};
use crate::scalar::Rational;

/// The reason why shares are not compared.
pub const ENDLESS: &str = "a queue or cohort of weight 0 borrows, and its share is endless";

/// A comparison of the preemptor's share after the decision with the share of a target's queue.
#[derive(Debug)]
pub struct Shares {
    id: &'static str,
    /// `true` if the target's queue is measured after the decision, `false` if before.
    pub after: bool,
}

/// The comparison with the target's queue before the decision, for targets by rule S2-a or S2-b.
pub const LEGAL_NET: Shares = Shares { id: "legal-net", after: false };
/// The comparison with the target's queue after the decision, for targets by rule S2-a.
pub const LEGAL_AFTER: Shares = Shares { id: "legal-after", after: true };

impl Shares {
    /// The share of the preemptor's queue after the decision, and the share that it is compared with; of queues of unlike
    /// cohorts, those of the nodes below their lowest common cohort. `None` if a share is endless.
    pub fn compared(&self, run: &Run<'_, Cohort>, target: Target) -> Option<(Rational, Rational)> {
        let number = |share: Share| share.finite().cloned();
        let queues = run.instance;
        let asking = queues.asks()?;
        let after = queues.after(asking, &run.outcome).admitted;
        let (own, other) = (queues.workload[asking].queue, queues.workload[target.workload].queue);
        let compared = if self.after { &after } else { &queues.admitted };
        let (own, other) = queues.tree().apart(own, other)?;
        Some((number(queues.share_with(own, &after))?, number(queues.share_with(other, compared))?))
    }

    /// Returns `true` if the property is defined for targets by `rule`.
    pub fn speaks_of(&self, rule: Rule) -> bool {
        rule == Rule::Final || (rule == Rule::Initial && !self.after)
    }
}

impl Property<Cohort> for Shares {
    fn id(&self) -> &'static str {
        self.id
    }

    fn confirm(&self, run: &Run<'_, Cohort>, witness: &Witness<Cohort>, _: Option<&Decision>) -> Confirmed {
        let target = by_share(run, witness)?;
        if !self.speaks_of(target.rule) {
            return Err(Rejected::OutOfScope("the property speaks of targets by rule S2-a"));
        }
        let (preemptor, other) = self.compared(run, target).ok_or(Rejected::OutOfScope(ENDLESS))?;
        positive(preemptor - other)
    }

    fn tell(&self, run: &Run<'_, Cohort>, witness: &Witness<Cohort>, _second: Option<&Decision>) -> String {
        let Ok(target) = by_share(run, witness) else { return String::new() };
        let Some((preemptor, other)) = self.compared(run, target) else { return String::new() };
        format!(
            "The preemptor's queue has the share {preemptor} afterwards. Queue {}, from which workload {} was taken {}, has the share {other} {}.",
            run.instance.workload[target.workload].queue + 1,
            target.workload + 1,
            by_rule(target.rule),
            if self.after { "afterwards" } else { "before" }
        )
    }
}
