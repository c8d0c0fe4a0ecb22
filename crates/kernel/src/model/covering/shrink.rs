//! Smaller covering instances, one shrinking step away.

use super::Stock;
use crate::model::simpler;
use crate::scalar::{Rational, Scalar, least};

type Columns = (Vec<Rational>, Vec<Rational>, Vec<Rational>);

/// All single shrinking steps, boldest first: a task less or every demand one less, with as many resources
/// removed or with none; a resource less; all sizes one; all lists sorted; steps between costs stretched to
/// simpler ones; a number set equal to its neighbour, or simplified.
pub(super) fn steps(stock: &Stock) -> impl Iterator<Item = Stock> + '_ {
    let (resources, tasks) = (stock.resources(), stock.tasks());
    let from = |(cost, size, demand): Columns| Stock::new(cost, size, demand).ok();
    let drop_tasks = (0..tasks).filter(move |_| tasks > 1).flat_map(move |j| {
        let taken = stock.demand[j].small().map_or(0, |(n, d)| (n / d) as usize);
        windows(stock, taken).chain(windows(stock, 0)).map(move |mut columns| {
            columns.2.remove(j);
            columns
        })
    });
    let lower_all = windows(stock, tasks).chain(windows(stock, 0)).map(|mut columns| {
        columns.2.iter_mut().for_each(|d| *d = &*d - Rational::one());
        columns
    });
    let lower_all = lower_all.filter(|(_, _, demand)| demand.iter().all(Scalar::is_positive));
    let drop_resources = windows(stock, 1);
    let unit = std::iter::once_with(move || {
        let (cost, _, demand) = columns(stock);
        (cost, vec![Rational::one(); resources], demand)
    });
    let ordered = std::iter::once_with(|| {
        let (cost, size, mut demand) = columns(stock);
        let mut pairs: Vec<_> = cost.into_iter().zip(size).collect();
        pairs.sort();
        demand.sort();
        let (cost, size) = pairs.into_iter().unzip();
        (cost, size, demand)
    });
    let numbers = (0..2 * resources + tasks).flat_map(move |k| {
        let (which, at) = if k < resources {
            (0, k)
        } else if k < 2 * resources {
            (1, k - resources)
        } else {
            (2, k - 2 * resources)
        };
        let row = [&stock.cost, &stock.size, &stock.demand][which];
        let now = &row[at];
        // The next smaller number in the row, if it is at least as simple.
        let neighbour =
            row.iter().filter(|x| *x < now && x.denominator() <= now.denominator()).max().cloned();
        let candidates = simpler(now).into_iter().filter(move |x: &Rational| x.is_positive() && x != now);
        candidates.chain(neighbour).map(move |x| {
            let mut columns = columns(stock);
            let row = match which {
                0 => &mut columns.0,
                1 => &mut columns.1,
                _ => &mut columns.2,
            };
            row[at] = x;
            columns
        })
    });
    let shrunk = drop_tasks.chain(lower_all).chain(drop_resources).chain(unit).chain(ordered);
    shrunk.chain(stretched(stock)).chain(numbers).filter_map(from).filter(move |smaller| smaller != stock)
}

fn columns(stock: &Stock) -> Columns {
    (stock.cost.clone(), stock.size.clone(), stock.demand.clone())
}

/// The stocks without `count` resources that are neighbours in the order of cost.
fn windows(stock: &Stock, count: usize) -> impl Iterator<Item = Columns> + '_ {
    let mut order: Vec<usize> = (0..stock.resources()).collect();
    order.sort_by(|&a, &b| stock.cost[a].cmp(&stock.cost[b]).then(a.cmp(&b)));
    let starts = if count < order.len() { order.len() - count + 1 } else { 0 };
    (0..if count == 0 { starts.min(1) } else { starts }).map(move |start| {
        let gone = &order[start..start + count];
        let keep = |row: &[Rational]| {
            (0..row.len()).filter(|i| !gone.contains(i)).map(|i| row[i].clone()).collect::<Vec<_>>()
        };
        (keep(&stock.cost), keep(&stock.size), stock.demand.clone())
    })
}

/// The stocks with the costs above the smallest cost stretched so that the smallest step is one over a smaller
/// integer, and the stock with all costs scaled so that the smallest is 1.
fn stretched(stock: &Stock) -> impl Iterator<Item = Columns> + '_ {
    let lowest = least(stock.cost.iter().cloned()).unwrap_or_else(Rational::one);
    let step = least(stock.cost.iter().filter(|c| **c > lowest).map(|c| c - &lowest));
    let with = move |change: &dyn Fn(&Rational) -> Rational| {
        (stock.cost.iter().map(change).collect(), stock.size.clone(), stock.demand.clone())
    };
    let scaled = (lowest != Rational::one()).then(|| with(&|c| c / &lowest));
    let simple = [1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50].map(|k| Rational::new(1, k));
    let stretches = simple.into_iter().filter_map(move |to| {
        let step = step.clone().filter(|step| step.denominator() > to.denominator())?;
        let factor = to / step;
        Some(with(&|c| &lowest + (c - &lowest) * &factor))
    });
    scaled.into_iter().chain(stretches)
}
