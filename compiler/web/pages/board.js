/** The board: a world that is moved as one layer and drawn anew, sharp, when it comes to rest. Knows no game.
 *
 * `.world` is moved and, while a zoom goes on, stretched; `.stage` in it has the scale it is drawn in. At rest the world
 * lies on whole pixels at scale one: whoever draws without a graphics card only copies it. Zoomed out, the world is cut
 * to what was in sight, for nothing more of it is there; around it a small picture of all shows, until it comes to rest.
 */

import { h, svg } from "./dom.js";
import { Far } from "./far.js";
import { Sheet } from "./tiles.js";

const BEYOND = 40; // pixels that may be seen beyond the edge of the board
const REST = 80; // ms after the last movement
const MOST = 5; // times the size it is drawn in
const SHRUNK = 0.6; // of the scale it is drawn in: below it the picture of all is shown alone, for two cost more than a frame has
const ASIDE = -1e5; // pixels
const RING = 0.8; // the scale below which rings do not become any thinner
const WIDE = 2.6; // times as wide they become at most
const MARGIN = 0.35; // of the window the board may leave empty

export class Board {
  constructor(host, { width, height, image, tiles, at }) {
    Object.assign(this, { host, width, height, k: 1, x: 0, y: 0, drawn: 0, moves: 0, pad: { top: 50, right: 0, bottom: 40, left: 0 }, window: [innerWidth, innerHeight], on: {} });
    this.sheet = new Sheet({ width, height, image, tiles, at });
    const layer = () => svg("svg", { "aria-hidden": "true", width, height, viewBox: `0 0 ${width} ${height}` });
    [this.under, this.pieces, this.over] = [layer(), h("div.pieces"), layer()];
    this.stage = h("div.stage", { style: { width: `${width}px`, height: `${height}px` } }, this.sheet.image, this.sheet.tiles, h("div.dim"), this.under, this.pieces, this.over);
    this.bed = h("div.bed", {}, this.stage);
    this.world = h("div.world", {}, this.bed);
    this.far = new Far(this);
    host.prepend(this.far.canvas, this.world);
    this.cut = null; // what the world is cut to: corners
    this.hear();
  }

  // -- where it lies -----------------------------------------------------------------------------------------------------
  least(w = innerWidth, h = innerHeight) { const { pad: p } = this; return 0.9 * Math.min((w - p.left - p.right) / this.width, (h - p.top - p.bottom) / this.height); }
  /** Nobody has come nearer. Like the middle, in the window that it was laid in: that may have another size since. */
  get isWhole() { return this.k < this.least(...this.window) * 1.12; }
  within(k) { return Math.max(this.least(), Math.min(MOST, k)); }

  /** Lay the world where it belongs now; what is not sharp becomes so at rest. */
  lay() {
    this.k = this.within(this.k);
    const w = innerWidth, h = innerHeight;
    this.x = Math.min(w * (1 - MARGIN), Math.max(w * MARGIN - this.width * this.k, this.x));
    this.y = Math.min(h * (1 - MARGIN), Math.max(h * MARGIN - this.height * this.k, this.y));
    this.window = [w, h];
    if (!this.rest) this.moving();
    this.place();
    this.on.move?.();
  }

  place() {
    const whole = (v) => Math.round(v * devicePixelRatio) / devicePixelRatio, stretched = this.drawn && this.drawn !== this.k ? ` scale(${this.k / this.drawn})` : "";
    const [x, y] = this.cut ?? [0, 0], aside = this.cut && this.far.k && this.k < this.drawn * SHRUNK ? ASIDE : 0;
    this.world.style.transform = `translate(${whole(this.x + x * this.k) + aside}px,${whole(this.y + y * this.k)}px)${stretched}`;
    if (this.cut) this.far.lay();
  }

  /** Cut the world to a part of the board, or show all of it: nothing is drawn anew by that. */
  crop(cut) {
    this.cut = cut;
    const [x1, y1, x2, y2] = cut ?? [0, 0, this.width, this.height];
    this.size(this.world, x2 - x1, y2 - y1);
    this.bed.style.transform = cut ? `translate(${-x1 * this.drawn}px,${-y1 * this.drawn}px)` : "";
    this.far.show(Boolean(cut));
  }

  /** It moves; at rest is what has not moved for a while since it was last painted: slow frames are no rest. */
  moving() {
    clearTimeout(this.timer);
    delete this.world.dataset.sharp;
    const moves = (this.rest = this.moves += 1), wait = () => { if (moves === this.rest) this.timer = setTimeout(() => this.settle(), REST); };
    if (document.hidden) wait(); else requestAnimationFrame(wait);
  }

  size(made, width, height) { Object.assign(made.style, { width: `${Math.floor(width * this.drawn)}px`, height: `${Math.floor(height * this.drawn)}px` }); } // whole pixels: nothing is stretched

  /** Draw it in a scale. */
  draw(scale) {
    this.drawn = scale;
    this.size(this.bed, this.width, this.height);
    this.crop(null);
    this.stage.style.transform = `scale(${scale})`;
  }

  /** At rest: drawn anew in the scale it is seen in. */
  settle() {
    clearTimeout(this.timer);
    this.rest = 0;
    const other = this.drawn !== this.k;
    if (other || this.cut) {
      this.draw(this.k);
      this.stage.style.setProperty("--ring", Math.max(1, Math.min(WIDE, RING / this.k)).toFixed(2)); // never too thin to be seen, nor as wide as what they ring; every piece is styled anew by it
      this.place();
    }
    this.on.rest?.(other);
    this.sharpen();
  }

  async sharpen() {
    const need = this.k * devicePixelRatio;
    if (await this.sheet.show(this.at(0, 0), this.at(innerWidth, innerHeight), need) && !this.rest) this.world.dataset.sharp = need.toFixed(2);
  }

  zoom(by, cx = innerWidth / 2, cy = innerHeight / 2) {
    const k = this.within(this.k * by), f = k / this.k;
    if (k < this.drawn && !this.cut) this.crop(this.sight());
    this.x = cx - (cx - this.x) * f;
    this.y = cy - (cy - this.y) * f;
    this.k = k;
    this.moving();
    this.lay();
  }

  /** Bring a part of the world into the free part of the window; no more of what lies beyond the board than need be, if that is all right. */
  see(x1, y1, x2, y2, right = null) {
    const p = this.pad, w = innerWidth - p.left - p.right, h = innerHeight - p.top - p.bottom;
    this.k = this.within(Math.min(w / (x2 - x1), h / (y2 - y1)));
    this.centre((x1 + x2) / 2, (y1 + y2) / 2);
    if (right) {
      const { x, y } = this, by = (at, size, near, far) => (size > far - near ? Math.min(near + BEYOND, Math.max(far - size - BEYOND, at)) : at);
      Object.assign(this, { x: by(x, this.width * this.k, p.left, innerWidth - p.right), y: by(y, this.height * this.k, p.top, innerHeight - p.bottom) });
      this.lay();
      if (!right()) { Object.assign(this, { x, y }); this.lay(); }
    }
    this.settle();
  }

  /** The part of the board that is in the window. */
  sight() {
    const [x1, y1] = this.at(0, 0), [x2, y2] = this.at(innerWidth, innerHeight);
    return [Math.max(0, x1), Math.max(0, y1), Math.min(this.width, x2), Math.min(this.height, y2)];
  }

  fit() { this.see(0, 0, this.width, this.height); }
  middle() { const p = this.pad, [w, h] = this.window; return this.at((p.left + w - p.right) / 2, (p.top + h - p.bottom) / 2); }
  /** The window or a panel has another size: what was whole is whole again, else what lay in the middle of the free part lies there. */
  refit(measure) { const [x, y] = this.middle(), whole = this.isWhole; measure(); if (whole) this.fit(); else this.centre(x, y); }
  centre(x, y) { const p = this.pad; this.x = (p.left + innerWidth - p.right) / 2 - x * this.k; this.y = (p.top + innerHeight - p.bottom) / 2 - y * this.k; this.lay(); }
  at(cx, cy) { return [(cx - this.x) / this.k, (cy - this.y) / this.k]; }
  screen(wx, wy) { return [wx * this.k + this.x, wy * this.k + this.y]; }
  shows(wx, wy, by = 20) { const [x, y] = this.screen(wx, wy), p = this.pad; return x > p.left + by && x < innerWidth - p.right - by && y > p.top + by && y < innerHeight - p.bottom - by; }

  // -- hands -------------------------------------------------------------------------------------------------------------
  mine(e) { return this.world.contains(e.target) || e.target === this.host; }

  hear() {
    this.hands = new Map();
    Object.assign(this, { travelled: 0, spread: 0, grabbed: false });
    this.host.addEventListener("wheel", (e) => { if (!this.mine(e)) return; e.preventDefault(); this.zoom(Math.exp(-e.deltaY * (e.ctrlKey ? 0.01 : 0.0016)), e.clientX, e.clientY); }, { passive: false });
    this.host.addEventListener("pointerdown", (e) => this.down(e));
    addEventListener("pointermove", (e) => this.move(e));
    addEventListener("pointerup", (e) => this.up(e));
    addEventListener("pointercancel", (e) => this.up(e));
  }

  down(e) {
    if (!this.mine(e)) return;
    this.hands.set(e.pointerId, [e.clientX, e.clientY]);
    if (this.hands.size === 2 && this.grabbed) this.on.leave?.(); // a second finger: it is the board that is meant
    Object.assign(this, { travelled: 0, spread: 0, grabbed: this.hands.size === 1 && e.button === 0 && Boolean(this.on.grab?.(...this.at(e.clientX, e.clientY), e)) });
  }

  move(e) {
    const was = this.hands.get(e.pointerId);
    if (!was) {
      const inside = this.mine(e);
      if (inside) this.on.hover?.(...this.at(e.clientX, e.clientY), e); else if (this.inside) this.on.out?.(e);
      this.inside = inside;
      return;
    }
    const dx = e.clientX - was[0], dy = e.clientY - was[1];
    this.hands.set(e.pointerId, [e.clientX, e.clientY]);
    this.travelled += Math.abs(dx) + Math.abs(dy);
    if (this.travelled < 6) return;
    if (this.grabbed) { this.on.drag(...this.at(e.clientX, e.clientY), e); return; }
    this.host.classList.add("drag");
    this.moving();
    if (this.hands.size === 2) this.pinch(dx / 2, dy / 2); else { this.x += dx; this.y += dy; }
    this.lay();
  }

  pinch(dx, dy) {
    const [a, b] = [...this.hands.values()], far = Math.hypot(a[0] - b[0], a[1] - b[1]);
    this.x += dx; // first along with the fingers, then around their middle: what lay between them stays there
    this.y += dy;
    if (this.spread) this.zoom(far / this.spread, (a[0] + b[0]) / 2, (a[1] + b[1]) / 2);
    this.spread = far;
  }

  up(e) {
    if (!this.hands.delete(e.pointerId)) return;
    const let_go = e.type === "pointerup", { grabbed, travelled } = this;
    this.host.classList.remove("drag");
    this.grabbed = false;
    if (grabbed && travelled >= 6) { let_go ? this.on.release(...this.at(e.clientX, e.clientY), e) : this.on.leave?.(); return; }
    if (let_go && travelled < 6) this.on.click?.(...this.at(e.clientX, e.clientY), e);
  }
}
