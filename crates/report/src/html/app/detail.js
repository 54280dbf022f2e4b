// Everything about one mutant, unfolded under its source line.

const PROPERTY_ROWS = 12;
const TRAY_CHIPS = 40;
const SAYS = new Map([["killed", "fails: noticed"], ["survived", "still holds"], ["unknown", "undecided"], ["not-asked", "not asked"]]);

const PROVES = new Map([["survived", "Proof that every property still holds"], ["waived", "Proof that every property still holds"], ["killed", "Proof that another property still holds"], ["equivalent", "Proof that nothing differs"]]);

const names = (list, most = 4) => {
  const parts = list.slice(0, most).flatMap((name, i) => [i ? ", " : "", h("code", null, name)]);
  return list.length > most ? [...parts, ` and ${list.length - most} more`] : parts;
};

function verdictWords(e) {
  const m = e.m;
  switch (e.kind) {
    case "killed":
      return [names(m.killed_by), m.killed_by.length === 1 ? " no longer holds: the change is noticed." : " no longer hold: the change is noticed."];
    case "survived":
    case "waived": {
      const d = m.difference;
      if ((m.tags ?? []).includes("unreached")) return [`No execution runs this code${withinWords}: try more of it.`];
      if (!d) return [`No property notices${withinWords}.`];
      const within = m.masked_within ?? 0;
      const searched = within ? `, with no difference at an output within ${within} ${within === 1 ? "step" : "steps"}` : "";
      const masked = (m.tags ?? []).includes("masked") ? ", though no output shows it" : searched;
      return [h("code", null, d.observable), ` differs at step ${d.step}${masked}, and every property still holds${withinWords}. Should one have failed?`];
    }
    default:
      return [KINDS.get(e.kind).says];
  }
}

// The changed lines before and after.
function diff(e) {
  const [a, b] = [e.from, e.to];
  const { lines } = files[e.file];
  const first = Array.from(lines[a[0] - 1] ?? "");
  const last = Array.from(lines[b[0] - 1] ?? "");
  if (a[0] > lines.length || first.slice(a[1] - 1).length === 0) {
    return h("p", { class: "diff" }, changeNodes(e, 400));
  }
  const head = first.slice(0, a[1] - 1).join("");
  const tail = last.slice(b[1] - 1).join("");
  const row = (sign, tag, text, number) => {
    const parts = text.split("\n");
    return parts.map((part, i) => {
      const blank = i === 0 ? head : part.match(/^\s*/u)[0];
      const rest = i === 0 ? part : part.slice(blank.length);
      return h("div", { class: `d-${tag}` },
        h("span", { class: "no" }, number + i), h("span", { class: "sign", "aria-hidden": "true" }, sign),
        h("code", null, blank, rest ? h(tag, null, rest) : "", i === parts.length - 1 ? tail : ""));
    });
  };
  const minus = row("−", "del", e.m.original, a[0]);
  const gone = e.m.replacement === "" && head.trim() === "" && tail.trim() === "";
  const plus = gone ? [] : row("+", "ins", e.m.replacement, a[0]);
  const free = e.m.replacement === "" ? h("p", { class: "reason" }, e.m.target === "assertion" ? "Removed: nothing is assumed here." : "Removed: what it defines may take any value.") : null;
  return [h("div", { class: "diff", role: "group", "aria-label": changeText(e) }, minus, plus), free];
}

function notices(e) {
  const m = e.m;
  const list = m.notices;
  if (list.length === 0 || e.kind === "invalid") return [];
  const weight = new Map([["killed", 0], ["unknown", 1], ["survived", 2], ["not-asked", 3]]);
  const sorted = [...list].sort((x, y) => (weight.get(x.verdict) ?? 4) - (weight.get(y.verdict) ?? 4));
  const row = (n) => h("tr", { class: `n-${SAYS.has(n.verdict) ? n.verdict : "unknown"}` },
    h("th", { scope: "row" }, n.property),
    h("td", null, (SAYS.get(n.verdict) ?? n.verdict) + (n.verdict === "survived" ? withinWords : "")),
    h("td", { class: "muted" }, [n.stage, n.reason].filter(Boolean).join(": ")));
  const { body, more } = growing(sorted, row, PROPERTY_ROWS, "properties");
  return [h("h4", null, "What the properties say"), h("table", { class: "plain" }, body), more];
}

// What is known of executions that no property notices.
function toldPassing(p) {
  if (p.verdict === "unknown") return "Whether there is one was too hard to decide.";
  if (p.verdict === "none") {
    const condition = (p.required ?? [])[p.met];
    return condition ? `There are some, but at the end of none of them the condition ${condition} holds.` : "There is none: no execution runs the changed code and satisfies every assumption and every property to the end.";
  }
  const end = p.differs === true ? "It ends in another state than the original." : p.differs === false ? "None of them ends in another observed state than the original." : "Whether one ends in another state than the original was too hard to decide.";
  const most = p.branches.greatest ? "the most possible" : "the most that was found";
  return `${end} It takes ${p.branches.taken} of ${p.branches.total} sides of branches, ${most}.`;
}

function evidence(e) {
  const m = e.m;
  const out = [];
  const [original, mutated] = [traceOf(m.difference?.trace), traceOf(m.difference?.mutant_trace)];
  if (original && mutated) {
    out.push(h("h4", null, "An execution that tells them apart and breaks no property"), differenceTables(m.difference, original, mutated), functionTables(original));
  }
  if (m.passing) {
    out.push(h("h4", null, "Executions that no property notices"), h("p", { class: "reason" }, toldPassing(m.passing)));
    if (m.passing.run) out.push(runTable(m.passing.run, "the changed model"));
  }
  const trace = traceOf(m.trace);
  if (trace) {
    const failing = failingIn(trace, m.killed_by);
    const title = failing.length ? [names(failing), ` ${failing.length === 1 ? "fails" : "fail"} at step ${trace.length - 1}`] : ["The counterexample"];
    out.push(h("h4", null, title), traceTable(trace, m.killed_by, "the changed model"), functionTables(trace));
  }
  if (m.tree) {
    out.push(h("h4", null, `${m.tree.property} fails: ${m.tree.formula}`), m.tree.picture ? drawing(m.tree.picture) : h("p", { class: "reason" }, m.tree.reason),
      h("details", { open: !m.tree.picture }, h("summary", null, "Branch by branch"), h("pre", null, m.tree.text)));
  }
  const excluded = traceOf(m.excluded?.trace);
  if (excluded) {
    const [has, lacks] = m.excluded.by === "mutant" ? ["original", "mutant"] : ["mutant", "original"];
    out.push(h("h4", null, `An execution of the ${has} that the assumptions of the ${lacks} exclude at step ${m.excluded.step}`), traceTable(excluded, [], `the ${has}`), functionTables(excluded));
  }
  out.push(certificateDetails(m.certificate, `${PROVES.get(e.kind) ?? "Proof"}${withinWords}`));
  return out;
}

// A certificate, folded up; nothing where there is none.
function certificateDetails(id, title) {
  const proof = id && evidenceOf("certificates", id);
  return proof ? h("details", null,
    h("summary", null, `${title}: ${proof.k}-inductive, ${count(proof.lemmas.length, "lemma")}`),
    h("pre", { class: "lemmas" }, proof.lemmas.length ? proof.lemmas.join("\n") : "The properties suffice by themselves.")) : null;
}

// What `text` says when the button is pressed.
function copyButton(label, text, props = { class: "quiet" }) {
  const it = button({ ...props, click: async () => {
    let done = true;
    const copied = text();
    try {
      await navigator.clipboard.writeText(copied);
    } catch {
      const field = h("textarea", { class: "unseen", readonly: true }, copied);
      document.body.append(field);
      field.select();
      done = document.execCommand("copy");
      field.remove();
      it.focus();
    }
    it.textContent = done ? "Copied" : "Press Ctrl+C";
    say(done ? "Copied." : "Copying is not allowed here.");
    setTimeout(() => { it.textContent = label; }, 1500);
  } }, label);
  return it;
}

const waivedBy = (w) => [w.author, w.date, w.expires ? `until ${w.expires}` : null].filter(Boolean).map((text, i) => (i ? `, ${text}` : ` – ${text}`)).join("");

// A text as TOML writes it: as JSON does, but for a character that TOML wants escaped.
const tomlText = (text) => JSON.stringify(text).replaceAll("\u007f", "\\u007F");

// A waiver for assay.toml. The reason is left to the reader: without one it is refused.
function waiverText(key, value, hash) {
  const today = new Date().toISOString().slice(0, 10);
  return ["[[waiver]]", `${key} = ${tomlText(value)}`, `element = ${tomlText(hash)}`, 'reason = "" # why this is fine; without a reason it is refused', 'author = ""', `date = ${today}`, "# expires = YYYY-MM-DD", ""].join("\n");
}

// For the mutant, its group where there is one, and its element.
function waiverButtons(e) {
  const m = e.m;
  if (m.verdict !== "survived" || !m.element_hash) return null;
  const alike = (folds.get(e.head)?.length ?? 0) + 1;
  const copy = (label, key, value) => copyButton(label, () => waiverText(key, value, m.element_hash), {});
  return h("div", { class: "waive", role: "group", "aria-label": "Copy a waiver for assay.toml" },
    h("span", { class: "muted" }, "Fine as it is? Copy a waiver for"),
    copy("this mutant", "fingerprint", m.fingerprint),
    alike > 1 ? copy(`its group of ${alike}`, "group", m.fingerprint) : null,
    copy(`element ${clip(m.element, 24)}`, "name", m.element));
}

const link = (e) => h("a", { href: `#m=${encodeURIComponent(e.m.id)}` }, e.m.id);

function relatives(e) {
  const out = [];
  if (e.head !== e) out.push(h("p", null, "Folded under ", link(e.head), ", which tells the same story."));
  const under = folds.get(e) ?? [];
  if (under.length) out.push(h("p", null, "Tells the story of ", under.slice(0, 8).flatMap((x, i) => [i ? ", " : "", link(x)]), under.length > 8 ? ` and ${under.length - 8} more` : ""));
  return out;
}

function card(e) {
  const m = e.m;
  const kind = KINDS.get(e.kind);
  const replay = `${sizeOf(m)?.replay ?? doc.replay} ${quoted(m.id)}`;
  const facts = [several ? lineName(m) : null, `element ${m.element}`, `operator ${m.operator}`, m.stage ? `decided by ${m.stage}` : null, m.checked?.ok ? `checked by ${m.checked.by}` : "not checked", ...(m.tags ?? []), ...sizeNotes(m), ...effortNotes(m), ...invariantNotes(m)];
  return h("article", { class: `card k-${e.kind}`, id: "card", tabindex: "-1", "aria-label": `${kind.name}: ${m.id}` },
    h("header", null,
      h("span", { class: "badge" }, h("span", { class: "glyph" }, kind.glyph), kind.name),
      h("a", { class: "id", href: `#m=${encodeURIComponent(m.id)}`, title: "Link to this mutant" }, m.id),
      m.rank ? h("span", { class: "muted" }, `no. ${m.rank} to read`) : null,
      h("span", { class: "walk" },
        button({ class: "quiet", "aria-label": "Previous mutant (k)", title: "Previous (k)", click: () => go(-1) }, "↑"),
        button({ class: "quiet", "aria-label": "Next mutant (j)", title: "Next (j)", click: () => go(1) }, "↓"),
        button({ class: "quiet", "aria-label": "Close (Esc)", title: "Close (Esc)", click: close }, "×"))),
    h("p", { class: "verdict" }, verdictWords(e)),
    m.reason ? h("p", { class: "reason" }, e.kind === "killed" ? `Kind of fault: ${m.reason}` : m.reason) : null,
    m.waived ? h("p", { class: "reason" }, h("b", null, "Waived: "), m.waived.reason, waivedBy(m.waived)) : null,
    diff(e),
    evidence(e),
    notices(e),
    relatives(e),
    h("div", { class: "replay" }, h("code", null, replay), copyButton("Copy", () => replay)),
    waiverButtons(e),
    h("p", { class: "facts muted" }, facts.filter(Boolean).join(" · ")));
}

function tray(e) {
  const all = (files[e.file].anchored.get(e.m.line) ?? []).filter((x) => place.has(x) || x === e).sort(byPlace);
  const start = Math.max(0, Math.min(all.indexOf(e) - TRAY_CHIPS / 2, all.length - TRAY_CHIPS));
  const chips = all.slice(start, start + TRAY_CHIPS).map((x) =>
    button({ class: `chip k-${x.kind}`, "aria-pressed": x === e ? "true" : "false", title: x.m.id, click: () => select(x, { open: true, focus: true }) },
      h("span", { class: "glyph" }, KINDS.get(x.kind).glyph), changeNodes(x, 14)));
  const rest = all.length - chips.length;
  return h("div", { class: "tray" },
    all.length > 1 ? h("div", { class: "chips", role: "group", "aria-label": `Mutants of ${lineName(e.m)}` }, chips, rest ? h("span", { class: "muted" }, `and ${rest} more in the list`) : null) : null,
    card(e));
}
