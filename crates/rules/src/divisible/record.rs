//! Records about divisible tasks: an impossibility with its sums of conditions, and a rule as a table of
//! amounts.

use super::amounts::Amounts;
use super::condition::{Condition, admitted};
use super::refutation::{Counted, Refutation, accept};
use crate::file::{
    FORMAT, ProfileTable, Refused, ScopeTable, fewer, head, matrix, parse, quoted, read_properties, refuse,
    strings, write_scope,
};
use crate::profile::{self, Profile};
use crate::property::Property;
use crate::scope::ProfileScope;
use fairwitness_kernel::scalar::Rational;
use serde::Deserialize;

/// The fields with which both kinds of records begin.
#[derive(Debug, Clone)]
pub struct Head {
    /// The properties of the question.
    pub properties: Vec<&'static dyn Property>,
    /// A note for readers, of one line.
    pub note: String,
    /// The scope over which rules are defined.
    pub scope: ProfileScope,
}

/// An impossibility with its proof.
#[derive(Debug, Clone)]
pub struct Record {
    /// The properties, the note and the scope.
    pub head: Head,
    /// The profiles of the core.
    pub profiles: Vec<Profile>,
    /// The case distinctions and sums.
    pub refutation: Refutation,
    /// Amounts on the rest, for each profile of the core in order; may be empty.
    pub without: Vec<Amounts>,
}

/// A rule over a scope, and the properties that it claims.
#[derive(Debug, Clone)]
pub struct RuleFile {
    /// The properties, the note and the scope.
    pub head: Head,
    /// The amounts of the rule.
    pub rule: Amounts,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    format: u32,
    kind: String,
    properties: Vec<String>,
    note: String,
    scope: ScopeTable,
    #[serde(default)]
    profile: Vec<ProfileTable>,
    #[serde(default)]
    node: Vec<NodeTable>,
    #[serde(default)]
    without: Vec<WithoutTable>,
    #[serde(default)]
    row: Vec<RowTable>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NodeTable {
    profile: Option<usize>,
    full: Option<Vec<Vec<usize>>>,
    sum: Option<Vec<ConditionTable>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ConditionTable {
    times: String,
    by: String,
    profile: usize,
    resource: Option<usize>,
    user: Option<usize>,
    to: Option<usize>,
    other: Option<usize>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WithoutTable {
    profile: usize,
    tasks: Vec<Vec<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RowTable {
    profile: ProfileTable,
    tasks: Vec<String>,
}

/// Reads a rational number in its canonical print.
fn number(field: &str, text: &str) -> Result<Rational, Refused> {
    let read: Result<Rational, _> = text.parse();
    read.or_else(|why| refuse(field, why.to_string()))
}

fn numbers(field: &str, all: &[String]) -> Result<Vec<Rational>, Refused> {
    all.iter().enumerate().map(|(i, text)| number(&format!("{field}[{i}]"), text)).collect()
}

fn texts(all: &[Rational]) -> String {
    let all: Vec<String> = all.iter().map(Rational::to_string).collect();
    strings(&all.iter().map(String::as_str).collect::<Vec<_>>())
}

impl Head {
    fn write(&self, kind: &str) -> String {
        let ids: Vec<&str> = self.properties.iter().map(|p| p.id()).collect();
        format!(
            "format = {FORMAT}\nkind = \"{kind}\"\nproperties = {}\nnote = {}\n\n{}",
            strings(&ids),
            quoted(&self.note),
            write_scope(&self.scope)
        )
    }
}

/// Reads the head of a file of this kind, and returns it with the rest of the file.
fn begin(text: &str, kind: &str) -> Result<(Head, Table), Refused> {
    let mut table: Table = parse(text)?;
    head(table.format, &table.kind, kind)?;
    let properties = read_properties(&table.properties)?;
    let no_scope = ScopeTable::default();
    let scope = std::mem::replace(&mut table.scope, no_scope).read()?;
    if let Err(why) = admitted(&properties, &scope) {
        return refuse("properties", why.to_string());
    }
    Ok((Head { properties, note: std::mem::take(&mut table.note), scope }, table))
}

impl Record {
    /// Reads a record; [`Record::replay`] then checks its proof.
    ///
    /// # Errors
    /// The field that cannot be read.
    pub fn read(text: &str) -> Result<Self, Refused> {
        let (head, table) = begin(text, "divisible-impossible")?;
        if !table.row.is_empty() {
            return refuse("row", "belongs to a rule");
        }
        let mut profiles = vec![];
        for (i, profile) in table.profile.into_iter().enumerate() {
            let profile = profile.read(&format!("profile[{i}]"), &head.scope, fewer(&head.properties))?;
            if profiles.contains(&profile) {
                return refuse(format!("profile[{i}]"), "occurs twice");
            }
            profiles.push(profile);
        }
        let mut nodes = table.node.into_iter().enumerate();
        let refutation = tree(&mut nodes, profiles.len())?;
        if let Some((i, _)) = nodes.next() {
            return refuse(format!("node[{i}]"), "is reached by no case");
        }
        let mut without = vec![];
        for (i, one) in table.without.into_iter().enumerate() {
            if one.profile != i || i >= profiles.len() {
                return refuse(format!("without[{i}].profile"), "must run through the profiles in order");
            }
            let profiles = (0..profiles.len()).filter(|&p| p != i).map(|p| profiles[p].clone()).collect();
            let read = |(j, all): (usize, &Vec<String>)| numbers(&format!("without[{i}].tasks[{j}]"), all);
            let tasks = one.tasks.iter().enumerate().map(read).collect::<Result<_, _>>()?;
            without.push(Amounts { profiles, tasks });
        }
        Ok(Record { head, profiles, refutation, without })
    }

    /// Writes the record as text that [`Record::read`] reads.
    pub fn write(&self) -> String {
        let mut out = self.head.write("divisible-impossible");
        for p in &self.profiles {
            out += &format!(
                "\n[[profile]]\ncapacity = {}\ndemand = {}\n",
                matrix(&p.capacity),
                matrix(&p.demand)
            );
        }
        write_node(&self.refutation, &mut out);
        for (i, rule) in self.without.iter().enumerate() {
            let rows: Vec<String> = rule.tasks.iter().map(|row| texts(row)).collect();
            out += &format!("\n[[without]]\nprofile = {i}\ntasks = [{}]\n", rows.join(", "));
        }
        out
    }

    /// Checks the record: every sum is a contradiction, the case distinctions are complete, and with one
    /// profile removed some amounts have the properties.
    ///
    /// # Errors
    /// The part that does not follow. A record without amounts for smaller cores is accepted as one that may
    /// not be minimal.
    pub fn replay(&self) -> Result<Counted, Refused> {
        let counted = accept(&self.head.properties, &self.profiles, &self.refutation)
            .or_else(|gap| refuse("node", gap.to_string()))?;
        if !self.without.is_empty() && self.without.len() != self.profiles.len() {
            return refuse("without", "must have one entry for every profile, or none");
        }
        for (i, rule) in self.without.iter().enumerate() {
            rule.judge(&self.head.properties)
                .or_else(|failure| refuse(format!("without[{i}]"), failure.to_string()))?;
        }
        Ok(counted)
    }
}

impl RuleFile {
    /// Reads a file; [`RuleFile::replay`] then checks the properties.
    ///
    /// # Errors
    /// The field that cannot be read.
    pub fn read(text: &str) -> Result<Self, Refused> {
        let (head, table) = begin(text, "divisible-rule")?;
        if !table.profile.is_empty() || !table.node.is_empty() || !table.without.is_empty() {
            return refuse("profile", "belongs to an impossibility, as `node` and `without` do");
        }
        let mut rule = Amounts { profiles: vec![], tasks: vec![] };
        for (i, row) in table.row.into_iter().enumerate() {
            let profile =
                row.profile.read(&format!("row[{i}].profile"), &head.scope, fewer(&head.properties))?;
            rule.profiles.push(profile);
            rule.tasks.push(numbers(&format!("row[{i}].tasks"), &row.tasks)?);
        }
        Ok(RuleFile { head, rule })
    }

    /// Writes the file as text that [`RuleFile::read`] reads.
    pub fn write(&self) -> String {
        let mut out = self.head.write("divisible-rule");
        for (p, x) in self.rule.profiles.iter().zip(&self.rule.tasks) {
            out += &format!(
                "\n[[row]]\nprofile = {{ capacity = {}, demand = {} }}\ntasks = {}\n",
                matrix(&p.capacity),
                matrix(&p.demand),
                texts(x)
            );
        }
        out
    }

    /// Checks the file: one row for each profile of the scope in order, and every property.
    ///
    /// # Errors
    /// The row that is wrong, or the property that fails.
    pub fn replay(&self) -> Result<(), Refused> {
        let (fewer, rows) = (fewer(&self.head.properties), self.rule.profiles.len());
        if profile::count(&self.head.scope, fewer) != Some(rows as u128) {
            return refuse(
                "row",
                format!("has {rows} entries, which is not the number of profiles of the scope"),
            );
        }
        let expected = profile::profiles(&self.head.scope, fewer);
        if let Some(i) = (0..rows).find(|&i| expected[i] != self.rule.profiles[i]) {
            return refuse(format!("row[{i}].profile"), "is not the next profile of the scope");
        }
        self.rule.judge(&self.head.properties).or_else(|failure| refuse("row", failure.to_string()))
    }
}

fn write_node(tree: &Refutation, out: &mut String) {
    match tree {
        Refutation::Cases { profile, full } => {
            let sets: Vec<String> = full.iter().map(|(set, _)| format!("{set:?}")).collect();
            *out += &format!("\n[[node]]\nprofile = {profile}\nfull = [{}]\n", sets.join(", "));
            full.iter().for_each(|(_, next)| write_node(next, out));
        }
        Refutation::Sum(all) => {
            *out += "\n[[node]]\nsum = [\n";
            for (condition, times) in all {
                let named = match condition {
                    Condition::Capacity { profile, resource } => {
                        format!("by = \"capacity\", profile = {profile}, resource = {resource}")
                    }
                    Condition::Full { profile, resource } => {
                        format!("by = \"full\", profile = {profile}, resource = {resource}")
                    }
                    Condition::Share { profile, user } => {
                        format!("by = \"si\", profile = {profile}, user = {user}")
                    }
                    Condition::Envy { profile, user, other } => {
                        format!("by = \"ef\", profile = {profile}, user = {user}, other = {other}")
                    }
                    Condition::Compared { property, from, user, to, other } => {
                        let by = quoted(property);
                        format!("by = {by}, profile = {from}, user = {user}, to = {to}, other = {other}")
                    }
                };
                *out += &format!("  {{ times = \"{times}\", {named} }},\n");
            }
            *out += "]\n";
        }
    }
}

type Nodes = std::iter::Enumerate<std::vec::IntoIter<NodeTable>>;

/// Builds the tree from nodes in preorder; `depth` bounds its depth.
fn tree(nodes: &mut Nodes, depth: usize) -> Result<Refutation, Refused> {
    let Some((i, node)) = nodes.next() else { return refuse("node", "has too few entries for its cases") };
    match (node.profile, node.full, node.sum) {
        (Some(profile), Some(sets), None) => {
            if depth == 0 {
                return refuse(format!("node[{i}]"), "goes deeper than there are profiles");
            }
            let mut full = vec![];
            for set in sets {
                full.push((set, tree(nodes, depth - 1)?));
            }
            Ok(Refutation::Cases { profile, full })
        }
        (None, None, Some(sum)) => {
            let one = |(j, c): (usize, ConditionTable)| {
                let field = format!("node[{i}].sum[{j}]");
                let times = number(&format!("{field}.times"), &c.times)?;
                condition(&field, c).map(|condition| (condition, times))
            };
            Ok(Refutation::Sum(sum.into_iter().enumerate().map(one).collect::<Result<_, _>>()?))
        }
        _ => refuse(format!("node[{i}]"), "needs either `sum`, or `profile` and `full`"),
    }
}

fn condition(field: &str, table: ConditionTable) -> Result<Condition, Refused> {
    let ConditionTable { by, profile, resource, user, to, other, .. } = table;
    match (by.as_str(), resource, user, to, other) {
        ("capacity", Some(resource), None, None, None) => Ok(Condition::Capacity { profile, resource }),
        ("full", Some(resource), None, None, None) => Ok(Condition::Full { profile, resource }),
        ("si", None, Some(user), None, None) => Ok(Condition::Share { profile, user }),
        ("ef", None, Some(user), None, Some(other)) => Ok(Condition::Envy { profile, user, other }),
        (_, None, Some(user), Some(to), Some(other)) => {
            Ok(Condition::Compared { property: by, from: profile, user, to, other })
        }
        _ => refuse(field, format!("has not the fields of a condition by `{by}`")),
    }
}
