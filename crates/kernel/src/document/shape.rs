//! The JSON Schemas of types that serialise themselves as text: numbers and documents.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use super::Value;
use crate::scalar::Rational;

impl JsonSchema for Rational {
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

impl JsonSchema for Value {
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
