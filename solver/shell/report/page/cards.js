// The table: objects in their squares, or by player and zone, with what the present step changes.

// What a value was and is, as marked text; abilities that are told alike once. told: how.
const movement = (course, characteristic, before, after, told = (one) => one) => {
  const moved = course.moved(characteristic, before, after, told);
  if (moved.length && moved[0][0] === "was") {
    return [make("del", {}, name(moved[0][1])), make("span", { class: "aside" }, " becomes "),
      make("span", { "aria-hidden": "true" }, " → "), make("ins", {}, name(moved[1][1]))];
  }
  return moved.flatMap(([way, label], at) => [at ? ", " : "",
    way === "came" ? make("ins", {}, "+ ", name(label)) : make("del", {}, "- ", name(label))]);
};

class Table {
  constructor(course) {
    this.course = course;
    this.root = make("div", { class: "board", tabindex: "0", role: "region", "aria-label": "The board" });
    this.kept = new Map();
    this.shown = course.data.things.map((thing, place) => ({ ...thing, place })).filter((one) => one.zone !== "");
    const large = new Set(course.data.large);
    this.large = course.names.filter((one) => large.has(one));
    this.high = 0;
  }

  // hits: what the present step changes. view: "before", "change" or "after".
  draw(hits, view) {
    const { course } = this;
    const { step, last, data } = course;
    // Only cards of which something changed, or was or is marked, are made anew.
    const marked = new Set([...hits.keys()].map((key) => Number.parseInt(key, 10)));
    const stale = [...course.dirty, ...marked, ...(this.marked || [])];
    const ends = step === last || this.step === last;
    if (ends || view !== this.view || data.regions.length > 1) this.kept.clear();
    for (const place of stale) this.kept.delete(place);
    course.dirty.clear();
    Object.assign(this, { hits, view, marked, step });
    this.fates = new Map();
    if (step === last) for (const [id, verdict] of data.fates) this.fates.set(id, verdict);
    this.there = course.regions();
    this.root.replaceChildren(...this.pieces());
    // The slider below is not to jump from step to step.
    this.high = Math.max(this.high, this.root.scrollHeight);
    this.root.style.setProperty("--high", `${this.high}px`);
    this.reveal();
  }

  // Where there is so much that it scrolls, the first thing that changes is brought into sight.
  reveal() {
    if (this.root.scrollHeight <= this.root.clientHeight + 2 && this.root.scrollWidth <= this.root.clientWidth + 2) return;
    const hit = this.root.querySelector(".hit");
    if (!hit) return;
    const [box, at] = [this.root.getBoundingClientRect(), hit.getBoundingClientRect()];
    if (at.top < box.top || at.bottom > box.bottom) this.root.scrollTop += at.top - box.top - box.height / 3;
    if (at.left < box.left || at.right > box.right) this.root.scrollLeft += at.left - box.left - box.width / 3;
  }

  pieces() {
    const { course } = this;
    const { space, inPlay, players } = course.data;
    const { shown } = this;
    const carried = new Map();
    // What is carried, and what lies below a card in play or is linked with it, stands in its bearer.
    const played = new Set(shown.filter((one) => one.zone === inPlay).map((one) => one.id));
    const borne = (one) => one.bearer !== null && (one.zone === inPlay || played.has(one.bearer));
    for (const one of shown.filter(borne)) carried.set(one.bearer, [...(carried.get(one.bearer) || []), one]);
    this.carried = carried;
    const loose = shown.filter((one) => !borne(one) && !one.stands);
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
    const told = (one) => this.chips(one).some((chip) => chip && chip.dataset.changed);
    const stands = shown.filter((one) => one.stands && course.touched.has(one.place) && told(one));
    if (stands.length) pieces.push(this.group("players and rules", stands));
    return pieces;
  }

  controller(one) {
    const held = this.course.board.get("controller");
    const value = held ? this.course.data.values[held[one.place]] : null;
    return typeof value === "string" ? value : "no one";
  }

  realm(space, things) {
    const held = new Map();
    for (const one of things) {
      one.squares.forEach((square, at) => held.set(square, [...(held.get(square) || []), [one, at > 0]]));
    }
    const columns = Array.from({ length: space.columns }, (_, at) =>
      [...held.keys()].some((square) => (square - 1) % space.columns === at));
    const grid = make("div", { class: columns.filter((full) => full).length > 3 ? "realm crowded" : "realm" });
    grid.style.setProperty("--columns", String(space.columns));
    grid.style.setProperty("--tracks", columns.map((full) => (full ? "minmax(var(--least), 1fr)" : "minmax(1.6rem, 0.22fr)")).join(" "));
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
    return make("section", { class: "zone" }, make("h3", {}, name(label)),
      make("div", { class: "cards" }, ...things.map((one) => this.card(one))));
  }

  shadow(one) {
    return make("p", { class: "shadow" }, name(one.id), " reaches here");
  }

  card(one) {
    const kept = this.kept.get(one.place);
    const items = this.carried.get(one.id) || [];
    if (kept && !items.length) return kept;
    const made = this.made(one, items);
    this.kept.set(one.place, made);
    return made;
  }

  made(one, items) {
    const { course } = this;
    const { players } = course.data;
    const who = this.controller(one);
    const fate = this.fates.get(one.id);
    const kinds = ["card", `of-${players.indexOf(who)}`];
    if (fate) kinds.push("dying");
    const region = this.there[String(one.place)];
    const called = course.value(one.place, "name");
    const title = called && called !== one.id ? String(called) : null;
    const [large, ...chips] = this.chips(one);
    const pieces = [make("p", { class: "id" }, title ? name(title, "called") : null,
      title ? " " : null, name(one.id, title ? "effect" : "effect called"))];
    const tags = [];
    if (region) tags.push(make("span", { class: "region" }, region));
    if (one.bearer !== null && one.zone !== course.data.inPlay) tags.push(make("span", { class: "place" }, one.zone));
    if (fate) tags.push(make("span", { class: "badge gone" }, fate));
    const worth = one.stands ? chips.filter((each) => each.dataset.changed) : chips;
    if (large && !(one.stands && !large.dataset.changed)) pieces.push(large);
    pieces.push(make("p", { class: "chips" }, ...spaced([...tags, ...worth])));
    for (const item of items) pieces.push(this.card(item));
    return make("article", { class: kinds.join(" "), "data-card": one.id }, ...pieces);
  }

  // First the number that matters most, or null, then the rest.
  chips(one) {
    const { course, view } = this;
    const found = [];
    let large = null;
    for (const { name: what, kind } of course.data.characteristics) {
      const hit = this.hits.get(`${one.place} ${what}`);
      const now = course.value(one.place, what);
      const value = hit && view === "before" ? hit[0] : now;
      if (!hit && !this.telling(one, what, kind, value)) continue;
      const made = this.chip(one, what, kind, value, hit);
      if (!large && value !== null && this.large[0] === what) { large = made; made.classList.add("large"); } else found.push(made);
    }
    return [large, ...found];
  }

  // Whether a value that does not change now is worth its room: what is otherwise than it was, and
  // untouched only whose a card is, what it is marked with, and what it lives by.
  telling(one, what, kind, value) {
    const { course } = this;
    if (what === "name" || what === "permissions") return false;
    // What is silenced has lost its abilities: its own list of them would only repeat that.
    if (what === "abilities" && this.silent(one.place) && !value.length) return false;
    if (!course.isAsBegun(one.place, what) && course.news.has(what)) return true;
    if (kind === "number") {
      if (value === null) return false;
      return course.counters.has(what) ? value !== 0 : this.large.includes(what);
    }
    if (kind === "player") return course.data.space !== null;
    return value === true;
  }

  silent(place) {
    return this.course.data.silences.some((what) => this.course.value(place, what) === true);
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
    const short = (label) => (what === "abilities" && course.data.words[label]) || label;
    if (hit && view === "change") inside = movement(course, what, ...hit, short);
    else if (course.labels(what) && Array.isArray(value) && !same) {
      inside = hit ? [name(course.text(value, what), "v")] : movement(course, what, began, value, short);
    } else inside = [name(course.text(value, what), "v")];
    if (hit && what === "permissions") {
      // All that may be done would hide the board; the list beside it has it.
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
