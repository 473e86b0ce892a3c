// Files and links: what the text is called, whether it is saved, and how it comes and goes.

import { one, told } from "./dom.js";
import { Links, linkTo, opened, save } from "./sharing.js";

export class Files {
  /**
   * texts: the editors, `scenario` and `book`. choices: what is chosen besides. current: gives the
   * editor that is shown. came: called when another text took the place of one.
   */
  constructor(texts, choices, current, came) {
    Object.assign(this, { ...texts, choices, current, came });
    this.name = "scenario.scenario.yaml";
    this.saved = { text: "", book: "" };
    this.page = "";
    this.links = new Links(() => this.here(), (found, message) => this.comeTo(found, message), told);
    one("#file").addEventListener("change", (event) => {
      const [file] = event.target.files;
      event.target.value = "";
      if (file) this.open(file);
    });
    one("#save").addEventListener("click", () => this.save());
    one("#save-page").addEventListener("click", () => {
      save(this.page, `${this.name.replace(/(\.scenario)?\.ya?ml$/, "")}.html`, "text/html");
    });
    one("#link").addEventListener("click", () => this.link());
    window.addEventListener("beforeunload", (event) => {
      if (this.unsaved) event.preventDefault();
    });
    window.addEventListener("hashchange", () => this.links.look());
  }

  get unsaved() {
    return this.scenario.text !== this.saved.text || this.book.text !== this.saved.book;
  }

  show() {
    one("#save").textContent = this.current() === this.book ? "Save rulebook" : "Save scenario";
    one("#file-name").textContent = `${this.name}${this.unsaved ? " (not saved)" : ""}`;
  }

  /** What the server was started with. */
  begin(start) {
    this.name = start.name;
    this.saved = { text: start.text, book: start.book };
    this.book.begin(start.book);
    this.scenario.begin(start.text);
  }

  /** Another scenario takes the text's place; Undo brings the old one back. */
  takeOver(text, file) {
    this.name = file;
    this.choices.set();
    this.scenario.replace(text);
    this.saved.text = text;
    this.show();
    this.came("scenario");
    told(`${file} is in the text now; Undo brings the other one back.`);
  }

  async open(file) {
    try {
      const text = await opened(file);
      if (this.current() !== this.book) {
        this.takeOver(text, file.name);
        return;
      }
      this.book.replace(text);
      this.saved.book = text;
      this.show();
      this.came("book");
    } catch (error) {
      told(error.message);
    }
  }

  save() {
    if (this.current() === this.book) {
      const id = /^rulebook:\s*([\w.-]+)/m.exec(this.book.text)?.[1] ?? "rulebook";
      save(this.book.text, `${id}.yaml`, "text/yaml");
      this.saved.book = this.book.text;
    } else {
      save(this.scenario.text, this.name, "text/yaml");
      this.saved.text = this.scenario.text;
    }
    this.show();
  }

  async link() {
    const { rulebook, readings } = this.choices.fields;
    const link = await linkTo({
      text: this.scenario.text, book: this.book.text, name: this.name, rulebook, readings,
    });
    try {
      await navigator.clipboard.writeText(link);
      told("The link is copied: it holds the scenario itself, for whoever runs the explorer.");
    } catch {
      prompt("The link holds the scenario itself:", link);
    }
  }

  /** What is here, so that it can be come back to. */
  here() {
    const texts = { text: this.scenario.text, book: this.book.text };
    return { ...texts, name: this.name, ...this.choices.fields, saved: { ...this.saved } };
  }

  /** Take over what a link holds, or what was here before it. */
  comeTo(found, message) {
    this.name = found.name;
    this.choices.set(found);
    this.book.replace(found.book);
    this.scenario.replace(found.text);
    this.saved = { ...found.saved };
    this.show();
    this.came("");
    told(message);
  }
}
