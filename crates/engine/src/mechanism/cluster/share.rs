//! Share fairness: the leximin allocation of totals, each divided by its user's yardstick.
//!
//! DRFH, C-DRFH, CDRF and TSF differ only in the yardstick and in placement constraints.

use fairwitness_kernel::property::formula::Known;
use fairwitness_kernel::specification::cluster::share::ShareFair;

use super::outward::outward;
use super::share_bounds::share_bounds;
use super::share_words::share_words;
use crate::linear::{Leximin, Patience, Round, Timely, leximin, leximin_by_floats};
use crate::mechanism::{
    Abilities, Allocated, Certified, Enclosed, Encloses, Followed, InWords, Mechanism, Sought, Specification,
    WithCertificate, fill_alone, only_server_in_words, sentences,
};
use crate::model::Refusal;
use crate::model::cluster::{Alike, Certificate, Cluster, Division, Placement, Polytope, Pool};
use crate::scalar::{Quick, Rational};
use crate::trace::too_many;

/// The largest number of cells of an exact tableau that is set up.
const MOST_CELLS: usize = 4_000_000;
/// The largest number of user-server pairs for which rounds are traced.
const MOST_PAIRS: usize = 400;
/// The largest number of cells for which floats are asked for exact rounds, without a tableau.
const MOST_STEERED: usize = 12_000_000;
/// The part of the time that floats have for exact rounds where there is no tableau; bounds have the rest.
const STEERED_PART: f64 = 0.4;

/// The leximin point of the polytope of `pool`.
fn point(fair: &ShareFair, pool: &Pool, polytope: &Polytope, patience: &Patience) -> Sought<Leximin> {
    let found = leximin(&polytope.program, &fair.levels(pool, polytope), patience);
    found.map_err(|halt| halt.map(|error| Refusal::Undecided(error.to_string())))
}

/// A leximin placement of `pool` and its rounds.
fn placed(fair: &ShareFair, pool: &Pool, patience: &Patience) -> Sought<(Placement, Vec<Round>)> {
    let cells = Polytope::cells(pool);
    let large = || Refusal::Enclosed(format!("an exact tableau of {cells} numbers is too large"));
    if cells > MOST_STEERED {
        return Err(large().into());
    }
    let polytope = Polytope::of(pool, Division::Resource);
    let found = if cells > MOST_CELLS {
        let levels = fair.levels(pool, &polytope);
        let found = leximin_by_floats(&polytope.program, &levels, &patience.part(STEERED_PART));
        patience.check_now()?;
        found.ok().flatten().ok_or_else(large)?
    } else {
        point(fair, pool, &polytope, patience)?
    };
    Ok((polytope.placement(&found.point), found.rounds))
}

impl Mechanism<Cluster> for ShareFair {
    fn allocate(&self, pool: &Pool, patience: &Patience) -> Allocated<Cluster> {
        Ok(self.allocate_with_certificate(pool, patience)?.0)
    }

    fn certify(&self, pool: &Pool, outcome: &Placement, patience: &Patience) -> Certified<Cluster> {
        let alike = Alike::of_large(pool).filter(|alike| alike.together(outcome).is_some());
        let of = alike.as_ref().map_or(pool, |alike| &alike.pool);
        let rounds = point(self, of, &Polytope::of(of, Division::Resource), patience)?.rounds;
        Ok(if alike.is_some() { Certificate::Alike(rounds) } else { Certificate::Leximin(rounds) })
    }

    fn trace(&self, pool: &Pool, patience: &Patience) -> Followed<Cluster> {
        self.domain(pool)?;
        let polytope = Polytope::of(pool, Division::Resource);
        if polytope.pairs.len() > MOST_PAIRS {
            return Err(too_many().into());
        }
        let found = point(self, pool, &polytope, patience)?;
        Ok(sentences::leximin(self, pool, &polytope, &found))
    }

    fn abilities(&self) -> Abilities<'_, Cluster> {
        Abilities { enclosure: Some(self), words: Some(self), ..Abilities::none() }
    }

    fn allocate_with_certificate(
        &self,
        pool: &Pool,
        patience: &Patience,
    ) -> Sought<WithCertificate<Cluster>> {
        self.domain(pool)?;
        // On one server both yardsticks are the tasks that fit the server, and shares rise as those of DRF do.
        if let Some(placement) = only_server_in_words(pool) {
            return Ok((placement, None));
        }
        let alike = Alike::of_large(pool);
        let of = alike.as_ref().map_or(pool, |alike| &alike.pool);
        if of.servers() == 1 && Polytope::cells(pool) > MOST_CELLS {
            let filled = fill_alone(&self.one_server(of).servers[0], &of.tasks);
            let filled = Placement { tasks: filled.into_iter().map(|x| vec![x]).collect() };
            return Ok((alike.map_or(filled.clone(), |alike| alike.apart(&filled)), None));
        }
        if let Some(alike) = alike {
            let (placement, rounds) = placed(self, &alike.pool, patience)?;
            return Ok((alike.apart(&placement), Some(Certificate::Alike(rounds))));
        }
        let (placement, rounds) = placed(self, pool, patience)?;
        Ok((placement, Some(Certificate::Leximin(rounds))))
    }
}

impl Encloses<Cluster> for ShareFair {
    fn enclosure(&self, pool: &Pool, patience: &Patience) -> Timely<Option<Enclosed>> {
        let alike = Alike::of_large(pool);
        let of = alike.as_ref().map_or(pool, |alike| &alike.pool);
        if self.domain(pool).is_err() || Polytope::cells(of) <= MOST_CELLS {
            return Ok(None);
        }
        let found = patience.unless_cut(share_bounds(self, of, patience))?;
        let apart =
            |tasks: Vec<Rational>| alike.as_ref().map_or(tasks.clone(), |alike| alike.tasks_apart(&tasks));
        Ok(found.map(|(_, (low, high))| {
            let (low, high) = outward((apart(low), apart(high)));
            Enclosed { low, high, known: Known::default() }
        }))
    }
}

impl InWords<Cluster> for ShareFair {
    fn refuses(&self, pool: &Pool<Quick>) -> bool {
        pool.rate.is_some()
            || pool.tree.is_some()
            || pool.user_weights().is_none()
            || (!self.constraints && !pool.unconstrained())
    }

    fn gets(&self, pool: &Pool<Quick>, gets: &mut Vec<Quick>) -> bool {
        !self.refuses(pool) && share_words(pool, self.yardstick, gets).is_some()
    }
}
