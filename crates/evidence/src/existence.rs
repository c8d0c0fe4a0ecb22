//! Existence: whether a mechanism has an outcome on every instance of its domain. A proved cell says something of
//! outcomes, and nothing where there is none.

use strum::{IntoStaticStr, VariantArray};

/// The state of the statement that a mechanism has an outcome on every instance of its domain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum Existence {
    /// A theorem that a proof kernel accepts says so.
    Proved,
    /// A proof on paper says so.
    OnPaper,
    /// There is an instance on which the mechanism comes to no end: by a record, or by a proof on paper.
    MayNotEnd,
    /// Neither a proof nor such a record is known.
    Unknown,
}

impl Existence {
    /// Returns the word of the state in outputs.
    pub fn word(self) -> &'static str {
        self.into()
    }

    /// Returns the state in words that complete a sentence: `proved on paper`.
    pub fn phrase(self) -> &'static str {
        match self {
            Existence::Proved => "proved in Coq for all sizes",
            Existence::OnPaper => "proved on paper",
            Existence::MayNotEnd => "false, because a run may not end",
            Existence::Unknown => "unknown",
        }
    }

    /// Returns the sentence of a mechanism's page.
    pub fn sentence(self) -> &'static str {
        match self {
            Existence::Proved => "Every instance of its domain has an outcome: proved in Coq for all sizes.",
            Existence::OnPaper => "Every instance of its domain has an outcome: proved on paper.",
            Existence::MayNotEnd => {
                "Some instance has no outcome, because the run comes to no end; what is proved holds where the run \
                 ends."
            }
            Existence::Unknown => {
                "Nothing here proves that every instance has an outcome; what is proved holds where there is one."
            }
        }
    }
}
