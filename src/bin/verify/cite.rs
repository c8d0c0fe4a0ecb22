//! `verify cite`: the BibTeX entry, the words in LaTeX and the address of what can be cited.

use std::path::Path;

use anyhow::{Result, bail};
use fairwitness::book::cite::{Catalogue, Citation};
use fairwitness::document::shown;

use super::args::Format;
use super::said::Cited;
use super::{ids, render};

/// Prints how an id is cited.
pub fn run(root: &Path, id: &str, format: Format) -> Result<u8> {
    let catalogue = Catalogue::open(root)?;
    let Some(found) = catalogue.cite(id) else {
        let known = catalogue.ids();
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        bail!("nothing has the id `{}`; the nearest are {}", shown(id), ids::nearest_few(id, &known));
    };
    let (bibtex, latex, address) = (found.bibtex(), found.latex(), found.address());
    let text = format!("{bibtex}\nin LaTeX: {latex}\naddress:  {address}\n");
    let Citation { id, kind, title, .. } = found;
    render::show_file(format, &Cited { id, kind, title, bibtex, latex, address }, || text);
    Ok(0)
}
