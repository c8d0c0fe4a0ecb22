//! `verify import`: an instance file from the output of other programs about a cluster.

use std::io::{Read as _, Write as _};
use std::path::Path;

use anyhow::Result;
use fairwitness::desk::import::{
    Imported, Options, YarnFiles, kubernetes, kueue, recognised, slurm, tables, yarn,
};
use fairwitness::document::{Document, InputError, shown};

use super::args::{Format, Import, ImportOptions};
use super::inputs::load;
use super::render;
use crate::terminal;

/// Reads the output of another program; `-` is the standard input.
fn given(path: &Path) -> Result<Document, InputError> {
    if path == Path::new("-") {
        return Document::stdin();
    }
    Document::load_import(path).map_err(|error| {
        let mut begin = Vec::new();
        let read = Document::regular(path).map(|file| file.take(4096).read_to_end(&mut begin));
        let form = read.ok().and_then(|_| recognised(&String::from_utf8_lossy(&begin)));
        form.map_or(error, |reason| InputError { file: of(path), field: String::new(), reason })
    })
}

fn of(path: &Path) -> String {
    path.display().to_string()
}

/// Reads the file of weights, if one is named.
fn weights(options: &ImportOptions) -> Result<Option<Document>, InputError> {
    options.weights.as_deref().map(load).transpose()
}

fn meant<'a>(options: &'a ImportOptions, weights: Option<&'a Document>) -> Options<'a> {
    let ImportOptions { endless, classes, .. } = *options;
    Options { endless, classes, weights, assume: &options.assume, ..Options::default() }
}

fn imported(from: &Import) -> Result<Imported, InputError> {
    match from {
        Import::Kubernetes { nodes, pods, by, options } => {
            let weights = weights(options)?;
            kubernetes(&given(nodes)?, &given(pods)?, by, &meant(options, weights.as_ref()))
        }
        Import::Slurm { nodes, jobs, shares, by, options } => {
            let weights = weights(options)?;
            let text = shares.as_deref().map(|path| Ok((of(path), Document::text(path)?))).transpose()?;
            let shares = text.as_ref().map(|(file, text)| (file.as_str(), text.as_str()));
            let options = Options { jobs_by: *by, ..meant(options, weights.as_ref()) };
            slurm(&given(nodes)?, &given(jobs)?, shares, &options)
        }
        Import::Yarn { nodes, apps, scheduler, pool, options } => {
            let weights = weights(options)?;
            let (nodes, apps) = (given(nodes)?, given(apps)?);
            let scheduler = scheduler.as_deref().map(given).transpose()?;
            let files = YarnFiles { nodes: &nodes, apps: &apps, scheduler: scheduler.as_ref() };
            yarn(files, *pool, &meant(options, weights.as_ref()))
        }
        Import::Kueue { files, cohort, incoming, assume } => {
            let documents = files.iter().map(|path| given(path)).collect::<Result<Vec<_>, _>>()?;
            kueue(&documents, cohort.as_deref(), incoming.as_deref(), assume)
        }
        Import::Csv { machines, requests, endless, classes } => {
            let (stock, asked) = (Document::text(machines)?, Document::text(requests)?);
            let options = Options { endless: *endless, classes: *classes, ..Options::default() };
            tables((&of(machines), &stock), (&of(requests), &asked), &options)
        }
    }
}

pub fn run(from: &Import, format: Format) -> Result<u8> {
    let Imported { instance, notes } = imported(from)?;
    match format {
        Format::Json => {
            for note in &notes {
                let _ = writeln!(std::io::stderr(), "{}", terminal::fitted(&shown(note)));
            }
            render::print_document(&instance.to_json());
        }
        Format::Text => {
            let notes: String = notes.iter().map(|note| format!("# {}\n", shown(note))).collect();
            render::print_file(&format!("{notes}{}", instance.to_toml()));
        }
    }
    Ok(0)
}
