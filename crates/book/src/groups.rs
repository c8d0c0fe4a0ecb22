//! Groups of properties: the columns of the matrix that belong together, with a heading.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::document::{Document, typed};
use crate::workbench::models;

/// Properties of a model that ask one kind of question.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Group {
    /// Id of the model.
    pub model: String,
    /// Heading of the group, in a few words.
    pub title: String,
    /// Ids of the properties, in the order in which they are shown.
    pub properties: Vec<String>,
    /// `true` if the properties compare a rule for whole tasks with another rule, and are not defined for
    /// other rules.
    #[serde(default)]
    pub deviation: bool,
}

/// The groups, model by model.
pub static GROUPS: LazyLock<Vec<Group>> = LazyLock::new(|| {
    let read = Document::parse("groups.toml", include_str!("data/groups.toml"));
    let read =
        read.and_then(|all| all.node().fields()?.required("group")?.list()?.iter().map(typed).collect());
    read.expect("a test reads the table")
});

/// The groups of a model with its properties, and a group of the properties that belong to none.
pub(super) fn grouped(model: &str) -> Vec<(&'static str, bool, Vec<&'static str>)> {
    let ids: Vec<&'static str> =
        models().iter().filter(|b| b.model() == model).flat_map(|b| b.properties()).map(|p| p.id).collect();
    let own = || GROUPS.iter().filter(|g| g.model == model);
    let there =
        |g: &'static Group| g.properties.iter().map(String::as_str).filter(|p| ids.contains(p)).collect();
    let mut groups: Vec<(&str, bool, Vec<&str>)> =
        own().map(|g| (g.title.as_str(), g.deviation, there(g))).collect();
    let grouped = |id: &&str| groups.iter().any(|(.., properties)| properties.contains(id));
    let strays: Vec<&str> = ids.iter().copied().filter(|id| !grouped(id)).collect();
    if !strays.is_empty() {
        groups.push(("others", false, strays));
    }
    groups
}
