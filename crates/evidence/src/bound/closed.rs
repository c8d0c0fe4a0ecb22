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

const FORMS: [Form; 13] = [
    Form {
        mechanisms: &["c-drfh", "drfh"],
        measure: "si-ratio",
        theorem: "Fair.Cluster.SiRatio.c_drfh_floor",
        formula: FLOOR,
        covers: |_| true,
        value: floor,
        hypothesis: &[],
    },
    Form {
        mechanisms: &["tsf"],
        measure: "si-ratio",
        theorem: "Fair.Cluster.SiRatio.tsf_floor",
        formula: FLOOR,
        covers: |_| true,
        value: floor,
        hypothesis: &[],
    },
    Form {
        mechanisms: &["drf"],
        measure: "price-of-fairness",
        theorem: "Fair.Cluster.Price.drf_price",
        formula: "r (N + 1 - r) / N with N users and r the least of the resources and (N + 1) / 2",
        covers: equal_and_endless,
        value: |scope| {
            let n = int(scope.users);
            let r = min(int(scope.resources), (&n + Rational::one()) / Rational::int(2));
            &r * (&n + Rational::one() - &r) / n
        },
        hypothesis: &[RUNS],
    },
    Form {
        mechanisms: &["cdrf"],
        measure: "price-of-fairness",
        theorem: "Fair.Cluster.Price.cdrf_price",
        formula: "(N + 1)^2 / (4 N) with N users",
        covers: equal_and_endless,
        value: |scope| {
            let n = int(scope.users);
            let next = &n + Rational::one();
            &next * &next / (Rational::int(4) * n)
        },
        hypothesis: &[RUNS],
    },
    Form {
        mechanisms: &["ps-dsf-tdm"],
        measure: "price-of-fairness",
        theorem: "Fair.Cluster.PriceTime.tdm_price",
        formula: "N / (2 sqrt N - 1) with N users, rounded up where the root is not whole",
        covers: equal_and_endless,
        value: |scope| int(scope.users) / (Rational::int(2) * root_below(scope.users) - Rational::one()),
        hypothesis: &[RUNS],
    },
    Form {
        mechanisms: &["tsf"],
        measure: "price-of-fairness",
        theorem: "Fair.Cluster.PriceLimits.tsf_price",
        formula: "N, the number of users",
        covers: equal_and_endless,
        value: |scope| int(scope.users),
        hypothesis: &[RUNS],
    },
    Form {
        mechanisms: &["c-drfh", "drfh"],
        measure: "price-of-fairness",
        theorem: "Fair.Cluster.PriceLimits.c_drfh_price",
        formula: "N, the number of users",
        covers: equal_and_endless,
        value: |scope| int(scope.users),
        hypothesis: &[RUNS],
    },
    Form {
        mechanisms: &["ps-dsf"],
        measure: "price-of-fairness",
        theorem: "Fair.Cluster.PriceLimits.ps_dsf_price",
        formula: "N, the number of users",
        covers: equal_and_endless,
        value: |scope| int(scope.users),
        hypothesis: &[RUNS],
    },
    Form {
        mechanisms: &["drf-per-server"],
        measure: "price-of-fairness",
        theorem: "Fair.Cluster.PriceLimits.per_server_price",
        formula: "N, the number of users",
        covers: equal_and_endless,
        value: |scope| int(scope.users),
        hypothesis: &[RUNS],
    },
    Form {
        mechanisms: &["uniform"],
        measure: "price-of-fairness",
        theorem: "Fair.Cluster.PriceLimits.uniform_price",
        formula: "N, the number of users",
        covers: equal_and_endless,
        value: |scope| int(scope.users),
        hypothesis: &[RUNS],
    },
    Form {
        mechanisms: &["ddrf", "ddrf-linear", "ddrf-lp", "ddrf-water"],
        measure: "maxmin-ratio",
        theorem: "Fair.Arrivals.Ratio.cr2",
        formula: "(k + m - 1) / (k m) with k agents and m resources",
        covers: |_| true,
        value: |scope| {
            let (k, m) = (int(scope.users), int(scope.resources));
            (&k + &m - Rational::one()) / (k * m)
        },
        hypothesis: &[],
    },
    Form {
        mechanisms: &["ddrf", "ddrf-linear", "ddrf-lp", "ddrf-water"],
        measure: "maxsum-ratio",
        theorem: "Fair.Arrivals.Ratio.sum_never_below_drf",
        formula: "1",
        covers: |scope| scope.hypothesis == Hypothesis::PositiveDemands,
        value: |_| Rational::one(),
        hypothesis: &[],
    },
    Form {
        mechanisms: &["lp-pruned"],
        measure: "integrality-gap",
        theorem: "Fair.Covering.Rounding.gap_below_two",
        formula: "2",
        covers: |scope| scope.hypothesis == Hypothesis::UnitSizes,
        value: |_| Rational::int(2),
        hypothesis: &[],
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
