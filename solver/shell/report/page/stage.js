// The stage: the board, and below it the steps by which it came about.

class Stage {
  constructor(course, root, moved) {
    this.course = course;
    this.root = root;
    this.moved = moved;
    this.view = course.data.ordered ? "change" : "after";
    this.build();
  }

  build() {
    const { course, root } = this;
    const go = (by) => () => this.moved(course.step + by);
    this.range = make("input", {
      type: "range", min: "0", max: String(course.last), step: "1", value: "0", "aria-label": "Step",
      oninput: () => this.moved(Number(this.range.value)),
    });
    this.previous = make("button", { type: "button", class: "previous", "aria-label": "Previous step", onclick: go(-1) }, "‹");
    this.next = make("button", { type: "button", class: "next", "aria-label": "Next step", onclick: go(1) }, "›");
    const stepper = make("div", { class: "stepper", role: "group", "aria-label": "Steps" },
      this.previous, this.range, this.next);
    this.now = make("p", { class: "now", role: "status", "aria-live": "polite" });
    this.english = make("p", { class: "step-says" });
    this.delta = make("ul", { class: "delta" });
    this.views = [["before", "Before"], ["change", "Change"], ["after", "After"]].map(([view, label]) =>
      make("button", {
        type: "button", "data-view": view, "aria-pressed": String(view === this.view),
        onclick: () => { this.view = view; this.draw(); },
      }, label));
    this.which = make("div", { class: "views", role: "group", "aria-label": "Which board" }, ...this.views);
    this.table = new Table(course);
    this.caption = make("h2", { class: "caption" });
    const head = make("div", { class: "stage-head" }, this.caption, this.which);
    this.bar = make("div", { class: "bar" }, course.data.ordered ? stepper : null,
      course.data.ordered ? this.now : null, this.english, this.delta);
    this.bar.hidden = !course.data.ordered || course.last === 0;
    this.which.hidden = course.last === 0;
    root.append(head, this.table.root, this.bar);
    root.hidden = false;
  }

  draw() {
    const { course } = this;
    const { step, last, data } = course;
    const [what, where] = course.called();
    // At the end, and where all is one step, the board is the answer and not a change.
    const hits = data.ordered || this.view !== "after" ? course.hits() : new Map();
    const said = data.ordered
      ? `Step ${step} of ${last}: ${what}${where ? `, ${where}` : ""}`
      : what;
    this.range.value = String(step);
    this.range.setAttribute("aria-valuetext", said);
    this.previous.disabled = step === 0;
    this.next.disabled = step === last;
    this.caption.textContent = data.paradox || step === 0 ? "The board before any effect"
      : step === last ? "The board at the end" : `The board after step ${step}`;
    if (data.ordered) {
      this.which.hidden = hits.size === 0;
      this.now.replaceChildren(...this.told(step, what, where, course.hits()));
      this.english.replaceChildren(...this.says());
      this.delta.replaceChildren(...(step === last ? [] : this.deltas(step)));
    }
    for (const button of this.views) button.setAttribute("aria-pressed", String(button.dataset.view === this.view));
    this.table.draw(hits, this.view);
  }

  // The present step's effect as a sentence.
  says() {
    const row = this.course.row();
    if (!row) return [];
    const { values } = this.course.data;
    return [name(values[row.card], "card-name"), ": ", name(values[row.english])];
  }

  // The sentence that is announced.
  told(step, what, where, hits) {
    const { course } = this;
    const { data, last } = course;
    const pieces = data.ordered ? [`Step ${step} of ${last}: `] : [];
    pieces.push(make("b", {}, name(what)));
    if (where) pieces.push(`, ${where}`);
    const row = data.ordered && step > 0 && step < last ? course.turns[step - 1] : null;
    const count = hits.size;
    const changes = `${count} value${count === 1 ? "" : "s"} changed`;
    if (row && row.lost) pieces.push(row.lostTo ? `, lost to ${row.lostTo}` : ", lost");
    else if (count) pieces.push(`, ${changes}`);
    else if (!data.ordered && step > 0) pieces.push(", no value changed in the end");
    else if (row) pieces.push(`, ${row.note || "nothing changed"}`);
    if (data.ordered && step === last) {
      const fates = data.fates.map(([id, verdict]) => `${id} ${verdict}`).join(", ");
      pieces.push(`. State-based checks: ${fates || "nothing dies and nothing leaves"}`);
    }
    pieces.push(".");
    return pieces;
  }

  deltas(step) {
    const { course } = this;
    const { things } = course.data;
    const { values } = course.data;
    const alike = new Map();
    for (const [characteristic, before, after, runs] of course.changes(step)) {
      const key = JSON.stringify([characteristic, course.moved(characteristic, values[before], values[after])]);
      const places = alike.has(key) ? alike.get(key)[3] : [];
      each(runs, (place) => places.push(place));
      if (!alike.has(key)) alike.set(key, [characteristic, before, after, places]);
    }
    return [...alike.values()].map(([characteristic, before, after, places]) => {
      const ids = places.sort((a, b) => a - b).map((place) => things[place].id);
      const shown = ids.slice(0, 12);
      const more = ids.length > shown.length ? ` and ${ids.length - shown.length} more` : "";
      const names = shown.flatMap((id, at) => (at ? [", ", name(id)] : [name(id)]));
      return make("li", {}, `${characteristic} of `, ...names, `${more}: `,
        ...movement(course, characteristic, values[before], values[after]));
    });
  }
}
