//! Networks as the engine reads them, see [`fukumi_core::eval::layout`].

use anyhow::{Context, bail, ensure};
use fukumi_core::eval::layout::{PACKED, PLAIN, WITHOUT_ANSWERS, pack, unpack};

use crate::checkpoint::Checkpoint;
use crate::model::{Params, Stored};

/// Seed of the units of answers of a network that has none.
const SEED: u64 = 1;

/// Encodes a network. Returns its bytes and how many of its numbers were too large and were
/// clipped.
pub fn encode(params: &Params) -> (Vec<u8>, usize) {
    let colors = params.layout.colors();
    let counts =
        |color| params.array(Stored::AnswerSums, color).iter().any(|&weight| weight != 0.0);
    let has_answers = (0..colors).any(counts);
    let magic = if has_answers { PACKED } else { WITHOUT_ANSWERS };
    let mut bytes = [&magic[..], &[colors as u8]].concat();
    let mut cut = 0;
    for color in 0..colors {
        for array in Stored::of_network(has_answers) {
            let numbers: Vec<f32> = match array {
                Stored::Rows => params
                    .row_sums(color, 0)
                    .flat_map(|row| row.map(|number| number.clamp(-1.0, 1.0)))
                    .collect(),
                _ => params.array(array, color).to_vec(),
            };
            let (unit, largest) = (array.unit(), f64::from(array.largest()));
            let integers = numbers.into_iter().map(|number| {
                let rounded = (f64::from(number) * unit).round_ties_even();
                cut += usize::from(rounded.abs() > largest || rounded.is_nan());
                rounded.clamp(-largest, largest) as i32
            });
            if magic == PACKED && array.is_packed() {
                let numbers: Vec<i8> = integers.map(|integer| integer as i8).collect();
                bytes.extend(pack(array, numbers.as_chunks().0));
            } else {
                for integer in integers {
                    bytes.extend(&integer.to_le_bytes()[..array.bytes()]);
                }
            }
        }
    }
    (bytes, cut)
}

/// Decodes the parameters of a network.
///
/// # Errors
/// If the bytes are not a network.
pub fn decode(bytes: &[u8]) -> anyhow::Result<Params> {
    let magics = [PACKED, PLAIN, WITHOUT_ANSWERS];
    let magic = magics.into_iter().find(|magic| bytes.starts_with(magic));
    let magic = magic.context("expected a network, found something else")?;
    let (has_answers, rest) = (magic != WITHOUT_ANSWERS, &bytes[magic.len()..]);
    let (&[colors], mut rest) = rest.split_first_chunk().context("a network is cut off")?;
    ensure!(matches!(colors, 1 | 2), "a network for {colors} colours");
    let mut params = Params::zeros(colors.into());
    for color in 0..colors.into() {
        for array in Stored::of_network(has_answers) {
            let unit = array.unit();
            let numbers = params.array_mut(array, color);
            if magic == PACKED && array.is_packed() {
                let integers = unpack(array, &mut rest)?;
                for (number, &integer) in numbers.iter_mut().zip(integers.as_flattened()) {
                    *number = (f64::from(integer) / unit) as f32;
                }
                continue;
            }
            let length = numbers.len() * array.bytes();
            let (list, left) = rest.split_at_checked(length).context("a network is cut off")?;
            rest = left;
            for (number, bytes) in numbers.iter_mut().zip(list.chunks_exact(array.bytes())) {
                let integer = match *bytes {
                    [byte] => i32::from(byte as i8),
                    [low, high] => i32::from(i16::from_le_bytes([low, high])),
                    [a, b, c, d] => i32::from_le_bytes([a, b, c, d]),
                    _ => bail!("a number has 1, 2 or 4 bytes"),
                };
                *number = (f64::from(integer) / unit) as f32;
            }
        }
    }
    ensure!(rest.is_empty(), "a network is followed by something else");
    params.split_rows();
    if !has_answers {
        // Units that are all zero would never learn.
        let units = Params::new(SEED, colors.into());
        for color in 0..colors.into() {
            let array = Stored::AnswerUnits;
            params.array_mut(array, color).copy_from_slice(units.array(array, color));
        }
    }
    Ok(params)
}

/// Reads the parameters from the bytes of a network or of a checkpoint.
///
/// # Errors
/// If the bytes are neither.
pub fn read(bytes: &[u8]) -> anyhow::Result<Params> {
    match Checkpoint::is_one(bytes) {
        true => Ok(Checkpoint::decode(bytes)?.params),
        false => decode(bytes),
    }
}
