// The HTML report as a reader uses it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { readFile } from "node:fs/promises";
import { current, inPages, nodes, open, screenshot } from "./harness.mjs";

const demo = JSON.parse(await readFile(inPages("demo.json"), "utf8"));
// What mutants name by an id, in its place.
const byId = (list) => new Map(list.map((entry) => [entry.id, entry]));
const [said, traces] = [byId(demo.notices), byId(demo.traces)];
for (const m of demo.mutants) m.killed_by = said.get(m.notices).killed_by;
const survivors = demo.mutants.filter((m) => m.verdict === "survived" && !m.waived);
const property = demo.baseline.find((b) => b.verdict === "proved").name;
const killers = demo.mutants.filter((m) => m.killed_by.includes(property));
assert.ok(survivors.length > 1 && killers.length > 1, "the demo has something to show");

async function inDemo(options, use) {
  const opened = await open("demo.html", options);
  try {
    await use(opened.page);
    assert.deepEqual(opened.troubles, []);
    assert.deepEqual(await opened.page.evaluate(() => window.violations), []);
  } finally {
    await opened.close();
  }
}

const listed = async (page) => Number((await page.locator("#count").textContent()).match(/^[\d,]+/u)?.[0].replaceAll(",", "") ?? 0);

test("the summary answers the question", () => inDemo({}, async (page) => {
  await screenshot(page, "light");
  assert.match(await page.title(), /heater\.lus/u);
  const { killed, survived, unknown, score } = demo.summary;
  const scored = killed + survived + unknown;
  assert.equal(await page.locator(".answer h2").textContent(), `Not yet: ${survived} changes of ${scored} go unnoticed.`);
  const range = demo.summary.score_range.map((end) => end.toFixed(2));
  assert.equal(score, demo.summary.score_range[0]);
  assert.equal(await page.locator(".big").textContent(), `${range[0]} – ${range[1]} %`);
  const tiles = { ...demo.summary, survived: survivors.length, waived: survived - survivors.length };
  for (const kind of ["killed", "survived", "waived", "equivalent", "vacuous", "invalid", "unknown"]) {
    assert.equal(await page.locator(`.tile.k-${kind} .n`).textContent(), String(tiles[kind]), kind);
  }
  assert.match(await page.locator("#summary .note").first().textContent(), /^quick is violated/u);
  assert.match(await page.locator("#summary .note").last().textContent(), /^Gate failed\. min-score 90: got/u);
}));

test("survivors come first, in the order of their rank", () => inDemo({}, async (page) => {
  const labels = () => page.locator("#list [role=option]").evaluateAll((rows) => rows.map((row) => row.getAttribute("aria-label").split(/[ :]/u).slice(1, 4).join(":")));
  const ranked = survivors.toSorted((a, b) => a.rank - b.rank);
  const leaders = ranked.filter((m) => !m.subsumed_by);
  assert.ok(leaders.length < ranked.length, "the demo folds something");
  assert.deepEqual((await labels()).slice(0, leaders.length), leaders.map((m) => m.id));
  await page.locator("#fold").uncheck();
  assert.deepEqual((await labels()).slice(0, ranked.length), ranked.map((m) => m.id));
}));

test("filters narrow the list and the marks in the source", () => inDemo({}, async (page) => {
  await page.locator("#filters .chip.k-killed").click();
  await page.locator("#fold").uncheck();
  const all = await listed(page);
  await page.getByRole("combobox", { name: "Property" }).selectOption(`+${property}`);
  assert.equal(await listed(page), killers.length);
  assert.ok(killers.length < all);
  const { operator } = killers[0];
  await page.getByRole("combobox", { name: "Operator" }).selectOption(operator);
  const both = killers.filter((m) => m.operator === operator);
  assert.ok(both.length < killers.length);
  assert.equal(await listed(page), both.length);
  const marked = await page.locator("#code .seg").evaluateAll((marks) => new Set(marks.map((m) => m.dataset.i)).size);
  assert.ok(marked > 0 && marked <= both.length, `${marked} marks`);
  await page.getByRole("searchbox").fill("no such text anywhere");
  assert.equal(await page.locator("#count").textContent(), "No mutant passes the filter.");
  assert.equal(await page.locator("#list [role=option]").count(), 0);
}));

test("a click on a survivor shows its difference, cell by cell", () => inDemo({}, async (page) => {
  const wanted = survivors.find((m) => m.difference);
  await page.goto(`${page.url().split("#")[0]}#m=${encodeURIComponent(wanted.id)}`);
  await page.keyboard.press("Escape");
  await page.locator("#list [aria-selected=true]").click();
  const card = page.locator("#card");
  await card.waitFor();
  assert.match(await card.locator(".verdict").textContent(), new RegExp(`differs at step ${wanted.difference.step}`, "u"));
  const [trace, other] = [traces.get(wanted.difference.trace), traces.get(wanted.difference.mutant_trace)];
  const cells = trace.steps.flatMap((step, n) => trace.signals.filter((_, at) => step[at] !== other.steps[n][at]).map((place) => demo.signals[place].name));
  assert.equal(await card.locator("table.steps").count(), 2);
  assert.equal(await card.locator("td.differs").count(), 2 * cells.length);
  assert.equal(await card.locator("tr.moved").first().locator("th").textContent(), cells[0]);
  assert.equal(await card.locator(".replay code").textContent(), `${demo.replay} ${wanted.id}`);
  await screenshot(page, "open");
}));

test("an execution that only one side has is shown", () => inDemo({}, async (page) => {
  const wanted = demo.mutants.find((m) => m.excluded);
  await page.evaluate((id) => { location.hash = `m=${encodeURIComponent(id)}`; }, wanted.id);
  await page.locator("#card h4", { hasText: `exclude at step ${wanted.excluded.step}` }).waitFor();
  assert.equal(await page.locator("#card table.steps").count(), 1);
}));

test("evidence is parsed only when a mutant that names it is opened", () => inDemo({}, async (page) => {
  assert.ok((await page.locator("script[id^=traces-]").count()) > 0);
  assert.ok(!JSON.parse(await page.locator("#data").textContent()).traces.length);
}));

test("the matrix of a run that left mutants undecided counts them", () => inDemo({}, async (page) => {
  await page.locator("#tab-properties").click();
  const heads = await page.locator("table.matrix thead th").allTextContents();
  assert.equal(heads.at(-1), demo.summary.unknown > 0 ? "undecided" : "survived");
}));

test("a waived survivor says why", () => inDemo({}, async (page) => {
  const wanted = demo.mutants.find((m) => m.waived);
  await page.evaluate((id) => { location.hash = `m=${encodeURIComponent(id)}`; }, wanted.id);
  await page.locator("#card .badge", { hasText: "Waived" }).waitFor();
  assert.ok((await page.locator("#card").textContent()).includes(wanted.waived.reason));
}));

test("a killed mutant shows its killers and where they fail", () => inDemo({}, async (page) => {
  const wanted = demo.mutants.find((m) => m.verdict === "killed" && m.trace);
  await page.evaluate((id) => { location.hash = `m=${encodeURIComponent(id)}`; }, wanted.id);
  const card = page.locator("#card");
  await card.waitFor();
  for (const name of wanted.killed_by) assert.ok((await card.locator(".verdict").textContent()).includes(name), name);
  assert.ok((await card.locator("td.fails").count()) > 0);
  assert.equal(await card.locator("tr.n-killed").count(), wanted.killed_by.length);
}));

test("the replay command can be copied", () => inDemo({}, async (page) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.keyboard.press("n");
  await page.keyboard.press("Enter");
  await page.locator(".replay button").click();
  await page.locator(".replay button", { hasText: "Copied" }).waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), await page.locator(".replay code").textContent());
}));

test("the keyboard is enough", () => inDemo({}, async (page) => {
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Skip to the mutants");
  await page.keyboard.press("n");
  const first = await current(page);
  assert.match(first, /^Survived/u);
  assert.equal(await page.locator("#card").count(), 0, "moving does not open");
  await page.keyboard.press("j");
  const second = await current(page);
  assert.notEqual(second, first);
  await page.keyboard.press("k");
  assert.equal(await current(page), first);
  await page.keyboard.press("Enter");
  await page.locator("#card").waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.id), "card");
  await page.keyboard.press("j");
  assert.ok(second.includes(await page.locator("#card a.id").textContent()), "an open mutant gives way to the next");
  assert.equal(await page.evaluate(() => document.activeElement.id), "card");
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("#card").count(), 0);
  assert.equal(await page.evaluate(() => document.activeElement.id), "list");
  await page.keyboard.press("End");
  assert.match(await current(page), new RegExp(survivors.length > 0 ? "^Survived|^Unknown|^Vacuous" : ".", "u"));
  await page.keyboard.press("/");
  assert.equal(await page.evaluate(() => document.activeElement.id), "search");
  await page.keyboard.type("jkn?");
  assert.equal(await page.locator("#search").inputValue(), "jkn?", "letters are letters while typing");
  await page.locator("#search").fill("");
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  assert.ok(await page.locator("#help").evaluate((dialog) => dialog.open));
  await page.keyboard.press("Escape");
  assert.ok(!(await page.locator("#help").evaluate((dialog) => dialog.open)));
  await page.keyboard.press("2");
  assert.equal(await page.locator("#tab-properties").getAttribute("aria-selected"), "true");
  await page.locator("#tab-properties").focus();
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.locator("#tab-operators").getAttribute("aria-selected"), "true");
}));

test("focus can be seen", () => inDemo({}, async (page) => {
  for (const key of ["Tab", "Tab", "Tab", "Tab", "Tab"]) {
    await page.keyboard.press(key);
    const width = await page.evaluate(() => getComputedStyle(document.activeElement).outlineWidth);
    assert.equal(width, "2px", await page.evaluate(() => document.activeElement.outerHTML.slice(0, 80)));
  }
}));

test("a link opens its mutant whatever the filters hide", async () => {
  const wanted = demo.mutants.find((m) => m.verdict === "equivalent");
  await inDemo({ hash: `#m=${encodeURIComponent(wanted.id)}` }, async (page) => {
    assert.equal(await page.locator("#card a.id").textContent(), wanted.id);
    assert.ok((await current(page)).includes(wanted.id));
  });
  await inDemo({ hash: "#m=1:1:nothing" }, async (page) => {
    assert.equal(await page.locator("#say").textContent(), "There is no mutant 1:1:nothing.");
  });
});

test("dark follows the system and the switch", () => inDemo({ colorScheme: "dark" }, async (page) => {
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const dark = await ground();
  await page.keyboard.press("n");
  await page.keyboard.press("Enter");
  await screenshot(page, "dark");
  await page.locator("#theme").click();
  const light = await ground();
  assert.notEqual(light, dark);
  await page.locator("#theme").click();
  assert.equal(await ground(), dark);
  await page.reload();
  assert.equal(await page.locator("#theme").textContent(), "Theme: dark", "the choice is kept");
}));

test("a narrow window has no sideways scrolling", () => inDemo({ width: 480 }, async (page) => {
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await screenshot(page, "narrow");
  assert.ok((await overflow()) <= 0, "at the top");
  await page.keyboard.press("n");
  await page.keyboard.press("Enter");
  await screenshot(page, "narrow-open");
  assert.ok((await overflow()) <= 0, "with a mutant open");
  for (const view of ["2", "3", "4"]) {
    await page.keyboard.press(view);
    assert.ok((await overflow()) <= 0, `view ${view}`);
  }
}));

test("the matrix counts kills and leads to the mutants", () => inDemo({}, async (page) => {
  await page.keyboard.press("2");
  await screenshot(page, "properties");
  for (const score of demo.scores.properties) {
    const row = page.locator("#view-properties tr", { has: page.getByRole("button", { name: score.name, exact: true }) });
    assert.deepEqual(await row.locator("td.num").allTextContents(), [String(score.killed), String(score.alone)]);
  }
  const { element } = killers[0];
  const wanted = killers.filter((m) => m.element === element).length;
  const cell = page.getByRole("button", { name: `${property} kills ${wanted} mutant${wanted === 1 ? "" : "s"} of ${element}` });
  assert.equal(await cell.textContent(), String(wanted));
  await cell.click();
  assert.equal(await page.locator("#tab-source").getAttribute("aria-selected"), "true");
  assert.equal(await listed(page), wanted);
}));

test("charts are drawn for operators, stages and times", () => inDemo({}, async (page) => {
  await page.keyboard.press("3");
  const operators = new Set(demo.mutants.map((m) => m.operator)).size;
  assert.equal(await page.locator("#view-operators tbody svg").count(), operators);
  await page.keyboard.press("4");
  await screenshot(page, "run");
  assert.equal(await page.locator("#view-run tbody tr").count(), demo.stages.length);
  assert.equal(await page.locator("#view-run tbody svg").count(), 2 * demo.stages.length);
  assert.match(await page.locator("#view-run > svg").getAttribute("aria-label"), /proof of the original/u);
}));

test("cores and invariants are told", () => inDemo({}, async (page) => {
  await page.keyboard.press("4");
  const told = await page.locator("#view-run").innerText();
  assert.ok(told.includes(`${demo.core.minimal.length}: ${demo.core.minimal.join(", ")}`), told);
  assert.ok(told.includes(demo.invariants.neither.join(", ")), told);
}));

test("layers colour the elements they hold", () => inDemo({}, async (page) => {
  const layer = page.locator("#layers .l-slice");
  assert.equal(await page.locator("#code .lanes .l-slice").count(), 0);
  await layer.click();
  const lines = new Set(demo.elements.filter((e) => e.slice).flatMap((e) => Array.from({ length: e.end_line - e.line + 1 }, (_, k) => e.line + k)));
  assert.equal(await page.locator("#code .lanes .l-slice").count(), lines.size);
  await layer.click();
  assert.equal(await page.locator("#code .lanes .l-slice").count(), 0);
  const unknown = demo.elements.every((e) => typeof e.invariants !== "boolean");
  assert.equal(await page.locator("#layers .l-invariants").isDisabled(), unknown);
}));

test("roles and names are there for who cannot see it", () => inDemo({}, async (page) => {
  assert.equal(await page.getByRole("tab").count(), 4);
  assert.equal(await page.getByRole("listbox").count(), 1);
  const nameless = await page.locator("button, select, input, a").evaluateAll((controls) => controls
    .filter((c) => !(c.getAttribute("aria-label") || c.textContent.trim() || c.labels?.length))
    .map((c) => c.outerHTML.slice(0, 100)));
  assert.deepEqual(nameless.filter((c) => !c.includes("hidden")), []);
  await page.keyboard.press("n");
  const active = await page.locator("#list").getAttribute("aria-activedescendant");
  assert.equal(await page.locator(`#${active}`).getAttribute("aria-selected"), "true");
  assert.match(await page.locator("#say").textContent(), /^Survived, /u);
}));

test("paper gets the survivors and every view", () => inDemo({}, async (page) => {
  await page.pdf({ path: inPages("print.pdf") });
  assert.equal(await page.locator("#paper tbody tr").count(), survivors.length);
  assert.ok((await page.locator("#view-run table").count()) > 0);
}));

test("a result without its source still opens its mutants", async () => {
  const { page, troubles, close } = await open("bare.html");
  await page.keyboard.press("n");
  await page.keyboard.press("Enter");
  assert.ok((await current(page)).includes(await page.locator("#card a.id").textContent()));
  assert.deepEqual(troubles, []);
  await close();
});

test("hostile text stays text", async () => {
  const { page, troubles, close } = await open("hostile.html");
  const innocent = () => page.evaluate(() => ({
    flag: window.hacked,
    violations: window.violations,
    foreign: document.querySelectorAll("img, iframe, object, embed, link, base, form, svg script, [onerror], [onload], [onclick]").length,
    // Blocks of JSON are no scripts to the browser.
    scripts: [...document.scripts].filter((s) => s.type !== "application/json").length,
  }));
  const clean = { flag: undefined, violations: [], foreign: 0, scripts: 1 };
  assert.deepEqual(await innocent(), clean);
  assert.ok((await page.locator("#code").textContent()).includes("</script><img src=x onerror="));
  assert.ok((await page.title()).includes("<img src=x"));
  const hostile = JSON.parse(await readFile(inPages("hostile.json"), "utf8"));
  for (const mutant of hostile.mutants) {
    await page.evaluate((id) => { location.hash = `m=${encodeURIComponent(id)}`; }, mutant.id);
    await page.waitForFunction((id) => document.querySelector("#card a.id")?.textContent === id, mutant.id);
    for (const details of await page.locator("#card details").all()) await details.evaluate((d) => { d.open = true; });
  }
  for (const view of ["2", "3", "4", "1"]) await page.keyboard.press(view);
  await page.keyboard.press("/");
  await page.keyboard.type(`<img src=x onerror="window.hacked=1">`);
  await page.keyboard.press("Escape");
  await page.keyboard.press("2");
  await page.locator(".matrix button").first().click();
  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  assert.deepEqual(await innocent(), clean);
  assert.deepEqual(troubles, []);
  await close();
});

test("a tree of executions is drawn", async () => {
  const { page, troubles, close } = await open("demo.html");
  const demo = JSON.parse(await readFile(inPages("demo.json"), "utf8"));
  const mutant = demo.mutants.find((m) => m.tree);
  await page.evaluate((id) => { location.hash = `m=${encodeURIComponent(id)}`; }, mutant.id);
  const drawing = page.locator("#card svg.drawing");
  await drawing.waitFor();
  const { picture } = mutant.tree;
  assert.equal(await drawing.locator("rect").count(), picture.boxes.length);
  assert.equal(await drawing.locator("path").count(), 2 * picture.arrows.length);
  assert.deepEqual(await drawing.locator("text").allTextContents(), picture.texts.map((t) => t.text));
  // Its texts fit into its boxes.
  const outside = await drawing.evaluate((svg) => {
    const boxes = [...svg.querySelectorAll("rect")].map((r) => r.getBBox());
    const inside = (t, b) => t.x >= b.x && t.y >= b.y && t.x + t.width <= b.x + b.width && t.y + t.height <= b.y + b.height;
    const starts = (t, b) => t.x >= b.x && t.x < b.x + b.width && t.y >= b.y && t.y < b.y + b.height;
    const texts = [...svg.querySelectorAll("text")].map((t) => t.getBBox());
    return texts.filter((t) => boxes.some((b) => starts(t, b)) && !boxes.some((b) => inside(t, b))).length;
  });
  assert.equal(outside, 0);
  await page.locator("#card").screenshot({ path: inPages("tree.png") });
  assert.deepEqual(troubles, []);
  await close();
});

test("the policy stops what the escaping would let through", async () => {
  const { page, close } = await open("demo.html");
  const tried = await page.evaluate(async () => {
    const refused = [];
    const attempt = (name, act) => {
      try {
        act();
      } catch {
        refused.push(name);
      }
    };
    attempt("markup", () => { document.body.appendChild(document.createElement("div")).innerHTML = "<img src=x onerror='window.hacked=1'>"; });
    attempt("handler", () => document.body.setAttribute("onclick", "window.hacked=1"));
    attempt("script", () => {
      const script = document.createElement("script");
      script.append("window.hacked=1");
      document.body.append(script);
    });
    attempt("image", () => document.body.append(Object.assign(document.createElement("img"), { src: "https://example.invalid/x.png" })));
    document.body.click();
    await new Promise((done) => { setTimeout(done, 200); });
    return { refused, hacked: window.hacked, violations: window.violations.length };
  });
  assert.equal(tried.hacked, undefined);
  assert.ok(tried.refused.includes("markup"), "markup is refused at the sink");
  assert.ok(tried.violations >= 3, `${tried.violations} violations`);
  await close();
});

test("ten thousand mutants open and answer", async () => {
  const { page, troubles, close } = await open("large.html");
  const large = 10_000;
  assert.match(await page.locator("#count").textContent(), /of 10,000\b/u);
  const counts = [await nodes(page)];
  await page.locator("#fold").uncheck();
  await page.keyboard.press("n");
  await page.keyboard.press("Enter");
  await page.locator("#card").waitFor();
  for (let i = 0; i < 40; i++) await page.keyboard.press("j");
  counts.push(await nodes(page));
  await page.locator("#list").focus();
  await page.keyboard.press("End");
  counts.push(await nodes(page));
  await page.locator("#search").fill("v100 ");
  const found = await listed(page);
  assert.ok(found > 0 && found < large, `${found} found`);
  await page.locator("#search").fill("");
  for (const kind of ["killed", "equivalent"]) await page.locator(`#filters .chip.k-${kind}`).click();
  counts.push(await nodes(page));
  for (const share of [0.25, 0.5, 0.75, 1]) {
    await page.evaluate((at) => scrollTo(0, at * document.documentElement.scrollHeight), share);
    await page.evaluate(() => new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(done)); }));
    counts.push(await nodes(page));
  }
  for (const view of ["2", "3", "4"]) await page.keyboard.press(view);
  counts.push(await nodes(page));
  assert.ok(Math.max(...counts) < large, `nodes: ${counts.join(", ")}`);
  assert.deepEqual(troubles, []);
  await close();
});

test("an incomplete result says so before anything else", async () => {
  const { page, troubles, close } = await open("large.html");
  assert.match(await page.locator("#summary > .note").first().textContent(), /^Incomplete: /u);
  assert.match(await page.locator(".big").textContent(), /^\d+\.\d\d – \d+\.\d\d %$/u);
  assert.deepEqual(troubles, []);
  await close();
});

test("a model of two files has a tab for each, and a mutant opens its own", async () => {
  const files = JSON.parse(await readFile(inPages("files.json"), "utf8"));
  const { page, troubles, close } = await open("files.html");
  try {
    const [first, second] = files.input.files.map((f) => f.path);
    const tabs = page.locator("#files button");
    assert.equal(await tabs.count(), 2);
    const shown = () => page.locator("#files [aria-pressed=true]").textContent();
    assert.ok((await shown()).startsWith(first));
    assert.ok((await page.locator("#L1").textContent()).includes(files.source[0].text.split("\n")[0]));
    const there = files.mutants.find((m) => m.file === second && m.verdict === "survived");
    await page.evaluate((id) => { location.hash = `m=${encodeURIComponent(id)}`; }, there.id);
    await page.locator("#card").waitFor();
    assert.ok((await shown()).startsWith(second));
    assert.ok((await page.locator(`#L${there.line}`).textContent()).includes(there.original));
    assert.ok((await page.locator("#card").textContent()).includes(`${second}, line ${there.line}`));
    await screenshot(page, "files");
    await tabs.first().click();
    assert.equal(await page.locator("#card").count(), 0, "it is in the other file");
    await tabs.last().click();
    assert.equal(await page.locator("#card").count(), 1, "and still open there");
    const here = files.mutants.filter((m) => m.file === second);
    const killed = here.filter((m) => m.verdict === "killed").length;
    assert.ok((await shown()).endsWith(`${killed} of ${here.length} killed`));
    await page.keyboard.press("Escape");
    await page.keyboard.press("j");
    assert.ok((await shown()).startsWith(first), "the next mutant is in the first file");
    assert.deepEqual(troubles, []);
    assert.deepEqual(await page.evaluate(() => window.violations), []);
  } finally {
    await close();
  }
});

test("what holds within a bound is never told as a proof, and a lasso shows what repeats", async () => {
  const bounded = JSON.parse(await readFile(inPages("bounded.json"), "utf8"));
  const { page, troubles, close } = await open("bounded.html");
  try {
    assert.match(await page.locator("#summary .note").first().textContent(), /hold within unwind 4, not beyond/u);
    const killed = bounded.mutants.find((m) => m.verdict === "killed");
    await page.evaluate((id) => { location.hash = `m=${encodeURIComponent(id)}`; }, killed.id);
    await page.locator("#card", { hasText: killed.reason }).waitFor();
    const trace = bounded.traces.find((t) => t.id === killed.trace);
    assert.equal(await page.locator("#card th.loop").count(), trace.steps.length - trace.loop);
    assert.match(await page.locator("#card").textContent(), /so this repeats for ever/u);
    await screenshot(page, "bounded");
    const survivor = bounded.mutants.find((m) => m.difference);
    await page.evaluate((id) => { location.hash = `m=${encodeURIComponent(id)}`; }, survivor.id);
    await page.locator("#card .verdict", { hasText: "every property still holds within unwind 4" }).waitFor();
    await page.locator("#tab-properties").click();
    const properties = await page.locator("#view-properties").textContent();
    assert.match(properties, /overflow; proved within unwind 4/u);
    assert.match(properties, /fills is proved by this execution/u);
    assert.match(properties, /overflows is violated within unwind 4: it can never hold/u);
    assert.equal(await page.locator("#view-properties details pre").count(), 1);
    assert.deepEqual(troubles, []);
    assert.deepEqual(await page.evaluate(() => window.violations), []);
  } finally {
    await close();
  }
});

test("a waiver for a survivor, its group or its element can be copied", () => inDemo({}, async (page) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const wanted = survivors.find((m) => m.element_hash && survivors.some((other) => other.subsumed_by === m.id));
  await page.evaluate((id) => { location.hash = `m=${encodeURIComponent(id)}`; }, wanted.id);
  const group = survivors.filter((m) => m.subsumed_by === wanted.id).length + 1;
  for (const [label, key, value] of [["this mutant", "fingerprint", wanted.fingerprint], [`its group of ${group}`, "group", wanted.fingerprint], [`element ${wanted.element}`, "name", wanted.element]]) {
    await page.locator(".waive button", { hasText: label }).click();
    await page.locator(".waive button", { hasText: "Copied" }).waitFor();
    const lines = (await page.evaluate(() => navigator.clipboard.readText())).split("\n");
    assert.equal(lines[0], "[[waiver]]");
    assert.equal(lines[1], `${key} = "${value}"`);
    assert.equal(lines[2], `element = "${wanted.element_hash}"`);
    assert.match(lines[3], /^reason = ""/u);
    assert.match(lines[5], /^date = \d{4}-\d{2}-\d{2}$/u);
    if (key === "group") {
      await page.locator(".waive").scrollIntoViewIfNeeded();
      await screenshot(page, "waiver");
    }
    await page.locator(".waive button", { hasText: label }).waitFor();
  }
}));
