//! Line markers in printed text, as the preprocessor writes them: `# 12 "f3"`. The file has its number in place of its name, so that no name
//! needs escapes.

use assay_source::{FileId, SourceMap};

use crate::syntax::Token;

pub struct Lines<'t> {
    map: &'t SourceMap,
    /// What the last marker says, and how long the text was behind it.
    last: Option<((FileId, usize), usize)>,
}

impl<'t> Lines<'t> {
    pub fn new(map: &'t SourceMap) -> Lines<'t> {
        Lines { map, last: None }
    }

    /// Says where the text that follows stands, if a reader would think otherwise. A macro stands where it is used, as for compilers.
    pub fn enter(&mut self, token: &Token, out: &mut String) {
        let Some(file) = self.map.get(token.used.file) else {
            return;
        };
        let here = (token.used.file, file.start(token.used).line);
        if let Some((last, end)) = self.last
            && last == here
            && !out[end..].contains('\n')
        {
            return;
        }
        out.push_str(&format!("\n# {} \"f{}\"\n", here.1, here.0.0));
        self.last = Some((here, out.len()));
    }
}
