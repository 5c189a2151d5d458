#![no_main]
#![doc = "See `fukumi_fuzz::position`."]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fukumi_fuzz::position(data));
