//! Scenario files, and the beginning of their runs.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fairwitness_fuzz::scenario(data));
