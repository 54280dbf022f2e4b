//! What must hold for any text whatever. The tests here state it for chosen bad input and for every former find; the
//! fuzz targets in `fuzz/` include this file and state it for what they invent. Each check panics when it fails.

pub mod lowering;
pub mod syntax;
pub mod vocabulary;
