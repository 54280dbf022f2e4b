//! What yosys is told to do.
//!
//! The commands keep every register, operator and assertion apart and with its place in the source. `prep` would merge
//! registers that are alike, and `write_btor -s` all assertions; without `-x` operators have no places. Memories are only
//! collected, which keeps reads that are registered registers; `memory -nomap` would move these into the memory, where
//! BTOR2 has no word for them.

/// What to read and where to write.
#[derive(Clone, Copy, Debug)]
pub struct Job<'a> {
    pub files: &'a [&'a str],
    /// The module at the top; yosys looks for it if it is not said.
    pub top: Option<&'a str>,
    pub btor2: &'a str,
    pub info: &'a str,
}

pub fn script(job: &Job) -> String {
    let files: Vec<String> = job.files.iter().map(|f| quoted(f)).collect();
    let top = match job.top {
        Some(top) => format!("-top {}", quoted(top)),
        None => "-auto-top".to_string(),
    };
    [
        format!("read -formal -D FORMAL {}", files.join(" ")),
        format!("hierarchy -check {top}"),
        "proc".into(),
        "flatten".into(),
        "memory_collect".into(),
        "async2sync".into(),
        "dffunmap".into(),
        "setundef -undriven -anyseq".into(),
        "opt_clean".into(),
        format!(
            "write_btor -x -i {} {}",
            quoted(job.info),
            quoted(job.btor2)
        ),
    ]
    .join("; ")
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

    #[test]
    fn names_are_single_words() {
        let job = Job {
            files: &["a.sv", "b c;d.sv"],
            top: Some("top"),
            btor2: "out.btor2",
            info: "out.info",
        };
        let script = script(&job);
        assert!(
            script.starts_with(
                "read -formal -D FORMAL a.sv \"b c;d.sv\"; hierarchy -check -top top; "
            )
        );
        assert!(script.ends_with("; write_btor -x -i out.info out.btor2"));
    }
}
