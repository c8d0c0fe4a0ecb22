//! The JSON Schemas of types that the kernel writes: numbers and documents.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

/// An exact number, as a string.
#[derive(Debug)]
pub struct Exact;

impl JsonSchema for Exact {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Exact".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "pattern": "^-?[0-9]+(/[1-9][0-9]*)?$",
            "description": "an exact number in lowest terms"
        })
    }
}

/// A part of an instance file or of a record.
#[derive(Debug)]
pub struct Tree;

impl JsonSchema for Tree {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Tree".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "object",
            "description": "a part of an instance file or of a record: exact numbers are strings, counts and indexes integers"
        })
    }
}
