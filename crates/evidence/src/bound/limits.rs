//! Known limits of worst values over all sizes: a phrase for each mechanism and measure, with the theorems
//! that prove it.

use crate::theorems::Theorem;

/// A limit of the worst value over all sizes.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    /// Ids of the mechanisms that the limit covers.
    mechanisms: &'static [&'static str],
    /// Id of the measure.
    measure: &'static str,
    /// The limit in a few words; formulas are written as in the book.
    pub text: &'static str,
    /// Names of the theorems that prove the limit.
    pub theorems: &'static [&'static str],
}

const LIMITS: [Limit; 16] = [
    Limit {
        mechanisms: &["c-drfh", "tsf"],
        measure: "si-ratio",
        text: "0 as capacities grow; for capacities up to $M$ the least value is proved",
        theorems: &["Fair.Cluster.SiRatio.floor_attained"],
    },
    Limit {
        mechanisms: &["drfh"],
        measure: "si-ratio",
        text: "at least the floor of C-DRFH, which instances of small sizes reach",
        theorems: &["Fair.Cluster.SiRatio.c_drfh_floor"],
    },
    Limit {
        mechanisms: &["drf"],
        measure: "price-of-fairness",
        text: "equal weights: $r(N+1-r)/N$ with $r = \\min(R, (N+1)/2)$, approached",
        theorems: &["Fair.Cluster.Price.drf_price", "Fair.Cluster.Price.drf_price_attained"],
    },
    Limit {
        mechanisms: &["cdrf"],
        measure: "price-of-fairness",
        text: "equal weights: $(N+1)^2/(4N)$, reached",
        theorems: &["Fair.Cluster.Price.cdrf_price", "Fair.Cluster.PriceAttained.cdrf_price_attained"],
    },
    Limit {
        mechanisms: &["ps-dsf-tdm"],
        measure: "price-of-fairness",
        text: "equal weights: at most $N/(2\\sqrt{N}-1)$, reached where $N$ is a square",
        theorems: &["Fair.Cluster.PriceTime.tdm_price", "Fair.Cluster.PriceAttained.tdm_price_attained"],
    },
    Limit {
        mechanisms: &["tsf"],
        measure: "price-of-fairness",
        text: "equal weights: $N$, approached",
        theorems: &[
            "Fair.Cluster.PriceLimits.tsf_price",
            "Fair.Cluster.PriceLimits.constrained_price_approached",
        ],
    },
    Limit {
        mechanisms: &["c-drfh"],
        measure: "price-of-fairness",
        text: "equal weights: $N$, approached",
        theorems: &[
            "Fair.Cluster.PriceLimits.c_drfh_price",
            "Fair.Cluster.PriceLimits.constrained_price_approached",
        ],
    },
    Limit {
        mechanisms: &["drfh"],
        measure: "price-of-fairness",
        text: "equal weights: at most $N$; at least $(N+1)^2/(4N)$, as of CDRF on one server",
        theorems: &[
            "Fair.Cluster.PriceLimits.c_drfh_price",
            "Fair.Cluster.PriceAttained.cdrf_price_attained",
        ],
    },
    Limit {
        mechanisms: &["drf-per-server", "ps-dsf"],
        measure: "price-of-fairness",
        text: "equal weights: at most $N$; at least $(N+1)^2/(4N)$, as of DRF on one server",
        theorems: &["Fair.Cluster.PriceLimits.ps_dsf_price", "Fair.Cluster.PriceLimits.per_server_price"],
    },
    Limit {
        mechanisms: &["uniform"],
        measure: "price-of-fairness",
        text: "equal weights: $N$, reached",
        theorems: &[
            "Fair.Cluster.PriceLimits.uniform_price",
            "Fair.Cluster.PriceLimits.uniform_price_attained",
        ],
    },
    Limit {
        mechanisms: &["ddrf", "ddrf-linear", "ddrf-lp", "ddrf-water"],
        measure: "maxmin-ratio",
        text: "$1/m$ for $m$ resources, approached and never reached for $m > 1$",
        theorems: &["Fair.Arrivals.Ratio.cr2_one_over_m", "Fair.Arrivals.Adversary.ddrf_worst_ratio"],
    },
    Limit {
        mechanisms: &["ddrf", "ddrf-linear", "ddrf-lp", "ddrf-water"],
        measure: "maxsum-ratio",
        text: "1 with positive demands; open with zeros",
        theorems: &["Fair.Arrivals.Ratio.sum_never_below_drf"],
    },
    Limit {
        mechanisms: &["lp-naive"],
        measure: "integrality-gap",
        text: "not bounded",
        theorems: &["Fair.Covering.Families.naive_gap_unbounded"],
    },
    Limit {
        mechanisms: &["lp-pruned"],
        measure: "integrality-gap",
        text: "sizes 1 and whole demands: 2, approached and never reached; not bounded with sizes",
        theorems: &["Fair.Covering.Rounding.gap_below_two", "Fair.Covering.Families.gap_approaches_two"],
    },
    Limit {
        mechanisms: &["drf-offline"],
        measure: "maxmin-ratio",
        text: "1, since the measure compares with this rule",
        theorems: &[],
    },
    Limit {
        mechanisms: &["drf-offline"],
        measure: "maxsum-ratio",
        text: "1, since the measure compares with this rule",
        theorems: &[],
    },
];

/// The limit for a mechanism and a measure over all sizes; `None` if there is none, or if a theorem that it
/// needs is missing.
pub fn known(mechanism: &str, measure: &str, theorems: &[Theorem]) -> Option<&'static Limit> {
    let there = |name: &&'static str| theorems.iter().any(|theorem| theorem.name == **name);
    LIMITS
        .iter()
        .find(|limit| limit.mechanisms.contains(&mechanism) && limit.measure == measure)
        .filter(|limit| limit.theorems.iter().all(there))
}
