#![no_main]
#![doc = "See `fukumi_fuzz::results`."]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fukumi_fuzz::results(data));
