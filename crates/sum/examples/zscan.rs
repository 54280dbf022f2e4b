use assay_source::*;
use assay_sum::syntax::*;
fn main() {
    for path in std::env::args().skip(1) {
        let Ok(text) = std::fs::read_to_string(&path) else {
            println!("?? {path}");
            continue;
        };
        let mut map = SourceMap::default();
        let id = map.add_text(&path, &text);
        let file = map.file(id).clone();
        let (tree, faults) = assay_sum::with_deep_stack(|| parse_latex(&file));
        let errors: Vec<_> = faults.iter().filter(|f| f.is_error()).collect();
        println!(
            "{} {path} {} paragraphs, {} warnings",
            if errors.is_empty() { "ok " } else { "BAD" },
            tree.modules
                .iter()
                .map(|m| m.paragraphs.len())
                .sum::<usize>(),
            faults.len() - errors.len()
        );
        for e in errors {
            let p = e.span.map(|s| file.start(s).line);
            println!(
                "     {:?} {} {} {}",
                p,
                e.code,
                e.message,
                e.help.as_deref().unwrap_or("")
            );
        }
        if std::env::var("W").is_ok() {
            for e in faults.iter().filter(|f| !f.is_error()) {
                println!(
                    "     W {:?} {} {}",
                    e.span.map(|s| file.start(s).line),
                    e.code,
                    e.message
                );
            }
        }
        if std::env::var("P").is_ok() {
            println!("{}", print_latex(&tree));
        }
        if faults.iter().all(|f| !f.is_error()) {
            let printed = print_latex(&tree);
            let mut map = SourceMap::default();
            let id = map.add_text("printed", &printed);
            let again = map.file(id).clone();
            let (second, f2) = parse_latex(&again);
            let e2: Vec<_> = f2.iter().filter(|f| f.is_error()).collect();
            if !e2.is_empty() {
                println!(
                    "   REREAD {:?}",
                    e2.iter()
                        .map(|e| (
                            e.span.map(|s| again.start(s).line),
                            &e.message,
                            e.span.map(|s| printed
                                .lines()
                                .nth(again.start(s).line - 1)
                                .unwrap_or("")
                                .to_string())
                        ))
                        .take(3)
                        .collect::<Vec<_>>()
                );
            } else if second.modules != tree.modules {
                println!("   DIFFERENT");
                for (a, b) in tree.modules.iter().zip(&second.modules) {
                    for (x, y) in a.paragraphs.iter().zip(&b.paragraphs) {
                        if x != y {
                            println!("   {:?}\n   {:?}", x, y);
                            break;
                        }
                    }
                }
            }
        }
    }
}
