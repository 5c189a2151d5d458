//! One driver of the engine's conversation, for every test that holds one.
//!
//! A [`Peer`](peer::Peer) is the engine on the other side: a [`Process`](process::Process) with
//! three pipes, or a [`Threaded`](threaded::Threaded) one in the process of the test. A
//! [`Conversation`](conversation::Conversation) sends text to it, and waits for lines and for the
//! end with deadlines. The [`grammar`] says what a line must look like and what it says. The
//! [`Referee`](referee::Referee) knows which replies are due, and which moves are legal.

pub mod cell;
pub mod conversation;
pub mod finish;
pub mod grammar;
pub mod peer;
pub mod process;
pub mod referee;
pub mod threaded;
pub mod transcript;
pub mod usage;
