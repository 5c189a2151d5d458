//! Arrays in files of NumPy (`.npy`, version 1.0), row by row: as large as the disk allows.
//!
//! Source: R. Kern, "A Simple File Format for NumPy Arrays", 2007, which NumPy's documentation has
//! as `numpy.lib.format`.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::Path;

use anyhow::{Context, bail, ensure};

/// Magic and version.
const MAGIC: &[u8; 8] = b"\x93NUMPY\x01\x00";
/// Size of the header that is written, in bytes: room for every shape, and a multiple of 64.
const HEADER: usize = 128;

/// A type of numbers, little-endian.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// One byte without sign.
    U8,
    /// Two bytes without sign.
    U16,
    /// Two bytes with a sign.
    I16,
    /// Four bytes without sign.
    U32,
    /// Four bytes of floating point.
    F32,
}

impl Kind {
    const fn name(self) -> &'static str {
        match self {
            Self::U8 => "|u1",
            Self::U16 => "<u2",
            Self::I16 => "<i2",
            Self::U32 => "<u4",
            Self::F32 => "<f4",
        }
    }

    const fn bytes(self) -> usize {
        match self {
            Self::U8 => 1,
            Self::U16 | Self::I16 => 2,
            Self::U32 | Self::F32 => 4,
        }
    }
}

/// The text of a header, without the spaces that fill it up.
fn text(kind: Kind, shape: &[usize]) -> String {
    let shape: Vec<String> = shape.iter().map(usize::to_string).collect();
    // A tuple of one has a comma.
    let end = if shape.len() == 1 { "," } else { "" };
    let name = kind.name();
    format!("{{'descr': '{name}', 'fortran_order': False, 'shape': ({}{end}), }}", shape.join(", "))
}

/// Writes an array whose number of rows is known only at the end.
pub struct Writer {
    output: BufWriter<File>,
    kind: Kind,
    row: Vec<usize>,
    rows: usize,
}

impl Writer {
    /// Creates the file. `row` is the shape of a row: empty if a row is a number.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn create(path: &Path, kind: Kind, row: &[usize]) -> anyhow::Result<Self> {
        let file =
            File::create(path).with_context(|| format!("cannot write {}", path.display()))?;
        let mut output = BufWriter::new(file);
        output.write_all(&[0; HEADER])?;
        Ok(Self { output, kind, row: row.to_vec(), rows: 0 })
    }

    /// Appends the little-endian bytes of one row.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        debug_assert_eq!(bytes.len(), self.row.iter().product::<usize>() * self.kind.bytes());
        self.rows += 1;
        self.output.write_all(bytes)
    }

    /// Writes the header and everything that is still in memory.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn finish(mut self) -> io::Result<()> {
        let shape = [&[self.rows], &self.row[..]].concat();
        let room = HEADER - MAGIC.len() - 2;
        let text = format!("{:width$}\n", text(self.kind, &shape), width = room - 1);
        self.output.seek(SeekFrom::Start(0))?;
        self.output.write_all(MAGIC)?;
        self.output.write_all(&(room as u16).to_le_bytes())?;
        self.output.write_all(text.as_bytes())?;
        self.output.flush()
    }
}

/// Reads an array row by row.
pub struct Reader {
    input: BufReader<File>,
    shape: Vec<usize>,
    row: Vec<u8>,
}

impl Reader {
    /// Opens a file of numbers of this kind, with this number of dimensions, at least one.
    ///
    /// # Errors
    /// If the file cannot be read or has another array.
    pub fn open(path: &Path, kind: Kind, dimensions: usize) -> anyhow::Result<Self> {
        Self::new(path, kind, dimensions).with_context(|| format!("cannot read {}", path.display()))
    }

    fn new(path: &Path, kind: Kind, dimensions: usize) -> anyhow::Result<Self> {
        let mut input = BufReader::new(File::open(path)?);
        let mut start = [0; MAGIC.len() + 2];
        input.read_exact(&mut start)?;
        ensure!(start.starts_with(MAGIC), "expected an array of NumPy, version 1.0");
        let length = u16::from_le_bytes([start[MAGIC.len()], start[MAGIC.len() + 1]]);
        let mut header = vec![0; length.into()];
        input.read_exact(&mut header)?;
        let header = String::from_utf8_lossy(&header);
        let Some(shape) = shape_of(&header).filter(|shape| shape.len() == dimensions) else {
            bail!("expected {dimensions} dimensions, found {}", header.trim_end());
        };
        let expected = text(kind, &shape);
        let found = header.trim_end();
        ensure!(found == expected, "expected {expected}, found {found}");
        let area = shape[1..].iter().try_fold(kind.bytes(), |area, &side| area.checked_mul(side));
        // A row of a million bytes is none of an array of positions.
        let row = area.filter(|&area| area <= 1 << 20).context("the rows are too long")?;
        Ok(Self { input, shape, row: vec![0; row] })
    }

    /// Rows, and shape of a row.
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// The bytes of the next row, little-endian.
    ///
    /// # Errors
    /// If the file cannot be read or has no further row.
    pub fn next_row(&mut self) -> io::Result<&[u8]> {
        self.input.read_exact(&mut self.row)?;
        Ok(&self.row)
    }
}

/// The shape that a header names; at least one dimension.
fn shape_of(header: &str) -> Option<Vec<usize>> {
    let (_, shape) = header.split_once("'shape': (")?;
    let (shape, _) = shape.split_once(')')?;
    let sides = shape.split(',').map(str::trim).filter(|side| !side.is_empty());
    let sides: Vec<usize> = sides.map(|side| side.parse().ok()).collect::<Option<_>>()?;
    (!sides.is_empty()).then_some(sides)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// The path of a file for one test, removed at the end.
    struct Temporary(std::path::PathBuf);

    impl Temporary {
        fn new(name: &str) -> Self {
            let name = format!("fukumi-npy-{name}-{}.npy", std::process::id());
            Self(std::env::temp_dir().join(name))
        }
    }

    impl Drop for Temporary {
        fn drop(&mut self) {
            let _ = fs::remove_file(&self.0);
        }
    }

    #[test]
    fn rows_come_back_as_they_were() {
        let file = Temporary::new("rows");
        let mut writer = Writer::create(&file.0, Kind::U16, &[2]).unwrap();
        writer.write(&[1, 2, 3, 4]).unwrap();
        writer.write(&[5, 6, 7, 8]).unwrap();
        writer.finish().unwrap();
        let mut reader = Reader::open(&file.0, Kind::U16, 2).unwrap();
        assert_eq!(reader.shape(), [2, 2]);
        assert_eq!(reader.next_row().unwrap(), [1, 2, 3, 4]);
        assert_eq!(reader.next_row().unwrap(), [5, 6, 7, 8]);
        assert!(reader.next_row().is_err());
    }

    #[test]
    fn the_header_is_the_one_that_numpy_writes() {
        let file = Temporary::new("header");
        let mut writer = Writer::create(&file.0, Kind::F32, &[]).unwrap();
        (0..3).for_each(|number: u8| writer.write(&f32::from(number).to_le_bytes()).unwrap());
        writer.finish().unwrap();
        let bytes = fs::read(&file.0).unwrap();
        // What numpy.save writes for numpy.arange(3, dtype="<f4").
        let expected = "{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }";
        assert_eq!(bytes[..10], *b"\x93NUMPY\x01\x00\x76\x00");
        assert_eq!(bytes[10..128], *format!("{expected:117}\n").as_bytes());
        assert_eq!(bytes.len(), 128 + 12);
    }

    #[test]
    fn other_arrays_and_other_files_are_an_error() {
        let file = Temporary::new("other");
        let mut writer = Writer::create(&file.0, Kind::U8, &[4]).unwrap();
        writer.write(&[0; 4]).unwrap();
        writer.finish().unwrap();
        assert!(Reader::open(&file.0, Kind::U8, 2).is_ok());
        assert!(Reader::open(&file.0, Kind::U16, 2).is_err());
        assert!(Reader::open(&file.0, Kind::U8, 1).is_err());
        let bytes = fs::read(&file.0).unwrap();
        for end in [0, 7, 9, 100] {
            fs::write(&file.0, &bytes[..end]).unwrap();
            assert!(Reader::open(&file.0, Kind::U8, 2).is_err(), "{end}");
        }
        let huge =
            String::from_utf8_lossy(&bytes[10..]).replace("(1, 4)", "(1, 99999999999999999)");
        fs::write(&file.0, [&bytes[..10], huge.as_bytes()].concat()).unwrap();
        assert!(Reader::open(&file.0, Kind::U8, 2).is_err());
    }
}
