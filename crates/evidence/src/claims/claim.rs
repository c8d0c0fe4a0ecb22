//! A claim: what a paper says where, in which voice, what bears on it, and where that leaves it.

use crate::model::Hypothesis;
use crate::scalar::Rational;
use crate::sources::Report;

/// Where the evidence leaves a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Standing {
    /// Something exact speaks against it.
    Contradicted,
    /// A theorem that a proof kernel accepts says it.
    Proved,
    /// Everything that it states was computed, and comes out.
    Reproduced,
    /// It speaks of infinitely many instances, and none against it is known.
    Unrefuted,
    /// Nothing here bears on it.
    Open,
}

impl Standing {
    /// All of them.
    pub const ALL: [Standing; 5] =
        [Standing::Contradicted, Standing::Proved, Standing::Reproduced, Standing::Unrefuted, Standing::Open];

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Standing::Contradicted => "contradicted",
            Standing::Proved => "proved",
            Standing::Reproduced => "reproduced",
            Standing::Unrefuted => "unrefuted",
            Standing::Open => "open",
        }
    }
}

/// How a piece of evidence bears on a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bearing {
    /// It proves it.
    Proves,
    /// It says the same.
    Reproduces,
    /// It says the contrary.
    Contradicts,
    /// It found nothing against it.
    Unrefuted,
}

impl Bearing {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Bearing::Proves => "proves",
            Bearing::Reproduces => "reproduces",
            Bearing::Contradicts => "contradicts",
            Bearing::Unrefuted => "unrefuted",
        }
    }
}

/// What a statement can be in its paper.
pub const KINDS: [&str; 12] = [
    "theorem",
    "lemma",
    "proposition",
    "proof-step",
    "algorithm",
    "definition",
    "example",
    "number",
    "table",
    "figure",
    "remark",
    "misprint",
];

/// Whose statement it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Voice {
    /// The paper says it, and its text was read.
    Paper,
    /// It is reported of a source: by documentation or code of a product, by an abstract, by notes, from memory.
    Reported,
    /// We ask: the paper is silent, assumes otherwise, or does not mean it so.
    Question,
}

impl Voice {
    /// All of them.
    pub const ALL: [Voice; 3] = [Voice::Paper, Voice::Reported, Voice::Question];

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Voice::Paper => "paper",
            Voice::Reported => "reported",
            Voice::Question => "question",
        }
    }
}

/// A piece of evidence; the fields are named as in the file: ids, file names, and what is expected.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum Evidence {
    /// Is there a violation of the cell on record? `violated` says that the claim expects one.
    Cell { mechanism: String, property: String, violated: bool },
    /// The totals that a mechanism hands out on an instance, as the paper prints them.
    Run { mechanism: String, instance: String, tasks: Vec<Rational> },
    /// The judgement of a cell on one instance.
    Judge { mechanism: String, property: String, instance: String, violated: bool },
    /// The value of a measure on one instance.
    Measure { mechanism: String, measure: String, instance: String, value: Rational },
    /// A record, and which way it speaks.
    Record { file: String, bearing: Bearing },
    /// A test of the suite, and which way it speaks.
    Test { name: String, bearing: Bearing },
}

/// What a paper says.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    /// The id: citekey and a short name.
    pub id: String,
    /// The citekey.
    pub source: String,
    /// Which group of statements of its paper it belongs to.
    pub row: usize,
    /// Where in the paper; of a question, what it arises from.
    pub locus: String,
    /// What the statement is in its paper: one of [`KINDS`].
    pub kind: String,
    /// Whether the paper says it, it is reported, or we ask.
    pub voice: Voice,
    /// Of a reported claim: what reports it, and where that stands.
    pub reported: Option<(Report, String)>,
    /// The name of the one cause that it shares with other claims of its paper.
    pub finding: String,
    /// What it says, in our words.
    pub statement: String,
    /// Whether it asserts this, denies it, or leaves it open.
    pub stance: String,
    /// The mechanism that it speaks of.
    pub mechanism: Option<String>,
    /// The property that it speaks of.
    pub property: Option<String>,
    /// What it assumes of instances.
    pub hypothesis: Hypothesis,
    /// The numbers that it prints.
    pub numbers: Vec<(String, String)>,
    /// How we read it, and where the text breaks.
    pub note: Option<String>,
    /// What was tried, where nothing settles it.
    pub tried: Option<String>,
    /// What bears on it.
    pub evidence: Vec<Evidence>,
}

/// A claim with what its evidence came to.
#[derive(Clone, Debug)]
pub struct Weighed {
    /// The claim.
    pub claim: Claim,
    /// Where the evidence leaves it.
    pub standing: Standing,
    /// Each piece of evidence in words, and how it bears.
    pub found: Vec<(Bearing, String)>,
    /// What was searched or decided, where something was.
    pub extent: Option<String>,
}
