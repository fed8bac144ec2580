/** What is drawn on the board beside pieces: where one can go and at what cost, ways, owners, ids, the space under the pointer. */

import { svg } from "./dom.js";
import { POINT } from "./game.js";

const HATCH = [45, 0, -45, 90];

export class Marks {
  constructor(board, game) {
    Object.assign(this, { board, game });
    for (const name of ["zones", "owners", "held", "links", "ids", "past", "go", "hover"]) board.under.append((this[name] = svg("g")));
    for (const name of ["way", "costs"]) board.over.append((this[name] = svg("g", { class: name })));
    const patterns = Object.entries(game.sides).map(([id], n) => svg("pattern", { id: `o-${id}`, width: 20, height: 20, patternUnits: "userSpaceOnUse", patternTransform: `rotate(${HATCH[n % 4]})` },
      svg("rect", { width: n % 4 === 1 ? 0 : 4, height: 20, fill: "#fff", "fill-opacity": ".42" })));
    const hatch = svg("pattern", { id: "hatch", width: 14, height: 14, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" }, svg("rect", { width: 5, height: 14, fill: "#7A1F1B", "fill-opacity": ".5" }));
    board.under.prepend(svg("defs", {}, patterns, hatch));
  }

  clear() { this.reached = null; for (const name of ["go", "way", "costs", "past"]) this[name].replaceChildren(); }

  /** Nothing of what was seen is kept. */
  forget() { this.clear(); for (const name of ["zones", "owners", "held", "hover"]) this[name].replaceChildren(); Object.assign(this, { crested: null, owned: null }); }

  /** Whether something would be drawn as it stands already. */
  stands(name, what) { const is = this[name] === what; this[name] = what; return is; }

  /** The places one may choose, as one region with a rim; the cost in each, an octagon where a move must end. */
  reach(targets) {
    if (this.stands("reached", JSON.stringify([...targets]))) return;
    this.go.replaceChildren(); this.costs.replaceChildren();
    const places = [...targets.keys()].filter((place) => this.game.onBoard(place));
    if (!places.length) return;
    const rim = this.game.rim(places), thin = this.game.hex ? "" : " thin";
    // two rings, light and amber, each with a dark edge: seen on any ground, and told from it by more than a colour
    this.go.append(svg("path", { d: places.map((p) => this.game.outline(p)).join(""), class: "hx go" }), ...["case", "glow", "seam", "rim"].map((part) => svg("path", { d: rim, class: `hx ${part}${thin}` })));
    for (const place of places) if (this.game.isPoint(place)) this.go.append(this.teeth(place));
    for (const place of places) {
      const { cost, ends } = targets.get(place);
      if (cost === undefined) continue;
      const [x, y] = this.game.middle(place), aside = this.game.isPoint(place) ? POINT * 0.78 : 0; // at a point its ring bears it: what stands there is not written over
      this.costs.append(svg("g", { class: ends ? "stop" : "", transform: `translate(${x - aside} ${y + aside})` }, ends ? svg("path", { d: "M-7 -17H7L17 -7V7L7 17H-7L-17 7V-7Z", class: "oct" }) : aside ? svg("circle", { r: 15, class: "disc" }) : null,
        svg("text", { y: ends ? 4 : 7 }, String(cost)), ends ? svg("path", { d: "M-8 9.5H8", class: "bar" }) : null));
    }
  }

  /** Four teeth around a point: a shape of its own, whatever stands there. */
  teeth(place) {
    const [x, y] = this.game.middle(place), d = [0, 90, 180, 270].map((turn) => { const at = (far, off) => { const a = ((turn + off) * Math.PI) / 180; return `${(x + far * Math.cos(a)).toFixed(1)} ${(y + far * Math.sin(a)).toFixed(1)}`; }; return `M${at(POINT + 4, 0)}L${at(POINT + 19, -11)}L${at(POINT + 19, 11)}Z`; });
    return svg("path", { d: d.join(""), class: "tooth" });
  }

  /** A way: the one that would be gone, with its cost, or one that was gone. */
  draw(path, { past = false, cost = null } = {}) {
    const group = past ? this.past : this.way;
    group.replaceChildren();
    const points = path.map((p) => this.game.middle(p)).filter(Boolean);
    if (points.length < 2) return;
    const d = `M${points.map((p) => p.join(" ")).join("L")}`, [x2, y2] = points.at(-1), [x1, y1] = points.at(-2), a = Math.atan2(y2 - y1, x2 - x1);
    group.append(svg("path", { d, class: "way c" }), svg("path", { d, class: `way l${past ? " past" : ""}` }));
    if (cost !== null) group.append(svg("circle", { cx: x2, cy: y2, r: 22, class: "total" }), svg("text", { x: x2, y: y2 + 8, class: "total" }, String(cost)));
    else for (const [r, fill] of [[26, "#1E1A18"], [19, "#fff"]]) group.append(svg("path", { fill, d: `M${[0, 2.3, -2.3].map((turn) => { const f = turn ? r * 0.9 : r; return `${x2 + f * Math.cos(a + turn)} ${y2 + f * Math.sin(a + turn)}`; }).join("L")}Z` }));
  }

  over(place) {
    this.hover.replaceChildren();
    if (place && this.game.onBoard(place)) this.hover.append(svg("path", { d: this.game.outline(place, 1), class: "hx hover" }));
  }

  /** A crest where a mark says whose a place is. */
  crests(owners) {
    if (this.stands("crested", JSON.stringify([...owners]))) return;
    this.held.replaceChildren();
    for (const [place, side] of owners) {
      if (!this.game.onBoard(place)) continue;
      const look = this.game.side(side), space = this.game.spaces[place], [x, y] = this.game.middle(place), up = this.game.hex ? this.game.hex * 0.55 : 40;
      const [at, size] = space.seats?.length ? [space.lie, 2] : [[x + up * 0.8, y - up], 1]; // a slot is for what marks the ground
      this.held.append(svg("g", { transform: `translate(${at.join(" ")}) scale(${size})` }, svg("circle", { r: 11, fill: look.fill, stroke: "#FFFDF6", "stroke-width": 2 }), svg("path", { d: this.game.crests[look.crest] ?? "", fill: look.ink, "fill-rule": "evenodd", transform: "scale(.165)" })));
    }
  }

  /** Who holds what: tint and hatch on areas, a crest where there is no area. */
  hold(owners) {
    if (this.stands("owned", JSON.stringify([...owners]))) return;
    this.owners.replaceChildren();
    for (const [place, side] of owners) {
      if (!this.game.onBoard(place)) continue;
      const look = this.game.side(side);
      const d = this.game.outline(place);
      this.owners.append(svg("path", { d, fill: look.fill, "fill-opacity": 0.55, class: "owner" }), svg("path", { d, fill: `url(#o-${side})`, stroke: look.fill, "stroke-width": 4 }));
    }
  }

  /** Zones of enemies: hatched. */
  hatch(places) { this.zones.replaceChildren(...(places.length ? [svg("path", { d: places.filter((place) => this.game.onBoard(place)).map((place) => this.game.outline(place)).join(""), class: "hx zone" })] : [])); }

  /** Ids of all spaces, or the links between them. */
  showIds(on) { this.ids.replaceChildren(); if (on) for (const [id, space] of Object.entries(this.game.spaces)) if (!space.away) this.ids.append(svg("text", { x: space.at[0], y: space.at[1], class: "id" }, id)); }
  showLinks(on) {
    this.links.replaceChildren();
    if (!on) return;
    const seen = new Set();
    for (const [a, near] of Object.entries(this.game.near)) for (const b of near) {
      if (seen.has(`${b} ${a}`) || !this.game.onBoard(a) || !this.game.onBoard(b)) continue;
      seen.add(`${a} ${b}`);
      this.links.append(svg("path", { d: `M${this.game.middle(a).join(" ")}L${this.game.middle(b).join(" ")}`, class: "lane" }));
    }
  }
}
