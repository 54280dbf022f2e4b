// The filters and the list of mutants. Only rows near the visible part of the list exist, so its cost does not depend on
// how many mutants there are.

const ROW = 46;
const SPARE = 6;

function renderFilters() {
  const redraw = (key) => (event) => {
    state[key] = event.target.value;
    refilter();
  };
  const options = (names) => names.map((name) => h("option", { value: name }, name));
  const operators = [...new Set(mutants.map((e) => e.m.operator))].sort();
  const search = h("input", { type: "search", id: "search", placeholder: "Search ( / )", "aria-label": "Search mutants", autocomplete: "off", spellcheck: "false", input: redraw("text") });
  const operator = h("select", { "aria-label": "Operator", change: redraw("operator") }, h("option", { value: "" }, "any operator"), options(operators));
  const named = (sign, label) => h("optgroup", { label }, properties.map((name) => h("option", { value: sign + name }, `${label} ${name}`)));
  const property = h("select", { "aria-label": "Property", change: redraw("property") }, h("option", { value: "" }, "any property"), named("+", "killed by"), named("-", "not killed by"));
  const order = h("select", { "aria-label": "Order", change: redraw("order") }, h("option", { value: "rank" }, "what to read first"), h("option", { value: "source" }, "in source order"), h("option", { value: "strength" }, "strongest first"));
  const fold = h("input", { type: "checkbox", id: "fold", change: (event) => { state.fold = event.target.checked; refilter(); } });
  const chips = new Map([...KINDS].filter(([kind]) => tally.get(kind) > 0).map(([kind, { glyph, name, says }]) => {
    const number = h("span", { class: "n" });
    const toggle = () => {
      if (!state.kinds.delete(kind)) state.kinds.add(kind);
      refilter();
    };
    return [kind, { number, chip: button({ class: `chip k-${kind}`, title: says, click: toggle }, h("span", { class: "glyph" }, glyph), name, number) }];
  }));
  const token = button({ class: "chip token", title: "Show all elements again", click: () => { state.element = ""; refilter(); } });
  fill(byId("filters"), null, [
    search,
    h("div", { class: "chips", role: "group", "aria-label": "Verdicts" }, [...chips.values()].map((c) => c.chip)),
    h("div", { class: "selects" }, operator, property, order),
    folds.size > 0 ? h("label", { class: "check" }, fold, "fold mutants that tell the same story") : null,
    token,
  ]);
  watchers.push(() => {
    for (const [kind, { chip, number }] of chips) {
      chip.setAttribute("aria-pressed", state.kinds.has(kind));
      number.textContent = (facets.get(kind) ?? 0).toLocaleString("en");
    }
    for (const [input, value] of [[search, state.text], [operator, state.operator], [property, state.property], [order, state.order]]) {
      if (input.value !== value) input.value = value;
    }
    fold.checked = state.fold;
    token.hidden = !state.element;
    token.textContent = `element ${clip(state.element, 24)} ×`;
    byId("count").textContent = shown.length === 0
      ? "No mutant passes the filter."
      : `${count(shown.length, "mutant")} of ${mutants.length.toLocaleString("en")}${hidden ? `, ${hidden.toLocaleString("en")} folded under them` : ""}`;
  });
}

function renderList() {
  const box = byId("list");
  const inner = h("div", { class: "inner" });
  box.append(inner);
  let from = 0;
  let to = 0;

  const row = (e, at) => {
    const more = state.fold ? (folds.get(e)?.length ?? 0) : 0;
    const notes = [e.m.operator, e.m.element, ...(e.m.tags ?? []), ...sizeNotes(e.m), ...invariantNotes(e.m), ...(more ? [`+ ${more} alike`] : [])];
    return h("div",
      { class: `row k-${e.kind}`, id: `row-${e.i}`, role: "option", "aria-selected": e === state.current ? "true" : "false", "aria-setsize": shown.length, "aria-posinset": at + 1, "aria-label": `${KINDS.get(e.kind).name}, ${e.m.id}: ${changeText(e)}`, css: { top: `${at * ROW}px` }, click: () => select(e, { open: true }) },
      h("span", { class: "glyph" }, KINDS.get(e.kind).glyph),
      h("span", { class: "what" }, changeNodes(e, 22)),
      h("span", { class: "where", title: several ? files[e.file].path : null }, `${several ? `${clip(baseName(files[e.file].path), 18)}:` : ""}${e.m.line}:${e.m.column}`),
      h("span", { class: "notes" }, notes.join(" · ")));
  };

  const draw = (force) => {
    const first = Math.max(0, Math.floor(box.scrollTop / ROW) - SPARE);
    const last = Math.min(shown.length, Math.ceil((box.scrollTop + (box.clientHeight || 600)) / ROW) + SPARE);
    if (!force && first === from && last === to) return;
    [from, to] = [first, last];
    inner.replaceChildren(...shown.slice(from, to).map((e, k) => row(e, from + k)));
    const at = place.get(state.current);
    if (at !== undefined && at >= from && at < to) box.setAttribute("aria-activedescendant", `row-${state.current.i}`);
    else box.removeAttribute("aria-activedescendant");
  };

  const reveal = (at) => {
    const top = at * ROW;
    if (top < box.scrollTop) box.scrollTop = top;
    else if (top + ROW > box.scrollTop + box.clientHeight) box.scrollTop = top + ROW - box.clientHeight;
  };

  box.addEventListener("scroll", () => draw(false), { passive: true });
  window.addEventListener("resize", () => draw(true));
  box.addEventListener("keydown", (event) => {
    const steps = new Map([["ArrowDown", 1], ["ArrowUp", -1], ["PageDown", 10], ["PageUp", -10], ["Home", -Infinity], ["End", Infinity]]);
    if (!steps.has(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    go(steps.get(event.key));
  });
  watchers.push(() => {
    inner.style.height = `${shown.length * ROW}px`;
    const at = place.get(state.current);
    if (at === undefined) box.scrollTop = 0;
    else reveal(at);
    draw(true);
  });
  return { draw, reveal };
}
