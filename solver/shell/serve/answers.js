// What is shown of an answer: pictures in a closed frame, reasons, expectations, problems.

export const PICTURES = ["#ruling", "#panel-picture", "#panel-readings", "#why-answer", "#expected"];
export const ANSWERS = [...PICTURES, "#events", "#problems"];

/** Whether what these parts show is from before. */
export function greyed(parts, on) {
  for (const part of parts) document.querySelector(part).classList.toggle("stale", on);
}

/** A frame for pictures: a new one is put in place only when it is there in full. */
export class Frame {
  /** step: with which step a picture begins, as its address says it. */
  constructor(box, title, step = "") {
    this.inside = null;
    this.box = box;
    this.title = title;
    this.step = step;
    this.html = null;
  }

  show(html) {
    if (html === this.html) return;
    this.html = html;
    const frame = document.createElement("iframe");
    frame.title = this.title;
    // Its scripts run, but nothing here is within their reach.
    frame.setAttribute("sandbox", "allow-scripts");
    frame.className = "coming";
    const loaded = () => {
      if (!frame.isConnected) return;
      for (const other of [...this.box.children]) if (other !== frame) other.remove();
      frame.classList.remove("coming");
      this.begin(frame);
    };
    // Going to a step counts as loading in some browsers.
    frame.addEventListener("load", loaded, { once: true });
    for (const other of this.box.querySelectorAll("iframe.coming")) other.remove();
    frame.srcdoc = this.tied(html);
    this.box.append(frame);
  }

  /** The picture with the script by which it says what is pointed at, which its policy allows. */
  tied(html) {
    if (!this.inside) return html;
    const { script, style, digests } = this.inside;
    const end = html.lastIndexOf("</body>");
    return `${html.slice(0, end)}<style>${style}</style><script>${script}</script>${html.slice(end)}`
      .replace("style-src '", () => `style-src '${digests.style}' '`)
      .replace("script-src '", () => `script-src '${digests.script}' '`);
  }

  /** The window of the picture that is shown. */
  get window() {
    return this.box.querySelector("iframe:not(.coming)")?.contentWindow ?? null;
  }

  /** Go to the step that a picture begins with; it has its steps in its address. */
  begin(frame) {
    if (!this.step) return;
    try {
      frame.contentWindow.location.replace(`about:srcdoc#${this.step}`);
    } catch {
      // Where a browser does not allow it, the picture begins with its first step.
    }
  }

  say(text) {
    this.html = null;
    const note = document.createElement("p");
    note.className = "hint";
    note.textContent = text;
    this.box.replaceChildren(note);
  }
}

/** The ruling, a paragraph for each sentence; the first is what comes out. */
export function ruling(box, sentences, verdict) {
  box.className = verdict;
  box.replaceChildren(
    ...sentences.map((sentence) => {
      const line = document.createElement("p");
      line.textContent = sentence;
      return line;
    }),
  );
}

/** The list of problems, each of which leads to its place; mend: called with one to be mended. */
export function problems(box, found, picked, mend) {
  box.hidden = found.length === 0;
  box.querySelector("h2").textContent =
    found.length === 1 ? "A problem" : `${found.length} problems`;
  box.querySelector("ul").replaceChildren(
    ...found.map((one) => {
      const item = document.createElement("li");
      const line = document.createElement(one.line && one.where ? "button" : "p");
      if (one.line && one.where) {
        line.type = "button";
        line.addEventListener("click", () => picked(one));
        const place = document.createElement("b");
        const where = one.where === "book" ? "own rulebook, " : "";
        place.textContent = `${where}line ${one.line}, column ${one.column}: `;
        line.append(place);
      }
      line.append(one.message);
      item.append(line);
      if (one.fix) {
        const button = document.createElement("button");
        button.type = "button";
        button.className = "fix";
        button.textContent = `Write ${one.fix.instead}`;
        button.addEventListener("click", () => mend(one));
        item.append(button);
      }
      for (const more of [one.expected && `expected: ${one.expected}`, one.suggestion]) {
        if (!more) continue;
        const small = document.createElement("small");
        small.textContent = more;
        item.append(small);
      }
      return item;
    }),
  );
}

/** What the scenario expects, and whether it is so. */
export function expected(box, found, picked) {
  box.hidden = found.length === 0;
  const known = found.filter((one) => one.known).length;
  const held = found.filter((one) => one.right).length - known;
  box.querySelector("h2").textContent =
    `As expected: ${held} of ${found.length}${known ? `, ${known} known to fail` : ""}`;
  box.querySelector("ul").replaceChildren(
    ...found.map((one) => {
      const item = document.createElement("li");
      item.className = one.known ? "known" : one.right ? "held" : "failed";
      const line = document.createElement("button");
      line.type = "button";
      const mark = document.createElement("b");
      if (one.known) {
        mark.textContent = "known to fail: ";
      } else {
        mark.textContent = one.right ? "✓ " : "✗ ";
        mark.setAttribute("aria-label", one.right ? "as expected: " : "not as expected: ");
        mark.setAttribute("role", "img");
      }
      line.append(mark, one.text);
      line.addEventListener("click", () => picked(one));
      item.append(line);
      if (one.note) {
        const small = document.createElement("small");
        small.textContent = one.note;
        item.append(small);
      }
      return item;
    }),
  );
}

/** The chain of reasons for one value. */
export function reasons(box, object, characteristic, reply) {
  const head = document.createElement("h3");
  const end = reply.links[reply.links.length - 1];
  head.textContent = `${characteristic} of ${object} is ${end.value}`;
  const list = document.createElement("ol");
  reply.links.forEach((link, number) => {
    const item = document.createElement("li");
    const line = document.createElement("b");
    const how = number === 0 ? "begins as" : link.changed ? "becomes" : "stays";
    line.textContent = `${how} ${link.value}${link.effect ? ` by ${link.effect}` : ""}`;
    const why = document.createElement("ul");
    for (const reason of link.reasons) {
      const said = document.createElement("li");
      said.textContent = reason.text;
      if (reason.clauses.length) {
        const clauses = document.createElement("small");
        clauses.textContent = ` (${reason.clauses.join(", ")})`;
        said.append(clauses);
      }
      why.append(said);
    }
    item.append(line, why);
    list.append(item);
  });
  const parts = [head, list];
  if (reply.clauses.length) {
    const clauses = document.createElement("ul");
    for (const text of reply.clauses) {
      const item = document.createElement("li");
      item.textContent = text;
      clauses.append(item);
    }
    const title = document.createElement("h3");
    title.textContent = "What the clauses say";
    parts.push(title, clauses);
  }
  box.replaceChildren(...parts);
}

/** Tabs as the arrow keys expect them; picked: called with the one that is now shown. */
export function tabs(list, picked) {
  const all = [...list.querySelectorAll('[role="tab"]')];
  const pick = (tab) => {
    for (const one of all) {
      const on = one === tab;
      one.setAttribute("aria-selected", String(on));
      one.tabIndex = on ? 0 : -1;
      document.getElementById(one.getAttribute("aria-controls")).hidden = !on;
    }
    picked?.(tab.id);
  };
  all.forEach((tab, number) => {
    tab.addEventListener("click", () => pick(tab));
    tab.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      const next = all[(number + step + all.length) % all.length];
      next.focus();
      pick(next);
    });
  });
  return (id) => pick(document.getElementById(id));
}
