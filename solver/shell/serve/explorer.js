// The explorer: keeps the text, the cards, the choices and the answers in step.

import { ANSWERS, Frame, PICTURES, expected, greyed, problems, reasons, tabs } from "./answers.js";
import { ask, forget, get, words } from "./asking.js";
import { Cards } from "./cards.js";
import { Choices } from "./choices.js";
import { Editor } from "./editor.js";
import { Links, linkTo, opened, save } from "./sharing.js";
import { Shelf } from "./shelf.js";

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
const editor = new Editor(one("#text"), edited);
const book = new Editor(one("#book"), edited);
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
  problems(one("#problems"), found, pick);
  for (const [area, where] of [[editor, "scenario"], [book, "book"]]) {
    const lines = found.filter((each) => each.where === where).map((each) => each.line);
    area.mark(lines);
    area.area.setAttribute("aria-invalid", String(lines.length > 0));
  }
}

function show(reply) {
  const found = reply.problems;
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
  (inBook ? book : editor).select(place.line, place.column);
}

// --- the order of the events ----------------------------------------------------------------

async function reorder(order, label, to) {
  const problem = one("#order-problem");
  problem.textContent = "";
  const before = editor.text;
  try {
    const reply = await ask("order", { ...fields(), order, beside: false });
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
for (const area of [one("#text"), one("#book")]) {
  area.addEventListener("drop", (event) => {
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    open(file);
  });
}

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
