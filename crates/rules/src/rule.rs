//! Rules as tables with one entry for each profile, and the two divisions of tasks.

use crate::file::Head;
use crate::flaw::{Failure, Flaw, Gap, Why};
use crate::profile::{self, Profile};
use crate::property::Property;
use fairwitness_kernel::document::{Fields, Node, Read};
use std::fmt::Debug;

/// A division of tasks, whole or into parts: what a rule chooses at a profile, and what proves that no rule has
/// given properties.
pub trait Division: Clone + Debug + PartialEq {
    /// The choice of a rule at one profile.
    type Choice: Clone + Debug + PartialEq;
    /// The proof that no rule on some profiles has the properties.
    type Proof: Clone + Debug + PartialEq;
    /// The kind of the file of an impossibility.
    const IMPOSSIBLE: &'static str;
    /// The kind of the file of a rule.
    const RULE: &'static str;
    /// The name of the tables of a proof.
    const PROOF: &'static str;
    /// The field of a record that has no rules on smaller cores, as a line.
    const NO_RULES: &'static str;
    /// The name of the field for the choice at one profile.
    const ONE: &'static str;
    /// The name of the field for the choices at several profiles.
    const SEVERAL: &'static str;

    /// Checks that the question of a file is one of this division.
    ///
    /// # Errors
    /// The reason, at the field `properties`.
    fn admit(_head: &Head, _file: &Node<'_>) -> Read<()> {
        Ok(())
    }

    /// Checks that the rule is feasible, and has the properties at every profile and every pair of profiles.
    ///
    /// # Errors
    /// The first profile or pair of profiles where a property fails.
    fn judge(rule: &Rule<Self>, properties: &[&dyn Property]) -> Result<(), Failure>;

    /// Checks the proof that no function from `profiles` to choices has the properties, and returns what it proves,
    /// with the numbers of its steps, as a phrase for readers.
    ///
    /// # Errors
    /// The first step that does not follow.
    fn accept(properties: &[&dyn Property], profiles: &[Profile], proof: &Self::Proof)
    -> Result<String, Gap>;

    /// Reads the choice at one profile.
    ///
    /// # Errors
    /// The entry that cannot be read.
    fn read_choice(node: &Node<'_>) -> Read<Self::Choice>;

    /// Writes the choice at one profile, on one line.
    fn write_choice(choice: &Self::Choice) -> String;

    /// Reads the proof over a number of profiles from the fields of a file.
    ///
    /// # Errors
    /// The field that cannot be read.
    fn read_proof(fields: &mut Fields<'_>, profiles: usize) -> Read<Self::Proof>;

    /// Writes the proof as tables.
    fn write_proof(proof: &Self::Proof) -> String;
}

/// One choice for each profile, in the order of the profiles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule<D: Division> {
    /// The profiles, without repetition.
    pub profiles: Vec<Profile>,
    /// The choice at each profile, in the order of `profiles`.
    pub choices: Vec<D::Choice>,
}

impl<D: Division> Rule<D> {
    /// Checks the rule directly, property by property.
    ///
    /// # Errors
    /// The first profile or pair of profiles where a property fails.
    pub fn judge(&self, properties: &[&dyn Property]) -> Result<(), Failure> {
        D::judge(self, properties)
    }

    /// Returns the profiles with their choices.
    pub fn rows(&self) -> impl Iterator<Item = (&Profile, &D::Choice)> {
        self.profiles.iter().zip(&self.choices)
    }

    /// Returns the choice at a profile, or `None` if the table lacks the profile.
    pub fn at(&self, p: &Profile) -> Option<&D::Choice> {
        self.profiles.iter().position(|q| q == p).map(|i| &self.choices[i])
    }
}

/// A rule over a scope, and the properties that it claims.
#[derive(Debug, Clone)]
pub struct Table<D: Division> {
    /// The properties, the note and the scope.
    pub head: Head,
    /// The rule.
    pub rule: Rule<D>,
}

impl<D: Division> Table<D> {
    /// Reads a file; [`Table::replay`] then checks the properties.
    ///
    /// # Errors
    /// The field that cannot be read.
    pub fn read(file: &Node<'_>) -> Read<Self> {
        let mut fields = file.fields()?;
        let head = Head::read(&mut fields)?;
        D::admit(&head, file)?;
        let mut rule = Rule { profiles: vec![], choices: vec![] };
        fields.required("row")?.each(|row| {
            row.table(|row| {
                rule.profiles.push(head.profile(&row.required("profile")?)?);
                rule.choices.push(D::read_choice(&row.required(D::ONE)?)?);
                Ok(())
            })
        })?;
        fields.finish()?;
        Ok(Table { head, rule })
    }

    /// Writes the file as text that [`Table::read`] reads.
    pub fn write(&self) -> String {
        let mut out = self.head.write(D::RULE, "");
        for (p, choice) in self.rule.rows() {
            let profile = format!("{{ capacity = {:?}, demand = {:?} }}", p.capacity, p.demand);
            out += &format!("\n[[row]]\nprofile = {profile}\n{} = {}\n", D::ONE, D::write_choice(choice));
        }
        out
    }

    /// Checks the file: one row for each profile of the scope in order, and every property.
    ///
    /// # Errors
    /// The row that is wrong, or the property that fails.
    pub fn replay(&self) -> Result<(), Flaw> {
        let expected = every(&self.head, self.rule.profiles.len()).map_err(|why| Flaw::of("row", why))?;
        let differs = expected.iter().zip(&self.rule.profiles).position(|(expected, p)| expected != p);
        if let Some(i) = differs {
            return Err(Flaw::of(format!("row[{i}].profile"), Why::Next));
        }
        self.rule.judge(&self.head.properties).map_err(|why| Flaw::of("row", why))
    }
}

/// Returns all profiles of the scope, if there are as many as `rows`.
pub(crate) fn every(head: &Head, rows: usize) -> Result<Vec<Profile>, Why> {
    if profile::count(&head.scope, head.fewer()) != Some(rows as u128) {
        return Err(Why::Count(rows));
    }
    Ok(profile::profiles(&head.scope, head.fewer()))
}
