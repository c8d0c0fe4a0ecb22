//! The file of a rule: one row for each profile of a scope.

use crate::allocation::Allocation;
use crate::file::{
    FORMAT, ProfileTable, Refused, ScopeTable, fewer, head, matrix, parse, quoted, read_properties, refuse,
    strings, write_scope,
};
use crate::profile;
use crate::property::Property;
use crate::rule::Rule;
use crate::scope::ProfileScope;
use serde::Deserialize;

/// A rule over a scope, and the properties that it claims.
#[derive(Debug, Clone)]
pub struct RuleFile {
    /// The properties that the rule claims.
    pub properties: Vec<&'static dyn Property>,
    /// A note for readers, of one line.
    pub note: String,
    /// The scope over which the rule is defined.
    pub scope: ProfileScope,
    /// The allocations of the rule.
    pub rule: Rule,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    format: u32,
    kind: String,
    properties: Vec<String>,
    note: String,
    scope: ScopeTable,
    row: Vec<Row>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    profile: ProfileTable,
    placement: Vec<Vec<u32>>,
}

impl RuleFile {
    /// Reads a file; [`RuleFile::replay`] then checks the properties.
    ///
    /// # Errors
    /// The field that cannot be read.
    pub fn read(text: &str) -> Result<Self, Refused> {
        let table: Table = parse(text)?;
        head(table.format, &table.kind, "rule")?;
        let properties = read_properties(&table.properties)?;
        let scope = table.scope.read()?;
        let mut rule = Rule { profiles: vec![], allocations: vec![] };
        for (i, row) in table.row.into_iter().enumerate() {
            rule.profiles.push(row.profile.read(&format!("row[{i}].profile"), &scope, fewer(&properties))?);
            rule.allocations.push(Allocation(row.placement));
        }
        Ok(RuleFile { properties, note: table.note, scope, rule })
    }

    /// Writes the file as text that [`RuleFile::read`] reads.
    pub fn write(&self) -> String {
        let ids: Vec<&str> = self.properties.iter().map(|p| p.id()).collect();
        let mut out = format!(
            "format = {FORMAT}\nkind = \"rule\"\nproperties = {}\nnote = {}\n\n{}",
            strings(&ids),
            quoted(&self.note),
            write_scope(&self.scope)
        );
        for (p, v) in self.rule.profiles.iter().zip(&self.rule.allocations) {
            out += &format!(
                "\n[[row]]\nprofile = {{ capacity = {}, demand = {} }}\nplacement = {}\n",
                matrix(&p.capacity),
                matrix(&p.demand),
                matrix(&v.0)
            );
        }
        out
    }

    /// Checks the file: one row for each profile of the scope in order, and every property.
    ///
    /// # Errors
    /// The row that is wrong, or the property that fails.
    pub fn replay(&self) -> Result<(), Refused> {
        let fewer = fewer(&self.properties);
        let rows = self.rule.profiles.len();
        if profile::count(&self.scope, fewer) != Some(rows as u128) {
            return refuse(
                "row",
                format!("has {rows} entries, which is not the number of profiles of the scope"),
            );
        }
        let expected = profile::profiles(&self.scope, fewer);
        if let Some(i) = (0..rows).find(|&i| expected[i] != self.rule.profiles[i]) {
            return refuse(format!("row[{i}].profile"), "is not the next profile of the scope");
        }
        self.rule.judge(&self.properties).or_else(|failure| refuse("row", failure.to_string()))
    }
}
