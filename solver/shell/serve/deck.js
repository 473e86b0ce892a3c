// Cards to click: the list of a rulebook's cards, found by words; a click lets one arrive.

const MOST = 80;
const PAUSE = 150; // So many milliseconds after the last letter is searched.

export class Deck {
  /**
   * add: called with a card's name, a player and a square (0: none); resolves when it is done.
   * find: called with words; resolves to the names of the cards that they find and, where they
   * can find none, why; to null if something newer was asked.
   */
  constructor(box, add, find) {
    this.box = box;
    this.add = add;
    this.find = find;
    this.found = null; // The names that the words find; null without words.
    this.all = [];
    this.search = box.querySelector("#card-search");
    this.whose = box.querySelector("#card-player");
    this.square = box.querySelector("#card-square");
    this.list = box.querySelector("#card-list");
    this.count = box.querySelector("#card-count");
    this.search.addEventListener("input", () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.look(), PAUSE);
    });
  }

  /** What the rulebook of the text offers. */
  fill(words, players, taken) {
    if (words !== this.words) {
      this.words = words;
      this.all = [...words.own, ...words.cards];
      if (this.search.value.trim()) this.look();
    }
    this.size = words.squares;
    this.choose(this.whose, players.map((one) => [one, one]));
    const numbers = Array.from({ length: words.squares }, (_, at) => [String(at + 1), String(at + 1)]);
    this.choose(this.square, [["0", "none"], ...numbers]);
    this.square.parentElement.hidden = words.squares === 0;
    this.taken = taken;
    if (!this.picked) this.next();
    this.show();
  }

  choose(select, options) {
    const wanted = select.value;
    select.replaceChildren(...options.map(([value, text]) => new Option(text, value)));
    if (options.some(([value]) => value === wanted)) select.value = wanted;
  }

  /** The first square, from the middle on, that nothing stands on yet. */
  next() {
    const half = Math.floor(this.size / 2);
    const order = Array.from({ length: this.size }, (_, at) => ((half + at) % this.size) + 1);
    this.square.value = String(order.find((one) => !this.taken.has(one)) ?? 0);
  }

  /** The next card that is clicked arrives on this square. */
  pick(square) {
    this.picked = true;
    this.square.value = String(square);
    this.search.focus();
  }

  /** Search anew: the scenario's own cards by their names, the others as the server finds them. */
  async look() {
    const words = this.search.value.trim();
    const reply = words ? await this.find(words) : { names: null };
    if (reply === null) return;
    const wanted = words.toLowerCase().split(/\s+/);
    const own = this.words?.own.map((one) => one.name) ?? [];
    const mine = own.filter((one) => wanted.every((word) => one.toLowerCase().includes(word)));
    this.found = reply.names && [...mine, ...reply.names.filter((one) => !own.includes(one))];
    this.problem = mine.length ? "" : reply.problem;
    this.show();
  }

  show() {
    const named = new Map(this.all.map((one) => [one.name, one]));
    const found = this.found === null ? this.all : this.found.map((one) => named.get(one)).filter(Boolean);
    this.count.textContent = this.problem || `${found.length} of ${this.all.length} cards${found.length > MOST ? `, the first ${MOST} shown` : ""}`;
    this.list.replaceChildren(...found.slice(0, MOST).map((one) => this.row(one)));
  }

  row(one) {
    const item = document.createElement("li");
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.name = one.name;
    const name = document.createElement("b");
    name.textContent = one.name;
    const kind = document.createElement("small");
    kind.textContent = ` ${one.kind || "of this scenario"}`;
    const says = document.createElement("span");
    says.textContent = one.says.join(" ");
    button.append(name, kind, says);
    button.addEventListener("click", async () => {
      await this.add(one.name, this.whose.value, Number(this.square.value));
      this.picked = false;
    });
    item.append(button);
    return item;
  }
}
