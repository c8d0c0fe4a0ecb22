//! `verify new`: the files of a new id, and the steps that remain.

mod id;
mod project;
mod registry;
mod template;

use anyhow::{Result, bail};

use super::args::{Format, New};
use super::said::Begun;
use super::{ids, output, render};
use project::Project;
use template::Template;

pub fn run(asked: &New, format: Format) -> Result<u8> {
    let project = Project::open(&asked.root)?;
    let model = if asked.kind.stands_alone() { None } else { Some(ids::known_model(&asked.model)?.model()) };
    id::check(&asked.id, asked.kind, model, &project)?;
    let template = Template::of(asked.kind, &asked.id, asked.name.as_deref(), model)?;
    let wrote = template.files();
    for (path, _) in &wrote {
        if project.has(path) {
            bail!("{}: exists already, and nothing was written; choose another id", project.named(path));
        }
    }
    let changed = registry::entered(asked.kind, &template, &project)?;
    for (path, text) in wrote.iter().chain(&changed) {
        let path = project.path(path);
        if let Some(folder) = path.parent() {
            output::folder(folder)?;
        }
        output::file(&path, text)?;
    }
    let named = |files: &[(String, String)]| files.iter().map(|(path, _)| project.named(path)).collect();
    let begun = Begun {
        kind: asked.kind.word(),
        id: asked.id.clone(),
        model: model.map(str::to_string),
        wrote: named(&wrote),
        changed: named(&changed),
        left: template.left(),
    };
    render::show(format, &begun, || text(&begun));
    Ok(0)
}

fn text(begun: &Begun) -> String {
    let list = |title: &str, items: &[String]| match items {
        [] => String::new(),
        items => {
            format!("\n{title}\n{}", items.iter().map(|item| format!("  {item}\n")).collect::<String>())
        }
    };
    let of = begun.model.as_ref().map_or_else(String::new, |model| format!(" of the model `{model}`"));
    let left: Vec<String> =
        begun.left.iter().enumerate().map(|(at, item)| format!("{}. {item}", at + 1)).collect();
    let so_far = match begun.model {
        Some(_) => "it compiles, and says of everything that it is not written yet",
        None => "the toy model of the examples under its name, which runs",
    };
    let (wrote, changed) = (list("written", &begun.wrote), list("a line added", &begun.changed));
    let left = list("left to do, wherever UNWRITTEN stands and then", &left);
    format!("`{}` is a {}{of} now; {so_far}.\n{wrote}{changed}{left}", begun.id, begun.kind)
}
