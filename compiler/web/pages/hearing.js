/** What the table tells the page, and what the page does about it. */

import { branchedDialog, curtain, saved, wishDialog } from "./dialogs.js";
import { $, say } from "./dom.js";

export const LOST = "The line is lost. Trying again…";
const STRANGER = "This seat has another link now: ask whoever started the table for it.";

export function hearing(t) {
  const { game, s, board, marks, pieces, bubble, side, prompt } = t;
  const foot = () => board.at(innerWidth / 2, innerHeight - board.pad.bottom - 40);
  const who = (m) => Object.assign(s, { seats: m.seats, watching: m.watching, watch: m.watch, held: m.held });

  /** The old view goes before the curtain falls. */
  function cover(m) {
    Object.assign(s, { view: null, ask: null, past: null, to: null, picked: null, pickedOption: null, ahead: null, sealedText: null, lines: [], moves: [], over: null, follow: null, wanted: null, asking: null, cursor: null });
    t.untip();
    t.uncard();
    t.leave();
    for (const part of [pieces, side, prompt, t.ribbon, marks]) part.forget();
    t.unit.replaceChildren();
    bubble.drop();
    say("");
    document.querySelectorAll(".toast,.veil:not(.solid),.choice,.find,.place").forEach((made) => made.remove());
    t.clearLittle();
    curtain(game, m, () => t.send({ t: "reveal", seat: m.seat }));
  }

  const heard = {
    line: (m) => { t.lost.hidden = m.open; if (m.open) t.lost.textContent = LOST; else if (m.stranger) t.lost.textContent = STRANGER; if (!m.open) delete document.body.dataset.asked; },
    hello: (m) => {
      Object.assign(who(m), { place: m.place, seat: m.seat, zoned: m.zones && m.seat !== "" });
      t.rail.querySelector("[data-r=zones]").hidden = !s.zoned;
      $("#scenario").textContent = m.scenario;
      document.title = `${m.game}: ${m.scenario}`;
    },
    seats: (m) => { who(m); if (s.view) { t.header(); prompt.draw(s); } },
    now: (m) => { s.seat = m.seat; },
    undone: (m) => { s.lines.length = Math.min(s.lines.length, m.to); if (s.to !== null && s.to > m.to) Object.assign(s, { to: null, past: null }); }, // what is looked at may be no more
    events: (m) => {
      s.lines.length = m.from;
      s.lines.push(...m.list);
      const rolled = m.from && s.live ? m.list.findLast((line) => line.dice) : null;
      if (rolled) { const after = m.list[m.list.indexOf(rolled) + 1]; t.toast(rolled, after?.kind === "said" ? after.text : null); }
      s.moves = m.from ? m.list.filter((line) => line.path?.length) : [];
    },
    view: (m) => {
      const before = s.view;
      Object.assign(s, { view: m, ask: null, cursor: m.cursor, picked: null, pickedOption: null, ahead: null, wanted: null, turn: null, wished: false });
      delete document.body.dataset.asked;
      $(".veil.wish")?.remove();
      if (before?.n !== m.n) $(".veil.asks")?.shut(); // a list of choices is of one question
      if (!m.mine) s.sealedText = s.sealedText && m.sealed.includes(s.seat) ? s.sealedText : null;
      $(".choice")?.remove();
      t.leave();
      marks.clear();
      t.draw(!before);
      if (s.live) for (const line of s.moves ?? []) { const from = before?.table.pieces[line.piece]?.at; pieces.walk(line.piece, from && line.path[0] !== from ? [from, ...line.path] : line.path); }
      s.moves = [];
      if (m.outcome && !before?.outcome) { if (s.live) t.over(); else s.ended = true; }
      if (s.layer.zones) t.zones();
      document.body.dataset.n = m.n;
    },
    ask: (m) => {
      Object.assign(s, { ask: m, times: 1, verb: null });
      const given = s.follow?.(m.options);
      s.follow = null;
      if (given) return t.send({ t: m.sealed ? "seal" : "answer", n: m.n, ...given });
      if (s.live && s.inHand()) side.tab = "hand"; // a question about what one holds: that is shown
      t.draw();
      if (s.live) t.bring();
      document.body.dataset.asked = m.n;
      if (s.live) say(m.prompt);
    },
    zones: (m) => { if (s.layer.zones && s.live) marks.hatch(m.spaces); },
    peeked: t.peeked,
    past: t.past,
    refused: (m) => {
      if (m.re.startsWith("form")) return prompt.judgement(m);
      if (m.re.startsWith("way")) return t.judgedWay(m);
      if (m.re.startsWith("card")) return t.judgedCard(m);
      s.follow = null;
      if (m.re === "replay") t.looked();
      const muster = m.re === "answer" ? $(".muster") : null;
      muster?.again();
      if (m.re === "thing" && s.asking) t.no(s.asking, m); else bubble.show(muster ?? foot(), m);
    },
    allowed: (m) => { if (m.re.startsWith("form")) prompt.judgement(m); else if (m.re.startsWith("way")) t.judgedWay(m); else if (m.re === "thing") t.allowed(m); },
    saved,
    branched: branchedDialog,
    wish: (m) => {
      s.wished = m.by === s.seat;
      if (m.yours) wishDialog(game, m, (yes) => t.send({ t: "grant", n: m.n, yes }));
      if (!m.by) { $(".veil.wish")?.remove(); bubble.show(foot(), m); }
      prompt.draw(s);
    },
    curtain: cover,
  };
  return (m) => heard[m.t]?.(m);
}
