#![no_main]
#![doc = "See `fukumi_fuzz::game`."]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fukumi_fuzz::game(data));
