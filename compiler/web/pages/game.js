/** What the page knows of the game: names, faces, colours, places. Only what anybody may know who has the box. */

import { h, svg } from "./dom.js";

export const art = document.documentElement.dataset.art;
export const POINT = 40; // radius of the ring around a point, in pixels of the board
export const picture = (name) => `${art}/${name}`;

const AGAIN = 1000; // ms after which a server that is away is asked anew

/** What a file says; a server that is away is asked until it is back. */
async function told(name) {
  for (;;) {
    try { return await (await fetch(picture(name))).json(); } catch (fault) { if (!(fault instanceof TypeError)) throw fault; }
    await new Promise((then) => { setTimeout(then, AGAIN); });
  }
}

/** Fetch the game. */
export async function load() {
  const game = new Game(await told("scenery.json"));
  document.documentElement.style.setProperty("--faces", `url(${picture(game.sheet.image)})`);
  return game;
}

export class Game {
  constructor(scene) {
    Object.assign(this, scene);
    this.faces = null;
    this.urls = new Map();
    this.hex = this.board.corners.length ? Math.max(...this.board.corners.map(([x, y]) => Math.hypot(x, y))) : 0;
  }

  // -- faces -------------------------------------------------------------------------------------------------------------
  /** Every face as a drawing that is sharp at any size: not needed for the first sight of a board, so it comes after it. */
  async drawings() {
    this.coming ??= told("faces.json").then((faces) => { this.faces = faces; });
    await this.coming;
  }

  /** The address of a face for a picture of its own; empty as long as the drawings have not come. */
  face(id, n = 0) {
    const base = id.split("#")[0];
    if (base in this.cards) return picture(this.cards[base].image);
    if (!this.faces) return "";
    const name = `${base}/${n}`;
    if (!this.urls.has(name)) this.urls.set(name, this.faces[name] ? URL.createObjectURL(new Blob([this.faces[name]], { type: "image/svg+xml" })) : "");
    return this.urls.get(name);
  }

  /** A picture of a face; empty, and not broken, as long as the drawings have not come. */
  image(id, n = 0, how = {}) {
    const src = this.face(id, n), made = h(`img${this.isCard(id) ? ".cardpic" : ""}`, { src: src || null, alt: "", ...how });
    if (!src) this.drawings().then(() => { made.src = this.face(id, n); });
    return made;
  }

  /** Show a face in an element at once: that part of the sheet of all faces. */
  cover(made, id, n = 0) {
    const base = id.split("#")[0], card = this.cards[base], at = this.sheet.at[`${base}/${n}`] ?? [0, 0];
    Object.assign(made.style, card ? { backgroundImage: `url(${picture(card.image)})`, backgroundSize: "100% 100%" } : { backgroundImage: "", backgroundSize: "", backgroundPosition: `${-at[0]}px ${-at[1]}px` });
  }

  /** The same from its drawing. */
  async coverSharp(made, id, n = 0) {
    await this.drawings();
    const image = new Image();
    image.src = this.face(id, n);
    try { await image.decode(); } catch { return false; } // the first one stays
    Object.assign(made.style, { backgroundImage: `url(${image.src})`, backgroundSize: "100% 100%", backgroundPosition: "" });
    return true;
  }

  /** The counter or card a piece is one of. */
  kind(id) { const base = id.split("#")[0]; return this.counters[base] ?? this.cards[base] ?? null; }
  isCard(id) { return id.split("#")[0] in this.cards; }

  /** What a piece, space, seat, side or pile is called. */
  name(id) {
    const kind = this.kind(id);
    if (kind) return kind.count > 1 && id.includes("#") ? `${kind.name} ${id.split("#")[1]}` : kind.name;
    const space = this.spaces[id];
    if (space) return space.name === id || !/^\d/.test(id) ? space.name : `${space.name} (${id})`;
    return (this.seats[id] ?? this.sides[id] ?? this.piles[id] ?? this.tracks[id])?.name ?? (id.startsWith("?") ? "unknown" : id);
  }

  /** Where a track stands, in words: a turn by its number, whatever its box says. */
  standing(id, value) {
    const track = this.tracks[id], label = track.boxes.find(([v]) => v === value)?.[1] ?? String(value);
    return track.role === "turn" && typeof value === "number" ? `${track.name.split(" (")[0]} ${value}` : label;
  }
  get turnTrack() { return Object.keys(this.tracks).find((id) => this.tracks[id].role === "turn") ?? null; }

  side(id) { return this.sides[id] ?? { name: id ?? "", fill: "#8a8172", ink: "#FFFDF6", crest: null }; }

  /** The crest of a side on its colour. */
  disc(id, what = "disc") {
    const side = this.side(id);
    return h(`span.${what}`, { style: { "--c": side.fill, "--ct": side.ink }, title: side.name }, this.crest(side.crest));
  }

  crest(name) {
    const path = this.crests[name];
    return svg("svg", { class: "mon", viewBox: "-50 -50 100 100", "aria-hidden": "true" }, path ? svg("path", { d: path, "fill-rule": "evenodd" }) : svg("circle", { r: 30 }));
  }

  discs(seat) { return (this.seats[seat]?.sides ?? []).slice(0, 2).map((side) => this.disc(side)); }
  colour(seat) { return this.side(this.seats[seat]?.sides[0]).fill; }

  // -- places ----------------------------------------------------------------------------------------------------------
  onBoard(place) { const space = this.spaces[place] ?? this.piles[place]; return Boolean(space && !space.away && (space.at || space.lie)); }
  middle(place) { return this.spaces[place]?.at ?? this.piles[place]?.at ?? null; }

  /** The outline of a place as a path. */
  outline(place, shrink = 0) {
    const space = this.spaces[place], [x, y] = this.middle(place);
    if (space?.outline) return space.outline.map((ring) => `M${ring.map((p) => p.join(" ")).join("L")}Z`).join("");
    const size = space?.size ?? this.piles[place]?.size;
    if (size) return `M${x - size[0] / 2} ${y - size[1] / 2}h${size[0]}v${size[1]}h${-size[0]}Z`;
    if (this.hex) { const k = 1 - shrink / this.hex; return `M${this.board.corners.map(([a, b]) => `${(x + a * k).toFixed(1)} ${(y + b * k).toFixed(1)}`).join("L")}Z`; }
    return `M${x - POINT} ${y}a${POINT} ${POINT} 0 1 0 ${2 * POINT} 0a${POINT} ${POINT} 0 1 0 ${-2 * POINT} 0Z`;
  }
  /** Whether a place is a point of the map, without an outline of its own. */
  isPoint(place) { const space = this.spaces[place] ?? this.piles[place]; return !this.hex && !space?.outline && !space?.size; }

  /** The rim of a set of hexes: the sides that only one of them has. */
  rim(places) {
    const seen = new Map(), c = this.board.corners, steps = [0, -1, 1];
    const known = (x, y) => { for (const i of steps) for (const j of steps) if (seen.has(`${x + i},${y + j}`)) return `${x + i},${y + j}`; return `${x},${y}`; }; // middles are rounded: a side of two lies nearly where it does for the other
    for (const place of places) {
      if (!this.hex || this.spaces[place]?.size) { seen.set(place, this.outline(place)); continue; }
      const [x, y] = this.middle(place);
      c.forEach(([ax, ay], i) => {
        const [bx, by] = c[(i + 1) % 6], at = known(Math.round((2 * x + ax + bx) / 4), Math.round((2 * y + ay + by) / 4));
        seen.set(at, seen.has(at) ? null : `M${(x + ax).toFixed(1)} ${(y + ay).toFixed(1)}L${(x + bx).toFixed(1)} ${(y + by).toFixed(1)}`);
      });
    }
    return [...seen.values()].filter(Boolean).join("");
  }

  /** The place at a point of the board. */
  at(x, y) {
    let best = null, least = this.hex ? this.hex * this.hex : 60 * 60;
    for (const [id, space] of Object.entries(this.spaces)) {
      if (space.away) continue;
      const [sx, sy] = space.at;
      if (space.size) { if (Math.abs(x - sx) <= space.size[0] / 2 && Math.abs(y - sy) <= space.size[1] / 2) return id; continue; }
      if (space.outline) { if (space.outline.some((ring) => inside(x, y, ring))) return id; continue; }
      const far = (x - sx) ** 2 + (y - sy) ** 2;
      if (far < least) { least = far; best = id; }
    }
    return best;
  }
}

function inside(x, y, ring) {
  let odd = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [ax, ay] = ring[i], [bx, by] = ring[j];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) odd = !odd;
  }
  return odd;
}
