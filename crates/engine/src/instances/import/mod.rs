//! Instances made from what other programs write about a cluster: a container platform's nodes and pods, and plain tables.
//!
//! Amounts are read exactly, with their units. What a fair share cannot know of is left out, and said.

mod kubernetes;
mod tables;

pub use kubernetes::kubernetes;
pub use tables::tables;

use crate::document::{InputError, Node, Value};
use crate::model::Model as _;
use crate::model::cluster::Cluster;

/// An instance file, and what was left out on the way, a line each.
#[derive(Clone, Debug, PartialEq)]
pub struct Imported {
    /// The instance, with `model`.
    pub instance: Value,
    /// What was left out.
    pub left_out: Vec<String>,
}

/// The parts of a cluster, ready to be written.
struct Parts {
    resources: Vec<String>,
    /// Name and capacity.
    servers: Vec<(String, Vec<Value>)>,
    /// Name, demand, tasks (none for no limit), weight (none for one), servers it may use (none for all).
    users: Vec<User>,
}

struct User {
    name: String,
    demand: Vec<Value>,
    tasks: Option<Value>,
    weight: Option<Value>,
    eligible: Option<Vec<usize>>,
}

impl Parts {
    /// The instance, read once to see that it is one; the files of servers and of users stand for it in errors.
    fn instance(self, stock: &str, file: &str) -> Result<Value, InputError> {
        let wrong = |file: &str, reason: &str| InputError {
            file: file.to_string(),
            field: String::new(),
            reason: reason.to_string(),
        };
        if self.servers.is_empty() {
            return Err(wrong(stock, "there is no machine that takes anything"));
        }
        if self.users.is_empty() {
            return Err(wrong(file, "there is nobody that asks for anything"));
        }
        let rows = |rows: Vec<Vec<Value>>| Value::List(rows.into_iter().map(Value::List).collect());
        let names = |names: Vec<&String>| Value::texts(&names);
        let field = |name: &str, value: Value| (name.to_string(), value);
        let mut fields = vec![
            field("model", Value::text("cluster")),
            field("capacity", rows(self.servers.iter().map(|(_, row)| row.clone()).collect())),
            field("demand", rows(self.users.iter().map(|u| u.demand.clone()).collect())),
        ];
        if self.users.iter().any(|u| u.weight.is_some()) {
            let weight = |u: &User| u.weight.clone().unwrap_or(Value::Integer(1));
            fields.push(field("weight", Value::List(self.users.iter().map(weight).collect())));
        }
        if self.users.iter().any(|u| u.eligible.is_some()) {
            let all: Vec<usize> = (0..self.servers.len()).collect();
            let row = |u: &User| Value::indexes(u.eligible.clone().unwrap_or_else(|| all.clone()));
            fields.push(field("eligible", Value::List(self.users.iter().map(row).collect())));
        }
        if self.users.iter().any(|u| u.tasks.is_some()) {
            let tasks = |u: &User| u.tasks.clone().unwrap_or_else(|| Value::text("inf"));
            fields.push(field("tasks", Value::List(self.users.iter().map(tasks).collect())));
        }
        fields.push(field("users", names(self.users.iter().map(|u| &u.name).collect())));
        fields.push(field("servers", names(self.servers.iter().map(|(name, _)| name).collect())));
        fields.push(field("resources", names(self.resources.iter().collect())));
        let read = Value::Table(fields[1..].to_vec());
        // Written as instances are: numbers in lowest terms, without their units.
        let instance = Cluster::read(&Node::new(file, &read))?;
        let mut written = vec![fields[0].clone()];
        written.extend(Cluster::write(&instance).fields().iter().cloned());
        Ok(Value::Table(written))
    }
}
