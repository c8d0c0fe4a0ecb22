//! The mechanisms, the properties or the measures of a workbench, by id.

use std::ops::Deref;

use super::Read;
use crate::document::InputError;

/// What is built in, and the reader's own, which lives as long as its listing.
#[derive(Debug)]
enum Listed<T: ?Sized + 'static> {
    BuiltIn(&'static T),
    Own(Box<T>),
}

impl<T: ?Sized> Deref for Listed<T> {
    type Target = T;

    fn deref(&self) -> &T {
        match self {
            Listed::BuiltIn(one) => one,
            Listed::Own(one) => one,
        }
    }
}

/// All of one kind, in alphabetical order of their ids.
#[derive(Debug)]
pub(super) struct Listing<T: ?Sized + 'static> {
    /// The kind in a word.
    kind: &'static str,
    id: fn(&T) -> &'static str,
    all: Vec<Listed<T>>,
}

impl<T: ?Sized> Listing<T> {
    /// The listing of what is built in, in the order of their ids.
    pub fn of(kind: &'static str, id: fn(&T) -> &'static str, built_in: &[&'static T]) -> Self {
        Listing { kind, id, all: built_in.iter().copied().map(Listed::BuiltIn).collect() }
    }

    /// All of them, in the order of their ids.
    pub fn each(&self) -> impl Iterator<Item = &T> {
        self.all.iter().map(|one| &**one)
    }

    /// Returns the one with this id.
    ///
    /// # Errors
    /// There is none.
    pub fn find(&self, id: &str) -> Read<&T> {
        self.each().find(|one| (self.id)(one) == id).ok_or_else(|| unknown(self.kind, id))
    }

    /// Adds one of the reader's own.
    ///
    /// # Errors
    /// Its id is in use.
    pub fn enter(&mut self, own: Box<T>) -> Read<()> {
        let id = (self.id)(&own);
        match self.all.binary_search_by_key(&id, |known| (self.id)(known)) {
            Ok(_) => Err(InputError::of("ids", self.kind, format!("`{id}` is taken; choose another id"))),
            Err(at) => {
                self.all.insert(at, Listed::Own(own));
                Ok(())
            }
        }
    }
}

/// Returns the error for an id of this kind that the model does not have.
pub(super) fn unknown(kind: &str, id: &str) -> InputError {
    InputError::of("ids", kind, format!("`{id}` is none of this model"))
}
