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
    match format {
        Format::Json => {
            let (bibtex, latex, address) = (found.bibtex(), found.latex(), found.address());
            let Citation { id, kind, title, .. } = found;
            render::print_json(&Cited { id, kind, title, bibtex, latex, address });
        }
        Format::Text => render::print_file(&format!(
            "{}\nin LaTeX: {}\naddress:  {}\n",
            found.bibtex(),
            found.latex(),
            found.address()
        )),
    }
    Ok(0)
}
