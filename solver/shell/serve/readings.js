// The other readings of the rulebook: whether they agree, and the page that shows them all.

import { ask, forget, words } from "./asking.js";
import { one, state } from "./dom.js";
import { Frame } from "./frame.js";

export class Readings {
  /** fields: gives what the page asks about. */
  constructor(fields) {
    this.fields = fields;
    this.frame = new Frame(one("#panel-readings"), "All readings of the rulebook");
    this.of = ""; // What the readings that are shown were asked for.
  }

  /** Nobody waits for those of an older text any more. */
  forget() {
    forget("readings");
    forget("settled");
  }

  /** Whether the readings agree is said behind the rest, when it is known. */
  async settled() {
    const before = one("#state").textContent;
    try {
      const reply = await ask("settled", { ...this.fields(), beside: false });
      if (reply?.line && one("#state").textContent === before) state(`${before}; ${reply.line}`, "");
    } catch {
      // The picture is there; "Readings" says what is wrong.
    }
  }

  async look() {
    const now = JSON.stringify(this.fields());
    if (now === this.of) return;
    this.of = now;
    this.frame.say("Looking at all readings of the rulebook…");
    try {
      const reply = await ask("readings", { ...this.fields(), beside: false });
      if (reply === null) {
        this.of = "";
      } else if (reply.problems.length) {
        this.frame.say(`There is no answer: ${reply.problems[0].message}`);
      } else {
        this.frame.show(reply.page);
      }
    } catch (error) {
      this.of = "";
      this.frame.say(words(error));
    }
  }
}
