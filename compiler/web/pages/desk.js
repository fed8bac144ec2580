/** The desk: one state, changed by messages and by pointing, drawn after every change. It writes nothing. */

import { $, button, fill, h, icon, key, say } from "./dom.js";
import { dialog, head, theme, turnTheme } from "./talk.js";
import { Wire } from "./wire.js";
import { Picture } from "./desk_picture.js";
import { drawAbout } from "./desk_about.js";
import { coded, drawFaults, errorsOf } from "./desk_faults.js";
import { drawSheet } from "./desk_sheets.js";

const state = { faults: [], count: 0, hide: {}, filter: "", chosen: null, about: null, view: "map", scene: null, flash: [], built: [], building: null, open: false, editor: false, game: "" };
const VIEWS = [["map", "Map"], ["counters", "Counters"], ["cards", "Cards"], ["charts", "Charts"], ["print", "Print"], ["sequence", "Sequence"]];
const LAYERS = [["setup", "Setup"], ["ids", "Ids", "I"], ["links", "Links", "L"], ["region", "Regions"], ["vassal", "VASSAL zones", "V"], ["stack", "Stacking"], ["doubt", "Doubts", "D"]];

// -- the page ------------------------------------------------------------------------------------------------------------
theme();
const view = h("main.view", { "aria-label": "The map" }), tabs = h("nav.viewtabs", { role: "tablist" }), watching = h("span.watch"), name = h("b"), under = h("small", {}, "on the desk"), seal = h("span.hanko", { "aria-hidden": "true" }, "机");
const filter = h("input.grow", { type: "search", placeholder: "Filter", "aria-label": "Filter faults", on: { input: (e) => { state.filter = e.target.value; faults(); } } });
const dock = { sum: h("div.sum"), list: h("div.body") }, prop = h("div.body.prop"), what = h("span.label.grow", {}, "Properties"), bar = h("div.bar2.card"), shelf = h("div.shelf.card", { hidden: true }), sheet = h("div.sheetview", { hidden: true, tabindex: "-1" }), foot = h("footer.ribbon");
const open = (file, line) => { if (state.editor) wire.send({ t: "open", file, line }); else { navigator.clipboard?.writeText(`${file}:${line}`); say(`${file}:${line} copied`); } };
const edit = button(".small", { title: "Open where it is written", on: { click: openChosen } }, "Open in the editor ", key("E"));
document.body.append(view, h("header.top", {}, h("div.name", {}, seal, h("div", {}, name, under)), tabs, watching, h("div.tools", {}, button(".bare", { title: "Light or dark", "aria-label": "Light or dark", on: { click: turnTheme } }, icon("sun")), button(".bare", { title: "Keys", "aria-label": "Keys", on: { click: keys } }, icon("help")))),
  h("section.dock.l", { "aria-label": "Faults" }, h("header", {}, dock.sum, filter), dock.list), bar, shelf,
  h("section.dock.r", { "aria-label": "Properties" }, h("header", {}, what, edit), prop), sheet, foot);

view.append(h("p.waiting", { role: "status" }, "Drawing the first pictures"));
const acts = {
  draw: faults, explain: (code) => wire.send({ t: "explain", code }), jump,
  pick: (kind, id) => { if (!id) return; state.chosen = state.faults.find((fault) => fault.thing?.[0] === kind && fault.thing[1] === id) ?? null; ask(kind, id, false); },
  holes: () => state.faults.filter((fault) => fault.where).map((fault) => [fault.thing[1], fault.where]),
  faulty: (kind, id) => state.faults.some((fault) => fault.severity === "error" && fault.thing?.[0] === kind && fault.thing[1] === id),
};
const picture = new Picture(view, acts);
const wire = new Wire(() => ({}));
wire.listen(hear);

// -- messages ------------------------------------------------------------------------------------------------------------
function hear(message) {
  const heard = {
    line: () => { state.open = message.open; lost(!message.open); ribbon(); },
    hello: () => { Object.assign(state, { game: message.game, editor: message.editor, built: message.built, building: message.building }); name.textContent = message.game; edit.hidden = false; ribbon(); },
    faults: () => { const kept = state.chosen; Object.assign(state, { faults: message.list, count: message.count }); state.chosen = kept ? state.faults.find((fault) => fault.code === kept.code && fault.message === kept.message) ?? null : null; watch(`Watching ${message.files} files · checked in ${message.seconds} s`); faults(); },
    scene: () => { state.scene = message; titled(message); state.flash = message.flash ?? []; document.body.classList.toggle("stale", message.stale); picture.take(message, state.flash); bars(); show(); if (state.about) ask(state.about.what, state.about.id, false); else about(); },
    about: () => { state.about = message; about(); },
    explained: () => dialog([head("info", message.code), h("pre.page", {}, message.text)], { wide: 720 }),
    zones: () => { picture.zones = message.maps; picture.layers(); },
    building: () => { state.building = message; ribbon(); },
    built: () => { state.building = null; state.built = message.built; ribbon(); if (message.failed) dialog([head("err", "Not built"), h("pre.page", {}, message.failed)], { wide: 760 }); else built(message); },
  }[message.t];
  heard?.();
}
/** The game by its title; the folder it lies in below. */
function titled(scene) { name.textContent = scene.title; under.textContent = `${state.game}/ on the desk`; if (scene.seal) seal.textContent = scene.seal.slice(0, 2); }
/** What was built, for a while, where the eye is. */
function built({ built: made, folder }) {
  $(".toast")?.remove();
  const note = h("div.toast.card", { role: "status" }, icon("ok"), h("div", {}, h("b", {}, "Built"), h("span", {}, made.filter(([, , count]) => count).map(([title, bytes, count]) => `${count > 1 ? `${count} ${title.toLowerCase()}` : title} ${size(bytes)}`).join(" · "), folder ? `, in ${folder}` : "")), button(".bare.small", { "aria-label": "Close", on: { click: () => note.remove() } }, icon("x")));
  document.body.append(note);
  setTimeout(() => note.remove(), 12000);
  say("Built");
}
const size = (bytes) => (bytes > 1e6 ? `${(bytes / 1e6).toFixed(2)} MB` : `${Math.ceil(bytes / 1e3)} KB`);
function lost(is) { watching.classList.toggle("lost", is); $(".lostbar")?.remove(); if (is) document.body.append(h("div.lostbar", { role: "status" }, "The desk does not answer. Trying again.")); }
function watch(text) { fill(watching, h("i"), text); }

// -- drawing -------------------------------------------------------------------------------------------------------------
function faults() {
  drawFaults(dock, state, acts);
  const errors = state.faults.filter((fault) => fault.severity === "error").length;
  document.title = `${errors ? `${errors} error${errors > 1 ? "s" : ""}` : "whole"}: ${state.scene?.title ?? state.game} on the desk`;
  fill(tabs, VIEWS.map(([id, title], n) => { const bad = errorsOf(state.faults, id); return h("button", { type: "button", role: "tab", "aria-selected": String(state.view === id), title: `${n + 1}`, on: { click: () => show(id) } }, title, bad ? h("span.bad", {}, String(bad)) : null); }));
  const lostPieces = state.faults.filter((fault) => fault.severity === "error" && fault.file.startsWith("scenarios/") && fault.thing?.[0] === "counter");
  shelf.hidden = !lostPieces.length || state.view !== "map";
  const counter = lostPieces.length ? state.scene?.counters[lostPieces[0].thing[1]] : null;
  fill(shelf, counter?.faces[0]?.[1] ? h("span.faulty.pc", {}, h("img", { src: counter.faces[0][1], alt: "" })) : null, lostPieces.length ? h("p", {}, h("b", {}, lostPieces.length > 1 ? `${lostPieces.length} pieces have no place` : "1 piece has no place"), h("br"), counter?.name ?? lostPieces[0].thing[1], ": ", coded(lostPieces[0].message)) : null);
  if (picture.board) { picture.layers(); }
  ribbon();
}
function bars() {
  const { scene } = state;
  const choose = (list, chosen, label, set) => (list.length > 1 ? h("select", { "aria-label": label, on: { change: (e) => { set(e.target.value); picture.take(scene); bars(); } } }, list.map((each) => h("option", { value: each.id, selected: each.id === chosen?.id }, each.title ?? each.name))) : null);
  fill(bar, choose(scene.maps, picture.map, "Map", (id) => { picture.mapId = id; }), choose(scene.setups, picture.setup, "Setup", (id) => { picture.setUp(id); }),
    LAYERS.map(([id, title, letter]) => button(`${picture.on[id] ? ".on" : ""}`, { "aria-pressed": String(Boolean(picture.on[id])), title: letter ? `${title} (${letter})` : title, on: { click: () => layer(id) } }, title)));
}
function layer(id) { picture.on[id] = !picture.on[id]; if (id === "vassal" && picture.on[id]) wire.send({ t: "zones" }); if (id === "setup") picture.pieces(); picture.layers(); bars(); }
function show(id = state.view) {
  state.view = id;
  sheet.hidden = id === "map"; bar.hidden = id !== "map";
  if (id !== "map" && state.scene) drawSheet(sheet, id, state.scene, state, acts);
  faults();
}
function about() { what.textContent = state.about?.what ?? "Properties"; edit.disabled = !whereChosen(); $(".dock.r").classList.toggle("shown", Boolean(state.about)); if (state.scene) drawAbout(prop, state, state.scene, open); if (state.view !== "map") show(); }
function ribbon() {
  const errors = state.faults.some((fault) => fault.severity === "error"), { building } = state;
  fill(foot, state.built.map(([title, bytes, count], n) => h(`span.tgt${n > 1 ? ".opt" : ""}`, {}, count > 1 ? `${count} ${title.toLowerCase()}` : title, " ", building?.name === title ? h("progress") : h("b", {}, count ? size(bytes) : "not built"))),
    errors && state.built.some(([, , count]) => count) ? h("span.tgt.opt", {}, "as built before the faults") : null,
    button(".main.build", { disabled: errors || Boolean(building) || !state.open, on: { click: () => wire.send({ t: "build" }) } }, icon("build"), errors ? "Mend the errors to build" : building ? "Building" : "Build ", errors || building ? null : key("B")));
}

// -- doing ---------------------------------------------------------------------------------------------------------------
function ask(kind, id, move) { wire.send({ t: "about", what: kind, id }); if (picture.board) picture.choose(kind, id, move); faults(); }
/** Nothing of the game is looked at any more, and nothing is ringed. */
function unchoose() { state.about = null; picture.board && picture.choose(null, null, false); about(); faults(); }
function jump(fault) {
  state.chosen = fault;
  if (!fault.thing) { unchoose(); return; }
  const [kind, id] = fault.thing;
  if (kind === "card") show("cards"); else if (kind === "counter" && fault.file.startsWith("counters")) show("counters"); else if (kind === "space" || fault.file.startsWith("scenarios/")) show("map");
  ask(kind, id, true);
}
/** Where what is chosen is written: the fault, else the thing. */
function whereChosen() { const { chosen, about: shown } = state, written = shown?.written[0]; return chosen?.file ? [chosen.file, chosen.line] : written ? [written.file, written.mark ?? written.line] : null; }
function openChosen() { const where = whereChosen(); if (where) open(...where); }
function step(by) { const { faults: all, chosen } = state; if (all.length) jump(all[(all.indexOf(chosen) + by + all.length) % all.length]); }
function keys() { dialog([head("help", "Keys of the desk"), h("div.keys", {}, [["Next, last fault", "J K"], ["Open in the editor", "E"], ["What a fault means", "X"], ["Map, counters, cards, …", "1–6"], ["Ids, links, VASSAL zones, doubts", "I L V D"], ["Build", "B"], ["Zoom; whole board", "+ − 0"], ["Drop", "Esc"]].map(([text, letter]) => h("div", {}, h("span", {}, text), h("kbd", {}, letter))))]); }
const KEYS = { j: () => step(1), k: () => step(-1), e: openChosen, x: () => state.chosen && acts.explain(state.chosen.code), i: () => layer("ids"), l: () => layer("links"), v: () => layer("vassal"), d: () => layer("doubt"), b: () => $(".build")?.click(), "+": () => picture.board?.zoom(1.25), "-": () => picture.board?.zoom(0.8), 0: () => picture.board?.fit(), Escape: () => { $(".veil")?.shut?.(); state.chosen = null; unchoose(); } };
VIEWS.forEach(([id], n) => { KEYS[n + 1] = () => show(id); });
addEventListener("keydown", (e) => { if (e.target.closest("input,select,textarea") || e.ctrlKey || e.metaKey || e.altKey) return; const act = KEYS[e.key.length === 1 ? e.key.toLowerCase() : e.key]; if (act) { e.preventDefault(); act(); } });
addEventListener("resize", () => picture.board?.refit(() => picture.pad()));
faults();
about();
