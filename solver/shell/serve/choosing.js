// What is chosen here and not in the text: it is said, written into the text, or dropped.

import { ask, words } from "./asking.js";
import { one, told } from "./dom.js";

export class Choosing {
  /** choices: what is chosen. fields: gives what the page asks about. editor: the scenario's. */
  constructor(choices, fields, editor, changed) {
    Object.assign(this, { choices, fields, editor, changed });
    one("#write").addEventListener("click", () => this.write());
    one("#drop").addEventListener("click", () => {
      choices.set();
      changed();
    });
  }

  show() {
    const { rulebook, readings } = this.choices.fields;
    const parts = Object.entries(readings).map(([point, reading]) => `${point} = ${reading}`);
    if (rulebook) parts.unshift(rulebook);
    one("#choice").hidden = parts.length === 0;
    one("#choice span").textContent = `Chosen here, not in the text: ${parts.join(", ")}.`;
  }

  async write() {
    try {
      const reply = await ask("write", { ...this.fields(), beside: false });
      if (reply === null) return;
      if (reply.problems.length) {
        told(`It can't be written: ${reply.problems[0].message}`);
        return;
      }
      this.choices.set();
      this.editor.replace(reply.text);
      told("Written into the text; Undo takes it back.");
      this.changed();
    } catch (error) {
      told(words(error));
    }
  }
}
