//! Registration of an id: a `mod` line and an entry of the model's table, both in alphabetical order.

use anyhow::{Result, bail};

use super::project::Project;
use super::template::Template;
use crate::args::NewKind;

/// The largest width of a line in the sources.
const WIDEST: usize = 110;

/// Returns the files that register an id, with the id entered.
pub fn entered(kind: NewKind, template: &Template, project: &Project) -> Result<Vec<(String, String)>> {
    let (model, file, of) = (&template.model, &template.file, &template.of);
    let at = |folder: &str| format!("crates/{folder}/{model}/mod.rs");
    let table = |path: &str, text: &str, folder: &str, entry: String| -> Result<String> {
        let ids = project.ids(folder, model)?;
        let place = ids.partition_point(|id| *id < template.id);
        match with_entry(text, &model.to_ascii_uppercase(), &entry, place, ids.len()) {
            Ok(text) => Ok(text),
            Err(why) => bail!("{}: {why}; nothing was written", project.named(path)),
        }
    };
    let specified = |text: &str, kind: &str, alias: &str| {
        let long = format!("fairwitness_kernel::{kind}::{model}");
        let known = text.contains(&format!("use {long} as {alias};"));
        let known = known || text.contains(&format!("use {long}::{{self as {alias}"));
        format!("&{}::{file}::{of}", if known { alias } else { &long })
    };
    match kind {
        NewKind::Mechanism => {
            let (modules, tables) =
                (at("kernel/src/specification"), "crates/kernel/src/specification/table.rs");
            let engine = at("engine/src/mechanism");
            let promised = with_module(&project.text(&modules)?, file, true);
            let entry = format!("&{model}::{file}::{of}");
            let listed = table(tables, &project.text(tables)?, "properties/mechanisms", entry)?;
            let text = with_module(&project.text(&engine)?, file, false);
            let entry = specified(&text, "specification", "specified");
            let met = table(&engine, &text, "properties/mechanisms", entry)?;
            Ok(vec![(modules, promised), (tables.to_string(), listed), (engine, met)])
        }
        NewKind::Property => {
            let (kernel, engine) = (at("kernel/src/property"), at("engine/src/property"));
            let folder = format!("properties/{model}");
            let text = with_module(&project.text(&kernel)?, file, true);
            let defined = table(&kernel, &text, &folder, format!("&{file}::{of}"))?;
            let text = with_module(&project.text(&engine)?, file, false);
            let entry = specified(&text, "property", "defined");
            let examined = table(&engine, &text, &folder, entry)?;
            Ok(vec![(kernel, defined), (engine, examined)])
        }
        NewKind::Measure => {
            let engine = at("engine/src/property/measure");
            let text = with_module(&project.text(&engine)?, file, false);
            let measured = table(&engine, &text, "properties/measures", format!("&{file}::{of}"))?;
            Ok(vec![(engine, measured)])
        }
        NewKind::Model => Ok(Vec::new()),
    }
}

/// Adds a `mod` line to the text in alphabetical order; if there are no `mod` lines, after the comment at the
/// head.
fn with_module(text: &str, file: &str, public: bool) -> String {
    let line = format!("{}mod {file};", if public { "pub " } else { "" });
    let name = |line: &str| {
        let line = line.strip_prefix("pub ").unwrap_or(line);
        Some(line.strip_prefix("mod ")?.strip_suffix(';')?.to_string())
    };
    let mut lines: Vec<&str> = text.lines().collect();
    let modules: Vec<usize> = (0..lines.len()).filter(|&k| name(lines[k]).is_some()).collect();
    let later = modules.iter().find(|&&k| name(lines[k]).is_some_and(|name| name.as_str() > file));
    match (later, modules.last()) {
        (Some(&k), _) => lines.insert(k, &line),
        (None, Some(&last)) => lines.insert(last + 1, &line),
        (None, None) => {
            let head = lines.iter().take_while(|line| line.starts_with("//!")).count();
            lines.splice(head..head, ["", line.as_str()]);
        }
    }
    lines.join("\n") + "\n"
}

/// Adds an entry to the table `table` of the text, before its entry number `place`; the table must have
/// `known` entries.
fn with_entry(text: &str, table: &str, entry: &str, place: usize, known: usize) -> Result<String, String> {
    let start = text.find(&format!("pub static {table}: ")).ok_or(format!("there is no table {table}"))?;
    let equals = text[start..].find(" =").ok_or("the table has no `=`")? + start + 2;
    let open = text[equals..].find("&[").ok_or("the table does not begin with `&[`")? + equals + 2;
    let close = text[open..].find("];").ok_or("the table does not end with `];`")? + open;
    let mut entries: Vec<&str> =
        text[open..close].split(',').map(str::trim).filter(|entry| !entry.is_empty()).collect();
    if entries.len() != known {
        return Err(format!("the table {table} has {} entries, and there are {known} pages", entries.len()));
    }
    entries.insert(place, entry);
    let head = &text[start..equals];
    let listed = format!("&[{}];", entries.join(", "));
    // The layout is that of rustfmt: one line if it fits, else the entries on a second line, else one entry
    // per line.
    let made = if head.len() + 1 + listed.len() <= WIDEST {
        format!("{head} {listed}")
    } else if 4 + listed.len() <= WIDEST {
        format!("{head}\n    {listed}")
    } else {
        format!("{head} &[\n{}];", entries.iter().map(|entry| format!("    {entry},\n")).collect::<String>())
    };
    Ok(format!("{}{made}{}", &text[..start], &text[close + 2..]))
}
