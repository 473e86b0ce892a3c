// What ties the page together: steps, keys, the address, tips, columns, and light or dark.

const courses = JSON.parse(document.getElementById("data").textContent).map((data, number) => new Course(data, number));
const stages = new Map();
const arcs = new Map();
const still = window.matchMedia("(prefers-reduced-motion: reduce)");
let latest = 0;

document.documentElement.classList.add("js");

const written = () => {
  const steps = courses.map((course) => (course.data.ordered ? course.step : 0));
  const shown = document.querySelector(".switch [aria-pressed='true']");
  const panel = shown && shown.dataset.show !== "0" ? `&show=${shown.dataset.show}` : "";
  const address = `#step=${steps.join(",")}${panel}`;
  // Where the page stands in another one, its address may be out of reach.
  try { window.history.replaceState(null, "", address); } catch { /* nothing to remember */ }
};

const rowAt = (number) => (courses[number].step === 0 ? null
  : document.querySelector(`#c${number} .row[data-step="${courses[number].step}"]`));

const setStep = (number, step, remember = true) => {
  const course = courses[number];
  latest = number;
  course.goTo(step);
  stages.get(number).draw();
  const root = document.getElementById(`c${number}`);
  if (course.data.ordered) {
    for (const row of root.querySelectorAll(".row.current")) row.classList.remove("current");
    for (const button of root.querySelectorAll(".go[aria-current]")) button.removeAttribute("aria-current");
    const row = rowAt(number);
    if (row) {
      row.classList.add("current");
      row.querySelector(".go").setAttribute("aria-current", "step");
      const folded = row.closest("details");
      if (folded) folded.open = true;
      if (remember) keepInSight(row);
    }
    for (const graph of arcs.get(number)) graph.take(row ? Number(row.dataset.row) : null);
  }
  if (remember) written();
};

const keepInSight = (row) => {
  // Only where rows and board stand side by side: elsewhere the board would jump away.
  const stage = stages.get(latest).root;
  if (Math.abs(stage.getBoundingClientRect().left - row.getBoundingClientRect().left) < 40) return;
  const box = row.getBoundingClientRect();
  if (box.top >= 8 && box.bottom <= window.innerHeight - 8) return;
  row.scrollIntoView({ block: "center", behavior: still.matches ? "auto" : "smooth" });
};

const show = (panel) => {
  for (const button of document.querySelectorAll(".switch button")) {
    button.setAttribute("aria-pressed", String(button.dataset.show === String(panel)));
  }
  for (const one of document.querySelectorAll(".panels > .panel")) {
    one.classList.toggle("shown", one.dataset.panel === String(panel));
  }
};

const readAddress = () => {
  const wanted = new URLSearchParams(window.location.hash.slice(1));
  const steps = (wanted.get("step") || "").split(",").map((one) => Number.parseInt(one, 10));
  courses.forEach((course, number) => {
    // Columns open at the step where they part.
    const parted = document.querySelector(`#c${number} .row.parts`);
    const first = parted && courses.length > 1 ? Number(parted.dataset.step) : 0;
    const at = Number.isFinite(steps[number]) ? steps[number] : first;
    setStep(number, course.data.ordered ? at : 1, false);
  });
  latest = 0;
  const panel = Number.parseInt(wanted.get("show") || "0", 10);
  show(document.getElementById(`p${panel}`) ? panel : 0);
};

// One column, or all of them that have steps.
const joined = document.querySelector(".joined");
const move = (number, step) => {
  const all = joined !== null && joined.firstElementChild.checked;
  courses.forEach((course, other) => {
    if (other !== number && all && course.data.ordered) setStep(other, step, false);
  });
  setStep(number, step);
};
if (joined) joined.hidden = courses.filter((course) => course.data.ordered).length < 2;

courses.forEach((course, number) => {
  const root = document.querySelector(`[data-stage="${number}"]`);
  stages.set(number, new Stage(course, root, (step) => move(number, step)));
  const graphs = [...document.querySelectorAll(`#c${number} .graph`)];
  arcs.set(number, course.data.ordered ? graphs.map((graph, at) => new Arcs(course, graph, at)) : []);
});

const courseOf = (element) => {
  const root = element.closest(".course");
  return root ? Number(root.dataset.course) : null;
};

document.addEventListener("click", (event) => {
  const target = event.target instanceof Element ? event.target : null;
  if (!target) return;
  const go = target.closest(".go");
  if (go) { move(courseOf(go), Number(go.dataset.step)); return; }
  const value = target.closest("button.value");
  if (value) {
    const number = courseOf(value);
    tellWhy(courses[number], Number(value.dataset.thing), value.dataset.characteristic, (step) => {
      setStep(number, step);
      const row = rowAt(number);
      const focus = row ? row.querySelector(".go") : stages.get(number).range;
      focus.focus();
      focus.scrollIntoView({ block: "center", behavior: still.matches ? "auto" : "smooth" });
    });
    return;
  }
  const told = target.closest(".clause[aria-describedby], .wait, .reach");
  if (told) {
    const again = tip.pinned === told;
    tip.hide();
    if (!again) { tip.show(told, true); lit(told); }
  } else if (!target.closest(".tip")) { tip.hide(); lit(null); }
});

// The arrow that belongs to what is pointed at.
const lit = (element) => {
  for (const graphs of arcs.values()) for (const graph of graphs) graph.light(-1, "");
  if (!element) return;
  const row = element.closest(".row, .edge");
  const number = courseOf(element);
  if (!row || number === null || !element.matches(".wait, .reach")) return;
  const step = Number(row.dataset.row || row.dataset.from);
  for (const graph of arcs.get(number)) graph.light(step, element.dataset.wait);
};

const pointed = (event) => {
  const target = event.target instanceof Element ? event.target.closest(".clause[aria-describedby], .wait, .reach") : null;
  if (target) { tip.show(target); lit(target); }
};
const left = (event) => {
  const target = event.target instanceof Element ? event.target.closest(".clause, .wait, .reach") : null;
  if (target && tip.pinned === null) { tip.hide(); lit(null); }
};
document.addEventListener("pointerover", (event) => { if (event.pointerType !== "touch") pointed(event); });
document.addEventListener("pointerout", (event) => { if (event.pointerType !== "touch") left(event); });
document.addEventListener("focusin", pointed);
document.addEventListener("focusout", () => { tip.hide(); lit(null); });
window.addEventListener("scroll", () => { if (tip.pinned === null) tip.hide(); }, { passive: true });

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !tip.element.hidden) {
    tip.hide();
    if (dialog.open) event.preventDefault();
    return;
  }
  const target = event.target instanceof Element ? event.target : document.body;
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || dialog.open) return;
  if (target.matches("input, select, textarea, [contenteditable]") || target.closest(".wide")) return;
  const inside = courseOf(target);
  const number = inside === null ? latest : inside;
  const course = courses[number];
  if (!course || !course.data.ordered) return;
  const to = { ArrowLeft: course.step - 1, ArrowRight: course.step + 1 };
  if (inside !== null) Object.assign(to, { Home: 0, End: course.last });
  if (!(event.key in to)) return;
  event.preventDefault();
  move(number, to[event.key]);
});

for (const button of document.querySelectorAll(".switch button")) {
  button.addEventListener("click", () => { show(button.dataset.show); written(); });
}
for (const bar of document.querySelectorAll(".switch")) bar.hidden = false;

// Light, dark, or as the system has it.
const theme = document.querySelector("button.theme");
const themes = ["auto", "light", "dark"];
const setTheme = (wanted) => {
  const now = themes.includes(wanted) ? wanted : "auto";
  document.documentElement.dataset.theme = now;
  theme.textContent = `Colours: ${now}`;
};
const kept = { get() { try { return window.localStorage.getItem("layerlaw-theme"); } catch { return null; } },
  set(value) { try { window.localStorage.setItem("layerlaw-theme", value); } catch { /* not kept */ } } };
theme.hidden = false;
theme.addEventListener("click", () => {
  const next = themes[(themes.indexOf(document.documentElement.dataset.theme) + 1) % themes.length];
  setTheme(next);
  kept.set(next);
});
setTheme(kept.get());

// On paper everything is open, the board is that of the end, and arrows go where the rows are then.
const opened = [];
const leftAt = [];
const atTheEnd = (course, stage, step, view) => { course.goTo(step); stage.view = view; stage.draw(); };
const redraw = () => { for (const graphs of arcs.values()) for (const graph of graphs) graph.draw(); };
window.addEventListener("beforeprint", () => {
  for (const one of document.querySelectorAll("details:not([open])")) { one.open = true; opened.push(one); }
  for (const [number, stage] of stages) {
    const course = courses[number];
    leftAt.push([course, stage, course.step, stage.view]);
    atTheEnd(course, stage, course.last, course.data.ordered ? "after" : stage.view);
  }
  redraw();
});
window.addEventListener("afterprint", () => { while (opened.length) opened.pop().open = false; while (leftAt.length) atTheEnd(...leftAt.pop()); redraw(); });
window.matchMedia("print").addEventListener("change", redraw);
document.addEventListener("toggle", redraw, true);
window.addEventListener("hashchange", readAddress);

readAddress();
redraw();
