#![no_main]
#![doc = "See `fukumi_fuzz::weights`."]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fukumi_fuzz::weights(data));
