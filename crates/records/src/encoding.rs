//! Text in files of other programs: bytes become characters, and characters bytes.
//!
//! Old programs write the encoding of the computer they run on and do not say which one. So the
//! bytes show. UTF-8 has rules that other text breaks soon; the others are recognised by the crate
//! `chardetng`, which knows how common the characters of each language are.
//!
//! The one idea: the texts of a file are judged one by one, and vote. A damaged text cannot make
//! the others unreadable, and a text that is plainly in another encoding is read in its own. Half a
//! character at the end of a text, which a program cut off there, says nothing. What a file states
//! about itself counts as long as the bytes fit. Whatever was guessed becomes a
//! [`Notice`](crate::reading::Notice).

mod bytes;
mod decoder;
mod encoder;
mod file;
mod name;
mod typical;
mod vote;

pub use decoder::Decoder;
pub use encoder::Encoder;
pub use file::text;
pub(crate) use file::text_of;
pub use name::Encoding;

#[cfg(test)]
mod tests;
