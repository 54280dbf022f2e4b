// Our Stryker report in the viewer that everybody reads such reports with: the web component mutation-testing-elements.

import assert from "node:assert/strict";
import { test } from "node:test";
import { createRequire } from "node:module";
import { readFile } from "node:fs/promises";
import { inPages, open, screenshot } from "./harness.mjs";

const component = createRequire(import.meta.url).resolve("mutation-testing-elements/mutation-test-elements.js");
const report = JSON.parse(await readFile(inPages("stryker.json"), "utf8"));
const { summary, input } = JSON.parse(await readFile(inPages("demo.json"), "utf8"));

test("the viewer counts what we count and marks every survivor", async () => {
  const { page, troubles, close } = await open("stryker.html");
  await page.addScriptTag({ path: component });
  await page.evaluate((it) => { document.querySelector("mutation-test-report-app").report = it; }, report);
  const row = page.getByRole("row").filter({ hasText: "All files" });
  await row.waitFor();
  const numbers = (await row.innerText()).split(/\s+/u).filter((word) => /^\d+$/u.test(word)).map(Number);
  const { killed, survived, equivalent, vacuous, unknown, invalid, mutants } = summary;
  assert.deepEqual(numbers, [killed, survived, 0, 0, equivalent + vacuous, unknown, invalid, killed, survived, mutants]);

  await page.evaluate((path) => { location.hash = `mutant/${path}`; }, input.path);
  await page.getByText(`Survived (${survived})`).waitFor();
  assert.equal(await page.locator("svg.mutant-dot.Survived").count(), survived);
  await screenshot(page, "stryker");
  assert.deepEqual(troubles, []);
  await close();
});
