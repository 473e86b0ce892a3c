// The dialog that tells where a value comes from, and the tip that tells what a clause says.

// An element; children that are text are never read as HTML.
const make = (name, options = {}, ...children) => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(options)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
};

const name = (text, kind = null) => make("bdi", { class: kind }, text);

const glossaryOf = (panel, clause) => {
  for (const term of document.querySelectorAll(`#p${panel} .clauses dt`)) {
    if (term.dataset.clause === clause) return term.nextElementSibling;
  }
  return null;
};

const clauseButton = (panel, clause) => {
  const entry = glossaryOf(panel, clause);
  if (!entry) return make("span", { class: "clause" }, clause);
  return make("button", {
    type: "button", class: "clause", "data-clause": clause, "aria-describedby": entry.id,
  }, clause);
};

const spaced = (elements) => elements.flatMap((one) => [" ", one]);

const reasonItem = (panel, [text, clauses]) =>
  make("li", {}, text, ...spaced([...new Set(clauses)].map((one) => clauseButton(panel, one))));

const dialog = document.querySelector("dialog.why");

const tellWhy = (course, place, characteristic, jump) => {
  const { things, panel } = course.data;
  const thing = things[place];
  const links = course.chain(place, characteristic);
  const end = links[links.length - 1];
  const items = links.map((link, number) => {
    const verb = number === 0 ? "begins as" : link.changed ? "becomes" : "stays";
    const value = name(course.text(link.value, characteristic), "what");
    const by = link.effect ? [" by ", name(link.effect, "effect")] : [];
    const go = course.data.ordered && link.step > 0
      ? make("button", { type: "button", class: "jump", onclick: () => { dialog.close(); jump(link.step); } },
        `Go to step ${link.step}`)
      : null;
    return make("li", { class: link.changed ? "link changed" : "link", "data-effect": link.effect },
      make("p", {}, `${verb} `, value, ...by, " ", go),
      make("ul", { class: "reasons" }, ...link.reasons.map((one) => reasonItem(panel, one))));
  });
  dialog.replaceChildren(
    make("div", { class: "why-head" },
      make("h2", { id: "why-title" }, `${characteristic} of `, name(thing.id), " is ",
        name(course.text(end.value, characteristic), "what")),
      make("button", { type: "button", class: "close", "aria-label": "Close", onclick: () => dialog.close() }, "×")),
    make("ol", { class: "chain", start: "0" }, ...items));
  dialog.append(tip.element);
  dialog.showModal();
};

dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
dialog.addEventListener("close", () => { tip.hide(); document.body.append(tip.element); });

// One tip for all: on hover, on focus, and on a tap, after which it stays until another tap.
const tip = {
  element: document.getElementById("tip"),
  pinned: null,

  textFor(target) {
    if (target.dataset.tip) return target.dataset.tip;
    const entry = document.getElementById(target.getAttribute("aria-describedby") || "");
    return entry ? entry.textContent : "";
  },

  show(target, pin = false) {
    const text = this.textFor(target);
    if (!text) return;
    if (pin) this.pinned = target;
    this.element.textContent = text.trim();
    this.element.hidden = false;
    const box = target.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = this.element;
    const left = Math.max(8, Math.min(box.left, document.documentElement.clientWidth - width - 8));
    const below = box.bottom + 6 + height < window.innerHeight || box.top < height + 8;
    this.element.style.left = `${left}px`;
    this.element.style.top = `${below ? box.bottom + 6 : box.top - height - 6}px`;
  },

  hide() {
    this.pinned = null;
    this.element.hidden = true;
  },
};
