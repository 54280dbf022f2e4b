// Builds nodes. The text of a model is untrusted: it reaches the page as text nodes and attribute values only, and the
// policy in the head of the page forbids every sink that would parse it as markup.

const SVG = "http://www.w3.org/2000/svg";

function fill(node, props, children) {
  for (const [key, value] of Object.entries(props ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (key === "css") for (const [name, to] of Object.entries(value)) node.style.setProperty(name, to);
    else if (typeof value === "function") node.addEventListener(key, value);
    else node.setAttribute(key, value === true ? "" : String(value));
  }
  for (const child of children.flat(Infinity)) {
    if (child !== undefined && child !== null && child !== false) node.append(child);
  }
  return node;
}

// An element; functions among the properties are listeners.
const h = (tag, props, ...children) => fill(document.createElement(tag), props, children);
const svg = (tag, props, ...children) => fill(document.createElementNS(SVG, tag), props, children);
const byId = (id) => document.getElementById(id);
const button = (props, ...children) => h("button", { type: "button", ...props }, ...children);

const oneLine = (text) => text.replace(/\s+/gu, " ").trim();

function clip(text, most) {
  const line = oneLine(text);
  return line.length <= most ? line : line.slice(0, most - 1).trimEnd() + "…";
}

const count = (n, one, many) => `${n.toLocaleString("en")} ${n === 1 ? one : (many ?? one + "s")}`;
const percent = (x) => `${Number.isInteger(x) ? x : x.toFixed(2)} %`;

function duration(s) {
  if (s >= 100) return `${Math.round(s)} s`;
  if (s >= 1) return `${s.toFixed(2)} s`;
  if (s >= 0.001) return `${Math.round(s * 1000)} ms`;
  return s > 0 ? "< 1 ms" : "0";
}

// One horizontal bar of consecutive parts; the numbers stand beside it as text.
function bar(parts, whole, label) {
  let x = 0;
  const rects = parts.filter(([, n]) => n > 0).map(([kind, n]) => {
    const width = (100 * n) / (whole || 1);
    const rect = svg("rect", { class: `f-${kind}`, x, width, height: 10 });
    x += width;
    return rect;
  });
  const props = { class: "barchart", viewBox: "0 0 100 10", preserveAspectRatio: "none" };
  const name = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  return svg("svg", { ...props, ...name }, svg("rect", { class: "f-rest", width: 100, height: 10 }), rects);
}

// A box that scrolls sideways by itself, so that the page never does.
const wide = (label, table) => h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": label }, table);

// The body of a table that grows on demand, so that long tables cost nothing until somebody wants them.
function growing(items, row, step, things) {
  const body = h("tbody");
  const more = button({ class: "quiet more" });
  let next = 0;
  const grow = () => {
    for (const end = Math.min(items.length, next + step); next < end; next++) body.append(row(items[next], next));
    more.hidden = next >= items.length;
    more.textContent = `Show more (${(items.length - next).toLocaleString("en")} ${things} left)`;
  };
  more.addEventListener("click", grow);
  grow();
  return { body, more };
}
