//! All allocations that meet the specification: a union of polytopes, one for each choice of bottlenecks. The
//! minimum and the maximum of linear functions over the union, exactly. For small instances.

use super::PerServer;
use super::branch::Condition;
use super::pin::Conditions;
use crate::linear::{Patience, Solution, solve};
use crate::mechanism::Sought;
use crate::model::Refusal;
use crate::model::cluster::Placement;
use crate::scalar::{Rational, Scalar, dot};

/// The largest number of programmes solved.
const MOST_PROGRAMMES: usize = 200_000;

/// A linear function of a placement: coefficients users x servers.
pub type Linear = Vec<Vec<Rational>>;

/// An end of a range: the value, and a placement that attains it.
pub type End = (Rational, Placement);

/// The minimum and the maximum of a function.
pub type Range = (End, End);

/// `true` if the walk is to continue with the next choice.
type GoOn = Sought<bool>;

struct Walk<'a> {
    view: &'a PerServer<'a>,
    patience: &'a Patience,
    pairs: Vec<(usize, usize)>,
    /// Linear functions that must not be negative, in addition.
    floor: &'a [Linear],
    solved: usize,
}

impl<'a> Walk<'a> {
    fn conditions(&self, chosen: &[Condition]) -> Conditions<'a> {
        let mut conditions = Conditions::new(self.view, |_, _| true);
        for condition in chosen {
            condition.put(&mut conditions);
        }
        for function in self.floor {
            conditions.at_least_zero(function);
        }
        conditions
    }

    /// Returns `true` if some placement satisfies the chosen conditions.
    fn met(&mut self, chosen: &[Condition]) -> GoOn {
        self.patience.check()?;
        self.solved += 1;
        if self.solved > MOST_PROGRAMMES {
            return Err(Refusal::Undecided(format!(
                "not every choice of bottlenecks was gone through in {MOST_PROGRAMMES} exact programmes"
            ))
            .into());
        }
        Ok(matches!(solve(&self.conditions(chosen).program, self.patience)?, Solution::Optimal { .. }))
    }

    /// Goes through the choices for the pairs from `next` on, and calls `each` with every choice that some
    /// allocation satisfies. Ends early when `each` returns `false`.
    fn descend(
        &mut self,
        next: usize,
        chosen: &mut Vec<Condition>,
        each: &mut dyn FnMut(&mut Self, &[Condition]) -> GoOn,
    ) -> GoOn {
        if !self.met(chosen)? {
            return Ok(true);
        }
        let Some(&(u, i)) = self.pairs.get(next) else { return each(self, chosen) };
        let choice = super::branch::choice(self.view, u, i);
        // If the chosen conditions already give this pair its bottleneck, every further choice is a subset of
        // this one.
        if choice.iter().any(|conditions| conditions.iter().all(|condition| chosen.contains(condition))) {
            return self.descend(next + 1, chosen, each);
        }
        for conditions in choice {
            let before = chosen.len();
            chosen.extend(conditions);
            let go_on = self.descend(next + 1, chosen, each)?;
            chosen.truncate(before);
            if !go_on {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The smallest range that contains both.
fn wider(((a, b), (c, d)): (Range, Range)) -> Range {
    (if c.0 < a.0 { c } else { a }, if d.0 > b.0 { d } else { b })
}

fn walk<'b>(view: &'b PerServer<'_>, floor: &'b [Linear], patience: &'b Patience) -> Walk<'b> {
    let pairs = (0..view.users()).flat_map(|u| (0..view.servers.len()).map(move |i| (u, i)));
    let pairs = pairs.filter(|&(u, i)| view.servers[i].unit[u].is_positive()).collect();
    Walk { view, patience, pairs, floor, solved: 0 }
}

/// The minimum and the maximum of each function over all allocations that meet the specification, where every
/// user is taken to have unlimited tasks.
///
/// # Errors
/// There is no such allocation, there are too many choices, or the walk was cut short.
pub fn ranges(view: &PerServer<'_>, functions: &[Linear], patience: &Patience) -> Sought<Vec<Range>> {
    let mut found: Option<Vec<Range>> = None;
    walk(view, &[], patience).descend(0, &mut Vec::new(), &mut |walk, chosen| {
        let mut here = Vec::with_capacity(functions.len());
        for function in functions {
            let mut ends = Vec::with_capacity(2);
            for sign in [-Rational::one(), Rational::one()] {
                let mut conditions = walk.conditions(chosen);
                conditions.aim(function, &sign);
                // The set is not empty and is bounded by capacities, so there is an optimum.
                if let Some(placement) = conditions.placement(patience)? {
                    let rows = function.iter().zip(&placement.tasks);
                    let value = dot(rows.flat_map(|(factors, tasks)| factors.iter().zip(tasks)));
                    ends.push((value, placement));
                }
            }
            let [least, most] = <[End; 2]>::try_from(ends)
                .map_err(|_| Refusal::Undecided("a programme had no optimum".to_string()))?;
            here.push((least, most));
        }
        found = Some(match found.take() {
            None => here,
            Some(before) => before.into_iter().zip(here).map(wider).collect(),
        });
        Ok(true)
    })?;
    Ok(found.ok_or_else(|| Refusal::NoOutcome("no allocation meets the specification".to_string()))?)
}

/// Returns `true` if at some allocation that meets the specification none of the functions is negative.
///
/// # Errors
/// There are too many choices, or the walk was cut short.
pub fn admits(view: &PerServer<'_>, functions: &[Linear], patience: &Patience) -> Sought<bool> {
    let mut some = false;
    walk(view, functions, patience).descend(0, &mut Vec::new(), &mut |_, _| {
        some = true;
        Ok(false)
    })?;
    Ok(some)
}
