//! Audits over time: the number of moments at which each user was below its share, the longest such period, and the
//! worst moment.
//!
//! Moments come in order and have equal weight. A user is identified by its name. At a moment whose file does not
//! contain a user, the user demands nothing, and a period below its share ends.

use crate::report::{AuditReport, Envied};
use crate::scalar::{Rational, Scalar, sum};
use crate::workbench::Answer;
use serde::Serialize;

/// The moment at which a user lacked the largest part of its share.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WorstMoment {
    /// Name of the moment.
    pub moment: String,
    /// Missing part of the share.
    pub lacks: Rational,
    /// State of the cluster in one sentence.
    pub sentence: String,
}

/// A largest amount and its moment.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AmountAt {
    /// The amount.
    pub amount: Rational,
    /// Name of the moment.
    pub moment: String,
}

/// Consecutive moments.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Stretch {
    /// Number of moments.
    pub moments: u64,
    /// Name of the first moment.
    pub from: String,
    /// Name of the last moment.
    pub to: String,
}

/// The audits of many moments, summarised.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct AuditHistory {
    /// Number of moments audited.
    pub moments: u64,
    /// The history of each user, in the order of first appearance.
    pub users: Vec<UserHistory>,
    /// The history of each property.
    pub properties: Vec<PropertyHistory>,
    /// Number of moments at which a user was below its share although idle resources could have served it.
    pub wasted: u64,
    /// The moment with the largest shortfall as a part of a user's share.
    pub worst: Option<WorstMoment>,
}

/// The history of one user.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct UserHistory {
    /// Name of the user.
    pub user: String,
    /// Number of moments at which the user was present.
    pub moments: u64,
    /// Number of moments at which the user ran less than its share.
    pub below: u64,
    /// Number of moments at which the user was below its share and idle resources could have served it.
    pub wasted: u64,
    /// Number of moments at which the user envied another user.
    pub envious: u64,
    /// The largest envy, in tasks, and its moment.
    pub most_envy: Option<AmountAt>,
    /// The longest period below the user's share.
    pub longest: Option<Stretch>,
    /// The largest shortfall, in tasks, and its moment.
    pub worst: Option<AmountAt>,
    /// The moments at which the user was present, counted from 0, each with what it took and its share.
    pub points: Vec<(u64, Rational, Rational)>,
    /// The shortfall, in tasks, at each moment at which the user was present.
    shorts: Vec<Rational>,
    /// The present period below the user's share: its length and its first moment.
    now: Option<(u64, String)>,
}

/// Counts of the verdicts of a property over the moments.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PropertyHistory {
    /// Id of the property.
    pub property: &'static str,
    /// Number of moments at which the property holds.
    pub holds: u64,
    /// Number of moments at which it is violated.
    pub violated: u64,
    /// Number of moments at which it is not defined.
    pub out_of_scope: u64,
    /// Number of moments at which it is undecided.
    pub undecided: u64,
    /// Largest margin and its moment.
    pub worst: Option<AmountAt>,
}

impl UserHistory {
    /// The shortfall that is not exceeded at `per_cent` per cent of the user's moments (nearest rank).
    pub fn percentile(&self, per_cent: usize) -> Rational {
        let mut shorts = self.shorts.clone();
        shorts.sort();
        let rank = (per_cent * shorts.len()).div_ceil(100).max(1);
        shorts.get(rank - 1).cloned().unwrap_or_else(Rational::zero)
    }

    /// The mean shortfall, in tasks.
    pub fn mean(&self) -> Rational {
        let moments = i64::try_from(self.shorts.len().max(1)).unwrap_or(i64::MAX);
        sum(self.shorts.iter().cloned()) / Rational::int(moments)
    }
}

fn raise(worst: &mut Option<AmountAt>, amount: &Rational, moment: &str) {
    if amount.is_positive() && worst.as_ref().is_none_or(|most| *amount > most.amount) {
        *worst = Some(AmountAt { amount: amount.clone(), moment: moment.to_string() });
    }
}

impl AuditHistory {
    /// Adds the audit of the next moment.
    pub fn add(&mut self, moment: &str, report: &AuditReport) {
        self.moments += 1;
        let mut wasted = false;
        for line in &report.users {
            let at = self.users.iter().position(|user| user.user == line.user).unwrap_or_else(|| {
                self.users.push(UserHistory { user: line.user.clone(), ..UserHistory::default() });
                self.users.len() - 1
            });
            let (user, short) = (&mut self.users[at], &line.short);
            user.moments += 1;
            user.shorts.push(short.clone());
            user.points.push((self.moments - 1, line.share.clone(), line.right.clone()));
            raise(&mut user.worst, short, moment);
            if let Some(Envied { by, .. }) = line.envies.first() {
                user.envious += 1;
                raise(&mut user.most_envy, by, moment);
            }
            if short.is_positive() {
                user.below += 1;
                let (length, first) =
                    user.now.take().map_or((1, moment.to_string()), |(n, first)| (n + 1, first));
                if user.longest.as_ref().is_none_or(|most| length > most.moments) {
                    user.longest =
                        Some(Stretch { moments: length, from: first.clone(), to: moment.to_string() });
                }
                user.now = Some((length, first));
                if line.could_start.is_positive() {
                    user.wasted += 1;
                    wasted = true;
                }
            } else {
                user.now = None;
            }
            let lacks = line.lacks();
            if lacks.is_positive() && self.worst.as_ref().is_none_or(|most| lacks > most.lacks) {
                let (moment, sentence) = (moment.to_string(), report.sentence.clone());
                self.worst = Some(WorstMoment { moment, lacks, sentence });
            }
        }
        self.wasted += u64::from(wasted);
        let here = |user: &UserHistory| report.users.iter().any(|line| line.user == user.user);
        self.users.iter_mut().filter(|user| !here(user)).for_each(|user| user.now = None);
        for line in &report.properties {
            let property = line.property;
            let at = self.properties.iter().position(|known| known.property == property);
            let at = at.unwrap_or_else(|| {
                self.properties.push(PropertyHistory { property, ..PropertyHistory::default() });
                self.properties.len() - 1
            });
            let known = &mut self.properties[at];
            match line.answer {
                Answer::Holds | Answer::Unrefuted => known.holds += 1,
                Answer::Violated => known.violated += 1,
                Answer::OutOfScope => known.out_of_scope += 1,
                Answer::Undecided => known.undecided += 1,
            }
            line.margin.iter().for_each(|margin| raise(&mut known.worst, margin, moment));
        }
    }
}
