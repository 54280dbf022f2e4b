//! Any places in any text can be shown, and the text that is shown names the code and the file.
#![no_main]

use assay_source::{Color, Diagnostic, FileId, Renderer, SourceMap, Span};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: ([(u16, u16); 3], &str)| {
    let (places, text) = input;
    let mut map = SourceMap::new();
    map.add_text("input.lus", text);
    let [primary, second, third] =
        places.map(|(start, end)| Span::new(FileId(0), start as usize, end as usize));
    let diagnostic = Diagnostic::error("L0001", "a message")
        .at(primary)
        .label("here")
        .secondary(second, "there")
        .secondary(third, "");
    let shown = Renderer::new(Color::Plain).render(&map, &diagnostic);
    assert!(shown.contains("error[L0001]: a message"), "{shown}");
    assert!(shown.contains("input.lus:"), "{shown}");
    for place in [primary, second, third] {
        let at = map.file(FileId(0)).start(place);
        assert!(at.line >= 1 && at.line <= map.file(FileId(0)).line_count());
    }
});
