//! What yosys is told to do.
//!
//! The commands keep every register, operator and assertion apart and with its place in the source. `prep` would merge
//! registers that are alike, and `write_btor -s` all assertions; without `-x` operators have no places. Memories are only
//! collected, which keeps reads that are registered registers; `memory -nomap` would move these into the memory, where
//! BTOR2 has no word for them.
//!
//! - Where the top is not named, modules are elaborated before it is chosen. With `-defer`, yosys elaborates a module only
//!   when another one uses it, and then no module seems to use another one. Which module uses which is written to a file
//!   ([`super::top`]).
//! - yosys turns a clocked assertion into a register, so that it fails one step after it was sampled. `chformal -early` takes
//!   that register away. It forgets the edge at which the assertion was sampled, so the clocks are written down before.

use super::sources::{Mode, ReadFiles, Sources};

/// What to read and where to write.
#[derive(Clone, Copy, Debug)]
pub struct Job<'a> {
    /// With names that [`super::Staged`] made. Parameters are set only where the top is named.
    pub sources: &'a Sources,
    /// The names of all modules.
    pub modules: &'a str,
    /// Which module uses which; empty where the top is named.
    pub uses: &'a str,
    /// The assertions that something happens at last, which BTOR2 as yosys writes it leaves out without a word.
    pub live: &'a str,
    /// The model with registers in front of assertions, for its clocks, which `info` lists.
    pub clocked: &'a str,
    pub info: &'a str,
    pub btor2: &'a str,
}

pub fn script(job: &Job) -> String {
    let top = job.sources.top.as_deref();
    let mut commands: Vec<String> = job
        .sources
        .reads
        .iter()
        .map(|read| read_command(read, top.is_some()))
        .collect();
    if top.is_none() {
        commands.push(format!("dump -m -o {} */t:\\\\*", quoted(job.uses)));
    }
    let mut hierarchy = match top {
        Some(top) => format!("hierarchy -check -top {}", quoted(top)),
        None => "hierarchy -check -auto-top".to_string(),
    };
    if top.is_some() {
        for parameter in &job.sources.parameters {
            if let Some(value) = parameter.for_yosys() {
                hierarchy += &format!(" -chparam {} {value}", parameter.name);
            }
        }
    }
    commands.extend([
        format!("tee -q -o {} ls", quoted(job.modules)),
        hierarchy,
        "proc".into(),
        "flatten".into(),
        format!("tee -q -o {} select -list t:$live", quoted(job.live)),
        "memory_collect".into(),
        "async2sync".into(),
        "dffunmap".into(),
        "setundef -undriven -anyseq".into(),
        "opt_clean".into(),
        format!("write_btor -i {} {}", quoted(job.info), quoted(job.clocked)),
        "chformal -early".into(),
        "opt_clean".into(),
        format!("write_btor -x {}", quoted(job.btor2)),
    ]);
    commands.join("; ")
}

fn read_command(read: &ReadFiles, defer: bool) -> String {
    let mut words = vec!["read_verilog".to_string()];
    if defer {
        words.push("-defer".into());
    }
    words.push(
        match read.mode {
            Mode::Formal => "-sv -formal -D FORMAL",
            Mode::SystemVerilog => "-sv",
            Mode::Verilog => "",
        }
        .into(),
    );
    words.extend(read.defines.iter().map(|define| format!("-D {define}")));
    words.extend(read.includes.iter().map(|i| format!("-I {}", quoted(i))));
    words.extend(read.files.iter().map(|file| quoted(file)));
    words.retain(|word| !word.is_empty());
    words.join(" ")
}

/// A name that yosys reads as one word. Names of files have been made plain before ([`super::Staged`]); a top that is no
/// identifier is no module either.
fn quoted(name: &str) -> String {
    if super::is_plain(name) {
        return name.to_string();
    }
    format!("\"{}\"", name.replace(['"', '\n'], "_"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sources(top: Option<&str>) -> Sources {
        Sources {
            reads: vec![ReadFiles {
                files: vec!["a.sv".into(), "b.sv".into()],
                includes: vec!["inc".into()],
                defines: vec!["WIDTH=8".parse().expect("a macro")],
                mode: Mode::Formal,
            }],
            parameters: vec!["DEPTH=2".parse().expect("a parameter")],
            top: top.map(String::from),
        }
    }

    fn written(sources: &Sources) -> String {
        script(&Job {
            sources,
            modules: "modules",
            uses: "uses",
            live: "live",
            clocked: "clocked",
            info: "info",
            btor2: "out.btor2",
        })
    }

    #[test]
    fn files_are_read_with_their_macros_and_directories() {
        let script = written(&sources(Some("top")));
        let first = "read_verilog -defer -sv -formal -D FORMAL -D WIDTH=8 -I inc a.sv b.sv; tee -q -o modules ls; \
                     hierarchy -check -top top -chparam DEPTH 2; ";
        assert!(script.starts_with(first), "{script}");
        assert!(script.ends_with("; write_btor -x out.btor2"));
        let mut verilog = sources(Some("top"));
        verilog.reads[0].mode = Mode::Verilog;
        let script = written(&verilog);
        let first = "read_verilog -defer -D WIDTH=8 -I inc a.sv b.sv; ";
        assert!(script.starts_with(first), "{script}");
    }

    #[test]
    fn modules_are_elaborated_before_the_top_is_chosen() {
        let script = written(&sources(None));
        let first = "read_verilog -sv -formal -D FORMAL -D WIDTH=8 -I inc a.sv b.sv; dump -m -o uses */t:\\\\*; ";
        assert!(script.starts_with(first), "{script}");
        assert!(script.contains("hierarchy -check -auto-top; "), "{script}");
    }

    #[test]
    fn no_name_ends_a_command() {
        let script = written(&sources(Some("x\"; shell")));
        assert!(script.contains("-top \"x_; shell\" -chparam"), "{script}");
    }
}
