//! Reports: answers as serialisable values, each with its text.

use crate::allocation::Allocation;
use crate::answer::{Proof, Verdict};
use crate::known;
use crate::parts::Divisible;
use crate::profile::Profile;
use crate::property::{self, Property};
use crate::question::{Division as Divided, Question};
use crate::rule::{Division, Rule};
use crate::tell::{self, Told};
use crate::whole::Whole;
use fairwitness_kernel::scalar::Rational;
use serde::Serialize;

pub mod forced;
pub mod lattice;

/// The version of the JSON format of the reports.
pub const FORMAT: u32 = 1;

pub(crate) type Rows = Vec<Vec<String>>;

/// A profile; whole numbers are text, as in every output of the workbench.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProfileReport {
    /// Demands of one task (users x resources).
    pub demand: Rows,
    /// Capacities (servers x resources).
    pub capacity: Rows,
}

/// One row of a rule.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RowReport {
    /// Demands of one task (users x resources).
    pub demand: Rows,
    /// Capacities (servers x resources).
    pub capacity: Rows,
    /// Total tasks of every user.
    pub tasks: Vec<String>,
    /// Tasks (users x servers).
    pub placement: Rows,
}

/// Verdict of a second judge on the rule: the engine of the workbench, by its own definitions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Judged {
    /// Id of the property.
    pub property: &'static str,
    /// Number of profiles at which the property holds.
    pub profiles: usize,
    /// Number of comparisons of two profiles in which the property is not violated.
    pub comparisons: usize,
    /// Reason why the engine did not judge all of them; the rest was judged from the table alone.
    pub left_out: Option<&'static str>,
}

/// Quality of a rule by the preference.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Preferred {
    /// Mechanism from which the rule differs least; `null` if the most tasks are preferred.
    pub near: Option<String>,
    /// Total number of tasks, or total difference in tasks.
    pub total: u64,
    /// `true` if no rule with the properties is better.
    pub proved: bool,
}

/// The answer to one question.
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Answered {
    /// Version of the JSON format.
    pub format: u32,
    /// `impossible`, `possible` or `undecided`.
    pub verdict: &'static str,
    /// Reason why the question is undecided.
    pub reason: Option<String>,
    /// Ids of the properties.
    pub properties: Vec<&'static str>,
    /// Scope as the user gave it.
    pub scope: String,
    /// `whole` or `divisible`: the division of tasks.
    pub division: &'static str,
    /// Number of profiles of the scope.
    pub profiles: usize,
    /// Profiles of the core.
    pub core: Option<Vec<ProfileReport>>,
    /// `true` if no core has fewer profiles; `false` if the search for a smaller core was stopped.
    pub smallest: Option<bool>,
    /// `true` if without any one profile of the core some rule has the properties.
    pub minimal: Option<bool>,
    /// Case split in words, one line per step.
    pub proof: Option<Vec<String>>,
    /// Larger sizes to which the impossibility carries over.
    pub larger: Option<Vec<String>>,
    /// Rule, one row per profile.
    pub rule: Option<Vec<RowReport>>,
    /// Name of a known rule with this table.
    pub known: Option<String>,
    /// Mechanisms of the workbench that give every user equally many tasks at every profile.
    pub mechanisms: Vec<&'static str>,
    /// Preference among rules, and the quality of this rule by it.
    pub preferred: Option<Preferred>,
    /// Verdicts of the engine of the workbench on the rule.
    pub judged: Option<Vec<Judged>>,
    #[serde(skip)]
    about: String,
}

pub(crate) fn text(rows: &[Vec<u32>]) -> Rows {
    rows.iter().map(|row| row.iter().map(u32::to_string).collect()).collect()
}

/// Returns the rows in words, each in brackets.
fn bracketed(rows: &Rows) -> String {
    rows.iter().map(|row| format!("({})", row.join(", "))).collect::<Vec<_>>().join(" ")
}

pub(crate) fn profile(p: &Profile) -> ProfileReport {
    ProfileReport { demand: text(&p.demand), capacity: text(&p.capacity) }
}

/// A division of tasks whose answers are shown.
pub trait Shown: Division {
    /// Returns the tasks of every user, and its tasks on every server.
    fn row(choice: &Self::Choice) -> (Vec<String>, Rows);
    /// Returns the name in words of a known rule that agrees with the table.
    fn known(rule: &Rule<Self>) -> Option<String>;
    /// Returns the proof in words, one line per step, if it was finished.
    fn proof(properties: &[&'static dyn Property], proof: &Proof<Self>) -> Option<Vec<String>>;
}

impl Shown for Whole {
    fn row(v: &Allocation) -> (Vec<String>, Rows) {
        (v.totals().iter().map(u32::to_string).collect(), text(&v.0))
    }

    fn known(rule: &Rule<Whole>) -> Option<String> {
        known::whole(rule)
    }

    fn proof(properties: &[&'static dyn Property], proof: &Proof<Whole>) -> Option<Vec<String>> {
        let told = Told { properties, profiles: &proof.profiles, given: None };
        proof.proof.as_ref().map(|walk| tell::proof(told, walk))
    }
}

impl Shown for Divisible {
    /// On one server, the placement is the tasks.
    fn row(x: &Vec<Rational>) -> (Vec<String>, Rows) {
        let tasks: Vec<String> = x.iter().map(Rational::to_string).collect();
        (tasks.clone(), tasks.into_iter().map(|amount| vec![amount]).collect())
    }

    fn known(rule: &Rule<Divisible>) -> Option<String> {
        known::divisible(rule)
    }

    fn proof(_: &[&'static dyn Property], proof: &Proof<Divisible>) -> Option<Vec<String>> {
        proof.proof.as_ref().map(|tree| tell::divisible::proof(&proof.profiles, tree))
    }
}

pub(crate) fn rows<D: Shown>(rule: &Rule<D>) -> Vec<RowReport> {
    let one = |(p, choice): (&Profile, &D::Choice)| {
        let (tasks, placement) = D::row(choice);
        RowReport { demand: text(&p.demand), capacity: text(&p.capacity), tasks, placement }
    };
    rule.rows().map(one).collect()
}

/// Returns the scope of a question in words.
fn about(question: &Question) -> String {
    let parts = match question.division {
        Divided::Whole => "",
        Divided::Divisible => "; parts of tasks count",
    };
    format!("{}{parts} ({})", tell::scope(&question.scope), question.size())
}

impl Answered {
    /// Returns the report of a verdict.
    pub fn new<D: Shown>(question: &Question, verdict: &Verdict<D>) -> Self {
        let mut report = Answered {
            format: FORMAT,
            verdict: "undecided",
            properties: question.ids(),
            scope: question.scope.to_string(),
            division: match question.division {
                Divided::Whole => "whole",
                Divided::Divisible => "divisible",
            },
            profiles: question.profiles.len(),
            about: about(question),
            ..Answered::default()
        };
        match verdict {
            Verdict::Undecided(why) => report.reason = Some(why.to_string()),
            Verdict::Possible(rule) => {
                report.verdict = "possible";
                report.rule = Some(rows(rule));
                report.known = D::known(rule);
            }
            Verdict::Impossible(proof) => {
                report.verdict = "impossible";
                report.core = Some(proof.profiles.iter().map(profile).collect());
                report.smallest = proof.smallest;
                report.minimal = Some(proof.without.len() == proof.profiles.len());
                report.proof = D::proof(&question.properties, proof);
                // The larger sizes are argued for whole tasks alone.
                let whole = question.division == Divided::Whole;
                report.larger = whole.then(|| tell::larger(&question.properties, &question.scope));
            }
        }
        report
    }

    /// Returns the report as text.
    pub fn text(&self) -> String {
        let properties: Vec<&dyn Property> =
            self.properties.iter().filter_map(|id| property::find(id)).map(|p| p as &dyn Property).collect();
        let names = tell::names(&properties);
        let mut out = match self.verdict {
            "impossible" => format!("Impossible: no rule has {names}.\nScope: {}.\n", self.about),
            "possible" => format!("Possible: a rule has {names}.\nScope: {}.\n", self.about),
            _ => {
                let reason = self.reason.as_deref().unwrap_or("no reason is known");
                format!("Undecided: {reason}.\nScope: {}.\n", self.about)
            }
        };
        if let Some(proof) = &self.proof {
            let size = self.core.as_ref().map_or(0, Vec::len);
            out += &format!("\nProof from {size} profile{}.\n", if size == 1 { "" } else { "s" });
            out += &(proof.join("\n") + "\n");
        } else if let Some(core) = &self.core {
            let core = core.len();
            out += &format!("\nThe proof was not finished; no rule exists over {core} of the profiles.\n");
        }
        if self.smallest == Some(true) {
            out += "\nNo proof needs fewer profiles.\n";
        } else if self.smallest == Some(false) {
            out += "\nThe search for the fewest profiles was stopped.\n";
        }
        if self.minimal == Some(true) {
            out += "With any one of these profiles taken away, the properties can be met.\n";
        }
        for step in self.larger.iter().flatten() {
            out += &format!("The same holds for {step}.\n");
        }
        if let Some(known) = &self.known {
            out += &format!("\nThe rule in words: {known}.\n");
        }
        out += &self.of_the_rule();
        if let Some(rule) = &self.rule {
            out += "\nThe rule: reported demands, then tasks of each user.\n";
            let vary = rule.iter().any(|row| row.capacity != rule[0].capacity);
            for row in rule {
                out += &format!("  {} -> ({})", bracketed(&row.demand), row.tasks.join(", "));
                if vary {
                    out += &format!(", on capacities {}", bracketed(&row.capacity));
                }
                if row.placement.iter().any(|p| p.len() > 1) {
                    out += &format!(", on the servers {}", bracketed(&row.placement));
                }
                out.push('\n');
            }
        }
        out
    }
}

impl Answered {
    /// Returns the remarks about the rule: mechanisms that fit, its quality, and the result of the engine.
    fn of_the_rule(&self) -> String {
        let mut out = String::new();
        let names = |all: Vec<String>| tell::list(&all, "and");
        if !self.mechanisms.is_empty() {
            let all = self.mechanisms.iter().map(|id| format!("`{id}`")).collect();
            out += &format!("\nAs many tasks for every user at every profile: {}.\n", names(all));
        }
        if let Some(Preferred { near, total, proved }) = &self.preferred {
            let what = match near {
                Some(other) => {
                    format!("The tasks of the users differ from those of {other} by {total} in all")
                }
                None => format!("The users run {total} tasks in all"),
            };
            let best = match (near, proved) {
                (_, false) => "; whether a rule with the properties is better was not decided",
                (Some(_), true) => "; no rule with the properties differs by fewer",
                (None, true) => "; under no rule with the properties do they run more",
            };
            out += &format!("\n{what}{best}.\n");
        }
        if let Some(all) = &self.judged {
            let of = |wanted: &dyn Fn(&Judged) -> bool| {
                names(all.iter().filter(|one| wanted(one)).map(|one| one.property.to_string()).collect())
            };
            let one_run = of(&|one| one.profiles > 0 && one.left_out.is_none());
            if !one_run.is_empty() {
                let at = format!("at each of {} profiles", self.profiles);
                out += &format!("\nJudged again by the engine {at}: {one_run}.\n");
            }
            for one in all.iter().filter(|one| one.comparisons > 0) {
                let none = format!("no violation in {} comparisons of two profiles", one.comparisons);
                out += &format!("Judged again by the engine: {}, {none}.\n", one.property);
            }
            for (one, why) in all.iter().filter_map(|one| Some((one, one.left_out?))) {
                out += &format!("Not judged again by the engine: {}, because {why}.\n", one.property);
            }
        }
        out
    }
}
