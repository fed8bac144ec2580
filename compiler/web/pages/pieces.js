/** The pieces on the board: buttons with pictures, laid where their places are; alike ones together with their number.
 *
 * Their faces come from one sheet, so that any number of them is there at once; near by each is drawn from its own.
 */

import { h } from "./dom.js";
import { picture } from "./game.js";

const ON_HEX = 0.86; // a little smaller than in print: rings of neighbours never touch
const LEAST = 29; // pixels on the screen
const FAR = 0.45; // the scale up to which counters are larger on the board than the seats of its areas
const SLOT = 26; // half of what the slot of an area takes, in pixels of the board
const CARD = 0.5; // of print size
const FINE = 1.15; // pixels of the screen to one of the sheet, beyond which faces are drawn anew
const AT_ONCE = 8; // so many of them

export class Pieces {
  constructor(board, game) { Object.assign(this, { board, game, shown: new Map(), where: new Map() }); }

  /** Nothing of what was seen is kept. */
  forget() { this.table = null; this.shown.clear(); this.where.clear(); this.board.pieces.replaceChildren(); this.board.far.forget(); }

  /** Lay a table. `ways` are spaces pieces have just gone through, by piece. */
  lay(table, { legal, may, picked, spent, still }) {
    this.table = table;
    this.board.world.classList.toggle("quiet", Boolean(still));
    const seen = new Set();
    this.where.clear();
    for (const [place, ids] of Object.entries(table.stacks)) if (this.game.onBoard(place)) this.stack(place, ids, { legal, may, picked, spent }, seen);
    this.markers(table, seen);
    for (const [id, made] of this.shown) if (!seen.has(id)) { made.remove(); this.shown.delete(id); }
    this.sharpen();
    this.board.far.changed((...to) => this.paint(...to));
  }

  // -- faces -------------------------------------------------------------------------------------------------------------
  /** Show a face; what shows it already stays as it is. */
  face(made, id, n) {
    const name = `${id.split("#")[0]}/${n}`;
    if (made.shows?.name === name) return;
    made.shows = { name, id, n, sharp: false };
    this.game.cover(made.firstElementChild, id, n);
  }

  /** Paint the face of a piece: that part of the sheet of all faces. */
  paint(g, { shows }, w, t) {
    const { sheet } = this.game, at = shows && sheet.at[shows.name];
    this.all ??= Object.assign(new Image(), { src: picture(sheet.image) });
    if (!at) return;
    if (this.all.complete && this.all.naturalWidth) g.drawImage(this.all, ...at.slice(0, 2), w, t, 0, 0, w, t);
    else this.all.decode().then(() => this.board.far.changed(this.board.far.face), () => {});
  }

  /** Faces in sight are as sharp as the screen: near by from their drawings, a few at a time; far off from the sheet. */
  async sharpen() {
    const { board } = this, fine = board.drawn * devicePixelRatio * ON_HEX > FINE, round = (this.round = (this.round ?? 0) + 1);
    const [x1, y1] = board.at(-60, -60), [x2, y2] = board.at(innerWidth + 60, innerHeight + 60);
    const seen = [...this.shown.values()].filter(({ shows, spot }) => shows && shows.sharp !== fine && (!fine || (spot && spot[0] > x1 && spot[0] < x2 && spot[1] > y1 && spot[1] < y2)));
    if (!fine) { for (const made of seen) { made.shows.sharp = false; this.game.cover(made.firstElementChild, made.shows.id, made.shows.n); } return; }
    for (let n = 0; n < seen.length && round === this.round; n += AT_ONCE) await Promise.all(seen.slice(n, n + AT_ONCE).map(async (made) => { const { shows } = made; if (await this.game.coverSharp(made.firstElementChild, shows.id, shows.n)) shows.sharp = true; if (made.shows !== shows) this.game.cover(made.firstElementChild, made.shows.id, made.shows.n); }));
  }

  scale(size) { return this.game.hex ? ON_HEX : Math.max(0.9, LEAST / (size * this.board.k)); }

  stack(place, ids, rings, seen) {
    const { game } = this, pile = game.piles[place], space = game.spaces[place];
    if (pile && pile.face !== "up") return this.pile(place, ids, seen);
    const boxed = Boolean(space?.size ?? pile?.size);
    const onHex = game.hex && !boxed && !pile;
    const groups = onHex ? ids.map((id) => [id]) : [...this.alike(ids, rings).values()];
    const spots = this.spots(place, groups, boxed, onHex);
    groups.forEach((group, n) => {
      const top = group.at(-1), [x, y, k] = spots[n];
      for (const id of group) this.where.set(id, [x, y]);
      const wide = this.size(top)[0] * k, under = spots.some(([ox, oy], m) => m > n && Math.abs(oy - y) < 1 && ox > x && ox - x < wide); // another lies on it
      this.put(top, x, y, k, group, rings, place, n, seen, under);
    });
  }

  alike(ids, { legal, picked }) {
    const found = new Map();
    for (const id of ids) {
      const piece = this.table.pieces[id], sort = [id.startsWith("?") ? `?${piece.side}` : id.split("#")[0], piece.face, legal.has(id), id === picked, JSON.stringify(piece.marks ?? "")].join("|");
      found.has(sort) ? found.get(sort).push(id) : found.set(sort, [id]);
    }
    return found;
  }

  size(id) { return this.game.kind(id)?.size ?? [60, 60]; }

  /** Where the groups of a place lie: middle and scale of each. */
  spots(place, groups, boxed, onHex) {
    const { game } = this, space = game.spaces[place], [mx, my] = space?.lie ?? game.middle(place);
    const sizes = groups.map((group) => { const [w, hh] = this.size(group[0]), card = game.isCard(group[0]); const k = card ? CARD : boxed ? 0.8 : this.scale(w); return [w * k, hh * k, k]; });
    if (onHex) { const step = Math.min(11, 30 / groups.length); return groups.map((_, n) => [mx + (n - (groups.length - 1) / 2) * step, my - (n - (groups.length - 1) / 2) * step, sizes[n][2]]); }
    if (boxed) {
      const [w, hh] = space?.size ?? game.piles[place].size, gap = 4, cw = Math.max(...sizes.map((s) => s[0])) + gap, ch = Math.max(...sizes.map((s) => s[1])) + gap;
      const columns = Math.max(1, Math.floor(w / cw)), rows = Math.ceil(groups.length / columns), dy = Math.min(ch, Math.max(12, (hh - ch) / Math.max(1, rows - 1)));
      const across = Math.min(columns, groups.length);
      return groups.map((_, n) => [mx + (n % columns - (across - 1) / 2) * Math.min(cw, w / across), my + (Math.floor(n / columns) - (rows - 1) / 2) * dy, sizes[n][2]]);
    }
    const step = 0.8 * Math.max(...sizes.map((s) => s[0])), row = (y) => groups.map((_, n) => [mx + (n - (groups.length - 1) / 2) * step, y, sizes[n][2]]);
    if (!space?.seats?.length) return row(my);
    if (this.board.k <= FAR || groups.length > space.seats.length) return row(my + SLOT + Math.max(...sizes.map((s) => s[1])) / 2); // below the slot for what marks the ground
    return groups.map((_, n) => [...space.seats[n], sizes[n][2]]);
  }

  put(id, x, y, k, group, { legal, may, picked, spent }, place, n, seen, under) {
    const { game } = this, piece = this.table.pieces[id], [w, hh] = this.size(id), hidden = id.startsWith("?");
    const slot = hidden ? `${place}/${n}` : id; // unknown ones are numbered anew in every view
    seen.add(slot);
    let made = this.shown.get(slot);
    if (!made) {
      made = h("button.piece", { type: "button", data: { id, at: place } }, hidden ? h("span.hid", {}, "?") : h("i.face"));
      made.style.width = `${w}px`; made.style.height = `${hh}px`;
      this.shown.set(slot, made);
      this.board.pieces.append(made);
    }
    made.dataset.id = id;
    made.dataset.at = place;
    made.style.zIndex = String(1 + n);
    made.style.transform = `translate(${(x - (w * k) / 2).toFixed(1)}px,${(y - (hh * k) / 2).toFixed(1)}px) scale(${k})`;
    if (hidden) { const side = game.side(piece.side); made.style.setProperty("--c", side.fill); made.style.setProperty("--ct", side.ink); }
    else this.face(made, id, piece.face ?? 0);
    made.spot = [x, y];
    const can = group.some((one) => legal.has(one)), tired = spent(piece);
    made.className = `piece${under ? " lower" : ""}${can ? " legal" : ""}${!can && group.some((one) => may.has(one)) ? " may" : ""}${group.includes(picked) ? " picked" : ""}${tired ? " spent" : ""}${game.kind(id)?.round ? " round" : ""}`;
    made.tabIndex = can ? 0 : -1;
    const side = piece.side ? `, ${game.side(piece.side).name}` : "", many = group.length > 1 ? `${group.length} ` : "";
    made.setAttribute("aria-label", `${many}${hidden ? "Unknown" : game.name(id)}${side}, in ${game.name(place)}${can ? ", can be chosen" : ""}${tired ? ", done" : ""}`);
    this.tags(made, group.length, piece);
  }

  /** How many there are, and the marks that are news. */
  tags(made, count, piece) {
    const notes = (piece.marks ?? []).filter(([id]) => { const mark = this.game.marks[id]; return mark && !mark.quiet && !mark.passing; });
    const text = notes.map(([id, value]) => (value === true ? this.game.marks[id].name : String(value))).join(" ").slice(0, 12);
    let n = made.querySelector(".n"), tag = made.querySelector(".tag");
    if (count > 1) { if (!n) made.append((n = h("span.n"))); n.textContent = count; } else n?.remove();
    if (text) { if (!tag) made.append((tag = h("span.tag"))); tag.textContent = text; } else tag?.remove();
  }

  /** A pile nobody, or not everybody, looks into: its back and how many there are. */
  pile(place, ids, seen) {
    const { game } = this, pile = game.piles[place], [x, y] = pile.at, slot = `pile ${place}`;
    seen.add(slot);
    let made = this.shown.get(slot);
    if (!made) {
      const back = pile.back ? h("img", { alt: "", src: `${document.documentElement.dataset.art}/${game.backs[pile.back]}` }) : h("span.hid", {}, "?");
      made = h("button.piece.flat", { type: "button", tabindex: "-1", data: { id: "", at: place } }, back);
      const card = Object.values(game.cards).find((c) => c.kind === pile.back), [w, hh] = card ? card.size.map((v) => v * CARD) : [52, 52];
      made.style.width = `${w}px`; made.style.height = `${hh}px`;
      made.style.transform = `translate(${x - w / 2}px,${y - hh / 2}px)`;
      this.shown.set(slot, made);
      this.board.pieces.append(made);
    }
    made.setAttribute("aria-label", `${pile.name}: ${ids.length}`);
    this.tags(made, ids.length, {});
  }

  /** Markers of tracks, and of marks that lie on spaces. */
  markers(table, seen) {
    const { game } = this, lying = new Map();
    const lay = (slot, counter, n, x, y, flat) => {
      seen.add(slot);
      let made = this.shown.get(slot);
      const [w, hh] = game.counters[counter].size, k = 0.72, at = `${Math.round(x)},${Math.round(y)}`, many = lying.get(at) ?? 0;
      lying.set(at, many + 1);
      if (!made) { made = h("button.piece.still", { type: "button", tabindex: "-1", "aria-hidden": "true" }, h("i.face")); made.style.width = `${w}px`; made.style.height = `${hh}px`; this.shown.set(slot, made); this.board.pieces.prepend(made); }
      this.face(made, counter, n);
      made.spot = [x, y];
      made.classList.toggle("round", game.counters[counter].round);
      made.style.transform = `translate(${x - (w * k) / 2 + many * 7}px,${y - (hh * k) / 2 + many * 7}px) scale(${k})`;
      made.style.zIndex = flat ? "0" : "1";
    };
    for (const [id, track] of Object.entries(game.tracks)) {
      const spot = track.at[String(table.tracks[id])];
      if (track.marker && spot && game.counters[track.marker]) lay(`track ${id}`, track.marker, 0, ...spot, false);
    }
    for (const [target, mark, value] of table.marks) {
      const counter = game.marks[mark]?.counters[String(value)];
      if (!counter || !game.onBoard(target) || !game.counters[counter]) continue;
      const faces = game.counters[counter].faces, n = Math.max(0, faces.findIndex((f) => f.id === String(value)));
      if (value in game.sides && faces[n].id !== String(value)) continue; // the crest of the side says it better
      lay(`mark ${target} ${mark}`, counter, n, ...(game.spaces[target].lie ?? game.middle(target)), true);
    }
  }

  /** Let a piece go a way, a hex in so many milliseconds. */
  walk(id, path, k = null) {
    const made = this.shown.get(id);
    if (!made || path.length < 2 || matchMedia("(prefers-reduced-motion:reduce)").matches) return;
    const [w, hh] = this.size(id), scale = k ?? this.scale(w);
    const steps = path.filter((p) => this.game.middle(p)).map((p) => { const [x, y] = this.game.middle(p); return { transform: `translate(${x - (w * scale) / 2}px,${y - (hh * scale) / 2}px) scale(${scale})` }; });
    if (steps.length < 2) return;
    // on its way a piece lies nowhere: what the hand points at is the ground below
    made.style.pointerEvents = "none";
    const going = made.animate(steps, { duration: 120 * (steps.length - 1), easing: "ease-in-out" });
    going.onfinish = going.oncancel = () => { made.style.pointerEvents = ""; };
  }

  light(ids) { for (const made of this.shown.values()) made.classList.toggle("lit", Boolean(made.dataset.id) && ids.has(made.dataset.id)); }
}
