/** The board: one world under a CSS transform; it is a layer of its own only while it moves. Knows no game. */

import { h, svg } from "./dom.js";

const NEAR = 1.2; // of the size it is drawn in

export class Board {
  constructor(host, { width, height, sheet, sharp = null, pad = {} }) {
    Object.assign(this, { host, width, height, sharp, k: 1, x: 0, y: 0, pad: { top: 50, right: 0, bottom: 40, left: 0, ...pad }, on: {} });
    this.sheet = h("img.sheet", { draggable: "false", alt: "", src: sheet, width, height });
    this.world = h("div.world", { style: { width: `${width}px`, height: `${height}px` } }, this.sheet);
    this.under = svg("svg", { "aria-hidden": "true", width, height, viewBox: `0 0 ${width} ${height}` });
    this.over = svg("svg", { "aria-hidden": "true", width, height, viewBox: `0 0 ${width} ${height}` });
    this.pieces = h("div.pieces");
    this.world.append(this.under, this.pieces, this.over); host.prepend(this.world);
    this.hear();
  }
  get least() { const { pad: p } = this; return 0.9 * Math.min((innerWidth - p.left - p.right) / this.width, (innerHeight - p.top - p.bottom) / this.height); }
  lay() {
    this.k = Math.max(this.least, Math.min(5, this.k));
    const w = innerWidth, h = innerHeight, m = 0.35;
    this.x = Math.min(w * (1 - m), Math.max(w * m - this.width * this.k, this.x));
    this.y = Math.min(h * (1 - m), Math.max(h * m - this.height * this.k, this.y));
    this.world.style.transform = `translate(${this.x}px,${this.y}px) scale(${this.k})`;
    clearTimeout(this.near);
    if (this.sharp && this.k * devicePixelRatio > NEAR) this.near = setTimeout(() => this.sharpen(), 140);
    this.on.move?.();
  }
  /** Near by a finer picture takes the place of the sheet, once it has come. */
  async sharpen() {
    const src = this.sharp, finer = new Image();
    this.sharp = null;
    finer.src = src;
    try { await finer.decode(); this.sheet.src = src; } catch { /* the first one stays */ }
  }
  moving() { this.world.classList.add("moving"); clearTimeout(this.rest); this.rest = setTimeout(() => this.world.classList.remove("moving"), 140); }
  zoom(by, cx = innerWidth / 2, cy = innerHeight / 2) {
    const k = Math.max(this.least, Math.min(5, this.k * by)), f = k / this.k;
    this.x = cx - (cx - this.x) * f; this.y = cy - (cy - this.y) * f; this.k = k; this.moving(); this.lay();
  }
  see(x1, y1, x2, y2) { // bring a part of the world into the free part of the window
    const p = this.pad, w = innerWidth - p.left - p.right, h = innerHeight - p.top - p.bottom;
    this.k = Math.min(w / (x2 - x1), h / (y2 - y1)); this.k = Math.max(this.least, Math.min(5, this.k));
    this.x = p.left + w / 2 - (x1 + x2) / 2 * this.k; this.y = p.top + h / 2 - (y1 + y2) / 2 * this.k; this.lay();
  }
  fit() { this.see(0, 0, this.width, this.height); }
  get isWhole() { return this.k < this.least * 1.12; } // nobody has come nearer
  middle() { const p = this.pad; return this.at((p.left + innerWidth - p.right) / 2, (p.top + innerHeight - p.bottom) / 2); }
  centre(x, y) { const p = this.pad; this.x = (p.left + innerWidth - p.right) / 2 - x * this.k; this.y = (p.top + innerHeight - p.bottom) / 2 - y * this.k; this.lay(); }
  at(cx, cy) { return [(cx - this.x) / this.k, (cy - this.y) / this.k]; }
  screen(wx, wy) { return [wx * this.k + this.x, wy * this.k + this.y]; }
  shows(wx, wy) { const [x, y] = this.screen(wx, wy), p = this.pad; return x > p.left + 20 && x < innerWidth - p.right - 20 && y > p.top + 20 && y < innerHeight - p.bottom - 20; }
  hear() {
    const hands = new Map(); let travelled = 0, spread = 0, grabbed = false;
    this.host.addEventListener("wheel", (e) => { if (!this.world.contains(e.target) && e.target !== this.host) return; e.preventDefault(); this.zoom(Math.exp(-e.deltaY * (e.ctrlKey ? 0.01 : 0.0016)), e.clientX, e.clientY); }, { passive: false });
    this.host.addEventListener("pointerdown", (e) => { if (!this.world.contains(e.target) && e.target !== this.host) return; hands.set(e.pointerId, [e.clientX, e.clientY]); travelled = 0; spread = 0;
      grabbed = hands.size === 1 && e.button === 0 && Boolean(this.on.grab?.(...this.at(e.clientX, e.clientY), e)); });
    addEventListener("pointermove", (e) => {
      const was = hands.get(e.pointerId);
      if (!was) { if (this.world.contains(e.target) || e.target === this.host) this.on.hover?.(...this.at(e.clientX, e.clientY), e); return; }
      const dx = e.clientX - was[0], dy = e.clientY - was[1]; hands.set(e.pointerId, [e.clientX, e.clientY]); travelled += Math.abs(dx) + Math.abs(dy);
      if (travelled < 6) return;
      if (grabbed) { this.on.drag(...this.at(e.clientX, e.clientY), e); return; }
      this.host.classList.add("drag"); this.moving();
      if (hands.size === 2) {
        const [a, b] = [...hands.values()], far = Math.hypot(a[0] - b[0], a[1] - b[1]); if (spread) this.zoom(far / spread, (a[0] + b[0]) / 2, (a[1] + b[1]) / 2); spread = far; this.x += dx / 2; this.y += dy / 2;
      } else { this.x += dx; this.y += dy; }
      this.lay();
    });
    const up = (e) => { if (!hands.delete(e.pointerId)) return; this.host.classList.remove("drag"); if (grabbed && travelled >= 6) { grabbed = false; if (e.type === "pointerup") this.on.release(...this.at(e.clientX, e.clientY), e); return; } if (travelled < 6 && e.type === "pointerup") this.on.click?.(...this.at(e.clientX, e.clientY), e); };
    addEventListener("pointerup", up); addEventListener("pointercancel", up);
  }
}
