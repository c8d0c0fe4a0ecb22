//! Pictures of impossibilities: the core of a record with its clashes, and the lattice of sets of properties.

use std::path::Path;

use fairwitness_impossible::lattice::lattice;
use fairwitness_impossible::picture as sets;
use fairwitness_impossible::question::Question;
use fairwitness_rules::kept;
use fairwitness_rules::property::named;
use fairwitness_rules::scope::ProfileScope;
use fairwitness_rules::sketch::Sketch;

use super::{Page, listed, read, wrong};
use crate::document::InputError;
use crate::picture::{Arrow, Diagram, Node, Note, diagram};

/// The folder with the records of impossibilities.
const RECORDS: &str = "crates/impossible/records";

/// The lattices that chapters show: name of the part, properties, scope.
const LATTICES: [(&str, &str, &str); 1] =
    [("lattice-4", "po,si,ef,ef1,ef1-own,sp", "users=2,servers=1,resources=1,capacity=4")];

/// The largest number of boxes in one row.
const BESIDE: usize = 3;

/// Returns the parts for chapters: `core-` with the name of the record for each record, and the lattices.
pub(super) fn parts(root: &Path) -> Result<Vec<Page>, InputError> {
    let folder = root.join(RECORDS);
    let mut parts = Vec::new();
    for (name, path) in if folder.is_dir() { listed(&folder)? } else { Vec::new() } {
        let text = read(&path)?;
        let Some(stem) = name.strip_suffix(".toml").filter(|_| kept::kind(&text).is_some()) else { continue };
        // A record is judged before it is drawn.
        if let Some(sketch) = kept::replay(&name, &text)?.0.sketch() {
            parts.push((format!("core-{stem}"), drawn(&sketch)));
        }
    }
    for (name, ids, scope) in LATTICES {
        let failed = |why: String| wrong(name, 1, &why);
        let asked = named(&ids.split(',').collect::<Vec<_>>()).map_err(|why| failed(why.to_string()))?;
        let scope = ProfileScope::parse(scope).map_err(|why| failed(why.to_string()))?;
        let question = Question::new(asked, scope).map_err(|why| failed(why.to_string()))?;
        let shown = sets::svg(&question, &lattice(&question, &|| false));
        let shown = shown.ok_or_else(|| failed("has too many properties for a picture".to_string()))?;
        parts.push((name.to_string(), format!("<div class=\"picture\">{}</div>\n", shown.trim())));
    }
    Ok(parts)
}

/// Returns the core of a record as a drawing.
pub fn drawn(sketch: &Sketch) -> String {
    diagram(&of(sketch))
}

/// Returns the picture of a sketch. Profiles with one remaining allocation, and profiles without incoming
/// arrows, are in the top row.
fn of(sketch: &Sketch) -> Diagram {
    let count = sketch.nodes.len();
    let pointed = |i: usize| sketch.clashes.iter().any(|c| c.to.0 == i);
    let above = |i: usize| match sketch.nodes[i].left.len() {
        0 => !pointed(i),
        left => left == 1,
    };
    let (top, rest): (Vec<usize>, Vec<usize>) = (0..count).partition(|&i| above(i));
    let groups = [top, rest];
    let rows: Vec<&[usize]> = groups.iter().flat_map(|group| group.chunks(BESIDE)).collect();
    let row = |i: usize| rows.iter().position(|row| row.contains(&i)).unwrap_or(0);
    let boxes = sketch.nodes.iter().enumerate();
    let boxes = boxes.map(|(i, node)| Node {
        row: row(i),
        head: format!("Profile {}", i + 1),
        lines: node.lines.clone(),
        entries: node.left.clone(),
    });
    let mut kinds: Vec<&str> = Vec::new();
    for clash in &sketch.clashes {
        if !kinds.contains(&clash.property.as_str()) {
            kinds.push(&clash.property);
        }
    }
    let arrows = sketch.clashes.iter().enumerate().map(|(i, clash)| Arrow {
        from: clash.from,
        to: clash.to,
        kind: kinds.iter().position(|kind| *kind == clash.property).unwrap_or(0),
        note: i,
    });
    let notes = sketch.clashes.iter().enumerate();
    let notes = notes.map(|(i, clash)| Note { sign: (i + 1).to_string(), text: clash.sentence.clone() });
    let end = Note { sign: String::new(), text: sketch.end.clone() };
    Diagram {
        title: sketch.title.clone(),
        boxes: boxes.collect(),
        arrows: arrows.collect(),
        notes: notes.chain([end]).collect(),
    }
}
