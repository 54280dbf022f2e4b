// The top of the page answers the question that the tool is about, in words first and numbers second.

function answer() {
  const { killed, survived, unknown } = doc.summary;
  const scored = killed + survived + unknown;
  if (scored === 0) return ["open", "Nothing to score: no change of this model can be noticed or missed."];
  if (survived > 0) {
    return ["bad", `Not yet: ${survived === 1 ? "1 change" : `${survived.toLocaleString("en")} changes`} of ${scored.toLocaleString("en")} ${survived === 1 ? "goes" : "go"} unnoticed.`];
  }
  if (unknown > 0) return ["open", `Perhaps: nothing went unnoticed, but ${count(unknown, "change is", "changes are")} undecided.`];
  return ["good", "Yes, as far as these changes can tell: each is noticed by a property."];
}

function scoreText() {
  const range = doc.summary.score_range;
  if (!range) return "–";
  return range[0] === range[1] ? percent(range[0]) : `${range[0].toFixed(2)} – ${percent(range[1])}`;
}

// What limits the numbers must be read before the numbers.
function notes() {
  const out = [];
  const note = (tone, ...text) => out.push(h("p", { class: `note ${tone}` }, ...text));
  if (!doc.complete) note("bad", h("b", null, "Incomplete"), doc.cut ? `: ${doc.cut}.` : ".", " The numbers may still change.");
  if (withinWords) note("open", `All proofs on this page hold${withinWords}, not beyond.`);
  if (sizes.length) note(doc.stable === null ? "open" : "good", stability());
  const unproved = sizes.filter((s) => s.original === "unknown").map((s) => `${s.name}=${s.size}`);
  if (unproved.length) note("open", `At ${unproved.join(", ")} the original is not proved as a whole: kills there are of limited confidence.`);
  for (const b of leftOut) {
    note("open", h("code", null, b.name), ` is ${toldVerdict(b)} on the original and left out`, b.reason ? `: ${b.reason}` : ".");
  }
  if (doc.sample) {
    const s = doc.sample;
    const range = s.interval ? `; with ${s.confidence} % confidence the score of all is between ${percent(s.interval[0])} and ${percent(s.interval[1])}` : "";
    note("open", `A sample of ${count(s.size, "mutant")} of ${s.of.toLocaleString("en")} (seed ${s.seed})${range}.`);
  }
  for (const limit of doc.limits ?? []) {
    note("open", `${limit.text} (${limit.left_out.toLocaleString("en")} left out)`);
    if (!limit.elements?.length) continue;
    const named = limit.elements.flatMap((e, i) => [i ? ", " : "", h("code", null, e.name), ` (${lineName(e)})`]);
    note("open", "Left out: ", ...named, ".");
  }
  for (const gate of doc.gates ?? []) {
    const fresh = gate.new?.length ? `: ${gate.new.slice(0, 5).join(", ")}${gate.new.length > 5 ? " …" : ""}` : "";
    const got = gate.wanted === undefined || gate.wanted === null ? fresh : ` ${gate.wanted}: got ${gate.got ?? "none"}`;
    const [tone, word] = gate.passed ? ["good", "passed"] : gate.open ? ["open", "open"] : ["bad", "failed"];
    note(tone, h("b", null, `Gate ${word}. `), `${gate.gate}${got}`);
  }
  return out;
}

function tile(kind) {
  const { glyph, name, says } = KINDS.get(kind);
  const n = tally.get(kind);
  const pick = () => {
    showOnly({ kinds: new Set([kind]) });
    openTab("source");
    byId("list").focus();
  };
  return button(
    { class: `tile k-${kind}`, disabled: n === 0, click: pick, "aria-label": `${n} ${name}. ${says} Show them.` },
    h("span", { class: "n" }, n.toLocaleString("en")),
    h("span", { class: "name" }, h("span", { class: "glyph" }, glyph), name),
    h("span", { class: "says" }, says),
  );
}

function renderSummary() {
  const s = doc.summary;
  const scored = s.killed + s.survived + s.unknown;
  const [tone, words] = answer();
  const label = `${s.killed} killed, ${s.unknown} unknown, ${s.survived} survived`;
  const kinds = ["survived", "killed", "unknown", "equivalent", "vacuous", "invalid"];
  if (tally.get("waived")) kinds.splice(1, 0, "waived");
  byId("summary").append(
    ...notes(),
    h("div", { class: "answer" },
      h("div", { class: "score" },
        h("span", { class: "big" }, scoreText()),
        h("span", { class: "muted" }, `${s.killed.toLocaleString("en")} of ${count(scored, "scored mutant")} killed`)),
      h("div", null,
        h("p", { class: "question" }, "Have I written enough properties?"),
        h("h2", { class: `t-${tone}` }, words),
        h("p", { class: "lead" },
          "A mutant is the model with one small change. A property that no longer holds notices, or kills, it. ",
          s.survived > 0 ? "For each survivor ask: should a property have failed here? If so, that property is missing." : null))),
    bar([["killed", s.killed], ["unknown", s.unknown], ["survived", s.survived]], scored, label),
    h("div", { class: "tiles" }, kinds.map(tile)),
  );
}
