// Which mutants are shown, and in what order. Every view reads `shown`; whoever changes the state calls `refilter`.

const openKinds = ["survived", "unknown", "vacuous"].filter((kind) => tally.get(kind) > 0);
const state = {
  kinds: new Set(openKinds.length ? openKinds : KINDS.keys()),
  operator: "",
  property: "",
  element: "",
  text: "",
  fold: folds.size > 0 && openKinds.length > 0,
  order: "rank",
  current: null,
  open: false,
  file: 0,
  layers: new Set(),
};

let shown = [];
let place = new Map();
let facets = new Map();
let hidden = 0;
const watchers = [];

const hay = (e) => {
  const m = e.m;
  e.hay ??= [m.id, m.operator, m.element, m.original, m.replacement, m.file ?? "", m.reason ?? "", ...m.killed_by].join("\n").toLowerCase();
  return e.hay;
};

// All but the verdict, whose counts are shown beside its switches.
function passesRest(e, words) {
  const m = e.m;
  if (state.operator && m.operator !== state.operator) return false;
  if (state.element && m.element !== state.element) return false;
  if (state.property) {
    const killed = m.killed_by.includes(state.property.slice(1));
    if (killed !== state.property.startsWith("+")) return false;
  }
  return words.every((word) => hay(e).includes(word));
}

const byPlace = (a, b) => a.file - b.file || a.m.line - b.m.line || a.m.column - b.m.column || a.i - b.i;
// Survivors before kills; of kills, what only a large size kills first, then what took the solver most.
const weak = (e) => (e.m.verdict === "survived" ? 0 : e.m.verdict === "unknown" ? 1 : e.m.verdict === "killed" ? 2 : 3);
const byStrength = (a, b) =>
  weak(a) - weak(b) || (b.m.size ?? 0) - (a.m.size ?? 0) || (b.m.effort ?? 0) - (a.m.effort ?? 0) || byPlace(a, b);
const byRank = (a, b) =>
  ORDER.get(a.kind) - ORDER.get(b.kind) || (a.m.rank ?? Infinity) - (b.m.rank ?? Infinity) || byPlace(a, b);

function refilter() {
  const words = state.text.toLowerCase().split(/\s+/u).filter(Boolean);
  const rest = mutants.filter((e) => passesRest(e, words));
  facets = new Map();
  for (const e of rest) facets.set(e.kind, (facets.get(e.kind) ?? 0) + 1);
  hidden = 0;
  let next = rest.filter((e) => state.kinds.has(e.kind));
  if (state.fold) {
    const here = new Set(next);
    next = next.filter((e) => e.head === e || !here.has(e.head));
    hidden = here.size - next.length;
  }
  next.sort({ rank: byRank, strength: byStrength }[state.order] ?? byPlace);
  shown = next;
  place = new Map(next.map((e, at) => [e, at]));
  for (const watch of watchers) watch();
}

function showEverything() {
  Object.assign(state, { kinds: new Set(KINDS.keys()), operator: "", property: "", element: "", text: "", fold: false });
}

// Only what is asked for, everything else as at the start.
function showOnly(wanted) {
  showEverything();
  Object.assign(state, { fold: folds.size > 0 }, wanted);
  refilter();
}
