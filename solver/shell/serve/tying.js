// What belongs together lights up: the line of an arrival, its object, its effects, what they change.

export class Tying {
  /** frame, editor: what lights up. placed: called with a square that was clicked. */
  constructor(frame, editor, placed) {
    this.frame = frame;
    this.editor = editor;
    this.ties = [];
    this.line = 0;
    window.addEventListener("message", (event) => {
      if (event.source !== frame.window || event.data?.layerlaw !== "pointed") return;
      if (Number.isInteger(event.data.square)) placed(event.data.square);
      else this.pointedIn(event.data);
    });
  }

  /** A line of the text, or several: their objects, their effects, and what these change. */
  pointAt(line, last = line) {
    if (line === this.line) return;
    this.line = line;
    const there = line ? this.ties.filter((tie) => tie.line >= line && tie.line <= last) : [];
    const ids = there.flatMap((tie) => [tie.id, ...tie.touches]);
    this.light(ids, there.flatMap((tie) => tie.effects), there.map((tie) => tie.line));
  }

  /** An object or an effect in the picture: its line, and the lines of what changed it. */
  pointedIn({ card, effect }) {
    const its = this.ties.filter((tie) => (card ? tie.id === card : effect ? tie.effects.includes(effect) : false));
    const by = card ? this.ties.filter((tie) => tie.touches.includes(card)) : [];
    const ids = card ? [card] : its.flatMap((tie) => [tie.id, ...tie.touches]);
    const effects = effect ? [effect] : its.flatMap((tie) => tie.effects);
    this.line = 0;
    this.light(ids, effects, [...its, ...by].map((tie) => tie.line));
  }

  light(ids, effects, lines) {
    this.frame.window?.postMessage({ layerlaw: "light", cards: ids, effects }, "*");
    this.editor.light(lines);
  }
}
