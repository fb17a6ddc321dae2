#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fieldc_tests::fuzz::group_precompiles(data));
