// The notation's quick reference, beside the text.

import { one, told } from "./dom.js";

async function show(on) {
  const box = one("#notation");
  if (on && !one("#notation-text").childNodes.length) {
    try {
      // It is made of a page that is shipped, and holds nothing that was typed.
      const page = await fetch("/notation");
      if (!page.ok) throw new TypeError(String(page.status));
      one("#notation-text").innerHTML = await page.text();
    } catch {
      told("the explorer does not answer: `layerlaw notation --short` prints the notation");
      return;
    }
  }
  box.hidden = !on;
  one("#reference").setAttribute("aria-expanded", String(on));
  (on ? box : one("#reference")).focus();
}

export function notation() {
  one("#reference").addEventListener("click", () => show(one("#notation").hidden));
  one("#notation-close").addEventListener("click", () => show(false));
  one("#notation").addEventListener("keydown", (event) => event.key === "Escape" && show(false));
}
