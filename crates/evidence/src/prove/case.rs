//! A case of a theorem: the queries that decide it, and the conversion of a model of them to an instance.

use super::pool::Symbols;
use super::query::Query;
use super::term::{Term, eq, int, le};
use super::value::{Value as Given, Values, rounded};
use crate::document::Value;
use crate::scalar::{Rational, Scalar};

/// The questions about one case. All cases together are the theorem.
#[derive(Clone, Debug)]
pub struct Case {
    /// The specification alone: if it cannot be satisfied, a proof is vacuous.
    pub satisfiable: Query,
    /// The specification and the negated property. `unsat` proves the case; a model is an instance to be
    /// judged.
    pub complete: Query,
    /// Consequences of the specification and the negated property; the case is proved if all of them are
    /// `unsat`.
    pub steps: Vec<Query>,
    /// The conversion of a model to an instance.
    pub frame: Frame,
}

/// The terms whose values form an instance.
#[derive(Clone, Debug)]
pub enum Frame {
    /// An instance of `cluster` and, if there is a lie, the user with its report.
    Pool(Box<Symbols>, Option<(usize, Box<Symbols>)>),
    /// The declared number of agents, and the demands of those that arrive.
    Arrivals(usize, Vec<Vec<Term>>),
}

/// The values of a model, rounded within a slack.
struct Near<'a> {
    values: &'a Values,
    slack: Rational,
}

impl Near<'_> {
    fn number(&self, term: &Term) -> Option<Rational> {
        match term {
            Term::Number(n) => Some(n.clone()),
            Term::Real(name) => rounded(self.values.get(name.as_ref())?, &self.slack),
            _ => None,
        }
    }

    fn truth(&self, term: &Term) -> Option<bool> {
        match term {
            Term::Truth(value) => Some(*value),
            Term::Flag(name) => match self.values.get(name.as_ref())? {
                Given::Truth(value) => Some(*value),
                _ => None,
            },
            _ => None,
        }
    }

    fn row(&self, row: &[Term]) -> Option<Vec<Rational>> {
        row.iter().map(|term| self.number(term)).collect()
    }

    fn table(&self, rows: &[Vec<Term>]) -> Option<Vec<Vec<Rational>>> {
        rows.iter().map(|row| self.row(row)).collect()
    }

    fn servers(&self, row: &[Term]) -> Option<Value> {
        let flags: Vec<bool> = row.iter().map(|term| self.truth(term)).collect::<Option<_>>()?;
        Some(Value::indexes((0..flags.len()).filter(|i| flags[*i])))
    }

    fn pool(&self, pool: &Symbols) -> Option<Value> {
        let has = |(endless, t): &(Term, Term)| {
            if self.truth(endless)? { Some(Value::text("inf")) } else { self.number(t).map(Value::Number) }
        };
        let weight = match pool.quotients {
            Some(_) => Value::matrix(&self.table(&pool.weight)?),
            None => {
                Value::numbers(&self.row(&pool.weight.iter().map(|row| row[0].clone()).collect::<Vec<_>>())?)
            }
        };
        let eligible: Option<Vec<Value>> = pool.eligible.iter().map(|row| self.servers(row)).collect();
        let rate = if pool.rate { Some(Value::matrix(&self.table(&pool.fit)?)) } else { None };
        Some(Value::table([
            ("model", Some(Value::text("cluster"))),
            ("capacity", Some(Value::matrix(&self.table(&pool.capacity)?))),
            ("demand", Some(Value::matrix(&self.table(&pool.demand)?))),
            ("weight", Some(weight)),
            ("eligible", Some(Value::List(eligible?))),
            ("tasks", Some(Value::List(pool.tasks.iter().map(has).collect::<Option<_>>()?))),
            ("rate", rate),
        ]))
    }
}

/// A candidate: an instance, and a lie if there is one.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The instance as a document.
    pub instance: Value,
    /// The liar, and its report.
    pub lie: Option<(usize, Value)>,
}

impl Frame {
    /// Additional assertions that lead to other models, if the engine does not confirm the first.
    pub fn narrower(&self) -> Vec<Vec<Term>> {
        let Frame::Pool(pool, _) = self else { return vec![] };
        let variables = |rows: &[Vec<Term>]| -> Vec<Term> {
            rows.iter().flatten().filter(|term| matches!(term, Term::Real(_))).cloned().collect()
        };
        let (demand, capacity) = (variables(&pool.demand), variables(&pool.capacity));
        if demand.is_empty() || capacity.is_empty() {
            return vec![];
        }
        let weights: Vec<Term> = variables(&pool.weight).iter().map(|w| eq(w, int(1))).collect();
        let bounded = |most: i64, room: i64| {
            let within = |x: &Term, most: i64| [le(int(1), x), le(x, int(most))];
            let demand = demand.iter().flat_map(|d| within(d, most));
            let capacity = capacity.iter().flat_map(|c| within(c, room));
            weights.iter().cloned().chain(demand).chain(capacity).collect::<Vec<_>>()
        };
        vec![weights.clone(), bounded(3, 2), bounded(2, 4), bounded(4, 8), bounded(9, 3)]
    }

    /// The candidates near a model, those with simple numbers first, the exact ones last.
    pub fn candidates(&self, values: &Values) -> Vec<Candidate> {
        let mut found: Vec<Candidate> = Vec::new();
        let exact = values.values().all(|value| !matches!(value, Given::Near(_)));
        for digits in if exact { vec![0] } else { vec![2, 3, 5, 8, 14, 24] } {
            let slack = (0..digits).fold(Rational::one(), |slack, _| slack / Rational::int(10));
            if let Some(candidate) = self.candidate(&Near { values, slack })
                && !found.contains(&candidate)
            {
                found.push(candidate);
            }
        }
        found
    }

    fn candidate(&self, near: &Near<'_>) -> Option<Candidate> {
        match self {
            Frame::Pool(pool, lie) => {
                let report = |(user, said): &(usize, Box<Symbols>)| {
                    let demand = Value::numbers(&near.row(&said.demand[*user])?);
                    let eligible = near.servers(&said.eligible[*user])?;
                    Some((*user, Value::table([("demand", demand), ("eligible", eligible)])))
                };
                let lie = match lie {
                    Some(lie) => Some(report(lie)?),
                    None => None,
                };
                Some(Candidate { instance: near.pool(pool)?, lie })
            }
            Frame::Arrivals(declared, demand) => {
                let instance = Value::table([
                    ("model", Value::text("arrivals")),
                    ("agents", Value::index(*declared)),
                    ("demand", Value::matrix(&near.table(demand)?)),
                ]);
                Some(Candidate { instance, lie: None })
            }
        }
    }
}
