/** What stands around the board: the bar with steps and seats, the rail, the little board; and what they leave free of it. */

import { findBox, keysDialog, saveDialog, seatsDialog } from "./dialogs.js";
import { button, h, icon, mend } from "./dom.js";
import { picture } from "./game.js";
import { turnTheme } from "./talk.js";

const LITTLE = 340; // pixels across
const ABOVE = 8; // pixels that are left free above a form

/** The bar at the head. */
export function bar(t) {
  const { game, s } = t, steps = h("ol.steps#steps", { "aria-label": "Sequence of play" }), seats = h("div.seats#seats");
  const tool = (id, title, act) => button(id === "sun" ? ".bare.opt" : ".bare", { title, "aria-label": title, data: { tool: id }, on: { click: act } }, icon(id));
  const name = h("div.name", {}, game.seal ? h("span.hanko", { "aria-hidden": "true" }, game.seal.slice(0, 2)) : null, h("div", {}, h("b", {}, game.title), h("small#scenario")));
  t.top = h("header.top", {}, name, steps, seats, h("div.tools", {}, tool("seats", "Seats and links", () => seatsDialog(s, game, t.send)), tool("save", "Save, download (⇧S)", () => saveDialog(s, t.send)), tool("sun", "Light or dark", turnTheme), tool("help", "Keys", keysDialog)));

  const seat = (each) => h("span.seat", { "aria-current": String(each.id === s.seat), title: each.name, data: { seat: each.id } }, game.discs(each.id),
    h("span.who", {}, `${each.name} `, h("small", {}, each.id === s.seat ? "you" : each.kind === "random" || each.kind === "greedy" ? "computer" : each.here ? "" : "away")), s.view.sealed.includes(each.id) ? h("span.sealed", { title: "sealed" }, "封") : null);

  t.header = () => {
    const cursor = s.live ? s.view.cursor : s.past?.cursor, at = game.steps[cursor?.step], turn = game.turnTrack, label = turn && game.standing(turn, s.table.tracks[turn]);
    s.when = [label, game.names[cursor?.step]].filter(Boolean).join(", ");
    const strip = at ? game.strips[at[0]] : [game.names[cursor?.step] ?? (s.view.outcome ? "The end" : "Setup")], n = at ? at[1] : 0;
    const far = strip.join("").length > 60 ? 1 : 2;
    mend(steps, label ? h("li.turn", {}, label) : null, strip.map((text, i) => h(`li${i < n ? ".was" : i === n ? ".now" : ""}${Math.abs(i - n) > far ? ".far" : ""}`, i === n ? { "aria-current": "step" } : {}, text.replace(/ Phase$/i, ""))));
    mend(seats, s.seats.map(seat));
  };
}

/** The buttons at the left, and the layers they turn on and off. */
export function rail(t) {
  const { game, s, marks } = t;
  const acts = [["hatch", "Zones", "zones", () => t.layer("zones")], ["layers", "Owners", "owners", () => t.layer("owners")], ["find", "Find", "find", () => findBox(s, game, t.see)], ["boxes", "Boxes", "boxes", () => t.side.show("boxes")], ["charts", "Tables", "tables", () => t.side.show("tables")], ["full", "Next", "next", () => t.next(1)], ["fit", "All", "fit", () => t.board.fit()]];
  t.rail = h("nav.rail.card", { "aria-label": "On the board" }, acts.map(([i, text, id, act]) => button("", { title: text, data: { r: id }, on: { click: act } }, icon(i), text)));
  t.rail.querySelector("[data-r=zones]").hidden = true; // until the table says that there are some
  /** Zones of enemies are asked of the table: the page knows no rule. */
  t.zones = () => { if (s.layer.zones && s.live) t.send({ t: "zones" }); else marks.hatch([]); };
  t.layer = (name) => {
    const on = (s.layer[name] = !s.layer[name]);
    t.rail.querySelector(`[data-r=${name}]`)?.classList.toggle("on", on);
    if (name === "owners") marks.hold(on ? s.owners() : new Map());
    if (name === "zones") t.zones();
    if (name === "ids") marks.showIds(on);
    if (name === "links") marks.showLinks(on);
    t.board.far.changed(t.board.far.face);
  };
}

/** The little board: where pieces are, and which part is seen. */
export function little(t) {
  const { game, s, board } = t, canvas = h("canvas", { width: LITTLE, height: Math.round((LITTLE * board.height) / board.width) }), zoom = h("output"), frame = h("b"), seen = h("i.seen", {}, frame);
  const act = (title, what, name) => button(".bare", { title, "aria-label": title.split(" (")[0], on: { click: what } }, icon(name));
  t.where = h("div.where");
  t.mini = h("div.mini.card#mini", {}, h("div.pic", {}, h("img", { src: picture(game.board.image), alt: "" }), canvas, seen),
    h("div.z", {}, act("Zoom out (−)", () => board.zoom(0.8), "minus"), zoom, act("Zoom in (+)", () => board.zoom(1.25), "plus"), act("Whole board (0)", () => board.fit(), "fit")), t.where);
  t.clearLittle = () => canvas.getContext("2d").clearRect(0, 0, LITTLE, canvas.height);
  t.little = () => {
    const g = canvas.getContext("2d"), k = LITTLE / board.width;
    t.clearLittle();
    g.strokeStyle = "#1e1a18";
    for (const piece of Object.values(s.table.pieces)) {
      const spot = game.onBoard(piece.at) && game.spaces[piece.at] ? game.middle(piece.at) : null;
      if (!spot || !piece.side) continue;
      g.fillStyle = game.side(piece.side).fill;
      g.fillRect(spot[0] * k - 3, spot[1] * k - 3, 6, 6);
      g.strokeRect(spot[0] * k - 3, spot[1] * k - 3, 6, 6);
    }
    t.framed();
  };
  /** The part of the board that is seen: all that changes here while the board moves, and nothing of it is painted anew. */
  let wide = "";
  t.framed = () => {
    const [a, b] = board.at(board.pad.left, board.pad.top), [c, d] = board.at(innerWidth - board.pad.right, innerHeight - board.pad.bottom), share = (v, of) => `${((100 * v) / of).toFixed(2)}%`;
    seen.style.transform = `translate(${share(a, board.width)},${share(b, board.height)})`;
    if (wide !== (wide = share(c - a, board.width))) Object.assign(frame.style, { width: wide, height: share(d - b, board.height) });
    const text = `${Math.round(board.k * 100)} %`;
    if (zoom.textContent !== text) zoom.textContent = text;
  };
}

/** What panels leave free of the window: there things are brought into view. */
export function room(t) {
  const { board, side, prompt } = t;
  let panel = 0; // what the panel takes of the window
  t.pad = () => {
    const narrow = innerWidth <= 900;
    board.pad = { top: 56, left: narrow ? 0 : 64, right: narrow ? 0 : panel, bottom: !prompt.form.hidden ? innerHeight - prompt.form.getBoundingClientRect().top + ABOVE : narrow ? 380 : 110 };
  };
  t.measure = () => { panel = side.shut ? 0 : side.at.getBoundingClientRect().width + 12; t.pad(); };
  t.refit = () => board.refit(t.measure);
  addEventListener("resize", t.refit);
}
