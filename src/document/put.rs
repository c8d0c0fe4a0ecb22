//! Writing a file at once: a reader sees all of it or nothing, whenever the program ends and however full the disk is.

use std::io::{Error, ErrorKind, Result, Write as _};
use std::path::Path;

/// Writes the text to the file through a neighbour of its own that is then given the file's name. What stood there before
/// is replaced; a link, a folder or a device is not. On an error nothing is left behind.
pub fn put(path: &Path, text: &str) -> Result<()> {
    if std::fs::symlink_metadata(path).is_ok_and(|found| !found.is_file()) {
        return Err(Error::new(ErrorKind::AlreadyExists, "is no regular file, and is not replaced"));
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut draft = tempfile::Builder::new().prefix(".draft").tempfile_in(folder)?;
    draft.write_all(text.as_bytes())?;
    readable_as_usual(draft.as_file())?;
    draft.as_file().sync_all()?;
    draft.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// Drafts are for their owner alone; what is put is for whoever may read the folder.
#[cfg(unix)]
fn readable_as_usual(file: &std::fs::File) -> Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    file.set_permissions(std::fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn readable_as_usual(_file: &std::fs::File) -> Result<()> {
    Ok(())
}
