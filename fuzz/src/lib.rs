//! What the fuzz targets check, and the bugs they are tried on. The properties of Lustre are those of the front end's own
//! tests.

pub mod mutate;
#[path = "../../crates/lustre/tests/robust_properties/mod.rs"]
pub mod robust_properties;
#[path = "../../crates/lustre/tests/runs/mod.rs"]
pub mod runs;
pub mod seeded;
