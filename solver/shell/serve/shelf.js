// The shipped scenarios: found by words and by game, and taken over as text.

import { get, words } from "./asking.js";

const MOST = 60;

export class Shelf {
  /** taken: called with a scenario's text and the name of its file. told: says what went wrong. */
  constructor(box, taken, told) {
    this.box = box;
    this.taken = taken;
    this.told = told;
    this.all = [];
    this.search = box.querySelector("#search");
    this.game = box.querySelector("#game");
    this.list = box.querySelector("#shelf-list");
    this.count = box.querySelector("#shelf-count");
    this.search.addEventListener("input", () => this.show());
    this.game.addEventListener("change", () => this.show());
  }

  fill(found) {
    const game = Object.fromEntries(found.rulebooks.map((book) => [book.id, book.game]));
    this.all = found.scenarios.map((one) => ({
      ...one,
      game: game[one.rulebook] ?? one.id.split("/")[0],
      words: `${one.title} ${one.id} ${one.rulebook}`.toLowerCase(),
    }));
    const games = [...new Set(this.all.map((one) => one.game))].sort();
    this.game.append(...games.map((game) => new Option(game, game)));
    this.show();
  }

  show() {
    const wanted = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = this.all.filter(
      (one) =>
        (!this.game.value || one.game === this.game.value) &&
        wanted.every((word) => one.words.includes(word)),
    );
    const more = found.length > MOST ? `, the first ${MOST} shown` : "";
    this.count.textContent = `${found.length} of ${this.all.length} scenarios${more}`;
    this.list.replaceChildren(...found.slice(0, MOST).map((one) => this.row(one)));
  }

  row(one) {
    const item = document.createElement("li");
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.id = one.id;
    const book = document.createElement("small");
    book.textContent = ` ${one.rulebook}`;
    button.append(one.title, book);
    button.addEventListener("click", () => this.take(one));
    item.append(button);
    return item;
  }

  async take(one) {
    try {
      const path = one.id.split("/").map(encodeURIComponent).join("/");
      const { text } = await get(`/shelf/${path}`);
      this.box.open = false;
      this.taken(text, `${one.id.split("/").pop()}.scenario.yaml`);
    } catch (error) {
      this.told(words(error));
    }
  }
}
