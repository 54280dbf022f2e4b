// The other views: which property notices what, which operators find gaps, and where the run spent its time. Each is
// built the first time it is opened.

const MATRIX_ROWS = 60;
const MATRIX_COLUMNS = 60;

function propertyTable() {
  const known = new Map((doc.scores?.properties ?? []).map((score) => [score.name, score]));
  const scoreOf = (name) => known.get(name) ?? { killed: 0, alone: 0 };
  const scored = scoredOf(tally);
  const said = new Map(doc.baseline.map((b) => [b.name, b]));
  const row = (name) => {
    const { killed: all, alone } = scoreOf(name);
    return h("tr", null,
      h("th", { scope: "row" }, button({ class: "quiet pick", title: `Show what ${name} kills`, click: () => jump({ property: "+" + name, kinds: new Set(["killed"]) }) }, name)),
      h("td", { class: "chart" }, bar([["alone", alone], ["killed", all - alone]], scored)),
      h("td", { class: "num" }, all.toLocaleString("en")),
      h("td", { class: "num" }, exactKillers ? alone.toLocaleString("en") : "–"),
      h("td", { class: "muted" }, [claimWords(said.get(name)), said.get(name)?.within ? toldVerdict(said.get(name)) : "", all === 0 ? "kills nothing: no mutant needs it" : ""].filter(Boolean).join("; ")));
  };
  const { body, more } = growing(properties, row, 100, "properties");
  const order = [...properties].sort((a, b) => scoreOf(b).killed - scoreOf(a).killed);
  return { order, node: [
    h("h2", null, "Properties"),
    h("p", { class: "lead" }, "How many mutants each property kills. ", h("b", null, "Alone"), " counts those that no other property kills: without it they would go unnoticed."),
    exactKillers ? null : h("p", { class: "note open" }, "This run stopped at the first killer of each mutant, so these numbers are lower bounds."),
    wide("Properties", h("table", { class: "plain wide" },
      h("thead", null, h("tr", null, h("th", { scope: "col" }, "property"), h("th", { scope: "col" }, `of ${scored.toLocaleString("en")} scored mutants`), h("th", { scope: "col", class: "num" }, "kills"), h("th", { scope: "col", class: "num" }, "alone"), h("th"))),
      body)), more] };
}

function matrix(order) {
  const columns = order.length > MATRIX_COLUMNS ? order.slice(0, MATRIX_COLUMNS) : properties;
  const scored = (row) => scoredOf(row.tally);
  const survived = (row) => row.tally.get("survived") ?? 0;
  const undecided = (row) => row.tally.get("unknown") ?? 0;
  const anyUndecided = tally.get("unknown") > 0;
  const rows = [...elements.values()].sort((a, b) => survived(b) - survived(a) || a.file - b.file || a.line - b.line);
  const cell = (row, name) => {
    const n = row.kills.get(name) ?? 0;
    if (n === 0) return h("td", { class: "num zero" }, "·");
    const pick = () => jump({ element: row.name, property: "+" + name, kinds: new Set(["killed"]) });
    const label = `${name} kills ${count(n, "mutant")} of ${row.name}`;
    return h("td", { class: `num heat h${Math.min(4, Math.ceil((4 * n) / (scored(row) || 1)))}` }, button({ class: "quiet", "aria-label": label, title: label, click: pick }, n));
  };
  const line = (row) => h("tr", null,
    h("th", { scope: "row" }, button({ class: "quiet pick", title: `Show the mutants of ${row.name}`, click: () => jump({ element: row.name }) }, row.name)),
    columns.map((name) => cell(row, name)),
    h("td", { class: "num" }, scored(row)),
    h("td", { class: survived(row) ? "num t-bad" : "num muted" }, survived(row)),
    anyUndecided ? h("td", { class: undecided(row) ? "num t-open" : "num muted" }, undecided(row)) : null);
  const { body, more } = growing(rows, line, MATRIX_ROWS, "elements");
  return [
    h("h2", null, "Which property looks at which element"),
    h("p", { class: "lead" }, "Rows are what the model defines, columns are properties; a cell says how many mutants of the element the property kills. A row of dots is an element that no property looks at", anyUndecided ? ", as far as its mutants are decided" : "", ". Most survivors first."),
    columns.length < properties.length ? h("p", { class: "note open" }, `The ${columns.length} properties that kill most, of ${properties.length}.`) : null,
    wide("Matrix of elements and properties", h("table", { class: "matrix" },
      h("thead", null, h("tr", null, h("th", { scope: "col" }, "element"), columns.map((name) => h("th", { scope: "col", class: "up", title: name }, h("span", null, clip(name, 32)))), h("th", { scope: "col", class: "up" }, h("span", null, "scored")), h("th", { scope: "col", class: "up" }, h("span", null, "survived")), anyUndecided ? h("th", { scope: "col", class: "up" }, h("span", null, "undecided")) : null)),
      body)),
    more];
}

// What the claims rest on that something can be reached: an execution that reaches it, or a certificate that none does.
function witnesses() {
  const shown = doc.baseline.map((b) => [b, traceOf(b.trace)]).filter(([, trace]) => trace);
  const refuted = doc.baseline.filter((b) => b.verdict === "violated" && b.certificate);
  return [
    shown.flatMap(([b, trace]) => [
      h("h2", null, h("code", null, b.name), ` is ${toldVerdict(b)} by this execution`),
      traceTable(trace, [], "the original"), functionTables(trace)]),
    refuted.flatMap((b) => [
      h("h2", null, h("code", null, b.name), ` is ${toldVerdict(b)}: it can never hold`),
      certificateDetails(b.certificate, "Proof")])];
}

function viewProperties(panel) {
  const { order, node } = propertyTable();
  fill(panel, null, [node, witnesses(), matrix(order)]);
}

function viewOperators(panel) {
  const table = new Map();
  for (const e of mutants) {
    if (!table.has(e.m.operator)) table.set(e.m.operator, new Map());
    const row = table.get(e.m.operator);
    row.set(e.kind, (row.get(e.kind) ?? 0) + 1);
  }
  const get = (row, kind) => row.get(kind) ?? 0;
  const rows = [...table].sort(([x, a], [y, b]) => get(b, "survived") - get(a, "survived") || (x < y ? -1 : 1));
  const most = Math.max(1, ...rows.map(([, row]) => scoredOf(row)));
  const shownKinds = [...KINDS.keys()].filter((kind) => tally.get(kind) > 0);
  const line = ([name, row]) => h("tr", null,
    h("th", { scope: "row" }, button({ class: "quiet pick", title: `Show the mutants of ${name}`, click: () => jump({ operator: name }) }, name)),
    h("td", { class: "chart" }, bar(["killed", "unknown", "waived", "survived"].map((kind) => [kind, get(row, kind)]), most)),
    shownKinds.map((kind) => h("td", { class: get(row, kind) ? "num" : "num zero" }, get(row, kind) || "·")));
  const { body, more } = growing(rows, line, 100, "operators");
  fill(panel, null, [
    h("h2", null, "Operators"),
    h("p", { class: "lead" }, "An operator is one way of changing the model. Those whose mutants survive most come first: they say what kind of mistake your properties let pass."),
    wide("Operators", h("table", { class: "plain wide" },
      h("thead", null, h("tr", null, h("th", { scope: "col" }, "operator"), h("th", { scope: "col" }, "scored mutants"), shownKinds.map((kind) => h("th", { scope: "col", class: "num" }, KINDS.get(kind).name.toLowerCase())))),
      body)), more]);
}

const STAGES = new Map([
  ["cone", "no property depends on the change"],
  ["equal", "the changed definition means the same"],
  ["core", "the proof does not use the changed part"],
  ["replay", "a known or random execution breaks a property"],
  ["direct", "the engines say whether the mutant still reaches what a property says can be reached"],
  ["branching", "one diagram for many mutants says whether a CTL formula still holds"],
  ["counterexample", "a search found an execution that breaks a property"],
  ["induction", "the original's proof still works, or breaks at once"],
  ["prove", "a proof or a counterexample of its own"],
  ["vacuity", "the changed assumptions leave no execution"],
]);

function stageTable() {
  const stages = doc.stages ?? [];
  const most = Math.max(1, ...stages.map((s) => s.decided));
  const longest = Math.max(1e-9, ...stages.map((s) => s.seconds));
  const line = (s) => h("tr", null,
    h("th", { scope: "row", title: STAGES.get(s.stage) }, s.stage),
    h("td", { class: "muted" }, STAGES.get(s.stage) ?? ""),
    h("td", { class: "chart" }, bar([["stage", s.decided]], most)),
    h("td", { class: "num" }, s.decided.toLocaleString("en")),
    h("td", { class: "chart" }, bar([["time", s.seconds]], longest)),
    h("td", { class: "num" }, duration(s.seconds)));
  return h("table", { class: "plain wide stages" },
    h("thead", null, h("tr", null, h("th", { scope: "col" }, "stage"), h("th", { scope: "col" }, "decides because"), h("th", { scope: "col", colspan: 2 }, "mutants decided"), h("th", { scope: "col", colspan: 2 }, "time"))),
    h("tbody", null, stages.map(line)));
}

function sizeTable() {
  if (!sizes.length) return null;
  const by = (s) => Object.entries(s.reasons).map(([name, n]) => `${name} ${n}`).join(", ");
  const line = (s) => h("tr", null,
    h("th", { scope: "row" }, s.size), h("td", null, s.original),
    [s.mutants, s.killed].map((n) => h("td", { class: "num" }, n)), h("td", { class: "muted" }, by(s)),
    [s.survived, s.equivalent, s.unknown, s.terms, s.effort?.original ?? "?", s.effort?.mutants ?? "?", duration(s.seconds)].map((n) => h("td", { class: "num" }, n)));
  const titles = [sizes[0].name, "original", "asked", "killed", "by", "survived", "equivalent", "unknown", "terms", "effort, original", "effort, mutants", "time"];
  return [h("h2", null, "Sizes"), h("p", { class: "lead" }, "Each size asks about the mutants that no smaller one killed. ", stability()),
    wide("Sizes", h("table", { class: "plain wide" }, h("thead", null, h("tr", null, titles.map((t) => h("th", { scope: "col" }, t)))), h("tbody", null, sizes.map(line))))];
}

function timeChart() {
  const spent = (doc.stages ?? []).reduce((sum, s) => sum + s.seconds, 0);
  const parts = [["proof of the original", "t1", doc.times?.proof ?? 0], ["deciding mutants", "t2", spent], ["explaining survivors", "t3", doc.times?.explain ?? 0], ["checking the evidence", "t4", doc.times?.check ?? 0]];
  const whole = parts.reduce((sum, [, , s]) => sum + s, 0);
  const label = parts.map(([name, , s]) => `${name} ${duration(s)}`).join(", ");
  return [bar(parts.map(([, tone, s]) => [tone, s]), whole, label),
    h("ul", { class: "legend" }, parts.map(([name, tone, s]) => h("li", null, svg("svg", { class: "key", viewBox: "0 0 10 10", "aria-hidden": "true" }, svg("rect", { class: `f-${tone}`, width: 10, height: 10 })), `${name} `, h("b", null, duration(s)))))];
}

function facts(pairs) {
  return h("dl", { class: "facts" }, pairs.filter(([, value]) => value !== undefined && value !== null && value !== "").flatMap(([name, value]) => [h("dt", null, name), h("dd", null, value)]));
}

const nameList = (names) => (names ? `${names.length}${names.length ? ": " : ""}${clip(names.join(", "), 600)}` : null);

function coreFacts() {
  const core = doc.core;
  if (!core) return [];
  return [
    h("h2", null, "Cores"),
    h("p", { class: "lead" }, "What the proof of all properties together rests on", core.complete === false ? "; the search for cores was cut short." : "."),
    facts([["slice", nameList(core.slice)], ["minimal core", nameList(core.minimal)], ["MAY", nameList(core.may)], ["MUST", nameList(core.must)]])];
}

const unnoticedLines = (found) => (several && found.files?.length
  ? found.files.map((f) => `lines ${f.lines.join(", ")} of ${f.file}`).join("; ")
  : `lines ${(found.lines ?? []).join(", ")}`);

function invariantFacts() {
  const found = doc.invariants;
  if (!found) return [];
  return [
    h("h2", null, "Generated invariants"),
    h("p", { class: "lead" }, "What a machine can state about the model by itself. Where neither they nor a property notice a change, nobody specifies the model."),
    facts([
      ["found", found.found],
      ["mutants noticed", found.asked ? `${found.noticed} of ${found.asked}` : null],
      ["survivors that they do not notice either", found.unnoticed ? `${found.unnoticed}, on ${clip(unnoticedLines(found), 600)}` : null],
      ["elements noticed by neither", nameList(found.neither)]])];
}

// When, where and with what the result was made, where the result says so.
function made() {
  const run = doc.run;
  if (!run) return [];
  const solver = (s) => [s.name, s.version, s.sha256 ? `(sha-256 ${s.sha256})` : "(built in)"].filter(Boolean).join(" ");
  return [["date", run.date], ["command line", run.command_line.join(" ")], ["host", run.host], ["commit", run.commit], ["solvers", run.solvers.map(solver).join(", ")]].filter(([, v]) => v);
}

const modelFiles = () => (doc.input.files ?? [doc.input]).flatMap((f) => [["model", f.path], ["sha-256", f.sha256]]);

function viewRun(panel) {
  const option = (value) => (Array.isArray(value) ? value.join(", ") : typeof value === "object" ? JSON.stringify(value) : String(value));
  const options = Object.entries(doc.options ?? {}).filter(([, v]) => v !== null && !(Array.isArray(v) && v.length === 0));
  const messages = doc.messages ?? [];
  fill(panel, null, [
    sizeTable(),
    h("h2", null, "Stages"),
    h("p", { class: "lead" }, "Each mutant passes cheap stages first; whichever decides it ends its way."),
    wide("Stages", stageTable()),
    h("h2", null, "Time"),
    timeChart(),
    coreFacts(),
    invariantFacts(),
    messages.length ? [h("h2", null, "Messages"), h("ul", { class: "messages" }, messages.slice(0, 200).map((m) => h("li", null, h("b", null, `${m.severity} ${m.code}`), m.span ? ` ${several ? `${m.span.file}:` : ""}${m.span.line}:${m.span.column}` : "", ` ${m.message}`)))] : null,
    h("h2", null, "This run"),
    facts([["assay", doc.assay], ...modelFiles(), ["main", (doc.input.mains ?? []).join(", ")], ["took", duration(doc.seconds ?? 0)], ...made(), ...options.map(([name, value]) => [name.replaceAll("_", "-"), option(value)])]),
  ]);
}

// From another view to the source, with exactly these mutants shown.
function jump(wanted) {
  showOnly({ fold: false, ...wanted });
  openTab("source");
  byId("list").focus();
  if (shown.length) select(shown[0], { open: false });
}
