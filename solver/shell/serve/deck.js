// Cards to click: the list of a rulebook's cards, found by words; a click lets one arrive.

const MOST = 80;

export class Deck {
  /** add: called with a card's name, a player and a square (0: none); resolves when it is done. */
  constructor(box, add) {
    this.box = box;
    this.add = add;
    this.all = [];
    this.search = box.querySelector("#card-search");
    this.whose = box.querySelector("#card-player");
    this.square = box.querySelector("#card-square");
    this.list = box.querySelector("#card-list");
    this.count = box.querySelector("#card-count");
    this.search.addEventListener("input", () => this.show());
  }

  /** What the rulebook of the text offers. */
  fill(words, players, taken) {
    this.all = [...words.own, ...words.cards].map((one) => ({
      ...one, words: `${one.name} ${one.kind} ${one.says.join(" ")}`.toLowerCase(),
    }));
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

  show() {
    const wanted = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = this.all.filter((one) => wanted.every((word) => one.words.includes(word)));
    const inName = (one) => wanted.every((word) => one.name.toLowerCase().includes(word));
    found.sort((a, b) => inName(b) - inName(a));
    this.count.textContent = `${found.length} of ${this.all.length} cards${found.length > MOST ? `, the first ${MOST} shown` : ""}`;
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
