#![no_main]
#![doc = "See `fukumi_fuzz::experience`."]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fukumi_fuzz::experience(data));
