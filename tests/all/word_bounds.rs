//! Sums, products and fillings at the bounds of machine words, and just beyond them: a fast path is exact or says
//! nothing. `tests/plants/` plants overflows there, too.

use chacha20::ChaCha8Rng;
use fairwitness::instances;
use fairwitness::linear::Patience;
use fairwitness::mechanism::{self, certified};
use fairwitness::model::cluster::{Placement, Pool, Weight};
use fairwitness::scalar::{Int, Quick, Rational, Scalar, Total, common_denominator, dot, sum, whole};
use rand::RngExt;

use super::rescaling::power;

/// Sums and products at the bound of a fast path, and just beyond it.
#[test]
fn sums_and_products_at_the_bounds_of_machine_words() {
    let word = |n: &str| n.parse::<Rational>().unwrap();
    let one = Rational::one();
    for bits in [31, 32, 61, 62, 63, 64, 126, 127, 128] {
        for step in [-1, 0, 1] {
            let x = power(2, bits) + Rational::int(step);
            let y = power(2, bits) - Rational::int(step) - &one;
            let text = |x: &Rational| word(&x.to_string());
            assert_eq!(text(&x), x);
            // (x + y)(x - y) = x^2 - y^2, and quotients undo products.
            assert_eq!((&x + &y) * (&x - &y), &x * &x - &y * &y, "{bits} {step}");
            assert_eq!(&(&x * &y) / &y, x, "{bits} {step}");
            assert_eq!(&x / &y - &one, (&x - &y) / &y, "{bits} {step}");
            assert_eq!(x.cmp(&y), (&x - &y).cmp(&Rational::zero()), "{bits} {step}");
            let negated = -x.clone();
            assert_eq!(negated.abs(), x);
            assert_eq!(
                (&x / Rational::int(2)).floor() + (&x / Rational::int(2) - (&x / Rational::int(2)).floor()),
                &x / Rational::int(2)
            );
        }
    }
    assert_eq!(Rational::from_int(&Int::from(i64::MIN)).abs().to_string(), "9223372036854775808");
    assert_eq!((-Rational::int(i64::MIN)).to_string(), "9223372036854775808");
    assert_eq!((Rational::int(i64::MIN) / Rational::int(-1)).to_string(), "9223372036854775808");
}

/// Fractions of words, many of them near the bound.
fn words() -> Vec<Rational> {
    let parts = [1, 3, 1 << 31, (1 << 31) - 1, 1 << 61, (1 << 62) - 57, i64::MAX - 24, i64::MAX];
    let fraction = |n: i64, d: i64| [Rational::new(n, d), Rational::new(-n, d)];
    parts.iter().flat_map(|&n| parts.iter().flat_map(move |&d| fraction(n, d))).collect()
}

/// Quick fractions without poison are exact, and most sums and products that fit have none.
#[test]
fn quick_fractions_at_the_bounds_of_machine_words() {
    let (mut said, mut poisoned) = (0, 0);
    let words = words();
    for x in &words {
        for y in &words {
            let (p, q) = (Quick::from(x), Quick::from(y));
            assert_eq!(p.partial_cmp(&q), Some(x.cmp(y)), "{x} {y}");
            let quick = [
                Quick::exactly(|| p + q),
                Quick::exactly(|| p - q),
                Quick::exactly(|| p * q),
                Quick::exactly(|| p / q),
            ];
            for (quick, exact) in quick.into_iter().zip([x + y, x - y, x * y, x / y]) {
                match quick {
                    Some(quick) => {
                        said += 1;
                        assert_eq!(quick.rational(), Some(exact), "{x} {y}");
                    }
                    None => {
                        poisoned += 1;
                        assert_eq!(exact.small(), None, "{x} {y}");
                    }
                }
            }
        }
    }
    assert!(said > 10_000 && poisoned > 10_000, "{said} {poisoned}");
}

/// Long sums of products, term by term and grouped.
#[test]
fn long_sums_at_the_bounds_of_machine_words() {
    let words: Vec<Rational> = words().into_iter().filter(Scalar::is_positive).collect();
    for x in &words {
        // Forty terms over one denominator, then all words over many denominators.
        let alike = vec![x; 40];
        let exact = x * x * Rational::int(40);
        let pairs = || alike.iter().map(|x| (*x, *x));
        assert_eq!((dot(pairs()), Total::of(pairs()).rational()), (exact.clone(), exact), "{x}");
        let pairs = || words.iter().map(|y| (x, y));
        let exact = sum(words.iter().map(|y| x * y));
        assert_eq!((dot(pairs()), Total::of(pairs()).rational()), (exact.clone(), exact), "{x}");
        for y in &words {
            let unit = common_denominator([x, y]);
            let exact = x * Rational::from_int(&unit);
            assert!(exact.is_integer(), "{x} {y}");
            assert_eq!(Rational::from_int(&whole(x, &unit)), exact, "{x} {y}");
        }
    }
}

/// Numbers of every length, so that each step of the filling is somewhere the first that does not fit. A result
/// about a pool has a certificate, which exact numbers check.
#[test]
fn fillings_at_the_bounds_of_machine_words() {
    let mut rng = instances::draw_number(55, 0);
    let drf = mechanism::CLUSTER.iter().find(|m| m.id() == "drf").unwrap();
    let (mut said, mut silent) = (0, 0);
    for _ in 0..20_000 {
        let (users, resources) = (rng.random_range(2..=4), rng.random_range(1..=3));
        let length =
            |rng: &mut ChaCha8Rng, bits: u32| (1i64 << rng.random_range(0..=bits)) + rng.random_range(0..=2);
        let [above, below] = [rng.random_range(0..=50), [0, 12, 31][rng.random_range(0..3)]];
        let mut rows = |count: usize, width: usize, above: u32| -> Vec<Vec<Rational>> {
            let mut number = || Rational::new(length(&mut rng, above), length(&mut rng, below));
            (0..count).map(|_| (0..width).map(|_| number()).collect()).collect()
        };
        let mut pool = Pool::new(rows(1, resources, above), rows(users, resources, above / 4));
        pool.weight = Weight::User(rows(1, users, 1).remove(0));
        let words = pool.map(|x| Quick::from(x));
        let mut gets = Vec::new();
        match Quick::exactly(|| drf.in_words().unwrap().gets(&words, &mut gets)) {
            Some(true) => {
                said += 1;
                let tasks = gets.iter().map(|x| vec![x.rational().unwrap()]).collect();
                certified(*drf, &pool, &Placement { tasks }, &Patience::unlimited())
                    .unwrap_or_else(|why| panic!("{why}: {pool:?}"));
            }
            _ => silent += 1,
        }
    }
    assert!(said > 5_000 && silent > 5_000, "{said} said, {silent} silent");
}
