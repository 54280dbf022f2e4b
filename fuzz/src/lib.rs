//! What the fuzz targets check, and the bugs they are tried on. The properties of Lustre, C, SMV, AIGER and BTOR2 are those of the front
//! ends' own tests.

#[path = "../../crates/netlist/tests/aiger_properties/mod.rs"]
pub mod aiger_properties;
#[path = "../../crates/netlist/tests/btor2_properties/mod.rs"]
pub mod btor2_properties;
#[path = "../../crates/c/tests/robust_properties/mod.rs"]
pub mod c_properties;
#[path = "../../crates/kripke/tests/kripke_properties/mod.rs"]
pub mod kripke_properties;
pub mod mutate;
#[path = "../../crates/lustre/tests/robust_properties/mod.rs"]
pub mod robust_properties;
#[path = "../../crates/lustre/tests/runs/mod.rs"]
pub mod runs;
pub mod seeded;
#[path = "../../crates/smv/tests/robust_properties/mod.rs"]
pub mod smv_properties;
#[path = "../../crates/sum/tests/sum_properties/mod.rs"]
pub mod sum_properties;
#[path = "../../crates/sum/tests/z_properties/mod.rs"]
pub mod z_properties;
