// The text: CodeMirror with colours, completion, problems underlined with what mends them, and
// lines that light up with what they stand for.

import * as cm from "./vendor/codemirror.js";

const BREAK = /\r\n|[\n\r\x85\u2028\u2029]/g;
const colours = cm.HighlightStyle.define([
  { tag: [cm.tags.definition(cm.tags.propertyName), cm.tags.propertyName], class: "tok-key" },
  { tag: cm.tags.comment, class: "tok-comment" },
  { tag: cm.tags.string, class: "tok-string" },
  { tag: [cm.tags.punctuation, cm.tags.separator, cm.tags.squareBracket, cm.tags.brace], class: "tok-mark" },
]);
const lit = cm.StateEffect.define();
const litLines = cm.StateField.define({
  create: () => cm.Decoration.none,
  update(marks, change) {
    // What is typed on has other lines.
    if (change.docChanged) marks = cm.Decoration.none;
    for (const effect of change.effects) {
      if (!effect.is(lit)) continue;
      const { doc } = change.state;
      const starts = effect.value.filter((line) => line <= doc.lines).map((line) => doc.line(line).from);
      const line = cm.Decoration.line({ class: "lit" });
      marks = cm.Decoration.set(starts.map((from) => line.range(from)), true);
    }
    return marks;
  },
  provide: (field) => cm.EditorView.decorations.from(field),
});

export class Editor {
  /**
   * changed: called after every change, whoever made it. words: extensions that know the words.
   * pointed: called with the line that the mouse is over, or 0. opened: called with a dropped file.
   */
  constructor(box, { id, label, changed, words = [], pointed, opened }) {
    this.changed = changed;
    this.setup = [
      cm.lineNumbers(),
      cm.highlightSpecialChars(),
      cm.history(),
      cm.drawSelection(),
      cm.EditorState.allowMultipleSelections.of(true),
      cm.yaml(),
      cm.syntaxHighlighting(colours),
      cm.bracketMatching(),
      cm.closeBrackets(),
      cm.indentUnit.of("  "),
      cm.highlightActiveLine(),
      cm.highlightActiveLineGutter(),
      cm.lintGutter(),
      litLines,
      // On a phone nothing of a line is out of sight.
      matchMedia("(max-width: 56rem)").matches ? cm.EditorView.lineWrapping : [],
      cm.EditorView.cspNonce.of(document.querySelector('meta[name="layerlaw-nonce"]').content),
      cm.keymap.of([
        ...cm.closeBracketsKeymap, ...cm.completionKeymap, ...cm.lintKeymap, ...cm.searchKeymap,
        { key: "Escape", run: () => { this.leaving = true; return false; } },
        { key: "Enter", run: broken },
        { key: "Tab", run: (view) => !this.leaving && indented(view), shift: (view) => !this.leaving && cm.indentLess(view) },
        ...cm.defaultKeymap, ...cm.historyKeymap,
      ]),
      cm.EditorView.contentAttributes.of({ id, "aria-label": label, autocapitalize: "off", spellcheck: "false" }),
      cm.EditorView.updateListener.of((update) => {
        if (!update.docChanged) return;
        this.leaving = false;
        this.known = null;
        this.changed();
      }),
      cm.EditorView.domEventHandlers({
        mousemove: (event, view) => {
          const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
          pointed?.(at === null ? 0 : view.state.doc.lineAt(at).number);
        },
        mouseleave: () => pointed?.(0),
        blur: () => { this.leaving = false; },
        drop: (event) => {
          const file = event.dataTransfer?.files[0];
          if (file) opened?.(file);
          return Boolean(file);
        },
      }),
      words,
    ];
    this.view = new cm.EditorView({ parent: box, state: this.fresh("") });
  }

  fresh(text) {
    return cm.EditorState.create({ doc: text, extensions: this.setup });
  }

  get text() {
    // The whole text is put together once for every change, however often it is asked for.
    this.known ??= this.view.state.doc.toString();
    return this.known;
  }

  /** Replace what differs in the text, as one step that can be undone. */
  replace(text, focus = false) {
    const old = this.text;
    if (text === old) return;
    let from = 0;
    const least = Math.min(text.length, old.length);
    while (from < least && text[from] === old[from]) from += 1;
    let end = 0;
    while (end < least - from && text[text.length - 1 - end] === old[old.length - 1 - end]) end += 1;
    const changes = { from, to: old.length - end, insert: text.slice(from, text.length - end) };
    this.view.dispatch({ changes, userEvent: "input.replace" });
    if (focus) this.view.focus();
  }

  /** Begin anew with a text, without a history. */
  begin(text) {
    this.known = null;
    this.view.setState(this.fresh(text));
    this.changed();
  }

  get canUndo() {
    return cm.undoDepth(this.view.state) > 0;
  }

  get canRedo() {
    return cm.redoDepth(this.view.state) > 0;
  }

  /** One step through the history: -1 undoes, 1 does again. */
  go(step) {
    (step < 0 ? cm.undo : cm.redo)(this.view);
  }

  /** Select a place, by its line and column from 1 as the server counts, and show it. */
  select(line, column, until = 0) {
    const from = this.at(line, column);
    const end = this.at(line + 1, 1) - 1;
    const word = /^[\p{L}\p{N}_'’-]+/u.exec(this.text.slice(from, end));
    const to = until > column ? this.at(line, until) : word ? from + word[0].length : Math.max(from, end);
    this.view.dispatch({ selection: { anchor: from, head: to }, effects: cm.EditorView.scrollIntoView(from, { y: "center" }) });
    this.view.focus();
  }

  /** The offset of a line and a column, which count characters and every break of YAML. */
  at(line, column) {
    this.begins ??= null;
    if (this.begun !== this.text) {
      this.begun = this.text;
      this.begins = [0, ...Array.from(this.text.matchAll(BREAK), (found) => found.index + found[0].length)];
    }
    const from = this.begins[Math.min(line, this.begins.length + 1) - 1] ?? this.text.length + 1;
    if (column <= 1) return Math.min(from, line > this.begins.length ? from : this.text.length);
    const next = this.begins[line] ?? this.text.length + 1;
    const before = Array.from(this.text.slice(from, next)).slice(0, column - 1).join("").length;
    return Math.min(from + before, Math.max(from, next - 1), this.text.length);
  }

  /** Underline what is wrong; what was meant instead is one click away. */
  mark(problems) {
    const length = this.text.length;
    const marks = problems.filter((one) => one.line > 0).map((one) => {
      const from = Math.min(this.at(one.line, one.from), length);
      const to = Math.min(Math.max(this.at(one.line, one.until), from + 1), length);
      const message = [one.message, one.expected && `expected: ${one.expected}`, one.suggestion].filter(Boolean).join("\n");
      const actions = (one.fix ? one.fix.instead : []).map((instead) =>
        ({ name: `Write ${instead}`, apply: () => this.mend(one, instead) }));
      return { from: Math.min(from, to), to, severity: "error", message, actions };
    });
    this.view.dispatch(cm.setDiagnostics(this.view.state, marks));
    this.view.contentDOM.setAttribute("aria-invalid", String(marks.length > 0));
  }

  /** Put what was meant in the place of what is wrong. */
  mend(problem, instead) {
    const from = this.at(problem.line, problem.fix.from);
    const to = this.at(problem.line, problem.fix.until);
    this.view.dispatch({ changes: { from, to, insert: instead }, userEvent: "input.complete" });
    this.view.focus();
  }

  /** Light up these lines. */
  light(lines) {
    this.view.dispatch({ effects: lit.of([...new Set(lines)].sort((a, b) => a - b)) });
  }
}

/** A line more, which begins below the one before, or inside it where that ends with a key. */
function broken(view) {
  const { from, to } = view.state.selection.main;
  const line = view.state.doc.lineAt(from);
  const before = line.text.slice(0, from - line.from);
  const begin = line.from + before.trimEnd().length;
  const blanks = /^ */.exec(before)[0].length;
  const inner = /^ *(?:- +)*/.exec(before)[0].length + 2;
  const indent = " ".repeat(/:\s*(?:#.*)?$/.test(before) ? inner : blanks);
  view.dispatch({
    changes: { from: begin, to, insert: `\n${indent}` },
    selection: { anchor: begin + 1 + indent.length },
    scrollIntoView: true,
    userEvent: "input",
  });
  return true;
}

function indented(view) {
  const { from, to } = view.state.selection.main;
  if (from !== to) return cm.indentMore(view);
  view.dispatch(view.state.replaceSelection("  "), { userEvent: "input" });
  return true;
}
