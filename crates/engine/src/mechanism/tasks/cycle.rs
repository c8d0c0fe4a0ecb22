//! The cyclic structure of progressive filling: the number of picks of each user until the shares are level
//! again (metin 3.3).

use crate::scalar::{Rational, Scalar, greatest, sum};

/// The cycle of dominant shares per task; it raises each user by the least common multiple of the shares.
#[derive(Clone, Debug, PartialEq)]
pub struct Cycle {
    /// The least common multiple of the shares.
    pub multiple: Rational,
    /// Number of picks of each user in a cycle: the multiple divided by its share.
    pub occurrences: Vec<Rational>,
    shares: Vec<Rational>,
}

/// A part of the cycle, from one pick of the user with the highest share up to its next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subcycle {
    /// Number of picks of each user in the part.
    pub picks: Vec<u64>,
}

impl Cycle {
    /// The cycle of positive `shares`; `None` for an empty list or a share that is not positive.
    pub fn of(shares: &[Rational]) -> Option<Cycle> {
        if shares.is_empty() || !shares.iter().all(Scalar::is_positive) {
            return None;
        }
        let mut multiple = shares[0].clone();
        for share in &shares[1..] {
            // lcm(a/b, c/d) = lcm(a, c) / gcd(b, d) for fractions in lowest terms.
            let (a, b, c, d) =
                (multiple.numerator(), multiple.denominator(), share.numerator(), share.denominator());
            let lcm = a.times(&c).over(&a.gcd(&c));
            multiple = Rational::ratio(&lcm, &b.gcd(&d))?;
        }
        let occurrences = shares.iter().map(|share| &multiple / share).collect();
        Some(Cycle { multiple, occurrences, shares: shares.to_vec() })
    }

    /// The number of picks in a cycle.
    pub fn length(&self) -> Rational {
        sum(self.occurrences.iter().cloned())
    }

    /// The basic subcycle: for each user, the highest share divided by its own, rounded down.
    pub fn basic(&self) -> Vec<Rational> {
        let highest = greatest(self.shares.iter().cloned()).unwrap_or_else(Rational::zero);
        self.shares.iter().map(|share| (&highest / share).floor()).collect()
    }

    /// The subcycles of one cycle, in order, when ties go to the higher share: the `j`-th lasts from the pick
    /// of the highest share at level `j ds*` up to the next. `None` if there are more than `most`.
    pub fn subcycles(&self, most: usize) -> Option<Vec<Subcycle>> {
        let highest = greatest(self.shares.iter().cloned())?;
        let (count, 1) = (&self.multiple / &highest).small()? else { return None };
        let count = usize::try_from(count).ok().filter(|count| *count <= most)?;
        // Picks of user u before the j-th pick of the first user with the highest share: its levels below j
        // ds*.
        let before = |u: usize, j: usize| -> Option<u64> {
            let level = Rational::int(i64::try_from(j).ok()?) * &highest;
            let picks = -(-(level / &self.shares[u])).floor();
            u64::try_from(picks.small()?.0).ok()
        };
        (0..count)
            .map(|j| {
                let picks = (0..self.shares.len()).map(|u| Some(before(u, j + 1)? - before(u, j)?));
                Some(Subcycle { picks: picks.collect::<Option<_>>()? })
            })
            .collect()
    }
}
