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

/// The sharing-incentive ratio of rules that level dominant shares or task shares over all servers.
const SI_FLOOR: &str = "$N$ users of weights up to $W$, $K$ servers, capacities 0 or from 1 to $M$: $(1+(N-1)W)/(1+(N-1)W(1+(K-1)M))$, reached; so 0 as capacities grow";

const LIMITS: &[Limit] = &[
    Limit {
        mechanisms: &["c-drfh"],
        measure: "si-ratio",
        text: SI_FLOOR,
        theorems: &[
            "Fair.Cluster.SiRatio.c_drfh_si_ratio",
            "Fair.Cluster.SiRatio.c_drfh_floor",
            "Fair.Cluster.SiRatio.floor_attained",
        ],
    },
    Limit {
        mechanisms: &["tsf"],
        measure: "si-ratio",
        text: SI_FLOOR,
        theorems: &[
            "Fair.Cluster.SiRatio.tsf_si_ratio",
            "Fair.Cluster.SiRatio.tsf_floor",
            "Fair.Cluster.SiRatio.floor_attained",
        ],
    },
    Limit {
        mechanisms: &["drfh"],
        measure: "si-ratio",
        text: "at least as for `c-drfh`; instances of small sizes reach that",
        theorems: &["Fair.Cluster.SiRatio.c_drfh_si_ratio", "Fair.Cluster.SiRatio.c_drfh_floor"],
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
        text: "equal weights: $N$, approached",
        theorems: &[
            "Fair.Cluster.PriceLimits.c_drfh_price",
            "Fair.Cluster.PriceServers.drfh_price_approached",
        ],
    },
    Limit {
        mechanisms: &["drf-per-server"],
        measure: "price-of-fairness",
        text: "equal weights: $N$, approached",
        theorems: &[
            "Fair.Cluster.PriceLimits.per_server_price",
            "Fair.Cluster.PriceServers.per_server_price_approached",
        ],
    },
    Limit {
        mechanisms: &["ps-dsf"],
        measure: "price-of-fairness",
        text: "equal weights: $N$, approached by some of its allocations",
        theorems: &[
            "Fair.Cluster.PriceLimits.ps_dsf_price",
            "Fair.Cluster.PriceServers.ps_dsf_price_approached",
        ],
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
    Limit {
        mechanisms: &["greedy", "greedy-last"],
        measure: "approximation-ratio",
        text: "equal demands $D$ of at least 3: $2 - 1/(D-1)$, approached; 1 for $D \\le 2$; unlike demands: not bounded",
        theorems: &[
            "Fair.Covering.GreedyFactor.greedy_factor",
            "Fair.Covering.GreedyFactor.greedy_optimal_up_to_two",
            "Fair.Covering.GreedyFamily.greedy_factor_approached",
        ],
    },
    Limit {
        mechanisms: &["rounding"],
        measure: "approximation-ratio",
        text: "sizes 1 and whole demands: below 2; a family of three tasks, tested and not proved, comes near 2",
        theorems: &["Fair.Covering.Rounding.rounding"],
    },
    Limit {
        mechanisms: &["greedy", "greedy-last"],
        measure: "homogeneous-ratio",
        text: "1 for at most $2D+1$ tasks; beyond that at most $2 - 1/(D-1)$",
        theorems: &["Fair.Covering.Greedy.theorem_13_few_tasks", "Fair.Covering.GreedyFactor.greedy_factor"],
    },
    Limit {
        mechanisms: &["lp-sized"],
        measure: "integrality-gap",
        text: "not bounded: $m^2/(2m-1)$ with $m$ tasks",
        theorems: &["Fair.Covering.Sizes.sizes_optimum", "Fair.Covering.Sizes.sizes_value"],
    },
    Limit {
        mechanisms: &["cdrf"],
        measure: "si-ratio",
        text: "1, the best there is",
        theorems: &["Fair.Cluster.TaskShare.cdrf_sharing_incentive"],
    },
    Limit {
        mechanisms: &["drf-per-server"],
        measure: "si-ratio",
        text: "1, the best there is",
        theorems: &["Fair.Cluster.PerServer.drf_per_server_sharing_incentive"],
    },
    Limit {
        mechanisms: &["ps-dsf"],
        measure: "si-ratio",
        text: "1, the best there is",
        theorems: &["Fair.Cluster.PsDsf.ps_dsf_sharing_incentive"],
    },
    Limit {
        mechanisms: &["ps-dsf-tdm"],
        measure: "si-ratio",
        text: "1, the best there is",
        theorems: &["Fair.Cluster.PsDsfTdm.ps_dsf_tdm_sharing_incentive"],
    },
    Limit {
        mechanisms: &["uniform"],
        measure: "si-ratio",
        text: "1, the best there is",
        theorems: &["Fair.Cluster.Uniform.uniform_sharing_incentive"],
    },
    Limit {
        mechanisms: &["c-drfh"],
        measure: "envy-ratio",
        text: "1, the best there is",
        theorems: &["Fair.Cluster.Drfh.c_drfh_envy_free"],
    },
    Limit {
        mechanisms: &["cdrf"],
        measure: "envy-ratio",
        text: "1, the best there is",
        theorems: &["Fair.Cluster.TaskShare.cdrf_envy_free"],
    },
    Limit {
        mechanisms: &["drf-per-server"],
        measure: "envy-ratio",
        text: "1, the best there is",
        theorems: &["Fair.Cluster.PerServer.drf_per_server_envy_free"],
    },
    Limit {
        mechanisms: &["drfh"],
        measure: "envy-ratio",
        text: "1, the best there is",
        theorems: &["Fair.Cluster.Drfh.drfh_envy_free"],
    },
    Limit {
        mechanisms: &["ps-dsf"],
        measure: "envy-ratio",
        text: "1, the best there is",
        theorems: &["Fair.Cluster.PsDsf.ps_dsf_envy_free"],
    },
    Limit {
        mechanisms: &["ps-dsf-tdm"],
        measure: "envy-ratio",
        text: "1, the best there is",
        theorems: &["Fair.Cluster.PsDsfTdm.ps_dsf_tdm_no_envy"],
    },
    Limit {
        mechanisms: &["tsf"],
        measure: "envy-ratio",
        text: "1, the best there is",
        theorems: &["Fair.Cluster.TaskShare.tsf_envy_free"],
    },
    Limit {
        mechanisms: &["uniform"],
        measure: "envy-ratio",
        text: "1, the best there is",
        theorems: &["Fair.Cluster.Uniform.uniform_envy_free"],
    },
    Limit {
        mechanisms: &["drf-per-server"],
        measure: "utilisation",
        text: "0, approached on pools that another allocation fills",
        theorems: &["Fair.Cluster.LowUse.low_use"],
    },
];

/// Returns the bounds of a measure whose theorems are all available, in the order of the table.
pub fn of_measure<'a>(
    measure: &'a str,
    theorems: &'a [Theorem],
) -> impl Iterator<Item = &'static Limit> + 'a {
    LIMITS.iter().filter(move |limit| limit.measure == measure && limit.stands(theorems))
}

/// Returns the number of bounds, with or without their theorems.
pub fn count() -> usize {
    LIMITS.len()
}

impl Limit {
    /// Returns the ids of the mechanisms to which the bound applies.
    pub fn mechanisms(&self) -> &'static [&'static str] {
        self.mechanisms
    }

    /// Returns `true` if all theorems that state the bound are available.
    fn stands(&self, theorems: &[Theorem]) -> bool {
        self.theorems.iter().all(|name| theorems.iter().any(|theorem| theorem.name == *name))
    }
}
/// The limit for a mechanism and a measure over all sizes; `None` if there is none, or if a theorem that it
/// needs is missing.
pub fn known(mechanism: &str, measure: &str, theorems: &[Theorem]) -> Option<&'static Limit> {
    LIMITS
        .iter()
        .find(|limit| limit.mechanisms.contains(&mechanism) && limit.measure == measure)
        .filter(|limit| limit.stands(theorems))
}
