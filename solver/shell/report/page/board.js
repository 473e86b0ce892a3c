"use strict";
// The data of every answer, and the board at any of its steps, followed change by change.

const isIn = (runs, place) => {
  for (let i = 0; i < runs.length; i += 2) {
    if (place >= runs[i] && place < runs[i] + runs[i + 1]) return true;
  }
  return false;
};

const each = (runs, act) => {
  for (let i = 0; i < runs.length; i += 2) {
    for (let place = runs[i]; place < runs[i] + runs[i + 1]; place += 1) act(place);
  }
};

class Course {
  constructor(data, number) {
    this.data = data;
    this.number = number;
    this.kinds = new Map(data.characteristics.map((one) => [one.name, one.kind]));
    this.counters = new Set(data.characteristics.filter((one) => one.counter).map((one) => one.name));
    this.names = data.characteristics.map((one) => one.name);
    this.start = new Map();
    for (const [name, column] of Object.entries(data.start)) {
      const values = new Array(data.things.length).fill(0);
      for (let i = 0; i < column.length; i += 2) each(column[i + 1], (place) => { values[place] = column[i]; });
      this.start.set(name, values);
    }
    this.board = new Map([...this.start].map(([name, values]) => [name, values.slice()]));
    this.step = 0;
    // Where effects have an order every turn is a step, and the end is one; elsewhere all is one.
    this.turns = data.rows.filter((row) => row.step > 0);
    this.last = data.ordered ? this.turns.length + 1 : data.paradox ? 0 : 1;
    // The characteristics that cards' effects change somewhere, and the objects that anything does.
    this.news = new Set(data.rows.filter((row) => !row.rule).flatMap((row) => row.changes.map((one) => one[0])));
    this.touched = new Set();
    // The objects of which something changed since the board was drawn.
    this.dirty = new Set();
    for (let step = 1; step <= this.last; step += 1) {
      for (const change of this.changes(step)) each(change[3], (place) => this.touched.add(place));
    }
  }

  changes(step) {
    if (step < 1 || step > this.last) return [];
    if (!this.data.ordered) return [...this.data.whole, ...this.data.floors];
    return step === this.last ? this.data.floors : this.turns[step - 1].changes;
  }

  goTo(step) {
    const wanted = Math.max(0, Math.min(this.last, step));
    while (this.step < wanted) {
      this.step += 1;
      for (const [name, , after, runs] of this.changes(this.step)) {
        const values = this.board.get(name);
        each(runs, (place) => { values[place] = after; this.dirty.add(place); });
      }
    }
    while (this.step > wanted) {
      for (const [name, before, , runs] of this.changes(this.step).slice().reverse()) {
        const values = this.board.get(name);
        each(runs, (place) => { values[place] = before; this.dirty.add(place); });
      }
      this.step -= 1;
    }
    return this.step;
  }

  value(place, name) { return this.data.values[this.board.get(name)[place]]; }

  began(place, name) { return this.data.values[this.start.get(name)[place]]; }

  // Equal values have one number.
  isAsBegun(place, name) { return this.board.get(name)[place] === this.start.get(name)[place]; }

  // The cells changed in the present step: "place name" -> [before, after].
  hits() {
    const found = new Map();
    for (const [name, before, after, runs] of this.changes(this.step)) {
      each(runs, (place) => {
        const key = `${place} ${name}`;
        const earlier = found.get(key);
        const first = earlier ? earlier[0] : this.data.values[before];
        found.set(key, [first, this.data.values[after]]);
      });
    }
    return found;
  }

  text(value, name) {
    if (value === true) return "yes";
    if (value === false) return "no";
    if (value === null) return this.kinds.get(name) === "player" ? "no one" : "none";
    if (Array.isArray(value)) return value.join(", ") || "none";
    return String(value);
  }

  // Labels are told by what came and what went; everything else by what it was and is.
  labels(name) { return !this.kinds.get(name) && name !== "name"; }

  moved(name, before, after, told = (one) => one) {
    const sets = Array.isArray(before) && Array.isArray(after);
    if (sets && (this.labels(name) || before.length > 8 || after.length > 8)) {
      return [
        ...this.eachOnce("came", after.filter((one) => !before.includes(one)).map(told)),
        ...this.eachOnce("went", before.filter((one) => !after.includes(one)).map(told)),
      ];
    }
    return [["was", this.text(before, name)], ["is", this.text(after, name)]];
  }

  // Each label once, with how often it is there.
  eachOnce(way, labels) {
    const times = new Map();
    for (const one of labels) times.set(one, (times.get(one) || 0) + 1);
    return [...times].map(([one, count]) => [way, count > 1 ? `${one} (${count} times)` : one]);
  }

  regions() {
    let found = {};
    for (const [number, there] of this.data.regions) {
      const row = this.data.rows[number - 1];
      if (!row || (row.step ? row.step <= this.step : this.step > 0)) found = there;
    }
    if (!this.data.ordered && this.data.regions.length && this.step) {
      found = this.data.regions[this.data.regions.length - 1][1];
    }
    return found;
  }

  // The row of the present step; null before the first one and at the end.
  row() {
    return this.data.ordered && this.step > 0 && this.step < this.last ? this.turns[this.step - 1] : null;
  }

  // What the present step is called.
  called() {
    const { layers, ordered } = this.data;
    if (this.step === 0) return ["Before any effect", ""];
    if (!ordered) return ["All effects at the same time", ""];
    if (this.step === this.last) return ["The end", ""];
    const row = this.turns[this.step - 1];
    return [row.effect, layers[row.layer][0]];
  }

  // What could have changed a final value and did not: effect, what became of it, reasons.
  // Null where the page does not say.
  absent(place, name) {
    const { absent, reasons } = this.data;
    if (absent === null) return null;
    const found = (absent[place] || {})[name] || [];
    return found.map(([effect, word, because]) => [effect, word, because.map((one) => reasons[one])]);
  }

  // Where a final value comes from; the same chain as `layerlaw why`.
  chain(place, name) {
    const { rows, layers, reasons, values, floors, floorReason, beginnings } = this.data;
    const [most, others] = beginnings[place];
    const begin = reasons[name in others ? others[name] : most];
    let now = this.start.get(name)[place];
    const links = [{ value: values[now], effect: "", layer: "", step: 0, changed: false, reasons: [begin] }];
    rows.forEach((row) => {
      if (!row.writes.includes(name)) return;
      const [words, clause, , id] = layers[row.layer];
      const because = [[words, [clause]], ...row.reasons.map((one) => reasons[one])];
      const link = { effect: row.effect, layer: id, step: row.step };
      const change = row.changes.find((one) => one[0] === name && isIn(one[3], place));
      if (change) {
        now = change[2];
        links.push({ ...link, value: values[now], changed: true, reasons: because });
        return;
      }
      let aimed = false;
      for (let i = 0; i < row.aims.length; i += 2) {
        if (row.aims[i].includes(name) && isIn(row.aims[i + 1], place)) aimed = true;
      }
      if (!aimed) return;
      if (!row.lost && name !== "permissions") because.push(["applied to it, and changed nothing", []]);
      links.push({ ...link, value: values[now], changed: false, reasons: because });
    });
    const cut = floors.find((one) => one[0] === name && isIn(one[3], place));
    if (cut) {
      links.push({
        value: values[cut[2]], effect: "", layer: "", step: this.last, changed: true,
        reasons: [reasons[floorReason]],
      });
    }
    return links;
  }
}
