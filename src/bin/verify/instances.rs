//! `verify run` and `verify instance`: one instance, allocated or written.

use std::path::Path;

use anyhow::{Result, bail};
use fairwitness::document::Document;
use fairwitness::instances::construction::{CONSTRUCTIONS, MOST};
use fairwitness::model::Table;
use fairwitness::model::refusal::Refusal;
use fairwitness::scalar::{Rational, Scalar as _};
use serde_json::json;

use super::args::Format;
use super::{UNDECIDED, ids, render};

pub fn run(mech: &str, instance: &Path, format: Format) -> Result<u8> {
    let (bench, mech) = ids::mechanism(mech)?;
    let report = bench.run(mech, &Document::load(instance)?.instance())?;
    if let Err(refusal @ Refusal::OutOfDomain(_)) = &report.outcome {
        bail!("{}: {mech} {refusal}", instance.display());
    }
    match format {
        Format::Json => render::print_json(&render::run_json(&report)),
        Format::Text => render::print(&render::run(&report)),
    }
    Ok(if report.outcome.is_err() { UNDECIDED } else { 0 })
}

pub fn instance(id: Option<&str>, m: usize, eps: Option<&Rational>, format: Format) -> Result<u8> {
    let Some(id) = id else {
        let table = Table {
            title: "constructions".to_string(),
            head: ["id", "m from", "about"].map(String::from).to_vec(),
            rows: CONSTRUCTIONS
                .iter()
                .map(|c| {
                    let least = c.least.map_or_else(|| "-".to_string(), |m| m.to_string());
                    vec![c.id.to_string(), least, c.about.to_string()]
                })
                .collect(),
        };
        match format {
            Format::Json => {
                let rows =
                    CONSTRUCTIONS.iter().map(|c| json!({"id": c.id, "least": c.least, "about": c.about}));
                render::print_json(&json!(rows.collect::<Vec<_>>()));
            }
            Format::Text => render::print(&render::grid(&table)),
        }
        return Ok(0);
    };
    let construction = ids::construction(id)?;
    if construction.least.is_some_and(|least| m < least || m > MOST) {
        bail!("--m {m}: {id} is defined for m from {} to {MOST}", construction.least.unwrap_or(1));
    }
    if eps.is_some_and(|eps| !eps.is_positive()) {
        bail!("--eps must be above zero");
    }
    let document = construction.instance(m, eps);
    match format {
        Format::Json => render::print_json(&document.to_json()),
        Format::Text => {
            let head = format!("# {}: {}", construction.id, construction.about);
            render::print(&format!("{head}\n{}", document.to_toml()));
        }
    }
    Ok(0)
}
