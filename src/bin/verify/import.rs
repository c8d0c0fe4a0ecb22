//! `verify import`: an instance file from what other programs write about a cluster.

use std::path::Path;

use anyhow::Result;
use fairwitness::document::{InputError, Value, shown};
use fairwitness::instances::import::{Imported, kubernetes, tables};

use super::args::{Format, Import};
use super::inputs::load;
use super::render;

pub fn run(from: &Import, format: Format) -> Result<u8> {
    let (made, endless) = match from {
        Import::Kubernetes { nodes, pods, endless } => (kubernetes(&load(nodes)?, &load(pods)?)?, *endless),
        Import::Csv { machines, requests, endless } => {
            let (stock, asked) = (text(machines)?, text(requests)?);
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

/// The largest table that is read.
const MOST_BYTES: u64 = 4 << 20;

fn text(path: &Path) -> Result<String, InputError> {
    let failed =
        |reason: String| InputError { file: path.display().to_string(), field: String::new(), reason };
    match std::fs::metadata(path) {
        Ok(found) if !found.is_file() && !found.is_dir() => {
            return Err(failed("is no regular file".to_string()));
        }
        Ok(found) if found.is_file() && found.len() > MOST_BYTES => {
            return Err(failed(format!("is larger than {MOST_BYTES} bytes")));
        }
        _ => {}
    }
    std::fs::read_to_string(path).map_err(|error| InputError::unread(path, &error))
}
