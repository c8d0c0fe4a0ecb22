//! Files of records, read and written back.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fairwitness_fuzz::record(data));
