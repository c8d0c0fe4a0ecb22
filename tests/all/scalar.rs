//! Rationals compared with an independent implementation, and the laws of an ordered field.

use std::cmp::Ordering;

use fairwitness::scalar::{Rational, Scalar, compare, compare_quotients, dot, simplest_between};
use num_bigint::BigInt;
use num_rational::BigRational;
use proptest::prelude::*;

fn oracle(x: &Rational) -> BigRational {
    let (n, d) = (x.numerator().to_string(), x.denominator().to_string());
    BigRational::new(n.parse::<BigInt>().unwrap(), d.parse::<BigInt>().unwrap())
}

/// Numbers of all sizes, often near the bounds of a machine word.
fn rational() -> impl Strategy<Value = Rational> {
    let integer = prop_oneof![
        -9i64..=9,
        any::<i64>(),
        Just(i64::MAX),
        Just(i64::MIN),
        Just(i64::MIN + 1),
        Just(1 << 32),
    ];
    (integer.clone(), integer, 0u32..3).prop_map(|(n, d, power)| {
        let base = Rational::new(n, if d == 0 { 1 } else { d });
        (0..power).fold(base.clone(), |x, _| x * &base)
    })
}

proptest! {
    #[test]
    fn agrees_with_another_implementation(x in rational(), y in rational()) {
        prop_assert_eq!(oracle(&(&x + &y)), oracle(&x) + oracle(&y));
        prop_assert_eq!(oracle(&(&x - &y)), oracle(&x) - oracle(&y));
        prop_assert_eq!(oracle(&(&x * &y)), oracle(&x) * oracle(&y));
        if !y.is_zero() {
            prop_assert_eq!(oracle(&(&x / &y)), oracle(&x) / oracle(&y));
            prop_assert_eq!(oracle(&x.floor_over(&y.abs())), (oracle(&x) / oracle(&y.abs())).floor());
        }
        prop_assert_eq!(x.cmp(&y), oracle(&x).cmp(&oracle(&y)));
        prop_assert_eq!(oracle(&x.floor()), oracle(&x).floor());
        prop_assert_eq!(x == y, oracle(&x) == oracle(&y));
    }

    #[test]
    fn quotients_compare_as_what_they_come_to(a in rational(), b in rational(), c in rational(), d in rational()) {
        let positive = |x: Rational| if x.is_zero() { Rational::one() } else { x.abs() };
        let (b, d) = (positive(b), positive(d));
        let come_to = |x: &Rational, y: &Rational| oracle(x) / oracle(y);
        prop_assert_eq!(compare_quotients((&a, &b), (&c, &d)), come_to(&a, &b).cmp(&come_to(&c, &d)));
        let equal = &a * &d / &b;
        prop_assert_eq!(compare_quotients((&a, &b), (&equal, &d)), Ordering::Equal);
    }

    #[test]
    fn sums_of_products_compare_as_what_they_come_to(
        pairs in prop::collection::vec((rational(), rational()), 0..4),
        bound in rational(),
    ) {
        let sum = pairs.iter().fold(BigRational::from_integer(0.into()), |sum, (x, y)| sum + oracle(x) * oracle(y));
        let terms = || pairs.iter().map(|(x, y)| (x, y));
        prop_assert_eq!(compare(terms, &bound), sum.cmp(&oracle(&bound)));
        prop_assert_eq!(compare(terms, &dot(terms())), Ordering::Equal);
    }

    #[test]
    fn prints_and_reads_back(x in rational()) {
        prop_assert_eq!(x.to_string().parse::<Rational>().unwrap(), x);
    }

    #[test]
    fn floats_are_near(x in rational()) {
        let near = x.to_f64();
        let exact: f64 = num_traits::ToPrimitive::to_f64(&oracle(&x)).unwrap();
        prop_assert!((near - exact).abs() <= 1e-12 * exact.abs(), "{} {}", near, exact);
    }

    #[test]
    fn the_simplest_fraction_is_in_the_interval_and_simplest(a in 0i64..200, b in 1i64..60, w in 0i64..50) {
        let low = Rational::new(a, b);
        let high = &low + Rational::new(w, 97);
        let simple = simplest_between(&low, &high);
        prop_assert!(low <= simple && simple <= high);
        let smaller = (1..).map(Rational::int).take_while(|d| {
            d.numerator() < simple.denominator()
        });
        for d in smaller {
            let n = (&high * &d).floor();
            prop_assert!(n / d < low, "a smaller denominator would do");
        }
    }
}

/// A generator for the laws of the field, independent of the one above.
#[derive(Clone, Debug)]
struct Any(Rational);

impl quickcheck::Arbitrary for Any {
    fn arbitrary(g: &mut quickcheck::Gen) -> Self {
        let (n, d) =
            (<i64 as quickcheck::Arbitrary>::arbitrary(g), <i64 as quickcheck::Arbitrary>::arbitrary(g));
        let x = Rational::new(n, if d == 0 { 7 } else { d });
        Any(if <bool as quickcheck::Arbitrary>::arbitrary(g) { &x * &x } else { x })
    }
}

#[test]
fn laws_of_an_ordered_field() {
    fn laws(x: Any, y: Any, z: Any) -> bool {
        let (x, y, z) = (x.0, y.0, z.0);
        &(&x + &y) + &z == &x + &(&y + &z)
            && &(&x * &y) * &z == &x * &(&y * &z)
            && &x + &y == &y + &x
            && &x * &y == &y * &x
            && &x * &(&y + &z) == &(&x * &y) + &(&x * &z)
            && (&x - &x).is_zero()
            && (x.is_zero() || &x / &x == Rational::one())
            && (x >= y || &x + &z < &y + &z)
            && (x >= y || !z.is_positive() || &x * &z < &y * &z)
    }
    quickcheck::quickcheck(laws as fn(Any, Any, Any) -> bool);
}

#[test]
fn reads_and_refuses() {
    let read = |text: &str| text.parse::<Rational>();
    assert_eq!(read("0.25").unwrap(), Rational::new(1, 4));
    assert_eq!(read("-6/4").unwrap(), Rational::new(-3, 2));
    assert_eq!(read(".5").unwrap(), Rational::new(1, 2));
    for bad in ["", "-", "1/0", "1e5", "1/2/3", "0x10", "1.", "--1", "1/-2", " 1", "½", "+1"] {
        assert!(read(bad).is_err(), "`{bad}` is read as {:?}", read(bad));
    }
    assert!(read(&"9".repeat(5000)).is_err());
    assert!(read(&"9".repeat(3000)).is_ok());
}

mod eps {
    //! The field Q(eps): laws of an ordered field, and agreement with values at small rational eps.

    use fairwitness::scalar::{Eps, Rational, Scalar};
    use proptest::prelude::*;

    fn polynomial() -> impl Strategy<Value = Eps> {
        prop::collection::vec((-4i64..=4, 1i64..=3), 0..4).prop_map(|coefficients| {
            let terms = coefficients.into_iter().rev();
            terms.fold(Eps::zero(), |sum, (n, d)| sum * Eps::infinitesimal() + Eps::from(Rational::new(n, d)))
        })
    }

    fn eps() -> impl Strategy<Value = Eps> {
        (polynomial(), polynomial()).prop_map(|(n, d)| if d.is_zero() { n } else { n / d })
    }

    proptest! {
        #[test]
        fn laws_of_an_ordered_field(x in eps(), y in eps(), z in eps()) {
            prop_assert_eq!((x.clone() + &y) + &z, x.clone() + (y.clone() + &z));
            prop_assert_eq!((x.clone() * &y) * &z, x.clone() * (y.clone() * &z));
            prop_assert_eq!(x.clone() * (y.clone() + &z), x.clone() * &y + x.clone() * &z);
            prop_assert_eq!(x.clone() + &y, y.clone() + &x);
            prop_assert_eq!(x.clone() * &y, y.clone() * &x);
            prop_assert!((x.clone() - &x).is_zero());
            prop_assert!(x.is_zero() || x.clone() / &x == Eps::one());
            prop_assert_eq!(x < y, x.clone() + &z < y.clone() + &z);
            if z.is_positive() {
                prop_assert_eq!(x < y, x.clone() * &z < y.clone() * &z);
            }
        }

        #[test]
        fn order_is_that_of_all_small_rationals(x in eps(), y in eps()) {
            // Small enough for polynomials of this size: below every root and pole.
            let small = Rational::new(1, 1 << 40);
            if let (Some(a), Some(b)) = (x.at(&small), y.at(&small)) {
                prop_assert_eq!(x.cmp(&y), a.cmp(&b));
                prop_assert_eq!((x.clone() + &y).at(&small), Some(&a + &b));
                prop_assert_eq!((x.clone() * &y).at(&small), Some(&a * &b));
            }
        }

        #[test]
        fn prints_and_reads_back(x in eps()) {
            prop_assert_eq!(x.to_string().parse::<Eps>().unwrap(), x);
        }
    }

    #[derive(Clone, Debug)]
    struct Any(Eps);

    impl quickcheck::Arbitrary for Any {
        fn arbitrary(g: &mut quickcheck::Gen) -> Self {
            let small = |g: &mut quickcheck::Gen| i64::from(<i8 as quickcheck::Arbitrary>::arbitrary(g) % 5);
            let linear = |a: i64, b: i64| Eps::int(a) + Eps::int(b) * Eps::infinitesimal();
            let (n, d) = (linear(small(g), small(g)), linear(small(g), small(g)));
            Any(if d.is_zero() { n } else { n / d })
        }
    }

    #[test]
    fn laws_from_another_generator() {
        fn laws(x: Any, y: Any) -> bool {
            let (x, y) = (x.0, y.0);
            (x.clone() + &y) * (x.clone() - &y) == x.clone() * &x - y.clone() * &y
                && (x.clone() * &x >= Eps::zero())
                && (y.is_zero() || (x.clone() / &y) * &y == x)
                && (x <= y || y < x)
        }
        quickcheck::quickcheck(laws as fn(Any, Any) -> bool);
    }

    #[test]
    fn eps_is_below_every_positive_rational() {
        let read = |text: &str| text.parse::<Eps>().unwrap();
        assert!(Eps::infinitesimal().is_positive());
        assert!(Eps::infinitesimal() < read("1/1000000000000"));
        assert!(read("eps^2") < Eps::infinitesimal());
        assert!(read("1-eps") < Eps::one());
        assert!(read("1/eps") > read("1000000000000"));
        assert_eq!(read("(1-eps)/(2+3*eps)").to_string(), "(1-eps)/(2+3*eps)");
        assert_eq!(read("(2-2*eps)/(4+6*eps)"), read("(1-eps)/(2+3*eps)"));
        assert_eq!(read("(1-eps^2)/(1+eps)").to_string(), "1-eps");
        assert_eq!(read("eps/2").to_string(), "eps/2");
        assert_eq!(read("(1-eps)/(2+3*eps)").limit(), Some(Rational::new(1, 2)));
        assert_eq!(read("1/eps").limit(), None);
        for bad in ["", "eps eps", "1/(eps-eps)", "(", "eps^", "2eps", "+", "eps^99999", "1..2"] {
            assert!(bad.parse::<Eps>().is_err(), "{bad}");
        }
    }
}

#[test]
fn a_float_is_the_number_that_it_is() {
    assert_eq!(Rational::of_float(0.75), Some(Rational::new(3, 4)));
    assert_eq!(Rational::of_float(-3.0), Some(Rational::from(-3)));
    // The binary64 nearest to a tenth, from the standard's own expansion.
    assert_eq!(Rational::of_float(0.1), "3602879701896397/36028797018963968".parse().ok());
    assert_eq!(Rational::of_float(f64::NAN), None);
    assert_eq!(Rational::of_float(f64::INFINITY), None);
    // The smallest positive float, and the largest: 2^-1074 and (2^53 - 1) 2^971.
    let power = |two: Rational, n: u32| (0..n).fold(Rational::from(1), |x, _| x * &two);
    assert_eq!(Rational::of_float(5e-324), Some(power(Rational::new(1, 2), 1074)));
    assert_eq!(
        Rational::of_float(f64::MAX),
        Some(power(Rational::from(2), 971) * Rational::from((1 << 53) - 1))
    );
    assert_eq!(Rational::of_float(1e300).map(|x| x.to_f64()), Some(1e300));
}
