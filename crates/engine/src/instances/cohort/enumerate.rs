//! Every cohort of a scope with integer entries, up to renaming queues and resources.
//!
//! The orders of submission and of admission matter. The first pending workload is the one that asks; since
//! workloads come in every order, each asks in some instance. Two kinds of cohorts are omitted: those in
//! which a workload requests more than the total quotas (no decision ever admits it), and those without a
//! pending workload.

use fairwitness_kernel::specification::Anonymous;

use super::super::symmetry::{orders, permutations, rows};
use super::super::{Candidates, Scope};
use crate::model::cohort::{Cohort, Queues, Terms, Workload};
use crate::scalar::{Rational, Scalar};

/// One size of cohorts: queues, workloads and resources.
#[derive(Clone, Copy, Debug)]
struct Size {
    workloads: usize,
    queues: usize,
    resources: usize,
    /// The largest entry of a request or a quota, which must occur.
    max: i64,
    /// The largest entry of a request; `least` is the smallest.
    request: i64,
    least: i64,
    /// The largest entry of a quota.
    quota: i64,
    weights: i64,
    priorities: i64,
}

/// The largest number of queues, and of resources, that is listed. A scope with more is never called
/// exhausted.
const MOST: usize = 6;

/// A workload in integers: queue, request, priority.
type Kind = (usize, Vec<i64>, i64);

/// Returns `true` if every cohort of the scope can be listed.
pub fn listable(scope: Scope) -> bool {
    scope.extras.parts.unwrap_or(1) == 1 && scope.servers <= MOST && scope.resources <= MOST
}

/// All cohorts within the scope up to the renamings of queues (servers) and resources in `renamed`, small ones first.
pub fn enumerate(scope: Scope, renamed: Anonymous) -> Candidates<Cohort> {
    let largest = scope.max.max(scope.most_capacity());
    let (queues, resources) = (scope.servers.min(MOST), scope.resources.min(MOST));
    let width = |w: usize, q: usize, r: usize| ((w + q) * r) as i64;
    let most = largest.saturating_mul(width(scope.users, queues, resources));
    let sizes = (1..=most).flat_map(move |amount| {
        (1..=scope.users).flat_map(move |w| {
            (1..=queues).flat_map(move |q| {
                (1..=resources).filter_map(move |r| {
                    let max = amount / width(w, q, r);
                    let fits = amount % width(w, q, r) == 0 && (1..=largest).contains(&max);
                    fits.then_some(Size {
                        workloads: w,
                        queues: q,
                        resources: r,
                        max,
                        request: scope.max.min(max),
                        least: scope.least_demand(),
                        quota: scope.most_capacity().min(max),
                        weights: scope.extras.weights.unwrap_or(1),
                        priorities: scope.extras.priorities.unwrap_or(0),
                    })
                })
            })
        })
    });
    Box::new(sizes.flat_map(move |size| of_size(size, renamed)))
}

/// The numbers of a cohort after renaming queues and resources: quotas, weights, workloads.
fn renamed(
    quota: &[Vec<i64>],
    weight: &[i64],
    kinds: &[Kind],
    (queues, resources): (&[usize], &[usize]),
) -> Vec<i64> {
    let mut place = vec![0; queues.len()];
    for (to, &from) in queues.iter().enumerate() {
        place[from] = to as i64;
    }
    let row = |row: &[i64]| resources.iter().map(|&r| row[r]).collect::<Vec<_>>();
    let mut found: Vec<i64> = queues.iter().flat_map(|&q| row(&quota[q])).collect();
    found.extend(queues.iter().map(|&q| weight[q]));
    for (queue, request, priority) in kinds {
        found.push(place[*queue]);
        found.extend(row(request));
        found.push(*priority);
    }
    found
}

/// Every order of some of the workloads, the longest admitted first; never all workloads.
fn admissions(count: usize) -> Vec<Vec<usize>> {
    let mut found = vec![vec![]];
    let mut from = 0;
    while from < found.len() {
        let so_far: Vec<usize> = found[from].clone();
        from += 1;
        if so_far.len() + 1 < count {
            let more = (0..count).filter(|w| !so_far.contains(w));
            found.extend(more.map(|w| [&so_far[..], &[w]].concat()).collect::<Vec<_>>());
        }
    }
    found
}

/// All sequences of `length` indexes below `base`, the last entry counting fastest.
fn sequences(length: usize, base: usize) -> impl Iterator<Item = Vec<usize>> {
    rows(length, base as i64 - 1).map(|row| row.into_iter().map(|k| k as usize).collect())
}

fn of_size(size: Size, alike: Anonymous) -> Candidates<Cohort> {
    let Size { workloads, queues, resources, max, .. } = size;
    let swaps: Vec<(Vec<usize>, Vec<usize>)> = orders(queues, alike.servers)
        .into_iter()
        .flat_map(|q| orders(resources, alike.resources).into_iter().map(move |r| (q.clone(), r)))
        .collect();
    let admissions = admissions(workloads);
    Box::new(rows(queues * resources, size.quota).flat_map(move |digits| {
        let quota: Vec<Vec<i64>> = digits.chunks(resources).map(<[i64]>::to_vec).collect();
        let total: Vec<i64> = (0..resources).map(|r| quota.iter().map(|row| row[r]).sum()).collect();
        // If a renaming of queues or resources makes the quotas smaller, it does so for all weights and workloads.
        let least = swaps.iter().all(|(q, r)| {
            let image = q.iter().flat_map(|&q| r.iter().map(|&r| quota[q][r]).collect::<Vec<_>>());
            image.collect::<Vec<_>>() >= digits
        });
        let requests = rows(resources, size.request).filter(|row| {
            least
                && row.iter().any(|x| *x > 0)
                && row.iter().zip(&total).all(|(x, total)| (size.least..=*total).contains(x))
        });
        let kinds: Vec<Kind> = requests
            .flat_map(|row| {
                (0..queues).flat_map(move |q| {
                    let row = row.clone();
                    (0..=size.priorities).map(move |p| (q, row.clone(), p))
                })
            })
            .collect();
        let (swaps, admissions) = (swaps.clone(), admissions.clone());
        let none = kinds.is_empty();
        rows(queues, size.weights - 1).filter(move |_| !none).flat_map(move |weight| {
            let weight: Vec<i64> = weight.into_iter().map(|w| w + 1).collect();
            let (swaps, admissions) = (swaps.clone(), admissions.clone());
            let (kinds, quota, digits) = (kinds.clone(), quota.clone(), digits.clone());
            sequences(workloads, kinds.len()).flat_map(move |chosen| {
                let chosen: Vec<Kind> = chosen.into_iter().map(|k| kinds[k].clone()).collect();
                let entries = chosen.iter().flat_map(|(_, request, _)| request).chain(&digits);
                let keep = entries.max() == Some(&max) && {
                    let as_is: (Vec<usize>, Vec<usize>) = ((0..queues).collect(), (0..resources).collect());
                    let own = renamed(&quota, &weight, &chosen, (&as_is.0, &as_is.1));
                    swaps.iter().all(|(q, r)| renamed(&quota, &weight, &chosen, (q, r)) >= own)
                };
                let all = if keep { admissions.clone() } else { Vec::new() };
                let (quota, weight) = (quota.clone(), weight.clone());
                all.into_iter().filter_map(move |admitted| built(&quota, &weight, &chosen, admitted))
            })
        })
    }))
}

/// The cohort, if its admitted workloads fit.
fn built(quota: &[Vec<i64>], weight: &[i64], kinds: &[Kind], admitted: Vec<usize>) -> Option<Queues> {
    let exact = |row: &[i64]| row.iter().copied().map(Rational::int).collect::<Vec<_>>();
    let workload = kinds.iter().map(|(queue, request, priority)| Workload {
        queue: *queue,
        request: exact(request),
        priority: *priority,
    });
    let found = Queues {
        quota: quota.iter().map(|row| exact(row)).collect(),
        weight: exact(weight),
        workload: workload.collect(),
        admitted,
        incoming: None,
        terms: Terms::default(),
    };
    found.overloads(&found.admitted).is_empty().then_some(found)
}

/// Returns `true` if renaming queues and resources takes `a` to `b`; the orders of submission
/// and admission matter.
pub fn alike(a: &Queues, b: &Queues) -> bool {
    let same = a.queues() == b.queues()
        && a.resources() == b.resources()
        && a.workload.len() == b.workload.len()
        && a.admitted == b.admitted
        && a.asks() == b.asks()
        && a.queues() <= MOST
        && a.resources() <= MOST;
    same && permutations(a.queues()).iter().any(|q| {
        permutations(a.resources()).iter().any(|r| {
            let quotas =
                q.iter().zip(&b.quota).all(|(&q, row)| r.iter().zip(row).all(|(&r, x)| a.quota[q][r] == *x));
            let weights = q.iter().zip(&b.weight).all(|(&q, x)| a.weight[q] == *x);
            quotas
                && weights
                && a.workload.iter().zip(&b.workload).all(|(x, y)| {
                    x.queue == q[y.queue]
                        && x.priority == y.priority
                        && r.iter().zip(&y.request).all(|(&r, amount)| x.request[r] == *amount)
                })
        })
    })
}
