//! The reduction of Theorem 1 of mukherjee: 3-Partition as a question about the fairest assignment, and back.

use crate::model::covering::{Stock, Uncoverable};
use crate::scalar::{Rational, Scalar, sum};

/// An instance of 3-Partition: can the numbers, three per group, be divided into triples of equal sum?
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThreePartition {
    /// The numbers, three times as many as groups, each above zero.
    pub numbers: Vec<Rational>,
}

impl ThreePartition {
    /// The number of groups to form.
    pub fn groups(&self) -> usize {
        self.numbers.len() / 3
    }

    /// The sum that each triple must have.
    pub fn target(&self) -> Rational {
        sum(self.numbers.iter().cloned()) / Rational::int(self.groups() as i64)
    }

    /// The instance of the reduction: each number is the cost of a resource, and each group is a task that
    /// needs three resources. All resources are used, so the triples have equal sums exactly if every task
    /// pays the mean.
    ///
    /// # Errors
    /// Numbers that do not form a stock.
    pub fn stock(&self) -> Result<Stock, Uncoverable> {
        let size = vec![Rational::one(); self.numbers.len()];
        Stock::new(self.numbers.clone(), size, vec![Rational::int(3); self.groups()])
    }

    /// The ratio of an assignment of [`Self::stock`] that solves the partition, which is also the smallest
    /// possible ratio.
    pub fn ratio(&self, stock: &Stock) -> Rational {
        self.target() / &stock.isolation()[0]
    }

    /// The triples of an assignment; `None` if they are not triples of equal sum.
    pub fn triples(&self, assignment: &[Option<usize>]) -> Option<Vec<Vec<Rational>>> {
        let mut triples = vec![Vec::new(); self.groups()];
        for (number, task) in self.numbers.iter().zip(assignment) {
            triples.get_mut((*task)?)?.push(number.clone());
        }
        let solved =
            |triple: &Vec<Rational>| triple.len() == 3 && sum(triple.iter().cloned()) == self.target();
        triples.iter().all(solved).then_some(triples)
    }

    /// The assignment of triples of equal sum; `None` if they are not a partition of the numbers.
    pub fn assignment(&self, triples: &[Vec<Rational>]) -> Option<Vec<Option<usize>>> {
        let mut given = vec![None; self.numbers.len()];
        for (task, triple) in triples.iter().enumerate() {
            for number in triple {
                let at = (0..given.len()).find(|&i| given[i].is_none() && self.numbers[i] == *number)?;
                given[at] = Some(task);
            }
        }
        given.iter().all(Option::is_some).then_some(given)
    }

    /// Triples of equal sum by exhaustive search: the smallest remaining number is combined with any two
    /// others.
    pub fn solve(&self) -> Option<Vec<Vec<Rational>>> {
        fn go(left: &[Rational], target: &Rational) -> Option<Vec<Vec<Rational>>> {
            let Some((first, rest)) = left.split_first() else { return Some(Vec::new()) };
            for i in 0..rest.len() {
                for k in i + 1..rest.len() {
                    if &(first + &rest[i] + &rest[k]) == target {
                        let mut others = rest.to_vec();
                        others.remove(k);
                        others.remove(i);
                        if let Some(mut triples) = go(&others, target) {
                            triples.push(vec![first.clone(), rest[i].clone(), rest[k].clone()]);
                            return Some(triples);
                        }
                    }
                }
            }
            None
        }
        let mut sorted = self.numbers.clone();
        sorted.sort();
        go(&sorted, &self.target())
    }
}
