// The source with its mutants. The text is cut into blocks that are built when they come near the window and dropped when
// they leave it; the block of the open mutant stays.

const BLOCK = 40;
const LINE = 21;
const LAYERS = [
  ["slice", "slice", "What the properties can depend on at all"],
  ["may", "MAY", "In some minimal core: some proof uses it"],
  ["core", "core", "In the minimal core that was found: this proof uses it"],
  ["must", "MUST", "In every minimal core: no proof does without it"],
  ["invariants", "invariants", "Generated invariants notice a mutant of it"],
];

let blocks = [];
const loose = h("div");
const text = h("div", { id: "text" });

// Whether the selected mutant is on this line of the file that is shown.
const isHere = (n) => state.current?.file === state.file && state.current.m.line === n;

// Columns count characters, strings count UTF-16 units.
function cells(n, from, to, length) {
  const first = from[0] < n ? 0 : from[1] - 1;
  const last = to[0] > n ? length : to[1] - 1;
  return [Math.max(0, Math.min(first, length)), Math.max(0, Math.min(last, length))];
}

// Cuts a line where mutants and layers begin and end. Short spans lie on top of long ones, urgent verdicts on top of others;
// a span with another one on it is only underlined, so that the smallest texts stand out.
function segments(n) {
  const { lines, covering, layered } = files[state.file];
  const chars = Array.from(lines[n - 1]);
  const owner = new Array(chars.length).fill(null);
  const tint = new Array(chars.length).fill("");
  for (const [layer] of LAYERS.filter(([name]) => state.layers.has(name))) {
    for (const element of layered.get(n) ?? []) {
      if (!element[layer]) continue;
      const [a, b] = cells(n, [element.line, element.column], [element.end_line, element.end_column], chars.length);
      tint.fill(layer, a, b);
    }
  }
  const spans = (covering.get(n) ?? [])
    .filter((e) => place.has(e) || e === state.current)
    .map((e) => ({ e, size: (e.to[0] - e.from[0]) * 1e6 + e.to[1] - e.from[1] }));
  spans.sort((x, y) => y.size - x.size || ORDER.get(y.e.kind) - ORDER.get(x.e.kind) || y.e.i - x.e.i);
  const outer = new Set(spans.map((s) => s.e).filter((e) => e.from[0] < e.to[0]));
  const size = new Map(spans.map((s) => [s.e, s.size]));
  for (const { e } of [...spans, ...spans.filter((s) => s.e === state.current)]) {
    const [a, b] = cells(n, e.from, e.to, chars.length);
    if (a < b && owner[a] && size.get(owner[a]) > size.get(e)) outer.add(owner[a]);
    owner.fill(e, a, b);
  }
  const indent = chars.findIndex((c) => c !== " " && c !== "\t");
  const out = [];
  for (let at = 0; at < chars.length; ) {
    let end = at + 1;
    while (end < chars.length && owner[end] === owner[at] && tint[end] === tint[at] && end !== indent) end++;
    const text = chars.slice(at, end).join("");
    const blank = end <= indent;
    const e = blank ? null : owner[at];
    const look = [e ? `seg k-${e.kind}${outer.has(e) ? " outer" : ""}` : "", !blank && tint[at] ? `l-${tint[at]}` : "", e && e === state.current ? "current" : ""].filter(Boolean).join(" ");
    out.push(look ? h("span", { class: look, "data-i": e?.i, title: e ? `${KINDS.get(e.kind).name}: ${changeText(e)}` : null }, text) : text);
    at = end;
  }
  return out;
}

function gutter(n) {
  const { anchored, layered } = files[state.file];
  const here = (anchored.get(n) ?? []).filter((e) => place.has(e) || e === state.current);
  const lanes = h("span", { class: "lanes" }, LAYERS.filter(([layer]) => state.layers.has(layer)).map(([layer]) =>
    h("i", { class: (layered.get(n) ?? []).some((element) => element[layer]) ? `l-${layer}` : null })));
  if (here.length === 0) return [h("span", { class: "pill" }), lanes];
  const worst = here.reduce((a, b) => (ORDER.get(b.kind) < ORDER.get(a.kind) ? b : a));
  const words = [...KINDS].map(([kind, { name }]) => [name, here.filter((e) => e.kind === kind).length]).filter(([, k]) => k > 0);
  const label = `Line ${n}: ${words.map(([name, k]) => `${k} ${name.toLowerCase()}`).join(", ")}`;
  const first = [...here].sort(byRank)[0];
  return [button({ class: `pill k-${worst.kind}`, "aria-label": label, title: label, click: () => toggleLine(n, first) }, here.length), lanes];
}

function toggleLine(n, first) {
  if (state.open && isHere(n)) close();
  else select(first, { open: true });
}

function lineNode(n) {
  const here = isHere(n);
  const line = h("div", { class: here ? "ln here" : "ln", id: `L${n}` }, gutter(n), h("span", { class: "no" }, n), h("code", null, segments(n), "\n"));
  return here && state.open ? [line, tray(state.current)] : [line];
}

function fillBlock(block) {
  const out = [];
  for (let n = block.from; n <= block.to; n++) out.push(...lineNode(n));
  block.node.replaceChildren(...out);
  block.node.style.height = "";
  block.filled = true;
}

function dropBlock(block) {
  const held = state.open && state.current?.file === state.file && blockOf(state.current.m.line) === block;
  if (!block.filled || held || block.node.offsetHeight === 0) return;
  block.node.style.height = `${block.node.offsetHeight}px`;
  block.node.replaceChildren();
  block.filled = false;
}

const blockOf = (n) => (n >= 1 && n <= files[state.file].lines.length ? blocks[Math.floor((n - 1) / BLOCK)] : undefined);

// A mutant of a line that the document does not hold is shown above the text.
function redrawLines(...numbers) {
  for (const block of new Set(numbers.map(blockOf))) if (block) fillBlock(block);
  const lost = state.open && state.current?.file === state.file && !blockOf(state.current.m.line);
  loose.replaceChildren(...(lost ? [tray(state.current)] : []));
}

// Brings a line to a comfortable height unless it is at one already.
function revealLine(n) {
  const block = blockOf(n);
  if (block && !block.filled) fillBlock(block);
  const line = block ? byId(`L${n}`) : loose;
  const top = line.getBoundingClientRect().top;
  if (top < 70 || top > window.innerHeight * 0.55) line.scrollIntoView({ block: "start" });
}

let watch = null;

// Puts the text of a file in the place of the one that was shown.
function showFile(number) {
  state.file = number;
  const { lines, stored } = files[number];
  watch?.disconnect();
  blocks = [];
  for (let from = 1; from <= lines.length; from += BLOCK) {
    const to = Math.min(lines.length, from + BLOCK - 1);
    blocks.push({ from, to, node: h("div", { class: "block", css: { height: `${(to - from + 1) * LINE}px` } }), filled: false });
  }
  const missing = stored ? null : h("p", { class: "muted" }, "This result was stored without its source.");
  loose.replaceChildren();
  text.replaceChildren(...(missing ? [missing] : []), loose, ...blocks.map((b) => b.node));
  const at = new Map(blocks.map((b) => [b.node, b]));
  watch = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      const block = at.get(entry.target);
      if (entry.isIntersecting && !block.filled) fillBlock(block);
      else if (!entry.isIntersecting) dropBlock(block);
    }
  }, { rootMargin: "1500px 0px" });
  for (const block of blocks) watch.observe(block.node);
  for (const tab of byId("files")?.children ?? []) tab.setAttribute("aria-pressed", tab.dataset.file === String(number));
}

// A button for each file, with how many of its mutants are killed. What is open in a file stays open while another one is shown.
function fileBar() {
  const label = (number) => {
    const here = new Map();
    for (const e of mutants) if (e.file === number) here.set(e.kind, (here.get(e.kind) ?? 0) + 1);
    return `${here.get("killed") ?? 0} of ${scoredOf(here)} killed`;
  };
  const open = (number) => {
    showFile(number);
    if (state.open && state.current?.file === number) redrawLines(state.current.m.line);
  };
  return h("div", { id: "files", class: "chips", role: "group", "aria-label": "Files" }, files.map(({ path }, number) =>
    button({ class: "chip file", "data-file": number, "aria-pressed": "false", click: () => open(number) }, path, h("span", { class: "n" }, label(number)))));
}

function renderCode() {
  const code = byId("code");
  if (several) code.append(fileBar());
  code.append(text);
  showFile(0);
  code.addEventListener("click", (event) => {
    const mark = event.target.closest?.(".seg");
    if (!mark || String(window.getSelection())) return;
    const e = mutants[Number(mark.dataset.i)];
    if (e === state.current && state.open) close();
    else select(e, { open: true });
  });
  watchers.push(() => blocks.filter((b) => b.filled).forEach(fillBlock));
}

function renderLayers() {
  const known = (layer) => (doc.elements ?? []).some((element) => typeof element[layer] === "boolean");
  const toggles = LAYERS.map(([layer, name, says]) => {
    const toggle = (event) => {
      if (!state.layers.delete(layer)) state.layers.add(layer);
      event.currentTarget.setAttribute("aria-pressed", state.layers.has(layer));
      blocks.filter((b) => b.filled).forEach(fillBlock);
    };
    const off = !known(layer);
    return button({ class: `chip layer l-${layer}`, disabled: off, "aria-pressed": "false", title: off ? `${says}. This run did not compute it.` : says, click: toggle }, h("i"), name);
  });
  byId("layers").append(h("span", { class: "muted" }, "Layers"), ...toggles);
}
