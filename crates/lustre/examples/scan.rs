use assay_lustre::*;
use assay_source::*;
fn main() {
    for name in std::env::args().skip(1) {
        let mut map = SourceMap::new();
        let Ok(id) = map.add_bytes(&name, &std::fs::read(&name).unwrap()) else {
            println!("{name}\tutf8");
            continue;
        };
        let t = std::time::Instant::now();
        let p = parse(map.file(id), None);
        let el = t.elapsed();
        let codes: Vec<_> = p.diagnostics.iter().map(|d| d.code).collect();
        println!("{name}\t{}\t{:?}\t{:?}", p.dialect, codes, el);
        let mx = p
            .ast
            .decls
            .iter()
            .filter_map(|d| match d {
                ast::Decl::Node(n) => Some(n),
                _ => None,
            })
            .flat_map(|n| n.items.iter())
            .map(|i| match i {
                ast::Item::Equation(e) => e.rhs.depth,
                ast::Item::Assert(a) => a.expr.depth,
                _ => 0,
            })
            .max();
        println!("DEPTH {mx:?} {name}");
        if p.diagnostics.iter().any(|d| !d.code.starts_with("L09")) {
            println!(
                "{}",
                Renderer::new(Color::Plain).render_all(&map, &p.diagnostics)
            );
        }
        if p.is_ok() {
            let text = syntax::printer::print_program(&p.ast);
            let id2 = map.add_text("printed", &text);
            let q = parse(map.file(id2), Some(p.dialect));
            use assay_lustre::syntax::tree::SameTree;
            if !q.is_ok() || !p.ast.same_tree(&q.ast) {
                println!(
                    "ROUNDTRIP {name}\n{}",
                    Renderer::new(Color::Plain).render_all(&map, &q.diagnostics)
                );
            }
        }
    }
}
