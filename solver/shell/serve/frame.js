// Pictures in a closed frame: their scripts run, and reach nothing of this page.

const nonce = document.querySelector('meta[name="layerlaw-nonce"]').content;

/** A frame for pictures: a new one is put in place only when it is there in full. */
export class Frame {
  constructor(box, title) {
    this.inside = null;
    this.box = box;
    this.title = title;
    this.html = null;
  }

  show(html) {
    if (html === this.html) return;
    this.html = html;
    const frame = document.createElement("iframe");
    frame.title = this.title;
    // Its scripts run, but nothing here is within their reach.
    frame.setAttribute("sandbox", "allow-scripts");
    frame.className = "coming";
    const loaded = () => {
      if (!frame.isConnected) return;
      for (const other of [...this.box.children]) if (other !== frame) other.remove();
      frame.classList.remove("coming");
    };
    frame.addEventListener("load", loaded, { once: true });
    for (const other of this.box.querySelectorAll("iframe.coming")) other.remove();
    frame.srcdoc = this.tied(html);
    this.box.append(frame);
  }

  /**
   * The picture with the script by which it says what is pointed at, which its policy allows. Its
   * style is not the same for every rulebook, so this page's policy knows it by its nonce.
   */
  tied(html) {
    const named = html.replace("<style>", () => `<style nonce="${nonce}">`);
    if (!this.inside) return named;
    const { script, style, digests } = this.inside;
    const end = named.lastIndexOf("</body>");
    const added = `<style nonce="${nonce}">${style}</style><script>${script}</script>`;
    return `${named.slice(0, end)}${added}${named.slice(end)}`
      .replace("style-src '", () => `style-src '${digests.style}' '`)
      .replace("script-src '", () => `script-src '${digests.script}' '`);
  }

  /** The window of the picture that is shown. */
  get window() {
    return this.box.querySelector("iframe:not(.coming)")?.contentWindow ?? null;
  }

  say(text) {
    this.html = null;
    const note = document.createElement("p");
    note.className = "hint";
    note.textContent = text;
    this.box.replaceChildren(note);
  }
}
