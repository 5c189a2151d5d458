//! Networks as the engine reads them. The engine's `src/eval/network/weights.rs` documents the
//! layout.

use anyhow::{Context, bail, ensure};

use crate::checkpoint::Checkpoint;
use crate::model::{Array, CHANNELS, FEATURE_MAX, Params, SUM_SCALE};
use crate::windows::Rows;

/// The first bytes of a network.
const MAGIC: &[u8; 4] = b"FKN4";
/// The first bytes of a network that does not look at answers.
const WITHOUT_ANSWERS: &[u8; 4] = b"FKN3";
/// The integer that stands for 1 in the sums of a layer, before they are shifted back.
const PRODUCT: f64 = (1 << 18) as f64;
/// The integer that stands for 1 in the inputs of the first layers. The engine passes sums of
/// features divided by 8.
const INPUT: f64 = FEATURE_MAX as f64 * SUM_SCALE as f64 / 8.0;

/// Seed of the units of answers of a network that has none.
const SEED: u64 = 1;

/// How the numbers of an array are written.
struct Form {
    array: Array,
    /// Bytes of a number: 1, 2 or 4.
    bytes: usize,
    /// The integer that 1 becomes.
    unit: f64,
    /// Largest absolute value of an integer.
    most: i32,
}

/// The arrays of one colour, in the order of the file. Those for answers come last.
fn forms(has_answers: bool) -> Vec<Form> {
    let form = |array, bytes, unit, most| Form { array, bytes, unit, most };
    let weights = |array| match array {
        Array::Value1 | Array::Policy1 => form(array, 2, PRODUCT / INPUT, 5_200),
        _ => form(array, 2, 1024.0, 8_191),
    };
    let biases = |array| form(array, 4, PRODUCT, 1 << 24);
    let feature = f64::from(FEATURE_MAX);
    let mut forms = vec![
        form(Array::Rows, 1, feature, 127),
        form(Array::Bias, 2, feature, 4 * 127),
        form(Array::Threats, 1, 64.0, 127),
        weights(Array::Value1),
        biases(Array::Value1Bias),
        weights(Array::Value2),
        biases(Array::Value2Bias),
        weights(Array::Value3),
        biases(Array::Value3Bias),
        weights(Array::Policy1),
        biases(Array::Policy1Bias),
        weights(Array::Policy2),
        biases(Array::Policy2Bias),
        weights(Array::Messages),
        biases(Array::MessagesBias),
        form(Array::Spread, 2, 256.0, 511),
        form(Array::Classical, 2, 1024.0, i32::from(i16::MAX)),
    ];
    if has_answers {
        forms.extend([
            form(Array::AnswerUnits, 2, PRODUCT / feature, 16_000),
            biases(Array::AnswerUnitsBias),
            form(Array::AnswerSums, 2, 1024.0, 2_097),
        ]);
    }
    forms
}

/// Encodes a network. Returns its bytes and how many of its numbers were too large and were
/// clipped.
pub fn encode(params: &Params) -> (Vec<u8>, usize) {
    let colors = params.layout.colors();
    let counts = |color| params.of(Array::AnswerSums, color).iter().any(|&weight| weight != 0.0);
    let has_answers = (0..colors).any(counts);
    let magic = if has_answers { MAGIC } else { WITHOUT_ANSWERS };
    let mut bytes = [&magic[..], &[colors as u8]].concat();
    let mut cut = 0;
    for color in 0..colors {
        for form in forms(has_answers) {
            let numbers: Vec<f32> = match form.array {
                Array::Rows => params
                    .row_sums(color, 0)
                    .flat_map(|row| row.map(|number| number.clamp(-1.0, 1.0)))
                    .collect(),
                array => params.of(array, color).to_vec(),
            };
            for number in numbers {
                let rounded = (f64::from(number) * form.unit).round_ties_even();
                let most = f64::from(form.most);
                cut += usize::from(rounded.abs() > most || rounded.is_nan());
                let integer = rounded.clamp(-most, most) as i32;
                bytes.extend(&integer.to_le_bytes()[..form.bytes]);
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
    let has_answers = bytes.starts_with(MAGIC);
    let magic = if has_answers { MAGIC } else { WITHOUT_ANSWERS };
    let rest = bytes.strip_prefix(magic).context("expected a network, found something else")?;
    let (&[colors], mut rest) = rest.split_first_chunk().context("a network is cut off")?;
    ensure!(matches!(colors, 1 | 2), "a network for {colors} colours");
    let mut params = Params::zeros(colors.into());
    for color in 0..colors.into() {
        for form in forms(has_answers) {
            let numbers = params.of_mut(form.array, color);
            let length = numbers.len() * form.bytes;
            let (list, behind) = rest.split_at_checked(length).context("a network is cut off")?;
            rest = behind;
            for (number, bytes) in numbers.iter_mut().zip(list.chunks_exact(form.bytes)) {
                let integer = match *bytes {
                    [byte] => i32::from(byte as i8),
                    [low, high] => i32::from(i16::from_le_bytes([low, high])),
                    [a, b, c, d] => i32::from_le_bytes([a, b, c, d]),
                    _ => bail!("a number has 1, 2 or 4 bytes"),
                };
                *number = (f64::from(integer) / form.unit) as f32;
            }
        }
    }
    ensure!(rest.is_empty(), "a network is followed by something else");
    params.split_rows();
    if !has_answers {
        // Units that are all zero would never learn.
        let units = Params::new(SEED, colors.into());
        for color in 0..colors.into() {
            let array = Array::AnswerUnits;
            params.of_mut(array, color).copy_from_slice(units.of(array, color));
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

const _: () = assert!(CHANNELS == 32, "the file has rows of so many");

/// Length in bytes of a network with this number of colours.
pub fn length(colors: usize, has_answers: bool) -> usize {
    let of_one: usize = forms(has_answers)
        .iter()
        .map(|form| match form.array {
            Array::Rows => Rows::get().count * CHANNELS,
            ref array => array.length() * form.bytes,
        })
        .sum();
    MAGIC.len() + 1 + colors * of_one
}
