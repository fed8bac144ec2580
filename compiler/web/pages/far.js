/** A small picture of the whole board with all that lies on it, shown around the world while that is zoomed out.
 *
 * It is drawn when nothing else is to be done, so that zooming out paints nothing: one picture is stretched, no more.
 */

import { h } from "./dom.js";

const MOST = 3e6; // pixels
const CALM = 250; // ms after the last change
const NOT_YET = 1200; // ms after which it is drawn though there is no leisure
const leisure = window.requestIdleCallback ?? ((work) => setTimeout(work, 50));

export class Far {
  constructor(board) { Object.assign(this, { board, canvas: h("canvas.far", { "aria-hidden": "true", width: 1, height: 1 }), k: 0, round: 0 }); }

  /** What lies on the board has changed. `face` draws the face of a piece that has no picture of its own. */
  changed(face = null) {
    this.face = face;
    this.round += 1;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => leisure(() => this.paint(), { timeout: NOT_YET }), CALM);
  }

  /** Nothing of what was seen is kept. */
  forget() { clearTimeout(this.timer); this.round += 1; this.k = 0; Object.assign(this.canvas, { width: 1, height: 1 }); }

  show(on) { this.canvas.classList.toggle("shown", on && this.k > 0); }

  lay() {
    const { board: { k, x, y } } = this;
    this.canvas.style.transform = `translate(${x}px,${y}px) scale(${k / this.k})`;
  }

  async paint() {
    const { board, round } = this, { width, height } = board;
    if (board.rest) return this.changed(this.face); // first it comes to rest
    const k = Math.min(Math.sqrt(MOST / (width * height)), 1);
    const drawings = await Promise.all([board.under, board.over].map((marks) => pictured(marks, board.stage, k)));
    if (round !== this.round) return;
    const size = { width: Math.ceil(width * k), height: Math.ceil(height * k) }, { canvas } = this, g = canvas.getContext("2d", { alpha: false });
    if (canvas.width !== size.width || canvas.height !== size.height) Object.assign(canvas, size);
    g.setTransform(k, 0, 0, k, 0, 0);
    if (board.sheet.image.complete && board.sheet.image.naturalWidth) g.drawImage(board.sheet.image, 0, 0, width, height);
    g.fillStyle = `rgb(0 0 0 / ${getComputedStyle(board.stage).getPropertyValue("--dim") || 0})`;
    g.fillRect(0, 0, width, height);
    if (drawings[0]) g.drawImage(drawings[0], 0, 0, width, height);
    const onTop = (made) => Number(made.style.zIndex) + (made.classList.contains("picked") ? 30 : 0);
    for (const made of [...board.pieces.children].sort((one, two) => onTop(one) - onTop(two))) this.piece(g, made, k);
    g.setTransform(k, 0, 0, k, 0, 0);
    if (drawings[1]) g.drawImage(drawings[1], 0, 0, width, height);
    this.k = k;
  }

  piece(g, made, k) {
    const { a, e, f } = new DOMMatrixReadOnly(made.style.transform), w = parseFloat(made.style.width), t = parseFloat(made.style.height), image = made.querySelector("img"), hidden = made.querySelector(".hid");
    g.setTransform(k * a, 0, 0, k * a, k * e, k * f);
    if (image) { if (image.complete && image.naturalWidth) g.drawImage(image, 0, 0, w, t); }
    else if (hidden) { g.fillStyle = made.style.getPropertyValue("--c") || "#8a8172"; g.fillRect(0, 0, w, t); }
    else this.face?.(g, made, w, t);
    const ring = made.classList.contains("picked") ? "--pick" : made.classList.contains("legal") ? "--legal" : null;
    if (!ring) return;
    g.lineWidth = 9;
    g.strokeStyle = "#2B1D00";
    g.strokeRect(-2, -2, w + 4, t + 4);
    g.lineWidth = 4;
    g.strokeStyle = getComputedStyle(made).getPropertyValue(ring);
    g.strokeRect(-2, -2, w + 4, t + 4);
  }
}

/** A drawing of the page as a picture, as the page's styles have it; none if there is nothing in it. */
async function pictured(marks, stage, k) {
  if (![...marks.querySelectorAll(":scope > g")].some((group) => group.firstChild)) return null;
  const made = marks.cloneNode(true), style = document.createElementNS(made.namespaceURI, "style");
  style.textContent = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).filter((rule) => !(rule instanceof CSSFontFaceRule)).map((rule) => rule.cssText).join("\n");
  made.prepend(style);
  made.setAttribute("width", Math.ceil(made.getAttribute("width") * k));
  made.setAttribute("height", Math.ceil(made.getAttribute("height") * k));
  Object.assign(made.dataset, document.documentElement.dataset);
  made.style.setProperty("--ring", stage.style.getPropertyValue("--ring"));
  const url = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(made)], { type: "image/svg+xml" })), image = new Image();
  image.src = url;
  try { await image.decode(); } catch { return null; } finally { URL.revokeObjectURL(url); }
  return image;
}
