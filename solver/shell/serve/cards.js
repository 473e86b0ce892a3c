// The events as cards that can be put into another order: by mouse, by touch, by keys.

const MOST = 200; // More events than these are moved in the text.

export class Cards {
  /**
   * asked: called with an order (numbers from 0) and the card that moved; resolves to whether the
   * text took it. picked: called with an event whose place in the text is wanted. pointed: called
   * with the first and the last line of the one that the mouse is over, or 0.
   */
  constructor(list, asked, picked, pointed) {
    this.list = list;
    this.pointed = pointed;
    this.asked = asked;
    this.picked = picked;
    this.events = [];
    this.busy = false;
    this.more = 0;
  }

  show(events) {
    if (this.drag || this.busy) {
      this.later = events;
      return;
    }
    const held = this.focused();
    this.events = events;
    const shown = events.slice(0, MOST);
    this.list.replaceChildren(...shown.map((event, number) => this.card(event, number)));
    if (events.length > MOST) {
      const more = document.createElement("li");
      more.className = "hint";
      more.textContent = `${events.length - MOST} more stand in the text`;
      this.list.append(more);
    }
    if (held) this.focus(held.number, held.kind);
  }

  card(event, number) {
    const item = document.createElement("li");
    item.dataset.number = number;
    item.className = event.event ? "card" : "card expects";
    const grip = document.createElement("span");
    grip.className = "grip";
    grip.setAttribute("aria-hidden", "true");
    const label = document.createElement("button");
    label.type = "button";
    label.className = "label";
    label.dataset.kind = "label";
    label.textContent = event.label;
    label.title = "Show its place in the text (Alt and an arrow key move it)";
    label.addEventListener("click", () => this.picked(event));
    item.append(grip, label);
    if (number > 0) item.append(this.swap(number, this.events[number - 1], event));
    item.append(this.arrow(number, -1, event), this.arrow(number, 1, event));
    if (event.inner?.length > 1) item.append(this.moment(event.inner, number));
    item.addEventListener("pointerenter", () => this.pointed(event.line, event.last));
    item.addEventListener("pointerleave", () => this.pointed(0, 0));
    item.addEventListener("pointerdown", (down) => this.grab(down, item));
    item.addEventListener("keydown", (key) => {
      const step = { ArrowUp: -1, ArrowDown: 1 }[key.key];
      if (!step || !key.altKey) return;
      key.preventDefault();
      this.move(number, step, key.target.dataset.kind);
    });
    return item;
  }

  /** Swaps an event with the one before it. */
  swap(number, before, event) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "swap";
    button.dataset.kind = "swap";
    button.textContent = "⇅";
    button.title = "Swap with the one above";
    button.setAttribute("aria-label", `Swap: ${before.label} and ${event.label}`);
    button.addEventListener("click", () => this.move(number, -1, "swap"));
    return button;
  }

  /** What happens at one moment, which has an order of its own. */
  moment(inner, within) {
    const list = document.createElement("ul");
    list.className = "moment";
    list.setAttribute("aria-label", "At one moment");
    inner.forEach((event, number) => {
      const item = document.createElement("li");
      const label = document.createElement("span");
      label.textContent = event.label;
      item.append(label);
      if (number > 0) {
        const button = document.createElement("button");
        button.type = "button";
        button.className = "swap";
        button.textContent = "⇅";
        button.setAttribute("aria-label", `Swap: ${inner[number - 1].label} and ${event.label}`);
        const order = inner.map((_, at) => (at === number ? number - 1 : at === number - 1 ? number : at));
        button.addEventListener("click", () => this.asked(order, event.label, number - 1, within));
        item.append(button);
      }
      list.append(item);
    });
    return list;
  }

  arrow(number, step, event) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "arrow";
    button.dataset.kind = step < 0 ? "up" : "down";
    button.textContent = step < 0 ? "↑" : "↓";
    button.setAttribute("aria-label", `Move ${step < 0 ? "up" : "down"}: ${event.label}`);
    const end = step < 0 ? 0 : this.events.length - 1;
    if (number === end) button.setAttribute("aria-disabled", "true");
    button.addEventListener("click", () => this.move(number, step, button.dataset.kind));
    return button;
  }

  focused() {
    const card = document.activeElement?.closest?.("#events > li");
    if (!card) return null;
    return { number: Number(card.dataset.number), kind: document.activeElement.dataset.kind };
  }

  focus(number, kind) {
    this.list.children[number]?.querySelector(`[data-kind="${kind}"]`)?.focus();
  }

  /** Move a card by so many places; further presses meanwhile are added up. */
  async move(number, step, kind) {
    if (this.busy) {
      this.more += step;
      return;
    }
    const to = number + step;
    if (to < 0 || to >= this.events.length) return;
    const held = this.focused() !== null;
    const taken = await this.put(number, to);
    if (held) this.focus(taken ? to : number, kind);
    const more = Math.sign(this.more);
    this.more -= more;
    if (taken && more) await this.move(to, more, kind);
    else this.more = 0;
  }

  /** Put a card at another place, if the events can happen in that order. */
  async put(from, to) {
    const order = this.events.map((_, number) => number);
    order.splice(to, 0, ...order.splice(from, 1));
    this.busy = true;
    this.list.setAttribute("aria-busy", "true");
    this.later = null;
    let taken = false;
    try {
      taken = await this.asked(order, this.events[from].label, to);
    } finally {
      this.busy = false;
      this.list.removeAttribute("aria-busy");
    }
    const then = taken ? order.map((number) => this.events[number]) : this.later ?? this.events;
    this.show(then);
    return taken;
  }

  // --- by mouse and by touch ---------------------------------------------------------------

  grab(down, item) {
    const onGrip = down.target.classList.contains("grip");
    // A finger elsewhere on the card scrolls; the arrows are only pressed.
    if (down.button !== 0 || this.busy || down.target.closest(".arrow, .swap, .moment")) return;
    if (down.pointerType !== "mouse" && !onGrip) return;
    const from = Number(item.dataset.number);
    const drag = { item, from, to: from, id: down.pointerId, y: down.pageY, far: false };
    this.drag = drag;
    const moved = (event) => event.pointerId === drag.id && this.pull(event);
    const key = (event) => event.key === "Escape" && end(event, true);
    const end = (event, cancel) => {
      if (event.pointerId !== undefined && event.pointerId !== drag.id) return;
      window.removeEventListener("pointermove", moved);
      window.removeEventListener("pointerup", up);
      window.removeEventListener("pointercancel", stop);
      window.removeEventListener("keydown", key);
      this.drop(drag, cancel);
    };
    const up = (event) => end(event, false);
    const stop = (event) => end(event, true);
    window.addEventListener("pointermove", moved);
    window.addEventListener("pointerup", up);
    window.addEventListener("pointercancel", stop);
    window.addEventListener("keydown", key);
  }

  pull(event) {
    const { drag } = this;
    const way = event.pageY - drag.y;
    if (!drag.far && Math.abs(way) < 5) return;
    drag.far = true;
    drag.item.classList.add("dragged");
    drag.item.style.transform = `translateY(${way}px)`;
    drag.to = drag.from;
    for (const other of this.list.children) {
      other.classList.remove("above", "below");
      if (other === drag.item) continue;
      const box = other.getBoundingClientRect();
      const middle = box.top + box.height / 2;
      const number = Number(other.dataset.number);
      if (number < drag.from && event.clientY < middle) drag.to = Math.min(drag.to, number);
      if (number > drag.from && event.clientY > middle) drag.to = Math.max(drag.to, number);
    }
    if (drag.to !== drag.from) {
      this.list.children[drag.to].classList.add(drag.to < drag.from ? "above" : "below");
    }
    if (event.clientY < 40) window.scrollBy(0, -12);
    if (event.clientY > window.innerHeight - 40) window.scrollBy(0, 12);
  }

  drop(drag, cancel) {
    this.drag = null;
    drag.item.style.transform = "";
    drag.item.classList.remove("dragged");
    for (const other of this.list.children) other.classList.remove("above", "below");
    if (drag.far) {
      // The end of a drag is no click on what lies below.
      const swallow = (event) => (event.preventDefault(), event.stopPropagation());
      window.addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => window.removeEventListener("click", swallow, { capture: true }), 0);
    }
    if (!cancel && drag.to !== drag.from) this.put(drag.from, drag.to);
    else if (this.later) this.show(this.later);
    this.later = null;
  }
}
