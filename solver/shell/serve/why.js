// Why a value is what it is: which objects and values can be asked for, and the chain of reasons.

import { greyed } from "./answers.js";
import { ask, words } from "./asking.js";
import { one } from "./dom.js";

export class Why {
  /** fields: gives what the page asks about. */
  constructor(fields) {
    this.fields = fields;
    this.cells = {};
    this.object = one("#why-object");
    this.characteristic = one("#why-characteristic");
    this.box = one("#why-answer");
    this.object.addEventListener("change", () => this.offerCharacteristics());
    one("#why-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.look();
    });
  }

  /** cells: for each object of the picture what can be asked of it. */
  offer(cells) {
    this.cells = cells;
    const wanted = this.object.value;
    this.object.replaceChildren(...Object.keys(cells).map((id) => new Option(id, id)));
    if (wanted in cells) this.object.value = wanted;
    this.offerCharacteristics();
    if (this.box.childNodes.length) this.look();
  }

  offerCharacteristics() {
    const wanted = this.characteristic.value || "controller";
    const known = this.cells[this.object.value] ?? [];
    this.characteristic.replaceChildren(...known.map((each) => new Option(each, each)));
    if (known.includes(wanted)) this.characteristic.value = wanted;
  }

  async look() {
    const object = this.object.value;
    const characteristic = this.characteristic.value;
    greyed(["#why-answer"], true);
    try {
      const reply = await ask("why", { ...this.fields(), beside: false, object, characteristic });
      if (reply === null) return;
      if (reply.problems.length) this.box.textContent = reply.problems[0].message;
      else reasons(this.box, object, characteristic, reply);
    } catch (error) {
      this.box.textContent = words(error);
    }
    greyed(["#why-answer"], false);
  }
}

/** The chain of reasons for one value. */
function reasons(box, object, characteristic, reply) {
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
