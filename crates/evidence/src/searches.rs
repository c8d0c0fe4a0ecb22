//! The searches of every cell: campaigns with random draws and changes, and scopes that were exhausted.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

use serde::Deserialize;

use super::campaign::Counts;
use crate::document::{InputError, Value, files, typed};
use crate::instances::Scope;
use crate::model::Hypothesis;
use crate::search::Searched;
use crate::workbench::{CensusReport, models};

/// The extent of the search of one cell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Extent {
    /// Number of instances searched.
    pub instances: u64,
    /// Number of instances decided.
    pub decided: u64,
    /// Number of instances left undecided.
    pub undecided: u64,
    /// The largest scope that was exhausted.
    pub exhausted: Option<String>,
    /// Number of instances of that scope.
    pub gone_through: u64,
}

impl fmt::Display for Extent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {} instances decided", self.decided, self.instances)?;
        match &self.exhausted {
            Some(scope) => write!(f, ", all of {scope} among them"),
            None => Ok(()),
        }
    }
}

/// A cell of a census on file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CensusRow {
    scope: String,
    mechanism: String,
    property: String,
    instances: u64,
    decided: u64,
    undecided: u64,
}

/// The extents of searches, by model, mechanism, property, and each hypothesis that their scopes name.
#[derive(Clone, Debug, Default)]
pub struct Searches(BTreeMap<(String, String, String, Hypothesis), Extent>);

/// The hypothesis about demands that the words of a scope name, and that of one weight a user if no instance has more.
fn assumed(scope: &str) -> Vec<Hypothesis> {
    let positive = scope.split(',').any(|word| word == "demands=positive");
    let demands = if positive { Hypothesis::PositiveDemands } else { Hypothesis::None };
    let one_weight = |scope: Scope| {
        scope.hypothesis == Hypothesis::UserWeights || scope.extras.resource_weights == Some(0)
    };
    let weights = scope.parse().is_ok_and(one_weight).then_some(Hypothesis::UserWeights);
    std::iter::once(demands).chain(weights).collect()
}

impl Searches {
    /// Reads the folder `evidence` of a project: results of campaigns over all cells, one file per model;
    /// results of campaigns over some cells, in `campaigns`; and censuses.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub fn load(root: &Path) -> Result<Searches, InputError> {
        let mut found = Searches::default();
        let folder = root.join("properties").join("evidence");
        for model in models().iter().map(|bench| bench.model()) {
            found.campaign(&folder.join(format!("{model}.toml")), Some(model))?;
            found.census(model, &folder.join("census").join(format!("{model}.toml")))?;
        }
        let some = folder.join("campaigns");
        if files::is_folder(&some) {
            let unreadable =
                |error: std::io::Error| InputError::of(some.display().to_string(), "", error.to_string());
            for file in files::toml_files(&some).map_err(unreadable)? {
                found.campaign(&file, None)?;
            }
        }
        Ok(found)
    }

    /// Adds the counts of a search of a cell, and the number of instances of its scope if that was exhausted.
    fn add(&mut self, model: &str, cell: [&str; 2], scope: &str, counts: [u64; 3], whole: Option<u64>) {
        for hypothesis in assumed(scope) {
            let [mechanism, property] = cell.map(str::to_string);
            let extent = self.0.entry((model.to_string(), mechanism, property, hypothesis)).or_default();
            extent.instances += counts[0];
            extent.decided += counts[1];
            extent.undecided += counts[2];
            if let Some(instances) = whole.filter(|instances| *instances > extent.gone_through) {
                extent.exhausted = Some(scope.to_string());
                extent.gone_through = instances;
            }
        }
    }

    /// Adds the results of a campaign, for the model given or the one that they name.
    fn campaign(&mut self, path: &Path, model: Option<&str>) -> Result<(), InputError> {
        if !files::exists(path) {
            return Ok(());
        }
        let document = files::load(path)?;
        let mut all = document.node().fields()?;
        let asked = all.optional("campaign");
        let named = asked.as_ref().map(|campaign| campaign.fields()?.required("model")).transpose()?;
        let model = match (&named, model) {
            (_, Some(model)) => model,
            (Some(named), None) => named.text()?,
            (None, None) => return Err(document.node().error("names no model: it has no table `campaign`")),
        };
        let scope = match &asked {
            Some(campaign) => campaign.fields()?.required("scope")?.text()?,
            None => "",
        };
        for node in all.required("cell")?.list()? {
            let mut fields = node.fields()?;
            let (mechanism, property) = (fields.required("mechanism")?, fields.required("property")?);
            let searched = Searched::from(Counts::read(&fields.required("searched")?)?);
            let counts = [searched.instances, searched.decided(), searched.undecided];
            self.add(model, [mechanism.text()?, property.text()?], scope, counts, None);
        }
        Ok(())
    }

    fn census(&mut self, model: &str, path: &Path) -> Result<(), InputError> {
        if !files::exists(path) {
            return Ok(());
        }
        let document = files::load(path)?;
        for node in document.node().fields()?.required("cell")?.list()? {
            let row: CensusRow = typed(&node)?;
            // The scope was exhausted: every instance for which the property is defined was decided.
            let whole = (row.decided > 0 && row.undecided == 0).then_some(row.instances);
            let counts = [row.instances, row.decided, row.undecided];
            self.add(model, [&row.mechanism, &row.property], &row.scope, counts, whole);
        }
        Ok(())
    }

    /// The extent of the searches of a cell whose scopes name the hypothesis; zero for a cell that is not on file.
    pub fn of(&self, model: &str, mechanism: &str, property: &str, hypothesis: Hypothesis) -> Extent {
        let key = (model.to_string(), mechanism.to_string(), property.to_string(), hypothesis);
        self.0.get(&key).cloned().unwrap_or_default()
    }
}

/// The text of the file of censuses at `path` with the census `report`, which replaces one of the scope.
/// `None` if the scope was not exhausted.
///
/// # Errors
/// A file that cannot be read.
pub fn with_census(path: &Path, report: &CensusReport) -> Result<Option<String>, InputError> {
    let (Some(scope), true) = (report.searched.scope, report.searched.exhausted) else { return Ok(None) };
    let scope = Value::text(scope.to_string());
    let mut rows = Vec::new();
    if path.exists() {
        let document = files::load(path)?;
        let known = document.node().fields()?.required("cell")?.list()?;
        let others = known.iter().filter(|row| row.value().get("scope") != Some(&scope));
        rows.extend(others.map(|row| row.value().clone()));
    }
    let count = |n: u64| Value::Integer(i64::try_from(n).unwrap_or(i64::MAX));
    for census in &report.mechanisms {
        for cell in &census.properties {
            let fields = [
                ("scope", scope.clone()),
                ("mechanism", Value::text(census.mechanism)),
                ("property", Value::text(cell.property)),
                ("instances", count(report.searched.instances)),
                ("decided", count(cell.holds + cell.violated)),
                // An instance in the domain without an outcome is undecided for every property.
                ("undecided", count(cell.undecided + census.without_outcome)),
            ];
            rows.push(Value::table(fields));
        }
    }
    Ok(Some(Value::table([("cell", Value::List(rows))]).to_toml()))
}
