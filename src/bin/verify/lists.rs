//! `verify list` and `verify explain`: what there is.

use anyhow::Result;
use fairwitness::model::Table;
use fairwitness::workbench::{self, Bench, strategy_list};
use serde_json::json;

use super::args::{Format, Kind};
use super::ids::models;
use super::{ids, render};

pub fn list(kind: Kind, format: Format) -> Result<u8> {
    let mut sections: Vec<(&str, Vec<[String; 3]>)> = Vec::new();
    let wanted = |k: Kind| kind == Kind::All || kind == k;
    let entries = |of: fn(&dyn Bench) -> Vec<workbench::Entry>| {
        let rows = models()
            .into_iter()
            .flat_map(|b| of(b).into_iter().map(|e| [e.id.to_string(), b.model().to_string(), e.name()]));
        rows.collect::<Vec<_>>()
    };
    if wanted(Kind::Models) {
        let rows = models()
            .into_iter()
            .map(|b| [b.model().to_string(), b.model().to_string(), b.summary().to_string()]);
        sections.push(("models", rows.collect()));
    }
    if wanted(Kind::Mechanisms) {
        sections.push(("mechanisms", entries(|b| b.mechanisms())));
    }
    if wanted(Kind::Properties) {
        sections.push(("properties", entries(|b| b.properties())));
    }
    if wanted(Kind::Measures) {
        sections.push(("measures", entries(|b| b.measures())));
    }
    if wanted(Kind::Strategies) {
        let rows = strategy_list().into_iter().map(|(id, what)| [id, "all", what].map(String::from));
        sections.push(("strategies", rows.collect()));
    }
    match format {
        Format::Json => {
            let rows = |rows: &Vec<[String; 3]>| {
                rows.iter()
                    .map(|[id, model, name]| json!({"id": id, "model": model, "name": name}))
                    .collect::<Vec<_>>()
            };
            let fields = sections.iter().map(|(title, list)| ((*title).to_string(), json!(rows(list))));
            render::print_json(&serde_json::Value::Object(fields.collect()));
        }
        Format::Text => {
            for (title, rows) in sections.iter().filter(|(_, rows)| !rows.is_empty() || kind != Kind::All) {
                let table = Table {
                    title: (*title).to_string(),
                    head: ["id", "model", "name"].map(String::from).to_vec(),
                    rows: rows.iter().map(|row| row.to_vec()).collect(),
                };
                render::print(&format!("{}\n", render::grid(&table)));
            }
        }
    }
    Ok(0)
}

pub fn explain(id: &str, format: Format) -> Result<u8> {
    let found = ids::explain(id)?;
    match format {
        Format::Json => {
            let pages: Vec<_> =
                found.iter().map(|(kind, page)| json!({"id": id, "kind": kind, "page": page})).collect();
            render::print_json(&json!(pages));
        }
        Format::Text => {
            for (kind, page) in found {
                render::print(&format!("{id}: {kind}\n\n{page}\n"));
            }
        }
    }
    Ok(0)
}
