//! Guesses at competitive allocations in which three or more resources have a price: floats select the
//! resources, and nearby fractions or the resulting equations are proposed. Each proposal is proved
//! elsewhere, or discarded.

use fairwitness_kernel::specification::cluster::ceei::money;

use crate::linear::{Patience, Timely, only_solution};
use crate::model::cluster::{Placement, Pool};
use crate::scalar::{Rational, Scalar, simplest_near};

/// The number of rounds of the multiplicative update.
const ROUNDS: usize = 4_000;

/// The payment of all users for each resource, in floats. The maximum of the sum of budgets times the
/// logarithm of a task's price is approached by the update that multiplies each payment by the demand for its
/// resource.
fn paid(parts: &[Vec<f64>], money: &[f64], patience: &Patience) -> Timely<Vec<f64>> {
    let resources = parts.first().map_or(0, Vec::len);
    let mut paid = vec![1.0 / resources as f64; resources];
    for _ in 0..ROUNDS {
        patience.check()?;
        let cost = |row: &Vec<f64>| row.iter().zip(&paid).map(|(part, paid)| part * paid).sum::<f64>();
        let costs: Vec<f64> = parts.iter().map(cost).collect();
        for r in 0..resources {
            let asked = |(row, (money, cost)): (&Vec<f64>, (&f64, &f64))| money * row[r] / cost;
            paid[r] *= parts.iter().zip(money.iter().zip(&costs)).map(asked).sum::<f64>();
        }
    }
    Ok(paid)
}

/// Placements that may be the allocation.
pub(super) fn guesses(pool: &Pool, patience: &Patience) -> Timely<Vec<Placement>> {
    let there: Vec<usize> = (0..pool.resources()).filter(|&r| pool.capacity[0][r].is_positive()).collect();
    let money = money(pool);
    let running: Vec<usize> = (0..pool.users()).filter(|&u| money[u].is_some()).collect();
    let part = |u: usize, r: usize| &pool.demand[u][r] / &pool.capacity[0][r];
    let floats: Vec<Vec<f64>> =
        running.iter().map(|&u| there.iter().map(|&r| part(u, r).to_f64()).collect()).collect();
    let incomes: Vec<f64> = running.iter().filter_map(|&u| Some(money[u].as_ref()?.to_f64())).collect();
    let paid = paid(&floats, &incomes, patience)?;
    let place = |tasks: Vec<Rational>| {
        let mut placement = Placement::empty(pool.users(), 1);
        running.iter().zip(tasks).for_each(|(&u, x)| placement.tasks[u][0] = x);
        placement
    };
    let mut found = Vec::new();
    for least in [1e-3, 1e-6, 1e-9] {
        let priced: Vec<usize> = (0..there.len()).filter(|&k| paid[k] > least).collect();
        // If as many resources are full as there are users, the equations determine the tasks.
        let row = |&k: &usize| {
            let parts = running.iter().map(|&u| part(u, there[k]));
            parts.chain([Rational::one()]).collect::<Vec<Rational>>()
        };
        if priced.len() >= running.len() {
            found.extend(only_solution(priced.iter().map(row).collect(), running.len()).map(place));
        }
        let cost = |row: &Vec<f64>| row.iter().zip(&paid).map(|(part, paid)| part * paid).sum::<f64>();
        let near = |slack: f64| {
            let one = |(row, money): (&Vec<f64>, &f64)| {
                let x = money / cost(row);
                simplest_near(x, x * slack)
            };
            floats.iter().zip(&incomes).map(one).collect::<Option<Vec<_>>>()
        };
        found.extend([1e-4, 1e-6].into_iter().filter_map(near).map(place));
    }
    found.retain(|placement| placement.tasks.iter().flatten().all(|x| !x.is_negative()));
    Ok(found)
}
