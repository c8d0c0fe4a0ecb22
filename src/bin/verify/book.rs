//! `verify book`: the generated pages of the book and the README's picture, or the local site. `verify mdbook`:
//! mdBook's preprocessor.

use std::io::Read as _;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use fairwitness::book::Page;

use super::args::{Format, Mdbook};
use super::render;

/// Instructions for building the site.
const NEXT: &str = "`mdbook build book` makes the site; where mdBook is missing, `cargo install mdbook --version 0.5.4 --locked` installs it";

/// Writes the README's picture and the pages, or only the pages into the folder `out`.
pub fn book(root: &Path, out: Option<&Path>, format: Format) -> Result<u8> {
    let made = fairwitness::book::files(root)?;
    let (all, written) = match out {
        None => (made.len(), within(root, &made)?),
        Some(folder) => {
            let pages = fairwitness::book::pages(made);
            (pages.len(), into(folder, &pages)?)
        }
    };
    let again = written.len();
    render::show(format, &written, || {
        format!("{all} files made, of which {again} were written again or removed. {NEXT}\n")
    });
    Ok(0)
}

/// Runs `mdbook serve`, which builds the site, serves it at `address`, opens it, and rebuilds it after each
/// change of a chapter.
pub fn serve(root: &Path, address: SocketAddr) -> Result<u8> {
    const INSTALL: &str = "`cargo install mdbook --version 0.5.4 --locked` installs one that serves";
    let me = std::env::current_exe().context("this program's own path")?;
    engines(root)?;
    let ended = Command::new("mdbook")
        .args(["serve", "--open", "--hostname", &address.ip().to_string(), "--port"])
        .arg(address.port().to_string())
        .arg(root.join("book"))
        // This program replaces the one that the configuration builds with cargo.
        .env("MDBOOK_PREPROCESSOR__FAIRWITNESS__COMMAND", format!("'{}' mdbook", me.display()))
        .status();
    match ended {
        Ok(status) if status.success() => Ok(0),
        Ok(status) => bail!("mdbook serve: {status}; if this mdBook cannot serve, {INSTALL}"),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => bail!("mdbook is missing; {INSTALL}"),
        Err(error) => Err(error).context("mdbook"),
    }
}

/// Builds the engines of the live pages if they are missing. The site can be read without them.
fn engines(root: &Path) -> Result<()> {
    let script = root.join("clients/browser/build.sh");
    if fairwitness::book::is_live(root) || !script.is_file() {
        return Ok(());
    }
    super::complain("note: the engines of the live pages are built, once and for some minutes");
    let ended = Command::new("sh").arg(&script).status().context("sh")?;
    if !ended.success() {
        super::complain(&format!("note: {}: {ended}; the site has no live pages", script.display()));
    }
    Ok(())
}

/// Updates the folder of the project, and returns the paths that were written or removed.
fn within(root: &Path, made: &[Page]) -> Result<Vec<String>> {
    let stale = fairwitness::book::stale(root, made)?;
    for name in &stale {
        let path = root.join(name);
        match made.iter().find(|(known, _)| known == name) {
            Some((_, text)) => write(&path, text)?,
            None => std::fs::remove_file(&path).with_context(|| path.display().to_string())?,
        }
    }
    Ok(stale)
}

/// Writes all pages into a folder and leaves other files alone.
fn into(folder: &Path, pages: &[Page]) -> Result<Vec<String>> {
    let paths: Vec<PathBuf> = pages.iter().map(|(name, _)| folder.join(name)).collect();
    for (path, (_, text)) in paths.iter().zip(pages) {
        write(path, text)?;
    }
    Ok(paths.iter().map(|path| path.display().to_string()).collect())
}

fn write(path: &Path, text: &str) -> Result<()> {
    let folder = path.parent().unwrap_or(path);
    std::fs::create_dir_all(folder)
        .and_then(|()| std::fs::write(path, text))
        .with_context(|| path.display().to_string())
}

/// Answers mdBook: whether a renderer is supported, or the book from the standard input, expanded.
pub fn mdbook(asked: Option<&Mdbook>) -> Result<u8> {
    if let Some(Mdbook::Supports { renderer }) = asked {
        return Ok(u8::from(!fairwitness::book::mdbook::supports(renderer)));
    }
    let mut input = String::new();
    std::io::stdin().read_to_string(&mut input).context("standard input")?;
    render::print_file(&fairwitness::book::mdbook::preprocess(&input)?);
    Ok(0)
}
