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

// What could have changed the value and did not; what may be done has statements instead.
const untold = (course, place, characteristic) => {
  if (characteristic === "permissions") return [];
  const absent = course.absent(place, characteristic);
  if (absent === null) {
    return [make("p", { class: "absent" },
      "This board is too large to say here what could have changed it and did not: ",
      make("code", {}, "layerlaw why FILE OBJECT.CHARACTERISTIC"), " does.")];
  }
  if (!absent.length) return [];
  return [
    make("h3", {}, "What could have changed it and did not"),
    make("ul", { class: "absent" }, ...absent.map(([effect, word, reasons]) =>
      make("li", { "data-effect": effect }, name(effect, "effect"), `: ${word}`,
        make("ul", { class: "reasons" }, ...reasons.map((one) => reasonItem(course.data.panel, one)))))),
  ];
};

const dialog = document.querySelector("dialog.why");

const tellWhy = (course, place, characteristic, jump) => {
  const { things, panel } = course.data;
  const thing = things[place];
  const links = course.chain(place, characteristic);
  const end = links[links.length - 1];
  // Permissions are statements, all of which stay; which of them decides stands above them.
  const stated = characteristic === "permissions";
  const said = (link, number) => {
    const before = number ? links[number - 1].value : [];
    return link.value.filter((one) => !before.includes(one)).join(", ");
  };
  const words = (link, number) => {
    const value = stated ? said(link, number) : course.text(link.value, characteristic);
    const what = name(value || "none", "what");
    const effect = link.effect ? name(link.effect, "effect") : "";
    if (stated && number) return [effect, link.changed ? " says " : " says one thing once more", link.changed ? what : ""];
    const verb = stated ? "begins with" : number === 0 ? "begins as" : link.changed ? "becomes" : "stays";
    return [`${verb} `, what, ...(effect ? [" by ", effect] : [])];
  };
  const rulings = course.data.rulings[place].map((one) => course.data.reasons[one]);
  const items = links.map((link, number) => {
    const go = course.data.ordered && link.step > 0
      ? make("button", { type: "button", class: "jump", onclick: () => { dialog.close(); jump(link.step); } },
        `Go to step ${link.step}`)
      : null;
    return make("li", { class: link.changed ? "link changed" : "link", "data-effect": link.effect },
      make("p", {}, ...words(link, number), " ", go),
      make("ul", { class: "reasons" }, ...link.reasons.map((one) => reasonItem(panel, one))));
  });
  dialog.replaceChildren(
    make("div", { class: "why-head" },
      stated ? make("h2", { id: "why-title" }, "What ", name(thing.id), " may do")
        : make("h2", { id: "why-title" }, `${characteristic} of `, name(thing.id), " is ",
          name(course.text(end.value, characteristic), "what")),
      make("button", { type: "button", class: "close", "aria-label": "Close", onclick: () => dialog.close() }, "×")),
    ...(stated ? [
      make("ul", { class: "rulings" }, ...(rulings.length ? rulings.map((one) => reasonItem(panel, one))
        : [make("li", {}, "nothing out of the ordinary")])),
      make("h3", {}, "Every statement"),
    ] : []),
    make("ol", { class: "chain", start: "0" }, ...items),
    ...untold(course, place, characteristic));
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
