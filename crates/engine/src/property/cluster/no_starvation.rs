//! No starvation: from any feasible state, a user who holds nothing and whose task fits is served before a
//! queue that has more than its hierarchical share.

use fairwitness_kernel::property::cluster::hier_share::{Entitled, dominant_share, one_weight};
use fairwitness_kernel::property::cluster::no_starvation::{
    DIVISIBLE, NO_RULE, NoStarvation, passed_over, rule,
};

use fairwitness_kernel::specification::tasks::left;

use crate::model::cluster::{Cluster, Placement, Pool};
use crate::property::{Examine, Examined, Hearing, Run, Sides, Unit, Verdict, Witness};
use crate::recorded::{Recorded, lines};
use crate::scalar::{Of, Rational, Scalar};
use crate::trace::Line;

/// The largest number of states of one instance that are examined.
const MOST_STATES: usize = 1_000;

impl Examine<Cluster> for NoStarvation {
    fn unit(&self, _run: &Run<'_, Cluster>, _witness: &Witness<Cluster>) -> Unit {
        Unit::of("of a whole resource")
    }

    fn lines(&self, run: &Run<'_, Cluster>, witness: &Witness<Cluster>, _: Option<&Placement>) -> Vec<Line> {
        let Witness::State { waits, running } = witness else { return Vec::new() };
        let Ok(served) = passed_over(run, *waits, running) else { return Vec::new() };
        let pool = run.instance;
        let entitled: Entitled<Recorded> = Entitled::of(pool, run.mechanism.setting());
        let name = entitled.tree.name(pool, served.node);
        let users = entitled.tree.users(served.node);
        let has = dominant_share(pool, &users, |u| Recorded::of(&running.total(u)))
            .said(|_| format!("the dominant share of {name} in that state"));
        let sides = Sides { due: has, has: entitled.shares[served.node].clone() };
        lines(sides, "less its hierarchical share".to_string())
    }

    fn examine(&self, &Hearing { run, patience, .. }: &Hearing<'_, Cluster>) -> Examined<Cluster> {
        if !run.mechanism.setting().whole {
            return Ok(Verdict::OutOfScope(DIVISIBLE.into()));
        }
        let Some(rule) = rule(run.mechanism.id()) else { return Ok(Verdict::OutOfScope(NO_RULE.into())) };
        let pool = run.instance;
        if let Err(reason) = one_weight(pool) {
            return Ok(Verdict::OutOfScope(reason.into()));
        }
        let picks = match rule.picks(pool) {
            Ok(picks) => picks,
            Err(refusal) => return Ok(Verdict::undecided(refusal.to_string())),
        };
        for (looked_at, given) in States::of(pool).enumerate() {
            if looked_at == MOST_STATES {
                let words = format!("no user is passed over in {looked_at} states, and there are more");
                return Ok(Verdict::tried(looked_at, words));
            }
            patience.check()?;
            if picks.next(&given).is_none_or(|served| given[served].is_zero()) {
                continue;
            }
            let left = left(pool, &given);
            for waits in (0..pool.users()).filter(|&u| given[u].is_zero() && picks.fits(u, &given[u], &left))
            {
                let state = Placement { tasks: given.iter().map(|x| vec![x.clone()]).collect() };
                if passed_over(run, waits, &state).is_ok() {
                    return Ok(Verdict::Violated(Witness::State { waits, running: state }));
                }
            }
        }
        Ok(Verdict::Holds)
    }
}

/// Enumeration of the combinations of whole tasks of users that fit the only server; the tasks of the last user
/// change first.
struct States<'a> {
    pool: &'a Pool,
    given: Option<Vec<Rational>>,
}

impl<'a> States<'a> {
    fn of(pool: &'a Pool) -> Self {
        States { pool, given: Some(vec![Rational::zero(); pool.users()]) }
    }

    fn fits(&self, given: &[Rational]) -> bool {
        let pool = self.pool;
        let used =
            |r: usize| given.iter().zip(&pool.demand).fold(Rational::zero(), |sum, (x, d)| sum + x * &d[r]);
        let limits = given.iter().zip(&pool.tasks).all(|(x, has)| has.as_ref().is_none_or(|has| x <= has));
        let usable = (0..pool.users()).all(|u| given[u].is_zero() || pool.can_run(u));
        limits && usable && (0..pool.resources()).all(|r| used(r) <= pool.capacity[0][r])
    }
}

impl Iterator for States<'_> {
    type Item = Vec<Rational>;

    /// A prefix of a state that fits also fits; so the next state adds a task of the last user that can have
    /// one more and removes those of all later users.
    fn next(&mut self) -> Option<Vec<Rational>> {
        let now = self.given.take()?;
        for user in (0..now.len()).rev() {
            let mut more = now.clone();
            more[user + 1..].fill(Rational::zero());
            more[user] = &more[user] + Rational::one();
            if self.fits(&more) {
                self.given = Some(more);
                break;
            }
        }
        Some(now)
    }
}
