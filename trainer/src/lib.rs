//! The trainer of the network in [`fukumi::eval`]: from games of self-play to a file that the
//! engine reads.
//!
//! [`games`] holds recorded games in their compact form, [`replay`] plays them again and takes
//! samples, [`stream`] mixes these into batches. [`model`] has the numbers that are learned,
//! [`windows`], [`geometry`] and [`cells`] say which of them a cell sees. [`learner`] computes
//! losses and gradients: the part over cells with [`kernels`] of our own, the layers behind it as
//! matrix products ([`dense`]), the end of both in [`losses`]. [`optimiser`] makes steps of
//! gradients, [`run`] a whole run of steps, which a [`checkpoint`] keeps. [`export`] writes and
//! reads networks, [`plot`] draws, [`validate`] and [`attacks`] measure a network.

pub mod attacks;
pub mod cells;
pub mod checkpoint;
pub mod dense;
pub mod export;
pub mod games;
pub mod geometry;
pub mod kernels;
pub mod learner;
pub mod losses;
pub mod model;
pub mod numbers;
pub mod optimiser;
pub mod parallel;
pub mod plot;
pub mod replay;
pub mod run;
pub mod stream;
pub mod validate;
pub mod windows;
