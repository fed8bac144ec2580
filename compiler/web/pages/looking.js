/** Looking: at a thing, at what can be chosen next, and back at what has happened. */

import { $ } from "./dom.js";

const LIT = 1600; // ms a thing stays lit that was looked for
const READABLE = 0.6; // times the size it is printed in: below it figures on counters are hard to read
const FAR_OFF = 0.38; // the same of areas: as much of the board as there is, they are large enough to be pointed at
const CLEAR = 44; // pixels of the screen between what can be chosen and the panels
const AROUND = 150; // pixels of the board around what is brought into view

export function looking(t) {
  const { game, s, board, marks, pieces } = t;

  /** Bring a thing into view and light it. */
  t.see = (id) => {
    const place = s.table.pieces[id]?.at ?? id;
    if (game.onBoard(place)) {
      const [x, y] = game.middle(place);
      if (!board.shows(x, y)) { const w = 700 / board.k; board.see(x - w / 2, y - w / 3, x + w / 2, y + w / 3); }
      marks.over(place);
    } else if (s.table.stacks[place]) flash(t.side.see(id, place)); else return t.bubble.show(t.spotOf(id), { because: `${game.name(id)} is not on the table` });
    pieces.light(new Set([id]));
    setTimeout(() => pieces.light(new Set()), LIT);
  };
  function flash(pick) { pick?.classList.add("lit"); setTimeout(() => pick?.classList.remove("lit"), LIT); }

  /** Light what a line of the log is about. */
  t.light = (line) => {
    pieces.light(new Set(line?.piece ? [line.piece] : []));
    marks.past.replaceChildren();
    if (line?.path?.length > 1) marks.draw(line.path, { past: true });
  };

  /** The next thing that can be chosen; where nothing is to be pointed at, the next button of the question. */
  t.next = (by) => {
    const things = [...(s.picked ? new Set(s.offered().map(([o]) => o.target).filter(Boolean)) : s.first())].filter((id) => s.pointable(id));
    if (!things.length) {
      const buttons = [...(t.prompt.form.hidden ? t.prompt.at : t.prompt.form).querySelectorAll("button.btn:not(:disabled)")];
      buttons[(buttons.indexOf(document.activeElement) + by + buttons.length) % buttons.length]?.focus();
      return;
    }
    s.turn = ((s.turn ?? (by > 0 ? -1 : 0)) + by + things.length) % things.length;
    const id = things[s.turn];
    t.see(id);
    $(".piece:focus")?.blur();
    if (id in s.table.pieces) { t.card(id); pieces.shown.get(id)?.focus({ preventScroll: true }); } else t.at(id);
  };

  t.lies = () => [board.k, board.x, board.y];

  /** At first the part of the board where one's own pieces are, or what can be chosen. */
  t.focusAsk = () => {
    const mine = new Set(game.seats[s.seat]?.sides ?? Object.keys(game.sides));
    const own = Object.values(s.table.pieces).filter((piece) => mine.has(piece.side) && game.spaces[piece.at] && !game.spaces[piece.at].size && game.onBoard(piece.at)).map((piece) => piece.at);
    const asked = [...s.first()].filter((id) => s.pointable(id)).map((id) => s.table.pieces[id]?.at ?? id);
    const spots = (asked.length > 1 ? asked : own).map((place) => game.middle(place)).filter(Boolean);
    if (spots.length < 2) return;
    const xs = spots.map((p) => p[0]), ys = spots.map((p) => p[1]), [x1, y1, x2, y2] = [Math.min(...xs) - AROUND, Math.min(...ys) - AROUND, Math.max(...xs) + AROUND, Math.max(...ys) + AROUND];
    const p = board.pad, free = [innerWidth - p.left - p.right, innerHeight - p.top - p.bottom];
    const scale = Math.min(free[0] / (x2 - x1), free[1] / (y2 - y1)), grown = Math.max(1, scale); // never nearer than its own size
    if ((game.hex || t.prompt.form.hidden) && scale < (game.hex ? READABLE : FAR_OFF)) return t.most(spots, free.map((part) => part / READABLE));
    const [cx, cy, w, h] = [(x1 + x2) / 2, (y1 + y2) / 2, ((x2 - x1) * grown) / 2, ((y2 - y1) * grown) / 2];
    board.see(cx - w, cy - h, cx + w, cy + h, () => spots.every(t.isClear));
  };

  /** Whether a spot of the board lies clear of all panels. */
  t.isClear = ([x, y]) => board.shows(x, y, CLEAR) && Boolean(document.elementFromPoint(...board.screen(x, y))?.closest(".world"));

  /** A new question: what can be chosen is brought clear of the panels if all of it fits there as near as the board is; if
   * not, and nothing of it is seen, as much as can be. Asked the same again, the board stays where the hand has moved it. */
  t.bring = () => {
    const again = t.brought === s.ask.prompt, first = t.brought === undefined;
    t.brought = s.ask.prompt;
    const spots = [...s.first()].filter((id) => s.pointable(id)).map((id) => pieces.where.get(id) ?? game.middle(s.table.pieces[id]?.at ?? id)).filter(Boolean);
    const shown = spots.filter(t.isClear).length;
    const still = String(t.laid) === String(t.lies()) && shown < spots.length; // as the page has laid it for what is one's own
    if (first && (!t.prompt.form.hidden || still || (board.isWhole && board.k < READABLE))) return t.focusAsk(); // nobody has come nearer yet; or a form lies over what was shown
    if (shown === spots.length || (again && shown)) return;
    const p = board.pad, free = [innerWidth - p.left - p.right, innerHeight - p.top - p.bottom], far = (n) => { const all = spots.map((spot) => board.screen(...spot)[n]); return [Math.min(...all), Math.max(...all)]; };
    const [[x1, x2], [y1, y2]] = [far(0), far(1)], by = (least, most, from, to) => Math.max(0, from - least) || Math.min(0, to - most);
    if (x2 - x1 > free[0] - 2 * CLEAR || y2 - y1 > free[1] - 2 * CLEAR) { if (!shown) t.most(spots, free.map((part) => part / board.k)); return; }
    board.x += by(x1, x2, p.left + CLEAR, innerWidth - p.right - CLEAR);
    board.y += by(y1, y2, p.top + CLEAR, innerHeight - p.bottom - CLEAR);
    board.moving();
    board.lay();
    if (!spots.every(t.isClear)) board.centre(...board.at((Math.min(...spots.map((spot) => board.screen(...spot)[0])) + Math.max(...spots.map((spot) => board.screen(...spot)[0]))) / 2, (Math.min(...spots.map((spot) => board.screen(...spot)[1])) + Math.max(...spots.map((spot) => board.screen(...spot)[1]))) / 2)); // a corner panel lies over them
  };

  /** The part of so many pixels that holds most of some spots: what is spread too far to be read at once is not all shown. */
  t.most = (spots, [w, hh]) => {
    const within = ([x, y]) => spots.filter(([a, b]) => Math.abs(a - x) < w / 2 - AROUND / 2 && Math.abs(b - y) < hh / 2 - AROUND / 2);
    const found = spots.map(within).reduce((best, each) => (each.length > best.length ? each : best)), mid = (n) => (Math.min(...found.map((p) => p[n])) + Math.max(...found.map((p) => p[n]))) / 2;
    board.see(mid(0) - w / 2, mid(1) - hh / 2, mid(0) + w / 2, mid(1) + hh / 2, () => found.every(t.isClear));
  };

  // -- back ----------------------------------------------------------------------------------------------------------------
  let asking = false, wanted = null;
  t.look = (to) => {
    s.to = to;
    t.drop(false);
    marks.hatch([]); // of now
    if (asking) { wanted = to; return; }
    asking = t.send({ t: "replay", to });
  };
  t.live = () => {
    Object.assign(s, { to: null, past: null });
    t.bubble.drop(); // what was refused in the past
    wanted = null;
    t.draw();
    t.zones();
    if (s.ended) { s.ended = false; t.over(); } // it ended while somebody looked back
  };
  t.looked = () => { asking = false; };

  /** A moment of the past has come; if another is wanted by now, that one is asked for. */
  t.past = (m) => {
    asking = false;
    if (wanted !== null && wanted !== m.to) { const to = wanted; wanted = null; if (s.to !== null) t.look(to); return; }
    wanted = null;
    if (s.to === null) return;
    s.past = m;
    s.to = m.to;
    t.draw();
    document.body.dataset.to = m.to;
    const line = s.lines[m.to - 1];
    if (line?.dice) t.toast(line);
    t.light(line);
  };
}
