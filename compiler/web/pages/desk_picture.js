/** The picture in the middle: a board with its setup and layers over it, or sheets of counters, cards and pages. */

import { $, $$, fill, h, svg } from "./dom.js";
import { Board } from "./board.js";

const inside = (ring, x, y) => { let found = false; for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) { const [ax, ay] = ring[i], [bx, by] = ring[j]; if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) found = !found; } return found; };

/** The name of a zone in its corner, so small that it is not written into the next one. */
const named = (name, ring) => { const [x, y] = ring[0], room = Math.max(...ring.map(([at]) => at)) - x - 16, size = Math.min(20, room / (0.6 * name.length)); return svg("text", { class: "regt", x: x + 8, y: y + size + 2, style: { "text-anchor": "start", "font-size": `${size}px` } }, name); };

export class Picture {
  constructor(host, acts) { Object.assign(this, { host, acts, on: { setup: true }, board: null, shown: "", since: new Map() }); }

  /** The board that was chosen, else the first; of a board with two sides the one the setup is played on. */
  get map() {
    const maps = this.scene?.maps ?? [], up = maps.filter((map) => this.setup?.boards.includes(map.id)), chosen = maps.find((map) => map.id === this.mapId);
    return chosen ?? up[0] ?? maps[0];
  }
  get setup() { return this.scene?.setups.find((setup) => setup.id === this.setupId) ?? this.scene?.setups[0]; }

  /** Another setup: its sides of the boards are up. */
  setUp(id) {
    this.setupId = id;
    const { of } = this.map, side = this.scene.maps.find((map) => map.of === of && this.setup.boards.includes(map.id));
    if (side) this.mapId = side.id;
  }

  /** A new state of the game: the sheet is exchanged, zoom and place stay. */
  take(scene, flash = []) {
    this.scene = scene;
    const map = this.map;
    if (!map) return;
    if (!this.board || this.board.width !== map.size[0] || this.board.height !== map.size[1] || this.shown !== map.id) this.begin(map);
    else if (map.image) this.board.sheet.image.src = map.image;
    this.reach = map.corners.length ? Math.max(...map.corners.map(([x, y]) => Math.hypot(x, y))) : 0;
    const now = performance.now();
    this.since = new Map(flash.map((picture) => [picture, this.since.get(picture) ?? now]));
    this.pieces(this.since);
    this.layers();
  }

  begin(map) {
    this.host.replaceChildren();
    this.shown = map.id;
    this.board = new Board(this.host, { width: map.size[0], height: map.size[1], image: map.image ?? "" });
    this.groups = {};
    for (const name of ["region", "doubt", "zones", "links", "bad", "chosen"]) this.board.under.append((this.groups[name] = svg("g")));
    for (const name of ["near", "ids"]) this.board.over.append((this.groups[name] = svg("g", { class: name })));
    this.board.on.click = (x, y, e) => { const piece = e.target.closest?.(".piece"); piece ? this.acts.pick("counter", piece.dataset.counter) : this.acts.pick("space", this.at(x, y)); };
    this.board.on.hover = (x, y) => this.hover(this.at(x, y));
    this.board.on.out = this.board.on.move = () => this.hover(null);
    this.pad();
    this.board.fit();
  }

  pad() { if (!this.board) return; const narrow = innerWidth <= 900; this.board.pad = narrow ? { top: 100, left: 0, right: 0, bottom: 310 } : { top: 96, left: $(".dock.l").getBoundingClientRect().width, right: $(".dock.r").getBoundingClientRect().width, bottom: 50 }; }

  outline(id, k = 1) {
    const space = this.map.spaces[id];
    if (!space) return "";
    const [x, y] = space.at;
    if (space.outline) return space.outline.map((ring) => `M${ring.map((p) => p.join(" ")).join("L")}Z`).join("");
    if (space.size) return `M${x - space.size[0] / 2} ${y - space.size[1] / 2}h${space.size[0]}v${space.size[1]}h${-space.size[0]}Z`;
    if (this.reach) return this.hex(x, y, k);
    return `M${x - 30} ${y}a30 30 0 1 0 60 0a30 30 0 1 0 -60 0Z`;
  }

  hex(x, y, k) { return `M${this.map.corners.map(([a, b]) => `${(x + a * k).toFixed(1)} ${(y + b * k).toFixed(1)}`).join("L")}Z`; }

  at(x, y) {
    let best = null, least = this.reach ? this.reach ** 2 : 45 ** 2;
    for (const [id, space] of Object.entries(this.map.spaces)) {
      if (space.outline ? space.outline.some((ring) => inside(ring, x, y)) : space.size && Math.abs(x - space.at[0]) < space.size[0] / 2 && Math.abs(y - space.at[1]) < space.size[1] / 2) return id;
      const far = (space.at[0] - x) ** 2 + (space.at[1] - y) ** 2;
      if (!space.outline && !space.size && far < least) { least = far; best = id; }
    }
    return best;
  }

  // -- pieces of the setup ---------------------------------------------------------------------------------------------
  pieces(flash = new Map()) {
    const stacks = new Map(), { counters } = this.scene;
    for (const [id, counter, face, place] of this.on.setup ? this.setup?.pieces ?? [] : []) if (this.map.spaces[place] && counters[counter]) stacks.set(place, [...(stacks.get(place) ?? []), [id, counter, face]]);
    const made = [];
    for (const [place, held] of stacks) {
      const { at, size } = this.map.spaces[place], wide = Math.min(4, Math.ceil(Math.sqrt(held.length)));
      held.forEach(([id, counter, face], n) => {
        const kind = counters[counter], k = this.reach ? 0.86 : 0.8, [w, t] = kind.size.map((v) => v * k), picture = kind.faces[face]?.[1] ?? kind.faces[0]?.[1];
        const dx = size ? ((n % wide) - (wide - 1) / 2) * w * 0.9 : n * 5, dy = size ? Math.floor(n / wide) * t * 0.7 : -n * 5;
        const piece = h(`button.piece${kind.round ? ".round" : ""}`, { type: "button", "aria-label": `${kind.name}, in ${this.map.spaces[place].name}`, data: { id, counter }, style: { width: `${w}px`, height: `${t}px`, transform: `translate(${at[0] - w / 2 + dx}px,${at[1] - t / 2 + dy}px)`, "z-index": n } }, h("img", { alt: "", draggable: "false", src: picture }));
        if (this.acts.faulty("counter", counter)) piece.classList.add("faulty");
        if (flash.has(picture)) { piece.classList.add("flash"); piece.style.animationDelay = `${flash.get(picture) - performance.now()}ms`; } // drawn again by the same change it flashes on
        made.push(piece);
      });
    }
    const lying = new Map(); // markers of tracks that stand in one box lie beside each other
    for (const [counter, track, value, board, [x, y]] of this.on.setup ? this.setup?.markers ?? [] : []) {
      const kind = counters[counter], many = lying.get(`${x} ${y}`) ?? 0;
      if (board !== this.map.id || !kind?.faces[0]?.[1]) continue;
      lying.set(`${x} ${y}`, many + 1);
      const [w, t] = kind.size.map((v) => v * 0.72);
      made.push(h(`button.piece.marker${kind.round ? ".round" : ""}`, { type: "button", title: `${track}: ${value}`, "aria-label": `${kind.name}, ${track}: ${value}`, data: { counter }, style: { width: `${w}px`, height: `${t}px`, transform: `translate(${x - w / 2 + many * 7}px,${y - t / 2 + many * 7}px)`, "z-index": many } }, h("img", { alt: "", draggable: "false", src: kind.faces[0][1] })));
    }
    fill(this.board.pieces, made);
    this.held = stacks;
  }

  // -- layers ----------------------------------------------------------------------------------------------------------
  layers() {
    const { groups: g, map, on } = this, path = (ids, name, k) => ids.map((id) => svg("path", { d: this.outline(id, k), class: name })), ids = Object.keys(map.spaces);
    fill(g.ids, on.ids ? ids.map((id) => svg("text", { x: map.spaces[id].at[0], y: map.spaces[id].at[1] + 5 }, id)) : null, on.stack ? [...this.held].map(([id, held]) => svg("text", { x: map.spaces[id].at[0], y: map.spaces[id].at[1] + 36 }, this.limit(held))) : null);
    fill(g.region, on.region ? map.regions.flatMap((region) => [...path(region.spaces.filter((id) => map.spaces[id]), "region"), this.label(region.name, region.spaces)]) : null);
    fill(g.doubt, on.doubt ? path(map.doubtful.filter((id) => map.spaces[id]), "dbt", 0.9) : null);
    fill(g.links, on.links ? this.web() : null);
    const zones = this.zones?.[map.id];
    fill(g.zones, on.vassal && zones ? [zones.zones.map(([name, ring]) => [svg("path", { d: `M${ring.map((p) => p.join(" ")).join("L")}Z`, class: "reg" }), named(name, ring)]), zones.points.map(([name, [x, y]]) => svg("text", { class: "regt", x, y }, name))] : null);
    const holes = this.acts.holes().filter(([id, at]) => at[0] === map.id && !map.spaces[id]);
    fill(g.bad, ids.filter((id) => this.acts.faulty("space", id)).map((id) => svg("path", { d: this.outline(id, 0.95), class: "bad" })),
      holes.map(([, [, x, y]]) => [svg("path", { d: this.hex(x, y, 0.95), class: "bad" }), svg("text", { class: "regt", x, y: y + 7 }, "?")]));
    this.board.far.changed();
  }

  limit(held) {
    const { counters } = this.scene, [most, kinds] = this.map.limits[0] ?? [null, []];
    const counted = held.filter(([, counter]) => !counters[counter].marker && (!kinds.length || kinds.length > 0)).length;
    return most === null ? String(counted) : `${counted} of ${most}`;
  }

  label(name, spaces) {
    const at = spaces.map((id) => this.map.spaces[id]?.at).filter(Boolean);
    if (!at.length) return null;
    return svg("text", { class: "regt", x: at.reduce((sum, p) => sum + p[0], 0) / at.length, y: at.reduce((sum, p) => sum + p[1], 0) / at.length }, name);
  }

  web() {
    const { spaces, near } = this.map, seen = new Set(), d = [];
    for (const [a, others] of Object.entries(near)) for (const b of others) if (spaces[a] && spaces[b] && !seen.has(`${b} ${a}`)) { seen.add(`${a} ${b}`); d.push(`M${spaces[a].at.join(" ")}L${spaces[b].at.join(" ")}`); }
    return [svg("path", { d: d.join(""), class: "link case" }), svg("path", { d: d.join(""), class: "link" })];
  }

  hover(id) {
    if (id === this.hot) return;
    this.hot = id;
    $(".tipbox")?.remove();
    this.groups.near.replaceChildren();
    const space = id && this.map.spaces[id];
    if (!space) return;
    const others = this.map.near[id] ?? [], lines = others.filter((o) => this.map.spaces[o]).map((o) => `M${space.at.join(" ")}L${this.map.spaces[o].at.join(" ")}`).join("");
    fill(this.groups.near, svg("path", { d: this.outline(id, 0.97), class: "sel" }), svg("path", { d: lines, class: "link case" }), svg("path", { d: lines, class: "link" }));
    const tip = h("div.tipbox.card", {}, h("b", {}, space.name === id ? id : `${id} ${space.name}`), space.terrain ? ` · ${space.terrain}` : "", h("br"), others.length ? h("span.soft", {}, `${others.length} neighbours: ${others.slice(0, 8).join(" ")}`) : null,
      space.rules ? h("div", {}, space.rules.slice(0, 4).map((rule) => h("span.rule", {}, rule))) : null, space.from ? h("div.from", {}, space.from) : null);
    this.host.append(tip);
    const [x, y] = this.board.screen(...space.at);
    tip.style.left = `${Math.max(this.board.pad.left + 6, Math.min(innerWidth - this.board.pad.right - tip.offsetWidth - 6, x + 26))}px`;
    tip.style.top = `${Math.min(innerHeight - tip.offsetHeight - 60, y + 20)}px`;
  }

  /** Mark a thing and bring it into view. */
  choose(what, id, move = true) {
    const place = what === "space" ? id : [...(this.held ?? [])].find(([, held]) => held.some(([, counter]) => counter === id))?.[0], space = place && this.map.spaces[place];
    fill(this.groups.chosen, space ? [svg("path", { d: this.outline(place, 0.97), class: "selc" }), svg("path", { d: this.outline(place, 0.97), class: "sel" })] : null);
    for (const piece of $$(".piece", this.board.pieces)) piece.classList.toggle("picked", what === "counter" && piece.dataset.counter === id);
    const hole = what === "space" && !space ? this.acts.holes().find(([each]) => each === id)?.[1].slice(1) : null, at = space?.at ?? hole;
    if (at && move && (!this.board.shows(...at) || this.board.k < 0.5)) { const [x, y] = at, r = 420; this.board.see(x - r, y - r, x + r, y + r); }
  }
}
