//! Exact comparison of shares in 128 bits: a check before a run that no sum or product of the run overflows.

use num_integer::Integer as _;

use super::policy::Policy;
use super::workload::Workload;

/// The least common multiple of positive numbers; `None` if it is too large.
fn common(numbers: impl Iterator<Item = i64>) -> Option<i128> {
    numbers.filter(|n| *n > 0).try_fold(1i128, |all, n| {
        let n = i128::from(n);
        (all / all.gcd(&n)).checked_mul(n)
    })
}

/// The product of positive numbers; `None` if it is too large.
fn product(numbers: &[i128]) -> Option<i128> {
    numbers.iter().try_fold(1i128, |all, n| all.checked_mul(*n))
}

/// Total of each resource over all servers; `Err` is the index of a resource whose total does not fit into 64
/// bits.
pub(super) fn totals(servers: &[Vec<i64>]) -> Result<Vec<i64>, usize> {
    let resources = servers.first().map_or(0, Vec::len);
    let total = |r: usize| servers.iter().try_fold(0i64, |sum, row| sum.checked_add(row[r])).ok_or(r);
    (0..resources).map(total).collect()
}

/// The reason why shares of `servers` cannot be compared under `policy`; `None` if they can.
///
/// A level is an amount divided by the total of its resource and by a weight. It is compared as an integer
/// over the least common multiple of all totals and of all weights; best fit multiplies two amounts and a
/// part, twice.
pub(super) fn refusal(servers: &[Vec<i64>], work: &Workload, policy: Policy) -> Option<String> {
    let all = match totals(servers) {
        Ok(all) => all,
        Err(r) => {
            return Some(format!("of resource {} all servers together have too much to be counted", r + 1));
        }
    };
    let unlike = |what: &str| {
        Some(format!("{what} have no common denominator of 128 bits: round them to fewer digits"))
    };
    let Some(heavy) = common(work.members.iter().map(|m| m.weight)) else {
        return unlike("the weights of users");
    };
    let counted = if matches!(policy, Policy::Slots(_)) { vec![1] } else { all };
    let asked = |r: usize| work.batches.iter().map(|b| b.demand[r]).max().unwrap_or(0);
    let levels = || {
        let unit = common(counted.iter().copied())?;
        for (r, total) in counted.iter().enumerate().filter(|(_, total)| **total > 0) {
            // Slots in use: on every server as many as the largest has.
            let most = match policy {
                Policy::Slots(n) => i128::from(n).checked_mul(servers.len() as i128 + 1)?,
                _ => i128::from(*total) + i128::from(asked(r)),
            };
            product(&[most, unit / i128::from(*total), heavy])?;
        }
        Some(unit)
    };
    let Some(unit) = levels() else { return unlike("the totals of resources, with the weights of users,") };
    if policy == Policy::BestFit {
        let largest = |r: usize| i128::from(servers.iter().map(|row| row[r]).max().unwrap_or(0));
        let misfit = |r: usize| {
            let part = unit / i128::from(counted[r].max(1));
            product(&[2, largest(r), largest(0), part, largest(0), counted.len() as i128])
        };
        if (0..counted.len()).any(|r| misfit(r).is_none()) {
            return unlike("the amounts of servers, as best fit compares them,");
        }
    }
    None
}
