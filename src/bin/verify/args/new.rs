//! Arguments of `verify new`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

/// A new id.
#[derive(Debug, Args)]
pub struct New {
    /// The kind of the id.
    #[arg(value_enum)]
    pub kind: NewKind,
    /// The id: lower-case letters, digits and hyphens, as in max-min-tasks.
    pub id: String,
    /// The model of the new mechanism, property or measure.
    #[arg(long, value_name = "ID", default_value = "cluster")]
    pub model: String,
    /// The name within a sentence [default: the id in words].
    #[arg(long, value_name = "TEXT")]
    pub name: Option<String>,
    /// The checkout of the project in which the files are written.
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub root: PathBuf,
}

/// The kinds of new ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum NewKind {
    Mechanism,
    Property,
    Measure,
    Model,
}

impl NewKind {
    /// Returns the word of the kind in outputs.
    pub fn word(self) -> &'static str {
        match self {
            NewKind::Mechanism => "mechanism",
            NewKind::Property => "property",
            NewKind::Measure => "measure",
            NewKind::Model => "model",
        }
    }

    /// Returns `true` if the kind belongs to no model.
    pub fn stands_alone(self) -> bool {
        self == NewKind::Model
    }
}
