//! The languages, in the order in which messages list them. A new one is one line here.

use assay_language::Language;
use assay_lustre::Lustre;
use assay_netlist::{AigerLanguage, Btor2Language, VerilogLanguage};

pub fn languages() -> &'static [&'static dyn Language] {
    &[&Lustre, &AigerLanguage, &Btor2Language, &VerilogLanguage]
}
