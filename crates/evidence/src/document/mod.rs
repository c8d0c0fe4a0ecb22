//! Documents of the project: those of the kernel, built-in files, and files that are written completely or
//! not at all.

pub mod files;
mod put;

pub use fairwitness_kernel::document::*;
pub use put::{put, put_by, put_new};
