/** The table: one state, changed by messages and by pointing, drawn after every change. It knows no rule. */

import { Board } from "./board.js";
import { branchedDialog, curtain, findBox, keysDialog, listDialog, overDialog, saveDialog, saved, seatsDialog, wishDialog } from "./dialogs.js";
import { $, button, fill, h, icon, say } from "./dom.js";
import { load, picture } from "./game.js";
import { Marks } from "./marks.js";
import { Pieces } from "./pieces.js";
import { Prompt, toast } from "./prompt.js";
import { Ribbon } from "./ribbon.js";
import { Side } from "./side.js";
import { beside, Bubble, popRule, theme, turnTheme } from "./talk.js";
import { Wire } from "./wire.js";

theme();
const game = await load();
document.documentElement.dataset.game = game.id;
document.documentElement.style.setProperty("--game", game.accent);

// -- the state ---------------------------------------------------------------------------------------------------------
const s = {
  place: "", seat: "", seats: [], view: null, ask: null, lines: [], to: null, past: null, picked: null, pickedOption: null, ahead: null,
  follow: null, held: false, layer: {}, sealedText: null, cursor: null,
  get table() { return (this.to !== null && this.past ? this.past.table : this.view?.table) ?? { pieces: {}, stacks: {}, tracks: {}, marks: [] }; },
  get computers() { return this.seats.some((seat) => seat.kind === "random" || seat.kind === "greedy"); },
  get live() { return this.to === null; },
  /** Whether a thing can be pointed at: it lies on the board or in a panel. */
  pointable(id) { return id in this.table.pieces || game.onBoard(id) || Boolean(game.spaces[id]?.away && this.table.stacks[id]); },
  /** The options that follow what is picked, each with its number. */
  offered() {
    if (this.ahead) return this.ahead.options.map((o, n) => [o, n]);
    return (this.ask?.options ?? []).map((o, n) => [o, n]).filter(([o]) => !this.picked || (o.takes ?? []).includes(this.picked));
  },
};

/** The things one may begin with. */
function first() {
  const found = new Set();
  if (s.live && s.ask) for (const o of s.ask.options) for (const t of o.takes ?? (o.target ? [o.target] : [])) found.add(t);
  return found;
}

// -- the page ----------------------------------------------------------------------------------------------------------
const view = h("main.view#view", { "aria-label": "The board" });
const board = new Board(view, { width: game.board.size[0], height: game.board.size[1], sheet: picture(game.board.image), sharp: game.board.sharp && picture(game.board.sharp) });
const marks = new Marks(board, game), pieces = new Pieces(board, game), bubble = new Bubble(board, game);
const steps = h("ol.steps#steps", { "aria-label": "Sequence of play" }), seats = h("div.seats#seats"), name = h("div.name");
const tool = (id, title, act) => button(id === "sun" ? ".bare.opt" : ".bare", { title, "aria-label": title, data: { tool: id }, on: { click: act } }, icon(id));
const top = h("header.top", {}, name, steps, seats, h("div.tools", {}, tool("seats", "Seats and links", () => seatsDialog(s, game, send)), tool("save", "Save, download (⇧S)", () => saveDialog(s, send)), tool("sun", "Light or dark", turnTheme), tool("help", "Keys", keysDialog)));
const rail = h("nav.rail.card", { "aria-label": "On the board" }, [["layers", "Owners", "owners", () => layer("owners")], ["find", "Find", "find", () => findBox(s, game, see)], ["boxes", "Boxes", "boxes", () => side.show("boxes")], ["charts", "Tables", "tables", () => side.show("tables")], ["full", "Next", "next", () => next(1)], ["fit", "All", "fit", () => board.fit()]].map(([i, text, id, act]) => button("", { title: text, data: { r: id }, on: { click: act } }, icon(i), text)));
const side = new Side(game, { thing: (id, near) => click([id], near), go: look, light, folded: () => refit() });
const prompt = new Prompt(game, {
  answer: (n) => answer(n), choose: (n) => choose(n), drop: () => drop(), undo: () => undo(), live: () => live(), list: () => list(), over: () => over(), hold: () => hold(), branch: () => send({ t: "branch", to: s.to }), wish: () => send({ t: "wish", n: s.view.n }),
  judge: (value, re) => send({ t: "why", n: s.ask.n, answer: value, re }),
  form: (value, words) => { s.sealedText = words; send({ t: s.ask.sealed ? "seal" : "answer", n: s.ask.n, answer: value }); },
});
const ribbon = new Ribbon(game, { go: look, live });
const unit = h("aside.unit.card#unit", { hidden: true });
const canvas = h("canvas", { width: 340, height: Math.round((340 * board.height) / board.width) }), where = h("div.where"), zoom = h("output"), seen = h("i.seen");
const mini = h("div.mini.card#mini", {}, h("div.pic", {}, h("img", { src: picture(game.board.image), alt: "" }), canvas, seen), h("div.z", {}, button(".bare", { title: "Zoom out (−)", "aria-label": "Zoom out", on: { click: () => board.zoom(0.8) } }, icon("minus")), zoom, button(".bare", { title: "Zoom in (+)", "aria-label": "Zoom in", on: { click: () => board.zoom(1.25) } }, icon("plus")), button(".bare", { title: "Whole board (0)", "aria-label": "Whole board", on: { click: () => board.fit() } }, icon("fit"))), where);
const lost = h("div.lost", { hidden: true, role: "status" }, "The line is lost. Trying again…");
view.addEventListener("scroll", () => view.scrollTo(0, 0)); // whatever gets the focus, the board moves only by hand
document.body.append(view, top, lost, rail, side.at, mini, unit, prompt.at, prompt.form, ribbon.at);
fill(name, game.seal ? h("span.hanko", { "aria-hidden": "true" }, game.seal.slice(0, 2)) : null, h("div", {}, h("b", {}, game.title), h("small#scenario")));

let panel = 0; // what the panel takes of the window
const pad = () => {
  const narrow = innerWidth <= 900;
  board.pad = { top: 56, left: narrow ? 0 : 64, right: narrow ? 0 : panel, bottom: narrow ? 380 : prompt.form.hidden ? 110 : 250 };
};
const measure = () => { panel = side.shut ? 0 : side.at.getBoundingClientRect().width + 12; pad(); };
/** The window or a panel has another size: what lay in the middle of the free part lies there again. */
const refit = () => { const [x, y] = board.middle(), whole = board.isWhole; measure(); if (whole) board.fit(); else board.centre(x, y); };
measure();
addEventListener("resize", refit);
board.fit();

// -- drawing -----------------------------------------------------------------------------------------------------------
let drawn = false;
function draw(still = false) {
  if (!s.view) return;
  const table = s.table, begin = first();
  const legal = s.picked ? new Set() : new Set([...begin].filter((id) => id in table.pieces)), may = s.picked ? new Set([...begin].filter((id) => id in table.pieces)) : new Set();
  const targets = new Set(s.picked ? s.offered().map(([o]) => o.target).filter((id) => id in table.pieces) : []);
  for (const id of targets) legal.add(id);
  const picked = s.picked ?? (s.live && s.ask && s.ask.about.length && s.ask.options.some((o) => o.target && !o.takes) ? s.ask.about[0] : null);
  const passing = (piece) => (piece.marks ?? []).some(([id]) => ["moved", "marched", "acted", "spent", "fought", "battled"].includes(id));
  pieces.lay(table, { legal, may, picked, spent: passing, still });
  reach();
  marks.crests(marked(table));
  if (s.layer.owners) marks.hold(owners(table));
  const state = { ...s, table, seat: s.seat, legal: new Set([...legal, ...begin]), picked: s.picked, lines: s.lines, to: s.to };
  side.draw(state);
  header();
  prompt.draw(s);
  ribbon.draw(s);
  document.body.classList.toggle("past", !s.live);
  zoom.textContent = `${Math.round(board.k * 100)} %`;
  pad();
  little();
  mini.hidden = !prompt.form.hidden || (!unit.hidden && innerHeight < 1000);
  if (!drawn) { drawn = true; document.body.dataset.ready = "yes"; focusAsk(); }
}

/** Where one can go from here: what the options point at. */
function reach() {
  const found = new Map();
  if (s.live && s.ask) {
    const options = s.picked ? s.offered().map(([o]) => o) : s.ask.options;
    for (const o of options) for (const t of s.picked ? [o.target] : o.takes ?? [o.target]) {
      const place = t && !(t in s.table.pieces) ? t : null;
      if (place && (!found.has(place) || (o.cost ?? 0) < (found.get(place).cost ?? 0))) found.set(place, { cost: o.cost, ends: o.ends });
    }
  }
  marks.reach(found);
}

function marked(table) {
  const found = new Map();
  for (const [place, mark, value] of table.marks) if (value in game.sides && game.spaces[place] && !game.marks[mark].passing) found.set(place, value);
  return found;
}

function owners(table) {
  const found = marked(table);
  if (!found.size) for (const [place, ids] of Object.entries(table.stacks)) {
    const sides = new Map();
    for (const id of ids) { const owner = table.pieces[id].side; if (owner) sides.set(owner, (sides.get(owner) ?? 0) + 1); }
    if (sides.size && game.spaces[place] && !game.spaces[place].size) found.set(place, [...sides].sort((a, b) => b[1] - a[1])[0][0]);
  }
  return found;
}

function header() {
  const cursor = s.to !== null ? s.past?.cursor : s.view.cursor, at = game.steps[cursor?.step], turn = Object.entries(game.tracks).find(([, t]) => t.role === "turn");
  const value = turn && s.table.tracks[turn[0]], label = turn && (typeof value === "number" ? `${turn[1].name.split(" (")[0]} ${value}` : turn[1].boxes.find(([v]) => v === value)?.[1]);
  s.when = [label, game.names[cursor?.step]].filter(Boolean).join(", ");
  const strip = at ? game.strips[at[0]] : [game.names[cursor?.step] ?? (s.view.outcome ? "The end" : "Setup")], n = at ? at[1] : 0;
  const far = Math.abs(strip.join("").length) > 60 ? 1 : 2;
  fill(steps, label ? h("li.turn", {}, label) : null, strip.map((text, i) => h(`li${i < n ? ".was" : i === n ? ".now" : ""}${Math.abs(i - n) > far ? ".far" : ""}`, i === n ? { "aria-current": "step" } : {}, text.replace(/ Phase$/i, ""))));
  fill(seats, s.seats.map((seat) => h("span.seat", { "aria-current": String(seat.id === s.seat), title: seat.name, data: { seat: seat.id } }, game.discs(seat.id), h("span.who", {}, `${seat.name} `, h("small", {}, seat.id === s.seat ? "you" : seat.kind === "random" || seat.kind === "greedy" ? "computer" : seat.here ? "" : "away")), s.view.sealed.includes(seat.id) ? h("span.sealed", { title: "sealed" }, "封") : null)));
}

function little() {
  const g = canvas.getContext("2d"), k = 340 / board.width;
  g.clearRect(0, 0, 340, canvas.height);
  for (const piece of Object.values(s.table.pieces)) {
    const spot = game.onBoard(piece.at) && game.spaces[piece.at] ? game.middle(piece.at) : null;
    if (!spot || !piece.side) continue;
    g.fillStyle = game.side(piece.side).fill;
    g.strokeStyle = "#1e1a18";
    g.fillRect(spot[0] * k - 3, spot[1] * k - 3, 6, 6);
    g.strokeRect(spot[0] * k - 3, spot[1] * k - 3, 6, 6);
  }
  framed();
}

/** The part of the board that is seen, on the little one: all that changes there while the board moves. */
function framed() {
  const [a, b] = board.at(board.pad.left, board.pad.top), [c, d] = board.at(innerWidth - board.pad.right, innerHeight - board.pad.bottom), share = (v, of) => `${(100 * v) / of}%`;
  Object.assign(seen.style, { left: share(a, board.width), top: share(b, board.height), width: share(c - a, board.width), height: share(d - b, board.height) });
}

// -- pointing ----------------------------------------------------------------------------------------------------------
const spotOf = (thing) => { const place = s.table.pieces[thing]?.at ?? thing; return pieces.where.get(thing) ?? game.middle(place) ?? board.at(innerWidth / 2, innerHeight / 2); };

/** A click on things: a piece and the place it lies in, or a place alone. Whatever it is, it acts or says why not. */
function click(things) {
  clearTimeout(tip.timer);
  $(".place")?.remove();
  $(".choice")?.remove();
  bubble.drop();
  if (!s.live || !s.ask) return;
  if (s.picked && things.includes(s.picked)) return drop();
  const asked = s.offered().filter(([o]) => (s.picked ? things.includes(o.target) : false));
  if (asked.length === 1) return choose(asked[0][1]);
  if (asked.length) return several(asked, things.at(-1), choose);
  const begin = first(), thing = things.find((t) => begin.has(t));
  if (thing) return pick(thing);
  why(things);
}

function pick(thing) {
  const options = s.ask.options.map((o, n) => [o, n]).filter(([o]) => (o.takes ? o.takes.includes(thing) : o.target === thing));
  const onward = options.filter(([o]) => o.takes && o.target);
  drop(false);
  if (onward.length) { s.picked = thing; s.ahead = null; draw(); say(`${game.name(thing)}: ${onward.length} choices`); return; }
  if (options.length > 1) return several(options, thing, answer);
  s.wanted = thing;
  if (options[0][0].takes && !s.ask.sealed) send({ t: "peek", n: s.ask.n, option: options[0][1] }); else answer(options[0][1]);
}

/** What would follow: the piece is picked up and its reach shown; if nothing follows at once, the choice is made. */
function peeked(message) {
  if (!s.ask || message.n !== s.ask.n || !s.wanted) return;
  if (!message.ask) return answer(message.option);
  s.picked = s.wanted;
  s.pickedOption = message.option;
  s.ahead = message.ask;
  draw();
  say(`${game.name(s.picked)}: ${message.ask.options.length} choices`);
  if (s.dropped) { const place = s.dropped; s.dropped = null; click([...topOf(place), place]); }
}

/** An option after what is picked: if it belongs to a question to come, both answers go one after the other. */
function choose(n) {
  if (!s.ahead) return answer(n);
  const wanted = s.ahead.options[n];
  s.follow = { text: wanted.text, path: JSON.stringify(wanted.path ?? wanted.target ?? null) };
  answer(s.pickedOption);
}

function several(options, thing, act) {
  const made = h("div.choice.card", {}, options.slice(0, 12).map(([o, n]) => button("", { on: { click: () => { made.remove(); act(n); } } }, o.text.replaceAll("_", " "))), options.length > 12 ? button("", { on: { click: () => { made.remove(); list(); } } }, `${options.length} choices …`) : null);
  beside(made, board, spotOf(thing));
}

function answer(n) {
  if (!s.ask || n === undefined || n === null) return;
  const option = s.ask.options[n];
  s.sealedText = option.text;
  send({ t: s.ask.sealed ? "seal" : "answer", n: s.ask.n, option: n });
}

function why(things) {
  const thing = things[0] ?? things[1];
  if (!thing || thing.startsWith("?")) return drop();
  s.asking = thing;
  send({ t: "why", n: s.ask.n, thing, taken: s.ahead ? s.pickedOption : s.picked ?? undefined, re: "thing" });
}

function drop(redraw = true) { s.dropped = null; s.picked = s.pickedOption = s.ahead = s.wanted = null; marks.clear(); $(".choice")?.remove(); if (redraw) draw(); }
function undo() { if (s.picked) return drop(); if (s.view?.undo) send({ t: s.view.mine ? "unseal" : "undo", n: s.view.n }); }
function hold() { send({ t: "hold", on: !s.held }); }
function list() { if (s.ask) listDialog(s, answer, (text) => send({ t: "answer", n: s.ask.n, text })); }
function over() { overDialog(s, game, { watch: () => { look(0); ribbon.play(); }, save: (as) => send({ t: "save", as }) }); }

board.on.click = (x, y, e) => {
  const made = e.target.closest?.(".piece"), place = made?.dataset.at ?? game.at(x, y);
  const begin = s.picked ? new Set(s.offered().map(([o]) => o.target)) : first();
  const able = (s.table.stacks[place] ?? []).filter((id) => begin.has(id)), own = made?.dataset.id;
  if (able.length > 1 && !(s.picked && (s.table.stacks[place] ?? []).includes(s.picked)) && !begin.has(place)) return fan(place, able);
  click([own && !begin.has(own) && able.length ? able[0] : own, place].filter(Boolean));
};

/** A piece that can be chosen is taken along: letting it go at a place is a click on it and one on the place. */
board.on.grab = (x, y, e) => {
  const made = e.target.closest?.(".piece"), id = made?.dataset.id;
  if (!s.live || !s.ask || s.ask.sealed || !id || (id !== s.picked && !first().has(id))) return false;
  s.grabbed = { id, from: made.dataset.at, to: null, begun: false };
  return true;
};
board.on.drag = (x, y, e) => {
  const held = s.grabbed;
  if (!held.begun) { held.begun = true; clearTimeout(tip.timer); $(".place")?.remove(); bubble.drop(); if (s.picked !== held.id) pick(held.id); }
  const place = under(e) ?? game.at(x, y);
  if (place !== s.over) { s.over = place; marks.over(place); preview(place); }
};
board.on.release = (x, y, e) => {
  const held = s.grabbed, place = under(e) ?? game.at(x, y);
  s.grabbed = null;
  if (!held?.begun || !place || place === held.from) return;
  if (s.picked === held.id) return click([...topOf(place), place]);
  if (s.wanted === held.id) s.dropped = place; // what may follow is still being asked
};
/** The place under the hand: of a piece that lies there, the one that is carried left out. */
function under(e) { return document.elementsFromPoint(e.clientX, e.clientY).find((one) => one.matches?.(".piece") && one.dataset.id !== s.grabbed?.id)?.dataset.at; }
function topOf(place) { const ids = s.table.stacks[place] ?? []; return ids.length ? [ids.at(-1)] : []; }

/** Several pieces of a stack can be chosen: they fan out; alike ones lie together. */
function fan(place, ids) {
  clearTimeout(tip.timer);
  $(".place")?.remove();
  $(".choice")?.remove();
  bubble.drop();
  const sorts = new Map();
  for (const id of ids) { const piece = s.table.pieces[id], sort = `${id.split("#")[0]}/${piece.face}/${JSON.stringify(piece.marks ?? "")}`; sorts.has(sort) ? sorts.get(sort).push(id) : sorts.set(sort, [id]); }
  if (sorts.size === 1) return click([ids[0], place]);
  const made = h("div.choice.card.fan", {}, h("b", {}, game.name(place)), h("div.fanrow", {}, [...sorts.values()].map((same) => h("button.pick.legal", { type: "button", data: { id: same[0] }, title: game.name(same[0]), on: { click: () => { made.remove(); click([same[0]]); } } }, h("img", { src: game.face(same[0], s.table.pieces[same[0]].face ?? 0), alt: game.name(same[0]) }), same.length > 1 ? h("i", {}, String(same.length)) : null))));
  beside(made, board, spotOf(place));
}

board.on.hover = (x, y, e) => {
  const place = e.target.closest?.(".piece")?.dataset.at ?? game.at(x, y);
  card(e.target.closest?.(".piece")?.dataset.id);
  if (place === s.over) return;
  s.over = place;
  marks.over(place);
  preview(place);
  tip(place);
  const space = game.spaces[place];
  where.textContent = space ? `${game.name(place)}${space.terrain ? ` · ${space.terrain}` : ""}` : "";
};
board.on.move = () => { $(".place")?.remove(); bubble.set(); framed(); zoom.textContent = `${Math.round(board.k * 100)} %`; if (!game.hex) { clearTimeout(board.relay); board.relay = setTimeout(() => draw(true), 160); } };

/** The card of a space: its name, whose it is, and the pieces in it side by side, when the pointer rests there. */
function tip(place) {
  clearTimeout(tip.timer);
  $(".place")?.remove();
  const ids = s.table.stacks[place] ?? [];
  if (ids.length < 2 || !game.spaces[place] || game.spaces[place].size || $(".choice")) return;
  tip.timer = setTimeout(() => {
    if ($(".choice")) return;
    const sorts = new Map();
    for (const id of ids) { const piece = s.table.pieces[id], sort = `${id.startsWith("?") ? `?${piece.side}` : id.split("#")[0]}/${piece.face}`; sorts.has(sort) ? sorts.get(sort).push(id) : sorts.set(sort, [id]); }
    const rows = [...sorts.values()].slice(0, 8).map((same) => { const id = same[0], piece = s.table.pieces[id], look = game.side(piece.side); return h("figure", {}, id.startsWith("?") ? h("span.tile", { style: { "--c": look.fill, "--ct": look.ink } }, "?") : h("img", { src: game.face(id, piece.face ?? 0), alt: "" }), same.length > 1 ? h("i", {}, String(same.length)) : null, h("figcaption", {}, id.startsWith("?") ? "unknown" : game.kind(id).name)); });
    const made = h("div.place.card", {}, h("b", {}, game.name(place)), ` ${game.spaces[place].ja ?? ""}`, h("div.fanrow", {}, rows)), [sx, sy] = board.screen(...game.middle(place));
    view.append(made);
    made.style.left = `${Math.min(innerWidth - board.pad.right - made.offsetWidth - 8, Math.max(board.pad.left, sx + 40 * board.k + 22))}px`;
    made.style.top = `${Math.max(60, sy - made.offsetHeight - 26)}px`;
  }, 150);
}

function preview(place) {
  marks.way.replaceChildren();
  const about = s.picked ?? s.ask?.about[0], option = s.live && s.ask && (s.picked ? s.offered().map(([o]) => o) : s.ask.options).find((o) => o.target === place && o.path);
  if (!option) return;
  const from = s.table.pieces[about]?.at;
  marks.draw(option.path[0] === from || !from ? option.path : [from, ...option.path], { cost: option.cost ?? null });
}

/** The card of a unit: its faces, what is printed on it, what it may do. */
function card(id) {
  if (!id || id.startsWith("?") || !game.kind(id) || game.isCard(id)) { clearTimeout(card.timer); card.timer = setTimeout(() => { unit.hidden = true; mini.hidden = false; s.shown = null; }, 500); return; }
  clearTimeout(card.timer);
  if (s.shown === id) return;
  s.shown = id;
  const piece = s.table.pieces[id], kind = game.kind(id), face = kind.faces[piece?.face ?? 0], can = first().has(id);
  const printed = Object.entries(face.values).filter(([, v]) => v !== false && v !== "none"), numbers = printed.filter(([, v]) => typeof v !== "string");
  const rows = (numbers.length > 2 ? numbers : printed).slice(0, 10).map(([k, v]) => [h("dt", {}, k.replaceAll("_", " ")), h("dd", {}, v === true ? "yes" : String(v))]);
  const lies = (piece?.marks ?? []).map(([m, v]) => (v === true ? game.marks[m].name : `${game.marks[m].name} ${v}`)).join(", ");
  fill(unit, h("div.head", {}, h("b.serif", {}, game.name(id)), " ", h("span.soft", {}, kind.ja ?? ""), h("br"), h("span.soft", {}, [game.side(piece?.side ?? kind.side).name, kind.kind, piece ? game.name(piece.at) : ""].filter(Boolean).join(" · "))),
    h("div.pics", {}, kind.faces.slice(0, 2).map((f, n) => h(`figure${n === (piece?.face ?? 0) ? "" : ".off"}`, {}, h("img", { src: game.face(id, n), alt: "" }), n === (piece?.face ?? 0) ? `${f.id.replaceAll("_", " ")} ●` : f.id.replaceAll("_", " ")))), h("dl", {}, rows), lies ? h("div.soft", {}, lies) : null, can ? h("div.why.ok", {}, icon("ok"), " Can be chosen.") : null);
  unit.hidden = false;
  if (innerHeight < 1000) mini.hidden = true;
}

/** Bring a thing into view and light it. */
function see(id) {
  const place = s.table.pieces[id]?.at ?? id;
  if (!game.onBoard(place)) return;
  const [x, y] = game.middle(place);
  if (!board.shows(x, y)) { const w = 700 / board.k; board.see(x - w / 2, y - w / 3, x + w / 2, y + w / 3); }
  pieces.light(new Set([id]));
  marks.over(place);
  setTimeout(() => pieces.light(new Set()), 1600);
}

function light(line) {
  pieces.light(new Set(line?.piece ? [line.piece] : []));
  marks.past.replaceChildren();
  if (line?.path?.length > 1) marks.draw(line.path, { past: true });
}

/** The next thing that can be chosen. */
function next(by) {
  const things = [...first()].filter((id) => s.pointable(id));
  if (!things.length) return;
  s.turn = ((s.turn ?? -1) + by + things.length) % things.length;
  const id = things[s.turn];
  see(id);
  if (id in s.table.pieces) { card(id); [...pieces.shown.values()].find((made) => made.dataset.id === id)?.focus({ preventScroll: true }); } else s.over = id;
}

/** At first the part of the board where one's own pieces are, or what can be chosen. */
function focusAsk() {
  const mine = new Set(game.seats[s.seat]?.sides ?? Object.keys(game.sides));
  const own = Object.values(s.table.pieces).filter((piece) => mine.has(piece.side) && game.spaces[piece.at] && !game.spaces[piece.at].size && game.onBoard(piece.at)).map((piece) => piece.at);
  const asked = [...first()].filter((id) => s.pointable(id)).map((id) => s.table.pieces[id]?.at ?? id);
  const spots = (asked.length > 1 ? asked : own).map((place) => game.middle(place)).filter(Boolean);
  if (spots.length < 2) return;
  const xs = spots.map((p) => p[0]), ys = spots.map((p) => p[1]), room = 150;
  board.see(Math.min(...xs) - room, Math.min(...ys) - room, Math.max(...xs) + room, Math.max(...ys) + room);
  if (board.k > 1) board.zoom(1 / board.k, (innerWidth - board.pad.right) / 2, (innerHeight - board.pad.bottom) / 2);
  draw(true);
}

function layer(name) {
  s.layer[name] = !s.layer[name];
  if (name === "owners") { marks.hold(s.layer.owners ? owners(s.table) : new Map()); $("[data-r=owners]").classList.toggle("on", s.layer.owners); }
  if (name === "ids") marks.showIds(s.layer.ids);
  if (name === "links") marks.showLinks(s.layer.links);
}

/** Whether a question is about what one holds: then that is shown. */
function inHand(ask) {
  const held = Object.entries(game.piles).filter(([, pile]) => pile.owners.includes(s.seat)).flatMap(([id]) => s.table.stacks[id] ?? []);
  return ask.options.some((o) => (o.takes ?? []).some((t) => held.includes(t)));
}

// -- looking back ------------------------------------------------------------------------------------------------------
let asking = false, wanted = null;
function look(to) {
  s.to = to;
  drop(false);
  if (asking) { wanted = to; return; }
  asking = send({ t: "replay", to });
}
function live() { s.to = null; s.past = null; wanted = null; draw(); }

// -- the wire ----------------------------------------------------------------------------------------------------------
const heard = {
  line: (m) => { lost.hidden = m.open; if (!m.open) delete document.body.dataset.asked; },
  hello: (m) => {
    Object.assign(s, { place: m.place, seat: m.seat, seats: m.seats, watching: m.watching, watch: m.watch, held: m.held });
    $("#scenario").textContent = m.scenario;
    document.title = `${m.game}: ${m.scenario}`;
  },
  seats: (m) => { Object.assign(s, { seats: m.seats, watching: m.watching, watch: m.watch, held: m.held }); if (s.view) { header(); prompt.draw(s); } },
  now: (m) => { s.seat = m.seat; s.to = null; },
  undone: (m) => { s.lines.length = Math.min(s.lines.length, m.to); s.to = null; s.past = null; },
  events: (m) => {
    s.lines.length = m.from;
    s.lines.push(...m.list);
    if (m.from && s.live) { const rolled = m.list.findLast?.((line) => line.dice); if (rolled) { const after = m.list[m.list.indexOf(rolled) + 1]; toast(rolled, after?.kind === "said" ? after.text : null); } }
    s.moves = m.from ? m.list.filter((line) => line.path?.length) : [];
  },
  view: (m) => {
    const before = s.view;
    Object.assign(s, { view: m, ask: null, cursor: m.cursor, picked: null, pickedOption: null, ahead: null, wanted: null });
    delete document.body.dataset.asked;
    s.wished = false;
    $(".veil.wish")?.remove();
    if (!m.mine) s.sealedText = s.sealedText && m.sealed.includes(s.seat) ? s.sealedText : null;
    $(".choice")?.remove();
    marks.clear();
    draw(!before);
    if (s.live) for (const line of s.moves ?? []) { const from = before?.table.pieces[line.piece]?.at; pieces.walk(line.piece, from && line.path[0] !== from ? [from, ...line.path] : line.path); }
    s.moves = [];
    if (m.outcome && !before?.outcome) over();
    document.body.dataset.n = m.n;
  },
  ask: (m) => {
    s.ask = m;
    if (s.follow) {
      const n = m.options.findIndex((o) => o.text === s.follow.text && JSON.stringify(o.path ?? o.target ?? null) === s.follow.path);
      s.follow = null;
      if (n >= 0) return answer(n);
    }
    if (inHand(m)) side.tab = "hand";
    draw();
    document.body.dataset.asked = m.n;
    if (s.live) say(m.prompt);
  },
  peeked,
  past: (m) => {
    asking = false;
    if (wanted !== null && wanted !== m.to) { const to = wanted; wanted = null; if (s.to !== null) look(to); return; }
    wanted = null;
    if (s.to === null) return;
    s.past = m;
    s.to = m.to;
    draw();
    document.body.dataset.to = m.to;
    const line = s.lines[m.to - 1];
    if (line?.dice) toast(line);
    light(line);
  },
  refused: (m) => {
    if (m.re.startsWith("form")) return prompt.judgement(m);
    s.follow = null;
    if (m.re === "replay") asking = false;
    bubble.show(m.re === "thing" && s.asking ? spotOf(s.asking) : board.at(innerWidth / 2, innerHeight - board.pad.bottom - 40), m);
  },
  allowed: (m) => { if (m.re.startsWith("form")) prompt.judgement(m); else say("That is allowed"); },
  saved,
  branched: branchedDialog,
  wish: (m) => {
    s.wished = m.by === s.seat;
    if (m.yours) wishDialog(game, m, (yes) => send({ t: "grant", n: m.n, yes }));
    if (!m.by) { $(".veil.wish")?.remove(); bubble.show(board.at(innerWidth / 2, innerHeight - board.pad.bottom - 40), m); }
    prompt.draw(s);
  },
  curtain: (m) => {
    // the old view goes before the curtain falls
    Object.assign(s, { view: null, ask: null, past: null, to: null, picked: null, ahead: null, sealedText: null, lines: [] });
    clearTimeout(tip.timer);
    for (const at of [board.pieces, side.body, prompt.at, prompt.form, unit]) at.replaceChildren();
    pieces.shown.clear();
    pieces.where.clear();
    marks.clear();
    bubble.drop();
    unit.hidden = true;
    document.querySelectorAll(".toast,.veil:not(.solid),.choice,.find,.place").forEach((made) => made.remove());
    canvas.getContext("2d").clearRect(0, 0, 340, canvas.height);
    curtain(game, m, () => send({ t: "reveal", seat: m.seat }));
  },
};
const wire = new Wire((m) => heard[m.t]?.(m), () => ({ n: s.view?.n ?? -1, lines: s.view ? s.lines.length : 0 }));
function send(message) { const sent = wire.send(message); if (!sent) lost.hidden = false; return sent; }

// -- keys --------------------------------------------------------------------------------------------------------------
const pan = (x, y) => () => { board.x += x; board.y += y; board.moving(); board.lay(); };
const WAYS = { w: -90, e: -30, d: 30, s: 90, a: 150, q: -150 }; // where the keys lie around the hand
function stepTo(letter) {
  const here = s.over ?? s.table.pieces[s.picked ?? s.ask?.about[0]]?.at, near = game.near[here] ?? [];
  if (!near.length) return;
  const [x, y] = game.middle(here), off = (p) => { const [a, b] = game.middle(p), turn = Math.abs((Math.atan2(b - y, a - x) * 180) / Math.PI - WAYS[letter]) % 360; return Math.min(turn, 360 - turn); };
  s.over = near.filter((p) => game.middle(p)).sort((a, b) => off(a) - off(b))[0];
  marks.over(s.over);
  preview(s.over);
  say(game.name(s.over));
}
const enter = () => {
  if (!prompt.form.hidden) return $("#seal:not(:disabled)")?.click();
  if (s.over && document.activeElement === document.body && (s.picked || first().has(s.over))) return click([s.over]);
  if (s.ask && s.ask.stop !== null && !s.picked && s.live) answer(s.ask.stop);
};
const KEYS = {
  "+": () => board.zoom(1.25), "=": () => board.zoom(1.25), "-": () => board.zoom(0.8), 0: () => board.fit(),
  ArrowLeft: pan(90, 0), ArrowRight: pan(-90, 0), ArrowUp: pan(0, 90), ArrowDown: pan(0, -90),
  Escape: () => { bubble.drop(); $(".pop")?.remove(); drop(); }, u: undo, o: () => layer("owners"), z: () => layer("owners"), i: () => layer("ids"), k: () => layer("links"), l: list,
  Home: () => look(0), End: live, ",": () => ribbon.step(-1), ".": () => ribbon.step(1), " ": () => (s.live && s.computers && !s.ask ? hold() : ribbon.play()),
  Tab: (e) => next(e.shiftKey ? -1 : 1), S: () => saveDialog(s, send), "?": () => (s.over ? why([s.over]) : keysDialog()), "/": () => findBox(s, game, see),
  1: () => side.show("log"), 2: () => side.show("boxes"), 3: () => side.show("tables"), 4: () => side.show("rules"), Enter: enter,
  ...Object.fromEntries(Object.keys(WAYS).map((letter) => [letter, () => stepTo(letter)])),
};
addEventListener("keydown", (e) => {
  const veil = $(".veil:not(.solid)");
  if (e.key === "Escape" && veil) return veil.shut();
  if (e.target.closest("input,select,textarea") || e.ctrlKey || e.metaKey || e.altKey || $(".veil")) return;
  if (e.key === "Enter" && e.target.closest("button")) { if (e.target.matches(".piece")) { e.preventDefault(); click([e.target.dataset.id, e.target.dataset.at]); } return; }
  const act = KEYS[e.key] ?? KEYS[e.key.toLowerCase()];
  if (act) { e.preventDefault(); act(e); }
});
addEventListener("click", (e) => {
  const chip = e.target.closest("[data-rule]"), thing = e.target.closest("[data-see]");
  if (chip) { e.stopPropagation(); popRule(game, chip.dataset.rule, chip); return; }
  if (thing) see(thing.dataset.see);
  if (!e.target.closest(".pop")) $(".pop")?.remove();
}, true);
