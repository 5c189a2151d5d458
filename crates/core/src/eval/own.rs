//! Networks from files, for a program that plays with another network than its own.

use std::fmt;
use std::fs::{self, File};
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, ensure};

use super::Network;

/// A network from a file.
///
/// It takes some 3 MB. Clones share them, and the last one frees them.
#[derive(Clone)]
pub struct OwnNetwork {
    network: Arc<Network>,
    /// CRC-32 of the file.
    checksum: u32,
}

impl OwnNetwork {
    /// Size limit of a network file, in bytes. A plain network with separate numbers for each
    /// colour has 2 MB.
    pub const MAX_BYTES: u64 = 16 << 20;

    /// Reads a network file in the format of those in `weights`, see `docs/training.md`.
    ///
    /// # Errors
    /// If the file cannot be read or is not a network.
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        let name = path.display();
        let bytes = read(path).with_context(|| format!("cannot read {name}"))?;
        Self::of(&bytes).with_context(|| format!("cannot use {name}"))
    }

    /// Reads a network from the bytes of such a file.
    ///
    /// # Errors
    /// If the bytes are not a network.
    pub fn of(bytes: &[u8]) -> anyhow::Result<Self> {
        let network = Arc::new(Network::read(bytes)?);
        Ok(Self { network, checksum: crc32fast::hash(bytes) })
    }

    /// The network itself.
    pub(super) const fn network(&self) -> &Arc<Network> {
        &self.network
    }
}

/// The content of a regular file. Pipes and devices are refused, since they need not end.
fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    ensure!(fs::metadata(path)?.is_file(), "it is no usual file");
    let mut bytes = Vec::new();
    File::open(path)?.take(OwnNetwork::MAX_BYTES + 1).read_to_end(&mut bytes)?;
    let most = OwnNetwork::MAX_BYTES;
    ensure!(bytes.len() as u64 <= most, "it has more than {} MiB", most >> 20);
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
    use crate::eval::{Kind, Scorer};
    use crate::geometry::BoardSize;
    use crate::position::Position;
    use crate::rule::Rule;

    #[test]
    fn networks_with_the_same_bytes_are_equal() {
        let of = |rule| OwnNetwork::of(shipped(rule)).unwrap();
        assert_eq!(of(Rule::Renju), of(Rule::Renju));
        assert_ne!(of(Rule::Renju), of(Rule::Caro));
    }

    #[test]
    fn all_that_use_a_network_share_it_and_the_last_one_frees_it() {
        let own = OwnNetwork::of(shipped(Rule::Renju)).unwrap();
        let memory = Arc::downgrade(&own.network);
        let kind = Kind::Own(own.clone());
        let position = Position::new(BoardSize::square(15).unwrap(), Rule::Renju);
        let scorers: Vec<_> = (0..3).map(|_| Scorer::new(&position, &kind)).collect();
        for scorer in &scorers {
            let (network, _) = scorer.network.as_ref().unwrap();
            assert!(Arc::ptr_eq(network, &own.network));
        }
        drop(own);
        drop(kind);
        assert!(memory.upgrade().is_some(), "the scorers still need it");
        drop(scorers);
        assert!(memory.upgrade().is_none(), "it is freed");
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
