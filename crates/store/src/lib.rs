//! Results of earlier runs on disk, by content: what `cover` finds is kept as it is found and comes
//! back when the same question is asked again.
//!
//! A directory with an index (redb) and files named by the digest of what is in them. Losing or
//! breaking any of it costs time, never truth: a file is read only if its digest is its name, a fact is
//! handed out only under the key it was kept under, and cover checks the evidence once more. Nothing is written
//! outside the directory. The index is open only while it is read or written, so that several
//! processes can share it.
//!
//! This crate knows no model: it keeps facts under keys.

mod files;
mod index;
mod store;

pub use store::Store;
