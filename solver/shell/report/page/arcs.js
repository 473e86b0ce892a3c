// Dependencies as arrows in a gutter beside the rows, drawn to where the rows really are.

const SVG = "http://www.w3.org/2000/svg";
const MOST_ARCS = 60;
const GUTTER = 44;

const drawn = (kind, attributes, ...children) => {
  const element = document.createElementNS(SVG, kind);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
};

class Arcs {
  constructor(course, graph, number) {
    this.course = course;
    this.graph = graph;
    this.key = `${course.number}-${number}`;
    this.rows = [...graph.querySelectorAll("li.row")];
    this.first = Number(this.rows[0].dataset.row);
    this.many = Number(graph.dataset.arcs) > MOST_ARCS;
    this.active = null;
    if (Number(graph.dataset.arcs) === 0) return;
    graph.classList.add("with-arcs");
    this.svg = drawn("svg", { class: "arcs", "aria-hidden": "true", focusable: "false" });
    graph.prepend(this.svg);
    new ResizeObserver(() => this.draw()).observe(graph);
  }

  // The dependencies that are shown: all of a few, of many those of the row in hand.
  edges() {
    const found = [];
    this.rows.forEach((row) => {
      const step = Number(row.dataset.row);
      const data = this.course.data.rows[step - 1];
      data.waits.forEach(([text, targets], number) => {
        each(targets, (target) => {
          const on = this.first + target;
          if (this.many && this.active !== step && this.active !== on) return;
          const loop = this.course.data.rows[on - 1].loops.some((one) => data.loops.includes(one));
          found.push({ from: step, to: on, text, number, loop });
        });
      });
    });
    return found.slice(0, 150);
  }

  middle(step) {
    const row = document.getElementById(`c${this.course.number}-r${step}`);
    // Of many rows those out of sight have no inside yet, but a place.
    let at = this.many ? row : row.querySelector(".head");
    const folded = row.closest("details:not([open])");
    if (folded) at = folded.querySelector("summary");
    const box = at.getBoundingClientRect();
    return box.top + (this.many ? 18 : Math.min(box.height, 24) / 2) - this.graph.getBoundingClientRect().top;
  }

  draw() {
    if (!this.svg) return;
    const edges = this.edges();
    edges.sort((a, b) => Math.abs(a.from - a.to) - Math.abs(b.from - b.to) || a.from - b.from);
    const marker = (id, kind) => drawn("marker", {
      id: `${id}-${this.key}`, viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto",
    }, drawn("path", { d: "M0 0 8 4 0 8z", class: kind }));
    const pieces = [drawn("defs", {}, marker("head", "point"), marker("loop", "point loop"))];
    const lanes = [];
    for (const edge of edges) {
      const [top, bottom] = [Math.min(edge.from, edge.to), Math.max(edge.from, edge.to)];
      let lane = lanes.findIndex((taken) => taken.every(([a, b]) => bottom <= a || b <= top));
      if (lane < 0) lane = lanes.push([]) - 1;
      lanes[lane].push([top, bottom]);
      const shift = edge.from < edge.to ? 3 : -3;
      const [y1, y2] = [this.middle(edge.from) + shift, this.middle(edge.to) + shift];
      const x = GUTTER - 14 - Math.min(lane, 4) * 8 - (lane > 4 ? (lane % 3) * 2 : 0);
      const d = `M${GUTTER} ${y1}C${x - 6} ${y1} ${x - 6} ${y2} ${GUTTER - 1} ${y2}`;
      const kind = edge.loop ? "arc loop" : "arc";
      const line = drawn("path", { d, class: kind, "marker-end": `url(#${edge.loop ? "loop" : "head"}-${this.key})` });
      const reach = drawn("path", { d, class: "reach", "data-from": edge.from, "data-to": edge.to, "data-wait": edge.number, "data-tip": edge.text });
      pieces.push(drawn("g", { class: "edge", "data-from": edge.from, "data-to": edge.to, "data-wait": edge.number }, line, reach));
    }
    this.svg.replaceChildren(...pieces);
  }

  // The row whose dependencies are in hand.
  take(step) {
    if (!this.svg) return;
    this.active = step;
    if (this.many) this.draw();
    for (const edge of this.svg.querySelectorAll(".edge")) {
      edge.classList.toggle("near", Number(edge.dataset.from) === step || Number(edge.dataset.to) === step);
    }
  }

  light(step, wait) {
    if (!this.svg) return;
    for (const edge of this.svg.querySelectorAll(".edge")) {
      edge.classList.toggle("lit", Number(edge.dataset.from) === step && edge.dataset.wait === wait);
    }
  }
}
