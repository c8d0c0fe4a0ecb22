//! Instance files of the model `arrivals`.
#![no_main]

libfuzzer_sys::fuzz_target!(
    |data: &[u8]| fairwitness_fuzz::instance::<fairwitness::model::arrivals::Arrivals>(data)
);
