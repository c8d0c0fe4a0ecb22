//! Files of measured figures, which the book reads.

/// Stores a figure for the book in `book/measured` if the bench was started with `-- --write`, and reports the path.
/// Tests compare the book with these files, so nothing is written without the option.
pub fn keep(name: &str, text: Result<String, String>) {
    if !std::env::args().any(|word| word == "--write") {
        return;
    }
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("book").join("measured").join(name);
    match text.and_then(|text| std::fs::write(&path, text).map_err(|e| e.to_string())) {
        Ok(()) => println!("\nwritten: {}", path.display()),
        Err(error) => println!("\n{}: {error}", path.display()),
    }
}
