//! A checkout of the project, in which files are written.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};

/// What a checkout has and a package does not need: the table in which mechanisms are registered.
const MARK: &str = "crates/kernel/src/specification/table.rs";

/// A checkout of the project.
#[derive(Debug)]
pub struct Project {
    root: PathBuf,
}

impl Project {
    /// The checkout in a folder.
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

    /// The path of a file of the project.
    pub fn path(&self, file: &str) -> PathBuf {
        self.root.join(file)
    }

    /// A file of the project as it is named to a reader.
    pub fn named(&self, file: &str) -> String {
        if self.root == Path::new(".") { file.to_string() } else { self.path(file).display().to_string() }
    }

    /// Whether something stands there.
    pub fn has(&self, file: &str) -> bool {
        self.path(file).exists()
    }

    /// The text of a file.
    pub fn text(&self, file: &str) -> Result<String> {
        let path = self.path(file);
        std::fs::read_to_string(&path).with_context(|| path.display().to_string())
    }

    /// The ids that have a page in the folder, of that model, sorted.
    pub fn ids(&self, folder: &str, model: &str) -> Result<Vec<String>> {
        let path = self.path(folder);
        let line = format!("model = \"{model}\"");
        let mut ids = Vec::new();
        for entry in std::fs::read_dir(&path).with_context(|| path.display().to_string())? {
            let page = entry.with_context(|| path.display().to_string())?.path();
            let (Some(id), Some("md")) = (
                page.file_stem().and_then(|stem| stem.to_str()),
                page.extension().and_then(|end| end.to_str()),
            ) else {
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
