//! The trainer of the network in [`fukumi_core::eval`]: it turns games of self-play into a file
//! that the engine reads.
//!
//! [`games`] holds recorded games in a compact form. [`replay`] plays them again and takes samples,
//! and [`stream`] mixes the samples into batches.
//!
//! [`model`] holds the learned parameters. [`windows`], [`geometry`] and [`cells`] say which of
//! them a cell sees. [`learner`] computes losses and gradients: the part over cells with
//! hand-written [`kernels`], the layers after it as matrix products ([`dense`]), and the losses
//! themselves in [`losses`].
//!
//! [`optimiser`] turns gradients into steps. [`run`] is a whole run of steps by a [`plan`], and a
//! [`checkpoint`] stores its state. [`export`] writes and reads networks, [`plot`] draws, and
//! [`validate`] measures a network on games. [`attacks`] and [`compare`] measure its [`searches`].
//!
//! A teacher, a larger network in Python, comes between games and network: [`label`] has deep
//! searches judge games, [`arrays`] gives their positions ([`scored`]) to the teacher as files of
//! NumPy ([`npy`]), and [`teach`] puts its labels into games.

pub mod arrays;
pub mod attacks;
pub mod cells;
pub mod checkpoint;
pub mod compare;
pub mod dense;
pub mod export;
pub mod games;
pub mod geometry;
pub mod kernels;
pub mod label;
pub mod learner;
pub mod losses;
pub mod model;
pub mod npy;
pub mod numbers;
pub mod optimiser;
pub mod parallel;
pub mod plan;
pub mod plot;
pub mod replay;
pub mod run;
pub mod scored;
pub mod searches;
pub mod stream;
pub mod teach;
pub mod validate;
pub mod whole;
pub mod windows;
