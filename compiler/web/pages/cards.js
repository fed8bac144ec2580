/** Cards beside the board: of a space with what lies in it, of a unit or a card with what is printed on it, of a stack to choose from. */

import { $, fill, h, icon } from "./dom.js";
import { beside, named, rule, upper } from "./talk.js";

const LINGER = 500; // ms a card stays when the pointer has left
const CLEAR = 24; // pixels between a card and what it tells of
const WIDE = 12; // letters: more take a line of their own
const LONG = 24; // letters: more are a note about a counter, not printed on it
const PATIENCE = 150; // ms the pointer rests before a stack fans out

export function cards(t) {
  const { game, s, board, view } = t, unit = (t.unit = h("aside.unit.card#unit", { hidden: true }));
  let leaving = 0, coming = 0, shown = null, away = false;

  /** Pieces that look the same lie together. */
  const sorted = (ids, sortOf) => { const found = new Map(); for (const id of ids) { const sort = sortOf(id, s.table.pieces[id]); found.has(sort) ? found.get(sort).push(id) : found.set(sort, [id]); } return [...found.values()]; };
  const tile = (id, piece) => { const look = game.side(piece.side); return id.startsWith("?") ? h("span.tile", { style: { "--c": look.fill, "--ct": look.ink } }, "?") : game.image(id, piece.face ?? 0); };

  /** What a click on a place would do, in words; nothing if it is no choice. */
  const clicks = (place) => {
    const found = s.meant(place).map(([o]) => o), verbs = [...new Set(found.map((o) => o.verb).filter(Boolean))];
    return found.length === 1 ? upper(found[0].text.replaceAll("_", " ")) : verbs.length ? upper(verbs.join(", ")) : null;
  };

  /** The card of a space: its name, and the pieces in it side by side, when the pointer rests there. */
  t.tip = (place) => {
    t.untip();
    const ids = s.table.stacks[place] ?? [], does = s.unsaid ? clicks(place) : null;
    if ((ids.length < 2 && !does) || !game.spaces[place] || game.spaces[place].size || $(".choice")) return;
    coming = setTimeout(() => {
      if ($(".choice")) return;
      const rows = sorted(ids, (id, piece) => `${id.startsWith("?") ? `?${piece.side}` : id.split("#")[0]}/${piece.face}`).slice(0, 8).map((same) => h("figure", {}, tile(same[0], s.table.pieces[same[0]]), same.length > 1 ? h("i", {}, String(same.length)) : null, h("figcaption", {}, same[0].startsWith("?") ? "unknown" : game.kind(same[0]).name)));
      const made = h("div.place.card", {}, h("b", {}, game.name(place)), ` ${game.spaces[place].ja ?? ""}`, ids.length > 1 ? h("div.fanrow", {}, rows) : null, does ? h("div.does", {}, does) : null), [sx, sy] = board.screen(...game.middle(place));
      view.append(made);
      made.style.left = `${Math.min(innerWidth - board.pad.right - made.offsetWidth - 8, Math.max(board.pad.left, sx + 40 * board.k + 22))}px`;
      made.style.top = `${Math.max(60, sy - made.offsetHeight - 26)}px`;
    }, PATIENCE);
  };
  t.untip = () => { clearTimeout(coming); $(".place")?.remove(); };

  /** Several pieces of a stack can be chosen: they fan out; alike ones lie together. */
  t.fan = (place, ids) => {
    t.untip();
    $(".choice")?.remove();
    const sorts = sorted(ids, (id, piece) => `${id.split("#")[0]}/${piece.face}/${JSON.stringify(piece.marks ?? "")}`);
    if (sorts.length === 1) return t.click([ids[0], place]);
    const row = sorts.map((same) => h("button.pick.legal", { type: "button", data: { id: same[0] }, title: game.name(same[0]), on: { click: () => { made.remove(); t.click([same[0]]); } } }, game.image(same[0], s.table.pieces[same[0]].face ?? 0, { alt: game.name(same[0]) }), same.length > 1 ? h("i", {}, String(same.length)) : null));
    const made = h("div.choice.card.fan", {}, h("b", {}, game.name(place)), h("div.fanrow", {}, row));
    beside(made, board, t.spotOf(place));
  };

  /** What can be done with a unit: once it is picked, how many places it reaches and at what price. */
  const able = (id) => {
    const places = s.picked === id ? [...s.reach().values()] : [], costs = places.map((to) => to.cost).filter((cost) => cost !== undefined);
    const verbs = [...new Set((s.picked === id ? s.offered() : s.meant(id)).map(([o]) => o.verb).filter(Boolean))];
    if (places.length) return `${s.marches ? "Can go to" : verbs.length ? `${upper(verbs.join(", "))}:` : "Can be chosen for"} ${places.length} ${places.length === 1 ? "place" : "places"}${costs.length ? `, at a cost of ${Math.max(...costs)} at most` : ""}.`;
    if (s.picked === id) return null;
    const found = s.meant(id).map(([o]) => o);
    if (!found.length) return s.first().has(id) ? "Can be chosen instead." : null;
    if (verbs.length) return `Can be chosen: ${verbs.join(", ")}.`;
    return s.picked ? `Can be chosen: ${found[0].text.replaceAll("_", " ")}.` : `Can be chosen: ${s.ask.prompt.replace(/\?$/, "")}.`;
  };

  /** Why a unit can do nothing now is asked when the pointer rests on it. */
  let judging = 0, resting = 0;
  const ask = (id) => {
    clearTimeout(resting);
    if (!s.live || !s.ask || s.picked || s.ask.sealed) return;
    const n = (judging += 1);
    resting = setTimeout(() => { if (s.ask && n === judging) t.send({ t: "why", n: s.ask.n, thing: id, re: `card ${n}` }); }, PATIENCE);
  };
  t.judgedCard = (m) => { if (m.re === `card ${judging}` && m.n === s.ask?.n && m.t === "refused" && !unit.hidden) { unit.append(h("div.why", {}, named(game, upper(m.because)), ". ", rule(m.rule))); dodge(shown.split(" ")[0]); } };

  /** A card never lies on what it tells of, which is to be clicked, nor under the buttons at the left. */
  const dodge = (id) => {
    unit.classList.remove("aside", "tall");
    const under = t.rail.getBoundingClientRect(), own = unit.getBoundingClientRect();
    unit.classList.toggle("tall", innerWidth > 900 && own.left < under.right && own.top < under.bottom + 4); // beside the rail and above the question, not under them
    const where = t.pieces.where.get(id), { left, right, top, bottom } = unit.getBoundingClientRect();
    if (!where || innerWidth <= 900) return;
    const [x, y] = t.board.screen(...where);
    unit.classList.toggle("aside", x > left - CLEAR && x < right + CLEAR && y > top - CLEAR && y < bottom + CLEAR);
  };

  /** The card of a unit: its faces, what is printed on it, what it may do; of a card the card itself. Without one it goes, after a while. */
  t.card = (id) => {
    clearTimeout(leaving);
    away = !id || id.startsWith("?") || !game.kind(id);
    if (away) { leaving = setTimeout(t.uncard, LINGER); return; }
    const sight = `${id} ${s.picked} ${s.ahead ? "on" : ""} ${s.ask?.n} ${s.to}`;
    if (shown === sight) return;
    shown = sight;
    unit.classList.toggle("printed", game.isCard(id));
    if (game.isCard(id)) { fill(unit, h("img", { src: game.face(id), alt: game.name(id) })); unit.hidden = false; return; } // as large as it is read
    const piece = s.table.pieces[id], kind = game.kind(id), up = piece?.face ?? 0, face = kind.faces[up];
    const told = (v) => typeof v === "string" && v.length > 1 && game.name(id).includes(v); // the head says it already
    const titled = (k) => game.titles[kind.sort]?.[k] ?? upper(k.replaceAll("_", " "));
    const printed = Object.entries(face.values).filter(([k, v]) => v !== false && v !== "none" && !told(v) && String(v).length <= LONG && titled(k).length <= LONG), numbers = printed.filter(([, v]) => typeof v !== "string");
    const rows = (numbers.length > 2 ? numbers : printed).slice(0, 10).map(([k, v]) => [titled(k), v === true ? "yes" : String(v)]);
    const wide = rows.some(([title, value]) => title.length > WIDE || value.length > WIDE);
    const lies = (piece?.marks ?? []).map(([m, v]) => (v === true ? game.marks[m].name : `${game.marks[m].name}: ${game.name(String(v))}`)).join(", ");
    const can = able(id);
    const faces = kind.faces.slice(0, 2).map((f, n) => h(`figure${n === up ? "" : ".off"}`, {}, game.image(id, n), `${f.id.replaceAll("_", " ")}${n === up ? " ●" : ""}`));
    fill(unit, h("div.head", {}, h("b.serif", {}, game.name(id)), " ", h("span.soft", {}, kind.ja ?? ""), h("br"), h("span.soft", {}, [game.side(piece?.side ?? kind.side).name, kind.kind, piece ? game.name(piece.at) : ""].filter(Boolean).join(" · "))),
      h("div.pics", {}, faces), h(`dl${wide ? ".long" : ""}`, {}, rows.map(([title, value]) => [h("dt", {}, title), h("dd", {}, value)])), lies ? h("div.soft", {}, lies) : null, can ? h("div.why.ok", {}, icon("ok"), ` ${can}`) : null);
    unit.hidden = false;
    dodge(id);
    if (!can && piece && !game.piles[piece.at]) ask(id);
    if (innerHeight < 1000) t.mini.hidden = true;
  };
  /** What the card says follows from the question: asked another, it says another thing. */
  t.recard = () => {
    if (!shown || unit.hidden) return;
    const [id] = shown.split(" "), left = away;
    if (!(id in s.table.pieces)) return t.uncard();
    t.card(id);
    if (left) t.card(null);
  };
  t.uncard = () => { clearTimeout(leaving); clearTimeout(resting); judging += 1; shown = null; unit.hidden = true; t.mini.hidden = !t.prompt.form.hidden; };
}
