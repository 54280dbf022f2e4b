//! What the readers of file lists and `.sby` files ask of the file system. The command line answers from the disk, tests
//! from a table.

use assay_source::SourceFile;

pub trait Disk {
    /// The text of a file, shown under the same name. None if it cannot be read.
    fn open(&mut self, path: &str) -> Option<SourceFile>;

    /// Whether there is such a file.
    fn is_file(&self, path: &str) -> bool;
}

/// A path that is relative to a directory. An absolute path stays what it is.
pub(super) fn joined(directory: &str, path: &str) -> String {
    if directory.is_empty() || directory == "." || path.starts_with('/') {
        path.to_string()
    } else {
        format!("{}/{path}", directory.trim_end_matches('/'))
    }
}

/// The directory of a file; empty for one in the working directory.
pub(super) fn directory_of(path: &str) -> &str {
    match path.rsplit_once('/') {
        Some(("", _)) => "/",
        Some((directory, _)) => directory,
        None => "",
    }
}

#[cfg(test)]
pub(super) mod table {
    use assay_source::{SourceFile, SourceMap};

    use super::Disk;

    /// Files by name.
    #[derive(Default)]
    pub(in crate::verilog) struct Table {
        pub map: SourceMap,
        texts: Vec<(String, String)>,
    }

    impl Table {
        pub fn new(texts: &[(&str, &str)]) -> Table {
            let texts = texts.iter().map(|(n, t)| (n.to_string(), t.to_string()));
            Table {
                map: SourceMap::new(),
                texts: texts.collect(),
            }
        }
    }

    impl Disk for Table {
        fn open(&mut self, path: &str) -> Option<SourceFile> {
            let (name, text) = self.texts.iter().find(|(n, _)| n == path)?;
            let id = self.map.add_text(name, text);
            Some(self.map.file(id).clone())
        }

        fn is_file(&self, path: &str) -> bool {
            self.texts.iter().any(|(n, _)| n == path)
        }
    }
}
