//! A checkout of the project, in which files are written.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};

/// The file that marks a checkout: the table in which mechanisms are registered, which a package may lack.
const MARK: &str = "crates/kernel/src/specification/table.rs";

/// A checkout of the project.
#[derive(Debug)]
pub struct Project {
    root: PathBuf,
}

impl Project {
    /// Opens the checkout in a folder.
    pub fn open(root: &Path) -> Result<Project> {
        if !root.join(MARK).is_file() {
            let shown =
                if root == Path::new(".") { "this folder".to_string() } else { root.display().to_string() };
            bail!(
                "{shown} is no checkout of the project ({MARK} is not there): `verify new` writes source files; run it in a \
                 checkout, or name one with --root"
            );
        }
        Ok(Project { root: root.to_path_buf() })
    }

    /// Returns the path of a file of the project.
    pub fn path(&self, file: &str) -> PathBuf {
        self.root.join(file)
    }

    /// Returns a file of the project in the form shown to readers.
    pub fn named(&self, file: &str) -> String {
        if self.root == Path::new(".") { file.to_string() } else { self.path(file).display().to_string() }
    }

    /// Returns `true` if the file or folder exists.
    pub fn has(&self, file: &str) -> bool {
        self.path(file).exists()
    }

    /// Reads a file of the project.
    pub fn text(&self, file: &str) -> Result<String> {
        let path = self.path(file);
        std::fs::read_to_string(&path).with_context(|| path.display().to_string())
    }

    /// Returns the ids that have a page of the model in the folder, sorted.
    pub fn ids(&self, folder: &str, model: &str) -> Result<Vec<String>> {
        let path = self.path(folder);
        let line = format!("model = \"{model}\"");
        let mut ids = Vec::new();
        for entry in std::fs::read_dir(&path).with_context(|| path.display().to_string())? {
            let page = entry.with_context(|| path.display().to_string())?.path();
            let [stem, end] =
                [page.file_stem(), page.extension()].map(|part| part.and_then(|part| part.to_str()));
            let (Some(id), Some("md")) = (stem, end) else {
                continue;
            };
            let text = std::fs::read_to_string(&page).with_context(|| page.display().to_string())?;
            if text.lines().any(|l| l == line) {
                ids.push(id.to_string());
            }
        }
        ids.sort_unstable();
        Ok(ids)
    }
}
