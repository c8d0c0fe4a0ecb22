//! The checker of linear programming answers, by hand: every relation at its border and just beyond it, every sign,
//! every sum.

use fairwitness::linear::certificate::{bounded_by, check, feasible, leximin};
use fairwitness::linear::{Flaw, Program, Relation, Round, Row, Solution};
use fairwitness::scalar::{Rational, Scalar};

use super::support::r;

fn numbers(texts: &[&str]) -> Vec<Rational> {
    texts.iter().map(|x| r(x)).collect()
}

fn terms(texts: &[(usize, &str)]) -> Vec<(usize, Rational)> {
    texts.iter().map(|(v, c)| (*v, r(c))).collect()
}

fn row(own: &[(usize, &str)], relation: Relation, bound: &str) -> Row {
    Row { terms: terms(own), relation, bound: r(bound) }
}

fn program(objective: &[&str], rows: Vec<Row>) -> Program {
    Program { objective: numbers(objective), rows }
}

/// `2 x + 3 y` at (2, 1) is 7.
#[test]
fn a_row_holds_up_to_its_bound_and_not_beyond() {
    use Relation::{AtLeast, AtMost, Equal};
    let point = numbers(&["2", "1"]);
    for (relation, below, at, above) in
        [(AtMost, true, true, false), (Equal, false, true, false), (AtLeast, false, true, true)]
    {
        // The left side is below, at and above these bounds.
        for (bound, holds) in [("15/2", below), ("7", at), ("13/2", above)] {
            let rows = [row(&[(0, "1")], AtMost, "2"), row(&[(0, "2"), (1, "3")], relation, bound)];
            let expected = if holds { Ok(()) } else { Err(Flaw::Row(1)) };
            assert_eq!(feasible(&rows, &point), expected, "{relation:?} {bound}");
        }
    }
}

#[test]
fn a_variable_is_not_below_zero() {
    assert_eq!(feasible(&[], &numbers(&["0", "1"])), Ok(()));
    assert_eq!(feasible(&[], &numbers(&["0", "-1/1000"])), Err(Flaw::Negative(1)));
}

/// Maximise `x + 2 y` under `x + y <= 4` and `y <= 1`: at (3, 1) the value is 5, which the sum of the two rows
/// proves.
fn small() -> Program {
    use Relation::AtMost;
    program(&["1", "2"], vec![row(&[(0, "1"), (1, "1")], AtMost, "4"), row(&[(1, "1")], AtMost, "1")])
}

fn optimal(point: &[&str], multipliers: &[&str], value: &str) -> Solution {
    Solution::Optimal { point: numbers(point), multipliers: numbers(multipliers), value: r(value) }
}

#[test]
fn an_optimum_needs_a_point_that_reaches_it_and_rows_that_bound_it() {
    let program = small();
    assert_eq!(check(&program, &optimal(&["3", "1"], &["1", "1"], "5")), Ok(()));
    let wrong = [
        optimal(&["3"], &["1", "1"], "5"),
        optimal(&["3", "1", "0"], &["1", "1"], "5"),
        optimal(&["3", "1"], &["1"], "5"),
        optimal(&["3", "1"], &["1", "1", "0"], "5"),
        optimal(&["3", "1"], &["1", "1"], "6"),
        optimal(&["3", "1"], &["1", "1"], "9/2"),
        optimal(&["4", "1"], &["1", "1"], "6"),
        optimal(&["2", "1"], &["1", "1"], "4"),
        optimal(&["3", "1"], &["1", "9/10"], "5"),
        optimal(&["3", "1"], &["1", "11/10"], "5"),
        optimal(&["3", "1"], &["9/10", "11/10"], "5"),
        optimal(&["3", "1"], &["0", "0"], "5"),
    ];
    let flaws: Vec<Flaw> = wrong.iter().map(|wrong| check(&program, wrong).unwrap_err()).collect();
    let claimed = |proved: &str, claimed: &str| Flaw::Bound { proved: r(proved), claimed: r(claimed) };
    let expected = [
        Flaw::Length { expected: 2, found: 1 },
        Flaw::Length { expected: 2, found: 3 },
        Flaw::Length { expected: 2, found: 1 },
        Flaw::Length { expected: 2, found: 3 },
        claimed("5", "6"),
        claimed("5", "9/2"),
        Flaw::Row(0),
        claimed("5", "4"),
        Flaw::Uncovered(1),
        claimed("51/10", "5"),
        Flaw::Uncovered(0),
        Flaw::Uncovered(0),
    ];
    assert_eq!(flaws, expected);
}

#[test]
fn multipliers_have_the_sign_of_their_row() {
    use Relation::{AtLeast, AtMost, Equal};
    for (relation, negative, positive) in [(AtMost, false, true), (Equal, true, true), (AtLeast, true, false)]
    {
        for (y, right) in [("-1", negative), ("0", true), ("1", positive)] {
            // The terms are such that y times them covers the variable; the bound is y times y.
            let rows = vec![row(&[(0, y)], relation, y)];
            let said = bounded_by(&program(&["0"], rows), &numbers(&[y]), &Rational::one());
            let expected = if right { Ok(()) } else { Err(Flaw::Sign(0)) };
            assert_eq!(said, expected, "{relation:?} {y}");
        }
    }
}

#[test]
fn a_bound_is_what_the_rows_add_up_to() {
    let (program, y) = (small(), numbers(&["1", "1"]));
    assert_eq!(bounded_by(&program, &y, &r("5")), Ok(()));
    assert_eq!(bounded_by(&program, &y, &r("6")), Ok(()));
    let flaw = Flaw::Bound { proved: r("5"), claimed: r("499/100") };
    assert_eq!(bounded_by(&program, &y, &r("499/100")), Err(flaw));
}

/// Rows with different denominators, under multipliers with further ones: `1/2 x + 1/3 y + 5/6 z` times three
/// quarters, and `x + 2 z` times two fifths, is `31/40 x + 1/4 y + 57/40 z`. The objective may have these
/// coefficients, and no larger one. Also in numbers of any size.
#[test]
fn sums_are_exact_whatever_the_denominators() {
    use Relation::{AtMost, Equal};
    let exact = ["31/40", "1/4", "57/40"];
    for scale in ["1", "100000000000000000000", "1/100000000000000000000"] {
        let scaled = |texts: &[(usize, &str)]| -> Vec<(usize, Rational)> {
            terms(texts).into_iter().map(|(v, c)| (v, c * r(scale))).collect()
        };
        let rows = vec![
            Row { terms: scaled(&[(0, "1/2"), (1, "1/3"), (2, "5/6")]), relation: AtMost, bound: r("1") },
            Row { terms: scaled(&[(0, "1"), (2, "2")]), relation: AtMost, bound: r("1") },
            Row { terms: scaled(&[(0, "7")]), relation: Equal, bound: r("1") },
        ];
        let y = numbers(&["3/4", "2/5", "0"]);
        let bound = |objective: Vec<Rational>| {
            bounded_by(&Program { objective, rows: rows.clone() }, &y, &r("23/20"))
        };
        let whole: Vec<Rational> = exact.iter().map(|x| r(x) * r(scale)).collect();
        assert_eq!(bound(whole.clone()), Ok(()), "{scale}");
        for v in 0..3 {
            let off = |by: &str| {
                let mut other = whole.clone();
                other[v] = &other[v] + r(by) * r(scale);
                other
            };
            assert_eq!(bound(off("1/1000")), Err(Flaw::Uncovered(v)), "{scale} {v}");
            assert_eq!(bound(off("-1/1000")), Ok(()), "{scale} {v}");
            let mut nothing = whole.clone();
            nothing[v] = Rational::zero();
            assert_eq!(bound(nothing), Ok(()), "{scale} {v}");
        }
    }
}

/// An objective of zero or below: the sum may be exactly the objective, also in numbers of any size.
#[test]
fn a_sum_may_be_exactly_its_floor() {
    use Relation::{AtMost, Equal};
    for scale in ["1", "100000000000000000000"] {
        for (objective, coefficient, covered) in [
            ("0", "0", true),
            ("0", "1", true),
            ("0", "-1", false),
            ("-2", "-2", true),
            ("-2", "-1", true),
            ("-2", "-3", false),
            ("2", "2", true),
            ("2", "3", true),
            ("2", "1", false),
        ] {
            let times = |x: &str| r(x) * r(scale);
            let rows = vec![
                Row {
                    terms: vec![(0, times("5")), (1, times(coefficient))],
                    relation: AtMost,
                    bound: r("1"),
                },
                Row { terms: vec![(0, times("-5"))], relation: Equal, bound: r("0") },
            ];
            let program = Program { objective: vec![Rational::zero(), times(objective)], rows };
            let said = bounded_by(&program, &numbers(&["1", "1"]), &r("1"));
            let expected = if covered { Ok(()) } else { Err(Flaw::Uncovered(1)) };
            assert_eq!(said, expected, "{objective} {coefficient} times {scale}");
        }
    }
}

/// `x + y <= 1` and `x + y >= 2`: the difference of the two is `0 <= -1`.
#[test]
fn a_contradiction_is_below_zero() {
    use Relation::{AtLeast, AtMost};
    let contradiction = |bound: &str, multipliers: &[&str]| {
        let rows = vec![row(&[(0, "1"), (1, "1")], AtMost, "1"), row(&[(0, "1"), (1, "1")], AtLeast, bound)];
        let solution = Solution::Infeasible { multipliers: numbers(multipliers) };
        check(&program(&["1", "0"], rows), &solution)
    };
    assert_eq!(contradiction("2", &["1", "-1"]), Ok(()));
    assert_eq!(contradiction("2", &["2", "-3/2"]), Ok(()));
    let none = |proved: &str| Err(Flaw::Bound { proved: r(proved), claimed: Rational::zero() });
    assert_eq!(contradiction("1", &["1", "-1"]), none("0"));
    assert_eq!(contradiction("1/2", &["1", "-1"]), none("1/2"));
    assert_eq!(contradiction("2", &["0", "0"]), none("0"));
    assert_eq!(contradiction("2", &["1", "-2"]), Err(Flaw::Uncovered(0)));
    assert_eq!(contradiction("2", &["-1", "-1"]), Err(Flaw::Sign(0)));
    assert_eq!(contradiction("2", &["1", "1"]), Err(Flaw::Sign(1)));
    assert_eq!(contradiction("2", &["1"]), Err(Flaw::Length { expected: 2, found: 1 }));
}

/// Maximise `x` under `x - y <= 1`: from (1, 0) along (1, 1) without end.
#[test]
fn a_ray_keeps_every_row_and_rises() {
    let rows = || vec![row(&[(0, "1"), (1, "-1")], Relation::AtMost, "1")];
    let ray = |objective: &[&str], point: &[&str], ray: &[&str]| {
        let solution = Solution::Unbounded { point: numbers(point), ray: numbers(ray) };
        check(&program(objective, rows()), &solution)
    };
    assert_eq!(ray(&["1", "0"], &["1", "0"], &["1", "1"]), Ok(()));
    assert_eq!(ray(&["1", "0"], &["2", "0"], &["1", "1"]), Err(Flaw::Row(0)));
    // The ray would leave the row, although its end is within the bound.
    assert_eq!(ray(&["1", "0"], &["1", "0"], &["1", "0"]), Err(Flaw::Row(0)));
    assert_eq!(ray(&["1", "0"], &["1", "0"], &["0", "1"]), Err(Flaw::FlatRay));
    assert_eq!(ray(&["0", "-1"], &["1", "0"], &["1", "1"]), Err(Flaw::FlatRay));
    assert_eq!(ray(&["1", "0"], &["1", "0"], &["-1", "1"]), Err(Flaw::Negative(0)));
    assert_eq!(ray(&["1", "0"], &["1"], &["1", "1"]), Err(Flaw::Length { expected: 2, found: 1 }));
    assert_eq!(ray(&["1", "0"], &["1", "0"], &["1"]), Err(Flaw::Length { expected: 2, found: 1 }));
}

fn round(level: &str, weights: &[&str], multipliers: &[&str]) -> Round {
    Round { level: r(level), weights: numbers(weights), multipliers: numbers(multipliers) }
}

/// Levels `2 x` and `y` under `x + y <= 6` and `x <= 1`. The first ends at 2, where x is 1; then y is 5.
fn fair(point: &[&str], rounds: &[Round]) -> Result<(), Flaw> {
    use Relation::AtMost;
    let rows = [row(&[(0, "1"), (1, "1")], AtMost, "6"), row(&[(0, "1")], AtMost, "1")];
    leximin(2, &rows, &[terms(&[(0, "2")]), terms(&[(1, "1")])], &numbers(point), rounds)
}

#[test]
fn leximin_is_proved_round_by_round() {
    let first = || round("2", &["1", "0"], &["0", "2"]);
    let second = || round("5", &["1/2", "1"], &["1", "0"]);
    assert_eq!(fair(&["1", "5"], &[first(), second()]), Ok(()));
    let bound = |proved: &str, claimed: &str| Err(Flaw::Bound { proved: r(proved), claimed: r(claimed) });
    let level = |index: usize, found: &str, proved: &str| {
        Err(Flaw::Level { index, found: r(found), proved: r(proved) })
    };
    // A point that is only feasible.
    assert_eq!(fair(&["1", "4"], &[first(), second()]), level(1, "4", "5"));
    assert_eq!(fair(&["1/2", "5"], &[first(), second()]), level(0, "1", "2"));
    assert_eq!(fair(&["1", "6"], &[first(), second()]), Err(Flaw::Row(0)));
    assert_eq!(fair(&["1"], &[first(), second()]), Err(Flaw::Length { expected: 2, found: 1 }));
    // Rounds that are missing, doubled, or of another length.
    assert_eq!(fair(&["1", "5"], &[first()]), Err(Flaw::Unsettled(1)));
    assert_eq!(fair(&["1", "5"], &[]), Err(Flaw::Unsettled(0)));
    assert_eq!(fair(&["1", "5"], &[first(), first(), second()]), bound("0", "2"));
    let short = Err(Flaw::Length { expected: 2, found: 1 });
    assert_eq!(fair(&["1", "5"], &[round("2", &["1"], &["0", "2"]), second()]), short);
    assert_eq!(fair(&["1", "5"], &[round("2", &["1", "0"], &["2"]), second()]), short);
    // The rows do not cover the level: half of them would prove half the bound.
    assert_eq!(fair(&["1", "5"], &[round("2", &["1", "0"], &["0", "1"]), second()]), Err(Flaw::Uncovered(0)));
    // A multiple of a weight proves nothing, and neither do rows that prove another level.
    assert_eq!(fair(&["1", "5"], &[round("2", &["1/2", "0"], &["0", "1"]), second()]), bound("1", "2"));
    assert_eq!(fair(&["1", "5"], &[round("2", &["2", "0"], &["0", "4"]), second()]), bound("4", "2"));
    assert_eq!(fair(&["1/2", "5"], &[round("1", &["1", "0"], &["0", "2"]), second()]), bound("2", "1"));
    assert_eq!(
        fair(&["1", "5"], &[first(), round("49/10", &["1/2", "1"], &["1", "0"])]),
        bound("5", "49/10")
    );
    // Wrong signs.
    let minus = round("2", &["1", "-1"], &["0", "2"]);
    assert_eq!(fair(&["1", "5"], &[minus, second()]), Err(Flaw::Sign(1)));
    let minus = round("5", &["1/2", "1"], &["1", "-1/4"]);
    assert_eq!(fair(&["1", "5"], &[first(), minus]), Err(Flaw::Sign(1)));
}

/// Levels x and y under `x + y <= 6` and `x <= 5`: (5, 1) maximises x first and then y. Each round is true, but
/// their order is wrong: (3, 3) is fairer.
#[test]
fn rounds_come_in_order_of_level() {
    use Relation::AtMost;
    let rows = [row(&[(0, "1"), (1, "1")], AtMost, "6"), row(&[(0, "1")], AtMost, "5")];
    let levels = [terms(&[(0, "1")]), terms(&[(1, "1")])];
    let said = |point: &[&str], rounds: &[Round]| leximin(2, &rows, &levels, &numbers(point), rounds);
    let greedy = [round("5", &["1", "0"], &["0", "1"]), round("1", &["1", "1"], &["1", "0"])];
    assert_eq!(said(&["5", "1"], &greedy), Err(Flaw::Bound { proved: r("1"), claimed: r("5") }));
    let both = [round("3", &["1/2", "1/2"], &["1/2", "0"])];
    assert_eq!(said(&["3", "3"], &both), Ok(()));
    // Two rounds may end at one level.
    let rows = [row(&[(0, "1")], AtMost, "5"), row(&[(1, "1")], AtMost, "5")];
    let equal = [round("5", &["1", "0"], &["1", "0"]), round("5", &["0", "1"], &["0", "1"])];
    assert_eq!(leximin(2, &rows, &levels, &numbers(&["5", "5"]), &equal), Ok(()));
}

/// Without levels, no round is needed.
#[test]
fn nothing_to_compare_needs_no_round() {
    assert_eq!(leximin(1, &[row(&[(0, "1")], Relation::AtMost, "1")], &[], &numbers(&["1"]), &[]), Ok(()));
}
