// A tree of executions as a picture: boxes, arrows and texts of the document, each a node made here.

const LOOKS = new Map([["bold", { "font-weight": "bold" }], ["italic", { "font-style": "italic" }]]);

function drawing(p) {
  const arrows = p.arrows.map((a) => [svg("path", { class: a.back ? "arrow back" : "arrow", d: a.shaft }), svg("path", { class: "tip", d: a.tip })]);
  const boxes = p.boxes.map((b) => svg("rect", { class: b.dashed ? "state in-set" : "state", x: b.x, y: b.y, width: b.width, height: b.height, rx: 6 }));
  const texts = p.texts.map((t) => svg("text", { x: t.x, y: t.y, ...LOOKS.get(t.look) }, t.text));
  const size = { width: p.width, height: p.height, viewBox: `0 0 ${p.width} ${p.height}` };
  return wide("The counterexample as a picture", svg("svg", { class: "drawing", role: "img", "aria-label": p.title, ...size }, arrows, boxes, texts));
}
