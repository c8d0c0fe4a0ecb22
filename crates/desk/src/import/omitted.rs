//! Tasks that an import omits, by reason and owner, with their number and amounts.

use std::collections::BTreeMap;

use super::amounts::{Amounts, add, said};
use super::places::{counted, listed};
use crate::scalar::{Rational, Scalar as _};

/// The number and the amounts of the tasks left out, by reason and team.
#[derive(Debug, Default)]
pub(super) struct Omitted(BTreeMap<String, BTreeMap<String, (usize, Amounts)>>);

impl Omitted {
    /// Counts tasks of `team` that are left out for the reason `why`; each asks for `asks`.
    pub(super) fn add(&mut self, why: &str, team: &str, count: usize, asks: &Amounts) {
        let of_reason = self.0.entry(why.to_string()).or_default();
        let (all, amounts) = of_reason.entry(team.to_string()).or_default();
        let tasks = Rational::int(i64::try_from(count).unwrap_or(i64::MAX));
        *all = all.saturating_add(count);
        add(amounts, &asks.iter().map(|(name, amount)| (name.clone(), amount * &tasks)).collect());
    }

    /// One sentence for each reason, with owners and amounts; `task` is the word for a task.
    pub(super) fn told(&self, task: &str) -> Vec<String> {
        self.told_as(task, "left out")
    }

    /// The sentences of tasks that are `done`, a word in place of left out.
    pub(super) fn told_as(&self, task: &str, done: &str) -> Vec<String> {
        let of_team = |(team, (count, amounts)): (&String, &(usize, Amounts))| match amounts.is_empty() {
            true => format!("{count} of {team}"),
            false => format!("{count} of {team} ({})", said(amounts)),
        };
        let of_reason = |(why, teams): (&String, &BTreeMap<String, (usize, Amounts)>)| {
            let all = teams.values().fold(0usize, |all, (count, _)| all.saturating_add(*count));
            format!("{} {done}, {why}: {}", counted(all, task), listed(teams.iter().map(of_team)))
        };
        self.0.iter().map(of_reason).collect()
    }
}
