// The words of the rulebook in the text: what can be completed, and in which colour each stands.

import * as cm from "./vendor/codemirror.js";

const LOOKED_AT = 60_000; // So many letters are searched for ids and squares.
const LONGEST_LINE = 2000; // Longer lines are not looked at word by word.

export class Words {
  constructor() {
    this.known = null;
    this.of = ""; // What the words were asked for.
    this.kinds = new Map();
    this.extensions = [
      cm.autocompletion({ override: [(context) => this.complete(context)], activateOnTyping: true, icons: false }),
      this.colouring(),
    ];
  }

  /** What the server offers under the rulebook of the text. */
  take(offered) {
    this.known = offered;
    const kinds = new Map();
    const add = (words, kind) => words.forEach((word) => kinds.set(word.toLowerCase(), kind));
    add(offered.notation, "notation");
    add(["as", "at", "on", "to", "of", "is", "has", "lacks", "can", "into", "with", "choosing", "copying"], "notation");
    add(Object.keys(offered.kinds), "characteristic");
    add([...offered.nouns, ...offered.plurals, ...Object.keys(offered.members)], "noun");
    for (const word of Object.keys(offered.members)) kinds.set(`${word.toLowerCase()}s`, "noun");
    add(offered.statuses, "status");
    add(offered.keywords.map((one) => one.word), "status");
    add(offered.events.map((one) => one.word), "event");
    this.kinds = kinds;
    const names = [...offered.cards, ...offered.own].map((one) => one.name).sort((a, b) => b.length - a.length);
    const escaped = names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    this.names = names.length ? new RegExp(`(?<![\\p{L}\\p{N}])(?:${escaped.join("|")})(?![\\p{L}\\p{N}])`, "gu") : null;
  }

  // --- colours ---------------------------------------------------------------------------------

  colouring() {
    const self = this;
    return cm.ViewPlugin.fromClass(class {
      constructor(view) { this.draw(view); }
      update(change) {
        if (change.docChanged || change.viewportChanged || this.of !== self.known) this.draw(change.view);
      }
      draw(view) {
        this.of = self.known;
        this.decorations = self.marks(view);
      }
    }, { decorations: (plugin) => plugin.decorations });
  }

  marks(view) {
    const marks = [];
    const mark = (from, to, kind) => marks.push(cm.Decoration.mark({ class: `word-${kind}` }).range(from, to));
    if (!this.known) return cm.Decoration.none;
    const inText = (line) => /^(\s|- )/.test(line);
    for (const { from, to } of view.visibleRanges) {
      for (let at = from; at <= to;) {
        const line = view.state.doc.lineAt(at);
        at = line.to + 1;
        const body = line.text.replace(/(^|\s)#.*$/, "");
        if (!inText(body) || body.length > LONGEST_LINE) continue;
        const taken = [];
        if (this.names) {
          for (const found of body.matchAll(this.names)) {
            mark(line.from + found.index, line.from + found.index + found[0].length, "card");
            taken.push([found.index, found.index + found[0].length]);
          }
        }
        for (const found of body.matchAll(/[\p{L}_][\p{L}\p{N}_-]*|\b\d+\b|:=|[+*-]=|[<>]=?/gu)) {
          if (taken.some(([a, b]) => found.index >= a && found.index < b)) continue;
          const kind = /^\p{N}/u.test(found[0]) ? "number" : /^\W/u.test(found[0]) ? "notation" : this.kinds.get(found[0].toLowerCase());
          if (kind) mark(line.from + found.index, line.from + found.index + found[0].length, kind);
        }
      }
    }
    return cm.Decoration.set(marks, true);
  }

  // --- completion ------------------------------------------------------------------------------

  complete(context) {
    if (!this.known) return null;
    const { doc } = context.state;
    const line = doc.lineAt(context.pos);
    const before = line.text.slice(0, context.pos - line.from);
    if (/(^|\s)#/.test(before) || before.length > LONGEST_LINE) return null;
    const found = this.offers(doc, line, before);
    if (!found) return null;
    const { typed, options } = found;
    if (!typed && !context.explicit && !/[\s[]$/.test(before)) return null;
    return { from: context.pos - typed.length, options: options.map(leading), validFor: /^[^:,[\]{}]*$/ };
  }

  offers(doc, line, before) {
    const { known } = this;
    const top = /^(\w[\w ]*)?$/.exec(before);
    if (top) return { typed: before, options: known.keys.map((one) => option(one.word, "key", one.says, `${one.word}: `)) };
    const head = /^(\w[\w ]*):\s*(.*)$/.exec(before);
    if (head?.[1] === "rulebook") return { typed: head[2], options: known.rulebooks.map((one) => option(one, "rulebook")) };
    const key = this.keyAbove(doc, line.number);
    const players = this.players(doc);
    const ids = this.ids(doc, line.from + before.length);
    if (head?.[1] === "active") return { typed: head[2], options: players.map((one) => option(one, "player")) };
    if (key === "readings" || head?.[1] === "readings") {
      const last = /([\w.-]+):\s*([\w.-]*)$/.exec(head ? head[2] : before);
      const point = last && known.points.find((one) => one.id === last[1]);
      if (point) return { typed: last[2], options: point.readings.map((one) => option(one.id, "reading", one.says)) };
      return { typed: /[\w.-]*$/.exec(before)[0], options: known.points.map((one) => option(one.id, "open point", one.says, `${one.id}: `)) };
    }
    if (key === "because" || head?.[1] === "because") {
      const all = [...known.clauses, ...known.points];
      return { typed: /[\w.-]*$/.exec(before)[0], options: all.map((one) => option(one.id, "clause", one.says)) };
    }
    const inner = /(?:expect|stated):\s*\[(?:.*,)?\s*([^,[\]]*)$/.exec(before);
    if (inner) return this.expectation(inner[1], ids, players);
    if (key === "play" || /^play:\s*\[/.test(before)) return this.event(before, ids, players);
    if (key === "expect" || key === "stated") {
      const said = /^\s*-\s+["']?(.*)$/.exec(before) ?? /[[,]\s*([^,[\]]*)$/.exec(before);
      return said && this.expectation(said[1], ids, players);
    }
    if (key === "cards") {
      return { typed: /[\w-]*$/.exec(before)[0], options: this.notation(ids) };
    }
    return null;
  }

  event(before, ids, players) {
    const { known } = this;
    const start = /(?:-\s+|[[,{]\s*)([^:,[\]{}]*)$/.exec(before);
    if (start) {
      const options = players.map((one) => option(one, "player", "a card arrives", `${one}: `));
      options.push(...known.events.map((one) => option(one.word, "event", [one.says, ...one.forms.map(shown)].join(" "), `${one.word}: `)));
      return { typed: start[1], options };
    }
    const said = /(?:-\s+|[[,{]\s*)["']?([^:,[\]{}]+):\s+(.*)$/.exec(before);
    if (!said) return null;
    const [, word, rest] = said;
    if (players.includes(word)) return this.arrival(rest, ids, players);
    const event = known.events.find((one) => one.word === word);
    return event ? this.form(event, rest, ids, players) : null;
  }

  arrival(rest, ids, players) {
    const { known } = this;
    const behind = /(?:^|\s)(as|at|on|in|copying|choosing)\s+([^\s]*)$/.exec(rest);
    if (behind) {
      const [, word, typed] = behind;
      if (word === "as") {
        const name = rest.slice(0, behind.index).replace(/"/g, "");
        const letters = name.split(/[^\p{L}]+/u).filter(Boolean);
        const id = free(letters.map((one) => one[0]).join("").toUpperCase() || "X", ids);
        return { typed, options: [option(id, "new id"), option(free((letters[0] ?? "X")[0].toUpperCase(), ids), "new id")] };
      }
      if (word === "at") return { typed, options: squares(known.squares) };
      if (word === "in") return { typed, options: known.zones.map((one) => option(one, "zone")) };
      if (word === "choosing") return { typed, options: [...players.map((one) => option(one, "player")), ...this.cards()] };
      return { typed, options: ids.map((one) => option(one, "id")) };
    }
    const named = [...known.cards, ...known.own].some((one) => rest.startsWith(`${one.written} `));
    if (named) {
      const options = ["as", "at", "on", "in", "copying", "choosing"].map((one) => option(one, "word", "", `${one} `));
      options.push(...known.levels.map((one) => option(one, "level")));
      return { typed: /\S*$/.exec(rest)[0], options };
    }
    const verbs = ["cast", "use", "activate", "trigger", "play"].map((one) => option(one, "verb", "", `${one} `));
    const after = /^(?:cast)\s+(.*)$/.exec(rest);
    if (/^(?:use|activate|trigger|play)\s/.test(rest)) {
      return { typed: /\S*$/.exec(rest)[0], options: ids.map((one) => option(one, "id")) };
    }
    return { typed: after ? after[1] : rest, options: [...this.cards(), ...(after ? [] : verbs)] };
  }

  /** What may come next in a form: its words one after another, and what fills its holes. */
  form(event, rest, ids, players) {
    const said = rest.split(/\s+/);
    const typed = said.pop();
    const options = new Map();
    for (const form of event.forms) {
      const pieces = form.split(" ");
      const fits = said.every((word, at) => pieces[at] && (pieces[at][0] === "{" || pieces[at] === word));
      const next = pieces[said.length];
      if (!fits || !next) continue;
      for (const one of next[0] === "{" ? this.fill(next.slice(1, -1), ids, players) : [option(next, "word", "", `${next} `)]) {
        options.set(one.label, one);
      }
    }
    return { typed, options: [...options.values()] };
  }

  fill(kind, ids, players) {
    const { known } = this;
    const plain = (words, what) => words.map((word) => option(word, what));
    switch (kind) {
      case "card": return this.cards();
      case "place": return squares(known.squares);
      case "zone": return plain(known.zones, "zone");
      case "exit": return plain(known.zones.slice(1), "zone");
      case "status": return plain(known.statuses, "status");
      case "keyword": return plain(known.keywords.map((one) => one.word), "keyword");
      case "verb": return plain(known.actions, "verb");
      case "player": return plain(players, "player");
      case "during": return plain(known.during, "word");
      case "amount": return plain(["1", "-1"], "number");
      case "new": return [option("as", "word", "", "as ")];
      case "doer": return [...plain(ids, "id"), ...plain(players, "player")];
      default: return plain(ids, "id");
    }
  }

  expectation(said, ids, players) {
    const { known } = this;
    const typed = /\S*$/.exec(said)[0];
    const head = said.slice(0, said.length - typed.length).trim();
    const plain = (words, what) => words.map((word) => option(word, what));
    const subjects = [...plain(ids, "id"), ...plain(players, "player")];
    if (!head) {
      const layers = known.layers.map((one) => option(`layer ${one}`, "facts of a layer"));
      return { typed, options: [...Object.entries(known.kinds).map(([word, kind]) => option(word, kind, "", `${word} of `)), ...subjects, ...layers] };
    }
    if (/\bof$/.test(head)) return { typed, options: subjects };
    const value = /^(.*) of \S+ is$/.exec(head);
    if (value) {
      const kind = known.kinds[value[1]];
      const members = Object.entries(known.members).filter(([, set]) => set === value[1]).map(([word]) => word);
      return { typed, options: kind === "player" ? plain(players, "player") : kind === "set" ? plain(members, "word") : [] };
    }
    if (/ (has|lacks)$/.test(head)) {
      return { typed, options: [...known.keywords.map((one) => option(one.title, "keyword")), option("no abilities", "words")] };
    }
    if (/ (can|can't)$/.test(head)) return { typed, options: plain(known.actions, "verb") };
    if (/ in$/.test(head)) return { typed, options: plain(known.zones, "zone") };
    if (/ is(?: not)?$/.test(head)) {
      const more = ["not", "a", "in"].map((one) => option(one, "word", "", `${one} `));
      return { typed, options: [...plain(known.statuses, "status"), ...more] };
    }
    if (/ (a|an)$/.test(head)) return { typed, options: plain(Object.keys(known.members), "word") };
    if (/ of \S+$/.test(head)) return { typed, options: ["is", "<", ">", "<=", ">=", "!="].map((one) => option(one, "word", "", `${one} `)) };
    const verbs = ["is", "has", "lacks", "can", "can't"].map((one) => option(one, "word", "", `${one} `));
    return { typed, options: [...verbs, ...plain(known.verdicts, "what becomes of it")] };
  }

  notation(ids) {
    const { known } = this;
    const words = (list, what) => list.map((word) => option(word, what));
    return [
      ...Object.entries(known.kinds).map(([word, kind]) => option(word, kind)),
      ...words(Object.keys(known.members), "word"),
      ...words(known.nouns, "noun"),
      ...words(known.statuses, "status"),
      ...words(known.keywords.map((one) => one.title), "keyword"),
      ...words(["is", "has", "on entry", "activates", "triggers", "resolves", "enters", "gives"], "key").map((one) => ({ ...one, apply: `${one.label}: ` })),
      ...words(known.notation, "notation"),
      ...words(ids, "id"),
    ];
  }

  cards() {
    return [...this.known.own, ...this.known.cards].map((one) => ({
      ...option(one.name, one.kind || "of this scenario", one.says.join(" ")), apply: `${one.written} as `,
    }));
  }

  // --- what stands in the text -------------------------------------------------------------------

  keyAbove(doc, number) {
    for (let at = number; at > 0 && number - at < 5000; at -= 1) {
      const found = /^([A-Za-z][\w ]*):/.exec(doc.line(at).text);
      if (found) return found[1];
    }
    return "";
  }

  /** The line that names the rulebook. */
  line(text) {
    return /^rulebook:.*$/m.exec(text)?.[0] ?? "";
  }

  /** All that decides which words there are: the rulebook, and the names of the scenario's cards. */
  asked(text, book, rulebook) {
    const own = /^cards:[^\n]*\n(?:[ \t#][^\n]*\n|\n)*/m.exec(text)?.[0] ?? "";
    return JSON.stringify([this.line(text), rulebook, book, own.match(/^ {1,4}\S.*?:/gm) ?? []]);
  }

  /** The squares that something stands on. */
  taken(doc) {
    const squares = doc.sliceString(0, LOOKED_AT).matchAll(/\bat (\d+)/g);
    return new Set(Array.from(squares, (one) => Number(one[1])));
  }

  players(doc) {
    const found = /^players:\s*\[([^\]]*)\]/m.exec(doc.sliceString(0, 4000));
    return found ? found[1].split(",").map((one) => one.trim()).filter(Boolean) : ["you", "me"];
  }

  /** cursor: where one is just being written, which is not there yet. */
  ids(doc, cursor) {
    const found = Array.from(doc.sliceString(0, LOOKED_AT).matchAll(/\bas ([^\s,[\]{}'"]+)/g));
    const there = found.filter((one) => one.index > cursor || one.index + one[0].length < cursor);
    return [...new Set(there.map((one) => one[1]))];
  }
}

function option(label, detail, info = "", apply = label) {
  return { label, detail, info: info || undefined, apply };
}

/** Behind what something has to follow, the next words are offered at once. */
function leading(one) {
  const { apply } = one;
  if (!apply.endsWith(" ")) return one;
  const written = (view, _, from, to) => {
    view.dispatch(cm.insertCompletionText(view.state, apply, from, to));
    cm.startCompletion(view);
  };
  return { ...one, apply: written };
}

function squares(count) {
  return Array.from({ length: count }, (_, at) => ({ ...option(String(at + 1), "square"), boost: -at }));
}

function free(id, taken) {
  let found = id;
  for (let number = 2; taken.includes(found); number += 1) found = `${id}${number}`;
  return found;
}

function shown(form) {
  return form.replace(/\{(\w+)\}/g, (_, kind) => kind.toUpperCase());
}
