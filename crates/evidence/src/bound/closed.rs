//! Bounds by theorems: closed forms in the sizes of a scope, each the formula of a theorem that Coq accepts.

use super::{Bound, Ground};
use crate::instances::Scope;
use crate::model::Hypothesis;
use crate::scalar::{Rational, Scalar, min};
use crate::theorems::Theorem;

/// A closed form: its mechanisms and measure, its theorem, and its value for a scope.
struct Form {
    mechanisms: &'static [&'static str],
    measure: &'static str,
    theorem: &'static str,
    formula: &'static str,
    /// Tests if the theorem covers every instance of the scope.
    covers: fn(&Scope) -> bool,
    value: fn(&Scope) -> Rational,
    /// The assumptions of the theorem beyond the scope.
    hypothesis: &'static [&'static str],
}

/// The assumption that every agent counts in the welfare of the theorem.
const RUNS: &str = "each user runs somewhere";

const fn form(
    mechanisms: &'static [&'static str],
    measure: &'static str,
    theorem: &'static str,
    (formula, value): (&'static str, fn(&Scope) -> Rational),
) -> Form {
    Form { mechanisms, measure, theorem, formula, covers: |_| true, value, hypothesis: &[] }
}

/// A price of fairness, where all weights are 1 and tasks unlimited.
const fn price(
    mechanisms: &'static [&'static str],
    theorem: &'static str,
    value: (&'static str, fn(&Scope) -> Rational),
) -> Form {
    let form = form(mechanisms, "price-of-fairness", theorem, value);
    Form { covers: equal_and_endless, hypothesis: &[RUNS], ..form }
}

/// The price of fairness of a mechanism that can give everything to one user.
const ALL: (&str, fn(&Scope) -> Rational) = ("N, the number of users", |scope| int(scope.users));

const DYNAMIC: &[&str] = &["ddrf", "ddrf-linear", "ddrf-lp", "ddrf-water"];

const FORMS: [Form; 13] = [
    form(&["c-drfh", "drfh"], "si-ratio", "Fair.Cluster.SiRatio.c_drfh_floor", (FLOOR, floor)),
    form(&["tsf"], "si-ratio", "Fair.Cluster.SiRatio.tsf_floor", (FLOOR, floor)),
    price(
        &["drf"],
        "Fair.Cluster.Price.drf_price",
        ("r (N + 1 - r) / N with N users and r the least of the resources and (N + 1) / 2", |scope| {
            let n = int(scope.users);
            let r = min(int(scope.resources), (&n + Rational::one()) / Rational::int(2));
            &r * (&n + Rational::one() - &r) / n
        }),
    ),
    price(
        &["cdrf"],
        "Fair.Cluster.Price.cdrf_price",
        ("(N + 1)^2 / (4 N) with N users", |scope| {
            let n = int(scope.users);
            let next = &n + Rational::one();
            &next * &next / (Rational::int(4) * n)
        }),
    ),
    price(
        &["ps-dsf-tdm"],
        "Fair.Cluster.PriceTime.tdm_price",
        ("N / (2 sqrt N - 1) with N users, rounded up where the root is not whole", |scope| {
            int(scope.users) / (Rational::int(2) * root_below(scope.users) - Rational::one())
        }),
    ),
    price(&["tsf"], "Fair.Cluster.PriceLimits.tsf_price", ALL),
    price(&["c-drfh", "drfh"], "Fair.Cluster.PriceLimits.c_drfh_price", ALL),
    price(&["ps-dsf"], "Fair.Cluster.PriceLimits.ps_dsf_price", ALL),
    price(&["drf-per-server"], "Fair.Cluster.PriceLimits.per_server_price", ALL),
    price(&["uniform"], "Fair.Cluster.PriceLimits.uniform_price", ALL),
    form(
        DYNAMIC,
        "maxmin-ratio",
        "Fair.Arrivals.Ratio.cr2",
        ("(k + m - 1) / (k m) with k agents and m resources", |scope| {
            let (k, m) = (int(scope.users), int(scope.resources));
            (&k + &m - Rational::one()) / (k * m)
        }),
    ),
    Form {
        covers: |scope| scope.hypothesis == Hypothesis::PositiveDemands,
        ..form(DYNAMIC, "maxsum-ratio", "Fair.Arrivals.Ratio.sum_never_below_drf", ("1", |_| Rational::one()))
    },
    Form {
        covers: |scope| scope.hypothesis == Hypothesis::UnitSizes,
        ..form(
            &["lp-pruned"],
            "integrality-gap",
            "Fair.Covering.Rounding.gap_below_two",
            ("2", |_| Rational::int(2)),
        )
    },
];

const FLOOR: &str = "(1 + (N-1) W) / (1 + (N-1) W (1 + (K-1) M)) with N users of weights up to W, K servers, capacities 0 or from 1 to M";

/// Pairs of a measure and a property that says that the ratio is at least 1, for bounds by theorems about
/// properties.
const AT_LEAST_ONE: [(&str, &str); 2] = [("si-ratio", "si"), ("envy-ratio", "ef")];

fn int(n: usize) -> Rational {
    Rational::int(i64::try_from(n).unwrap_or(i64::MAX))
}

/// Returns `true` if all weights are 1 and all users have unlimited tasks.
fn equal_and_endless(scope: &Scope) -> bool {
    let extras = scope.extras;
    extras.weights == Some(1) && extras.resource_weights == Some(0) && extras.limits == Some(0)
}

/// The lower bound of the sharing-incentive ratio. In units of the smallest part of a number, each capacity
/// is 0 or at least 1.
fn floor(scope: &Scope) -> Rational {
    let most = Rational::int(scope.most_capacity()) * Rational::int(scope.extras.parts.unwrap_or(1));
    let others = int(scope.users.saturating_sub(1)) * Rational::int(scope.extras.weights.unwrap_or(1));
    let long = Rational::one() + int(scope.servers.saturating_sub(1)) * most;
    (Rational::one() + &others) / (Rational::one() + others * long)
}

/// The square root of `n` if it is an integer; otherwise a rational number below it by less than a millionth.
fn root_below(n: usize) -> Rational {
    let root = n.isqrt();
    if root * root == n {
        return int(root);
    }
    let fine: usize = 1_000_000;
    Rational::new(i64::try_from((n * fine * fine).isqrt()).unwrap_or(i64::MAX), 1_000_000)
}

/// The bounds that theorems give for a scope with every option named.
pub fn of(mechanism: &str, measure: &str, scope: &Scope, theorems: &[Theorem]) -> Vec<Bound> {
    let named = |name: &str| theorems.iter().find(|theorem| theorem.name == name);
    let ground = |theorem: &Theorem, formula| Ground::Theorem {
        name: theorem.name.clone(),
        file: theorem.file.clone(),
        statement: theorem.statement.clone(),
        formula,
    };
    let bounded = scope.extras.weights.is_some() || mechanism_of_arrivals(measure);
    let fits = |form: &&Form| {
        form.mechanisms.contains(&mechanism) && form.measure == measure && (form.covers)(scope) && bounded
    };
    let by_form = FORMS.iter().filter(fits).filter_map(|form| {
        let theorem = named(form.theorem)?;
        let mut hypothesis: Vec<String> = form.hypothesis.iter().map(|h| (*h).to_string()).collect();
        let parts = scope.extras.parts.unwrap_or(1);
        if form.formula == FLOOR && parts > 1 {
            hypothesis.push(format!("capacities are counted in parts of 1/{parts}, which changes no ratio"));
        }
        Some(Bound { value: (form.value)(scope), ground: ground(theorem, form.formula), hypothesis })
    });
    let assumed = match scope.hypothesis {
        Hypothesis::None if scope.extras.resource_weights == Some(0) => Hypothesis::UserWeights,
        other => other,
    };
    let by_cell = AT_LEAST_ONE.iter().filter(|(of, _)| *of == measure).filter_map(|(_, property)| {
        let theorem = theorems.iter().find(|t| t.covers(mechanism, property, assumed).is_some())?;
        Some(Bound { value: Rational::one(), ground: ground(theorem, "1"), hypothesis: Vec::new() })
    });
    by_form.chain(by_cell).collect()
}

fn mechanism_of_arrivals(measure: &str) -> bool {
    !["si-ratio", "envy-ratio", "price-of-fairness"].contains(&measure)
}
