/** Seats and links, files to take away, keys, the curtain, the end, finding things, the list of all choices. */

import { $, button, fill, h, icon } from "./dom.js";
import { dialog, head, rule, upper } from "./talk.js";

const KINDS = { human: "Person at this screen", link: "Person by link", greedy: "Computer, greedy", random: "Computer, random" };

export function seatsDialog(s, game, send) {
  const address = (token) => `${location.origin}/seat/${location.pathname.split("/")[2]}/${token}`;
  const copy = (token) => button(".small", { on: { click: async (e) => { await navigator.clipboard?.writeText(address(token)); e.target.textContent = "Copied"; } } }, "Copy");
  const host = s.place === "screen";
  const rows = s.seats.map((seat) => h("tr", {}, h("td", {}, h("span.seat", {}, game.discs(seat.id), seat.name)),
    h("td", {}, host ? h("select.btn.small", { "aria-label": `Who has ${seat.name}`, on: { change: (e) => send({ t: "sit", seat: seat.id, kind: e.target.value }) } }, Object.entries(KINDS).map(([id, name]) => h("option", { value: id, selected: id === seat.kind }, name))) : `${KINDS[seat.kind]}${seat.here ? ", here" : ""}`),
    host ? h("td", {}, h("code", {}, `…/${seat.link.slice(0, 4)}…`)) : null,
    host ? h("td.r", {}, copy(seat.link), " ", button(".small.bare", { title: "A new link; the old one leads nowhere", on: { click: () => send({ t: "renew", place: seat.id }) } }, "Renew")) : null));
  const watch = host ? h("tr", {}, h("td", {}, h("span.seat", {}, icon("eye"), "Onlookers")), h("td", {}, `${s.watching} watching`), h("td", {}, h("code", {}, `…/${s.watch.slice(0, 4)}…`)), h("td.r", {}, copy(s.watch))) : null;
  dialog([head("seats", "Seats"), h("table", {}, h("tr", {}, h("th", {}, "Seat"), h("th", {}, "Who"), host ? h("th", {}, "Link (keep it to yourself)") : null, host ? h("th") : null), rows, watch),
    h("p.hint", {}, icon("lock"), h("span", {}, "Only this computer can reach the table unless it was started with --lan. Onlookers see what everybody sees."))], { wide: 720 });
}

export function saveDialog(s, send) {
  const files = [["vsav", "As it stands, for VASSAL"], ["vlog", "All that happened, to step through in VASSAL"], ["save", "To go on later, here or at the terminal"], ["replay", "Every answer and roll, to play again"]];
  dialog([head("save", "Take the game away"), h("table", {}, files.map(([as, text]) => h("tr", {}, h("td", {}, h("b", {}, `.${as}`), h("br"), h("span.soft", {}, text)), h("td.r", {}, button(".small", { data: { save: as }, on: { click: () => send({ t: "save", as }) } }, "Download"))))),
    h("p.soft", { id: "saved" }, "The table writes every answer down by itself.")]);
}

/** The file is ready: fetch it under its one-time name. */
export function saved(message) {
  const link = h("a", { href: message.url, download: message.name });
  document.body.append(link);
  link.click();
  link.remove();
  const told = $("#saved");
  if (told) told.textContent = `${message.name}: ${Math.ceil(message.size / 1024)} KB`;
}

const KEYS = [["Next, last thing that can be chosen", "Tab ⇧Tab"], ["Choose; done", "⏎"], ["Step to a neighbour", "Q W E A S D"], ["Drop; close", "Esc"], ["Undo", "U"], ["Why not? at the cursor", "?"], ["Pan", "← ↑ → ↓"], ["Zoom; whole board", "+ − 0"], ["Zones, owners, ids, links", "Z O I K"], ["List of all choices", "L"], ["Only one of several things to do", "V"], ["The rest as suggested", "R"], ["Log, boxes, tables, rules", "1 2 3 4"], ["Find a piece or space", "/"], ["Replay back, on", ", ."], ["Start, now", "Home End"], ["Hold computers; play the replay", "Space"], ["Save", "⇧S"]];
export function keysDialog() { dialog([head("help", "Keys"), h("div.keys", {}, KEYS.map(([text, name]) => h("div", {}, h("span", {}, text), h("kbd", {}, name))))], { wide: 640 }); }

/** Hot seat: nothing of the last view is left in the page when this is shown. */
export function curtain(game, message, reveal) {
  $(".veil.solid")?.remove();
  const show = button(".main", { "data-shut": true, on: { click: reveal } }, "Show me the table");
  return dialog(h("div.hall", {}, game.discs(message.seat).map((disc) => { disc.className = "big disc"; return disc; }), h("h1", {}, message.name), h("p.soft", {}, "The table is covered. Pass the screen on; the other player should look away now."), show), { solid: true, wide: 560 });
}

/** Somebody would take back an answer that others have gone on from. */
export function wishDialog(game, message, grant) {
  $(".veil.wish")?.remove();
  const veil = dialog([head("undo", "Taken back?"), h("p", {}, `${message.name} would take back the last answer, and all that came after it.`), h("p.soft", {}, "The game goes on from there only if everybody agrees."),
    h("div.hall.acts", {}, button(".main", { "data-shut": true, data: { grant: "yes" }, on: { click: () => grant(true) } }, "Let it be taken back"), button("", { "data-shut": true, data: { grant: "no" }, on: { click: () => grant(false) } }, "No"))], { wide: 460 });
  veil.classList.add("wish");
}

/** An answer that gives the game up is meant, or it is not given. */
export function graveDialog(text, act) {
  const veil = dialog([head("warn", `${text}?`), h("p", {}, "That gives the game up."), h("div.hall.acts", {}, button("", { "data-shut": true, data: { sure: "yes" }, on: { click: act } }, text), button(".main", { "data-shut": true, data: { sure: "no" } }, "Play on"))], { wide: 420 });
  veil.classList.add("asks");
}

export function branchedDialog(message) {
  dialog([head("play", "A new table"), h("p", {}, "It stands at that moment, with the same seats. This table stays as it is."), h("div.hall.acts", {}, h("a.btn.main", { href: message.url, target: "_blank", rel: "noopener", "data-shut": true }, "Go to the new table"))], { wide: 460 });
}

export function overDialog(s, game, { watch, save }) {
  const { outcome } = s.view, names = outcome.winners.map((id) => game.name(id)).join(" and ") || "Nobody";
  const scores = Object.values(game.tracks).length ? Object.entries(game.tracks).filter(([, t]) => t.role === "score" || t.role === "turn").map(([id, t]) => h("tr", {}, h("td", {}, t.name.split(" (")[0]), h("td.r", {}, h("b", {}, game.standing(id, s.view.table.tracks[id]))))) : [];
  dialog([h("div.hall", {}, outcome.winners.flatMap((id) => game.discs(id)).slice(0, 3).map((disc) => { disc.className = "big disc"; return disc; }), h("p.label", {}, "The field belongs to"), h("h1", {}, names), h("p.soft", {}, `${upper(outcome.because)}. `, rule(outcome.rule))),
    scores.length ? h("table", {}, scores) : null,
    h("div.hall.acts", {}, button(".main", { "data-shut": true, on: { click: watch } }, icon("play"), "Watch it again"), button("", { on: { click: () => save("vlog") } }, "Download .vlog"), button(".bare", { "data-shut": true }, "Look at the board"))], { wide: 620 });
}

/** Every choice in the terminal's own words, to be searched; and a line to write any other. */
export function listDialog(s, answer, write) {
  const rows = h("div"), options = s.ask.options;
  const draw = (text) => fill(rows, options.map((o, n) => [o, n]).filter(([o]) => o.text.toLowerCase().includes(text.toLowerCase())).slice(0, 200).map(([o, n]) => button("", { "data-shut": true, on: { click: () => answer(n) } }, upper(o.text.replaceAll("_", " ")), o.cost !== undefined ? h("span.soft", {}, ` ${o.cost}`) : null)));
  const line = h("input", { type: "search", placeholder: `Find among ${options.length}, or write an answer and press Enter`, "aria-label": "Find a choice", on: { input: (e) => draw(e.target.value), keydown: (e) => { if (e.key === "Enter" && e.target.value.trim()) { write(e.target.value.trim()); veil.shut(); } } } });
  const veil = dialog([head("log", upper(s.ask.prompt)), h("div.list", {}, line, rows)], { wide: 520 });
  veil.classList.add("asks");
  draw("");
  line.focus();
}

export function findBox(s, game, see) {
  $(".find")?.remove();
  const rows = h("div"), things = [...Object.keys(s.view.table.pieces).filter((id) => !id.startsWith("?")), ...Object.keys(game.spaces)];
  const draw = (text) => fill(rows, !text ? [] : things.filter((id) => `${game.name(id)} ${id}`.toLowerCase().includes(text.toLowerCase())).slice(0, 9).map((id) => button(".bare", { on: { click: () => { see(id); made.remove(); } } }, game.name(id))));
  const line = h("input", { type: "search", placeholder: "Find a piece or space", "aria-label": "Find a piece or space", on: { input: (e) => draw(e.target.value), keydown: (e) => { if (e.key === "Escape") made.remove(); if (e.key === "Enter") rows.firstElementChild?.click(); } } });
  const made = h("div.find.card", {}, line, rows);
  document.body.append(made);
  line.focus();
}
