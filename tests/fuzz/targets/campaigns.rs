//! Folders of campaigns: the question, and a block.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fairwitness_fuzz::campaign(data));
