//! Instance files of the model `covering`.
#![no_main]

libfuzzer_sys::fuzz_target!(
    |data: &[u8]| fairwitness_fuzz::instance::<fairwitness::model::covering::Covering>(data)
);
