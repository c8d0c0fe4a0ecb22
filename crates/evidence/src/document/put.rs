//! Atomic writes: a reader sees the complete file or nothing, whenever the program ends and however full the
//! disk is.

use std::fs::File;
use std::io::{Error, ErrorKind, Result, Write as _};
use std::path::Path;

/// Writes the text to a temporary file in the folder and renames it to `path`. An existing regular file is
/// replaced; a link, a folder or a device is not.
///
/// # Errors
/// An error of the file system, after which nothing is left behind.
pub fn put(path: &Path, text: &str) -> Result<()> {
    put_by(path, |out| out.write_all(text.as_bytes()))
}

/// Writes a file as [`put`] does, with the text that `write` writes.
///
/// # Errors
/// An error of the file system, after which nothing is left behind.
pub fn put_by(path: &Path, write: impl FnOnce(&mut File) -> Result<()>) -> Result<()> {
    if std::fs::symlink_metadata(path).is_ok_and(|found| !found.is_file()) {
        return Err(Error::new(ErrorKind::AlreadyExists, "is no regular file, and is not replaced"));
    }
    draft(path, write)?.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// Writes the file only if its name is free: of several processes at once one succeeds. Returns `true` if it
/// was this one.
///
/// # Errors
/// An error of the file system.
pub fn put_new(path: &Path, text: &str) -> Result<bool> {
    if path.symlink_metadata().is_ok() {
        return Ok(false);
    }
    match draft(path, |out| out.write_all(text.as_bytes()))?.persist_noclobber(path) {
        Ok(_) => Ok(true),
        Err(error) if error.error.kind() == ErrorKind::AlreadyExists => Ok(false),
        Err(error) => Err(error.error),
    }
}

/// A temporary file in the folder with the text that `write` writes, flushed to the disk.
fn draft(path: &Path, write: impl FnOnce(&mut File) -> Result<()>) -> Result<tempfile::NamedTempFile> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut draft = tempfile::Builder::new().prefix(".draft").tempfile_in(folder)?;
    write(draft.as_file_mut())?;
    readable_as_usual(draft.as_file())?;
    draft.as_file().sync_all()?;
    Ok(draft)
}

/// Makes a draft, which only its owner may read, readable as usual.
#[cfg(unix)]
fn readable_as_usual(file: &File) -> Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    file.set_permissions(std::fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn readable_as_usual(_file: &File) -> Result<()> {
    Ok(())
}
