//! Rows of the tables of traces.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fairwitness_fuzz::rows(data));
