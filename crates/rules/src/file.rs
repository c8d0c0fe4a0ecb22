//! The shared part of the files of records and rules: the head, profiles, and rows of whole numbers.

use crate::profile::Profile;
use crate::property::{self, Change, Property};
use crate::scope::{LARGEST, MOST, MOST_USERS, ProfileScope};
use fairwitness_kernel::document::{Fields, Node, Read, Value};

/// The number of the file format, for all kinds of files.
pub const FORMAT: usize = 1;

/// The fields with which every file begins.
#[derive(Debug, Clone)]
pub struct Head {
    /// The properties of the question.
    pub properties: Vec<&'static dyn Property>,
    /// A note for readers, of one line.
    pub note: String,
    /// The scope over which rules are defined.
    pub scope: ProfileScope,
}

impl Head {
    /// Reads the head of a file, whose kind is known.
    ///
    /// # Errors
    /// The field that cannot be read.
    pub(crate) fn read(fields: &mut Fields<'_>) -> Read<Head> {
        let (format, _) = (fields.required("format")?, fields.required("kind")?);
        if format.count()? != FORMAT {
            return Err(format.error(format!("must be {FORMAT}")));
        }
        let asked = fields.required("properties")?;
        let ids: Vec<&str> = asked.list()?.iter().map(Node::text).collect::<Result<_, _>>()?;
        let properties = property::named(&ids).map_err(|why| asked.error(why.to_string()))?;
        let note = fields.required("note")?.text()?.to_string();
        Ok(Head { properties, note, scope: scope(&fields.required("scope")?)? })
    }

    /// Writes the head of a file of this kind.
    pub(crate) fn write(&self, kind: &str, more: &str) -> String {
        let ProfileScope { users, capacity, max, zeros, smaller } = &self.scope;
        let ids: Vec<&str> = self.properties.iter().map(|p| p.id()).collect();
        let note = Value::text(&*self.note).inline();
        format!(
            "format = {FORMAT}\nkind = \"{kind}\"\nproperties = {ids:?}\nnote = {note}\n{more}\n[scope]\nusers = {users}\n\
             capacity = {capacity:?}\nmax = {max:?}\nzeros = {zeros}\nsmaller = {smaller}\n"
        )
    }

    /// Returns `true` if a property compares profiles with fewer users than the scope, so that such profiles
    /// are admitted.
    pub fn fewer(&self) -> bool {
        property::change(&self.properties, Change::Departure)
    }

    /// Reads a profile of the scope.
    pub(crate) fn profile(&self, node: &Node<'_>) -> Read<Profile> {
        let profile = node.table(|fields| {
            let capacity = rows(&fields.required("capacity")?)?;
            Ok(Profile { capacity, demand: rows(&fields.required("demand")?)? })
        })?;
        if profile.within(&self.scope, self.fewer()) {
            Ok(profile)
        } else {
            Err(node.error("is no profile of the scope"))
        }
    }

    /// Reads profiles that are not in `known`, and adds them there.
    pub(crate) fn profiles(&self, nodes: &[Node<'_>], known: &mut Vec<Profile>) -> Read<()> {
        for node in nodes {
            let profile = self.profile(node)?;
            if known.contains(&profile) {
                return Err(node.error("occurs twice"));
            }
            known.push(profile);
        }
        Ok(())
    }
}

fn scope(node: &Node<'_>) -> Read<ProfileScope> {
    let mut fields = node.fields()?;
    let users = fields.required("users")?;
    if !(1..=MOST_USERS as usize).contains(&users.count()?) {
        return Err(users.error(format!("must be from 1 to {MOST_USERS}")));
    }
    let (capacities, largest) = (fields.required("capacity")?, fields.required("max")?);
    let (capacity, max) = (rows(&capacities)?, row(&largest)?);
    let few = |n: usize| (1..=MOST as usize).contains(&n);
    if !few(max.len()) || max.iter().any(|m| !(1..=LARGEST).contains(m)) {
        return Err(largest.error(format!("must have 1 to {MOST} numbers from 1 to {LARGEST}")));
    }
    let fits = |row: &Vec<u32>| row.len() == max.len() && row.iter().all(|c| *c <= LARGEST);
    if !few(capacity.len()) || !capacity.iter().all(fits) {
        return Err(capacities.error(format!(
            "must have 1 to {MOST} rows with a number up to {LARGEST} for each entry of `max`"
        )));
    }
    let (zeros, smaller) = (fields.required("zeros")?.flag()?, fields.required("smaller")?.flag()?);
    fields.finish()?;
    Ok(ProfileScope { users: users.count()?, capacity, max, zeros, smaller })
}

/// Reads a row of whole numbers.
fn row(node: &Node<'_>) -> Read<Vec<u32>> {
    let whole = |node: &Node<'_>| u32::try_from(node.count()?).map_err(|_| node.error("a smaller number"));
    node.each(whole)
}

/// Reads a matrix of whole numbers.
///
/// # Errors
/// The entry that is no whole number from 0.
pub fn rows(node: &Node<'_>) -> Read<Vec<Vec<u32>>> {
    node.each(row)
}

/// Returns the entries of a list of tables, which may be absent.
pub(crate) fn tables<'a>(fields: &mut Fields<'a>, name: &'static str) -> Read<Vec<Node<'a>>> {
    fields.optional(name).map_or(Ok(vec![]), |node| node.list())
}

/// Writes the two fields of a profile.
pub(crate) fn written(p: &Profile) -> String {
    format!("capacity = {:?}\ndemand = {:?}\n", p.capacity, p.demand)
}
