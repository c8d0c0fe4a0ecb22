//! The papers' constructions as instance files: parametrised ones for any `m`, in `eps` or for a concrete eps.

use crate::document::Value;
use crate::scalar::Rational;

/// A construction of a paper.
#[derive(Clone, Copy, Debug)]
pub struct Construction {
    /// The id: citekey and name.
    pub id: &'static str,
    /// What it is for.
    pub about: &'static str,
    /// The smallest `m` it is defined for; `None` when it has no parameter.
    pub least: Option<usize>,
    build: fn(usize, &Value) -> Value,
}

/// The largest `m`: files stay readable, and runs end.
pub const MOST: usize = 40;

impl Construction {
    /// The instance for the parameter, with `eps` as the infinitesimal or as the number given.
    pub fn instance(&self, m: usize, eps: Option<&Rational>) -> Value {
        (self.build)(m, &eps.map_or_else(|| Value::text("eps"), |x| Value::Number(x.clone())))
    }
}

/// The constructions, by id.
pub const CONSTRUCTIONS: &[Construction] = &[
    Construction {
        id: "khamse2017-fig1",
        about: "three users, two servers, one without bandwidth: TSF and C-DRFH are not bottleneck fair",
        least: None,
        build: |_, _| {
            cluster(&[&[9, 12, 100], &[12, 12, 0]], &[&[1, 2, 10], &[1, 2, 1], &[1, 2, 0]], &[1, 1, 2])
        },
    },
    Construction {
        id: "li2019-cr1",
        about: "m specialists and one agent that wants all: dynamic DRF's sum of shares is above DRF's",
        least: Some(1),
        build: |m, eps| arrivals((0..=m).map(|i| specialist(m, i, eps)).collect()),
    },
    Construction {
        id: "li2019-theorem2",
        about: "m * m + 1 specialists in turn: the maxmin ratio is (m+1)/(m*m+1) in the limit",
        least: Some(2),
        build: |m, eps| arrivals((0..=m * m).map(|i| specialist(m, i % m, eps)).collect()),
    },
    Construction {
        id: "wang2013-fig1",
        about: "one server large in memory, one in CPU: DRF on each server by itself wastes two fifths",
        least: None,
        build: |_, _| cluster(&[&[10, 60], &[60, 10]], &[&[1, 5], &[5, 1]], &[1, 1]),
    },
];

/// Demands one resource, the others to eps; all of them when there is no such resource.
fn specialist(resources: usize, own: usize, eps: &Value) -> Vec<Value> {
    let entry = |r: usize| if r == own || own >= resources { Value::Integer(1) } else { eps.clone() };
    (0..resources).map(entry).collect()
}

fn arrivals(demand: Vec<Vec<Value>>) -> Value {
    Value::Table(vec![
        ("model".to_string(), Value::text("arrivals")),
        ("demand".to_string(), Value::List(demand.into_iter().map(Value::List).collect())),
    ])
}

fn cluster(capacity: &[&[i64]], demand: &[&[i64]], weight: &[i64]) -> Value {
    let row = |row: &[i64]| Value::List(row.iter().copied().map(Value::Integer).collect());
    let matrix = |rows: &[&[i64]]| Value::List(rows.iter().map(|r| row(r)).collect());
    Value::Table(vec![
        ("model".to_string(), Value::text("cluster")),
        ("capacity".to_string(), matrix(capacity)),
        ("demand".to_string(), matrix(demand)),
        ("weight".to_string(), row(weight)),
    ])
}
