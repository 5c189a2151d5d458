#![no_main]
#![doc = "See `fukumi_fuzz::book`."]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fukumi_fuzz::book(data));
