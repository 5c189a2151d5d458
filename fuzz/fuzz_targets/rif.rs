#![no_main]
#![doc = "See `fukumi_fuzz::rif`."]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fukumi_fuzz::rif(data));
