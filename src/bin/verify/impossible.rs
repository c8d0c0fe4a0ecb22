//! `verify impossible`: a rule that has given properties, or the proof that none has them.

use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Result, anyhow, bail};
use clap::{Args, ValueEnum};
use fairwitness::document::Document;
use fairwitness::search::Budget;
use fairwitness_impossible::answer::{Lattice, MOST_PROPERTIES, Proof, Verdict};
use fairwitness_impossible::decide::{Prefer, preferred};
use fairwitness_impossible::forced::forced;
use fairwitness_impossible::lattice::lattice;
use fairwitness_impossible::over::over;
use fairwitness_impossible::question::{Division as Divided, Question};
use fairwitness_impossible::report::forced::ForcedReport;
use fairwitness_impossible::report::lattice::LatticeReport;
use fairwitness_impossible::report::{self, Answered};
use fairwitness_impossible::stop::Stop;
use fairwitness_impossible::{divisible as parts, picture};
use fairwitness_rules::allocation::Allocation;
use fairwitness_rules::divisible::Divisible;
use fairwitness_rules::profile::Profile;
use fairwitness_rules::property::{PROPERTIES, Property, named};
use fairwitness_rules::record::Record;
use fairwitness_rules::rule::{self, Rule, Table};
use fairwitness_rules::scope::ProfileScope;
use fairwitness_rules::whole::Whole;
use fairwitness_rules::{coq, file, kept, tell};

use super::args::Format;
use super::limits::interruption;
use super::records::{Again, listed};
use super::{FOUND, UNDECIDED, complain, ids, inputs, output, rejudge, render, rules};

/// A question about the existence of a rule.
#[derive(Debug, Args)]
pub struct Impossible {
    /// The properties that a rule must have together.
    #[arg(long, value_name = "ID", value_delimiter = ',', required_unless_present = "replay")]
    pub property: Vec<String>,
    /// The profiles of reports, as in users=2,servers=1,resources=1,capacity=4,max=4.
    #[arg(long, required_unless_present = "replay")]
    pub scope: Option<String>,
    /// Division of tasks.
    #[arg(long, value_enum, default_value_t = Division::Whole)]
    pub division: Division,
    /// Decide every subset of the properties.
    #[arg(long)]
    pub all: bool,
    /// Decide every subset for every capacity from A to B.
    #[arg(long, value_name = "A..B", value_parser = range)]
    pub over: Option<(u32, u32)>,
    /// Print the allocations of rules with the properties on this instance.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["all", "over", "near", "most_welfare", "coq"])]
    pub instance: Option<PathBuf>,
    /// Among the rules with the properties, choose one whose tasks differ least from those of this mechanism, an id
    /// or the table of a rule.
    #[arg(long, value_name = "MECHANISM", conflicts_with_all = ["all", "over", "most_welfare"])]
    pub near: Option<String>,
    /// Among the rules with the properties, choose one with the most tasks in total.
    #[arg(long, conflicts_with_all = ["all", "over"])]
    pub most_welfare: bool,
    /// Time for the decision [default: no limit].
    #[arg(long)]
    pub budget: Option<Budget>,
    /// Write the record or the rule into this file; with --all, all of them into this folder.
    #[arg(long, value_name = "PATH", visible_alias = "save")]
    pub out: Option<PathBuf>,
    /// Write the theorem for Coq into this file; with --all, all of them into this folder.
    #[arg(long, value_name = "PATH")]
    pub coq: Option<PathBuf>,
    /// Draw the possible and the impossible subsets into this file; with --all.
    #[arg(long, value_name = "FILE", requires = "all")]
    pub svg: Option<PathBuf>,
    /// Judge stored records and rules again, without a solver.
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["property", "scope", "all", "over", "instance"])]
    pub replay: Vec<PathBuf>,
}

/// Division of tasks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Division {
    /// Tasks are allocated whole.
    Whole,
    /// Parts of tasks are allocated.
    Divisible,
}

fn range(text: &str) -> Result<(u32, u32), String> {
    let ends = text.split_once("..").and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
    ends.filter(|(a, b)| 1 <= *a && a <= b && *b <= 100)
        .ok_or_else(|| "write a range of whole numbers from 1 to 100, as in 1..8".to_string())
}

/// Returns the error for an id that is a property of allocations and that no rule as such can be asked for.
fn not_of_rules(asked: &[&str]) -> Option<anyhow::Error> {
    let known: Vec<&str> = PROPERTIES.iter().map(|property| property.id()).collect();
    let other = asked.iter().find(|id| !known.contains(id) && ids::is_property(id))?;
    let known = known.join(", ");
    Some(anyhow!(
        "`{other}` is a property of mechanisms, and a rule as such cannot be asked for it; rules can be asked for: {known}"
    ))
}

/// Runs the command and returns the exit status.
pub fn run(options: &Impossible, format: Format) -> Result<u8> {
    if !options.replay.is_empty() {
        return replay(&options.replay, format);
    }
    let pressed = interruption();
    let time = options.budget.and_then(|budget| budget.time);
    if options.budget.is_some() && time.is_none() {
        bail!("--budget: name a time, as in 10s");
    }
    let end = time.map(|time| Instant::now() + time);
    let stop = move || pressed.is_thrown() || end.is_some_and(|end| Instant::now() >= end);
    let ids: Vec<&str> = options.property.iter().map(String::as_str).collect();
    let asked = named(&ids).map_err(|why| not_of_rules(&ids).unwrap_or_else(|| anyhow!("{why}")))?;
    let scope =
        ProfileScope::parse(options.scope.as_deref().unwrap_or_default()).map_err(|why| anyhow!("{why}"))?;
    if options.division == Division::Divisible {
        return divisible(options, asked, scope, &stop, format);
    }
    if (options.all || options.over.is_some()) && asked.len() > MOST_PROPERTIES {
        bail!("sets of at most {MOST_PROPERTIES} properties are gone through");
    }
    if let Some((from, to)) = options.over {
        let table = over(&asked, &scope, from..=to, &stop).map_err(|why| anyhow!("{why}"))?;
        render::show(format, &table, || table.text());
        return Ok(if table.complete { 0 } else { UNDECIDED });
    }
    if let Some(path) = &options.instance {
        return instance(asked, (&scope, path), options.out.as_deref(), &stop, format);
    }
    let question = Question::new(asked, scope).map_err(|why| anyhow!("{why}"))?;
    if std::io::stderr().is_terminal() {
        complain(&question.size().to_string());
    }
    if options.all {
        let lattice = lattice(&question, &stop);
        let report = LatticeReport::new(&question, &lattice);
        render::show(format, &report, || report.text());
        keep_all(options, &question, lattice)?;
        return Ok(if report.complete { 0 } else { UNDECIDED });
    }
    let prefer = match &options.near {
        Some(mech) => Prefer::Near(rejudge::tasks_of(mech, &question.profiles)?),
        None if options.most_welfare => Prefer::Welfare,
        None => Prefer::Any,
    };
    let (verdict, met) = preferred(&question, &prefer, &stop);
    let mut report = Answered::new(&question, &verdict);
    report.preferred =
        met.map(|met| report::Preferred { near: options.near.clone(), total: met.total, proved: met.proved });
    if let Verdict::Possible(rule) = &verdict {
        let tasks: Vec<_> = rules::exact(&rule.choices.iter().map(Allocation::totals).collect::<Vec<_>>());
        report.mechanisms = rejudge::fitting(&rule.profiles, &tasks, &stop);
        let table = rules::of_rule("the rule", &question.scope, rule).map_err(|why| anyhow!("{why}"))?;
        match rejudge::judged(table, &question.properties, &rule.profiles, &stop) {
            Ok(judged) => report.judged = Some(judged),
            Err(why) => {
                report.verdict = "undecided";
                report.reason = Some(format!("the judge of the table accepts the rule, but {why}"));
                render::show(format, &report, || report.text());
                return Ok(UNDECIDED);
            }
        }
    }
    render::show(format, &report, || report.text());
    keep(options, &question, verdict, |record: &Record<Whole>| {
        Ok(coq::export(&question.properties, &record.profiles, &record.proof))
    })
}

/// Writes a file for each maximal possible and each minimal impossible set; `--out` and `--coq` are then
/// folders.
fn keep_all(options: &Impossible, question: &Question, lattice: Lattice<Whole>) -> Result<()> {
    let of = |set: &[usize]| Question {
        properties: set.iter().map(|&k| question.properties[k]).collect(),
        ..question.clone()
    };
    let file = |folder: &Path, kind: &str, asked: &Question, end: &str| {
        folder.join(format!("{kind}-{}.{end}", asked.ids().join("+")))
    };
    for folder in options.out.iter().chain(&options.coq) {
        output::folder(folder)?;
    }
    if let Some(path) = &options.svg {
        let Some(svg) = picture::svg(question, &lattice) else {
            bail!("--svg draws at most {} properties", picture::MOST);
        };
        output::file(path, &svg)?;
    }
    for (set, rule) in lattice.possible {
        let asked = of(&set);
        if let Some(folder) = &options.out {
            output::file(&file(folder, "rule", &asked, "toml"), &table(&asked, rule).write())?;
        }
    }
    for (set, proof) in lattice.impossible {
        let asked = of(&set);
        let Some(record) = record(&asked, proof) else { continue };
        if let Some(folder) = &options.coq {
            let theorem = coq::export(&asked.properties, &record.profiles, &record.proof);
            output::file(&file(folder, "impossible", &asked, "v"), &theorem)?;
        }
        if let Some(folder) = &options.out {
            output::file(&file(folder, "impossible", &asked, "toml"), &record.write())?;
        }
    }
    Ok(())
}

/// Returns the table of a rule that was found, as it is stored.
fn table<D: rule::Division>(question: &Question, rule: Rule<D>) -> Table<D> {
    let divisible = if question.division == Divided::Divisible { ", for divisible tasks" } else { "" };
    let note = format!("A rule with {}{divisible}.", tell::names(&question.properties));
    Table { head: question.head(note), rule }
}

/// Returns the record of an impossibility, as it is stored, if its proof was finished.
fn record<D: rule::Division>(question: &Question, proof: Proof<D>) -> Option<Record<D>> {
    let divisible = if question.division == Divided::Divisible { " for divisible tasks" } else { "" };
    let note = format!("No rule{divisible} has {}.", tell::names(&question.properties));
    let Proof { profiles, proof, without, .. } = proof;
    Some(Record { head: question.head(note), profiles, proof: proof?, without })
}

/// Writes the files of `--out` and `--coq`, and returns the exit status.
fn keep<D: rule::Division>(
    options: &Impossible,
    question: &Question,
    verdict: Verdict<D>,
    theorem: impl Fn(&Record<D>) -> Result<String, coq::NoTheorem>,
) -> Result<u8> {
    let (text, code) = match verdict {
        Verdict::Undecided(_) => return Ok(UNDECIDED),
        Verdict::Possible(_) if options.coq.is_some() => {
            bail!("--coq writes an impossibility, and the answer is possible")
        }
        Verdict::Possible(rule) => (table(question, rule).write(), FOUND),
        Verdict::Impossible(proof) => {
            let Some(record) = record(question, proof) else { return Ok(0) };
            if let Some(path) = &options.coq {
                output::file(path, &theorem(&record).map_err(|why| anyhow!("--coq: {why}"))?)?;
            }
            (record.write(), 0)
        }
    };
    if let Some(path) = &options.out {
        output::file(path, &text)?;
    }
    Ok(code)
}

/// Decides a question about divisible tasks.
fn divisible(
    options: &Impossible,
    asked: Vec<&'static dyn Property>,
    scope: ProfileScope,
    stop: &dyn Stop,
    format: Format,
) -> Result<u8> {
    let whole_alone = [
        ("--svg", options.svg.is_some()),
        ("--all with --out", options.all && options.out.is_some()),
        ("--over", options.over.is_some()),
        ("--instance", options.instance.is_some()),
        ("--near", options.near.is_some()),
        ("--most-welfare", options.most_welfare),
        ("--all with --coq", options.all && options.coq.is_some()),
    ];
    if let Some((name, _)) = whole_alone.iter().find(|(_, given)| *given) {
        bail!("{name} is for whole tasks; leave it out, or leave out --division divisible");
    }
    let question = Question::divisible(asked, scope).map_err(|why| anyhow!("{why}"))?;
    if std::io::stderr().is_terminal() {
        complain(&question.size());
    }
    if options.all {
        if question.properties.len() > MOST_PROPERTIES {
            bail!("sets of at most {MOST_PROPERTIES} properties are gone through");
        }
        let report = LatticeReport::new(&question, &parts::lattice(&question, stop));
        render::show(format, &report, || report.text());
        return Ok(if report.complete { 0 } else { UNDECIDED });
    }
    let verdict = parts::search::decide(&question, stop);
    let report = Answered::new(&question, &verdict);
    render::show(format, &report, || report.text());
    keep(options, &question, verdict, |record: &Record<Divisible>| {
        coq::divisible::export(&question.properties, &record.profiles, &record.proof)
    })
}

fn instance(
    asked: Vec<&'static dyn Property>,
    (scope, path): (&ProfileScope, &Path),
    out: Option<&Path>,
    stop: &dyn Stop,
    format: Format,
) -> Result<u8> {
    let document = inputs::load(path)?;
    let mut fields = document.node().fields()?;
    if let Some(model) = fields.optional("model").filter(|node| !matches!(node.text(), Ok("cluster"))) {
        return Err(model.error("the model `cluster`").into());
    }
    let (capacity, demand) =
        (file::rows(&fields.required("capacity")?)?, file::rows(&fields.required("demand")?)?);
    fields.finish()?;
    let profile = Profile { capacity, demand };
    let question = Question::new(asked, scope.clone()).map_err(|why| anyhow!("{why}"))?;
    let Some(found) = forced(&question, &profile, stop) else {
        bail!(
            "{}: the instance is no profile of the scope {}; its capacities must be those of the scope, and its demands within max",
            path.display(),
            question.scope
        );
    };
    let report = ForcedReport::new(&question, &found);
    render::show(format, &report, || report.text());
    if let Some(out) = out {
        let note =
            format!("What every rule with {} allocates at one instance.", tell::names(&question.properties));
        match found.record(&question, note) {
            Some(record) => output::file(out, &record.write())?,
            None => complain("nothing is kept, because the proof was stopped before it was complete"),
        }
    }
    Ok(match report.verdict {
        "impossible" => 0,
        "undecided" => UNDECIDED,
        _ => FOUND,
    })
}

/// Replays files, each from its text alone.
fn replay(paths: &[PathBuf], format: Format) -> Result<u8> {
    let mut results = Vec::new();
    for path in paths {
        let file = path.display().to_string();
        let judged = match kept::replay(&file, &Document::text(path)?) {
            Ok((_, said)) => Again::Verified(format!(": {said}")),
            Err(why) => Again::Refused(why.said()),
        };
        results.push((file, judged));
    }
    Ok(listed(results, "", format))
}
