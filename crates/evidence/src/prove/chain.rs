//! Facts by name, and chains of claims: each claim is a query of its own and becomes a fact.

use super::query::Query;
use super::term::{Term, all, not};

/// The assumptions, in named groups.
#[derive(Clone, Debug, Default)]
pub struct Facts(Vec<(&'static str, Vec<Term>)>);

impl Facts {
    /// Adds the group `name` with the given terms.
    pub fn add(&mut self, name: &'static str, terms: Vec<Term>) {
        self.0.push((name, terms));
    }

    /// The terms of the named groups; of all groups if no name is given.
    pub fn of(&self, names: &[&str]) -> Vec<Term> {
        let asked = self.0.iter().filter(|(name, _)| names.is_empty() || names.contains(name));
        asked.flat_map(|(_, terms)| terms.iter().cloned()).collect()
    }
}

/// A proof in steps. It is valid if none of its queries can be satisfied.
#[derive(Clone, Debug)]
pub struct Chain {
    facts: Facts,
    name: String,
    /// The queries of the proof so far.
    pub queries: Vec<Query>,
}

impl Chain {
    /// A chain called `name` that starts from `facts`.
    pub fn from(name: &str, facts: Facts) -> Chain {
        Chain { facts, name: name.to_string(), queries: Vec::new() }
    }

    /// Claims each term from the named groups, one query per term; the terms become the group `name`.
    pub fn claim(&mut self, name: &'static str, about: &str, from: &[&str], claims: Vec<Term>) {
        let known = self.facts.of(from);
        self.add(name, about, claims.into_iter().map(|claim| (known.clone(), claim)));
    }

    /// Claims each term, one query per term, from those of its premises that are facts; the terms become the
    /// group `name`.
    pub fn claim_by(&mut self, name: &'static str, about: &str, mut claims: Vec<(Vec<Term>, Term)>) {
        let known = self.facts.of(&[]);
        claims.iter_mut().for_each(|(premises, _)| premises.retain(|premise| known.contains(premise)));
        self.add(name, about, claims.into_iter());
    }

    fn add(&mut self, name: &'static str, about: &str, claims: impl Iterator<Item = (Vec<Term>, Term)>) {
        let claims: Vec<_> = claims.collect();
        let open: Vec<_> = claims.iter().filter(|(_, claim)| *claim != Term::Truth(true)).collect();
        for (k, (premises, claim)) in open.iter().enumerate() {
            let number = if open.len() > 1 { format!("-{}", k + 1) } else { String::new() };
            let assertions = [premises.clone(), vec![not(claim)]].concat();
            self.queries.push(Query::new(format!("{}-{name}{number}", self.name), about, assertions));
        }
        self.facts.add(name, claims.into_iter().map(|(_, claim)| claim).collect());
    }

    /// The chain for server `i`, named after it.
    pub fn on(mut self, i: usize) -> Chain {
        self.name = format!("{}-server-{}", self.name, i + 1);
        self
    }

    /// Adds the assumption of a case to the facts.
    pub fn suppose(&mut self, name: &'static str, term: Term) {
        self.facts.add(name, vec![term]);
    }

    /// Adds definitions of new variables. Values for them exist under any facts.
    pub fn names(&mut self, terms: Vec<Term>) {
        self.facts.add("names", terms);
    }

    /// The terms of the named groups, or of all if no name is given.
    pub fn facts(&self, names: &[&str]) -> Vec<Term> {
        self.facts.of(names)
    }

    /// Ends the chain with the query that the named groups and the given terms are contradictory.
    pub fn absurd(mut self, about: &str, from: &[&str], with: Vec<Term>) -> Vec<Query> {
        let mut assertions = self.facts.of(from);
        assertions.push(all(with));
        self.queries.push(Query::new(format!("{}-absurd", self.name), about, assertions));
        self.queries
    }
}
