//! `verify simulate --log`: a log of jobs as it was and under rules, and changes that would have removed shortfall.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::{Result, bail};
use fairwitness::desk::import::{Jobs, log, moment};
use fairwitness::desk::replay::{Integrals, Known, Lost, integrals, lacks};
use fairwitness::desk::rerun::replay;
use fairwitness::desk::units::digits;
use fairwitness::linear::Stop;
use fairwitness::mechanism::{CLUSTER, Mechanism};
use fairwitness::model::Table;
use fairwitness::model::cluster::Cluster;
use fairwitness::scalar::Rational;
use schemars::JsonSchema;
use serde::Serialize;

use super::args::{Shape, Time};
use super::batch::csv_row;
use super::limits::{self, interruption};
use super::timer::Timer;
use super::{UNDECIDED, ids, render};

/// The longest time of a log, in hours: over eleven years.
const MOST_HOURS: i64 = 100_000;

/// The largest number of changes that are listed.
const LISTED: usize = 3;

/// A log of jobs as it was and under rules. Integrals are over time in hours.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Replayed {
    pub log: String,
    /// First submission.
    pub from: String,
    /// Last event of the log, which ends all integrals.
    pub to: String,
    /// Omissions of the reading, one sentence each.
    pub notes: Vec<String>,
    /// The log as it was, then each rule.
    pub runs: Vec<Lost>,
    /// Rules that cannot be run, with the reasons.
    pub refused: BTreeMap<String, String>,
    /// The changes that remove most of the missing share, at most three.
    pub changes: Vec<Changed>,
    /// `false` if the time was over before everything was simulated.
    pub complete: bool,
}

/// A change of terms, simulated.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Changed {
    pub rule: String,
    pub change: String,
    /// Missing dominant share of all teams, times hours, without the change.
    pub before: Rational,
    /// Missing dominant share of all teams, times hours, with the change.
    pub after: Rational,
}

impl Replayed {
    /// Runs the log under a rule, and under the rule with each change; returns `false` if the time was over.
    fn rule(
        &mut self,
        jobs: &Jobs,
        rule: &dyn Mechanism<Cluster>,
        stop: &Stop,
        (span, known): ((i64, i64), &RefCell<Known>),
        lost: &dyn Fn(&Jobs) -> Result<Lost>,
    ) -> Result<bool> {
        let after = match replay(jobs, jobs, rule, stop) {
            Err(error) if error.file == rule.id() => {
                self.refused.insert(error.file, error.reason);
                return Ok(true);
            }
            after => after?,
        };
        let Some(after) = after else { return Ok(false) };
        let without = Lost { rule: Some(rule.id().to_string()), ..lost(&after)? };
        let none = BTreeMap::new();
        let due = if rule.id().starts_with("quota-tree") { &without.due } else { &none };
        jobs.changed(self.runs.len() == 1, due, &mut |change, seen| {
            let Some(after) = replay(jobs, seen, rule, stop)? else { return Ok(()) };
            let (before, after) =
                (without.lacks.clone(), lacks(&after, span, &mut known.borrow_mut(), stop)?);
            if after < before && !stop.is_thrown() {
                self.changes.push(Changed { rule: rule.id().to_string(), change, before, after });
                self.changes.sort_by_key(|change| &change.after - &change.before);
                self.changes.truncate(LISTED);
            }
            anyhow::Ok(())
        })?;
        self.runs.push(without);
        Ok(!stop.is_thrown())
    }

    fn of(jobs: &Jobs, named: &[String], stop: &Stop) -> Result<Replayed> {
        let (from, to) = jobs.span();
        if to - from > MOST_HOURS * 3_600 {
            let span = format!("from {} to {}", moment(from), moment(to));
            bail!("{}: {span} are more than {MOST_HOURS} hours: cut the log, or correct it", jobs.file);
        }
        let mut all = Replayed {
            log: jobs.file.clone(),
            from: moment(from),
            to: moment(to),
            notes: jobs.notes.clone(),
            runs: Vec::new(),
            refused: BTreeMap::new(),
            changes: Vec::new(),
            complete: false,
        };
        let mut rules: Vec<&dyn Mechanism<Cluster>> = Vec::new();
        for id in named {
            let (bench, id) = ids::mechanism(id)?;
            let rule = CLUSTER.iter().find(|rule| rule.id() == id);
            if rule.is_none() {
                let why = format!("a rule of the model {} divides no cluster among jobs", bench.model());
                all.refused.insert(id.to_string(), why);
            }
            rules.extend(rule);
        }
        let reached = Arc::new(AtomicU64::new(0));
        let milliseconds = |span: i64| u64::try_from(span).unwrap_or(0) * 1_000;
        let _timer = Timer::showing(&reached, Some(milliseconds(to - from)));
        let seen = |at: i64| reached.store(milliseconds(at - from), Ordering::Relaxed);
        let known = RefCell::new(Known::default());
        let lost = |jobs: &Jobs| Ok(integrals(jobs, (from, to), &mut known.borrow_mut(), stop, &seen)?);
        all.runs.push(lost(jobs)?);
        for rule in rules {
            if !all.rule(jobs, rule, stop, ((from, to), &known), &lost)? {
                return Ok(all);
            }
        }
        all.complete = !stop.is_thrown();
        Ok(all)
    }

    /// The integrals of teams, by hour or over all of the time, below the names of the columns.
    fn rows(&self, by_hour: bool, shown: fn(&Rational) -> String) -> Vec<Vec<String>> {
        let parts = self.runs.iter().flat_map(|run| run.teams.values());
        let names: BTreeSet<&String> = parts.flat_map(Integrals::keys).collect();
        let head = ["rule", "hour", "team"].into_iter().chain(names.iter().map(|name| name.as_str()));
        let mut rows = vec![head.map(String::from).collect()];
        for run in &self.runs {
            let all = BTreeMap::from([("all".to_string(), run.teams.clone())]);
            for (hour, teams) in if by_hour { &run.hours } else { &all } {
                for (team, part) in teams {
                    let mut row = vec![name(run), hour.clone(), team.clone()];
                    row.extend(names.iter().map(|name| part.get(*name).map_or("0".to_string(), shown)));
                    rows.push(row);
                }
            }
        }
        rows
    }

    fn text(&self) -> String {
        let mut rows = self.rows(false, digits);
        rows.iter_mut().for_each(|row| drop(row.remove(1)));
        let (title, head) = (format!("{}: integrals over time in hours", self.log), rows.remove(0));
        let mut text = format!("from {} to {}\n\n", self.from, self.to);
        text += &render::grid(&Table { title, head, rows });
        for run in &self.runs {
            text.extend(run.until.iter().map(|until| format!("{}: known up to {until}\n", name(run))));
        }
        let row = |Changed { rule, change, before, after }: &Changed| {
            vec![rule.clone(), change.clone(), digits(before), digits(after)]
        };
        let title = "changes that would have removed most of the missing share hours";
        let head = ["rule", "change", "before", "after"];
        text += &match self.changes.iter().map(row).collect::<Vec<_>>() {
            rows if rows.is_empty() => "\nno change that was tried removes missing share hours\n".to_string(),
            rows => format!("\n{}", render::grid(&Table::of(title, &head, rows))),
        };
        text.extend(self.refused.iter().map(|(rule, why)| format!("\nnot run: {rule}: {why}\n")));
        text.extend(self.notes.iter().map(|note| format!("\n{note}\n")));
        text
    }
}

fn name(run: &Lost) -> String {
    run.rule.clone().unwrap_or_else(|| "as it was".to_string())
}

pub fn run(path: &Path, time: &Time, shape: Shape) -> Result<u8> {
    let Some(nodes) = &time.nodes else { bail!("--log FILE and --nodes FILE go together") };
    let jobs = log(path, nodes, time.weights.as_deref())?;
    let (stop, _timer) = Timer::until(time.budget, &interruption());
    let all = Replayed::of(&jobs, &time.mech, &stop)?;
    match shape {
        Shape::Json => render::print_json(&all),
        Shape::Csv => {
            let rows = all.rows(true, ToString::to_string).into_iter();
            render::print_file(&rows.map(csv_row).collect::<String>());
        }
        Shape::Text | Shape::Prometheus => render::print(&all.text()),
    }
    if !all.complete {
        limits::tell_interrupted();
        return Ok(UNDECIDED);
    }
    Ok(0)
}
