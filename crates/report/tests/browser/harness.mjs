// Opens pages in a real Chromium. ASSAY_CHROMIUM is its path, ASSAY_PAGES the folder with the pages; the Rust test that starts
// these files sets both. Every page is watched for errors, for violations of its policy and for requests that leave the file.

import { after, before } from "node:test";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const pages = process.env.ASSAY_PAGES;
let browser;

before(async () => {
  browser = await chromium.launch({ executablePath: process.env.ASSAY_CHROMIUM, headless: true, args: FLAGS });
});
after(() => browser?.close());

export const inPages = (name) => join(pages, name);

// A page in a fresh profile. `troubles` fills with whatever should not have happened.
export async function open(name, { hash = "", width = 1400, height = 900, colorScheme = "light" } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const troubles = [];
  const address = pathToFileURL(inPages(name)).href;
  page.on("pageerror", (error) => troubles.push(`error: ${error.message}`));
  page.on("console", (message) => message.type() === "error" && troubles.push(`console: ${message.text()}`));
  page.on("dialog", (dialog) => {
    troubles.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(address)) troubles.push(`request: ${request.url()}`);
  });
  await page.addInitScript(() => {
    window.violations = [];
    document.addEventListener("securitypolicyviolation", (event) => window.violations.push(event.violatedDirective));
  });
  await page.goto(address + hash);
  return { page, troubles, close: () => context.close() };
}

export const screenshot = (page, name) => page.screenshot({ path: inPages(`${name}.png`) });
export const nodes = (page) => page.evaluate(() => document.getElementsByTagName("*").length);
export const current = (page) => page.locator("#list [aria-selected=true]").getAttribute("aria-label");
