// Asks the server: one question at a time of each kind, and the newest alone counts.

const token = document.querySelector('meta[name="layerlaw-token"]').content;
const running = new Map();
let most = Infinity;

/** What kept a question from being answered, in words for people. */
export class Unanswered extends Error {}

/** No question of more than so many bytes is sent. */
export function limit(bytes) {
  most = bytes;
}

/**
 * The server's answer to one question; null if a newer one of its kind was asked meanwhile.
 * Throws Unanswered.
 */
export async function ask(what, fields) {
  running.get(what)?.abort();
  const stop = new AbortController();
  running.set(what, stop);
  try {
    const body = JSON.stringify({ what, ...fields });
    // Every character has a byte or more, so that what is far too long is not counted.
    if (body.length > most || new TextEncoder().encode(body).length > most) {
      throw new Unanswered(`the text is too large for the explorer: ${most / 1024} KB at most`);
    }
    const response = await fetch("/ask", {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Layerlaw-Token": token },
      body,
      signal: stop.signal,
    });
    const reply = await read(response);
    return running.get(what) === stop ? reply : null;
  } catch (error) {
    if (stop.signal.aborted) return null;
    throw error;
  } finally {
    if (running.get(what) === stop) running.delete(what);
  }
}

/** Nobody waits any more for an answer of this kind. */
export function forget(what) {
  running.get(what)?.abort();
  running.delete(what);
}

/** What the server has under a path. Throws Unanswered. */
export async function get(path) {
  return read(await fetch(path));
}

async function read(response) {
  let found = null;
  try {
    found = await response.json();
  } catch (error) {
    if (error.name === "AbortError") throw error;
  }
  if (response.ok && found !== null) return found;
  throw new Unanswered(found?.error ?? `the server answered ${response.status}`);
}

/** An error in words for people. */
export function words(error) {
  if (error instanceof Unanswered) return error.message;
  if (error instanceof TypeError) {
    return "the explorer does not answer: was it ended? “Save scenario” still works";
  }
  return error.message;
}
