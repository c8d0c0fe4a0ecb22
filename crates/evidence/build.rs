//! Puts the data of the project into the program, so that it answers in any folder.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// The folders of the project whose data files are built in.
const FOLDERS: [&str; 11] = [
    "counterexamples",
    "proofs",
    "properties",
    "properties/claims",
    "properties/evidence",
    "properties/evidence/campaigns",
    "properties/evidence/census",
    "properties/evidence/families",
    "properties/evidence/values",
    "tests/claims",
    "tests/worked",
];

/// The TOML and JSON files of a folder, and of the folders of an archive.
fn data_files(folder: &Path, archive: bool) -> std::io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|e| e == "toml" || e == "json") {
            files.push(path);
        } else if archive && path.is_dir() {
            files.extend(data_files(&path, false)?);
        }
    }
    files.sort();
    Ok(files)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // A package has the project's folders below `data`.
    let here = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR")?);
    let data = if here.join("data").is_dir() { here.join("data") } else { here.join("../..") };
    let mut table = String::from("&[\n");
    println!("cargo:rerun-if-changed=build.rs");
    for folder in FOLDERS {
        let files = data.join(folder).canonicalize()?;
        println!("cargo:rerun-if-changed={}", files.display());
        for file in data_files(&files, folder == "counterexamples")? {
            let below = file.strip_prefix(&files)?.components();
            let name: Vec<_> = below.map(|part| part.as_os_str().to_string_lossy().into_owned()).collect();
            let name = name.join("/");
            let path = file.display().to_string();
            writeln!(table, "    (\"{folder}/{name}\", include_str!({path:?})),")?;
        }
    }
    for name in ["properties/README.md", "properties/claims/standings.txt"] {
        let path = data.join(name).canonicalize()?.display().to_string();
        writeln!(table, "    ({name:?}, include_str!({path:?})),")?;
    }
    table.push(']');
    std::fs::write(Path::new(&std::env::var("OUT_DIR")?).join("built_in.rs"), table)?;
    Ok(())
}
