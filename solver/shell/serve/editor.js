// A text area with line numbers, indenting, marked lines, and a history of its own.

const STEP = "  ";
const MOST_STATES = 500;
const TOGETHER = 900; // Letters typed within so many milliseconds are undone together.
const BREAK = /\r\n|[\n\r\x85\u2028\u2029]/g;

export class Editor {
  /** changed: called after every change, whoever made it. */
  constructor(area, changed) {
    this.area = area;
    this.gutter = area.parentElement.querySelector(".gutter");
    this.changed = changed;
    this.states = [this.state()];
    this.at = 0;
    this.typed = 0;
    this.marked = new Set();
    this.leaving = false;
    area.addEventListener("input", (event) => this.onInput(event));
    area.addEventListener("scroll", () => (this.gutter.scrollTop = area.scrollTop));
    area.addEventListener("keydown", (event) => this.onKey(event));
    area.addEventListener("blur", () => (this.leaving = false));
    area.addEventListener("beforeinput", (event) => {
      if (event.inputType === "historyUndo" || event.inputType === "historyRedo") {
        event.preventDefault();
        this.go(event.inputType === "historyUndo" ? -1 : 1);
      }
    });
    this.number();
  }

  get text() {
    return this.area.value;
  }

  /** Replace the whole text, as one step that can be undone. */
  replace(text, focus = false) {
    if (text === this.text) return;
    const { scrollTop } = this.area;
    this.note();
    this.area.value = text;
    this.area.setSelectionRange(0, 0);
    this.area.scrollTop = scrollTop;
    this.add();
    if (focus) this.area.focus();
  }

  /** Begin anew with a text, without a history. */
  begin(text) {
    this.area.value = text;
    this.area.setSelectionRange(0, 0);
    this.states = [this.state()];
    this.at = 0;
    this.number();
    this.changed();
  }

  get canUndo() {
    return this.at > 0;
  }

  get canRedo() {
    return this.at < this.states.length - 1;
  }

  /** One step through the history: -1 undoes, 1 does again. */
  go(step) {
    const to = this.at + step;
    if (to < 0 || to >= this.states.length) return;
    if (step < 0 && this.at === this.states.length - 1) this.note();
    this.at = to;
    this.typed = 0;
    const { text, from, until } = this.states[to];
    this.area.value = text;
    this.area.setSelectionRange(from, until);
    this.number();
    this.changed();
  }

  /** Select a place, by its line and column from 1, and show it. */
  select(line, column) {
    const begins = this.begins();
    const from = begins[Math.min(line, begins.length) - 1] ?? 0;
    const next = begins[Math.min(line, begins.length)] ?? this.text.length + 1;
    const at = Math.min(from + Array.from(this.text.slice(from, next)).slice(0, column - 1).join("").length, next - 1);
    const word = /^[\p{L}\p{N}_'’-]+/u.exec(this.text.slice(at, next - 1));
    this.area.focus();
    this.area.setSelectionRange(at, word ? at + word[0].length : Math.max(at, next - 1));
    const height = parseFloat(getComputedStyle(this.area).lineHeight);
    this.area.scrollTop = Math.max(0, (line - 3) * height);
    this.area.scrollLeft = 0;
    this.area.scrollIntoView({ block: "nearest" });
  }

  /** Mark these lines in the margin. */
  mark(lines) {
    this.marked = new Set(lines);
    this.number();
  }

  begins() {
    return [0, ...Array.from(this.text.matchAll(BREAK), (found) => found.index + found[0].length)];
  }

  state() {
    return { text: this.area.value, from: this.area.selectionStart, until: this.area.selectionEnd };
  }

  /** Keep where the caret was before a change. */
  note() {
    const now = this.states[this.at];
    if (now.text === this.text) this.states[this.at] = this.state();
  }

  add(together = false) {
    this.states.length = this.at + 1;
    if (together && this.at > 0) {
      this.states[this.at] = this.state();
    } else {
      this.states.push(this.state());
      this.at += 1;
    }
    if (this.states.length > MOST_STATES) {
      this.states.shift();
      this.at -= 1;
    }
    this.number();
    this.changed();
  }

  onInput(event) {
    const now = performance.now();
    const plain = event.inputType === "insertText" || event.inputType === "deleteContentBackward";
    this.add(plain && now - this.typed < TOGETHER);
    this.typed = plain ? now : 0;
  }

  onKey(event) {
    const command = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    if (command && !event.altKey && (key === "z" || key === "y")) {
      event.preventDefault();
      this.go(key === "y" || event.shiftKey ? 1 : -1);
    } else if (event.key === "Escape") {
      this.leaving = true;
    } else if (event.key === "Tab" && !command && !event.altKey && !this.leaving) {
      event.preventDefault();
      this.indent(event.shiftKey);
    } else if (event.key === "Enter" && !command && !event.isComposing) {
      event.preventDefault();
      this.breakLine();
    } else if (event.key !== "Tab" && event.key !== "Shift") {
      this.leaving = false;
    }
  }

  indent(back) {
    const { from, until, text } = this.state();
    this.note();
    if (from === until && !back) {
      this.area.setRangeText(STEP, from, until, "end");
    } else {
      const first = text.lastIndexOf("\n", from - 1) + 1;
      const lines = text.slice(first, until).split("\n");
      const moved = lines.map((line) => (back ? line.replace(/^ {1,2}/, "") : STEP + line));
      const ahead = moved[0].length - lines[0].length;
      this.area.setRangeText(moved.join("\n"), first, until, "end");
      const end = this.area.selectionEnd;
      this.area.setSelectionRange(from === until ? end : Math.max(first, from + ahead), end);
    }
    this.typed = 0;
    this.add();
  }

  breakLine() {
    const { from, until, text } = this.state();
    this.note();
    const line = text.slice(text.lastIndexOf("\n", from - 1) + 1, from);
    const blank = /^ */.exec(line)[0];
    const deeper = /:\s*$/.test(line) ? STEP : "";
    this.area.setRangeText("\n" + blank + deeper, from, until, "end");
    this.typed = 0;
    this.add();
  }

  number() {
    const count = this.begins().length;
    const rows = document.createDocumentFragment();
    let plain = "";
    for (let line = 1; line <= count; line++) {
      if (this.marked.has(line)) {
        const mark = document.createElement("b");
        mark.textContent = line;
        rows.append(plain, mark, "\n");
        plain = "";
      } else plain += `${line}\n`;
    }
    rows.append(plain);
    this.gutter.replaceChildren(rows);
    this.gutter.scrollTop = this.area.scrollTop;
  }
}
