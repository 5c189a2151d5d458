//! The state of a run as a file.
//!
//! Little-endian: the magic `FKTRAIN1`; the length of a JSON head in 4 bytes, and the head; the
//! parameters as `f32`, followed in a run by the optimiser's means and squares; a CRC-32 of all
//! bytes before it. The head names the arrays and their shapes in the order in which they are
//! stored, see [`crate::model::Layout::arrays`].

use anyhow::{Context, ensure};
use serde::{Deserialize, Serialize};

use crate::model::Params;
use crate::numbers::Numbers;
use crate::optimiser::Optimiser;
use crate::plan::{Check, RunSettings};

const MAGIC: &[u8; 8] = b"FKTRAIN1";

#[derive(Serialize, Deserialize)]
struct Head {
    colors: usize,
    /// Name, rows and columns of each array.
    arrays: Vec<(String, [usize; 2])>,
    /// Steps made.
    step: u64,
    settings: Option<RunSettings>,
    history: Vec<Check>,
}

/// A run at one of its steps.
pub struct Checkpoint {
    /// The parameters.
    pub params: Params,
    /// The state of the optimiser, or `None` if the file holds parameters alone.
    pub optimiser: Option<Optimiser>,
    /// What decides the result of the run.
    pub settings: Option<RunSettings>,
    /// The checks so far.
    pub history: Vec<Check>,
}

impl Checkpoint {
    /// A checkpoint of parameters alone.
    pub const fn of(params: Params) -> Self {
        Self { params, optimiser: None, settings: None, history: Vec::new() }
    }

    /// The bytes of the file.
    ///
    /// # Errors
    /// If the head cannot be written as JSON.
    pub fn encode(&self) -> anyhow::Result<Vec<u8>> {
        let arrays = self.params.layout.arrays();
        let head = Head {
            colors: self.params.layout.colors(),
            arrays: arrays.map(|(array, ..)| (array.name().to_owned(), array.shape())).collect(),
            step: self.optimiser.as_ref().map_or(0, |optimiser| optimiser.steps),
            settings: self.settings.clone(),
            history: self.history.clone(),
        };
        let head = serde_json::to_vec(&head)?;
        let length = u32::try_from(head.len())?;
        let mut bytes = [&MAGIC[..], &length.to_le_bytes(), &head].concat();
        let state = self.optimiser.as_ref().map(|state| [&*state.means, &*state.squares]);
        for numbers in std::iter::once(&*self.params.numbers).chain(state.into_iter().flatten()) {
            bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        }
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        Ok(bytes)
    }

    /// Reads a checkpoint from the bytes of a file.
    ///
    /// # Errors
    /// If the bytes are not what [`Checkpoint::encode`] makes, or hold a network of another shape.
    pub fn decode(bytes: &[u8]) -> anyhow::Result<Self> {
        ensure!(Self::is_one(bytes), "expected a checkpoint, found something else");
        let (content, sum) = bytes.split_last_chunk().context("a checkpoint is cut off")?;
        let is_whole = crc32fast::hash(content) == u32::from_le_bytes(*sum);
        ensure!(is_whole, "a checkpoint is damaged: its checksum does not match");
        let rest = &content[MAGIC.len()..];
        let (length, rest) = rest.split_first_chunk().context("a checkpoint is cut off")?;
        let length = u32::from_le_bytes(*length) as usize;
        let (head, rest) = rest.split_at_checked(length).context("a checkpoint is cut off")?;
        let head: Head = serde_json::from_slice(head).context("a checkpoint has no head")?;
        ensure!(matches!(head.colors, 1 | 2), "a checkpoint for {} colours", head.colors);
        let mut params = Params::zeros(head.colors);
        let arrays = params.layout.arrays();
        let expected = arrays.map(|(array, ..)| (array.name().to_owned(), array.shape()));
        ensure!(expected.eq(head.arrays), "a checkpoint is of a network of another shape");
        let count = params.numbers.len();
        let is_run = rest.len() == 3 * 4 * count;
        ensure!(is_run || rest.len() == 4 * count, "a checkpoint has too few or too many numbers");
        let mut lists = rest.chunks_exact(4 * count);
        let mut read = |numbers: &mut Numbers| {
            let bytes = lists.next().unwrap_or_default().as_chunks().0;
            numbers.iter_mut().zip(bytes).for_each(|(to, &bytes)| *to = f32::from_le_bytes(bytes));
        };
        read(&mut params.numbers);
        let optimiser = is_run.then(|| {
            let mut optimiser = Optimiser::new(&params);
            read(&mut optimiser.means);
            read(&mut optimiser.squares);
            optimiser.steps = head.step;
            optimiser
        });
        Ok(Self { params, optimiser, settings: head.settings, history: head.history })
    }

    /// Whether the bytes begin as a checkpoint does.
    pub fn is_one(bytes: &[u8]) -> bool {
        bytes.starts_with(MAGIC)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checkpoint_comes_back_as_it_was() {
        let params = Params::new(5, 2);
        let mut optimiser = Optimiser::new(&params);
        optimiser.steps = 7;
        optimiser.squares[3] = 0.25;
        let mut checkpoint = Checkpoint::of(params);
        checkpoint.optimiser = Some(optimiser);
        let bytes = checkpoint.encode().unwrap();
        let again = Checkpoint::decode(&bytes).unwrap();
        assert_eq!(*again.params.numbers, *checkpoint.params.numbers);
        assert_eq!(again.optimiser.as_ref().unwrap().steps, 7);
        assert_eq!(again.encode().unwrap(), bytes);
    }

    #[test]
    fn bytes_that_are_no_checkpoint_are_an_error() {
        let bytes = Checkpoint::of(Params::zeros(1)).encode().unwrap();
        let error = |bytes: &[u8]| Checkpoint::decode(bytes).err().map(|error| error.to_string());
        assert!(error(b"FKN3").unwrap().starts_with("expected a checkpoint"));
        assert!(error(&bytes[..bytes.len() - 5]).unwrap().contains("damaged"));
        let mut other = bytes.clone();
        other[200] ^= 1;
        assert!(error(&other).unwrap().contains("damaged"));
        assert_eq!(error(&bytes), None);
    }
}
