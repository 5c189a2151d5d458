//! Networks from files, for a program that is to play with another network than its own.

use std::fmt;
use std::fs::{self, File};
use std::io::Read;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, ensure};

use super::Network;

/// The largest file that is read; a network with numbers of its own for each colour has 2 MB.
const MAX_BYTES: u64 = 16 << 20;
/// Different networks that a process may read. Each stays in memory, some 3 MB.
const MOST: usize = 16;

/// A network from a file. It stays in memory until the program ends; a file that is read again
/// takes no more.
#[derive(Clone, Copy)]
pub struct OwnNetwork {
    network: &'static Network,
    /// CRC-32 of the file.
    checksum: u32,
}

impl OwnNetwork {
    /// Reads a file of the form that lies in `src/eval/weights`, see `docs/training.md`.
    ///
    /// # Errors
    /// If it cannot be read, is none, or is one too many for the process.
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        let name = path.display();
        let bytes = read(path).with_context(|| format!("cannot read {name}"))?;
        Self::of(&bytes).with_context(|| format!("cannot use {name}"))
    }

    /// The network in the bytes of such a file.
    ///
    /// # Errors
    /// If they are none, or one too many for the process.
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

    pub(super) const fn network(self) -> &'static Network {
        self.network
    }
}

/// The content of a usual file: a pipe or a device need not end.
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

/// The checksum: networks with the same one are the same.
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
