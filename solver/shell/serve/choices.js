// Which rulebook the scenario is looked at under, and how its open points are read.

export class Choices {
  /** changed: called when something else was chosen. */
  constructor(changed) {
    this.changed = changed;
    this.select = document.querySelector("#rulebook");
    this.beside = document.querySelector("#beside");
    this.points = document.querySelector("#points");
    this.list = document.querySelector("#points-list");
    this.readings = {};
    this.shown = "";
    this.select.addEventListener("change", () => this.choose());
    this.beside.addEventListener("change", () => changed());
  }

  fill(rulebooks) {
    const wanted = this.wanted ?? this.select.value;
    const games = new Map();
    for (const one of rulebooks) {
      const group = games.get(one.game) ?? document.createElement("optgroup");
      group.label = one.game;
      group.append(new Option(`${one.id}: ${one.title}, ${one.version}`, one.id));
      games.set(one.game, group);
    }
    this.select.append(...games.values());
    this.select.value = wanted;
    if (this.select.selectedIndex < 0) this.select.value = "";
  }

  /** What is chosen, as the server wants it. */
  get fields() {
    return {
      rulebook: this.wanted ?? this.select.value,
      readings: this.readings,
      beside: this.beside.checked,
    };
  }

  get any() {
    return this.fields.rulebook !== "" || Object.keys(this.readings).length > 0;
  }

  set({ rulebook = "", readings = {} } = {}) {
    this.wanted = this.select.options.length > 1 ? undefined : rulebook;
    this.select.value = rulebook;
    if (this.select.selectedIndex < 0) this.select.value = "";
    this.readings = { ...readings };
    this.shown = "";
  }

  choose() {
    this.wanted = undefined;
    this.readings = {};
    this.changed();
  }

  /** Show the open points of the rulebook that the picture was made under. */
  show(points) {
    const known = new Set(points.map((point) => point.id));
    for (const id of Object.keys(this.readings)) if (!known.has(id)) delete this.readings[id];
    for (const point of points) {
      const own = point.written || point.default;
      if (this.readings[point.id] === own) delete this.readings[point.id];
    }
    const now = JSON.stringify(points.map((point) => [point.id, point.written, point.question]));
    if (now !== this.shown) {
      this.shown = now;
      this.list.replaceChildren(...points.map((point) => this.point(point)));
    }
    for (const point of points) {
      const chosen = this.readings[point.id] ?? "";
      for (const radio of this.list.querySelectorAll("input")) {
        if (radio.name === point.id) radio.checked = radio.value === chosen;
      }
    }
    const departed = points.filter((point) => point.chosen !== point.default).length;
    const summary = this.points.querySelector("summary");
    summary.textContent = points.length
      ? `Open points of the rulebook: ${points.length}` +
        (departed ? `, ${departed} read otherwise than by default` : "")
      : "The rulebook has no open points";
  }

  point(point) {
    const box = document.createElement("fieldset");
    const head = document.createElement("legend");
    head.textContent = point.id;
    const question = document.createElement("p");
    question.textContent = point.question;
    box.append(head, question);
    for (const reading of point.readings) box.append(this.radio(point, reading));
    if (point.clauses.length) {
      const clauses = document.createElement("details");
      const summary = document.createElement("summary");
      summary.textContent = point.clauses.length === 1 ? "Its clause" : "Its clauses";
      const list = document.createElement("ul");
      for (const text of point.clauses) {
        const item = document.createElement("li");
        item.textContent = text;
        list.append(item);
      }
      clauses.append(summary, list);
      box.append(clauses);
    }
    return box;
  }

  /** One reading; the one that the text has anyway stands for choosing nothing here. */
  radio(point, reading) {
    const own = point.written || point.default;
    const value = reading.id === own ? "" : reading.id;
    const label = document.createElement("label");
    label.className = "reading";
    const radio = document.createElement("input");
    radio.type = "radio";
    radio.name = point.id;
    radio.value = value;
    radio.addEventListener("change", () => {
      if (value) this.readings[point.id] = value;
      else delete this.readings[point.id];
      this.changed();
    });
    const text = document.createElement("span");
    const strong = document.createElement("b");
    strong.textContent = reading.id;
    const notes = [];
    if (reading.id === point.default) notes.push("the default");
    if (reading.id === point.written) notes.push("as in the text");
    text.append(strong, notes.length ? ` (${notes.join(", ")})` : "", `: ${reading.says}`);
    label.append(radio, text);
    return label;
  }
}
