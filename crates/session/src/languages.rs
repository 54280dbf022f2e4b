//! The languages, in the order in which messages list them. A new one is one line here.

use assay_c::C;
use assay_kripke::KripkeLanguage;
use assay_language::Language;
use assay_lustre::Lustre;
use assay_netlist::{AigerLanguage, Btor2Language, VerilogLanguage};
use assay_smv::Smv;
use assay_sum::{Sum, Z};

pub fn languages() -> &'static [&'static dyn Language] {
    &[
        &Lustre,
        &AigerLanguage,
        &Btor2Language,
        &VerilogLanguage,
        &Smv,
        &C,
        &KripkeLanguage,
        &Sum,
        &Z,
    ]
}

#[cfg(test)]
mod tests {
    use super::languages;

    /// The command line shows an option once, so what languages share has to be the same.
    #[test]
    fn options_with_the_same_name_are_the_same() {
        let all = || languages().iter().flat_map(|language| language.options());
        for a in all() {
            for b in all() {
                let same = a.long == b.long;
                assert!(
                    same || a.short.is_none() || a.short != b.short,
                    "{a:?} and {b:?}"
                );
                let declared = |o: &assay_language::OptionSpec| {
                    let value = (o.value, o.choices, o.check.is_some());
                    (o.short, value, o.repeats, o.scope, o.help)
                };
                assert!(!same || declared(&a) == declared(&b), "{a:?} and {b:?}");
            }
        }
    }
}
