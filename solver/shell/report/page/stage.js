// The board: objects in their squares, or by player and zone, with what the present step changes.

class Stage {
  constructor(course, root, moved) {
    this.course = course;
    this.root = root;
    this.moved = moved;
    this.view = "change";
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
    this.delta = make("ul", { class: "delta" });
    this.views = [["before", "Before"], ["change", "Change"], ["after", "After"]].map(([view, label]) =>
      make("button", {
        type: "button", "data-view": view, "aria-pressed": String(view === this.view),
        onclick: () => { this.view = view; this.draw(); },
      }, label));
    const views = make("div", { class: "views", role: "group", "aria-label": "Which board" }, ...this.views);
    this.table = make("div", { class: "board" });
    this.bar = make("div", { class: "bar" }, course.data.ordered ? stepper : null, this.now);
    views.hidden = this.bar.hidden = course.last === 0;
    root.append(this.bar, this.delta, views, this.table);
    root.hidden = false;
  }

  draw() {
    const { course } = this;
    const { step, last, data } = course;
    const [what, where] = course.called();
    const hits = course.hits();
    const said = data.ordered
      ? `Step ${step} of ${last}: ${what}${where ? `, ${where}` : ""}`
      : what;
    this.range.value = String(step);
    this.range.setAttribute("aria-valuetext", said);
    this.previous.disabled = step === 0;
    this.next.disabled = step === last;
    this.now.replaceChildren(...this.told(step, what, where, hits));
    this.delta.replaceChildren(...this.deltas(step));
    for (const button of this.views) button.setAttribute("aria-pressed", String(button.dataset.view === this.view));
    this.hits = hits;
    this.fates = new Map();
    if (step === last) for (const [id, verdict] of data.fates) this.fates.set(id, verdict);
    this.there = course.regions();
    this.table.replaceChildren(...this.board());
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
    if (data.ordered && step === 0) pieces.push(" The right arrow key applies the first one.");
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
        ...this.movement(characteristic, values[before], values[after]));
    });
  }

  // What a value was and is, as marked text.
  movement(characteristic, before, after) {
    const moved = this.course.moved(characteristic, before, after);
    if (moved.length && moved[0][0] === "was") {
      return [make("del", {}, name(moved[0][1])), make("span", { class: "aside" }, " becomes "),
        make("span", { "aria-hidden": "true" }, " → "), make("ins", {}, name(moved[1][1]))];
    }
    return moved.flatMap(([way, label], at) => [at ? ", " : "",
      way === "came" ? make("ins", {}, "+ ", name(label)) : make("del", {}, "- ", name(label))]);
  }

  board() {
    const { course } = this;
    const { things, space, inPlay, players } = course.data;
    const shown = things.map((thing, place) => ({ ...thing, place })).filter((one) => one.zone !== "");
    const carried = new Map();
    for (const one of shown) {
      if (one.bearer !== null && one.zone === inPlay) {
        carried.set(one.bearer, [...(carried.get(one.bearer) || []), one]);
      }
    }
    this.carried = carried;
    const loose = shown.filter((one) => !(one.bearer !== null && one.zone === inPlay) && !one.stands);
    const placed = (one) => space !== null && one.squares.length > 0 && one.zone === inPlay;
    const pieces = [];
    if (space !== null && loose.some(placed)) pieces.push(this.realm(space, loose.filter(placed)));
    const groups = new Map();
    for (const one of loose.filter((thing) => !placed(thing))) {
      const who = one.zone === inPlay ? this.controller(one) : one.owner;
      const label = `${who}: ${one.zone}`;
      groups.set(label, [...(groups.get(label) || []), one]);
    }
    const rank = (label) => {
      const player = players.findIndex((one) => label.startsWith(`${one}: `));
      return (label.endsWith(`: ${inPlay}`) ? 0 : 100) + (player < 0 ? 50 : player);
    };
    for (const label of [...groups.keys()].sort((a, b) => rank(a) - rank(b))) {
      pieces.push(this.group(label, groups.get(label)));
    }
    const stands = shown.filter((one) => one.stands && course.touched.has(one.place));
    if (stands.length) pieces.push(this.group("players and rules", stands));
    return pieces;
  }

  controller(one) {
    const held = this.course.board.get("controller");
    const value = held ? this.course.data.values[held[one.place]] : null;
    return typeof value === "string" ? value : "no one";
  }

  realm(space, things) {
    const grid = make("div", { class: "realm" });
    grid.style.setProperty("--columns", String(space.columns));
    const held = new Map();
    for (const one of things) {
      one.squares.forEach((square, at) => held.set(square, [...(held.get(square) || []), [one, at > 0]]));
    }
    for (let square = 1; square <= space.columns * space.rows; square += 1) {
      const cards = (held.get(square) || []).map(([one, again]) => (again ? this.shadow(one) : this.card(one)));
      grid.append(make("div", {
        class: cards.length ? "square" : "square bare", "data-square": square,
        role: cards.length ? "group" : null, "aria-label": cards.length ? `Square ${square}` : null,
        "aria-hidden": cards.length ? null : "true",
      }, make("span", { class: "number", "aria-hidden": "true" }, String(square)), ...cards));
    }
    return grid;
  }

  group(label, things) {
    return make("section", { class: "zone" }, make("h4", {}, name(label)),
      make("div", { class: "cards" }, ...things.map((one) => this.card(one))));
  }

  shadow(one) {
    return make("p", { class: "shadow" }, name(one.id), " reaches here");
  }

  card(one) {
    const { course } = this;
    const { players } = course.data;
    const who = this.controller(one);
    const fate = this.fates.get(one.id);
    const kinds = ["card", `of-${players.indexOf(who)}`];
    if (fate) kinds.push("dying");
    const region = this.there[String(one.place)];
    const called = course.value(one.place, "name");
    const pieces = [make("p", { class: "id" }, name(one.id, "effect"),
      called && called !== one.id ? name(String(called), "called") : null)];
    const tags = [];
    if (region) tags.push(make("span", { class: "region" }, region));
    if (fate) tags.push(make("span", { class: "badge gone" }, fate));
    if (!one.stands) for (const chip of this.chips(one)) tags.push(chip);
    else for (const chip of this.chips(one).filter((each) => each.dataset.changed)) tags.push(chip);
    pieces.push(make("p", { class: "chips" }, ...spaced(tags)));
    for (const item of this.carried.get(one.id) || []) pieces.push(this.card(item));
    return make("article", { class: kinds.join(" "), "data-card": one.id }, ...pieces);
  }

  chips(one) {
    const { course, view } = this;
    const found = [];
    for (const { name: what, kind } of course.data.characteristics) {
      const hit = this.hits.get(`${one.place} ${what}`);
      const now = course.value(one.place, what);
      const value = hit && view === "before" ? hit[0] : now;
      if (hit || this.telling(one, what, kind, value)) found.push(this.chip(one, what, kind, value, hit));
    }
    return found;
  }

  // Whether a value that does not change now is worth its room.
  telling(one, what, kind, value) {
    const { course } = this;
    if (what === "name" || what === "permissions") return false;
    if (!course.isAsBegun(one.place, what)) return true;
    if (kind === "number") {
      return value !== null && !(course.counters.has(what) && value === 0);
    }
    if (kind === "player") return true;
    return value === true;
  }

  chip(one, what, kind, value, hit) {
    const { course, view } = this;
    const began = course.began(one.place, what);
    const same = hit ? course.text(value, what) === course.text(began, what)
      : course.isAsBegun(one.place, what);
    const kinds = ["chip"];
    if (hit) kinds.push("hit");
    else if (!same) kinds.push("moved");
    let inside;
    if (hit && view === "change") inside = this.movement(what, ...hit);
    else if (course.labels(what) && Array.isArray(value) && !same) {
      inside = hit ? [name(course.text(value, what), "v")] : this.movement(what, began, value);
    } else inside = [name(course.text(value, what), "v")];
    if (hit && what === "permissions" && !course.data.ordered) {
      // All that the rules say at once would hide the board; the list above has it.
      const moved = course.moved(what, ...hit);
      const came = moved.filter(([way]) => way === "came").length;
      inside = [`${came ? ` +${came}` : ""}${moved.length > came ? ` -${moved.length - came}` : ""}`];
    }
    const quiet = value === true && !(hit && view === "change");
    return make("span", {
      class: kinds.join(" "), "data-thing": one.place, "data-characteristic": what,
      "data-changed": hit || !same ? "yes" : null,
      title: same || hit ? null : `was ${course.text(began, what)}`,
    }, make("span", { class: kind === "player" ? "k aside" : "k" }, quiet ? what : `${what} `), ...(quiet ? [] : inside),
    ...(hit ? [make("span", { class: "aside" }, " (changed)")] : []));
  }
}
