//! Smaller covering instances, one step at a time.

use super::Stock;
use crate::model::simpler;
use crate::scalar::{Rational, Scalar};

/// All single steps, boldest first: a task less, a resource less, all sizes one, a number equal to its neighbour, a
/// simpler number.
pub(super) fn steps(stock: &Stock) -> impl Iterator<Item = Stock> + '_ {
    let (resources, tasks) = (stock.resources(), stock.tasks());
    let drop_tasks =
        (0..tasks).filter(move |_| tasks > 1).map(|j| change(stock, &|_, _, d| drop(d.remove(j))));
    let drop_resources = (0..resources).filter(move |_| resources > 1).map(|i| {
        change(stock, &|c, s, _| {
            c.remove(i);
            s.remove(i);
        })
    });
    let unit =
        std::iter::once_with(|| change(stock, &|_, s, _| s.iter_mut().for_each(|s| *s = Rational::one())));
    let numbers = (0..2 * resources + tasks).flat_map(move |k| {
        let (which, at) = if k < resources {
            (0, k)
        } else if k < 2 * resources {
            (1, k - resources)
        } else {
            (2, k - 2 * resources)
        };
        let now = [&stock.cost, &stock.size, &stock.demand][which][at].clone();
        let candidates = simpler(&now).into_iter().filter(|x: &Rational| x.is_positive());
        candidates.map(move |x| {
            change(stock, &|c, s, d| {
                let row = [c, s, d].into_iter().nth(which).expect("one of three");
                row[at] = x.clone();
            })
        })
    });
    let all = drop_tasks.chain(drop_resources).chain(unit).chain(numbers);
    all.flatten().filter(move |smaller| smaller != stock)
}

fn change(
    stock: &Stock,
    edit: &dyn Fn(&mut Vec<Rational>, &mut Vec<Rational>, &mut Vec<Rational>),
) -> Option<Stock> {
    let (mut cost, mut size, mut demand) = (stock.cost.clone(), stock.size.clone(), stock.demand.clone());
    edit(&mut cost, &mut size, &mut demand);
    Stock::new(cost, size, demand).ok()
}
