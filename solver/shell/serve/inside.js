// In the explorer a picture says what is pointed at, and lights up what belongs together.
(() => {
  const source = document.getElementById("data");
  // Of a large page the data are packed; its values are then not told apart.
  const courses = source?.type === "application/json" ? JSON.parse(source.textContent) : [];
  const objectOf = (value) => {
    const course = courses[Number(value.closest("[data-course]")?.dataset.course ?? 0)];
    return course?.things[Number(value.dataset.thing)]?.id ?? "";
  };
  const tell = (what) => window.parent.postMessage({ layerlaw: "pointed", ...what }, "*");
  let last = "{}";
  const say = (what) => {
    const now = JSON.stringify(what);
    if (now === last) return;
    last = now;
    tell(what);
  };
  const point = (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const one = target?.closest("[data-card], [data-effect], [data-thing]");
    if (!one) say({});
    else if (one.dataset.card) say({ card: one.dataset.card });
    else if (one.dataset.thing) say({ card: objectOf(one) });
    else say({ effect: one.dataset.effect });
  };
  document.addEventListener("pointerover", point);
  document.addEventListener("focusin", point);
  document.documentElement.addEventListener("pointerleave", () => say({}));
  document.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const square = target?.closest("[data-square]");
    if (square && !target.closest("button, a, summary, [data-card]")) tell({ square: Number(square.dataset.square) });
  });
  window.addEventListener("message", (event) => {
    if (event.source !== window.parent || event.data?.layerlaw !== "light") return;
    const cards = new Set(event.data.cards);
    const effects = new Set(event.data.effects);
    const tie = (selector, lit) => {
      for (const one of document.querySelectorAll(selector)) one.classList.toggle("tied", lit(one));
    };
    tie("[data-card]", (one) => cards.has(one.dataset.card));
    tie("[data-effect]", (one) => effects.has(one.dataset.effect));
    tie("[data-thing]:not([data-card] *)", (one) => cards.has(objectOf(one)));
  });
})();
