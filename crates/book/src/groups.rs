//! Groups of properties: the columns of the matrix that belong together, with a heading.

/// Properties of a model that ask one kind of question.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// Id of the model.
    pub model: &'static str,
    /// Heading of the group, in a few words.
    pub title: &'static str,
    /// Ids of the properties, in the order in which they are shown.
    pub properties: &'static [&'static str],
    /// `true` if the properties compare a rule for whole tasks with another rule, and are not defined for
    /// other rules.
    pub deviation: bool,
}

const fn group(model: &'static str, title: &'static str, properties: &'static [&'static str]) -> Group {
    Group { model, title, properties, deviation: false }
}

/// The groups, model by model.
pub const GROUPS: &[Group] = &[
    group("arrivals", "no agent falls behind", &["dynamic-si", "ef", "def"]),
    group("arrivals", "nothing is wasted", &["feasible", "dpo", "dynamic-po"]),
    group("arrivals", "lies", &["sp"]),
    group(
        "arrivals",
        "what the rule is made of",
        &["irrevocable", "agrees-with-lp", "lemma-1", "lemma-2", "lemma-3"],
    ),
    group(
        "cluster",
        "no agent falls behind",
        &[
            "si",
            "si-contributed",
            "bbf",
            "bmf",
            "ef",
            "ef-aggregate",
            "ef1",
            "ef1-own",
            "floors-kept",
            "hier-share",
            "no-starvation",
        ],
    ),
    group("cluster", "special pools", &["bf", "bf-global", "srf", "single-server"]),
    group("cluster", "nothing is wasted", &["caps-kept", "feasible", "non-wasteful", "po"]),
    group(
        "cluster",
        "lies",
        &["sp", "sp-demand", "sp-eligibility", "sp-time-slice", "group-sp", "group-sp-weak"],
    ),
    group("cluster", "what the rule is made of", &["ends"]),
    group("cluster", "a pool that changes", &["population-monotone", "resource-monotone"]),
    Group {
        deviation: true,
        ..group(
            "cluster",
            "off from DRF in whole tasks",
            &[
                "agrees-with-pdrf",
                "over-by",
                "over-by-skip",
                "under-by",
                "under-by-one",
                "under-by-skip",
                "under-by-one-skip",
                "within-max-task",
            ],
        )
    },
    group("cohort", "preemption comes to rest", &["acyclic", "acyclic-in-turn", "no-return"]),
    group(
        "cohort",
        "who may be preempted",
        &["legal-net", "legal-after", "quota-kept", "minimal-victims", "feasible"],
    ),
    group(
        "covering",
        "feasible, and near the best",
        &["feasible", "relaxation", "rounding-bound", "greedy-bound", "greedy-bound-literal"],
    ),
];
