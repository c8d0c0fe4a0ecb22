//! `verify import`: an instance file from what other programs write about a cluster.

use std::path::Path;

use anyhow::Result;
use fairwitness::document::{Document, Value, shown};
use fairwitness::instances::import::{Imported, kubernetes, tables};

use super::args::{Format, Import};
use super::inputs::load;
use super::render;

pub fn run(from: &Import, format: Format) -> Result<u8> {
    let (made, endless) = match from {
        Import::Kubernetes { nodes, pods, endless } => (kubernetes(&load(nodes)?, &load(pods)?)?, *endless),
        Import::Csv { machines, requests, endless } => {
            let (stock, asked) = (Document::text(machines)?, Document::text(requests)?);
            let of = |path: &Path| path.display().to_string();
            (tables((&of(machines), &stock), (&of(requests), &asked))?, *endless)
        }
    };
    let Imported { mut instance, left_out } = made;
    if endless && let Value::Table(fields) = &mut instance {
        fields.retain(|(name, _)| name != "tasks");
    }
    match format {
        Format::Json => render::print_document(&instance.to_json()),
        Format::Text => {
            let notes: String =
                left_out.iter().map(|line| format!("# left out: {}\n", shown(line))).collect();
            render::print_file(&format!("{notes}{}", instance.to_toml()));
        }
    }
    Ok(0)
}
