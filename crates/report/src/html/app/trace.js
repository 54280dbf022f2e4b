// Executions as tables: a row for each signal, a column for each step, inputs first. A value that is the same as one step
// before is faint. A difference is two such tables with the same rows, differing cells marked.

const MANY_ROWS = 24;
const MANY_STEPS = 40;

const roles = new Map((doc.signals ?? []).map((s) => [s.name, s.role]));

const namesOf = (...traces) => {
  const all = new Set();
  for (const trace of traces) for (const name of trace.names) all.add(name);
  return [...all];
};
const at = (trace, step, name) => {
  const row = trace.steps[step];
  return row?.has(name) ? String(row.get(name)) : "";
};

function stepTable(trace, { caption, rows, inputs, steps, look, heads }) {
  const given = new Set(inputs);
  const role = (name) => (given.has(name) ? "input" : (roles.get(name) ?? "local"));
  const group = (which, names) => (names.length === 0 ? [] : [
    h("tr", { class: "group" }, h("th", { scope: "rowgroup", colspan: steps.length + 1 }, `${which}s`)),
    names.map((name) => h("tr", { class: look.row?.(name) },
      h("th", { scope: "row" }, name),
      steps.map((step) => {
        const value = at(trace, step, name);
        const same = step > 0 && step !== steps[0] && at(trace, step - 1, name) === value;
        const mark = look.cell?.(name, step);
        return h("td", { class: [same ? "same" : "", mark ?? ""].join(" ").trim() || null }, value);
      }))),
  ]);
  return wide(caption, h("table", { class: "steps" },
    h("caption", null, caption),
    h("thead", null, h("tr", null, h("th", { scope: "col" }, "step"), steps.map((step) => h("th", { scope: "col", class: heads?.(step) }, step)))),
    h("tbody", null, ["input", "output", "local"].map((which) => group(which, rows.filter((name) => role(name) === which))))));
}

// Calls `build` with the rows and steps to show, and again with all of them when somebody asks.
function trimmed(names, important, length, focus, build) {
  const box = h("div", { class: "evidence" });
  const cut = Math.max(0, Math.min(length - MANY_STEPS, focus - MANY_STEPS + 5));
  const draw = (all) => {
    const rows = all || names.length <= MANY_ROWS ? names : important.length ? important.slice(0, 4 * MANY_ROWS) : names.slice(0, MANY_ROWS);
    const range = Array.from({ length }, (_, step) => step);
    const steps = all ? range : range.slice(cut, cut + MANY_STEPS);
    const hidden = [];
    if (rows.length < names.length) hidden.push(`${rows.length} of ${count(names.length, "signal")}`);
    if (steps.length < length) hidden.push(`${steps.length} of ${count(length, "step")}`);
    const more = hidden.length ? button({ class: "quiet more", click: () => draw(true) }, `Showing ${hidden.join(" and ")}. Show all`) : null;
    box.replaceChildren(...build(rows, steps), ...(more ? [more] : []));
  };
  draw(false);
  return box;
}

// Those of the properties that the last step shows to be false; a property may go by another name than its signal.
const failingIn = (trace, killers) => killers.filter((name) => at(trace, trace.length - 1, name) === "false");

// A run as the language tells it: a row for each line of the source that something happens in.
function runTable(run, caption) {
  const row = (line) => h("tr", { class: `run-${line.kind}` },
    h("th", { scope: "row" }, line.span ? `${line.span.file}:${line.span.line}` : ""),
    h("td", null, h("code", null, `${"  ".repeat(Math.min(line.depth, 8))}${(line.source ?? "").trim()}`)),
    h("td", null, line.text));
  return wide(caption, h("table", { class: "plain run" },
    h("caption", null, caption),
    h("tbody", null, run.lines.map(row))));
}

function traceTable(trace, killers, caption) {
  if (trace.run) return runTable(trace.run, caption);
  const names = namesOf(trace);
  const failing = new Set(failingIn(trace, killers));
  const last = trace.length - 1;
  const fails = (name) => failing.has(name);
  const important = names.filter((name) => trace.inputs.includes(name) || fails(name));
  const look = { cell: (name, step) => (step === last && fails(name) ? "fails" : null) };
  const loops = trace.back !== undefined && trace.back !== null;
  const heads = (step) => (loops && step >= trace.back ? "loop" : null);
  const repeats = loops ? h("p", { class: "reason" }, `The state of step ${last} is that of step ${trace.back}, so this repeats for ever.`) : null;
  return trimmed(names, important, trace.length, last, (rows, steps) =>
    [stepTable(trace, { caption, rows, inputs: trace.inputs, steps, look, heads }), ...(repeats ? [repeats] : [])]);
}

function differenceTables(difference, a, b) {
  const names = namesOf(a, b);
  const length = Math.max(a.steps.length, b.steps.length);
  const differs = (name, step) => at(a, step, name) !== at(b, step, name);
  const moved = new Set(names.filter((name) => Array.from({ length }, (_, step) => step).some((step) => differs(name, step))));
  const important = names.filter((name) => a.inputs.includes(name) || moved.has(name));
  const look = { row: (name) => (moved.has(name) ? "moved" : null), cell: (name, step) => (differs(name, step) ? "differs" : null) };
  const heads = (step) => (step === difference.step ? "first" : null);
  return trimmed(names, important, length, difference.step, (rows, steps) => {
    const shape = { rows, inputs: [...a.inputs, ...b.inputs], steps, look, heads };
    const pair = [stepTable(a, { caption: "original", ...shape }), stepTable(b, { caption: "mutant", ...shape })];
    for (const [one, other] of [pair, [...pair].reverse()]) {
      one.addEventListener("scroll", () => { if (other.scrollLeft !== one.scrollLeft) other.scrollLeft = one.scrollLeft; }, { passive: true });
    }
    return [h("div", { class: "pair" }, pair)];
  });
}

function functionTables(trace) {
  return (trace?.functions ?? []).map((f) => h("p", { class: "fun" }, h("code", null,
    f.table.map((row) => `${f.name}(${row.arguments.join(", ")}) = ${row.value}`).join("; "))));
}
