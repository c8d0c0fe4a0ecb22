//! The shared part of the files of records and rules: the scope, matrices, and errors that name the field.

use crate::allocation::Allocation;
use crate::profile::Profile;
use crate::property::{self, Property};
use crate::scope::{LARGEST, ProfileScope};
use serde::Deserialize;
use std::fmt;

/// The number of the file format, for all kinds of files.
pub const FORMAT: u32 = 1;

/// The refusal of a file: the field and the reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// The field; positions in lists count from 0.
    pub field: String,
    /// The reason, as a sentence without the field.
    pub reason: String,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.field, self.reason)
    }
}

impl std::error::Error for Refused {}

pub(crate) fn refuse<T>(field: impl Into<String>, reason: impl Into<String>) -> Result<T, Refused> {
    Err(Refused { field: field.into(), reason: reason.into() })
}

/// The table `scope` of a file.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScopeTable {
    users: usize,
    capacity: Vec<Vec<u32>>,
    max: Vec<u32>,
    zeros: bool,
    smaller: bool,
}

impl ScopeTable {
    pub(crate) fn read(self) -> Result<ProfileScope, Refused> {
        let ScopeTable { users, capacity, max, zeros, smaller } = self;
        if !(1..=6).contains(&users) {
            return refuse("scope.users", "must be from 1 to 6");
        }
        let wide = max.len();
        if !(1..=4).contains(&wide) || max.iter().any(|m| !(1..=LARGEST).contains(m)) {
            return refuse("scope.max", format!("must have 1 to 4 numbers from 1 to {LARGEST}"));
        }
        let fits = |row: &Vec<u32>| row.len() == wide && row.iter().all(|c| *c <= LARGEST);
        if !(1..=4).contains(&capacity.len()) || !capacity.iter().all(fits) {
            return refuse(
                "scope.capacity",
                format!("must have 1 to 4 rows with a number up to {LARGEST} for each entry of `max`"),
            );
        }
        Ok(ProfileScope { users, capacity, max, zeros, smaller })
    }
}

pub(crate) fn write_scope(scope: &ProfileScope) -> String {
    format!(
        "[scope]\nusers = {}\ncapacity = {}\nmax = {}\nzeros = {}\nsmaller = {}\n",
        scope.users,
        matrix(&scope.capacity),
        row(&scope.max),
        scope.zeros,
        scope.smaller
    )
}

/// One profile of a file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ProfileTable {
    capacity: Vec<Vec<u32>>,
    demand: Vec<Vec<u32>>,
}

impl ProfileTable {
    pub(crate) fn read(self, field: &str, scope: &ProfileScope, fewer: bool) -> Result<Profile, Refused> {
        let profile = Profile { capacity: self.capacity, demand: self.demand };
        if profile.within(scope, fewer) { Ok(profile) } else { refuse(field, "is no profile of the scope") }
    }
}

pub(crate) fn read_properties(ids: &[String]) -> Result<Vec<&'static dyn Property>, Refused> {
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    property::named(&ids).or_else(|why| refuse("properties", why.to_string()))
}

pub(crate) fn head(format: u32, kind: &str, expected: &str) -> Result<(), Refused> {
    if kind != expected {
        return refuse("kind", format!("must be \"{expected}\""));
    }
    if format != FORMAT {
        return refuse("format", format!("must be {FORMAT}"));
    }
    Ok(())
}

/// Returns `true` if a property compares profiles with fewer users than the scope, so that such profiles are
/// admitted.
pub(crate) fn fewer(properties: &[&dyn Property]) -> bool {
    properties.iter().any(|p| p.removes_users())
}

pub(crate) fn row(numbers: &[u32]) -> String {
    format!("[{}]", numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(", "))
}

pub(crate) fn matrix(rows: &[Vec<u32>]) -> String {
    format!("[{}]", rows.iter().map(|r| row(r)).collect::<Vec<_>>().join(", "))
}

pub(crate) fn matrices(all: &[Allocation]) -> String {
    format!("[{}]", all.iter().map(|a| matrix(&a.0)).collect::<Vec<_>>().join(", "))
}

pub(crate) fn strings(all: &[&str]) -> String {
    format!("[{}]", all.iter().map(|s| quoted(s)).collect::<Vec<_>>().join(", "))
}

/// Returns `text` as a TOML string on one line.
pub(crate) fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => out.push_str(&format!("\\u{:04X}", c as u32)),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

pub(crate) fn parse<T: for<'a> Deserialize<'a>>(text: &str) -> Result<T, Refused> {
    toml::from_str(text).or_else(|error| {
        let line = error.span().map_or(1, |span| text[..span.start.min(text.len())].lines().count().max(1));
        refuse(format!("line {line}"), error.message().to_string())
    })
}
