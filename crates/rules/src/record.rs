//! The record of an impossibility: scope, properties, core, proof, and a rule for each profile that is removed.

use crate::file::{Head, tables, written};
use crate::flaw::{Flaw, Why};
use crate::profile::Profile;
use crate::rule::{Division, Rule};
use fairwitness_kernel::document::{Node, Read};

/// An impossibility with its proof.
#[derive(Debug, Clone)]
pub struct Record<D: Division> {
    /// The properties that no rule has together, the note, and the scope over which rules are defined.
    pub head: Head,
    /// The profiles of the core.
    pub profiles: Vec<Profile>,
    /// The proof over the core.
    pub proof: D::Proof,
    /// A rule on the rest, for each profile of the core in order; may be empty.
    pub without: Vec<Rule<D>>,
}

impl<D: Division> Record<D> {
    /// Reads a record; [`Record::replay`] then checks its proof.
    ///
    /// # Errors
    /// The field that cannot be read.
    pub fn read(file: &Node<'_>) -> Read<Self> {
        let mut fields = file.fields()?;
        let head = Head::read(&mut fields)?;
        D::admit(&head, file)?;
        let mut profiles = vec![];
        head.profiles(&tables(&mut fields, "profile")?, &mut profiles)?;
        let proof = D::read_proof(&mut fields, profiles.len())?;
        let mut without = vec![];
        for (i, node) in tables(&mut fields, "without")?.iter().enumerate() {
            let others = (0..profiles.len()).filter(|&p| p != i).map(|p| profiles[p].clone()).collect();
            without.push(node.table(|given| {
                let number = given.required("profile")?;
                if number.count()? != i || i >= profiles.len() {
                    return Err(number.error("must run through the profiles in order"));
                }
                Ok(Rule { profiles: others, choices: given.required(D::SEVERAL)?.each(D::read_choice)? })
            })?);
        }
        fields.finish()?;
        Ok(Record { head, profiles, proof, without })
    }

    /// Writes the record as text that [`Record::read`] reads.
    pub fn write(&self) -> String {
        let none = if self.without.is_empty() { D::NO_RULES } else { "" };
        let mut out = self.head.write(D::IMPOSSIBLE, none);
        for p in &self.profiles {
            out += &format!("\n[[profile]]\n{}", written(p));
        }
        out += &D::write_proof(&self.proof);
        for (i, rule) in self.without.iter().enumerate() {
            let all: Vec<String> = rule.choices.iter().map(D::write_choice).collect();
            out += &format!("\n[[without]]\nprofile = {i}\n{} = [{}]\n", D::SEVERAL, all.join(", "));
        }
        out
    }

    /// Checks the record: the proof holds, and with one profile taken away a rule has the properties. Returns what
    /// is proved, as a phrase for readers.
    ///
    /// # Errors
    /// The part that does not follow. A record without rules for smaller cores is accepted as an
    /// impossibility that may not be minimal.
    pub fn replay(&self) -> Result<String, Flaw> {
        let properties = &self.head.properties;
        let said =
            D::accept(properties, &self.profiles, &self.proof).map_err(|gap| Flaw::of(D::PROOF, gap))?;
        if !self.without.is_empty() && self.without.len() != self.profiles.len() {
            return Err(Flaw::of("without", Why::Some));
        }
        for (i, rule) in self.without.iter().enumerate() {
            rule.judge(properties).map_err(|failure| Flaw::of(format!("without[{i}]"), failure))?;
        }
        Ok(said)
    }
}
