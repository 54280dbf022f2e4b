//! What yosys is told to do.
//!
//! The commands keep every register, operator and assertion apart and with its place in the source. `prep` would merge
//! registers that are alike, and `write_btor -s` all assertions; without `-x` operators have no places. Memories are only
//! collected, which keeps reads that are registered registers; `memory -nomap` would move these into the memory, where
//! BTOR2 has no word for them.
//!
//! - Where the top is not named, modules are elaborated before it is chosen: yosys otherwise puts reading off until a module
//!   is used, and then no module seems to use another one. Which module uses which is written to a file ([`super::top`]).
//! - yosys turns a clocked assertion into a register, so that it fails one step after it was sampled. `chformal -early` takes
//!   that register away. It forgets the edge at which the assertion was sampled, so the clocks are written down before.

/// What to read and where to write.
#[derive(Clone, Copy, Debug)]
pub struct Job<'a> {
    pub files: &'a [&'a str],
    /// The module at the top; the one that no other uses if it is not said.
    pub top: Option<&'a str>,
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
    let files: Vec<String> = job.files.iter().map(|f| quoted(f)).collect();
    let files = files.join(" ");
    let mut commands = match job.top {
        Some(_) => vec![format!("read -formal -D FORMAL {files}")],
        None => vec![
            format!("read_verilog -sv -formal -D FORMAL {files}"),
            format!("dump -m -o {} */t:\\\\*", quoted(job.uses)),
        ],
    };
    let top = match job.top {
        Some(top) => format!("-top {}", quoted(top)),
        None => "-auto-top".to_string(),
    };
    commands.extend([
        format!("tee -q -o {} ls", quoted(job.modules)),
        format!("hierarchy -check {top}"),
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

/// A name that yosys reads as one word whatever is in it.
fn quoted(name: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+".contains(c);
    if !name.is_empty() && name.chars().all(plain) {
        return name.to_string();
    }
    format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    const JOB: Job = Job {
        files: &["a.sv", "b c;d.sv"],
        top: Some("top"),
        modules: "modules",
        uses: "uses",
        live: "live",
        clocked: "clocked",
        info: "info",
        btor2: "out.btor2",
    };

    #[test]
    fn names_are_single_words() {
        let script = script(&JOB);
        assert!(
            script.starts_with(
                "read -formal -D FORMAL a.sv \"b c;d.sv\"; tee -q -o modules ls; hierarchy -check -top top; "
            ),
            "{script}"
        );
        assert!(script.ends_with("; write_btor -x out.btor2"));
    }

    #[test]
    fn modules_are_elaborated_before_the_top_is_chosen() {
        let script = script(&Job { top: None, ..JOB });
        let first =
            "read_verilog -sv -formal -D FORMAL a.sv \"b c;d.sv\"; dump -m -o uses */t:\\\\*; ";
        assert!(script.starts_with(first), "{script}");
        assert!(script.contains("hierarchy -check -auto-top; "), "{script}");
    }
}
