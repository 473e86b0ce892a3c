// What ties the page together: steps, keys, the address, tips, columns, and light or dark.

// Of a large page data and rows are packed; whoever opens a part of it gets it unpacked.
const unpacked = async (text) => {
  const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
};

const source = document.getElementById("data");
const [records, parts] = source.type === "text/plain" ? await unpacked(source.textContent)
  : [JSON.parse(source.textContent), []];
const courses = records.map((data, number) => new Course(data, number));
const stages = new Map();
const still = window.matchMedia("(prefers-reduced-motion: reduce)");
let latest = 0;

// What is put in was written with the page and escaped there.
const fill = (inside) => {
  for (const place of inside.querySelectorAll("[data-packed]")) {
    place.innerHTML = parts[Number(place.dataset.packed)];
    place.removeAttribute("data-packed");
  }
};
document.addEventListener("toggle", (event) => { if (event.target instanceof HTMLDetailsElement) fill(event.target); }, true);

document.documentElement.classList.add("js");

const written = () => {
  const steps = courses.map((course) => (course.data.ordered ? course.step : 0));
  const shown = document.querySelector(".switch [aria-pressed='true']");
  const panel = shown && shown.dataset.show !== "0" ? `&show=${shown.dataset.show}` : "";
  const address = `#step=${steps.join(",")}${panel}`;
  // Where the page stands in another one, its address may be out of reach.
  try { window.history.replaceState(null, "", address); } catch { /* nothing to remember */ }
};

const rowAt = (number) => {
  const { step } = courses[number];
  if (step === 0) return null;
  const root = document.getElementById(`c${number}`);
  const found = root.querySelector(`.row[data-step="${step}"]`);
  if (found || !root.querySelector("[data-packed]")) return found;
  const row = courses[number].row();
  if (!row) return null;
  // Only the layer in which it stands is unpacked.
  const layer = row.rule ? root.querySelector(".routine")
    : [...root.querySelectorAll(".stratum")].find((one) => one.dataset.layer === courses[number].data.layers[row.layer][3]);
  if (layer) fill(layer);
  return root.querySelector(`.row[data-step="${step}"]`);
};

// Opens whatever it is folded into.
const reveal = (row) => {
  for (let folded = row.closest("details"); folded; folded = folded.parentElement.closest("details")) folded.open = true;
};

const setStep = (number, step, remember = true) => {
  const course = courses[number];
  latest = number;
  course.goTo(step);
  stages.get(number).draw();
  const root = document.getElementById(`c${number}`);
  if (course.data.ordered) {
    for (const row of root.querySelectorAll(".row.current, .node.current")) row.classList.remove("current");
    for (const button of root.querySelectorAll(".go[aria-current]")) button.removeAttribute("aria-current");
    const row = rowAt(number);
    if (row) {
      row.classList.add("current");
      row.querySelector(".go").setAttribute("aria-current", "step");
      reveal(row);
      for (const node of row.closest(".stratum").querySelectorAll(".node")) {
        if (node.dataset.effect.split("\n").includes(row.dataset.effect)) node.classList.add("current");
      }
    }
    if (remember) keepInSight(number, row);
  }
  if (remember) written();
};

// The board and the step's text stay in sight; beside them the row does, too.
const keepInSight = (number, row) => {
  const stage = stages.get(number).root;
  const [box, high] = [stage.getBoundingClientRect(), window.innerHeight];
  const beside = row && row.getBoundingClientRect().right <= box.left;
  const behavior = still.matches ? "auto" : "smooth";
  if (beside) {
    const at = row.getBoundingClientRect();
    if (at.top >= 8 && at.bottom <= high - 8) return;
    // A long row at its beginning.
    window.scrollBy({ top: at.top - Math.max(16, (high - at.height) / 2), behavior });
  } else if (box.top < 0 || box.bottom > high) {
    window.scrollBy({ top: box.height > high ? box.top : box.bottom > high ? box.bottom - high + 4 : box.top - 4, behavior: "auto" });
  }
};

const show = (panel) => {
  const group = document.getElementById(`p${panel}`).closest(".group");
  for (const button of group.querySelectorAll(".switch button")) {
    button.setAttribute("aria-pressed", String(button.dataset.show === String(panel)));
  }
  for (const one of group.querySelectorAll(".panels > .panel")) {
    one.classList.toggle("shown", one.dataset.panel === String(panel));
  }
};

const readAddress = () => {
  const wanted = new URLSearchParams(window.location.hash.slice(1));
  const steps = (wanted.get("step") || "").split(",").map((one) => Number.parseInt(one, 10));
  // A link to a row is one to its step, whatever the row is folded into.
  const [, linked, place] = /^#c(\d+)-r(\d+)$/.exec(window.location.hash) || [];
  const aim = linked && courses[linked] && courses[linked].data.rows[place - 1];
  if (aim && aim.step) steps[linked] = aim.step;
  courses.forEach((course, number) => {
    // Columns open at the step where they part, everything else on the answer.
    const parted = document.querySelector(`#c${number} .row.parts`);
    const first = parted && courses.length > 1 ? Number(parted.dataset.step) : course.last;
    const at = Number.isFinite(steps[number]) ? steps[number] : first;
    setStep(number, course.data.ordered ? at : course.last, false);
  });
  latest = 0;
  for (const group of document.querySelectorAll(".panels")) if (group.firstElementChild) show(group.firstElementChild.dataset.panel);
  if (aim) {
    const root = document.getElementById(`c${linked}`);
    if (!document.getElementById(`c${linked}-r${place}`)) fill(root);
    // Of very many rows those that say what is said already are left out.
    const row = document.getElementById(`c${linked}-r${place}`);
    show(courses[linked].data.panel);
    if (row) {
      reveal(row);
      row.scrollIntoView({ block: "center" });
    }
  }
  const panel = wanted.get("show");
  if (panel && document.getElementById(`p${panel}`)) show(panel);
};

// One column, or all of its group that have steps.
const groupOf = (number) => document.getElementById(`c${number}`).closest(".group");
const move = (number, step) => {
  const group = groupOf(number);
  const joined = group.querySelector(".joined input");
  if (joined && joined.checked) {
    courses.forEach((course, other) => {
      if (other !== number && course.data.ordered && groupOf(other) === group) setStep(other, step, false);
    });
  }
  setStep(number, step);
};
for (const joined of document.querySelectorAll(".joined")) {
  const group = joined.closest(".group");
  joined.hidden = courses.filter((course, number) => course.data.ordered && groupOf(number) === group).length < 2;
}

courses.forEach((course, number) => {
  const root = document.querySelector(`[data-stage="${number}"]`);
  stages.set(number, new Stage(course, root, (step) => move(number, step)));
});

const courseOf = (element) => {
  const root = element.closest("[data-course]");
  return root ? Number(root.dataset.course) : null;
};

document.addEventListener("click", (event) => {
  const target = event.target instanceof Element ? event.target : null;
  if (!target) return;
  const go = target.closest(".go");
  if (go) { move(courseOf(go), Number(go.dataset.step)); return; }
  const value = target.closest("button.value, button.change");
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
  const told = target.closest(".clause[aria-describedby]");
  if (told) {
    const again = tip.pinned === told;
    tip.hide();
    if (!again) tip.show(told, true);
  } else if (!target.closest(".tip")) tip.hide();
});

const pointed = (event) => {
  const target = event.target instanceof Element ? event.target.closest(".clause[aria-describedby]") : null;
  if (target) tip.show(target);
};
const left = (event) => {
  if (event.target instanceof Element && event.target.closest(".clause") && tip.pinned === null) tip.hide();
};
document.addEventListener("pointerover", (event) => { if (event.pointerType !== "touch") pointed(event); });
document.addEventListener("pointerout", (event) => { if (event.pointerType !== "touch") left(event); });
document.addEventListener("focusin", pointed);
document.addEventListener("focusout", () => tip.hide());
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
const called = { auto: "as the system", light: "light", dark: "dark" };
const setTheme = (wanted) => {
  const now = themes.includes(wanted) ? wanted : "auto";
  document.documentElement.dataset.theme = now;
  theme.textContent = `Theme: ${called[now]}`;
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

// On paper everything is open, and the board is that of the end.
const opened = [];
const leftAt = [];
const atTheEnd = (course, stage, step, view) => { course.goTo(step); stage.view = view; stage.draw(); };
window.addEventListener("beforeprint", () => {
  fill(document);
  for (const one of document.querySelectorAll("details:not([open])")) { one.open = true; opened.push(one); }
  for (const [number, stage] of stages) {
    const course = courses[number];
    leftAt.push([course, stage, course.step, stage.view]);
    atTheEnd(course, stage, course.last, course.data.ordered ? "after" : stage.view);
  }
});
window.addEventListener("afterprint", () => { while (opened.length) opened.pop().open = false; while (leftAt.length) atTheEnd(...leftAt.pop());});
window.addEventListener("hashchange", readAddress);

// What is narrower or wider now may be higher or lower.
window.addEventListener("resize", () => { for (const stage of stages.values()) { stage.table.high = 0; stage.table.root.style.removeProperty("--high"); } });

readAddress();
