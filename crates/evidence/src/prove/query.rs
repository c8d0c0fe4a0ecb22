//! A query: assertions that a solver is asked to satisfy, as an SMT-LIB 2 script.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::term::{Sort, Term, write};

/// Assertions with a name.
#[derive(Clone, Debug)]
pub struct Query {
    /// What it is called, in lower case with hyphens.
    pub name: String,
    /// What it asks, in a sentence.
    pub about: String,
    /// What must be true at once.
    pub assertions: Vec<Term>,
}

impl Query {
    /// A query.
    pub fn new(name: impl Into<String>, about: impl Into<String>, assertions: Vec<Term>) -> Query {
        Query { name: name.into(), about: about.into(), assertions }
    }

    /// The variables, by name.
    pub fn variables(&self) -> BTreeMap<Rc<str>, Sort> {
        let mut found = BTreeMap::new();
        self.assertions.iter().for_each(|term| term.variables(&mut found));
        found
    }

    /// The logic that the assertions belong to.
    pub fn logic(&self) -> &'static str {
        if self.assertions.iter().all(Term::linear) { "QF_LRA" } else { "QF_NRA" }
    }

    /// The script, which also asks for the values of all variables, exactly and as decimals.
    pub fn script(&self) -> String {
        let variables = self.variables();
        let mut text = format!(
            "; {}\n(set-option :produce-models true)\n(set-logic {})\n",
            self.about.replace('\n', " "),
            self.logic()
        );
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
