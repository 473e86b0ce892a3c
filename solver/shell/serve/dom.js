// The few parts of the page that everything speaks to: the line of news, the state, and the views.

export const one = (selector) => document.querySelector(selector);

/** Say what was just done, or why not. */
export function told(text) {
  one("#told").textContent = text;
}

/** What the picture is: how sure it is, being worked on, or from before. */
export function state(text, kind) {
  Object.assign(one("#state"), { textContent: text, className: kind });
  // On a phone that shows the text it would be out of sight.
  if (kind === "stale" && one("#state").offsetParent === null) told(text);
}

/** On a phone either the answer or the text is shown. */
export function view(which) {
  one("main").dataset.view = which;
  for (const each of ["answer", "text"]) {
    one(`#view-${each}`).setAttribute("aria-pressed", String(each === which));
  }
}

/** On a phone what has to do with files is a menu. */
export function menu() {
  const tools = one("#file-tools");
  const set = (open) => {
    tools.classList.toggle("open", open);
    one("#menu").setAttribute("aria-expanded", String(open));
  };
  one("#menu").addEventListener("click", () => set(!tools.classList.contains("open")));
  document.addEventListener("click", (event) => !event.target.closest("#menu") && set(false));
  document.addEventListener("keydown", (event) => event.key === "Escape" && set(false));
}

/** Tabs as the arrow keys expect them; picked: called with the one that is now shown. */
export function tabs(list, picked) {
  const all = [...list.querySelectorAll('[role="tab"]')];
  const pick = (tab) => {
    for (const each of all) {
      const on = each === tab;
      each.setAttribute("aria-selected", String(on));
      each.tabIndex = on ? 0 : -1;
      document.getElementById(each.getAttribute("aria-controls")).hidden = !on;
    }
    picked?.(tab.id);
  };
  all.forEach((tab, number) => {
    tab.addEventListener("click", () => pick(tab));
    tab.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      const next = all[(number + step + all.length) % all.length];
      next.focus();
      pick(next);
    });
  });
  return (id) => pick(document.getElementById(id));
}
