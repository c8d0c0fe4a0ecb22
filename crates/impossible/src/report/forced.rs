//! The report of forced outcomes.

use super::{FORMAT, ProfileReport, Rows, bracketed, profile, text};
use crate::forced::{Denied, Forced};
use crate::profile::Profile;
use crate::property;
use crate::question::Question;
use crate::tell::{self, Told};
use serde::Serialize;

/// An allocation that no rule with the properties chooses at an instance.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DeniedReport {
    /// Tasks (users x servers).
    pub placement: Rows,
    /// Property that the allocation breaks at the instance alone, if there is one.
    pub breaks: Option<&'static str>,
    /// Further profiles that the proof needs.
    pub profiles: Vec<ProfileReport>,
    /// Reason in words, one line per step.
    pub because: Vec<String>,
}

/// Allocations that rules with the properties choose at an instance.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ForcedReport {
    /// Version of the JSON format.
    pub format: u32,
    /// `forced` if one allocation remains, `impossible` if none, `open` if several, `undecided` if the search was
    /// stopped.
    pub verdict: &'static str,
    /// Ids of the properties.
    pub properties: Vec<&'static str>,
    /// Scope over which rules are defined.
    pub scope: String,
    /// Number of profiles of the scope.
    pub profiles: usize,
    /// Instance at which allocations are decided.
    pub instance: ProfileReport,
    /// Allocations that some rule chooses (users x servers each).
    pub allowed: Vec<Rows>,
    /// Allocations that no rule chooses.
    pub denied: Vec<DeniedReport>,
}

impl ForcedReport {
    /// Returns the report of forced outcomes.
    pub fn new(question: &Question, forced: &Forced) -> Self {
        let because = |denied: &Denied| match denied.breaks.and_then(property::find) {
            Some(property) => {
                let (p, v) = (&forced.instance, &denied.placement);
                let reason = match property.broken(p, v) {
                    Some(by) => property.tell(p, v, &by),
                    None => {
                        let by = property.breaks(p, v, p, v).unwrap_or_default();
                        let names = ("the instance", "the instance");
                        property.tell_two(property::Two { p: (p, v), q: (p, v), names }, &by)
                    }
                };
                vec![format!("{reason}. This contradicts {}.", property.facts().name)]
            }
            None => {
                let profiles: Vec<Profile> =
                    [forced.instance.clone()].into_iter().chain(denied.profiles.clone()).collect();
                let given = Some((0, &denied.placement));
                let told = Told { properties: &question.properties, profiles: &profiles, given };
                denied.walk.as_ref().map_or(vec![], |walk| tell::proof(told, walk))
            }
        };
        ForcedReport {
            format: FORMAT,
            verdict: match (forced.complete, forced.allowed.len()) {
                (false, _) => "undecided",
                (true, 0) => "impossible",
                (true, 1) => "forced",
                _ => "open",
            },
            properties: question.ids(),
            scope: question.scope.to_string(),
            profiles: question.profiles.len(),
            instance: profile(&forced.instance),
            allowed: forced.allowed.iter().map(|v| text(&v.0)).collect(),
            denied: forced
                .denied
                .iter()
                .map(|d| DeniedReport {
                    placement: text(&d.placement.0),
                    breaks: d.breaks,
                    profiles: d.profiles.iter().map(profile).collect(),
                    because: because(d),
                })
                .collect(),
        }
    }

    /// Returns the report as text.
    pub fn text(&self) -> String {
        let shown = |rows: &Rows| {
            let each: Vec<String> = rows
                .iter()
                .map(|row| if row.len() == 1 { row[0].clone() } else { format!("({})", row.join(", ")) })
                .collect();
            format!("({})", each.join(", "))
        };
        let allowed: Vec<String> = self.allowed.iter().map(shown).collect();
        let names: Vec<&str> = self.properties.clone();
        let mut out = match self.verdict {
            "forced" => format!("Forced: every rule with {} allocates {}", names.join(", "), allowed[0]),
            "impossible" => format!("Impossible: no rule has {}", names.join(", ")),
            "open" => {
                format!("Open: rules with {} allocate {}", names.join(", "), tell::list(&allowed, "or"))
            }
            _ => {
                let (names, known) = (names.join(", "), allowed.len());
                format!("Undecided: stopped; rules with {names} are known for {known} allocations")
            }
        };
        out += &format!(" at the demands {}.\n", bracketed(&self.instance.demand));
        for denied in &self.denied {
            out += &format!("\nNot {}:\n", shown(&denied.placement));
            for line in &denied.because {
                out += &format!("  {line}\n");
            }
        }
        out
    }
}
