//! What a process uses, as Linux reports it.

use std::fs;

/// The largest resident size that a process has had, in bytes; `None` if the process is gone.
#[must_use]
pub fn peak_memory_bytes(id: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    peak.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok().map(|kib| kib * 1024)
}

/// The processor time of all threads of a process so far, in ticks of 10 ms; `None` if the process
/// is gone.
#[must_use]
pub fn processor_ticks(id: u32) -> Option<u64> {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    // These are fields 14 and 15; the second field, in brackets, may contain blanks.
    let (_, fields) = stat.rsplit_once(')')?;
    let mut fields = fields.split_ascii_whitespace().skip(11);
    let mut next = || fields.next()?.parse::<u64>().ok();
    Some(next()? + next()?)
}
