//! The papers' constructions as instance files: some with a parameter `m`, some in `eps` or for a concrete
//! eps.

use crate::document::Value;
use crate::scalar::Rational;

/// A construction from a paper.
#[derive(Clone, Copy, Debug)]
pub struct Construction {
    /// The id: citekey and name.
    pub id: &'static str,
    /// The purpose of the construction, in one line.
    pub about: &'static str,
    /// The smallest parameter `m`; `None` for a construction without a parameter.
    pub least: Option<usize>,
    build: fn(usize, &Value) -> Value,
}

/// The largest parameter `m`: files stay readable, and runs end.
pub const MOST: usize = 50;

impl Construction {
    /// The instance for the parameter `m`, with `eps` as the infinitesimal, or as the number given.
    pub fn instance(&self, m: usize, eps: Option<&Rational>) -> Value {
        (self.build)(m, &eps.map_or_else(|| Value::text("eps"), |x| Value::Number(x.clone())))
    }
}

/// The constructions, ordered by id.
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
        id: "mukherjee-dearer",
        about: "the family of Theorem 7 with a resource of cost m + 1 in place of m: the larger gap 2m/(m+1)",
        least: Some(1),
        build: |m, _| covering(cheap_and_dear(m * m - 1, m + 1), None, &vec![m; m]),
    },
    Construction {
        id: "mukherjee-footnote",
        about: "one resource of size 2 and cost 1, one of size 1 and cost m, two tasks of demand 1: pruning alone is no help",
        least: Some(1),
        build: |m, _| {
            let row = |a, b| vec![Value::index(a), Value::index(b)];
            covering(row(1, m), Some(row(2, 1)), &[1, 1])
        },
    },
    Construction {
        id: "mukherjee-greedy",
        about: "m tasks of demand 3 and costs that rise evenly by 1/100: greedy misses Theorem 13 from m = 9 on",
        least: Some(1),
        build: |m, _| {
            let cost = (0..3 * m as i64).map(|i| Value::Number(Rational::new(100 + i, 100)));
            covering(cost.collect(), None, &vec![3; m])
        },
    },
    Construction {
        id: "mukherjee-naive",
        about: "m tasks of demand 1, m - 1 resources of cost 1 and one of cost m: the naive gap m*m/(2m-1)",
        least: Some(1),
        build: |m, _| covering(cheap_and_dear(m - 1, m), None, &vec![1; m]),
    },
    Construction {
        id: "mukherjee-sizes",
        about: "resources of size m and of size 1, all of cost m: the gap with sizes is not bounded either",
        least: Some(1),
        build: |m, _| {
            let size = (0..2 * m - 1).map(|i| Value::index(if i + 1 < m { m } else { 1 })).collect();
            covering(vec![Value::index(m); 2 * m - 1], Some(size), &vec![m; m])
        },
    },
    Construction {
        id: "mukherjee-theorem7",
        about: "m tasks of demand m, m*m - 1 resources of cost 1 and one of cost m: the pruned gap tends to 2",
        least: Some(1),
        build: |m, _| covering(cheap_and_dear(m * m - 1, m), None, &vec![m; m]),
    },
    Construction {
        id: "mukherjee-unlike",
        about: "tasks of demand 2 and 3, three resources of cost m: greedy is (1+m)/2 away from alone",
        least: Some(1),
        build: |m, _| {
            let cost = [1, 1, m, m, m].into_iter().map(Value::index).collect();
            covering(cost, None, &[2, 3])
        },
    },
    Construction {
        id: "wang2013-fig1",
        about: "one server large in memory, one in CPU: DRF on each server by itself wastes two fifths",
        least: None,
        build: |_, _| cluster(&[&[10, 60], &[60, 10]], &[&[1, 5], &[5, 1]], &[1, 1]),
    },
];

/// A demand of 1 for resource `own` and eps for each other one; 1 for all resources if `own` is not a
/// resource.
fn specialist(resources: usize, own: usize, eps: &Value) -> Vec<Value> {
    let entry = |r: usize| if r == own || own >= resources { Value::Integer(1) } else { eps.clone() };
    (0..resources).map(entry).collect()
}

fn arrivals(demand: Vec<Vec<Value>>) -> Value {
    let demand = Value::List(demand.into_iter().map(Value::List).collect());
    Value::table([("model", Value::text("arrivals")), ("demand", demand)])
}

/// Costs of `cheap` resources of cost 1 and of one resource of cost `dear`.
fn cheap_and_dear(cheap: usize, dear: usize) -> Vec<Value> {
    (0..=cheap).map(|i| Value::index(if i < cheap { 1 } else { dear })).collect()
}

fn covering(cost: Vec<Value>, size: Option<Vec<Value>>, demand: &[usize]) -> Value {
    Value::table([
        ("model", Some(Value::text("covering"))),
        ("cost", Some(Value::List(cost))),
        ("size", size.map(Value::List)),
        ("demand", Some(Value::indexes(demand.iter().copied()))),
    ])
}

fn cluster(capacity: &[&[i64]], demand: &[&[i64]], weight: &[i64]) -> Value {
    let row = |row: &[i64]| Value::List(row.iter().copied().map(Value::Integer).collect());
    let matrix = |rows: &[&[i64]]| Value::List(rows.iter().map(|r| row(r)).collect());
    Value::table([
        ("model", Value::text("cluster")),
        ("capacity", matrix(capacity)),
        ("demand", matrix(demand)),
        ("weight", row(weight)),
    ])
}
