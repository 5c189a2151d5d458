#![no_main]
#![doc = "See `fukumi_fuzz::lines`."]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fukumi_fuzz::lines(data));
