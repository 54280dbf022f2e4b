// The document, indexed once. Names come from a model, so every lookup by name is a Map, never a plain object.

const doc = JSON.parse(byId("data").textContent);

// Traces and certificates: blocks of so many, parsed when one of theirs is asked for.
const EVIDENCE_BLOCK = 64;
const parsed = new Map();
function evidenceOf(kind, id) {
  const number = Number(String(id).slice(1));
  const block = `${kind}-${Math.floor(number / EVIDENCE_BLOCK)}`;
  if (!parsed.has(block)) parsed.set(block, JSON.parse(byId(block)?.textContent ?? "[]"));
  return parsed.get(block)[number % EVIDENCE_BLOCK] ?? null;
}

const signalNames = (doc.signals ?? []).map((s) => s.name);
const inputNames = (doc.signals ?? []).filter((s) => s.role === "input").map((s) => s.name);

// A trace as the tables want it: for each step a Map from names to values.
const traceOf = (id) => {
  const trace = id && evidenceOf("traces", id);
  if (!trace) return null;
  const names = trace.signals.map((place) => signalNames[place]);
  const steps = trace.steps.map((row) => new Map(row.map((value, at) => [names[at], value])));
  return { names, steps, length: steps.length, inputs: inputNames.filter((name) => names.includes(name)), functions: trace.functions, back: trace.loop, run: trace.run };
};

const byPlaceInList = (list) => (id) => list?.[Number(String(id).slice(1))];
const saidOf = byPlaceInList(doc.notices);
const checkOf = byPlaceInList(doc.checks);
const NOTHING_SAID = { killed_by: [], survives: [], all: [] };
for (const m of doc.mutants) {
  const said = saidOf(m.notices) ?? NOTHING_SAID;
  m.killed_by = said.killed_by;
  m.survives = said.survives;
  m.notices = said.all;
  m.checked = checkOf(m.checked);
}
const quoted = (word) => (/^[\w./:=@%+,-]+$/u.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

// In the order in which they deserve attention. `says` is all that a newcomer gets to read.
const KINDS = new Map([
  ["survived", { glyph: "●", name: "Survived", says: "Every property still holds although the model was changed: nobody notices. Read these." }],
  ["unknown", { glyph: "?", name: "Unknown", says: "Not decided within the limits. It may be noticed or not, so the score becomes an interval." }],
  ["vacuous", { glyph: "∅", name: "Vacuous", says: "The change leaves the assumptions no execution, so every property holds for no reason. Not scored." }],
  ["waived", { glyph: "○", name: "Waived", says: "Survived, and somebody wrote down why that is fine. Still part of the score." }],
  ["killed", { glyph: "✓", name: "Killed", says: "At least one property fails on the changed model: the change is noticed." }],
  ["equivalent", { glyph: "=", name: "Equivalent", says: "Proved to behave exactly as the original, so no property could notice. Not scored." }],
  ["invalid", { glyph: "×", name: "Invalid", says: "The changed text is no model (types, ranges, causality), so it was never run. Not scored." }],
]);
const ORDER = new Map([...KINDS.keys()].map((kind, i) => [kind, i]));

const kindOf = (m) => {
  if (m.verdict === "survived" && m.waived) return "waived";
  return KINDS.has(m.verdict) ? m.verdict : "unknown";
};

// The files of the model, each with its lines. A place that names no file is in the first one.
const splitLines = (text) => text.split("\n").map((line) => line.replace(/\r$/u, ""));
const sources = doc.source ?? [];
const paths = doc.input.files?.length ? doc.input.files.map((f) => f.path) : [doc.input.path];
const several = paths.length > 1;
const files = paths.map((path, at) => {
  const source = several ? sources.find((s) => s.path === path) : sources[at];
  return { path, lines: source ? splitLines(source.text) : [], stored: Boolean(source), anchored: new Map(), covering: new Map(), layered: new Map() };
});
const fileNumbers = new Map(paths.map((path, at) => [path, at]));
const fileOf = (thing) => fileNumbers.get(thing.file) ?? 0;
const baseName = (path) => path.split(/[\\/]/u).pop();
// What a line of a file is called: its number, and the file where there are several.
const lineName = (thing) => (several ? `${files[fileOf(thing)].path}, line ${thing.line}` : `line ${thing.line}`);

const mutants = doc.mutants.map((m, i) => ({
  i,
  m,
  file: fileOf(m),
  kind: kindOf(m),
  from: m.span.slice(0, 2),
  to: m.span.slice(2),
}));
const byName = new Map(mutants.map((e) => [e.m.id, e]));
const tally = new Map([...KINDS.keys()].map((kind) => [kind, 0]));
for (const e of mutants) tally.set(e.kind, tally.get(e.kind) + 1);

// What a proof holds within, in words: `unwind 4`, `scope DATA 3, ints -2..2`.
const boundText = (bound) => Object.entries(bound).map(([name, value]) => {
  if (Array.isArray(value)) return `${name} ${value.join("..")}`;
  return `${name} ${typeof value === "object" && value ? boundText(value) : value}`;
}).join(", ");
const bounds = doc.baseline.map((b) => b.within).filter(Boolean).map(boundText);
const withinWords = bounds.length ? ` within ${bounds[0]}` : "";
const toldVerdict = (b) => b.verdict + (b.within ? ` within ${boundText(b.within)}` : "");
const claimWords = (b) => [b.claim === "invariant" ? null : b.claim, b.class].filter(Boolean).join(", ");

const properties = doc.baseline.filter((b) => b.verdict === "proved").map((b) => b.name);
const leftOut = doc.baseline.filter((b) => b.verdict !== "proved");
const exactKillers = (doc.options?.killers ?? "all") === "all";

const push = (map, key, value) => {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
};

// For each file: line -> mutants that are shown there; line -> mutants and elements whose text covers a part of it.
for (const e of mutants) {
  const { anchored, covering, lines } = files[e.file];
  push(anchored, e.m.line, e);
  for (let n = e.from[0]; n <= e.to[0] && n <= lines.length; n++) push(covering, n, e);
}
for (const element of doc.elements ?? []) {
  const { layered, lines } = files[fileOf(element)];
  for (let n = element.line; n <= element.end_line && n <= lines.length; n++) push(layered, n, element);
}

// What is folded under a mutant, directly or through others. A loop in the data ends at the first repetition.
const folds = new Map();
function foldedUnder(e) {
  const seen = new Set([e]);
  let at = e;
  for (let up = byName.get(at.m.subsumed_by); up && !seen.has(up); up = byName.get(at.m.subsumed_by)) {
    seen.add(up);
    at = up;
  }
  return at;
}
for (const e of mutants) {
  e.head = foldedUnder(e);
  if (e.head !== e) push(folds, e.head, e);
}

// One row for each element: how many of its mutants each property kills.
const elements = new Map();
for (const e of mutants) {
  let row = elements.get(e.m.element);
  if (!row) {
    row = { name: e.m.element, file: e.file, line: e.m.line, kills: new Map(), tally: new Map(), all: 0 };
    elements.set(e.m.element, row);
  }
  row.all++;
  row.tally.set(e.kind, (row.tally.get(e.kind) ?? 0) + 1);
  for (const name of e.m.killed_by) row.kills.set(name, (row.kills.get(name) ?? 0) + 1);
}

const scoredOf = (counts) => ["killed", "survived", "waived", "unknown"].reduce((n, kind) => n + (counts.get(kind) ?? 0), 0);

// What a mutant does to the text, in one line. Long texts lose the words with which both begin: they tell nothing.
function change(e, most = 28) {
  const [from, to] = [oneLine(e.m.original), oneLine(e.m.replacement)];
  if (to === "") return [clip(from, most), null];
  if (from.length <= most || to.length <= most) return [clip(from, most), clip(to, most + 12)];
  const [a, b] = [from.split(" "), to.split(" ")];
  let same = 0;
  while (same < a.length - 1 && same < b.length - 1 && a[same] === b[same]) same++;
  const rest = (words) => (same ? "… " : "") + words.slice(same).join(" ");
  return [clip(rest(a), most), clip(rest(b), most + 12)];
}

const changeNodes = (e, most) => {
  const [from, to] = change(e, most);
  return to === null
    ? [h("del", null, from), h("span", { class: "arrow" }, " removed")]
    : [h("del", null, from), h("span", { class: "arrow" }, " → "), h("ins", null, to)];
};

const changeText = (e) => {
  const [from, to] = change(e);
  return to === null ? `${from} removed` : `${from} becomes ${to}`;
};

// Whether the generated invariants notice a survivor, where somebody asked.
const sizes = doc.sizes ?? [];
const sizeOf = (m) => sizes.find((s) => s.size === m.size);
const sizeNotes = (m) => (sizeOf(m) ? [`${sizeOf(m).name}=${m.size}`] : []);

function effortNotes(m) {
  const original = sizes.length ? sizeOf(m)?.effort?.original : doc.effort;
  if (m.effort === undefined) return [];
  return [original ? `effort ${m.effort}, ${(m.effort / original).toFixed(2)} of the original's` : `effort ${m.effort}`];
}

function stability() {
  const last = sizes.at(-1);
  if (doc.stable === null) return `No stable size was found up to ${last.name}=${last.size}: a larger one may kill more.`;
  if (doc.stable === last.size) return `Stable at ${last.name}=${doc.stable}: no mutant is left that a larger size could kill.`;
  return `Stable at ${last.name}=${doc.stable}: ${last.name}=${last.size} kills nothing new.`;
}

function invariantNotes(m) {
  if (m.verdict !== "survived" || typeof m.invariants !== "boolean") return [];
  return [m.invariants ? "noticed by generated invariants" : "noticed by no generated invariant"];
}
