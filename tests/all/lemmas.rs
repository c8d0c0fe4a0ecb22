//! Steps of the proofs of mukherjee and remarks beside them, each tested separately.

use fairwitness::linear::Patience;
use fairwitness::mechanism::{Released, round_as_printed, within_pruned};
use fairwitness::model::covering::{Allotment, Stock};
use fairwitness::scalar::{Rational, Scalar, greatest, least, min, sum};
use rand::{RngExt as _, SeedableRng as _};

use super::covering::{construction, matrix, mech, ratio, stock, unit_stocks};
use super::support::r;

/// The numbers of ascending lists of integers strictly between b/4 and b/2 with the sum b: those of length three,
/// and others.
fn parts(b: i64) -> (usize, usize) {
    fn extend(b: i64, from: i64, left: i64, length: usize, found: &mut (usize, usize)) {
        if left == 0 {
            if length == 3 { found.0 += 1 } else { found.1 += 1 }
        }
        (from..=left)
            .filter(|a| 4 * a > b && 2 * a < b)
            .for_each(|a| extend(b, a, left - a, length + 1, found));
    }
    let mut found = (0, 0);
    extend(b, 1, b, 0, &mut found);
    found
}

/// Theorem 1: two integers below b/2 have too small a sum, four above b/4 too large a sum.
#[test]
fn a_part_of_that_sum_has_three_integers() {
    let found: Vec<(usize, usize)> = (1..=120).map(parts).collect();
    assert!(found.iter().all(|(_, others)| *others == 0));
    // 7 = 2 + 2 + 3; 9 = 3 + 3 + 3; 11 = 3 + 3 + 5 = 3 + 4 + 4.
    assert_eq!([found[6].0, found[8].0, found[10].0], [1, 1, 2]);
}

/// The tasks of a stock with as many of the cheapest resources as they demand in total.
fn cheapest(stock: &Stock) -> Stock {
    let demanded = sum(stock.demand.iter().cloned());
    let mut cost = stock.cost.clone();
    cost.sort();
    cost.truncate(usize::try_from(demanded.small().unwrap().0).unwrap());
    Stock::new(cost.clone(), vec![Rational::one(); cost.len()], stock.demand.clone()).unwrap()
}

/// Lemma 4: the cheapest resources alone, as many as are demanded in total, have an equal smallest ratio, and with
/// it every resource is used up.
#[test]
fn some_fractions_use_up_what_they_use() {
    let mut spare = 0;
    for stock in unit_stocks(4, 10, 7, 400) {
        let few = cheapest(&stock);
        assert_eq!(few.isolation(), stock.isolation());
        assert_eq!(ratio("lp-pruned", &few), ratio("lp-pruned", &stock), "{stock:?}");
        let Allotment::Parts { fraction, .. } =
            mech("lp-pruned").allocate(&few, &Patience::unlimited()).unwrap()
        else {
            panic!()
        };
        assert!(fraction.iter().all(|row| sum(row.iter().cloned()) == Rational::one()), "{stock:?}");
        spare += usize::from(few.resources() < stock.resources());
    }
    assert!(spare > 100, "{spare}");
}

/// Lemma 4, Case 2: the part that is set to the other part is lost. Halves of two resources become one half, and
/// halves of four become one resource for a task that demands two.
#[test]
fn lemma_4_case_2_loses_a_part() {
    let one = stock(&["1", "1"], &[1]);
    let accepted = |rows: &[&[&str]]| {
        let parts = Allotment::Parts { fraction: matrix(rows), ratio: Rational::one() };
        within_pruned(&one, &parts).is_ok()
    };
    assert!(accepted(&[&["1/2"], &["1/2"]]));
    assert!(!accepted(&[&["1/2"], &["0"]]));
    assert!(accepted(&[&["1"], &["0"]]));
    let two = stock(&["1"; 4], &[2]);
    let rounded = round_as_printed(&two, &matrix(&[["1/2"].as_slice(); 4]), Released::Rest).unwrap();
    assert_eq!(rounded, [Some(0), None, None, None]);
    assert!(!two.covers(&rounded));
}

/// Lemma 12: with costs 1, 1 + e, 1 + e and two tasks of demand 1, one of them pays at least 1 + e, and both may;
/// greedy, and some optimum of every instance, uses the cheapest resources only.
#[test]
fn an_optimum_may_use_dearer_resources() {
    let three = stock(&["1", "101/100", "101/100"], &[1, 1]);
    let dearer = [None, Some(0), Some(1)];
    assert!(three.covers(&dearer));
    assert_eq!(Some(three.ratio(&dearer)), ratio("optimum", &three));
    let total = |given: &[Option<usize>]| sum(three.paid(given));
    let Allotment::Whole(greedy) = mech("greedy").allocate(&three, &Patience::unlimited()).unwrap() else {
        panic!()
    };
    assert_eq!((total(&greedy), total(&dearer)), (r("201/100"), r("202/100")));
    for stock in unit_stocks(3, 9, 6, 150) {
        assert_eq!(ratio("optimum", &cheapest(&stock)), ratio("optimum", &stock), "{stock:?}");
    }
}

/// The interval from 1 to c is halved until its length is at most 1/1000: the number of halvings is the smallest k
/// with 2^k >= 1000 (c - 1), and the result is 1 and a number of 2^k-th parts of the interval. For c = 2 there are
/// ten halvings, and log2 of 2 is 1.
#[test]
fn bisection_takes_so_many_steps() {
    let power = |k: i32| (0..k).fold(Rational::one(), |p, _| p * Rational::int(2));
    let steps = |length: &Rational| (0..).find(|k| power(*k) >= Rational::int(1000) * length).unwrap();
    // The last halving can be seen if the number of parts is odd.
    let mut shown = 0;
    for stock in unit_stocks(3, 9, 9, 250) {
        let costs = || stock.cost.iter().cloned();
        let most = greatest(costs()).unwrap() / least(costs()).unwrap();
        let length = &most - Rational::one();
        if length.is_zero() {
            continue;
        }
        let (k, found) = (steps(&length), ratio("lp-bisection", &stock).unwrap());
        let parts = (found - Rational::one()) / length * power(k);
        assert!(parts.is_integer(), "{k}: {stock:?}");
        shown += usize::from(!(parts / Rational::int(2)).is_integer());
        assert!(k <= steps(&most), "{stock:?}");
    }
    assert!(shown > 20, "{shown}");
    // The smallest ratio is 6/5, and 205/1024 is the first multiple of 1/1024 above 1/5.
    assert_eq!(ratio("lp-bisection", &stock(&["1", "6/5", "2"], &[1, 1])), Some(r("1229/1024")));
    let halvings = steps(&Rational::one());
    assert!(halvings == 10 && power(halvings) > Rational::int(2));
}

/// The smallest cost may be taken as 1: multiplying all costs by a number changes no ratio.
#[test]
fn costs_may_be_scaled() {
    for old in unit_stocks(4, 9, 7, 150) {
        let factor = Rational::new(3, 7) / least(old.cost.iter().cloned()).unwrap();
        for factor in [factor.clone(), factor * Rational::new(7, 3)] {
            let cost = old.cost.iter().map(|c| c * &factor).collect();
            let new = Stock::new(cost, old.size.clone(), old.demand.clone()).unwrap();
            for id in ["greedy", "lp-naive", "lp-pruned", "optimum"] {
                assert_eq!(ratio(id, &new), ratio(id, &old), "{id}: {old:?}");
            }
        }
    }
}

/// III: a task of demand 2k + 1, resources of sizes 2k and 1 and of cost 1. Both are needed, and cost 2, which is
/// 2/(2k + 1) per unit of demand; the second costs 1 per unit, more than k times that. If resources dearer per size
/// than k times are excluded, nothing covers the task; with the ratio in place of k it must be k + 1/2, where the
/// optimum is 1.
#[test]
fn pruning_by_cost_per_size_may_leave_no_solution() {
    for k in 1..=20 {
        let demand = Rational::int(2 * k + 1);
        let sizes = vec![Rational::int(2 * k), Rational::one()];
        let stock = Stock::new(vec![Rational::one(); 2], sizes, vec![demand.clone()]).unwrap();
        assert_eq!(ratio("optimum", &stock), Some(Rational::one()));
        let allowed = |factor: &Rational| {
            let bound = factor * &stock.isolation()[0] / &demand;
            let cheap = (0..2).filter(|&i| &stock.cost[i] / &stock.size[i] <= bound);
            sum(cheap.map(|i| stock.size[i].clone()))
        };
        assert!(allowed(&Rational::int(k)) < demand);
        assert_eq!(allowed(&Rational::new(2 * k + 1, 2)), demand);
    }
}

/// V: on the family of Theorem 7 the rounding pays at least m(2m - 1)/(m^2 + m - 1) times the programme's ratio.
/// That is (3m - 2)/(m^2 + m - 1) below 2, a difference that tends to 0 as m grows.
#[test]
fn the_rounding_comes_near_twice_the_programme() {
    for m in 2..=7i64 {
        let family = construction("mukherjee-theorem7", m as usize);
        let pays = ratio("rounding", &family).unwrap() / ratio("lp-pruned", &family).unwrap();
        let lacks = Rational::new(3 * m - 2, m * m + m - 1);
        assert_eq!(Rational::int(2) - &lacks, Rational::new(m * (2 * m - 1), m * m + m - 1));
        assert!(pays >= Rational::int(2) - lacks && pays < Rational::int(2), "m = {m}: {pays}");
    }
}

/// mukherjee Lemma 4, Case 1, at the smallest ratio: more resources are used up than tasks demand.
#[test]
fn lemma_4_at_the_smallest_ratio() {
    let stock = stock(&["1", "1", "4", "4", "4"], &[1, 1, 1]);
    assert_eq!(ratio("lp-pruned", &stock), Some(r("4")));
    let rows: [&[&str]; 5] =
        [&["1", "0", "0"], &["0", "1", "0"], &["0", "0", "1"], &["3/4", "1/4", "0"], &["0", "1/2", "0"]];
    let fraction = matrix(&rows);
    within_pruned(&stock, &Allotment::Parts { fraction: fraction.clone(), ratio: r("4") }).unwrap();
    let used: Vec<Rational> = fraction.iter().map(|row| sum(row.iter().cloned())).collect();
    assert_eq!(used, ["1", "1", "1", "1", "1/2"].map(r));
    let excess = |j: usize| sum(fraction.iter().map(|row| row[j].clone())) - Rational::one();
    // The total excess is 3/2; task 2 has an excess of 3/4, and half of the partly used resource.
    assert_eq!(excess(0) + excess(1) + excess(2), r("3/2"));
    assert!(excess(1) > fraction[4][1]);
}

/// mukherjee IV: with as many of the cheapest resources as tasks demand in total, each task has exactly its demand.
#[test]
fn every_requirement_is_exactly_satisfied() {
    for stock in unit_stocks(4, 10, 7, 300) {
        let few = cheapest(&stock);
        let Allotment::Parts { fraction, ratio: least } =
            mech("lp-pruned").allocate(&few, &Patience::unlimited()).unwrap()
        else {
            panic!()
        };
        assert_eq!(Some(least), ratio("lp-pruned", &stock));
        for (j, demand) in few.demand.iter().enumerate() {
            assert_eq!(sum(fraction.iter().map(|row| row[j].clone())), *demand, "{stock:?}");
        }
    }
}

/// mukherjee Observation 2, for the fairest assignment and for one that uses the dearest resources.
#[test]
fn no_ratio_exceeds_the_largest_cost() {
    let mut met = 0;
    for stock in unit_stocks(4, 10, 9, 300) {
        let cheapest = least(stock.cost.iter().cloned()).unwrap();
        let cost: Vec<Rational> = stock.cost.iter().map(|c| c / &cheapest).collect();
        let stock = Stock::new(cost.clone(), stock.size.clone(), stock.demand.clone()).unwrap();
        let most = greatest(cost.iter().cloned()).unwrap();
        assert!(ratio("optimum", &stock).unwrap() <= most, "{stock:?}");
        let mut order: Vec<usize> = (0..cost.len()).collect();
        order.sort_by(|a, b| cost[*b].cmp(&cost[*a]));
        let mut given = vec![None; cost.len()];
        let wanted = |j: usize| std::iter::repeat_n(j, stock.demand[j].small().unwrap().0 as usize);
        order.iter().zip((0..stock.tasks()).flat_map(wanted)).for_each(|(&i, j)| given[i] = Some(j));
        assert!(stock.covers(&given));
        assert!(stock.ratio(&given) <= most, "{stock:?}");
        met += usize::from(stock.ratio(&given) == most);
    }
    assert!(met > 0);
}

/// mukherjee I-C: half of a resource of size 2 covers a task of demand 1 at half the cost.
#[test]
fn copies_of_larger_resources_change_isolation_costs() {
    let of = |cost: &[&str], size: &[&str], demand: &[&str]| {
        let all = |texts: &[&str]| texts.iter().map(|t| r(t)).collect::<Vec<_>>();
        Stock::new(all(cost), all(size), all(demand)).unwrap()
    };
    let whole = of(&["2"], &["2"], &["1"]);
    let halves = of(&["1", "1"], &["1", "1"], &["1"]);
    assert_eq!((whole.isolation()[0].clone(), halves.isolation()[0].clone()), (r("2"), r("1")));
    let whole = of(&["2", "4"], &["2", "1"], &["2", "1"]);
    let halves = of(&["1", "1", "2", "2"], &["1", "1", "1/2", "1/2"], &["2", "1"]);
    assert_eq!((ratio("optimum", &whole), ratio("optimum", &halves)), (Some(r("2")), Some(r("5/2"))));
}

/// mukherjee, proof of Lemma 4, Scenarios 1.a and 1.b: each step on random fractions of which one resource is partly
/// used.
#[test]
fn scenarios_of_lemma_4_step_by_step() {
    let (mut dear, mut cheap) = (0, 0);
    let mut rng = chacha20::ChaCha8Rng::seed_from_u64(33);
    for stock in unit_stocks(3, 9, 7, 200) {
        let few = cheapest(&stock);
        let Allotment::Parts { fraction, .. } =
            mech("lp-pruned").allocate(&few, &Patience::unlimited()).unwrap()
        else {
            panic!()
        };
        let tasks = few.tasks();
        // One more resource, of random cost, partly used by some tasks.
        let mut cost = few.cost.clone();
        cost.push(Rational::int(rng.random_range(1..=9)));
        let mut x = fraction;
        x.push((0..tasks).map(|_| Rational::new(rng.random_range(0..=2), 3 * tasks as i64)).collect());
        let last = cost.len() - 1;
        let amount = |x: &[Vec<Rational>], i: usize| sum(x[i].iter().cloned());
        let pays = |x: &[Vec<Rational>], j: usize| sum((0..cost.len()).map(|i| &cost[i] * &x[i][j]));
        let spare =
            |x: &[Vec<Rational>], j: usize| sum((0..cost.len()).map(|i| x[i][j].clone())) - &few.demand[j];
        if amount(&x, last).is_zero() {
            continue;
        }
        let sound = |old: &[Vec<Rational>], new: &[Vec<Rational>]| {
            for j in 0..tasks {
                assert!(spare(new, j) >= Rational::zero() && pays(new, j) <= pays(old, j), "{stock:?}");
            }
            for (i, row) in new.iter().enumerate() {
                assert!(
                    row.iter().all(|p| !p.is_negative()) && amount(new, i) <= Rational::one(),
                    "{stock:?}"
                );
            }
        };
        // Scenario 1.b, until the partly used resource is used up.
        let mut part = last;
        let dearest = (0..last).max_by_key(|&i| (cost[i].clone(), i)).unwrap();
        if cost[dearest] > cost[last] {
            dear += 1;
            for j in 0..tasks {
                let missing = Rational::one() - amount(&x, last);
                let step = min(x[dearest][j].clone(), missing);
                let old = x.clone();
                x[last][j] = &x[last][j] + &step;
                x[dearest][j] = &x[dearest][j] - &step;
                sound(&old, &x);
            }
            assert!(amount(&x, last) == Rational::one() && amount(&x, dearest).is_positive(), "{stock:?}");
            part = dearest;
        } else {
            cheap += 1;
        }
        // Case 1 first lowers the part of a task by the task's excess, or by all of the part.
        for j in 0..tasks {
            let cut = min(x[part][j].clone(), spare(&x, j));
            let old = x.clone();
            x[part][j] = &x[part][j] - cut;
            sound(&old, &x);
        }
        // Scenario 1.a, until nothing of the resource is used.
        let mut steps = 0;
        while let Some(j) = (0..tasks).find(|&j| x[part][j].is_positive()) {
            assert!(spare(&x, j).is_zero(), "{stock:?}");
            let other = (0..tasks).find(|&j| spare(&x, j).is_positive()).unwrap();
            let i = (0..cost.len())
                .filter(|&i| i != part && x[i][other].is_positive())
                .max_by_key(|&i| cost[i].clone())
                .unwrap();
            assert!(cost[i] <= cost[part], "{stock:?}");
            let step = least([x[i][other].clone(), x[part][j].clone(), spare(&x, other)]).unwrap();
            let old = x.clone();
            x[i][other] = &x[i][other] - &step;
            x[i][j] = &x[i][j] + &step;
            x[part][j] = &x[part][j] - &step;
            sound(&old, &x);
            steps += 1;
            assert!(steps < 500, "{stock:?}");
        }
        assert!((0..cost.len()).all(|i| i == part || amount(&x, i) == Rational::one()), "{stock:?}");
    }
    assert!(dear > 20 && cheap > 20, "{dear} with a dearer resource, {cheap} without");
}

/// mukherjee V, compared with the fairest assignment: three tasks for which the rounding approaches twice the
/// optimum.
#[test]
fn the_rounding_comes_near_twice_the_optimum() {
    let mut lacked = Rational::one();
    for k in [10, 100, 1000, 10_000] {
        let cost = [3 * k + 1, k - 1, 2 * k + 1, 1, 2 * k, 2 * k, 1, 2 * k].map(Rational::int).to_vec();
        let demand = [3, 4, 1].map(Rational::int).to_vec();
        let stock = Stock::new(cost, vec![Rational::one(); 8], demand).unwrap();
        let factor = ratio("rounding", &stock).unwrap() / ratio("optimum", &stock).unwrap();
        let lacks = Rational::int(2) - factor;
        assert!(lacks.is_positive() && lacks <= Rational::new(3, k), "k = {k}: {lacks}");
        assert!(lacks < lacked);
        lacked = lacks;
    }
}
