//! Builds the pages of ids into the program: `properties/mechanisms/<id>.md`, `properties/<model>/<id>.md`,
//! `properties/measures/<id>.md`, `properties/models/<id>.md`.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// The folders of pages below `properties`.
const FOLDERS: [&str; 7] = ["arrivals", "cluster", "cohort", "covering", "measures", "mechanisms", "models"];

/// Returns the TOML block at the head of a page, which names it.
fn head(page: &str) -> &str {
    let end = page.match_indices("```").nth(1).map_or(page.len(), |(at, fence)| at + fence.len());
    &page[..end]
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // A package has the project's folders below `data`.
    let here = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR")?);
    let data = if here.join("data").is_dir() { here.join("data") } else { here.join("../..") };
    let mut table = String::from("&[\n");
    println!("cargo:rerun-if-changed=build.rs");
    for folder in FOLDERS {
        let pages_of = data.join("properties").join(folder).canonicalize()?;
        println!("cargo:rerun-if-changed={}", pages_of.display());
        let mut pages = Vec::new();
        for entry in std::fs::read_dir(pages_of)? {
            let page = entry?.path();
            if page.extension().is_some_and(|e| e == "md") {
                let id = page.file_stem().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
                pages.push((id, page));
            }
        }
        pages.sort();
        writeln!(table, "    ({folder:?}, &[")?;
        for (id, page) in &pages {
            let path = page.display().to_string();
            if std::env::var_os("CARGO_FEATURE_PAGES").is_some() {
                writeln!(table, "        ({id:?}, include_str!({path:?})),")?;
            } else {
                println!("cargo:rerun-if-changed={path}");
                writeln!(table, "        ({id:?}, {:?}),", head(&std::fs::read_to_string(page)?))?;
            }
        }
        writeln!(table, "    ]),")?;
    }
    table.push(']');
    std::fs::write(Path::new(&std::env::var("OUT_DIR")?).join("pages.rs"), table)?;
    Ok(())
}
