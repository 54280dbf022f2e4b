//! Under which names yosys reads the files of a model.
//!
//! A yosys script has no way to write every path as one word: blanks separate, `;` ends a command, `*` and `[` are patterns,
//! and cells are named after the file. A path with such characters gets a link with a plain name in a folder that this run
//! owns. A file keeps its directory, by a link to that directory, so that what it includes is found beside it.

use super::sources::Sources;

/// The sources under names that yosys can be given, and what has to be made for that.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Staged {
    pub sources: Sources,
    /// Links to make in the folder.
    pub links: Vec<Link>,
    /// Files to write in the folder.
    pub bodies: Vec<Body>,
    /// Names for yosys with those for the user. Where a name is that of a directory, it stands for all files in it.
    names: Vec<(String, String)>,
    /// Whether yosys works in the folder and not in the user's directory.
    pub inside: bool,
    /// What paths begin with that are read from a copy of the user's directories.
    root: String,
}

/// A link with a plain name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// Inside of the folder.
    pub name: String,
    /// What it leads to: a path of the user.
    pub to: String,
}

/// A file that is written for yosys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Body {
    /// Inside of the folder.
    pub name: String,
    /// The name that the user knows it by.
    pub shown: String,
    pub text: String,
}

impl Staged {
    /// The sources with plain names. `folder` is where links will be made. `root` is where the user's directories have been
    /// copied; empty if they are read themselves.
    pub fn new(sources: &Sources, folder: &str, root: &str) -> Staged {
        let mut staged = Staged {
            root: root.to_string(),
            ..Staged::default()
        };
        let mut plain = sources.clone();
        for read in &mut plain.reads {
            let paths = read.files.iter_mut().chain(&mut read.includes);
            for path in paths.filter(|p| p.starts_with('/')) {
                path.insert_str(0, root);
            }
            let mut directories: Vec<String> = Vec::new();
            for file in &mut read.files {
                *file = staged.file(file, folder, &mut directories);
            }
            for directory in &mut read.includes {
                *directory = staged.directory(directory, folder);
            }
            read.includes.extend(directories);
        }
        staged.sources = plain;
        staged
    }

    /// Files that lie in the folder: their names there, what these lead to, and texts.
    pub fn inside(sources: Sources, links: Vec<Link>, bodies: Vec<Body>) -> Staged {
        let linked = links.iter().map(|l| (l.name.clone(), l.to.clone()));
        let names = linked.chain(bodies.iter().map(|b| (b.name.clone(), b.shown.clone())));
        Staged {
            sources,
            names: names.collect(),
            links,
            bodies,
            inside: true,
            root: String::new(),
        }
    }

    /// The name that the user knows a file by.
    pub fn shown(&self, name: &str) -> String {
        let found = self.names.iter().find_map(|(own, shown)| {
            let rest = name.strip_prefix(own.as_str())?;
            (rest.is_empty() || rest.starts_with('/')).then(|| format!("{shown}{rest}"))
        });
        let shown = found.unwrap_or_else(|| name.to_string());
        match shown.strip_prefix(self.root.as_str()) {
            Some(path) => path.to_string(),
            None => shown,
        }
    }

    fn file(&mut self, path: &str, folder: &str, beside: &mut Vec<String>) -> String {
        if is_plain(path) {
            return path.to_string();
        }
        let (directory, name) = match path.rsplit_once('/') {
            Some(("", name)) => ("/", name),
            Some((directory, name)) => (directory, name),
            None => (".", path),
        };
        let directory = self.directory(directory, folder);
        if is_plain(name) {
            return format!("{directory}/{name}");
        }
        // What it includes is not beside the link.
        if !beside.contains(&directory) {
            beside.push(directory);
        }
        let extension = if name.ends_with(".v") { "v" } else { "sv" };
        self.link(
            &format!("file{}.{extension}", self.links.len()),
            path,
            folder,
        )
    }

    fn directory(&mut self, path: &str, folder: &str) -> String {
        if is_plain(path) {
            return path.to_string();
        }
        match self.links.iter().find(|l| l.to == path) {
            Some(known) => format!("{folder}/{}", known.name),
            None => self.link(&format!("directory{}", self.links.len()), path, folder),
        }
    }

    fn link(&mut self, name: &str, to: &str, folder: &str) -> String {
        let own = format!("{folder}/{name}");
        self.names.push((own.clone(), to.to_string()));
        self.links.push(Link {
            name: name.to_string(),
            to: to.to_string(),
        });
        own
    }
}

/// Whether a yosys script takes a path for one word and means the file of that name.
pub fn is_plain(path: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+=@,%".contains(c);
    !path.is_empty() && path.chars().all(plain) && !path.starts_with(['-', '+', '='])
}

#[cfg(test)]
mod tests {
    use super::super::sources::ReadFiles;
    use super::*;

    #[test]
    fn odd_names_get_links_and_plain_ones_stay() {
        let sources = Sources {
            reads: vec![ReadFiles {
                files: [
                    "rtl/a.sv",
                    "My Designs/b.sv",
                    "My Designs/c;[1].v",
                    "\"d.sv",
                ]
                .map(String::from)
                .to_vec(),
                includes: vec!["inc".into(), "my inc".into()],
                ..ReadFiles::default()
            }],
            ..Sources::default()
        };
        let staged = Staged::new(&sources, "/tmp/x", "");
        let read = &staged.sources.reads[0];
        let files = [
            "rtl/a.sv",
            "/tmp/x/directory0/b.sv",
            "/tmp/x/file1.v",
            "/tmp/x/file2.sv",
        ];
        assert_eq!(read.files, files);
        let includes = ["inc", "/tmp/x/directory3", "/tmp/x/directory0", "."];
        assert_eq!(read.includes, includes);
        assert_eq!(staged.shown("/tmp/x/directory0/b.sv"), "My Designs/b.sv");
        assert_eq!(
            staged.shown("/tmp/x/directory0/sub/x.vh"),
            "My Designs/sub/x.vh"
        );
        assert_eq!(staged.shown("/tmp/x/file1.v"), "My Designs/c;[1].v");
        assert_eq!(staged.shown("/tmp/x/file10.v"), "/tmp/x/file10.v");
        assert_eq!(staged.shown("rtl/a.sv"), "rtl/a.sv");
        let mut absolute = sources;
        absolute.reads[0].files = vec!["/a.sv".into(), "/b c/d.sv".into(), "e.sv".into()];
        let staged = Staged::new(&absolute, "/tmp/x", "/tmp/x/copy");
        let files = &staged.sources.reads[0].files;
        let expected = ["/tmp/x/copy/a.sv", "/tmp/x/directory0/d.sv", "e.sv"];
        assert_eq!(files[..], expected);
        assert_eq!(staged.links[0].to, "/tmp/x/copy/b c");
        let shown: Vec<String> = files.iter().map(|f| staged.shown(f)).collect();
        assert_eq!(shown, ["/a.sv", "/b c/d.sv", "e.sv"]);
    }
}
