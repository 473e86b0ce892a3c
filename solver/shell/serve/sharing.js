// Sharing without a server: files that are saved and opened, and links that hold the text.

export const LARGEST = 256 * 1024;

/** Let the browser save a text as a file. */
export function save(text, name, kind) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: `${kind};charset=utf-8` }));
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** The text of a file that the user picked; throws what is wrong with it, in words. */
export async function opened(file) {
  if (file.size > LARGEST) {
    throw new Error(`${file.name} is too large for the explorer: ${LARGEST / 1024} KB at most`);
  }
  const bytes = await file.arrayBuffer();
  let text;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Error(`${file.name} is not UTF-8: save it as UTF-8`);
  }
  if (text.includes("\0")) throw new Error(`${file.name} is no text`);
  return text.replace(/\r\n?/g, "\n");
}

/** A link that holds the state, packed as well as this browser can. */
export async function linkTo(state) {
  const bytes = new TextEncoder().encode(JSON.stringify(state));
  const here = location.href.split("#")[0];
  if (typeof CompressionStream === "undefined") return `${here}#p=${written(bytes)}`;
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return `${here}#s=${written(new Uint8Array(await new Response(packed).arrayBuffer()))}`;
}

/** Follows the links that come into the address, and goes the way back. */
export class Links {
  /**
   * now: gives the state that is here. taken: called with a state that takes its place, and what
   * to say of it. told: says what went wrong.
   */
  constructor(now, taken, told) {
    this.now = now;
    this.taken = taken;
    this.told = told;
    this.link = ""; // The link that what is here came with, if it did.
    this.before = null; // What was here before the first link.
  }

  /** Bring what is here in step with the address. */
  async look() {
    const link = location.hash;
    if (link === this.link) return;
    let found;
    try {
      found = await stateIn(link);
    } catch (error) {
      this.told(error.message);
      return;
    }
    if (location.hash !== link) return;
    if (found !== null) {
      if (!this.link) this.before = this.now();
      this.link = link;
      this.taken(found, "This scenario came with the link.");
    } else if (this.link) {
      this.link = "";
      this.taken(this.before, "This is what was here before the link; Undo brings that one back.");
    }
  }
}

/** The state that a link holds; null without one. Throws what is wrong with it, in words. */
async function stateIn(fragment) {
  const found = /^#([sp])=(.*)$/.exec(fragment);
  if (!found) return null;
  const damaged = new Error("the link is damaged: perhaps it was cut off");
  let text;
  try {
    const bytes = read(found[2]);
    text = found[1] === "p" ? bytes : await unpacked(bytes);
    text = new TextDecoder("utf-8", { fatal: true }).decode(text);
  } catch (error) {
    throw error.tooLarge ? error : damaged;
  }
  let state;
  try {
    state = JSON.parse(text);
  } catch {
    throw damaged;
  }
  return checked(state, damaged);
}

function checked(state, damaged) {
  const isText = (one) => typeof one === "string";
  if (state === null || typeof state !== "object" || !isText(state.text)) throw damaged;
  const readings = {};
  for (const [point, reading] of Object.entries(state.readings ?? {})) {
    if (isText(reading)) readings[point] = reading;
  }
  const or = (one, other) => (isText(one) ? one : other);
  return {
    text: state.text,
    name: or(state.name, "scenario.scenario.yaml").replace(/[\\/:*?"<>|\p{Cc}]/gu, "-"),
    book: or(state.book, ""),
    saved: { text: state.text, book: or(state.book, "") },
    rulebook: or(state.rulebook, ""),
    readings,
  };
}

/** A small packet can hold very much: no more of it is read than fits. */
async function unpacked(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const reader = stream.getReader();
  const pieces = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(pieces).arrayBuffer());
    size += value.length;
    if (size > 4 * LARGEST) {
      await reader.cancel();
      throw Object.assign(new Error("the link holds too much"), { tooLarge: true });
    }
    pieces.push(value);
  }
}

function written(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) {
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  }
  return btoa(text).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

function read(text) {
  const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}
