//! Greedy covering of mukherjee, tasks of equal demand: its distance from the fairest assignment, from both sides; a
//! claim names each test.

use fairwitness::linear::Patience;
use fairwitness::model::covering::{Allotment, Stock};
use fairwitness::scalar::{Rational, Scalar, greatest, sum};

use super::covering::{mech, ratio, unit_stocks};
use super::support::r;

/// Resources of size 1 for tasks of equal demand.
fn equal(cost: Vec<Rational>, tasks: usize, demand: i64) -> Stock {
    let size = vec![Rational::one(); cost.len()];
    Stock::new(cost, size, vec![Rational::int(demand); tasks]).unwrap()
}

/// The largest payment of a task in the assignment of greedy, which must cover all tasks.
fn dearest(stock: &Stock) -> Rational {
    let Allotment::Whole(given) = mech("greedy").allocate(stock, &Patience::unlimited()).unwrap() else {
        panic!()
    };
    assert!(stock.covers(&given));
    greatest(stock.paid(&given)).unwrap()
}

/// Tasks of demand d, costs in steps of 1/k: if as few cheap resources as possible are put beside the dear ones, no
/// task pays more than d l, and all other resources cost l. The groups of an assignment with this bound, one per
/// task.
fn far_off(d: i64, l: i64, k: i64) -> Vec<Vec<Rational>> {
    let step = |i: i64| Rational::one() + Rational::new(i, k);
    let flat = Rational::int(l);
    let bound = Rational::int(d * l);
    let dear = (1..).map(|i| &flat + Rational::new(i, k)).take_while(|c| *c <= Rational::int(d * l - d + 1));
    let mut groups: Vec<Vec<Rational>> = Vec::new();
    let mut cheap = 0;
    for c in dear {
        let beside = |i: i64| {
            let rest = (0..d - 1).map(|j| if j < i { Rational::one() } else { flat.clone() });
            std::iter::once(c.clone()).chain(rest).collect::<Vec<_>>()
        };
        let group = (0..d).map(beside).find(|g| sum(g.iter().cloned()) <= bound).unwrap();
        cheap += group.iter().filter(|c| **c == Rational::one()).count();
        groups.push(group);
    }
    for c in (1..).map(step).take_while(|c| *c < flat) {
        groups.push(std::iter::once(c).chain(vec![flat.clone(); d as usize - 1]).collect());
        cheap += 1;
    }
    while groups.len() < cheap {
        groups.push(vec![flat.clone(); d as usize]);
    }
    groups
}

/// mukherjee Theorem 13: greedy gives each cheap resource to a different task, and the dearest to a task that has
/// one.
#[test]
fn greedy_is_far_from_the_optimum_however_small_the_steps() {
    for (d, l, k, factor) in [(3, 2, 10, "7/6"), (3, 4, 10, "5/4"), (3, 4, 20, "5/4"), (5, 4, 4, "29/20")] {
        let groups = far_off(d, l, k);
        let mut cost: Vec<Rational> = groups.iter().flatten().cloned().collect();
        cost.sort();
        assert_eq!(cost[0], Rational::one());
        assert!(cost.windows(2).all(|w| &w[1] - &w[0] <= Rational::new(1, k)));
        let stock = equal(cost, groups.len(), d);
        let pays = dearest(&stock);
        let fair = greatest(groups.iter().map(|g| sum(g.iter().cloned()))).unwrap();
        assert_eq!(fair, Rational::int(d * l));
        assert_eq!(&pays / &fair, r(factor));
        assert!(&pays / &fair > Rational::one() + Rational::new(1, k), "d = {d}, l = {l}, k = {k}");
        // The limit is 2 - 2/d; the rest tends to 0 as l grows.
        let limit = Rational::int(2) - Rational::new(2, d);
        assert_eq!(limit - pays / fair, Rational::new(d - 2, d * l));
    }
}

/// Costs above 1 in small units, for n tasks of demand 3, and triples of equal sum. For even n steps are at most 2
/// units: 0 and s = n - 1 many times, 1 to n - 2 once each, and s, s + 2, .., 3s; the task with s + 2j also has two
/// numbers with the sum 2s - 2j, one of them 0 or s. For odd n they are 0 to 3n - 1, in steps of 1.
fn level_triples(n: i64) -> (i64, Vec<[i64; 3]>) {
    let (s, h) = (n - 1, (n - 1) / 2);
    let even = |j: i64| {
        let rest = 2 * (s - j);
        let other = if rest < n { 0 } else { s };
        [s + 2 * j, rest - other, other]
    };
    let odd = |i: i64| {
        let second = if i % 2 == 0 { h - i / 2 } else { 2 * h - i / 2 };
        [i, n + second, 2 * n + 3 * h - i - second]
    };
    if n % 2 == 0 { (2, (0..n).map(even).collect()) } else { (1, (0..n).map(odd).collect()) }
}

/// mukherjee Theorem 13 for tasks of demand d: the bound fails for every tested number of tasks above 2d + 1.
#[test]
fn the_bound_of_theorem_13_ends_at_two_d_and_one() {
    for (d, n) in (3..=6i64).flat_map(|d| (2 * d + 2..=2 * d + 7).map(move |n| (d, n))) {
        let (step, triples) = level_triples(n);
        let unit = Rational::new(1, 100_000);
        let epsilon = Rational::int(step) * &unit;
        let dear = |x: &i64| Rational::one() + Rational::int(*x) * &unit;
        let mut cost: Vec<Rational> = triples.iter().flatten().map(dear).collect();
        cost.extend(vec![Rational::one(); (n * (d - 3)) as usize]);
        cost.sort();
        assert!(cost.windows(2).all(|w| &w[1] - &w[0] <= epsilon), "{d} {n}");
        let sums: Vec<i64> = triples.iter().map(|t| t.iter().sum()).collect();
        assert!(sums.iter().all(|x| *x == sums[0]), "{sums:?}");
        let fair = Rational::int(d) + Rational::int(sums[0]) * &unit;
        let stock = equal(cost, n as usize, d);
        let pays = dearest(&stock);
        // The excess over the average is the largest that the sharper Lemma 12 allows.
        assert_eq!(&pays - &fair, Rational::new(n - 1, 2) * &epsilon, "{d} {n}");
        assert!(pays > (Rational::one() + &epsilon) * fair, "{d} {n}");
    }
}

/// Tasks of demand 3: costs that rise evenly from 1 to 5 over two rounds, then 5, then from 5 to 9 at the end.
/// Greedy evens out the first two rounds; the better assignment pairs their ends, and puts the cheapest beside the
/// dearest.
#[test]
fn greedy_evens_out_too_early() {
    let (n, h) = (300, 14);
    let mut low: Vec<Rational> = (0..2 * n).map(|i| Rational::one() + Rational::new(2 * i, n)).collect();
    let flat = Rational::int(5);
    let high: Vec<Rational> = (1..=h).map(|j| &flat + Rational::new(4 * j, h)).collect();
    let mut cost = low.clone();
    cost.extend(vec![flat.clone(); (n - h) as usize]);
    cost.extend(high.iter().cloned());
    assert!(cost.windows(2).all(|w| w[0] <= w[1] && &w[1] - &w[0] <= Rational::new(2, 7)));
    let mut fair = Rational::zero();
    for c in high.iter().rev() {
        let two = sum(low.drain(..2));
        fair = greatest([fair, c + two]).unwrap();
    }
    while !low.is_empty() {
        let (least, most) = (low.remove(0), low.pop().unwrap());
        fair = greatest([fair, &flat + least + most]).unwrap();
    }
    let stock = equal(cost, n as usize, 3);
    let pays = dearest(&stock);
    assert_eq!((pays.clone(), fair.clone()), (r("2249/150"), r("559/50")));
    assert!(pays / fair > Rational::one() + Rational::new(2, 7));
}

/// The factor approaches 2 - 1/(D-1): (D-2)(L+1) tasks; 2 (D-2) resources of each cost from 1 to L + 1; then L + 1,
/// and the last costs 1 + (D-1) L. By hand: greedy has all tasks at L + 2 after two rounds, and one at D + (2D-3) L
/// in the end. The better assignment puts the last resource with D - 1 of the cheapest, and pairs the rest from both
/// ends.
#[test]
fn greedy_comes_near_its_factor() {
    for (d, l, pays) in [(3i64, 21i64, "66"), (4, 10, "54"), (5, 6, "47")] {
        let (n, copies) = ((d - 2) * (l + 1), 2 * (d - 2));
        let mut cost: Vec<Rational> =
            (1..=l + 1).flat_map(|c| (0..copies).map(move |_| Rational::int(c))).collect();
        cost.extend(vec![Rational::int(l + 1); (n * (d - 2) - 1) as usize]);
        cost.push(Rational::int(1 + (d - 1) * l));
        let (dear, cheap) =
            (sum(cost[cost.len() - 1..].iter().cloned()), sum(cost[..d as usize - 1].iter().cloned()));
        let mut rest: Vec<Rational> = cost[d as usize - 1..cost.len() - 1].to_vec();
        let mut fair = dear + cheap;
        for _ in 1..n {
            // One from each end of the first 2 (n - 1), and d - 2 from the other end.
            let left = 2 * (rest.len() / d as usize);
            let high = rest.remove(left - 1);
            let low = rest.remove(0);
            let more = sum(rest.drain(rest.len() - (d as usize - 2)..));
            fair = greatest([fair, low + high + more]).unwrap();
        }
        assert!(rest.is_empty());
        let stock = equal(cost, n as usize, d);
        let paid = dearest(&stock);
        assert_eq!((paid, fair), (r(pays), Rational::int(d + 1 + (d - 1) * l)), "{d}");
    }
}

/// No random stock exceeds the factor 2 - 1/(D-1).
#[test]
fn greedy_stays_within_its_factor() {
    let mut near = 0;
    for (d, stock) in
        alike(3, 9, 900).chain(alike(3, 12, 200)).filter_map(|s| Some((s.demand[0].small()?.0, s)))
    {
        if d < 2 {
            continue;
        }
        let (greedy, optimum) = (ratio("greedy", &stock).unwrap(), ratio("optimum", &stock).unwrap());
        let factor = Rational::int(2) - Rational::new(1, d - 1);
        assert!(greedy <= factor * &optimum, "{stock:?}");
        near += usize::from(d > 2 && greedy > optimum);
    }
    assert!(near > 5, "{near}");
}

fn alike(tasks: usize, resources: usize, count: usize) -> impl Iterator<Item = Stock> {
    unit_stocks(tasks, resources, 9, count).filter(|s| s.demand.iter().all(|d| *d == s.demand[0]))
}

#[test]
fn greedy_stays_below_twice_the_optimum() {
    let mut above = 0;
    for stock in alike(3, 10, 900).chain(alike(4, 12, 300)) {
        let (greedy, optimum) = (ratio("greedy", &stock).unwrap(), ratio("optimum", &stock).unwrap());
        assert!(greedy < Rational::int(2) * &optimum, "{stock:?}");
        above += usize::from(greedy > optimum);
    }
    assert!(above > 5, "{above}");
}

#[test]
fn greedy_is_optimal_for_one_or_two_resources_each() {
    let mut seen = [0, 0];
    for stock in alike(4, 9, 900).filter(|s| s.demand[0] <= Rational::int(2)) {
        assert_eq!(ratio("greedy", &stock), ratio("optimum", &stock), "{stock:?}");
        seen[usize::from(stock.demand[0] == Rational::int(2))] += 1;
    }
    assert!(seen.iter().all(|n| *n > 30), "{seen:?}");
}
