//! Strategy-proofness against two users who lie together, so that each of them runs more (after wang2013 III-C).

use super::Property;
use super::sp::SP;
use crate::linear::patience;
use crate::mechanism::evidence;
use crate::model::Model;
use crate::model::cluster::{Cluster, Placement, Pool, Report};
use crate::model::refusal::Rejected;
use crate::property::evidence::{Margin, Run, Verdict, Witness, positive};
use crate::scalar::{Rational, least};

/// Strategy-proofness against pairs.
#[derive(Debug)]
pub(super) struct GroupSp;

type Lies = [(usize, Report)];

/// Lies of one user that are tried with those of another.
const MOST_LIES: usize = 14;

fn said(pool: &Pool, lies: &Lies) -> Pool {
    lies.iter().fold(pool.clone(), |pool, (by, report)| Cluster::misreported(&pool, *by, report))
}

/// The least that one of the liars gains.
fn gain(run: &Run<'_, Cluster>, said: &Pool, outcome: &Placement, lies: &Lies) -> Option<Rational> {
    let setting = run.mechanism.setting();
    let gains = lies
        .iter()
        .map(|(by, _)| SP.utility(setting, run.instance, said, outcome, *by) - SP.honest(run, *by));
    least(gains)
}

impl Property<Cluster> for GroupSp {
    fn id(&self) -> &'static str {
        "group-sp"
    }

    fn page(&self) -> &'static str {
        include_str!("../../../properties/cluster/group-sp.md")
    }

    fn examine(&self, run: &Run<'_, Cluster>) -> Verdict<Cluster> {
        if let Some(reason) = SP.out_of_scope(run) {
            return Verdict::OutOfScope(reason);
        }
        let pool = run.instance;
        let within = run.amounts_within();
        let (mut tried, mut refused) = (0, 0);
        let lies: Vec<Vec<Report>> =
            (0..pool.users()).map(|u| SP.lies(pool, u).into_iter().take(MOST_LIES).collect()).collect();
        for u in 0..pool.users() {
            for v in u + 1..pool.users() {
                for first in &lies[u] {
                    for second in &lies[v] {
                        patience::check();
                        let pair = [(u, first.clone()), (v, second.clone())];
                        let said = said(pool, &pair);
                        tried += 1;
                        match run.mechanism.allocate(&said) {
                            Err(_) => refused += 1,
                            Ok(outcome) => {
                                if gain(run, &said, &outcome, &pair).is_some_and(|g| g > within) {
                                    return Verdict::Violated(Witness::Collusion(pair.to_vec()));
                                }
                            }
                        }
                    }
                }
            }
        }
        Verdict::Undecided(format!("none of {tried} pairs of lies pays for both ({refused} were refused)"))
    }

    fn confirm(&self, run: &Run<'_, Cluster>, witness: &Witness<Cluster>) -> Result<Margin, Rejected> {
        let Witness::Collusion(lies) = witness else { return Err(Rejected::Kind) };
        if let Some(reason) = SP.out_of_scope(run) {
            return Err(Rejected::OutOfScope(reason));
        }
        let [(u, _), (v, _)] = lies.as_slice() else {
            return Err(Rejected::Misfit("two users lie together".to_string()));
        };
        if u == v {
            return Err(Rejected::Misfit("two different users lie together".to_string()));
        }
        let said = said(run.instance, lies);
        let outcome = evidence(run.mechanism, &said)?;
        positive(gain(run, &said, &outcome, lies).ok_or(Rejected::Kind)?)
    }

    fn reads(&self, _run: &Run<'_, Cluster>, _witness: &Witness<Cluster>) -> crate::mechanism::Settles {
        crate::mechanism::Settles::Outcome
    }

    fn tell(&self, run: &Run<'_, Cluster>, witness: &Witness<Cluster>) -> String {
        let Witness::Collusion(lies) = witness else { return String::new() };
        let pool = run.instance;
        let said = said(pool, lies);
        let Ok(outcome) = run.mechanism.allocate(&said) else { return String::new() };
        let one = |(by, report): &(usize, Report)| {
            let set: Vec<String> =
                (0..pool.servers()).filter(|&i| report.eligible[i]).map(|i| pool.server_name(i)).collect();
            format!(
                "{} reports demand {:?} on {}, and runs {} true tasks instead of {}",
                pool.user_name(*by),
                report.demand,
                if set.is_empty() { "no server".to_string() } else { set.join(", ") },
                SP.utility(run.mechanism.setting(), pool, &said, &outcome, *by),
                SP.honest(run, *by)
            )
        };
        format!("{}.", lies.iter().map(one).collect::<Vec<_>>().join("; "))
    }
}
