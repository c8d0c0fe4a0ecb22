//! The division of an amount among queues with weights, floors and caps: weighted max-min fairness, one level for all
//! (as the fair scheduler of YARN defines a fair share).

use crate::scalar::{Scalar, min, sum};

/// The terms of a queue among its siblings, for one resource.
#[derive(Clone, Debug, PartialEq)]
pub struct Terms<S> {
    /// The weight, at least zero.
    pub weight: S,
    /// The amount that comes before any division by weight, at most `cap`.
    pub floor: S,
    /// The largest amount that the queue can take; `None` without a limit.
    pub cap: Option<S>,
}

impl<S: Scalar> Terms<S> {
    /// The amount nearest to `x` between floor and cap.
    fn clamped(&self, x: S) -> S {
        let x = x.larger(self.floor.clone());
        match &self.cap {
            Some(cap) => min(x, cap.clone()),
            None => x,
        }
    }
}

/// The part of each of `among`, in their order: a level times the weight, but at least the floor and at most the cap.
/// The level is the one at which `amount` is used up. Queues of weight zero divide, equally, what others cannot take.
/// If the floors exceed `amount`, the parts are in proportion to the floors.
pub fn divided<S: Scalar>(amount: &S, among: &[Terms<S>]) -> Vec<S> {
    let floors = sum(among.iter().map(|terms| terms.floor.clone()));
    if floors > *amount {
        return among.iter().map(|terms| terms.floor.clone() * amount / &floors).collect();
    }
    let mut parts: Vec<S> = among.iter().map(|terms| terms.floor.clone()).collect();
    let (heavy, light): (Vec<usize>, Vec<usize>) =
        (0..among.len()).partition(|&k| among[k].weight.is_positive());
    let kept = sum(light.iter().map(|&k| among[k].floor.clone()));
    let for_heavy = if kept.is_zero() { amount.clone() } else { amount.clone() - &kept };
    level(for_heavy.clone(), among, &heavy, |k| among[k].weight.clone(), &mut parts);
    if !light.is_empty() {
        let taken = sum(heavy.iter().map(|&k| parts[k].clone()));
        let left = if heavy.is_empty() { amount.clone() } else { amount.clone() - taken };
        level(left, among, &light, |_| S::one(), &mut parts);
    }
    parts
}

/// The part of each of `among`: its floor, and what a level times its weight adds to the floor, but at most the cap.
/// Queues of weight zero have their floors. If the floors exceed `amount`, the parts are in proportion to the floors.
pub fn over_quota<S: Scalar>(amount: &S, among: &[Terms<S>]) -> Vec<S> {
    let floors = sum(among.iter().map(|terms| terms.floor.clone()));
    if floors > *amount {
        return among.iter().map(|terms| terms.floor.clone() * amount / &floors).collect();
    }
    let above = |Terms { weight, floor, cap }: &Terms<S>| Terms {
        weight: weight.clone(),
        floor: S::zero(),
        cap: cap.clone().map(|cap| cap - floor),
    };
    let above: Vec<Terms<S>> = among.iter().map(above).collect();
    let heavy: Vec<usize> = (0..among.len()).filter(|&k| among[k].weight.is_positive()).collect();
    let mut parts = vec![S::zero(); among.len()];
    level(amount.clone() - &floors, &above, &heavy, |k| above[k].weight.clone(), &mut parts);
    parts.into_iter().zip(among).map(|(part, terms)| part + &terms.floor).collect()
}

/// Divides `amount` among the queues `open` alone. Each round fixes the queues that a common level would leave below
/// their floors, or above their caps, whichever amounts to more.
fn level<S: Scalar>(
    mut amount: S,
    among: &[Terms<S>],
    open: &[usize],
    weight: impl Fn(usize) -> S,
    parts: &mut [S],
) {
    let mut open = open.to_vec();
    while !open.is_empty() {
        let all = sum(open.iter().map(|&k| weight(k)));
        let tried: Vec<S> = open.iter().map(|&k| amount.clone() * weight(k) / &all).collect();
        if open.iter().all(|&k| among[k].floor.is_zero() && among[k].cap.is_none()) {
            open.iter().zip(tried).for_each(|(&k, part)| parts[k] = part);
            return;
        }
        let due: Vec<S> = open.iter().zip(&tried).map(|(&k, x)| among[k].clamped(x.clone())).collect();
        let over = sum(due.iter().cloned()) - sum(tried.iter().cloned());
        let mut next = Vec::new();
        for ((&k, part), x) in open.iter().zip(due).zip(&tried) {
            let fixed = if over.is_positive() {
                part > *x
            } else if over.is_negative() {
                part < *x
            } else {
                true
            };
            if fixed {
                amount = amount - &part;
                parts[k] = part;
            } else {
                next.push(k);
            }
        }
        if next.len() == open.len() {
            return;
        }
        open = next;
    }
}
