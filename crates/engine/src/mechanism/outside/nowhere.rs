//! In place of running programs, where the system is not a Unix: none starts, and the error says so.

use std::time::Duration;

use super::{Failure, Replied};
use crate::linear::Patience;

/// Ends every running program: there is none.
pub fn end_all() {}

/// One process of a program: there is none.
#[derive(Debug)]
pub(super) enum Process {}

impl Process {
    pub(super) fn start(_command: &str, _memory: Option<u64>) -> Result<Process, Failure> {
        Err(Failure::Start("programs are asked on Unix systems only".to_string()))
    }

    pub(super) fn ask(&mut self, _: &str, _: Duration, _: &Patience) -> Replied<String> {
        match *self {}
    }

    pub(super) fn put(&mut self, _questions: &str) -> Result<(), Failure> {
        match *self {}
    }

    pub(super) fn next(&mut self, _time: Duration, _patience: &Patience) -> Replied<String> {
        match *self {}
    }

    pub(super) fn dismiss(&mut self) {
        match *self {}
    }
}
