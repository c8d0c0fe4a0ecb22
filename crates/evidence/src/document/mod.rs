//! Documents of the project: those of the kernel, the files that are built in, and files put at once or not at all.

pub mod files;
mod put;

pub use fairwitness_kernel::document::*;
pub use put::{put, put_new};
