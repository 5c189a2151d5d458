//! Networks from files, for a program that plays with another network than its own.

use std::fmt;
use std::fs::{self, File};
use std::io::Read;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, ensure};

use super::Network;

/// Size limit of a network file, in bytes. A network with separate numbers for each colour has 2
/// MB.
const MAX_BYTES: u64 = 16 << 20;
/// Number of different networks that a process may read. Each stays in memory and takes some 3 MB.
const MOST: usize = 16;

/// A network from a file.
///
/// It stays in memory until the program ends. Reading the same network again takes no more memory.
#[derive(Clone, Copy)]
pub struct OwnNetwork {
    network: &'static Network,
    /// CRC-32 of the file.
    checksum: u32,
}

impl OwnNetwork {
    /// Reads a network file in the format of those in `weights`, see `docs/training.md`.
    ///
    /// # Errors
    /// If the file cannot be read, is not a network, or is one network too many for the process.
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        let name = path.display();
        let bytes = read(path).with_context(|| format!("cannot read {name}"))?;
        Self::of(&bytes).with_context(|| format!("cannot use {name}"))
    }

    /// Reads a network from the bytes of such a file.
    ///
    /// # Errors
    /// If the bytes are not a network, or are one network too many for the process.
    pub fn of(bytes: &[u8]) -> anyhow::Result<Self> {
        static KEPT: Mutex<Vec<OwnNetwork>> = Mutex::new(Vec::new());
        let checksum = crc32fast::hash(bytes);
        let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&known) = kept.iter().find(|known| known.checksum == checksum) {
            return Ok(known);
        }
        ensure!(kept.len() < MOST, "{MOST} networks have been read already");
        let own = Self { network: Box::leak(Box::new(Network::read(bytes)?)), checksum };
        kept.push(own);
        Ok(own)
    }

    /// The network itself.
    pub(super) const fn network(self) -> &'static Network {
        self.network
    }
}

/// The content of a regular file. Pipes and devices are refused, since they need not end.
fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    ensure!(fs::metadata(path)?.is_file(), "it is no usual file");
    let mut bytes = Vec::new();
    File::open(path)?.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    ensure!(bytes.len() as u64 <= MAX_BYTES, "it has more than {} MiB", MAX_BYTES >> 20);
    Ok(bytes)
}

impl PartialEq for OwnNetwork {
    fn eq(&self, other: &Self) -> bool {
        self.checksum == other.checksum
    }
}

impl Eq for OwnNetwork {}

impl fmt::Debug for OwnNetwork {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "OwnNetwork({:08x})", self.checksum)
    }
}

/// Writes the checksum. Networks with equal checksums count as equal.
impl fmt::Display for OwnNetwork {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:08x}", self.checksum)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::network::shipped;
    use crate::rule::Rule;

    #[test]
    fn a_network_is_kept_once() {
        let bytes = shipped(Rule::Renju);
        let (first, again) = (OwnNetwork::of(bytes).unwrap(), OwnNetwork::of(bytes).unwrap());
        assert!(std::ptr::eq(first.network, again.network));
        assert_eq!(first, again);
        assert_ne!(first, OwnNetwork::of(shipped(Rule::Caro)).unwrap());
    }

    #[test]
    fn what_is_no_network_is_refused_with_its_name() {
        let refusal = |path: &Path| format!("{:#}", OwnNetwork::read(path).unwrap_err());
        assert!(refusal(Path::new("no/such/file.net")).starts_with("cannot read no/such/file.net"));
        let folder = std::env::temp_dir();
        assert!(refusal(&folder).ends_with("it is no usual file"));
        let path = folder.join(format!("fukumi-own-network-{}.net", std::process::id()));
        fs::write(&path, &shipped(Rule::Freestyle)[..1_000]).unwrap();
        assert!(refusal(&path).contains("cut off"));
        fs::remove_file(&path).unwrap();
    }
}
