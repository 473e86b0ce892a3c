// The explorer: keeps the text, the cards, the choices and the answers in step.

import { ANSWERS, Frame, PICTURES, expected, greyed, problems, reasons, ruling, tabs } from "./answers.js";
import { ask, forget, get, words } from "./asking.js";
import { Cards } from "./cards.js";
import { Choices } from "./choices.js";
import { Deck } from "./deck.js";
import { Editor } from "./editor.js";
import { Links, linkTo, opened, save } from "./sharing.js";
import { Shelf } from "./shelf.js";
import { Words } from "./words.js";

const PAUSE = 350; // So many milliseconds after the last letter the picture is made anew.
const SLOW = 1000; // After so many milliseconds without an answer it is said that one is made.
const ENDING = ".scenario.yaml";

const one = (selector) => document.querySelector(selector);
const told = (text) => (one("#told").textContent = text);

let timer = 0;
let slow = 0;
let name = `scenario${ENDING}`;
let saved = { text: "", book: "" };
let picture = null; // The last good answer.
let asked = ""; // What the newest question was, so that none is asked twice.
let readingsOf = ""; // What the readings that are shown were asked for.
let answer = "tab-picture";

// The last step is the answer; of two columns where there is room for one, the chosen one.
const LAST = "step=9999,9999&show=1";
const frame = new Frame(one("#panel-picture"), "The picture of the answer", LAST);
const readingsFrame = new Frame(one("#panel-readings"), "All readings of the rulebook");
const words_ = new Words();
const editor = new Editor(one("#text-box"), {
  id: "text", label: "The scenario, as YAML", changed: edited, words: words_.extensions, pointed: pointAt, opened: open,
});
const book = new Editor(one("#book-box"), { id: "book", label: "A rulebook of your own, as YAML", changed: edited, opened: open });
const deck = new Deck(one("#deck"), addCard);
const choices = new Choices(() => update(0));
const cards = new Cards(one("#events"), reorder, (event) => pick({ ...event, column: 1 }));
const shelf = new Shelf(one("#shelf"), takeOver, told);
const links = new Links(here, comeTo, told);
const showText = tabs(one("#text-pane .tabs"), edited);
tabs(one("#picture-pane .tabs"), (id) => {
  answer = id;
  if (id === "tab-readings") lookAtReadings();
});

// --- from the text to the picture ----------------------------------------------------------

function edited() {
  told("");
  one("#order-problem").textContent = "";
  one("#save").textContent = current() === book ? "Save rulebook" : "Save scenario";
  showUnsaved();
  for (const [button, can] of [["#undo", "canUndo"], ["#redo", "canRedo"]]) {
    one(button).disabled = !current()[can];
  }
  update(PAUSE);
}

function current() {
  return one("#panel-book").hidden ? editor : book;
}

function fields() {
  return { text: editor.text, book: book.text, ...choices.fields };
}

function update(wait) {
  clearTimeout(timer);
  timer = setTimeout(draw, wait);
}

async function draw() {
  const now = JSON.stringify(fields());
  if (now === asked) return;
  asked = now;
  forget("readings");
  forget("settled");
  one("#state").className = "busy";
  // Counted from the first question without an answer, however many replace it.
  slow ||= setTimeout(() => {
    state("working", "busy");
    greyed(ANSWERS, true);
  }, SLOW);
  try {
    const reply = await ask("picture", fields());
    if (reply === null) return;
    answered();
    show(reply);
  } catch (error) {
    answered();
    asked = "";
    showProblems([]);
    state(words(error), "stale");
    greyed(ANSWERS, true);
  }
}

function answered() {
  clearTimeout(slow);
  slow = 0;
  greyed(ANSWERS, false);
}

function showProblems(found) {
  problems(one("#problems"), found, pick, (each) => (each.where === "book" ? book : editor).mend(each));
  for (const [area, where] of [[editor, "scenario"], [book, "book"]]) {
    area.mark(found.filter((each) => each.where === where));
  }
}

function show(reply) {
  const found = reply.problems;
  lookAtWords();
  showProblems(found);
  const together = reply.events.length > 0 || found.length === 0;
  if (together) cards.show(reply.events);
  greyed(["#events"], !together);
  showChoice();
  greyed(PICTURES, found.length > 0);
  if (found.length) {
    const count = found.length === 1 ? "A problem" : `${found.length} problems`;
    state(`${count} in the text${picture ? ": what you see is from before" : ""}`, "stale");
    if (!picture) frame.say("There is no picture yet: the text has problems.");
    return;
  }
  picture = reply;
  ruling(one("#ruling"), reply.ruling, reply.verdict);
  frame.show(reply.page);
  document.title = `${reply.title} – Layerlaw explorer`;
  choices.show(reply.points);
  expected(one("#expected"), reply.expected, (each) => pick({ ...each, where: "scenario" }));
  offerCells(reply.cells);
  one("#save-page").disabled = false;
  const sure = {
    confirmed: ", certificate confirmed",
    refused: ", certificate REFUSED",
    unknown: ", certificate UNKNOWN",
  }[reply.certified];
  state(`${reply.rulebook.id}${sure ?? ""}`, "");
  lookIfSettled();
  if (answer === "tab-readings") lookAtReadings();
  if (one("#why-answer").childNodes.length) lookWhy();
}

function state(text, kind) {
  Object.assign(one("#state"), { textContent: text, className: kind });
}

function pick(place) {
  const inBook = place.where === "book";
  if (current() !== (inBook ? book : editor)) showText(inBook ? "tab-book" : "tab-scenario");
  view("text");
  (inBook ? book : editor).select(place.line, place.from ?? place.column, place.until);
}

// --- the order of the events ----------------------------------------------------------------

async function reorder(order, label, to, within = null) {
  const problem = one("#order-problem");
  problem.textContent = "";
  const before = editor.text;
  try {
    const reply = await ask("order", { ...fields(), order, within, beside: false });
    if (reply === null || editor.text !== before) return false;
    if (reply.problems.length) {
      problem.textContent = `Not in this order: ${reply.problems[0].message}`;
      return false;
    }
    editor.replace(reply.text);
    told(`Moved to place ${to + 1} of ${order.length}: ${label}`);
    update(0);
    return true;
  } catch (error) {
    problem.textContent = words(error);
    return false;
  }
}

// --- words, cards, and what belongs together ------------------------------------------------

let wordsOf = "";

/** What can be completed depends on the rulebook and the scenario's own cards alone. */
async function lookAtWords() {
  const { rulebook } = choices.fields;
  const own = /^cards:[^\n]*\n(?:[ \t#][^\n]*\n|\n)*/m.exec(editor.text)?.[0] ?? "";
  const named = /^rulebook:.*$/m.exec(editor.text)?.[0] ?? "";
  const now = JSON.stringify([named, rulebook, book.text, own.match(/^ {1,4}\S.*?:/gm) ?? []]);
  if (now !== wordsOf) {
    try {
      const reply = await ask("words", { ...fields(), beside: false });
      if (!reply?.words) return;
      wordsOf = now;
      words_.take(reply.words);
      words_.now = reply.words;
    } catch {
      return; // The picture says what is wrong.
    }
  }
  if (!words_.now) return;
  const { doc } = editor.view.state;
  const squares = doc.sliceString(0, 60_000).matchAll(/\bat (\d+)/g);
  deck.fill(words_.now, words_.players(doc), new Set(Array.from(squares, (each) => Number(each[1]))));
}

async function addCard(card, player, square) {
  try {
    const before = editor.text;
    const reply = await ask("add", { ...fields(), beside: false, card, player, square });
    if (reply === null || editor.text !== before) return;
    if (reply.problems.length) {
      told(reply.problems[0].message);
      return;
    }
    editor.replace(reply.text);
    told(`${card} arrives${square ? ` at ${square}` : ""}: line ${reply.line}. Undo takes it back.`);
    editor.light([reply.line]);
    update(0);
  } catch (error) {
    told(words(error));
  }
}

/** Light up, in picture and text, what has to do with these objects and effects. */
function light(ids, effects, lines) {
  frame.window?.postMessage({ layerlaw: "light", cards: ids, effects }, "*");
  editor.light(lines);
}

let pointedLine = 0;
/** A line of the text: its object, its effects, and what they change. */
function pointAt(line, last = line) {
  if (line === pointedLine) return;
  pointedLine = line;
  const there = line ? (picture?.ties ?? []).filter((tie) => tie.line >= line && tie.line <= last) : [];
  const ids = there.flatMap((tie) => [tie.id, ...tie.touches]);
  light(ids, there.flatMap((tie) => tie.effects), there.map((tie) => tie.line));
}

cards.pointed = pointAt;
window.addEventListener("message", (event) => {
  if (event.source !== frame.window || event.data?.layerlaw !== "pointed") return;
  const { card, effect, square } = event.data;
  if (Number.isInteger(square)) {
    one("#deck").open = true;
    view("text");
    deck.pick(square);
    one("#deck").scrollIntoView({ block: "nearest" });
    return;
  }
  const ties = picture?.ties ?? [];
  const its = ties.filter((tie) => (card ? tie.id === card : effect ? tie.effects.includes(effect) : false));
  const by = card ? ties.filter((tie) => tie.touches.includes(card)) : [];
  const ids = card ? [card] : its.flatMap((tie) => [tie.id, ...tie.touches]);
  light(ids, effect ? [effect] : its.flatMap((tie) => tie.effects), [...its, ...by].map((tie) => tie.line));
});

/** On a phone either the answer or the text is shown. */
function view(which) {
  document.querySelector("main").dataset.view = which;
  for (const each of ["answer", "text"]) one(`#view-${each}`).setAttribute("aria-pressed", String(each === which));
}
one("#view-answer").addEventListener("click", () => view("answer"));
one("#view-text").addEventListener("click", () => view("text"));

async function showNotation(on) {
  const box = one("#notation");
  box.hidden = !on;
  one("#reference").setAttribute("aria-expanded", String(on));
  if (!on) return;
  if (!one("#notation-text").childNodes.length) {
    // It is made of a page that is shipped, and holds nothing that was typed.
    one("#notation-text").innerHTML = await (await fetch("/notation")).text();
  }
  box.focus();
}
one("#reference").addEventListener("click", () => showNotation(one("#notation").hidden));
one("#notation-close").addEventListener("click", () => showNotation(false));
one("#notation").addEventListener("keydown", (event) => event.key === "Escape" && showNotation(false));

// --- rulebook and readings ------------------------------------------------------------------

function showChoice() {
  const { rulebook, readings } = choices.fields;
  const parts = Object.entries(readings).map(([point, reading]) => `${point} = ${reading}`);
  if (rulebook) parts.unshift(rulebook);
  one("#choice").hidden = parts.length === 0;
  one("#choice span").textContent = `Chosen here, not in the text: ${parts.join(", ")}.`;
}

one("#write").addEventListener("click", async () => {
  try {
    const reply = await ask("write", { ...fields(), beside: false });
    if (reply === null) return;
    if (reply.problems.length) {
      told(`It can't be written: ${reply.problems[0].message}`);
      return;
    }
    choices.set();
    editor.replace(reply.text);
    told("Written into the text; Undo takes it back.");
    update(0);
  } catch (error) {
    told(words(error));
  }
});

one("#drop").addEventListener("click", () => {
  choices.set();
  update(0);
});

/** Whether the readings agree is said behind the rest, when it is known. */
async function lookIfSettled() {
  const before = one("#state").textContent;
  try {
    const reply = await ask("settled", { ...fields(), beside: false });
    if (reply?.line && one("#state").textContent === before) state(`${before}; ${reply.line}`, "");
  } catch {
    // The picture is there; "Readings" says what is wrong.
  }
}

async function lookAtReadings() {
  const now = JSON.stringify(fields());
  if (now === readingsOf) return;
  readingsOf = now;
  readingsFrame.say("Looking at all readings of the rulebook…");
  try {
    const reply = await ask("readings", { ...fields(), beside: false });
    if (reply === null) {
      readingsOf = "";
    } else if (reply.problems.length) {
      readingsFrame.say(`There is no answer: ${reply.problems[0].message}`);
    } else {
      readingsFrame.show(reply.page);
    }
  } catch (error) {
    readingsOf = "";
    readingsFrame.say(words(error));
  }
}

// --- why -------------------------------------------------------------------------------------

function offerCells(cells) {
  const objects = one("#why-object");
  const wanted = objects.value;
  objects.replaceChildren(...Object.keys(cells).map((id) => new Option(id, id)));
  if (wanted in cells) objects.value = wanted;
  offerCharacteristics();
}

function offerCharacteristics() {
  const box = one("#why-characteristic");
  const wanted = box.value || "controller";
  const known = picture?.cells[one("#why-object").value] ?? [];
  box.replaceChildren(...known.map((each) => new Option(each, each)));
  if (known.includes(wanted)) box.value = wanted;
}

one("#why-object").addEventListener("change", offerCharacteristics);
one("#why-form").addEventListener("submit", (event) => {
  event.preventDefault();
  lookWhy();
});

async function lookWhy() {
  const object = one("#why-object").value;
  const characteristic = one("#why-characteristic").value;
  const box = one("#why-answer");
  greyed(["#why-answer"], true);
  try {
    const reply = await ask("why", { ...fields(), beside: false, object, characteristic });
    if (reply === null) return;
    if (reply.problems.length) box.textContent = reply.problems[0].message;
    else reasons(box, object, characteristic, reply);
  } catch (error) {
    box.textContent = words(error);
  }
  greyed(["#why-answer"], false);
}

// --- files and links -------------------------------------------------------------------------

function unsaved() {
  return editor.text !== saved.text || book.text !== saved.book;
}

function showUnsaved() {
  one("#file-name").textContent = `${name}${unsaved() ? " (not saved)" : ""}`;
}

/** Another scenario takes the text's place; Undo brings the old one back. */
function takeOver(text, file) {
  name = file;
  choices.set();
  editor.replace(text);
  saved.text = text;
  showText("tab-scenario");
  told(`${file} is in the text now; Undo brings the other one back.`);
  showUnsaved();
  update(0);
}

async function open(file) {
  try {
    const text = await opened(file);
    if (!one("#panel-book").hidden) {
      book.replace(text);
      saved.book = text;
      showUnsaved();
      update(0);
    } else takeOver(text, file.name);
  } catch (error) {
    told(error.message);
  }
}

one("#file").addEventListener("change", (event) => {
  const [file] = event.target.files;
  event.target.value = "";
  if (file) open(file);
});
one("#save").addEventListener("click", () => {
  if (!one("#panel-book").hidden) {
    const id = /^rulebook:\s*([\w.-]+)/m.exec(book.text)?.[1] ?? "rulebook";
    save(book.text, `${id}.yaml`, "text/yaml");
    saved.book = book.text;
  } else {
    save(editor.text, name, "text/yaml");
    saved.text = editor.text;
  }
  showUnsaved();
});
one("#save-page").addEventListener("click", () => {
  save(picture.page, `${name.replace(/(\.scenario)?\.ya?ml$/, "")}.html`, "text/html");
});
one("#link").addEventListener("click", async () => {
  const { rulebook, readings } = choices.fields;
  const link = await linkTo({ text: editor.text, book: book.text, name, rulebook, readings });
  try {
    await navigator.clipboard.writeText(link);
    told("The link is copied: it holds the scenario itself, for whoever runs the explorer.");
  } catch {
    prompt("The link holds the scenario itself:", link);
  }
});
one("#undo").addEventListener("click", () => current().go(-1));
one("#redo").addEventListener("click", () => current().go(1));

window.addEventListener("beforeunload", (event) => {
  if (unsaved()) event.preventDefault();
});
window.addEventListener("hashchange", () => links.look());
one(".skip").addEventListener("click", (event) => {
  // The address stays as it is: what stands in it says which text is here.
  event.preventDefault();
  one("#picture-pane").focus();
});

/** What is here, so that it can be come back to. */
function here() {
  return { text: editor.text, book: book.text, name, ...choices.fields, saved: { ...saved } };
}

/** Take over what a link holds, or what was here before it. */
function comeTo(found, message) {
  name = found.name;
  choices.set(found);
  book.replace(found.book);
  editor.replace(found.text);
  saved = { ...found.saved };
  showUnsaved();
  told(message);
  update(0);
}

async function begin() {
  try {
    const start = await get("/start");
    frame.inside = start.inside;
    name = start.name;
    saved = { text: start.text, book: start.book };
    book.begin(start.book);
    editor.begin(start.text);
    await links.look();
    update(0);
    const found = await get("/shelf");
    choices.fill(found.rulebooks);
    shelf.fill(found);
  } catch (error) {
    told(words(error));
  }
}

begin();
