#![no_main]
#![doc = "See `fukumi_fuzz::session`."]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fukumi_fuzz::session(data));
