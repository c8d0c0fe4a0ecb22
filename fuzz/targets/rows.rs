//! Rows of the tables that traces are read from.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fairwitness_fuzz::rows(data));
