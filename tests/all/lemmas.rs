//! Steps of the proofs of mukherjee, each tested separately.

use fairwitness::linear::Patience;
use fairwitness::mechanism::{Released, round_as_printed, within_pruned};
use fairwitness::model::covering::{Allotment, Stock};
use fairwitness::scalar::{Rational, Scalar, greatest, least, sum};

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
