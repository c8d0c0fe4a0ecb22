//! Terms of first-order arithmetic over the reals, and their notation in SMT-LIB 2.

use std::borrow::Borrow;
use std::collections::BTreeMap;
use std::ops::{Mul, Sub};
use std::rc::Rc;

use crate::scalar::{Rational, Scalar};

/// A term: a real number or a truth value.
#[derive(Clone, Debug, PartialEq)]
pub enum Term {
    /// A rational constant.
    Number(Rational),
    /// A real variable, by name.
    Real(Rc<str>),
    /// A constant truth value.
    Truth(bool),
    /// A Boolean variable, by name.
    Flag(Rc<str>),
    /// An operator of SMT-LIB 2 with its arguments.
    Apply(&'static str, Rc<[Term]>),
}

/// The sort of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// A real number.
    Real,
    /// A truth value.
    Flag,
}

/// The real variable called `name`.
pub fn real(name: impl AsRef<str>) -> Term {
    Term::Real(name.as_ref().into())
}

/// The Boolean variable called `name`.
pub fn flag(name: impl AsRef<str>) -> Term {
    Term::Flag(name.as_ref().into())
}

/// The integer `n` as a term.
pub fn int(n: i64) -> Term {
    Term::Number(Rational::int(n))
}

fn apply(operator: &'static str, parts: impl Into<Rc<[Term]>>) -> Term {
    Term::Apply(operator, parts.into())
}

/// The sum of `terms`, with constants added.
pub fn sum(terms: impl IntoIterator<Item = impl Borrow<Term>>) -> Term {
    folded("+", Rational::zero(), terms, |constant, n| constant + n)
}

/// The product of `terms`, with constants multiplied.
pub fn product(terms: impl IntoIterator<Item = impl Borrow<Term>>) -> Term {
    folded("*", Rational::one(), terms, |constant, n| constant * n)
}

/// The terms under an operator, their constants made one: last in a sum, first in a product.
fn folded(
    operator: &'static str,
    neutral: Rational,
    terms: impl IntoIterator<Item = impl Borrow<Term>>,
    fold: fn(Rational, &Rational) -> Rational,
) -> Term {
    let (mut constant, mut rest) = (neutral.clone(), Vec::new());
    for term in terms {
        match term.borrow() {
            Term::Number(n) => constant = fold(constant, n),
            other => rest.push(other.clone()),
        }
    }
    let times = operator == "*";
    if times && constant.is_zero() {
        return int(0);
    }
    if constant != neutral || rest.is_empty() {
        rest.insert(if times { 0 } else { rest.len() }, Term::Number(constant));
    }
    if rest.len() == 1 { rest.remove(0) } else { apply(operator, rest) }
}

impl<B: Borrow<Term>> Mul<B> for &Term {
    type Output = Term;

    fn mul(self, other: B) -> Term {
        product([self, other.borrow()])
    }
}

impl<B: Borrow<Term>> Mul<B> for Term {
    type Output = Term;

    fn mul(self, other: B) -> Term {
        &self * other
    }
}

impl Sub for &Term {
    type Output = Term;

    fn sub(self, other: &Term) -> Term {
        match (self, other) {
            (Term::Number(a), Term::Number(b)) => Term::Number(a - b),
            (_, Term::Number(zero)) if zero.is_zero() => self.clone(),
            _ => apply("-", [self.clone(), other.clone()]),
        }
    }
}

fn compare(operator: &'static str, (a, b): (&Term, &Term), on: fn(&Rational, &Rational) -> bool) -> Term {
    match (a, b) {
        (Term::Number(a), Term::Number(b)) => Term::Truth(on(a, b)),
        _ => apply(operator, [a.clone(), b.clone()]),
    }
}

/// The comparison `a <= b`.
pub fn le(a: impl Borrow<Term>, b: impl Borrow<Term>) -> Term {
    compare("<=", (a.borrow(), b.borrow()), |a, b| a <= b)
}

/// The comparison `a < b`.
pub fn lt(a: impl Borrow<Term>, b: impl Borrow<Term>) -> Term {
    compare("<", (a.borrow(), b.borrow()), |a, b| a < b)
}

/// The equation `a = b` of numbers.
pub fn eq(a: impl Borrow<Term>, b: impl Borrow<Term>) -> Term {
    compare("=", (a.borrow(), b.borrow()), |a, b| a == b)
}

/// The statement that `a` is above zero.
pub fn positive(a: impl Borrow<Term>) -> Term {
    lt(int(0), a)
}

/// The statement that `a` is not below zero.
pub fn not_negative(a: impl Borrow<Term>) -> Term {
    le(int(0), a)
}

/// The statement that `a` is zero.
pub fn zero(a: impl Borrow<Term>) -> Term {
    eq(a, int(0))
}

/// The conjunction of `terms`.
pub fn all(terms: impl IntoIterator<Item = impl Borrow<Term>>) -> Term {
    junction("and", true, terms)
}

/// The disjunction of `terms`.
pub fn any(terms: impl IntoIterator<Item = impl Borrow<Term>>) -> Term {
    junction("or", false, terms)
}

fn junction(
    operator: &'static str,
    neutral: bool,
    terms: impl IntoIterator<Item = impl Borrow<Term>>,
) -> Term {
    let mut rest = Vec::new();
    for term in terms {
        match term.borrow() {
            Term::Truth(value) if *value == neutral => {}
            Term::Truth(_) => return Term::Truth(!neutral),
            other => rest.push(other.clone()),
        }
    }
    match rest.len() {
        0 => Term::Truth(neutral),
        1 => rest.remove(0),
        _ => apply(operator, rest),
    }
}

/// The negation of `a`.
pub fn not(a: impl Borrow<Term>) -> Term {
    match a.borrow() {
        Term::Truth(value) => Term::Truth(!value),
        Term::Apply("not", parts) => parts[0].clone(),
        a => apply("not", [a.clone()]),
    }
}

/// The implication from `a` to `b`.
pub fn implies(a: impl Borrow<Term>, b: impl Borrow<Term>) -> Term {
    match (a.borrow(), b.borrow()) {
        (Term::Truth(true), b) => b.clone(),
        (Term::Truth(false), _) | (_, Term::Truth(true)) => Term::Truth(true),
        (a, Term::Truth(false)) => not(a),
        (a, b) => apply("=>", [a.clone(), b.clone()]),
    }
}

/// The number `a` if the condition is true, otherwise `b`.
pub fn choose(condition: impl Borrow<Term>, a: impl Borrow<Term>, b: impl Borrow<Term>) -> Term {
    let (a, b) = (a.borrow(), b.borrow());
    match condition.borrow() {
        Term::Truth(true) => a.clone(),
        Term::Truth(false) => b.clone(),
        condition => apply("ite", [condition.clone(), a.clone(), b.clone()]),
    }
}

impl Term {
    /// Adds the variables of the term to `found`, by name.
    pub fn variables(&self, found: &mut BTreeMap<Rc<str>, Sort>) {
        match self {
            Term::Number(_) | Term::Truth(_) => {}
            Term::Real(name) => {
                found.insert(Rc::clone(name), Sort::Real);
            }
            Term::Flag(name) => {
                found.insert(Rc::clone(name), Sort::Flag);
            }
            Term::Apply(_, parts) => parts.iter().for_each(|part| part.variables(found)),
        }
    }

    fn has_variable(&self) -> bool {
        match self {
            Term::Number(_) | Term::Truth(_) => false,
            Term::Real(_) | Term::Flag(_) => true,
            Term::Apply(_, parts) => parts.iter().any(Term::has_variable),
        }
    }

    /// Returns `true` if `other` is the term or a part of it.
    pub fn mentions(&self, other: &Term) -> bool {
        self == other
            || matches!(self, Term::Apply(_, parts) if parts.iter().any(|part| part.mentions(other)))
    }

    /// Returns `true` if no variables are multiplied with one another.
    pub fn linear(&self) -> bool {
        let Term::Apply(operator, parts) = self else { return true };
        let factors = parts.iter().filter(|part| part.has_variable()).count();
        (*operator != "*" || factors < 2) && parts.iter().all(Term::linear)
    }
}

fn write_number(number: &Rational, text: &mut String) {
    if number.is_negative() {
        text.push_str("(- ");
        write_number(&-number.clone(), text);
        text.push(')');
    } else if number.is_integer() {
        *text += &format!("{}.0", number.numerator());
    } else {
        *text += &format!("(/ {}.0 {}.0)", number.numerator(), number.denominator());
    }
}

/// Appends the term to a text in the notation of SMT-LIB 2.
pub fn write(term: &Term, text: &mut String) {
    match term {
        Term::Number(number) => write_number(number, text),
        Term::Real(name) | Term::Flag(name) => text.push_str(name),
        Term::Truth(value) => text.push_str(if *value { "true" } else { "false" }),
        Term::Apply(operator, parts) => {
            text.push('(');
            text.push_str(operator);
            for part in parts.iter() {
                text.push(' ');
                write(part, text);
            }
            text.push(')');
        }
    }
}
