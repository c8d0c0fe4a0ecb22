//! Records on file with some of their leaves replaced, replayed.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fairwitness_fuzz::replayed(data));
