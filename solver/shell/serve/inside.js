// In the explorer a picture says what is pointed at, and lights up what belongs together.
(() => {
  const courses = JSON.parse(document.getElementById("data").textContent);
  const effectOf = (row) => {
    const root = row.closest("[data-course]");
    const course = courses[root ? Number(root.dataset.course) : 0];
    const found = course?.rows?.find((one) => one.step === Number(row.dataset.step));
    return found ? found.effect : "";
  };
  const tell = (what) => window.parent.postMessage({ layerlaw: "pointed", ...what }, "*");
  let last = "";
  const point = (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const card = target?.closest("[data-card]");
    const row = card ? null : target?.closest(".row[data-step]");
    const what = card ? { card: card.dataset.card } : row ? { effect: effectOf(row) } : {};
    const now = JSON.stringify(what);
    if (now === last) return;
    last = now;
    tell(what);
  };
  document.addEventListener("pointerover", point);
  document.addEventListener("focusin", point);
  document.documentElement.addEventListener("pointerleave", () => { last = ""; tell({}); });
  document.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const square = target?.closest("[data-square]");
    if (square && !target.closest("button, a, summary, [data-card]")) tell({ square: Number(square.dataset.square) });
  });
  window.addEventListener("message", (event) => {
    if (event.source !== window.parent || event.data?.layerlaw !== "light") return;
    const cards = new Set(event.data.cards);
    const effects = new Set(event.data.effects);
    for (const one of document.querySelectorAll("[data-card]")) one.classList.toggle("tied", cards.has(one.dataset.card));
    for (const one of document.querySelectorAll(".row[data-step]")) one.classList.toggle("tied", effects.has(effectOf(one)));
  });
})();
