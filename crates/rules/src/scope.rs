//! Scopes: the users, servers and demands over which rules are defined.

use fairwitness_kernel::document::pairs::{PairError, pairs};
use fairwitness_kernel::document::suggest::nearest;
use std::fmt;

/// The largest capacity and the largest demand; products of two stay below 2^32.
pub const LARGEST: u32 = 1000;
/// The largest number of users.
pub const MOST_USERS: u32 = 6;
/// The largest number of servers, and of resources.
pub const MOST: u32 = 4;
const KEYS: [&str; 8] =
    ["capacities", "capacity", "max", "resources", "servers", "smaller", "users", "zeros"];

/// All profiles with a number of users on given servers, with demands from 1 (or 0) to `max`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProfileScope {
    /// Number of users, at least 1.
    pub users: usize,
    /// Capacities (servers x resources).
    pub capacity: Vec<Vec<u32>>,
    /// The largest demand for each resource.
    pub max: Vec<u32>,
    /// `true` if demands may be 0; no demand vector is 0 everywhere.
    pub zeros: bool,
    /// `true` if every capacity from 1 to the given one occurs, and not the given one alone.
    pub smaller: bool,
}

/// The reason why a scope is refused, with the faulty key.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ScopeError {
    /// The scope is no list of pairs.
    #[error("scope: {0}")]
    Pairs(#[from] PairError),
    /// No key has this name; with the nearest one if one is near.
    #[error(
        "scope, `{0}`: is no key of a scope; {hint}there are {keys}",
        hint = .1.map_or(String::new(), |near| format!("did you mean `{near}`? ")),
        keys = KEYS.join(", ")
    )]
    Key(String, Option<&'static str>),
    /// A number out of its range: the key, the smallest and the largest number, and the text.
    #[error("scope, `{0}`: must be a whole number from {1} to {2}, and is `{3}`")]
    Number(&'static str, u32, u32, String),
    /// A text that is neither `yes` nor `no`.
    #[error("scope, `{0}`: must be yes or no, and is `{1}`")]
    Choice(&'static str, String),
    /// A number of largest demands that is not the number of resources.
    #[error("scope, `max`: has {0} numbers for {1} resources")]
    Max(usize, usize),
    /// A resource without a positive largest demand.
    #[error("scope, `max`: must be at least 1 for every resource; give it where a capacity is 0")]
    NoMax,
    /// Capacities are given twice.
    #[error("scope, `capacities`: is given beside `capacity`; one of the two is enough")]
    Both,
    /// No capacity is given.
    #[error("scope, `capacity`: is missing")]
    Missing,
    /// Servers with different numbers of resources.
    #[error("scope, `capacities`: has servers with different numbers of resources")]
    Ragged,
    /// More servers or resources than [`MOST`].
    #[error("scope, `capacities`: has more than {MOST} servers or more than {MOST} resources")]
    Large,
    /// A number of resources that is not the number of capacities of a server.
    #[error("scope, `resources`: is not the number of capacities of a server, {0}")]
    Resources(usize),
    /// A number of servers that is not the number of rows of capacities.
    #[error("scope, `servers`: is not the number of rows of `capacities`, {0}")]
    Servers(usize),
}

impl ProfileScope {
    /// Returns the number of servers.
    pub fn servers(&self) -> usize {
        self.capacity.len()
    }

    /// Returns the number of resources.
    pub fn resources(&self) -> usize {
        self.max.len()
    }

    /// Returns the scope in which all capacities and all entries of `max` are `capacity`.
    pub fn with_capacity(&self, capacity: u32) -> Self {
        let capacity = vec![vec![capacity; self.resources()]; self.servers()];
        ProfileScope { max: largest(&capacity), capacity, ..self.clone() }
    }

    /// Reads `users=2,servers=1,resources=1,capacity=4,max=3`; `KEYS` lists the keys.
    ///
    /// `capacities=2x3` gives the capacities of one server for each resource, `capacities=2x3/4x0` those of
    /// two servers. `max` is the capacity of each resource unless it is given, as one number or for each
    /// resource.
    ///
    /// # Errors
    /// The key that is unknown, occurs twice, is out of range, or contradicts another.
    pub fn parse(text: &str) -> Result<Self, ScopeError> {
        let given = pairs(text)?;
        if let Some(pair) = given.iter().find(|pair| !KEYS.contains(&pair.name)) {
            return Err(ScopeError::Key(pair.name.to_string(), nearest(pair.name, KEYS)));
        }
        let value = |key: &str| given.iter().find(|pair| pair.name == key).map(|pair| pair.value);
        let users = number("users", value("users").unwrap_or("2"), 1, MOST_USERS)? as usize;
        let capacity =
            capacities(value("capacity"), value("capacities"), value("servers"), value("resources"))?;
        let max = match value("max") {
            None => largest(&capacity),
            Some(text) => list("max", text, 1)?,
        };
        let resources = capacity[0].len();
        let max = if max.len() == 1 { vec![max[0]; resources] } else { max };
        if max.len() != resources {
            return Err(ScopeError::Max(max.len(), resources));
        }
        if max.contains(&0) {
            return Err(ScopeError::NoMax);
        }
        let zeros = choice("zeros", value("zeros"))?;
        let smaller = choice("smaller", value("smaller"))?;
        Ok(ProfileScope { users, capacity, max, zeros, smaller })
    }
}

fn largest(capacity: &[Vec<u32>]) -> Vec<u32> {
    (0..capacity[0].len()).map(|r| capacity.iter().map(|row| row[r]).max().unwrap_or(0)).collect()
}

fn capacities(
    same: Option<&str>,
    each: Option<&str>,
    servers: Option<&str>,
    resources: Option<&str>,
) -> Result<Vec<Vec<u32>>, ScopeError> {
    let count = |key, text: Option<&str>| text.map(|t| number(key, t, 1, MOST)).transpose();
    let servers = count("servers", servers)?.map(|n| n as usize);
    let resources = count("resources", resources)?.map(|n| n as usize);
    match (same, each) {
        (Some(_), Some(_)) => Err(ScopeError::Both),
        (None, None) => Err(ScopeError::Missing),
        (Some(text), None) => {
            let capacity = number("capacity", text, 0, LARGEST)?;
            Ok(vec![vec![capacity; resources.unwrap_or(1)]; servers.unwrap_or(1)])
        }
        (None, Some(text)) => {
            let rows: Vec<Vec<u32>> =
                text.split('/').map(|row| list("capacities", row, 0)).collect::<Result<_, _>>()?;
            let wide = rows[0].len();
            if rows.iter().any(|row| row.len() != wide) {
                return Err(ScopeError::Ragged);
            }
            if rows.len() > MOST as usize || wide > MOST as usize {
                return Err(ScopeError::Large);
            }
            if resources.is_some_and(|n| n != wide) {
                return Err(ScopeError::Resources(wide));
            }
            match servers {
                Some(n) if rows.len() == 1 => Ok(vec![rows[0].clone(); n]),
                Some(n) if n != rows.len() => Err(ScopeError::Servers(rows.len())),
                _ => Ok(rows),
            }
        }
    }
}

fn number(key: &'static str, text: &str, least: u32, most: u32) -> Result<u32, ScopeError> {
    let read = text.parse().ok().filter(|n| (least..=most).contains(n));
    read.ok_or_else(|| ScopeError::Number(key, least, most, text.to_string()))
}

fn list(key: &'static str, text: &str, least: u32) -> Result<Vec<u32>, ScopeError> {
    text.split('x').map(|part| number(key, part.trim(), least, LARGEST)).collect()
}

fn choice(key: &'static str, value: Option<&str>) -> Result<bool, ScopeError> {
    match value {
        None | Some("no") => Ok(false),
        Some("yes") => Ok(true),
        Some(other) => Err(ScopeError::Choice(key, other.to_string())),
    }
}

impl fmt::Display for ProfileScope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let by_x = |row: &[u32]| row.iter().map(u32::to_string).collect::<Vec<_>>().join("x");
        let rows: Vec<String> = self.capacity.iter().map(|row| by_x(row)).collect();
        write!(f, "users={},servers={},resources={}", self.users, self.servers(), self.resources())?;
        let first = self.capacity[0][0];
        if self.capacity.iter().flatten().all(|c| *c == first) {
            write!(f, ",capacity={first}")?;
        } else {
            write!(f, ",capacities={}", rows.join("/"))?;
        }
        if self.max.iter().all(|m| *m == self.max[0]) {
            write!(f, ",max={}", self.max[0])?;
        } else {
            write!(f, ",max={}", by_x(&self.max))?;
        }
        if self.zeros {
            write!(f, ",zeros=yes")?;
        }
        if self.smaller {
            write!(f, ",smaller=yes")?;
        }
        Ok(())
    }
}
