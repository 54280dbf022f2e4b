//! The store of earlier results: where it is, and what is said about it.

use assay_cover::result::CoverResult;
use assay_store::Store;

use crate::args::StoreArgs;
use crate::input::Loaded;
use crate::output::Output;

/// The store that the user wants, if any. A store that cannot be used costs a warning, nothing else.
pub fn open(args: &StoreArgs, loaded: &Loaded, main: usize, output: Output) -> Option<Store> {
    let family = format!("{}\n{}", loaded.path, loaded.name(main));
    let warn = move |text: &str| output.warning(text);
    (!args.no_store).then(|| Store::new(&args.store, &family, warn))
}

/// Says how much came from the store.
pub fn say_reused(args: &StoreArgs, result: &CoverResult, output: Output) {
    if result.reused > 0 {
        let (reused, all) = (result.reused, result.mutants.len());
        let place = args.store.display();
        output.note(&format!("{reused} of {all} mutants reused from {place}"));
    }
}
