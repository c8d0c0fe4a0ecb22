//! `verify prove`: a property over every real instance of a size, or over every real lie about one instance.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Result, bail};
use clap::Args;
use fairwitness::document::files;
use fairwitness::library::campaign::job::quoted;
use fairwitness::library::prove::proof::{Proof, Question, Subject, Verdict};
use fairwitness::library::prove::scope::ProofScope;
use fairwitness::library::prove::solver::{KNOWN, Solver, find};
use fairwitness::linear::{Halt, Patience};
use fairwitness::search::Budget;

use super::args::Format;
use super::limits::interruption;
use super::said::Proved;
use super::{FOUND, UNDECIDED, ids, judge, render};

/// A property to prove.
#[derive(Debug, Args)]
pub struct Prove {
    /// The mechanism.
    #[arg(long, value_name = "ID")]
    pub mech: String,
    /// The property.
    #[arg(long, value_name = "ID")]
    pub property: String,
    /// Every real instance of exactly this size, with all options that the mechanism accepts [default:
    /// users=2,servers=2,resources=2, or one server for a mechanism for one server].
    /// Further keys restrict the instances, and the restriction is a hypothesis of the theorem: demands=positive,
    /// weights=equal or user (one weight per user, not one per resource), eligible=all or some (at least one server
    /// per user), tasks=inf, rates=none.
    #[arg(long, conflicts_with = "instance")]
    pub scope: Option<ProofScope>,
    /// This instance, or the instance of a record, with every real lie about it.
    #[arg(long, value_name = "FILE")]
    pub instance: Option<PathBuf>,
    /// The solvers to run side by side [default: all that are installed].
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub solver: Vec<String>,
    /// Time for all queries together.
    #[arg(long, default_value = "60s")]
    pub budget: Budget,
    /// Store the queries in this folder [default: a temporary one].
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Write a violation that was found into the archive.
    #[arg(long)]
    pub save: bool,
    /// The folder of records.
    #[arg(long, value_name = "DIR", default_value = "counterexamples")]
    pub archive: PathBuf,
}

fn solvers(asked: &[String]) -> Result<Vec<Solver>> {
    let names = KNOWN.map(|(name, ..)| name);
    let how = |name: &str| KNOWN.iter().find(|(known, ..)| *known == name).map_or("", |(_, _, how)| how);
    if let Some(missing) = asked.iter().find(|name| find(name).is_none()) {
        bail!("the solver `{missing}` is not on the path; install {}", how(missing));
    }
    let found: Vec<Solver> = names
        .iter()
        .filter(|name| asked.is_empty() || asked.iter().any(|a| a == *name))
        .filter_map(|name| find(name))
        .collect();
    if found.is_empty() {
        let hints: Vec<String> = names.iter().map(|name| format!("{name}: {}", how(name))).collect();
        bail!("no solver is on the path; install one of\n  {}", hints.join("\n  "));
    }
    Ok(found)
}

pub fn prove(args: &Prove, format: Format) -> Result<u8> {
    let (bench, mechanism, property) = ids::cell(&args.mech, &args.property)?;
    let Some(budget) = args.budget.time else {
        bail!("--budget: solvers count no instances; give a time, as in 60s");
    };
    let names = KNOWN.map(|(name, ..)| name);
    if let Some(other) = args.solver.iter().find(|name| !names.contains(&name.as_str())) {
        bail!("unknown solver `{other}`; there are: {}", names.join(", "));
    }
    let stop = interruption();
    let ask = |subject| {
        Question { bench, mechanism, property, subject, budget, out: args.out.as_deref(), stop: &stop }
            .put(|| solvers(&args.solver))
    };
    let (said, proof) = if let Some(path) = &args.instance {
        (path.display().to_string(), ask(Subject::One(files::load(path)?.instance()))?)
    } else {
        let mut scope = args.scope.unwrap_or_default();
        if bench.model() == "arrivals" && !scope.is_of_arrivals() {
            bail!(
                "--scope: for the model `arrivals` a theorem's scope has agents, resources and demands=positive alone"
            );
        }
        let mut proof = ask(Subject::Every(scope))?;
        // Without a size from the user, a mechanism for one server is proved for one server.
        if args.scope.is_none() && proof.verdict == Verdict::OutOfScope {
            scope.servers = 1;
            proof = ask(Subject::Every(scope))?;
        }
        (said(scope, bench.model()), proof)
    };
    let record = match &proof.report {
        Some(report) if args.save => {
            let unlimited = Patience::unlimited();
            let smaller = bench.shrink(&bench.record(report, "")?, &unlimited, &unlimited);
            let smaller = smaller.map_err(Halt::error)?;
            Some(judge::save(&args.archive, None, bench, smaller.as_ref().unwrap_or(report))?)
        }
        _ => None,
    };
    let record = record.map(|path| path.display().to_string());
    let report = proof.report.as_ref();
    let document = Proved {
        mechanism,
        property,
        scope: said,
        verdict: proof.verdict.word(),
        hypothesis: proof.hypothesis.clone(),
        reason: proof.reason.clone(),
        queries: proof.queries.clone(),
        instance: report.and_then(|r| r.instance.clone()),
        witness: report.and_then(|r| r.witness.clone()),
        record,
    };
    render::show(format, &document, || {
        let name = bench.properties().into_iter().find(|e| e.id == property).map(|e| e.name());
        let name = name.unwrap_or_default();
        let alone = args.instance.is_some();
        let mut text = told(&proof, (mechanism, property), &document.scope, alone, budget);
        text.extend(report.map(|report| format!("\n{}", render::report(report, &name))));
        text.extend(document.record.iter().map(|path| format!("replay: verify replay {}\n", quoted(path))));
        text
    });
    Ok(match proof.verdict {
        Verdict::Proved => 0,
        Verdict::Violated => FOUND,
        Verdict::Undecided | Verdict::OutOfScope => UNDECIDED,
    })
}

/// Returns the scope in the terms of the model.
fn said(scope: ProofScope, model: &str) -> String {
    if model != "arrivals" {
        return scope.to_string();
    }
    let assumed = if scope.positive { ",demands=positive" } else { "" };
    format!("agents={},resources={}{assumed}", scope.users, scope.resources)
}

fn told(
    proof: &Proof,
    (mechanism, property): (&str, &str),
    said: &str,
    alone: bool,
    budget: Duration,
) -> String {
    let mut text = format!("{mechanism}, {property}: {}\n", proof.verdict.word());
    text += &match proof.verdict {
        Verdict::Proved if alone => {
            format!("on {said}: whatever the specification admits there, and every real lie\n")
        }
        Verdict::Violated if alone => format!("on {said}, as the engine judges it\n"),
        Verdict::Proved => format!("for every real instance of {said}; nothing is said of any other size\n"),
        Verdict::Violated => format!("a model of {said} led to an instance that the engine judges\n"),
        Verdict::Undecided => format!("{said}, within {} s\n", budget.as_secs()),
        Verdict::OutOfScope => format!("{said}\n"),
    };
    if proof.hypothesis.is_empty() && !alone && proof.verdict != Verdict::OutOfScope {
        text += "hypothesis: none; instances have everything that the mechanism takes\n";
    }
    text.extend(proof.hypothesis.iter().map(|sentence| format!("hypothesis: {sentence}\n")));
    text.extend(proof.reason.as_ref().map(|reason| format!("{reason}\n")));
    text.extend(proof.queries.iter().map(|query| format!("  {query}\n")));
    text
}
