//! Puts the data of the project into the program, so that it answers in any folder.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// The folders whose TOML files are built in: the name below `data`, which links to the project's folders so that a package
/// has them as files, and the name in the project.
const FOLDERS: [(&str, &str); 10] = [
    ("counterexamples", "counterexamples"),
    ("evidence", "evidence"),
    ("evidence/campaigns", "evidence/campaigns"),
    ("evidence/census", "evidence/census"),
    ("evidence/families", "evidence/families"),
    ("proofs", "proofs"),
    ("properties", "properties"),
    ("properties/claims", "properties/claims"),
    ("claims", "tests/claims"),
    ("worked", "tests/worked"),
];

/// The TOML files of a folder, and of the folders of an archive.
fn toml_files(folder: &Path, archive: bool) -> std::io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|e| e == "toml") {
            files.push(path);
        } else if archive && path.is_dir() {
            files.extend(toml_files(&path, false)?);
        }
    }
    files.sort();
    Ok(files)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let data = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR")?).join("data");
    let mut table = String::from("&[\n");
    println!("cargo:rerun-if-changed=build.rs");
    for (link, folder) in FOLDERS {
        let files = data.join(link).canonicalize()?;
        println!("cargo:rerun-if-changed={}", files.display());
        for file in toml_files(&files, folder == "counterexamples")? {
            let below = file.strip_prefix(&files)?.components();
            let name: Vec<_> = below.map(|part| part.as_os_str().to_string_lossy().into_owned()).collect();
            let name = name.join("/");
            let path = file.display().to_string();
            writeln!(table, "    (\"{folder}/{name}\", include_str!({path:?})),")?;
        }
    }
    table.push(']');
    std::fs::write(Path::new(&std::env::var("OUT_DIR")?).join("built_in.rs"), table)?;
    Ok(())
}
