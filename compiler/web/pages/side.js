/** The panel beside the board: log, hand, boxes and tracks, tables, rules. */

import { die, fill, h, icon, mend } from "./dom.js";
import { picture } from "./game.js";
import { rule, upper } from "./talk.js";

const MOST_LINES = 400;

export class Side {
  constructor(game, on) {
    Object.assign(this, { game, on, tab: "log", shut: false });
    this.tabs = h("div.tabs");
    this.body = h("div.body", { tabindex: "-1" });
    this.at = h("section.side.card#side", { "aria-label": "Log and displays" }, this.tabs, this.body);
    this.tabs.addEventListener("click", (e) => { const tab = e.target.closest("[data-tab]"); if (tab) { if (tab.dataset.tab === this.tab) this.fold(!this.shut); else this.show(tab.dataset.tab); } else if (e.target.closest(".fold")) this.fold(!this.shut); });
    const near = (e) => this.on.near(e.target.closest(".pick")?.dataset.id ?? null);
    this.body.addEventListener("mouseover", (e) => { this.point(e.target.closest("li[data-i]")); near(e); });
    this.body.addEventListener("focusin", near);
    this.body.addEventListener("mouseleave", () => { this.on.light(null); this.on.near(null); });
    this.body.addEventListener("click", (e) => {
      const pick = e.target.closest(".pick");
      if (pick) return this.on.thing(pick.dataset.id, pick);
      const line = e.target.closest("li[data-i]");
      if (line && !e.target.closest("[data-see],[data-rule]")) this.on.go(Number(line.dataset.i) + 1);
    });
  }

  /** Nothing of what was seen is kept. */
  forget() { Object.assign(this, { state: null, lines: null, kept: null, drawn: null }); fill(this.body); }

  point(line) { this.on.light(line ? this.lines[Number(line.dataset.i)] : null); }
  show(tab) { this.tab = tab; this.fold(false); if (this.state) this.draw(this.state); }
  /** Shut, so that the board is seen; or open again. */
  fold(shut) { if (shut === this.shut) return; this.shut = shut; this.at.classList.toggle("shut", shut); if (this.state) this.draw(this.state); this.on.folded(); }

  draw(state) {
    this.state = state;
    this.lines = state.lines;
    const held = this.held(), names = { log: "Log", ...(held.length ? { hand: `Hand ${held.reduce((n, [, ids]) => n + ids.length, 0)}` } : {}), boxes: "Boxes", tables: "Tables", rules: "Rules" };
    if (!(this.tab in names)) this.tab = "log";
    mend(this.tabs, h("div.row", { role: "tablist" }, Object.entries(names).map(([id, name]) => h("button", { type: "button", role: "tab", "aria-selected": String(id === this.tab), data: { tab: id } }, name))), h("button.fold", { type: "button", title: this.shut ? "Open the panel" : "Shut the panel", "aria-label": this.shut ? "Open the panel" : "Shut the panel", "aria-expanded": String(!this.shut) }, icon(this.shut ? "plus" : "minus")));
    const same = this.drawn === this.tab && this.body.firstChild; // tables and rules are the same for ever
    if (!same) fill(this.body);
    this.drawn = this.tab;
    ({ log: () => this.log(), hand: () => this.hand(held), boxes: () => this.boxes(), tables: () => same || this.tables(), rules: () => same || this.rules() })[this.tab]();
    if (!same && this.tab !== "log") this.body.scrollTop = 0;
  }

  // -- log -------------------------------------------------------------------------------------------------------------
  /** Lines that stand already stay; the log of a long game is not written anew for every answer. */
  log() {
    const { lines, to } = this.state, now = to ?? lines.length, first = Math.max(0, Math.min(lines.length, now + 60) - MOST_LINES);
    if (!lines.length) { this.kept = null; fill(this.body, h("p.label.pad", {}, "Nothing has happened yet")); return; }
    let kept = this.kept;
    const { body } = this, atFoot = body.scrollTop + body.clientHeight > body.scrollHeight - 30;
    const stays = kept?.list.isConnected && kept.end <= lines.length && lines[kept.end - 1] === kept.last && !(kept.last.dice && kept.end < lines.length) && kept.first <= first && first - kept.first < MOST_LINES;
    if (!stays) { kept = this.kept = { list: h("ol.log"), first, end: first, last: null, step: null, turn: this.turnAt(first) }; fill(this.body, kept.list); }
    else if (kept.end === lines.length && kept.to === to) return;
    const { rows, step, turn } = this.rows(kept.end, kept.step, kept.turn), moved = kept.to !== to;
    kept.list.append(...rows);
    Object.assign(kept, { end: lines.length, last: lines.at(-1), step, turn, to });
    for (const row of kept.list.querySelectorAll(to === null ? ".now,.fut" : "li[data-i]")) row.classList.remove("now", "fut");
    if (to !== null) for (const row of kept.list.querySelectorAll("li[data-i]")) { const { i, first } = row.dataset; if (first >= now) row.classList.add("fut"); if (first < now && i >= now - 1) row.classList.add("now"); }
    if (stays && !moved && (to !== null || !atFoot)) return; // whoever reads further up is not torn away
    const at = to !== null && kept.list.querySelector(".now");
    if (at) at.scrollIntoView({ block: "center" }); else if (to === null) body.scrollTop = body.scrollHeight;
  }

  /** Where the turn track stood before a line: as it was last set, or before it was first set. */
  turnAt(end) {
    const { lines, table } = this.state, id = this.game.turnTrack, set = (line) => line.track && line.track === id;
    if (!id) return null;
    const last = lines.slice(0, end).findLast(set) ?? null, first = last ? null : lines.find(set), { boxes } = this.game.tracks[id];
    return last ? last.value : first ? boxes[boxes.findIndex(([v]) => v === first.value) - 1]?.[0] ?? null : table.tracks[id];
  }

  rows(from, step, turn) {
    const { lines } = this.state, rows = [], { game } = this, phase = (line) => line.track && game.tracks[line.track]?.role === "phase";
    let dice = null;
    for (let i = from; i < lines.length; i++) {
      const line = lines[i];
      const first = i;
      while (lines[i + 1] && this.alike(line, lines[i + 1])) i += 1;
      const head = line.step === step ? null : h("li.step", {}, h("span", { title: game.names[line.step] }, game.names[line.step] ?? "Setup"), turn === null ? null : h("span.num", {}, game.standing(game.turnTrack, turn)));
      if (line.track && line.track === game.turnTrack) turn = line.value;
      if (phase(line)) continue; // the heading says it
      if (head) { step = line.step; rows.push(head); }
      if (line.dice && lines[i + 1] && !lines[i + 1].dice && lines[i + 1].kind === "said") { dice = line; continue; }
      rows.push(this.line(line, i, dice, first));
      dice = null;
    }
    return { rows, step, turn };
  }

  /** Whether two lines say the same of two things of one kind that lie beside the board: coins that are paid one by one. */
  alike(one, two) { return one.kind === "moved" && two.kind === "moved" && one.step === two.step && one.rule === two.rule && one.to === two.to && !this.game.spaces[one.to] && Boolean(one.piece && two.piece) && one.piece.split("#")[0] === two.piece.split("#")[0]; }

  line(line, i, dice, first = i) {
    const side = this.sideOf(line), rolled = dice ?? (line.dice ? line : null);
    const text = line.dice ? `${upper(line.for)}: ${line.dice.join(", ")}` : line.path ? line.text.replace(` by ${[...line.path.slice(0, -1).map((place) => this.game.name(place)), line.path.at(-1)].join("-")}`, "") : line.text; // the way is drawn when one points at it
    return h("li", { data: { i, first } }, side ? this.game.disc(side, "who") : null,
      rolled ? [rolled.dice.map((v) => die(v)), " "] : null, this.linked(line, text, i > first), i > first ? h("b.times", {}, ` × ${i - first + 1}`) : null, " ", rule(line.rule));
  }

  sideOf(line) { return line.side ?? (line.piece ? this.state.table.pieces[line.piece]?.side ?? this.game.kind(line.piece)?.side : null); }

  /** The name of the piece a line is about leads to it; of several that go together none is named by its number. */
  linked(line, text, several) {
    const name = line.piece && this.game.kind(line.piece)?.name;
    if (!name || !text.startsWith(name)) return upper(text);
    const [, which, side] = text.slice(name.length).match(/^((?: \d+(?:(?:, | and )\d+)*)?)((?: \([^)]*\))?)/); // a place may have brackets too
    return [h("button.pn", { type: "button", data: { see: line.piece } }, several ? name : name + which), text.slice(name.length + which.length + side.length)];
  }

  // -- hand, boxes, tracks ---------------------------------------------------------------------------------------------
  held() {
    const { table, seat } = this.state;
    return Object.entries(this.game.piles).filter(([id, pile]) => pile.owners.includes(seat) && table.stacks[id]?.length).map(([id]) => [id, table.stacks[id]]);
  }

  hand(held) {
    mend(this.body, held.map(([id, ids]) => [h("p.label.pad", {}, `${this.game.piles[id].name}: only you see ${ids.length > 1 ? `these ${ids.length}` : "this one"}`), h("div.hand", {}, ids.map((one) => this.pick(one, "")))]));
  }

  pick(id, what, count = 1) {
    const { legal, picked, table } = this.state, piece = table.pieces[id], hidden = id.startsWith("?"), side = this.game.side(piece?.side);
    const pile = this.game.piles[piece?.at];
    const inner = !hidden ? this.image(id, piece)
      : pile?.back ? h("img.cardpic", { src: picture(this.game.backs[pile.back]), alt: "a card" }) : h("span.tile", { style: { "--c": side.fill, "--ct": side.ink } }, "?");
    const can = legal.has(id);
    return h(`button.pick${what}${can ? ".legal" : ""}${picked === id ? ".picked" : ""}`, { type: "button", title: hidden ? "unknown" : this.game.name(id), tabindex: can ? "0" : "-1", data: { id } }, inner, count > 1 ? h("span.n", {}, String(count)) : null);
  }

  /** A picture whose room is kept until it has come: cards are drawn when first wanted. */
  image(id, piece) {
    const [width, height] = this.game.kind(id).size;
    return this.game.image(id, piece?.face ?? 0, { alt: this.game.name(id), width, height });
  }

  well(place, none) {
    const ids = this.state.table.stacks[place] ?? [], groups = new Map();
    for (const id of ids) { const piece = this.state.table.pieces[id], sort = id.startsWith("?") ? `?${piece.side}` : `${id.split("#")[0]}/${piece.face}/${this.state.legal.has(id)}`; groups.has(sort) ? groups.get(sort).push(id) : groups.set(sort, [id]); }
    return h("div.well", { data: { place } }, groups.size ? [...groups.values()].map((group) => this.pick(group.at(-1), "", group.length)) : h("em", {}, none));
  }

  boxes() {
    const { game } = this, { table } = this.state, tracks = Object.entries(game.tracks);
    const shown = game.displays.filter((d) => d.boxes.some((box) => table.stacks[box]?.length));
    const piles = Object.entries(game.piles).filter(([id, pile]) => !pile.owners.includes(this.state.seat) && table.stacks[id]?.length);
    mend(this.body, h("div.boxes", {}, tracks.map(([id, track]) => this.track(track, table.tracks[id])),
      shown.map((d) => [h("h3", {}, d.name), d.boxes.filter((box) => table.stacks[box]?.length).map((box) => [h("h4", {}, game.spaces[box].name), this.well(box)])]),
      piles.map(([id, pile]) => [h("h3", {}, pile.name, h("span.label", { data: { place: id } }, String(table.stacks[id].length))), pile.face === "up" || pile.kind === "hand" ? this.well(id, "empty") : null])));
  }

  track(track, value) {
    const at = track.boxes.findIndex(([v]) => v === value), label = track.boxes[at]?.[1] ?? String(value);
    const small = track.boxes.length <= 25 && track.boxes.every(([, l]) => l.length <= 3);
    return [h("h3", {}, track.name, h("span.label", {}, label)), small ? h("div.track", {}, track.boxes.map(([v, l]) => h(`i${v === value ? ".on" : ""}`, {}, l))) : null];
  }

  /** Bring a piece that lies in a hand or a box into sight; false if it lies in none that is shown. */
  see(id, place) {
    const mine = this.game.piles[place]?.owners.includes(this.state.seat);
    this.show(mine ? "hand" : "boxes");
    const alike = (pick) => pick.dataset.id === id || (pick.closest("[data-place]")?.dataset.place === place && pick.dataset.id.split("#")[0] === id.split("#")[0]);
    const pick = [...this.body.querySelectorAll(".pick")].find(alike) ?? this.body.querySelector(`[data-place="${CSS.escape(place)}"]`);
    pick?.scrollIntoView({ block: "nearest" });
    return pick;
  }

  /** Where a piece is shown in the panel, if it is. */
  pickOf(id) { return this.shut ? null : this.body.querySelector(`.pick[data-id="${CSS.escape(id)}"]`); }

  tables() { fill(this.body, h("div.boxes", {}, this.game.charts.length ? this.game.charts.map(([title, name]) => h("img.chart", { src: picture(name), alt: title, loading: "lazy" })) : h("p.soft", {}, "This game has no tables."))); }

  rules() {
    if (!Object.keys(this.game.rules).length) { fill(this.body, h("p.label.pad", {}, "No rules are written down for this game"), h("p.boxes.soft", {}, "What its rulebook says belongs into ledger.yaml, one statement a row; refusals and the log then quote it.")); return; }
    const list = h("div"), draw = (text) => {
      const wanted = text.toLowerCase(), rows = Object.entries(this.game.rules).filter(([id, row]) => !wanted || id.toLowerCase().startsWith(wanted) || row[0].toLowerCase().includes(wanted)).slice(0, 80);
      fill(list, rows.map(([id, row]) => h("p.rulerow", {}, rule(id), " ", row[0])));
    };
    fill(this.body, h("div.boxes", {}, h("input", { type: "search", placeholder: "Find in the rules", "aria-label": "Find in the rules", on: { input: (e) => draw(e.target.value) } }), list));
    draw("");
  }
}
