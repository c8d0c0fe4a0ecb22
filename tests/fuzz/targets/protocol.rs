//! Two lines of a program that is a mechanism: its greeting and its answer.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fairwitness_fuzz::protocol(data));
