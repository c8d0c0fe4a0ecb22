//! `verify schema`: JSON Schemas for the output of each command with `--format json`.

use anyhow::{Result, bail};
use fairwitness::document::suggest::nearest;
use fairwitness::library::batch::FORMAT;
use fairwitness::library::score::Score;
use fairwitness::workbench::{CellReport, CensusReport, RunReport, SeparationReport, WorstReport};
use fairwitness_impossible::report;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Value as Json, json};

use super::args::Format;
use super::render;
use super::said::{self, OneOrMany};

/// A command, and the schema of its document.
type Entry = (&'static str, fn() -> Schema);

/// Returns the schema of an instance of a model as a file.
fn instance() -> Schema {
    json_schema!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Instance",
        "type": "object",
        "required": ["model"],
        "properties": { "model": { "type": "string" } }
    })
}

fn generator() -> SchemaGenerator {
    SchemaSettings::draft2020_12().for_serialize().into_generator()
}

/// Returns the schema of a type, with the version of the format if the document is an object.
fn of<T: JsonSchema>() -> Schema {
    versioned(generator().into_root_schema_for::<T>())
}

/// One of the forms of a document.
type Part = fn(&mut SchemaGenerator) -> Schema;

fn part<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}

/// Returns the schema of a document that has one of several forms, as [`of`] does.
fn any(title: &str, about: &str, parts: &[Part]) -> Schema {
    let mut generator = generator();
    let forms: Vec<Schema> = parts.iter().map(|part| part(&mut generator)).collect();
    versioned(json_schema!({
        "anyOf": forms,
        "description": about,
        "title": title,
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$defs": generator.take_definitions(true)
    }))
}

fn versioned(mut schema: Schema) -> Schema {
    schema.insert("if".to_string(), json!({ "type": "object" }));
    let version = json!({ "required": ["format"], "properties": { "format": { "const": FORMAT } } });
    schema.insert("then".to_string(), version);
    schema
}

/// Returns the schema of a construction as an instance file, or of the list of constructions.
fn constructed() -> Schema {
    let mut listed = of::<Vec<said::Built>>().to_value();
    let written = instance().to_value();
    listed["anyOf"] = json!([{ "type": "array", "items": listed["items"] }, written]);
    if let Json::Object(fields) = &mut listed {
        fields.retain(|keyword, _| ["$schema", "$defs", "anyOf"].contains(&keyword.as_str()));
    }
    Schema::try_from(listed).unwrap_or_default()
}

/// Every command that prints a document, in alphabetical order; `verify` judges a cell, and any command
/// prints `error` if it fails.
const SCHEMAS: [Entry; 32] = [
    ("ask", of::<said::Queried>),
    ("audit", || {
        any(
            "Audit",
            "An audit of one moment, of several, or of two compared.",
            &[
                part::<said::Audited<'static>>,
                part::<said::AuditedOver>,
                part::<said::AuditedBoth<'static>>,
                part::<said::AuditedWhy>,
            ],
        )
    }),
    ("book", of::<Vec<String>>),
    ("campaign", || {
        any(
            "Campaign",
            "Output of a campaign: its plan, blocks that were run, progress, results, or a job.",
            &[
                part::<said::Plan>,
                part::<said::Worked>,
                part::<said::Standing>,
                part::<Vec<said::Merged>>,
                part::<said::Job>,
            ],
        )
    }),
    ("census", of::<CensusReport>),
    ("cite", of::<said::Cited>),
    ("claims", || {
        any(
            "Claims",
            "Claims with their standings, or with `--check` those that stand otherwise than on file.",
            &[part::<Vec<said::Claimed>>, part::<said::ClaimsChecked>],
        )
    }),
    ("completions", of::<said::Completions>),
    ("error", of::<said::Mistake>),
    ("exercise", || {
        any(
            "Exercises",
            "The exercises, one of them, or the judgement of an answer.",
            &[part::<Vec<said::Exercise>>, part::<said::Exercise>, part::<said::Answered>],
        )
    }),
    ("explain", of::<Vec<said::Page>>),
    ("export", of::<said::Exported>),
    ("family", || {
        any(
            "Family",
            "Families that were found, or a family on record at one `k`.",
            &[part::<said::Families>, part::<said::FamilyAt>],
        )
    }),
    ("help", || {
        any("Helped", "The subjects of help, or one of them.", &[part::<said::Subjects>, part::<said::Help>])
    }),
    ("import", instance),
    ("impossible", || {
        any(
            "Impossible",
            "Answers of `verify impossible`.",
            &[
                part::<report::Answered>,
                part::<report::lattice::LatticeReport>,
                part::<report::forced::ForcedReport>,
                part::<said::Replayed>,
            ],
        )
    }),
    ("instance", constructed),
    ("judge", of::<fairwitness::library::batch::Judged>),
    ("list", of::<said::Listing>),
    ("man", of::<said::Manual>),
    ("matrix", of::<Vec<said::Cell>>),
    ("mech-check", of::<said::Checked>),
    ("new", of::<said::Begun>),
    ("prove", of::<said::Proved>),
    ("replay", of::<said::Replayed>),
    ("run", of::<OneOrMany<RunReport>>),
    ("score", of::<OneOrMany<Score>>),
    ("separate", of::<Vec<SeparationReport>>),
    ("shrink", of::<CellReport>),
    ("simulate", || {
        any(
            "Simulation",
            "The rows of a table, a figure, the list of both, or a log under rules.",
            &[
                part::<Vec<said::Simulated>>,
                part::<Vec<said::Drawn>>,
                part::<Vec<said::About>>,
                part::<crate::replayed::Replayed>,
            ],
        )
    }),
    ("verify", of::<OneOrMany<CellReport>>),
    ("worst", of::<OneOrMany<WorstReport>>),
];

/// Prints the schema of a command's document, or the commands that have one.
pub fn schema(command: Option<&str>, format: Format) -> Result<u8> {
    let Some(asked) = command else {
        match format {
            Format::Json => {
                let all = SCHEMAS.iter().map(|(name, of)| ((*name).to_string(), of().to_value()));
                render::print_document(&Json::Object(all.collect()));
            }
            Format::Text => {
                let all = SCHEMAS.map(|(name, _)| name).join(", ");
                let usage = "`verify schema COMMAND` prints the schema of its document";
                let error = "`error` is what every command prints on a mistake";
                render::print(&format!("{usage}; {error}.\n\n{all}\n"));
            }
        }
        return Ok(0);
    };
    match SCHEMAS.iter().find(|(name, _)| *name == asked) {
        Some((_, of)) => {
            render::print_document(&of().to_value());
            Ok(0)
        }
        None => match nearest(asked, SCHEMAS.iter().map(|(name, _)| *name)) {
            Some(near) => bail!("no schema for `{asked}`; did you mean `{near}`?"),
            None => bail!("no schema for `{asked}`; `verify schema` lists the commands that have one"),
        },
    }
}
