//! Verdicts of properties on a present allocation: each property examines it, and confirms its own witness.

use std::cell::OnceCell;

use fairwitness_kernel::property::cluster::FEASIBLE;

use super::state::State;
use crate::linear::Patience;
use crate::mechanism::Mechanism;
use crate::mechanism::as_it_stands::AsItStands;
use crate::model::Model as _;
use crate::model::cluster::{Cluster, MOST_PAIRS, Placement, Polytope};
use crate::model::refusal::Rejected;
use crate::property::evidence::{Margin, Run, Verdict, Witness};
use crate::property::{Examine, Hearing};
use crate::scalar::{Rational, Scalar, min};

/// The verdict of a property on the present allocation.
#[derive(Clone, Debug, PartialEq)]
pub enum Said {
    /// The property holds.
    Holds,
    /// The property is violated: the margin, and a sentence.
    Violated(Margin, String),
    /// The property is not defined for this state, for this reason.
    OutOfScope(String),
    /// Neither a violation nor its absence was shown, for this reason.
    Undecided(String),
}

/// The largest number of cells of an exact programme that is set up.
const MOST_CELLS: usize = 4_000_000;

/// The largest number of gaining users that a sentence names.
const TOLD: usize = 3;

/// A present allocation before the properties: what they share is looked at once.
pub struct Judge<'a> {
    standing: &'static AsItStands,
    state: &'a State<'a>,
    /// The state as an outcome, once a property asks for it.
    run: OnceCell<Run<'a, Cluster>>,
    exceeds: Option<Rejected>,
}

impl<'a> Judge<'a> {
    /// Prepares the judgement of `state` as an outcome of `standing`.
    pub fn of(standing: &'static AsItStands, state: &'a State<'a>) -> Judge<'a> {
        let exceeds = Cluster::can_run(state.setting, state.pool, &state.tasks).err();
        Judge { standing, state, run: OnceCell::new(), exceeds }
    }

    /// The state as an outcome, with a number for every user and server.
    pub fn run(&self) -> &Run<'a, Cluster> {
        self.run.get_or_init(|| {
            let outcome = self.state.tasks.placement(self.state.pool.servers());
            Run { mechanism: self.standing, instance: self.state.pool, outcome }
        })
    }

    /// The verdict of `feasible`.
    fn feasible(&self) -> Said {
        match &self.exceeds {
            None => Said::Holds,
            Some(reason @ Rejected::Infeasible { by, .. }) => {
                Said::Violated(by.clone(), format!("{}: {reason}.", FEASIBLE.otherwise))
            }
            Some(reason) => Said::Undecided(format!("the violation was not confirmed: {reason}")),
        }
    }

    /// Judges the state by `property` within `patience`. Among several witnesses of a kind the one with the
    /// largest margin counts.
    pub fn judge(&self, property: &dyn Examine<Cluster>, patience: &Patience) -> Said {
        let state = self.state;
        if property.id() == "feasible" {
            return self.feasible();
        }
        if let Some(reason) = self.exceeds.as_ref().filter(|_| !property.facts().judges_infeasible) {
            return Said::OutOfScope(format!("what runs exceeds what there is: {reason}"));
        }
        if let Some(reason) = property.never(state.setting) {
            return Said::OutOfScope(reason.to_string());
        }
        if let Some(reason) = Cluster::unread(state.pool, property.facts().quotas) {
            return Said::OutOfScope(format!("`{}` {reason}", property.id()));
        }
        let (users, servers) = (state.pool.users(), state.pool.servers());
        let many = |what: &str| format!("{users} users and {servers} servers are too many {what}");
        if users.saturating_mul(servers) > MOST_PAIRS {
            return Said::Undecided(many("for a property that asks for each pair of them"));
        }
        let (run, large) =
            (self.run(), property.solves(state.setting) && Polytope::cells(state.pool) > MOST_CELLS);
        let verdict = if large {
            Verdict::undecided(many("for an exact programme"))
        } else {
            let cut = |_| Verdict::undecided("it was not decided in the time that it had".to_string());
            property
                .examine(&Hearing::of(self.standing as &dyn Mechanism<Cluster>, run, patience))
                .unwrap_or_else(cut)
        };
        match verdict {
            Verdict::Holds => Said::Holds,
            Verdict::OutOfScope(reason) => Said::OutOfScope(reason.to_string()),
            Verdict::Violated(witness) => convicted(property, run, witness),
            // Starting tasks on idle resources leaves each user at least as many tasks, and some user more.
            Verdict::Undecided(open) => {
                let better = started(state).map(Witness::Better);
                let pays = better.filter(|better| property.confirm(run, better, None).is_ok());
                pays.map_or(Said::Undecided(open.reason), |better| convicted(property, run, better))
            }
        }
    }
}

fn convicted(property: &dyn Examine<Cluster>, run: &Run<'_, Cluster>, witness: Witness<Cluster>) -> Said {
    let all = match witness {
        Witness::Agent(_) => (0..run.instance.users()).map(Witness::Agent).collect(),
        other => vec![other],
    };
    let mut worst: Option<(Margin, Witness<Cluster>)> = None;
    let mut refused = None;
    for witness in all {
        match property.confirm(run, &witness, None) {
            Ok(margin) if worst.as_ref().is_none_or(|(most, _)| margin > *most) => {
                worst = Some((margin, witness));
            }
            Ok(_) => {}
            Err(reason) => refused = Some(reason),
        }
    }
    match (worst, refused) {
        (Some((margin, Witness::Better(better))), _) => {
            let tells = gains(run, &better, &margin);
            Said::Violated(margin, tells)
        }
        (Some((margin, witness)), _) => Said::Violated(margin, property.tell(run, &witness, None)),
        (None, Some(reason)) => Said::Undecided(format!("the violation was not confirmed: {reason}")),
        (None, None) => Said::Undecided("the violation was not confirmed".to_string()),
    }
}

/// The users that gain in the placement `better`, in a sentence: the placement itself may have very many
/// numbers.
fn gains(run: &Run<'_, Cluster>, better: &Placement, margin: &Margin) -> String {
    let gains = (0..run.instance.users()).map(|u| (u, run.outcome.total(u), better.total(u)));
    let gains: Vec<_> = gains.filter(|(_, now, then)| then > now).collect();
    let named = gains.iter().take(TOLD).map(|(u, now, then)| {
        format!("{} could run {then} tasks instead of {now}", run.instance.user_name(*u))
    });
    let named = named.collect::<Vec<_>>().join(", ");
    let more = match gains.len().saturating_sub(TOLD) {
        0 => String::new(),
        n => format!(", {n} more users could run more"),
    };
    format!("{named}{more}, and no user would lose: {margin} more in all.")
}

/// The running tasks and, in addition, waiting tasks that fit the free amounts, user by user and server by
/// server; `None` if none fits.
fn started(state: &State<'_>) -> Option<Placement> {
    let mut more = state.clone();
    let mut any = false;
    for u in 0..state.pool.users() {
        let mut waiting = more.waiting(u);
        for i in 0..state.pool.servers() {
            if waiting.as_ref().is_some_and(Rational::is_zero) {
                break;
            }
            let room = more.room(u, i);
            let room = waiting.as_ref().map_or(room.clone(), |waiting| min(room, waiting.clone()));
            if room > Rational::from(0) {
                waiting = waiting.map(|waiting| waiting - &room);
                more.put(u, i, &room);
                any = true;
            }
        }
    }
    any.then(|| more.tasks.placement(state.pool.servers()))
}
