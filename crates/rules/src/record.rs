//! The record of an impossibility: scope, properties, core, case split, and a rule for each profile that is
//! removed.

use crate::allocation::Allocation;
use crate::file::{
    FORMAT, ProfileTable, Refused, ScopeTable, fewer, head, matrices, matrix, parse, quoted, read_properties,
    refuse, strings, write_scope,
};
use crate::profile::Profile;
use crate::property::Property;
use crate::rule::Rule;
use crate::scope::ProfileScope;
use crate::walk::{Case, Counted, End, Split, accept};
use serde::Deserialize;

/// An impossibility with its proof.
#[derive(Debug, Clone)]
pub struct Record {
    /// The properties that no rule has together.
    pub properties: Vec<&'static dyn Property>,
    /// A note for readers, of one line.
    pub note: String,
    /// The scope over which rules are defined.
    pub scope: ProfileScope,
    /// The profiles of the core.
    pub profiles: Vec<Profile>,
    /// The case split over the core.
    pub walk: Split,
    /// A rule on the rest, for each profile of the core in order; may be empty.
    pub without: Vec<Rule>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    format: u32,
    kind: String,
    properties: Vec<String>,
    note: String,
    scope: ScopeTable,
    profile: Vec<ProfileTable>,
    split: Vec<SplitTable>,
    without: Vec<WithoutTable>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SplitTable {
    profile: usize,
    cases: Vec<CaseTable>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct CaseTable {
    placement: Vec<Vec<u32>>,
    next: Option<usize>,
    breaks: Option<String>,
    from: Option<usize>,
    to: Option<usize>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WithoutTable {
    profile: usize,
    placements: Vec<Vec<Vec<u32>>>,
}

impl Record {
    /// Reads a record; [`Record::replay`] then checks its proof.
    ///
    /// # Errors
    /// The field that cannot be read.
    pub fn read(text: &str) -> Result<Self, Refused> {
        let table: Table = parse(text)?;
        head(table.format, &table.kind, "impossible")?;
        let properties = read_properties(&table.properties)?;
        let scope = table.scope.read()?;
        let mut profiles = vec![];
        for (i, profile) in table.profile.into_iter().enumerate() {
            let profile = profile.read(&format!("profile[{i}]"), &scope, fewer(&properties))?;
            if profiles.contains(&profile) {
                return refuse(format!("profile[{i}]"), "occurs twice");
            }
            profiles.push(profile);
        }
        let walk = read_walk(table.split, "", profiles.len())?;
        let mut without = vec![];
        for (i, given) in table.without.into_iter().enumerate() {
            if given.profile != i || i >= profiles.len() {
                return refuse(format!("without[{i}].profile"), "must run through the profiles in order");
            }
            let others = (0..profiles.len()).filter(|&p| p != i).map(|p| profiles[p].clone()).collect();
            let allocations = given.placements.into_iter().map(Allocation).collect();
            without.push(Rule { profiles: others, allocations });
        }
        Ok(Record { properties, note: table.note, scope, profiles, walk, without })
    }

    /// Writes the record as text that [`Record::read`] reads.
    pub fn write(&self) -> String {
        let ids: Vec<&str> = self.properties.iter().map(|p| p.id()).collect();
        let mut out = format!(
            "format = {FORMAT}\nkind = \"impossible\"\nproperties = {}\nnote = {}\n\n{}",
            strings(&ids),
            quoted(&self.note),
            write_scope(&self.scope)
        );
        for p in &self.profiles {
            out += &format!(
                "\n[[profile]]\ncapacity = {}\ndemand = {}\n",
                matrix(&p.capacity),
                matrix(&p.demand)
            );
        }
        out += &write_walk(&self.walk, "split");
        for (i, rule) in self.without.iter().enumerate() {
            out += &format!("\n[[without]]\nprofile = {i}\nplacements = {}\n", matrices(&rule.allocations));
        }
        if self.without.is_empty() {
            // In TOML, an empty list of tables must precede the first table.
            out = out.replacen("\n\n[scope]", "\nwithout = []\n\n[scope]", 1);
        }
        out
    }

    /// Checks the record: every case of the case split ends in a contradiction, and with one profile taken
    /// away a rule has the properties.
    ///
    /// # Errors
    /// The part that does not follow. A record without rules for smaller cores is accepted as an
    /// impossibility that may not be minimal.
    pub fn replay(&self) -> Result<Counted, Refused> {
        let counted = accept(&self.properties, &self.profiles, None, &self.walk)
            .or_else(|gap| refuse("split", gap.to_string()))?;
        if !self.without.is_empty() && self.without.len() != self.profiles.len() {
            return refuse("without", "must have one entry for every profile, or none");
        }
        for (i, rule) in self.without.iter().enumerate() {
            rule.judge(&self.properties)
                .or_else(|failure| refuse(format!("without[{i}]"), failure.to_string()))?;
        }
        Ok(counted)
    }
}

/// Reads a record from a file, compares it with its canonical print, and replays it.
///
/// # Errors
/// The field that cannot be read, the first line that differs from the canonical print, or the part that does
/// not follow.
pub fn replay(text: &str) -> Result<Counted, Refused> {
    let record = Record::read(text)?;
    let printed = record.write();
    if printed != text {
        let differs = printed.lines().zip(text.lines()).take_while(|(a, b)| a == b).count() + 1;
        return refuse(format!("line {differs}"), "is not as it would be printed");
    }
    record.replay()
}

/// Reads the case split of the tables `[[split]]`, whose fields begin with `prefix`; `depth` bounds its
/// depth.
pub(crate) fn read_walk(tables: Vec<SplitTable>, prefix: &str, depth: usize) -> Result<Split, Refused> {
    let mut splits: Vec<Option<SplitTable>> = tables.into_iter().map(Some).collect();
    let mut used = 0;
    let found = tree(&mut splits, &mut used, depth).and_then(|walk| {
        if used == splits.len() {
            Ok(walk)
        } else {
            refuse(format!("split[{used}]"), "is reached by no case")
        }
    });
    found.map_err(|why| Refused { field: format!("{prefix}{}", why.field), ..why })
}

/// Writes the case split as tables `[[name]]`.
pub(crate) fn write_walk(walk: &Split, name: &str) -> String {
    let mut out = String::new();
    let mut order = vec![];
    number(walk, &mut order);
    let mut next = 1;
    for split in order {
        out += &format!("\n[[{name}]]\nprofile = {}\n", split.profile);
        if split.cases.is_empty() {
            out += "cases = []\n";
            next += 1;
            continue;
        }
        out += "cases = [\n";
        // Splits are in preorder, so the first case that continues has the next number, and each later one
        // skips the subtrees before it.
        let mut below = next;
        for case in &split.cases {
            let end = match &case.end {
                End::Next(sub) => {
                    let at = below;
                    below += size(sub);
                    format!("next = {at}")
                }
                End::Against { property, from, to } => {
                    format!("breaks = {}, from = {from}, to = {to}", quoted(property))
                }
            };
            out += &format!("  {{ placement = {}, {end} }},\n", matrix(&case.placement.0));
        }
        out += "]\n";
        next += 1;
    }
    out
}

/// Collects the splits of a tree in preorder.
fn number<'a>(split: &'a Split, order: &mut Vec<&'a Split>) {
    order.push(split);
    for case in &split.cases {
        if let End::Next(next) = &case.end {
            number(next, order);
        }
    }
}

fn size(split: &Split) -> usize {
    1 + split.cases.iter().map(|c| if let End::Next(next) = &c.end { size(next) } else { 0 }).sum::<usize>()
}

/// Builds the tree from splits in preorder; `depth` bounds its depth.
fn tree(splits: &mut [Option<SplitTable>], used: &mut usize, depth: usize) -> Result<Split, Refused> {
    let at = *used;
    let field = format!("split[{at}]");
    if depth == 0 {
        return refuse(field, "goes deeper than there are profiles");
    }
    let Some(table) = splits.get_mut(at).and_then(Option::take) else { return refuse(field, "is missing") };
    *used += 1;
    let mut cases = vec![];
    for (i, case) in table.cases.into_iter().enumerate() {
        let field = format!("split[{at}].cases[{i}]");
        let end = match (case.next, case.breaks, case.from, case.to) {
            (Some(next), None, None, None) if next == *used => {
                End::Next(Box::new(tree(splits, used, depth - 1)?))
            }
            (Some(_), None, None, None) => return refuse(field, "does not go on to the next split in order"),
            (None, Some(property), Some(from), Some(to)) => End::Against { property, from, to },
            _ => return refuse(field, "needs either `next`, or `breaks`, `from` and `to`"),
        };
        cases.push(Case { placement: Allocation(case.placement), end });
    }
    Ok(Split { profile: table.profile, cases })
}
