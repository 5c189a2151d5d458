#![no_main]
#![doc = "See `fukumi_fuzz::database`."]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fukumi_fuzz::database(data));
