//! Scopes: the users, servers and demands over which rules are defined.

use fairwitness_kernel::document::suggest::nearest;
use std::fmt;

/// The largest capacity and the largest demand; products of two stay below 2^32.
pub const LARGEST: u32 = 1000;
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

/// A scope that cannot be read: the faulty key and the reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScopeError {
    /// The key as it was given.
    pub key: String,
    /// The reason, as a sentence without the key.
    pub reason: String,
}

impl fmt::Display for ScopeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "scope, `{}`: {}", self.key, self.reason)
    }
}

impl std::error::Error for ScopeError {}

fn wrong<T>(key: &str, reason: impl Into<String>) -> Result<T, ScopeError> {
    Err(ScopeError { key: key.to_string(), reason: reason.into() })
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
        let mut given: Vec<(&str, &str)> = vec![];
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let Some((key, value)) = part.split_once('=') else {
                return wrong(part, "is not of the form key=value");
            };
            let (key, value) = (key.trim(), value.trim());
            if !KEYS.contains(&key) {
                let hint =
                    nearest(key, KEYS).map_or(String::new(), |near| format!("did you mean `{near}`? "));
                return wrong(key, format!("is no key of a scope; {hint}there are {}", KEYS.join(", ")));
            }
            if given.iter().any(|(other, _)| *other == key) {
                return wrong(key, "is given twice");
            }
            given.push((key, value));
        }
        let value = |key: &str| given.iter().find(|(k, _)| *k == key).map(|(_, v)| *v);
        let users = number("users", value("users").unwrap_or("2"), 1, 6)? as usize;
        let capacity =
            capacities(value("capacity"), value("capacities"), value("servers"), value("resources"))?;
        let max = match value("max") {
            None => largest(&capacity),
            Some(text) => list("max", text, 1)?,
        };
        let resources = capacity[0].len();
        let max = if max.len() == 1 { vec![max[0]; resources] } else { max };
        if max.len() != resources {
            return wrong("max", format!("has {} numbers for {resources} resources", max.len()));
        }
        if let Some(0) = max.iter().min() {
            return wrong("max", "must be at least 1 for every resource; give it where a capacity is 0");
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
    let count = |key: &str, text: Option<&str>| text.map(|t| number(key, t, 1, 4)).transpose();
    let servers = count("servers", servers)?.map(|n| n as usize);
    let resources = count("resources", resources)?.map(|n| n as usize);
    match (same, each) {
        (Some(_), Some(_)) => wrong("capacities", "is given beside `capacity`; one of the two is enough"),
        (None, None) => wrong("capacity", "is missing"),
        (Some(text), None) => {
            let capacity = number("capacity", text, 0, LARGEST)?;
            Ok(vec![vec![capacity; resources.unwrap_or(1)]; servers.unwrap_or(1)])
        }
        (None, Some(text)) => {
            let rows: Vec<Vec<u32>> =
                text.split('/').map(|row| list("capacities", row, 0)).collect::<Result<_, _>>()?;
            let wide = rows[0].len();
            if rows.iter().any(|row| row.len() != wide) {
                return wrong("capacities", "has servers with different numbers of resources");
            }
            if rows.len() > 4 || wide > 4 {
                return wrong("capacities", "has more than 4 servers or more than 4 resources");
            }
            if resources.is_some_and(|n| n != wide) {
                return wrong("resources", format!("is not the number of capacities of a server, {wide}"));
            }
            match servers {
                Some(n) if rows.len() == 1 => Ok(vec![rows[0].clone(); n]),
                Some(n) if n != rows.len() => {
                    wrong("servers", format!("is not the number of rows of `capacities`, {}", rows.len()))
                }
                _ => Ok(rows),
            }
        }
    }
}

fn number(key: &str, text: &str, least: u32, most: u32) -> Result<u32, ScopeError> {
    match text.parse() {
        Ok(n) if (least..=most).contains(&n) => Ok(n),
        _ => wrong(key, format!("must be a whole number from {least} to {most}, and is `{text}`")),
    }
}

fn list(key: &str, text: &str, least: u32) -> Result<Vec<u32>, ScopeError> {
    text.split('x').map(|part| number(key, part.trim(), least, LARGEST)).collect()
}

fn choice(key: &str, value: Option<&str>) -> Result<bool, ScopeError> {
    match value {
        None | Some("no") => Ok(false),
        Some("yes") => Ok(true),
        Some(other) => wrong(key, format!("must be yes or no, and is `{other}`")),
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
