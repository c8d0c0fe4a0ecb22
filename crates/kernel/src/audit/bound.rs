//! Trees that bound the number of tasks that every plan stops, and their check.

use super::programme::Programme;
use crate::linear::certificate::{Flaw, bounded_by, check};
use crate::linear::{Program, Relation, Row, Solution};
use crate::scalar::{Rational, Scalar, dot, least, max};

/// A proof that every plan stops at least some number of tasks.
#[derive(Clone, Debug)]
pub enum Tree {
    /// The rows under these multipliers bound the number of tasks that stop.
    Least(Vec<Rational>),
    /// The rows under these multipliers have no solution.
    Never(Vec<Rational>),
    /// A whole variable is at most a number, or at least one more.
    Whole(usize, Rational, Box<[Tree; 2]>),
    /// One of the inequalities of an entry of `choices` holds.
    Choice(usize, Vec<Tree>),
}

impl Programme<'_> {
    /// The number of tasks that every plan stops at least, as `tree` proves; `None` if it proves that there is no plan. Where tasks
    /// are taken as spread evenly over several servers, nothing is proved of other plans, and the number is zero.
    ///
    /// # Errors
    /// A part of the tree that proves nothing.
    pub fn bound(&self, tree: &Tree) -> Result<Option<Rational>, Flaw> {
        let bound = self.bound_in(&mut self.program.clone(), tree)?;
        Ok(if self.problem.spreads() { Some(Rational::zero()) } else { bound })
    }

    fn bound_in(&self, program: &mut Program, tree: &Tree) -> Result<Option<Rational>, Flaw> {
        let one =
            |v: usize, relation, bound: Rational| Row { terms: vec![(v, Rational::one())], relation, bound };
        match tree {
            Tree::Least(multipliers) => {
                let most = dot(program.rows.iter().map(|row| &row.bound).zip(multipliers));
                bounded_by(program, multipliers, &most)?;
                let least = max(-most, Rational::zero());
                Ok(Some(if self.problem.whole { -(-least).floor() } else { least }))
            }
            Tree::Never(multipliers) => {
                check(program, &Solution::Infeasible { multipliers: multipliers.clone() }).map(|()| None)
            }
            Tree::Whole(v, most, parts) => {
                if !self.is_whole(*v) || !most.is_integer() {
                    return Err(Flaw::Uncovered(*v));
                }
                let above = one(*v, Relation::AtLeast, most + Rational::one());
                let rows = [one(*v, Relation::AtMost, most.clone()), above];
                self.least_of(program, rows.into_iter(), &parts[..])
            }
            Tree::Choice(k, parts) => {
                let rows = if *k < self.choices.len() { self.choice(*k) } else { Vec::new() };
                if rows.len() != parts.len() || rows.is_empty() {
                    return Err(Flaw::Length { expected: rows.len(), found: parts.len() });
                }
                self.least_of(program, rows.into_iter(), parts)
            }
        }
    }

    fn least_of(
        &self,
        program: &mut Program,
        rows: impl Iterator<Item = Row>,
        parts: &[Tree],
    ) -> Result<Option<Rational>, Flaw> {
        let mut bounds = Vec::new();
        for (row, tree) in rows.zip(parts) {
            program.rows.push(row);
            let bound = self.bound_in(program, tree);
            program.rows.pop();
            bounds.extend(bound?);
        }
        Ok(least(bounds))
    }
}
