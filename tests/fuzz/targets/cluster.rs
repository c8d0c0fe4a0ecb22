//! Instance files of the model `cluster`.
#![no_main]

libfuzzer_sys::fuzz_target!(
    |data: &[u8]| fairwitness_fuzz::instance::<fairwitness::model::cluster::Cluster>(data)
);
