/** The picture of the board: small and whole at first; then tiles of what is looked at, as fine as the screen can show. */

import { h } from "./dom.js";

const FAR = 0.55; // up to this scale the small picture is fine enough
const NEAR = 1.15; // of the pixels a level has: beyond it the next one is wanted
const MOST = 48; // tiles kept that are out of sight

export class Sheet {
  /** `levels` are pairs of how many pixels there are to one of the board, and what the names of tiles begin with. */
  constructor({ width, height, image, tiles = null, at = "" }) {
    Object.assign(this, { width, height, edge: tiles?.edge ?? 0, levels: tiles?.levels ?? [], at, made: new Map() });
    this.image = h("img.sheet", { draggable: "false", alt: "", src: image, width, height });
    this.tiles = h("div.tiles");
  }

  /** The level for a scale; none if the small picture will do. */
  level(need) {
    if (need <= FAR || !this.levels.length) return null;
    return this.levels.find(([times]) => need <= times * NEAR) ?? this.levels.at(-1);
  }

  /** Show a part of the board at a scale of the screen; true when all of it is there. */
  async show([x1, y1], [x2, y2], need) {
    const level = this.level(need);
    if (!level) { this.drop(() => true); return true; }
    const [times, begun] = level, step = this.edge / times, wanted = new Set(), coming = [];
    const first = (v) => Math.max(0, Math.floor(v / step)), last = (v, of) => Math.floor(Math.min(v, of - 0.01) / step);
    for (let row = first(y1); row <= last(y2, this.height); row++) for (let column = first(x1); column <= last(x2, this.width); column++) {
      const name = `${begun}_${column}_${row}.png`;
      wanted.add(name);
      if (!this.made.has(name)) this.made.set(name, this.make(name, times, column * step, row * step, step));
      coming.push(this.made.get(name).there);
    }
    this.wanted = wanted;
    const there = await Promise.all(coming);
    if (this.wanted !== wanted) return false; // the board has moved on meanwhile
    this.drop((name, tile) => !wanted.has(name) && (tile.times !== times || this.made.size > MOST));
    return there.every(Boolean);
  }

  make(name, times, x, y, step) {
    const width = Math.min(step, this.width - x), height = Math.min(step, this.height - y);
    const image = h("img", { draggable: "false", alt: "", style: { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px`, "z-index": String(times) } });
    image.src = `${this.at}/${name}`;
    const there = image.decode().then(() => { this.tiles.append(image); return true; }, () => { this.made.delete(name); return false; });
    return { image, times, there };
  }

  drop(goes) { for (const [name, tile] of this.made) if (goes(name, tile)) { tile.there.then(() => tile.image.remove()); this.made.delete(name); } }
}
