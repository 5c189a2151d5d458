#![no_main]
#![doc = "See `fukumi_fuzz::saved`."]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fukumi_fuzz::saved(data));
