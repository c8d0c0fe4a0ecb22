//! Weights of sibling queues of YARN's fair scheduler, which its answer does not print: the shares that stand at neither
//! the least nor the most of their queues are in the ratio of the weights, up to the rounding to whole units
//! (`ComputeFairShares` of Hadoop). A queue that stands at its least while its parent keeps a part has weight zero.

use super::places::number_at;
use crate::document::{InputError, Node};
use crate::scalar::{Rational, Scalar, greatest, least, simplest_between, sum};

/// What one share of a queue says about its weight.
#[derive(Clone, Debug)]
enum Stand {
    /// Nothing: no share is printed, or the queue is idle.
    Silent,
    /// The weight times the level is the share.
    Free(Rational),
    /// The weight times the level is at most the share, which is the least of the queue.
    Least(Rational),
    /// The weight times the level is at least the share, which is the most of the queue.
    Most(Rational),
}

/// One share of one resource of each sibling; one level raises all of them.
type View = Vec<Stand>;

fn stand(queue: &Node<'_>, field: &str, resource: &str) -> Result<Stand, InputError> {
    let of = |field: &str| number_at(queue, &[field, resource]);
    let (all, floor, most) = (of("clusterResources")?, of("minResources")?, of("maxResources")?);
    let most = most.filter(|most| all.is_none_or(|all| *most < all));
    let floor = floor.filter(Scalar::is_positive);
    Ok(match of(field)? {
        None => Stand::Silent,
        Some(share) if share.is_zero() && field == "fairResources" => Stand::Silent,
        share if share == floor && share == most => Stand::Silent,
        Some(share) if Some(&share) == floor.as_ref() => Stand::Least(share),
        Some(share) if Some(&share) == most.as_ref() => Stand::Most(share),
        Some(share) => Stand::Free(share),
    })
}

/// The weights of siblings below `above`, and `true` for each that no share shows: its weight agrees with all shares that are printed.
/// `None` if the steady shares of some sibling are not printed.
///
/// # Errors
/// A share in another form.
pub(super) fn inferred(
    above: &Node<'_>,
    siblings: &[(String, Node<'_>)],
) -> Result<Option<Vec<(Rational, bool)>>, InputError> {
    let mut views: Vec<View> = Vec::new();
    let mut weightless = vec![false; siblings.len()];
    for field in ["steadyFairResources", "fairResources"] {
        for resource in ["memory", "vCores"] {
            let view: View =
                siblings.iter().map(|(_, q)| stand(q, field, resource)).collect::<Result<_, _>>()?;
            let share = |queue: &Node<'_>| number_at(queue, &[field, resource]);
            let given: Vec<Option<Rational>> =
                siblings.iter().map(|(_, q)| share(q)).collect::<Result<_, _>>()?;
            // Each share is rounded down by less than a unit; what is left beyond that, a weight would take.
            let given = sum(given.into_iter().flatten().map(|share| share + Rational::one()));
            if share(above)?.is_some_and(|all| all > given) {
                let open = |stand: &Stand| matches!(stand, Stand::Free(_) | Stand::Least(_));
                weightless.iter_mut().zip(&view).for_each(|(zero, stand)| *zero |= open(stand));
            }
            views.push(view);
        }
    }
    let steady = |(_, queue): &(String, Node<'_>)| number_at(queue, &["steadyFairResources", "memory"]);
    let Some(steady) = siblings.iter().map(steady).collect::<Result<Option<Vec<Rational>>, _>>()? else {
        return Ok(None);
    };
    let known = chained(&views);
    let base = known.iter().zip(&steady).find_map(|(known, steady)| Some((known.clone()?, steady)));
    let weight = |q: usize| match (&known[q], bounded(&views, &known, q), &base) {
        _ if weightless[q] => (Rational::zero(), false),
        (Some(weight), ..) => (weight.clone(), false),
        (None, Some(weight), _) => (weight, true),
        (None, None, Some((weight, of))) if of.is_positive() => (weight * &steady[q] / *of, true),
        (None, None, _) => (steady[q].clone(), true),
    };
    Ok(Some((0..siblings.len()).map(weight).collect()))
}

/// The weights that shares show: 1 for the queue with the largest one, and for others the simplest ratio to a known one
/// that rounds to their shares, the largest shares first.
fn chained(views: &[View]) -> Vec<Option<Rational>> {
    let mut known = vec![None; views[0].len()];
    let free = |view: &View, q: usize| match &view[q] {
        Stand::Free(share) => Some(share.clone()),
        _ => None,
    };
    let all = views.iter().flat_map(|view| (0..view.len()).filter_map(move |q| Some((free(view, q)?, q))));
    let positive = all.filter(|(share, _)| share.is_positive());
    if let Some((_, first)) = positive.max_by_key(|(share, q)| (share.clone(), std::cmp::Reverse(*q))) {
        known[first] = Some(Rational::one());
    }
    loop {
        let mut best: Option<(Rational, usize, Rational)> = None;
        for view in views {
            let of = (0..view.len()).filter_map(|q| Some((free(view, q)?, known[q].clone()?)));
            let Some((of, weight)) = of.max().filter(|(of, _)| of.is_positive()) else { continue };
            for q in (0..view.len()).filter(|q| known[*q].is_none()) {
                let Some(share) = free(view, q) else { continue };
                if best.as_ref().is_some_and(|(most, ..)| share <= *most) {
                    continue;
                }
                let ratio = ratio(&share, &of);
                best = Some((share, q, ratio * &weight));
            }
        }
        let Some((_, q, weight)) = best else { return known };
        known[q] = Some(weight);
    }
}

/// The largest denominator of a ratio of small shares that is taken as it stands.
const SMALL: i64 = 16;

/// The ratio of the weights of two queues with these shares, which are rounded to whole units: theirs, or the simplest one
/// that rounds to them.
fn ratio(share: &Rational, of: &Rational) -> Rational {
    let plain = share / of;
    if plain.small().is_some_and(|(_, denominator)| denominator <= SMALL) {
        return plain;
    }
    let (low, high) = (share / (of + Rational::one()), (share + Rational::one()) / of);
    // Neither end is reached.
    let inside = (&high - &low) / Rational::int(1_000);
    simplest_between(&(&low + &inside), &(&high - &inside))
}

/// A weight of queue `q` with which its least or its most binds wherever its shares say so.
fn bounded(views: &[View], known: &[Option<Rational>], q: usize) -> Option<Rational> {
    let level = |view: &View| {
        let of = view.iter().zip(known).filter_map(|(stand, weight)| match stand {
            Stand::Free(share) => Some((share.clone(), weight.clone()?)),
            _ => None,
        });
        of.max().filter(|(share, _)| share.is_positive()).map(|(share, weight)| share / weight)
    };
    let (mut floors, mut caps) = (Vec::new(), Vec::new());
    for view in views {
        match (&view[q], level(view)) {
            (Stand::Least(share), Some(level)) => floors.push(share / &level),
            (Stand::Most(share), Some(level)) => caps.push(share / &level),
            _ => {}
        }
    }
    least(floors).or(greatest(caps))
}
