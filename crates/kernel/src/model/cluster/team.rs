//! Teams: users of an instance that stand for the shapes of tasks of one team.
//!
//! A row of `demand` is a shape: the demand of one task, its eligible servers, the number of tasks, and the number
//! of running tasks. The field `team` groups rows. The weight of a team is the sum of the weights of its rows. Rules
//! allocate to rows, each with its own weight. The audit of a running cluster (the engine's module `audit::team`)
//! defines the entitlement of a team and the value of a bundle to it.

use super::Pool;
use crate::document::shown;
use crate::scalar::Scalar;

/// A team and the users that are its shapes, in the order of the instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Team {
    /// The name of the team; for a user outside all teams, the name of the user.
    pub name: String,
    /// The indices of the users, at least one.
    pub shapes: Vec<usize>,
}

impl<S: Scalar> Pool<S> {
    /// The teams in the order of their first users; without the field `team` each user is a team of its own.
    pub fn teams(&self) -> Vec<Team> {
        let Some(names) = &self.team else {
            return (0..self.users()).map(|u| Team { name: self.user_name(u), shapes: vec![u] }).collect();
        };
        let mut at = std::collections::BTreeMap::new();
        let mut teams: Vec<Team> = Vec::new();
        for (u, name) in names.iter().enumerate() {
            let k = *at.entry(name).or_insert(teams.len());
            if k == teams.len() {
                teams.push(Team { name: shown(name), shapes: Vec::new() });
            }
            teams[k].shapes.push(u);
        }
        teams
    }

    /// Returns `true` if some team has several shapes.
    pub fn in_teams(&self) -> bool {
        self.team.is_some() && self.teams().len() < self.users()
    }
}
