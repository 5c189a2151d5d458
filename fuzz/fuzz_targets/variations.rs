#![no_main]
#![doc = "See `fukumi_fuzz::variations`."]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fukumi_fuzz::variations(data));
