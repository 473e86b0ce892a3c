// The explorer: keeps the text, the cards, the choices and the answers in step.

import { ANSWERS, PICTURES, expected, greyed, problems } from "./answers.js";
import { ask, get, limit, words } from "./asking.js";
import { Cards } from "./cards.js";
import { Choices } from "./choices.js";
import { Choosing } from "./choosing.js";
import { Deck } from "./deck.js";
import { menu, one, state, tabs, told, view } from "./dom.js";
import { Editor } from "./editor.js";
import { Files } from "./files.js";
import { Frame } from "./frame.js";
import { notation } from "./notation.js";
import { Readings } from "./readings.js";
import { Shelf } from "./shelf.js";
import { Tying } from "./tying.js";
import { Why } from "./why.js";
import { Words } from "./words.js";

const PAUSE = 350; // So many milliseconds after the last letter the picture is made anew.
const SLOW = 1000; // After so many milliseconds without an answer it is said that one is made.
const QUEUED = 4000; // After so many more it is said that others are asking, too.

let timer = 0;
let slow = 0;
let there = false; // Whether there was a good answer yet.
let asked = ""; // What the newest question was, so that none is asked twice.
let answer = "tab-picture";

const frame = new Frame(one("#panel-picture"), "The picture of the answer");
const language = new Words();
const editor = new Editor(one("#text-box"), {
  id: "text",
  label: "The scenario, as YAML",
  changed: edited,
  words: language.extensions,
  pointed: (line) => tying.pointAt(line),
  opened: (file) => files.open(file),
});
const book = new Editor(one("#book-box"), {
  id: "book", label: "A rulebook of your own, as YAML", changed: edited, opened: (file) => files.open(file),
});
const choices = new Choices(() => update(0));
const choosing = new Choosing(choices, fields, editor, () => update(0));
const readings = new Readings(fields);
const why = new Why(fields);
const deck = new Deck(one("#deck"), addCard, findCards);
const tying = new Tying(frame, editor, placeOn);
const cards = new Cards(one("#events"), reorder, (event) => pick({ ...event, column: 1 }), (line, last) => tying.pointAt(line, last));
const files = new Files({ scenario: editor, book }, choices, current, came);
const shelf = new Shelf(one("#shelf"), (text, file) => files.takeOver(text, file), told);
const showText = tabs(one("#text-pane .tabs"), edited);
tabs(one("#picture-pane .tabs"), (id) => {
  answer = id;
  if (id === "tab-readings") readings.look();
});
notation();
menu();

// --- from the text to the picture ----------------------------------------------------------

function current() {
  return one("#panel-book").hidden ? editor : book;
}

function fields() {
  return { text: editor.text, book: book.text, ...choices.fields };
}

function edited() {
  told("");
  one("#order-problem").textContent = "";
  files.show();
  for (const [button, can] of [["#undo", "canUndo"], ["#redo", "canRedo"]]) {
    one(button).disabled = !current()[can];
  }
  update(PAUSE);
}

function update(wait) {
  clearTimeout(timer);
  timer = setTimeout(draw, wait);
}

async function draw() {
  const now = JSON.stringify(fields());
  if (now === asked) return;
  asked = now;
  readings.forget();
  one("#state").className = "busy";
  // Counted from the first question without an answer, however many replace it.
  slow ||= setTimeout(() => {
    state("working", "busy");
    greyed(ANSWERS, true);
    slow = setTimeout(() => state("many are asking: yours is in the queue", "busy"), QUEUED);
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
  problems(one("#problems"), found, pick, (each, instead) => (each.where === "book" ? book : editor).mend(each, instead));
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
  choosing.show();
  greyed(PICTURES, found.length > 0);
  if (found.length) {
    const count = found.length === 1 ? "A problem" : `${found.length} problems`;
    state(`${count} in the text${there ? ": what you see is from before" : ""}`, "stale");
    if (!there) frame.say("There is no picture yet: the text has problems.");
    return;
  }
  there = true;
  tying.ties = reply.ties;
  files.page = reply.page;
  frame.show(reply.page);
  document.title = `${reply.title} – Layerlaw explorer`;
  choices.show(reply.points);
  expected(one("#expected"), reply.expected, (each) => pick({ ...each, where: "scenario" }));
  why.offer(reply.cells);
  one("#save-page").disabled = false;
  const sure = {
    confirmed: ", certificate confirmed",
    refused: ", certificate REFUSED",
    unknown: ", certificate UNKNOWN",
  }[reply.certified];
  state(`${reply.rulebook.id}${sure ?? ""}`, "");
  readings.settled();
  if (answer === "tab-readings") readings.look();
}

function pick(place) {
  const inBook = place.where === "book";
  if (current() !== (inBook ? book : editor)) showText(inBook ? "tab-book" : "tab-scenario");
  view("text");
  (inBook ? book : editor).select(place.line, place.from ?? place.column, place.until);
}

/** Another text is here, of which that one is to be shown. */
function came(which) {
  if (which === "scenario") showText("tab-scenario");
  update(0);
}

// --- events and cards -----------------------------------------------------------------------

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

/** So often the words are asked for again where a busy server did not give them. */
const TRIES = 5;
let later = 0;

/** What can be completed and clicked depends on the rulebook and the scenario's own cards alone. */
async function lookAtWords(tries = TRIES) {
  clearTimeout(later);
  const now = language.asked(editor.text, book.text, choices.fields.rulebook);
  if (now !== language.of) {
    try {
      const reply = await ask("words", { ...fields(), beside: false });
      if (!reply?.words) return;
      language.of = now;
      language.take(reply.words);
      // The colours are drawn with a step of the text, and no other need follow.
      editor.view.dispatch({});
    } catch {
      // The picture says what is wrong; a server that was only busy will know the words later.
      if (tries > 0) later = setTimeout(() => lookAtWords(tries - 1), 2000);
      return;
    }
  }
  if (!language.known) return;
  const { doc } = editor.view.state;
  deck.fill(language.known, language.players(doc), language.taken(doc));
}

/** The names of the cards that words find, or why they find none. */
async function findCards(card) {
  try {
    const reply = await ask("find", { text: language.line(editor.text), book: book.text, rulebook: choices.fields.rulebook, card });
    return reply && (reply.problems.length ? { names: [], problem: reply.problems[0].message } : reply);
  } catch (error) {
    return { names: [], problem: words(error) };
  }
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

/** A square of the board was clicked: the card that is clicked next arrives there. */
function placeOn(square) {
  one("#deck").open = true;
  view("text");
  deck.pick(square);
  one("#deck").scrollIntoView({ block: "nearest" });
  told(`Square ${square}: click the card that shall arrive there.`);
}

// --- the rest of the page -------------------------------------------------------------------

one("#view-answer").addEventListener("click", () => view("answer"));
one("#view-text").addEventListener("click", () => view("text"));
one("#undo").addEventListener("click", () => current().go(-1));
one("#redo").addEventListener("click", () => current().go(1));
one(".skip").addEventListener("click", (event) => {
  // The address stays as it is: what stands in it says which text is here.
  event.preventDefault();
  one("#picture-pane").focus();
});

async function begin() {
  try {
    const start = await get("/start");
    frame.inside = start.inside;
    limit(start.most);
    files.begin(start);
    await files.links.look();
    update(0);
    lookAtWords();
    const found = await get("/shelf");
    choices.fill(found.rulebooks);
    shelf.fill(found);
  } catch (error) {
    told(words(error));
  }
}

begin();
