// What is listed of an answer: problems and expectations; and whether what is shown is from before.

export const PICTURES = ["#panel-picture", "#panel-readings", "#why-answer", "#expected"];
export const ANSWERS = [...PICTURES, "#events", "#problems"];

/** Whether what these parts show is from before. */
export function greyed(parts, on) {
  for (const part of parts) document.querySelector(part).classList.toggle("stale", on);
}

/** The list of problems, each of which leads to its place; mend: called with one to be mended, and what to write. */
export function problems(box, found, picked, mend) {
  box.hidden = found.length === 0;
  box.querySelector("h2").textContent =
    found.length === 1 ? "A problem" : `${found.length} problems`;
  box.querySelector("ul").replaceChildren(
    ...found.map((one) => {
      const item = document.createElement("li");
      const line = document.createElement(one.line && one.where ? "button" : "p");
      if (one.line && one.where) {
        line.type = "button";
        line.addEventListener("click", () => picked(one));
        const place = document.createElement("b");
        const where = one.where === "book" ? "own rulebook, " : "";
        place.textContent = `${where}line ${one.line}, column ${one.column}: `;
        line.append(place);
      }
      line.append(one.message);
      item.append(line);
      for (const instead of one.fix ? one.fix.instead : []) {
        const button = document.createElement("button");
        button.type = "button";
        button.className = "fix";
        button.textContent = `Write ${instead}`;
        button.addEventListener("click", () => mend(one, instead));
        item.append(button);
      }
      for (const more of [one.expected && `expected: ${one.expected}`, one.suggestion]) {
        if (!more) continue;
        const small = document.createElement("small");
        small.textContent = more;
        item.append(small);
      }
      return item;
    }),
  );
}

/** What the scenario expects, and whether it is so. */
export function expected(box, found, picked) {
  box.hidden = found.length === 0;
  const known = found.filter((one) => one.known).length;
  const held = found.filter((one) => one.right).length - known;
  box.querySelector("h2").textContent =
    `As expected: ${held} of ${found.length}${known ? `, ${known} known to fail` : ""}`;
  box.querySelector("ul").replaceChildren(
    ...found.map((one) => {
      const item = document.createElement("li");
      item.className = one.known ? "known" : one.right ? "held" : "failed";
      const line = document.createElement("button");
      line.type = "button";
      const mark = document.createElement("b");
      if (one.known) {
        mark.textContent = "known to fail: ";
      } else {
        mark.textContent = one.right ? "✓ " : "✗ ";
        mark.setAttribute("aria-label", one.right ? "as expected: " : "not as expected: ");
        mark.setAttribute("role", "img");
      }
      line.append(mark, one.text);
      line.addEventListener("click", () => picked(one));
      item.append(line);
      if (one.note) {
        const small = document.createElement("small");
        small.textContent = one.note;
        item.append(small);
      }
      return item;
    }),
  );
}
