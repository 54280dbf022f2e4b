// Ties the views together: what is selected, tabs, keys, links to a mutant, light and dark, paper.

const TABS = [["source", "Source", null], ["properties", "Properties", viewProperties], ["operators", "Operators", viewOperators], ["run", "Run", viewRun]];
const built = new Set(["source"]);
let list = null;

const say = (text) => { byId("say").textContent = text; };

function build(name) {
  if (built.has(name)) return;
  built.add(name);
  TABS.find(([tab]) => tab === name)[2](byId(`view-${name}`));
}

function openTab(name) {
  build(name);
  for (const [tab] of TABS) {
    byId(`view-${tab}`).hidden = tab !== name;
    byId(`tab-${tab}`).setAttribute("aria-selected", tab === name ? "true" : "false");
    byId(`tab-${tab}`).tabIndex = tab === name ? 0 : -1;
  }
  byId("layers").hidden = name !== "source";
  if (name === "source") list?.draw(true);
}

function renderTabs() {
  const walk = (event) => {
    const step = new Map([["ArrowRight", 1], ["ArrowLeft", -1]]).get(event.key);
    if (!step) return;
    const now = TABS.findIndex(([name]) => byId(`tab-${name}`) === document.activeElement);
    const [next] = TABS[(now + step + TABS.length) % TABS.length];
    event.preventDefault();
    openTab(next);
    byId(`tab-${next}`).focus();
  };
  byId("tabs").append(...TABS.map(([name, label], i) =>
    button({ role: "tab", id: `tab-${name}`, "aria-controls": `view-${name}`, click: () => openTab(name), keydown: walk }, label, h("kbd", null, i + 1))));
}

function remember(e) {
  try {
    history.replaceState(null, "", e ? `#m=${encodeURIComponent(e.m.id)}` : location.pathname + location.search);
  } catch {
    // A page without an address of its own has nothing to remember.
  }
}

function select(e, { open = state.open, focus = false } = {}) {
  const before = state.current;
  const inside = byId("card")?.contains(document.activeElement) || byId("card")?.parentElement.contains(document.activeElement);
  state.current = e;
  state.open = open;
  if (byId("view-source").hidden) openTab("source");
  const at = place.get(e);
  if (at !== undefined) list.reveal(at);
  list.draw(true);
  if (e.file !== state.file) showFile(e.file);
  redrawLines(...new Set([before, e].filter((x) => x?.file === state.file).map((x) => x.m.line)));
  revealLine(e.m.line);
  if (open) remember(e);
  if (open && (focus || inside)) byId("card").focus({ preventScroll: true });
  else byId("list").focus({ preventScroll: true });
  say(`${KINDS.get(e.kind).name}, ${e.m.id}: ${changeText(e)}${at === undefined ? "" : `, ${at + 1} of ${shown.length}`}`);
}

function close() {
  const e = state.current;
  if (!state.open || !e) return;
  state.open = false;
  redrawLines(...(e.file === state.file ? [e.m.line] : []));
  remember(null);
  byId("list").focus({ preventScroll: true });
}

function go(step) {
  if (shown.length === 0) return say("No mutant passes the filter.");
  const now = place.get(state.current);
  const next = now === undefined ? (step < 0 ? shown.length - 1 : 0) : Math.max(0, Math.min(shown.length - 1, now + step));
  select(shown[next]);
}

function nextSurvivor(step) {
  const start = place.get(state.current) ?? (step > 0 ? -1 : shown.length);
  for (let k = 1; k <= shown.length; k++) {
    const e = shown[(((start + step * k) % shown.length) + shown.length) % shown.length];
    if (e.kind === "survived") return select(e);
  }
  if (tally.get("survived") === 0) return say("There is no survivor.");
  if (!state.kinds.has("survived")) {
    showOnly({ kinds: new Set(openKinds) });
    return nextSurvivor(step);
  }
  say("No survivor passes the filter.");
}

// `#m=<id>` opens that mutant, whatever the filters are.
function follow() {
  const id = new URLSearchParams(location.hash.slice(1).replaceAll("+", "%2B")).get("m");
  if (id === null) return;
  const e = byName.get(id);
  if (!e) return say(`There is no mutant ${id}.`);
  if (!place.has(e)) {
    showEverything();
    refilter();
  }
  select(e, { open: true });
}

const KEYS = [
  ["j", "next mutant", () => go(1)],
  ["k", "previous mutant", () => go(-1)],
  ["n", "next survivor", () => nextSurvivor(1)],
  ["p", "previous survivor", () => nextSurvivor(-1)],
  ["Enter", "open the selected mutant", () => (state.current ?? shown[0]) && select(state.current ?? shown[0], { open: true, focus: true })],
  ["Escape", "close it", close],
  ["/", "search", () => { openTab("source"); byId("search").focus(); byId("search").select(); }],
  ["1 – 4", "source, properties, operators, run", null],
  ["t", "light, dark, as the system", () => nextTheme()],
  ["?", "this help", () => byId("help").showModal()],
];

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (byId("help").open) return;
  const typing = event.target.closest?.("input:not([type=checkbox]), select, textarea");
  if (typing) {
    if (event.key === "Escape") byId("list").focus();
    if (event.key === "Enter" && event.target.id === "search" && shown.length) {
      event.preventDefault();
      byId("list").focus();
      select(shown[0], { open: true });
    }
    return;
  }
  const pressed = event.target.closest?.("button, a, summary");
  if (pressed && (event.key === "Enter" || event.key === " ")) return;
  const tab = TABS["1234".indexOf(event.key)];
  if (tab) return openTab(tab[0]);
  const action = KEYS.find(([key]) => key === event.key)?.[2];
  if (!action) return;
  event.preventDefault();
  action();
}

function renderHelp() {
  const dialog = byId("help");
  dialog.append(
    h("header", null, h("h2", { id: "help-title" }, "How to read this page"), button({ class: "quiet", click: () => dialog.close() }, "Close ", h("kbd", null, "Esc"))),
    h("p", null, "assay changed the model in many small ways and asked for each change whether some property notices. The list on the left has what nobody noticed, the most telling first. Open one: the change, an execution on which original and changed model differ, and the question whether a property should have forbidden that."),
    h("h3", null, "Verdicts"),
    h("dl", { class: "facts" }, [...KINDS].map(([kind, { glyph, name, says }]) => [h("dt", { class: `k-${kind}` }, h("span", { class: "glyph" }, glyph), name), h("dd", null, says)])),
    h("p", null, "Score = killed / (killed + survived + unknown). With unknown mutants it is an interval: from none of them noticed to all of them."),
    h("h3", null, "Layers"),
    h("dl", { class: "facts" }, LAYERS.map(([, name, says]) => [h("dt", null, name), h("dd", null, says)])),
    h("h3", null, "Keys"),
    h("dl", { class: "facts keys" }, KEYS.map(([key, what]) => [h("dt", null, h("kbd", null, key)), h("dd", null, what)])));
  byId("help-open").addEventListener("click", () => dialog.showModal());
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
}

const THEMES = ["auto", "light", "dark"];

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  byId("theme").replaceChildren(`Theme: ${theme}`);
  try {
    localStorage.setItem("assay-theme", theme);
  } catch {
    // Nothing is kept where nothing may be kept.
  }
}

const nextTheme = () => setTheme(THEMES[(THEMES.indexOf(document.documentElement.dataset.theme) + 1) % THEMES.length]);

function startTheme() {
  let kept = null;
  try {
    kept = localStorage.getItem("assay-theme");
  } catch {
    // As above.
  }
  setTheme(THEMES.includes(kept) ? kept : "auto");
  byId("theme").addEventListener("click", nextTheme);
}

// On paper: the survivors as a table instead of the list, and every view that is short enough.
function toPaper() {
  const survivors = mutants.filter((e) => e.kind === "survived").sort(byRank).slice(0, 500);
  byId("paper").replaceChildren(
    h("h2", null, "Survivors"),
    h("table", { class: "plain wide" },
      h("thead", null, h("tr", null, ["mutant", "element", "change", "differs"].map((name) => h("th", { scope: "col" }, name)))),
      h("tbody", null, survivors.map((e) => h("tr", null, h("th", { scope: "row" }, e.m.id), h("td", null, e.m.element), h("td", null, changeNodes(e, 40)), h("td", null, e.m.difference ? `${e.m.difference.observable} at step ${e.m.difference.step}` : ""))))));
  for (const [name] of TABS) build(name);
  if (files[state.file].lines.length <= 2000) blocks.filter((b) => !b.filled).forEach(fillBlock);
}

function start() {
  byId("model").append(paths.join(", "), (doc.input.mains ?? []).length ? h("span", { class: "muted" }, ` ${doc.input.mains.join(", ")}`) : "");
  startTheme();
  renderSummary();
  renderTabs();
  renderFilters();
  list = renderList();
  renderCode();
  renderLayers();
  renderHelp();
  openTab("source");
  refilter();
  document.addEventListener("keydown", onKey);
  window.addEventListener("hashchange", follow);
  window.addEventListener("beforeprint", toPaper);
  follow();
}

start();
