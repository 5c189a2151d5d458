#![no_main]
#![doc = "See `fukumi_fuzz::notation`."]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fukumi_fuzz::notation(data));
