//! Formulas of an exact curve, found from its points.

use fairwitness::book::pieces::pieces;
use fairwitness::scalar::{Rational, Scalar as _};

fn curve(of: impl Fn(&Rational) -> Rational) -> Vec<(Rational, Rational)> {
    (0..=24).map(|k| Rational::int(k) / Rational::int(12)).map(|x| (x.clone(), of(&x))).collect()
}

/// With C GB on server 2 of the first record: by hand, the margin is C / (2 (2 + C)) up to C = 1, then
/// 1 / ((1 + C) (2 + C)).
#[test]
fn formulas_of_the_first_record() {
    let two = Rational::int(2);
    let of = |c: &Rational| {
        if *c <= Rational::one() {
            c / (&two * (&two + c))
        } else {
            Rational::one() / ((Rational::one() + c) * (&two + c))
        }
    };
    let found = pieces(&curve(of), "C");
    let told: Vec<(String, String, &str)> =
        found.iter().map(|p| (p.from.to_string(), p.to.to_string(), p.formula.as_str())).collect();
    assert_eq!(
        told,
        [
            ("0".to_string(), "1".to_string(), "C / (2 (C + 2))"),
            ("1".to_string(), "2".to_string(), "1 / ((C + 1) (C + 2))")
        ]
    );
}

#[test]
fn constants_and_lines() {
    let of = |x: &Rational| if *x < Rational::one() { Rational::int(3) } else { x - Rational::int(1) };
    let found = pieces(&curve(of), "x");
    let told: Vec<&str> = found.iter().map(|p| p.formula.as_str()).collect();
    assert_eq!(told, ["3", "x - 1"]);
    let formula = |of: &dyn Fn(&Rational) -> Rational| {
        pieces(&curve(of), "x").iter().map(|p| p.formula.clone()).collect::<Vec<_>>()
    };
    let n = Rational::int;
    assert_eq!(formula(&|x| n(3) - x), ["3 - x"]);
    assert_eq!(formula(&|x| x * x / (x + n(1))), ["x^2 / (x + 1)"]);
    assert_eq!(formula(&|x| x * (n(1) - n(2) * x)), ["C (1 - 2 C)"].map(|f| f.replace('C', "x")));
    assert_eq!(formula(&|x| x * (n(2) - x) / (n(4) * (x + n(2)))), ["(x (2 - x)) / (4 (x + 2))"]);
    assert_eq!(formula(&|x| (n(2) * x + n(1)) * x / (x + n(4))), ["(x (2 x + 1)) / (x + 4)"]);
}

/// Powers of two lie on no rational function of low degree.
#[test]
fn what_has_no_formula_has_none() {
    let mut y = Rational::one();
    let points: Vec<(Rational, Rational)> = (0..25)
        .map(|k| {
            y = &y * Rational::int(2);
            (Rational::int(k), y.clone())
        })
        .collect();
    assert!(pieces(&points, "x").is_empty());
}
