//! The words of Lustre, for inputs that are made up of tokens.

/// Separated by blanks.
const PLAIN: &str = "\
    and or xor => -> fby = <> < <= > >= + - * / div mod ^ not pre if then else true false 0 1 7 2.5 \
    1.0e+1 0x1F int bool real floor subrange of enum struct type const node function returns var let tel \
    assert check provided with condact invariant reachable --%PROPERTY --%MAIN --%IVC --%REALIZABLE \
    (*%PROPERTY *) ( ) [ ] { } , ; : := . x y n r \"name\" .. :: --!MAIN \"p\" main f t 2 0.5 1.5e-1 \
    0x1f merge when";

/// With a blank or an end of line inside.
const SPECIAL: &[&str] = &["--@assume x\n", "-- comment\n", "/* c */", "// c\n", "\n"];

pub fn words() -> Vec<&'static str> {
    PLAIN
        .split_whitespace()
        .chain(SPECIAL.iter().copied())
        .collect()
}
