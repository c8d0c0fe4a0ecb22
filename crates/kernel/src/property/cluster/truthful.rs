//! Strategy-proofness: false reports and their value. The code that `sp`, `sp-demand`, `sp-eligibility` and
//! `sp-time-slice` share (khamse2017 III-B and (46), wang2013 III-C).

use super::second_run;
use super::words::{counted_true, placed, vector};
use crate::model::Model;
use crate::model::cluster::{Cluster, Division, Placement, Pool, Setting, fitting};
use crate::model::refusal::Rejected;
use crate::property::Property;
use crate::property::evidence::{Margin, Run, Witness, positive};
use crate::scalar::{Rational, Scalar, sum};
use crate::specification::Settles;

/// Strategy-proofness against one kind of false report, with one way to count its value.
#[derive(Debug)]
pub struct Truthful {
    /// The id of the property.
    pub id: &'static str,
    /// `true` if the demand may be misreported.
    pub demand: bool,
    /// `true` if the eligible servers may be misreported.
    pub eligibility: bool,
    /// `true` if a liar uses its part of a server's time with its true demand; `false` if it uses the bundle
    /// that it receives.
    pub slice: bool,
}

/// No false report pays: of the demand, of the eligible servers, or of both.
pub const SP: Truthful = Truthful { id: "sp", demand: true, eligibility: true, slice: false };
/// No false report of the demand pays.
pub const SP_DEMAND: Truthful = Truthful { id: "sp-demand", demand: true, eligibility: false, slice: false };
/// No false report of the eligible servers pays.
pub const SP_ELIGIBILITY: Truthful =
    Truthful { id: "sp-eligibility", demand: false, eligibility: true, slice: false };
/// Under time division, no false report pays when the liar uses its part of the time with its true demand.
pub const SP_TIME_SLICE: Truthful =
    Truthful { id: "sp-time-slice", demand: true, eligibility: true, slice: true };

impl Truthful {
    /// The reason why the property is not defined for the run; `None` if it is defined.
    pub fn out_of_scope(&self, run: &Run<'_, Cluster>) -> Option<&'static str> {
        match (self.slice, run.mechanism.setting().division) {
            (true, Division::Resource) => Some("the mechanism divides resources, not time"),
            (false, _) if run.instance.rate.is_some() => {
                Some("with effective rates a bundle does not tell what it is worth; see sp-time-slice")
            }
            _ => None,
        }
    }

    /// The number of true tasks that `user` runs with its allocation in `outcome`, which is made for the
    /// reports `said`; its true data are those of `truth`.
    pub fn utility(
        &self,
        setting: Setting,
        truth: &Pool,
        said: &Pool,
        outcome: &Placement,
        user: usize,
    ) -> Rational {
        let usable = (0..truth.servers()).filter(|&i| outcome.tasks[user][i].is_positive());
        let tasks = usable.map(|i| {
            let placed = &outcome.tasks[user][i];
            if self.slice {
                placed / said.gamma(user, i) * truth.gamma(user, i)
            } else if truth.eligible[user][i] {
                setting.tasks(placed * fitting(&truth.demand[user], &said.demand[user]))
            } else {
                Rational::zero()
            }
        });
        setting.capped(truth, user, sum(tasks))
    }

    /// The number of true tasks of `user` when all reports are true.
    pub fn honest(&self, run: &Run<'_, Cluster>, user: usize) -> Rational {
        self.utility(run.mechanism.setting(), run.instance, run.instance, &run.outcome, user)
    }
}

impl Property<Cluster> for Truthful {
    fn id(&self) -> &'static str {
        self.id
    }

    fn looks_beyond(&self) -> bool {
        true
    }

    fn never(&self, setting: Setting) -> Option<&'static str> {
        (self.slice && setting.division == Division::Resource)
            .then_some("the mechanism divides resources, not time")
    }

    fn confirm(
        &self,
        run: &Run<'_, Cluster>,
        witness: &Witness<Cluster>,
        second: Option<&Placement>,
    ) -> Result<Margin, Rejected> {
        let Witness::Misreport { by, report } = witness else { return Err(Rejected::Kind) };
        if let Some(reason) = self.out_of_scope(run) {
            return Err(Rejected::OutOfScope(reason));
        }
        let truth = run.instance.truth(*by);
        let foreign = (!self.demand && report.demand != truth.demand)
            || (!self.eligibility && report.eligible != truth.eligible)
            || report.demand.iter().any(Scalar::is_negative)
            || report.demand.iter().all(Scalar::is_zero);
        if foreign {
            return Err(Rejected::Misfit("a lie of another kind than the property speaks of".to_string()));
        }
        let said = Cluster::misreported(run.instance, *by, report);
        let outcome = second_run(second)?;
        positive(
            self.utility(run.mechanism.setting(), run.instance, &said, outcome, *by) - self.honest(run, *by),
        )
    }

    fn reads(&self, run: &Run<'_, Cluster>, witness: &Witness<Cluster>) -> Settles {
        let Witness::Misreport { by, report } = witness else { return Settles::Outcome };
        let said_and_not = |(said, may): (&bool, &bool)| *said && !*may;
        if self.slice || report.eligible.iter().zip(&run.instance.eligible[*by]).any(said_and_not) {
            Settles::Outcome
        } else {
            Settles::Utilities
        }
    }

    fn tell(&self, run: &Run<'_, Cluster>, witness: &Witness<Cluster>, second: Option<&Placement>) -> String {
        let Witness::Misreport { by, report } = witness else { return String::new() };
        let said = Cluster::misreported(run.instance, *by, report);
        let Some(outcome) = second else { return String::new() };
        let truth = run.instance.truth(*by);
        let pool = run.instance;
        let mut claims = Vec::new();
        if report.demand != truth.demand {
            claims.push(format!(
                "the demand {} instead of {}",
                vector(&report.demand),
                vector(&truth.demand)
            ));
        }
        if report.eligible != truth.eligible {
            let names = |set: &[bool]| {
                let on: Vec<String> =
                    (0..set.len()).filter(|&i| set[i]).map(|i| pool.server_name(i)).collect();
                if on.is_empty() { "no server".to_string() } else { on.join(", ") }
            };
            claims.push(format!(
                "eligible on {} instead of {}",
                names(&report.eligible),
                names(&truth.eligible)
            ));
        }
        if let (Some(lie), Some(rates)) = (&report.rate, &truth.rate)
            && lie != rates
        {
            claims.push(format!("the rates {} instead of {}", vector(lie), vector(rates)));
        }
        let held = if self.slice { "the time" } else { "the bundles" };
        let (lied, honest) =
            (self.utility(run.mechanism.setting(), pool, &said, outcome, *by), self.honest(run, *by));
        format!(
            "{0} reports {1}. For this report {0} gets {2}, as reported.\nWith {held} that the false report brings, {0} can run {4} \
             instead of {honest}: {3} more.",
            pool.user_name(*by),
            claims.join(" and "),
            placed(pool, outcome, *by),
            &lied - &honest,
            counted_true(&lied)
        )
    }
}
