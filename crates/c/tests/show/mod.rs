//! A program as text: each conversion, load and address is written out, so that a snapshot shows what the elaboration decided.

use std::fmt::Write;

use assay_c::program::{
    Callee, Expr, ExprKind, Function, Init, Length, Lvalue, LvalueKind, Program, Step, Stmt,
    StmtKind, Type, TypeId, Written,
};

pub struct Show<'a> {
    pub program: &'a Program,
    pub out: String,
}

impl Show<'_> {
    pub fn all(&mut self) {
        for global in &self.program.globals {
            let kind = match (global.defined, global.is_const) {
                (false, _) => "extern",
                (true, true) => "const",
                (true, false) => "global",
            };
            let _ = write!(self.out, "{kind} {}: {}", global.name, self.ty(global.ty));
            if let Some(init) = global.init.as_ref().filter(|_| !global.literal) {
                let init = self.init(init, None);
                let _ = write!(self.out, " = {init}");
            }
            self.out.push('\n');
        }
        for function in &self.program.functions {
            self.function(function);
        }
    }

    fn function(&mut self, function: &Function) {
        let mut list: Vec<String> = (function.ty.parameters.iter().enumerate())
            .map(|(number, ty)| match function.locals.get(number) {
                Some(local) => format!("{}: {}", local.name, self.ty(local.ty)),
                None => self.ty(*ty),
            })
            .collect();
        if function.ty.variadic {
            list.push("...".into());
        } else if !function.ty.prototype {
            list.push("?".into());
        }
        let result = self.ty(function.ty.result);
        let _ = writeln!(self.out, "{}({}): {result}", function.name, list.join(", "));
        if let Some(body) = &function.body {
            self.stmt(body, function, 1);
        }
    }

    fn line(&mut self, depth: usize, text: &str) {
        let _ = writeln!(self.out, "{}{text}", "  ".repeat(depth));
    }

    fn stmt(&mut self, stmt: &Stmt, f: &Function, depth: usize) {
        let text = match &stmt.kind {
            StmtKind::Empty => ";".to_owned(),
            StmtKind::Expr(expr) => self.expr(expr, f),
            StmtKind::Value(expr) => format!("value {}", self.expr(expr, f)),
            StmtKind::Declare { local, init } => {
                let of = &f.locals[local.0 as usize];
                let addressed = if of.addressed { " addressed" } else { "" };
                let init = match init {
                    Some(init) => format!(" = {}", self.init(init, Some(f))),
                    None => String::new(),
                };
                let name = self.local(f, local.0);
                format!("declare {name}: {}{addressed}{init}", self.ty(of.ty))
            }
            StmtKind::Block(list) => {
                self.line(depth, "{");
                for stmt in list {
                    self.stmt(stmt, f, depth + 1);
                }
                "}".to_owned()
            }
            StmtKind::If {
                condition,
                then,
                otherwise,
            } => {
                let condition = self.expr(condition, f);
                self.line(depth, &format!("if {condition}"));
                self.stmt(then, f, depth + 1);
                let Some(otherwise) = otherwise else { return };
                self.line(depth, "else");
                return self.stmt(otherwise, f, depth + 1);
            }
            StmtKind::While {
                number,
                condition,
                body,
            } => {
                let condition = self.expr(condition, f);
                self.line(depth, &format!("while#{} {condition}", number.0));
                return self.stmt(body, f, depth + 1);
            }
            StmtKind::DoWhile {
                number,
                body,
                condition,
            } => {
                self.line(depth, &format!("do#{}", number.0));
                self.stmt(body, f, depth + 1);
                format!("while {}", self.expr(condition, f))
            }
            StmtKind::For {
                number,
                init,
                condition,
                step,
                body,
            } => {
                let part = |expr: &Option<Expr>| {
                    expr.as_ref()
                        .map_or("-".to_owned(), |expr| self.expr(expr, f))
                };
                let head = format!("for#{} {}; {}", number.0, part(condition), part(step));
                for stmt in init {
                    self.stmt(stmt, f, depth);
                }
                self.line(depth, &head);
                return self.stmt(body, f, depth + 1);
            }
            StmtKind::Switch {
                value,
                cases,
                default,
                body,
            } => {
                let mut text = format!("switch {}", self.expr(value, f));
                for case in cases {
                    let _ = write!(text, " {}..{}:L{}", case.low, case.high, case.label.0);
                }
                if let Some(label) = default {
                    let _ = write!(text, " else L{}", label.0);
                }
                self.line(depth, &text);
                return self.stmt(body, f, depth + 1);
            }
            StmtKind::Label(label, body) => {
                self.line(depth, &format!("L{}:", label.0));
                return self.stmt(body, f, depth);
            }
            StmtKind::Goto(label) => format!("goto L{}", label.0),
            StmtKind::Break => "break".to_owned(),
            StmtKind::Continue => "continue".to_owned(),
            StmtKind::Return(None) => "return".to_owned(),
            StmtKind::Return(Some(value)) => format!("return {}", self.expr(value, f)),
        };
        self.line(depth, &text);
    }

    fn local(&self, f: &Function, number: u32) -> String {
        let local = &f.locals[number as usize];
        if local.hidden {
            format!("${number}")
        } else {
            local.name.clone()
        }
    }

    fn init(&self, init: &Init, f: Option<&Function>) -> String {
        let none = &Function {
            name: String::new(),
            ty: self.program.functions.first().map_or_else(
                || panic!("a program without functions"),
                |function| function.ty.clone(),
            ),
            locals: vec![],
            parameters: 0,
            body: None,
            labels: 0,
            library: false,
            span: Default::default(),
        };
        let f = f.unwrap_or(none);
        match init {
            Init::Value(value) => self.expr(value, f),
            Init::Parts(parts) => {
                let parts: Vec<String> = (parts.iter())
                    .map(|(path, value)| {
                        let path: String = (path.iter())
                            .map(|step| match step {
                                Step::Field(number) => format!(".{number}"),
                                Step::Index(number) => format!("[{number}]"),
                            })
                            .collect();
                        format!("{path}={}", self.expr(value, f))
                    })
                    .collect();
                format!("{{{}}}", parts.join(", "))
            }
        }
    }

    fn expr(&self, expr: &Expr, f: &Function) -> String {
        let e = |expr: &Expr| self.expr(expr, f);
        let ty = self.ty(expr.ty);
        match &expr.kind {
            ExprKind::Int(value) => match self.program.types.word(expr.ty) {
                Some((bits, true)) => {
                    let rest = 128 - bits;
                    format!("{}:{ty}", (*value as i128) << rest >> rest)
                }
                _ => format!("{value}:{ty}"),
            },
            ExprKind::Float(value) => format!("{:?}:{ty}", value.0),
            ExprKind::Load(of) => self.lvalue(of, f),
            ExprKind::Address(of) => format!("&{}", self.lvalue(of, f)),
            ExprKind::Function(id) => self.program.function(*id).name.clone(),
            ExprKind::Unary(op, of) => format!("{op:?}({})", e(of)),
            ExprKind::Binary(op, a, b) => format!("{op:?}.{}({}, {})", self.ty(a.ty), e(a), e(b)),
            ExprKind::PointerAdd {
                pointer,
                index,
                minus,
            } => {
                let sign = if *minus { "-" } else { "+" };
                format!("({} {sign} {})", e(pointer), e(index))
            }
            ExprKind::PointerSub(a, b) => format!("({} - {})", e(a), e(b)),
            ExprKind::And(a, b) => format!("({} && {})", e(a), e(b)),
            ExprKind::Or(a, b) => format!("({} || {})", e(a), e(b)),
            ExprKind::Conditional(c, a, b) => format!("({} ? {} : {}):{ty}", e(c), e(a), e(b)),
            ExprKind::Elvis(a, b) => format!("({} ?: {}):{ty}", e(a), e(b)),
            ExprKind::Convert(of, Written::Explicit) => format!("cast.{ty}({})", e(of)),
            ExprKind::Convert(of, Written::Implicit) => format!("to.{ty}({})", e(of)),
            ExprKind::Assign(to, value) => format!("({} = {})", self.lvalue(to, f), e(value)),
            ExprKind::AssignOp { to, op, at, value } => {
                let to = self.lvalue(to, f);
                format!("({to} {op:?}=.{} {})", self.ty(*at), e(value))
            }
            ExprKind::Step { of, up, before } => {
                let of = self.lvalue(of, f);
                let sign = if *up { "++" } else { "--" };
                if *before {
                    format!("({sign}{of})")
                } else {
                    format!("({of}{sign})")
                }
            }
            ExprKind::Comma(a, b) => format!("({}, {})", e(a), e(b)),
            ExprKind::Call(callee, list) => {
                let list: Vec<String> = list.iter().map(e).collect();
                let callee = match callee {
                    Callee::Direct(id) => self.program.function(*id).name.clone(),
                    Callee::Pointer(of) => format!("(*{})", e(of)),
                };
                format!("{callee}({}):{ty}", list.join(", "))
            }
            ExprKind::Block(block) => {
                let mut inner = Show {
                    program: self.program,
                    out: String::new(),
                };
                inner.stmt(block, f, 0);
                let text: Vec<&str> = inner.out.split_whitespace().collect();
                text.join(" ")
            }
            ExprKind::VaArg(of) => format!("va_arg({}):{ty}", self.lvalue(of, f)),
            ExprKind::Nothing => "nothing".to_owned(),
        }
    }

    fn lvalue(&self, lvalue: &Lvalue, f: &Function) -> String {
        match &lvalue.kind {
            LvalueKind::Local(id) => self.local(f, id.0),
            LvalueKind::Global(id) => format!("@{}", self.program.global(*id).name),
            LvalueKind::Deref(of) => format!("*{}", self.expr(of, f)),
            LvalueKind::Index(of, index) => {
                format!("{}[{}]", self.lvalue(of, f), self.expr(index, f))
            }
            LvalueKind::Field(of, number) => {
                let Type::Record(record) = self.program.types.get(of.ty) else {
                    return format!("{}.?", self.lvalue(of, f));
                };
                let field = &self.program.types.record(*record).fields[*number as usize];
                format!("{}.{number}{}", self.lvalue(of, f), field.name)
            }
            LvalueKind::Temporary(of) => format!("temporary {}", self.expr(of, f)),
            LvalueKind::Literal(id, init) => {
                format!(
                    "literal {} {}",
                    self.local(f, id.0),
                    self.init(init, Some(f))
                )
            }
        }
    }

    pub fn ty(&self, id: TypeId) -> String {
        let types = &self.program.types;
        match types.get(id) {
            Type::Void => "void".into(),
            Type::Bool => "bool".into(),
            Type::Int { plain: true, .. } => "char".into(),
            Type::Int {
                bits, signed, rank, ..
            } => {
                let sign = if *signed { "i" } else { "u" };
                let long = if *rank == 5 { "ll" } else { "" };
                format!("{sign}{bits}{long}")
            }
            Type::Float(kind) => format!("{kind:?}").to_lowercase(),
            Type::Pointer(to) => format!("*{}", self.ty(*to)),
            Type::Array(of, length) => {
                let length = match length {
                    Length::Known(count) => count.to_string(),
                    Length::Open => String::new(),
                    Length::Variable(local) => format!("${}", local.0),
                };
                format!("[{length}]{}", self.ty(*of))
            }
            Type::Record(record) => {
                let of = types.record(*record);
                format!("{}#{}", of.tag, record.0)
            }
            Type::Function(of) => {
                let list: Vec<String> = of.parameters.iter().map(|&p| self.ty(p)).collect();
                format!("fn({}){}", list.join(","), self.ty(of.result))
            }
            Type::VaList => "va_list".into(),
        }
    }
}
