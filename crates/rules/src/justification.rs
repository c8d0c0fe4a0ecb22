//! The record of a forced outcome: proofs that no rule with the properties chooses the denied allocations at
//! an instance, and rules for the remaining ones.

use crate::allocation::{self, Allocation, MOST_VALUES};
use crate::file::{
    FORMAT, ProfileTable, Refused, ScopeTable, fewer, head, matrices, matrix, parse, quoted, read_properties,
    refuse, strings, write_scope,
};
use crate::profile::{self, Profile};
use crate::property::Property;
use crate::record::{SplitTable, read_walk, write_walk};
use crate::rule::Rule;
use crate::scope::ProfileScope;
use crate::walk::{Split, accept};
use serde::Deserialize;

/// The outcomes at an instance that rules with the properties can choose, with all proofs.
#[derive(Debug, Clone)]
pub struct Justification {
    /// The properties that rules are required to have.
    pub properties: Vec<&'static dyn Property>,
    /// A note for readers, of one line.
    pub note: String,
    /// The scope over which rules are defined.
    pub scope: ProfileScope,
    /// The instance at which outcomes are forced, a profile of the scope.
    pub instance: Profile,
    /// The allocations that no rule chooses, in lexicographic order.
    pub denied: Vec<Denial>,
    /// The remaining allocations in lexicographic order, each with a rule that chooses it.
    pub allowed: Vec<Allowed>,
}

/// An allocation at the instance that no rule chooses.
#[derive(Debug, Clone)]
pub struct Denial {
    /// The allocation that is denied.
    pub placement: Allocation,
    /// The proof that no rule chooses it.
    pub why: Why,
}

/// The proof that no rule with the properties chooses an allocation.
#[derive(Debug, Clone)]
pub enum Why {
    /// The property with this id fails at the instance alone.
    Alone(String),
    /// A case split over further profiles, which are numbered from 1; number 0 is the instance.
    Others(Vec<Profile>, Split),
}

/// An allocation at the instance that some rule chooses.
#[derive(Debug, Clone)]
pub struct Allowed {
    /// The allocation that is allowed.
    pub placement: Allocation,
    /// The allocations of the rule, one for each profile of the scope in order.
    pub placements: Vec<Allocation>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    format: u32,
    kind: String,
    properties: Vec<String>,
    note: String,
    scope: ScopeTable,
    instance: ProfileTable,
    #[serde(default)]
    denied: Vec<DenialTable>,
    #[serde(default)]
    allowed: Vec<AllowedTable>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DenialTable {
    placement: Vec<Vec<u32>>,
    breaks: Option<String>,
    #[serde(default)]
    profile: Vec<ProfileTable>,
    #[serde(default)]
    split: Vec<SplitTable>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AllowedTable {
    placement: Vec<Vec<u32>>,
    placements: Vec<Vec<Vec<u32>>>,
}

/// Returns `true` if allocation `v` breaks the property at `p` without any other profile.
pub fn breaks_alone(property: &dyn Property, p: &Profile, v: &Allocation) -> bool {
    property.broken(p, v).is_some() || (property.compares(p, p) && property.breaks(p, v, p, v).is_some())
}

impl Justification {
    /// Reads a record; [`Justification::replay`] then checks its proofs.
    ///
    /// # Errors
    /// The field that cannot be read.
    pub fn read(text: &str) -> Result<Self, Refused> {
        let table: Table = parse(text)?;
        head(table.format, &table.kind, "forced")?;
        let properties = read_properties(&table.properties)?;
        let scope = table.scope.read()?;
        let fewer = fewer(&properties);
        let instance = table.instance.read("instance", &scope, fewer)?;
        let mut denied = vec![];
        for (i, one) in table.denied.into_iter().enumerate() {
            let prefix = format!("denied[{i}].");
            let why = match one.breaks {
                Some(_) if !one.profile.is_empty() || !one.split.is_empty() => {
                    return refuse(
                        format!("{prefix}breaks"),
                        "stands beside a case split; one of the two is enough",
                    );
                }
                Some(id) => Why::Alone(id),
                None => {
                    let mut profiles = vec![];
                    for (j, other) in one.profile.into_iter().enumerate() {
                        let field = format!("{prefix}profile[{j}]");
                        let other = other.read(&field, &scope, fewer)?;
                        if other == instance || profiles.contains(&other) {
                            return refuse(field, "occurs twice");
                        }
                        profiles.push(other);
                    }
                    let depth = profiles.len();
                    Why::Others(profiles, read_walk(one.split, &prefix, depth)?)
                }
            };
            denied.push(Denial { placement: Allocation(one.placement), why });
        }
        let allowed = table.allowed.into_iter().map(|one| Allowed {
            placement: Allocation(one.placement),
            placements: one.placements.into_iter().map(Allocation).collect(),
        });
        let allowed = allowed.collect();
        Ok(Justification { properties, note: table.note, scope, instance, denied, allowed })
    }

    /// Writes the record as text that [`Justification::read`] reads.
    pub fn write(&self) -> String {
        let ids: Vec<&str> = self.properties.iter().map(|p| p.id()).collect();
        let mut out = format!(
            "format = {FORMAT}\nkind = \"forced\"\nproperties = {}\nnote = {}\n\n{}\n[instance]\ncapacity = {}\ndemand = {}\n",
            strings(&ids),
            quoted(&self.note),
            write_scope(&self.scope),
            matrix(&self.instance.capacity),
            matrix(&self.instance.demand)
        );
        for one in &self.denied {
            out += &format!("\n[[denied]]\nplacement = {}\n", matrix(&one.placement.0));
            match &one.why {
                Why::Alone(id) => out += &format!("breaks = {}\n", quoted(id)),
                Why::Others(profiles, walk) => {
                    for p in profiles {
                        let (capacity, demand) = (matrix(&p.capacity), matrix(&p.demand));
                        out += &format!("\n[[denied.profile]]\ncapacity = {capacity}\ndemand = {demand}\n");
                    }
                    out += &write_walk(walk, "denied.split");
                }
            }
        }
        for one in &self.allowed {
            out += &format!(
                "\n[[allowed]]\nplacement = {}\nplacements = {}\n",
                matrix(&one.placement.0),
                matrices(&one.placements)
            );
        }
        out
    }

    /// Checks the record: every allocation at the instance is denied with a valid proof, or chosen by a rule
    /// that has the properties.
    ///
    /// # Errors
    /// The part that does not follow.
    pub fn replay(&self) -> Result<(), Refused> {
        let Some(all) = allocation::all(&self.instance, MOST_VALUES) else {
            return refuse("instance", format!("has more than {MOST_VALUES} allocations"));
        };
        let (mut denied, mut allowed) = (self.denied.iter().peekable(), self.allowed.iter().peekable());
        for value in all {
            let said = denied.next_if(|one| one.placement == value).is_some();
            let taken = allowed.next_if(|one| one.placement == value).is_some();
            if said == taken {
                let reason = if said {
                    "is both denied and allowed"
                } else {
                    "is neither denied nor allowed in its place"
                };
                return refuse("instance", format!("the allocation {} {reason}", matrix(&value.0)));
            }
        }
        if let Some(one) = denied.next() {
            return refuse(
                "denied",
                format!("{} is no allocation at the instance, or out of order", matrix(&one.placement.0)),
            );
        }
        if let Some(one) = allowed.next() {
            return refuse(
                "allowed",
                format!("{} is no allocation at the instance, or out of order", matrix(&one.placement.0)),
            );
        }
        for (i, one) in self.denied.iter().enumerate() {
            self.follows(&format!("denied[{i}]"), one)?;
        }
        self.taken()
    }

    /// Checks the proof by which an allocation is denied.
    fn follows(&self, field: &str, one: &Denial) -> Result<(), Refused> {
        match &one.why {
            Why::Alone(id) => match self.properties.iter().find(|property| property.id() == id) {
                None => refuse(field, format!("`{id}` is not among the properties")),
                Some(property) if breaks_alone(*property, &self.instance, &one.placement) => Ok(()),
                Some(_) => refuse(field, format!("`{id}` is not broken at the instance")),
            },
            Why::Others(others, walk) => {
                let profiles: Vec<Profile> = [&self.instance].into_iter().chain(others).cloned().collect();
                accept(&self.properties, &profiles, Some((0, &one.placement)), walk)
                    .map(|_| ())
                    .or_else(|gap| refuse(field, gap.to_string()))
            }
        }
    }

    /// Checks the rules that choose the remaining allocations.
    fn taken(&self) -> Result<(), Refused> {
        let Some(first) = self.allowed.first() else { return Ok(()) };
        let fewer = fewer(&self.properties);
        let rows = first.placements.len();
        if profile::count(&self.scope, fewer) != Some(rows as u128) {
            let reason = format!("has {rows} entries, which is not the number of profiles of the scope");
            return refuse("allowed[0].placements", reason);
        }
        let profiles = profile::profiles(&self.scope, fewer);
        for (i, one) in self.allowed.iter().enumerate() {
            let field = format!("allowed[{i}]");
            let rule = Rule { profiles: profiles.clone(), allocations: one.placements.clone() };
            if rule.at(&self.instance) != Some(&one.placement) {
                return refuse(field, "its rule takes another allocation at the instance");
            }
            rule.judge(&self.properties).or_else(|failure| refuse(field, failure.to_string()))?;
        }
        Ok(())
    }

    /// Returns the statement that the record proves, as a phrase for readers.
    pub fn says(&self) -> String {
        let denied = self.denied.len();
        match self.allowed.as_slice() {
            [] => {
                format!("impossible, because none of the {denied} allocations at the instance can be taken")
            }
            [one] => {
                let tasks: Vec<String> = one.placement.totals().iter().map(u32::to_string).collect();
                format!(
                    "forced, the users run ({}) tasks; {denied} other allocations are excluded",
                    tasks.join(", ")
                )
            }
            several => format!("open, {} allocations are left and {denied} are excluded", several.len()),
        }
    }
}
