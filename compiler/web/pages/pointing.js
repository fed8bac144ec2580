/** Pointing: whatever is clicked acts, or says why not. */

import { $, button, h, say } from "./dom.js";
import { graveDialog, listDialog, overDialog } from "./dialogs.js";
import { beside, under, upper } from "./talk.js";

const MOST_BESIDE = 12; // choices at a place; more are a list

export function pointing(t) {
  const { game, s, board, marks, pieces, bubble } = t;

  t.spotOf = (thing) => { const place = s.table.pieces[thing]?.at ?? thing; return pieces.where.get(thing) ?? game.middle(place) ?? board.at(innerWidth / 2, innerHeight / 2); };

  /** What a thing in a panel lies at there; nothing for what lies on the board. */
  t.inPanel = (thing) => (pieces.where.has(thing) ? null : t.side.pickOf(thing));
  /** A refusal, where the thing lies. */
  t.no = (thing, message) => bubble.show(t.inPanel(thing) ?? t.spotOf(thing), message);

  // -- choosing ------------------------------------------------------------------------------------------------------------
  /** A click on things: a piece and the place it lies in, or a place alone. */
  t.click = (things) => {
    t.untip();
    $(".choice")?.remove();
    bubble.drop();
    if (!s.live || !s.ask) return t.idle(things);
    if (s.picked && things.includes(s.picked)) return t.drop();
    const asked = s.offered().filter(([o]) => (s.picked ? things.includes(o.target) : false));
    const verbs = new Set(s.offered().filter(([o]) => o.target && o.verb).map(([o]) => o.verb));
    if (!s.ahead && asked.length && asked.every(([o]) => o.group !== undefined)) return t.muster(asked, asked[0][0].target);
    if (asked.length === 1 && verbs.size < 2) return t.choose(asked[0][1]);
    if (asked.length) return several(asked, things.at(-1), t.choose);
    const begin = s.first(), thing = things.find((one) => begin.has(one));
    if (thing) return t.pick(thing);
    t.why(things);
  };

  t.pick = (thing) => {
    const options = s.options.filter(([o]) => (o.takes ? o.takes.includes(thing) : o.target === thing));
    const onward = options.filter(([o]) => o.takes && o.target);
    t.drop(false);
    if (thing in s.table.pieces) { t.card(thing); s.over = s.table.pieces[thing].at; } // steps by keys begin there
    if (onward.length) { s.picked = thing; s.ahead = null; t.draw(); say(`${game.name(thing)}: ${onward.length} choices`); return; }
    if (options.length > 1 || (s.unsaid && options[0][0].verb)) { t.draw(); return several(options, thing, t.answer); }
    s.wanted = thing;
    if (options[0][0].takes && !s.ask.sealed) t.send({ t: "peek", n: s.ask.n, option: options[0][1] }); else t.answer(options[0][1]);
  };

  /** What would follow: the piece is picked up and its reach shown; if nothing follows at once, the choice is made. */
  t.peeked = (message) => {
    if (!s.ask || message.n !== s.ask.n || !s.wanted) return;
    if (!message.ask) return t.answer(message.option);
    Object.assign(s, { picked: s.wanted, pickedOption: message.option, ahead: message.ask, turn: null });
    t.draw();
    t.card(s.picked); // it says now how far it goes
    say(`${game.name(s.picked)}: ${message.ask.options.length} choices`);
    t.carriedOn();
  };

  /** An option after what is picked: if it belongs to a question to come, both answers go one after the other. */
  t.choose = (n) => {
    if (!s.ahead) return t.answer(n);
    const wanted = s.ahead.options[n];
    s.follow = (options) => { const found = options.findIndex((o) => o.text === wanted.text && String(o.path ?? o.target) === String(wanted.path ?? wanted.target)); return found < 0 ? null : { option: found }; };
    t.answer(s.pickedOption);
  };

  function several(options, thing, act) {
    const made = h("div.choice.card", { role: "group", "aria-label": game.name(thing) }, h("b", {}, game.name(thing)), options.slice(0, MOST_BESIDE).map(([o, n]) => button("", { on: { click: () => { made.remove(); act(n); } } }, upper(o.text.replaceAll("_", " ")))), options.length > MOST_BESIDE ? button("", { on: { click: () => { made.remove(); t.list(); } } }, `${options.length} choices …`) : null);
    const lies = t.inPanel(thing);
    if (lies) under(made, lies); else beside(made, board, t.spotOf(thing));
    made.querySelector("button")?.focus({ preventScroll: true });
  }

  t.answer = (n, sure = false) => {
    if (!s.ask || n === undefined || n === null) return;
    const chosen = s.ask.options[n], { n: asked } = s.ask;
    if (chosen.grave && !sure) return graveDialog(upper(chosen.text.replaceAll("_", " ")), () => { if (s.ask?.n === asked) t.answer(n, true); });
    s.sealedText = s.ask.options[n].text;
    if (t.unit.matches(".printed")) t.uncard(); // the card may be gone now
    t.send({ t: s.ask.sealed ? "seal" : "answer", n: s.ask.n, option: n, ...(s.ask.alike ? { times: s.times } : {}) });
  };

  /** Nothing is asked of whoever points here: said at the place, and who is waited for. */
  t.idle = (things) => {
    const thing = things.find((one) => one), { view } = s;
    if (!thing || !view) return;
    const names = view.waiting.map((seat) => game.name(seat)), because = !s.live ? "you look back: nothing is done here" : view.outcome ? "the game is over" : view.mine ? "your answer is sealed: open it again to change it" : !s.seat ? "you only look on" : `it is not your turn: ${names.join(", ") || "the game"} ${names.length > 1 || / & /.test(names[0]) ? "are" : "is"} thinking`;
    t.no(thing, { because });
  };

  t.why = (things) => {
    const known = things.filter((one) => one), thing = known.find((one) => !one.startsWith("?"));
    if (!known.length) return t.drop();
    if (!thing) return t.no(known[0], { because: "what this is you cannot see" });
    s.asking = thing;
    t.send({ t: "why", n: s.ask.n, thing, taken: s.ahead ? s.pickedOption : s.picked ?? undefined, re: "thing" });
  };

  /** Not among the choices that are listed, and yet it may be done: it is offered at the place. */
  t.allowed = (m) => {
    if (!("answer" in m)) return say("That is allowed");
    const given = { answer: m.answer }, ahead = s.ahead;
    several([[{ text: m.text }, 0]], s.asking, () => { if (!ahead) return t.send({ t: s.ask.sealed ? "seal" : "answer", n: s.ask.n, ...given }); s.follow = () => given; t.answer(s.pickedOption); });
  };

  t.drop = (redraw = true) => { Object.assign(s, { picked: null, pickedOption: null, ahead: null, wanted: null, turn: null }); t.leave(); marks.clear(); $(".choice")?.remove(); if (redraw) t.draw(); };
  t.undo = () => { if (s.picked) return t.drop(); if (s.view?.undo) t.send({ t: s.view.mine ? "unseal" : "undo", n: s.view.n }); };
  /** Only what one verb can be done to is shown; chosen again, all of it. */
  t.only = (verb) => { t.drop(false); s.verb = s.verb === verb ? null : verb; t.draw(); say(s.verb ? `${upper(verb)}: ${s.options.length} choices` : s.ask.prompt); };
  t.verb = () => { const [...verbs] = s.verbs().keys(); if (verbs.length) t.only(verbs[verbs.indexOf(s.verb) + 1] ?? s.verb); };
  t.rest = () => { if (s.live && s.ask?.rest) t.send({ t: "rest", n: s.ask.n }); };
  t.hold = () => t.send({ t: "hold", on: !s.held });
  t.list = () => { $(".choice")?.remove(); if (s.ask) listDialog(s, t.answer, (text) => t.send({ t: "answer", n: s.ask.n, text })); };
  t.over = () => overDialog(s, game, { watch: () => { t.look(0); t.ribbon.play(); }, save: (as) => t.send({ t: "save", as }) });

  // -- the board under the pointer -------------------------------------------------------------------------------------------
  board.on.click = (x, y, e) => {
    const made = e.target.closest?.(".piece"), place = made?.dataset.at ?? game.at(x, y);
    const begin = s.picked ? new Set(s.offered().map(([o]) => o.target)) : s.first();
    const able = (s.table.stacks[place] ?? []).filter((id) => begin.has(id)), own = made?.dataset.id;
    if (!game.hex && own && begin.has(own)) return t.click([own, place]); // side by side, each can be pointed at
    if (able.length > 1 && !(s.picked && (s.table.stacks[place] ?? []).includes(s.picked)) && !begin.has(place)) return t.fan(place, able);
    t.click([own && !begin.has(own) && able.length ? able[0] : own, place].filter(Boolean));
  };
  board.on.hover = (x, y, e) => {
    const made = e.target.closest?.(".piece"), place = made?.dataset.at ?? game.at(x, y);
    t.card(made?.dataset.id);
    if (place === s.over) return;
    t.at(place);
    t.tip(place);
  };
  board.on.out = (e) => { t.untip(); if (!t.unit.contains(e.target)) t.card(null); }; // the hand has gone to a panel
  board.on.move = () => { t.untip(); bubble.set(); t.framed(); };
  board.on.rest = (other) => { if (other && !game.hex) t.draw(true); else pieces.sharpen(); };

  /** The place the hand or the cursor is at: the way there is shown, if one can go. */
  t.at = (place) => {
    s.over = place;
    marks.over(place);
    preview(place);
    const space = game.spaces[place];
    t.where.textContent = space ? `${game.name(place)}${space.terrain ? ` · ${space.terrain}` : ""}` : "";
  };

  function preview(place) {
    marks.way.replaceChildren();
    const about = s.picked ?? s.ask?.about[0], option = s.live && s.ask && (s.picked ? s.offered() : s.options).map(([o]) => o).find((o) => o.target === place && o.path);
    if (!option) return;
    const from = s.table.pieces[about]?.at;
    marks.draw(option.path[0] === from || !from ? option.path : [from, ...option.path], { cost: option.cost ?? null });
  }
}
