#![no_main]
#![doc = "See `fukumi_fuzz::library`."]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fukumi_fuzz::library(data));
