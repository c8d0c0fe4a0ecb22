//! A query: assertions that a solver is asked to satisfy, as an SMT-LIB 2 script.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::term::{Sort, Term, write};

/// A named list of assertions.
#[derive(Clone, Debug)]
pub struct Query {
    /// Name of the query, in lower case with hyphens.
    pub name: String,
    /// The question in a sentence.
    pub about: String,
    /// The assertions, all of which must be true.
    pub assertions: Vec<Term>,
}

impl Query {
    /// The query with the given name, sentence and assertions.
    pub fn new(name: impl Into<String>, about: impl Into<String>, assertions: Vec<Term>) -> Query {
        Query { name: name.into(), about: about.into(), assertions }
    }

    /// The variables of the assertions, by name.
    pub fn variables(&self) -> BTreeMap<Rc<str>, Sort> {
        let mut found = BTreeMap::new();
        self.assertions.iter().for_each(|term| term.variables(&mut found));
        found
    }

    /// The logic of SMT-LIB 2 that the assertions belong to.
    pub fn logic(&self) -> &'static str {
        if self.assertions.iter().all(Term::linear) { "QF_LRA" } else { "QF_NRA" }
    }

    /// The script, which also asks for the values of all variables, as exact numbers and as decimals.
    pub fn script(&self) -> String {
        let variables = self.variables();
        let (about, logic) = (self.about.replace('\n', " "), self.logic());
        let mut text = format!("; {about}\n(set-option :produce-models true)\n(set-logic {logic})\n");
        for (name, sort) in &variables {
            let sort = if *sort == Sort::Real { "Real" } else { "Bool" };
            text += &format!("(declare-const {name} {sort})\n");
        }
        for term in &self.assertions {
            text.push_str("(assert ");
            write(term, &mut text);
            text.push_str(")\n");
        }
        text.push_str("(check-sat)\n");
        if !variables.is_empty() {
            let names = variables.keys().map(AsRef::as_ref).collect::<Vec<_>>().join(" ");
            text += &format!("(get-value ({names}))\n");
            text += &format!(
                "(set-option :pp.decimal true)\n(set-option :pp.decimal_precision 24)\n(get-value ({names}))\n"
            );
        }
        text
    }
}
