//! In either dialect tokens cover the text, do not depend on their neighbours, and what is reported has a place.
#![no_main]

use assay_fuzz::robust_properties::syntax::{
    DIALECTS, diagnostics_are_sound, source, tokens_cover_the_text, tokens_stand_alone,
};
use assay_fuzz::seeded;
use assay_lustre::syntax::lexer::lex;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for dialect in DIALECTS {
        let lexed = seeded::lexed(text, lex(&source(text), dialect));
        diagnostics_are_sound(text, &lexed.diagnostics);
        tokens_cover_the_text(text, dialect, &lexed);
        tokens_stand_alone(text, dialect, &lexed.tokens);
    }
});
