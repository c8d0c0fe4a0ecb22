//! The record of a forced outcome: proofs that no rule with the properties chooses the denied allocations at
//! an instance, and rules for the remaining ones.

use crate::allocation::{self, Allocation, MOST_VALUES};
use crate::file::{Head, tables, written as fields_of};
use crate::flaw::{Flaw, Gap, Why as Reason};
use crate::profile::Profile;
use crate::rule::{Division as _, Rule, every};
use crate::walk::{Split, accept};
use crate::whole::{Whole, read_walk, written};
use fairwitness_kernel::document::{Fields, Node, Read};

/// The kind of the file of a forced outcome.
pub const FORCED: &str = "forced";

/// The outcomes at an instance that rules with the properties can choose, with all proofs.
#[derive(Debug, Clone)]
pub struct Justification {
    /// The properties that rules are required to have, the note, and the scope over which rules are defined.
    pub head: Head,
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

impl Justification {
    /// Reads a record; [`Justification::replay`] then checks its proofs.
    ///
    /// # Errors
    /// The field that cannot be read.
    pub fn read(file: &Node<'_>) -> Read<Self> {
        let mut fields = file.fields()?;
        let head = Head::read(&mut fields)?;
        let instance = head.profile(&fields.required("instance")?)?;
        let denied = fields.maybe("denied", |all| all.each(|node| denial(&head, &instance, node)))?;
        let one = |fields: &mut Fields<'_>| {
            let placement = Whole::read_choice(&fields.required("placement")?)?;
            Ok(Allowed { placement, placements: fields.required("placements")?.each(Whole::read_choice)? })
        };
        let allowed = fields.maybe("allowed", |all| all.each(|node| node.table(one)))?;
        fields.finish()?;
        let (denied, allowed) = (denied.unwrap_or_default(), allowed.unwrap_or_default());
        Ok(Justification { head, instance, denied, allowed })
    }

    /// Writes the record as text that [`Justification::read`] reads.
    pub fn write(&self) -> String {
        let mut out = self.head.write(FORCED, "");
        out += &format!("\n[instance]\n{}", fields_of(&self.instance));
        for one in &self.denied {
            out += &format!("\n[[denied]]\nplacement = {:?}\n", one.placement.0);
            match &one.why {
                Why::Alone(id) => out += &format!("breaks = {id:?}\n"),
                Why::Others(profiles, walk) => {
                    for p in profiles {
                        out += &format!("\n[[denied.profile]]\n{}", fields_of(p));
                    }
                    out += &written(walk, "denied.split");
                }
            }
        }
        for one in &self.allowed {
            let all: Vec<String> = one.placements.iter().map(Whole::write_choice).collect();
            let (placement, all) = (&one.placement.0, all.join(", "));
            out += &format!("\n[[allowed]]\nplacement = {placement:?}\nplacements = [{all}]\n");
        }
        out
    }

    /// Checks the record: every allocation at the instance is denied with a valid proof, or chosen by a rule
    /// that has the properties.
    ///
    /// # Errors
    /// The part that does not follow.
    pub fn replay(&self) -> Result<(), Flaw> {
        let all = allocation::all(&self.instance, MOST_VALUES);
        let all = all.ok_or_else(|| Flaw::of("instance", Reason::Many))?;
        let (mut denied, mut allowed) = (self.denied.iter().peekable(), self.allowed.iter().peekable());
        for value in all {
            let said = denied.next_if(|one| one.placement == value).is_some();
            let taken = allowed.next_if(|one| one.placement == value).is_some();
            match (said, taken) {
                (true, true) => return Err(Flaw::of("instance", Reason::Both(value.0))),
                (false, false) => return Err(Flaw::of("instance", Reason::Neither(value.0))),
                _ => {}
            }
        }
        let beyond = |field: &str, v: &Allocation| Err(Flaw::of(field, Reason::Beyond(v.0.clone())));
        if let Some(one) = denied.next() {
            return beyond("denied", &one.placement);
        }
        if let Some(one) = allowed.next() {
            return beyond("allowed", &one.placement);
        }
        for (i, one) in self.denied.iter().enumerate() {
            self.follows(one).map_err(|why| Flaw::of(format!("denied[{i}]"), why))?;
        }
        self.taken()
    }

    /// Checks the proof by which an allocation is denied.
    fn follows(&self, one: &Denial) -> Result<(), Reason> {
        let properties = &self.head.properties;
        match &one.why {
            Why::Alone(id) => {
                let property = properties.iter().find(|property| property.id() == id);
                let property = property.ok_or_else(|| Gap::NotAsked(id.clone()))?;
                let breaks = property.breaks_alone(&self.instance, &one.placement);
                if breaks { Ok(()) } else { Err(Reason::Holds(id.clone())) }
            }
            Why::Others(others, walk) => {
                let profiles: Vec<Profile> = [&self.instance].into_iter().chain(others).cloned().collect();
                accept(properties, &profiles, Some((0, &one.placement)), walk)?;
                Ok(())
            }
        }
    }

    /// Checks the rules that choose the remaining allocations.
    fn taken(&self) -> Result<(), Flaw> {
        let Some(first) = self.allowed.first() else { return Ok(()) };
        let profiles = every(&self.head, first.placements.len());
        let profiles = profiles.map_err(|why| Flaw::of("allowed[0].placements", why))?;
        for (i, one) in self.allowed.iter().enumerate() {
            let flaw = |why: Reason| Flaw::of(format!("allowed[{i}]"), why);
            let rule: Rule<Whole> = Rule { profiles: profiles.clone(), choices: one.placements.clone() };
            rule.judge(&self.head.properties).map_err(|why| flaw(why.into()))?;
            if rule.at(&self.instance) != Some(&one.placement) {
                return Err(flaw(Reason::Another));
            }
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
                let tasks = tasks.join(", ");
                format!("forced, the users run ({tasks}) tasks; {denied} other allocations are excluded")
            }
            several => format!("open, {} allocations are left and {denied} are excluded", several.len()),
        }
    }
}

/// Reads an allocation that is denied at the instance.
fn denial(head: &Head, instance: &Profile, node: &Node<'_>) -> Read<Denial> {
    let mut fields = node.fields()?;
    let placement = Whole::read_choice(&fields.required("placement")?)?;
    let (breaks, others) = (fields.optional("breaks"), tables(&mut fields, "profile")?);
    let why = match breaks {
        Some(breaks) if !others.is_empty() || !tables(&mut fields, "split")?.is_empty() => {
            return Err(breaks.error("stands beside a case split; one of the two is enough"));
        }
        Some(breaks) => Why::Alone(breaks.text()?.to_string()),
        None => {
            let mut profiles = vec![instance.clone()];
            head.profiles(&others, &mut profiles)?;
            profiles.remove(0);
            let walk = read_walk(&mut fields, node, profiles.len())?;
            Why::Others(profiles, walk)
        }
    };
    fields.finish()?;
    Ok(Denial { placement, why })
}
