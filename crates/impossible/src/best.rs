//! The best rule: of all rules with the properties, one whose costs at the profiles add up to the least total.
//!
//! A first rule is improved profile by profile. Then a totaliser (Bailleux and Boufkhad, CP 2003) counts the units of cost, and the solver
//! is asked for a smaller total until there is none.

use crate::encode::{Ask, Encoded, Said};
use crate::solver::Lit;
use crate::stop::{Stop, Stopped};

/// More clauses than this are not written to count a total; the rule is then the best of the first improvement alone.
const MOST_CLAUSES: usize = 4_000_000;

/// A rule with its total cost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Best {
    /// The number of the allocation at each profile.
    pub chosen: Vec<usize>,
    /// The sum of the costs of the allocations.
    pub total: u64,
    /// No rule with the properties has a smaller total; `false` when that was not decided.
    pub least: bool,
}

/// A best rule for `costs`, one number for each allocation of each profile, starting from the rule `chosen`.
pub fn best(
    encoded: &mut Encoded<'_>,
    ask: &Ask,
    costs: &[Vec<u32>],
    chosen: Vec<usize>,
    stop: &dyn Stop,
) -> Best {
    // A best rule with its names exchanged may not be a best one.
    let ask = Ask { symmetry: false, ..ask.clone() };
    let mut found = Best { total: total(costs, &chosen), chosen, least: false };
    found.least = improve(encoded, &ask, costs, &mut found, stop).is_ok_and(|least| least);
    found
}

fn total(costs: &[Vec<u32>], chosen: &[usize]) -> u64 {
    costs.iter().zip(chosen).map(|(row, &v)| u64::from(row[v])).sum()
}

fn take(costs: &[Vec<u32>], found: &mut Best, said: &[Option<usize>]) -> bool {
    let Some(chosen) = said.iter().copied().collect::<Option<Vec<usize>>>() else { return false };
    let now = total(costs, &chosen);
    if now < found.total {
        (found.chosen, found.total) = (chosen, now);
    }
    true
}

fn improve(
    encoded: &mut Encoded<'_>,
    ask: &Ask,
    costs: &[Vec<u32>],
    found: &mut Best,
    stop: &dyn Stop,
) -> Result<bool, Stopped> {
    one_by_one(encoded, ask, costs, found)?;
    // Costs beyond the least of each profile, so that few units are counted.
    let least: Vec<u32> = costs.iter().map(|row| row.iter().copied().min().unwrap_or(0)).collect();
    let floor: u64 = least.iter().copied().map(u64::from).sum();
    let beyond: Vec<Vec<u32>> =
        costs.iter().zip(&least).map(|(row, low)| row.iter().map(|c| c - low).collect()).collect();
    if found.total == floor {
        return Ok(true);
    }
    let most = usize::try_from(found.total - floor).unwrap_or(usize::MAX);
    let Some(more_than) = encoded.total(&beyond, most, MOST_CLAUSES, stop)? else { return Ok(false) };
    loop {
        let Ok(now) = usize::try_from(found.total - floor) else { return Ok(false) };
        if now == 0 {
            return Ok(true);
        }
        let bounds: Vec<Lit> = more_than.get(now - 1).map(|&l| !l).into_iter().collect();
        match encoded.ask(&Ask { bounds, ..ask.clone() })? {
            Said::None { .. } => return Ok(true),
            Said::Rule(said) => {
                let before = found.total;
                if !take(costs, found, &said) || found.total >= before {
                    return Ok(false);
                }
            }
        }
    }
}

/// Profile by profile the least cost that still leaves a rule.
fn one_by_one(
    encoded: &mut Encoded<'_>,
    ask: &Ask,
    costs: &[Vec<u32>],
    found: &mut Best,
) -> Result<(), Stopped> {
    let mut given = vec![];
    let mut chosen = found.chosen.clone();
    for (p, row) in costs.iter().enumerate() {
        let mut order: Vec<usize> = (0..row.len()).collect();
        order.sort_by_key(|&v| row[v]);
        for v in order {
            if row[v] >= row[chosen[p]] {
                break;
            }
            let mut tried = given.clone();
            tried.push((p, v));
            if let Said::Rule(said) = encoded.ask(&Ask { given: tried, ..ask.clone() })? {
                if !take(costs, found, &said) {
                    return Ok(());
                }
                if let Some(complete) = said.into_iter().collect() {
                    chosen = complete;
                }
            }
        }
        given.push((p, chosen[p]));
    }
    Ok(())
}
